# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives trainlint-run files with hostile names and content.

usage: run_messages.py FOLDER
"""

import json
import os
import shutil
import struct
import sys

from hostile import TEXTS
from outgoing import Runs

PROGRAM = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}\n"
runs = Runs()


def write(name, content):
    with open(name, "wb") as file:
        file.write(content)


def npy(kind):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': (2,), }}\n".encode()
    return b"\x93NUMPY\x02\x00" + struct.pack("<I", len(header)) + header + bytes(8)


def safetensors(name):
    header = json.dumps({name: {"dtype": name, "shape": [2], "data_offsets": [0, 8]},
                         "__metadata__": {name: name}}).encode()
    return struct.pack("<Q", len(header)) + header + bytes(8)


def quoted(text):
    return "\"" + "".join(f"\\{byte:02X}" for byte in text.encode()) + "\""


def check_kind(text):
    write("a.npy", npy(text.replace("'", "")))
    done = runs.run("trainlint-run", "program.mlir", "--input", "a.npy")
    runs.expect(len(done.stderr) < 2000, f"{len(done.stderr)} bytes for {text[:20]!r}")


def check(text):
    check_kind(text)
    write("a.safetensors", safetensors(text))
    runs.run("trainlint-run", "program.mlir", "--input", "a.safetensors")
    runs.run("trainlint-run", "program.mlir", "--input", text)
    runs.run("trainlint-run", "program.mlir", "--output", text + "/x/a.npy", "--input", "b.npy")
    for option in ("--device", "--plugin", "--emit", "--num-replicas", "--config", "--steps",
                   "--cache-dir", "--graph", "--data", "--batch-size", "--checkpoint-dir"):
        runs.run("trainlint-run", "program.mlir", f"{option}={text}")
    runs.run("trainlint-run", "--" + text)
    name = text.replace("/", ":")[:200]
    for ending in (".mlir", ".pbtxt", ".yaml", ".onnx", ".json"):
        runs.run("trainlint-run", name + ending)
        write("./" + name + ending, b"x " + text.encode())
        runs.run("trainlint-run", "--", name + ending)
        runs.run("trainlint-run", "--steps=1", "--", name + ending)
    write("p.mlir", f"func.func @{quoted(text)}() -> tensor<f32> {{\n  call @{quoted(text + 'x')}() "
                    f": () -> () // {text}\n  \"{text}\"() {{a = {quoted(text)}}} : () -> ()\n}}"
          .encode())
    runs.run("trainlint-run", "p.mlir")
    runs.run("trainlint-run", "p.mlir", "--steps=1")


def main():
    folder = sys.argv[1]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    os.chdir(folder)
    write("program.mlir", PROGRAM.encode())
    write("b.npy", npy("<f4"))
    for text in TEXTS.values():
        check(text)
    check_kind("l" * 3000000)
    return runs.finish()


sys.exit(main())
