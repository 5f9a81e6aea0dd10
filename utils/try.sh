#!/usr/bin/env bash
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets up what is missing, builds trainlint and checks a real job: without an
# argument one of the examples, which has findings. The part that checks jobs is
# built first, and shows them while there is more to build.
set -euo pipefail
cd "$(dirname "$0")/.."
utils/setup.sh
cmake -G Ninja -S . -B build -Wno-dev >/dev/null

build() {
  NINJA_STATUS="building $2, %p: " ninja -C build "$1"
}

if [ $# -ne 0 ]; then
  build trainlint trainlint
  exec build/bin/trainlint "$@"
fi
status=0
build trainlint-jobs "what checks jobs"
build/bin/trainlint-jobs docs/examples/v100.yaml || status=$?
echo
build trainlint "what checks graphs and serves editors"
echo "build/bin/trainlint is complete; what it finds in docs/examples/v100.yaml stands above"
exit "$status"
