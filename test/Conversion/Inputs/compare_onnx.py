# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what ONNX operators compute with PyTorch, in f64, and trains a model."""

import sys

import numpy
import torch
from torch.nn import functional

import onnx_text
from training import TYPES, call, check, initial_state, optimize, signature, train

random = numpy.random.default_rng(11)
ELEMENTS = {"float64": (11, "double_data"), "int64": (7, "int64_data"), "float32": (1, "float_data"),
            "bool": (9, "int32_data"), "int8": (3, "int32_data"), "uint8": (2, "int32_data"),
            "int16": (5, "int32_data"), "uint16": (4, "int32_data"), "int32": (6, "int32_data"),
            "uint32": (12, "uint64_data"), "uint64": (13, "uint64_data")}


def tensor(name, array):
    number, field = ELEMENTS[str(array.dtype)]
    dims = " ".join(f"dims: {size}" for size in array.shape)
    values = ", ".join(repr(value + 0) for value in array.flatten().tolist())
    return f'name: "{name}" {dims} data_type: {number} {field}: [{values}]'


def attribute(name, value):
    if isinstance(value, numpy.ndarray):
        return f'attribute {{ name: "{name}" type: TENSOR t {{ {tensor("", value)} }} }}'
    return onnx_text.attribute(name, value)


def node(op, inputs, outputs, **attributes):
    parts = [f'op_type: "{op}" name: "{outputs[0]}"']
    parts += [f'input: "{name}"' for name in inputs] + [f'output: "{name}"' for name in outputs]
    parts += [attribute(name, value) for name, value in attributes.items()]
    return f"node {{ {' '.join(parts)} }}"


def model(nodes, inputs, outputs, initializers=None, opset=17):
    lines = [f'ir_version: 8 opset_import {{ version: {opset} }} graph {{ name: "g"']
    for name, array in inputs.items():
        number, _ = ELEMENTS[str(array.dtype)]
        dims = " ".join(f"dim {{ dim_value: {size} }}" for size in array.shape)
        lines.append(f'input {{ name: "{name}" type {{ tensor_type {{ elem_type: {number} '
                     f'shape {{ {dims} }} }} }} }}')
    lines += [f"initializer {{ {tensor(name, array)} }}" for name, array in (initializers or {}).items()]
    lines += nodes + [f'output {{ name: "{name}" }}' for name in outputs] + ["}"]
    return "\n".join(lines)


def run(text, inputs):
    forward = optimize(text, "--graph-to-forward", extension=".pbtxt")
    arguments, results = signature(forward, "forward")
    weights = initial_state(forward)
    arrays = []
    for value in arguments:
        array = inputs[value.name] if value.role == "input" else weights[value.name]
        arrays.append(numpy.asarray(array, TYPES[value.element]).reshape(value.shape))
    values = call(forward, "forward", arrays)
    return {value.name: array for value, array in zip(results, values)}, weights


def one(op, inputs, expected, weights=(), opset=17, outputs=("y",), **attributes):
    """Compares a node; `inputs` are arrays, and numbers of those in `weights` are
    initializers."""
    names = ["" if array is None else f"x{i}" for i, array in enumerate(inputs)]
    given = {name: array for i, (name, array) in enumerate(zip(names, inputs))
             if i not in weights and name}
    held = {names[i]: inputs[i] for i in weights}
    text = model([node(op, names, list(outputs), **attributes)], given, outputs, held, opset)
    found, _ = run(text, given)
    wanted = expected(*(torch.tensor(array) for array in inputs if array is not None))
    wanted = wanted if isinstance(wanted, (list, tuple)) else [wanted]
    for name, array in zip(outputs, wanted):
        assert found[name].shape == tuple(array.shape), (op, found[name].shape, array.shape)
        check(f"{op} {attributes}", found[name], array.numpy(), 1e-10)


def array(*shape):
    return random.normal(size=shape)


def ints(*values):
    return numpy.array(values, numpy.int64)


