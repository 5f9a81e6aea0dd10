# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what steps of each optimizer and with each loss leave of the weights, and the losses on the way."""

import dataclasses
import json
import re

import numpy

import keras_cases
from keras_cases import drawn, functional, penalty
from tfjs import TOLERANCE, Known, Verdict, difference, listed, refusal
from training import TYPES, initial_state, optimize, run_unoptimized, signature, train

STEPS = 5
BATCH = 6

# What TensorFlow.js calls the losses and optimizers of Keras.
LOSSES = {
    "mean_squared_error": "meanSquaredError", "mean_absolute_error": "meanAbsoluteError",
    "mean_absolute_percentage_error": "meanAbsolutePercentageError",
    "mean_squared_logarithmic_error": "meanSquaredLogarithmicError",
    "squared_hinge": "squaredHinge", "hinge": "hinge", "categorical_hinge": "categoricalHinge",
    "log_cosh": "logcosh", "categorical_crossentropy": "categoricalCrossentropy",
    "sparse_categorical_crossentropy": "sparseCategoricalCrossentropy",
    "binary_crossentropy": "binaryCrossentropy", "kl_divergence": "kullbackLeiblerDivergence",
    "poisson": "poisson", "cosine_similarity": "cosineProximity", "huber": "huber",
}
OPTIMIZERS = {"sgd", "momentum", "adam", "rmsprop", "adagrad", "adadelta", "adamax"}


@dataclasses.dataclass
class Training:
    what: str
    model: dict
    loss: str
    # What TensorFlow.js calls it.
    other: str
    optimizer: str
    settings: dict
    inputs: numpy.ndarray
    labels: numpy.ndarray
    tolerance: float


TRAININGS = []

# Numbers of optimizers that are not those of a library are said to both.
NUMBERS = {"sgd": {}, "momentum": {"momentum": 0.75}, "adam": {"beta_1": 0.875, "beta_2": 0.96875, "epsilon": 1e-12},
           "rmsprop": {"rho": 0.875, "epsilon": 1e-5}, "adagrad": {"initial_accumulator": 0.25},
           "adadelta": {"rho": 0.875, "epsilon": 1e-3},
           "adamax": {"beta_1": 0.875, "beta_2": 0.96875, "epsilon": 1e-7}}


def labels_for(what, kind, shape):
    """Labels of all steps."""
    values = drawn(f"labels of {what}", (STEPS, BATCH, *shape))
    if kind == "sparse":
        return values.argmax(-1).astype(numpy.int32)
    if kind == "one of":
        return (values == values.max(-1, keepdims=True)).astype(numpy.float32)
    if kind == "shares":
        return numpy.exp(values) / numpy.exp(values).sum(-1, keepdims=True)
    return {"several": (values > 0).astype(numpy.float32), "signs": numpy.sign(values), "numbers": values,
            "amounts": numpy.abs(values) + 0.5}[kind]


def stack(layers, shape):
    nodes = [(name, f"layer{number}", settings, [f"layer{number - 1}" if number else "a"])
             for number, (name, settings) in enumerate(layers)]
    return functional(nodes, {"a": numpy.zeros((1, *shape))}, [[nodes[-1][1], 0, 0]])


def add(layers, shape, loss, kind, optimizer="sgd", other="", inputs=None, results=(3,), tolerance=TOLERANCE, **settings):
    what = f"{optimizer} {loss} {settings} on {' '.join(name for name, _ in layers)}"
    values = drawn(f"inputs of {what}", (STEPS, BATCH, *shape)) if inputs is None else inputs
    TRAININGS.append(Training(what, stack(layers, shape), loss, other or LOSSES[loss], optimizer,
                              {"learning_rate": 0.125, **settings}, values, labels_for(what, kind, results), tolerance))


def two_layers(activation):
    return [("Dense", {"units": 4, "activation": "tanh"}), ("Dense", {"units": 3, "activation": activation})]


