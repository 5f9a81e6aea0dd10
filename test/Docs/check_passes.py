# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the passes that a page of a dialect lists with those that its pipeline runs, in
their order, and with those that the tool has.

Usage: check_passes.py TRAINLINT-OPT PAGE PIPELINE, where PIPELINE is the pass `job-checks` or
the like, whose row of the table is the last.
"""

import pathlib
import re
import subprocess
import sys

ROW = re.compile(r"^\| `--([\w-]+)` \|", re.MULTILINE)


def run(*command):
    return subprocess.run(command, input="module {}", capture_output=True, text=True, check=True)


def passes_of_pipeline(tool, pipeline):
    """The names, without options, in the order in which they run."""
    shown = run(tool, f"--{pipeline}", "--dump-pass-pipeline", "-", "-o", "/dev/null").stderr
    return re.findall(r"^ *([\w-]+)(?:\{.*\})?,?$", shown, re.MULTILINE)


def registered_passes(tool, dialect):
    return re.findall(rf"^ +--({dialect}-(?:check|infer)-[\w-]+) ", run(tool, "--help").stdout, re.MULTILINE)


def problems(tool, page, pipeline):
    listed = ROW.findall(page.read_text(encoding="utf-8"))
    if not listed or listed[-1] != pipeline:
        yield f"the last row is not `--{pipeline}`"
    wanted = passes_of_pipeline(tool, pipeline) + [pipeline]
    for name in wanted:
        if name not in listed:
            yield f"`--{name}` is missing"
    for name in listed:
        if name not in wanted:
            yield f"`--{name}` is no pass of `--{pipeline}`"
    if sorted(listed) == sorted(wanted) and listed != wanted:
        first = next(a for a, b in zip(listed, wanted) if a != b)
        yield f"`--{first}` is not in the order in which the passes run"
    for name in registered_passes(tool, pipeline.split("-")[0]):
        if name not in wanted:
            yield f"`--{pipeline}` does not run `--{name}`"


def main():
    tool, page, pipeline = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    found = list(problems(tool, page, pipeline))
    for problem in found:
        print(f"{page.name}: {problem}")
    count = len(passes_of_pipeline(tool, pipeline))
    print(f"{page.name}: {count} passes, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
