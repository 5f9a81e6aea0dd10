#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the pages on additions name the files that an addition changes.

Such a page has a table whose first column holds those files, and above it

    <!-- changes: PATTERN in PATH... -->

where the pattern finds what was added, in the files and folders named. The files in
which it is found and those of the table have to be the same, so that nobody who
follows the page looks for another one, and a file that moves is noticed.
"""

import pathlib
import re
import sys

CHANGES = re.compile(r"^<!-- changes: (.+) in (.+) -->$", re.MULTILINE)
FIRST_COLUMN = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)


def files_in(root, names):
    for name in names:
        path = root / name
        if not path.exists():
            yield path
        elif path.is_file():
            yield path
        else:
            yield from (file for file in sorted(path.rglob("*")) if file.is_file())


def check(root, page):
    text = page.read_text(encoding="utf-8")
    changes = CHANGES.search(text)
    if not changes:
        return [f"{page.name} does not say what it changes"]
    table = text[changes.end():].lstrip().split("\n\n", maxsplit=1)[0]
    named = set(FIRST_COLUMN.findall(table))
    problems = [f"{page.name} names {path}, which is not there"
                for path in sorted(named) if not (root / path).exists()]
    pattern, found = re.compile(changes[1], re.MULTILINE), set()
    for file in files_in(root, changes[2].split()):
        name = file.relative_to(root).as_posix()
        if not file.exists():
            problems.append(f"{page.name} looks into {name}, which is not there")
        elif pattern.search(file.read_text(encoding="utf-8", errors="replace")):
            found.add(name)
    problems += [f"{page.name} does not name {name}" for name in sorted(found - named)]
    problems += [f"{page.name} names {name}, which has nothing of it"
                 for name in sorted(named - found) if (root / name).exists()]
    return problems


def main():
    root = pathlib.Path(sys.argv[1])
    pages = [pathlib.Path(name) for name in sys.argv[2:]]
    problems = [problem for page in pages for problem in check(root, page)]
    for problem in problems:
        print(problem)
    print(f"{len(pages)} pages, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
