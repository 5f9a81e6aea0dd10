# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads public StableHLO modules, prints them, and reads what was printed.

A module that holds operations of the specification, and what frameworks put
around them, has to come to the same text again, printed in either syntax. Other
modules are counted by the reason why they are not read.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

# Dialects of compilers whose own tests are among the files.
FOREIGN = ("util", "check", "flow", "mhlo", "chlo", "linalg")
# What stays unread although it holds nothing foreign, with the reason.
KNOWN = {}


def foreign_dialect(text):
    """The first dialect of an operation that is not read here, if there is one."""
    code = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: m.group(0) if re.match(r'"\w+\.\w+"$', m.group(0)) else '""', re.sub(r"//.*", "", text))
    for match in re.finditer(r'(?m)(?:^|=)\s*"?(\w+)\.\w+', code):
        if match.group(1) in FOREIGN:
            return match.group(1)
    return None


def run(tool, *args):
    return subprocess.run([tool, "--mlir-print-op-on-diagnostic=false", *args],
                          capture_output=True, text=True, timeout=60)


def differs(tool, path, folder):
    """What goes wrong on the way to the same text, or None."""
    first = run(tool, path, "--mlir-print-debuginfo")
    if first.returncode:
        found = re.search(r"error: (.*)", first.stderr)
        return found.group(1) if found else f"exit code {first.returncode}"
    printed = os.path.join(folder, "printed.mlir")
    for flags in ([], ["--mlir-print-op-generic"]):
        with open(printed, "w") as out:
            out.write(run(tool, path, "--mlir-print-debuginfo", *flags).stdout)
        again = run(tool, printed, "--mlir-print-debuginfo")
        if again.returncode or again.stdout != first.stdout:
            return "comes to another text" + (" in generic form" if flags else "")
    return None


def main():
    tool, corpus = sys.argv[1:]
    counts, failures = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for root, _, names in sorted(os.walk(os.path.join(corpus, "graphs", "stablehlo"))):
            for name in sorted(names):
                path = os.path.join(root, name)
                with open(path) as file:
                    dialect = foreign_dialect(file.read())
                if dialect:
                    counts[f"holds operations of {dialect}"] += 1
                    continue
                wrong = differs(tool, path, folder)
                if wrong == KNOWN.get(name):
                    counts["the same again" if wrong is None else wrong] += 1
                    continue
                failures.append(f"{os.path.relpath(path, corpus)}: {wrong}")
    for reason, count in counts.most_common():
        print(f"{count}: {reason}")
    print("\n".join(failures))
    print(f"{sum(counts.values()) + len(failures)} modules, {counts['the same again']} the same again, "
          f"{len(failures)} failures")


main()
