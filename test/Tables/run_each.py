#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a job with the tables of each folder here, and prints the exit code and
the first line of what is said. Nothing may be reported of the job."""

import pathlib
import subprocess
import sys


def main():
    for folder in sorted(path for path in pathlib.Path(".").iterdir()
                         if path.is_dir()):
        result = subprocess.run(
            ["trainlint", "--isolated", "--tables", str(folder), sys.argv[1]],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        assert not result.stdout, (folder, result.stdout)
        lines = result.stderr.decode().splitlines() or [""]
        print(f"{folder}: {result.returncode} {lines[0]}")


main()
