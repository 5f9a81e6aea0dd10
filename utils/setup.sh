#!/usr/bin/env bash
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what is missing on a Debian 12 to build trainlint and, with --tests, to
# run its tests. Does nothing if all of it is there.
set -euo pipefail

packages=(
  cmake g++ ninja-build
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools lld-22
  libyaml-cpp-dev libabsl-dev libre2-dev libzstd-dev zlib1g-dev libdnnl-dev libgloo-dev
  libjpeg-dev libpng-dev
)
tests=(
  python3 python3-yaml python3-jsonschema python3-junitparser python3-protobuf python3-numpy python3-h5py python3-torch python3-pil
  python3-onnx libonnx-testdata
  libopenblas0-openmp
  libgtest-dev libxml2-utils yamllint zsh fish mandoc bsdextrautils
  git pre-commit fakeroot neovim tmux emacs-nox elpa-lsp-mode chromium
  clang-22 libclang-rt-22-dev clang-format-14 clang-tidy-22
)
# What reads Python comes from npm, which may come with a newer Node from elsewhere that
# Debian's would replace.
command -v npm >/dev/null || packages+=(nodejs npm ca-certificates)
if [ "${1:-}" = --tests ]; then
  packages+=("${tests[@]}")
fi

missing=()
for package in "${packages[@]}"; do
  if ! dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed; then
    missing+=("$package")
  fi
done
if [ ${#missing[@]} -gt 0 ]; then
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    as_root=sudo
  fi
  echo "installing ${missing[*]}" >&2
  $as_root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
fi

# What comes from npm is pinned by lock files, which hold the digest of every package
# and no address, and runs no script when it is installed.
here=$(cd "$(dirname "$0")/.." && pwd)
install_from_npm() {
  local folder=$1 manifest=$2
  cmp -s "$folder/node_modules/.trainlint-lock.json" "$manifest/package-lock.json" && return
  mkdir -p "$folder"
  cp "$manifest/package.json" "$manifest/package-lock.json" "$folder"
  npm ci --silent --no-fund --no-audit --ignore-scripts --prefix "$folder" >/dev/null 2>&1 &&
    cp "$manifest/package-lock.json" "$folder/node_modules/.trainlint-lock.json"
}

# The sources of tree-sitter and of the grammar of Python, which the build compiles.
install_from_npm "$here/build/npm-tree-sitter" "$here/lib/Text/Python/TreeSitter" || {
  echo "npm could not install tree-sitter, which reads Python" >&2
  exit 1
}

if [ "${1:-}" = --tests ]; then
  # The validator that Microsoft publishes for SARIF.
  install_from_npm "$here/build/npm" "$here/test/Formats/Client" ||
    echo "npm could not install the SARIF validator; its test is left out" >&2
  chmod u+x "$here"/build/npm/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool \
    2>/dev/null || true
  # The client library of VS Code and the packager of its extensions, for the language
  # server, and the server of YAML that the benchmark compares with.
  install_from_npm "$here/build/npm-lsp" "$here/test/LSP/Client" ||
    echo "npm could not install the language client; its tests are left out" >&2
  # VS Code, which shows what the packed extension does.
  install_from_npm "$here/build/npm-editor" "$here/test/LSP/Client/Editor" ||
    echo "npm could not install VS Code; its test is left out" >&2
  # The runtime that models of ONNX are compared with.
  install_from_npm "$here/build/npm-onnxruntime" "$here/test/Conformance/Client" ||
    echo "npm could not install ONNX Runtime; its test is left out" >&2
  # TensorFlow.js, which models of Keras are compared with.
  install_from_npm "$here/build/npm-tfjs" "$here/test/Conformance/Client/Keras" ||
    echo "npm could not install TensorFlow.js; its test is left out" >&2
  # Images of digits, which models learn.
  install_from_npm "$here/build/npm-digits" "$here/test/Train/Client" ||
    echo "npm could not install the digits; their test is left out" >&2
fi
