#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Brings the tables up to date with what Google Cloud itself lists.

    mkdir listings && cd listings
    gcloud compute machine-types list --format=json > machine-types.json
    gcloud compute accelerator-types list --format=json > accelerator-types.json
    gcloud compute regions list --format=json > regions.json
    gcloud compute zones list --format=json > zones.json
    gcloud compute tpus accelerator-types list --zone=ZONE --format=json > tpu-types-ZONE.json
    gcloud compute tpus tpu-vm versions list --zone=ZONE --format=json > tpu-versions-ZONE.json
    utils/refresh_tables.py listings

New rows are added and others changed, with the command and the date as their source, and
what changed is printed. A list that is closed, so that a name outside of it is an error,
is never made shorter without being told: if the documents lack rows of one, nothing is
written. That a table lists more than the documents is normal where the documents are
those of one project or of some zones.

    utils/refresh_tables.py listings --dry-run            # only print
    utils/refresh_tables.py listings --output newer       # for trainlint --tables newer
    utils/refresh_tables.py listings --drop               # shorten closed lists
"""

import argparse
import datetime
import pathlib
import re
import sys

from gcloud_listings import KINDS, Unusable, read_folder
from table_file import TableFile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TENSORFLOW = re.compile(r"tpu-vm-tf-(\d+\.\d+\.\d+)(?:-(pjrt|se))?(?:-v\S+)?")
PYTORCH = re.compile(r"tpu-vm-(?:v\d+-)?pt-(\d+\.\d+)")
# Images that PyTorch and JAX are installed on.
BARE = re.compile(r"tpu-ubuntu\S+|tpu-vm(-v\d+)?-base|v2-alpha\S*|v\d\w*-ubuntu-\d+")


def number(value):
    """48, 0.6."""
    return f"{value:g}" if value < 1e6 else str(int(value))


class Refresh:
    def __init__(self, tables, listings):
        self.tables = {name: TableFile(tables / f"{name}.csv") for name in (
            "machine-types", "accelerators", "accelerator-zones", "regions", "tpu-types",
            "tpu-generations", "tpu-zones", "tpu-software-versions")}
        self.listings = listings
        # Table to the commands that its rows are checked against.
        self.commands = {}
        # Table and key of rows in closed lists that the documents lack.
        self.missing = []
        # What a person has to look up.
        self.by_hand = []

    def uses(self, table, kind):
        commands = self.commands.setdefault(table, [])
        if KINDS[kind][1] not in commands:
            commands.append(KINDS[kind][1])

    def run(self):
        steps = {"machine types": self.machines, "accelerator types": self.accelerators,
                 "regions": self.regions, "zones": self.regions, "TPU types": self.tpus,
                 "TPU versions": self.versions}
        for kind, step in steps.items():
            if kind in self.listings.kinds:
                step(kind)

    #===--------------------------------------------------------------------===#
    # Compute Engine
    #===--------------------------------------------------------------------===#

    def name_of_gpu(self, flag, kind):
        """The name in files of what flags call `flag`, as a row of its table."""
        table = self.tables["accelerators"]
        for row in table.rows.values():
            if row["flag-name"] == flag:
                return row["name"]
        name = flag.upper().replace("-", "_")
        table.add(name=name, flag_name=flag, kind="gpu", ai_platform="no", zones_complete="no",
                  vertex="no")
        self.uses(table.name, kind)
        self.by_hand.append(f"accelerators: memory-gb of {name}")
        self.by_hand.append(f"gke-gpus: a row for {name}")
        return name

    def accelerator_of(self, name, flag, families):
        if flag.startswith("nvidia-"):
            return self.name_of_gpu(flag, "machine types")
        # TPUs have the name of their machines there.
        if name.split("-")[0] in families:
            return families[name.split("-")[0]]
        self.by_hand.append(f"machine-types: {name}, whose accelerator is {flag}")
        return None

    def machines(self, kind):
        table = self.tables["machine-types"]
        self.uses(table.name, kind)
        families = {row["family"]: row["accelerator"] for row in table.rows.values()
                    if row["kind"] == "compute-engine"}
        for name, (vcpus, memory, flag, count) in sorted(self.listings.machines.items()):
            family = name.split("-")[0]
            if not flag and family not in families:
                continue
            cells = {"name": name, "vcpus": number(vcpus), "memory-gb": number(round(memory, 2))}
            if flag:
                accelerator = self.accelerator_of(name, flag, families)
                if not accelerator:
                    continue
                # Of a part of a GPU the list says that it is one.
                old = table.rows.get((name,), {}).get("accelerator-count", "")
                part = old and float(old) < 1
                cells.update({"accelerator": accelerator,
                              "accelerator-count": old if part else str(count)})
            if (name,) not in table.rows:
                cells.update({"family": family, "kind": "compute-engine", "ai-platform": "no",
                              "vertex": "no"})
            table.add(**cells)

    def accelerators(self, kind):
        table = self.tables["accelerator-zones"]
        self.uses(table.name, kind)
        self.uses("accelerators", kind)
        listed = set()
        for flag, zones in sorted(self.listings.accelerators.items()):
            # Workstations are no place to train.
            if not flag.startswith("nvidia-") or flag.endswith("-vws"):
                continue
            name = self.name_of_gpu(flag, kind)
            if (name,) not in self.tables["accelerators"].before:
                self.tables["accelerators"].add(name=name, zones_complete="yes")
            for zone in sorted(zones):
                row = {"accelerator": name, "region": zone.rsplit("-", 1)[0], "zone": zone}
                table.add(**row)
                listed.add(table.key(row))
        complete = {row["name"] for row in self.tables["accelerators"].rows.values()
                    if row["zones-complete"] == "yes"}
        self.expect(table, {key for key, row in table.rows.items()
                            if row["accelerator"] in complete} - listed)

    def regions(self, kind):
        table = self.tables["regions"]
        if table.name in self.commands:
            return
        for used in ("regions", "zones"):
            if used in self.listings.kinds:
                self.uses(table.name, used)
        listed = self.listings.regions | set(self.listings.zones.values())
        for region in listed:
            table.add(region=region)
        self.expect(table, set(table.rows) - {(region,) for region in listed})

    #===--------------------------------------------------------------------===#
    # Cloud TPU
    #===--------------------------------------------------------------------===#

    def generation_of(self, name):
        prefix = name.rsplit("-", 1)[0]
        rows = self.tables["tpu-generations"].rows.values()
        return next((row for row in rows if row["type-name"] == prefix), None)

    def add_tpu_type(self, name, topology):
        table, generation = self.tables["tpu-types"], self.generation_of(name)
        if (name,) in table.rows:
            # A TPU of one's own machines is not described by its shape.
            if topology and topology.count("x") + 1 == int(generation["dimensions"]):
                table.add(name=name, topology=topology)
            return
        size = name.rsplit("-", 1)[1]
        if not generation or not size.isdigit():
            self.by_hand.append(f"tpu-types: {name}")
            return
        cores = int(generation["cores-per-chip"])
        in_chips = generation["type-name"] in ("v5litepod", "v6e")
        chips = int(size) if in_chips else int(size) // cores
        hosts = "1|2" if chips == 8 and in_chips else str(max(1, chips // 4))
        table.add(name=name, generation=generation["name"], cores=chips * cores, chips=chips,
                  topology=topology, hosts=hosts)

    def tpus(self, kind):
        types, zones = self.tables["tpu-types"], self.tables["tpu-zones"]
        self.uses(types.name, kind)
        self.uses(zones.name, kind)
        for name, topology in sorted(self.listings.tpu_types.items()):
            self.add_tpu_type(name, topology)
        by_generation = {key[0] for key in zones.rows if "-" not in key[0]}
        for zone, names in sorted(self.listings.tpu_zones.items()):
            for name in sorted(names):
                prefix = name.rsplit("-", 1)[0]
                offer = prefix if prefix in by_generation else name
                if (offer, zone) not in zones.rows and (name,) in types.rows:
                    zones.add(accelerator=offer, zone=zone, availability="listed")
        complete = {row["name"] for row in self.tables["tpu-generations"].rows.values()
                    if row["types-complete"] == "yes"}
        listed = {row["generation"] for key, row in types.rows.items()
                  if key[0] in self.listings.tpu_types}
        # What one zone does not have another may.
        self.expect(types, {key for key, row in types.rows.items()
                            if row["generation"] in complete & listed
                            and key[0] not in self.listings.tpu_types})

    def versions(self, kind):
        table = self.tables["tpu-software-versions"]
        self.uses(table.name, kind)
        for name in sorted(self.listings.tpu_versions):
            # Slices of several hosts have the same version, with `-pod` in its name.
            if (name,) in table.rows or "-pod" in name or "nightly" in name:
                continue
            tensorflow, pytorch = TENSORFLOW.fullmatch(name), PYTORCH.fullmatch(name)
            cells = {"name": name, "architecture": "vm", "generic": "no"}
            if tensorflow:
                cells.update({"framework": "tensorflow", "framework-version": tensorflow.group(1),
                              "device-api": tensorflow.group(2) or "se"})
            elif pytorch:
                cells.update({"framework": "pytorch", "framework-version": pytorch.group(1)})
            elif BARE.fullmatch(name):
                cells["framework"] = "pytorch and jax"
                self.by_hand.append(f"tpu-software-generations: what {name} is made for")
            else:
                self.by_hand.append(f"tpu-software-versions: {name}")
                continue
            table.add(**cells)

    #===--------------------------------------------------------------------===#
    # The outcome
    #===--------------------------------------------------------------------===#

    def expect(self, table, missing):
        self.missing += [(table, key) for key in sorted(missing)]

    def drop(self):
        for table, key in self.missing:
            del table.rows[key]

    def report(self, out):
        for name, table in self.tables.items():
            lines = list(table.differences())
            if lines:
                print(f"{name}:", *lines, sep="\n", file=out)
        if self.by_hand:
            print("to be looked up by a person:", *(f"  {line}" for line in self.by_hand),
                  sep="\n", file=out)

    def write(self, folder, date):
        written = [table for table in self.tables.values() if table.changed()
                   or table.name in self.commands]
        for table in written:
            table.stamp(self.commands.get(table.name, []), date)
            table.write(folder / f"{table.name}.csv")
        return len(written)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="the documents")
    parser.add_argument("--tables", type=pathlib.Path, default=ROOT / "tables")
    parser.add_argument("--output", type=pathlib.Path, help="where to write; the tables' folder")
    parser.add_argument("--as-of", type=datetime.date.fromisoformat, default=datetime.date.today(),
                        help="the day of the documents; today")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    parser.add_argument("--drop", action="store_true",
                        help="remove rows of closed lists that the documents lack")
    options = parser.parse_args()
    try:
        refresh = Refresh(options.tables, read_folder(options.folder))
        refresh.run()
    except Unusable as error:
        print(f"refresh_tables.py: {error}", file=sys.stderr)
        return 2
    if options.drop:
        refresh.drop()
    refresh.report(sys.stdout)
    if refresh.missing and not options.drop:
        print("closed lists would become shorter:", file=sys.stderr)
        for table, key in refresh.missing:
            print(f"  - {table.name}: {' '.join(key)}", file=sys.stderr)
        print("nothing was written; --drop removes these rows", file=sys.stderr)
        return 1
    if options.dry_run:
        return 0
    folder = options.output or options.tables
    folder.mkdir(parents=True, exist_ok=True)
    written = refresh.write(folder, options.as_of)
    print(f"{written} tables written to {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
