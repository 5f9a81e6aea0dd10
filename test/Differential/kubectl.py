#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what trainlint says of manifests with what kubectl decodes.

What kubectl refuses no cluster gets to see: that has to be an error. What it decodes
must be none, but for what the server refuses later, and that only by the rules that
stand for the server. The fields, their types and their values come from kubectl
itself (kubectl_types.py), so that none is forgotten that the schema forgot."""

import argparse
import collections
import dataclasses
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from kubectl_cases import Cases
from kubectl_client import Client
from kubectl_texts import texts
from kubectl_types import KINDS, Crawler

# What stands for the decoder of the client: none of these where it decodes.
DECODING = {"syntax", "syntax-error", "wrong-type", "unquoted-string", "root-type"}
# Fields that the server does not know.
NAMES = {"unknown-field", "misplaced-field", "snake-case-field"}
# Of two values of one field, kubectl takes the last and says nothing. Kustomize, which is
# `kubectl apply -k`, refuses the file, and so do most other readers: an error here.
DOUBLED = {"duplicate-key"}
# Texts about which the two differ, and why.
KNOWN_TEXTS = {
    # No manifest, so none of trainlint's business.
    "list", "text", "pods in a list",
    # kubectl divides a file at `---` before it reads YAML, and so refuses what YAML allows
    # there. Other programs that read the same manifests do not.
    "right, divider with content", "right, directive", "right, directive of 1.2",
    # JSON has no such key; a label without a name is not worth a rule.
    "key of nothing",
    # A file that begins with a bracket is JSON to kubectl, whatever its name. As YAML it may
    # have a comma before the last bracket.
    "JSON, comma too many",
}
AT_ONCE = 4000


@dataclasses.dataclass(frozen=True)
class Text:
    """A text or a file that is not made of a kind's fields."""
    name: str
    text: bytes
    is_unknown: bool = False
    is_doubled: bool = False

    def __str__(self):
        return self.name

    def group(self):
        return self.name


def examples(tool):
    """The manifests among the examples of all rules."""
    rules = json.loads(subprocess.run([tool, "rules", "--json"], capture_output=True, check=True).stdout)
    for rule in rules:
        for which in ("bad", "good"):
            if rule["example_name"].endswith((".yaml", ".json")) and "apiVersion" in rule[which]:
                yield Text(f"{which} example of {rule['name']}", rule[which].encode())


def files(folders):
    """The manifests below folders, but for templates, whose values nobody knows."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix not in (".yaml", ".yml", ".json") or not path.is_file():
                continue
            text = path.read_bytes()
            if b"apiVersion" in text and not re.search(rb"\{\{|\$\{", text):
                yield Text(str(path.relative_to(folder.parent)), text)


def judge(tool, folder):
    """The findings of trainlint, by file."""
    done = subprocess.run([tool, "--isolated", "--quiet", "--format=json", "--kind=gke", "--fail-on=never", "."],
                          cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"trainlint: exit code {done.returncode}: {done.stderr[:500]}")
    found = collections.defaultdict(list)
    for finding in json.loads(done.stdout)["diagnostics"]:
        found[finding["file"].removeprefix("./")].append(finding)
    return found


def compare(case, refusals, findings):
    """Why the two disagree, or None."""
    errors = [finding for finding in findings if finding["severity"] == "error"]
    rules = {finding["rule"] for finding in errors}
    said = "; ".join(f"{finding['rule']}: {finding['message']}" for finding in errors) or "nothing"
    if refusals:
        return None if errors else f"kubectl says {refusals[0]!r}, trainlint nothing"
    if case.is_doubled and not rules & DOUBLED:
        return f"kubectl drops the first value, trainlint says {said}"
    if case.is_unknown and not rules & NAMES:
        return f"the server has no such field, trainlint says {said}"
    # The value of a field that belongs elsewhere is checked as the one there.
    if case.is_unknown and "misplaced-field" in rules:
        return None
    if rules & DECODING or (rules & NAMES and not case.is_unknown):
        return f"kubectl decodes it, trainlint says {said}"
    return None


def judge_all(client, tool, cases):
    """The cases, with why the two disagree about each; and how many kubectl refuses."""
    refused, differing = 0, []
    for start in range(0, len(cases), AT_ONCE):
        some = cases[start:start + AT_ONCE]
        with tempfile.TemporaryDirectory() as folder:
            for number, case in enumerate(some):
                text = case.text if isinstance(case.text, bytes) else case.text.encode()
                pathlib.Path(folder, f"{number}.yaml").write_bytes(text)
            refusals = client.refusals_of_files(folder)
            found = judge(tool, folder)
        refused += len(refusals)
        for number, case in enumerate(some):
            difference = compare(case, refusals.get(f"{number}.yaml"), found[f"{number}.yaml"])
            if difference:
                differing.append((case, difference))
    return refused, differing


def show(differing, most):
    """One of each sort, with how many there are of it."""
    sorts = collections.defaultdict(list)
    for case, difference in differing:
        sorts[case.group()].append((case, difference))
    for same in sorted(sorts.values(), key=len, reverse=True)[:most]:
        print(f"{len(same)} x {same[0][0]}: {same[0][1]}")


def judge_made(client, args):
    """Whether there is no difference about the manifests that are made."""
    crawler = Crawler(client)
    crawler.crawl(list(KINDS))
    print(f"kubectl {client.version()}: {len(crawler.types)} types, {len(crawler.places)} places of values")
    cases = list(Cases(crawler).all())
    if args.sample:
        cases = random.Random(args.seed).sample(cases, args.sample)
    refused, differing = judge_all(client, args.tool, cases)
    show(differing, args.show)
    print(f"{len(cases)} manifests, {refused} that kubectl refuses, {len(differing)} differences")
    return not differing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--files-only", action="store_true", help="no manifests that are made here")
    parser.add_argument("--sample", type=int, help="as many manifests rather than all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=40)
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    args.tool = os.path.abspath(shutil.which(args.tool) or args.tool)

    client = Client()
    if not client.path:
        print("kubectl is not there: nothing is compared")
        return 0
    failed = not args.files_only and not judge_made(client, args)

    others = [*(Text(name, text) for name, text in texts()), *examples(args.tool), *files(args.folders)]
    refused, different = judge_all(client, args.tool, others)
    unused = KNOWN_TEXTS - {str(case) for case, _ in different}
    different = [(case, why) for case, why in different if str(case) not in KNOWN_TEXTS]
    show(different, args.show)
    for name in sorted(unused):
        print(f"{name}: no difference any more")
    print(f"{len(others)} texts and files, {refused} that kubectl refuses, {len(different) + len(unused)} differences")
    return 1 if failed or different or unused else 0


if __name__ == "__main__":
    sys.exit(main())
