#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command, which has to end with 1, for findings, and fails if it takes more
than some seconds or half a gigabyte of memory."""

import resource
import subprocess
import sys

SECONDS = 20
KILOBYTES = 512 * 1024


def main():
    result = subprocess.run(sys.argv[1:], timeout=SECONDS, check=False)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if result.returncode != 1:
        sys.exit(f"exit code {result.returncode}")
    if used > KILOBYTES:
        sys.exit(f"{used} KB of memory")


main()
