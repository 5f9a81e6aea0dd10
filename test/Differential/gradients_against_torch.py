#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares gradients of random StableHLO programs with PyTorch's, in f64.

Each program is drawn step by step; PyTorch computes the same meanwhile, and goes back
through it on its own. Values near a kink, where libraries choose differently, are
drawn again.

    gradients_against_torch.py --opt build/bin/trainlint-opt \\
        --run build/bin/trainlint-test-cpu --programs 1000
"""

import argparse
import collections
import re
import subprocess
import sys

import numpy as np
import torch
import torch.nn.functional as F

TOLERANCE = 1e-9
LARGEST = 50.0
GAP = 1e-4

Value = collections.namedtuple("Value", "name data")


def kind_of(shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + "f64>"


def literal(values):
    return "dense<" + re.sub(r"\s", "", str(np.asarray(values).tolist())) + ">"


def array(numbers):
    return f"array<i64: {', '.join(map(str, numbers))}>" if len(numbers) else "array<i64>"


def are_apart(values):
    """Whether no two elements are nearly the same."""
    ordered = np.sort(np.asarray(values).ravel())
    return ordered.size < 2 or np.diff(ordered).min() > GAP


class Again(Exception):
    """What was drawn cannot be used."""


def need(condition):
    if not condition:
        raise Again


UNARY = {
    "negate": (torch.neg, None), "exponential": (torch.exp, lambda x: x.max() < 3),
    "tanh": (torch.tanh, None), "logistic": (torch.sigmoid, None),
    "sine": (torch.sin, None), "cosine": (torch.cos, None),
    "log": (torch.log, lambda x: x.min() > 0.1),
    "log_plus_one": (torch.log1p, lambda x: x.min() > -0.8),
    "exponential_minus_one": (torch.expm1, lambda x: x.max() < 3),
    "sqrt": (torch.sqrt, lambda x: x.min() > 0.1),
    "rsqrt": (torch.rsqrt, lambda x: x.min() > 0.1),
    "cbrt": (lambda x: torch.sign(x) * x.abs() ** (1 / 3), lambda x: x.abs().min() > 0.05),
    "tan": (torch.tan, lambda x: x.abs().max() < 1.2),
    "abs": (torch.abs, lambda x: x.abs().min() > GAP),
}
BINARY = {
    "add": (torch.add, None), "subtract": (torch.sub, None), "multiply": (torch.mul, None),
    "divide": (torch.div, lambda x, y: y.abs().min() > 0.2),
    "maximum": (torch.maximum, lambda x, y: (x - y).abs().min() > GAP),
    "minimum": (torch.minimum, lambda x, y: (x - y).abs().min() > GAP),
    "power": (torch.pow, lambda x, y: x.min() > 0.1 and y.abs().max() < 4),
    "atan2": (torch.atan2, lambda x, y: (x * x + y * y).min() > 0.1),
}


class Program:
    """Draws a function and computes it."""

    def __init__(self, name, seed):
        self.name = name
        self.random = np.random.default_rng(seed)
        self.lines, self.values, self.parameters = [], [], []
        self.used = collections.Counter()
        self.count = 0
        for i in range(self.random.integers(1, 4)):
            data = torch.tensor(self.random.uniform(-2, 2, self.shape()), requires_grad=True)
            value = Value(f"%p{i}", data)
            self.parameters.append(value)
            self.values.append(value)
        # Functions and arithmetic are many steps in one.
        steps = [method for method in dir(self) if method.startswith("step_")]
        steps += ["step_unary", "step_binary"] * 4
        wanted = self.random.integers(3, 10)
        tries = 0
        while wanted > 0 and tries < 200:
            tries += 1
            step = steps[self.random.integers(len(steps))]
            lines, values, count = len(self.lines), len(self.values), self.count
            try:
                getattr(self, step)()
                data = self.values[-1].data
                need(data.numel() and bool(torch.isfinite(data).all()))
                need(data.abs().max() < LARGEST)
                self.used[step[5:]] += 1
                wanted -= 1
            except Again:
                del self.lines[lines:], self.values[values:]
                self.count = count
        self.finish()

    # Pieces.

    def shape(self, least=1, most=3):
        rank = self.random.integers(least, most + 1)
        return tuple(int(n) for n in self.random.integers(1, 5, rank))

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    def emit(self, data, text, keep=True):
        value = Value(self.fresh(), data)
        self.lines.append(f"  {value.name} = {text}")
        if keep:
            self.values.append(value)
        return value

    def constant(self, values, element="f64"):
        values = np.asarray(values)
        kind = kind_of(values.shape).replace("f64", element)
        data = torch.tensor(values)
        return self.emit(data, f"stablehlo.constant {literal(values)} : {kind}", keep=False)

    def choose(self, least=0):
        fitting = [value for value in self.values if value.data.dim() >= least]
        need(fitting)
        # Later values are likelier, so that programs become deep.
        place = max(self.random.integers(len(fitting), size=2))
        return fitting[place]

    def like(self, value):
        """A value of the same shape: an older one, or a constant."""
        same = [other for other in self.values if other.data.shape == value.data.shape]
        if len(same) > 1 and self.random.random() < 0.7:
            return same[self.random.integers(len(same))]
        return self.constant(self.random.uniform(0.3, 2, tuple(value.data.shape)))

    def call(self, op, operands, data, attributes="", keep=True):
        kinds = ", ".join(self.kind(operand) for operand in operands)
        names = ", ".join(operand.name for operand in operands)
        return self.emit(data, f'"stablehlo.{op}"({names}) {attributes}: ({kinds}) -> '
                         f"{kind_of(data.shape)}", keep)

    @staticmethod
    def kind(value):
        element = {torch.float64: "f64", torch.int64: "i64", torch.bool: "i1"}[value.data.dtype]
        return kind_of(value.data.shape).replace("f64", element)

    @staticmethod
    def body(op):
        return (f"({{ ^bb0(%a: tensor<f64>, %b: tensor<f64>):\n"
                f"    %c = stablehlo.{op} %a, %b : tensor<f64>\n"
                f"    stablehlo.return %c : tensor<f64> }}) ")

    # Elements.

    def step_unary(self):
        op = list(UNARY)[self.random.integers(len(UNARY))]
        function, holds = UNARY[op]
        x = self.choose()
        need(holds is None or holds(x.data))
        self.call(op, [x], function(x.data))

    def step_binary(self):
        op = list(BINARY)[self.random.integers(len(BINARY))]
        function, holds = BINARY[op]
        x = self.choose()
        y = self.like(x)
        need(holds is None or holds(x.data, y.data))
        self.call(op, [x, y], function(x.data, y.data))

    def step_relu(self):
        x = self.choose()
        zero = self.constant(np.zeros(tuple(x.data.shape)))
        self.call("maximum", [x, zero], torch.relu(x.data))

    def step_clamp(self):
        x = self.choose()
        low, high = -0.7, 0.9
        need(min((x.data - low).abs().min(), (x.data - high).abs().min()) > GAP)
        bounds = [self.constant(low), self.constant(high)]
        self.call("clamp", [bounds[0], x, bounds[1]], torch.clamp(x.data, low, high))

    def step_select(self):
        x = self.choose()
        y = self.like(x)
        mask = np.asarray(self.random.random(tuple(x.data.shape)) < 0.5)
        text = literal(mask).replace("True", "true").replace("False", "false")
        kind = kind_of(mask.shape).replace("f64", "i1")
        chosen = self.emit(torch.tensor(mask), f"stablehlo.constant {text} : {kind}", keep=False)
        self.call("select", [chosen, x, y], torch.where(chosen.data, x.data, y.data))

    # Places.

    def step_reshape(self):
        x = self.choose()
        count = x.data.numel()
        parts = [n for n in range(1, count + 1) if count % n == 0]
        first = parts[self.random.integers(len(parts))]
        shape = (count,) if self.random.random() < 0.3 else (first, count // first)
        self.call("reshape", [x], x.data.reshape(shape))

    def step_transpose(self):
        x = self.choose(2)
        order = [int(d) for d in self.random.permutation(x.data.dim())]
        self.call("transpose", [x], x.data.permute(order),
                  f"{{permutation = {array(order)}}} ")

    def step_reverse(self):
        x = self.choose(1)
        d = int(self.random.integers(x.data.dim()))
        self.call("reverse", [x], x.data.flip(d), f"{{dimensions = {array([d])}}} ")

    def step_broadcast(self):
        x = self.choose()
        need(x.data.dim() < 4)
        place = int(self.random.integers(x.data.dim() + 1))
        size = int(self.random.integers(1, 4))
        dims = [d for d in range(x.data.dim() + 1) if d != place]
        shape = list(x.data.shape)
        # Dimensions of size 1 may be copied, too.
        shape = [int(self.random.integers(1, 4)) if n == 1 else n for n in shape]
        data = x.data.expand(shape).unsqueeze(place)
        shape.insert(place, size)
        self.call("broadcast_in_dim", [x], data.expand(shape),
                  f"{{broadcast_dimensions = {array(dims)}}} ")

    def step_concatenate(self):
        x = self.choose(1)
        d = int(self.random.integers(x.data.dim()))
        inputs = [x, self.like(x), *([x] if self.random.random() < 0.3 else [])]
        self.call("concatenate", inputs, torch.cat([value.data for value in inputs], d),
                  f"{{dimension = {d} : i64}} ")

    def step_slice(self):
        x = self.choose(1)
        starts, limits, strides, parts = [], [], [], []
        for size in x.data.shape:
            start = int(self.random.integers(size))
            limit = int(self.random.integers(start, size)) + 1
            stride = int(self.random.integers(1, 3))
            starts.append(start), limits.append(limit), strides.append(stride)
            parts.append(slice(start, limit, stride))
        self.call("slice", [x], x.data[tuple(parts)],
                  f"{{start_indices = {array(starts)}, limit_indices = {array(limits)}, "
                  f"strides = {array(strides)}}} ")

    def step_pad(self):
        x = self.choose(1)
        low = [int(n) for n in self.random.integers(-1, 3, x.data.dim())]
        high = [int(n) for n in self.random.integers(-1, 3, x.data.dim())]
        interior = [int(n) for n in self.random.integers(0, 2, x.data.dim())]
        data = x.data
        for d, gap in enumerate(interior):
            if gap:
                wide = list(data.shape)
                wide[d] = 2 * wide[d] - 1
                spread = torch.zeros(wide, dtype=torch.float64)
                index = torch.arange(0, wide[d], 2)
                data = spread.index_add(d, index, data)
        need(all(n + l + h > 0 for n, l, h in zip(data.shape, low, high)))
        pads = [n for pair in reversed(list(zip(low, high))) for n in pair]
        zero = self.constant(0.0)
        self.call("pad", [x, zero], F.pad(data, pads),
                  f"{{edge_padding_low = {array(low)}, edge_padding_high = {array(high)}, "
                  f"interior_padding = {array(interior)}}} ")

    # Reductions.

    def step_reduce(self):
        x = self.choose(1)
        op = ["add", "maximum", "minimum", "multiply"][self.random.integers(4)]
        count = self.random.integers(1, x.data.dim() + 1)
        dims = [int(d) for d in self.random.permutation(x.data.dim())[:count]]
        start = {"add": 0.0, "maximum": -np.inf, "minimum": np.inf, "multiply": 1.0}[op]
        if op == "multiply":
            data = x.data
            for d in sorted(dims, reverse=True):
                data = data.prod(d)
        else:
            need(op == "add" or are_apart(x.data.detach()))
            data = {"add": torch.sum, "maximum": torch.amax, "minimum": torch.amin}[op](
                x.data, tuple(dims))
        text = {-np.inf: "dense<0xFFF0000000000000>", np.inf: "dense<0x7FF0000000000000>"}.get(
            start, literal(start))
        init = self.emit(torch.tensor(start, dtype=torch.float64),
                         f"stablehlo.constant {text} : tensor<f64>", keep=False)
        self.call("reduce", [x, init], data, self.body(op) + f"{{dimensions = {array(dims)}}} ")

    def step_cumulative_sum(self):
        x = self.choose(1)
        d = int(self.random.integers(x.data.dim()))
        size = x.data.shape[d]
        window = [size if i == d else 1 for i in range(x.data.dim())]
        padding = [[size - 1 if i == d else 0, 0] for i in range(x.data.dim())]
        zero = self.constant(0.0)
        self.call("reduce_window", [x, zero], x.data.cumsum(d), self.body("add") +
                  f"{{window_dimensions = {array(window)}, padding = dense<{padding}> : "
                  f"tensor<{x.data.dim()}x2xi64>}} ")

    def image(self, channels=None):
        """A value as a batch of images in the layout of PyTorch."""
        shape = (int(self.random.integers(1, 3)), channels or int(self.random.integers(1, 4)),
                 int(self.random.integers(3, 7)), int(self.random.integers(3, 7)))
        x = self.choose(1)
        flat = self.call("reshape", [x], x.data.reshape(-1), keep=False)
        count = int(np.prod(shape))
        times = -(-count // flat.data.numel())
        need(times < 40)
        weights = self.constant(self.random.uniform(-1, 1, (times, flat.data.numel())))
        wide = self.call("broadcast_in_dim", [flat],
                         flat.data.expand(weights.data.shape),
                         "{broadcast_dimensions = array<i64: 1>} ", keep=False)
        scaled = self.call("multiply", [wide, weights], wide.data * weights.data, keep=False)
        line = self.call("reshape", [scaled], scaled.data.reshape(-1), keep=False)
        cut = self.call("slice", [line], line.data[:count],
                        f"{{start_indices = array<i64: 0>, limit_indices = {array([count])}, "
                        "strides = array<i64: 1>} ", keep=False)
        return self.call("reshape", [cut], cut.data.reshape(shape), keep=False)

    def step_pool(self):
        x = self.image()
        kernel = [int(n) for n in self.random.integers(1, 4, 2)]
        stride = [int(n) for n in self.random.integers(1, 4, 2)]
        padding = [int(self.random.integers(0, k // 2 + 1)) for k in kernel]
        if self.random.random() < 0.5:
            need(are_apart(x.data.detach()))
            data, op, start = F.max_pool2d(x.data, kernel, stride, padding), "maximum", -1e300
            text = "stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>"
        else:
            data = F.avg_pool2d(x.data, kernel, stride, padding, divisor_override=1)
            op, start, text = "add", 0.0, "stablehlo.constant dense<0.0> : tensor<f64>"
        init = self.emit(torch.tensor(start, dtype=torch.float64), text, keep=False)
        pads = [[0, 0], [0, 0], [padding[0]] * 2, [padding[1]] * 2]
        self.call("reduce_window", [x, init], data, self.body(op) +
                  f"{{window_dimensions = {array([1, 1, *kernel])}, window_strides = "
                  f"{array([1, 1, *stride])}, padding = dense<{pads}> : tensor<4x2xi64>}} ")

    # Products.

    def step_dot(self):
        x = self.choose(1)
        summed = int(self.random.integers(x.data.dim()))
        size = int(x.data.shape[summed])
        y = self.constant(self.random.uniform(-1, 1, (size, int(self.random.integers(1, 4)))))
        square = [value for value in self.values
                  if value.data.dim() == 2 and size in value.data.shape]
        other = 0
        if square and self.random.random() < 0.7:
            y = square[self.random.integers(len(square))]
            other = list(y.data.shape).index(size)
        data = torch.tensordot(x.data, y.data, ([summed], [other]))
        self.call("dot_general", [x, y], data,
                  "{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = "
                  f"[{summed}], rhs_contracting_dimensions = [{other}]>}} ")

    def step_batched_dot(self):
        x = self.choose(3)
        need(x.data.dim() == 3)
        y = self.like(x)
        data = torch.einsum("bmk,bnk->bmn", x.data, y.data)
        self.call("dot_general", [x, y], data,
                  "{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], "
                  "rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], "
                  "rhs_contracting_dimensions = [2]>} ")

    def step_convolution(self):
        groups = int(self.random.integers(1, 3))
        inputs, outputs = groups * int(self.random.integers(1, 3)), groups * int(
            self.random.integers(1, 3))
        x = self.image(inputs)
        kernel = [int(n) for n in self.random.integers(1, 4, 2)]
        stride = [int(n) for n in self.random.integers(1, 4, 2)]
        dilation = [int(n) for n in self.random.integers(1, 3, 2)]
        padding = [int(n) for n in self.random.integers(0, 3, 2)]
        need(all(n + 2 * p >= (k - 1) * d + 1 for n, p, k, d in
                 zip(x.data.shape[2:], padding, kernel, dilation)))
        shape = (outputs, inputs // groups, *kernel)
        source = self.choose(1)
        weights = self.constant(self.random.uniform(-1, 1, shape))
        total = self.call("reduce", [source, self.constant(0.0)], source.data.sum(),
                          self.body("add") +
                          f"{{dimensions = {array(range(source.data.dim()))}}} ", keep=False)
        wide = self.call("broadcast_in_dim", [total], total.data.expand(shape),
                         "{broadcast_dimensions = array<i64>} ", keep=False)
        w = self.call("multiply", [wide, weights], wide.data * weights.data, keep=False)
        data = F.conv2d(x.data, w.data, None, stride, padding, dilation, groups)
        pads = [[padding[0]] * 2, [padding[1]] * 2]
        self.call("convolution", [x, w], data,
                  "{dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->"
                  f"[b, f, 0, 1]>, window_strides = {array(stride)}, padding = dense<{pads}> : "
                  f"tensor<2x2xi64>, rhs_dilation = {array(dilation)}, feature_group_count = "
                  f"{groups} : i64, batch_group_count = 1 : i64}} ")

    def step_normalization(self):
        x = self.image()
        c = int(x.data.shape[1])
        scale = self.constant(self.random.uniform(0.5, 1.5, c))
        offset = self.constant(self.random.uniform(-1, 1, c))
        data = F.batch_norm(x.data, None, None, scale.data, offset.data, True, 0.0, 0.125)
        name = self.fresh()
        kinds = f"{self.kind(x)}, {self.kind(scale)}, {self.kind(scale)}"
        self.lines.append(f'  {name}:3 = "stablehlo.batch_norm_training"({x.name}, '
                          f"{scale.name}, {offset.name}) {{epsilon = 0.125 : f32, "
                          f"feature_index = 1 : i64}} : ({kinds}) -> ({kinds})")
        self.values.append(Value(f"{name}#0", data))

    # Computed places.

    def step_gather(self):
        x = self.choose(2)
        need(x.data.dim() == 2)
        rows = self.random.integers(0, x.data.shape[0], int(self.random.integers(1, 5)))
        index = self.constant(rows.astype(np.int64), "i64")
        self.call("gather", [x, index], x.data[index.data],
                  "{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
                  "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
                  f"slice_sizes = {array([1, int(x.data.shape[1])])}}} ")

    def step_scatter(self):
        x = self.choose(2)
        need(x.data.dim() == 2)
        updates = self.like(x)
        rows = self.random.integers(0, x.data.shape[0], x.data.shape[0])
        index = self.constant(rows.astype(np.int64), "i64")
        self.call("scatter", [x, index, updates],
                  x.data.index_add(0, index.data, updates.data), self.body("add") +
                  "{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], "
                  "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                  "index_vector_dim = 1>} ")

    def step_dynamic_slice(self):
        x = self.choose(1)
        sizes = [int(self.random.integers(1, n + 1)) for n in x.data.shape]
        starts = [int(self.random.integers(0, n - m + 1)) for n, m in zip(x.data.shape, sizes)]
        places = [self.constant(start, "i64") for start in starts]
        part = tuple(slice(start, start + size) for start, size in zip(starts, sizes))
        piece = self.call("dynamic_slice", [x, *places], x.data[part],
                          f"{{slice_sizes = {array(sizes)}}} ")
        base = self.like(x)
        data = base.data.clone()
        data[part] = piece.data
        self.call("dynamic_update_slice", [base, piece, *places], data)

    def step_sort(self):
        x = self.choose(1)
        need(are_apart(x.data.detach()))
        d = int(self.random.integers(x.data.dim()))
        body = ("({ ^bb0(%a: tensor<f64>, %b: tensor<f64>):\n"
                "    %c = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> "
                "tensor<i1>\n    stablehlo.return %c : tensor<i1> }) ")
        self.call("sort", [x], torch.sort(x.data, d)[0], body + f"{{dimension = {d} : i64}} ")

    # Control flow.

    def step_while(self):
        x = self.choose()
        y = self.like(x)
        steps = int(self.random.integers(0, 4))
        data = x.data
        for _ in range(steps):
            data = torch.sin(data * y.data)
        name, kind = self.fresh(), self.kind(x)
        zero, one, limit = (self.constant(n, "i64") for n in (0, 1, steps))
        self.lines.append(
            f"  {name}:2 = stablehlo.while(%i = {zero.name}, %a = {x.name}) : tensor<i64>, {kind}\n"
            f"  cond {{\n    %c = stablehlo.compare LT, %i, {limit.name} : (tensor<i64>, "
            f"tensor<i64>) -> tensor<i1>\n    stablehlo.return %c : tensor<i1>\n  }} do {{\n"
            f"    %b = stablehlo.multiply %a, {y.name} : {kind}\n"
            f"    %c = stablehlo.sine %b : {kind}\n"
            f"    %n = stablehlo.add %i, {one.name} : tensor<i64>\n"
            f"    stablehlo.return %n, %c : tensor<i64>, {kind}\n  }}")
        self.values.append(Value(f"{name}#1", data))

    def step_if(self):
        x = self.choose()
        y = self.like(x)
        holds = bool(self.random.random() < 0.5)
        kind = self.kind(x)
        chosen = self.emit(torch.tensor(holds),
                           f"stablehlo.constant dense<{str(holds).lower()}> : tensor<i1>",
                           keep=False)
        data = torch.tanh(x.data * y.data) if holds else x.data + y.data
        self.emit(data, f'"stablehlo.if"({chosen.name}) ({{\n'
                  f"    %a = stablehlo.multiply {x.name}, {y.name} : {kind}\n"
                  f"    %b = stablehlo.tanh %a : {kind}\n"
                  f"    stablehlo.return %b : {kind}\n  }}, {{\n"
                  f"    %a = stablehlo.add {x.name}, {y.name} : {kind}\n"
                  f"    stablehlo.return %a : {kind}\n  }}) : (tensor<i1>) -> {kind}")

    # The whole.

    def finish(self):
        """The loss: weighted sums of the last values."""
        terms = []
        for x in self.values[-3:]:
            weights = self.constant(self.random.uniform(-1, 1, tuple(x.data.shape)))
            product = self.call("multiply", [x, weights], x.data * weights.data, keep=False)
            terms.append(self.call("reduce", [product, self.constant(0.0)], product.data.sum(),
                                   self.body("add") +
                                   f"{{dimensions = {array(range(x.data.dim()))}}} ",
                                   keep=False))
        loss = terms[0]
        for term in terms[1:]:
            loss = self.call("add", [loss, term], loss.data + term.data, keep=False)
        self.loss = loss
        data = [parameter.data for parameter in self.parameters]
        gradients = torch.autograd.grad(loss.data, data, allow_unused=True)
        self.expected = [loss.data.detach().numpy()] + [
            (torch.zeros_like(x) if gradient is None else gradient).numpy()
            for gradient, x in zip(gradients, data)]

    def text(self):
        arguments = ", ".join(f"{p.name}: {self.kind(p)}" for p in self.parameters)
        return "\n".join([f"func.func private @{self.name}({arguments}) -> tensor<f64> {{",
                          *self.lines, f"  return {self.loss.name} : tensor<f64>", "}"])

    def caller(self):
        kinds = [self.kind(p) for p in self.parameters]
        results = ", ".join(["tensor<f64>", *kinds])
        count = len(kinds) + 1
        lines = [f"func.func @run_{self.name}() -> ({results}) {{"]
        for i, p in enumerate(self.parameters):
            lines.append(f"  %{i} = stablehlo.constant {literal(p.data.detach())} : {kinds[i]}")
        names = ", ".join(f"%{i}" for i in range(len(kinds)))
        lines.append(f"  %r:{count} = func.call @{self.name}_gradients({names}) : "
                     f"({', '.join(kinds)}) -> ({results})")
        lines.append(f"  return {', '.join(f'%r#{i}' for i in range(count))} : {results}")
        return "\n".join([*lines, "}"])


def run(command, text):
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{result.stderr[:2000]}\n{text[:4000]}")
    return result.stdout


def results_of(output):
    """The values of each function, by its name."""
    results = {}
    for line in output.splitlines():
        if line.startswith("@"):
            results[line[1:]] = values = []
            continue
        kind, _, text = line.partition(" ")
        shape = tuple(int(size) for size in re.findall(r"(\d+)x", kind))
        values.append(np.frombuffer(bytes.fromhex(text), "<f8").reshape(shape))
    return results


def difference(expected, actual):
    """The largest one, as a part of the largest number."""
    size = 1 + max(float(np.abs(x).max(initial=0)) for x in expected)
    return max(float(np.abs(x - y).max(initial=0)) for x, y in zip(expected, actual)) / size


def compare(programs, options):
    names = ",".join(program.name for program in programs)
    passes = f"stablehlo-differentiate{{function={names}}}"
    if options.simplify:
        passes += ",stablehlo-canonicalize"
    module = run([options.opt, f"--pass-pipeline=builtin.module({passes})"],
                 "\n".join(program.text() for program in programs))
    module = module.replace("func.func @", "func.func private @")
    body = module[module.index("{") + 1:module.rindex("}")]
    output = run([options.run, "-", "--hex", "-O1"],
                 body + "\n".join(program.caller() for program in programs))
    results = results_of(output)
    good = 0
    for program in programs:
        actual = results[f"run_{program.name}"]
        error = difference(program.expected, actual)
        options.worst = max(options.worst, error)
        if error <= TOLERANCE:
            good += 1
        else:
            print(f"{program.name}: differs by {error:.3g}\n{program.text()}")
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--opt", default="trainlint-opt")
    parser.add_argument("--run", default="trainlint-test-cpu")
    parser.add_argument("--programs", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--at-once", type=int, default=20)
    parser.add_argument("--simplify", action="store_true", help="simplify before running")
    parser.add_argument("--statistics", action="store_true", help="count the steps")
    options = parser.parse_args()
    options.worst = 0.0
    torch.set_num_threads(1)
    good, used = 0, collections.Counter()
    for first in range(0, options.programs, options.at_once):
        seeds = range(first, min(first + options.at_once, options.programs))
        programs = [Program(f"program{options.first + i}", options.first + i) for i in seeds]
        for program in programs:
            used += program.used
        good += compare(programs, options)
    if options.statistics:
        print(", ".join(f"{step} {count}" for step, count in used.most_common()))
        print(f"largest difference {options.worst:.2g}")
    print(f"{good} of {options.programs} programs have the gradients of PyTorch")
    sys.exit(good != options.programs)


if __name__ == "__main__":
    main()
