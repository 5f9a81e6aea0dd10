# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lowers public models of Keras and ONNX, and counts what stops the others.

    forward_models.py trainlint-opt FOLDER [--list]
"""

import collections
import pathlib
import re
import subprocess
import sys


def cause(line):
    """A message without the names of the file."""
    message = re.sub(r"^.*?: error: ", "", line)
    message = re.sub(r" `[^`]*`", "", message)
    return re.sub(r"\d+", "N", message)


def lower(opt, file):
    """The first error's cause, or nothing."""
    done = subprocess.run([opt, str(file), "--graph-to-forward=batch-size=2", "-o", "/dev/null"],
                          capture_output=True, text=True, errors="replace", timeout=300)
    if done.returncode < 0 or "PLEASE submit" in done.stderr:
        return "CRASH " + str(file)
    if done.returncode == 0:
        return None
    errors = [line for line in done.stderr.splitlines() if ": error: " in line]
    return cause(errors[0]) if errors else "UNKNOWN " + str(file)


def main(opt, folder, *options):
    crashes = 0
    for kind in ("keras", "onnx"):
        causes = collections.Counter()
        files = sorted(file for file in (pathlib.Path(folder) / kind).rglob("*")
                       if file.is_file() and file.suffix in (".json", ".keras", ".onnx"))
        for file in files:
            found = lower(opt, file)
            causes[found] += 1
            if "--list" in options:
                print(file.relative_to(folder), found)
            if found and found.startswith(("CRASH", "UNKNOWN")):
                print(found)
                crashes += 1
        done = causes.pop(None, 0)
        print(f"{kind}: {done} of {len(files)} models lowered")
        for text, count in causes.most_common():
            print(f"{count:5}  {text}")
    print(f"{crashes} without a diagnostic")


main(*sys.argv[1:])
