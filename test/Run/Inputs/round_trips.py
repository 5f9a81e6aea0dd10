# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sends arrays of NumPy through a program that gives them back."""

import os
import subprocess
import sys

import numpy

TYPES = {"?": "i1", "i1": "i8", "i2": "i16", "i4": "i32", "i8": "i64", "u1": "ui8", "u2": "ui16",
         "u4": "ui32", "u8": "ui64", "f2": "f16", "f4": "f32", "f8": "f64", "c8": "complex<f32>",
         "c16": "complex<f64>"}
SHAPES = [(), (5,), (2, 3, 4), (1, 1)]


def program(shape, element):
    kind = "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"
    return f"func.func @main(%x: {kind}) -> {kind} {{\n  return %x : {kind}\n}}\n"


def run(tool, folder, array, element):
    paths = [os.path.join(folder, name) for name in ("p.mlir", "in.npy", "out.npy")]
    with open(paths[0], "w") as file:
        file.write(program(array.shape, element))
    numpy.save(paths[1], array)
    done = subprocess.run([tool, paths[0], "--input", paths[1], "--output", paths[2]],
                          capture_output=True, text=True, timeout=60)
    if done.returncode:
        sys.exit(f"{array.dtype} {array.shape}: {done.stderr}")
    return numpy.load(paths[2]), done.stderr


def main():
    folder, tool = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    random = numpy.random.RandomState(1)
    checked = 0
    for number, (code, element) in enumerate(TYPES.items()):
        for place, shape in enumerate(SHAPES):
            values = random.randint(0, 2 if code == "?" else 100, shape)
            array = numpy.asarray(values).astype(code)
            # Orders of bytes and of dimensions take turns.
            if (number + place) % 2:
                array = numpy.asfortranarray(array)
            if (number + place) % 3 == 0 and array.dtype.itemsize > 1:
                array = array.astype(array.dtype.newbyteorder(">"))
            back, _ = run(tool, folder, array, element)
            if back.shape != array.shape or (back != array).any() or back.dtype.kind != array.dtype.kind:
                sys.exit(f"{code} {shape}: {array} became {back}")
            checked += 1
    raw = numpy.arange(6, dtype="u2").view("V2")
    back, note = run(tool, folder, raw, "bf16")
    if back.tobytes() != raw.tobytes() or "holds raw bytes of bf16" not in note:
        sys.exit(f"bf16: {raw} became {back}, with the note {note!r}")
    print(f"{checked + 1} arrays came back as they were")


main()
