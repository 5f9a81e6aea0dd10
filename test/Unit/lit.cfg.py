# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os

import lit.formats

config.name = "trainlint-unit"
config.suffixes = []
# The format asks each program for its tests, so these lie where it is built.
config.test_exec_root = config.trainlint_unit_dir
config.test_source_root = config.test_exec_root
config.test_format = lit.formats.GoogleTest(".", "-unit-tests")

# Temporary files of the tests, and what says how a sanitizer behaves.
for name in ("TMPDIR", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS",
             "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# LLVM's allocators tell AddressSanitizer what is free in headers that its own
# archives were built from without it, so that half of the marks are missing.
config.environment.setdefault("ASAN_OPTIONS", "allow_user_poisoning=0")
