# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks public job files and compares the verdicts with those that people gave
them by reading. Every difference has to be one of the known ones, and a known one
that is gone has to leave the list."""

import collections
import csv
import json
import pathlib
import subprocess
import sys


def compare(folder, known):
    """Checks a folder of the corpus; `known` are parts of the names of files where
    trainlint and the reading differ. Returns the exit status."""
    trainlint, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    result = subprocess.run([trainlint, "--isolated", "--format=json", folder], cwd=corpus,
                            capture_output=True, text=True, check=False)
    report = json.loads(result.stdout)
    failing = {finding["file"] for finding in report["diagnostics"]
               if finding["severity"] == "error"}
    expected = {}
    with open(corpus / "EXPECTED.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["file"].startswith(f"{folder}/") and row["verdict"] != "unsure":
                expected[row["file"]] = row["verdict"]

    differences = []
    unused = set(known)
    for name, verdict in sorted(expected.items()):
        ours = "invalid" if name in failing else "valid"
        if ours == verdict:
            continue
        reason = next((part for part in known if f"/{part}" in name), None)
        unused.discard(reason)
        if reason is None:
            differences.append(f"{name}: read as {verdict}, trainlint says {ours}")
    differences += [f"{part}: no difference any more" for part in sorted(unused)]

    counts = collections.Counter((finding["rule"], finding["severity"])
                                 for finding in report["diagnostics"])
    for (rule, severity), count in sorted(counts.items()):
        print(f"{count:4} {severity:8} {rule}")
    for difference in differences:
        print(difference)
    print(f"{len(expected)} verdicts, {len(differences)} new differences")
    return 1 if differences else 0

