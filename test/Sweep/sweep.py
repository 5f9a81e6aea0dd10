# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the sweeps share: reading tables, their options, and what they print."""

import argparse
import csv
import pathlib
import sys


def rows(path):
    """The rows of a table, or of a file of facts."""
    with open(path, newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def options(**every):
    """The options of a sweep; `every` describes how it is made shorter, if it can be."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--tables", required=True, type=pathlib.Path)
    parser.add_argument("--facts", type=pathlib.Path)
    for name, text in every.items():
        parser.add_argument(f"--{name}", type=int, default=1, help=text)
    return parser


def finish(count, wrong):
    """Prints what is wrong, and ends the program."""
    for line in wrong[:20]:
        print(line)
    print(f"{count} cells, {len(wrong)} wrong")
    sys.exit(bool(wrong))
