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

# What the facts call a rule, and the rules of trainlint that say it. V22 and N07 stand for
# all rules on jobs; where people found nothing wrong, no error of any rule may stand.
RULES = {
    "N01": {"notebook-json"},
    "N02": {"cell-magic-late"},
    "N07": {"runtime-version-retired", "python-version-runtime", "invalid-flag-value"},
    "S10": {"removed-tensorflow-api"},
    "V09": {"unknown-argument"},
    "V11": {"list-given-as-text"},
    "V22": {"unknown-machine-type", "accelerator-end-of-support", "machine-accelerator-count"},
    "X01": {"spawn-process-count"},
    "X02": {"removed-xla-function"},
    "X08": {"no-sampler"},
}

# Where the reading and trainlint differ, and why trainlint is right.
KNOWN = set()

# The verdict names the line that a statement or a command begins on, the finding the line
# of the value in it, or the cell that the value is written in.
ELSEWHERE = {
    "GoogleCloudPlatform+cloudml-samples/notebooks/xgboost/HyperparameterTuningWithXGBoostInCMLE.ipynb:29:1:N07": (5, 8),
    "GoogleCloudPlatform+professional-services/examples/cloudml-bank-marketing/"
    "bank_marketing_classification_model.ipynb:97:7:N07": (97, 12),
    "GoogleCloudPlatform+vertex-ai-samples/notebooks/community/ml_ops/stage2/"
    "get_started_with_tabnet.ipynb:48:4:V22": (48, 10),
    "GoogleCloudPlatform+vertex-ai-samples/notebooks/community/ml_ops/stage2/"
    "get_started_with_tabnet.ipynb:71:9:V22": (71, 15),
    "Jaykumar-Kotiya+hospital-los-mlops/pipelines/launch_training_job.py:0:31:V22": (0, 32),
    "OliBomby+osu-diffusion/train_tpu.py:0:180:X01": (0, 183),
    "deep-diver+Continuous-Adaptation-for-Machine-Learning-System-to-Data-Changes/notebooks/"
    "02_TFX_Training_Pipeline.ipynb:30:8:V22": (30, 10),
    "minfenglu+dpo/vertex_train.py:0:70:V09": (0, 73),
    "sagravat+google-cloudml-workshops/babyweight_lab/soln/5_train.ipynb:14:6:N07": (3, 5),
    "sagravat+google-cloudml-workshops/babyweight_lab/soln/5_train.ipynb:20:6:N07": (3, 5),
    "sagravat+google-cloudml-workshops/babyweight_lab/soln/5_train.ipynb:22:6:N07": (3, 5),
    "utsavnandi+Kaggle-SIIM-ISIC-Melanoma-Classification/"
    "TPU_SIIM_ISIC_Melanoma_Classification.ipynb:24:34:X01": (24, 36),
    "utsavnandi+Kaggle-SIIM-ISIC-Melanoma-Classification/train_tpu.py:0:280:X01": (0, 283),
}

# Rules that the facts give as warnings, or as warnings without a pinned version, which no
# file of the corpus has. A default of an option is a warning, too.
WARNINGS = {"X01", "X02", "X08"}
DEFAULTS = {"jarokaz+tpu-sandbox/vertex/run.py:0:85:V22"}


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


def severity_of(row, key):
    if row["rule"] in WARNINGS or key in DEFAULTS:
        return "warning"
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
        place = ELSEWHERE.get(key, (row["cell"], row["line"]))
        rules = RULES.get(row["rule"], set()) if row["verdict"] == "invalid" else {"*"}
        here = [finding for finding in by_place[row["file"]]
                if place_of(finding) == place and ("*" in rules or finding["rule"] in rules)]
        counts[row["verdict"]] += 1
        problem = None
        if row["verdict"] == "valid" and any(f["severity"] == "error" for f in here):
            problem = "an error: " + ", ".join(f["rule"] for f in here)
        elif row["verdict"] == "invalid" and not here:
            problem = "not found"
        elif row["verdict"] == "invalid" and severity_of(row, key) not in {f["severity"] for f in here}:
            problem = f"{severity_of(row, key)} expected, {here[0]['severity']} found"
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
