#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what the linter and the trainer say of public graphs.

    refusals.py BIN GRAPHS [KIND...]

What `trainlint` has an error on, `trainlint-run` does not lower; and where `trainlint-run`
stops, `trainlint --target=cpu` has a finding at the same place in the same words. Two things
only the trainer says: that it needs sizes which options give, and that a graph has nothing to
train, which is no defect of a graph. Inputs of ONNX get the sizes that they leave open here if
Debian's python3-onnx is there."""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

try:
    import onnx
except ImportError:
    onnx = None

MESSAGE = re.compile(r"(.*?):(\d+):(\d+): error: (.*?)(?: \[[\w-]+\])?$")
NEEDS_SIZES = re.compile(r"\[(unknown-shape|name-not-in-graph)\]$", re.MULTILINE)
NOTHING_TO_TRAIN = "so nothing trains it"

# Turns of a loop are not counted where only types are computed.
TURNS = "the linter does not ask how often a loop runs"
BATCH = "the batch size of the option contradicts the model"
SIZES = "a size that is given here contradicts the model"
SIZES_OF_HOST = "columns are crossed by the host, which tells their shape"
OTHER_DEVICE = "the computation that it calls is one of TPUs"
KNOWN = {
    "qtdnn_10x5_101_i32_biases": BATCH,
    "approximation/gelu_add_matmul.onnx": SIZES,
    "fusion/attention_past_": SIZES,
    "fusion/bias_gelu_fusion_recompute.onnx": SIZES,
    "fusion/reshape_fusion_input_is_graph_input.onnx": SIZES,
    "arasdar+BCI": BATCH,
    "will-hang+I2A-TensorFlow": BATCH,
    "lcferrara4+IPOpredictor/data_model": SIZES_OF_HOST,
    "silviaseverini+PP2_18/LSTM_TEST": TURNS,
    "graph-function-call.pbtxt": OTHER_DEVICE,
}


def open_shapes(file):
    """Options that give each input of an ONNX model a size of 2 where it says none: by its name, or
    by its shape. What follows from other names is left to the trainer."""
    if not onnx or file.suffix != ".onnx":
        return []
    graph = onnx.load(file, load_external_data=False).graph
    constants = {constant.name for constant in graph.initializer}
    options = []
    for value in graph.input:
        kind = value.type.tensor_type
        if value.name in constants or not kind.HasField("shape"):
            continue
        forms = [size.WhichOneof("value") for size in kind.shape.dim]
        if None in forms or any(size.dim_value < 0 for size in kind.shape.dim):
            sizes = [str(size.dim_value if size.dim_value > 0 else 2) for size in kind.shape.dim]
            options.append(f"--input-shape={value.name}={','.join(sizes)}")
            continue
        names = [size.dim_param for size in kind.shape.dim if size.dim_param]
        options += [f"--dimension={name}=2" for name in names if name.isidentifier()]
    return options


def lower(tool, file, is_tensorflow):
    """How the trainer ends, and what it says."""
    form = ["--emit=stablehlo", "--steps=1"] if is_tensorflow else ["--emit=forward"]
    for sizes in (lambda: [], lambda: ["--batch-size=2"], lambda: open_shapes(file)):
        done = subprocess.run([tool, "--isolated", *form, *sizes(), file], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, errors="replace", timeout=600, check=False)
        if not NEEDS_SIZES.search(done.stderr):
            break
    return done.returncode, done.stderr


def place(what):
    start = what["range"]["start"]
    return start["line"], start["column"]


def judge(findings, code, text):
    """What the two say of a file, in a word, and the details of a difference."""
    errors = [finding["message"] for finding in findings if finding["severity"] == "error"]
    if code == 0:
        return ("both take", "") if not errors else ("only the linter refuses", errors[0])
    if NEEDS_SIZES.search(text):
        return "needs sizes", ""
    if NOTHING_TO_TRAIN in text:
        return "nothing to train", ""
    said = [match.groups() for line in text.splitlines() if (match := MESSAGE.match(line))]
    if not said:
        # Not a graph for either of them.
        return ("both refuse", "") if errors or "is not a graph" in text else ("no place", text[-200:])
    places = {(*place(finding), finding["message"]) for finding in findings}
    if any((int(line), int(column), message) in places for _, line, column, message in said):
        return "both refuse", ""
    # A check of the linter's own comes first, with other words.
    places = {place(finding) for finding in findings}
    if any((int(line), int(column)) in places for _, line, column, _ in said):
        return "both refuse in other words", ""
    return "only the trainer refuses", said[0][3]


def main():
    tools, graphs = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    kinds = sys.argv[3:]
    wrong, unused = [], {part for part, reason in KNOWN.items() if onnx or reason != SIZES}
    for kind in kinds:
        files = sorted(file for file in (graphs / kind).rglob("*") if file.is_file())
        done = subprocess.run([tools / "trainlint", "--isolated", "--kind=graph", "--target=cpu", "--format=json",
                               *files], stdout=subprocess.PIPE, check=False)
        findings = collections.defaultdict(list)
        for finding in json.loads(done.stdout)["diagnostics"]:
            findings[finding["file"]].append(finding)
        counts = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            ends = pool.map(lambda file: lower(tools / "trainlint-run", file, kind.startswith("tf")), files)
            for file, (code, text) in zip(files, ends):
                word, details = judge(findings[str(file)], code, text)
                excuse = next((part for part in KNOWN if part in str(file)), None)
                if details and excuse:
                    unused.discard(excuse)
                    word, details = "known", ""
                counts[word] += 1
                if details:
                    wrong.append(f"{file.relative_to(graphs)}: {word}: {details}")
        print(f"{kind}: " + ", ".join(f"{counts[word]} {word}" for word in sorted(counts)))
    print(f"{len(wrong)} differences")
    print("\n".join(wrong))
    if unused:
        print(f"no longer different: {sorted(unused)}")


main()
