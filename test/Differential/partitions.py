#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws programs with shardings, and runs each in parts on several devices and wholly on one, or on
one for each of two replicas. The results have to be the same to the last bit: all numbers are small
and whole.

    test/Differential/partitions.py build/bin/trainlint-run [--programs 40] [--seed 1]
"""

import argparse
import math
import pathlib
import random
import subprocess
import sys
import tempfile

from drawn_shardings import Shardings

MESHES = {2: [[2]], 4: [[4], [2, 2]], 8: [[2, 2, 2], [4, 2]]}
BODY = "({{\n    ^bb0(%p: tensor<{0}>, %q: tensor<{0}>):\n      %r = stablehlo.{1} %p, %q : tensor<{0}>\n" \
       "      stablehlo.return %r : tensor<{0}>\n    }})"


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def array(items):
    return "array<i64: " + ", ".join(map(str, items)) + ">" if items else "array<i64>"


class Program:
    """Ops behind each other; a value is a name, a shape and an element type."""

    def __init__(self, draw, sizes, replicas):
        self.draw, self.shardings, self.replicas = draw, Shardings(draw, sizes), replicas
        self.lines, self.count, self.arguments = [], 0, []
        self.functions, self.results = [], []
        self.depth = 1

    def add(self, text, shape, element="f32"):
        self.count += 1
        self.lines.append("  " * self.depth + f"%v{self.count} = {text}")
        return f"%v{self.count}", tuple(shape), element

    def argument(self, shape):
        name = f"%x{len(self.arguments)}"
        self.arguments.append(f"{name}: {tensor(shape)}{self.shardings.attribute(shape)}")
        wide = self.binary("multiply", (name, tuple(shape), "f32"), self.constant(3, shape))
        return self.bounded(wide)

    def constant(self, number, shape=(), element="f32"):
        number = f"{number}.0" if "f" in element else str(number)
        return self.add(f"stablehlo.constant dense<{number}> : {tensor(shape, element)}", shape, element)

    def unary(self, op, value):
        return self.add(f"stablehlo.{op} {value[0]} : {tensor(*value[1:])}", *value[1:])

    def binary(self, op, left, right):
        return self.add(f"stablehlo.{op} {left[0]}, {right[0]} : {tensor(*left[1:])}", *left[1:])

    def bounded(self, value):
        """Whole numbers from -2 to 2, so that sums of them are exact."""
        value = self.unary("floor", value)
        low, high, kind = self.constant(-2), self.constant(2), tensor(value[1])
        return self.add(f"stablehlo.clamp {low[0]}, {value[0]}, {high[0]} : (tensor<f32>, {kind}, tensor<f32>) -> {kind}",
                        value[1])

    def converted(self, value, element):
        return self.add(f"stablehlo.convert {value[0]} : ({tensor(*value[1:])}) -> {tensor(value[1], element)}", value[1],
                        element)

    def given(self, shape):
        if self.depth == 1 and self.draw.random() < 0.5:
            return self.argument(shape)
        dim = self.draw.randrange(len(shape))
        numbers = self.add(f"stablehlo.iota dim = {dim} : {tensor(shape)}", shape)
        return self.bounded(self.binary("subtract", numbers, self.constant(self.draw.randrange(4), shape)))

    # Ops that take a value and give one.

    def constrained(self, value):
        name, shape, _ = value
        if self.shardings.is_sdy:
            return self.add(f"sdy.sharding_constraint {name} {self.shardings.sdy(shape)} : {tensor(shape)}", shape)
        return self.add(f'stablehlo.custom_call @Sharding({name}) {{mhlo.sharding = "{self.shardings.hlo(shape)}"}} : '
                        f"({tensor(shape)}) -> {tensor(shape)}", shape)

    def summed_up(self, value):
        return self.bounded(self.binary(self.draw.choice(["add", "subtract", "multiply", "maximum"]), value,
                                        self.given(value[1])))

    def chosen(self, value):
        other = self.given(value[1])
        kind, choice = tensor(value[1]), tensor(value[1], "i1")
        is_more = self.add(f"stablehlo.compare GT, {value[0]}, {other[0]} : ({kind}, {kind}) -> {choice}", value[1], "i1")
        if self.draw.random() < 0.3:
            scalar = self.constant(1, (), "i1")
            is_more, choice = scalar, "tensor<i1>"
        return self.add(f"stablehlo.select {is_more[0]}, {value[0]}, {other[0]} : {choice}, {kind}", value[1])

    def spread(self, value):
        dim = self.draw.randrange(len(value[1]))
        bias = self.given((value[1][dim],))
        wide = self.add(f"stablehlo.broadcast_in_dim {bias[0]}, dims = [{dim}] : ({tensor(bias[1])}) -> {tensor(value[1])}",
                        value[1])
        return self.bounded(self.binary("add", value, wide))

    def transposed(self, value):
        order = self.draw.sample(range(len(value[1])), len(value[1]))
        shape = [value[1][dim] for dim in order]
        return self.add(f"stablehlo.transpose {value[0]}, dims = {order} : ({tensor(value[1])}) -> {tensor(shape)}", shape)

    def reshaped(self, value):
        shape = list(value[1])
        if len(shape) > 2 and self.draw.random() < 0.5:
            dim = self.draw.randrange(len(shape) - 1)
            shape[dim:dim + 2] = [shape[dim] * shape[dim + 1]]
        else:
            dim = self.draw.randrange(len(shape))
            part = self.draw.choice([size for size in (1, 2, 4) if shape[dim] % size == 0])
            shape[dim:dim + 1] = self.draw.choice([[part, shape[dim] // part], [shape[dim] // part, part]])
        if len(shape) > 4:
            return value
        return self.add(f"stablehlo.reshape {value[0]} : ({tensor(value[1])}) -> {tensor(shape)}", shape)

    def product(self, value):
        shape = list(value[1])
        contracting, free = self.draw.randrange(len(shape)), self.draw.choice([4, 8])
        batch = [dim for dim in range(len(shape)) if dim != contracting and self.draw.random() < 0.4][:1]
        other = self.given([*(shape[dim] for dim in batch), shape[contracting], free])
        result = [shape[dim] for dim in batch] + \
                 [size for dim, size in enumerate(shape) if dim != contracting and dim not in batch] + [free]
        batches = f"batching_dims = {batch} x {list(range(len(batch)))}, " if batch else ""
        return self.bounded(self.add(
            f"stablehlo.dot_general {value[0]}, {other[0]}, {batches}contracting_dims = [{contracting}] x [{len(batch)}] : "
            f"({tensor(shape)}, {tensor(other[1])}) -> {tensor(result)}", result))

    def reduced(self, value):
        if len(value[1]) < 2:
            return value
        dims = sorted(self.draw.sample(range(len(value[1])), self.draw.randrange(1, len(value[1]))))
        shape = [size for dim, size in enumerate(value[1]) if dim not in dims]
        op, start = self.draw.choice([("add", 0), ("add", 1), ("maximum", -9), ("minimum", 1), ("multiply", 1)])
        start = self.constant(start)
        return self.bounded(self.add(
            f"stablehlo.reduce({value[0]} init: {start[0]}) applies stablehlo.{op} across dimensions = {dims} : "
            f"({tensor(value[1])}, tensor<f32>) -> {tensor(shape)}", shape))

    def place_of_greatest(self, value):
        """Two reductions in one, which no sum of parts can be."""
        if len(value[1]) < 2:
            return value
        dim = self.draw.randrange(len(value[1]))
        shape = [size for i, size in enumerate(value[1]) if i != dim]
        places = self.add(f"stablehlo.iota dim = {dim} : {tensor(value[1], 'i32')}", value[1], "i32")
        low, zero = self.constant(-9), self.constant(0, (), "i32")
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(
            "  " * self.depth + f'{name}:2 = "stablehlo.reduce"({value[0]}, {places[0]}, {low[0]}, {zero[0]}) '
            f"<{{dimensions = array<i64: {dim}>}}> ({{\n"
            "    ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):\n"
            "      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            "      %s = stablehlo.select %c, %a, %b : tensor<i1>, tensor<f32>\n"
            "      %t = stablehlo.select %c, %i, %j : tensor<i1>, tensor<i32>\n"
            "      stablehlo.return %s, %t : tensor<f32>, tensor<i32>\n"
            f"    }}) : ({tensor(value[1])}, {tensor(value[1], 'i32')}, tensor<f32>, tensor<i32>) -> "
            f"({tensor(shape)}, {tensor(shape, 'i32')})")
        return self.add(f"stablehlo.convert {name}#1 : ({tensor(shape, 'i32')}) -> {tensor(shape)}", shape)

    def cut(self, value):
        dim = self.draw.randrange(len(value[1]))
        shape = [size // 2 if i == dim and size > 1 else size for i, size in enumerate(value[1])]
        ranges = ", ".join(f"0:{size}" for size in shape)
        return self.add(f"stablehlo.slice {value[0]} [{ranges}] : ({tensor(value[1])}) -> {tensor(shape)}", shape)

    def padded(self, value):
        high = [0] * len(value[1])
        dim = self.draw.randrange(len(high))
        high[dim] = self.draw.choice([1, value[1][dim]])
        shape = [size + more for size, more in zip(value[1], high)]
        zero = self.constant(1)
        return self.add(f"stablehlo.pad {value[0]}, {zero[0]}, low = {[0] * len(high)}, high = {high}, "
                        f"interior = {[0] * len(high)} : ({tensor(value[1])}, tensor<f32>) -> {tensor(shape)}", shape)

    def joined(self, value):
        dim, other = self.draw.randrange(len(value[1])), self.given(value[1])
        shape = [size * 2 if i == dim else size for i, size in enumerate(value[1])]
        if math.prod(shape) > 4096:
            return value
        return self.add(f"stablehlo.concatenate {value[0]}, {other[0]}, dim = {dim} : ({tensor(value[1])}, "
                        f"{tensor(value[1])}) -> {tensor(shape)}", shape)

    def reversed(self, value):
        dims = [self.draw.randrange(len(value[1]))]
        return self.add(f"stablehlo.reverse {value[0]}, dims = {dims} : {tensor(value[1])}", value[1])

    def starts(self, count):
        return [self.constant(self.draw.randrange(3), (), "i32")[0] for _ in range(count)]

    def sliced(self, value):
        shape = [self.draw.choice([size, size, max(size // 2, 1)]) for size in value[1]]
        starts = self.starts(len(shape))
        return self.add(f"stablehlo.dynamic_slice {value[0]}, {', '.join(starts)}, sizes = {shape} : ({tensor(value[1])}, "
                        f"{', '.join(['tensor<i32>'] * len(shape))}) -> {tensor(shape)}", shape)

    def updated(self, value):
        update = self.given([self.draw.choice([size, size, max(size // 2, 1)]) for size in value[1]])
        starts = self.starts(len(value[1]))
        return self.add(f"stablehlo.dynamic_update_slice {value[0]}, {update[0]}, {', '.join(starts)} : ({tensor(value[1])}, "
                        f"{tensor(update[1])}, {', '.join(['tensor<i32>'] * len(starts))}) -> {tensor(value[1])}", value[1])

    def places(self, count, limit):
        """Integers below a limit, of which those of arguments are sharded."""
        numbers = self.given((count,))
        shifted = self.binary("add", numbers, self.constant(2, (count,)))
        bound = self.binary("minimum", shifted, self.constant(limit - 1, (count,)))
        return self.add(f"stablehlo.convert {bound[0]} : ({tensor((count,))}) -> {tensor((count,), 'i32')}", (count,), "i32")

    def taken(self, value):
        dim, count = self.draw.randrange(len(value[1])), self.draw.choice([4, 6, 8])
        places = self.places(count, value[1][dim])
        element = value[2]
        sizes = [1 if i == dim else size for i, size in enumerate(value[1])]
        rest = [size for i, size in enumerate(value[1]) if i != dim]
        shape = [count, *rest]
        offsets = list(range(1, len(shape)))
        return self.add(
            f'"stablehlo.gather"({value[0]}, {places[0]}) <{{dimension_numbers = #stablehlo.gather<offset_dims = {offsets}, '
            f"collapsed_slice_dims = [{dim}], start_index_map = [{dim}], index_vector_dim = 1>, slice_sizes = {array(sizes)}}}> : "
            f"({tensor(*value[1:])}, {tensor((count,), 'i32')}) -> {tensor(shape, element)}", shape, element)

    def scattered(self, value):
        dim, count = self.draw.randrange(len(value[1])), self.draw.choice([4, 6])
        places = self.places(count, value[1][dim])
        shape = [count, *(size for i, size in enumerate(value[1]) if i != dim)]
        updates = self.given(shape)
        return self.bounded(self.add(
            f'"stablehlo.scatter"({value[0]}, {places[0]}, {updates[0]}) <{{scatter_dimension_numbers = #stablehlo.scatter<'
            f"update_window_dims = {list(range(1, len(shape)))}, inserted_window_dims = [{dim}], "
            f"scatter_dims_to_operand_dims = [{dim}], index_vector_dim = 1>}}> {BODY.format('f32', 'add')} : "
            f"({tensor(value[1])}, {tensor((count,), 'i32')}, {tensor(shape)}) -> {tensor(value[1])}", value[1]))

    def sorted(self, value):
        dim = self.draw.randrange(len(value[1]))
        return self.add(
            f'"stablehlo.sort"({value[0]}) <{{dimension = {dim} : i64, is_stable = true}}> ({{\n'
            "    ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
            "      %r = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            f"      stablehlo.return %r : tensor<i1>\n    }}) : ({tensor(value[1])}) -> {tensor(value[1])}", value[1])

    def pooled(self, value):
        sizes = [self.draw.choice([1, 1, 2]) if size % 2 == 0 else 1 for size in value[1]]
        shape = [size // window for size, window in zip(value[1], sizes)]
        low = self.constant(-9)
        return self.add(
            f'"stablehlo.reduce_window"({value[0]}, {low[0]}) <{{window_dimensions = {array(sizes)}, '
            f"window_strides = {array(sizes)}}}> {BODY.format('f32', 'maximum')} : ({tensor(value[1])}, tensor<f32>) -> "
            f"{tensor(shape)}", shape)

    def convolved(self, value):
        if len(value[1]) < 3:
            return value
        batch, features, *places = value[1]
        outputs = self.draw.choice([4, 8])
        kernel = self.given([outputs, features, *[1] * len(places)])
        dims = ", ".join(map(str, range(len(places))))
        shape = [batch, outputs, *places]
        return self.bounded(self.add(
            f"stablehlo.convolution({value[0]}, {kernel[0]}) dim_numbers = [b, f, {dims}]x[o, i, {dims}]->[b, f, {dims}], "
            f"window = {{}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
            f"({tensor(value[1])}, {tensor(kernel[1])}) -> {tensor(shape)}", shape))

    def convolved_places(self, value):
        """With windows over places, strides and groups."""
        if len(value[1]) != 3 or value[1][1] % 2:
            return value
        batch, features, places = value[1]
        groups, stride = self.draw.choice([1, 2]), self.draw.choice([1, 2])
        kernel = self.given([4, features // groups, 3])
        shape = [batch, 4, (places + 2 - 3) // stride + 1]
        return self.bounded(self.add(
            f"stablehlo.convolution({value[0]}, {kernel[0]}) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], "
            f"window = {{stride = [{stride}], pad = [[1, 1]]}} {{batch_group_count = 1 : i64, "
            f"feature_group_count = {groups} : i64}} : ({tensor(value[1])}, {tensor(kernel[1])}) -> {tensor(shape)}", shape))

    def scattered_to_greatest(self, value):
        sizes = [self.draw.choice([1, 2]) if size % 2 == 0 else 1 for size in value[1]]
        source = self.given([size // window for size, window in zip(value[1], sizes)])
        zero = self.constant(0)
        greatest = BODY.format("f32", "add")
        select = ("({\n    ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n      %r = stablehlo.compare GE, %p, %q : "
                  "(tensor<f32>, tensor<f32>) -> tensor<i1>\n      stablehlo.return %r : tensor<i1>\n    }, " + greatest[1:])
        return self.add(
            f'"stablehlo.select_and_scatter"({value[0]}, {source[0]}, {zero[0]}) <{{window_dimensions = {array(sizes)}, '
            f"window_strides = {array(sizes)}}}> {select} : ({tensor(value[1])}, {tensor(source[1])}, tensor<f32>) -> "
            f"{tensor(value[1])}", value[1])

    def normalized(self, value):
        feature = self.draw.randrange(len(value[1]))
        size = (value[1][feature],)
        given = [self.given(size) for _ in range(3)]
        variance = self.constant(4, size)
        kinds = ", ".join([tensor(value[1])] + [tensor(size)] * 4)
        return self.bounded(self.add(
            f'"stablehlo.batch_norm_inference"({value[0]}, {given[0][0]}, {given[1][0]}, {given[2][0]}, {variance[0]}) '
            f"<{{epsilon = 0.0 : f32, feature_index = {feature} : i64}}> : ({kinds}) -> {tensor(value[1])}", value[1]))

    def of_whole_numbers(self, value):
        """Integers that wrap around, in a product and a sum."""
        wide = self.add(f"stablehlo.convert {value[0]} : ({tensor(value[1])}) -> {tensor(value[1], 'i32')}", value[1], "i32")
        large = self.constant(self.draw.choice([1 << 30, 1000003]), value[1], "i32")
        product = self.binary("multiply", wide, large)
        places = self.add(f"stablehlo.iota dim = {self.draw.randrange(len(value[1]))} : {tensor(value[1], 'i32')}", value[1], "i32")
        total = self.binary("add", product, places)
        zero = self.constant(0, (), "i32")
        dims = sorted(self.draw.sample(range(len(value[1])), self.draw.randrange(len(value[1]) + 1)))
        shape = [size for dim, size in enumerate(value[1]) if dim not in dims]
        less = self.add(f"stablehlo.reduce({total[0]} init: {zero[0]}) applies stablehlo.add across dimensions = {dims} : "
                        f"({tensor(value[1], 'i32')}, tensor<i32>) -> {tensor(shape, 'i32')}", shape, "i32")
        self.results.append(less)
        return value

    def listed(self, value):
        """A constant of many numbers."""
        dim = self.draw.randrange(len(value[1]))
        numbers = [self.draw.randrange(-2, 3) for _ in range(value[1][dim])]
        rows = self.add(f"stablehlo.constant dense<{[float(number) for number in numbers]}> : {tensor((len(numbers),))}",
                        (len(numbers),))
        wide = self.add(f"stablehlo.broadcast_in_dim {rows[0]}, dims = [{dim}] : ({tensor(rows[1])}) -> {tensor(value[1])}",
                        value[1])
        return self.bounded(self.binary("multiply", value, wide))

    def called(self, value):
        """A function, which is called twice."""
        kind, name = tensor(value[1]), f"@f{len(self.functions)}"
        order = list(range(len(value[1])))[::-1]
        turned = tensor([value[1][dim] for dim in order])
        self.functions.append(
            f"  func.func private {name}(%x: {kind}) -> {kind} {{\n"
            f"    %0 = stablehlo.transpose %x, dims = {order} : ({kind}) -> {turned}\n"
            f"    %1 = stablehlo.abs %0 : {turned}\n"
            f"    %2 = stablehlo.transpose %1, dims = {order} : ({turned}) -> {kind}\n    return %2 : {kind}\n  }}\n")
        once = self.add(f"func.call {name}({value[0]}) : ({kind}) -> {kind}", value[1])
        other = self.given(value[1])
        again = self.add(f"func.call {name}({other[0]}) : ({kind}) -> {kind}", value[1])
        return self.bounded(self.binary("subtract", once, again))

    def taken_in_batches(self, value):
        if len(value[1]) < 2:
            return value
        batch, rows, *rest = value[1]
        numbers = self.given((batch, 4))
        bound = self.binary("maximum", numbers, self.constant(0, (batch, 4)))
        indices = self.add(f"stablehlo.convert {bound[0]} : ({tensor((batch, 4))}) -> {tensor((batch, 4), 'i32')}",
                           (batch, 4), "i32")
        shape = [batch, 4, *rest]
        offsets = list(range(2, len(shape)))
        return self.add(
            f'"stablehlo.gather"({value[0]}, {indices[0]}) <{{dimension_numbers = #stablehlo.gather<offset_dims = {offsets}, '
            f"collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
            f"start_index_map = [1], index_vector_dim = 2>, slice_sizes = {array([1, 1, *rest])}}}> : "
            f"({tensor(value[1])}, {tensor((batch, 4), 'i32')}) -> {tensor(shape)}", shape)

    def of_type(self, value):
        """Elements of another type, in ops that leave them whole."""
        kind = self.draw.choice(["f64", "bf16", "i64", "ui8", "i1", "f16"])
        if kind in ("ui8", "i1"):
            value = self.unary("abs", value)
        left, right = self.converted(value, kind), self.converted(self.unary("abs", self.given(value[1])), kind)
        both = self.binary(self.draw.choice(["add", "multiply", "maximum", "minimum"]), left, right)
        dim, count = self.draw.randrange(len(value[1])), 4
        if self.draw.random() < 0.5:
            both = self.taken(both)
        else:
            start = self.constant("false" if kind == "i1" else 0, (), kind)
            shape = [size for i, size in enumerate(value[1]) if i != dim]
            op = self.draw.choice(["maximum", "minimum"] if kind in ("bf16", "f16") else ["add", "multiply", "maximum"])
            both = self.add(f"stablehlo.reduce({both[0]} init: {start[0]}) applies stablehlo.{op} across dimensions = [{dim}] : "
                            f"({tensor(*both[1:])}, {tensor((), kind)}) -> {tensor(shape, kind)}", shape, kind)
        return self.bounded(self.converted(both, "f32"))

    def complex_numbers(self, value):
        other, kind = self.given(value[1]), tensor(value[1], "complex<f32>")
        pair = self.add(f"stablehlo.complex {value[0]}, {other[0]} : {kind}", value[1], "complex<f32>")
        if self.draw.random() < 0.3:
            pair = self.taken(pair)
        pair = self.binary("multiply", pair, pair)
        dims = sorted(self.draw.sample(range(len(pair[1])), self.draw.randrange(len(pair[1]))))
        shape = [size for dim, size in enumerate(pair[1]) if dim not in dims]
        zero = self.add("stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>", (), "complex<f32>")
        total = self.add(f"stablehlo.reduce({pair[0]} init: {zero[0]}) applies stablehlo.add across dimensions = {dims} : "
                         f"({tensor(*pair[1:])}, tensor<complex<f32>>) -> {tensor(shape, 'complex<f32>')}", shape, "complex<f32>")
        real, imaginary = (self.add(f"stablehlo.{part} {total[0]} : ({tensor(*total[1:])}) -> {tensor(shape)}", shape)
                           for part in ("real", "imag"))
        return self.bounded(self.binary("subtract", real, imaginary))

    def of_nothing(self, value):
        """Tensors without elements, in parts and not."""
        rows = self.argument((value[1][0], 0))
        columns = self.argument((0, 4))
        shape = (value[1][0], 4)
        self.results.append(self.add(f"stablehlo.dot_general {rows[0]}, {columns[0]}, contracting_dims = [1] x [0] : "
                                     f"({tensor(rows[1])}, {tensor(columns[1])}) -> {tensor(shape)}", shape))
        self.results.append(self.transposed(rows))
        return value

    def products_of_two(self, value):
        """Two contracting dimensions."""
        if len(value[1]) < 2:
            return value
        first, second = self.draw.sample(range(len(value[1])), 2)
        other = self.given([value[1][second], 4, value[1][first]])
        shape = [size for dim, size in enumerate(value[1]) if dim not in (first, second)] + [4]
        return self.bounded(self.add(
            f"stablehlo.dot_general {value[0]}, {other[0]}, contracting_dims = [{first}, {second}] x [2, 0] : "
            f"({tensor(value[1])}, {tensor(other[1])}) -> {tensor(shape)}", shape))

    def windows_taken(self, value):
        """Slices that start anywhere in two dimensions, also behind the end."""
        if len(value[1]) < 2:
            return value
        dims, sizes = self.draw.sample(range(len(value[1])), 2), [self.draw.choice([size, max(size // 2, 1)]) for size in value[1]]
        shape = [4, *sizes]
        starts = self.converted(self.given((4, 2)), "i32")
        return self.add(
            f'"stablehlo.gather"({value[0]}, {starts[0]}) <{{dimension_numbers = #stablehlo.gather<offset_dims = '
            f"{list(range(1, len(shape)))}, start_index_map = {dims}, index_vector_dim = 1>, slice_sizes = {array(sizes)}}}> : "
            f"({tensor(value[1])}, {tensor((4, 2), 'i32')}) -> {tensor(shape)}", shape)

    def windows_scattered(self, value):
        """Windows that lie over each other, some not wholly in the tensor."""
        dim = self.draw.randrange(len(value[1]))
        sizes = [max(size // 2, 1) if i == dim or self.draw.random() < 0.2 else size for i, size in enumerate(value[1])]
        starts, updates = self.converted(self.given((4, 1)), "i32"), self.given([4, *sizes])
        return self.bounded(self.add(
            f'"stablehlo.scatter"({value[0]}, {starts[0]}, {updates[0]}) <{{scatter_dimension_numbers = #stablehlo.scatter<'
            f"update_window_dims = {list(range(1, len(sizes) + 1))}, scatter_dims_to_operand_dims = [{dim}], "
            f"index_vector_dim = 1>}}> {BODY.format('f32', 'add')} : ({tensor(value[1])}, {tensor((4, 1), 'i32')}, "
            f"{tensor(updates[1])}) -> {tensor(value[1])}", value[1]))

    def windowed(self, value):
        """Sums over windows that overlap, such as those up to each place."""
        dim = self.draw.randrange(len(value[1]))
        size = value[1][dim]
        window, stride, dilation = self.draw.choice([(size, 1, 1), (2, 1, 1), (1, 2, 1), (3, 2, 1), (1, 1, 2), (2, 1, 2)])
        low, high = (window - 1, 0) if self.draw.random() < 0.5 else (self.draw.randrange(2), self.draw.randrange(3))
        padded = (size - 1) * dilation + 1 + low + high
        if padded < window:
            return value
        shape = [(padded - window) // stride + 1 if i == dim else n for i, n in enumerate(value[1])]
        def of(number, other):
            return array([number if i == dim else other for i in range(len(shape))])

        padding = [[low, high] if i == dim else [0, 0] for i in range(len(shape))]
        zero = self.constant(0)
        return self.bounded(self.add(
            f'"stablehlo.reduce_window"({value[0]}, {zero[0]}) <{{window_dimensions = {of(window, 1)}, window_strides = '
            f"{of(stride, 1)}, base_dilations = {of(dilation, 1)}, padding = dense<{padding}> : tensor<{len(shape)}x2xi64>}}> "
            f"{BODY.format('f32', 'add')} : ({tensor(value[1])}, tensor<f32>) -> {tensor(shape)}", shape))

    def stepped(self, value):
        ranges, shape = [], []
        for size in value[1]:
            start, stride = self.draw.choice([(0, 1), (0, 1), (0, 2), (size // 2, 1)])
            ranges.append(f"{start}:{size}:{stride}")
            shape.append((size - start + stride - 1) // stride)
        return self.add(f"stablehlo.slice {value[0]} [{', '.join(ranges)}] : ({tensor(value[1])}) -> {tensor(shape)}", shape)

    def spaced(self, value):
        """Padding between the elements, and less at the ends."""
        shape, edges = [], ([], [], [])
        for size in value[1]:
            low, high, inner = self.draw.choice([(0, 0, 0), (0, 0, 0), (1, -1, 0), (0, 0, 1), (-1, 2, 1)])
            length = size + low + high + inner * (size - 1)
            if length < 1:
                low, high, inner, length = 0, 0, 0, size
            shape.append(length)
            for edge, number in zip(edges, (low, high, inner)):
                edge.append(number)
        if math.prod(shape) > 2048:
            return value
        one = self.constant(1)
        return self.add(f"stablehlo.pad {value[0]}, {one[0]}, low = {edges[0]}, high = {edges[1]}, interior = {edges[2]} : "
                        f"({tensor(value[1])}, tensor<f32>) -> {tensor(shape)}", shape)

    def sorted_together(self, value):
        dim, other, kind = self.draw.randrange(len(value[1])), self.given(value[1]), tensor(value[1])
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(
            "  " * self.depth + f'{name}:2 = "stablehlo.sort"({value[0]}, {other[0]}) <{{dimension = {dim - len(value[1])} : i64, '
            "is_stable = true}> ({\n    ^bb0(%p: tensor<f32>, %q: tensor<f32>, %s: tensor<f32>, %t: tensor<f32>):\n"
            "      %r = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            f"      stablehlo.return %r : tensor<i1>\n    }}) : ({kind}, {kind}) -> ({kind}, {kind})")
        return f"{name}#1", value[1], "f32"

    def passed_on(self, value):
        """Through a barrier and a tuple."""
        other, kind = self.given(value[1]), tensor(value[1])
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append("  " * self.depth + f"{name}:2 = stablehlo.optimization_barrier {value[0]}, {other[0]} : {kind}, {kind}")
        both = self.add(f"stablehlo.tuple {name}#0, {name}#1 : tuple<{kind}, {kind}>", ())
        return self.add(f"stablehlo.get_tuple_element {both[0]}[1] : (tuple<{kind}, {kind}>) -> {kind}", value[1])

    def random_bits(self, value):
        state = self.add("stablehlo.constant dense<[7, 5]> : tensor<2xui64>", (2,), "ui64")
        kind = tensor(value[1], "ui32")
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append("  " * self.depth + f"{name}:2 = stablehlo.rng_bit_generator {state[0]}, algorithm = THREE_FRY : "
                          f"(tensor<2xui64>) -> (tensor<2xui64>, {kind})")
        few = self.binary("shift_right_logical", (f"{name}#1", value[1], "ui32"), self.constant(30, value[1], "ui32"))
        return self.bounded(self.binary("subtract", value, self.converted(few, "f32")))

    def sum_of_replicas(self, value):
        groups = [list(range(self.replicas))]
        return self.bounded(self.add(
            f'"stablehlo.all_reduce"({value[0]}) <{{replica_groups = dense<{groups}> : tensor<1x{self.replicas}xi64>}}> '
            f"{BODY.format('f32', 'add')} : ({tensor(value[1])}) -> {tensor(value[1])}", value[1]))

    def chosen_by_number(self, value):
        """One of three branches, which take what is outside of them."""
        if self.depth > 2:
            return value
        zero = self.constant(0)
        total = self.add(
            f"stablehlo.reduce({value[0]} init: {zero[0]}) applies stablehlo.add across dimensions = "
            f"{list(range(len(value[1])))} : ({tensor(value[1])}, tensor<f32>) -> tensor<f32>", ())
        number = self.converted(self.bounded(total), "i32")
        other = self.given(value[1])
        self.count += 1
        name, pad, kind = f"%v{self.count}", "  " * self.depth, tensor(value[1])
        self.lines.append(f'{pad}{name} = "stablehlo.case"({number[0]}) ({{')
        self.depth += 1
        for branch in range(3):
            inner = other if branch == 0 else self.binary("maximum", value, other) if branch == 1 else self.constrained(value)
            self.lines.append(f"{pad}  stablehlo.return {inner[0]} : {kind}")
            if branch < 2:
                self.lines.append(f"{pad}}}, {{")
        self.depth -= 1
        self.lines.append(f"{pad}}}) : (tensor<i32>) -> {kind}")
        return name, value[1], "f32"

    def looped(self, value):
        """A loop of three turns at most, whose body is drawn, too."""
        if self.depth > 2:
            return value
        zero = self.constant(0, (), "i32")
        self.count += 1
        name = f"%v{self.count}"
        kind = tensor(value[1])
        pad = "  " * self.depth
        self.lines.append(
            f"{pad}{name}:2 = stablehlo.while(%c{name[2:]} = {value[0]}, %i{name[2:]} = {zero[0]}) : {kind}, tensor<i32> cond {{\n"
            f"{pad}  %n{name[2:]} = stablehlo.constant dense<3> : tensor<i32>\n"
            f"{pad}  %b{name[2:]} = stablehlo.compare LT, %i{name[2:]}, %n{name[2:]} : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            f"{pad}  %z{name[2:]} = stablehlo.constant dense<0.0> : tensor<f32>\n"
            f"{pad}  %s{name[2:]} = stablehlo.reduce(%c{name[2:]} init: %z{name[2:]}) applies stablehlo.maximum across dimensions = "
            f"{list(range(len(value[1])))} : ({kind}, tensor<f32>) -> tensor<f32>\n"
            f"{pad}  %m{name[2:]} = stablehlo.compare GT, %s{name[2:]}, %z{name[2:]} : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            f"{pad}  %a{name[2:]} = stablehlo.and %b{name[2:]}, %m{name[2:]} : tensor<i1>\n"
            f"{pad}  stablehlo.return %a{name[2:]} : tensor<i1>\n{pad}}} do {{")
        self.depth += 1
        inner = (f"%c{name[2:]}", value[1], "f32")
        for _ in range(self.draw.randrange(1, 3)):
            inner = getattr(self, self.draw.choice(["summed_up", "constrained", "reversed", "spread", "updated"]))(inner)
        one = self.constant(1, (), "i32")
        next_turn = self.binary("add", (f"%i{name[2:]}", (), "i32"), one)
        self.lines.append(f"{pad}  stablehlo.return {inner[0]}, {next_turn[0]} : {kind}, tensor<i32>\n{pad}}}")
        self.depth -= 1
        return f"{name}#0", value[1], "f32"

    def branched(self, value):
        if self.depth > 2:
            return value
        whole = self.constant(0)
        total = self.add(
            f"stablehlo.reduce({value[0]} init: {whole[0]}) applies stablehlo.add across dimensions = "
            f"{list(range(len(value[1])))} : ({tensor(value[1])}, tensor<f32>) -> tensor<f32>", ())
        choice = self.add(f"stablehlo.compare GT, {total[0]}, {whole[0]} : (tensor<f32>, tensor<f32>) -> tensor<i1>", (), "i1")
        self.count += 1
        name, pad, kind = f"%v{self.count}", "  " * self.depth, tensor(value[1])
        self.lines.append(f'{pad}{name} = "stablehlo.if"({choice[0]}) ({{')
        self.depth += 1
        for branch in range(2):
            inner = getattr(self, self.draw.choice(["summed_up", "constrained", "reversed", "sorted"]))(value)
            self.lines.append(f"{pad}  stablehlo.return {inner[0]} : {kind}")
            if branch == 0:
                self.lines.append(f"{pad}}}, {{")
        self.depth -= 1
        self.lines.append(f"{pad}}}) : (tensor<i1>) -> {kind}")
        return name, value[1], "f32"

    def text(self):
        results = self.results
        names = ", ".join(value[0] for value in results)
        kinds = ", ".join(tensor(*value[1:]) for value in results)
        marked = ", ".join(tensor(*value[1:]) + self.shardings.attribute(value[1]) for value in results)
        body = "\n".join(self.lines)
        count = self.shardings.partitions
        return (f"module @drawn attributes {{mhlo.num_partitions = {count} : i32, mhlo.num_replicas = {self.replicas} : i32}} {{\n"
                f"{self.shardings.mesh() if self.shardings.is_sdy else ''}{''.join(self.functions)}"
                f"  func.func @main({', '.join(self.arguments)}) -> ({marked}) {{\n{body}\n"
                f"    return {names} : {kinds}\n  }}\n}}\n")


OPS = ["constrained", "constrained", "summed_up", "chosen", "spread", "transposed", "reshaped", "product", "product",
       "reduced", "place_of_greatest", "cut", "padded", "joined", "reversed", "sliced", "updated", "taken", "scattered",
       "sorted", "pooled", "convolved", "convolved_places", "scattered_to_greatest", "normalized", "of_whole_numbers",
       "listed", "called", "taken_in_batches", "looped", "branched", "of_type", "complex_numbers", "of_nothing",
       "products_of_two", "windows_taken", "windows_scattered", "windowed", "stepped", "spaced", "sorted_together",
       "passed_on", "random_bits", "sum_of_replicas", "chosen_by_number"]


def draw_program(seed, count, replicas):
    draw = random.Random(seed)
    program = Program(draw, draw.choice(MESHES[count]), replicas)
    value = program.argument([draw.choice([1, 2, 3, 4, 4, 8, 8]) for _ in range(draw.choice([1, 2, 3, 3]))])
    for _ in range(draw.randrange(3, 12)):
        if not value[1] or math.prod(value[1]) > 2048 or len(value[1]) > 5:
            value = program.argument([draw.choice([4, 8]) for _ in range(3)])
        op = draw.choice(OPS)
        value = getattr(program, op)(value)
        if draw.random() < 0.3:
            program.results.append(value)
    program.results.append(value)
    return program.text()


def run(tool, text, *options):
    """The bytes of the results, by their names."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([tool, "-", "--fake-data", f"--output={folder}/r.npy", *options], input=text,
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{done.stderr}\n{text}")
        return {file.name: file.read_bytes() for file in pathlib.Path(folder).iterdir()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("tool")
    parser.add_argument("--programs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for seed in range(args.seed, args.seed + args.programs):
        count = [2, 4, 4, 8][seed % 4]
        replicas = 2 if seed % 5 == 0 else 1
        text = draw_program(seed, count, replicas)
        whole = run(args.tool, text, f"--device=cpu:{replicas}", "--num-partitions=1")
        if run(args.tool, text, f"--device=cpu:{replicas * count}") != whole:
            sys.exit(f"the program of seed {seed} gives something else in {count} parts:\n{text}")
    print(f"{args.programs} programs give the same in parts")


if __name__ == "__main__":
    main()