def elementwise():
    x = array(3, 4) * 2
    for op, function in {"Relu": torch.relu, "Sigmoid": torch.sigmoid, "Tanh": torch.tanh,
                         "Exp": torch.exp, "Neg": torch.neg, "Abs": torch.abs, "Erf": torch.erf,
                         "Softplus": functional.softplus, "Softsign": functional.softsign,
                         "Elu": functional.elu, "Floor": torch.floor,
                         "Reciprocal": torch.reciprocal, "HardSwish": functional.hardswish,
                         "Mish": functional.mish, "Sin": torch.sin}.items():
        one(op, [x], function)
    # The numbers of the standard are those of f32, unlike PyTorch's.
    one("Selu", [x], lambda v: 1.05070102214813232421875 * functional.elu(v, 1.67326319217681884765625))
    one("LeakyRelu", [x], lambda v: functional.leaky_relu(v, 0.25), alpha=0.25)
    one("Gelu", [x], functional.gelu, opset=20)
    one("Gelu", [x], lambda v: functional.gelu(v, approximate="tanh"), opset=20, approximate="tanh")
    one("Celu", [x], lambda v: functional.celu(v, 0.5), alpha=0.5)
    one("ThresholdedRelu", [x], lambda v: functional.threshold(v, 0.5, 0), alpha=0.5)
    one("Log", [abs(x)], torch.log)
    one("Sqrt", [abs(x)], torch.sqrt)
    y = array(2, 1, 4)
    for op, function in {"Add": torch.add, "Sub": torch.sub, "Mul": torch.mul, "Div": torch.div,
                         "Max": torch.maximum, "Min": torch.minimum}.items():
        one(op, [x, y], function)
    one("Mean", [x, y, array(4)], lambda a, b, c: (a + b + c) / 3)
    # Integers are cut where they are divided.
    one("Div", [ints(7, -7, 9), ints(2, 2, -4)], lambda a, b: torch.div(a, b, rounding_mode="trunc"))
    one("Pow", [ints(3, -2), ints(2)], lambda a, b: a ** b, weights=[1])
    # Before set 7 an attribute says where the second input belongs.
    one("Add", [array(2, 3, 4, 5), array(3, 4)], lambda a, b: a + b[:, :, None], opset=6, axis=1, broadcast=1)
    one("PRelu", [array(2, 3, 4), array(3)], lambda v, a: torch.where(v > 0, v, a[:, None] * v),
        weights=[1], opset=6)
    one("Pow", [abs(x), numpy.array(1.5)], torch.pow, weights=[1])
    one("Pow", [x, numpy.array(2.0)], torch.pow, weights=[1])
    one("PRelu", [x, array(4)], lambda v, a: torch.where(v > 0, v, a * v), weights=[1])
    one("Clip", [x, numpy.array(-1.0), numpy.array(0.5)], lambda v, a, b: v.clamp(-1, 0.5), weights=[1, 2])
    one("Softmax", [array(3, 4, 5)], lambda v: v.softmax(-1))
    one("Softmax", [array(3, 4, 5)], lambda v: v.reshape(3, 20).softmax(-1).reshape(3, 4, 5), opset=11)
    one("LogSoftmax", [array(3, 4)], lambda v: v.log_softmax(1), axis=1)
    one("ReduceMean", [array(3, 4, 5)], lambda v: v.mean((1, 2), keepdim=True), axes=[1, -1])
    one("ReduceSum", [array(3, 4, 5), ints(0)], lambda v, a: v.sum(0), weights=[1], keepdims=0)
    one("ReduceMax", [array(3, 4)], lambda v: v.amax((0, 1), keepdim=True))
    one("ReduceL1", [x], lambda v: v.abs().sum(1, keepdim=True), axes=[1])
    one("ReduceL2", [x], lambda v: v.norm(dim=0), axes=[0], keepdims=0)
    one("ReduceLogSumExp", [x * 400], lambda v: v.logsumexp(1, keepdim=True), axes=[1])
    one("ReduceSumSquare", [x], lambda v: (v * v).sum(1, keepdim=True), axes=[1])


