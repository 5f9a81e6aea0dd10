#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares trainlint's YAML reader with libyaml, through PyYAML's C loader.

Every file below the given folders is read whole, cut off at every byte (or at
a sample of them), and with random bytes changed. Both readers have to agree on
whether the text is well-formed and, where it is, on every node: its kind, its
value, its YAML 1.1 type, its style, its anchor and its exact range.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys

import yaml

STYLES = {None: "", "": "", "'": "'", '"': '"', "|": "|", ">": ">"}


class Resolver(yaml.CSafeLoader):
    """Gives scalars the types that gcloud's reader gives them: it takes what YAML 1.1 says of `y` and `n`,
    and numbers with an exponent need neither a point nor a sign."""


Resolver.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^[yYnN]$"), list("yYnN"))
Resolver.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9][0-9_]*(\.[0-9_]*)?[eE][-+]?[0-9]+$"),
                               list("-+0123456789"))
RESOLVER = Resolver("")
TAGS = {"null": "null", "bool": "bool", "int": "int", "float": "float",
        "timestamp": "timestamp", "merge": "merge", "str": "str"}


class Offsets:
    """Turns libyaml's character indices into byte offsets."""

    def __init__(self, data):
        text = data.decode("utf-8")
        self.start = 3 if text.startswith("\ufeff") else 0
        self.text = text[1:] if self.start else text
        self.ascii = self.text.isascii()

    def __call__(self, index):
        if self.ascii:
            return index + self.start
        return len(self.text[:index].encode("utf-8")) + self.start


def type_of(event):
    if event.tag not in (None, "!"):
        short = event.tag.removeprefix("tag:yaml.org,2002:")
        return TAGS.get(short, "str") if short != event.tag else "str"
    if event.tag == "!" or not event.implicit[0]:
        return "str"
    tag = RESOLVER.resolve(yaml.ScalarNode, event.value, (True, False))
    return TAGS.get(tag.removeprefix("tag:yaml.org,2002:"), "str")


def reference(data):
    """The nodes that libyaml sees, or None if it refuses the text."""
    try:
        events = list(yaml.parse(data, Loader=yaml.CSafeLoader))
        list(yaml.compose_all(data, Loader=yaml.CSafeLoader))
    except yaml.YAMLError as error:
        # Two anchors of one name are fine in YAML; only PyYAML's composer
        # refuses them.
        if "duplicate anchor" not in str(error):
            return None, str(error)
    except RecursionError:
        return None, "recursion"
    offsets = Offsets(data)
    nodes, last = [], None
    for event in events:
        if isinstance(event, yaml.ScalarEvent):
            begin, end = offsets(event.start_mark.index), offsets(event.end_mark.index)
            nodes.append(["scalar", begin, end, STYLES[event.style], event.value,
                          type_of(event), event.anchor or ""])
        elif isinstance(event, yaml.AliasEvent):
            begin, end = offsets(event.start_mark.index), offsets(event.end_mark.index)
            nodes.append(["alias", begin, end, event.anchor, ""])
        elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            kind = "sequence" if isinstance(event, yaml.SequenceStartEvent) else "mapping"
            nodes.append([kind, offsets(event.start_mark.index), None,
                          bool(event.flow_style), event.anchor or ""])
    return nodes, None


def same_node(ours, theirs):
    if ours[0] != theirs[0] or len(ours) != len(theirs):
        return False
    # libyaml's nodes begin at their anchor or tag, its empty scalars end where
    # the next token does, and the end of a block scalar includes the lines
    # that are stripped from it: none of them is compared.
    with_properties = ours[-1] != ""
    if ours[0] == "scalar":
        if ours[3:] != theirs[3:]:
            return False
        if ours[1] == ours[2] or with_properties or ours[3] in "|>" and ours[3]:
            return True
        return ours[1] >= theirs[1] and ours[2] == theirs[2]
    if ours[0] == "alias":
        return ours == theirs
    return ours[3:] == theirs[3:]


