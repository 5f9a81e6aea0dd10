#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks every machine type with every accelerator and every count from 0 to 17.

The expected verdict of each cell is worked out here from the tables, without
trainlint's own reading of them; every rejected cell has to name the rule that
applies, and a count that is not offered has to list those that are. Each role is
swept, since the rules on TPUs depend on it. With --facts the table of counts is
also compared with the collected facts that it was made from.
"""

import json
import pathlib
import re
import subprocess
import tempfile

import sweep
from sweep import rows

COUNTS = range(0, 18)
ROLES = ["master", "worker", "parameterServer", "evaluator"]


def document(role, machine, accelerator, count):
    text = f"trainingInput:\n  scaleTier: CUSTOM\n  region: us-central1\n"
    if role != "master":
        text += "  masterType: n1-standard-4\n"
        text += f"  {role}Count: 1\n"
    return text + (f"  {role}Type: {machine}\n  {role}Config:\n    acceleratorConfig:\n"
                   f"      type: {accelerator}\n      count: {count}\n")


class Expected:
    """The verdict on a cell: the rules of its errors, and the counts to be offered."""

    def __init__(self, tables):
        self.machines = {row["name"]: row for row in rows(tables / "machine-types.csv")}
        self.accelerators = {row["name"]: row for row in rows(tables / "accelerators.csv")}
        self.counts = {(row["machine-type"], row["accelerator"]): row["counts"].split("|")
                       for row in rows(tables / "ai-platform-accelerator-counts.csv")}

    def __call__(self, role, machine, accelerator, count):
        rule, offered = self.of_accelerator(role, machine, accelerator, count)
        rules = {rule} if rule else set()
        if machine == "cloud_tpu" and role == "master":
            rules.add("tpu-as-master")
        return rules, offered

    def of_accelerator(self, role, machine, accelerator, count):
        row, offer = self.machines[machine], self.accelerators[accelerator]
        offered = self.counts.get((machine, accelerator))
        tpu = offer["kind"] == "tpu"
        if offer["ai-platform"] == "no":
            return "unknown-accelerator", []
        if machine == "cloud-tpu":  # a name of the catalog, here a misspelled cloud_tpu
            return "tpu-as-master" if tpu and role == "master" else None, []
        if machine == "cloud_tpu":
            if role != "worker" or offered and str(count) in offered:
                return None, []
            if tpu and not offered:
                return None, []  # a pod: no text says how many
            return "tpu-accelerator-config", ["8"]
        if tpu and role == "master":
            return "tpu-as-master", []
        if tpu and role != "worker":
            return None, []  # nothing documents it, so it only warns
        if row["kind"] == "legacy":
            return "accelerator-on-legacy-machine", []
        if offered is None:
            return "accelerator-not-attachable", []
        return (None, []) if str(count) in offered else ("accelerator-count", offered)


def check(tool, expected, role, machine, folder):
    cells = [(accelerator, count) for accelerator in expected.accelerators for count in COUNTS]
    path = folder / f"{role}-{machine}.yaml"
    starts, text, line = [], "", 1
    for accelerator, count in cells:
        body = document(role, machine, accelerator, count) + "---\n"
        starts.append(line)
        line += body.count("\n")
        text += body
    path.write_text(text.removesuffix("---\n"))
    result = subprocess.run([tool, "--isolated", "--format=json", str(path)],
                            stdout=subprocess.PIPE, check=False)
    found = [[] for _ in cells]
    index = 0
    for item in json.loads(result.stdout)["diagnostics"]:
        start = item["range"]["start"]["line"]
        while index + 1 < len(starts) and starts[index + 1] <= start:
            index += 1
        if item["severity"] == "error":
            found[index].append(item)
    wrong = []
    for (accelerator, count), errors in zip(cells, found):
        rules, numbers = expected(role, machine, accelerator, count)
        # The master beside a legacy type is none of this sweep's business.
        names = {error["rule"] for error in errors} - {"mixed-machine-types"}
        if names != rules:
            wrong.append(f"{role} {machine} {count} x {accelerator}: {sorted(names)}, "
                         f"expected {sorted(rules)}")
            continue
        for error in errors:
            if error["rule"] in ("accelerator-count", "tpu-accelerator-config") and not set(numbers) <= set(re.findall(r"\d+", error["message"])):
                wrong.append(f"{role} {machine} {count} x {accelerator}: `{error['message']}` "
                             f"does not offer {numbers}")
    return len(cells), wrong


def compare_facts(expected, facts):
    """The table of counts against the facts; returns what differs."""
    wrong, seen = [], set()
    for row in rows(facts / "gcp" / "gpu_compat.csv"):
        for column, counts in row.items():
            if not column.startswith("aip_") or not counts:
                continue
            key = (row["machine_type"], "NVIDIA_TESLA_" + column.removeprefix("aip_"))
            seen.add(key)
            if expected.counts.get(key) != counts.split("|"):
                wrong.append(f"{key}: table {expected.counts.get(key)}, facts {counts}")
    extra = {key for key in expected.counts if key[0] != "cloud_tpu"} - seen
    return wrong + [f"{key}: not in the facts" for key in sorted(extra)]


def main():
    parser = sweep.options(every="sweep every N-th machine type only")
    parser.add_argument("--roles", nargs="*", default=ROLES)
    args = parser.parse_args()

    expected = Expected(args.tables)
    wrong = compare_facts(expected, args.facts) if args.facts and args.facts.is_dir() else []
    cells = 0
    with tempfile.TemporaryDirectory() as folder:
        for role in args.roles:
            for machine in list(expected.machines)[::args.every]:
                count, bad = check(args.tool, expected, role, machine, pathlib.Path(folder))
                cells += count
                wrong += bad
    sweep.finish(cells, wrong)


if __name__ == "__main__":
    main()
