#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws programs with images, whose channels come before places, and runs each as it is and with
a barrier behind every op, which keeps tensors in the order of the program. The results have to be
the same to the last bit: all numbers are small and whole.

    test/Differential/channels_last.py build/bin/trainlint-test-cpu [--programs 20] [--seed 1]
"""

import argparse
import random
import subprocess
import sys

SCALAR = "tensor<f32>"
PAIR = "    ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def numbers(items):
    return "[" + ", ".join(map(str, items)) + "]"


def array(items):
    return "array<i64: " + ", ".join(map(str, items)) + ">"


class Program:
    """Ops behind each other; each image is a name with its shape."""

    def __init__(self, draw, has_barriers):
        self.draw, self.has_barriers = draw, has_barriers
        self.lines, self.count, self.results = [], 0, []

    def add(self, text, shape, element="f32"):
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {text}")
        if not self.has_barriers:
            return name
        self.lines.append(f"  {name}b = stablehlo.optimization_barrier {name} : {tensor(shape, element)}")
        return name + "b"

    def constant(self, number, shape=()):
        return self.add(f"stablehlo.constant dense<{number}.0> : {tensor(shape)}", shape)

    def given(self, shape):
        """Numbers from -2 to 2."""
        count = 1
        for size in shape:
            count *= size
        flat = tensor((count,), "i32")
        factor = self.draw.choice([3, 7, 11])
        lines = [f"stablehlo.iota dim = 0 : {flat}", f"stablehlo.constant dense<{factor}> : {flat}",
                 "stablehlo.multiply {0}, {1} : " + flat, f"stablehlo.constant dense<5> : {flat}",
                 "stablehlo.remainder {2}, {3} : " + flat, f"stablehlo.constant dense<2> : {flat}",
                 "stablehlo.subtract {4}, {5} : " + flat]
        names = []
        for line in lines:
            names.append(self.add(line.format(*names), (count,), "i32"))
        flat_name = self.add(f"stablehlo.convert {names[-1]} : ({flat}) -> {tensor((count,))}", (count,))
        return self.add(f"stablehlo.reshape {flat_name} : ({tensor((count,))}) -> {tensor(shape)}", shape), shape

    def bounded(self, image):
        """Keeps numbers small, so that sums of them are exact."""
        name, shape = image
        low, high = self.constant(-2), self.constant(2)
        kind = tensor(shape)
        return self.add(f"stablehlo.clamp {low}, {name}, {high} : ({SCALAR}, {kind}, {SCALAR}) -> {kind}", shape), shape

    def result(self, image):
        self.results.append(image)
        return None

    # Ops that take an image and give one, or a result of the program.

    def convolution(self, image):
        name, (batch, channels, *places) = image
        outputs, groups = self.draw.choice([(16, 1), (32, 1), (channels, channels), (8, 1)])
        size, stride = self.draw.choice([(1, 1), (3, 1), (3, 2)])
        kernel, kernel_shape = self.given((outputs, channels // groups, *[size] * len(places)))
        pad = size // 2
        shape = (batch, outputs, *[(place + 2 * pad - size) // stride + 1 for place in places])
        dims = ", ".join(map(str, range(len(places))))
        return self.bounded((self.add(
            f"stablehlo.convolution({name}, {kernel}) dim_numbers = [b, f, {dims}]x[o, i, {dims}]->[b, f, {dims}], "
            f"window = {{stride = {[stride] * len(places)}, pad = {[[pad, pad]] * len(places)}}} "
            f"{{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}} : "
            f"({tensor(image[1])}, {tensor(kernel_shape)}) -> {tensor(shape)}", shape), shape))

    def kernel_gradient(self, image):
        name, (batch, channels, *places) = image
        other, other_shape = self.bounded((self.unary("negate", image), image[1]))
        dims = ", ".join(map(str, range(len(places))))
        shape = (channels, channels, *[3] * len(places))
        return self.result((self.add(
            f"stablehlo.convolution({name}, {other}) dim_numbers = [f, b, {dims}]x[i, o, {dims}]->[f, b, {dims}], "
            f"window = {{pad = {[[1, 1]] * len(places)}}} "
            "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
            f"({tensor(image[1])}, {tensor(other_shape)}) -> {tensor(shape)}", shape), shape))

    def unary(self, op, image):
        return self.add(f"stablehlo.{op} {image[0]} : {tensor(image[1])}", image[1])

    def binary(self, op, image, other):
        return self.add(f"stablehlo.{op} {image[0]}, {other} : {tensor(image[1])}", image[1]), image[1]

    def bias(self, image):
        bias, shape = self.given((image[1][1],))
        spread = self.add(f"stablehlo.broadcast_in_dim {bias}, dims = [1] : ({tensor(shape)}) -> {tensor(image[1])}",
                          image[1])
        return self.bounded(self.binary("add", image, spread))

    def places(self, image):
        dim = self.draw.randrange(len(image[1]))
        return self.bounded(self.binary("subtract", image, self.add(
            f"stablehlo.iota dim = {dim} : {tensor(image[1])}", image[1])))

    def rectified(self, image):
        name, shape = image
        zero = self.constant(0, shape)
        is_more = self.add(f"stablehlo.compare GT, {name}, {zero} : ({tensor(shape)}, {tensor(shape)}) -> "
                           f"{tensor(shape, 'i1')}", shape, "i1")
        return self.add(f"stablehlo.select {is_more}, {name}, {zero} : {tensor(shape, 'i1')}, {tensor(shape)}",
                        shape), shape

    def padded(self, image):
        low = [self.draw.randrange(2) for _ in image[1]]
        inner = [0, 0] + [self.draw.randrange(2) for _ in image[1][2:]]
        shape = tuple(size + one + (size - 1) * gaps for size, one, gaps in zip(image[1], low, inner))
        zero = self.constant(0)
        return self.add(f"stablehlo.pad {image[0]}, {zero}, low = {low}, high = {[0] * len(low)}, interior = {inner} : "
                        f"({tensor(image[1])}, {SCALAR}) -> {tensor(shape)}", shape), shape

    def cut(self, image):
        ends = [size if index < 2 else min(size, 6) for index, size in enumerate(image[1])]
        ranges = ", ".join(f"0:{end}:{1 if index < 2 else 2}" for index, end in enumerate(ends))
        shape = tuple(end if index < 2 else (end + 1) // 2 for index, end in enumerate(ends))
        return self.add(f"stablehlo.slice {image[0]} [{ranges}] : ({tensor(image[1])}) -> {tensor(shape)}",
                        shape), shape

    def turned(self, image):
        dims = sorted(self.draw.sample(range(len(image[1])), 2))
        return self.add(f"stablehlo.reverse {image[0]}, dims = {dims} : {tensor(image[1])}", image[1]), image[1]

    def joined(self, image):
        dim = self.draw.randrange(1, len(image[1]))
        shape = tuple(2 * size if index == dim else size for index, size in enumerate(image[1]))
        other = self.unary("abs", image)
        return self.add(f"stablehlo.concatenate {image[0]}, {other}, dim = {dim} : ({tensor(image[1])}, "
                        f"{tensor(image[1])}) -> {tensor(shape)}", shape), shape

    def window(self, shape):
        """Of two by two, and the shape of what it leaves."""
        places = len(shape) - 2
        sizes = array([1, 1] + [2] * places)
        return sizes, (*shape[:2], *[size // 2 for size in shape[2:]])

    def pooled(self, image):
        sizes, shape = self.window(image[1])
        least = self.constant(-9)
        return self.add(
            f'"stablehlo.reduce_window"({image[0]}, {least}) <{{window_dimensions = {sizes}, window_strides = {sizes}}}> '
            f"({{\n{PAIR}      %r = stablehlo.maximum %p, %q : {SCALAR}\n      stablehlo.return %r : {SCALAR}\n    }}) : "
            f"({tensor(image[1])}, {SCALAR}) -> {tensor(shape)}", shape), shape

    def scattered(self, image):
        sizes, shape = self.window(image[1])
        source, _ = self.pooled(image)
        zero = self.constant(0)
        return self.add(
            f'"stablehlo.select_and_scatter"({image[0]}, {source}, {zero}) <{{window_dimensions = {sizes}, '
            f"window_strides = {sizes}}}> ({{\n{PAIR}      %r = stablehlo.compare GE, %p, %q : ({SCALAR}, {SCALAR}) -> "
            f"tensor<i1>\n      stablehlo.return %r : tensor<i1>\n    }}, {{\n{PAIR}      %r = stablehlo.add %p, %q : "
            f"{SCALAR}\n      stablehlo.return %r : {SCALAR}\n    }}) : ({tensor(image[1])}, {tensor(shape)}, {SCALAR}) -> "
            f"{tensor(image[1])}", image[1]), image[1]

    def summed(self, image):
        rank = len(image[1])
        dims = sorted(self.draw.sample(range(rank), self.draw.randrange(1, rank)))
        shape = tuple(size for index, size in enumerate(image[1]) if index not in dims)
        zero = self.constant(0)
        return self.result((self.add(
            f"stablehlo.reduce({image[0]} init: {zero}) applies stablehlo.add across dimensions = {dims} : "
            f"({tensor(image[1])}, {SCALAR}) -> {tensor(shape)}", shape), shape))

    def transposed(self, image):
        order = list(range(len(image[1])))
        self.draw.shuffle(order)
        shape = tuple(image[1][index] for index in order)
        back = [order.index(index) for index in range(len(order))]
        there = self.add(f"stablehlo.transpose {image[0]}, dims = {order} : ({tensor(image[1])}) -> {tensor(shape)}", shape)
        return self.add(f"stablehlo.transpose {there}, dims = {back} : ({tensor(shape)}) -> {tensor(image[1])}",
                        image[1]), image[1]

    def normalized(self, image):
        channels = (image[1][1],)
        scale, offset = self.given(channels)[0], self.given(channels)[0]
        mean, variance = self.constant(0, channels), self.constant(4, channels)
        kinds = ", ".join([tensor(image[1]), *[tensor(channels)] * 4])
        return self.bounded((self.add(
            f'"stablehlo.batch_norm_inference"({image[0]}, {scale}, {offset}, {mean}, {variance}) '
            f"<{{epsilon = 0.0 : f32, feature_index = 1 : i64}}> : ({kinds}) -> {tensor(image[1])}", image[1]), image[1]))

    def grouped(self, image):
        """What groups of channels have in common is taken off: a number of each, of each image or
        of each group."""
        batch, channels, *places = image[1]
        groups = self.draw.choice([count for count in (1, 2, 4, channels) if channels % count == 0])
        inner = channels // groups
        for place in places:
            inner *= place
        shape = (batch, groups, inner)
        rows = self.bounded((self.add(
            f"stablehlo.reshape {image[0]} : ({tensor(image[1])}) -> {tensor(shape)}", shape), shape))
        zero = self.constant(0)
        sums = self.bounded((self.add(
            f"stablehlo.reduce({rows[0]} init: {zero}) applies stablehlo.add across dimensions = [2] : "
            f"({tensor(shape)}, {SCALAR}) -> {tensor(shape[:2])}", shape[:2]), shape[:2]))
        if self.draw.randrange(2):
            self.result(sums)
        dims = self.draw.choice([[0, 1], [0, 1], [0], [1], []])
        given = sums if dims == [0, 1] else self.given(tuple(shape[dim] for dim in dims)) if dims else (zero, ())
        spread = self.add(f"stablehlo.broadcast_in_dim {given[0]}, dims = {dims} : ({tensor(given[1])}) -> "
                          f"{tensor(shape)}", shape)
        rows = self.bounded(self.binary("subtract", rows, spread))
        return self.add(f"stablehlo.reshape {rows[0]} : ({tensor(shape)}) -> {tensor(image[1])}", image[1]), image[1]

    def text(self):
        # What was computed for nothing is dropped, however it lies.
        names = ", ".join(name for name, _ in self.results)
        kinds = ", ".join(tensor(shape) for _, shape in self.results)
        body = "\n".join(self.lines)
        return f"func.func @main() -> ({kinds}) {{\n{body}\n  return {names} : {kinds}\n}}\n"


OPS = ["convolution", "convolution", "convolution", "bias", "places", "rectified", "padded", "cut", "turned", "joined",
       "pooled", "scattered", "summed", "transposed", "normalized", "grouped", "grouped", "kernel_gradient"]


def draw_program(seed, has_barriers):
    draw = random.Random(seed)
    program = Program(draw, has_barriers)
    places = draw.choice([1, 2, 2, 2, 3])
    image = program.convolution(program.given((2, 16, *[12 if places < 3 else 8] * places)))
    for _ in range(draw.randrange(5, 14)):
        size = image[1][0] * image[1][1]
        for place in image[1][2:]:
            size *= place
        op = draw.choice(OPS)
        if min(image[1][2:]) < 4 or size > 100000:
            op = draw.choice(["convolution", "bias", "summed", "rectified"])
        image = getattr(program, op)(image) or image
    program.result(program.convolution(image))
    return program.text()


def run(tool, text, *options):
    done = subprocess.run([tool, "-", "--hex", *options], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stderr}\n{text}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("tool")
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for seed in range(args.seed, args.seed + args.programs):
        text = draw_program(seed, has_barriers=False)
        results = run(args.tool, text)
        for options in ([], ["--no-library"]):
            if results != run(args.tool, draw_program(seed, has_barriers=True), *options):
                sys.exit(f"the program of seed {seed} gives something else in the order that it has:\n{text}")
    print(f"{args.programs} programs give the same in either order")


if __name__ == "__main__":
    main()
