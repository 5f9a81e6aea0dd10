#!/usr/bin/env bash
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets up what is missing, builds trainlint and checks a real job: without an
# argument one of the examples, which has findings.
set -euo pipefail
cd "$(dirname "$0")/.."
utils/setup.sh
cmake -G Ninja -S . -B build -Wno-dev >/dev/null
NINJA_STATUS="building trainlint, %p: " ninja -C build trainlint
if [ $# -eq 0 ]; then
  set -- docs/examples/v100.yaml
fi
exec build/bin/trainlint "$@"
