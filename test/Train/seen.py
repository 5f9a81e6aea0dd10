# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs trainlint-run on a step that keeps what it is fed, and reads that."""

import json
import pathlib
import subprocess

import numpy as np

STEP = pathlib.Path(__file__).parent / "Inputs/seen.mlir"


def write_step(path, batch, shape):
    text = STEP.read_text().replace("BATCH", str(batch)).replace("SHAPE", "x".join(map(str, shape)))
    pathlib.Path(path).write_text(text)
    return path


def run(*arguments):
    return subprocess.run(["trainlint-run", *map(str, arguments)], capture_output=True, text=True)


def tensors_of(path):
    raw = pathlib.Path(path).read_bytes()
    size = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:8 + size])
    header.pop("__metadata__", None)
    types = {"F32": "<f4", "I64": "<i8"}
    return {name: np.frombuffer(raw[8 + size:][slice(*entry["data_offsets"])], types[entry["dtype"]])
            .reshape(entry["shape"]) for name, entry in header.items()}


def seen(step, steps, *arguments):
    """x and y of the last step."""
    result = run(step, "--train", "--steps", steps, "--log", "none", "--fetch-state", "seen.safetensors", *arguments)
    assert result.returncode == 0, result.stderr
    tensors = tensors_of("seen.safetensors")
    return tensors["seen"], tensors["labels_seen"]


def losses(step, steps, *arguments):
    result = run(step, "--train", "--steps", steps, "--log", "json", *arguments)
    assert result.returncode == 0, result.stderr
    return [json.loads(line)["loss"] for line in result.stdout.splitlines()]


def problem(step, *arguments):
    """The exit code, and what is said."""
    result = run(step, "--train", "--steps", 3, "--log", "none", *arguments)
    return result.returncode, result.stderr.splitlines()[0].removeprefix("trainlint-run: ")