def losses():
    for loss, activation, kind in (
            ("mean_squared_error", "linear", "numbers"), ("mean_absolute_error", "linear", "numbers"),
            ("categorical_crossentropy", "softmax", "one of"),
            ("sparse_categorical_crossentropy", "softmax", "sparse"),
            ("binary_crossentropy", "sigmoid", "several"), ("mean_absolute_percentage_error", "linear", "amounts"),
            ("mean_squared_logarithmic_error", "softplus", "amounts"), ("hinge", "linear", "signs"),
            ("squared_hinge", "linear", "signs"), ("categorical_hinge", "softmax", "one of"),
            ("log_cosh", "linear", "numbers"), ("kl_divergence", "softmax", "shares"), ("poisson", "softplus", "amounts"),
            ("cosine_similarity", "linear", "numbers")):
        # Of percentages the gradients are large.
        rate = 0.125 if "percentage" not in loss else 0.0078125
        add(two_layers(activation), (5,), loss, kind, learning_rate=rate)
        add([("Conv1D", {"filters": 3, "kernel_size": [2], "activation": activation})], (5, 2), loss, kind,
            results=(4, 3), learning_rate=rate)
    for delta in (1.0, 0.25):
        add(two_layers("linear"), (5,), "huber", "numbers", delta=delta)
    add(two_layers("linear"), (5,), "sparse_categorical_crossentropy", "sparse", other="softmax", from_logits=True)
    for smoothing in (0.0, 0.25):
        add(two_layers("linear"), (5,), "categorical_crossentropy", "one of", other="softmax", from_logits=True,
            label_smoothing=smoothing)
        add(two_layers("linear"), (5,), "binary_crossentropy", "several", other="sigmoid", from_logits=True,
            label_smoothing=smoothing)


def optimizers():
    for optimizer, settings in (
            ("sgd", {}), ("momentum", {}), ("momentum", {"nesterov": True}), ("adam", {}), ("rmsprop", {}),
            ("rmsprop", {"momentum": 0.75}), ("rmsprop", {"momentum": 0.75, "centered": True}),
            ("adam", {"epsilon": 0.0625}), ("adagrad", {}), ("adadelta", {}), ("adamax", {})):
        add(two_layers("softmax"), (5,), "categorical_crossentropy", "one of", optimizer=optimizer,
            **{**NUMBERS[optimizer], **settings})
    # What is left below the root are small differences of large numbers.
    add(two_layers("softmax"), (5,), "categorical_crossentropy", "one of", optimizer="rmsprop", tolerance=2e-4,
        centered=True, rho=0.875, epsilon=1e-12)


def architectures():
    head = ("Dense", {"units": 3, "activation": "softmax", "kernel_regularizer": penalty(0.125, 0.25)})
    lstm = keras_cases.inner("LSTM", units=3, recurrent_activation="sigmoid")
    gru = {"units": 3, "reset_after": False, "recurrent_activation": "sigmoid"}
    rows = numpy.trunc(numpy.abs(drawn("rows", (STEPS, BATCH, 5))) * 3).clip(0, 6)
    steps = drawn("steps", (STEPS, BATCH, 4, 2)) * (drawn("masks", (STEPS, BATCH, 4, 1)) > 0)
    for layers, shape, inputs in (
            ([("Conv2D", {"filters": 3, "kernel_size": [3, 3], "activation": "relu"}),
              ("MaxPooling2D", {"pool_size": [2, 2]}), ("Flatten", {})], (6, 6, 2), None),
            ([("Dense", {"units": 4, "use_bias": False}), ("BatchNormalization", {"momentum": 0.75}),
              ("Activation", {"activation": "relu"})], (5,), None),
            ([("Conv1D", {"filters": 3, "kernel_size": [2], "activation": "relu"}), ("LayerNormalization", {}),
              ("GlobalAveragePooling1D", {})], (6, 2), None),
            ([("Embedding", {"input_dim": 7, "output_dim": 4, "mask_zero": True}),
              ("Bidirectional", {"layer": lstm, "merge_mode": "concat"})], (5,), rows),
            ([("Masking", {}), ("GRU", gru)], (4, 2), steps)):
        add([*layers, head], shape, "categorical_crossentropy", "one of", optimizer="momentum", inputs=inputs,
            **NUMBERS["momentum"])


losses()
optimizers()
architectures()

KNOWN = [
    Known("Adam adds epsilon to the corrected moment, Keras to the one before", r"^adam .*0\.0625", "differs"),
    Known("Adadelta divides by the mean of squares before the step", "^adadelta", "differs"),
    Known("RMSprop that is centered subtracts epsilon below the root", r"^rmsprop .*1e-05.*centered", "differs by nan"),
]


