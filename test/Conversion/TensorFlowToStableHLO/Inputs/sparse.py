# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains embeddings of sparse columns as feature columns write them, and compares them with NumPy.

Each example has up to three words, of which -1 is none; some examples have none at all. The graph looks up
those that are there, combines them, and shows which words there are to a second kernel.
"""

import json
import os
import subprocess
import sys

import numpy as np

from graph_text import Graph, Type, read_tensors

SCOPE = "training/gradients/gradients/"
BATCH, WORDS, VOCABULARY, SIZE, STEPS, RATE = 8, 3, 7, 2, 6, 0.3
F32, I32, I64, BOOL = Type("float32"), Type("int32"), Type("int64"), Type("bool")


class Columns:
    def __init__(self, combiner):
        self.g, self.combiner, self.count = Graph(), combiner, 0

    def constant(self, array):
        self.count += 1
        return self.g.constant(f"const_{self.count}", array)

    def node(self, name, op, *inputs, **values):
        return self.g.node(name, op, inputs, **values)

    def slice(self, name, value, begin, end, shrink, begin_mask=0, end_mask=0, element=I64):
        return self.node(name, "StridedSlice", value, self.constant(np.int32(begin)), self.constant(np.int32(end)),
                         self.constant(np.int32([1] * len(begin))), T=element, Index=I32, begin_mask=begin_mask,
                         end_mask=end_mask, ellipsis_mask=0, new_axis_mask=0, shrink_axis_mask=shrink)

    def build(self, tables):
        g, node, constant = self.g, self.node, self.constant
        g.placeholder("words", np.zeros((BATCH, WORDS), np.int64))
        g.placeholder("y", np.zeros((BATCH, SIZE), np.float32))
        for name, table in tables.items():
            g.variable(name, table)
        g.variable("table/accumulator", np.full((VOCABULARY, SIZE), 0.1, np.float32))
        # The sparse tensor.
        node("not_equal", "NotEqual", "words", constant(np.int64(-1)), T=I64)
        node("indices", "Where", "not_equal", T=BOOL)
        node("values", "GatherNd", "words", "indices", Tparams=I64, Tindices=I64)
        shape = constant(np.int64([BATCH, WORDS]))
        # The lookup, as safe_embedding_lookup_sparse writes it.
        node("reshaped", "SparseReshape", "indices", shape, constant(np.int64([BATCH, -1])))
        node("is_valid", "GreaterEqual", "values", constant(np.int64(0)), T=I64)
        node("where_valid", "Where", "is_valid", T=BOOL)
        node("valid", "Reshape", "where_valid", constant(np.int32([-1])), T=I64, Tshape=I32)
        zero = constant(np.int32(0))
        node("kept_indices", "GatherV2", "reshaped", "valid", zero, Tparams=I64, Tindices=I64, Taxis=I32)
        node("kept_values", "GatherV2", "values", "valid", zero, Tparams=I64, Tindices=I64, Taxis=I32)
        node("filled", "SparseFillEmptyRows", "kept_indices", "kept_values", "reshaped:1", constant(np.int64(0)), T=I64)
        self.slice("ids", "filled", [0, 0], [0, 1], 2, 1, 1)
        node("segments", "Cast", "ids", SrcT=I64, DstT=I32)
        node("unique", "Unique", "filled:1", T=I64, out_idx=I32)
        node("table/read", "Identity", "table", T=F32)
        node("rows", "GatherV2", "table/read", "unique", zero, Tparams=F32, Tindices=I64, Taxis=I32)
        kind = "SparseSegment" + {"sum": "Sum", "mean": "Mean", "sqrtn": "SqrtN"}[self.combiner]
        node("combined", kind, "rows", "unique:1", "segments", T=F32, Tidx=I32)
        node("empty", "Reshape", "filled:2", constant(np.int32([-1, 1])), T=BOOL, Tshape=I32)
        node("tiled", "Tile", "empty", constant(np.int32([1, SIZE])), T=BOOL, Tmultiples=I32)
        node("zeros", "ZerosLike", "combined", T=F32)
        node("embedded", "Select", "tiled", "zeros", "combined", T=F32)
        # Which words there are, as an indicator column.
        node("dense", "SparseToDense", "indices", shape, "values", constant(np.int64(-1)), T=I64, Tindices=I64,
             validate_indices=True)
        node("one_hot", "OneHot", "dense", constant(np.int32(VOCABULARY)), constant(np.float32(1)),
             constant(np.float32(0)), T=F32, TI=I64, axis=-1)
        node("indicator", "Sum", "one_hot", constant(np.int32([1])), T=F32, Tidx=I32, keep_dims=False)
        node("kernel/read", "Identity", "kernel", T=F32)
        node("shown", "MatMul", "indicator", "kernel/read", T=F32)
        # The loss and its gradients, in the two scopes that an optimizer of Keras puts them in.
        node("out", "Add", "embedded", "shown", T=F32)
        node("difference", "Sub", "out", "y", T=F32)
        node("square", "Square", "difference", T=F32)
        node("loss", "Mean", "square", constant(np.int32([0, 1])), T=F32, Tidx=I32, keep_dims=False)
        node(SCOPE + "loss_grad/mul", "Mul", "difference", constant(np.float32(2 / (BATCH * SIZE))), T=F32)
        node(SCOPE + "shown_grad/MatMul", "MatMul", "indicator", SCOPE + "loss_grad/mul", T=F32, transpose_a=True)
        node(SCOPE + "embedded_grad/Select", "Select", "tiled", "zeros", SCOPE + "loss_grad/mul", T=F32)
        node(SCOPE + "rows_shape", "Shape", "rows", T=F32, out_type=I32)
        self.slice(SCOPE + "rows_count", SCOPE + "rows_shape", [0], [1], 1, element=I32)
        node(SCOPE + "combined_grad/rows", kind + "Grad", SCOPE + "embedded_grad/Select", "unique:1", "segments",
             SCOPE + "rows_count", T=F32, Tidx=I32)
        node("update/unique", "Unique", "unique", T=I64, out_idx=I32)
        node("update/shape", "Shape", "update/unique", T=I64, out_type=I32)
        self.slice("update/count", "update/shape", [0], [1], 1, element=I32)
        node("update/sum", "UnsortedSegmentSum", SCOPE + "combined_grad/rows", "update/unique:1", "update/count", T=F32,
             Tindices=I32, Tnumsegments=I32)
        rate = constant(np.float32(RATE))
        node("update/table", "SparseApplyAdagrad", "table", "table/accumulator", rate, "update/sum", "update/unique",
             T=F32, Tindices=I64, use_locking=False, update_slots=True)
        node("update/kernel", "ApplyGradientDescent", "kernel", rate, SCOPE + "shown_grad/MatMul", T=F32)
        return g.text()


def combined(table, words, combiner):
    """The rows of the words of each example, and what each word counts in them."""
    there = [row[row >= 0] for row in words]
    share = [{"sum": 1, "mean": 1 / max(len(row), 1), "sqrtn": 1 / np.sqrt(max(len(row), 1))}[combiner] for row in there]
    return np.stack([table[row].sum(0) * part for row, part in zip(there, share)]), there, share


def trained(words, y, combiner, tables):
    table, kernel = tables["table"].astype(np.float64), tables["kernel"].astype(np.float64)
    accumulator, losses = np.full(table.shape, 0.1), []
    for step in range(STEPS):
        batch, target = words[step * BATCH:(step + 1) * BATCH], y[step * BATCH:(step + 1) * BATCH].astype(np.float64)
        embedded, there, share = combined(table, batch, combiner)
        indicator = np.stack([np.bincount(row, minlength=VOCABULARY) for row in there]).astype(np.float64)
        difference = embedded + indicator @ kernel - target
        losses.append((difference ** 2).mean())
        gradient = 2 * difference / difference.size
        rows = np.zeros_like(table)
        for row, part, of in zip(there, share, gradient):
            np.add.at(rows, row, of * part)
        touched = np.unique(np.concatenate(there))
        # The word that fills up an example without words is looked up, and has no gradient.
        accumulator[touched] += rows[touched] ** 2
        table[touched] -= RATE * rows[touched] / np.sqrt(accumulator[touched])
        kernel -= RATE * indicator.T @ gradient
    return table, kernel, losses


def main(folder):
    os.makedirs(folder)
    random = np.random.default_rng(8)
    words = random.integers(0, VOCABULARY, (STEPS * BATCH, WORDS)).astype(np.int64)
    words[random.random(words.shape) < 0.4] = -1
    words[::5] = -1
    y = random.standard_normal((STEPS * BATCH, SIZE)).astype(np.float32)
    np.savez(os.path.join(folder, "data.npz"), words=words, y=y)
    tables = {"table": random.standard_normal((VOCABULARY, SIZE)).astype(np.float32),
              "kernel": random.standard_normal((VOCABULARY, SIZE)).astype(np.float32)}
    for combiner in ("sum", "mean", "sqrtn"):
        graph = os.path.join(folder, combiner + ".pbtxt")
        with open(graph, "w") as file:
            file.write(Columns(combiner).build(tables))
        state = os.path.join(folder, combiner + ".safetensors")
        done = subprocess.run(["trainlint-run", graph, "--data", os.path.join(folder, "data.npz"), "--no-shuffle",
                               "--steps", str(STEPS), "--iterations-per-loop", "1", "--fetch-state", state],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        table, kernel, losses = trained(words, y, combiner, tables)
        given = read_tensors(state, "F32")
        apart = max(np.abs(given["table"] - table).max(), np.abs(given["kernel"] - kernel).max())
        print(f"{combiner}: at most {apart:.0e} from NumPy's")
        given_losses = [json.loads(line)["loss"] for line in done.stdout.splitlines()]
        if not apart < 1e-5 or not np.allclose(given_losses, losses, rtol=1e-5):
            sys.exit(f"{given['table']} and {table}; {given['kernel']} and {kernel}; {losses} and {done.stdout}")


main(sys.argv[1])