def products():
    one("MatMul", [array(3, 4), array(4, 5)], torch.matmul, weights=[1])
    one("MatMul", [array(2, 3, 4), array(4, 5)], torch.matmul)
    one("MatMul", [array(2, 1, 3, 4), array(6, 4, 5)], torch.matmul)
    one("MatMul", [array(4), array(6, 4, 5)], torch.matmul)
    one("MatMul", [array(6, 3, 4), array(4)], torch.matmul)
    one("Gemm", [array(4, 3), array(5, 4), array(5)], lambda a, b, c: 0.5 * a.T @ b.T + 2 * c,
        weights=[1, 2], alpha=0.5, beta=2.0, transA=1, transB=1)
    one("Conv", [array(2, 4, 7, 8), array(6, 4, 3, 2), array(6)],
        lambda x, w, b: functional.conv2d(x, w, b, (2, 1), (1, 0)), weights=[1, 2],
        strides=[2, 1], pads=[1, 0, 1, 0])
    one("Conv", [array(2, 4, 9), array(6, 2, 3)], lambda x, w: functional.conv1d(x, w, groups=2, dilation=2),
        weights=[1], group=2, dilations=[2])
    one("Conv", [array(2, 3, 7, 8), array(6, 3, 3, 3)],
        lambda x, w: functional.conv2d(functional.pad(x, (0, 1, 1, 1)), w, stride=2), weights=[1],
        auto_pad="SAME_UPPER", strides=[2, 2])
    one("MaxPool", [array(2, 4, 7, 8)], lambda x: functional.max_pool2d(x, 3, 2, 1),
        kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    one("AveragePool", [array(2, 4, 7, 8)],
        lambda x: functional.avg_pool2d(x, 3, 2, 1, count_include_pad=False),
        kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    for pads, dilation in (([0, 0], 1), ([1, 1], 1), ([0, 0], 2)):
        one("MaxPool", [array(2, 3, 12)],
            lambda x: functional.max_pool1d(x, 3, 2, pads[0], dilation, ceil_mode=True),
            kernel_shape=[3], strides=[2], pads=pads, dilations=[dilation], ceil_mode=1)
    for size in (11, 12, 13):
        for counts in (0, 1):
            one("AveragePool", [array(2, 3, size)],
                lambda x: functional.avg_pool1d(x, 4, 3, 1, True, bool(counts)), kernel_shape=[4],
                strides=[3], pads=[1, 1], ceil_mode=1, count_include_pad=counts)
    one("AveragePool", [array(2, 4, 7, 8)], lambda x: functional.avg_pool2d(x, 3, 2, 1),
        kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1], count_include_pad=1)
    one("Conv", [array(2, 3, 7, 8), array(6, 3, 3, 3)],
        lambda x, w: functional.conv2d(functional.pad(x, (1, 0, 1, 1)), w, stride=2), weights=[1],
        auto_pad="SAME_LOWER", strides=[2, 2])
    one("ConvTranspose", [array(2, 4, 5, 6), array(4, 3, 3, 2), array(3)],
        lambda x, w, b: functional.conv_transpose2d(x, w, b, (2, 3), (1, 0), (1, 2)), weights=[1, 2],
        strides=[2, 3], pads=[1, 0, 1, 0], output_padding=[1, 2])
    one("ConvTranspose", [array(2, 4, 9), array(4, 3, 3)],
        lambda x, w: functional.conv_transpose1d(x, w, groups=2, dilation=2), weights=[1],
        group=2, dilations=[2])
    # As many elements as are wanted; the odd one is cut behind, or before.
    whole = lambda x, w: functional.conv_transpose1d(x, w, stride=2)
    one("ConvTranspose", [array(2, 4, 9), array(4, 3, 3)], lambda x, w: whole(x, w)[:, :, :18],
        weights=[1], strides=[2], auto_pad="SAME_UPPER")
    one("ConvTranspose", [array(2, 4, 9), array(4, 3, 3)], lambda x, w: whole(x, w)[:, :, 1:],
        weights=[1], strides=[2], output_shape=[18])
    one("GlobalAveragePool", [array(2, 4, 7, 8)], lambda x: x.mean((2, 3), keepdim=True))
    one("BatchNormalization", [array(3, 4, 5, 6), array(4), array(4), array(4), abs(array(4))],
        lambda x, g, b, m, v: functional.batch_norm(x, None, None, g, b, training=True),
        weights=[1, 2, 3, 4])
    one("LayerNormalization", [array(3, 4, 5), array(5), array(5)],
        lambda x, g, b: functional.layer_norm(x, (5,), g, b), weights=[1, 2])
    one("InstanceNormalization", [array(3, 4, 5, 6), array(4), array(4)],
        lambda x, g, b: functional.instance_norm(x, weight=g, bias=b), weights=[1, 2])
    one("GroupNormalization", [array(3, 4, 5), array(4), array(4)],
        lambda x, g, b: functional.group_norm(x, 2, g, b), weights=[1, 2], num_groups=2, opset=21)
    one("GroupNormalization", [array(3, 4, 5), array(2), array(2)],
        lambda x, g, b: functional.group_norm(x, 2, g.repeat_interleave(2), b.repeat_interleave(2)),
        weights=[1, 2], num_groups=2, opset=18)
    one("LRN", [array(2, 7, 4, 4)], lambda x: functional.local_response_norm(x, 3, 0.25, 0.5, 2.0),
        size=3, alpha=0.25, beta=0.5, bias=2.0)
    one("LRN", [array(2, 7, 4)], lambda x: x / (1 + 0.25 / 4 * functional.conv1d(functional.pad(
        x.permute(0, 2, 1).reshape(8, 1, 7) ** 2, (1, 2)), torch.ones(1, 1, 4, dtype=torch.float64)
        ).reshape(2, 4, 7).permute(0, 2, 1)) ** 0.75, size=4, alpha=0.25)


def recurrent():
    """Gates stand in another order than in PyTorch."""
    order = {"LSTM": [0, 3, 1, 2], "GRU": [1, 0, 2], "RNN": [0]}
    for op, kind in (("LSTM", torch.nn.LSTM), ("GRU", torch.nn.GRU), ("RNN", torch.nn.RNN)):
        for direction in ("forward", "bidirectional"):
            count = 1 if direction == "forward" else 2
            network = kind(3, 4, bidirectional=count == 2).double()
            suffixes = ["_l0", "_l0_reverse"][:count]

            def weight(name):
                parts = [getattr(network, name + suffix).detach().chunk(len(order[op])) for suffix in suffixes]
                return torch.stack([torch.cat([part[i] for i in order[op]]) for part in parts]).numpy()
            biases = numpy.concatenate([weight("bias_ih"), weight("bias_hh")], 1)
            x, h, c = array(5, 2, 3), array(count, 2, 4), array(count, 2, 4)
            states = [h, c] if op == "LSTM" else [h]

            def expected(x, w, r, b, *states):
                y, last = network(x, states if op == "LSTM" else states[0])
                y = y.reshape(5, 2, count, 4).permute(0, 2, 1, 3)
                return [value.detach() for value in (y, *(last if op == "LSTM" else [last]))]
            more = {"linear_before_reset": 1} if op == "GRU" else {}
            one(op, [x, weight("weight_ih"), weight("weight_hh"), biases, None, *states], expected,
                weights=[1, 2, 3], outputs=("y", "h", "c")[:3 if op == "LSTM" else 2],
                hidden_size=4, direction=direction, **more)
    network = torch.nn.RNN(3, 4, nonlinearity="relu").double()
    weights = [getattr(network, name).detach().numpy()[None] for name in ("weight_ih_l0", "weight_hh_l0")]
    biases = torch.cat([network.bias_ih_l0, network.bias_hh_l0]).detach().numpy()[None]
    one("RNN", [array(5, 2, 3), *weights, biases], lambda x, *_: network(x)[0][:, None].detach(),
        weights=[1, 2, 3], hidden_size=4, activations=["Relu"])
    # Without `linear_before_reset` the state is reset before its product.

    def early(x, w, r, b):
        h, out = torch.zeros(2, 4, dtype=torch.float64), []
        for v in x.flip(0):
            z, q, n = (v @ w[0].T + b[0, :12]).chunk(3, -1)
            uz, ur, un = r[0].chunk(3)
            bz, br, bn = b[0, 12:].chunk(3)
            z, q = (z + h @ uz.T + bz).sigmoid(), (q + h @ ur.T + br).sigmoid()
            h = (1 - z) * (n + (q * h) @ un.T + bn).tanh() + z * h
            out.insert(0, h)
        return torch.stack(out)[:, None]
    one("GRU", [array(5, 2, 3), array(1, 12, 3), array(1, 12, 4), array(1, 24)], early,
        weights=[1, 2, 3], hidden_size=4, direction="reverse")


def arrangement():
    x = array(2, 3, 4)
    one("Reshape", [x, ints(0, -1)], lambda v, s: v.reshape(2, 12), weights=[1])
    one("Flatten", [x], lambda v: v.reshape(6, 4), axis=2)
    one("Transpose", [x], lambda v: v.permute(2, 0, 1), perm=[2, 0, 1])
    one("Transpose", [x], lambda v: v.permute(2, 1, 0))
    one("Concat", [x, array(2, 5, 4)], lambda a, b: torch.cat([a, b], 1), axis=1)
    one("Split", [x, ints(1, 2)], lambda v, s: v.split([1, 2], 1), weights=[1], axis=1, outputs=("y", "z"))
    one("Split", [x], lambda v: v.split(2, 2), axis=-1, outputs=("y", "z"))
    one("Slice", [x, ints(1, -3), ints(9, -1), ints(1, 2), ints(1, 2)],
        lambda v, *_: v[:, 1:, 1:3:2], weights=[1, 2, 3, 4])
    one("Slice", [x, ints(-1, 2), ints(-9, 0), ints(1, 2), ints(-1, -2)],
        lambda v, *_: v.flip(1)[:, :, [2]], weights=[1, 2, 3, 4])
    one("Slice", [array(7), ints(5), ints(-(2 ** 63)), ints(0), ints(-2)], lambda v, *_: v[[5, 3, 1]],
        weights=[1, 2, 3, 4])
    one("Squeeze", [array(2, 1, 3)], lambda v: v[:, 0], opset=11, axes=[1])
    one("Squeeze", [array(2, 1, 3), ints(1)], lambda v, a: v[:, 0], weights=[1])
    one("Unsqueeze", [x, ints(0, -1)], lambda v, a: v[None, ..., None], weights=[1])
    one("Expand", [array(3, 1), ints(2, 1, 4)], lambda v, s: v.expand(2, 3, 4), weights=[1])
    one("Pad", [array(2, 3), ints(0, 1, 2, 0)], lambda v, p: functional.pad(v, (1, 0, 0, 2)), weights=[1])
    one("Pad", [array(2, 5), ints(0, 2, 0, 1)], lambda v, p: functional.pad(v, (2, 1), mode="reflect"),
        weights=[1], mode="reflect")
    one("Pad", [array(2, 3, 5), ints(0, 1, 2, 0, 0, 1)], lambda v, p: functional.pad(
        v[None], (2, 1, 1, 0), mode="replicate")[0], weights=[1], mode="edge")
    one("Tile", [array(2, 3), ints(2, 3)], lambda v, c: v.repeat(2, 3), weights=[1])
    image = array(2, 3, 4, 5)
    larger = lambda v, *_: functional.interpolate(v, scale_factor=(2, 3), mode="nearest")
    scales = numpy.array([1, 1, 2, 3], numpy.float32)
    one("Resize", [image, None, scales], larger, weights=[2])
    one("Resize", [image, None, scales], larger, weights=[2],
        coordinate_transformation_mode="asymmetric", nearest_mode="floor")
    one("Resize", [image, None, None, ints(2, 3, 8, 15)], larger, weights=[3])
    one("Upsample", [image, scales], larger, weights=[1], opset=9)
    one("DepthToSpace", [array(2, 12, 3, 4)], lambda v: functional.pixel_shuffle(v, 2), blocksize=2, mode="CRD")
    one("DepthToSpace", [array(2, 12, 3, 4)],
        lambda v: v.reshape(2, 2, 2, 3, 3, 4).permute(0, 3, 4, 1, 5, 2).reshape(2, 3, 6, 8), blocksize=2)
    one("SpaceToDepth", [array(2, 3, 6, 8)],
        lambda v: v.reshape(2, 3, 3, 2, 4, 2).permute(0, 3, 5, 1, 2, 4).reshape(2, 12, 3, 4), blocksize=2)
    one("Gather", [array(5, 4), ints(3, -1, 0)], lambda v, i: v[[3, -1, 0]], weights=[0])
    one("Gather", [array(2, 5, 4), numpy.array([[1, 2], [0, 3]])], lambda v, i: v[:, i], axis=1)
    # More elements than the IR holds.
    for name in ELEMENTS:
        many = (numpy.arange(80) % 2).astype(name)
        found, _ = run(model([node("Cast", ["x"], ["y"], to=7)], {}, ["y"], {"x": many}), {})
        assert (found["y"] == many).all(), name
    # Shapes that nodes compute.
    text = model([node("Shape", ["x"], ["s"]), node("Constant", [], ["zero"], value=ints(0).reshape(())),
                  node("Gather", ["s", "zero"], ["n"], axis=0),
                  node("Unsqueeze", ["n", "front"], ["n1"]),
                  node("Concat", ["n1", "rest"], ["t"], axis=0), node("Reshape", ["x", "t"], ["y"])],
                 {"x": x}, ["y"], {"front": ints(0), "rest": ints(-1)})
    found, _ = run(text, {"x": x})
    assert (found["y"] == x.reshape(2, 12)).all()


def slope(nodes, expected, shape=(3, 4), held=None, opset=17):
    """Compares the gradient of a weight that is added to the input of nodes, which
    take `z` and make `y`."""
    x, w = array(*shape), array(*shape)
    text = model([node("Add", ["x", "w"], ["z"])] + nodes, {"x": x}, ["y"], dict(held or {}, w=w), opset)
    weight = torch.tensor(w, requires_grad=True)
    y = expected(torch.tensor(x) + weight)
    labels = array(*y.shape)
    functional.mse_loss(y, torch.tensor(labels)).backward()
    forward = optimize(text, "--graph-to-forward", extension=".pbtxt")
    step = optimize(forward, "--stablehlo-make-step=loss=mse optimizer=sgd learning-rate=1")
    _, state = train(step, initial_state(step), {"x": x[None], "labels": labels[None]})
    check(f"gradient of {nodes[-1].split()[3]}", w - state["w"], weight.grad.numpy(), 1e-9)


def reductions():
    x = array(3, 4, 5)
    one("ReduceProd", [x], lambda v: v.prod(1), axes=[1], keepdims=0)
    one("ReduceLogSum", [abs(x)], lambda v: v.sum(-1).log(), axes=[-1], keepdims=0)
    one("ArgMin", [x], lambda v: v.argmin(1), axis=1, keepdims=0)
    one("TopK", [x, ints(2)], lambda v, k: v.topk(2, 1), weights=[1], outputs=("y", "places"), axis=1)
    one("CumSum", [x, ints(1)], lambda v, a: v.cumsum(1), weights=[1])
    one("CumProd", [x, ints(-1)], lambda v, a: v.cumprod(-1), weights=[1], opset=26)
    one("Hardmax", [x], lambda v: functional.one_hot(v.argmax(-1), 5).double())
    one("LpNormalization", [x], lambda v: functional.normalize(v, 1, 1), p=1, axis=1)
    one("Det", [array(2, 6, 6)], torch.linalg.det)
    one("Einsum", [x, array(2, 5, 4), array(4, 3)], lambda a, b, c: torch.einsum("ijk,lkj,ji->il", a, b, c),
        equation="ijk,lkj,ji->il")
    one("BatchNormalization", [x, array(4), array(4), array(4), abs(array(4))],
        lambda x, g, b, m, v: functional.batch_norm(x, m, v, g, b), opset=15)
    labels = random.integers(-1, 4, size=(3, 5))
    for reduction in ("mean", "none", "sum"):
        one("SoftmaxCrossEntropyLoss", [x, labels, abs(array(4))],
            lambda v, t, w: functional.cross_entropy(v, t, w, ignore_index=-1, reduction=reduction),
            reduction=reduction, ignore_index=-1)
    one("DFT", [array(2, 6, 3, 2)],
        lambda v: torch.view_as_real(torch.fft.fft(torch.view_as_complex(v), dim=1)))
    one("STFT", [array(2, 20, 1), numpy.array(3), numpy.hanning(8)],
        lambda v, s, w: torch.view_as_real(torch.stft(v[:, :, 0], 8, 3, window=w, center=False,
                                                      return_complex=True)).transpose(1, 2),
        weights=[1, 2])

    slope([node("ReduceProd", ["z"], ["y"], axes=[1], keepdims=0)], lambda v: v.prod(1))
    slope([node("ReduceLogSumExp", ["z"], ["y"], axes=[1], keepdims=0)], lambda v: v.logsumexp(1))
    slope([node("TopK", ["z", "k"], ["y", "p"])], lambda v: v.topk(2, -1)[0], held={"k": ints(2)})
    slope([node("CumSum", ["z", "k"], ["y"], reverse=1)], lambda v: v.flip(1).cumsum(1).flip(1),
          held={"k": ints(1)})
    slope([node("CumProd", ["z", "k"], ["y"])], lambda v: v.cumprod(1), held={"k": ints(1)}, opset=26)
    slope([node("Det", ["z"], ["y"])], torch.linalg.det, shape=(2, 5, 5))
    slope([node("Einsum", ["z"], ["y"], equation="bii->bi")], lambda v: torch.einsum("bii->bi", v),
          shape=(2, 3, 3))
    slope([node("MeanVarianceNormalization", ["z"], ["y"], axes=[1])],
          lambda v: (v - v.mean(1, keepdim=True)) / (v.var(1, False, True).sqrt() + 1e-9))
    slope([node("LpNormalization", ["z"], ["y"])], lambda v: functional.normalize(v, 2, -1))
    slope([node("STFT", ["z", "s", "v"], ["y"])],
          lambda v: torch.view_as_real(torch.stft(v[:, :, 0], 8, 3, window=torch.ones(8).double(), center=False,
                                                  return_complex=True)).transpose(1, 2),
          shape=(2, 20, 1), held={"s": numpy.array(3), "v": numpy.ones(8)})
    slope([node("SoftmaxCrossEntropyLoss", ["z", "t"], ["y"], reduction="none")],
          lambda v: functional.cross_entropy(v, torch.tensor([1, 3, 0]), reduction="none"),
          held={"t": ints(1, 3, 0)})


def training():
    """A convolutional network with normalization, from initial values in the file."""
    weights = {"k": array(4, 1, 3, 3) * 0.3, "g": numpy.ones(4), "b": numpy.zeros(4),
               "m": numpy.zeros(4), "v": numpy.ones(4), "w": array(10, 100) * 0.1, "c": numpy.zeros(10)}
    x = array(20, 8, 1, 12, 12)
    labels = random.integers(0, 10, size=(20, 8)).astype(numpy.int32)
    text = model([node("Conv", ["x", "k"], ["a"]), node("BatchNormalization", list("agbmv"), ["n"]),
                  node("Relu", ["n"], ["r"]), node("MaxPool", ["r"], ["p"], kernel_shape=[2, 2], strides=[2, 2]),
                  node("Flatten", ["p"], ["f"]), node("Gemm", ["f", "w", "c"], ["y"], transB=1)],
                 {"x": x[0]}, ["y"], weights)
    forward = optimize(text, "--graph-to-forward", extension=".pbtxt")
    step = optimize(forward, "--stablehlo-make-step=loss=sparse_categorical_crossentropy "
                             "from-logits=true optimizer=momentum learning-rate=0.1")
    state = initial_state(step)
    for name, value in weights.items():
        assert (state[name] == value).all(), name
    metrics, _ = train(step, state, {"x": x, "labels": labels})
    p = {name: torch.tensor(weights[name], requires_grad=True) for name in "kgbwc"}
    momenta = {name: torch.zeros_like(value) for name, value in p.items()}
    losses = []
    for number in range(20):
        y = functional.conv2d(torch.tensor(x[number]), p["k"])
        y = functional.batch_norm(y, None, None, p["g"], p["b"], training=True).relu()
        y = functional.max_pool2d(y, 2).flatten(1) @ p["w"].T + p["c"]
        loss = functional.cross_entropy(y, torch.tensor(labels[number]).long())
        losses.append(loss.item())
        gradients = torch.autograd.grad(loss, list(p.values()))
        with torch.no_grad():
            for (name, value), gradient in zip(p.items(), gradients):
                momenta[name].mul_(0.9).sub_(0.1 * gradient)
                value += momenta[name]
    check("ONNX CNN, f64, 20 steps", metrics["loss"], losses, 1e-8)


if __name__ == "__main__":
    for part in sys.argv[1:]:
        globals()[part]()
