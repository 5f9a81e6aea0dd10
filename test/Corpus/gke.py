# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks public manifests and compares the verdicts with those that people gave them
by reading. Every difference has to be one of the known ones, and a known one that is
gone has to leave the list. Errors in files that nobody read are differences, too."""

import collections
import csv
import json
import pathlib
import subprocess
import sys

FOLDERS = ["gke", "forms/kuberay", "forms/kubeflow"]
# Where trainlint and the reading differ, and why trainlint is right.
KNOWN = set()
# No manifest of a workload, though its verdict is that it is a right one: values of
# a chart, in which the template of pods stands at the top.
NOT_TAKEN = {"arc-values.yaml"}


def check(trainlint, corpus, options):
    """The findings, and the files that were taken for jobs."""
    names = sorted(str(path.relative_to(corpus)) for folder in FOLDERS for path in (corpus / folder).rglob("*")
                   if path.is_file())
    result = subprocess.run([trainlint, "--isolated", "--format=json", *options, *names], cwd=corpus,
                            capture_output=True, text=True, check=False)
    if result.returncode not in (0, 1):
        print(f"exit code {result.returncode}: {result.stderr[:500]}")
        sys.exit(1)
    report = json.loads(result.stdout)
    return names, report["diagnostics"], report["summary"]


def main():
    trainlint, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    names, findings, summary = check(trainlint, corpus, [])
    failing = {finding["file"] for finding in findings if finding["severity"] == "error"}
    expected = {}
    with open(corpus / "EXPECTED.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["file"].startswith("gke/"):
                expected[row["file"]] = row["verdict"]

    differences = []
    unused = set(KNOWN)
    for name in names:
        verdict = expected.get(name, "not read")
        ours = "invalid" if name in failing else "valid"
        agrees = verdict == ours or (verdict in ("unsure", "not read") and ours == "valid")
        if agrees:
            continue
        listed = next((part for part in KNOWN if part in name), None)
        unused.discard(listed)
        if listed is None:
            differences.append(f"{name}: {verdict}, trainlint says {ours}")
    differences += [f"{part}: no difference any more" for part in sorted(unused)]

    # A verdict counts only if the file was looked at.
    silent = subprocess.run([trainlint, "--isolated", *(name for name in expected)], cwd=corpus,
                            capture_output=True, text=True, check=False).stderr
    for name, verdict in sorted(expected.items()):
        taken = f"{name}: note: not a training job" not in silent
        if verdict == "valid" and taken == (pathlib.Path(name).name in NOT_TAKEN):
            differences.append(f"{name}: {'taken' if taken else 'not taken'} for a workload")

    # Read as scripts of another kind or not, nothing crashes.
    check(trainlint, corpus, ["--kind=gke"])

    counts = collections.Counter((finding["rule"], finding["severity"]) for finding in findings)
    for (rule, severity), count in sorted(counts.items()):
        print(f"{count:4} {severity:8} {rule}")
    for difference in differences:
        print(difference)
    print(f"{summary['files']} files, {len(expected)} verdicts, {len(differences)} new differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
