# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The convolutional net of TPUEstimator's guide as a graph with gradients, as
TensorFlow writes it, and the same in PyTorch: losses have to agree.

    mnist.py FOLDER float32|float64 STEPS [REPLICAS]

With replicas, each has its part of the batch.
"""

import sys

import numpy as np
import torch

from graph_text import Step, lower, run
from network import convolutional, convolutional_in_torch


def torch_losses(network, batches):
    values = {name: torch.tensor(value, requires_grad=True)
              for name, value in network.variables.items()}
    losses = []
    for images, labels, mask in batches:
        x = convolutional_in_torch(values, images, torch.tensor(mask))
        loss = torch.nn.functional.cross_entropy(x, torch.tensor(labels).long())
        gradients = torch.autograd.grad(loss, list(values.values()))
        with torch.no_grad():
            for value, gradient in zip(values.values(), gradients):
                value -= 0.05 * gradient
        losses.append(loss.item())
    return np.array(losses)


def main():
    folder, element, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
    replicas = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    random = np.random.default_rng(1)
    batch, hidden = 16, 64
    network = convolutional(element, batch // replicas, (16, 32), hidden, random)
    path = folder + ".pbtxt"
    with open(path, "w") as file:
        file.write(network.graph.text())
    step = Step(lower(path, f"--replicas={replicas}"))
    initial = step.initial(folder)
    for name, value in network.variables.items():
        if not (initial[name] == value).all():
            sys.exit(f"{name} does not begin with its initial value")
    batches = []
    for _ in range(steps):
        labels = random.integers(0, 10, batch).astype(np.int32)
        images = random.random((batch, 784)).astype(element)
        mask = (random.random((batch, hidden)) >= 0.4).astype(element) / np.dtype(element).type(0.6)
        batches.append((images, labels, mask))
    inputs = []
    for replica in range(replicas):
        inputs += [initial[name] for _, name, _, _ in step.of_role("state")]
        for given in batches:
            parts = [np.split(array, replicas)[replica] for array in given]
            by_name = dict(zip(("images", "labels", "mask"), parts))
            inputs += [by_name[name] for _, name, _, _ in step.of_role("input")]
    options = [f"--device=cpu:{replicas}"] if replicas > 1 else []
    results = run(step.repeated(steps), inputs, folder, *options)
    count = len(results) // replicas
    for number, value in enumerate(results):
        if not (value == results[number % count]).all():
            sys.exit(f"result {number % count} differs between replicas")
    losses = np.array(results[:steps]).reshape(steps)
    expected = torch_losses(network, batches)
    worst = np.abs(losses - expected).max()
    limit = {"float32": 5e-5, "float64": 1e-8}[element]
    print(f"{steps} losses from {losses[0]:.6f} to {losses[-1]:.6f}: "
          f"at most {worst:.1e} from PyTorch's")
    if not worst <= limit:
        sys.exit(f"that is more than {limit}: {losses} and {expected}")


main()
