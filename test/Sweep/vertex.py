#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks every machine type of the tables with every accelerator and every count
from 0 to 17, and every machine type with every topology, as jobs of Vertex AI.

The expected verdict of each cell is worked out here from the tables, without
trainlint's own reading of them; every rejected cell has to name the rule that
applies, and a count or a topology that is not offered has to list those that are.
With --facts the tables of Vertex AI are also compared with the collected facts that
they were made from.
"""

import json
import pathlib
import re
import subprocess
import tempfile

import sweep
from sweep import rows

COUNTS = [*range(0, 18), 32, 48, 64]
IGNORED = {"tpu-region", "accelerator-not-in-region"}  # placement has tests of its own


def document(machine, fields):
    return (f"workerPoolSpecs:\n- machineSpec:\n    machineType: {machine}\n"
            + "".join(f"    {name}: {value}\n" for name, value in fields.items())
            + "  replicaCount: 1\n  containerSpec: {imageUri: gcr.io/project/trainer}\n---\n")


class Expected:
    """The rules of the errors of a pool, and what has to be offered."""

    def __init__(self, tables):
        self.machines = {row["name"]: row for row in rows(tables / "machine-types.csv")}
        self.accelerators = {row["name"]: row for row in rows(tables / "accelerators.csv")}
        self.counts = {(row["machine-type"], row["accelerator"]): row["counts"].split("|")
                       for row in rows(tables / "vertex-accelerator-counts.csv")}
        self.cores = {row["accelerator"]: row for row in rows(tables / "vertex-cloud-tpu-cores.csv")}
        self.facts = {row["accelerator"]: row for row in rows(tables / "vertex-accelerators.csv")}
        self.topologies = {}
        for row in rows(tables / "vertex-tpu-topologies.csv"):
            self.topologies.setdefault(row["machine-type"], []).append(row["topology"])

    def of_machine(self, machine):
        """The rules that a machine type breaks alone. A name that is spelled in another
        way, as the legacy cloud_tpu, only warns."""
        row = self.machines[machine]
        if row["vertex"] == "no" and machine != "cloud_tpu":
            return {"unknown-machine-type"}
        return set()

    def of_pair(self, machine, accelerator, count):
        row, offer = self.machines[machine], self.accelerators[accelerator]
        listed, tpu = row["vertex"] == "yes", offer["kind"] == "tpu"
        rules, offered = self.of_machine(machine), []
        if machine in self.topologies:
            rules |= {"tpu-topology"}  # none is given
        if offer["vertex"] == "no":
            return rules | {"unknown-accelerator"}, offered
        if self.facts[accelerator]["reservation"] == "required":
            rules |= {"reservation-needed"}
        if tpu and machine == "cloud-tpu":
            if accelerator not in self.cores:
                return rules | {"accelerator-not-attachable"}, offered
            cores = self.cores[accelerator]
            step = int(cores["pod-step"] or 1)
            fits = count == int(cores["cores"]) or (count >= int(cores["pod-cores"])
                                                    and count % step == 0)
            return rules | (set() if fits else {"cloud-tpu-cores"}), [cores["cores"], cores["pod-cores"]]
        if tpu:
            known = accelerator in self.cores or any(
                other["accelerator"] == accelerator and other["vertex"] == "yes"
                for other in self.machines.values())
            wrong = listed and known and row["accelerator"] != accelerator
            # Of a TPU v4 no table says what it is attached to, but these have another.
            wrong |= machine in self.topologies and row["accelerator"] != accelerator
            return rules | ({"accelerator-not-attachable"} if wrong else set()), offered
        if not listed:
            return rules, offered
        if not any(other == accelerator for _, other in self.counts):
            return rules | ({"accelerator-count"} if count < 1 else set()), offered
        counts = self.counts.get((machine, accelerator))
        if counts is None:
            return rules | {"accelerator-not-attachable"}, offered
        return rules | (set() if str(count) in counts else {"accelerator-count"}), counts

    def of_topology(self, machine, topology):
        row = self.machines[machine]
        rules = self.of_machine(machine)
        if row["vertex"] == "no":
            return rules, []
        if (machine, row["accelerator"]) in self.counts or machine == "cloud-tpu":
            rules |= {"machine-without-accelerator"}
        offered = self.topologies.get(machine)
        if offered and topology not in offered:
            return rules | {"tpu-topology"}, offered
        return rules, []


def check(tool, folder, machine, cells):
    """`cells` are (name, fields, expected rules, what is offered)."""
    path = folder / f"{machine}.yaml"
    starts, text, line = [], "", 1
    for _, fields, _, _ in cells:
        body = document(machine, fields)
        starts.append(line)
        line += body.count("\n")
        text += body
    path.write_text(text.removesuffix("---\n"))
    result = subprocess.run([tool, "--isolated", "--format=json", "--kind=vertex", str(path)],
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
    for (name, _, rules, offered), errors in zip(cells, found):
        names = {error["rule"] for error in errors} - IGNORED
        if names != rules:
            wrong.append(f"{machine} {name}: {sorted(names)}, expected {sorted(rules)}")
            continue
        for error in errors:
            if error["rule"] not in ("accelerator-count", "cloud-tpu-cores", "tpu-topology"):
                continue
            said = set(re.findall(r"\d+(?:x\d+)*", error["message"] + " " + (error.get("help") or "")))
            if not set(offered) <= said:
                wrong.append(f"{machine} {name}: `{error['message']}` does not offer {offered}")
    return wrong


def compare_facts(tables, facts):
    """The tables against the facts; returns what differs."""
    names = {"P100": "NVIDIA_TESLA_P100", "T4": "NVIDIA_TESLA_T4", "V100": "NVIDIA_TESLA_V100",
             "P4": "NVIDIA_TESLA_P4", "A100 40GB": "NVIDIA_TESLA_A100",
             "A100 80GB": "NVIDIA_A100_80GB", "L4": "NVIDIA_L4", "H100": "NVIDIA_H100_80GB",
             "H100 Mega": "NVIDIA_H100_MEGA_80GB", "H200": "NVIDIA_H200_141GB",
             "B200": "NVIDIA_B200", "GB200": "NVIDIA_GB200", "RTX PRO 6000": "NVIDIA_RTX_PRO_6000",
             "TPU v2": "TPU_V2", "TPU v2 Pod": "TPU_V2_POD", "TPU v3": "TPU_V3",
             "TPU v3 Pod": "TPU_V3_POD", "TPU v5e": "TPU_V5_LITEPOD", "TPU v6e": "TPU_V6E",
             "TPU7x": "TPU7X"}
    pairs = []
    pairs.append(("machine types",
                  {row["name"] for row in rows(tables / "machine-types.csv") if row["vertex"] == "yes"},
                  {row["name"] for row in rows(facts / "gcp" / "machine_types.csv")
                   if row["allowed_vertex_training"] == "yes"}))
    pairs.append(("counts",
                  {(row["machine-type"], row["accelerator"], row["counts"])
                   for row in rows(tables / "vertex-accelerator-counts.csv")},
                  {(row["machine_type"], column, counts)
                   for row in rows(facts / "gcp" / "vertex_gpu_compat.csv")
                   for column, counts in row.items() if column != "machine_type" and counts}))
    regions = rows(facts / "gcp" / "vertex_regions.csv")
    pairs.append(("regions", {row["region"] for row in rows(tables / "vertex-regions.csv")},
                  {row["region"] for row in regions if row["in_gcloud_training_regions"] == "yes"}))
    pairs.append(("offers",
                  {(row["region"], row["accelerator"])
                   for row in rows(tables / "vertex-region-accelerators.csv")},
                  {(row["region"], names[part]) for row in regions
                   for column in ("gpus_for_training", "tpus_for_training")
                   for part in row[column].split("|") if part}))
    return [f"{what}: {sorted(table ^ fact)}" for what, table, fact in pairs if table != fact]


def main():
    args = sweep.options(every="sweep every N-th machine type only").parse_args()

    expected = Expected(args.tables)
    wrong = compare_facts(args.tables, args.facts) if args.facts and args.facts.is_dir() else []
    shapes = sorted({shape for shapes in expected.topologies.values() for shape in shapes})
    shapes += ["1x2", "4x2", "2x2x3", "32x32"]
    tpus = [machine for machine in expected.machines if machine in expected.topologies]
    machines = sorted({*list(expected.machines)[::args.every], *tpus, "cloud-tpu", "cloud_tpu"})
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        for machine in machines:
            cells = [(f"{count} x {accelerator}",
                      {"acceleratorType": accelerator, "acceleratorCount": count},
                      *expected.of_pair(machine, accelerator, count))
                     for accelerator in expected.accelerators for count in COUNTS]
            cells += [(shape, {"tpuTopology": shape}, *expected.of_topology(machine, shape))
                      for shape in shapes]
            total += len(cells)
            wrong += check(args.tool, pathlib.Path(folder), machine, cells)
    sweep.finish(total, wrong)


if __name__ == "__main__":
    main()
