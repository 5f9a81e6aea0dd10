# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the time for a Makefile grows with its size, not faster.

usage: growth.py PROGRAM FOLDER

A Makefile with eight times the variables and recipes, each recipe a submission
that uses one variable, may take at most 20 times as long. Processor time of the
best of several runs is compared, so that other work on the machine does not count.
"""

import pathlib
import resource
import subprocess
import sys

SMALL, LARGE, MOST = 400, 3200, 20


def makefile(count):
    lines = [f"REGION_{i} := us-central1" for i in range(count)]
    for i in range(count):
        lines += [f"job-{i}:",
                  f"\tgcloud ai-platform jobs submit training j{i} --region=$(REGION_{i})"]
    return "\n".join(lines) + "\n"


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


def processor_time(program, file, count):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, "--isolated", "--format=concise", "--jobs=1", file],
                          capture_output=True, text=True, timeout=120,
                          preexec_fn=limit_memory)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.stdout.count("[version-not-given]") != count:
        sys.exit(f"{file}: not every recipe was checked: {done.stderr[-300:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    times = []
    for count in (SMALL, LARGE):
        file = folder / f"{count}.mk"
        file.write_text(makefile(count))
        times.append(min(processor_time(program, file, count) for _ in range(5)))
    ratio = times[1] / times[0]
    print(f"{LARGE // SMALL} times the size, {ratio:.1f} times the time")
    if ratio > MOST:
        sys.exit(1)


main()
