#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's part of `training.py`, each call in a process of its own.

    training_torch.py export MODEL FOLDER [OPTION]...   the model and its batch as files
    training_torch.py run MODEL STEPS [OPTION]...       losses and seconds of a step
    training_torch.py work MODEL [OPTION]...            what a step multiplies and moves
    training_torch.py copy [OPTION]...                  bytes that memory moves in a second

What is printed is JSON.
"""

import argparse
import json
import pathlib
import time

import numpy
import torch
from torch.utils._python_dispatch import TorchDispatchMode

import training_models
from training_models import architectures

# As in Keras, epsilon is added before the moments are corrected.
EPSILON = 1e-7
# Numbers of bf16 have 8 bits, and each program rounds in other places.
BFLOAT16_TOLERANCE = 2e-2
RATES = {"sgd": 0.01, "momentum": 0.001, "adam": 0.001}


def optimizer_of(case, parameters, tuned):
    rate = RATES[case.optimizer]
    if case.optimizer == "adam":
        return torch.optim.Adam(parameters, lr=rate, eps=EPSILON, foreach=tuned)
    return torch.optim.SGD(parameters, lr=rate, momentum=0.9 if case.optimizer == "momentum" else 0, foreach=tuned)


def narrowed(value, args):
    return value.bfloat16() if args.bfloat16 and value.is_floating_point() else value


class Training:
    """Steps on one batch."""

    def __init__(self, args):
        self.case = training_models.make(args.model, args.short)
        torch.manual_seed(2)
        sparse = args.tuned and self.case.sparse
        self.model = (sparse or self.case.model)().train()
        if args.bfloat16:
            self.model = self.model.bfloat16()
        self.inputs = [narrowed(value, args) for value in self.case.inputs.values()]
        if args.tuned and self.case.has_images:
            self.model = self.model.to(memory_format=torch.channels_last)
            self.inputs = [value.to(memory_format=torch.channels_last) for value in self.inputs]
        # Several tensors at once are not for gradients that are sparse.
        self.optimizer = optimizer_of(self.case, self.model.parameters(), args.tuned and not sparse)
        self.count = 0

    def step(self):
        self.count += 1
        self.optimizer.zero_grad(set_to_none=True)
        loss = self.case.loss_of(self.model(*self.inputs))
        loss.backward()
        for group in self.optimizer.param_groups:
            if "betas" in group:
                group["eps"] = EPSILON / (1 - 0.999 ** self.count) ** 0.5
        self.optimizer.step()
        return loss


def export(args):
    training = Training(args)
    case, folder = training.case, pathlib.Path(args.folder)
    data = architectures.export(training.model, tuple(training.inputs), list(case.inputs), case.outputs(),
                                dynamic=False, training=torch.onnx.TrainingMode.TRAINING, do_constant_folding=False)
    (folder / "model.onnx").write_bytes(data)
    for name, value in {**case.inputs, "labels": next(iter(case.labels.values()))}.items():
        array = value.numpy()
        numpy.save(folder / f"{name}.npy", array if array.dtype.kind == "f" else array.astype(numpy.int32))
    settings = {"loss": case.loss, "optimizer": case.optimizer, "learning_rate": RATES[case.optimizer]}
    return {"batch": case.batch(), "settings": settings, "stretch": case.stretch,
            "tolerance": BFLOAT16_TOLERANCE if args.bfloat16 else case.tolerance}


def run(args):
    torch.set_num_threads(args.threads)
    torch.set_flush_denormal(args.tuned)
    training = Training(args)
    losses = [training.step().item() for _ in range(args.steps)]
    best, stretch = float("inf"), training.case.stretch
    for _ in range(args.stretches):
        start = time.perf_counter()
        for _ in range(stretch):
            training.step()
        best = min(best, (time.perf_counter() - start) / stretch)
    return {"losses": losses, "seconds": best}


class Work(TorchDispatchMode):
    """Operations of products and convolutions, and the bytes of what they read and write."""

    def __init__(self):
        super().__init__()
        self.operations = self.bytes = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        name = function.overloadpacket.__name__
        if name in ("mm", "bmm", "addmm"):
            left, right = args[-2:]
            self.count(2 * left.numel() * right.shape[-1], (left, right, result))
        elif name == "convolution":
            self.count(self.of_convolution(args[0], args[1], result, args[6]), (args[0], args[1], result))
        elif name == "convolution_backward":
            gradient, source, weight = args[:3]
            for gradient_of in result[:2]:
                if gradient_of is not None:
                    self.count(self.of_convolution(source, weight, gradient, args[7]), (gradient, source, weight))
        return result

    @staticmethod
    def of_convolution(source, weight, result, is_transposed):
        return 2 * (source if is_transposed else result).numel() * weight[0].numel()

    def count(self, operations, tensors):
        self.operations += operations
        self.bytes += sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def work(args):
    training = Training(args)
    training.step()
    with Work() as seen:
        training.step()
    # A gradient is written and read, and so is all that an optimizer keeps for a parameter.
    passes = {"sgd": 2, "momentum": 4, "adam": 6}[training.case.optimizer] + 2
    tables = [module.weight for module in training.model.modules()
              if isinstance(module, (torch.nn.Embedding, torch.nn.EmbeddingBag))]
    is_sparse = {id(table) for table in tables} if training.case.sparse else ()
    seen.bytes += sum(passes * value.numel() * value.element_size() for value in training.model.parameters()
                      if id(value) not in is_sparse)
    return {"operations": seen.operations, "bytes": seen.bytes}


def copy(args):
    torch.set_num_threads(args.threads)
    source = torch.rand(1 << 26)
    target = torch.empty_like(source)
    best = 1e9
    for _ in range(10):
        start = time.perf_counter()
        target.copy_(source)
        best = min(best, time.perf_counter() - start)
    return {"bytes": 2 * source.numel() * source.element_size() / best}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    commands = parser.add_subparsers(required=True)
    for function in (export, run, work, copy):
        command = commands.add_parser(function.__name__)
        command.set_defaults(function=function, tuned=False)
        if function is not copy:
            command.add_argument("model")
        if function is export:
            command.add_argument("folder")
        if function is run:
            command.add_argument("steps", type=int)
            command.add_argument("--stretches", type=int, default=5)
        if function in (run, copy):
            command.add_argument("--threads", type=int, default=1)
            command.add_argument("--tuned", action="store_true")
        command.add_argument("--short", action="store_true")
        command.add_argument("--bfloat16", action="store_true")
    args = parser.parse_args()
    print(json.dumps(args.function(args)))


if __name__ == "__main__":
    main()
