#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares gradients with central differences, in f64 on the CPU device.

Each public function of a file takes tensors of f64 and returns one. Its loss is the
sum of what it returns, times numbers that are drawn. Along directions that are drawn
the gradients have to give what the loss changes by; where the name of the function
begins with `linear_`, exactly what it is made of: for a linear f, <v, f(x)> is
<transposed f (v), x>.

    numeric.py --opt build/bin/trainlint-opt --run build/bin/trainlint-test-cpu FILE...
"""

import argparse
import re
import subprocess
import sys

import numpy as np

STEP = 1e-5
DIRECTIONS = 3
CHECKS_AT_ONCE = 8


class Function:
    def __init__(self, name, arguments, result):
        self.name, self.result = name, result
        self.types = [t for _, t in re.findall(r"%(\w+): (tensor<[^>]*>)", arguments)]


def functions_of(text):
    pattern = r"^func\.func @(\w+)\((.*?)\) -> (tensor<[^>]*>) \{"
    return [Function(*match) for match in re.findall(pattern, text, re.M)]


def shape_of(kind):
    return tuple(int(size) for size in re.findall(r"(\d+)x", kind))


def literal(values):
    return "dense<" + re.sub(r"\s", "", str(np.asarray(values).tolist())) + ">"


def sum_of(value, kind, name):
    """Lines that add up the elements of a tensor."""
    rank = len(shape_of(kind))
    return [f"  %{name}.0 = stablehlo.constant dense<0.0> : tensor<f64>",
            f"  %{name} = stablehlo.reduce({value} init: %{name}.0) applies stablehlo.add "
            f"across dimensions = {list(range(rank))} : ({kind}, tensor<f64>) -> tensor<f64>"]


def loss_of(function, random):
    weights = random.uniform(0.5, 1.5, shape_of(function.result)) * random.choice(
        [-1, 1], shape_of(function.result))
    types = ", ".join(function.types)
    arguments = ", ".join(f"%a{i}: {kind}" for i, kind in enumerate(function.types))
    names = ", ".join(f"%a{i}" for i in range(len(function.types)))
    return "\n".join([
        f"func.func private @loss_{function.name}({arguments}) -> tensor<f64> {{",
        f"  %0 = func.call @{function.name}({names}) : ({types}) -> {function.result}",
        f"  %1 = stablehlo.constant {literal(weights)} : {function.result}",
        f"  %2 = stablehlo.multiply %0, %1 : {function.result}",
        *sum_of("%2", function.result, "sum"),
        "  return %sum : tensor<f64>", "}", ""])


def constants(values, types, prefix):
    return [f"  %{prefix}{i} = stablehlo.constant {literal(value)} : {kind}"
            for i, (value, kind) in enumerate(zip(values, types))]


def check_of(function, random):
    """The points at which a function is run: its loss and gradients at the first one."""
    point = [random.uniform(0.5, 1.5, shape_of(kind)) for kind in function.types]
    directions = [[random.normal(size=shape_of(kind)) for kind in function.types]
                  for _ in range(DIRECTIONS)]
    others = [[x + sign * STEP * v for x, v in zip(point, direction)]
              for direction in directions for sign in (1, -1)]
    return point, directions, others


def program_of(functions, checks, number):
    """A function that returns all that the checks of some functions need."""
    lines, results = [], []
    for function, (point, _, others) in zip(functions, checks):
        types, count = ", ".join(function.types), len(function.types)
        call = lambda name, where, kinds: (
            f"func.call @{name}({', '.join(f'%{where}{i}' for i in range(count))}) : "
            f"({types}) -> {kinds}")
        base = function.name
        lines += constants(point, function.types, f"{base}.x")
        lines.append(f"  %{base}.g:{count + 1} = " +
                     call(f"loss_{base}_gradients", f"{base}.x", f"(tensor<f64>, {types})"))
        results += [(f"%{base}.g#{i}", kind)
                    for i, kind in enumerate(["tensor<f64>", *function.types])]
        for j, values in enumerate(others):
            lines += constants(values, function.types, f"{base}.{j}.")
            lines.append(f"  %{base}.l{j} = " + call(f"loss_{base}", f"{base}.{j}.",
                                                     "tensor<f64>"))
            results.append((f"%{base}.l{j}", "tensor<f64>"))
    kinds = ", ".join(kind for _, kind in results)
    return "\n".join([f"func.func @check{number}() -> ({kinds}) {{", *lines,
                      f"  return {', '.join(value for value, _ in results)} : {kinds}", "}"])


def run(command, text):
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{result.stderr[:2000]}")
    return result.stdout


def values_of(output):
    for line in output.splitlines():
        if not line.startswith("@"):
            kind, _, text = line.partition(" ")
            data = bytes.fromhex(text)
            yield np.frombuffer(data, "<f8").reshape(shape_of(kind))


def close(left, right, tolerance):
    return abs(left - right) <= tolerance * (1 + abs(left) + abs(right))


def judge(function, check, values):
    point, directions, others = check
    loss, *gradients = [next(values) for _ in range(len(point) + 1)]
    losses = [next(values) for _ in others]
    if function.name.startswith("linear_"):
        product = sum(np.vdot(g, x) for g, x in zip(gradients, point))
        if not close(product, loss, 1e-12):
            return f"<transposed f (v), x> = {product} instead of <v, f(x)> = {loss}"
    for direction, above, below in zip(directions, losses[::2], losses[1::2]):
        slope = sum(np.vdot(g, v) for g, v in zip(gradients, direction))
        difference = (above - below) / (2 * STEP)
        if not close(slope, difference, 1e-7):
            return f"gradients give {slope}, differences give {difference}"
    return None


def check_file(path, options):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    random = np.random.default_rng(options.seed)
    functions = functions_of(text)
    checks = [check_of(function, random) for function in functions]
    losses = "".join(loss_of(function, random) for function in functions)
    names = ",".join(f"loss_{function.name}" for function in functions)
    passes = f"--pass-pipeline=builtin.module(stablehlo-differentiate{{function={names}}}" + \
        (",stablehlo-canonicalize" if options.simplify else "") + ")"
    # What is tested is private, so that only the checks are run.
    library = run([options.opt, passes], text.replace("func.func @", "func.func private @") +
                  losses)
    library = library.replace("func.func @", "func.func private @")
    body = library[library.index("{") + 1:library.rindex("}")]
    groups = range(0, len(functions), CHECKS_AT_ONCE)
    programs = [program_of(functions[i:i + CHECKS_AT_ONCE], checks[i:i + CHECKS_AT_ONCE], i)
                for i in groups]
    values = values_of(run([options.run, "-", "--hex"], body + "\n".join(programs)))
    good = 0
    for function, check in zip(functions, checks):
        message = judge(function, check, values)
        good += message is None
        if message:
            print(f"{path}: {function.name}: {message}")
    return good, len(functions)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--opt", default="trainlint-opt")
    parser.add_argument("--run", default="trainlint-test-cpu")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--simplify", action="store_true", help="simplify before running")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    counts = [check_file(path, options) for path in options.files]
    good, total = (sum(numbers) for numbers in zip(*counts))
    print(f"{good} of {total} functions have the gradients that differences give")
    sys.exit(good != total)


if __name__ == "__main__":
    main()
