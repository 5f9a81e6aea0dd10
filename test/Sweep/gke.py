#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks every TPU accelerator of GKE with every topology of any of them, every
number of chips from 1 to 16 and several numbers of pods, and every GPU with every
number and machine.

The expected verdict of each cell is worked out here: with --facts from the
collected facts themselves, which list every topology, so that the rule for large
ones in the program is compared with its source; otherwise from the tables.
"""

import json
import math
import pathlib
import subprocess
import tempfile

import sweep
from sweep import rows

CHIPS = range(1, 17)
DOCUMENTS_A_FILE = 4000


class Facts:
    """What is true: for each accelerator and topology the chips of its nodes."""

    def __init__(self, tables):
        accelerators = rows(tables / "gke-tpu-accelerators.csv")
        self.status = {row["name"]: row["status"] for row in accelerators}
        self.ascending = {row["name"] for row in accelerators if row["ascending"] == "yes"}
        self.kinds = {}
        self.machines = {}
        for row in rows(tables / "gke-tpu-topologies.csv"):
            self.add(row["accelerator"], row["topology"], int(row["chips-per-node"]), row["machine-type"])
        for row in accelerators:
            for topology in large_topologies(row):
                self.add(row["name"], topology, 4, row["large-machine-type"])

    def add(self, accelerator, topology, chips, machine):
        self.kinds.setdefault((accelerator, topology), set()).add(chips)
        self.machines[accelerator, topology, chips] = machine

    def slices(self, accelerator, topology):
        """(chips of a node, nodes) of all kinds of nodes that there are."""
        total = math.prod(map(int, topology.split("x")))
        return sorted((chips, total // chips) for chips in self.kinds.get((accelerator, topology), ()))


def large_topologies(row):
    if not row["max-cubes"]:
        return
    most = int(row["max-cubes"])
    for a in range(1, 65):
        for b in range(1, min(64, most // a) + 1):
            for c in range(1, min(64, most // (a * b)) + 1):
                if row["ascending"] == "no" or a <= b <= c:
                    yield f"{4 * a}x{4 * b}x{4 * c}"


def compare(facts, folder):
    """The tables against the collected facts; returns what differs."""
    listed = {}
    for row in rows(folder / "tpu" / "gke_tpu.csv"):
        # One row has several topologies and their chips.
        for topology, chips in zip(row["gke_tpu_topology"].split("|"), row["chips_per_node"].split("|")):
            if topology and facts.status[row["gke_tpu_accelerator"]] == "offered":
                listed.setdefault((row["gke_tpu_accelerator"], topology), set()).add(int(chips))
                nodes = int(row["num_nodes"])
                machine = facts.machines.get((row["gke_tpu_accelerator"], topology, int(chips)))
                if machine != row["machine_type"]:
                    yield f"{row['gke_tpu_accelerator']} {topology}: {machine}, facts {row['machine_type']}"
                if math.prod(map(int, topology.split("x"))) != nodes * int(chips):
                    yield f"{row['gke_tpu_accelerator']} {topology}: {nodes} nodes in the facts"
    for key in sorted(facts.kinds.keys() | listed.keys()):
        if facts.kinds.get(key) != listed.get(key):
            yield f"{key}: tables {facts.kinds.get(key)}, facts {listed.get(key)}"


def pod(selector, resource, count):
    return {"nodeSelector": selector,
            "containers": [{"name": "a", "image": "a/b",
                            "resources": {"limits": {resource: count}}}]}


def tpu_document(accelerator, topology, chips, pods):
    return {"apiVersion": "batch/v1", "kind": "Job", "spec": {
        "parallelism": pods, "completions": pods,
        "template": {"spec": pod({"cloud.google.com/gke-tpu-accelerator": accelerator,
                                  "cloud.google.com/gke-tpu-topology": topology},
                                 "google.com/tpu", chips)}}}


def tpu_verdict(facts, accelerator, topology, chips, pods):
    """The rules of the errors and of the warnings."""
    if facts.status[accelerator] == "refused":
        return {"unknown-tpu-accelerator"}, set()
    if facts.status[accelerator] == "unconfirmed":
        return set(), set()
    slices = facts.slices(accelerator, topology)
    if not slices:
        ascending = "x".join(map(str, sorted(map(int, topology.split("x")))))
        reordered = accelerator in facts.ascending and facts.slices(accelerator, ascending)
        return (set(), {"tpu-topology"}) if reordered else ({"tpu-topology"}, set())
    fitting = [nodes for size, nodes in slices if size == chips]
    if not fitting:
        shared = any(nodes == 1 and chips < size for size, nodes in slices)
        return (set(), {"tpu-chips-per-node"}) if shared else ({"tpu-chips-per-node"}, set())
    nodes = fitting[0]
    if nodes == 1 or pods == nodes:
        return set(), set()
    return (set(), {"tpu-slice-nodes"}) if pods % nodes == 0 else ({"tpu-slice-nodes"}, set())


def tpu_cells(facts, every):
    topologies = sorted({topology for _, topology in facts.kinds} | {"3x4", "2x8", "4x4x6", "1x2x1", "4x4x260", "256x256x256"})
    small = [topology for topology in topologies if math.prod(map(int, topology.split("x"))) <= 64]
    number = 0
    for accelerator in facts.status:
        for topology in topologies:
            number += 1
            if topology not in small and number % every:
                continue
            kinds = facts.slices(accelerator, topology)
            # All numbers of chips for small slices, and those that tell for large ones.
            chips = CHIPS if topology in small else [1, 4, 5, 8]
            for count in chips:
                nodes = next((nodes for size, nodes in kinds if size == count), 1)
                for pods in sorted({1, nodes, nodes + 1, 2 * nodes}):
                    yield (tpu_document(accelerator, topology, count, pods),
                           tpu_verdict(facts, accelerator, topology, count, pods))


def gpu_cells(tables):
    labels = {row["name"]: row["flag-name"] for row in rows(tables / "accelerators.csv")
              if row["kind"] == "gpu"}
    gpus = {row["accelerator"]: row for row in rows(tables / "gke-gpus.csv")}
    assert set(labels) == set(gpus), set(labels) ^ set(gpus)
    machines = [row for row in rows(tables / "machine-types.csv") if row["kind"] == "compute-engine"]
    families = sorted({row["family"] for row in machines})
    for name, row in gpus.items():
        label = {"cloud.google.com/gke-accelerator": labels[name]}
        counts = [int(count) for count in row["counts"].split("|")]
        divisible = row["divisible"] == "yes"
        for count in range(1, 18):
            errors, warnings = set(), set()
            if count > counts[-1]:
                (warnings if divisible else errors).add("gpu-count")
            yield {"apiVersion": "v1", "kind": "Pod", "spec": pod(label, "nvidia.com/gpu", count)}, (errors, warnings)
            partition = {**label, "cloud.google.com/gke-gpu-partition-size": "1g.5gb"}
            yield {"apiVersion": "v1", "kind": "Pod", "spec": pod(partition, "nvidia.com/gpu", count)}, (set(), set())
        for family in families:
            chosen = {**label, "cloud.google.com/machine-family": family}
            wrong = {"accelerator-machine"} if family != row["family"] else set()
            yield {"apiVersion": "v1", "kind": "Pod", "spec": pod(chosen, "nvidia.com/gpu", counts[0])}, (wrong, set())
        for machine in machines:
            chosen = {**label, "node.kubernetes.io/instance-type": machine["name"]}
            has = machine["accelerator"] == name if machine["accelerator"] \
                else machine["family"] == row["family"]
            few = machine["accelerator"] == name and not divisible \
                and counts[-1] > float(machine["accelerator-count"])
            wrong = {"accelerator-machine"} if not has or few else set()
            yield {"apiVersion": "v1", "kind": "Pod", "spec": pod(chosen, "nvidia.com/gpu", counts[-1])}, (wrong, set())


# GPUs that the documentation names since the facts were collected: Compute Engine,
# GPU machine types (2026-04-14).
DOCUMENTED_SINCE = [("NVIDIA_GB300", "a4x")]


def compare_gpus(tables, folder):
    """The counts of GPUs against the facts."""
    counts = {}
    for row in rows(folder / "gcp" / "gpu_limits.csv"):
        number = float(row["count"])
        if number >= 1 and row["scope"] in ("compute_engine", "fixed_machine"):
            family = "n1" if row["machine"] == "N1 attachable" else row["machine"].split("-")[0]
            counts.setdefault((row["gpu"], family), set()).add(int(number))
    ours = {(row["accelerator"], row["family"]): set(map(int, row["counts"].split("|")))
            for row in rows(tables / "gke-gpus.csv")}
    counts.update({key: ours.get(key) for key in DOCUMENTED_SINCE})
    for key in sorted(counts.keys() | ours.keys()):
        if counts.get(key) != ours.get(key):
            yield f"{key}: table {ours.get(key)}, facts {counts.get(key)}"


def check(tool, cells, folder):
    wrong = []
    for begin in range(0, len(cells), DOCUMENTS_A_FILE):
        part = cells[begin:begin + DOCUMENTS_A_FILE]
        path = folder / f"{begin}.yaml"
        # A document of JSON is one of YAML, and takes a line.
        path.write_text("".join(f"---\n{json.dumps(document)}\n" for document, _ in part))
        result = subprocess.run([tool, "--isolated", "--format=json", str(path)],
                                stdout=subprocess.PIPE, check=False)
        found = [(set(), set()) for _ in part]
        for item in json.loads(result.stdout)["diagnostics"]:
            errors, warnings = found[item["range"]["start"]["line"] // 2 - 1]
            if item["severity"] != "info":
                (errors if item["severity"] == "error" else warnings).add(item["rule"])
        for (document, expected), names in zip(part, found):
            if names != expected:
                wrong.append(f"{json.dumps(document)}: {names}, expected {expected}")
    return wrong


def main():
    args = sweep.options(every="sweep every N-th large topology only").parse_args()

    facts = Facts(args.tables)
    wrong = []
    if args.facts and args.facts.is_dir():
        wrong += compare(facts, args.facts)
        wrong += compare_gpus(args.tables, args.facts)
    cells = list(tpu_cells(facts, args.every)) + list(gpu_cells(args.tables))
    with tempfile.TemporaryDirectory() as folder:
        wrong += check(args.tool, cells, pathlib.Path(folder))
    sweep.finish(len(cells), wrong)


if __name__ == "__main__":
    main()
