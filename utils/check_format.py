#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the C++ sources are laid out as .clang-format says.

The version of clang-format is Debian 12's, since each version lays out a little
differently. Banners are checked as well, those of .td and .def files, too: clang-format
breaks a long one into two lines, and knows nothing of its name and width.

With --fix the files are formatted in place. Files may be named; the default is
every source below lib, tools, utils and test.
"""

import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("lib", "tools", "utils", "test")
CLANG_FORMAT = "clang-format-14"
WIDTH = 80
FORMATTED = (".cpp", ".h")
# What the banner of a file ends in that does not say it by its name.
MODES = {".h": "-*- C++ -*-===//", ".td": "-*- tablegen -*-===//", ".def": ""}
# A command line has room for many names, and two processors share them.
BATCH = 64


def source_files():
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*")
                  if path.suffix in (*FORMATTED, *MODES) and "node_modules" not in path.parts)


def banner_problem(path):
    """What is wrong with the first line of a file; none if it is a banner."""
    with open(path, encoding="utf-8") as file:
        line, below = (file.readline().rstrip("\n") for _ in range(2))
    if not line.startswith(f"//===- {path.name} - ") or not line.endswith("===//"):
        return f"the first line is no banner `//===- {path.name} - ... ===//`"
    if len(line) != WIDTH:
        return f"the banner has {len(line)} columns and not {WIDTH}"
    mode = MODES.get(path.suffix, "")
    if not line.endswith(mode):
        return f"the banner of a {path.suffix} file ends in `{mode}`"
    if below != "//":
        return "the line below the banner is not `//`"
    return None


def run_clang_format(paths, options):
    """What clang-format says of files; it is nothing if they are as they should be."""
    said = []
    for begin in range(0, len(paths), BATCH):
        done = subprocess.run([CLANG_FORMAT, *options, *paths[begin:begin + BATCH]],
                              stderr=subprocess.PIPE, text=True, check=False)
        said.append(done.stderr)
    return "".join(said)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--fix", action="store_true", help="format the files in place")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    paths = [path.resolve() for path in options.files] or source_files()
    formatted = [path for path in paths if path.suffix in FORMATTED]

    if options.fix:
        sys.stderr.write(run_clang_format(formatted, ["-i"]))
    problems = run_clang_format(formatted, ["--dry-run", "--Werror"])
    print(problems, end="")
    count = problems.count("error:")
    for path in paths:
        if problem := banner_problem(path):
            print(f"{path}:1:1: error: {problem}")
            count += 1
    print(f"{len(paths)} files, {count} problems")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
