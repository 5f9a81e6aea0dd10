#!/usr/bin/env bash
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the programs with sanitizers, runs the tests that need them, and each
# coverage-guided fuzzer for a minute, or for the seconds that are given.
set -euo pipefail
cd "$(dirname "$0")/.."
utils/setup.sh --tests
cmake -G Ninja -S . -B build -Wno-dev -DTRAINLINT_FUZZ_SECONDS="${1:-60}" >/dev/null
ninja -C build --quiet
ninja -C build --quiet sanitized
LIT_FILTER=Fuzz/ ninja -C build check
exec ninja -C build check-fuzz-coverage
