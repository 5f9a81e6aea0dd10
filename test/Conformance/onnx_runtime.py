# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: onnx_runtime.py [--seed N] [--count N] [--only NUMBER] [--keep FOLDER] RUNTIME

Draws models, exports them from PyTorch in the form in which they are used, and compares
what they compute with ONNX Runtime, in the folder of its package for Node."""

import argparse
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


def compare(model, expected):
    """What is wrong, or nothing."""
    if "error" in expected:
        return "", expected["error"]
    done = subprocess.run(["trainlint", "--isolated", model["file"]], capture_output=True, text=True, check=False)
    if done.returncode != 0 or "error" in done.stdout:
        return "lint: " + (done.stdout + done.stderr)[:600], ""
    try:
        found = compute(model)
    except SystemExit as problem:
        reasons = re.findall(r"error: .*", str(problem))
        return "; ".join(reasons[:3]) or str(problem)[:600], ""
    for output in expected["outputs"]:
        wanted, given = load(output), found[output["name"]]
        if wanted.shape != given.shape:
            return f"{output['name']} has shape {given.shape} and not {wanted.shape}", ""
        scale = max(1e-3, numpy.abs(wanted).max(initial=0))
        error = numpy.abs(wanted.astype(numpy.float64) - given).max(initial=0) / scale
        if not error <= 1e-4:
            return f"{output['name']} differs by {error:.3g}", ""
    return "", ""


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
        wrong = refused = 0
        for model, expected in zip(models, json.loads(done.stdout)):
            problem, refusal = compare(model, expected)
            if problem or refusal:
                print(f"{model['number']}: {model['what']}: {problem or 'refused by the runtime: ' + refusal}")
            wrong += bool(problem)
            refused += bool(refusal)
        print(f"{len(models)} models, {wrong} wrong, {refused} refused by the runtime")
        if wrong or refused > len(models) // 10:
            sys.exit(1)


main()