def names_of(setting, *given):
    """The values of a setting that the pass knows, which it says where it gets another."""
    model = json.dumps(stack([("Dense", {"units": 2})], (3,)))
    try:
        optimize(model, "--graph-to-forward=batch-size=2", f"--stablehlo-make-step={setting}=none {' '.join(given)}",
                 extension=".json")
    except SystemExit as problem:
        return set(re.findall(r"\w+", re.search(r"is `none`; (.*) is expected", str(problem))[1])) - {"or"}
    raise SystemExit(f"`{setting}` may be `none`")


def options_of(training):
    return " ".join([f"loss={training.loss} optimizer={training.optimizer}", *(
        f"{name.replace('_', '-')}={str(value).lower()}" for name, value in training.settings.items())])


class Trained:
    """A training on its way."""

    def __init__(self, training):
        self.training, self.problem = training, ""
        try:
            forward = optimize(json.dumps(training.model), f"--graph-to-forward=batch-size={BATCH}", extension=".json")
            self.step = optimize(forward, f"--stablehlo-make-step={options_of(training)}")
        except SystemExit as problem:
            self.problem = refusal(problem)
            return
        arguments, _ = signature(forward, "forward")
        names = [value.name for value in arguments if value.role in ("parameter", "state")]
        self.state = initial_state(self.step, execute=run_unoptimized)
        self.weights = {name: self.state[name] for name in names}
        # Offsets that are not those of a new model.
        for name, array in self.weights.items():
            if "kernel" not in name and "variance" not in name:
                self.state[name] = self.weights[name] = drawn(f"{training.what} {name}", array.shape) * 0.5

    def task(self):
        training = self.training
        labels = training.labels
        if training.loss.startswith("sparse"):
            labels = numpy.eye(3)[labels] if training.other == "softmax" else labels[..., None]
        return {"kind": "training", "model": training.model, "loss": training.other,
                "optimizer": training.optimizer, "settings": training.settings,
                "weights": {name: listed(array) for name, array in self.weights.items()},
                "batches": [{"inputs": [listed(inputs)], "labels": listed(one)}
                            for inputs, one in zip(training.inputs, labels)]}

    def run(self):
        arguments, _ = signature(self.step, "main")
        types = {value.name: TYPES[value.element] for value in arguments}
        batches = {"a": self.training.inputs.astype(types["a"]),
                   "labels": self.training.labels.astype(types["labels"])}
        self.metrics, self.after = train(self.step, self.state, batches, execute=run_unoptimized)

    def differences(self, answer):
        if self.problem:
            return [self.problem], 0
        if "error" in answer:
            return ["refused by TensorFlow.js: " + answer["error"][:300]], 0
        losses = {"shape": [STEPS], "values": answer["losses"]}
        pairs = [("losses", self.metrics["loss"], losses)]
        pairs += [(name, self.after[name], answer["weights"][name]) for name in self.weights]
        return [text for pair in pairs if (text := difference(*pair, self.training.tolerance))], len(pairs)


class Trainings:
    def __init__(self, only, pool):
        self.is_whole = not only
        self.all = list(pool.map(Trained, [training for training in TRAININGS if only in training.what]))
        self.whole = [one for one in self.all if not one.problem]

    def tasks(self):
        return [one.task() for one in self.whole]

    def run(self, pool):
        list(pool.map(Trained.run, self.whole))

    def compare(self, answers):
        verdict = Verdict(KNOWN)
        answers = iter(answers)
        compared = 0
        for one in self.all:
            found, count = one.differences(None if one.problem else next(answers))
            compared += count
            verdict.take(one.training.what, found)
        found = {"loss": {one.training.loss for one in self.all},
                 "optimizer": {one.training.optimizer for one in self.all}}
        if self.is_whole:
            verdict.expect_all()
            common = {"loss": names_of("loss") & set(LOSSES),
                      "optimizer": names_of("optimizer", "loss=mean_squared_error") & OPTIMIZERS}
            for setting, names in common.items():
                for name in sorted(names - found[setting]):
                    verdict.fail(f"no training has the {setting} {name}")
        print(f"trainings: {len(found['loss'])} losses, {len(found['optimizer'])} optimizers, {len(self.all)} settings, "
              f"{compared} tensors compared, {verdict.shown()} known differences, {verdict.wrong} wrong")
        return verdict.wrong
