#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the types that trainlint infers in ONNX models with those that ONNX does.

Both get the models without the types that their exporters wrote down for what is computed.
Every size that both know has to be the same. The file that is given holds what is different
all the same, with a word on who is right, and for each operator how many of its results ONNX
knows better. It is a mistake if there is another difference, or if more or fewer results are
known; --update writes the file anew, and keeps what it says.

    onnx_types.py --opt build/bin/trainlint-opt --known onnx-types.txt
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

import onnx
from onnx import shape_inference

from onnx_tests import DATA, ELEMENTS

HEADER = """\
# Types of ONNX models beside those of onnx.shape_inference; onnx_types.py --update writes it.
# `differs`: both know a type, and not the same. `less`: so many results of the operator that
# ONNX knows better.
"""
# Nodes of the main graph and what they compute, as trainlint-opt prints them.
NODE = re.compile(r'^      (?:%.* = )?graph\.node "', re.MULTILINE)
TENSOR = re.compile(r'tensor<(\*x|(?:(?:\?|\d+)x)*)((?:[^<>]|<[^<>]*>)*)>|(!graph\.[\w.]+(?:<[^<>]*>)?)')
NAMED = re.compile(r'!graph\.element<"(\w+)">')
UNKNOWN = (None, None)
STRING = onnx.TensorProto.STRING
LIMIT = 120


def without_types(model):
    """Takes away the types that follow from the graph."""
    del model.graph.value_info[:]
    for value in model.graph.output:
        if value.type.HasField("tensor_type"):
            value.type.tensor_type.ClearField("shape")


def text_of(kind):
    element, shape = kind
    if shape is None:
        return f"*x{element}" if element else "unknown"
    return "x".join([*("?" if size is None else str(size) for size in shape), element or "?"])


def their_types(model):
    """The element type and the shape of each value that ONNX infers; None is not known. None
    at all where ONNX cannot read the model."""
    def kind(value):
        tensor = value.type.tensor_type
        if not value.type.HasField("tensor_type"):
            return UNKNOWN
        element = "string" if tensor.elem_type == STRING else ELEMENTS.get(tensor.elem_type)
        if not tensor.HasField("shape"):
            return element, None
        return element, [size.dim_value if size.HasField("dim_value") else None
                         for size in tensor.shape.dim]
    for strict in (True, False):
        try:
            inferred = shape_inference.infer_shapes(model, strict_mode=strict, data_prop=True)
        except Exception:  # pylint: disable=broad-except
            continue
        return {value.name: kind(value)
                for value in [*inferred.graph.value_info, *inferred.graph.output]}
    return None


def our_types(opt, model, folder):
    """The same for the outputs of each node of the main graph. A text says what is wrong."""
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".onnx") as file:
        file.write(model.SerializeToString())
        file.flush()
        done = subprocess.run([opt, file.name, "--graph-infer-shapes"], capture_output=True,
                              text=True, errors="replace", timeout=LIMIT, check=False)
    error = re.search(r"error: (.*)", done.stderr)
    if done.returncode != 0 or error:
        return error.group(1) if error else f"exit {done.returncode}: {done.stderr[-200:]}"
    starts = [found.start() for found in NODE.finditer(done.stdout)]
    if len(starts) != len(model.graph.node):
        return f"{len(starts)} nodes instead of {len(model.graph.node)}"
    types = {}
    for node, start in zip(model.graph.node, starts):
        line = done.stdout[start:done.stdout.index("\n", start)].removesuffix(" ({")
        kinds = [our_kind(*found) for found in TENSOR.findall(line.rpartition(" -> ")[2])]
        if len(kinds) != len(node.output):
            return f"{len(kinds)} results of a {node.op_type} instead of {len(node.output)}"
        types |= {name: (node.op_type, kind) for name, kind in zip(node.output, kinds) if name}
    return types


def our_kind(sizes, element, unknown):
    if unknown:
        return UNKNOWN
    element = NAMED.sub(r"\1", element)
    if sizes == "*x":
        return element, None
    return element, [None if size == "?" else int(size) for size in sizes.split("x")[:-1]]


