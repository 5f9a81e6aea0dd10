# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of this machine may need, and what to say where it is missing.

A test names a feature in `REQUIRES:`. Without it the test is unsupported, which is
easily overlooked: the suite says what is missing, and in CI, where the environment
has CI=true, it does not run at all. What npm installs is said only: its registry can
be out of reach where Debian's packages are not."""

import re
import subprocess

# What `utils/setup.sh --tests` installs, or the build makes, and where it comes from.
INSTALLED = {
    "chromium": "the package chromium",
    "clang-format-14": "the package clang-format-14",
    "clang-tidy-22": "the package clang-tidy-22",
    "cpu-device": "the build",
    "digits": "npm",
    "dpkg-deb": "the package dpkg",
    "emacs-lsp-mode": "the packages emacs-nox and elpa-lsp-mode",
    "fault-plugin": "the build",
    "fish": "the package fish",
    "git": "the package git",
    "gloo": "the package libgloo-dev, before CMake runs",
    "googletest": "the package libgtest-dev, before CMake runs",
    "lld": "the package lld-22, before CMake runs",
    "mandoc": "the package mandoc",
    "node-editor": "npm",
    "node-language-client": "npm",
    "node-onnxruntime": "npm",
    "npm": "the package npm",
    "nvim": "the package neovim",
    "onednn": "the package libdnnl-dev, before CMake runs",
    "onnx-testdata": "the package libonnx-testdata",
    "pre-commit": "the package pre-commit",
    "python-PIL": "the package python3-pil",
    "python-google.protobuf": "the package python3-protobuf",
    "python-h5py": "the package python3-h5py",
    "python-jsonschema": "the package python3-jsonschema",
    "python-junitparser": "the package python3-junitparser",
    "python-numpy": "the package python3-numpy",
    "python-onnx": "the package python3-onnx",
    "python-toml": "Python 3.11",
    "python-torch": "the package python3-torch",
    "python-yaml": "the package python3-yaml",
    "sarif-validator": "npm",
    "tfjs": "npm",
    "vsce": "npm",
    "xmllint": "the package libxml2-utils",
    "yamllint": "the package yamllint",
    "zsh": "the package zsh",
}

# What no registry of packages that the project uses has, and where it comes from: it is said, also in
# CI, and never ends a run.
ELSEWHERE = {
    "gcloud": "the Google Cloud SDK, cloud.google.com/sdk/docs/install",
    "kubectl": "Kubernetes, kubernetes.io/docs/tasks/tools",
}

# What a machine has or not: files that are not part of the project, rights, kernels for
# its processor, and builds that are made for some tests only.
OPTIONAL = {"chroot", "corpus", "fuzz-coverage", "onednn-bf16", "sanitized", "superuser"}


def python_modules(python, names):
    """Those of the modules that this Python has. They are not loaded, which takes
    seconds for some."""
    program = ("import importlib.util, sys\n"
               "for name in sys.argv[1:]:\n"
               "    try:\n"
               "        if importlib.util.find_spec(name):\n"
               "            print(name)\n"
               "    except ImportError:\n"
               "        pass\n")
    done = subprocess.run([python, "-c", program, *names], capture_output=True, text=True, check=False)
    return done.stdout.split()


def library_function(tool, element):
    """The function of oneDNN by which the CPU device multiplies matrices of an element
    type; none without one."""
    matrix = f"tensor<64x64x{element}>"
    product = (f"func.func @main(%x: {matrix}) -> {matrix} {{\n"
               "  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : "
               f"({matrix}, {matrix}) -> {matrix}\n"
               f"  return %0 : {matrix}\n}}\n")
    try:
        done = subprocess.run([tool, "--entry=main", "--emit=linalg"], input=product, capture_output=True, text=True,
                              check=False)
    except OSError:
        return None
    found = re.search(r"call @(trainlint_cpu_multiply\w*)", done.stdout)
    return found and found[1]


def check(available, lit_config, environment):
    """Says what is missing of what can be installed; in CI that ends the run."""
    absent = sorted(set(ELSEWHERE) - set(available))
    if absent:
        text = "\n".join(f"  {name}: from {ELSEWHERE[name]}" for name in absent)
        lit_config.note(f"tests are unsupported for want of programs that they compare with:\n{text}")
    missing = sorted(set(INSTALLED) - set(available))
    if not missing:
        return
    is_ci = environment.get("CI", "").lower() not in ("", "0", "false")
    needed = [name for name in missing if INSTALLED[name] != "npm"] if is_ci else []
    text = "\n".join(f"  {name}: from {INSTALLED[name]}" for name in needed or missing)
    if not needed:
        lit_config.note("tests are unsupported for want of features, which "
                        f"`utils/setup.sh --tests` installs:\n{text}")
        return
    lit_config.fatal("in CI no test may be unsupported for want of a feature that "
                     f"`utils/setup.sh --tests` installs:\n{text}")
