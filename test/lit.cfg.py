# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os

import lit.formats
from lit.llvm import llvm_config

config.name = "trainlint"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".yaml", ".yml", ".json"]
config.excludes = ["Inputs", "Tools", "Benchmarks", "Client",
                   "CMakeLists.txt", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.trainlint_test_dir
# Unit is a suite of its own, which is not there without GoogleTest.
if not os.path.exists(os.path.join(config.trainlint_test_dir, "Unit", "lit.site.cfg.py")):
    config.excludes.append("Unit")

config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
config.environment.pop("NO_COLOR", None)
config.environment.pop("FORCE_COLOR", None)
if "UPDATE_GOLDEN" in os.environ:
    config.environment["UPDATE_GOLDEN"] = "1"
config.environment["LC_ALL"] = "C.UTF-8"

llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.trainlint_tools_dir, append_path=True)

config.substitutions += [
    ("%python", config.python),
    ("%source_root", config.trainlint_source_dir),
    ("%build_root", config.trainlint_build_dir),
    ("%corpus", config.corpus_dir),
    # The lines that carry expectations are comments, which some tests feed to
    # programs that would count them.
    ("%trainlint", "trainlint --isolated"),
]

# Tests that read the public example files are unsupported without them; lit says
# so in its summary.
if os.path.isdir(config.corpus_dir):
    config.available_features.add("corpus")
for module in ("yaml", "jsonschema", "junitparser", "google.protobuf"):
    if os.system(f"{config.python} -c 'import {module}' 2>/dev/null") == 0:
        config.available_features.add(f"python-{module}")
for program in ("xmllint", "yamllint", "zsh", "fish", "mandoc", "dpkg-deb", "nvim"):
    if lit.util.which(program, config.environment["PATH"]):
        config.available_features.add(program)

# `ninja sanitized` builds it.
if os.access(os.path.join(config.trainlint_build_dir, "sanitized/bin/trainlint-fuzz"), os.X_OK):
    config.available_features.add("sanitized")

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
