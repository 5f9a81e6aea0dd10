#!/usr/bin/env bash
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets up what is missing, builds everything and runs all tests.
set -euo pipefail
cd "$(dirname "$0")/.."
utils/setup.sh --tests
cmake -G Ninja -S . -B build -Wno-dev >/dev/null
ninja -C build --quiet
ninja -C build --quiet sanitized

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
ninja -C build check 2>&1 | tee "$log" || status=$?
count() { sed -n "s/^ *$1 *: *\\([0-9]*\\).*/\\1/p" "$log" | head -n 1; }
passed=$(count Passed)
failed=$(count Failed)
echo "${passed:-0} passed, ${failed:-0} failed"
exit "$status"
