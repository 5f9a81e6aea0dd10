# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: torch_models.py [NAME]...

Exports models from PyTorch, lints them, and trains them 20 steps as there, in f64."""

import os
import subprocess
import sys
import tempfile

import numpy
import torch
from torch.nn import functional

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Conversion/Inputs"))

import architectures
from training import check, initial_state, optimize, run_unoptimized, train

STEPS = 20
BATCH = 4
EPSILON = 1e-7


def numbers(*shape):
    return torch.randn(STEPS, BATCH, *shape, dtype=torch.float64)


def integers(limit, *shape):
    return torch.randint(limit, (STEPS, BATCH, *shape))


def state(layers, width):
    return torch.randn(STEPS, layers, BATCH, width, dtype=torch.float64)


def likely(*shape):
    return integers(2, *shape).double()


def masks(length):
    """Texts of different lengths."""
    ends = torch.randint(1, length + 1, (STEPS, BATCH, 1))
    return (torch.arange(length) < ends).long()


LOSSES = {
    "sparse_categorical_crossentropy from-logits=true":
        lambda y, labels: functional.cross_entropy(y.flatten(0, -2), labels.flatten()),
    "binary_crossentropy from-logits=true": functional.binary_cross_entropy_with_logits,
    "mean_squared_error": functional.mse_loss,
}
CATEGORIES, CHOICES, SQUARES = LOSSES


class Case:
    """A model, what it takes in each step and should give, and how it is trained and
    exported."""

    def __init__(self, model, inputs, labels, loss, optimizer, folds=False, dynamic=True, **settings):
        self.model, self.inputs, self.labels, self.loss, self.optimizer = model, inputs, labels, loss, optimizer
        self.dynamic = dynamic
        self.settings = {"training": torch.onnx.TrainingMode.TRAINING, "do_constant_folding": folds, **settings}


def cases():
    """Makes a model when it is asked for."""
    a = architectures
    # The batch of a state is its second size.
    states = {"tokens": {0: "batch"}, "h": {1: "batch"}, "c": {1: "batch"}, "y": {0: "batch"}}
    preserve = {"training": torch.onnx.TrainingMode.PRESERVE}
    return {
        "decoder": lambda: Case(a.Decoder(length=9), {"tokens": integers(17, 9)}, {"y": integers(17, 9)}, CATEGORIES,
                                "adam"),
        "resnet": lambda: Case(a.ResNet(), {"image": numbers(3, 24, 24)}, {"y": integers(5)}, CATEGORIES, "momentum",
                               dynamic=False),
        "unet": lambda: Case(a.UNet(), {"image": numbers(2, 10, 11)}, {"y": likely(1, 10, 11)}, CHOICES, "adam",
                             folds=True),
        "lstm": lambda: Case(a.RecurrentLanguage(), {"tokens": integers(13, 5), "h": state(2, 5), "c": state(2, 5)},
                             {"y": integers(13, 5)}, CATEGORIES, "momentum", dynamic=states),
        # A token 0 would not be trained by PyTorch, of which the file says nothing.
        "encoder": lambda: Case(a.Encoder(), {"tokens": 1 + integers(18, 6), "mask": masks(6), "kinds": integers(2, 6)},
                                {"y": integers(3)}, CATEGORIES, "adam", **preserve),
        "vision": lambda: Case(a.VisionTransformer(), {"image": numbers(3, 8, 8)}, {"y": integers(4)}, CATEGORIES,
                               "momentum", folds=True, **preserve),
        "mobile": lambda: Case(a.MobileNet(), {"image": numbers(3, 12, 12)}, {"y": integers(4)}, CATEGORIES, "adam"),
        "generator": lambda: Case(a.Generator(), {"noise": numbers(6)}, {"y": numbers(3, 16, 16)}, SQUARES, "momentum"),
        "recommender": lambda: Case(a.Recommender(), {"dense": numbers(5), "bags": integers(5, 2, 3),
                                                      "single": integers(5)},
                                    {"y": likely(1)}, CHOICES, "momentum", dynamic=False),
        "autoencoder": lambda: Case(a.Autoencoder(), {"image": numbers(1, 8, 8), "noise": numbers(3)},
                                    {"y": numbers(1, 8, 8), "divergence": numbers()}, SQUARES, "adam"),
    }


class Optimizer:
    """As in Keras: epsilon is added before the correction of the moments."""

    def __init__(self, name, parameters):
        self.name, self.count = name, 0
        if name == "momentum":
            self.inner = torch.optim.SGD(parameters, lr=0.05, momentum=0.9)
        else:
            self.inner = torch.optim.Adam(parameters, lr=0.01, eps=EPSILON)

    def step(self):
        self.count += 1
        if self.name == "adam":
            self.inner.param_groups[0]["eps"] = EPSILON / (1 - 0.999 ** self.count) ** 0.5
        self.inner.step()

    def text(self):
        if self.name == "momentum":
            return "optimizer=momentum learning-rate=0.05 momentum=0.9"
        return f"optimizer=adam learning-rate=0.01 epsilon={EPSILON}"


def views(model):
    """What the exporter may make of each parameter: for each a name and what gives it by
    now."""
    # Gates stand in another order than in PyTorch.
    gates = lambda weight: torch.cat([weight.chunk(4)[number] for number in (0, 3, 1, 2)])
    for name, parameter in model.named_parameters():
        yield [name], lambda parameter=parameter: parameter
        if parameter.ndim == 2:
            yield [name], lambda parameter=parameter: parameter.T
        elif parameter.ndim == 1:
            yield [name], lambda parameter=parameter: parameter[:, None, None]
    for name, buffer in model.named_buffers():
        if name.endswith("running_mean"):
            yield [name], lambda buffer=buffer: buffer
    for prefix, module in model.named_modules():
        for layer in range(module.num_layers if isinstance(module, torch.nn.LSTM) else 0):
            names = [f"{kind}_l{layer}" for kind in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
            whole = [f"{prefix}.{name}" for name in names]
            for number in (0, 1):
                yield whole[number:number + 1], lambda module=module, name=names[number]: (
                    gates(getattr(module, name))[None])
            yield whole[2:], lambda module=module, names=names[2:]: torch.cat(
                [gates(getattr(module, name)) for name in names])[None]


def match(model, weights):
    """For each weight of the step what it is in the model, found by the values that it
    begins with. Every parameter of the model is in one."""
    missing = {name for name, _ in model.named_parameters()}
    found = {}
    for names, view in views(model):
        values = view().detach().numpy()
        for name, weight in weights.items():
            if weight.shape == values.shape and (weight == values).all():
                found[name] = view
                missing -= set(names)
    assert not missing, (missing, {name: weight.shape for name, weight in weights.items()})
    return found


def lint(data, is_dynamic):
    """No error, and types are known but for sizes that the batch may be in."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.onnx")
        with open(path, "wb") as file:
            file.write(data)
        done = subprocess.run(["trainlint", "--isolated", path], capture_output=True, text=True, check=False)
        assert done.returncode == 0 and "error" not in done.stdout, done.stdout + done.stderr
    for option in ("", "=ignore-given=true"):
        types = optimize(data, "--graph-infer-shapes" + option, extension=".onnx")
        for line in types.splitlines():
            results = line.rpartition("->")[2] if "graph.node" in line else ""
            assert "tensor<*" not in results and (is_dynamic or "?" not in results), line


