# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what `gcloud ... list --format=json` prints.

What a file lists its items say themselves, so that its name does not matter.
"""

import collections
import json
import re

NAME = re.compile(r"[a-z][a-z0-9.-]*")
# How a list is recognized by its items, and the command that prints it.
KINDS = {
    "machine types": ("compute#machineType", "gcloud compute machine-types list"),
    "accelerator types": ("compute#acceleratorType", "gcloud compute accelerator-types list"),
    "regions": ("compute#region", "gcloud compute regions list"),
    "zones": ("compute#zone", "gcloud compute zones list"),
    "TPU types": ("acceleratorTypes", "gcloud compute tpus accelerator-types list"),
    "TPU versions": ("runtimeVersions", "gcloud compute tpus tpu-vm versions list"),
}
TPU_RESOURCE = re.compile(r"projects/[^/]+/locations/([^/]+)/(acceleratorTypes|runtimeVersions)/([^/]+)")


class Unusable(Exception):
    """A document that no table can be made of; the text says why."""


def last_part(text):
    """The name at the end of a URL."""
    return text.rsplit("/", 1)[-1]


def text_of(item, key, where):
    value = item.get(key)
    if not isinstance(value, str):
        raise Unusable(f"{where}: `{key}` is not a text")
    return value


def name_of(text, where):
    if not NAME.fullmatch(text):
        raise Unusable(f"{where}: `{text!a}` is not a name")
    return text


def number_of(item, key, where):
    value = item.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise Unusable(f"{where}: `{key}` is not a whole number")
    return value


def kind_of(item, where):
    kind = item.get("kind")
    resource = TPU_RESOURCE.fullmatch(str(item.get("name", "")))
    mark = resource.group(2) if resource else kind
    for name, (known, _) in KINDS.items():
        if mark == known:
            return name
    raise Unusable(f"{where}: neither `kind` nor `name` says what is listed")


class Listings:
    """All documents of a folder together."""

    def __init__(self):
        self.kinds = set()
        # Name of a machine type to (vCPUs, GB, accelerator, its number).
        self.machines = {}
        # Name of an accelerator, as flags spell it, to its zones.
        self.accelerators = collections.defaultdict(set)
        self.regions = set()
        self.zones = {}
        # Name of a TPU type to its topology, and of a zone to its types.
        self.tpu_types = {}
        self.tpu_zones = collections.defaultdict(set)
        self.tpu_versions = set()

    def read(self, path):
        try:
            items = json.loads(path.read_text(encoding="utf-8"))
        except (ValueError, OSError, RecursionError) as error:
            raise Unusable(f"{path.name}: {error}") from None
        if not isinstance(items, list) or not items:
            raise Unusable(f"{path.name}: not a list with anything in it")
        for index, item in enumerate(items):
            where = f"{path.name}, item {index + 1}"
            if not isinstance(item, dict):
                raise Unusable(f"{where}: not an object")
            kind = kind_of(item, where)
            self.kinds.add(kind)
            getattr(self, "add_" + kind.lower().replace(" ", "_")[:-1])(item, where)

    def add_machine_type(self, item, where):
        name = name_of(text_of(item, "name", where), where)
        parts = item.get("accelerators") or []
        if not isinstance(parts, list) or len(parts) > 1:
            raise Unusable(f"{where}: `accelerators` is not a list of one")
        accelerator, count = None, None
        for part in parts:
            if not isinstance(part, dict):
                raise Unusable(f"{where}: `accelerators` is not a list of objects")
            accelerator = name_of(text_of(part, "guestAcceleratorType", where), where)
            count = number_of(part, "guestAcceleratorCount", where)
        machine = (number_of(item, "guestCpus", where), number_of(item, "memoryMb", where) / 1024,
                   accelerator, count)
        if self.machines.setdefault(name, machine) != machine:
            raise Unusable(f"{where}: {name} is not the same in all zones")

    def add_accelerator_type(self, item, where):
        name = name_of(text_of(item, "name", where), where)
        zone = name_of(last_part(text_of(item, "zone", where)), where)
        self.accelerators[name].add(zone)

    def add_region(self, item, where):
        self.regions.add(name_of(text_of(item, "name", where), where))

    def add_zone(self, item, where):
        zone = name_of(text_of(item, "name", where), where)
        self.zones[zone] = name_of(last_part(text_of(item, "region", where)), where)

    def add_tpu_type(self, item, where):
        zone, _, name = TPU_RESOURCE.fullmatch(item["name"]).groups()
        configs = item.get("acceleratorConfigs") or [{}]
        topology = configs[0].get("topology", "") if isinstance(configs, list) \
            and isinstance(configs[0], dict) else None
        if not isinstance(topology, str) or not re.fullmatch(r"(\d+(x\d+)+)?", topology):
            raise Unusable(f"{where}: `acceleratorConfigs` has no topology such as 2x4")
        self.tpu_types.setdefault(name_of(name, where), topology)
        self.tpu_zones[name_of(zone, where)].add(name)

    def add_tpu_version(self, item, where):
        self.tpu_versions.add(name_of(TPU_RESOURCE.fullmatch(item["name"]).group(3), where))


def read_folder(folder):
    """Raises Unusable if a file cannot be read whole, or there is none."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise Unusable(f"{folder}: no *.json in this folder")
    listings = Listings()
    for path in paths:
        listings.read(path)
    return listings
