# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what Keras layers compute with PyTorch, on equal weights, and trains models."""

import json
import math
import re
import sys

import numpy
import torch
from torch.nn import functional

from training import TYPES, call, check, initial_state, optimize, run, signature, train

random = numpy.random.default_rng(5)


def sequential(*layers, shape, dtype="float64", version="2.15.0"):
    """A Sequential of (class, settings)."""
    listed = []
    for number, (name, settings) in enumerate(layers):
        config = {"name": settings.get("name", f"layer{number}"), "dtype": dtype, **settings}
        if number == 0:
            config["batch_input_shape"] = [None, *shape[1:]]
        listed.append({"class_name": name, "config": config})
    return json.dumps({"class_name": "Sequential", "keras_version": version,
                       "config": {"name": "model", "layers": listed}})


def functional_model(layers, inputs, outputs, dtype="float64"):
    """A Functional of (class, name, settings, inputs) with inputs of shapes by name."""
    listed = [{"class_name": "InputLayer", "name": name, "inbound_nodes": [],
               "config": {"name": name, "dtype": dtype, "batch_input_shape": [None, *shape[1:]]}}
              for name, shape in inputs.items()]
    for kind, name, settings, calls in layers:
        nodes = [[[source, index, 0, {}] for source, index in one] for one in calls]
        listed.append({"class_name": kind, "name": name, "inbound_nodes": nodes,
                       "config": {"name": name, "dtype": dtype, **settings}})
    return json.dumps({"class_name": "Functional", "keras_version": "2.15.0", "config": {
        "name": "model", "layers": listed, "input_layers": [[name, 0, 0] for name in inputs],
        "output_layers": [[name, 0, 0] for name in outputs]}})


def forward_of(model, batch):
    return optimize(model, f"--graph-to-forward=batch-size={batch}", extension=".json")


def outputs_of(forward, inputs, zeros=()):
    """The results of the model by name, and its weights, which are drawn at random or are zeros."""
    arguments, results = signature(forward, "forward")
    weights, arrays = {}, []
    for value in arguments:
        if value.role == "input":
            array = inputs[value.name]
        elif value.role == "seed":
            array = numpy.array([3, 4], numpy.uint64)
        else:
            array = random.normal(size=value.shape) * (0 if value.name in zeros else 0.5)
            if "variance" in value.name:
                array = array ** 2 + 0.5
            weights[value.name] = torch.tensor(array)
        arrays.append(numpy.asarray(array, TYPES[value.element]).reshape(value.shape))
    values = call(forward, "forward", arrays)
    return {(value.role, value.name): array for value, array in zip(results, values)}, weights


def layer(kind, settings, shape, expected, inputs=None, version="2.15.0", tolerance=1e-10):
    """Compares one layer with `expected(x, weights)`."""
    x = random.normal(size=shape) if inputs is None else inputs
    forward = forward_of(sequential((kind, settings), shape=shape, version=version), shape[0])
    found, weights = outputs_of(forward, {"input": x})
    short = {name.partition("/")[2]: value for name, value in weights.items()}
    wanted = expected(torch.tensor(x), short)
    shown = {key: value for key, value in settings.items() if key != "name"}
    check(f"{kind} {shown}", found["output", "layer0"], wanted.numpy(), tolerance)


def last_to_first(x):
    return x.movedim(-1, 1)


def first_to_last(x):
    return x.movedim(1, -1)