def run(name, case):
    model = case.model.double().train()
    # Ones and zeros would not tell weights apart.
    with torch.no_grad():
        for value in (*model.parameters(), *(buffer for buffer in model.buffers() if buffer.is_floating_point())):
            value.add_(torch.rand_like(value) * 0.1)
    first = tuple(array[0] for array in case.inputs.values())
    names, outputs = list(case.inputs), list(case.labels)
    # The exporter of PyTorch runs the model, which moves what it keeps.
    kept = {key: value.clone() for key, value in model.state_dict().items()}
    for dynamic in (case.dynamic, not case.dynamic and True):
        for folds in (False, True):
            settings = {**case.settings, "do_constant_folding": folds}
            lint(architectures.export(model, first, names, outputs, dynamic=dynamic, **settings), bool(dynamic))
    data = architectures.export(model, first, names, outputs, dynamic=case.dynamic, **case.settings)
    model.load_state_dict(kept)
    model.train()
    shapes = [f"input-shape={key}={'x'.join(map(str, value.shape[1:]))}" for key, value in case.inputs.items()]
    forward = optimize(data, f"--graph-to-forward={' '.join(shapes)}", extension=".onnx")
    optimizer = Optimizer(case.optimizer, model.parameters())
    step = optimize(forward, f"--stablehlo-make-step=loss={case.loss} {optimizer.text()}")
    initial = initial_state(step, execute=run_unoptimized)
    slots = ("/momentum", "/m", "/v")
    weights = match(model, {key: value for key, value in initial.items() if not key.endswith(slots)})

    batches = {key: value.numpy() for key, value in case.inputs.items()}
    for key, value in case.labels.items():
        label = "labels" if len(case.labels) == 1 else "labels/" + key
        batches[label] = value.numpy() if value.is_floating_point() else value.numpy().astype(numpy.int32)
    metrics, last = train(step, initial, batches, execute=run_unoptimized)

    losses = []
    for number in range(STEPS):
        given = model(*(array[number] for array in case.inputs.values()))
        given = given if isinstance(given, tuple) else (given,)
        loss = sum(LOSSES[case.loss](y, labels[number]) for y, labels in zip(given, case.labels.values()))
        losses.append(loss.item())
        optimizer.inner.zero_grad()
        loss.backward()
        optimizer.step()
    check(f"{name}: loss of {STEPS} steps", metrics["loss"], losses, 1e-8)
    for key, view in weights.items():
        check(f"{name}: {key}", last[key], view().detach().numpy(), 1e-8)


known = cases()
for each in sys.argv[1:] or known:
    torch.manual_seed(1)
    run(each, known[each]())
