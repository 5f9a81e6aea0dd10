#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what commands ask of Cloud TPU, one command for each cell:

- accelerator types of every generation with every number;
- TPU Nodes of every type with instance groups of every size, and with blocks of
  addresses of every length;
- topologies of two and three dimensions for every generation;
- every type in every zone;
- every type with every software version, for TPU VMs and for TPU Nodes.

The expected verdict of each cell is worked out here from the tables, without
trainlint's own reading of them. Each cell has to have exactly the findings that are
expected of it, in their severity and with the numbers that they have to name. With
--facts the tables are also compared with the collected facts that they were made
from.
"""

import itertools
import json
import math
import pathlib
import re
import subprocess
import tempfile

import sweep
from sweep import rows

# Of a three-dimensional slice: every small dimension, and larger ones up to slices
# that are larger than a pod.
LENGTHS = [*range(1, 10), 10, 12, 16, 18, 20, 24, 28]
NUMBERS = [*range(0, 600), 1000, 1023, 1024, 1025, 2047, 2048, 2049, 4096, 8192, 18432, 20000]
# So many commands go into one file, which keeps each run short.
BATCH = 4000


class Tables:
    def __init__(self, folder):
        self.types = {row["name"]: row for row in rows(folder / "tpu-types.csv")}
        self.generations = {row["name"]: row for row in rows(folder / "tpu-generations.csv")}
        self.versions = {row["name"]: row for row in rows(folder / "tpu-software-versions.csv")}
        self.zones = {(row["accelerator"], row["zone"]): row["availability"]
                      for row in rows(folder / "tpu-zones.csv")}
        self.software = {}
        for row in rows(folder / "tpu-software-generations.csv"):
            self.software.setdefault(row["version"], set()).add(row["generation"])
        # The words of --type; some of them only the alpha track takes.
        flag, = (row for row in rows(folder / "command-flags.csv")
                 if row["command"] == "gcloud compute tpus tpu-vm create" and row["flag"] == "type")
        self.words = {word.split("@")[0] for word in flag["choices"].split("|")}

    def types_of(self, generation):
        return [row for row in self.types.values() if row["generation"] == generation]

    def hosts(self, name):
        return [int(hosts) for hosts in self.types[name]["hosts"].split("|")]


class Cell:
    """One command, and the findings that it has to have: (severity, rule, what the
    message has to hold)."""

    def __init__(self, text, *findings, before=""):
        self.text, self.findings, self.before = text, [f for f in findings if f], before
        # The newest generation is not documented for these commands, whatever else is
        # wrong with them.
        if re.search(r"type tpu7x\b", text):
            self.findings.append(("info", "tpu-api-generation", "TPU7x is documented for GKE"))


# The commands need a version. These two go with every type.
def tpu_vm(rest, version="v2-alpha", track=""):
    return f"gcloud{track} compute tpus tpu-vm create tpu-1 {rest} --version {version}"


def node(rest, version="nightly"):
    return f"gcloud compute tpus create tpu-1 {rest} --version {version}"


def numbers(tables):
    """A number is a size of a generation or is not; of those whose types are not all
    known one that the table lacks is a warning."""
    for generation in tables.generations.values():
        for number in NUMBERS:
            name = f"{generation['type-name']}-{number}"
            finding = None
            if name not in tables.types and generation["types-complete"] == "yes":
                finding = ("error", "unknown-tpu-type", f"{name} is not an accelerator type of "
                                                        f"{generation['name']}")
            elif name not in tables.types:
                finding = ("warning", "unknown-tpu-type", f"{name} is not ")
            yield Cell(tpu_vm(f"--accelerator-type {name}"), finding)
    for name in tables.types:
        yield Cell(tpu_vm(f"--accelerator-type {name}"))


def node_types(tables):
    """The types that VMs of one's own can feed."""
    return [row for row in tables.types.values()
            if tables.generations[row["generation"]]["node-architecture"] == "yes"]


def groups(tables):
    """A pod needs one VM for each 8 cores; a single device needs one, of which more are an info."""
    for row in node_types(tables):
        needed = int(row["cores"]) // 8
        for size in sorted({*range(1, 41), needed - 1, needed, needed + 1, 2 * needed} - {0}):
            finding = None
            if int(row["cores"]) <= 8 and size > 1:
                finding = ("info", "pod-vm-count", f"the instance group has {size}")
            if int(row["cores"]) > 8 and size != needed:
                finding = ("error", "pod-vm-count", f"needs {needed} VMs, the instance group "
                                                    f"has {size}")
            group = f"gcloud compute instance-groups managed create vms --template t --size {size}"
            yield Cell(node(f"--accelerator-type {row['name']}"), finding, before=group)


