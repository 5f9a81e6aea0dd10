# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the loss and the metrics of a batch that a model is evaluated on."""

import json

import numpy

from keras_cases import drawn, penalty
from keras_trainings import BATCH, LOSSES, labels_for, stack
from tfjs import Known, Verdict, difference, listed
from training import TYPES, call, optimize, run_unoptimized, signature

METRICS = {"accuracy": "accuracy", "mean_squared_error": "mse", "mean_absolute_error": "mae", "precision": "precision",
           "recall": "recall"}

# The loss, the activation of the outputs, the labels, and what is measured.
MEASURED = [
    ("sparse_categorical_crossentropy", "softmax", "sparse", ["accuracy"]),
    ("categorical_crossentropy", "softmax", "one of", ["accuracy", "mean_squared_error", "mean_absolute_error"]),
    ("binary_crossentropy", "sigmoid", "several", ["accuracy", "mean_squared_error"]),
    ("mean_squared_error", "linear with a penalty", "numbers", ["mean_squared_error", "mean_absolute_error"]),
    ("mean_absolute_error", "tanh", "numbers", ["mean_squared_error", "mean_absolute_error"]),
    # Outputs of 0 and 1, which alone TensorFlow.js counts.
    ("binary_crossentropy", "sigmoid of large numbers", "several", ["precision", "recall"]),
]


KNOWN = [Known("evaluations leave out penalties", "penalty", "loss differs")]


class Evaluation:
    def __init__(self, measured):
        self.loss, activation, kind, self.metrics = measured
        self.what = f"evaluation of {self.loss} {activation} {kind}"
        layers = [("Dense", {"units": 3, "activation": activation.split()[0]})]
        if "penalty" in activation:
            layers[0][1]["kernel_regularizer"] = penalty(0.0, 0.25)
        if "large" in activation:
            layers = [("Rescaling", {"scale": 1000.0}), ("Activation", {"activation": "sigmoid"})]
        self.model = stack(layers, (3,))
        self.inputs = drawn(self.what, (BATCH, 3))
        self.labels = labels_for(self.what, kind, (3,))[0]
        self.module = optimize(json.dumps(self.model), f"--graph-to-forward=batch-size={BATCH} form=evaluation",
                               f"--stablehlo-make-evaluation=loss={self.loss} metrics={','.join(self.metrics)}",
                               extension=".json")
        self.arguments, self.sums = signature(self.module, "main")
        self.weights = {value.name: drawn(f"{self.what} {value.name}", value.shape)
                        for value in self.arguments if value.role == "state"}

    def task(self):
        return {"kind": "evaluation", "model": self.model, "loss": LOSSES[self.loss], "inputs": [listed(self.inputs)],
                "labels": listed(self.labels), "metrics": [METRICS[name] for name in self.metrics],
                "weights": {name: listed(array) for name, array in self.weights.items()}}

    def run(self):
        given = {**self.weights, "a": self.inputs, "labels": self.labels}
        arrays = [numpy.asarray(given.get(value.name, numpy.ones(BATCH)), TYPES[value.element])
                  for value in self.arguments]
        sums = run_unoptimized(self.module, arrays)[0]
        names = [value.name for value in signature(self.module, "metrics")[1]]
        self.found = dict(zip(names, call(self.module, "metrics", sums, run_unoptimized)))

    def differences(self, answer):
        if "error" in answer:
            return ["refused by TensorFlow.js: " + answer["error"][:300]], 0
        pairs = [(name, self.found[name], {"shape": [], "values": [value]})
                 for name, value in zip(["loss", *self.metrics], answer["values"])]
        return [text for pair in pairs if (text := difference(*pair))], len(pairs)


class Evaluations:
    def __init__(self, only, pool):
        self.is_whole = not only
        self.all = [one for one in pool.map(Evaluation, MEASURED) if only in one.what]

    def tasks(self):
        return [one.task() for one in self.all]

    def run(self, pool):
        list(pool.map(Evaluation.run, self.all))

    def compare(self, answers):
        verdict = Verdict(KNOWN)
        compared = 0
        for one, answer in zip(self.all, answers):
            found, count = one.differences(answer)
            compared += count
            verdict.take(one.what, found)
        if self.is_whole:
            verdict.expect_all()
        names = {name for one in self.all for name in one.metrics}
        print(f"evaluations: {len(names)} metrics, {len(self.all)} settings, {compared} numbers compared, "
              f"{verdict.shown()} known differences, {verdict.wrong} wrong")
        return verdict.wrong
