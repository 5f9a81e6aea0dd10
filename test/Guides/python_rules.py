#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plays what can go wrong in Python and notebooks, and the same done right.

    python_rules.py TRAINLINT FOLDER [RULE...]

Each row has a rule of the catalog with its severity, a program that has to have that
finding, and one that differs in what is right and must not have it, nor any error.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "Rows"))
from python_estimators import ROWS as ESTIMATORS
from python_libraries import ROWS as LIBRARIES
from python_notebooks import ROWS as NOTEBOOKS
from python_vertex import ROWS as VERTEX

ROWS = VERTEX + ESTIMATORS + LIBRARIES + NOTEBOOKS
# The rules of each family, all of which have to be there.
FAMILIES = {"V": 37, "A": 6, "E": 23, "S": 12, "X": 11, "J": 7, "N": 13}


def findings(trainlint, folder, files):
    """The rule and the severity of each finding in a folder with these files."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    run = subprocess.run([trainlint, "--isolated", "--format=json", "--as-of=2026-09-01", str(folder)],
                         capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise RuntimeError(f"exit code {run.returncode}: {run.stderr}")
    return [(found["rule"], found["severity"], found["message"]) for found in json.loads(run.stdout)["diagnostics"]]


def problem(trainlint, folder, row):
    """What is wrong with a row; nothing if it passes."""
    _, rule, severity, bad, good = row
    found = findings(trainlint, folder, bad)
    if (rule, severity) not in [each[:2] for each in found]:
        return f"the bad one lacks {severity} {rule}: {found}"
    found = findings(trainlint, folder, good)
    wrong = [each for each in found if each[0] == rule or each[1] == "error"]
    return f"the good one has {wrong}" if wrong else None


def main():
    trainlint, folder, *chosen = sys.argv[1:]
    passed = failed = 0
    for row in ROWS:
        if chosen and row[0] not in chosen:
            continue
        wrong = problem(trainlint, pathlib.Path(folder) / "case", row)
        passed += wrong is None
        failed += wrong is not None
        if wrong:
            print(f"{row[0]} {row[1]}: {wrong}")
    names = {row[0] for row in ROWS}
    missing = [f"{family}{number:02}" for family, count in FAMILIES.items() for number in range(1, count + 1)
               if f"{family}{number:02}" not in names]
    print(f"{len(names)} of {sum(FAMILIES.values())} rules, {passed} rows pass, {failed} fail; "
          f"missing: {' '.join(missing)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
