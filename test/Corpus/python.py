# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks public Python files and notebooks and compares the findings with verdicts on
places in them that people gave by reading. Every difference has to be one of the known
ones, and a known one that is gone has to leave the list."""

import collections
import csv
import json
import pathlib
import re
import subprocess
import sys

# What the facts call a rule, and the rules of trainlint that say it. A rule that the
# table does not name is one of ours.
RULES = {
    "A01": {"*"},
    "E01": {"batch-not-divisible"},
    "E02": {"missing-batch-size", "batch-not-divisible"},
    "E09": {"reserved-params"},
    "E12": {"master-and-cluster"},
    "E14": {"num-shards"},
    "E15": {"iterations-per-loop"},
    "E16": {"checkpoint-interval"},
    "E17": {"cross-shard-optimizer"},
    "E18": {"partial-batch"},
    "J07": {"pmap-batch"},
    "N01": {"notebook-json"},
    "N02": {"cell-magic-late"},
    "N03": {"bash-python-name"},
    "N04": {"bash-unset"},
    "N07": {"*"},
    "S01": {"tpu-initialization-order"},
    "S02": {"tpu-not-connected"},
    "S03": {"outside-strategy-scope"},
    "S10": {"removed-tensorflow-api"},
    "V05": {"accelerator-type-none"},
    "V08": {"unknown-field"},
    "V09": {"unknown-argument"},
    "V11": {"list-given-as-text"},
    "V21": {"unsupported-region", "unknown-region"},
    "V22": {"*"},
    "V23": {"*"},
    "X01": {"spawn-process-count"},
    "X02": {"removed-xla-function"},
    "X07": {"local-optimizer-step"},
    "X08": {"no-sampler"},
    "X09": {"no-step-barrier"},
}

# Where the reading and trainlint differ, and why trainlint is right.
KNOWN = {}

# Values that stand above their use, and calls whose argument stands on a line of its own:
# the verdict names one line, the finding another. By place, the lines that it may have.
ELSEWHERE = {}


def check(trainlint, folder):
    result = subprocess.run([trainlint, "--isolated", "--format=json", "."],
                            cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode not in (0, 1):
        print(f"exit code {result.returncode}: {result.stderr[:500]}")
        sys.exit(1)
    return json.loads(result.stdout)


def place_of(finding):
    """The cell, and the line in it; cell 0 for scripts."""
    if "cell" in finding:
        return finding["cell"], finding["cell_range"]["start"]["line"]
    return 0, finding["range"]["start"]["line"]


def severity_of(row):
    for word in ("warning", "info"):
        if re.search(rf"\([^)]*{word}[^)]*\)", row["reason"]) or f": {word}" in row["reason"]:
            return word
    return "error"


def read_verdicts(folder):
    with open(folder / "EXPECTED.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            row["rule"] = row["rule"].removeprefix("PY-")
            if row["place"].startswith("line "):
                row["cell"], row["line"] = 0, int(row["place"].split()[1])
            else:
                row["cell"], row["line"] = map(int, row["place"].split(":"))
            yield row


def main():
    trainlint, folder = sys.argv[1], pathlib.Path(sys.argv[2]) / "python"
    report = check(trainlint, folder)
    by_place = collections.defaultdict(list)
    for finding in report["diagnostics"]:
        by_place[finding["file"].removeprefix("./")].append(finding)

    differences = []
    unused = set(KNOWN)
    counts = collections.Counter()
    for row in read_verdicts(folder):
        key = f"{row['file']}:{row['place']}:{row['rule']}"
        lines = ELSEWHERE.get(key, [row["line"]])
        rules = RULES.get(row["rule"], set())
        here = [finding for finding in by_place[row["file"]]
                if place_of(finding)[0] == row["cell"] and place_of(finding)[1] in lines
                and ("*" in rules or finding["rule"] in rules)]
        counts[row["verdict"]] += 1
        problem = None
        if row["verdict"] == "valid" and any(f["severity"] == "error" for f in here):
            problem = "an error: " + ", ".join(f["rule"] for f in here)
        elif row["verdict"] == "invalid" and not here:
            problem = "not found"
        elif row["verdict"] == "invalid" and severity_of(row) not in {f["severity"] for f in here}:
            problem = f"{severity_of(row)} expected, {here[0]['severity']} found"
        if problem is None:
            continue
        if key in KNOWN:
            unused.discard(key)
            continue
        differences.append(f"{key}: {row['verdict']} ({row['reason']}): {problem}")
    differences += [f"{key}: no difference any more" for key in sorted(unused)]

    found = collections.Counter((finding["rule"], finding["severity"])
                                for finding in report["diagnostics"])
    for (rule, severity), count in sorted(found.items()):
        print(f"{count:4} {severity:8} {rule}")
    for difference in differences:
        print(difference)
    print(f"{sum(counts.values())} verdicts, {counts['invalid']} invalid, {len(differences)} new differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
