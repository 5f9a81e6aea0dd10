# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A public training graph of ResNet-50 in half precision, made one of f64 for small
images, and the same network in PyTorch: losses and weights have to agree, and so has
what an evaluation of the trained model measures.

    resnet.py GRAPH FOLDER [STEPS]

All nodes of the graph stay. What changes are types, and the constants that its
optimizer worked out from the size of images and of the batch.
"""

import json
import os
import re
import struct
import subprocess
import sys

import numpy as np
import torch

from graph_text import Step, lower, read_tensors, tensor_text

BATCH, IMAGE = 4, 64
FOLDED_BATCH, FOLDED_IMAGE = 192, 224
LOSS_SCALE = 128
RATE, MOMENTUM = 0.01, 0.9
EPSILON = float(np.float32(1.001e-05))
# One minus 0.9 in f32, by which moving averages go to the newest value.
MOVING = float(np.float32(1) - np.float32(0.9))
DECAY = float(np.float32(0.0001))
# Blocks of each stage, and the features that they end with.
STAGES = {2: ("abc", 256), 3: ("abcd", 512), 4: ("abcdef", 1024), 5: ("abc", 2048)}


#===----------------------------------------------------------------------===#
# The graph
#===----------------------------------------------------------------------===#


def elements(tensor):
    """The array that a constant holds."""
    kind = re.search(r"dtype: DT_(\w+)", tensor).group(1)
    dtype = {"FLOAT": "<f4", "HALF": "<f2", "INT32": "<i4"}[kind]
    shape = [int(re.search(r"size: (\d+)", dim).group(1)) if "size" in dim else 0
             for dim in re.findall(r"dim \{([^}]*)\}", tensor)]
    content = re.search(r'tensor_content: "((?:[^"\\]|\\.)*)"', tensor)
    if content:
        data = re.sub(rb"\\([0-7]{3})", lambda match: bytes([int(match.group(1), 8)]),
                      content.group(1).encode())
        data = data.replace(b"\\n", b"\n").replace(b"\\\\", b"\\")
        return np.frombuffer(data, dtype).reshape(shape)
    values = [float(text) for text in re.findall(r"_val: (\S+)", tensor)]
    return np.full(shape, values[0], dtype) if values else np.zeros(shape, dtype)


def small(name, array):
    """A constant as it is for small images, in f64."""
    sizes = {FOLDED_IMAGE // part: IMAGE // part for part in (2, 4, 8, 16, 32)}
    if array.dtype == np.int32:
        if array.shape == (4,) and array[0] == FOLDED_BATCH:
            return np.int32([BATCH, array[1]] + [sizes.get(size, size) for size in array[2:]])
        if name.endswith("avg_pool_1/Mean_grad/floordiv"):
            return np.int32([1, 1, IMAGE // 32, IMAGE // 32])
        return array
    if name.endswith("avg_pool_1/Mean_grad/truediv_recip"):
        return np.float64((32 / IMAGE) ** 2)
    if array.shape == (FOLDED_BATCH, 1):
        return np.full((BATCH, 1), LOSS_SCALE / BATCH)
    if array.shape == () and array == FOLDED_BATCH:
        return np.float64(BATCH)
    return array.astype(np.float64)


def derive(text):
    """The graph in f64, for small images."""
    head, *nodes = re.split(r"(?m)^(?=node \{$)", text)
    out = [head]
    for node in nodes:
        name = re.search(r'name: "([^"]*)"', node).group(1)
        tensor = re.search(r"(?ms)^      tensor \{.*?\n      \}\n", node)
        if '\n  op: "Const"\n' in node and tensor and re.search("DT_(FLOAT|HALF|INT32)", tensor.group()):
            array = small(name, elements(tensor.group()))
            same = array.size and (array == array.flat[0]).all() and array.size > 1
            dims = " ".join(f"dim {{ size: {size} }}" for size in array.shape)
            # One number stands for all elements.
            value = (f"tensor {{ dtype: DT_DOUBLE tensor_shape {{ {dims} }} double_val: {array.flat[0]!r} }}"
                     if same and array.dtype == np.float64 else tensor_text(array))
            node = node.replace(tensor.group(), f"      {value}\n")
        out.append(node)
    text = "".join(out)
    return re.sub("DT_(HALF|FLOAT)", "DT_DOUBLE", text).replace("float_val:", "double_val:")


#===----------------------------------------------------------------------===#
# PyTorch
#===----------------------------------------------------------------------===#


class Network:
    def __init__(self, initial, averages=None):
        """With averages of means and variances as it is used, not trained."""
        self.initial, self.averages = initial, averages
        self.trained, self.moving = {}, {}

    def weight(self, name):
        if name not in self.trained:
            self.trained[name] = torch.tensor(self.initial[name], requires_grad=True)
        return self.trained[name]

    def convolution(self, name, x, stride=1):
        kernel = self.weight(f"{name}_conv2d_readvariableop_resource").permute(3, 2, 0, 1)
        if kernel.shape[2] == 3:
            # TensorFlow's SAME pads at the end first.
            low = 1 if stride == 1 else 0
            x = torch.nn.functional.pad(x, (low, 1, low, 1))
        return torch.nn.functional.conv2d(x, kernel, stride=stride)

    def normalization(self, name, x):
        base = f"{name}_cond_input_"
        count = x.numel() // x.shape[1]
        mean = x.mean((0, 2, 3), keepdim=True)
        variance = ((x - mean) ** 2).mean((0, 2, 3), keepdim=True)
        unbiased = variance * count / (count - 1)
        self.moving[name] = (mean.detach().flatten(), unbiased.detach().flatten())
        if self.averages:
            mean, variance = (value.reshape(1, -1, 1, 1) for value in self.averages[name])
        scale, offset = (self.weight(base + part).reshape(1, -1, 1, 1) for part in "01")
        return (x - mean) / torch.sqrt(variance + EPSILON) * scale + offset

    def unit(self, block, branch, x, stride=1):
        return self.normalization(f"bn{block}_{branch}", self.convolution(f"res{block}_{branch}", x, stride))

    def forward(self, x):
        pad = torch.nn.functional.pad
        x = self.convolution("conv1", pad(x, (3, 3, 3, 3)), 2)
        x = torch.relu(self.normalization("bn_conv1", x))
        x = torch.nn.functional.max_pool2d(pad(x, (1, 1, 1, 1)), 3, 2)
        for stage, (blocks, _) in STAGES.items():
            for letter in blocks:
                block, stride = f"{stage}{letter}", 2 if letter == "a" and stage > 2 else 1
                way = torch.relu(self.unit(block, "branch2a", x))
                way = torch.relu(self.unit(block, "branch2b", way, stride))
                way = self.unit(block, "branch2c", way)
                x = torch.relu(way + (self.unit(block, "branch1", x, stride) if letter == "a" else x))
        return (x.mean((2, 3)) @ self.weight("fc1000_matmul_readvariableop_resource")
                + self.weight("fc1000_biasadd_readvariableop_resource"))

    def loss(self, images, labels):
        logits = self.forward(images.permute(0, 3, 1, 2))
        decayed = [weight for name, weight in self.trained.items() if "_cond_input_" not in name]
        return (torch.nn.functional.cross_entropy(logits, labels)
                + DECAY * sum((weight ** 2).sum() for weight in decayed))


def torch_training(initial, images, labels, steps):
    """The losses, and after them weights and moving averages by name."""
    network, accumulated, averages, losses = Network(initial), {}, {}, []
    for _ in range(steps):
        loss = network.loss(torch.tensor(images), torch.tensor(labels[:, 0]).long())
        gradients = torch.autograd.grad(loss, list(network.trained.values()))
        with torch.no_grad():
            for (name, weight), gradient in zip(network.trained.items(), gradients):
                accumulated[name] = MOMENTUM * accumulated.get(name, 0) - RATE * gradient
                weight += accumulated[name]
        for name, values in network.moving.items():
            averages[name] = [old - (old - value) * MOVING
                              for old, value in zip(averages.get(name, (0, 0)), values)]
        losses.append(loss.item())
    return losses, {name: weight.detach().numpy() for name, weight in network.trained.items()}, averages


#===----------------------------------------------------------------------===#
# Both
#===----------------------------------------------------------------------===#


def initial_state(step, random):
    """Numbers for all of the state; where a kernel is 0, nothing would be trained."""
    out = {}
    for _, name, sizes, element in step.of_role("state"):
        if element != "f64" or "accum" in name:
            continue
        if "_conv2d_" in name or "_matmul_" in name:
            scale = np.sqrt(2 / np.prod(sizes[:-1])) if "_conv2d_" in name else 0.01
            out[name] = random.standard_normal(sizes) * scale
        elif name.endswith("_cond_input_0"):
            out[name] = 1 + random.standard_normal(sizes) * 0.1
        elif name.endswith("_cond_input_1") or "_biasadd_" in name:
            out[name] = random.standard_normal(sizes) * 0.1
        elif name.endswith("momentum_readvariableop_resource"):
            out[name] = np.full(sizes, RATE)
        elif name.endswith("momentum_readvariableop_1_resource"):
            out[name] = np.full(sizes, MOMENTUM)
    return out


def write_tensors(path, tensors):
    """A file of safetensors."""
    head, offset = {}, 0
    for name, array in tensors.items():
        head[name] = {"dtype": "F64", "shape": list(array.shape), "data_offsets": [offset, offset + array.nbytes]}
        offset += array.nbytes
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in tensors.values():
            file.write(np.ascontiguousarray(array, "<f8").tobytes())


def evaluate(path, options):
    """The numbers of the trained model, with what its training keeps."""
    text = ""
    for command in (["trainlint-translate", "--graph-to-model", path["graph.pbtxt"], *options],
                    ["trainlint-opt", "--stablehlo-make-evaluation=loss=sparse_categorical_crossentropy metrics=accuracy",
                     "-o", path["evaluation.mlir"]],
                    ["trainlint-run", path["evaluation.mlir"], "--evaluate", "--data", path["images.npz"],
                     "--init", path["end.safetensors"]]):
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=900)
        if done.returncode:
            sys.exit(done.stderr[:4000])
        text = done.stdout
    return json.loads(text)["evaluation"]


def averages_apart(state, name, mean, variance):
    """How far the moving averages of a normalization are apart; inputs have no other name than a number."""
    inputs = [state[f"{name}_cond_input_{number}"] for number in range(2, 5)
              if f"{name}_cond_input_{number}" in state]
    if len(inputs) != 2:
        sys.exit(f"{name} has {len(inputs)} moving averages")
    first, second = (max(np.abs(a - mean.numpy()).max(), np.abs(b - variance.numpy()).max())
                     for a, b in (inputs, inputs[::-1]))
    return min(first, second)


def main():
    graph, folder, steps = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 5
    os.makedirs(folder, exist_ok=True)
    path = {name: os.path.join(folder, name) for name in
            ("graph.pbtxt", "step.mlir", "images.npz", "begin.safetensors", "end.safetensors", "evaluation.mlir")}
    with open(graph) as file, open(path["graph.pbtxt"], "w") as out:
        out.write(derive(file.read()))
    shapes = [f"--input-shape=input_1_1={BATCH},{IMAGE},{IMAGE},3",
              f"--input-shape=activation_49_target_1={BATCH},1"]
    text = lower(path["graph.pbtxt"], *shapes)
    if "xf16>" in text or "xf32>" in text:
        sys.exit("not all of the step is f64")
    with open(path["step.mlir"], "w") as file:
        file.write(text)
    random = np.random.default_rng(1)
    initial = initial_state(Step(text), random)
    write_tensors(path["begin.safetensors"], initial)
    images = random.random((BATCH, IMAGE, IMAGE, 3))
    labels = random.integers(0, 1000, (BATCH, 1)).astype(np.float64)
    np.savez(path["images.npz"], input_1_1=images, activation_49_target_1=labels)
    done = subprocess.run(["trainlint-run", path["step.mlir"], "--train", "--steps", str(steps), "--no-shuffle",
                           "--data", path["images.npz"], "--init", path["begin.safetensors"],
                           "--fetch-state", path["end.safetensors"], "--log", "json"],
                          capture_output=True, text=True, timeout=900)
    if done.returncode:
        sys.exit(done.stderr[:4000])
    records = [json.loads(line) for line in done.stdout.splitlines()]
    (name,) = [key for key in records[0] if key.startswith("loss")]
    losses = np.array([record[name] for record in records])
    expected, weights, averages = torch_training(initial, images, labels, steps)
    worst = np.abs(losses - expected).max()
    end = read_tensors(path["end.safetensors"], "F64")
    apart = max([np.abs(end[name] - weight).max() for name, weight in weights.items()]
                + [averages_apart(end, name, *pair) for name, pair in averages.items()])
    print(f"{steps} losses from {losses[0]:.6f} to {losses[-1]:.6f}: at most {worst:.1e} from PyTorch's, "
          f"{len(weights)} weights and {2 * len(averages)} averages at most {apart:.1e}")
    if not (worst <= 1e-6 and apart <= 1e-6):
        sys.exit(f"that is more than 1e-6: {losses} and {expected}")
    measured = evaluate(path, shapes)
    used = Network({**initial, **weights}, averages)
    with torch.no_grad():
        loss = used.loss(torch.tensor(images), torch.tensor(labels[:, 0]).long()).item()
    print(f"the loss of {measured['examples']} examples is then {measured['loss']:.6f}")
    if not abs(measured["loss"] - loss) <= 1e-6 * loss or "accuracy" not in measured:
        sys.exit(f"PyTorch's is {loss}")


main()