def compare(data, ours):
    theirs, reason = reference(data)
    if theirs is None:
        return f"libyaml refuses it ({reason})" if ours["ok"] else None
    if not ours["ok"]:
        return f"trainlint refuses it ({ours['problem']} at {ours['at']})"
    if len(ours["nodes"]) != len(theirs):
        return f"{len(ours['nodes'])} nodes, libyaml has {len(theirs)}"
    for one, other in zip(ours["nodes"], theirs):
        if not same_node(one, other):
            return f"node {one}, libyaml has {other}"
    return None


def excerpt(data, ours, difference):
    """The lines that a difference speaks of, as far as it tells."""
    place = re.findall(r"line (\d+)", difference)
    if place:
        line = int(place[-1])
        return b"\n".join(data.split(b"\n")[max(0, line - 3):line + 1])
    at = ours.get("at", len(data))
    return data[max(0, at - 80):at + 80]


def run(tool, texts):
    payload = b"".join(b"%d\n%s" % (len(text), text) for text in texts)
    result = subprocess.run([tool], input=payload, stdout=subprocess.PIPE, check=False)
    if result.returncode != 0:
        sys.exit(f"{tool} ended with {result.returncode}")
    return [json.loads(line) for line in result.stdout.splitlines()]


def mutate(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(5)
        token = rng.choice([b":", b"-", b"?", b"#", b"&a ", b"*a", b"!", b"|", b">", b"'", b'"',
                            b"%", b"@", b"`", b"\t", b" ", b"\n", b"\r\n", b"[", b"]", b"{", b"}",
                            b",", b"---\n", b"...\n", b": ", b"- ", b"? ", b" #", b"\\", b"<<: *a",
                            b"\xc2\x85", b"\xe2\x80\xa8", "é".encode(), b"\xff", b"\x00", b"~", b"!!str "])
        if kind == 0 and len(data) > at:
            data[at] = rng.randrange(256)
        elif kind == 1:
            data[at:at] = token
        elif kind == 2:
            del data[at:at + rng.randrange(1, 8)]
        elif kind == 3:
            data[at:at + len(token)] = token
        else:
            other = rng.randrange(len(data) + 1)
            data[at:at] = data[other:other + rng.randrange(1, 40)]
    return bytes(data)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--cuts", type=int, default=0, help="cut each file at every N-th byte")
    parser.add_argument("--mutants", type=int, default=0, help="changed copies of each file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--show-yaml-cpp", action="store_true",
                        help="print where yaml-cpp reads a text differently")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    args = parser.parse_args()

    rng = random.Random(args.seed)
    files = sorted(path for folder in args.folders for path in folder.rglob("*")
                   if path.suffix in (".yaml", ".yml", ".json"))
    counts = {"texts": 0, "well-formed": 0, "differences": 0, "yaml-cpp differs": 0}
    shown = 0
    batch = []

    def flush():
        nonlocal shown
        for (label, data), ours in zip(batch, run(args.tool, [data for _, data in batch])):
            counts["texts"] += 1
            counts["well-formed"] += ours["ok"]
            counts["yaml-cpp differs"] += "disagreement" in ours
            if args.show_yaml_cpp and "disagreement" in ours:
                print(f"{label}: yaml-cpp sees {ours['disagreement']}\n    {data[-200:]!r}")
            difference = compare(data, ours)
            if difference is None:
                continue
            counts["differences"] += 1
            if shown < args.show:
                shown += 1
                print(f"{label}: {difference}\n    {excerpt(data, ours, difference)!r}")
        batch.clear()

    for path in files:
        data = path.read_bytes()
        texts = [("whole", data)]
        if args.cuts:
            texts += [(f"cut at {n}", data[:n]) for n in range(0, len(data), args.cuts)]
        texts += [(f"mutant {n}", mutate(rng, data)) for n in range(args.mutants)]
        batch += [(f"{path.name}: {label}", text) for label, text in texts]
        if len(batch) > 2000:
            flush()
    flush()
    print(", ".join(f"{value} {key}" for key, value in counts.items()))
    sys.exit(counts["differences"] != 0)


if __name__ == "__main__":
    main()
