# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a folder of files with hostile names in every format.

usage: names.py FOLDER
"""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree

from hostile import TEXTS, names
from outgoing import Runs

JOB = b"trainingInput: {scaleTier: BASIC, regio: x, runtimeVersion: 2.1}\n"
FORMATS = ["text", "concise", "json", "sarif", "github", "gitlab", "checkstyle", "junit"]
runs = Runs()


def check(*arguments, **options):
    return runs.run("trainlint", *arguments, **options)


def read_names(form, output):
    """The names that a report holds, as bytes."""
    if form == "json":
        return {one["file"].encode() for one in json.loads(output)["diagnostics"]}
    if form == "gitlab":
        return {one["location"]["path"].encode() for one in json.loads(output)}
    if form == "sarif":
        return {urllib.parse.unquote_to_bytes(
                    one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
                for one in json.loads(output)["runs"][0]["results"]}
    tree = xml.etree.ElementTree.fromstring(output)
    kind = "file" if form == "checkstyle" else "testsuite"
    return {one.get("name").encode() for one in tree.iter(kind)}


def as_json(name):
    return name.decode(errors="replace").encode()


def in_xml(name):
    """True if XML can hold a name."""
    try:
        return not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", name.decode())
    except UnicodeDecodeError:
        return False


def compare_names(form, output):
    given = names(b".yaml")
    if form == "sarif":
        wanted = set(given)
    elif form in ("json", "gitlab"):
        # How many characters stand for bytes that are none is left open.
        given = [name for name in given if as_json(name).decode() == name.decode(errors="ignore")]
        wanted = set(given)
    else:
        wanted = {name for name in given if in_xml(name)}
    # Some are relative to the repository of whoever runs the test.
    missing = wanted - {name.split(b"/")[-1] for name in read_names(form, output)}
    runs.expect(not missing, f"{form} lacks {missing}")


def check_formats():
    for form in FORMATS:
        done = check("--format", form, ".", own_commands=form == "github", codes=(1,))
        if form in ("concise", "github"):
            # A finding is a line, or a name could pass for another finding.
            lines = [line for line in done.stdout.split(b"\n")
                     if line.startswith(b"::") or line.endswith(b"]")]
            runs.expect(len(lines) == 2 * len(names(b"")), f"{form}: {len(lines)} lines")
        if form in ("checkstyle", "junit"):
            lint = subprocess.run(["xmllint", "--noout", "-"], input=done.stdout,
                                  capture_output=True, check=False)
            runs.expect(lint.returncode == 0, f"{form}: {lint.stderr[:300]}")
        if form not in ("text", "concise", "github"):
            compare_names(form, done.stdout)


def check_notes():
    """What is said of files that are named and hold no job, or are not there."""
    for name in names(b".yaml") + names(b".pb") + names(b""):
        check("--", name)
        check("--format=github", "--", b"./no" + name, own_commands=True)


def check_options():
    """What is said of words on the command line."""
    for text in TEXTS.values():
        word = text.encode()
        for option in ("--config", "--baseline", "--tables", "--graph", "--select", "--ignore",
                       "--severity", "--format", "--as-of", "--jobs", "--target", "--exclude",
                       "--kind", "--fail-on", "--batch-size", "--region", "--stdin-filename",
                       "--color"):
            check(option.encode() + b"=" + word, "-", stdin=JOB)
        check(b"--changed=" + word)
        check(b"--" + word)
        for command in ("explain", "tables", "schema", "completions"):
            check(command, "--", word)
        check("tables", "machine-types", b"--where=" + word)
        check("--command", b"gcloud ai-platform jobs submit training a --config " + word)


def main():
    folder = sys.argv[1]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    os.chdir(folder)
    for name in names(b".yaml"):
        with open(name, "wb") as file:
            file.write(JOB)
    check_formats()
    check("--diff", ".")
    check("--diff", "--color=never", "--unsafe-fixes", ".")
    check("--fix", ".")
    check("--write-baseline", "baseline.json", ".", codes=(0, 1))
    check("--baseline", "baseline.json", ".", codes=(0,))
    for name in names(b".yaml") + names(b".pb") + names(b""):
        with open(name, "wb") as file:
            file.write(b"nothing\n")
    check_notes()
    check_options()
    return runs.finish()


sys.exit(main())
