# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes nets as graphs with gradients, as TensorFlow does."""

import numpy as np

from graph_text import Graph, Type


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

    def random_dropout(self, scope, x, shape, rate):
        """Drawn anew in each step."""
        g, element = self.graph, self.element
        g.constant(scope + "/shape", np.int32(shape))
        g.constant(scope + "/rate", self.dtype.type(rate))
        g.constant(scope + "/scale", self.dtype.type(1 / (1 - rate)))
        g.node(scope + "/RandomUniform", "RandomUniform", [scope + "/shape"], T=Type("int32"),
               dtype=element, seed=1, seed2=1)
        g.node(scope + "/GreaterEqual", "GreaterEqual", [scope + "/RandomUniform", scope + "/rate"],
               T=element)
        g.node(scope + "/Cast", "Cast", [scope + "/GreaterEqual"], SrcT=Type("bool"), DstT=element)
        g.node(scope + "/mask", "Mul", [scope + "/Cast", scope + "/scale"], T=element)
        return self.dropout(scope, x, scope + "/mask")

    def loss(self, logits):
        """The mean cross-entropy with `labels`; returns the gradient of the logits."""
        g = self.graph
        g.constant("onehot/depth", np.int32(10))
        g.constant("onehot/on", self.dtype.type(1))
        g.constant("onehot/off", self.dtype.type(0))
        g.node("onehot", "OneHot", ["labels", "onehot/depth", "onehot/on", "onehot/off"], T=self.element,
               TI=Type("int32"), axis=-1)
        g.node("xent", "SoftmaxCrossEntropyWithLogits", [logits, "onehot"], T=self.element)
        g.constant("loss/axes", np.int32([0]))
        g.node("loss", "Mean", ["xent", "loss/axes"], T=self.element, Tidx=Type("int32"), keep_dims=False)
        # The gradient of the mean, as TensorFlow spells it out.
        g.constant("gradients/Fill", self.dtype.type(1))
        base = "gradients/loss_grad"
        g.constant(base + "/Reshape/shape", np.int32([1]))
        g.node(base + "/Reshape", "Reshape", ["gradients/Fill", base + "/Reshape/shape"], T=self.element,
               Tshape=Type("int32"))
        g.node(base + "/Shape", "Shape", ["xent"], T=self.element, out_type=Type("int32"))
        g.node(base + "/Tile", "Tile", [base + "/Reshape", base + "/Shape"], T=self.element,
               Tmultiples=Type("int32"))
        g.constant(base + "/Const", np.int32([0]))
        g.node(base + "/Prod", "Prod", [base + "/Shape", base + "/Const"], T=Type("int32"),
               Tidx=Type("int32"), keep_dims=False)
        g.node(base + "/Cast", "Cast", [base + "/Prod"], SrcT=Type("int32"), DstT=self.element)
        g.node(base + "/truediv", "RealDiv", [base + "/Tile", base + "/Cast"], T=self.element)
        base = "gradients/xent_grad"
        g.constant(base + "/ExpandDims/dim", np.int32(-1))
        g.node(base + "/ExpandDims", "ExpandDims", ["gradients/loss_grad/truediv",
                                                    base + "/ExpandDims/dim"], T=self.element,
               Tdim=Type("int32"))
        g.node(base + "/mul", "Mul", [base + "/ExpandDims", "xent:1"], T=self.element)
        return base + "/mul"

    def update(self):
        """Gradient descent of all variables, and the counter of steps."""
        g = self.graph
        g.constant("learning_rate", self.dtype.type(0.05))
        updates = []
        for name in self.variables:
            updates.append(g.node(f"GradientDescent/update_{name}/ApplyGradientDescent",
                                  "ApplyGradientDescent", [name, "learning_rate", self.gradients[name]],
                                  T=self.element))
        g.node("GradientDescent/update", "NoOp", ["^" + update for update in updates])
        g.variable("global_step", np.int64(0))
        g.constant("GradientDescent/value", np.int64(1))
        g.node("GradientDescent", "AssignAdd", ["global_step", "GradientDescent/value",
                                                "^GradientDescent/update"], T=Type("int64"))


def convolutional(element, batch, features, hidden, random, rate=None):
    """The net of TPUEstimator's guide. Without a rate, dropout's mask is an input."""
    n = Network(element, batch)
    g = n.graph
    g.placeholder("images", np.zeros((batch, 784), element))
    g.placeholder("labels", np.zeros((batch,), "int32"))
    if rate is None:
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
    if rate is None:
        x, dropout = n.dropout("dropout", x, "mask")
    else:
        x, dropout = n.random_dropout("dropout", x, (batch, hidden), rate)
    logits, dense2 = n.dense("logits", x, hidden, 10, random, True)
    gradient = dropout(dense2(n.loss(logits)))
    gradient = dense1(gradient)
    g.node("gradients/flat_grad/Shape", "Shape", ["pool2/MaxPool"], T=n.element,
           out_type=Type("int32"))
    g.node("gradients/flat_grad/Reshape", "Reshape", [gradient, "gradients/flat_grad/Shape"],
           T=n.element, Tshape=Type("int32"))
    gradient = conv2(pool2("gradients/flat_grad/Reshape"), True)
    conv1(pool1(gradient), False)
    n.update()
    return n


def convolutional_in_torch(values, images, mask=1.0):
    """The outputs of the same net in PyTorch, of tensors by the names of its variables."""
    import torch
    x = torch.tensor(images).reshape(-1, 1, 28, 28)
    for scope in ("conv1", "conv2"):
        kernel = values[scope + "/kernel"].permute(3, 2, 0, 1)
        x = torch.nn.functional.conv2d(x, kernel, values[scope + "/bias"], padding=2)
        x = torch.nn.functional.max_pool2d(torch.relu(x), 2)
    x = x.permute(0, 2, 3, 1).reshape(len(images), -1)
    x = torch.relu(x @ values["dense/kernel"] + values["dense/bias"]) * mask
    return x @ values["logits/kernel"] + values["logits/bias"]


def perceptron(element, batch, sizes, random):
    """Dense layers from the first size to the last, with rectifiers between them."""
    n = Network(element, batch)
    n.graph.placeholder("images", np.zeros((batch, sizes[0]), element))
    n.graph.placeholder("labels", np.zeros((batch,), "int32"))
    x, layers = "images", []
    for number, (inputs, outputs) in enumerate(zip(sizes, sizes[1:])):
        x, layer = n.dense(f"layer{number}", x, inputs, outputs, random,
                           number + 2 == len(sizes))
        layers.append(layer)
    gradient = n.loss(x)
    for layer in reversed(layers):
        gradient = layer(gradient)
    n.update()
    return n
