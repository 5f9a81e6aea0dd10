# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: onnx_runtime.py [--seed N] [--count N] [--only NUMBER] [--keep FOLDER] RUNTIME

Draws models, exports them from PyTorch in the form in which they are used, and compares
what they compute with ONNX Runtime, in the folder of its package for Node."""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import numpy
import torch

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Conversion/Inputs"))

import architectures
import generated
from training import TYPES, call, optimize, run_unoptimized, signature

HERE = pathlib.Path(__file__).parent


def export(model, inputs, chooser):
    """The bytes of a file of ONNX; None if the exporter has no form of it, which it says
    in many ways."""
    fixed = (torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN, torch.nn.EmbeddingBag)
    is_fixed = any(isinstance(module, fixed) for module in model.modules())
    settings = {"opset_version": chooser.randint(9, 17), "do_constant_folding": chooser.random() < 0.7}
    # The exporter writes down the sizes of states, even if the batch is open.
    dynamic = not is_fixed and chooser.random() < 0.5
    outputs = [f"y{number}" for number in range(2 if isinstance(model, architectures.Autoencoder) else 1)]
    try:
        data = architectures.export(model, tuple(inputs.values()), list(inputs), outputs, dynamic=dynamic, **settings)
    except (RuntimeError, torch.onnx.errors.OnnxExporterError):
        data = None
    return data, {**settings, "dynamic": dynamic}


def prepare(seed, count, only, folder):
    """Writes models with their inputs."""
    models, number = [], 0
    while len(models) < count:
        number += 1
        chooser = random.Random(f"{seed} {number}")
        torch.manual_seed(number)
        if only is not None and number != only:
            if number > only:
                break
            continue
        try:
            name, model, inputs = generated.draw(chooser, number)
            model.eval()
            with torch.no_grad():
                # Statistics and offsets that are not those of a new model.
                for key, value in model.state_dict().items():
                    if value.is_floating_point() and ("running" in key or "norm" in key or "bn" in key):
                        value.add_(torch.rand_like(value))
                model(*inputs.values())
        # Sizes that do not fit are drawn as well.
        except (RuntimeError, AssertionError, ValueError):
            continue
        data, settings = export(model, inputs, chooser)
        if data is None:
            continue
        file = folder / f"{number}.onnx"
        file.write_bytes(data)
        given = []
        for key, value in inputs.items():
            path = folder / f"{number}.{key}"
            value.numpy().tofile(path)
            given.append({"name": key, "type": str(value.numpy().dtype), "sizes": list(value.shape), "file": str(path)})
        models.append({"number": number, "what": f"{name} {settings}", "file": str(file), "inputs": given,
                       "model": model})
    return models


def load(description):
    kind = numpy.bool_ if description["type"] == "bool" else description["type"]
    return numpy.fromfile(description["file"], kind).reshape(description["sizes"])


def compute(model):
    """What the program that the model becomes computes, by the names of outputs."""
    inputs = {item["name"]: load(item) for item in model["inputs"]}
    shapes = " ".join(f"input-shape={name}={'x'.join(map(str, array.shape))}" for name, array in inputs.items())
    data = pathlib.Path(model["file"]).read_bytes()
    forward = optimize(data, f"--graph-to-forward=form=inference {shapes}", extension=".onnx")
    arguments, results = signature(forward, "forward")
    kept = [value.name for value in arguments if value.name not in inputs]
    if kept:
        raise SystemExit(f"error: {', '.join(kept)} are no constants")
    arrays = [inputs[value.name].astype(TYPES[value.element]) for value in arguments]
    values = call(forward, "forward", arrays, execute=run_unoptimized)
    return {value.name: array for value, array in zip(results, values)}


def difference(name, wanted, given):
    """What differs between two arrays, or nothing."""
    if wanted.shape != given.shape:
        return f"{name} has shape {given.shape} and not {wanted.shape}"
    scale = max(1e-3, numpy.abs(wanted).max(initial=0))
    error = numpy.abs(wanted.astype(numpy.float64) - given).max(initial=0) / scale
    return "" if error <= 1e-4 else f"{name} differs by {error:.3g}"


def is_as_pytorch(model, names, found):
    """Whether PyTorch computes what was found of the model that it exported."""
    with torch.no_grad():
        outputs = model["model"](*(torch.from_numpy(load(item)) for item in model["inputs"]))
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    return not any(difference(name, wanted.numpy(), found[name]) for name, wanted in zip(names, outputs))


def compare(model, expected):
    """How a model ends, in a word, and why."""
    if "error" in expected:
        return "refused by the runtime", expected["error"]
    done = subprocess.run(["trainlint", "--isolated", model["file"]], capture_output=True, text=True, check=False)
    if done.returncode != 0 or "error" in done.stdout:
        return "wrong", "lint: " + (done.stdout + done.stderr)[:600]
    try:
        found = compute(model)
    except SystemExit as problem:
        reasons = re.findall(r"error: .*", str(problem))
        return "wrong", "; ".join(reasons[:3]) or str(problem)[:600]
    names = [output["name"] for output in expected["outputs"]]
    problems = [difference(name, load(output), found[name]) for name, output in zip(names, expected["outputs"])]
    problem = "; ".join(filter(None, problems))
    if not problem:
        return "equal", ""
    # ONNX Runtime 1.16 keeps windows of `ceil_mode` that begin behind the image, which the
    # standard leaves out as PyTorch does.
    return "as PyTorch and not as the runtime" if is_as_pytorch(model, names, found) else "wrong", problem


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--only", type=int)
    parser.add_argument("--keep")
    parser.add_argument("runtime")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(exist_ok=True)
        models = prepare(options.seed, options.count, options.only, folder)
        todo = folder / "models.json"
        todo.write_text(json.dumps([{"file": model["file"], "inputs": model["inputs"]} for model in models]))
        done = subprocess.run(["node", str(HERE / "Client/run_models.js"), options.runtime, str(todo)],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(done.stderr)
        counts = collections.Counter()
        for model, expected in zip(models, json.loads(done.stdout)):
            word, reason = compare(model, expected)
            counts[word] += 1
            if word != "equal":
                print(f"{model['number']}: {model['what']}: {word}: {reason}")
        print(f"{len(models)} models: " + ", ".join(f"{count} {word}" for word, count in sorted(counts.items())))
        if counts["wrong"] or counts["equal"] < 0.9 * len(models):
            sys.exit(1)


main()
