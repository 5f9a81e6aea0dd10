#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tries what the guides say: run_rows.py PROGRAMS SOURCE FOLDER [GUIDE...] [--row N]

Each guide is a module of Rows. Prints what fails, and how many rows pass, fail and
are marked with a reason why no file can show them. With all guides, each number has
to be there once.
"""

import argparse
import importlib
import pathlib
import shutil
import sys

from guide import Context

GUIDES = ("tpus", "gpus", "strategy", "pods", "estimator", "pages")
ROWS = 213


def check(row, options, folder):
    """What is wrong with a row; nothing if it passes."""
    number, _, _, cases, _ = row
    for index, case in enumerate(cases):
        place = folder / f"{number}-{index}"
        place.mkdir(parents=True)
        try:
            problem = case.problem(Context(options.programs, options.source, place,
                                           options.documents))
        except RuntimeError as error:
            problem = str(error)
        if problem:
            return f"case {index}: {problem}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("source")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("guides", nargs="*", default=None)
    parser.add_argument("--documents", type=pathlib.Path, help="a folder with their texts")
    parser.add_argument("--row", type=int, action="append")
    parser.add_argument("--numbers", action="store_true", help="check the numbers only")
    options = parser.parse_args()
    sys.path.insert(0, str(pathlib.Path(__file__).parent / "Rows"))
    guides = [importlib.import_module(name).guide for name in options.guides or GUIDES]

    if options.numbers:
        numbers = sorted(row[0] for guide in guides for row in guide.rows)
        twice = sorted({number for number in numbers if numbers.count(number) > 1})
        missing = sorted(set(range(1, ROWS + 1)) - set(numbers))
        marked = sum(row[4] is not None for guide in guides for row in guide.rows)
        print(f"{len(numbers)} rows, {marked} marked, missing {missing}, twice {twice}")
        return 0
    shutil.rmtree(options.folder, ignore_errors=True)
    for guide in guides:
        passed = failed = marked = 0
        for row in guide.rows:
            number, lines, statement, _, reason = row
            if options.row and number not in options.row:
                continue
            lacks = not (options.documents and options.documents.is_dir()) and any(
                getattr(case, "needs_documents", False) for case in row[3])
            if lacks:
                print(f"skipped row {number}: the documents are not here")
            if reason or lacks:
                marked += 1
                continue
            problem = check(row, options, options.folder)
            passed += problem is None
            failed += problem is not None
            if problem:
                print(f"row {number}, {guide.document}, line {lines}: {statement}\n  {problem}")
        print(f"{guide.name}: {passed} pass, {failed} fail, {marked} marked")
    return 0


if __name__ == "__main__":
    sys.exit(main())
