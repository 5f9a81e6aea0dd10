#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the coverage-guided fuzzers, several at a time, and says what each did.

What ends one is left in a file, of which is said how to see it again. Inputs that
reached something new are kept for the next run."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

# The folder of the sources stays as it is.
sys.dont_write_bytecode = True
import seeds  # pylint: disable=wrong-import-position

# Seconds and MB that one input may take, on a computer that does other work, too.
# Sanitizers cost both.
LONGEST, MOST_MEMORY = 60, 3000


def targets_of(fuzzer):
    lines = subprocess.run([fuzzer], capture_output=True, text=True, check=False).stderr
    return lines.splitlines()[2:]


def last(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def run(arguments, target):
    """Whether a fuzzer ended by itself, and a line about it."""
    corpus = arguments.corpus / target
    begin = arguments.seeds / target
    words = arguments.seeds / f"{target}.dict"
    for folder in (corpus, begin, arguments.failures):
        folder.mkdir(parents=True, exist_ok=True)
    limit = f"-max_total_time={arguments.seconds}" if arguments.seconds else "-runs=0"
    command = [arguments.fuzzer, target, limit, f"-timeout={LONGEST}",
               f"-rss_limit_mb={MOST_MEMORY}", f"-max_len={seeds.LARGEST[target]}",
               f"-artifact_prefix={arguments.failures}/{target}-",
               "-print_final_stats=1", "-verbosity=1"]
    if words.exists():
        command.append(f"-dict={words}")
    command += [str(corpus), str(begin)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, check=False)
    log = done.stderr.decode(errors="replace")
    if arguments.logs:
        arguments.logs.mkdir(parents=True, exist_ok=True)
        (arguments.logs / f"{target}.log").write_text(log, encoding="utf-8")
    if done.returncode != 0:
        left = re.findall(r"Test unit written to (\S+)", log)
        again = "".join(f"\nagain: {arguments.fuzzer} {target} {path}" for path in left)
        return False, f"{target}: ends with {done.returncode}\n{log[-6000:].rstrip()}{again}"
    runs = last(r"stat::number_of_executed_units: (\d+)", log)
    speed = last(r"stat::average_exec_per_sec: +(\d+)", log)
    edges = last(r"cov: (\d+)", log)
    kept = last(r"corp: (\d+)", log)
    memory = last(r"stat::peak_rss_mb: +(\d+)", log)
    return True, (f"{target}: {runs} runs, {speed} a second, {edges} edges, {kept} inputs kept, "
                  f"{memory} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fuzzer", required=True)
    parser.add_argument("--seeds", required=True, type=pathlib.Path)
    parser.add_argument("--corpus", required=True, type=pathlib.Path)
    parser.add_argument("--failures", required=True, type=pathlib.Path)
    parser.add_argument("--logs", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=60,
                        help="how long each one runs; with 0, only what is there is read")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("targets", nargs="*")
    arguments = parser.parse_args()
    targets = arguments.targets or targets_of(arguments.fuzzer)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for passed, line in pool.map(lambda target: run(arguments, target), targets):
            print(line, flush=True)
            failed += not passed
    if failed:
        sys.exit(f"{failed} of {len(targets)} fuzzers failed")
    print(f"{len(targets)} fuzzers, no failure")


main()
