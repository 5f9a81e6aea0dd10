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

# Dialects of compilers whose own tests are among the files.
FOREIGN = ("util", "check", "flow", "mhlo", "chlo", "linalg")


def foreign_dialect(text):
    """The first dialect of an operation that is not read here, if there is one."""
    code = re.sub(r"//.*", "", text)
    for match in re.finditer(r'(?m)(?:^|=)\s*"?(\w+)\.\w+', code):
        if match.group(1) in FOREIGN:
            return match.group(1)
    return None


def run(tool, text, *flags):
    """Reads and prints text, which may be several modules apart."""
    return subprocess.run([tool, "-", "--mlir-print-debuginfo", "--mlir-print-op-on-diagnostic=false",
                           "-split-input-file", *flags],
                          input=text, capture_output=True, text=True, timeout=300)


def wrong(tool, text):
    """What goes wrong on the way to the same text, or None."""
    first = run(tool, text)
    if first.returncode:
        found = re.search(r"error: (.*)", first.stderr)
        return found.group(1) if found else f"exit code {first.returncode}"
    generic = run(tool, text, "--mlir-print-op-generic")
    for form, printed in (("its own", first), ("generic", generic)):
        again = run(tool, printed.stdout)
        if again.returncode or again.stdout != first.stdout:
            return f"comes to another text when it is read in {form} form"
    return None


def main():
    tool, corpus = sys.argv[1:]
    counts, texts = collections.Counter(), {}
    for root, _, names in sorted(os.walk(os.path.join(corpus, "graphs", "stablehlo"))):
        for name in sorted(names):
            path = os.path.join(root, name)
            with open(path) as file:
                text = file.read()
            dialect = foreign_dialect(text)
            if dialect:
                counts[f"holds operations of {dialect}"] += 1
            else:
                texts[os.path.relpath(path, corpus)] = text
    failures = {}
    # One process for all; one for each only to find out which one it is.
    if wrong(tool, "\n// -----\n".join(texts.values())):
        failures = {path: what for path, text in texts.items() if (what := wrong(tool, text))}
    counts["the same again"] = len(texts) - len(failures)
    for reason, count in counts.most_common():
        print(f"{count}: {reason}")
    for path, what in failures.items():
        print(f"{path}: {what}")
    print(f"{sum(counts.values()) + len(failures)} modules, {counts['the same again']} the same again, "
          f"{len(failures)} failures")


main()
