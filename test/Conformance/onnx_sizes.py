#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares sizes in the names of a model with numbers that ONNX infers for those names.

    onnx_sizes.py --opt build/bin/trainlint-opt MODELS

Every public model whose inputs name sizes is read twice: by trainlint-opt, which tells sizes
of values as `2*batch+1`, and by onnx.shape_inference with numbers in place of the names. What
both know has to be the same number."""

import argparse
import collections
import pathlib
import re
import subprocess
import tempfile

import onnx
from onnx import shape_inference

from onnx_types import NODE, without_types

LISTS = re.compile(r"graph\.sizes = \[((?:\[[^\]]*\](?:, )?)*)\]")
WORD = re.compile(r'"((?:[^"\\]|\\.)*)"')
PASSES = "--pass-pipeline=builtin.module(graph.model(graph-infer-shapes,graph-name-sizes))"
NAME = re.compile(r"[A-Za-z_]\w*")


def named_inputs(model):
    """The names of sizes of inputs, each with a number that is no other's."""
    initial = {tensor.name for tensor in model.graph.initializer}
    names = []
    for value in model.graph.input:
        if value.name not in initial:
            names += [size.dim_param for size in value.type.tensor_type.shape.dim if size.dim_param]
    names = list(dict.fromkeys(names))
    if not all(NAME.fullmatch(name) for name in names):
        return {}
    return {name: 48 + 24 * number for number, name in enumerate(names)}


def their_sizes(model, numbers):
    for value in model.graph.input:
        for size in value.type.tensor_type.shape.dim:
            if size.dim_param:
                size.dim_value = numbers[size.dim_param]
    try:
        inferred = shape_inference.infer_shapes(model, data_prop=True)
    except Exception:  # pylint: disable=broad-except
        return {}
    return {value.name: [size.dim_value if size.HasField("dim_value") else None
                         for size in value.type.tensor_type.shape.dim]
            for value in [*inferred.graph.value_info, *inferred.graph.output]}


def our_sizes(opt, model):
    with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
        file.write(model.SerializeToString())
        file.flush()
        done = subprocess.run([opt, file.name, PASSES], capture_output=True, text=True, errors="replace",
                              timeout=120, check=False)
    starts = [found.start() for found in NODE.finditer(done.stdout)]
    if len(starts) != len(model.graph.node):
        return {}
    sizes = {}
    for node, start in zip(model.graph.node, starts):
        found = LISTS.search(done.stdout, start, done.stdout.index("\n", start))
        for name, words in zip(node.output, found[1].split("], [") if found else []):
            sizes[name] = WORD.findall(words)
    return sizes


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--opt", required=True)
    parser.add_argument("models", type=pathlib.Path)
    options = parser.parse_args()
    counts, wrong = collections.Counter(), []
    for path in sorted(options.models.rglob("*.onnx")):
        try:
            model = onnx.load(str(path), load_external_data=False)
        except Exception:  # pylint: disable=broad-except
            continue
        numbers = named_inputs(model)
        if not numbers:
            continue
        without_types(model)
        ours = our_sizes(options.opt, model)
        theirs = their_sizes(model, numbers)
        counts["models"] += 1
        for name, texts in ours.items():
            for text, number in zip(texts, theirs.get(name, [])):
                if not text:
                    continue
                value = eval(NAME.sub(lambda name: str(numbers[name[0]]), text))  # pylint: disable=eval-used
                counts["only trainlint" if number is None else "same" if number == value else "different"] += 1
                if number not in (None, value):
                    wrong.append(f"{path.name}: `{name}`: {text} is {value}, and ONNX says {number}")
    print(", ".join(f"{counts[word]} {word}" for word in ("models", "same", "only trainlint", "different")))
    print("\n".join(wrong[:20]))


main()
