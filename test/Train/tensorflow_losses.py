# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Losses of TensorFlow graphs in many forms, and what they are in double precision.

    tensorflow_losses.py make FORM [COUNT]   writes FORM.pbtxt and data.npz
    tensorflow_losses.py signature           writes signature.pbtxt, a SavedModel that calls logits `scores`
    tensorflow_losses.py compare FORM FILE   compares an evaluation of the initial weights
"""

import json
import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../Conversion/TensorFlowToStableHLO/Inputs"))
from graph_text import Graph, Type

BATCH, STEPS, FEATURES, CLASSES, COUNT = 4, 5, 3, 6, 13
F32, I32 = Type("float32"), Type("int32")


def weights():
    return np.random.default_rng(1).standard_normal((FEATURES, CLASSES)).astype(np.float32)


def data():
    random = np.random.default_rng(2)
    return (random.standard_normal((COUNT, STEPS, FEATURES)).astype(np.float32),
            random.integers(0, CLASSES, (COUNT, STEPS)).astype(np.int32))


class Net:
    def __init__(self):
        self.g, self.count = Graph(), 0
        self.g.placeholder("x", np.zeros((BATCH, STEPS, FEATURES), np.float32))
        self.g.placeholder("labels", np.zeros((BATCH, STEPS), np.int32))
        self.g.variable("w", weights())
        self.g.node("w/read", "Identity", ["w"], T=F32)

    def constant(self, array):
        self.count += 1
        return self.g.constant(f"const_{self.count}", array)

    def node(self, name, op, *inputs, **values):
        return self.g.node(name, op, inputs, **{"T": F32, **values})

    def reshape(self, name, value, shape, element=F32):
        return self.node(name, "Reshape", value, self.constant(np.int32(shape)), T=element, Tshape=I32)

    def transpose(self, name, value, order, element=F32):
        return self.node(name, "Transpose", value, self.constant(np.int32(order)), T=element, Tperm=I32)

    def mean(self, name, value, axes, op="Mean"):
        return self.node(name, op, value, self.constant(np.int32(axes)), Tidx=I32, keep_dims=False)

    def xent(self, rows, labels):
        self.node("logits", "MatMul", rows, "w/read")
        self.node("xent", "SparseSoftmaxCrossEntropyWithLogits", "logits", labels, Tlabels=I32)
        return "xent"

    def train(self, loss):
        """The gradient is not what is measured here."""
        self.node("loss", "Identity", loss)
        self.g.constant("rate", np.float32(0.1))
        self.node("train", "ApplyGradientDescent", "w", "rate", "w/read")
        return self.g.text()


def steps_first(net):
    """Time-major, as dynamic_rnn has it: all losses are [steps, batch]."""
    turned = net.transpose("turned", "x", [1, 0, 2])
    labels = net.transpose("turned_labels", "labels", [1, 0], I32)
    rows = net.reshape("rows", turned, [STEPS * BATCH, FEATURES])
    losses = net.reshape("losses", net.xent(rows, net.reshape("flat_labels", labels, [-1], I32)), [STEPS, BATCH])
    return net.train(net.mean("mean", losses, [0, 1]))


def tokens(net):
    """The steps of all examples in one dimension."""
    rows = net.reshape("rows", "x", [-1, FEATURES])
    return net.train(net.mean("mean", net.xent(rows, net.reshape("flat_labels", "labels", [-1], I32)), [0]))


def sums(net):
    """Steps in one dimension, their losses added up."""
    rows = net.reshape("rows", "x", [-1, FEATURES])
    total = net.mean("sum", net.xent(rows, net.reshape("flat_labels", "labels", [-1], I32)), [0], "Sum")
    return net.train(net.node("share", "Mul", total, net.constant(np.float32(1 / BATCH))))


def classes_first(net):
    """Squares of differences, a row for each class."""
    rows = net.reshape("rows", "x", [-1, FEATURES])
    net.node("logits", "MatMul", rows, "w/read")
    ones = [net.constant(np.int32(CLASSES)), net.constant(np.float32(1)), net.constant(np.float32(0))]
    net.node("targets", "OneHot", net.reshape("flat_labels", "labels", [-1], I32), *ones, TI=I32, axis=-1)
    turned = [net.transpose(f"turned_{name}", name, [1, 0]) for name in ("logits", "targets")]
    losses = net.node("squares", "SquaredDifference", *turned)
    return net.train(net.mean("mean", losses, [0, 1]))


def mixed(net):
    """The batch is gone before the loss."""
    rows = net.reshape("rows", "x", [-1, FEATURES])
    net.node("logits", "MatMul", rows, "w/read")
    return net.train(net.mean("mean", net.node("square", "Square", net.mean("pool", "logits", [0])), [0]))


def masked(net):
    """A mean over the steps that count, of which each batch has others."""
    rows = net.reshape("rows", "x", [-1, FEATURES])
    losses = net.xent(rows, net.reshape("flat_labels", "labels", [-1], I32))
    counts = net.node("counts", "Cast", net.reshape("flat", "labels", [-1], I32), SrcT=I32, DstT=F32)
    total = net.mean("sum", net.node("product", "Mul", losses, counts), [0], "Sum")
    return net.train(net.node("ratio", "RealDiv", total, net.mean("count", counts, [0], "Sum")))


def penalties(net, count):
    """A long chain of sums, of which one term has examples."""
    tokens(net)
    loss = "mean"
    half = net.constant(np.float32(2))
    for number in range(count):
        term = net.node(f"l2_{number}", "L2Loss", "w/read")
        scaled = net.node(f"scaled_{number}", "Mul", term, net.constant(np.float32(1 / count)))
        loss = net.node(f"sum_{number}", "AddV2", loss, scaled)
    net.node("whole", "RealDiv", loss, half)
    return net.g.text()


def doubled(net, count):
    """A value that is added to itself over and over, each time halved and negated twice."""
    tokens(net)
    loss, half = "mean", net.constant(np.float32(-0.5))
    for number in range(count):
        loss = net.node(f"twice_{number}", "AddV2", loss, loss)
        loss = net.node(f"half_{number}", "Neg", net.node(f"once_{number}", "Mul", loss, half))
    net.node("whole", "Identity", loss)
    return net.g.text()


def expected(form):
    x, labels = data()
    logits = x.astype(np.float64) @ weights().astype(np.float64)
    probabilities = np.exp(logits - logits.max(-1, keepdims=True))
    probabilities /= probabilities.sum(-1, keepdims=True)
    xent = -np.log(np.take_along_axis(probabilities, labels[..., None], -1))[..., 0]
    if form == "sums":
        return xent.sum(-1).mean()
    if form == "classes_first":
        return ((logits - np.eye(CLASSES)[labels]) ** 2).mean()
    if form == "penalties":
        return (xent.mean() + (weights().astype(np.float64) ** 2).sum() / 2) / 2
    return xent.mean()


def accuracy():
    x, labels = data()
    return ((x @ weights()).argmax(-1) == labels).mean()


def make(form, *count):
    with open(form + ".pbtxt", "w") as file:
        file.write(globals()[form](Net(), *map(int, count)))
    x, labels = data()
    np.savez("data.npz", x=x, labels=labels)


def signature():
    with open("signature.pbtxt", "w") as file:
        file.write("saved_model_schema_version: 1\nmeta_graphs { meta_info_def { tags: \"serve\" }\ngraph_def {\n"
                   + steps_first(Net()) + """}
signature_def { key: "serving_default" value {
  inputs { key: "x" value { name: "x:0" dtype: DT_FLOAT } }
  outputs { key: "scores" value { name: "logits:0" dtype: DT_FLOAT } }
  method_name: "tensorflow/serving/predict" } }
}
""")


def compare(form, path):
    with open(path) as file:
        measured = json.loads(file.read())["evaluation"]
    loss = expected(form)
    if measured["examples"] != COUNT or abs(measured["loss"] - loss) > (1e-4 if form == "penalties" else 1e-5) * max(1, loss) or \
            abs(measured.get("accuracy", accuracy()) - accuracy()) > 1e-6:
        sys.exit(f"{form} has {measured}; NumPy has {loss} and {accuracy()}")
    print(f"{form}: as NumPy has it, {', '.join(sorted(measured))}")


if sys.argv[1] == "make":
    make(*sys.argv[2:])
elif sys.argv[1] == "signature":
    signature()
else:
    compare(*sys.argv[2:])
