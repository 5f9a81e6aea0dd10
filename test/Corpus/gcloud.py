# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks commands of public repositories. They ran, mostly, so every error has to be
one of the known ones, and a known one that is gone has to leave the list. All commands
of the table have to be read."""

import collections
import csv
import json
import pathlib
import subprocess
import sys

# Errors that are right, by file and rule.
KNOWN = {
    # Runtime version 2.3 with Python 3.5, which came to an end with version 1.14.
    ("GoogleCloudPlatform+training-data-analyst/courses/machine_learning/deepdive/"
     "05_artandscience/b_hyperparam.ipynb#cell15", "python-version-runtime"),
    ("GoogleCloudPlatform+training-data-analyst/courses/machine_learning/deepdive/"
     "05_artandscience/labs/b_hyperparam.ipynb#cell15", "python-version-runtime"),
    # Commands that are cut off, and one of which another line takes the place.
    ("AI-Hypercomputer+maxtext/example_command.sh", "missing-flag"),
    ("AI-Hypercomputer+maxtext/multihost_job.py", "missing-flag"),
    ("GoogleCloudPlatform+training-data-analyst/quests/data-science-on-gcp-edition1_tf2/09_cloudml/"
     "flights_caip.ipynb#cell18", "missing-flag"),
    ("GoogleCloudPlatform+training-data-analyst/courses/machine_learning/deepdive2/art_and_science_of_ml/"
     "solutions/taxifare/scripts/submit.sh", "stray-argument"),
    # A space behind the backslash ends the command, and dashes of a web page are no flags.
    ("emdash_flags.sh", "missing-flag"),
    ("emdash_flags.sh", "stray-argument"),
    # Underscores, which gcloud does not take for dashes.
    ("AI-Hypercomputer+maxtext/v5e_16b_32b.md", "unknown-flag"),
    ("AI-Hypercomputer+maxtext/v5e_high_performance.md", "unknown-flag"),
    ("AI-Hypercomputer+maxtext/src/maxtext/configs/README.md", "unknown-flag"),
}

def names_of_table():
    tables = pathlib.Path(__file__).parents[2] / "tables"
    with open(tables / "commands.csv", newline="", encoding="utf-8") as file:
        return {row["name"] for row in
                csv.DictReader(line for line in file if not line.startswith("#"))}


def is_command(command, names):
    """True for one of the table; a sentence that mentions one is none."""
    # The older name of the service.
    kind = command["kind"].replace("gcloud ml-engine ", "gcloud ai-platform ")
    return kind in names and not command["cmd"].startswith(command["kind"] + "`")


def write_scripts(commands, folder):
    """One file for each command: what one of them sets is nothing to the others."""
    folder.mkdir(parents=True)
    (folder / ".git").mkdir()
    names = {}
    for number, command in enumerate(commands):
        name = f"{number:04}.sh"
        (folder / name).write_text(command["cmd"] + "\n", encoding="utf-8")
        names[name] = command
    return names


def main():
    trainlint, corpus, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    with open(corpus / "gcloud" / "commands.jsonl", encoding="utf-8") as file:
        names = write_scripts([json.loads(line) for line in file], folder)
    result = subprocess.run([trainlint, "--isolated", "--format=json", "."], cwd=folder,
                            capture_output=True, text=True, check=False)
    assert result.returncode in (0, 1), result.stderr
    report = json.loads(result.stdout)

    counts = collections.Counter((finding["rule"], finding["severity"])
                                 for finding in report["diagnostics"])
    for (rule, severity), count in sorted(counts.items()):
        print(f"{count:4} {severity:8} {rule}")

    found = collections.Counter()
    problems = []
    for finding in report["diagnostics"]:
        if finding["severity"] != "error":
            continue
        command = names[finding["file"]]
        key = (command["source"], finding["rule"])
        found[key] += 1
        if key not in KNOWN:
            problems.append(f"{command['source']}:{command['line']}: {finding['message']} "
                            f"[{finding['rule']}]")
    problems += [f"{source}: no {rule} any more" for source, rule in KNOWN
                 if not found[source, rule]]
    known = names_of_table()
    wanted = sum(is_command(command, known) for command in names.values())
    read = report["summary"]["files"]
    if read != wanted:
        problems.append(f"{read} commands read, {wanted} are in the table")
    for problem in problems:
        print(problem)
    print(f"{read} commands read")
    print(f"{len(names)} commands, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
