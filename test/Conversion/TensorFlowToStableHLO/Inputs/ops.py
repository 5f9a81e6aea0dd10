# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many ops, each with values that NumPy or PyTorch gives for it, as one graph
that stores their outputs in variables.

    ops.py FOLDER
"""

import itertools
import sys

import numpy as np
import torch

from graph_text import Graph, Shape, Step, Type, lower, run

F = torch.nn.functional
random = np.random.default_rng(7)
F64 = Type("float64")


class Known:
    """An input that is known when the program is built."""

    def __init__(self, value):
        self.value = np.asarray(value)


class Cases:
    def __init__(self):
        self.graph, self.inputs, self.expected, self.groups = Graph(), {}, {}, []
        self.count = 0

    def add(self, op, inputs, outputs, **attributes):
        """Expects the outputs, of which those that are None are not compared."""
        scope = f"case{self.count:04}_{op}"
        self.count += 1
        names = []
        for number, value in enumerate(inputs):
            name = f"{scope}/in{number}"
            if isinstance(value, Known):
                names.append(self.graph.constant(name, value.value))
            else:
                self.inputs[name] = np.asarray(value)
                names.append(self.graph.placeholder(name, self.inputs[name]))
        self.graph.node(scope, op, names, **attributes)
        for number, value in enumerate(outputs):
            if value is None:
                continue
            value = np.asarray(value)
            variable = f"{scope}/out{number}"
            self.expected[variable] = value
            self.graph.variable(variable, np.zeros(value.shape, value.dtype))
            source = scope if number == 0 else f"{scope}:{number}"
            self.groups.append("^" + self.graph.node(variable + "/store", "Assign", [variable, source],
                                                     T=Type(value.dtype.name)))

    def check(self, folder):
        self.graph.node("train", "NoOp", self.groups)
        path = folder + ".pbtxt"
        with open(path, "w") as file:
            file.write(self.graph.text())
        step = Step(lower(path, "--train-op=train"))
        state = step.of_role("state")
        given = [np.zeros(sizes, self.expected[name].dtype) for _, name, sizes, _ in state]
        given += [self.inputs[name] for _, name, _, _ in step.of_role("input")]
        results = dict(zip([name for _, name, _, _ in state], run(step.text, given, folder)))
        failures = []
        for name, expected in self.expected.items():
            got = results[name]
            close = (np.allclose(got, expected, rtol=1e-9, atol=1e-9) if expected.dtype.kind == "f"
                     else (got == expected).all())
            if got.shape != expected.shape or not close:
                failures.append(f"{name}: {got.ravel()[:4]} of {got.shape} instead of "
                                f"{expected.ravel()[:4]} of {expected.shape}")
        if failures:
            sys.exit("\n".join(failures[:40]) + f"\n{len(failures)} of {len(self.expected)} are wrong")
        print(f"{len(self.expected)} outputs of {self.count} nodes are right")


def normal(*shape):
    return random.standard_normal(shape)


def t(array):
    return torch.tensor(array, dtype=torch.float64)


def n(tensor):
    return tensor.detach().numpy()


def same_padding(size, window, stride, dilation=1):
    out = -(-size // stride)
    total = max((out - 1) * stride + (window - 1) * dilation + 1 - size, 0)
    return total // 2, total - total // 2


def elementwise(cases):
    x, y = normal(3, 4), np.abs(normal(3, 4)) + 0.1
    for op, function, value in [
            ("Abs", np.abs, x), ("Neg", np.negative, x), ("Exp", np.exp, x), ("Log", np.log, y),
            ("Log1p", np.log1p, y), ("Expm1", np.expm1, x), ("Sqrt", np.sqrt, y), ("Square", np.square, x),
            ("Rsqrt", lambda v: 1 / np.sqrt(v), y), ("Reciprocal", lambda v: 1 / v, y),
            ("Sigmoid", lambda v: 1 / (1 + np.exp(-v)), x), ("Tanh", np.tanh, x), ("Sign", np.sign, x),
            ("Floor", np.floor, x), ("Ceil", np.ceil, x), ("Rint", np.rint, 3 * x), ("Sin", np.sin, x),
            ("Cosh", np.cosh, x), ("Sinh", np.sinh, x), ("Sinh", np.sinh, 1e-9 * x),
            ("Erf", lambda v: n(torch.erf(t(v))), x), ("Erfc", lambda v: n(torch.erfc(t(v))), x),
            ("Cos", np.cos, x), ("Tan", np.tan, x), ("Relu", lambda v: np.maximum(v, 0), x),
            ("Relu6", lambda v: np.clip(v, 0, 6), 5 * x), ("Softplus", lambda v: np.log1p(np.exp(v)), x),
            ("Softsign", lambda v: v / (1 + np.abs(v)), x), ("ZerosLike", np.zeros_like, x),
            ("OnesLike", np.ones_like, x), ("Identity", lambda v: v, x), ("StopGradient", lambda v: v, x),
            ("Elu", lambda v: n(F.elu(t(v))), x), ("Selu", lambda v: n(F.selu(t(v))), x)]:
        cases.add(op, [value], [function(value)], T=F64)
    cases.add("LeakyRelu", [x], [np.where(x > 0, x, 0.25 * x)], T=F64, alpha=0.25)
    binary = [("Add", np.add), ("AddV2", np.add), ("Sub", np.subtract), ("Mul", np.multiply),
              ("RealDiv", np.divide), ("Maximum", np.maximum), ("Minimum", np.minimum),
              ("SquaredDifference", lambda a, b: (a - b) ** 2), ("FloorDiv", np.floor_divide),
              ("FloorMod", np.mod), ("Less", np.less), ("GreaterEqual", np.greater_equal),
              ("Equal", np.equal), ("NotEqual", np.not_equal), ("Atan2", np.arctan2)]
    for (op, function), (a, b) in itertools.product(
            binary, [((3, 4), (3, 4)), ((3, 4), (4,)), ((2, 1, 4), (3, 1)), ((), (2, 3)), ((2, 3), ())]):
        left, right = normal(*a), normal(*b)
        cases.add(op, [left, right], [function(left, right)], T=F64)
    whole = random.integers(-9, 9, (3, 4)).astype(np.int32)
    by = random.choice([-3, -2, 2, 5], (4,)).astype(np.int32)
    for op, function in [("FloorDiv", np.floor_divide), ("FloorMod", np.mod), ("Add", np.add),
                         ("TruncateMod", np.fmod)]:
        cases.add(op, [whole, by], [function(whole, by)], T=Type("int32"))
    zeros = np.array([1.0, 0.0, 2.0])
    cases.add("DivNoNan", [np.ones(3), zeros], [np.array([1.0, 0.0, 0.5])], T=F64)
    cases.add("Xlogy", [np.array([0.0, 2.0]), np.array([0.0, 3.0])], [np.array([0.0, 2 * np.log(3)])], T=F64)
    cases.add("Xlog1py", [np.array([0.0, 2.0]), np.array([-1.0, 3.0])], [np.array([0.0, 2 * np.log(4)])], T=F64)
    odd = np.array([1.0, np.nan, np.inf, -np.inf])
    cases.add("IsNan", [odd], [np.isnan(odd)], T=F64)
    cases.add("IsInf", [odd], [np.isinf(odd)], T=F64)
    cases.add("Pow", [y, x], [y ** x], T=F64)
    cases.add("AddN", [x, x, y], [2 * x + y], T=F64, N=3)
    truth, rows = x > 0, np.array([True, False, True])
    cases.add("Select", [truth, x, y], [np.where(truth, x, y)], T=F64)
    cases.add("Select", [rows, x, y], [np.where(rows[:, None], x, y)], T=F64)
    cases.add("SelectV2", [truth, x, np.float64(1)], [np.where(truth, x, 1)], T=F64)
    cases.add("LogicalAnd", [truth, rows[:, None]], [truth & rows[:, None]])
    cases.add("LogicalNot", [truth], [~truth])
    cases.add("Cast", [3 * x], [(3 * x).astype(np.int32)], SrcT=F64, DstT=Type("int32"))
    cases.add("Cast", [whole], [whole != 0], SrcT=Type("int32"), DstT=Type("bool"))
    cases.add("ClipByValue", [x, np.float64(-0.5), np.float64(0.5)], [np.clip(x, -0.5, 0.5)], T=F64)


def gradients(cases):
    def check(op, function, from_output=False, output_first=False, scale=1.0, positive=False, **attributes):
        x = t(scale * normal(3, 5))
        if positive:
            x = x.abs() + 0.1
        x.requires_grad_()
        dy = t(normal(3, 5))
        y = function(x)
        expected, = torch.autograd.grad(y, x, dy)
        kept = n(y) if from_output else n(x)
        inputs = [kept, n(dy)] if output_first else [n(dy), kept]
        cases.add(op, inputs, [n(expected)], T=F64, **attributes)
    check("ReluGrad", torch.relu)
    check("Relu6Grad", F.relu6, scale=5)
    check("EluGrad", F.elu, from_output=True)
    check("SeluGrad", F.selu, from_output=True)
    check("SoftplusGrad", F.softplus)
    check("SoftsignGrad", F.softsign)
    check("LeakyReluGrad", lambda x: F.leaky_relu(x, 0.25), alpha=0.25)
    for op, function in [("SigmoidGrad", torch.sigmoid), ("TanhGrad", torch.tanh)]:
        check(op, function, from_output=True, output_first=True)
    for op, function in [("SqrtGrad", torch.sqrt), ("RsqrtGrad", torch.rsqrt),
                         ("ReciprocalGrad", torch.reciprocal)]:
        check(op, function, from_output=True, output_first=True, positive=True)


def products(cases):
    for transpose_a, transpose_b in itertools.product((False, True), repeat=2):
        a, b = normal(3, 4), normal(4, 5)
        cases.add("MatMul", [a.T if transpose_a else a, b.T if transpose_b else b], [a @ b], T=F64,
                  transpose_a=transpose_a, transpose_b=transpose_b)
        a, b = normal(2, 3, 4), normal(2, 4, 5)
        cases.add("BatchMatMul", [a.transpose(0, 2, 1) if transpose_a else a,
                                  b.transpose(0, 2, 1) if transpose_b else b], [a @ b], T=F64,
                  adj_x=transpose_a, adj_y=transpose_b)
    a, b = normal(2, 1, 3, 4), normal(5, 4, 2)
    cases.add("BatchMatMulV2", [a, b], [a @ b], T=F64)
    cases.add("Einsum", [a, b], [np.einsum("...ij,...jk->...ki", a, b)], T=F64, N=2,
              equation="...ij,...jk->...ki")
    a, b = normal(3, 4), normal(4, 3)
    cases.add("Einsum", [a, b], [np.einsum("ij,ji->i", a, b)], T=F64, N=2, equation="ij,ji->i")
    a, b = np.float32(a), np.float32(b)
    cases.add("SparseMatMul", [a, b.T], [a @ b], Ta=Type("float32"), Tb=Type("float32"), transpose_b=True)
    x, bias = normal(2, 3, 4, 5), normal(5)
    cases.add("BiasAdd", [x, bias], [x + bias], T=F64)
    cases.add("BiasAddGrad", [x], [x.sum((0, 1, 2))], T=F64)
    bias = normal(3)
    cases.add("BiasAdd", [x, bias], [x + bias[:, None, None]], T=F64, data_format="NCHW")
    cases.add("BiasAddGrad", [x], [x.sum((0, 2, 3))], T=F64, data_format="NCHW")


def convolutions(cases):
    for size, window, stride, dilation, padding, layout in itertools.product(
            ((7, 6), (8, 8)), ((1, 1), (3, 2)), ((1, 1), (2, 3)), (1, 2), ("SAME", "VALID", "EXPLICIT"),
            ("NHWC", "NCHW")):
        if dilation == 2 and stride != (1, 1):
            continue
        explicit = [0, 0] * 4
        pads = [(0, 0), (0, 0)]
        if padding == "SAME":
            pads = [same_padding(size[i], window[i], stride[i], dilation) for i in range(2)]
        if padding == "EXPLICIT":
            pads = [(1, 0), (2, 1)]
            explicit = [0, 0, 1, 0, 2, 1, 0, 0] if layout == "NHWC" else [0, 0, 0, 0, 1, 0, 2, 1]
        def order(values):
            return [1, *values, 1] if layout == "NHWC" else [1, 1, *values]
        options = dict(T=F64, strides=order(stride), padding=padding, data_format=layout,
                       dilations=order((dilation, dilation)))
        if padding == "EXPLICIT":
            options["explicit_paddings"] = explicit
        for depthwise in (False, True):
            if depthwise and (dilation == 2 or padding == "EXPLICIT"):
                continue
            x = t(normal(2, 4, *size)).requires_grad_()
            kernel = t(normal(*window, 4, 3) if depthwise else normal(*window, 2 if window == (3, 2) else 4, 6))
            kernel.requires_grad_()
            if depthwise:
                weights = kernel.permute(2, 3, 0, 1).reshape(12, 1, *window)
                groups = 4
            else:
                weights, groups = kernel.permute(3, 2, 0, 1), 4 // kernel.shape[2]
            padded = F.pad(x, (*pads[1], *pads[0]))
            y = F.conv2d(padded, weights, stride=stride, dilation=dilation, groups=groups)
            dy = t(normal(*y.shape))
            dx, dk = torch.autograd.grad(y, (x, kernel), dy)
            def place(tensor):
                tensor = n(tensor)
                return np.ascontiguousarray(tensor.transpose(0, 2, 3, 1)) if layout == "NHWC" else tensor
            prefix = "DepthwiseConv2dNative" if depthwise else "Conv2D"
            cases.add(prefix, [place(x), n(kernel)], [place(y)], **options)
            shape = Known(np.int32(place(x).shape))
            cases.add(prefix + "BackpropInput", [shape, n(kernel), place(dy)], [place(dx)], **options)
            shape = Known(np.int32(kernel.shape))
            cases.add(prefix + "BackpropFilter", [place(x), shape, place(dy)], [n(dk)], **options)


def pooling(cases):
    for size, window, stride, padding, layout in itertools.product(
            ((7, 6), (8, 8)), ((2, 2), (3, 2)), ((1, 1), (2, 2)), ("SAME", "VALID"), ("NHWC", "NCHW")):
        pads = [(0, 0), (0, 0)]
        if padding == "SAME":
            pads = [same_padding(size[i], window[i], stride[i]) for i in range(2)]
        def order(values):
            return [1, *values, 1] if layout == "NHWC" else [1, 1, *values]
        options = dict(T=F64, ksize=order(window), strides=order(stride), padding=padding,
                       data_format=layout)
        def place(tensor):
            tensor = n(tensor)
            return np.ascontiguousarray(tensor.transpose(0, 2, 3, 1)) if layout == "NHWC" else tensor
        x = t(normal(2, 3, *size)).requires_grad_()
        edges = (*pads[1], *pads[0])
        y = F.max_pool2d(F.pad(x, edges, value=-1e300), window, stride)
        dy = t(normal(*y.shape))
        dx, = torch.autograd.grad(y, x, dy)
        cases.add("MaxPool", [place(x)], [place(y)], **options)
        windows = [Known(np.int32(options[name])) for name in ("ksize", "strides")]
        newer = dict(T=F64, padding=padding, data_format=layout)
        cases.add("MaxPoolV2", [place(x), *windows], [place(y)], **newer)
        cases.add("MaxPoolGradV2", [place(x), place(y), place(dy), *windows], [place(dx)], **newer)
        cases.add("MaxPoolGrad", [place(x), place(y), place(dy)], [place(dx)], **options)
        count = F.avg_pool2d(F.pad(torch.ones_like(x), edges), window, stride)
        y = F.avg_pool2d(F.pad(x, edges), window, stride) / count
        dx, = torch.autograd.grad(y, x, dy)
        cases.add("AvgPool", [place(x)], [place(y)], **options)
        cases.add("AvgPoolGrad", [Known(np.int32(place(x).shape)), place(dy)], [place(dx)], **options)


def normalization(cases):
    for version, layout, training in itertools.product(("", "V2", "V3"), ("NHWC", "NCHW"), (True, False)):
        x = t(normal(3, 4, 5, 2)).requires_grad_()
        scale, offset = t(normal(4)).requires_grad_(), t(normal(4)).requires_grad_()
        mean, variance = t(normal(4)), t(np.abs(normal(4)) + 0.5)
        y = F.batch_norm(x, mean.clone(), variance.clone(), scale, offset, training=training, eps=0.01)
        dy = t(normal(*y.shape))
        grads = torch.autograd.grad(y, (x, scale, offset), dy)
        def place(tensor):
            tensor = n(tensor)
            return np.ascontiguousarray(tensor.transpose(0, 2, 3, 1)) if layout == "NHWC" else tensor
        options = dict(T=F64, data_format=layout, is_training=training, epsilon=0.01)
        if version:
            options["U"] = F64
        used_mean = n(x.mean((0, 2, 3))) if training else n(mean)
        used = n(x.var((0, 2, 3), unbiased=False)) if training else n(variance)
        running = n(x.var((0, 2, 3))) if training else n(variance)
        given = [n(mean), n(variance)] if not training else [np.zeros(0), np.zeros(0)]
        cases.add("FusedBatchNorm" + version, [place(x), n(scale), n(offset), *given],
                  [place(y), used_mean, running], **options)
        more = [np.zeros(0)] if version == "V3" else []
        cases.add("FusedBatchNormGrad" + version, [place(dy), place(x), n(scale), used_mean, used, *more],
                  [place(grads[0]), n(grads[1]), n(grads[2])], **options)
    x = t(normal(2, 3, 3, 7)).requires_grad_()
    padded = F.pad(x * x, (2, 2))
    squares = sum(padded[..., i:i + 7] for i in range(5))
    y = x * (1.5 + 0.25 * squares) ** -0.75
    dy = t(normal(*y.shape))
    dx, = torch.autograd.grad(y, x, dy)
    options = dict(T=F64, depth_radius=2, bias=1.5, alpha=0.25, beta=0.75)
    cases.add("LRN", [n(x)], [n(y)], **options)
    cases.add("LRNGrad", [n(dy), n(x), n(y)], [n(dx)], **options)


def losses(cases):
    logits = t(3 * normal(5, 4)).requires_grad_()
    cases.add("Softmax", [n(logits)], [n(F.softmax(logits, 1))], T=F64)
    cases.add("LogSoftmax", [n(logits)], [n(F.log_softmax(logits, 1))], T=F64)
    labels = t(np.abs(normal(5, 4)))
    labels /= labels.sum(1, keepdim=True)
    loss = -(labels * F.log_softmax(logits, 1)).sum(1)
    gradient, = torch.autograd.grad(loss.sum(), logits)
    cases.add("SoftmaxCrossEntropyWithLogits", [n(logits), n(labels)], [n(loss), n(gradient)], T=F64)
    classes = random.integers(0, 4, 5)
    loss = F.cross_entropy(logits, torch.tensor(classes), reduction="none")
    gradient, = torch.autograd.grad(loss.sum(), logits)
    cases.add("SparseSoftmaxCrossEntropyWithLogits", [n(logits), classes], [n(loss), n(gradient)], T=F64,
              Tlabels=Type("int64"))


def reductions(cases):
    x = normal(3, 4, 5)
    for axes, keeps in itertools.product(([0], [1, -1], [0, 1, 2], []), (False, True)):
        axis = tuple(axes)
        for op, function in [("Sum", np.sum), ("Mean", np.mean), ("Max", np.max), ("Min", np.min),
                             ("Prod", np.prod)]:
            expected = np.asarray(function(x, axis=axis, keepdims=keeps))
            cases.add(op, [x, Known(np.int32(axes))], [expected], T=F64, Tidx=Type("int32"), keep_dims=keeps)
        expected = np.asarray(np.sqrt(np.sum(x * x, axis=axis, keepdims=keeps)))
        cases.add("EuclideanNorm", [x, Known(np.int32(axes))], [expected], T=F64, Tidx=Type("int32"),
                  keep_dims=keeps)
    cases.add("All", [x > -1, Known(np.int32([1]))], [(x > -1).all(1)], Tidx=Type("int32"))
    cases.add("Any", [x > 1, Known(np.int32([2]))], [(x > 1).any(2)], Tidx=Type("int32"))
    cases.add("L2Loss", [x], [np.asarray((x ** 2).sum() / 2)], T=F64)
    for axis in (0, -1):
        cases.add("ArgMax", [x, Known(np.int32(axis))], [x.argmax(axis)], T=F64, Tidx=Type("int32"),
                  output_type=Type("int64"))
    for exclusive, reverse in itertools.product((False, True), repeat=2):
        turned = x[:, ::-1] if reverse else x
        expected = np.cumsum(turned, 1) - (turned if exclusive else 0)
        cases.add("Cumsum", [x, Known(np.int32(1))], [expected[:, ::-1].copy() if reverse else expected],
                  T=F64, Tidx=Type("int32"), exclusive=exclusive, reverse=reverse)


def arrangement(cases):
    I32 = Type("int32")
    x = normal(2, 3, 4)
    k = lambda *values: Known(np.int32(values))
    scalar = lambda value: Known(np.int32(value))
    cases.add("Reshape", [x, k(4, -1)], [x.reshape(4, 6)], T=F64, Tshape=I32)
    cases.add("ExpandDims", [x, scalar(-2)], [x[:, :, None]], T=F64, Tdim=I32)
    cases.add("Squeeze", [x[:, :1]], [x[:, 0]], T=F64, squeeze_dims=[1])
    cases.add("Transpose", [x, k(2, 0, 1)], [x.transpose(2, 0, 1)], T=F64, Tperm=I32)
    cases.add("ConjugateTranspose", [x, k(2, 0, 1)], [x.transpose(2, 0, 1)], T=F64, Tperm=I32)
    cases.add("Tile", [x, k(2, 1, 3)], [np.tile(x, (2, 1, 3))], T=F64, Tmultiples=I32)
    cases.add("Pad", [x, Known(np.int32([[1, 0], [0, 2], [1, 1]]))],
              [np.pad(x, [(1, 0), (0, 2), (1, 1)])], T=F64, Tpaddings=I32)
    for mode, name in (("REFLECT", "reflect"), ("SYMMETRIC", "symmetric")):
        cases.add("MirrorPad", [x, Known(np.int32([[1, 0], [0, 2], [3, 1]]))],
                  [np.pad(x, [(1, 0), (0, 2), (3, 1)], name)], T=F64, Tpaddings=I32, mode=mode)
    cases.add("Slice", [x, k(0, 1, 1), k(2, -1, 2)], [x[:, 1:, 1:3]], T=F64, Index=I32)
    cases.add("Slice", [x, np.int32([1, 0, 2]), k(1, 2, 2)], [x[1:2, 0:2, 2:4]], T=F64, Index=I32)
    cases.add("ConcatV2", [x, 2 * x, scalar(1)], [np.concatenate([x, 2 * x], 1)], T=F64, Tidx=I32, N=2)
    cases.add("Pack", [x, 2 * x], [np.stack([x, 2 * x], 1)], T=F64, axis=1, N=2)
    cases.add("Unpack", [x], [x[:, i] for i in range(3)], T=F64, axis=1, num=3)
    for along, batch in itertools.permutations(range(3), 2):
        lengths = np.int32([x.shape[along] - i % 3 for i in range(x.shape[batch])]).clip(0)
        expected = np.moveaxis(x.copy(), (batch, along), (0, 1))
        for row, length in zip(expected, lengths):
            row[:length] = row[:length][::-1].copy()
        cases.add("ReverseSequence", [x, lengths], [np.moveaxis(expected, (0, 1), (batch, along)).copy()],
                  T=F64, Tlen=I32, seq_dim=along, batch_dim=batch)
    cases.add("ReverseV2", [x, k(0, 2)], [x[::-1, :, ::-1].copy()], T=F64, Tidx=I32)
    cases.add("BroadcastTo", [x[:, :1], k(2, 3, 4)], [np.broadcast_to(x[:, :1], (2, 3, 4)).copy()], T=F64,
              Tidx=I32)
    cases.add("Fill", [k(2, 3), np.float64(1.5)], [np.full((2, 3), 1.5)], T=F64, index_type=I32)
    for begin, end, stride, masks in [
            ((0, 1, 0), (2, 3, 4), (1, 1, 2), {}), ((-1, 0, 3), (-3, 3, 0), (-1, 1, -2), {}),
            ((1, 0), (2, 0), (1, 1), dict(shrink_axis_mask=1, end_mask=2)),
            ((0, 1), (0, 3), (1, 1), dict(ellipsis_mask=1)),
            ((0, 0, 1), (0, 0, 2), (1, 1, 1), dict(new_axis_mask=1, begin_mask=2, end_mask=2))]:
        def sliced(value):
            index = []
            for i in range(len(begin)):
                bit = 1 << i
                if masks.get("ellipsis_mask", 0) & bit:
                    index.append(Ellipsis)
                elif masks.get("new_axis_mask", 0) & bit:
                    index.append(None)
                elif masks.get("shrink_axis_mask", 0) & bit:
                    index.append(begin[i])
                else:
                    index.append(slice(None if masks.get("begin_mask", 0) & bit else begin[i],
                                       None if masks.get("end_mask", 0) & bit else end[i], stride[i]))
            return value[tuple(index)]
        y = sliced(x)
        cases.add("StridedSlice", [x, k(*begin), k(*end), k(*stride)], [y.copy()], T=F64, Index=I32, **masks)
        dy = normal(*y.shape)
        expected = np.zeros_like(x)
        sliced(expected)[...] = dy
        cases.add("StridedSliceGrad", [k(*x.shape), k(*begin), k(*end), k(*stride), dy], [expected], T=F64,
                  Index=I32, **masks)
    places = np.int32([[1, 0], [2, 1]])
    cases.add("Gather", [x[0], places], [x[0][places]], Tparams=F64, Tindices=I32)
    cases.add("GatherV2", [x, places, scalar(1)], [x[:, places]], Tparams=F64, Tindices=I32, Taxis=I32)
    pairs = np.int32([[1, 0], [0, 2]])
    cases.add("GatherNd", [x, pairs], [x[pairs[:, 0], pairs[:, 1]]], Tparams=F64, Tindices=I32)
    rows, updates = np.int32([[2], [0], [2]]), normal(3, 4)
    expected = np.zeros((5, 4))
    np.add.at(expected, rows[:, 0], updates)
    cases.add("ScatterNd", [rows, updates, k(5, 4)], [expected], T=F64, Tindices=I32)
    cases.add("UnsortedSegmentSum", [updates, rows[:, 0], scalar(5)], [expected], T=F64, Tindices=I32)
    cases.add("OneHot", [np.int32([2, 0, 7]), scalar(4), np.float64(2), np.float64(-1)],
              [np.where(np.arange(4) == np.array([[2], [0], [7]]), 2.0, -1.0)], T=F64, TI=I32, axis=-1)


def main():
    cases = Cases()
    for family in (elementwise, gradients, products, convolutions, pooling, normalization, losses,
                   reductions, arrangement):
        if len(sys.argv) < 3 or family.__name__ in sys.argv[2:]:
            family(cases)
    cases.check(sys.argv[1])


main()
