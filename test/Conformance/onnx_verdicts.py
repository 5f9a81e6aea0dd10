#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares verdicts on ONNX models: those of the linter, of the lowering, and of ONNX.

The tests that ONNX publishes are valid, so the linter may find no error in them. Each is
changed in one place: a size, the rank or the element type of an input, an element of one
that is constant, an attribute. Of the changed models

- what the lowering calls a mismatch the linter has to report in the same words, and the other
  way round, and the lowering has to refuse whatever the linter does;
- what the linter refuses and ONNX's inference does not has to be in the file under `stricter`,
  with a word on who is right: an error on a model that is valid is the worst mistake;
- what ONNX refuses and the linter does not has to be in the file under `looser`.

--update writes the file anew and keeps what it says. With --each N only so many changes of
each model are tried, drawn with a fixed seed.

    onnx_verdicts.py --lint build/bin/trainlint --opt build/bin/trainlint-opt
"""

import argparse
import collections
import concurrent.futures
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zlib

import numpy as np
import onnx
from onnx import AttributeProto, TensorProto, shape_inference

import onnx_tests
from onnx_tests import Tensor

KNOWN = pathlib.Path(__file__).with_name("onnx-verdicts.txt")
HEADER = """\
# Changed models that trainlint and onnx.shape_inference judge differently, by operator and
# message without numbers; onnx_verdicts.py --update writes it.
"""
SHAPES = "op-input-shape"
LIMIT = 120
# Files of one run of the linter, which reads hundreds as quickly as it starts.
BATCH = 200
# Far from every axis and size of the tests.
FAR = 100
# Another element type in place of each.
SWAPPED = {TensorProto.FLOAT: TensorProto.INT64, TensorProto.DOUBLE: TensorProto.INT32,
           TensorProto.INT64: TensorProto.FLOAT, TensorProto.INT32: TensorProto.FLOAT16,
           TensorProto.BOOL: TensorProto.FLOAT, TensorProto.UINT8: TensorProto.DOUBLE}
# A message about an operator whose inputs and attributes disagree.
MISMATCH = re.compile(r"([A-Z]\w*)(?: `[^`]*`| with output `[^`]*`)?: (.*)")


class Mutant:
    def __init__(self, test, what, model):
        self.name, self.model = f"{test.name} {what}", model


def prepare(test):
    """The model with constants for what looks like shapes and axes, and without the types of
    what it computes."""
    model = test.model()
    graph = model.graph
    # Older models list initializers among their inputs, which would keep their types.
    model.ir_version = max(model.ir_version, 4)
    held = {tensor.name for tensor in graph.initializer}
    kept = [value for value in graph.input if value.name not in held]
    try:
        inputs = test.data(model)[0][0]
    except (onnx_tests.Unreadable, IndexError):
        inputs = []
    del graph.input[:]
    graph.input.extend(kept)
    for value, array in list(zip(kept, inputs))[1:]:
        if isinstance(array, Tensor) and array.element in ("i32", "i64") and array.array.ndim <= 1:
            graph.initializer.append(array.proto(value.name))
            graph.input.remove(value)
    del graph.value_info[:]
    for value in graph.output:
        value.ClearField("type")
    return model


def mutants(test):
    """All changes of a model, each as what it is called and what it does to a copy."""
    model = prepare(test)
    changes = []
    for number, value in enumerate(model.graph.input):
        if value.type.HasField("tensor_type"):
            changes += input_changes(number, value)
    for number, tensor in enumerate(model.graph.initializer):
        changes += constant_changes(number, tensor)
    for number, node in enumerate(model.graph.node):
        for place, attribute in enumerate(node.attribute):
            changes += attribute_changes(number, place, attribute)

    def change(name, function):
        changed = copy.deepcopy(model)
        function(changed.graph)
        return Mutant(test, name, changed)
    return [(name, lambda name=name, function=function: change(name, function))
            for name, function in changes]


def input_changes(number, value):
    tensor = value.type.tensor_type
    sizes = [size.dim_value for size in tensor.shape.dim]

    def of(graph):
        return graph.input[number].type.tensor_type
    for axis, size in enumerate(sizes):
        for other in (size + 1, 2 * size, max(size - 1, 1)):
            if other != size:
                yield (f"{value.name}: size {axis} of {sizes} becomes {other}",
                       lambda graph, axis=axis, other=other:
                       setattr(of(graph).shape.dim[axis], "dim_value", other))
    if sizes:
        yield f"{value.name}: {sizes} loses its last size", lambda graph: of(graph).shape.dim.pop()
    yield (f"{value.name}: {sizes} gets another size",
           lambda graph: setattr(of(graph).shape.dim.add(), "dim_value", 2))
    if tensor.elem_type in SWAPPED:
        yield (f"{value.name}: type {tensor.elem_type} becomes {SWAPPED[tensor.elem_type]}",
               lambda graph: setattr(of(graph), "elem_type", SWAPPED[tensor.elem_type]))


def constant_changes(number, tensor):
    if tensor.data_type not in onnx_tests.ELEMENTS:
        return
    array = Tensor.of(tensor).array

    def put(graph, other):
        graph.initializer[number].CopyFrom(
            Tensor(other, onnx_tests.ELEMENTS[tensor.data_type]).proto(tensor.name))
    if tensor.data_type not in (TensorProto.INT32, TensorProto.INT64):
        for axis in range(array.ndim):
            yield (f"{tensor.name}: size {axis} of {list(array.shape)} becomes one more",
                   lambda graph, axis=axis: put(graph, np.repeat(
                       array, [1] * (array.shape[axis] - 1) + [2], axis)))
        yield (f"{tensor.name}: {list(array.shape)} gets another size",
               lambda graph: put(graph, array[..., None]))
        return
    for place in range(min(array.size, 2)):
        for element in (FAR, -FAR):
            other = array.copy()
            other.flat[place] = element
            yield (f"{tensor.name}: {array.tolist()} becomes {other.tolist()}",
                   lambda graph, other=other: put(graph, other))
    if array.ndim == 1 and array.size:
        yield (f"{tensor.name}: {array.tolist()} loses its last element",
               lambda graph: put(graph, array[:-1]))


def attribute_changes(number, place, attribute):
    def of(graph):
        return graph.node[number].attribute[place]

    def put(graph, items):
        of(graph).ints[:] = items
    if attribute.type == AttributeProto.INT:
        for other in (FAR, -FAR, attribute.i + 1):
            yield (f"{attribute.name}: {attribute.i} becomes {other}",
                   lambda graph, other=other: setattr(of(graph), "i", other))
    if attribute.type == AttributeProto.INTS and attribute.ints:
        items = list(attribute.ints)
        for other in ([FAR, *items[1:]], [-FAR, *items[1:]], items[:-1], [*items, items[0]]):
            yield (f"{attribute.name}: {items} becomes {other}",
                   lambda graph, other=other: put(graph, other))


def draw(test, each):
    """Some or all changed models of a test."""
    changes = mutants(test)
    if each and len(changes) > each:
        changes = random.Random(zlib.crc32(test.name.encode())).sample(changes, each)
    return [make() for _, make in changes]


# Verdicts.


def lint(tool, paths):
    """The errors of files, as pairs of a rule and a message."""
    found = collections.defaultdict(set)
    for begin in range(0, len(paths), BATCH):
        done = subprocess.run([tool, "--isolated", "--format=json", *paths[begin:begin + BATCH]],
                              capture_output=True, text=True, errors="replace", timeout=LIMIT,
                              check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(f"trainlint ends with {done.returncode}: {done.stderr[-300:]}")
        for finding in json.loads(done.stdout)["diagnostics"]:
            if finding["severity"] == "error":
                found[finding["file"]].add((finding["rule"], finding["message"]))
    return [found[path] for path in paths]


def lower(tool, path):
    """What the lowering calls mismatches, and whether there is a program."""
    done = subprocess.run([tool, path, "--graph-to-forward=form=inference", "-o", "/dev/null"],
                          capture_output=True, text=True, errors="replace", timeout=LIMIT,
                          check=False)
    errors = re.findall(r"error: (.*)", done.stderr)
    if done.returncode not in (0, 1) or (done.returncode == 1) != bool(errors):
        return {f"trainlint-opt ends with {done.returncode}: {done.stderr[-300:]}"}, False
    return {error for error in errors if MISMATCH.match(error)}, done.returncode == 0


def infer(paths):
    """Prints for each file the operator that ONNX refuses and why, or null, as JSON."""
    for path in paths:
        refusal = None
        try:
            shape_inference.infer_shapes(onnx.load(path), check_type=True, strict_mode=True,
                                         data_prop=True)
        except Exception as error:  # pylint: disable=broad-except
            text = str(error).replace("\n", " ")
            operator = re.search(r"op_type: ?(\w+)", text)
            reason = re.split(r"\[\w+Error\] |\(op_type:[^)]*\): ", text)[-1].strip()
            refusal = operator.group(1) if operator else "unknown", reason
        print(json.dumps(refusal), flush=True)


def infer_all(paths):
    """The same as a list, computed in other processes: ONNX crashes on some models, and what
    it says of these is False."""
    found = []
    while len(found) < len(paths):
        done = subprocess.run([sys.executable, __file__, "--infer", *paths[len(found):]],
                              capture_output=True, text=True, check=False)
        found += [json.loads(line) for line in done.stdout.splitlines()]
        if done.returncode > 0:
            raise SystemExit(done.stderr)
        if done.returncode < 0:
            found.append(False)
    return found


def template(message):
    """A message without what differs from model to model."""
    message = re.sub(r"tensor<[^>]*>", "TYPE", message)
    message = re.sub(r"\b(u?i|b?f)\d+\b", "TYPE", message)
    message = re.sub(r"-?\b\d+(?:x\d+)*\b", "N", message)
    return re.sub(r"N(?:, N)+", "N", message)


class Comparison:
    def __init__(self):
        self.counts, self.wrong = collections.Counter(), []
        self.listed = collections.defaultdict(list)

    def add(self, name, found, lowered, theirs):
        shapes = {message for rule, message in found if rule == SHAPES}
        mismatches, has_program = lowered
        self.counts["models"] += 1
        self.counts["refused by the linter"] += bool(found)
        self.counts["refused by ONNX"] += bool(theirs)
        self.counts["crashes"] += theirs is False
        if (mismatches or has_program) and shapes != mismatches:
            self.wrong.append(f"{name}: the linter finds {sorted(shapes)}, the lowering "
                              f"{sorted(mismatches)}")
        if found and has_program:
            self.wrong.append(f"{name}: the linter finds {sorted(found)}, but the model is "
                              "lowered")
        if found and theirs is None:
            for rule, message in found:
                parts = MISMATCH.match(message)
                operator, text = parts.groups() if parts else (rule, message)
                self.listed["stricter", operator, template(text)].append(name)
        if theirs and not found:
            operator, text = theirs
            self.listed["looser", operator, template(text)].append(name)


def compare(options):
    comparison = Comparison()
    tests = onnx_tests.find(options.data, options.only)
    valid = lint(options.lint, [str(test.path) for test in tests])
    for test, found in zip(tests, valid):
        comparison.wrong += [f"{test.name}: is valid, but the linter finds {message} [{rule}]"
                             for rule, message in sorted(found)]
    with (tempfile.TemporaryDirectory() as folder,
          concurrent.futures.ThreadPoolExecutor(options.jobs) as pool):
        names, paths = [], []
        for mutant in (mutant for test in tests for mutant in draw(test, options.each)):
            path = pathlib.Path(folder, f"{len(names)}.onnx")
            path.write_bytes(mutant.model.SerializeToString())
            names.append(mutant.name)
            paths.append(str(path))
        programs = pool.map(lambda path: lower(options.opt, path), paths)
        batches = [paths[begin:begin + BATCH] for begin in range(0, len(paths), BATCH)]
        theirs = [one for batch in pool.map(infer_all, batches) for one in batch]
        for one in zip(names, lint(options.lint, paths), programs, theirs):
            comparison.add(*one)
    comparison.counts["valid"] = len(tests)
    return comparison


# What a first turn makes of a carried value of a wrong type is unknown to the linter, which says
# nothing then; the lowering knows the types of each turn.
SILENT = re.compile(r"node/test_scan\w* initial: type \d+ becomes \d+: the linter finds \[\], ")


def read_known():
    known = {}
    for line in KNOWN.read_text(encoding="utf-8").splitlines() if KNOWN.exists() else []:
        if not line.startswith("#"):
            # What is stricter has a comment, and messages may hold the same characters.
            text, comment = line, ""
            if line.startswith("stricter"):
                text, _, comment = line.rpartition("; ")
            kind, operator, message = text.split(" ", 2)
            known[kind, operator.rstrip(":"), message] = comment
    return known


def write_known(listed, known):
    lines = []
    for kind, operator, message in sorted(listed):
        comment = known.get((kind, operator, message)) or ("not judged" if kind == "stricter" else "")
        lines.append(f"{kind} {operator}: {message}" + (f"; {comment}" if comment else "") + "\n")
    KNOWN.write_text(HEADER + "".join(lines), encoding="utf-8")


def main():
    if sys.argv[1:2] == ["--infer"]:
        infer(sys.argv[2:])
        return 0
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--lint", required=True, help="trainlint")
    parser.add_argument("--opt", required=True, help="trainlint-opt")
    parser.add_argument("--data", default=onnx_tests.DATA, help="the folder of the tests")
    parser.add_argument("--only", default="", help="tests whose names match this expression")
    parser.add_argument("--each", type=int, default=0, help="changes of each model; 0 for all")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="name a model for each line of the file")
    parser.add_argument("--update", action="store_true", help=f"write {KNOWN.name} anew")
    options = parser.parse_args()
    found = compare(options)
    known = read_known()
    if options.update:
        write_known(found.listed, known)
        known = read_known()
    if options.show:
        for (kind, operator, message), names in sorted(found.listed.items()):
            print(f"{len(names):4} {kind} {operator}: {message}\n       {names[0]}")
    wrong = [line for line in found.wrong if not SILENT.match(line)]
    wrong += [f"{names[0]}: {' '.join(key)}: is not known" for key, names in sorted(found.listed.items())
              if key not in known]
    if not options.only and not options.each:
        wrong += [f"{' '.join(key)}: is no longer so; its line can go"
                  for key in sorted(set(known) - set(found.listed))]
    wrong += [f"{' '.join(key)}: nobody has judged who is right"
              for key, comment in sorted(known.items()) if comment == "not judged"]
    for line in wrong:
        print(line)
    counts = found.counts
    print(f"{counts['valid']} valid and {counts['models']} changed models, "
          f"{counts['refused by the linter']} of them refused by trainlint and "
          f"{counts['refused by ONNX']} by ONNX, which crashes on {counts['crashes']}; "
          f"{len(wrong)} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