def addresses(tables):
    for row in node_types(tables):
        for length in range(8, 33):
            finding = None
            if row["range-prefix"] and length > int(row["range-prefix"]):
                finding = ("warning", "tpu-address-range", f"a /{row['range-prefix']} block")
            yield Cell(node(f"--accelerator-type {row['name']} --range 10.0.0.0/{length}"), finding)


class Topologies:
    """What a generation says of the topologies that are asked of it."""

    def __init__(self, tables, generation):
        self.generation = tables.generations[generation]
        types = tables.types_of(generation)
        self.named = {row["topology"]: int(row["chips"]) for row in types if row["topology"]}
        self.unnamed = {int(row["chips"]) for row in types if not row["topology"]}

    def __call__(self, lengths):
        """The severity of a finding and what it says, or nothing."""
        text, chips = "x".join(map(str, lengths)), math.prod(lengths)
        dimensions = int(self.generation["dimensions"])
        if len(lengths) != dimensions:
            return "error", f"has {len(lengths)} dimensions"
        if dimensions == 2:
            known = text in self.named or chips in self.unnamed
            return None if known else ("error", f"{text} is not a topology of")
        if chips < 64:
            known = text in self.named
            return None if known else ("error", f"{text} is not a topology of")
        if any(length % 4 for length in lengths):
            return "error", f"{text} is not made of cubes"
        most = int(self.generation["largest-slice"] or self.generation["chips-per-pod"])
        return ("warning", f"has {chips} chips") if chips > most else None


def topologies(tables):
    shapes = [*itertools.product(range(1, 33), repeat=2), *itertools.product(LENGTHS, repeat=3)]
    for generation in tables.generations:
        expected = Topologies(tables, generation)
        name = tables.generations[generation]["type-name"]
        for shape in shapes:
            verdict = expected(shape)
            text = "x".join(map(str, shape))
            kinds = [""]
            if len(shape) == 3 and max(shape) <= 8:
                kinds += ["_untwisted", "_twisted"]  # which says nothing of the size
            for kind in kinds:
                findings = []
                if verdict:
                    severity, holds = verdict
                    findings.append((severity, "tpu-topology", holds.replace(text, text + kind)))
                if name not in tables.words:
                    findings.append(("error", "invalid-flag-value", "is not a value of `--type`"))
                command = tpu_vm(f"--type {name} --topology {text}{kind}", track=" alpha")
                yield Cell(command, *findings)


def zones(tables):
    """A type is in the zones of its own and in those of its generation. Of a type with
    neither nothing is known."""
    every = sorted({zone for _, zone in tables.zones})
    for name, row in tables.types.items():
        general = tables.generations[row["generation"]]["type-name"]
        offered = {zone for accelerator, zone in tables.zones if accelerator in (name, general)}
        for zone in every:
            finding = None
            if offered and zone not in offered:
                finding = ("warning", "tpu-zone", f"{zone} does not offer {name}")
            yield Cell(tpu_vm(f"--accelerator-type {name} --zone {zone}"), finding)


def is_numbered(name, row):
    """True for a version of TensorFlow whose name is made of its number alone; the others
    name the generations that they are for."""
    number = f"tpu-vm-tf-{row['framework-version']}"
    return row["framework"] == "tensorflow" and name.removeprefix(number) in ("", "-pjrt", "-se")


def images(tables):
    """The versions of the table, and those of TensorFlow for slices of several hosts
    and with the other way to drive the devices: (name, row, changed)."""
    for name, row in tables.versions.items():
        yield name, row, ""
        number = f"tpu-vm-tf-{row['framework-version']}"
        api = name.removeprefix(number)
        if not is_numbered(name, row):
            continue
        yield f"{number}-pod{api}", row, "pod"
        yield number + ("" if api else "-pjrt"), row, "api"


