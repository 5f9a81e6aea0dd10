# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The models whose steps `training.py` measures, with their batches and optimizers.

Layers are those of `test/Conformance/architectures.py` in the sizes of real models; a
short form of each has the same layers and takes a moment.
"""

import pathlib
import sys

import torch
from torch import nn
from torch.nn import functional

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Conformance"))

import architectures

CATEGORIES, CHOICES = "sparse_categorical_crossentropy", "binary_crossentropy"


def integers(limit, *shape):
    return torch.randint(limit, shape)


class Case:
    """A model, the inputs and labels of its batch, and how it is trained. `model` makes
    it, and `sparse` makes it with sparse gradients. Where `bfloat16` is false, PyTorch
    lacks a gradient in that type or gains nothing by it."""

    def __init__(self, model, inputs, labels, optimizer="adam", loss=CATEGORIES, bfloat16=True, images=False,
                 sparse=None, stretch=5, tolerance=1e-3):
        self.model, self.inputs, self.labels = model, inputs, labels
        self.optimizer, self.loss, self.has_bfloat16, self.has_images = optimizer, loss, bfloat16, images
        self.sparse = sparse
        # How far losses of f32 may be from those of PyTorch.
        self.tolerance = tolerance
        # Steps of a stretch, of which the best counts.
        self.stretch = stretch

    def batch(self):
        return next(iter(self.labels.values())).shape[0]

    def outputs(self):
        return list(self.labels)

    def loss_of(self, y):
        labels = next(iter(self.labels.values()))
        if self.loss == CHOICES:
            return functional.binary_cross_entropy_with_logits(y, labels.to(y.dtype))
        return functional.cross_entropy(y.flatten(0, -2), labels.flatten())


def perceptron(short):
    sizes = (20, 16, 10) if short else (784, 512, 256, 10)
    layers = [layer for a, b in zip(sizes, sizes[1:]) for layer in (nn.Linear(a, b), nn.ReLU())]
    batch = 8 if short else 128
    return Case(lambda: nn.Sequential(*layers[:-1]), {"x": torch.rand(batch, sizes[0])},
                {"y": integers(10, batch)}, "sgd", stretch=100)


def convolutional(short):
    """The net of TPUEstimator's guide, without dropout, so that losses can be compared."""
    first, second, hidden, size, batch = (4, 6, 16, 12, 4) if short else (32, 64, 1024, 28, 128)
    model = lambda: nn.Sequential(
        nn.Conv2d(1, first, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(first, second, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear((size // 4) ** 2 * second, hidden), nn.ReLU(), nn.Linear(hidden, 10))
    return Case(model, {"x": torch.rand(batch, 1, size, size)}, {"y": integers(10, batch)}, "sgd", images=True,
                stretch=10)


def decoder(short):
    words, length, batch = (32, 8, 2) if short else (2048, 128, 8)
    sizes = dict(width=16, heads=2, depth=1) if short else dict(width=256, heads=4, depth=4)
    return Case(lambda: architectures.Decoder(words, length, expand=4, **sizes),
                {"tokens": integers(words, batch, length)}, {"y": integers(words, batch, length)})


def encoder(short):
    words, length, batch = (32, 8, 2) if short else (8192, 128, 8)
    sizes = dict(width=16, heads=2, depth=1) if short else dict(width=256, heads=4, depth=4)
    ends = torch.randint(length // 2, length + 1, (batch, 1))
    inputs = {"tokens": 1 + integers(words - 1, batch, length), "mask": (torch.arange(length) < ends).long(),
              "kinds": integers(2, batch, length)}
    return Case(lambda: architectures.Encoder(words, length, classes=4, expand=4, **sizes), inputs,
                {"y": integers(4, batch)})


def vision(short):
    size, batch = (16, 2) if short else (128, 8)
    sizes = (dict(patch=8, width=16, heads=2, depth=1) if short else
             dict(patch=16, width=192, heads=3, depth=6))
    return Case(lambda: architectures.VisionTransformer(size, classes=100, expand=4, **sizes),
                {"image": torch.randn(batch, 3, size, size)}, {"y": integers(100, batch)})


def resnet(short):
    """Statistics of few images make much of how sums are rounded: PyTorch with the channels
    last is as far from itself."""
    size, batch = (32, 2) if short else (224, 4)
    sizes = dict(width=4, blocks=(1, 1), classes=10) if short else dict(width=64, blocks=(3, 4, 6, 3), classes=1000)
    return Case(lambda: architectures.ResNet(**sizes), {"image": torch.randn(batch, 3, size, size)},
                {"y": integers(10, batch)}, "momentum", images=True, stretch=2, tolerance=2e-2)


def mobile(short):
    size, batch = (32, 2) if short else (128, 8)
    sizes = (dict() if short else
             dict(width=16, expand=4, stages=((16, 1), (24, 2), (24, 1), (40, 2), (40, 1), (80, 2), (80, 1), (160, 2),
                                              (160, 1)), hidden=512, classes=100))
    return Case(lambda: architectures.MobileNet(**sizes), {"image": torch.randn(batch, 3, size, size)},
                {"y": integers(4, batch)}, "momentum", images=True, bfloat16=False)


def unet(short):
    size, batch, sizes = (16, 1, dict(width=4, depth=1)) if short else (96, 4, dict(width=32, depth=3))
    return Case(lambda: architectures.UNet(channels=3, **sizes), {"image": torch.randn(batch, 3, size, size)},
                {"y": integers(2, batch, 1, size, size).float()}, loss=CHOICES, images=True,
                bfloat16=False)


class FreshLanguage(architectures.RecurrentLanguage):
    """A language model whose state begins with zeros."""

    def forward(self, tokens):
        state = self.words.weight.new_zeros(self.lstm.num_layers, tokens.shape[0], self.lstm.hidden_size)
        return super().forward(tokens, state, state)


def recurrent(short):
    words, length, width, batch = (32, 4, 8, 2) if short else (4096, 32, 256, 16)
    return Case(lambda: FreshLanguage(words, width, width), {"tokens": integers(words, batch, length)},
                {"y": integers(words, batch, length)}, bfloat16=False)


def recommender(short):
    rows, width, batch = ((40, 20, 10), 8, 4) if short else ((400_000, 100_000, 50_000), 32, 512)
    bags = torch.stack([integers(count, batch, 8) for count in rows[:-1]], dim=1)
    inputs = {"dense": torch.rand(batch, 16), "bags": bags, "single": integers(rows[-1], batch)}
    make = lambda sparse: lambda: architectures.Recommender(16, rows, width, sparse)
    return Case(make(False), inputs, {"y": integers(2, batch, 1).float()}, "sgd", loss=CHOICES,
                bfloat16=False, sparse=make(True), stretch=20)


MODELS = {
    "perceptron": perceptron, "convolutional": convolutional, "decoder": decoder, "encoder": encoder,
    "vision": vision, "resnet": resnet, "mobile": mobile, "unet": unet, "lstm": recurrent, "embedding": recommender,
}


def make(name, short):
    """A case, the same each time."""
    torch.manual_seed(1)
    return MODELS[name](short)
