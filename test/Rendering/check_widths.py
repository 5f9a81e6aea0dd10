#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs trainlint on terminals of many widths and looks at its underlines."""

import pathlib
import subprocess
import sys
import unicodedata


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def main():
    helper = pathlib.Path(__file__).with_name("on_terminal.py")
    for file in sys.argv[1:]:
        for columns in range(40, 180, 23):
            report = subprocess.run(
                [sys.executable, helper, str(columns), "trainlint", "--isolated",
                 "-q", "--color=never", file], stdout=subprocess.PIPE,
                check=True).stdout.decode()
            lines = report.split("\n")
            line, marks = lines[2], lines[3]
            assert width(line) <= columns, (file, columns, report)
            assert "BASICS" in line, (file, columns, report)
            before = line[:line.index("BASICS")]
            assert marks.index("^^^^^^") == width(before), (file, columns, report)
    print("right at every width")


main()
