# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a program of many different loops with one thread and with two, and compares what is kept of
them. The programs are kept outside of the repository of the test, whose folders are treated in their own way."""

import os
import pathlib
import re
import subprocess
import tempfile

HOLDER = tempfile.TemporaryDirectory()
ROOT = pathlib.Path(HOLDER.name)
SIZES = range(3, 150)


def sum_of_squares(number, size):
    """The sum of the squares of 0 to size - 1."""
    kind = f"tensor<{size}x2xf32>"
    return (f"  %i{number} = stablehlo.iota dim = 0 : {kind}\n"
            f"  %s{number} = stablehlo.multiply %i{number}, %i{number} : {kind}\n"
            f"  %b{number} = stablehlo.optimization_barrier %s{number} : {kind}\n"
            f"  %r{number} = stablehlo.reduce(%b{number} init: %zero) applies stablehlo.add across dimensions = [0] : "
            f"({kind}, tensor<f32>) -> tensor<2xf32>\n")


body = "".join(sum_of_squares(number, size) for number, size in enumerate(SIZES))
names = ", ".join(f"%r{number}" for number in range(len(SIZES)))
kinds = ", ".join(["tensor<2xf32>"] * len(SIZES))
(ROOT / "many.mlir").write_text(f"func.func @main() -> ({kinds}) {{\n  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
                                f"{body}  return {names} : {kinds}\n}}\n")


def run(threads, folder):
    result = subprocess.run(
        ["trainlint-run", "many.mlir", f"--option=device_threads={threads}", "--cache-dir", folder], cwd=ROOT,
        env={**os.environ, "XDG_CONFIG_HOME": str(ROOT / "user")}, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0 and result.stderr == "", result
    return result.stdout


def expect(what, is_true):
    print(f"{what}: {'yes' if is_true else 'NO'}", flush=True)


def is_right(text):
    sums = [float(number) for number in re.findall(r"\[([\d.e+]+) ", text)]
    return sums == [sum(i * i for i in range(size)) for size in SIZES]


shown = run(1, "one")
expect("right with one thread", is_right(shown))
expect("right with two threads", run(2, "two") == shown)
(one,), (two,) = (ROOT / "one").iterdir(), (ROOT / "two").iterdir()
expect("several object files", one.read_bytes().count(b"\x7fELF") > 3)
expect("the same code", one.name == two.name and one.read_bytes() == two.read_bytes())
inode = two.stat().st_ino
expect("found by the other", run(1, "two") == shown and two.stat().st_ino == inode)
