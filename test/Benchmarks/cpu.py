#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures products and convolutions of the CPU device beside PyTorch.

The three are run in turn, several times, and the best time of each counts. The peak
is the best that oneDNN's sgemm reached with any of three large products. Beside that
it measures how long trainlint-run needs for the device and for a thousand operations.

    test/Benchmarks/cpu.py build/bin/trainlint-test-cpu
"""

import argparse
import pathlib
import re
import subprocess
import tempfile
import time

import numpy as np
import torch

CONV = ("stablehlo.convolution(%x, %y) dim_numbers = {numbers}, window = {{stride = [{stride}, "
        "{stride}], pad = [[{low}, {high}], [{low}, {high}]], lhs_dilate = [{gaps}, {gaps}], "
        "rhs_dilate = [{dilation}, {dilation}]}} {{batch_group_count = 1 : i64, "
        "feature_group_count = 1 : i64}}")


def tensor(shape):
    return "tensor<" + "x".join(map(str, shape)) + "xf32>"


class Case:
    def __init__(self, name, operation, left, right, result, multiplications, reference):
        self.name, self.shapes = name, (left, right)
        self.text = (f"func.func @main(%x: {tensor(left)}, %y: {tensor(right)}) -> "
                     f"{tensor(result)} {{\n  %0 = {operation} : ({tensor(left)}, "
                     f"{tensor(right)}) -> {tensor(result)}\n  return %0 : {tensor(result)}\n}}\n")
        self.work = 2e-9 * multiplications
        self.reference = reference


def product(name, rows, sums, columns, left_last=True, right_first=True):
    left = (rows, sums) if left_last else (sums, rows)
    right = (sums, columns) if right_first else (columns, sums)
    text = (f"stablehlo.dot_general %x, %y, contracting_dims = [{int(left_last)}] x "
            f"[{int(not right_first)}]")
    return Case(name, text, left, right, (rows, columns), rows * sums * columns,
                lambda x, y: torch.mm(x if left_last else x.t(), y if right_first else y.t()))


def large_products():
    return [product("product 1024", 1024, 1024, 1024),
            product("product 2048", 2048, 2048, 2048),
            product("product 1024x4096", 1024, 4096, 1024)]


def convolutions(name, batch, size, channels, outputs, kernel):
    """Forward and both gradients of a convolution that keeps the size."""
    pad = kernel // 2
    source, result = (batch, size, size, channels), (batch, size, size, outputs)
    weights = (kernel, kernel, channels, outputs)
    work = batch * size * size * kernel * kernel * channels * outputs
    same = dict(stride=1, low=pad, high=pad, gaps=1, dilation=1)

    def first(x):
        return x.permute(0, 3, 1, 2)

    def forward(x, w):
        return torch.conv2d(first(x), w.permute(3, 2, 0, 1), padding=pad)

    def data(g, w):
        return torch.nn.grad.conv2d_input((batch, channels, size, size), w.permute(2, 3, 0, 1),
                                          first(g), padding=pad)

    def kernels(x, g):
        return torch.nn.grad.conv2d_weight(first(x), (outputs, channels, kernel, kernel),
                                           first(g), padding=pad)
    turned = (kernel, kernel, outputs, channels)
    return [
        Case(f"{name} forward", CONV.format(numbers="[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
                                            **same), source, weights, result, work, forward),
        Case(f"{name} data", CONV.format(numbers="[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
                                         **same), result, turned, source, work, data),
        Case(f"{name} kernel", CONV.format(numbers="[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]",
                                           **same), source, result, weights, work, kernels),
    ]


def time_device(tool, folder, case, options):
    files = []
    for number, shape in enumerate(case.shapes):
        path = folder / f"{number}"
        np.random.default_rng(number).standard_normal(shape).astype(np.float32).tofile(path)
        files.append(f"--input={path}")
    done = subprocess.run([tool, "-", "--entry=main", "--hex", "--time=7", *files, *options],
                          input=case.text, capture_output=True, text=True, check=True)
    return float(re.search(r"time ([\d.]+) us", done.stdout).group(1)) * 1e-6


def time_torch(case):
    left, right = (torch.randn(shape) for shape in case.shapes)
    best = 1e9
    for _ in range(7):
        start = time.perf_counter()
        case.reference(left, right)
        best = min(best, time.perf_counter() - start)
    return best


def long_program(count):
    """A chain of operations of which few can be joined: each element of 64 x 64 goes through
    products, sums along a dimension and functions."""
    lines, last, product = [], "%x", tensor((64, 64))
    row = tensor((64,))
    for number in range(count // 5):
        a, b, c, d, e = (f"%{letter}{number}" for letter in "abcde")
        lines += [f"  {a} = stablehlo.dot_general {last}, %y, contracting_dims = [1] x [0] : "
                  f"({product}, {product}) -> {product}",
                  f"  {b} = stablehlo.tanh {a} : {product}",
                  f"  {c} = stablehlo.reduce({b} init: %zero) applies stablehlo.add across "
                  f"dimensions = [{number % 2}] : ({product}, tensor<f32>) -> {row}",
                  f"  {d} = stablehlo.broadcast_in_dim {c}, dims = [{number % 2}] : ({row}) -> {product}",
                  f"  {e} = stablehlo.subtract {b}, {d} : {product}"]
        last = e
    body = "\n".join(lines)
    return (f"func.func @main(%x: {product}, %y: {product}) -> {product} {{\n"
            f"  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n{body}\n"
            f"  return {last} : {product}\n}}\n")


def time_start(runner, folder, rounds):
    """The least milliseconds to load the device, and to compile a thousand operations."""
    program = folder / "long.mlir"
    program.write_text(long_program(1000))
    best = {}
    for _ in range(rounds):
        done = subprocess.run([runner, str(program), "--fake-data", "--timing", "--output",
                               str(folder / "out.npy")], capture_output=True, text=True, check=True)
        for step, time_text in re.findall(r"^(\w+) +([\d.]+) ms", done.stderr, re.MULTILINE):
            best[step] = min(best.get(step, 1e9), float(time_text))
    return best["device"], best["compile"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    threads = f"--device-threads={args.threads}"
    large = large_products()
    cases = [*large,
             product("1024 transposed", 1024, 1024, 1024, right_first=False),
             product("layer 128x784x256", 128, 784, 256),
             product("its gradient", 784, 128, 256, left_last=False),
             product("its data", 128, 256, 784, right_first=False),
             *convolutions("5x5x32x64", 32, 14, 32, 64, 5),
             *convolutions("3x3x64x64", 8, 56, 64, 64, 3)]
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for case in cases:
            best = [1e9] * 3
            for _ in range(args.rounds):
                times = (time_device(args.tool, pathlib.Path(name), case, [threads]),
                         time_device(args.tool, pathlib.Path(name), case, [threads, "--no-library"]),
                         time_torch(case))
                best = list(map(min, best, times))
            rows.append((case.name, [case.work / t for t in best]))
        runner = pathlib.Path(args.tool).with_name("trainlint-run")
        start, compiled = time_start(runner, pathlib.Path(name), 2 * args.rounds)
    peak = max(speeds[0] for _, speeds in rows[:len(large)])
    print(f"{'GFLOP/s':24}{'oneDNN':>10}{'generated':>11}{'PyTorch':>9}   "
          f"percent of sgemm's {peak:.0f}   generated / oneDNN")
    for name, speeds in rows:
        shares = " ".join(f"{100 * speed / peak:4.0f}" for speed in speeds)
        print(f"{name:24}{speeds[0]:10.1f}{speeds[1]:11.1f}{speeds[2]:9.1f}   {shares:24}{speeds[1] / speeds[0]:6.2f}")
    print(f"the device is there after {start:.1f} ms; 1,000 operations compile in {compiled:.0f} ms")


if __name__ == "__main__":
    main()
