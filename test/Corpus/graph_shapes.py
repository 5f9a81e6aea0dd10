#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the shapes that public graphs carry with those that trainlint infers
when it does not see them.

TensorFlow wrote them into `_output_shapes` when the graph was exported, from
its own inference and from what the program knew. A shape that contradicts one
of them is a mistake."""

import collections
import pathlib
import re
import subprocess
import sys

# Folders of files that were damaged on purpose.
DAMAGED = ("fuzz_generated",)

NODE = re.compile(r'graph\.node ("(?:[^"\\]|\\.)*")')
TENSOR = re.compile(r"tensor<((?:(?:\?|\d+|\*)x)*)")


def results(tool, options, path):
    """The op and the shapes of the outputs of each node."""
    run = subprocess.run([tool, *options, path], capture_output=True, text=True, timeout=120)
    for line in run.stdout.splitlines():
        node = NODE.search(line)
        if not node:
            continue
        types = line.rsplit(" -> ", 1)[1]
        shapes = []
        # References and named element types have brackets of their own.
        for one in re.split(r", (?=tensor|!graph)", types.strip("()")):
            tensor = TENSOR.search(one)
            sizes = tensor.group(1) if tensor else "*x"
            shapes.append(None if sizes == "*x" else sizes.split("x")[:-1])
        yield node.group(1), shapes


def compare(given, inferred):
    """What the inferred shape is, beside the given one."""
    if inferred is None:
        return "unknown"
    if given == inferred:
        return "agree"
    if len(given) != len(inferred):
        return "contradiction"
    pairs = list(zip(given, inferred))
    if any(one != other and "?" not in (one, other) for one, other in pairs):
        return "contradiction"
    return "partly" if any(other == "?" != one for one, other in pairs) else "better"


def main():
    tool, root = sys.argv[1], pathlib.Path(sys.argv[2])
    show_unknown = "--unknown" in sys.argv
    counts = collections.Counter()
    unknown = collections.Counter()
    graphs = 0
    for path in sorted(root.glob("tf-*/**/*")):
        if path.suffix not in (".pb", ".pbtxt", ".meta") or not path.is_file():
            continue
        if any(folder in path.parts for folder in DAMAGED):
            continue
        # The text or bytes of every file that has shapes has this word.
        if b"_output_shapes" not in path.read_bytes():
            continue
        given = list(results(tool, [], path))
        inferred = list(results(tool, ["--graph-infer-shapes=ignore-given=true"], path))
        graphs += bool(given)
        if len(given) != len(inferred):
            print(f"{path}: {len(given)} nodes, {len(inferred)} inferred")
            counts["contradiction"] += 1
            continue
        for (op, shapes), (_, others) in zip(given, inferred):
            for number, (one, other) in enumerate(zip(shapes, others)):
                if one is None:
                    continue
                verdict = compare(one, other)
                counts[verdict] += 1
                if verdict in ("unknown", "partly"):
                    unknown[op, verdict] += 1
                if verdict == "contradiction":
                    print(f"{path}: {op}:{number}: given {one}, inferred {other}")
    if show_unknown:
        for (op, verdict), count in unknown.most_common(60):
            print(f"{count:6} {verdict} {op}")
    print(f"{graphs} graphs, {counts['agree']} shapes agree, {counts['partly']} are partly known, "
          f"{counts['unknown']} not known, {counts['better']} better known, "
          f"{counts['contradiction']} contradictions")
    return 1 if counts["contradiction"] else 0


if __name__ == "__main__":
    sys.exit(main())
