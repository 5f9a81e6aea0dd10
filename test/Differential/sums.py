#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws programs with sums, maxima and masks of the same tensors, and runs each as it is and with a
barrier behind every op, which keeps what reductions have in common from being used. The results have
to be the same to the last bit: all numbers are small and whole.

    test/Differential/sums.py build/bin/trainlint-test-cpu [--programs 20] [--seed 1]
"""

import argparse
import math
import random
import sys

from channels_last import Program as Images, run, tensor

# Whole numbers are exact up to here in 32 bits.
EXACT = 1 << 24


class Program(Images):
    """Tensors are a name, a shape, and what no element is larger than."""

    def __init__(self, draw, has_barriers):
        super().__init__(draw, has_barriers)
        self.shape = tuple(draw.choice([1, 2, 3, 8, 17, 33]) for _ in range(draw.choice([2, 3, 4])))
        self.tensors = [self.argument() for _ in range(draw.choice([2, 3]))]
        self.fewer = []

    def argument(self):
        return self.given(self.shape)[0], self.shape, 2

    def taken(self):
        """One of the last tensors, more often than not."""
        return self.tensors[-1] if self.draw.random() < 0.4 else self.draw.choice(self.tensors)

    def give(self, text, shape, most):
        if most >= EXACT // 64:
            most, kind = 2, tensor(shape)
            low, high = self.constant(-2), self.constant(2)
            text = f"stablehlo.clamp {low}, {self.add(text, shape)}, {high} : (tensor<f32>, {kind}, tensor<f32>) -> {kind}"
        (self.tensors if shape == self.shape else self.fewer).append((self.add(text, shape), shape, most))

    def product(self):
        one, other = self.taken(), self.taken()
        self.give(f"stablehlo.multiply {one[0]}, {other[0]} : {tensor(self.shape)}", self.shape, one[2] * other[2])

    def sum_of_two(self):
        one, other = self.taken(), self.taken()
        op = self.draw.choice(["add", "subtract"])
        self.give(f"stablehlo.{op} {one[0]}, {other[0]} : {tensor(self.shape)}", self.shape, one[2] + other[2])

    def negated(self):
        one = self.taken()
        self.give(f"stablehlo.negate {one[0]} : {tensor(self.shape)}", self.shape, one[2])

    def times_number(self):
        one, number = self.taken(), self.draw.choice([-3, -1, 0, 2])
        factor = self.constant(number, self.shape)
        self.give(f"stablehlo.multiply {one[0]}, {factor} : {tensor(self.shape)}", self.shape, one[2] * 3)

    def some_dims(self):
        rank = len(self.shape)
        return sorted(self.draw.sample(range(rank), self.draw.randrange(1, rank + 1)))

    def with_coefficient(self):
        """A product with, or a sum of, what is the same along some dimensions."""
        one = self.taken()
        dims, most = [dim for dim in range(len(self.shape)) if dim not in self.some_dims()], 2
        shape = tuple(self.shape[dim] for dim in dims)
        known = [value for value in self.fewer if value[1] == shape]
        if known and self.draw.random() < 0.7:
            coefficient, _, most = self.draw.choice(known)
        else:
            coefficient = self.given(shape)[0] if shape else self.constant(2)
        spread = self.add(f"stablehlo.broadcast_in_dim {coefficient}, dims = {dims} : ({tensor(shape)}) -> "
                          f"{tensor(self.shape)}", self.shape)
        op, all_most = self.draw.choice([("multiply", one[2] * most), ("subtract", one[2] + most)])
        self.give(f"stablehlo.{op} {one[0]}, {spread} : {tensor(self.shape)}", self.shape, all_most)

    def masked(self):
        """The gradient of a maximum, a minimum or a clamp."""
        one, gradient, kind = self.taken(), self.taken(), tensor(self.shape)
        low, high = self.constant(-1, self.shape), self.constant(1, self.shape)
        bound, direction, call = self.draw.choice([
            (low, "GT", "maximum {0}, {1} : {3}"), (high, "LT", "minimum {2}, {0} : {3}"), (high, "LE", "minimum {0}, {2} : {3}"),
            (low, "GT", "clamp {1}, {0}, {2} : {3}"), (high, "LT", "clamp {1}, {0}, {2} : {3}"),
            (high, "GT", "maximum {0}, {1} : {3}")])
        self.give("stablehlo." + call.format(one[0], low, high, kind), self.shape, max(one[2], 1))
        passes = self.add(f"stablehlo.compare {direction}, {one[0]}, {bound} : ({kind}, {kind}) -> {tensor(self.shape, 'i1')}",
                          self.shape, "i1")
        zero = self.constant(0, self.shape)
        self.give(f"stablehlo.select {passes}, {gradient[0]}, {zero} : {tensor(self.shape, 'i1')}, {kind}", self.shape,
                  gradient[2])

    def reduced(self):
        one, dims = self.taken(), self.some_dims()
        shape = tuple(size for dim, size in enumerate(self.shape) if dim not in dims)
        count = math.prod(self.shape) // math.prod(shape)
        op, initial, factor = self.draw.choice([("add", 0, count), ("add", 0, count), ("add", 0, count), ("add", 1, count),
                                                ("maximum", -4, 4), ("minimum", 4, 4)])
        if one[2] * factor >= EXACT:
            return
        first = self.constant(initial)
        self.give(f"stablehlo.reduce({one[0]} init: {first}) applies stablehlo.{op} across dimensions = {dims} : "
                  f"({tensor(self.shape)}, tensor<f32>) -> {tensor(shape)}", shape, one[2] * factor + 4)
        if shape != self.shape:
            self.results.append(self.fewer[-1][:2])

    def text(self):
        """With results whose zeros have one sign."""
        for index, (name, shape) in enumerate(self.results):
            zero = self.constant(0, shape)
            self.results[index] = self.add(f"stablehlo.add {name}, {zero} : {tensor(shape)}", shape), shape
        return super().text()


OPS = ["product", "sum_of_two", "negated", "times_number", "with_coefficient", "with_coefficient", "masked", "reduced",
       "reduced", "reduced"]


def draw_program(seed, has_barriers):
    draw = random.Random(seed)
    program = Program(draw, has_barriers)
    for _ in range(draw.randrange(6, 30)):
        getattr(program, draw.choice(OPS))()
    program.results.append(program.tensors[-1][:2])
    return program.text()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("tool")
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for seed in range(args.seed, args.seed + args.programs):
        text = draw_program(seed, has_barriers=False)
        if run(args.tool, text) != run(args.tool, draw_program(seed, has_barriers=True)):
            sys.exit(f"the program of seed {seed} gives something else op by op:\n{text}")
    print(f"{args.programs} programs give the same as op by op")


if __name__ == "__main__":
    main()