def contradict(one, other):
    if None not in (one[0], other[0]) and one[0] != other[0]:
        return True
    if None in (one[1], other[1]):
        return False
    return len(one[1]) != len(other[1]) or any(
        None not in pair and pair[0] != pair[1] for pair in zip(one[1], other[1]))


def knows_less(one, other):
    """True if the other knows what this one does not."""
    if one[1] is None:
        return other[1] is not None or (one[0] is None and other[0] is not None)
    return other[1] is not None and any(size is None and more is not None
                                        for size, more in zip(one[1], other[1]))


class Comparison:
    def __init__(self):
        self.counts, self.less, self.differs, self.wrong = collections.Counter(), collections.Counter(), {}, []

    def add(self, name, ours, theirs):
        if theirs is None:
            self.counts["unreadable"] += 1
            return
        self.counts["models"] += 1
        if isinstance(ours, str):
            self.differs[name] = ours
            return
        for value, (op, kind) in ours.items():
            other = theirs.get(value, UNKNOWN)
            if contradict(kind, other):
                self.differs[f"{name} {value} ({op})"] = f"{text_of(kind)}, ONNX {text_of(other)}"
            elif knows_less(kind, other):
                self.less[op] += 1
                self.counts["less"] += 1
            elif knows_less(other, kind):
                self.counts["more"] += 1
            else:
                self.counts["same"] += 1


def compare(options):
    comparison = Comparison()
    root = pathlib.Path(options.data)
    paths = [path for path in sorted(root.rglob("*.onnx")) if re.search(options.only, str(path))]

    def one(path):
        try:
            model = onnx.load(str(path), load_external_data=False)
        except Exception:  # pylint: disable=broad-except
            return None, None
        without_types(model)
        return our_types(options.opt, model, folder), their_types(model)
    with (tempfile.TemporaryDirectory() as folder,
          concurrent.futures.ThreadPoolExecutor(options.jobs) as pool):
        for path, found in zip(paths, pool.map(one, paths)):
            name = path.relative_to(root)
            name = name.parent if name.name == "model.onnx" else name
            comparison.add(str(name), *found)
    return comparison


def read_known(path):
    """What the file says: differences with their comments, and numbers."""
    differs, less = {}, {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        kind, _, rest = line.partition(" ")
        if kind == "less":
            op, _, count = rest.partition(" ")
            less[op] = int(count)
        elif kind == "differs":
            what, _, comment = rest.rpartition("; ")
            differs[what] = comment
    return differs, less


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--opt", required=True, help="trainlint-opt")
    parser.add_argument("--known", required=True, type=pathlib.Path, help="the file of differences")
    parser.add_argument("--data", default=DATA, help="a folder of models")
    parser.add_argument("--only", default="", help="models whose paths match this expression")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--update", action="store_true", help="write the file anew")
    options = parser.parse_args()
    found = compare(options)
    differs = {f"{name}: {text}" for name, text in found.differs.items()}
    known, less = read_known(options.known)
    if options.update:
        lines = [f"differs {text}; {known.get(text) or 'not judged'}\n" for text in sorted(differs)]
        lines += [f"less {op} {count}\n" for op, count in sorted(found.less.items())]
        options.known.write_text(HEADER + "".join(lines), encoding="utf-8")
        known, less = read_known(options.known)
    if options.only:
        known = {text: comment for text, comment in known.items() if text in differs}
        less = found.less
    wrong = [f"{text}: is not known" for text in sorted(differs - set(known))]
    wrong += [f"{text}: is no longer so; its line can go" for text in sorted(set(known) - differs)]
    wrong += [f"{text}: nobody has judged who is right" for text, comment in known.items()
              if comment == "not judged"]
    wrong += [f"{op}: ONNX knows {found.less[op]} results better instead of {less.get(op, 0)}"
              for op in sorted({*less, *found.less}) if found.less[op] != less.get(op, 0)]
    for line in wrong:
        print(line)
    counts = found.counts
    print(f"{counts['models']} models, {counts['unreadable']} that ONNX cannot read: {counts['same']} "
          f"types are the same, {counts['more']} better known, {counts['less']} less, {len(differs)} "
          f"differ; {len(wrong)} differences from the file")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