def same(size, kernel, stride, dilation=1):
    total = max((-(-size // stride) - 1) * stride + (kernel - 1) * dilation + 1 - size, 0)
    return total // 2, total - total // 2


def dense():
    layer("Dense", {"units": 5, "activation": "relu"}, (3, 4),
          lambda x, w: (x @ w["kernel"] + w["bias"]).relu())
    layer("Dense", {"units": 5, "use_bias": False}, (3, 2, 4), lambda x, w: x @ w["kernel"])
    numbers = random.integers(0, 7, size=(3, 5)).astype(numpy.float64)
    layer("Embedding", {"input_dim": 7, "output_dim": 4}, (3, 5),
          lambda x, w: w["embeddings"][x.long()], numbers)
    layer("Rescaling", {"scale": 0.5, "offset": -1.0}, (3, 4), lambda x, w: x * 0.5 - 1)


    def ternary(x, w, threshold=None):
        k = w["kernel"]
        signs = k.sign() * (k.abs() > (k.abs().mean() / 2 if threshold is None else threshold))
        return (x @ signs) * (k.abs().mean() if threshold is None else 1) + w["bias"]
    layer("TernaryDense", {"units": 5, "activation": "relu"}, (3, 4), lambda x, w: ternary(x, w).relu())
    layer("TernaryDense", {"units": 5, "threshold": 0.2}, (3, 2, 4), lambda x, w: ternary(x, w, 0.2))
    ternary_gradients()
    reversed_embeddings()
    random_features()


def ternary_gradients():
    """The kernel is trained as if the product were with itself."""
    x, labels = random.normal(size=(1, 6, 4)), random.normal(size=(1, 6, 5))
    step = optimize(forward_of(sequential(("TernaryDense", {"units": 5, "use_bias": False}), shape=(6, 4)), 6),
                    "--stablehlo-make-step=loss=mse optimizer=sgd learning-rate=1")
    state = initial_state(step)
    _, kept = train(step, state, {"input": x, "labels": labels})
    k = torch.tensor(state["layer0/kernel"], requires_grad=True)
    signs = k.sign() * (k.abs() > k.abs().mean() / 2)
    y = (torch.tensor(x[0]) @ (k + (signs - k).detach())) * k.abs().mean()
    functional.mse_loss(y, torch.tensor(labels[0])).backward()
    check("TernaryDense trained", kept["layer0/kernel"], (k - k.grad).detach().numpy(), 1e-12)


def random_features():
    """The cosines of projections, whose inner products are a kernel of two vectors. The scale alone is learned."""
    features = lambda x, w: torch.cos(x @ (w["unscaled_kernel"] / w["kernel_scale"]) + w["bias"])
    for settings in {"output_dim": 6}, {"output_dim": 6, "kernel_initializer": "laplacian", "scale": 2.0, "trainable": True}:
        layer("RandomFourierFeatures", settings, (3, 4), features)
    count, x = 4000, random.normal(size=(1, 2, 3))
    for name, scale, rate, kernel in (("gaussian", 1.5, 1e5, lambda d: numpy.exp(-(d ** 2).sum() / (2 * 1.5 ** 2))),
                                      ("laplacian", 2.0, 10, lambda d: numpy.exp(-abs(d).sum() / 2))):
        given = {"output_dim": count, "kernel_initializer": name, "scale": scale, "trainable": True}
        step = optimize(forward_of(sequential(("RandomFourierFeatures", given), shape=(2, 3)), 2),
                        f"--stablehlo-make-step=loss=mse optimizer=sgd learning-rate={rate}")
        state = initial_state(step)
        w = {key: torch.tensor(state[f"layer0/{key}"]) for key in ("unscaled_kernel", "bias", "kernel_scale")}
        assert 0 <= w["bias"].min() < 0.05 and 6.2 < w["bias"].max() < 2 * math.pi and w["kernel_scale"].item() == scale
        one, other = features(torch.tensor(x[0]), w)
        check(f"{name} kernel", 2 * (one @ other).item() / count, kernel(x[0, 0] - x[0, 1]), 0.08)
        labels = random.normal(size=(1, 2, count))
        _, kept = train(step, state, {"input": x, "labels": labels})
        w["kernel_scale"].requires_grad_()
        functional.mse_loss(features(torch.tensor(x[0]), w), torch.tensor(labels[0])).backward()
        # What is less than 0 becomes 0.
        learned = (w["kernel_scale"] - rate * w["kernel_scale"].grad).clamp(min=0).detach().numpy()
        check(f"{name} scale", kept["layer0/kernel_scale"], learned, 1e-9)
        check(f"{name} directions", kept["layer0/unscaled_kernel"], state["layer0/unscaled_kernel"], 0)
    state = initial_state(forward_of(sequential(("RandomFourierFeatures", {"output_dim": 2}), shape=(2, 8)), 2))
    check("scale of 8 numbers", state["layer0/kernel_scale"], 2.0, 1e-12)


def reversed_embeddings():
    """A table of rows that vectors are compared with in the end."""
    for tied, cap in ((True, None), (False, 2.0)):
        model = json.loads(functional_model([
            ("ReversibleEmbedding", "table", {"input_dim": 7, "output_dim": 4, "tie_weights": tied,
                                              "logit_soft_cap": cap}, [[("a", 0)]]),
            ("Dense", "dense", {"units": 4}, [[("table", 0)]]),
            ("Activation", "out", {"activation": "linear"}, [[("table", 0)]])], {"a": (3, 5)}, ["out"]))
        layers = model["config"]["layers"]
        layers[1]["inbound_nodes"].append([["dense", 0, 0, {"reverse": True}]])
        layers[3]["inbound_nodes"] = [[["table", 1, 0, {}]]]
        numbers = random.integers(0, 7, size=(3, 5)).astype(numpy.float64)
        found, w = outputs_of(forward_of(json.dumps(model), 3), {"a": numbers})
        y = w["table/embeddings"][torch.tensor(numbers).long()] @ w["dense/kernel"] + w["dense/bias"]
        logits = y @ (w["table/embeddings"].T if tied else w["table/reverse_embeddings"])
        logits = cap * (logits / cap).tanh() if cap else logits
        check(f"ReversibleEmbedding {tied} {cap}", found["output", "out"], logits.numpy(), 1e-10)


def equations():
    for equation, shape, output, axes in (
            ("ab,bc->ac", (3, 4), 5, "c"), ("abc,cd->abd", (3, 5, 4), [None, 6], "d"), ("abc,cd->abd", (3, 5, 4), [5, 6], None),
            ("...x,xy->...y", (3, 5, 2, 4), 6, "y"), ("...x,xy->...y", (3, 4), [6], "y"),
            ("abc,cde->abde", (3, 5, 4), [None, 2, 3], "de"), ("abde,dec->abc", (3, 5, 2, 4), [5, 6], "c"),
            ("abc,bde->ade", (3, 5, 4), [2, 6], "d"), ("ab...,bc->ac...", (3, 4, 2, 5), 6, "c"),
            ("abc,abd->adc", (3, 5, 4), [6, 4], "dc")):
        layer("EinsumDense", {"equation": equation, "output_shape": output, "bias_axes": axes, "activation": "tanh"}, shape,
              lambda x, w: (torch.einsum(equation, x, w["kernel"]) + w.get("bias", 0)).tanh())


def convolutions():
    def conv2d(x, w, stride=1, padding="valid", dilation=1, groups=1, kernel="kernel"):
        x = last_to_first(x)
        k = w[kernel].permute(3, 2, 0, 1)
        if padding == "same":
            high = same(x.shape[2], k.shape[2], stride, dilation)
            wide = same(x.shape[3], k.shape[3], stride, dilation)
            x = functional.pad(x, (*wide, *high))
        return first_to_last(functional.conv2d(x, k, w["bias"], stride, dilation=dilation,
                                               groups=groups))
    layer("Conv2D", {"filters": 6, "kernel_size": [3, 2]}, (2, 7, 8, 4), conv2d)
    layer("Conv2D", {"filters": 6, "kernel_size": 3, "strides": [2, 2], "padding": "same"},
          (2, 7, 8, 4), lambda x, w: conv2d(x, w, 2, "same"))
    layer("Conv2D", {"filters": 6, "kernel_size": 3, "dilation_rate": 2, "padding": "same",
                     "groups": 2}, (2, 7, 8, 4),
          lambda x, w: conv2d(x, w, 1, "same", 2, 2))
    layer("Conv2D", {"filters": 6, "kernel_size": 3, "data_format": "channels_first"}, (2, 4, 7, 8),
          lambda x, w: last_to_first(conv2d(first_to_last(x), w)))

    def conv1d(x, w, before=0):
        x = functional.pad(last_to_first(x), (before, 0))
        return first_to_last(functional.conv1d(x, w["kernel"].permute(2, 1, 0), w["bias"]))
    layer("Conv1D", {"filters": 5, "kernel_size": 3}, (2, 9, 4), conv1d)
    layer("Conv1D", {"filters": 5, "kernel_size": [3], "padding": "causal"}, (2, 9, 4),
          lambda x, w: conv1d(x, w, 2))

    def depthwise(x, w):
        k = w["depthwise_kernel"].permute(2, 3, 0, 1).reshape(8, 1, 3, 3)
        return functional.conv2d(last_to_first(x), k, groups=4)
    layer("DepthwiseConv2D", {"kernel_size": 3, "depth_multiplier": 2}, (2, 7, 8, 4),
          lambda x, w: first_to_last(depthwise(x, w)) + w["bias"])
    layer("SeparableConv2D", {"filters": 5, "kernel_size": 3, "depth_multiplier": 2}, (2, 7, 8, 4),
          lambda x, w: first_to_last(depthwise(x, w)) @ w["pointwise_kernel"][0, 0] + w["bias"])

    def transposed(x, w, stride, crop=0, size=None, dilation=1):
        y = functional.conv_transpose2d(last_to_first(x), w["kernel"].permute(3, 2, 0, 1),
                                        stride=stride, dilation=dilation)
        return first_to_last(y)[:, crop:, crop:][:, :size, :size] + w["bias"]
    layer("Conv2DTranspose", {"filters": 5, "kernel_size": 3, "strides": 2}, (2, 6, 6, 4),
          lambda x, w: transposed(x, w, 2))
    # The padding that a convolution from 12 to 6 has: 0 before, 1 after.
    layer("Conv2DTranspose", {"filters": 5, "kernel_size": 3, "strides": 2, "padding": "same"},
          (2, 6, 6, 4), lambda x, w: transposed(x, w, 2, 0, 12))
    layer("Conv2DTranspose", {"filters": 5, "kernel_size": 4, "strides": 2, "padding": "same"},
          (2, 6, 6, 4), lambda x, w: transposed(x, w, 2, 1, 12))
    layer("Conv2DTranspose", {"filters": 5, "kernel_size": 3, "dilation_rate": 2}, (2, 8, 8, 4),
          lambda x, w: transposed(x, w, 1, dilation=2))


def pooling():
    layer("MaxPooling2D", {"pool_size": 2}, (2, 7, 8, 4),
          lambda x, w: first_to_last(functional.max_pool2d(last_to_first(x), 2)))
    layer("MaxPooling2D", {"pool_size": [3, 3], "strides": [2, 2], "padding": "same"}, (2, 7, 8, 4),
          lambda x, w: first_to_last(functional.max_pool2d(functional.pad(
              last_to_first(x), (*same(8, 3, 2), *same(7, 3, 2)), value=-1e9), 3, 2)))
    layer("AveragePooling2D", {"pool_size": 2, "strides": 1}, (2, 7, 8, 4),
          lambda x, w: first_to_last(functional.avg_pool2d(last_to_first(x), 2, 1)))

    def padded_mean(x, w):
        pad = lambda v: functional.pad(v, (*same(8, 3, 2), *same(7, 3, 2)))
        x = last_to_first(x)
        return first_to_last(functional.avg_pool2d(pad(x), 3, 2) /
                             functional.avg_pool2d(pad(torch.ones_like(x)), 3, 2))
    layer("AveragePooling2D", {"pool_size": 3, "strides": 2, "padding": "same"}, (2, 7, 8, 4),
          padded_mean)
    layer("GlobalAveragePooling2D", {}, (2, 7, 8, 4), lambda x, w: x.mean((1, 2)))
    layer("GlobalMaxPooling1D", {"keepdims": True}, (2, 7, 4),
          lambda x, w: x.amax(1, keepdim=True))


def normalizations():
    def batch(x, w, version=2):
        axes = tuple(range(x.dim() - 1))
        mean, variance = x.mean(axes), x.var(axes, unbiased=False)
        return (x - mean) / (variance + 1e-3).sqrt() * w["gamma"] + w["beta"]
    layer("BatchNormalization", {}, (6, 4), batch)
    layer("BatchNormalization", {"axis": [3]}, (2, 5, 6, 4), batch)
    layer("BatchNormalization", {"axis": 1}, (2, 4, 5, 6),
          lambda x, w: last_to_first(batch(first_to_last(x), w)))
    layer("BatchNormalization", {"trainable": False}, (6, 4),
          lambda x, w: (x - w["moving_mean"]) / (w["moving_variance"] + 1e-3).sqrt()
          * w["gamma"] + w["beta"])
    layer("LayerNormalization", {"epsilon": 1e-5}, (3, 5, 4),
          lambda x, w: functional.layer_norm(x, (4,), w["gamma"], w["beta"], 1e-5))
    for axis in ([2], [1, 2]):
        layer("LayerNormalization", {"axis": axis, "rms_scaling": True, "epsilon": 1e-2}, (3, 5, 4),
              lambda x, w: x / (x.var(axis, unbiased=False, keepdim=True) + 1e-2).sqrt() * w["gamma"], version="3.6.0")
    layer("LayerNormalization", {"axis": [1, 2], "center": False}, (3, 5, 4),
          lambda x, w: functional.layer_norm(x, (5, 4), w["gamma"], None, 1e-3))

    layer("GroupNormalization", {"groups": 2}, (3, 5, 6, 4), lambda x, w: first_to_last(
        functional.group_norm(last_to_first(x), 2, w["gamma"], w["beta"], 1e-3)))
    layer("GroupNormalization", {"groups": -1, "axis": 1}, (3, 4, 5, 6),
          lambda x, w: functional.group_norm(x, 4, w["gamma"], w["beta"], 1e-3))

    # What a step leaves of the moving statistics; Keras 2 corrects the variance of images.
    for shape, correction in (((6, 4), 1.0), ((2, 5, 6, 4), 60 / 59)):
        x = random.normal(size=shape) * 2 + 1
        forward = forward_of(sequential(("BatchNormalization", {"momentum": 0.9}), shape=shape),
                             shape[0])
        found, weights = outputs_of(forward, {"input": x})
        axes = tuple(range(len(shape) - 1))
        check("moving_mean", found["state", "layer0/moving_mean"],
              weights["layer0/moving_mean"].numpy() * 0.9 + x.mean(axes) * 0.1, 1e-12)
        check("moving_variance", found["state", "layer0/moving_variance"],
              weights["layer0/moving_variance"].numpy() * 0.9 + x.var(axes) * 0.1 * correction, 1e-12)


def activations():
    x = random.normal(size=(5, 6)) * 3
    for name, function in {
            "linear": lambda v: v, "relu": torch.relu, "relu6": functional.relu6,
            "sigmoid": torch.sigmoid, "tanh": torch.tanh,
            "softmax": lambda v: v.softmax(-1), "elu": functional.elu, "selu": torch.selu,
            "gelu": functional.gelu, "softplus": functional.softplus,
            "softsign": functional.softsign, "swish": functional.silu,
            "exponential": torch.exp, "mish": functional.mish,
            "hard_sigmoid": lambda v: (0.2 * v + 0.5).clamp(0, 1)}.items():
        layer("Activation", {"activation": name}, (5, 6), lambda v, w: function(v), x)
    layer("Activation", {"activation": "hard_sigmoid"}, (5, 6),
          lambda v, w: functional.hardsigmoid(v), x, version="3.3.0")
    layer("ReLU", {"max_value": 2.0, "negative_slope": 0.1, "threshold": 0.5}, (5, 6),
          lambda v, w: torch.where(v >= 0.5, v, 0.1 * (v - 0.5)).clamp(max=2), x)
    layer("LeakyReLU", {"alpha": 0.2}, (5, 6), lambda v, w: functional.leaky_relu(v, 0.2), x)
    layer("PReLU", {}, (5, 6), lambda v, w: torch.where(v > 0, v, w["alpha"] * v), x)
    layer("Softmax", {"axis": 1}, (3, 5, 4), lambda v, w: v.softmax(1))


def arrangement():
    layer("Flatten", {}, (2, 3, 4, 5), lambda x, w: x.flatten(1))
    layer("Reshape", {"target_shape": [5, -1]}, (2, 3, 20), lambda x, w: x.reshape(2, 5, 12))
    layer("Permute", {"dims": [2, 1]}, (2, 3, 4), lambda x, w: x.transpose(1, 2))
    layer("RepeatVector", {"n": 3}, (2, 4), lambda x, w: x[:, None].repeat(1, 3, 1))
    layer("ZeroPadding2D", {"padding": [[1, 2], [0, 3]]}, (2, 3, 4, 5),
          lambda x, w: functional.pad(x, (0, 0, 0, 3, 1, 2)))
    layer("ZeroPadding1D", {"padding": 2}, (2, 3, 4), lambda x, w: functional.pad(x, (0, 0, 2, 2)))
    layer("Cropping2D", {"cropping": [[1, 0], [2, 1]]}, (2, 4, 6, 3), lambda x, w: x[:, 1:, 2:5])
    layer("UpSampling2D", {"size": [2, 3]}, (2, 4, 5, 3),
          lambda x, w: x.repeat_interleave(2, 1).repeat_interleave(3, 2))


def merges():
    x, y = random.normal(size=(3, 4)), random.normal(size=(3, 4))

    def one(kind, settings, expected, shapes=None):
        a, b = (x, y) if shapes is None else (random.normal(size=s) for s in shapes)
        model = functional_model([(kind, "out", settings, [[("a", 0), ("b", 0)]])],
                                 {"a": a.shape, "b": b.shape}, ["out"])
        found, _ = outputs_of(forward_of(model, 3), {"a": a, "b": b})
        check(kind, found["output", "out"], expected(torch.tensor(a), torch.tensor(b)).numpy(), 1e-12)
    one("Add", {}, torch.add)
    one("Subtract", {}, torch.sub)
    one("Multiply", {}, torch.mul)
    one("Average", {}, lambda a, b: (a + b) / 2)
    one("Maximum", {}, torch.maximum)
    # Dimensions that are missing are behind the examples.
    one("Add", {}, lambda a, b: a + b[:, None], [(3, 3, 4), (3, 4)])
    one("Multiply", {}, torch.mul, [(3, 1, 1, 4), (3, 5, 6, 4)])
    one("Minimum", {}, torch.minimum)
    one("Concatenate", {"axis": -1}, lambda a, b: torch.cat([a, b], -1))
    one("Dot", {"axes": 1}, lambda a, b: (a * b).sum(1, keepdim=True))
    one("Dot", {"axes": [2, 1]}, torch.bmm, [(3, 2, 4), (3, 4, 5)])


def recurrent_of(kind, x, w, reset_after=False, initial=None):
    """The outputs of all steps, by the formulas of Keras."""
    units = w["recurrent_kernel"].shape[0]
    h = torch.zeros(x.shape[0], units, dtype=torch.float64)
    c = torch.zeros_like(h)
    outputs = []
    for step in range(x.shape[1]):
        v = x[:, step]
        if kind == "SimpleRNN":
            h = torch.tanh(v @ w["kernel"] + w["bias"] + h @ w["recurrent_kernel"])
        elif kind == "LSTM":
            i, f, g, o = (v @ w["kernel"] + h @ w["recurrent_kernel"] + w["bias"]).chunk(4, -1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
        elif reset_after:
            xz, xr, xh = (v @ w["kernel"] + w["bias"][0]).chunk(3, -1)
            hz, hr, hh = (h @ w["recurrent_kernel"] + w["bias"][1]).chunk(3, -1)
            z, r = (xz + hz).sigmoid(), (xr + hr).sigmoid()
            h = z * h + (1 - z) * (xh + r * hh).tanh()
        else:
            xz, xr, xh = (v @ w["kernel"] + w["bias"]).chunk(3, -1)
            uz, ur, uh = w["recurrent_kernel"].chunk(3, -1)
            z, r = (xz + h @ uz).sigmoid(), (xr + h @ ur).sigmoid()
            h = z * h + (1 - z) * (xh + (r * h) @ uh).tanh()
        outputs.append(h)
    return torch.stack(outputs, 1)


def recurrent():
    for kind, more in (("SimpleRNN", {}), ("LSTM", {}), ("GRU", {"reset_after": True}),
                       ("GRU", {"reset_after": False})):
        after = more.get("reset_after", False)
        layer(kind, {"units": 4, "return_sequences": True, **more}, (2, 5, 3),
              lambda x, w: recurrent_of(kind, x, w, after))
        layer(kind, {"units": 4, "go_backwards": True, **more}, (2, 5, 3),
              lambda x, w: recurrent_of(kind, x.flip(1), w, after)[:, -1])

    def parts(w, name):
        return {key[len(name) + 1:]: value for key, value in w.items() if key.startswith(name)}
    inner = {"class_name": "LSTM", "config": {"name": "lstm", "units": 4, "dtype": "float64",
                                              "return_sequences": True}}
    layer("Bidirectional", {"layer": inner, "merge_mode": "concat"}, (2, 5, 3),
          lambda x, w: torch.cat([recurrent_of("LSTM", x, parts(w, "forward")),
                                  recurrent_of("LSTM", x.flip(1), parts(w, "backward")).flip(1)], -1))
    inner = {"class_name": "Dense", "config": {"name": "dense", "units": 4, "dtype": "float64"}}
    layer("TimeDistributed", {"layer": inner}, (2, 5, 3), lambda x, w: x @ w["kernel"] + w["bias"])


def convolved(kind, x, w, settings, first=False):
    """The outputs of all steps of a ConvLSTM, by its formulas; images have their channels last."""
    rank = int(kind[8])
    conv = [None, functional.conv1d, functional.conv2d, functional.conv3d][rank]

    def product(images, kernel, stride=1, dilation=1, padding="same"):
        images = last_to_first(images)
        kernel = kernel.permute(rank + 1, rank, *range(rank))
        if padding == "same":
            sides = [same(images.shape[2 + i], kernel.shape[2 + i], stride, dilation) for i in range(rank)]
            images = functional.pad(images, [side for pair in sides[::-1] for side in pair])
        return first_to_last(conv(images, kernel, stride=stride, dilation=dilation))
    stride, dilation = settings.get("strides", 1), settings.get("dilation_rate", 1)
    h = c = None
    outputs = []
    for step in range(x.shape[1]):
        gates = product(x[:, step], w["kernel"], stride, dilation, settings.get("padding", "valid"))
        if "bias" in w:
            gates = gates + w["bias"]
        if h is not None:
            gates = gates + product(h, w["recurrent_kernel"])
        i, f, g, o = gates.chunk(4, -1)
        c = i.sigmoid() * g.tanh() + (0 if c is None else f.sigmoid() * c)
        h = o.sigmoid() * c.tanh()
        outputs.append(h)
    return torch.stack(outputs, 1)


def convolutional_recurrent():
    sizes = {1: (7,), 2: (6, 5), 3: (4, 5, 3)}
    for rank, size in sizes.items():
        kind = f"ConvLSTM{rank}D"
        for change in ({}, {"padding": "same"}, {"strides": 2, "padding": "same"}, {"dilation_rate": 2, "padding": "same"},
                       {"use_bias": False}, {"strides": 2}):
            settings = {"filters": 3, "kernel_size": [3, 2, 2][:rank], "recurrent_activation": "sigmoid", **change}
            layer(kind, {**settings, "return_sequences": True}, (2, 3, *size, 2),
                  lambda x, w: convolved(kind, x, w, settings))
        layer(kind, {**settings, "go_backwards": True}, (2, 3, *size, 2),
              lambda x, w: convolved(kind, x.flip(1), w, settings)[:, -1])
    settings = {"filters": 3, "kernel_size": 2, "recurrent_activation": "sigmoid", "data_format": "channels_first"}
    layer("ConvLSTM2D", {**settings, "return_sequences": True}, (2, 3, 4, 5, 6), lambda x, w: convolved(
        "ConvLSTM2D", x.movedim(2, -1), w, {}).movedim(-1, 2))
    # Of what is dropped each gate has something else, in all steps the same.
    ones = numpy.ones((4, 3, 8, 8, 2))
    dropping = {"filters": 2, "kernel_size": 1, "dropout": 0.5, "return_sequences": True, "use_bias": False,
                "activation": "linear", "recurrent_activation": "linear"}
    found, _ = outputs_of(forward_of(sequential(("ConvLSTM2D", dropping), shape=ones.shape), 4), {"input": ones},
                          zeros=["layer0/recurrent_kernel"])
    first_is_kept = found["output", "layer0"][:, 0] != 0
    first, second, third = (found["output", "layer0"][:, step][first_is_kept] for step in range(3))
    forget = second / first - 1
    assert 0.05 < len(first) / ones[:, 0].size < 0.95 and len(numpy.unique(forget.round(6))) > 2
    check("dropout of gates", third, first * (forget ** 2 + forget + 1), 1e-9)


def parts_of(weights, part):
    return {name[len(part) + 1:]: value for name, value in weights.items() if name.startswith(part + "/")}


def cells():
    def cell(kind, **settings):
        return {"class_name": kind, "config": {"name": "inner", "dtype": "float64", **settings}}
    for kind, more in (("SimpleRNNCell", {}), ("LSTMCell", {}), ("GRUCell", {"reset_after": True}),
                       ("GRUCell", {"reset_after": False})):
        one = {"cell": cell(kind, units=4, **more)}
        name, after = kind[:-4], more.get("reset_after", False)
        layer("RNN", {**one, "return_sequences": True}, (2, 5, 3),
              lambda x, w: recurrent_of(name, x, parts_of(w, "cell"), after))
        layer("RNN", {**one, "go_backwards": True}, (2, 5, 3),
              lambda x, w: recurrent_of(name, x.flip(1), parts_of(w, "cell"), after)[:, -1])
    listed = [cell("LSTMCell", units=4), cell("GRUCell", units=3, reset_after=True), cell("LSTMCell", units=2)]
    stacked = {"cell": {"class_name": "StackedRNNCells", "config": {"name": "stack", "cells": listed}}}

    def through(x, w):
        x = recurrent_of("LSTM", x, parts_of(w, "cell/lstm_cell"))
        x = recurrent_of("GRU", x, parts_of(w, "cell/gru_cell"), True)
        return recurrent_of("LSTM", x, parts_of(w, "cell/lstm_cell_1"))
    layer("RNN", {**stacked, "return_sequences": True}, (2, 5, 3), through)
    layer("Bidirectional", {"layer": {"class_name": "RNN", "config": {"name": "rnn", "dtype": "float64", **stacked}},
                            "merge_mode": "sum"}, (2, 5, 3), lambda x, w: sum(
        through(x.flip(turn), parts_of(w, side))[:, -1] for turn, side in (([], "forward"), ([1], "backward"))))

    # States go in and come out in the order of the cells; a masked step leaves them, and shows nothing if asked.
    x = random.normal(size=(2, 5, 3))
    x[1, 3:] = 0
    states = [random.normal(size=(2, size)) for size in (4, 4, 3)]
    listed = [cell("LSTMCell", units=4), cell("GRUCell", units=3, reset_after=True)]
    stacked = {"class_name": "StackedRNNCells", "config": {"name": "stack", "cells": listed}}
    model = functional_model(
        [("Masking", "mask", {}, [[("x", 0)]]),
         ("RNN", "out", {"cell": stacked, "return_state": True, "return_sequences": True, "zero_output_for_mask": True},
          [[("mask", 0), ("h", 0), ("c", 0), ("g", 0)]]), ("Flatten", "flat", {}, [[("out", 0)]])],
        {"x": x.shape, "h": states[0].shape, "c": states[1].shape, "g": states[2].shape}, ["flat"])
    model = json.loads(model)
    model["config"]["output_layers"] = [["flat", 0, 0], ["out", 0, 1], ["out", 0, 2], ["out", 0, 3]]
    found, w = outputs_of(forward_of(json.dumps(model), 2), dict(zip("xhcg", [x, *states])))
    w = parts_of(w, "out/cell")
    for row, steps in ((0, 5), (1, 3)):
        h, c, g = (torch.tensor(state[row]) for state in states)
        for step in range(steps):
            lstm, gru = parts_of(w, "lstm_cell"), parts_of(w, "gru_cell")
            i, f, a, o = (torch.tensor(x[row, step]) @ lstm["kernel"] + h @ lstm["recurrent_kernel"] + lstm["bias"]).chunk(4)
            c = f.sigmoid() * c + i.sigmoid() * a.tanh()
            h = o.sigmoid() * c.tanh()
            xz, xr, xh = (h @ gru["kernel"] + gru["bias"][0]).chunk(3)
            hz, hr, hh = (g @ gru["recurrent_kernel"] + gru["bias"][1]).chunk(3)
            z, r = (xz + hz).sigmoid(), (xr + hr).sigmoid()
            g = z * g + (1 - z) * (xh + r * hh).tanh()
        for name, value in (("out:1", h), ("out:2", c), ("out:3", g)):
            check(f"state {name} of row {row}", found["output", name][row], value.numpy(), 1e-12)
        assert (found["output", "flat"].reshape(2, 5, 3)[row, steps:] == 0).all()


def attention():
    def expected(x, w):
        q, k, v = (torch.einsum("btd,dhk->bthk", x, w[f"{name}/kernel"]) + w[f"{name}/bias"]
                   for name in ("query", "key", "value"))
        shares = torch.einsum("bqhk,bthk->bhqt", q / 3 ** 0.5, k).softmax(-1)
        mixed = torch.einsum("bhqt,bthv->bqhv", shares, v)
        return torch.einsum("bqhv,hvd->bqd", mixed, w["attention_output/kernel"]) \
            + w["attention_output/bias"]
    layer("MultiHeadAttention", {"num_heads": 2, "key_dim": 3, "value_dim": 5}, (2, 4, 6), expected)


    def causal(x, w):
        q, k, v = (torch.einsum("btd,dhk->bthk", x, w[f"{name}/kernel"])
                   for name in ("query", "key", "value"))
        scores = torch.einsum("bqhk,bthk->bhqt", q / 3 ** 0.5, k)
        scores = scores.masked_fill(torch.ones(4, 4).triu(1).bool(), float("-inf"))
        mixed = torch.einsum("bhqt,bthv->bqhv", scores.softmax(-1), v)
        return torch.einsum("bqhv,hvd->bqd", mixed, w["attention_output/kernel"])
    # What a call says beside its tensors counts.
    x = random.normal(size=(2, 4, 6))
    model = json.loads(functional_model([("MultiHeadAttention", "out", {
        "num_heads": 2, "key_dim": 3, "use_bias": False}, [[("a", 0)]])], {"a": x.shape}, ["out"]))
    tensor = ["a", 0, 0]
    model["config"]["layers"][1]["inbound_nodes"] = [[[*tensor, {"value": tensor, "use_causal_mask": True}]]]
    found, weights = outputs_of(forward_of(json.dumps(model), 2), {"a": x})
    weights = {name.partition("/")[2]: value for name, value in weights.items()}
    check("causal mask", found["output", "out"], causal(torch.tensor(x), weights).numpy(), 1e-10)

    # The key is not the value; each has its name.
    y, z = random.normal(size=(2, 5, 6)), random.normal(size=(2, 5, 3))
    model = json.loads(functional_model([("MultiHeadAttention", "out", {
        "num_heads": 2, "key_dim": 3, "use_bias": False}, [[("a", 0)]])],
        {"a": x.shape, "b": y.shape, "c": z.shape}, ["out"]))
    model["config"]["layers"][3]["inbound_nodes"] = [[[*tensor, {"key": ["b", 0, 0], "value": ["c", 0, 0]}]]]
    found, w = outputs_of(forward_of(json.dumps(model), 2), {"a": x, "b": y, "c": z})
    q, k, v = (torch.einsum("btd,dhk->bthk", torch.tensor(array), w[f"out/{name}/kernel"])
               for name, array in (("query", x), ("key", y), ("value", z)))
    shares = torch.einsum("bqhk,bthk->bhqt", q / 3 ** 0.5, k).softmax(-1)
    expected = torch.einsum("bhqt,bthv,hvd->bqd", shares, v, w["out/attention_output/kernel"])
    check("key and value", found["output", "out"], expected.numpy(), 1e-10)


    # Along several axes, of which the others are examples, and of all of them if nothing is said.
    def along(x, w, axes):
        others = [axis for axis in (1, 2, 3) if axis not in axes]
        moved = x.permute(0, *others, *axes, 4)
        flat = moved.reshape(-1, int(numpy.prod([x.shape[axis] for axis in axes])), x.shape[-1])
        result, _ = attended(flat, w, 2)
        back = numpy.argsort([0, *others, *axes, 4]).tolist()
        return result.reshape(*moved.shape[:-1], result.shape[-1]).permute(back)
    for axes in ([1, 2, 3], [2], [1, 3], [3, 1], [-2]):
        layer("MultiHeadAttention", {"num_heads": 2, "key_dim": 3, "attention_axes": axes}, (2, 3, 4, 5, 6),
              lambda x, w: along(x, w, [axis % 5 for axis in axes]))
    layer("MultiHeadAttention", {"num_heads": 2, "key_dim": 3, "attention_axes": None, "output_shape": 7}, (2, 3, 4, 5, 6),
          lambda x, w: along(x, w, [1, 2, 3]))


    # A mask of the call, of all axes, of fewer or for each head, and the shares as a second output.
    x = random.normal(size=(2, 3, 4, 5, 6))
    for axes, shape in (([2, 3], (2, 3, 4, 5, 4, 5)), ([3], (2, 3, 4, 5, 5)), ([3], (2, 5, 5)), ([1, 3], (3, 5, 3, 5)),
                        ([3, 2], (2, 1, 2, 5, 4, 5, 1))):
        seen = random.integers(0, 2, size=shape)
        seen[(..., *[0] * len(axes))] = 1
        model = json.loads(functional_model([("MultiHeadAttention", "out", {"num_heads": 2, "key_dim": 3, "attention_axes": axes},
                                              [[("x", 0)]])], {"x": x.shape, "seen": shape}, ["out"]))
        if shape[0] != 2:
            model["config"]["layers"][1]["config"]["batch_input_shape"] = list(shape)
        model["config"]["layers"][1]["config"]["dtype"] = "int32"
        tensor = ["x", 0, 0]
        model["config"]["layers"][2]["inbound_nodes"] = [[[*tensor, {"value": tensor, "attention_mask": ["seen", 0, 0],
                                                                     "return_attention_scores": True}]]]
        model["config"]["output_layers"] = [["out", 0, 0], ["out", 0, 1]]
        options = "--graph-to-forward=batch-size=2" + (f" input-shape=seen={'x'.join(map(str, shape))}" if shape[0] != 2 else "")
        found, w = outputs_of(optimize(json.dumps(model), options, extension=".json"), {"x": x, "seen": seen})
        others = [axis for axis in (1, 2, 3) if axis not in axes]
        moved = torch.tensor(x).permute(0, *others, *axes, 4)
        full = [*moved.shape[:1 + len(others)], 2, *(x.shape[axis] for axis in (*axes, *axes))]
        wide = [*shape[:len(shape) - 2 * len(axes)], *[1] * (len(full) - len(shape)), *shape[len(shape) - 2 * len(axes):]]
        steps = int(numpy.prod([x.shape[axis] for axis in axes]))
        mask = torch.tensor(seen).bool().reshape(wide).expand(full).reshape(-1, 2, steps, steps)
        result, shares = attended(moved.reshape(-1, steps, 6), parts_of(w, "out"), 2, seen=mask)
        back = numpy.argsort([0, *others, *axes, 4]).tolist()
        check(f"axes {axes} with a mask of shape {shape}", found["output", "out"],
              result.reshape(*moved.shape[:-1], 6).permute(back).numpy(), 1e-10)
        check("shares", found["output", "out:1"], shares.reshape(full).numpy(), 1e-10)


def attended(x, w, heads, shared=1, seen=None):
    """An attention of a sequence to itself, and its shares."""
    q, k, v = (torch.einsum("btd,dhk->bthk", x, w[f"{name}/kernel"]) + w.get(f"{name}/bias", 0)
               for name in ("query", "key", "value"))
    k, v = (part.repeat_interleave(shared, 2) for part in (k, v))
    scores = torch.einsum("bqhk,bthk->bhqt", q / k.shape[-1] ** 0.5, k)
    if seen is not None:
        scores = scores.masked_fill(~seen, float("-inf"))
    shares = scores.softmax(-1)
    mixed = torch.einsum("bhqt,bthv->bqhv", shares, v)
    if "gate/kernel" in w:
        mixed = mixed * (torch.einsum("btd,dhk->bthk", x, w["gate/kernel"]) + w.get("gate/bias", 0)).sigmoid()
    kernel = w["attention_output/kernel"]
    result = torch.tensordot(mixed, kernel, 2) + w.get("attention_output/bias", 0)
    return result, shares


def shared_heads():
    grouped = {"head_dim": 3, "num_query_heads": 6, "num_key_value_heads": 2}
    near = (torch.arange(5)[:, None] - torch.arange(5)).abs()
    for change, seen in (({}, None), ({"use_bias": False}, None), ({"num_key_value_heads": 6}, None),
                         ({"num_key_value_heads": 1}, None), ({"use_gate": True}, None), ({"sliding_window": 2}, near < 2)):
        settings = {**grouped, **change}
        for kind in ("GroupedQueryAttention", "GroupQueryAttention"):
            layer(kind, settings, (2, 5, 4), lambda x, w: attended(
                x, w, 6, 6 // settings["num_key_value_heads"], seen)[0], version="3.10.0")
    many = {"num_heads": 2, "key_dim": 3, "value_dim": 5}
    layer("MultiHeadAttention", {**many, "output_shape": 7}, (2, 5, 4), lambda x, w: attended(x, w, 2)[0])
    layer("MultiHeadAttention", {**many, "output_shape": [2, 3]}, (2, 5, 4), lambda x, w: attended(x, w, 2)[0])
    layer("MultiHeadAttention", {**many, "use_gate": True}, (2, 5, 4), lambda x, w: attended(x, w, 2)[0])

    # A mask of the call, for all heads or for each, and the shares as a second output.
    x = random.normal(size=(2, 5, 4))
    for shape in ((2, 5, 5), (2, 1, 5, 5), (2, 2, 5, 5)):
        seen = random.integers(0, 2, size=shape)
        seen[..., 0] = 1
        model = json.loads(functional_model(
            [("MultiHeadAttention", "out", many, [[("x", 0)]])], {"x": x.shape, "seen": shape}, ["out"]))
        model["config"]["layers"][1]["config"]["dtype"] = "int32"
        tensor = ["x", 0, 0]
        model["config"]["layers"][2]["inbound_nodes"] = [[[*tensor, {
            "value": tensor, "attention_mask": ["seen", 0, 0], "return_attention_scores": True, "use_causal_mask": True}]]]
        model["config"]["output_layers"] = [["out", 0, 0], ["out", 0, 1]]
        found, w = outputs_of(forward_of(json.dumps(model), 2), {"x": x, "seen": seen})
        mask = torch.tensor(seen).bool() & torch.ones(5, 5).tril().bool()
        mask = mask if len(shape) == 4 else mask[:, None]
        result, shares = attended(torch.tensor(x), parts_of(w, "out"), 2, seen=mask)
        check(f"a mask of shape {shape}", found["output", "out"], result.numpy(), 1e-10)
        check("shares", found["output", "out:1"], shares.numpy(), 1e-10)


def nothing_said():
    """What Keras 3 writes where nothing is said: masks that are not there, axes that are all there are."""
    x, y = random.normal(size=(2, 4, 3)), random.normal(size=(2, 5, 3))
    model = json.loads(functional_model([("Attention", "out", {}, [[("a", 0), ("b", 0)]])], {"a": x.shape, "b": y.shape}, ["out"]))
    model["config"]["layers"][2]["inbound_nodes"] = [[["a", 0, 0, {"mask": [None, None]}], ["b", 0, 0, {"mask": [None, None]}]]]
    found, _ = outputs_of(forward_of(json.dumps(model), 2), {"a": x, "b": y})
    shares = (torch.tensor(x) @ torch.tensor(y).mT).softmax(-1)
    check("no mask", found["output", "out"], (shares @ torch.tensor(y)).numpy(), 1e-12)
    settings = {"num_heads": 2, "key_dim": 3, "attention_axes": [1], "output_shape": None, "flash_attention": None, "seed": None}
    layer("MultiHeadAttention", settings, (2, 5, 4), lambda x, w: attended(x, w, 2)[0], version="3.6.0")
    # A layer whose kernel is only divided while it is trained.
    x = random.normal(size=(3, 4))
    inner = {"class_name": "Dense", "config": {"name": "dense", "units": 5, "dtype": "float64"}}
    model = sequential(("SpectralNormalization", {"layer": inner}), shape=x.shape)
    found, w = outputs_of(optimize(model, "--graph-to-forward=batch-size=3 form=inference", extension=".json"), {"input": x})
    check("SpectralNormalization", found["output", "layer0"],
          x @ w["layer0/layer/kernel"].numpy() + w["layer0/layer/bias"].numpy(), 1e-12)


def same_padding():
    """Where backends of Keras differ: a transposed convolution is the gradient of a convolution with the same padding,
    and a mean is of what is there, as for TensorFlow and JAX."""
    def transposed(x, w, stride, dilation, more):
        kernel = w["kernel"].permute(3, 2, 0, 1)
        reach = [(size - 1) * dilation + 1 for size in kernel.shape[2:]]
        sizes = [size * stride if more is None else (size - 1) * stride + length - 2 * (length // 2) + more
                 for size, length in zip(x.shape[1:3], reach)]
        images = torch.zeros(x.shape[0], kernel.shape[1], *sizes, dtype=torch.float64, requires_grad=True)
        (top, bottom), (left, right) = (same(size, length, stride, dilation) for size, length in zip(sizes, kernel.shape[2:]))
        result = functional.conv2d(functional.pad(images, (left, right, top, bottom)), kernel, stride=stride, dilation=dilation)
        assert result.shape[2:] == x.shape[1:3], result.shape
        result.backward(last_to_first(x))
        return first_to_last(images.grad)
    for kernel, stride, dilation, more in ((3, 2, 1, None), (4, 2, 1, None), (5, 2, 1, None), ((2, 5), 3, 1, None), (2, 4, 1, None),
                                           (3, 1, 2, None), (4, 1, 1, None), (3, 2, 1, 1), (5, 3, 1, 2), (4, 2, 1, 1)):
        layer("Conv2DTranspose", {"filters": 4, "kernel_size": kernel, "strides": stride, "dilation_rate": dilation, "padding": "same",
                                  "output_padding": more, "use_bias": False}, (2, 4, 5, 3),
              lambda x, w: transposed(x, w, stride, dilation, more))

    def means(x, pool, stride):
        ones = torch.ones_like(x[:, :, :, :1])
        (top, bottom), (left, right) = (same(size, pool, stride) for size in x.shape[1:3])
        sums = [functional.avg_pool2d(functional.pad(last_to_first(y), (left, right, top, bottom)), pool, stride) for y in (x, ones)]
        return first_to_last(sums[0] / sums[1])
    for pool, stride in ((2, 1), (2, 2), (3, 2), (4, 1), (4, 3), (5, 2)):
        layer("AveragePooling2D", {"pool_size": pool, "strides": stride, "padding": "same"}, (2, 7, 6, 3), lambda x, w: means(x, pool, stride))


def spectral():
    """Kernels that are divided by their greatest singular value before they are used, and learned as that."""
    def unit(x):
        return x / (x ** 2).sum().clamp(min=1e-12).sqrt()

    def divided(k, u, rounds):
        matrix = k.reshape(-1, k.shape[-1])
        for _ in range(rounds):
            v = unit(u @ matrix.T)
            u = unit(v @ matrix)
        return k / (v @ matrix @ u.T), u

    def convolved(x, k):
        return functional.conv2d(x.movedim(-1, 1), k.permute(3, 2, 0, 1)).movedim(1, -1)
    numbers = random.integers(0, 6, size=(4, 3, 5)).astype(numpy.float64)
    for kind, settings, x, apply in (
            ("Dense", {"units": 3, "kernel_regularizer": {"class_name": "L2", "config": {"l2": 0.1}}},
             random.normal(size=(4, 6, 5)), torch.matmul),
            ("Dense", {"units": 3, "kernel_initializer": "zeros"}, random.normal(size=(4, 6, 5)), torch.matmul),
            ("Conv2D", {"filters": 4, "kernel_size": 2, "kernel_constraint": {"class_name": "NonNeg", "config": {}}},
             random.normal(size=(4, 2, 4, 3, 2)), convolved),
            ("Embedding", {"input_dim": 6, "output_dim": 3}, numbers, lambda x, k: k[x.long()])):
        rounds = 3 if kind == "Conv2D" else 1
        inner = {"class_name": kind, "config": {"name": "inner", "dtype": "float64", **settings}}
        if kind != "Embedding":
            inner["config"]["use_bias"] = False
        model = sequential(("SpectralNormalization", {"layer": inner, "power_iterations": rounds}), shape=x[0].shape)
        step = optimize(forward_of(model, len(x[0])), "--stablehlo-make-step=loss=mse optimizer=sgd momentum=0.5 learning-rate=0.3")
        state = initial_state(step)
        name = "layer0/layer/" + ("embeddings" if kind == "Embedding" else "kernel")
        k, u = torch.tensor(state[name], requires_grad=True), torch.tensor(state["layer0/vector_u"])
        assert abs(u.std() - 0.02) < 0.02 and (u != 0).all(), u
        shape = apply(torch.tensor(x[0]), k).shape
        labels = random.normal(size=(len(x), *shape))
        metrics, kept = train(step, state, {"input": x, "labels": labels})
        descent, losses = torch.optim.SGD([k], lr=0.3, momentum=0.5), []
        for given, wanted in zip(torch.tensor(x), torch.tensor(labels)):
            with torch.no_grad():
                if (k != 0).any():
                    value, u = divided(k, u, rounds)
                    k.copy_(value)
            loss = functional.mse_loss(apply(given, k), wanted)
            loss = loss + 0.1 * (k ** 2).sum() if "kernel_regularizer" in settings else loss
            descent.zero_grad()
            loss.backward()
            descent.step()
            if "kernel_constraint" in settings:
                k.data.clamp_(min=0)
            losses.append(loss.item())
        what = f"SpectralNormalization {kind} {settings}"
        check(f"{what}: losses", metrics["loss"], losses, 1e-9)
        check(f"{what}: kernel", kept[name], k.detach().numpy(), 1e-9)
        check(f"{what}: vector", kept["layer0/vector_u"], u.numpy(), 1e-9)


def spectrograms():
    """Short-time Fourier transforms, of kernels that are learned and on the mel scale."""
    x = torch.tensor(random.normal(size=(2, 50, 3)))
    windows = {"hann": torch.hann_window, "hamming": torch.hamming_window, "blackman": torch.blackman_window}
    for window, periodic, scaling, length, step, turn in (
            ("hann", False, "density", 16, None, None), ("hamming", True, "spectrum", 12, 5, 20),
            ("blackman", False, None, 10, 10, 10), (None, False, "density", 8, 3, None),
            ([0.5, 1.0, 2.0, 1.0], False, "spectrum", 4, 2, 6)):
        if isinstance(window, str):
            shares = windows[window](length, periodic=periodic, dtype=torch.float64)
        else:
            shares = torch.ones(length).double() if window is None else torch.tensor(window).double()
        size = {"density": (shares ** 2).sum().sqrt(), "spectrum": shares.abs().sum()}.get(scaling, 1.0)
        shares = shares if window is None else shares / size
        for padding in "valid", "same":
            total = same(50, length, step or length // 2) if padding == "same" else (0, 0)
            frames = functional.pad(x.movedim(2, 1), total).unfold(2, length, step or length // 2)
            # [batch, channels, steps, frequencies].
            found = torch.fft.rfft(frames * shares, n=turn or 2 ** math.ceil(math.log2(length)))
            power = found.abs() ** 2
            double = power.clone()
            double[..., 1:-1] *= 2
            modes = {"real": found.real, "imag": found.imag, "magnitude": power.clamp(min=1e-7).sqrt(), "psd": double,
                     "log": power.clamp(min=1e-7).sqrt().log(), "stft": torch.cat([found.real, found.imag], -1), "angle": found.angle()}
            for mode, wanted in modes.items():
                settings = {"frame_length": length, "frame_step": step, "fft_length": turn, "window": window, "scaling": scaling,
                            "periodic": periodic, "padding": padding, "mode": mode}
                step_of = optimize(sequential(("STFTSpectrogram", settings), shape=x.shape, version="3.8.0"),
                                   "--graph-to-forward=batch-size=2", extension=".json")
                arguments, _ = signature(step_of, "forward")
                begun = initial_state(step_of)
                values = call(step_of, "forward", [x.numpy() if value.role == "input" else begun[value.name] for value in arguments])
                result = wanted.movedim(1, 2).flatten(2)
                if mode == "angle":
                    # Where there is next to nothing the angle is anything.
                    loud = (power > 1e-12).movedim(1, 2).flatten(2).numpy()
                    values[0] = numpy.where(loud, numpy.exp(1j * values[0]), 0).imag
                    result = torch.where(torch.tensor(loud), result, 0.0).sin()
                check(f"STFTSpectrogram {settings}", values[0], result.numpy(), 1e-9)
    layouts(x)
    learned_waves()
    mel_spectrograms()


def layouts(x):
    settings = {"frame_length": 8, "mode": "magnitude"}
    whole = None
    for given, order in (({"expand_dims": True}, (0, 1, 2, 3)), ({"expand_dims": True, "data_format": "channels_first"}, (0, 2, 3, 1)),
                         ({"data_format": "channels_first"}, None)):
        y = x.numpy() if "data_format" not in given else x.movedim(2, 1).numpy()
        forward = optimize(sequential(("STFTSpectrogram", {**settings, **given}), shape=y.shape, version="3.8.0"),
                           "--graph-to-forward=batch-size=2", extension=".json")
        begun = initial_state(forward)
        found = call(forward, "forward", [begun["layer0/real_kernel"], begun["layer0/imag_kernel"], y])[0]
        if order is None:
            found, order = found.reshape(2, 3, 5, -1).transpose(0, 3, 2, 1), (0, 1, 2, 3)
        found = found.transpose(order)
        whole = found if whole is None else whole
        check(f"STFTSpectrogram {given}", found, whole, 1e-12)


def learned_waves():
    x, labels = random.normal(size=(1, 2, 20, 1)), random.normal(size=(1, 2, 4, 5))
    step = optimize(forward_of(sequential(("STFTSpectrogram", {"frame_length": 8, "mode": "log"}), shape=(2, 20, 1), version="3.8.0"), 2),
                    "--stablehlo-make-step=loss=mse optimizer=sgd learning-rate=1")
    state = initial_state(step)
    _, kept = train(step, state, {"input": x, "labels": labels})
    real, imag = (torch.tensor(state[f"layer0/{side}_kernel"], requires_grad=True) for side in ("real", "imag"))
    frames = torch.tensor(x[0, :, :, 0]).unfold(1, 8, 4)
    power = (frames @ real[:, 0]) ** 2 + (frames @ imag[:, 0]) ** 2
    functional.mse_loss(power.clamp(min=1e-7).sqrt().log(), torch.tensor(labels[0])).backward()
    for side, kernel in (("real", real), ("imag", imag)):
        check(f"STFTSpectrogram trained {side}", kept[f"layer0/{side}_kernel"], (kernel - kernel.grad).detach().numpy(), 1e-9)


def mel_spectrograms():
    for settings, samples in (
            ({"fft_length": 32, "sequence_stride": 8, "sampling_rate": 800, "num_mel_bins": 6}, 70),
            ({"fft_length": 20, "sequence_stride": 7, "sequence_length": 12, "window": "hamming", "sampling_rate": 1000, "num_mel_bins": 4,
              "min_freq": 50.0, "max_freq": 400.0, "mag_exp": 1.0, "top_db": 3.0, "ref_power": 2.0, "min_power": 1e-3}, 41),
            ({"fft_length": 16, "sequence_stride": 16, "window": None, "sampling_rate": 400, "num_mel_bins": 5, "power_to_db": False}, 64)):
        x = torch.tensor(random.normal(size=(2, samples)))
        turn, length = settings["fft_length"], settings.get("sequence_length", settings["fft_length"])
        make = {"hamming": torch.hamming_window, None: lambda n, **_: torch.ones(n).double()}.get(settings.get("window", "hann"), torch.hann_window)
        found = torch.stft(x, turn, settings["sequence_stride"], length, make(length, periodic=True, dtype=torch.float64),
                           center=True, pad_mode="reflect", return_complex=True).abs() ** settings.get("mag_exp", 2.0)
        rate, bands = settings["sampling_rate"], settings["num_mel_bins"]
        mel = lambda f: 1127 * numpy.log(1 + f / 700)
        edges = numpy.linspace(mel(settings.get("min_freq", 20.0)), mel(settings.get("max_freq", rate // 2)), bands + 2)
        bins = mel(numpy.linspace(0, rate / 2, turn // 2 + 1))[:, None]
        shares = numpy.maximum(0, numpy.minimum((bins - edges[:-2]) / (edges[1:-1] - edges[:-2]), (edges[2:] - bins) / (edges[2:] - edges[1:-1])))
        shares[0] = 0
        wanted = torch.einsum("bft,fm->bmt", found, torch.tensor(shares))
        if settings.get("power_to_db", True):
            least = settings.get("min_power", 1e-10)
            wanted = 10 * wanted.clamp(min=least).log10() - 10 * math.log10(settings.get("ref_power", 1.0))
            wanted = wanted.clamp(min=float(wanted.max()) - settings.get("top_db", 80.0))
        layer("MelSpectrogram", settings, x.shape, lambda _, w: wanted, x.numpy(), version="3.8.0", tolerance=1e-9)


def windows():
    """Pools of any size, and windows with a kernel at each place."""
    for rank, size, output in ((1, (7,), [3]), (2, (7, 5), [3, 2]), (2, (4, 6), [4, 3]), (3, (5, 4, 3), [2, 3, 1]), (2, (2, 3), [3, 5])):
        for kind, pool in (("Average", "avg"), ("Max", "max")):
            one = getattr(functional, f"adaptive_{pool}_pool{rank}d")
            layer(f"Adaptive{kind}Pooling{rank}D", {"output_size": output}, (2, *size, 3),
                  lambda x, w: first_to_last(one(last_to_first(x), output)))
    layer("AdaptiveMaxPooling2D", {"output_size": 2, "data_format": "channels_first"}, (2, 3, 5, 7),
          lambda x, w: functional.adaptive_max_pool2d(x, 2))

    def local(x, w, kernel, stride, first=False):
        x = x if first else last_to_first(x)
        rank = x.dim() - 2
        # Elements of a window: channels before places.
        if rank == 1:
            x, kernel, stride = x[..., None], (kernel, 1), (stride, 1)
        seen = functional.unfold(x, kernel, stride=stride).mT
        high = (x.shape[2] - kernel[0]) // stride[0] + 1
        wide = (x.shape[3] - kernel[1]) // stride[1] + 1
        weights = w["kernel"]
        if not first:
            sizes = (weights.shape[0], kernel[0] * kernel[1], x.shape[1], weights.shape[2])
            weights = weights.reshape(sizes).transpose(1, 2).reshape(weights.shape)
        y = torch.einsum("bpf,pfo->bpo", seen, weights).reshape(x.shape[0], *([high] if rank == 1 else [high, wide]), -1)
        return (last_to_first(y) if first else y) + w.get("bias", 0)
    layer("LocallyConnected1D", {"filters": 4, "kernel_size": 3}, (2, 7, 3), lambda x, w: local(x, w, 3, 1))
    layer("LocallyConnected1D", {"filters": 4, "kernel_size": [2], "strides": [2], "use_bias": False, "implementation": 1},
          (2, 7, 3), lambda x, w: local(x, w, 2, 2))
    layer("LocallyConnected2D", {"filters": 4, "kernel_size": [3, 2]}, (2, 6, 5, 3), lambda x, w: local(x, w, (3, 2), (1, 1)))
    layer("LocallyConnected2D", {"filters": 4, "kernel_size": [2, 3], "strides": [2, 1], "activation": "tanh"}, (2, 6, 5, 3),
          lambda x, w: local(x, w, (2, 3), (2, 1)).tanh())
    layer("LocallyConnected2D", {"filters": 4, "kernel_size": [2, 3], "data_format": "channels_first"}, (2, 3, 6, 5),
          lambda x, w: local(x, w, (2, 3), (1, 1), True))


def categories():
    numbers = numpy.array([[3, 1, 1], [0, 2, 9], [4, 4, 4]], numpy.float64)
    ones = (torch.tensor(numbers)[..., None] == torch.arange(5)).double()
    for mode, expected in (("multi_hot", ones.amax(1)), ("count", ones.sum(1)), ("one_hot", ones)):
        layer("CategoryEncoding", {"num_tokens": 5, "output_mode": mode}, numbers.shape, lambda x, w: expected, numbers)
    layer("CategoryEncoding", {"num_tokens": 5, "output_mode": "one_hot"}, (3, 1), lambda x, w: ones[:, 0], numbers[:, :1])
    borders = [-0.5, 0.0, 1.25]
    values = numpy.array([[-3.0, -0.5, -0.25], [0.0, 1.0, 1.25], [1.5, -0.6, 0.5]])
    places = torch.tensor(numpy.digitize(values, borders))
    ones = (places[..., None] == torch.arange(4)).double()
    for mode, expected in (("int", places), ("one_hot", ones), ("multi_hot", ones.amax(1)), ("count", ones.sum(1))):
        layer("Discretization", {"bin_boundaries": borders, "output_mode": mode}, values.shape, lambda x, w: expected, values)


    looked_up()


def looked_up():
    """Numbers in a table that the file holds."""
    numbers = numpy.array([[7, 3, -8], [12, 0, 7], [-1, 9, 12]], numpy.float64)

    def places(table, others, nothing, is_place):
        def place(x):
            if x == nothing:
                return 0 if is_place else -1
            first = int(nothing is not None and is_place)
            return table.index(x) + first + others if x in table else first + x % others if others else -1
        return torch.tensor([[place(int(x)) for x in row] for row in numbers])
    for table, settings in (([12, 7, 3], {}), ([7, 12, 9, 3], {"num_oov_indices": 3}), ([3, 7], {"mask_token": 0, "num_oov_indices": 2}),
                            ([3, 7, 12, 9, -8, 0, -1], {"num_oov_indices": 0}), ([7, 3], {"max_tokens": 6, "pad_to_max_tokens": True})):
        others, nothing = settings.get("num_oov_indices", 1), settings.get("mask_token")
        # What is in every table may be listed as well.
        before = ([] if nothing is None else [nothing]) + [-1] * others
        count = settings.get("max_tokens", len(table) + others)
        ones = (places(table, others, nothing, False)[..., None] == torch.arange(count)).double()
        for listed in (table, before + table):
            for mode, expected in (("int", places(table, others, nothing, True)), ("one_hot", ones), ("multi_hot", ones.amax(1)),
                                   ("count", ones.sum(1))):
                layer("IntegerLookup", {"vocabulary": listed, "output_mode": mode, **settings}, numbers.shape, lambda x, w: expected, numbers)


def newer_activations():
    x = random.normal(size=(5, 6)) * 2
    for name, function in {
            "celu": functional.celu, "hard_tanh": functional.hardtanh, "log_sigmoid": functional.logsigmoid,
            "tanh_shrink": functional.tanhshrink, "soft_shrink": functional.softshrink, "hard_shrink": functional.hardshrink,
            "squareplus": lambda v: (v + (v * v + 4).sqrt()) / 2,
            "sparse_sigmoid": lambda v: ((v + 1) / 2).clamp(0, 1),
            "sparse_plus": lambda v: torch.where(v >= 1, v, ((v + 1).clamp(min=0) / 2) ** 2)}.items():
        layer("Activation", {"activation": name}, (5, 6), lambda v, w: function(v), x, version="3.10.0")
    layer("Dense", {"units": 6, "activation": "glu"}, (5, 4), lambda v, w: functional.glu(v @ w["kernel"] + w["bias"]))

    def sparsemax(v):
        """The nearest point of the simplex, by bisection."""
        low, high = v.amin(-1, keepdim=True) - 1, v.amax(-1, keepdim=True)
        for _ in range(80):
            middle = (low + high) / 2
            is_small = (v - middle).clamp(min=0).sum(-1, keepdim=True) < 1
            low, high = torch.where(is_small, low, middle), torch.where(is_small, middle, high)
        return (v - low).clamp(min=0)
    layer("Activation", {"activation": "sparsemax"}, (5, 6), lambda v, w: sparsemax(v), x, version="3.10.0")
    layer("Activation", {"activation": "sparsemax"}, (5, 6), lambda v, w: sparsemax(v), x / 10, version="3.10.0")

    # A penalty of rows or columns that have no right angles.
    for mode in ("rows", "columns"):
        settings = {"units": 5, "kernel_regularizer": {"class_name": "OrthogonalRegularizer", "config": {"factor": 0.3, "mode": mode}}}
        found, w = outputs_of(forward_of(sequential(("Dense", settings), shape=(3, 4)), 3), {"input": random.normal(size=(3, 4))})
        rows = w["layer0/kernel"] if mode == "rows" else w["layer0/kernel"].mT
        rows = functional.normalize(rows)
        angles = (rows @ rows.mT).abs().fill_diagonal_(0).sum()
        penalty = [value for (role, _), value in found.items() if role == "loss"]
        check(f"angles of {mode}", penalty, [(0.3 * angles / (len(rows) * (len(rows) - 1))).item()], 1e-12)


def predicting():
    """Layers that are called for prediction, as parts of models that stay what they are."""
    x = random.normal(size=(6, 4))
    for kind, settings in (("Dropout", {"rate": 0.5}), ("BatchNormalization", {}),
                           ("GaussianNoise", {"stddev": 1.0})):
        model = json.loads(functional_model([(kind, "out", settings, [[("a", 0)]])], {"a": x.shape}, ["out"]))
        model["config"]["layers"][1]["inbound_nodes"] = [[["a", 0, 0, {"training": False}]]]
        found, w = outputs_of(forward_of(json.dumps(model), 6), {"a": x})
        expected = x
        if w:
            expected = (x - w["out/moving_mean"].numpy()) / numpy.sqrt(w["out/moving_variance"].numpy() + 1e-3) \
                * w["out/gamma"].numpy() + w["out/beta"].numpy()
            assert (found["state", "out/moving_mean"] == w["out/moving_mean"].numpy()).all()
        check(f"{kind} that predicts", found["output", "out"], expected, 1e-12)


def stack(layers, x, expected, tolerance=1e-10):
    """Compares what several layers give one after the other."""
    forward = forward_of(sequential(*layers, shape=x.shape), x.shape[0])
    found, weights = outputs_of(forward, {"input": x})
    wanted = expected(torch.tensor(x), weights)
    check(" ".join(kind for kind, _ in layers), found["output", f"layer{len(layers) - 1}"],
          wanted.numpy(), tolerance)


def of_layer(weights, number):
    name = f"layer{number}/"
    return {key[len(name):]: value for key, value in weights.items() if key.startswith(name)}


def masked_steps(kind, x, mask, weights, after=False):
    """What a recurrent layer shows after each step: the last one again where a step is masked."""
    rows = []
    for example, counts in zip(x, mask):
        steps = recurrent_of(kind, example[None, counts], weights, after)[0] if counts.any() else None
        shown, taken, row = torch.zeros(weights["recurrent_kernel"].shape[0], dtype=torch.float64), 0, []
        for does_count in counts:
            if does_count:
                shown, taken = steps[taken], taken + 1
            row.append(shown)
        rows.append(torch.stack(row))
    return torch.stack(rows)


def masks():
    words = numpy.array([[3, 1, 0, 0, 0], [2, 5, 6, 1, 4], [0, 0, 2, 0, 3]], numpy.float64)
    embed = ("Embedding", {"input_dim": 7, "output_dim": 4, "mask_zero": True})
    for kind in ("SimpleRNN", "LSTM", "GRU"):
        stack([embed, (kind, {"units": 3})], words,
              lambda x, w: masked_steps(kind, w["layer0/embeddings"][x.long()], x != 0, of_layer(w, 1))[:, -1])
    stack([embed, ("GRU", {"units": 3, "return_sequences": True, "reset_after": True}), ("Dropout", {"rate": 0.0}),
           ("LSTM", {"units": 2})], words, lambda x, w: masked_steps(
               "LSTM", masked_steps("GRU", w["layer0/embeddings"][x.long()], x != 0, of_layer(w, 1), True),
               x != 0, of_layer(w, 3))[:, -1])
    inner = {"class_name": "LSTM", "config": {"name": "lstm", "units": 3, "dtype": "float64"}}

    def parts(w, name):
        return {key[len(name) + 1:]: value for key, value in w.items() if key.startswith(name)}
    stack([embed, ("Bidirectional", {"layer": inner, "merge_mode": "sum"})], words, lambda x, w: sum(
        masked_steps("LSTM", w["layer0/embeddings"][x.long()].flip(turn), (x != 0).flip(turn),
                     parts(of_layer(w, 1), side))[:, -1] for turn, side in (([], "forward"), ([1], "backward"))))

    values = random.normal(size=(2, 4, 3))
    values[0, 2:] = -1.0
    values[1, 0, 1] = -1.0
    stack([("Masking", {"mask_value": -1.0}), ("GlobalAveragePooling1D", {})], values,
          lambda x, w: torch.stack([x[0, :2].mean(0), x[1].mean(0)]))
    stack([("Masking", {"mask_value": -1.0}), ("Flatten", {})], values, lambda x, w: torch.where(
        (x == -1).all(-1, keepdim=True), torch.zeros_like(x), x).flatten(1))

    def attend(x, w):
        e, w = w["layer0/embeddings"][x.long()], of_layer(w, 1)
        q, k, v = (torch.einsum("btd,dhk->bthk", e, w[f"{name}/kernel"]) for name in ("query", "key", "value"))
        scores = torch.einsum("bqhk,bthk->bhqt", q / 3 ** 0.5, k)
        seen = (x != 0)[:, None, :, None] & (x != 0)[:, None, None, :]
        shares = (scores - 1e9 * ~seen).softmax(-1)
        mixed = torch.einsum("bhqt,bthv,hvd->bqd", shares, v, w["attention_output/kernel"])
        counts = (x != 0).double()[..., None]
        return (mixed * counts).sum(1) / counts.sum(1)
    stack([embed, ("MultiHeadAttention", {"num_heads": 2, "key_dim": 3, "use_bias": False}),
           ("GlobalAveragePooling1D", {})], words, attend, 1e-6)


def scores():
    x, y, z = (random.normal(size=shape) for shape in ((2, 4, 3), (2, 5, 6), (2, 5, 3)))

    def one(kind, settings, expected):
        model = functional_model([(kind, "out", settings, [[("a", 0), ("b", 0), ("c", 0)]])],
                                 {"a": x.shape, "b": y.shape, "c": z.shape}, ["out"])
        found, weights = outputs_of(forward_of(model, 2), {"a": x, "b": y, "c": z})
        w = {name.partition("/")[2]: value for name, value in weights.items()}
        shares = expected(*map(torch.tensor, (x, z)), w).softmax(-1)
        check(f"{kind} {settings}", found["output", "out"], (shares @ torch.tensor(y)).numpy(), 1e-10)
    one("Attention", {}, lambda q, k, w: q @ k.mT)
    one("Attention", {"use_scale": True}, lambda q, k, w: q @ k.mT * w["scale"])
    one("Attention", {"score_mode": "concat", "use_scale": True}, lambda q, k, w: w["concat_score_weight"]
        * (w["scale"] * (q[:, :, None] + k[:, None])).tanh().sum(-1))
    one("Attention", {"causal": True}, lambda q, k, w: (q @ k.mT).masked_fill(
        torch.ones(4, 5).triu(1).bool(), float("-inf")))
    one("AdditiveAttention", {}, lambda q, k, w: (w["scale"] * (q[:, :, None] + k[:, None]).tanh()).sum(-1))
    one("AdditiveAttention", {"use_scale": False}, lambda q, k, w: (q[:, :, None] + k[:, None]).tanh().sum(-1))


def resizing():
    def resized(x, size, mode):
        options = {"align_corners": False} if mode == "bilinear" else {}
        name = "nearest-exact" if mode == "nearest" else mode
        return first_to_last(functional.interpolate(last_to_first(x), size=size, mode=name, **options))
    for mode in ("bilinear", "nearest"):
        for size in ((7, 5), (3, 9), (6, 4)):
            layer("Resizing", {"height": size[0], "width": size[1], "interpolation": mode}, (2, 6, 4, 3),
                  lambda x, w: resized(x, size, mode))
    layer("UpSampling2D", {"size": [2, 3], "interpolation": "bilinear"}, (2, 4, 5, 3),
          lambda x, w: resized(x, (8, 15), "bilinear"))
    layer("CenterCrop", {"height": 3, "width": 2}, (2, 6, 5, 3), lambda x, w: x[:, 1:4, 1:3])

    def cubic(size, to):
        """The shares of the elements, of which those outside have none."""
        rows = numpy.zeros((to, size))
        for row in range(to):
            for place in range(size):
                distance = abs((row + 0.5) * size / to - 0.5 - place)
                rows[row, place] = numpy.polyval([1.5, -2.5, 0, 1], distance) if distance <= 1 else \
                    numpy.polyval([-0.5, 2.5, -4, 2], distance) if distance < 2 else 0
        return torch.tensor(rows / rows.sum(1, keepdims=True))
    layer("Resizing", {"height": 7, "width": 3, "interpolation": "bicubic"}, (2, 6, 4, 3),
          lambda x, w: torch.einsum("bhwc,yh,xw->byxc", x, cubic(6, 7), cubic(4, 3)))


def further():
    layer("UnitNormalization", {}, (3, 5, 4), lambda x, w: functional.normalize(x, dim=-1))
    layer("UnitNormalization", {"axis": [1, 2]}, (3, 5, 4),
          lambda x, w: functional.normalize(x.flatten(1)).reshape(3, 5, 4))
    layer("RMSNormalization", {"epsilon": 1e-5}, (3, 5, 4), lambda x, w: x * (
        (x * x).mean(-1, keepdim=True) + 1e-5).rsqrt() * w["scale"])
    layer("Normalization", {"axis": [-1], "mean": [[1.0, 2.0, 3.0]], "variance": [[4.0, 9.0, 0.25]]}, (3, 5, 3),
          lambda x, w: (x - torch.tensor([1.0, 2, 3])) / torch.tensor([2.0, 3, 0.5]))
    layer("Normalization", {"axis": None, "mean": 2.0, "variance": 4.0, "invert": True}, (3, 5),
          lambda x, w: x * 2 + 2)
    layer("Normalization", {}, (3, 5), lambda x, w: (x - w["mean"]) / w["variance"].sqrt())

    def cuda_lstm(x, w):
        halves = w["bias"].chunk(2)
        return recurrent_of("LSTM", x, {**w, "bias": halves[0] + halves[1]})[:, -1]
    layer("CuDNNLSTM", {"units": 4}, (2, 5, 3), cuda_lstm)
    layer("CuDNNGRU", {"units": 4, "return_sequences": True}, (2, 5, 3),
          lambda x, w: recurrent_of("GRU", x, {**w, "bias": w["bias"].reshape(2, -1)}, True))

    # Penalties of results are means over the examples.
    x = random.normal(size=(4, 3))
    for kind, settings in (("ActivityRegularization", {"l1": 0.5, "l2": 0.25}),
                           ("Activation", {"activation": "linear", "activity_regularizer": {
                               "class_name": "L1L2", "config": {"l1": 0.5, "l2": 0.25}}})):
        found, _ = outputs_of(forward_of(sequential((kind, settings), shape=x.shape), 4), {"input": x})
        penalty = [value for (role, _), value in found.items() if role == "loss"]
        check(kind, penalty, [(0.5 * abs(x).sum() + 0.25 * (x * x).sum()) / 4], 1e-12)

    # AlphaDropout keeps mean and deviation; dropout within steps drops the same elements in all.
    x = random.normal(size=(200, 200))
    found, _ = outputs_of(forward_of(sequential(("AlphaDropout", {"rate": 0.3}), shape=x.shape), 200), {"input": x})
    values = found["output", "layer0"]
    check("AlphaDropout", [values.mean(), values.std()], [x.mean(), x.std()], 0.03)
    identity = {"units": 3, "activation": "linear", "use_bias": False, "dropout": 0.5, "return_sequences": True}
    forward = forward_of(sequential(("SimpleRNN", identity), shape=(8, 6, 3)), 8)
    x = random.normal(size=(8, 6, 3))
    found, weights = outputs_of(forward, {"input": x})
    w = of_layer(weights, 0)
    h, expected = torch.zeros(8, 3, dtype=torch.float64), torch.tensor(found["output", "layer0"])
    inputs = torch.linalg.solve(w["kernel"], (expected[:, 0] - h @ w["recurrent_kernel"]), left=False)
    kept = (inputs / torch.tensor(x[:, 0])).round(decimals=6)
    assert set(kept.unique().tolist()) <= {0.0, 2.0} and 0 < (kept == 0).double().mean() < 1
    for step in range(1, 6):
        more = torch.linalg.solve(w["kernel"], expected[:, step] - expected[:, step - 1] @ w["recurrent_kernel"],
                                  left=False)
        check(f"dropout in step {step}", more.numpy(), (kept * torch.tensor(x[:, step])).numpy(), 1e-6)


def dropout():
    x = numpy.ones((64, 100))
    forward = forward_of(sequential(("Dropout", {"rate": 0.25}), shape=x.shape), 64)
    found, _ = outputs_of(forward, {"input": x})
    values = found["output", "layer0"]
    assert set(numpy.unique(values.round(9))) == {0.0, round(1 / 0.75, 9)}
    assert abs((values == 0).mean() - 0.25) < 0.02
    again, _ = outputs_of(forward, {"input": x})
    assert (again["output", "layer0"] == values).all()
    # Each layer has a key of its own.
    two = forward_of(sequential(("Dropout", {"rate": 0.5}), ("Dropout", {"rate": 0.5}), shape=x.shape), 64)
    found, _ = outputs_of(two, {"input": x})
    assert abs((found["output", "layer1"] == 0).mean() - 0.75) < 0.02
    rows = forward_of(sequential(("SpatialDropout1D", {"rate": 0.5}), shape=(16, 10, 20)), 16)
    found, _ = outputs_of(rows, {"input": numpy.ones((16, 10, 20))})
    values = found["output", "layer0"]
    assert (values == values[:, :1]).all() and 0 < (values == 0).mean() < 1
    print("dropout")


def initializers():
    """Means and deviations of what is drawn, which do not depend on the generator."""
    def drawn(initializer, shape=(200, 300)):
        settings = {"units": shape[1], "kernel_initializer": initializer}
        step = forward_of(sequential(("Dense", settings), shape=(2, shape[0])), 2)
        return initial_state(step)["layer0/kernel"]
    limit = (6 / 500) ** 0.5
    values = drawn({"class_name": "GlorotUniform", "config": {"seed": None}})
    assert abs(values).max() <= limit and abs(abs(values).max() - limit) < limit / 100
    check("glorot_uniform", values.std(), limit / 3 ** 0.5, 0.01 * limit)
    for name, deviation in (("he_normal", (2 / 200) ** 0.5), ("lecun_normal", (1 / 200) ** 0.5),
                            ("glorot_normal", (2 / 500) ** 0.5)):
        values = drawn(name)
        check(name, values.std(), deviation, deviation / 100)
        assert abs(values).max() <= 2 * deviation / 0.87962566 * 1.0001
    values = drawn({"class_name": "RandomNormal", "config": {"mean": 1.0, "stddev": 0.2}})
    check("normal", [values.mean(), values.std()], [1.0, 0.2], 0.005)
    assert abs(values - 1).max() > 0.7
    values = drawn({"class_name": "Orthogonal", "config": {"gain": 1.0}})
    check("orthogonal", values @ values.T, numpy.eye(200), 1e-9)
    values = drawn("orthogonal", (300, 200))
    check("orthogonal, tall", values.T @ values, numpy.eye(200), 1e-9)
    ones = {"class_name": "Constant", "config": {"value": 3.0}}
    step = forward_of(sequential(("LSTM", {"units": 2, "bias_initializer": ones}), shape=(2, 3, 4)), 2)
    assert initial_state(step)["layer0/bias"].tolist() == [3, 3, 1, 1, 3, 3, 3, 3]
    assert (drawn({"class_name": "Constant", "config": {"value": 0.5}}) == 0.5).all()
    other = initial_state(forward_of(sequential(("Dense", {"units": 9}), shape=(2, 9)), 2), seed=2)
    same_seed = initial_state(forward_of(sequential(("Dense", {"units": 9}), shape=(2, 9)), 2), seed=2)
    third = initial_state(forward_of(sequential(("Dense", {"units": 9}), shape=(2, 9)), 2), seed=3)
    assert (other["layer0/kernel"] == same_seed["layer0/kernel"]).all()
    assert (other["layer0/kernel"] != third["layer0/kernel"]).any()
    print("initializers")


def structure():
    """A layer that is shared, and a model in the model."""
    x, y = random.normal(size=(3, 4)), random.normal(size=(3, 4))
    model = functional_model([("Dense", "shared", {"units": 5}, [[("a", 0)], [("b", 0)]]),
                              ("Add", "out", {}, [[("shared", 0), ("shared", 1)]])],
                             {"a": x.shape, "b": y.shape}, ["out"])
    found, w = outputs_of(forward_of(model, 3), {"a": x, "b": y})
    assert sorted(w) == ["shared/bias", "shared/kernel"]
    check("shared layer", found["output", "out"],
          (x + y) @ w["shared/kernel"].numpy() + 2 * w["shared/bias"].numpy(), 1e-12)
    inner = json.loads(sequential(("Dense", {"name": "dense", "units": 5}), shape=(3, 4)))
    outer = sequential(("Dense", {"name": "first", "units": 4}), shape=(3, 4))
    outer = json.loads(outer)
    outer["config"]["layers"].append({"class_name": "Sequential", "config": {
        **inner["config"], "name": "inner"}})
    found, w = outputs_of(forward_of(json.dumps(outer), 3), {"input": x})
    assert sorted(w) == ["first/bias", "first/kernel", "inner/dense/bias", "inner/dense/kernel"]
    first = x @ w["first/kernel"].numpy() + w["first/bias"].numpy()
    check("model in a model", found["output", "inner"],
          first @ w["inner/dense/kernel"].numpy() + w["inner/dense/bias"].numpy(), 1e-12)


#
# Training
#

L2 = {"class_name": "L2", "config": {"l2": 1e-5}}


def classifier(filters, dtype):
    """The classifier of TensorFlow's guide to TPUs, with fewer filters and smaller images."""
    conv = {"filters": filters, "kernel_size": [3, 3], "activation": "relu", "kernel_regularizer": L2}
    return sequential(
        ("Conv2D", {"name": "conv1", **conv}), ("Conv2D", {"name": "conv2", **conv}),
        ("Dropout", {"rate": 0.0}), ("Flatten", {}),
        ("Dense", {"name": "dense1", "units": 24, "activation": "relu", "kernel_regularizer": L2}),
        ("Dense", {"name": "dense2", "units": 16, "activation": "relu", "kernel_regularizer": L2}),
        ("Dense", {"name": "dense3", "units": 10, "kernel_regularizer": L2}),
        shape=(8, 12, 12, 1), dtype=dtype)


def mlp(dtype):
    return sequential(
        ("Dense", {"name": "dense1", "units": 32, "activation": "relu", "kernel_regularizer": L2}),
        ("Dense", {"name": "dense2", "units": 16, "activation": "relu", "kernel_regularizer": L2}),
        ("Dense", {"name": "dense3", "units": 10, "kernel_regularizer": L2}),
        shape=(16, 40), dtype=dtype)


def torch_losses(state, batches, labels, dtype, rate=0.001):
    """Keras's Adam on the same weights."""
    type_ = getattr(torch, dtype)
    weights = {name: torch.tensor(value, dtype=type_, requires_grad=True)
               for name, value in state.items() if name.count("/") == 1}
    moments = {name: (torch.zeros_like(w), torch.zeros_like(w)) for name, w in weights.items()}
    losses = []
    for number in range(len(batches)):
        x = torch.tensor(batches[number], dtype=type_)
        for name in ("conv1", "conv2"):
            if name + "/kernel" in weights:
                k = weights[name + "/kernel"].permute(3, 2, 0, 1)
                x = first_to_last(functional.conv2d(last_to_first(x), k, weights[name + "/bias"])).relu()
        x = x.flatten(1)
        for name in ("dense1", "dense2", "dense3"):
            x = x @ weights[name + "/kernel"] + weights[name + "/bias"]
            x = x.relu() if name != "dense3" else x
        loss = functional.cross_entropy(x, torch.tensor(labels[number]).long())
        loss = loss + sum(1e-5 * (w ** 2).sum() for name, w in weights.items() if "kernel" in name)
        gradients = torch.autograd.grad(loss, list(weights.values()))
        losses.append(loss.item())
        with torch.no_grad():
            scaled = rate * (1 - 0.999 ** (number + 1)) ** 0.5 / (1 - 0.9 ** (number + 1))
            for (name, w), g in zip(weights.items(), gradients):
                m, v = moments[name]
                m += (g - m) * (1 - 0.9)
                v += (g * g - v) * (1 - 0.999)
                w -= scaled * m / (v.sqrt() + 1e-7)
    return losses


OPTIONS = "loss=sparse_categorical_crossentropy from-logits=true optimizer=adam"


def compare_training(what, model, shape, steps, dtype, tolerance):
    step = optimize(forward_of(model, shape[0]), f"--stablehlo-make-step={OPTIONS}")
    state = initial_state(step)
    element = numpy.float64 if dtype == "float64" else numpy.float32
    batches = random.normal(size=(steps, *shape)).astype(element)
    labels = random.integers(0, 10, size=(steps, shape[0])).astype(numpy.int32)
    metrics, _ = train(step, state, {"input": batches, "labels": labels})
    expected = torch_losses(state, batches, labels, dtype)
    check(what, metrics["loss"], expected, tolerance)


def training():
    compare_training("MLP, f32, 100 steps", mlp("float32"), (16, 40), 100, "float32", 1e-5)
    compare_training("CNN, f32, 20 steps", classifier(8, "float32"), (8, 12, 12, 1), 20, "float32", 5e-5)
    compare_training("CNN, f64, 20 steps", classifier(8, "float64"), (8, 12, 12, 1), 20, "float64", 1e-8)


def widened(step):
    """A step whose numbers of bf16 are f32 outside, since NumPy has none."""
    arguments, results = signature(step, "main")
    wide = lambda value: value.type.replace("bf16", "f32")
    lines, given = [], []
    for index, value in enumerate(arguments):
        given.append(f"%a{index}")
        if wide(value) != value.type:
            lines.append(f"  %n{index} = stablehlo.convert %a{index} : ({wide(value)}) -> {value.type}")
            given[-1] = f"%n{index}"
    lines.append(f"  %r:{len(results)} = func.call @narrow({', '.join(given)}) : ({', '.join(value.type for value in arguments)}) -> "
                 f"({', '.join(value.type for value in results)})")
    returned = []
    for index, value in enumerate(results):
        returned.append(f"%r#{index}")
        if wide(value) != value.type:
            lines.append(f"  %w{index} = stablehlo.convert %r#{index} : ({value.type}) -> {wide(value)}")
            returned[-1] = f"%w{index}"
    types = ", ".join(map(wide, results))
    main = [f"func.func @main({', '.join(f'%a{index}: {wide(value)}' for index, value in enumerate(arguments))}) -> ({types}) {{",
            *lines, f"  return {', '.join(returned)} : {types}", "}"]
    text = re.sub(r"tf\.aliasing_output = \d+ : i32, ", "", step.replace("func.func @main(", "func.func private @narrow("))
    return text[:text.rindex("}")] + "\n".join(main) + "\n}\n"


def narrow_constraints():
    """Weights of bf16 are held in f32, and rounded once."""
    def held(w, norm):
        return w * (0.75 * norm.clamp(0.5, 0.75) + 0.25 * norm) / (norm + 1e-7)
    config = {"min_value": 0.5, "max_value": 0.75, "rate": 0.75, "axis": 0}
    constraint = {"class_name": "MinMaxNorm", "config": config}
    step = optimize(forward_of(sequential(("Dense", {"units": 40, "use_bias": False, "kernel_constraint": constraint}),
                                          shape=(2, 30), dtype="bfloat16"), 2), "--stablehlo-make-step=loss=mse optimizer=sgd learning-rate=0")
    w = torch.tensor(random.normal(size=(30, 40))).bfloat16()
    arrays = [w.float().numpy(), numpy.array(0), numpy.zeros((2, 30), numpy.float32), numpy.zeros((2, 40), numpy.float32)]
    found = torch.tensor(call(widened(step), "main", arrays)[0])
    norm = lambda x: (x ** 2).sum(0, keepdim=True).sqrt()
    wanted = held(w.float(), norm(w.float())).bfloat16().float()
    other = held(w, norm(w)).float()
    same = (found == wanted).float().mean()
    assert same > 0.99 and (found == other).float().mean() < 0.9, same
    check("MinMaxNorm of bf16", found.numpy(), wanted.numpy(), 2 ** -8)


def constraints():
    """Weights are held to something after each update."""
    x, labels = random.normal(size=(3, 6, 4)), random.normal(size=(3, 6, 5))

    def scaled(norms, least, most, rate=1.0):
        return (rate * numpy.clip(norms, least, most) + (1 - rate) * norms) / (norms + 1e-7)

    def norms(w, axis):
        return numpy.sqrt((w ** 2).sum(axis, keepdims=True))
    for name, config, held in (
            ("MaxNorm", {"max_value": 0.5, "axis": 0}, lambda w: w * scaled(norms(w, 0), 0, 0.5)),
            ("max_norm", None, lambda w: w * scaled(norms(w, 0), 0, 2)),
            ("NonNeg", {}, lambda w: numpy.maximum(w, 0)),
            ("UnitNorm", {"axis": [0, 1]}, lambda w: w / (norms(w, (0, 1)) + 1e-7)),
            ("MinMaxNorm", {"min_value": 0.5, "max_value": 0.75, "rate": 0.25, "axis": -1},
             lambda w: w * scaled(norms(w, 1), 0.5, 0.75, 0.25))):
        constraint = name if config is None else {"class_name": name, "config": config}
        step = optimize(forward_of(sequential(
            ("Dense", {"units": 5, "kernel_constraint": constraint, "bias_constraint": "non_neg"}), shape=(6, 4)), 6),
            "--stablehlo-make-step=loss=mse optimizer=sgd learning-rate=0.5")
        state = initial_state(step)
        w, bias = state["layer0/kernel"], state["layer0/bias"]
        _, kept = train(step, state, {"input": x, "labels": labels})
        for number in range(3):
            error = x[number] @ w + bias - labels[number]
            w = held(w - 0.5 * x[number].T @ error * 2 / error.size)
            bias = numpy.maximum(bias - 0.5 * error.sum(0) * 2 / error.size, 0)
        check(name, kept["layer0/kernel"], w, 1e-12)
        check("bias", kept["layer0/bias"], bias, 1e-12)

    narrow_constraints()

    # Each distance from the middle of a kernel has a number of its diagonal.
    for size, sources in ((3, {1: 1, 0: 0}), (5, {0: 1, 1: 2, 2: 3}), (4, {0: 1, 1: 3})):
        settings = {"filters": 2, "kernel_size": size, "kernel_constraint": "RadialConstraint", "use_bias": False}
        step = optimize(forward_of(sequential(("Conv2D", settings), shape=(2, 6, 6, 3)), 2),
                        "--stablehlo-make-step=loss=mse optimizer=sgd learning-rate=0")
        state = initial_state(step)
        w = state["layer0/kernel"]
        _, kept = train(step, state, {"input": random.normal(size=(1, 2, 6, 6, 3)),
                                      "labels": numpy.zeros((1, 2, 7 - size, 7 - size, 2))})
        middles = {size // 2} if size % 2 else {size // 2 - 1, size // 2}
        far = lambda place: min(abs(place - middle) for middle in middles)
        held = numpy.array([[w[(source := sources[max(far(i), far(j))]), source] for j in range(size)]
                            for i in range(size)])
        check(f"radial {size}", kept["layer0/kernel"], held, 0)


def masked_losses():
    """Steps that are masked are no part of losses, accuracies and gradients, with one replica and with two."""
    words = random.integers(1, 7, size=(3, 4, 5))
    for batch in range(3):
        for row, length in enumerate((5, 2, 1, 3)):
            words[batch, row, length:] = 0
    words[2, 2:] = 0
    model = sequential(("Embedding", {"input_dim": 7, "output_dim": 4, "mask_zero": True}),
                       ("LSTM", {"units": 3, "return_sequences": True}), ("Dense", {"units": 3}), shape=(4, 5))
    classes, targets = random.integers(0, 3, size=(3, 4, 5)).astype(numpy.int32), random.normal(size=(3, 4, 5, 3))
    for options, labels, ours in (
            ("loss=sparse_categorical_crossentropy from-logits=true", classes,
             lambda y, t: functional.cross_entropy(y.movedim(-1, 1), t.long(), reduction="none")),
            ("loss=mse", targets, lambda y, t: ((y - t) ** 2).mean(-1)),
            ("loss=mae reduction=sum", targets, lambda y, t: (y - t).abs().mean(-1))):
        step = optimize(forward_of(model, 4), f"--stablehlo-make-step={options} optimizer=sgd learning-rate=0.25")
        state = initial_state(step)
        batches = {"input": words.astype(numpy.float64), "labels": labels}
        metrics, kept = train(step, state, batches)
        weights = {name: torch.tensor(value, requires_grad=True) for name, value in state.items() if "/" in name}
        for number in range(3):
            x = torch.tensor(words[number])
            mask = (x != 0).double()
            y = masked_steps("LSTM", weights["layer0/embeddings"][x], x != 0, of_layer(weights, 1))
            y = y @ weights["layer2/kernel"] + weights["layer2/bias"]
            losses = ours(y, torch.tensor(labels[number]))
            loss = (losses * mask).sum() / (1 if "sum" in options else mask.sum())
            check(f"{options}, step {number}", metrics["loss"][number], loss.item(), 1e-12)
            if "sparse" in options:
                hits = (y.argmax(-1) == torch.tensor(labels[number])).double()
                check("accuracy", metrics["accuracy"][number], ((hits * mask).sum() / mask.sum()).item(), 1e-12)
            gradients = torch.autograd.grad(loss, list(weights.values()))
            with torch.no_grad():
                for weight, gradient in zip(weights.values(), gradients):
                    weight -= 0.25 * gradient
        for name, weight in weights.items():
            check(name, kept[name], weight.detach().numpy(), 1e-12)
        if "sum" in options:
            continue
        halves = optimize(forward_of(model, 2),
                          f"--stablehlo-make-step={options} optimizer=sgd learning-rate=0.25 replicas=2")
        for found, own in train(halves, state, batches, replicas=2):
            check("two replicas", found["loss"], metrics["loss"], 1e-12)
            check("weights of two replicas", own["layer1/kernel"], kept["layer1/kernel"], 1e-12)


def masked_evaluations():
    """Metrics of all batches are those of the steps that count in them."""
    words = numpy.array([[[3, 1, 2, 0], [2, 5, 0, 0]], [[1, 0, 0, 0], [4, 4, 4, 4]]])
    classes = random.integers(0, 3, size=words.shape).astype(numpy.int32)
    module = optimize(sequential(("Embedding", {"input_dim": 7, "output_dim": 3, "mask_zero": True}), shape=(2, 4)),
                      "--graph-to-forward=batch-size=2 form=evaluation",
                      "--stablehlo-make-evaluation=loss=sparse_categorical_crossentropy from-logits=true "
                      "metrics=accuracy,top_2_accuracy", extension=".json")
    table = random.normal(size=(7, 3))
    totals = None
    # The last example is there to fill up the batch.
    weights = numpy.array([[1.0, 1], [1, 0]])
    for batch in range(2):
        given = {"layer0/embeddings": table, "input": words[batch], "labels": classes[batch]}
        sums = run(module, [numpy.asarray(given.get(value.name, weights[batch]), TYPES[value.element])
                            for value in signature(module, "main")[0]])[0]
        totals = sums if totals is None else [a + b for a, b in zip(totals, sums)]
    found = dict(zip([value.name for value in signature(module, "metrics")[1]], call(module, "metrics", totals)))
    counts = (words != 0) & (weights[..., None] != 0)
    logits, truth = torch.tensor(table[words[counts]]), torch.tensor(classes[counts]).long()
    check("loss", found["loss"], functional.cross_entropy(logits, truth).item(), 1e-12)
    check("accuracy", found["accuracy"], (logits.argmax(-1) == truth).double().mean().item(), 1e-12)
    among = (logits.topk(2).indices == truth[:, None]).any(-1).double().mean().item()
    check("top_2_accuracy", found["top_2_accuracy"], among, 1e-12)


def replicas():
    """Eight replicas give the losses of one with the whole batch."""
    for name, model, shape in (("MLP", mlp("float32"), (16, 40)),
                               ("CNN", classifier(4, "float32"), (8, 12, 12, 1))):
        whole = optimize(forward_of(model, shape[0]), f"--stablehlo-make-step={OPTIONS}")
        parts = optimize(forward_of(model, shape[0] // 8), f"--stablehlo-make-step={OPTIONS} replicas=8")
        state = initial_state(whole)
        batches = {"input": random.normal(size=(20, *shape)).astype(numpy.float32),
                   "labels": random.integers(0, 10, size=(20, shape[0])).astype(numpy.int32)}
        metrics, _ = train(whole, state, batches)
        each = train(parts, state, batches, replicas=8)
        for found, kept in each:
            check(f"{name}, 8 replicas", found["loss"], metrics["loss"], 1e-5)
            assert all((kept[key] == each[0][1][key]).all() for key in kept)


for part in sys.argv[1:]:
    globals()[part]()