def tensorflow(tables, name, row, changed, type_name):
    generation = tables.types[type_name]["generation"]
    if tables.generations[generation]["tensorflow"] == "no":
        return [("error", "tpu-software-version",
                 f"is for TensorFlow, which {generation} does not run")]
    findings = []
    if changed == "api":
        findings.append(("error", "tpu-software-version",
                         "there is no `pjrt`" if name.endswith("-pjrt") else "which API"))
    hosts = tables.hosts(type_name)
    if changed == "pod" and max(hosts) == 1:
        findings.append(("warning", "tpu-software-version", f"a {type_name} slice has one"))
    if changed != "pod" and min(hosts) > 1:
        findings.append(("warning", "tpu-software-version", f"slice has {min(hosts)}"))
    return findings


def generation_finding(tables, name, row, type_name):
    """An image goes with the generations that are named for it, if any are. The
    general one is documented for some, and may work on others."""
    generation = tables.types[type_name]["generation"]
    fits = tables.software.get(name)
    if not fits or generation in fits:
        return []
    severity = "warning" if row["generic"] == "yes" else "error"
    return [(severity, "tpu-software-version", f"not for {generation}")]


def software_of_vms(tables):
    for type_name in tables.types:
        for name, row, changed in images(tables):
            if row["architecture"] != "vm":
                continue
            if changed or is_numbered(name, row):
                findings = tensorflow(tables, name, row, changed, type_name)
            else:
                findings = generation_finding(tables, name, row, type_name)
            yield Cell(tpu_vm(f"--accelerator-type {type_name}", name), *findings)


def software_of_nodes(tables):
    for row in node_types(tables):
        for name, version in tables.versions.items():
            if version["architecture"] == "node":
                findings = generation_finding(tables, name, version, row["name"])
                yield Cell(node(f"--accelerator-type {row['name']}", name), *findings)


def write_script(cells, path):
    """One line each."""
    path.write_text("".join(cell.text + "\n" for cell in cells))
    return range(1, len(cells) + 1)


def write_steps(cells, path):
    """A shell for each cell: what one makes is nothing to the others."""
    text, starts, line = "steps:\n", [], 2
    for cell in cells:
        text += f"- run: |\n    {cell.before}\n    {cell.text}\n"
        starts.append(line)
        line += 3
    path.write_text(text)
    return starts


def check(tool, cells, folder):
    """Returns what differs."""
    steps = bool(cells[0].before)
    path = folder / ("steps.yaml" if steps else "commands.sh")
    starts = (write_steps if steps else write_script)(cells, path)
    result = subprocess.run([tool, "--isolated", "--format=json", str(path)],
                            stdout=subprocess.PIPE, check=False)
    report = json.loads(result.stdout)
    found = [[] for _ in cells]
    index = 0
    for item in sorted(report["diagnostics"], key=lambda item: item["range"]["start"]["line"]):
        while index + 1 < len(starts) and starts[index + 1] <= item["range"]["start"]["line"]:
            index += 1
        found[index].append(item)
    wrong = []
    for cell, items in zip(cells, found):
        left = list(items)
        missing = []
        for severity, rule, holds in cell.findings:
            same = next((item for item in left if item["severity"] == severity and
                         item["rule"] == rule and holds in item["message"]), None)
            if same:
                left.remove(same)
            else:
                missing.append(f"no {severity} `{holds}` [{rule}]")
        unexpected = [f"{item['severity']} `{item['message']}` [{item['rule']}]" for item in left]
        if missing or unexpected:
            wrong.append("; ".join([cell.before + " " + cell.text, *missing, *unexpected]).strip())
    return wrong


def inconsistencies(tables):
    """Rows of the table of types that contradict themselves or their generation."""
    wrong = []
    for name, row in tables.types.items():
        generation = tables.generations[row["generation"]]
        cores, chips, hosts = int(row["cores"]), int(row["chips"]), tables.hosts(name)
        prefix, number = name.rsplit("-", 1)
        counted = chips if row["generation"] in ("v5e", "v6e") else cores
        lengths = [int(length) for length in row["topology"].split("x")] if row["topology"] else []
        if (prefix != generation["type-name"] or int(number) != counted
                or cores != chips * int(generation["cores-per-chip"])
                or lengths and math.prod(lengths) != chips
                or lengths and len(lengths) != int(generation["dimensions"])
                or max(hosts) != math.ceil(chips / 4) or chips > int(generation["chips-per-pod"])):
            wrong.append(f"type {name}: its row contradicts itself")
    names = {*tables.types, *(row["type-name"] for row in tables.generations.values())}
    return wrong + [f"zone {zone}: no accelerator is called {accelerator}"
                    for accelerator, zone in tables.zones if accelerator not in names]


