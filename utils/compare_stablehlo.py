#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the stablehlo dialect with the public StableHLO repository.

The repository's own tests say of each piece of a file, with `expected-error`,
whether its verifier rejects it. This asks trainlint-opt the same question and
prints where the answers differ. Nothing of that repository is part of this one,
so a checkout has to be given, and no other test needs it.

    utils/compare_stablehlo.py build/bin/trainlint-opt PATH/TO/stablehlo
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys

FILES = ["ops_stablehlo*.mlir", "verify_*.mlir", "infer_stablehlo.mlir",
         "ops_dot_general_algorithms.mlir", "print_*.mlir", "future_type.mlir",
         "replica_groups_mesh_axes.mlir"]
# Operations of dialects that are not read here, such as those that only serve
# the tests of the repository.
FOREIGN = re.compile(r"\b(hlo_test_infer|hlo_test_speculatability|sparse_tensor|chlo|mhlo\.\w+\s|"
                     r"interpreter|vhlo|check)\.")
EXPECTED = re.compile(r"expected-error(-re)?\s*@?[^{]*\{\{(.*?)\}\}")


def pieces(path):
    """Yields the pieces of a file with their first lines, as -split-input-file cuts it."""
    text, line = path.read_text(), 1
    for piece in re.split(r"(?m)^// -----.*$", text):
        yield line, piece
        line += piece.count("\n")


def judge(tool, piece):
    """Whether the tool accepts a piece, and what it says first."""
    run = subprocess.run([tool, "-", "--allow-unregistered-dialect",
                          "--mlir-print-op-on-diagnostic=false"],
                         input=piece, capture_output=True, text=True, timeout=60)
    if run.returncode < 0:
        return None, f"died of signal {-run.returncode}"
    found = re.search(r"error: (.*)", run.stderr)
    return run.returncode == 0, found.group(1) if found else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool")
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--at-least", type=float, default=95.0,
                        help="percentage of agreement below which this fails")
    args = parser.parse_args()
    tests = args.checkout / "stablehlo" / "tests"
    jobs, foreign = [], 0
    for path in sorted({p for pattern in FILES for p in tests.glob(pattern)}):
        for line, piece in pieces(path):
            code = re.sub(r"//.*", "", piece)
            if FOREIGN.search(code):
                foreign += 1
            elif "stablehlo" in code:
                jobs.append((path.name, line, piece))
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = pool.map(lambda job: judge(args.tool, re.sub(r"//.*", "", job[2])), jobs)
        for (name, line, piece), (accepted, said) in zip(jobs, answers):
            expected = EXPECTED.search(piece)
            agrees = accepted is not None and accepted == (expected is None)
            counts[name, agrees] += 1
            if not agrees:
                wanted = f"error: {expected.group(2)}" if expected else "no error"
                print(f"{name}:{line}: expected {wanted}\n    got {said or 'no error'}")
    for name in sorted({name for name, _ in counts}):
        print(f"{name}: {counts[name, True]} of {counts[name, True] + counts[name, False]}")
    agreed = sum(count for (_, agrees), count in counts.items() if agrees)
    share = 100 * agreed / max(1, len(jobs))
    print(f"{len(jobs)} pieces, {agreed} with the same answer ({share:.1f} %), "
          f"{foreign} left out for other dialects")
    return share < args.at_least


if __name__ == "__main__":
    sys.exit(main())
