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
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from kubectl_cases import Cases
from kubectl_client import Client
from kubectl_types import KINDS, Crawler

# What the decoder of the client does, in trainlint's words: no error of these where
# kubectl decodes.
DECODING = {"syntax", "wrong-type", "unquoted-string", "root-type"}
# Errors in fields that the server does not know.
NAMES = {"unknown-field", "misplaced-field", "snake-case-field", "duplicate-key"}
AT_ONCE = 4000


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


def compare(case, refusal, findings):
    """Why the two disagree, or None."""
    errors = [finding for finding in findings if finding["severity"] == "error"]
    rules = {finding["rule"] for finding in errors}
    said = "; ".join(f"{finding['rule']}: {finding['message']}" for finding in errors) or "nothing"
    if refusal and not errors:
        return f"kubectl: {refusal[0]}", "trainlint: nothing"
    if refusal:
        return None
    if case.is_doubled and "duplicate-key" not in rules:
        return "kubectl drops the first value", f"trainlint: {said}"
    if case.is_unknown and not rules & NAMES:
        return "the server has no such field", f"trainlint: {said}"
    if rules & DECODING or rules & NAMES and not (case.is_doubled or case.is_unknown):
        return "kubectl decodes it", f"trainlint: {said}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--kinds", nargs="+", default=list(KINDS))
    parser.add_argument("--sample", type=int, help="as many cases rather than all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=20)
    args = parser.parse_args()

    client = Client()
    crawler = Crawler(client)
    crawler.crawl(args.kinds)
    print(f"kubectl {client.version()}: {len(crawler.types)} types, {len(crawler.places)} places of values")
    cases = list(Cases(crawler).all())
    if args.sample:
        cases = random.Random(args.seed).sample(cases, args.sample)

    refused = differences = 0
    groups = collections.Counter()
    for start in range(0, len(cases), AT_ONCE):
        some = cases[start:start + AT_ONCE]
        with tempfile.TemporaryDirectory() as folder:
            for number, case in enumerate(some):
                pathlib.Path(folder, f"{number}.yaml").write_text(case.text)
            refusals = client.refusals_of_files(folder)
            found = judge(args.tool, folder)
        refused += len(refusals)
        for number, case in enumerate(some):
            name = f"{number}.yaml"
            difference = compare(case, refusals.get(name), found[name])
            if not difference:
                continue
            differences += 1
            group = f"{case.place.form}: {case.done if not case.is_unknown and not case.is_doubled else 'names'}"
            groups[group] += 1
            if groups[group] == 1 and len(groups) <= args.show:
                print(f"{case}: {'; '.join(difference)}")
    if groups:
        print(groups.most_common(args.show))
    print(f"{len(cases)} manifests, {refused} that kubectl refuses, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