# Zones that the documentation names since the facts were collected.
DOCUMENTED_SINCE = [("v6e", "asia-northeast1-b")]


def differences(what, table, facts):
    return [f"{what} {key}: table {table.get(key)}, facts {facts.get(key)}"
            for key in sorted({*table, *facts}, key=str) if table.get(key) != facts.get(key)]


def numbers_in(text):
    return [int(number) for number in re.findall(r"\d+", re.sub(r"\([^)]*\)", "", text))]


def compare_facts(tables, facts):
    """The tables against the facts on TPUs; returns what differs."""
    types = {row["accelerator_type"]: row for row in rows(facts / "tpu_types.csv")}
    # A topology that tools write and no page documents is left out.
    wrong = differences(
        "type",
        {name: (row["generation"], row["cores"], row["chips"],
                row["topology"] or row["generation"] == "v4" and types[name]["topology"] or "",
                tables.hosts(name))
         for name, row in tables.types.items()},
        {name: (row["generation"], row["cores"], row["chips"], row["topology"],
                numbers_in(row["num_vms"]))
         for name, row in types.items()})
    ranges = re.search(r"TPU-P18.*", (facts / "rules.md").read_text())[0]
    wrong += differences(
        "block of addresses of",
        {name: row["range-prefix"] for name, row in tables.types.items() if row["range-prefix"]},
        dict(re.findall(r"(v\d-\d+) /(\d+)", ranges)))
    wrong += differences(
        "generation",
        {name: tuple(row[column] for column in ("cores-per-chip", "memory-gb", "chips-per-pod",
                                                "matrix-unit", "dimensions"))
         for name, row in tables.generations.items()},
        {row["generation"]: (row["cores_per_chip"], row["hbm_per_chip"].split()[0],
                             row["chips_per_pod"], row["mxu_dim"], row["interconnect"][0])
         for row in rows(facts / "tpu_generations.csv")})
    # Where sources differ, the one that tells most counts.
    known = {"documented": "documented", "documented-older": "earlier",
             "single-tenant": "single-tenant", "catalog": "catalogue",
             "catalog-hidden": "catalogue"}
    order, offers = list(known.values()), {}
    for row in rows(facts / "tpu_zones.csv"):
        if row["accelerator"].startswith("ai-platform:"):
            continue
        key, availability = (row["accelerator"], row["zone"]), known[row["availability"]]
        offers[key] = min(offers.get(key, availability), availability, key=order.index)
    offers.update({key: tables.zones.get(key) for key in DOCUMENTED_SINCE})
    wrong += differences("zone", tables.zones, offers)
    architectures = {"TPU VM": "vm", "TPU Node": "node"}
    software = [row for row in rows(facts / "tpu_software_versions.csv")
                # The names for several hosts follow from the others.
                if row["architecture"] in architectures and "-pod" not in row["version"]]
    wrong += differences(
        "software",
        {name: (row["architecture"], row["framework"], row["framework-version"], row["device-api"],
                tables.software.get(name, set()))
         # The tables know versions that are newer or older than the facts.
         for name, row in tables.versions.items()
         if name in {fact["version"] for fact in software}},
        {row["version"]: (architectures[row["architecture"]],
                          row["framework"].replace("|", " and "),
                          row["framework_version"].replace("nightly", ""), row["device_api"],
                          {*row["generation_or_scope"].split("|")} - {""})
         for row in software})
    return wrong


def main():
    args = sweep.options(every="sweep every N-th cell only").parse_args()

    tables = Tables(args.tables)
    wrong = inconsistencies(tables)
    if args.facts and args.facts.is_dir():
        wrong += compare_facts(tables, args.facts / "tpu")
    sweeps = [numbers(tables), groups(tables), addresses(tables), topologies(tables),
              zones(tables), software_of_vms(tables), software_of_nodes(tables)]
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for part in sweeps:
            cells = list(part)[::args.every]
            count += len(cells)
            for begin in range(0, len(cells), BATCH):
                wrong += check(args.tool, cells[begin:begin + BATCH], pathlib.Path(folder))
    sweep.finish(count, wrong)


if __name__ == "__main__":
    main()
