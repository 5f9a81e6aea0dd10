# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains the perceptron of Inputs/mlp.mlir and compares its losses.

The same steps are made in NumPy, in f64, and, with --torch, by PyTorch's automatic
differentiation in f32. All begin with the same weights and see the same batches, so
that the losses of 20 steps agree to 1e-5. Several devices have to give what one gives
with the whole batch, and the same state on each.

    python3 against_numpy.py --tool build/bin/trainlint-run mlp.mlir
"""

import argparse
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import numpy as np

STEPS = 20
BATCH = 64
RATE = 0.5
NAMES = ("hidden/kernel", "hidden/bias", "logits/kernel", "logits/bias")


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, array in tensors.items():
        raw = np.ascontiguousarray(array).tobytes()
        header[name] = {"dtype": {"f4": "F32", "i8": "I64"}[array.dtype.str[1:]],
                        "shape": list(array.shape),
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def read_safetensors(path):
    raw = path.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    header, data = json.loads(raw[8:8 + size]), raw[8 + size:]
    types = {"F32": "<f4", "I64": "<i8"}
    return {name: np.frombuffer(data[slice(*entry["data_offsets"])], types[entry["dtype"]])
            .reshape(entry["shape"])
            for name, entry in header.items() if name != "__metadata__"}


def numpy_losses(weights, images, labels):
    w1, b1, w2, b2 = (weights[name].astype("f8") for name in NAMES)
    losses = []
    for step in range(STEPS):
        rows = slice(step * BATCH, (step + 1) * BATCH)
        x, one_hot = images[rows].astype("f8"), np.eye(10)[labels[rows]]
        z1 = x @ w1 + b1
        h = np.maximum(z1, 0)
        z2 = h @ w2 + b2
        z2 -= z2.max(axis=1, keepdims=True)
        p = np.exp(z2) / np.exp(z2).sum(axis=1, keepdims=True)
        losses.append(-(one_hot * np.log(p)).sum() / BATCH)
        dz2 = (p - one_hot) / BATCH
        dz1 = (dz2 @ w2.T) * (z1 > 0)
        w1, b1 = w1 - RATE * x.T @ dz1, b1 - RATE * dz1.sum(axis=0)
        w2, b2 = w2 - RATE * h.T @ dz2, b2 - RATE * dz2.sum(axis=0)
    return losses, (w1, b1, w2, b2)


def torch_losses(weights, images, labels):
    import torch
    w1, b1, w2, b2 = parameters = [torch.tensor(weights[name], requires_grad=True)
                                   for name in NAMES]
    optimizer = torch.optim.SGD(parameters, lr=RATE)
    losses = []
    for step in range(STEPS):
        rows = slice(step * BATCH, (step + 1) * BATCH)
        x, y = torch.tensor(images[rows]), torch.tensor(labels[rows]).long()
        logits = torch.relu(x @ w1 + b1) @ w2 + b2
        loss = torch.nn.functional.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train(arguments, module, devices, folder):
    text = module.read_text().replace("BATCH", str(BATCH // devices))
    step = folder / f"mlp{devices}.mlir"
    step.write_text(text)
    state = folder / f"state{devices}.safetensors"
    out = subprocess.run(
        [arguments.tool, str(step), "--train", f"--device=cpu:{devices}", f"--steps={STEPS}",
         "--data", str(folder / "data.npz"), "--no-shuffle", "--init", str(folder / "init.safetensors"),
         "--fetch-state", str(state), "--check-replicas", "--log=json"],
        check=True, capture_output=True, text=True).stdout
    return [json.loads(line)["loss"] for line in out.splitlines()], read_safetensors(state)


def worst(ours, theirs):
    assert len(ours) == len(theirs), f"{len(ours)} losses instead of {len(theirs)}"
    return max(abs(a - b) / abs(b) for a, b in zip(ours, theirs))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--torch", action="store_true")
    parser.add_argument("module", type=pathlib.Path)
    arguments = parser.parse_args()
    random = np.random.default_rng(1)
    images = random.standard_normal((STEPS * BATCH, 16), dtype="f4")
    labels = (images @ random.standard_normal((16, 10))).argmax(axis=1).astype("u1")
    weights = {"hidden/kernel": random.standard_normal((16, 32), dtype="f4") / 4,
               "hidden/bias": random.standard_normal(32, dtype="f4") / 10,
               "logits/kernel": random.standard_normal((32, 10), dtype="f4") / 6,
               "logits/bias": np.zeros(10, "f4")}
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        np.savez(folder / "data.npz", images=images, labels=labels)
        write_safetensors(folder / "init.safetensors", weights)
        expected, end = numpy_losses(weights, images, labels)
        others = [("NumPy", expected)]
        if arguments.torch:
            others.append(("PyTorch", torch_losses(weights, images, labels)))
        single = None
        for devices in (1, 2, 8):
            losses, state = train(arguments, arguments.module, devices, folder)
            single = single or losses
            compared = others + ([("one device", single)] if devices > 1 else [])
            for who, theirs in compared:
                error = worst(losses, theirs)
                bad += error > 1e-5
                print(f"{devices} devices against {who}: {error:.1e} over {STEPS} steps")
            error = max(np.abs(state[key] - value).max() for key, value in zip(NAMES, end))
            bad += error > 1e-5
            if state["global_step"] != STEPS:
                print(f"global_step is {state['global_step']}")
                bad += 1
        if losses[-1] > 0.7 * losses[0]:
            print(f"the loss does not fall: {losses[0]} to {losses[-1]}")
            bad += 1
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
