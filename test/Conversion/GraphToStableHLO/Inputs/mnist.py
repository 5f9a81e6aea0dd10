# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The convolutional net of TPUEstimator's guide as a graph with gradients, as
TensorFlow writes it, and the same in PyTorch: losses have to agree.

    mnist.py FOLDER float32|float64 STEPS [REPLICAS]

With replicas, each has its part of the batch.
"""

import sys

import numpy as np
import torch

from graph_text import Graph, Shape, Step, Type, legalise, run


class Network:
    """Writes a forward op, and remembers how its gradient is written."""

    def __init__(self, element, batch):
        self.graph, self.element, self.batch = Graph(), Type(element), batch
        self.dtype = np.dtype(element)
        self.variables, self.gradients = {}, {}

    def variable(self, name, shape, random, scale):
        initial = (random.standard_normal(shape) * scale).astype(self.dtype)
        self.graph.variable(name, initial)
        self.graph.node(name + "/read", "Identity", [name], T=self.element)
        self.variables[name] = initial
        return name + "/read"

    def convolution(self, scope, x, shape_in, features, size, random):
        kernel = self.variable(scope + "/kernel", (size, size, shape_in[-1], features), random, 0.1)
        bias = self.variable(scope + "/bias", (features,), random, 0.1)
        options = dict(T=self.element, strides=[1, 1, 1, 1], padding="SAME", data_format="NHWC")
        g = self.graph
        g.node(scope + "/Conv2D", "Conv2D", [x, kernel], **options)
        g.node(scope + "/BiasAdd", "BiasAdd", [scope + "/Conv2D", bias], T=self.element)
        g.node(scope + "/Relu", "Relu", [scope + "/BiasAdd"], T=self.element)
        out = shape_in[:-1] + (features,)

        def backward(gradient, needs_input):
            base = f"gradients/{scope}"
            g.node(base + "/Relu_grad/ReluGrad", "ReluGrad", [gradient, scope + "/Relu"], T=self.element)
            g.node(base + "/BiasAdd_grad/BiasAddGrad", "BiasAddGrad", [base + "/Relu_grad/ReluGrad"],
                   T=self.element)
            g.node(base + "/Conv2D_grad/ShapeN", "ShapeN", [x, kernel], T=self.element, N=2,
                   out_type=Type("int32"))
            g.node(base + "/Conv2D_grad/Conv2DBackpropFilter", "Conv2DBackpropFilter",
                   [x, base + "/Conv2D_grad/ShapeN:1", base + "/Relu_grad/ReluGrad"], **options)
            self.gradients[scope + "/kernel"] = base + "/Conv2D_grad/Conv2DBackpropFilter"
            self.gradients[scope + "/bias"] = base + "/BiasAdd_grad/BiasAddGrad"
            if needs_input:
                return g.node(base + "/Conv2D_grad/Conv2DBackpropInput", "Conv2DBackpropInput",
                              [base + "/Conv2D_grad/ShapeN", kernel, base + "/Relu_grad/ReluGrad"],
                              **options)
            return None
        return scope + "/Relu", out, backward

    def pool(self, scope, x, shape_in):
        options = dict(T=self.element, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
        self.graph.node(scope + "/MaxPool", "MaxPool", [x], **options)
        out = (shape_in[0], shape_in[1] // 2, shape_in[2] // 2, shape_in[3])

        def backward(gradient):
            return self.graph.node(f"gradients/{scope}/MaxPool_grad/MaxPoolGrad", "MaxPoolGrad",
                                   [x, scope + "/MaxPool", gradient], **options)
        return scope + "/MaxPool", out, backward

    def dense(self, scope, x, inputs, features, random, is_last):
        kernel = self.variable(scope + "/kernel", (inputs, features), random, 0.05)
        bias = self.variable(scope + "/bias", (features,), random, 0.05)
        g = self.graph
        g.node(scope + "/MatMul", "MatMul", [x, kernel], T=self.element)
        last = g.node(scope + "/BiasAdd", "BiasAdd", [scope + "/MatMul", bias], T=self.element)
        if not is_last:
            last = g.node(scope + "/Relu", "Relu", [scope + "/BiasAdd"], T=self.element)

        def backward(gradient):
            base = f"gradients/{scope}"
            if not is_last:
                gradient = g.node(base + "/Relu_grad/ReluGrad", "ReluGrad", [gradient, last],
                                  T=self.element)
            self.gradients[scope + "/bias"] = g.node(base + "/BiasAdd_grad/BiasAddGrad", "BiasAddGrad",
                                                     [gradient], T=self.element)
            self.gradients[scope + "/kernel"] = g.node(
                base + "/MatMul_grad/MatMul_1", "MatMul", [x, gradient], T=self.element,
                transpose_a=True)
            return g.node(base + "/MatMul_grad/MatMul", "MatMul", [gradient, kernel],
                          T=self.element, transpose_b=True)
        return last, backward

    def dropout(self, scope, x, mask):
        """With a mask from outside, so that PyTorch can have the same."""
        self.graph.node(scope + "/mul", "Mul", [x, mask], T=self.element)

        def backward(gradient):
            return self.graph.node(f"gradients/{scope}/mul_grad/Mul", "Mul", [gradient, mask],
                                   T=self.element)
        return scope + "/mul", backward


def build(element, batch, features, hidden, random):
    n = Network(element, batch)
    g = n.graph
    g.placeholder("images", np.zeros((batch, 784), element))
    g.placeholder("labels", np.zeros((batch,), "int32"))
    g.placeholder("mask", np.zeros((batch, hidden), element))
    g.constant("reshape/shape", np.int32([-1, 28, 28, 1]))
    g.node("reshape", "Reshape", ["images", "reshape/shape"], T=n.element, Tshape=Type("int32"))
    x, shape, conv1 = n.convolution("conv1", "reshape", (batch, 28, 28, 1), features[0], 5, random)
    x, shape, pool1 = n.pool("pool1", x, shape)
    x, shape, conv2 = n.convolution("conv2", x, shape, features[1], 5, random)
    x, shape, pool2 = n.pool("pool2", x, shape)
    flat = shape[1] * shape[2] * shape[3]
    g.constant("flat/shape", np.int32([-1, flat]))
    g.node("flat", "Reshape", [x, "flat/shape"], T=n.element, Tshape=Type("int32"))
    x, dense1 = n.dense("dense", "flat", flat, hidden, random, False)
    x, dropout = n.dropout("dropout", x, "mask")
    logits, dense2 = n.dense("logits", x, hidden, 10, random, True)
    g.constant("onehot/depth", np.int32(10))
    g.constant("onehot/on", n.dtype.type(1))
    g.constant("onehot/off", n.dtype.type(0))
    g.node("onehot", "OneHot", ["labels", "onehot/depth", "onehot/on", "onehot/off"], T=n.element,
           TI=Type("int32"), axis=-1)
    g.node("xent", "SoftmaxCrossEntropyWithLogits", [logits, "onehot"], T=n.element)
    g.constant("loss/axes", np.int32([0]))
    g.node("loss", "Mean", ["xent", "loss/axes"], T=n.element, Tidx=Type("int32"), keep_dims=False)
    # The gradient of the mean, as TensorFlow spells it out.
    g.constant("gradients/Fill", n.dtype.type(1))
    base = "gradients/loss_grad"
    g.constant(base + "/Reshape/shape", np.int32([1]))
    g.node(base + "/Reshape", "Reshape", ["gradients/Fill", base + "/Reshape/shape"], T=n.element,
           Tshape=Type("int32"))
    g.node(base + "/Shape", "Shape", ["xent"], T=n.element, out_type=Type("int32"))
    g.node(base + "/Tile", "Tile", [base + "/Reshape", base + "/Shape"], T=n.element,
           Tmultiples=Type("int32"))
    g.constant(base + "/Const", np.int32([0]))
    g.node(base + "/Prod", "Prod", [base + "/Shape", base + "/Const"], T=Type("int32"),
           Tidx=Type("int32"), keep_dims=False)
    g.node(base + "/Cast", "Cast", [base + "/Prod"], SrcT=Type("int32"), DstT=n.element)
    g.node(base + "/truediv", "RealDiv", [base + "/Tile", base + "/Cast"], T=n.element)
    base = "gradients/xent_grad"
    g.constant(base + "/ExpandDims/dim", np.int32(-1))
    g.node(base + "/ExpandDims", "ExpandDims", ["gradients/loss_grad/truediv",
                                                base + "/ExpandDims/dim"], T=n.element,
           Tdim=Type("int32"))
    g.node(base + "/mul", "Mul", [base + "/ExpandDims", "xent:1"], T=n.element)
    gradient = dropout(dense2(base + "/mul"))
    gradient = dense1(gradient)
    g.node("gradients/flat_grad/Shape", "Shape", ["pool2/MaxPool"], T=n.element,
           out_type=Type("int32"))
    g.node("gradients/flat_grad/Reshape", "Reshape", [gradient, "gradients/flat_grad/Shape"],
           T=n.element, Tshape=Type("int32"))
    gradient = conv2(pool2("gradients/flat_grad/Reshape"), True)
    conv1(pool1(gradient), False)
    g.constant("learning_rate", n.dtype.type(0.05))
    updates = []
    for name in n.variables:
        updates.append(g.node(f"GradientDescent/update_{name}/ApplyGradientDescent",
                              "ApplyGradientDescent", [name, "learning_rate", n.gradients[name]],
                              T=n.element))
    g.node("GradientDescent/update", "NoOp", ["^" + update for update in updates])
    g.variable("global_step", np.int64(0))
    g.constant("GradientDescent/value", np.int64(1))
    g.node("GradientDescent", "AssignAdd", ["global_step", "GradientDescent/value",
                                            "^GradientDescent/update"], T=Type("int64"))
    return n


def torch_losses(network, batches):
    values = {name: torch.tensor(value, requires_grad=True)
              for name, value in network.variables.items()}
    losses = []
    for images, labels, mask in batches:
        x = torch.tensor(images).reshape(-1, 1, 28, 28)
        for scope in ("conv1", "conv2"):
            kernel = values[scope + "/kernel"].permute(3, 2, 0, 1)
            x = torch.nn.functional.conv2d(x, kernel, values[scope + "/bias"], padding=2)
            x = torch.nn.functional.max_pool2d(torch.relu(x), 2)
        x = x.permute(0, 2, 3, 1).reshape(len(images), -1)
        x = torch.relu(x @ values["dense/kernel"] + values["dense/bias"]) * torch.tensor(mask)
        x = x @ values["logits/kernel"] + values["logits/bias"]
        loss = torch.nn.functional.cross_entropy(x, torch.tensor(labels).long())
        gradients = torch.autograd.grad(loss, list(values.values()))
        with torch.no_grad():
            for value, gradient in zip(values.values(), gradients):
                value -= 0.05 * gradient
        losses.append(loss.item())
    return np.array(losses)


def main():
    folder, element, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
    replicas = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    random = np.random.default_rng(1)
    batch, hidden = 16, 64
    network = build(element, batch // replicas, (16, 32), hidden, random)
    path = folder + ".pbtxt"
    with open(path, "w") as file:
        file.write(network.graph.text())
    step = Step(legalise(path, f"--replicas={replicas}"))
    initial = step.initial(folder)
    for name, value in network.variables.items():
        if not (initial[name] == value).all():
            sys.exit(f"{name} does not begin with its initial value")
    batches = []
    for _ in range(steps):
        labels = random.integers(0, 10, batch).astype(np.int32)
        images = random.random((batch, 784)).astype(element)
        mask = (random.random((batch, hidden)) >= 0.4).astype(element) / np.dtype(element).type(0.6)
        batches.append((images, labels, mask))
    inputs = []
    for replica in range(replicas):
        inputs += [initial[name] for _, name, _, _ in step.of_role("state")]
        for given in batches:
            parts = [np.split(array, replicas)[replica] for array in given]
            by_name = dict(zip(("images", "labels", "mask"), parts))
            inputs += [by_name[name] for _, name, _, _ in step.of_role("input")]
    options = [f"--device=cpu:{replicas}"] if replicas > 1 else []
    results = run(step.repeated(steps), inputs, folder, *options)
    count = len(results) // replicas
    for number, value in enumerate(results):
        if not (value == results[number % count]).all():
            sys.exit(f"result {number % count} differs between replicas")
    losses = np.array(results[:steps]).reshape(steps)
    expected = torch_losses(network, batches)
    worst = np.abs(losses - expected).max()
    limit = {"float32": 5e-5, "float64": 1e-8}[element]
    print(f"{steps} losses from {losses[0]:.6f} to {losses[-1]:.6f}: "
          f"at most {worst:.1e} from PyTorch's")
    if not worst <= limit:
        sys.exit(f"that is more than {limit}: {losses} and {expected}")


main()
