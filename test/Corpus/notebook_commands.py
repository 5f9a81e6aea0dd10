# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what is found in commands of public repositories with what is found in the
same commands in a notebook: in a `%%bash` cell, and in a line that begins with `!`. The
rules, severities and messages have to be the same, but for what only notebooks have."""

import collections
import json
import pathlib
import re
import subprocess
import sys

# What a notebook says of its shells and files besides, and placeholder-value: of a notebook it
# tells only values in quotes.
OWN_GROUP = re.compile("TL26|TL0005")


def is_line(text):
    """True for one command, however many lines it has: what a line of a notebook may
    be. A notebook replaces what stands in braces and two dollars."""
    lines = text.strip().split("\n")
    return (all(line.endswith("\\") for line in lines[:-1]) and "{{" not in text
            and "}}" not in text and "$$" not in text and not text.startswith("#"))


def notebook_of(source):
    cell = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [],
            "source": source.splitlines(keepends=True)}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4})


def write_forms(scripts, folder):
    """The forms of each script, by its number."""
    folder.mkdir(parents=True)
    (folder / ".git").mkdir()
    forms = {}
    for number, text in enumerate(scripts):
        written = {"script": ("sh", text + "\n"),
                   "cell": ("ipynb", notebook_of("%%bash\n" + text))}
        if is_line(text):
            written["line"] = ("ipynb", notebook_of("!" + text.strip()))
        for form, (extension, content) in written.items():
            name = f"{number:04}-{form}.{extension}"
            (folder / name).write_text(content, encoding="utf-8")
            forms.setdefault(number, {})[form] = name
    return forms


def main():
    trainlint, corpus, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    with open(corpus / "gcloud" / "commands.jsonl", encoding="utf-8") as file:
        commands = [json.loads(line) for line in file]
    # Each command alone, and all of a file as one script.
    by_file = collections.defaultdict(list)
    for command in commands:
        by_file[command["source"]].append(command["cmd"])
    scripts = [command["cmd"] for command in commands]
    scripts += ["\n".join(texts) for texts in by_file.values() if len(texts) > 1]
    forms = write_forms(scripts, folder)
    result = subprocess.run([trainlint, "--isolated", "--format=json", "."],
                            cwd=folder, capture_output=True, text=True, check=False)
    assert result.returncode in (0, 1), result.stderr
    found = collections.defaultdict(collections.Counter)
    for finding in json.loads(result.stdout)["diagnostics"]:
        if not OWN_GROUP.match(finding["code"]):
            found[finding["file"]][finding["code"], finding["severity"],
                                   finding["message"]] += 1

    problems = compared = findings = 0
    for number, names in forms.items():
        expected = found[names["script"]]
        for form, name in names.items():
            compared += form != "script"
            findings += sum(found[name].values()) if form != "script" else 0
            if found[name] == expected:
                continue
            problems += 1
            print(f"{name}: {scripts[number]!r}")
            for sign, entries in (("-", expected - found[name]), ("+", found[name] - expected)):
                for code, severity, message in entries:
                    print(f"  {sign} {severity} {message} [{code}]")
    print(f"{compared} notebooks with {findings} findings, {problems} problems")


main()
