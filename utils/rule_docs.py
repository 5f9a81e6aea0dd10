#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/rules from the rule records, with what trainlint prints for each
example. With --check, says which pages are stale instead and fails."""

import argparse
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "rules"

# What the example of a rule about the configuration is used on.
CLEAN_JOB = """trainingInput:
  scaleTier: BASIC
  region: us-central1
"""


def run(arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, check=False, **options)


def all_rules(trainlint):
    return json.loads(run([trainlint, "rules", "--json"]).stdout)


def tell_example(trainlint, rule, folder):
    """The same of a rule that another program tells, which writes findings as errors are written."""
    command = [rule["program"], *shlex.split(rule["options"]), rule["example_name"]]
    result = run([pathlib.Path(trainlint).parent / command[0], *command[1:]], cwd=folder)
    result.stdout = ""
    return " ".join(command), result


def check_example(trainlint, rule, text, form="text"):
    """The command line and the result of checking an example of a rule."""
    with tempfile.TemporaryDirectory() as folder:
        name = rule["example_name"]
        (pathlib.Path(folder) / name).write_text(text)
        if rule["program"] != "trainlint":
            return tell_example(trainlint, rule, folder)
        checked = name
        command = ["trainlint", *shlex.split(rule["options"])]
        if name == ".trainlint.yaml":
            checked = "config.yaml"
            (pathlib.Path(folder) / checked).write_text(CLEAN_JOB)
        else:
            command.append("--isolated")
        command.append(checked)
        result = run([trainlint, f"--format={form}", "--color=never", *command[1:]], cwd=folder)
        command = [word for word in command if word != "--isolated"]
        return " ".join(command), result


def page(trainlint, rule):
    text = run([trainlint, "explain", "--markdown", rule["name"]]).stdout
    command, result = check_example(trainlint, rule, rule["bad"])
    output = (result.stdout + result.stderr).rstrip("\n")
    report = f"```text\n$ {command}\n{output}\n```\n\nFixed:\n"
    before, fixed, after = text.partition("Fixed:\n")
    assert fixed, f"{rule['name']}: the page has no place for the report"
    return before + report + after


def index(rules):
    lines = ["# Rules", "",
             "Every finding of trainlint has the name of one of these rules. The pages are",
             "written by `utils/rule_docs.py` from the records in `lib/Diagnostics/Rules`."]
    group = None
    for rule in rules:
        if rule["group"] != group:
            group = rule["group"]
            lines += ["", f"## {group}", "", "| rule | code | severity | what it finds |",
                      "| --- | --- | --- | --- |"]
        lines.append(f"| [{rule['name']}]({rule['name']}.md) | {rule['code']} | "
                     f"{rule['severity']} | {rule['summary']} |")
    return "\n".join(lines) + "\n"


def all_pages(trainlint):
    rules = all_rules(trainlint)
    pages = {f"{rule['name']}.md": page(trainlint, rule) for rule in rules}
    pages["README.md"] = index(rules)
    return pages


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trainlint", help="the built program")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    trainlint = str(pathlib.Path(arguments.trainlint).resolve())
    wanted = all_pages(trainlint)
    present = {path.name: path.read_text() for path in PAGES.glob("*.md")}
    stale = sorted(name for name in wanted.keys() | present.keys()
                   if wanted.get(name) != present.get(name))
    if arguments.check:
        for name in stale:
            print(f"docs/rules/{name} is stale; run utils/rule_docs.py")
        return 1 if stale else 0
    PAGES.mkdir(parents=True, exist_ok=True)
    for name in stale:
        if name in wanted:
            (PAGES / name).write_text(wanted[name])
        else:
            (PAGES / name).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
