# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The graph of a training with dropout, its data, and what PyTorch makes of the trained model.

    tensorflow_evaluation.py make        writes graph.pbtxt, open.pbtxt and data.npz
    tensorflow_evaluation.py compare STATE OUTPUTS FILE...

`compare` takes the state and the outputs of trainlint-run, and its records of evaluations.
"""

import json
import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../Conversion/TensorFlowToStableHLO/Inputs"))
from graph_text import read_tensors
from network import convolutional, convolutional_in_torch

BATCH, HELD_OUT = 16, 37


def make():
    random = np.random.default_rng(4)
    network = convolutional("float32", BATCH, (4, 8), 32, random, rate=0.4)
    with open("graph.pbtxt", "w") as file:
        file.write(network.graph.text())
    labels = random.integers(0, 10, 160 + HELD_OUT).astype(np.int32)
    # Each class has a place that is bright.
    images = random.random((len(labels), 784)).astype(np.float32) * 0.3
    for image, label in zip(images, labels):
        image[label * 70:label * 70 + 40] += 0.7
    np.savez("data.npz", train_images=images[:160], train_labels=labels[:160],
             test_images=images[160:], test_labels=labels[160:])


def compare(state, predicted, *records):
    import torch
    data = np.load("data.npz")
    values = {name: torch.tensor(np.array(value)) for name, value in read_tensors(state, "F32").items()}
    expected = convolutional_in_torch(values, data["test_images"])
    labels = torch.tensor(data["test_labels"]).long()
    apart = np.abs(np.load(predicted) - expected.numpy()).max()
    print(f"{len(expected)} outputs at most {apart:.0e} from PyTorch's")
    loss = torch.nn.functional.cross_entropy(expected, labels).item()
    accuracy = (expected.argmax(1) == labels).float().mean().item()
    if not apart <= 1e-4:
        sys.exit("that is too far")
    for path in records:
        with open(path) as file:
            measured = [json.loads(line) for line in file if "evaluation" in line][-1]["evaluation"]
        if measured["examples"] != HELD_OUT or abs(measured["loss"] - loss) > 1e-5 * max(loss, 1) \
                or abs(measured["accuracy"] - accuracy) > 1e-6:
            sys.exit(f"{path} has {measured}; PyTorch has {loss} and {accuracy}")
        print(f"{path}: loss and accuracy as PyTorch's")


if sys.argv[1] == "make":
    make()
else:
    compare(*sys.argv[2:])
