#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares random StableHLO programs on the CPU device with NumPy.

Each program is a graph of operations on small tensors whose operations, shapes and
types are drawn. NumPy computes the same in its own way: in f64 for floats of less,
so that the device must stay within the tolerance of the type.

    cpu_against_numpy.py --tool build/bin/trainlint-test-cpu --programs 1000
"""

import argparse
import concurrent.futures
import re
import subprocess
import sys

import numpy as np

FLOATS = {"f32": np.float32, "f64": np.float64}
INTEGERS = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
            "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64}
COMPLEX = {"complex<f32>": np.complex64, "complex<f64>": np.complex128}
TYPES = FLOATS | INTEGERS | COMPLEX | {"i1": np.bool_}
TOLERANCE = {"f32": 2e-4, "f64": 1e-10, "complex<f32>": 2e-4, "complex<f64>": 1e-10}


class Value:
    def __init__(self, name, kind, data):
        self.name, self.kind, self.data = name, kind, data

    @property
    def type(self):
        return tensor_type(self.data.shape, self.kind)


def tensor_type(shape, kind):
    return "tensor<" + "".join(f"{size}x" for size in shape) + kind + ">"


def array(numbers):
    return f"array<i64: {', '.join(map(str, numbers))}>" if numbers else "array<i64>"


def precise(kind):
    """The type that NumPy computes in."""
    if kind in FLOATS:
        return np.float64
    return np.complex128 if kind in COMPLEX else TYPES[kind]


class Program:
    """Draws a program while it computes what the program should."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.lines, self.values = [], []
        self.count = 0
        for _ in range(self.pick(1, 2, 3)):
            self.source()
        steps = self.random.integers(1, 9)
        for _ in range(steps):
            self.step()

    def pick(self, *choices):
        return choices[self.random.integers(len(choices))]

    def shape(self, least=0, most=3):
        rank = self.random.integers(least, most + 1)
        return tuple(int(size) for size in self.random.integers(1, 7, rank))

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def draw(self, kind, shape):
        if kind in FLOATS:
            return self.random.uniform(-2, 2, shape).astype(FLOATS[kind]).astype(np.float64)
        if kind in COMPLEX:
            part = np.float32 if "32" in kind else np.float64
            return (self.random.uniform(-2, 2, shape).astype(part) +
                    1j * self.random.uniform(-2, 2, shape).astype(part)).astype(np.complex128)
        if kind == "i1":
            return np.asarray(self.random.integers(0, 2, shape)).astype(bool)
        low = 0 if kind.startswith("u") else -9
        return np.asarray(self.random.integers(low, 10, shape)).astype(INTEGERS[kind])

    def literal(self, data, kind):
        def text(value):
            if kind in FLOATS:
                return repr(float(value)) if "e" not in repr(float(value)) else f"{value:.20f}"
            if kind in COMPLEX:
                return f"({value.real:.20f}, {value.imag:.20f})"
            return str(bool(value)).lower() if kind == "i1" else str(int(value))

        def nested(part):
            if part.ndim == 0:
                return text(part[()])
            return "[" + ", ".join(nested(inner) for inner in part) + "]"
        return nested(np.asarray(data))

    def source(self, kind=None, shape=None):
        kind = kind or self.pick("f32", "f32", "f64", "i32", "i64", "ui32", "i8", "ui8", "i16",
                                 "i1", "complex<f32>", "complex<f64>")
        data = self.draw(kind, self.shape() if shape is None else shape)
        return self.constant(data, kind)

    def constant(self, data, kind):
        name = self.name()
        data = np.asarray(data).astype(precise(kind))
        self.lines.append(f"{name} = stablehlo.constant dense<{self.literal(data, kind)}> : "
                          f"{tensor_type(data.shape, kind)}")
        value = Value(name, kind, data)
        self.values.append(value)
        return value

    def emit(self, kind, data, text):
        """Adds `%name = text : type`; the text names operands itself."""
        name = self.name()
        self.lines.append(f"{name} = {text}")
        value = Value(name, kind, np.asarray(data))
        self.values.append(value)
        return value

    def simple(self, op, operands, data, kind, extra=""):
        result = tensor_type(np.asarray(data).shape, kind)
        names = ", ".join(value.name for value in operands)
        types = ", ".join(value.type for value in operands)
        return self.emit(kind, data, f"\"stablehlo.{op}\"({names}) {extra}: ({types}) -> {result}")

    def choose(self, kinds=None, least=0):
        fitting = [value for value in self.values
                   if (not kinds or value.kind in kinds) and value.data.ndim >= least]
        if fitting and self.random.random() < 0.9:
            return fitting[self.random.integers(len(fitting))]
        return self.source(self.pick(*(kinds or ["f32"])), self.shape(least))

    def like(self, value):
        """Another value of the same type, perhaps the same."""
        same = [other for other in self.values if other.type == value.type]
        if len(same) > 1 and self.random.random() < 0.7:
            return same[self.random.integers(len(same))]
        return self.source(value.kind, value.data.shape)

    def scalar(self, kind, number):
        return self.constant(np.asarray(number).astype(precise(kind)), kind)

    def step(self):
        getattr(self, self.pick(
            "unary", "unary", "unary", "binary", "binary", "binary", "compare", "select",
            "clamp", "convert", "broadcast", "reshape", "transpose", "reverse", "slice", "pad",
            "concatenate", "reduce", "reduce", "dot", "dot", "iota", "dynamic_slice",
            "dynamic_update", "gather", "scatter", "sort", "window", "window_gradient", "convolution", "loop",
            "branch", "argmax"))()

    # Operations, in groups.

    def unary(self):
        value = self.choose()
        x, kind = value.data, value.kind
        table = {}
        if kind in FLOATS or kind in COMPLEX:
            table |= {"negate": -x, "exponential": np.exp(np.clip(x, -20, 20)) if kind in FLOATS
                      else np.exp(x), "sine": np.sin(x), "cosine": np.cos(x),
                      "tanh": np.tanh(x), "exponential_minus_one": np.expm1(x)}
        if kind in FLOATS:
            table |= {"abs": np.abs(x), "floor": np.floor(x), "ceil": np.ceil(x),
                      "round_nearest_even": np.rint(x), "sign": np.sign(x),
                      "logistic": 1 / (1 + np.exp(-x)), "cbrt": np.cbrt(x)}
            with np.errstate(all="ignore"):
                table |= {"sqrt": np.sqrt(x), "log": np.log(x), "log_plus_one": np.log1p(x)}
            if np.abs(x).max(initial=0) > 20:
                table.pop("exponential")
        if kind in INTEGERS:
            table |= {"negate": (0 - x).astype(x.dtype), "not": ~x}
            if not kind.startswith("u"):
                table |= {"abs": np.abs(x), "sign": np.sign(x)}
            bits = [bin(int(v) & ((1 << x.dtype.itemsize * 8) - 1)) for v in x.ravel()]
            width = x.dtype.itemsize * 8
            table |= {"popcnt": np.array([b.count("1") for b in bits]).reshape(x.shape)
                      .astype(x.dtype),
                      "count_leading_zeros":
                      np.array([width - (len(b) - 2 if b != "0b0" else 0) for b in bits])
                      .reshape(x.shape).astype(x.dtype)}
        if kind == "i1":
            table |= {"not": ~x}
        name = self.pick(*table)
        self.simple(name, [value], table[name], kind)

    def binary(self):
        value = self.choose()
        other = self.like(value)
        x, y, kind = value.data, other.data, value.kind
        with np.errstate(all="ignore"):
            if kind == "i1":
                table = {"and": x & y, "or": x | y, "xor": x ^ y, "add": x | y, "multiply": x & y,
                         "maximum": x | y, "minimum": x & y}
            else:
                table = {"add": x + y, "subtract": x - y, "multiply": x * y}
            if kind in FLOATS:
                table |= {"divide": x / y, "maximum": np.maximum(x, y),
                          "minimum": np.minimum(x, y), "atan2": np.arctan2(x, y),
                          "remainder": np.fmod(x, y)}
            if kind in COMPLEX:
                table |= {"divide": x / y}
            if kind in INTEGERS:
                width = x.dtype.itemsize * 8
                safe = np.where(y == 0, 1, y).astype(x.dtype)
                quotient = (np.sign(x.astype(object)) * np.sign(safe.astype(object)) *
                            (abs(x.astype(object)) // abs(safe.astype(object))))
                quotient = np.where(y == 0, -1, quotient).astype(object)
                wrap = np.vectorize(lambda v: int(v) & ((1 << width) - 1), otypes=[object])
                unsigned = np.dtype(f"u{x.dtype.itemsize}")
                shift = (y.astype(object) % (1 << width)) if y.size else y
                left = np.vectorize(lambda v, s: (int(v) << int(s)) if s < width else 0,
                                    otypes=[object])
                table |= {"maximum": np.maximum(x, y), "minimum": np.minimum(x, y),
                          "and": x & y, "or": x | y, "xor": x ^ y}
                if x.size:
                    table |= {"divide": wrap(quotient).astype(unsigned).astype(x.dtype),
                              "shift_left": wrap(left(x.astype(object), shift))
                              .astype(unsigned).astype(x.dtype)}
        name = self.pick(*table)
        if name == "remainder" and np.abs(x / np.where(y == 0, 1, y)).max(initial=0) > 100:
            return
        self.simple(name, [value, other], table[name], kind)

    def compare(self):
        value = self.choose()
        other = self.like(value)
        direction = self.pick("EQ", "NE") if value.kind in COMPLEX else \
            self.pick("EQ", "NE", "GE", "GT", "LE", "LT")
        function = {"EQ": np.equal, "NE": np.not_equal, "GE": np.greater_equal,
                    "GT": np.greater, "LE": np.less_equal, "LT": np.less}[direction]
        if value.kind in FLOATS or value.kind in COMPLEX:
            # Rounding may turn the order of computed values round.
            value, other = (self.source(value.kind, value.data.shape) for _ in range(2))
        self.simple("compare", [value, other], function(value.data, other.data), "i1",
                    "{comparison_direction = #stablehlo<comparison_direction "
                    f"{direction}>}} ")

    def select(self):
        value = self.choose()
        other = self.like(value)
        choice = self.source("i1", self.pick((), value.data.shape))
        self.simple("select", [choice, value, other],
                    np.where(choice.data, value.data, other.data), value.kind)

    def clamp(self):
        value = self.choose([*FLOATS, *INTEGERS])
        low, high = sorted(self.draw(value.kind, (2,)))
        low, high = self.scalar(value.kind, low), self.scalar(value.kind, high)
        self.simple("clamp", [low, value, high],
                    np.minimum(np.maximum(value.data, low.data), high.data), value.kind)

    def convert(self):
        value = self.choose([*INTEGERS, "i1", *FLOATS])
        if value.kind in FLOATS:
            # What f32 rounded must not be compared as closely as f64.
            kind = self.pick(*FLOATS, *COMPLEX) if value.kind == "f64" else \
                self.pick("f32", "complex<f32>")
        else:
            kind = self.pick(*FLOATS, *INTEGERS)
        self.simple("convert", [value], value.data.astype(precise(kind)), kind)

    def broadcast(self):
        value = self.choose()
        rank = value.data.ndim + self.random.integers(0, 3)
        places = sorted(self.random.permutation(rank)[:value.data.ndim])
        shape = [int(size) for size in self.random.integers(1, 5, rank)]
        for place, size in zip(places, value.data.shape):
            if size != 1:
                shape[place] = size
        expanded = [1] * rank
        for place, size in zip(places, value.data.shape):
            expanded[place] = size
        data = np.broadcast_to(value.data.reshape(expanded), shape)
        self.simple("broadcast_in_dim", [value], data, value.kind,
                    f"{{broadcast_dimensions = {array(places)}}} ")

    def reshape(self):
        value = self.choose()
        shape = list(value.data.shape)
        if self.random.random() < 0.5:
            shape = [value.data.size]
        shape.insert(self.random.integers(len(shape) + 1), 1)
        self.simple("reshape", [value], value.data.reshape(shape), value.kind)

    def transpose(self):
        value = self.choose(least=2)
        order = [int(d) for d in self.random.permutation(value.data.ndim)]
        self.simple("transpose", [value], value.data.transpose(order), value.kind,
                    f"{{permutation = {array(order)}}} ")

    def reverse(self):
        value = self.choose(least=1)
        dimension = int(self.random.integers(value.data.ndim))
        self.simple("reverse", [value], np.flip(value.data, dimension), value.kind,
                    f"{{dimensions = array<i64: {dimension}>}} ")

    def slice(self):
        value = self.choose(least=1)
        starts, limits, strides = [], [], []
        for size in value.data.shape:
            start = int(self.random.integers(0, size))
            starts.append(start)
            limits.append(int(self.random.integers(start, size)) + 1)
            strides.append(int(self.random.integers(1, 3)))
        parts = tuple(map(slice, starts, limits, strides))
        text = ", ".join(f"{name} = {array(numbers)}"
                         for name, numbers in (("start_indices", starts),
                                               ("limit_indices", limits), ("strides", strides)))
        self.simple("slice", [value], value.data[parts], value.kind, f"{{{text}}} ")

    def pad(self):
        value = self.choose(least=1)
        fill = self.source(value.kind, ())
        data = value.data
        lows, highs, gaps = [], [], []
        for axis, size in enumerate(data.shape):
            low, high, gap = (int(n) for n in self.random.integers([-1, -1, 0], [3, 3, 3]))
            total = low + high + size + (size - 1) * gap
            if total < 1:
                low = high = gap = 0
                total = size
            result = np.full(data.shape[:axis] + (total,) + data.shape[axis + 1:], fill.data)
            for i in range(size):
                place = low + i * (gap + 1)
                if 0 <= place < total:
                    key = (slice(None),) * axis
                    result[key + (place,)] = data[key + (i,)]
            data = result
            lows.append(low), highs.append(high), gaps.append(gap)
        text = ", ".join(f"{name} = {array(numbers)}"
                         for name, numbers in (("edge_padding_low", lows),
                                               ("edge_padding_high", highs),
                                               ("interior_padding", gaps)))
        self.simple("pad", [value, fill], data, value.kind, f"{{{text}}} ")

    def concatenate(self):
        value = self.choose(least=1)
        dimension = int(self.random.integers(value.data.ndim))
        others = [self.like(value) for _ in range(self.random.integers(1, 3))]
        self.simple("concatenate", [value, *others],
                    np.concatenate([value.data] + [other.data for other in others], dimension),
                    value.kind, f"{{dimension = {dimension} : i64}} ")

    def body(self, op, kind):
        scalar = tensor_type((), kind)
        return (f"({{ ^bb0(%a: {scalar}, %b: {scalar}):\n"
                f"    %c = stablehlo.{op} %a, %b : {scalar}\n"
                f"    stablehlo.return %c : {scalar} }}) ")

    def reduce(self):
        value = self.choose([*FLOATS, *INTEGERS], least=1)
        op = self.pick("add", "maximum", "minimum")
        function = {"add": np.add, "maximum": np.maximum, "minimum": np.minimum}[op]
        count = self.random.integers(1, value.data.ndim + 1)
        axes = tuple(sorted(int(d) for d in self.random.permutation(value.data.ndim)[:count]))
        start = self.scalar(value.kind, self.draw(value.kind, ()))
        with np.errstate(all="ignore"):
            data = function(start.data, function.reduce(value.data, axes,
                                                        dtype=value.data.dtype))
        self.simple("reduce", [value, start], data, value.kind,
                    self.body(op, value.kind) +
                    f"{{dimensions = {array(axes)}}} ")

    def argmax(self):
        value = self.source(self.pick("f32", "i32"), self.shape(1))
        axis = int(self.random.integers(value.data.ndim))
        positions = self.emit("i32", np.zeros(value.data.shape, np.int32) +
                              np.arange(value.data.shape[axis], dtype=np.int32).reshape(
                                  [-1 if d == axis else 1 for d in range(value.data.ndim)]),
                              f"stablehlo.iota dim = {axis} : "
                              f"{tensor_type(value.data.shape, 'i32')}")
        low = self.scalar(value.kind, -100)
        zero = self.scalar("i32", 0)
        scalar = tensor_type((), value.kind)
        body = (f"({{ ^bb0(%a: {scalar}, %i: tensor<i32>, %b: {scalar}, %j: tensor<i32>):\n"
                f"    %p = stablehlo.compare GE, %a, %b : ({scalar}, {scalar}) -> tensor<i1>\n"
                f"    %c = stablehlo.select %p, %a, %b : tensor<i1>, {scalar}\n"
                f"    %k = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>\n"
                f"    stablehlo.return %c, %k : {scalar}, tensor<i32> }}) ")
        best = value.data.max(axis)
        name = self.name()
        shape = best.shape
        self.lines.append(
            f"{name}:2 = \"stablehlo.reduce\"({value.name}, {positions.name}, {low.name}, "
            f"{zero.name}) {body}{{dimensions = array<i64: {axis}>}} : ({value.type}, "
            f"{positions.type}, {scalar}, tensor<i32>) -> ({tensor_type(shape, value.kind)}, "
            f"{tensor_type(shape, 'i32')})")
        self.values.append(Value(name + "#0", value.kind, best))
        # The first of equal ones, unless nothing is larger than where it starts.
        self.values.append(Value(name + "#1", "i32", value.data.argmax(axis).astype(np.int32)))

    def dot(self):
        kind = self.pick("f32", "f32", "f64", "i32", "complex<f32>")
        large = 40 if self.random.random() < 0.3 else 7
        batch, rows, sums, columns = (int(n) for n in self.random.integers(1, [4, large, large,
                                                                             large]))
        left, right = list("bmk"), list("bkn")
        self.random.shuffle(left)
        self.random.shuffle(right)
        sizes = {"b": batch, "m": rows, "k": sums, "n": columns}
        x = self.source(kind, tuple(sizes[d] for d in left))
        y = self.source(kind, tuple(sizes[d] for d in right))
        data = np.einsum(f"{''.join(left)},{''.join(right)}->bmn", x.data, y.data)
        numbers = (f"lhs_batching_dimensions = [{left.index('b')}], rhs_batching_dimensions = "
                   f"[{right.index('b')}], lhs_contracting_dimensions = [{left.index('k')}], "
                   f"rhs_contracting_dimensions = [{right.index('k')}]")
        self.simple("dot_general", [x, y], data.astype(precise(kind)), kind,
                    f"{{dot_dimension_numbers = #stablehlo.dot<{numbers}>}} ")

    def iota(self):
        shape = self.shape(1)
        axis = int(self.random.integers(len(shape)))
        kind = self.pick(*FLOATS, *INTEGERS)
        data = np.zeros(shape, precise(kind)) + np.arange(shape[axis]).reshape(
            [-1 if d == axis else 1 for d in range(len(shape))]).astype(precise(kind))
        self.emit(kind, data, f"stablehlo.iota dim = {axis} : {tensor_type(shape, kind)}")

    def starts(self, value, sizes):
        places = [int(self.random.integers(-2, size + 2)) for size in value.data.shape]
        values = [self.constant(np.asarray(place), "i32") for place in places]
        clamped = [min(max(place, 0), whole - part)
                   for place, whole, part in zip(places, value.data.shape, sizes)]
        return values, tuple(slice(c, c + s) for c, s in zip(clamped, sizes))

    def dynamic_slice(self):
        value = self.choose(least=1)
        sizes = [int(self.random.integers(1, size + 1)) for size in value.data.shape]
        starts, key = self.starts(value, sizes)
        self.simple("dynamic_slice", [value, *starts], value.data[key], value.kind,
                    f"{{slice_sizes = {array(sizes)}}} ")

    def dynamic_update(self):
        value = self.choose(least=1)
        sizes = tuple(int(self.random.integers(1, size + 1)) for size in value.data.shape)
        update = self.source(value.kind, sizes)
        starts, key = self.starts(value, sizes)
        data = value.data.copy()
        data[key] = update.data
        self.simple("dynamic_update_slice", [value, update, *starts], data, value.kind)

    def gather(self):
        value = self.choose(least=1)
        count = int(self.random.integers(1, 5))
        size = value.data.shape[0]
        places = self.constant(self.random.integers(-1, size + 1, (count, 1)), "i64")
        data = value.data[np.clip(places.data[:, 0], 0, size - 1)]
        offsets = ", ".join(map(str, range(1, value.data.ndim)))
        sizes = (1,) + value.data.shape[1:]
        self.simple("gather", [value, places], data, value.kind,
                    f"{{dimension_numbers = #stablehlo.gather<offset_dims = [{offsets}], "
                    "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
                    f"slice_sizes = {array(sizes)}}} ")

    def scatter(self):
        value = self.choose([*FLOATS, *INTEGERS], least=1)
        count = int(self.random.integers(1, 5))
        size = value.data.shape[0]
        places = self.constant(self.random.integers(-1, size + 1, (count, 1)), "i64")
        updates = self.source(value.kind, (count,) + value.data.shape[1:])
        data = value.data.copy()
        with np.errstate(all="ignore"):
            for place, update in zip(places.data[:, 0], updates.data):
                if 0 <= place < size:
                    data[place] += update
        windows = ", ".join(map(str, range(1, value.data.ndim)))
        self.simple("scatter", [value, places, updates], data, value.kind,
                    self.body("add", value.kind) +
                    f"{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = "
                    f"[{windows}], inserted_window_dims = [0], scatter_dims_to_operand_dims = "
                    "[0], index_vector_dim = 1>} ")

    def sort(self):
        value = self.source(self.pick("f32", "f64", "i32", "ui8"), self.shape(1))
        axis = int(self.random.integers(value.data.ndim))
        scalar = tensor_type((), value.kind)
        body = (f"({{ ^bb0(%a: {scalar}, %b: {scalar}):\n"
                f"    %c = stablehlo.compare LT, %a, %b : ({scalar}, {scalar}) -> tensor<i1>\n"
                f"    stablehlo.return %c : tensor<i1> }}) ")
        self.simple("sort", [value], np.sort(value.data, axis), value.kind,
                    body + f"{{dimension = {axis} : i64, is_stable = true}} ")

    def window(self):
        value = self.source(self.pick("f32", "i32"), self.shape(1, 3))
        op = self.pick("add", "maximum")
        rank = value.data.ndim
        size, stride, low, high, base, dilation = (
            [int(n) for n in self.random.integers(*limits, rank)]
            for limits in ((1, 3), (1, 3), (0, 2), (0, 2), (1, 3), (1, 3)))
        start = self.scalar(value.kind, -3)
        wide = [(n - 1) * b + 1 for n, b in zip(value.data.shape, base)]
        padded = np.full([l + w + h for l, w, h in zip(low, wide, high)], start.data)
        padded = padded.astype(value.data.dtype)
        present = np.zeros(padded.shape, bool)
        key = tuple(slice(l, l + w, b) for l, w, b in zip(low, wide, base))
        padded[key] = value.data
        present[key] = True
        counts = [(p - ((s - 1) * d + 1)) // t + 1
                  for p, s, d, t in zip(padded.shape, size, dilation, stride)]
        if min(counts) < 1:
            return
        data = np.zeros(counts, value.data.dtype)
        for place in np.ndindex(*counts):
            key = tuple(slice(p * t, p * t + (s - 1) * d + 1, d)
                        for p, t, s, d in zip(place, stride, size, dilation))
            inside = padded[key][present[key]]
            data[place] = start.data + inside.sum() if op == "add" else \
                max([start.data, *inside])
        pairs = ", ".join(f"[{l}, {h}]" for l, h in zip(low, high))
        self.simple("reduce_window", [value, start], data, value.kind,
                    self.body(op, value.kind) +
                    f"{{window_dimensions = {array(size)}, window_strides = {array(stride)}, "
                    f"base_dilations = {array(base)}, window_dilations = {array(dilation)}, "
                    f"padding = dense<[{pairs}]> : tensor<{rank}x2xi64>}} ")

    def window_gradient(self):
        """Half of the time windows have no element in common."""
        value = self.source(self.pick("f32", "f64", "i32"), self.shape(1, 3))
        rank = value.data.ndim
        sizes = [int(n) for n in self.random.integers(1, 4, rank)]
        if self.random.random() < 0.5:
            strides = [size + int(self.random.integers(2)) for size in sizes]
            low = high = [0] * rank
        else:
            strides, low, high = ([int(n) for n in self.random.integers(*limits, rank)]
                                  for limits in ((1, 3), (0, 2), (0, 2)))
        counts = [(n + l + h - s) // t + 1
                  for n, l, h, s, t in zip(value.data.shape, low, high, sizes, strides)]
        if min(counts) < 1:
            return
        start = self.scalar(value.kind, 2)
        source = self.source(value.kind, tuple(counts))
        data = np.full(value.data.shape, start.data, value.data.dtype)
        for place in np.ndindex(*counts):
            taps = [tuple(p * t + o - l for p, t, o, l in zip(place, strides, offset, low))
                    for offset in np.ndindex(*sizes)]
            inside = [tap for tap in taps
                      if all(0 <= i < n for i, n in zip(tap, value.data.shape))]
            if inside:
                data[max(inside, key=lambda tap: value.data[tap])] += source.data[place]
        scalar = tensor_type((), value.kind)
        select = (f"({{ ^bb0(%a: {scalar}, %b: {scalar}):\n    %c = stablehlo.compare GE, %a, %b : "
                  f"({scalar}, {scalar}) -> tensor<i1>\n    stablehlo.return %c : tensor<i1> }}, ")
        pairs = ", ".join(f"[{l}, {h}]" for l, h in zip(low, high))
        self.simple("select_and_scatter", [value, source, start], data, value.kind,
                    select + self.body("add", value.kind)[1:] +
                    f"{{window_dimensions = {array(sizes)}, window_strides = {array(strides)}, "
                    f"padding = dense<[{pairs}]> : tensor<{rank}x2xi64>}} ")

    def convolution(self):
        kind = self.pick("f32", "f32", "f64", "i32")
        spatial = int(self.random.integers(1, 3))
        groups = self.pick(1, 1, 1, 2)
        batch, channels, outputs = (int(n) for n in self.random.integers(1, 4, 3))
        wider = self.pick(1, 1, 8)
        channels, outputs = channels * groups * wider, outputs * groups * wider
        sizes = [int(n) for n in self.random.integers(3, 9, spatial)]
        kernel, stride, low, high, base, dilation = (
            [int(n) for n in self.random.integers(*limits, spatial)]
            for limits in ((1, 5), (1, 3), (0, 3), (0, 3), (1, 3), (1, 3)))
        if self.random.random() < 0.5:
            base = [1] * spatial
        reversal = [bool(n) for n in self.random.integers(0, 2, spatial)]
        if self.random.random() < 0.6:
            reversal = [False] * spatial
        x = self.draw(kind, (batch, channels, *sizes))
        w = self.draw(kind, (outputs, channels // groups, *kernel))
        wide = [(n - 1) * b + 1 for n, b in zip(sizes, base)]
        padded = np.zeros((batch, channels, *[l + n + h for l, n, h in zip(low, wide, high)]),
                          x.dtype)
        padded[(slice(None), slice(None)) +
               tuple(slice(l, l + n, b) for l, n, b in zip(low, wide, base))] = x
        turned = np.flip(w, [d + 2 for d, r in enumerate(reversal) if r])
        counts = [(p - ((k - 1) * d + 1)) // s + 1
                  for p, k, d, s in zip(padded.shape[2:], kernel, dilation, stride)]
        if min(counts) < 1:
            return
        data = np.zeros((batch, outputs, *counts), x.dtype)
        for place in np.ndindex(*counts):
            key = tuple(slice(p * s, p * s + (k - 1) * d + 1, d)
                        for p, s, k, d in zip(place, stride, kernel, dilation))
            for g in range(groups):
                part = slice(g * channels // groups, (g + 1) * channels // groups)
                out = slice(g * outputs // groups, (g + 1) * outputs // groups)
                data[(slice(None), out) + place] = np.tensordot(
                    padded[(slice(None), part) + key], turned[out],
                    (range(1, spatial + 2), range(1, spatial + 2)))
        # Dimensions in a drawn order each.
        orders = [self.random.permutation(spatial + 2) for _ in range(3)]
        if self.random.random() < 0.5:
            last = [0, *range(2, spatial + 2), 1]
            orders = [np.array(last), np.array([*range(2, spatial + 2), 1, 0]), np.array(last)]
        letters = [["b", "f", *map(str, range(spatial))], ["o", "i", *map(str, range(spatial))],
                   ["b", "f", *map(str, range(spatial))]]
        texts = ["[" + ", ".join(names[d] for d in order) + "]"
                 for names, order in zip(letters, orders)]
        lhs = self.constant(x.transpose(orders[0]), kind)
        rhs = self.constant(w.transpose(orders[1]), kind)
        pairs = ", ".join(f"[{l}, {h}]" for l, h in zip(low, high))
        self.simple("convolution", [lhs, rhs], data.transpose(orders[2]), kind,
                    f"{{window_strides = {array(stride)}, padding = dense<[{pairs}]> : "
                    f"tensor<{spatial}x2xi64>, lhs_dilation = {array(base)}, rhs_dilation = "
                    f"{array(dilation)}, window_reversal = array<i1: "
                    f"{', '.join(str(r).lower() for r in reversal)}>, dimension_numbers = "
                    f"#stablehlo.conv<{texts[0]}x{texts[1]}->{texts[2]}>, feature_group_count = "
                    f"{groups} : i64, batch_group_count = 1 : i64}} ")

    def loop(self):
        """Adds a value to itself and swaps two others, a few times."""
        value = self.choose([*FLOATS, *INTEGERS])
        other = self.like(value)
        third = self.like(value)
        times = int(self.random.integers(0, 5))
        zero, one, limit = (self.constant(np.asarray(n), "i32") for n in (0, 1, times))
        a, b, c = value.data, other.data, third.data
        with np.errstate(all="ignore"):
            for _ in range(times):
                a, b, c = a + b, c, b
        t, name = value.type, self.name()
        self.lines.append(
            f"{name}:4 = stablehlo.while(%i = {zero.name}, %a = {value.name}, %b = {other.name}, "
            f"%c = {third.name}) : tensor<i32>, {t}, {t}, {t}\n"
            f"  cond {{ %p = stablehlo.compare LT, %i, {limit.name} : (tensor<i32>, tensor<i32>) "
            f"-> tensor<i1>\n    stablehlo.return %p : tensor<i1> }}\n"
            f"  do {{ %j = stablehlo.add %i, {one.name} : tensor<i32>\n"
            f"    %s = stablehlo.add %a, %b : {t}\n"
            f"    stablehlo.return %j, %s, %c, %b : tensor<i32>, {t}, {t}, {t} }}")
        for number, data in enumerate((a, b, c)):
            self.values.append(Value(f"{name}#{number + 1}", value.kind, data))

    def branch(self):
        value = self.choose([*FLOATS, *INTEGERS])
        other = self.like(value)
        choice = self.source("i1", ())
        with np.errstate(all="ignore"):
            data = value.data + other.data if choice.data else value.data * other.data
        t, name = value.type, self.name()
        self.lines.append(
            f"{name} = \"stablehlo.if\"({choice.name}) ({{\n"
            f"    %s = stablehlo.add {value.name}, {other.name} : {t}\n"
            f"    stablehlo.return %s : {t} }}, {{\n"
            f"    %m = stablehlo.multiply {value.name}, {other.name} : {t}\n"
            f"    stablehlo.return %m : {t} }}) : (tensor<i1>) -> {t}")
        self.values.append(Value(name, value.kind, data))

    def text(self, name):
        """A function that returns all values but constants."""
        results = [value for value in self.values
                   if not any(line.startswith(f"{value.name} = stablehlo.constant")
                              for line in self.lines)] or self.values[-1:]
        self.results = results
        types = ", ".join(value.type for value in results)
        names = ", ".join(value.name for value in results)
        body = "\n  ".join(self.lines)
        return f"func.func @{name}() -> ({types}) {{\n  {body}\n  return {names} : {types}\n}}\n"


def difference(value, data):
    """What is wrong with the bytes of a result, or nothing."""
    stored = np.frombuffer(data, np.uint8 if value.kind == "i1" else TYPES[value.kind])
    wanted = np.asarray(value.data)
    if value.kind == "i1":
        stored = stored.astype(bool)
    actual = stored.reshape(wanted.shape)
    if value.kind not in TOLERANCE:
        return None if (actual == wanted).all() else f"{actual.ravel()[:8]} not {wanted.ravel()[:8]}"
    with np.errstate(all="ignore"):
        wanted = wanted.astype(TYPES[value.kind])
        scale = max(1, np.abs(wanted[np.isfinite(wanted)]).max(initial=0))
        close = np.isclose(actual, wanted, rtol=TOLERANCE[value.kind],
                           atol=TOLERANCE[value.kind] * scale, equal_nan=True)
        # What is infinite or not a number may come from a rounding error.
        close |= ~np.isfinite(wanted) & ~np.isfinite(actual)
        close |= np.abs(wanted) > 1e30
    return None if close.all() else f"{actual[~close].ravel()[:8]} not {wanted[~close].ravel()[:8]}"


def judge(tool, seeds, options):
    """Runs programs in one process; texts of those that differ."""
    programs = [Program(seed) for seed in seeds]
    text = "".join(program.text(f"p{seed}") for seed, program in zip(seeds, programs))
    done = subprocess.run([tool, "-", "--hex", *options], input=text, capture_output=True,
                          text=True, timeout=600)
    if done.returncode < 0 and len(seeds) > 1:
        # One program took the others down with it.
        return [failure for seed in seeds for failure in judge(tool, [seed], options)]
    blocks = dict(re.findall(r"@p(\d+)\n((?:tensor.*\n)*)", done.stdout))
    failures = []
    for seed, program in zip(seeds, programs):
        lines = blocks.get(str(seed), "").splitlines()
        if len(lines) != len(program.results):
            failures.append((seed, program, done.stderr.strip()[:400] or
                             f"no results, exit {done.returncode}"))
            continue
        for value, line in zip(program.results, lines):
            wrong = difference(value, bytes.fromhex(line.rpartition(" ")[2]))
            if wrong:
                failures.append((seed, program, f"{value.name}: {wrong}"))
                break
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="seed of the first program")
    parser.add_argument("--no-library", action="store_true")
    parser.add_argument("--show", action="store_true", help="print the programs that differ")
    args = parser.parse_args()
    options = ["--no-library"] if args.no_library else []
    seeds = list(range(args.first, args.first + args.programs))
    batches = [seeds[i:i + 20] for i in range(0, len(seeds), 20)]
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for failures in pool.map(lambda batch: judge(args.tool, batch, options), batches):
            for seed, program, reason in failures:
                wrong += 1
                print(f"program {seed}: {reason}")
                if args.show:
                    print(program.text(f"p{seed}"))
    print(f"{args.programs - wrong} of {args.programs} programs agree with NumPy")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
