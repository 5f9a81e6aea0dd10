#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports public graphs, prints them, and reads what was printed.

What was read has to print as the same text again. Files that hold no graph of
the format of their folder have to be refused with a message that says so, and
those that are broken with the cause."""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys

UNKNOWN = re.compile(r"this is (not a training graph) in a known format")
REFUSED = re.compile(r"this is (\S.*), which is not read as a training graph")

# Broken files, and what is wrong with them.
BROKEN = {
    "testdata/repeated_dataset.pbtxt": "52:20: error: a value is expected",
    "graphdef_to_mlir/invalid_duplicated_node_name.pbtxt": "43:13: error: duplicate node `y`",
}


def run(command, text=None):
    return subprocess.run(command, input=text, capture_output=True, timeout=300)


def check(path, tools):
    """`imported`, `broken`, as what it is refused, or what is wrong."""
    result = run([tools / "trainlint-translate", "--import-graph", path])
    if result.returncode != 0:
        message = result.stderr.decode(errors="replace")
        named = UNKNOWN.search(message) or REFUSED.search(message)
        if named:
            return f"refused as {named[1]}"
        is_known = any(str(path).endswith(end) and cause in message
                       for end, cause in BROKEN.items())
        return "broken" if is_known else f"{path}: {message[:300]}"
    opt = [tools / "trainlint-opt", "-"]
    again = run(opt, result.stdout)
    if again.returncode != 0:
        return f"{path}: {again.stderr.decode(errors='replace')[:300]}"
    if again.stdout != run(opt, again.stdout).stdout:
        return f"{path}: it prints as another text"
    return "imported"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--every", type=int, default=1, help="one of so many files")
    parser.add_argument("--largest", type=int, default=1 << 32,
                        help="the most bytes of a file that is read")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    paths = [path for folder in arguments.folders for path in sorted(folder.rglob("*"))
             if path.is_file() and path.stat().st_size <= arguments.largest]
    paths = paths[::arguments.every]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda path: check(path, arguments.tools), paths))
    fine = re.compile("imported|broken|refused as .*")
    wrong = [result for result in results if not fine.fullmatch(result)]
    for result in wrong[:20]:
        print(result)
    counts = collections.Counter(result for result in results if fine.fullmatch(result))
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())) +
          f", {len(wrong)} failures")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
