#!/usr/bin/env bash
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# package.sh OUT MODULES [SERVER]
#
# Packs the extension as OUT (a .vsix), with the pages of the rules and, if SERVER is
# given, that program inside. MODULES is a node_modules folder with
# vscode-languageclient and @vscode/vsce in it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(realpath -m "$1")
modules=$(realpath "$2")
server=${3:-}

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cp "$here"/{package.json,language-configuration.json,extension.js,server.js,README.md,.vscodeignore} \
  "$stage"
cp "$here/../../LICENSE" "$stage"
cp -r "$here/../../docs/rules" "$stage/rules"
if [ -n "$server" ]; then
  mkdir "$stage/bin"
  cp "$server" "$stage/bin/trainlint-lsp-server"
fi

# The client library with all that it needs, and nothing else. What a module has of
# its own comes along with it.
copy_module() {
  local module=$1 description dependency
  if [ -d "$stage/node_modules/$module" ]; then
    return
  fi
  mkdir -p "$stage/node_modules/$module"
  cp -rL "$modules/$module/." "$stage/node_modules/$module"
  for description in "$modules/$module"/{,node_modules/*/}package.json; do
    for dependency in $(needs_of "$description"); do
      if [ ! -d "$modules/$module/node_modules/$dependency" ]; then
        copy_module "$dependency"
      fi
    done
  done
}
needs_of() {
  if [ -f "$1" ]; then
    node -p "Object.keys(require('$1').dependencies || {}).join(' ')"
  fi
}
copy_module vscode-languageclient

cd "$stage"
# What it prints is of interest only if it fails.
log=$(node "$modules/@vscode/vsce/vsce" package --allow-missing-repository --out "$out" 2>&1) ||
  { echo "$log" >&2; exit 1; }
