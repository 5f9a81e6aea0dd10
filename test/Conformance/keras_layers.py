# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares layers: outputs, what they keep, and gradients of a weighted sum of the outputs for weights and
inputs. Many models are computed as one program, which is faster than one by one."""

import json
import os
import re
import subprocess
import tempfile

import numpy

import keras_cases
from keras_cases import drawn
from tfjs import TOLERANCE, Verdict, difference, listed, refusal
from training import TYPES, optimize, run_unoptimized, signature

# Models of a program.
TOGETHER = 40


class Function:
    """The function `forward` of a module, under another name, so that many fit into one module."""

    def __init__(self, text, number):
        self.arguments, self.results = signature(text, "forward")
        lines = text.splitlines()[1:-1]
        start = next(index for index, line in enumerate(lines) if "@init(" in line)
        end = lines.index("  }", start)
        kept = lines[:start] + lines[end + 1:]
        self.text = re.sub(r"@(\w+)", rf"@\1_{number}", "\n".join(kept))
        self.name = f"forward_{number}"


def weights_of(function, what):
    """Weights by name, drawn."""
    weights = {}
    for value in function.arguments:
        if value.role in ("parameter", "state"):
            array = drawn(f"{what} {value.name}", value.shape) * 0.5
            weights[value.name] = array ** 2 + 0.5 if "variance" in value.name else array
    return weights


def arrays_of(function, case, weights):
    inputs = iter(case.inputs)
    arrays = []
    for value in function.arguments:
        array = next(inputs) if value.role == "input" else weights.get(value.name, numpy.array([3, 4]))
        arrays.append(numpy.asarray(array, TYPES[value.element]))
    return arrays


def loss_of(function, number):
    """A function of the sum of outputs, weighted by further arguments, and what the model adds."""
    outputs = [value for value in function.results if value.role == "output"]
    arguments = [f"%a{index}: {value.type}" for index, value in enumerate(function.arguments)]
    arguments += [f"%c{index}: {value.type}" for index, value in enumerate(outputs)]
    types = ", ".join(value.type for value in function.results)
    lines = [f"func.func @loss_{number}({', '.join(arguments)}) -> (tensor<f32>, {types}) {{",
             "  %zero = stablehlo.constant dense<0.0> : tensor<f32>",
             f"  %r:{len(function.results)} = func.call @{function.name}("
             + ", ".join(f"%a{index}" for index in range(len(function.arguments)))
             + f") : ({', '.join(value.type for value in function.arguments)}) -> ({types})"]
    total, factor = "%zero", 0
    for index, value in enumerate(function.results):
        if value.role == "output":
            lines += [f"  %m{index} = stablehlo.multiply %r#{index}, %c{factor} : {value.type}",
                      f"  %s{index} = stablehlo.reduce(%m{index} init: %zero) applies stablehlo.add across dimensions = "
                      f"{[*range(len(value.shape))]} : ({value.type}, tensor<f32>) -> tensor<f32>"]
            factor += 1
        if value.role in ("output", "loss"):
            term = f"%s{index}" if value.role == "output" else f"%r#{index}"
            lines.append(f"  %t{index} = stablehlo.add {total}, {term} : tensor<f32>")
            total = f"%t{index}"
    results = [f"%r#{index}" for index in range(len(function.results))]
    lines += [f"  return {', '.join([total, *results])} : tensor<f32>, {types}", "}"]
    return "\n".join(lines)


def calls(functions):
    """A main function that calls all, each with arguments of its own. Functions are names, types of
    arguments and of results."""
    parameters, lines, returned, types = [], [], [], []
    for number, (name, arguments, results) in enumerate(functions):
        names = [f"%a{number}_{index}" for index in range(len(arguments))]
        parameters += [f"{one}: {kind}" for one, kind in zip(names, arguments)]
        lines.append(f"  %r{number}:{len(results)} = func.call @{name}({', '.join(names)}) : "
                     f"({', '.join(arguments)}) -> ({', '.join(results)})")
        returned += [f"%r{number}#{index}" for index in range(len(results))]
        types += results
    return "\n".join([f"func.func @main({', '.join(parameters)}) -> ({', '.join(types)}) {{", *lines,
                      f"  return {', '.join(returned)} : {', '.join(types)}", "}"])


class Model:
    """A case on its way: its functions, and the arrays that both sides are given."""

    def __init__(self, number, case):
        self.number, self.case = number, case
        text = json.dumps(case.model)
        size = case.inputs[0].shape[0]
        self.problem = ""
        self.learns = self.predicts = None
        try:
            if case.trains:
                forward = optimize(text, f"--graph-to-forward=batch-size={size}", extension=".json")
                self.learns = Function(forward, number)
            if case.predicts:
                forward = optimize(text, f"--graph-to-forward=batch-size={size} form=evaluation", extension=".json")
                self.predicts = Function(forward, f"{number}e")
        except SystemExit as problem:
            self.problem = refusal(problem)
            return
        self.weights = weights_of(self.learns or self.predicts, case.what)
        if self.learns:
            outputs = [value for value in self.learns.results if value.role == "output"]
            self.cotangents = [drawn(f"{case.what} {index}", value.shape) for index, value in enumerate(outputs)]

    def task(self):
        task = {"kind": "values", "model": self.case.model, "inputs": [listed(array) for array in self.case.inputs],
                "weights": {name: listed(array) for name, array in self.weights.items()},
                "predicts": self.case.predicts, "fixed": self.case.fixed}
        if self.learns:
            task["cotangents"] = [listed(array) for array in self.cotangents]
        return task

    def text(self):
        parts = [function.text for function in (self.learns, self.predicts) if function]
        if self.learns:
            parts.append(loss_of(self.learns, self.number))
        return "\n".join(parts)

    def calls(self):
        """What is called of it: name, types of arguments and results, arrays."""
        found = []
        if self.learns:
            arguments = [value.type for value in self.learns.arguments] + [
                value.type for value in self.learns.results if value.role == "output"]
            results = ["tensor<f32>"] + [value.type for value in self.learns.results]
            results += [kind for kind in arguments if kind.endswith("f32>")]
            found.append((f"loss_{self.number}_gradients", arguments, results,
                          arrays_of(self.learns, self.case, self.weights) + self.cotangents))
        if self.predicts:
            found.append((self.predicts.name, [value.type for value in self.predicts.arguments],
                          [value.type for value in self.predicts.results],
                          arrays_of(self.predicts, self.case, self.weights)))
        return found

    def take(self, arrays):
        """Names what was computed, in the order of the calls; returns the rest."""
        self.found = {}
        if self.learns:
            floats = [value for value in self.learns.arguments if value.type.endswith("f32>")]
            arrays = arrays[1:]
            for index, value in enumerate(self.learns.results):
                self.found[value.role, value.name, index] = arrays[index]
            arrays = arrays[len(self.learns.results):]
            for value, array in zip(floats, arrays):
                self.found["gradient", value.name] = array
            arrays = arrays[len(floats) + len(self.cotangents):]
        if self.predicts:
            outputs = [array for value, array in zip(self.predicts.results, arrays) if value.role == "output"]
            self.found["predicted"] = outputs
            arrays = arrays[len(self.predicts.results):]
        return arrays

    def check_linear(self):
        """The product of the gradient and the input is the loss of the output without offsets: of layers that
        are linear, for which the other side does not always have gradients."""
        output = next(array for key, array in self.found.items() if key[0] == "output")
        product = numpy.vdot(self.found["gradient", "a"].astype(numpy.float64), self.case.inputs[0])
        loss = numpy.vdot(output.astype(numpy.float64), self.cotangents[0])
        if "layer0/bias" in self.weights:
            loss -= numpy.vdot(self.found["gradient", "layer0/bias"], self.weights["layer0/bias"])
        size = max(1.0, numpy.abs(self.cotangents[0] * output).sum())
        return [] if abs(product - loss) <= TOLERANCE * size else [f"the gradient gives {product}, the output {loss}"]

    def differences(self, answer):
        """What differs, as texts, and how much was compared."""
        if self.problem:
            return [self.problem], 0
        if "error" in answer:
            return ["refused by TensorFlow.js: " + answer["error"][:300]], 0
        texts, pairs = self.check_linear() if self.case.linear else [], []
        if "refused" in answer:
            texts.append("gradients refused by TensorFlow.js: " + answer["refused"][:300])
        if self.learns:
            outputs = [array for key, array in self.found.items() if key[0] == "output"]
            # Of layers that compute the same in both forms there are outputs without gradients.
            theirs = [] if "refused" in answer and self.predicts else answer["outputs"]
            if theirs and len(theirs) != len(outputs):
                texts.append(f"has {len(outputs)} outputs and not {len(theirs)}")
            pairs += [(f"output {index}", ours, one) for index, (ours, one) in enumerate(zip(outputs, theirs))]
        if self.learns and "refused" not in answer:
            names = [value.name for value in self.learns.arguments if value.role == "input"]
            pairs += [(f"gradient of {name}", self.found["gradient", name], theirs)
                      for name, theirs in zip(names, answer["inputs"])]
            pairs += [(f"gradient of {name}", self.found["gradient", name], theirs)
                      for name, theirs in answer["weights"].items()]
            pairs += [(name, array, answer["state"][name]) for (role, name, *_), array in
                      self.found.items() if role == "state"]
        if self.predicts:
            pairs += [(f"predicted {index}", ours, theirs)
                      for index, (ours, theirs) in enumerate(zip(self.found["predicted"], answer["predicted"]))]
        return texts + [text for pair in pairs if (text := difference(*pair))], len(pairs)


def compute(models):
    """Runs the functions of models as one program."""
    names = [f"loss_{model.number}" for model in models if model.learns]
    module = "module {\n" + "\n".join(model.text() for model in models) + "\n}\n"
    if names:
        module = optimize(module, f"--stablehlo-differentiate=function={','.join(names)}")
    todo = [one for model in models for one in model.calls()]
    end = module.rindex("}")
    program = module[:end] + calls([one[:3] for one in todo]) + "\n}\n"
    arrays = run_unoptimized(program, [array for one in todo for array in one[3]])[0]
    for model in models:
        arrays = model.take(arrays)
    assert not arrays


class Layers:
    """All cases whose name has a text."""

    def __init__(self, only, pool):
        cases = [case for case in keras_cases.CASES if only in case.what]
        self.is_whole = not only
        self.models = list(pool.map(lambda pair: Model(*pair), enumerate(cases)))
        self.whole = [model for model in self.models if not model.problem]

    def tasks(self):
        return [{"kind": "classes"}] + [model.task() for model in self.whole]

    def run(self, pool):
        list(pool.map(compute, [self.whole[index:index + TOGETHER] for index in range(0, len(self.whole), TOGETHER)]))

    def compare(self, answers):
        """Prints what differs; returns how much."""
        verdict = Verdict(keras_cases.KNOWN)
        answers = iter(answers)
        common = common_classes(next(answers))
        compared = 0
        for model in self.models:
            found, count = model.differences(None if model.problem else next(answers))
            compared += count
            verdict.take(model.case.what, found)
        classes = set().union(*(model.case.classes for model in self.models))
        if self.is_whole:
            verdict.expect_all()
            # What is drawn by one is not drawn by the other.
            for name in sorted(common - classes - {"RandomWidth"}):
                verdict.fail(f"no case has the class {name}")
        print(f"layers: {len(classes)} classes, {len(self.models)} settings, {compared} tensors compared, "
              f"{verdict.shown()} known differences, {verdict.wrong} wrong")
        return verdict.wrong


def common_classes(theirs):
    """Classes of layers that both sides have."""
    # `Identity` is an initializer there.
    others = ("InputLayer", "Model", "Functional", "Sequential", "Identity")
    layers = [(name, name, {}, ["a"]) for name in theirs if name not in others]
    model = keras_cases.functional(layers, {"a": numpy.zeros((2, 3))}, [[layers[0][0], 0, 0]])
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "model.json")
        with open(file, "w", encoding="utf-8") as out:
            json.dump(model, out)
        done = subprocess.run(["trainlint-opt", file, "--graph-to-forward=batch-size=2"], capture_output=True,
                              text=True, check=False)
    unknown = set(re.findall(r"error: \w+ `(\w+)` has no lowering", done.stderr))
    return {name for name, *_ in layers} - unknown
