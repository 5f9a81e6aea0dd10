# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares branches, loops, sequences and fused operators of ONNX with NumPy, in f64."""

import sys

import numpy

from compare_onnx import ELEMENTS, attribute, random, run, tensor
from training import check


def value(name, array=None):
    if array is None:
        return f'name: "{name}"'
    number, _ = ELEMENTS[str(array.dtype)]
    dims = " ".join(f"dim {{ dim_value: {size} }}" for size in array.shape)
    return f'name: "{name}" type {{ tensor_type {{ elem_type: {number} shape {{ {dims} }} }} }}'


def graph(nodes, inputs, outputs, initializers=None):
    """`inputs` are names, with an array of their type or None."""
    lines = ['name: "g"']
    lines += [f"input {{ {value(name, array)} }}" for name, array in inputs.items()]
    lines += [f"initializer {{ {tensor(name, array)} }}" for name, array in (initializers or {}).items()]
    return "\n".join(lines + nodes + [f'output {{ name: "{name}" }}' for name in outputs])


def node(op, inputs, outputs, graphs=None, **attributes):
    domain, _, name = op.rpartition(".")
    parts = [f'op_type: "{name}" domain: "{domain}" name: "{outputs[0]}"']
    parts += [f'input: "{one}"' for one in inputs] + [f'output: "{one}"' for one in outputs]
    parts += [attribute(key, one) for key, one in attributes.items()]
    parts += [f'attribute {{ name: "{key}" type: GRAPH g {{ {one} }} }}' for key, one in (graphs or {}).items()]
    return f"node {{ {' '.join(parts)} }}"


def compare(what, nodes, inputs, expected, initializers=None, opset=17, tolerance=1e-9):
    text = (f'ir_version: 8 opset_import {{ version: {opset} }} '
            'opset_import { domain: "com.microsoft" version: 1 } graph { '
            + graph(nodes, inputs, list(expected), initializers) + " }")
    found, _ = run(text, inputs)
    for name, array in expected.items():
        assert found[name].shape == numpy.shape(array), (what, found[name].shape, numpy.shape(array))
        if numpy.size(array) > 0:
            check(f"{what} `{name}`", found[name], array, tolerance)


def scalar(number, kind=numpy.int64):
    return numpy.array(number, kind)


def control():
    x = random.normal(size=(3, 4))
    for holds in (True, False):
        branches = {"then_branch": graph([node("Add", ["x", "x"], ["a"])], {}, ["a"]),
                    "else_branch": graph([node("Mul", ["x", "x"], ["b"])], {}, ["b"])}
        expected = x + x if holds else x * x
        compare(f"If {holds}", [node("If", ["c"], ["y"], branches)], {"c": scalar(holds, bool), "x": x},
                {"y": expected})
        compare(f"If of constant {holds}", [node("If", ["c"], ["y"], branches)], {"x": x}, {"y": expected},
                {"c": scalar(holds, bool)})

    # A sum that is carried, its parts, and a value from outside.
    body = graph([node("Identity", ["on"], ["next"]), node("Add", ["s", "x"], ["t"]),
                  node("ReduceSum", ["t"], ["part"], keepdims=0)],
                 {"i": scalar(0), "on": scalar(True, bool), "s": x}, ["next", "t", "part"])
    for count in (0, 3, 40):
        total = x * (1 + count)
        parts = [(x * (2 + i)).sum() for i in range(count)]
        compare(f"Loop of {count}", [node("Loop", ["m", "", "x"], ["y", "parts"], {"body": body})], {"x": x},
                {"y": total, "parts": numpy.array(parts).reshape(count)}, {"m": scalar(count)})

    # The condition ends it; first known, then computed.
    body = graph([node("Add", ["s", "one"], ["t"]), node("Less", ["t", "end"], ["next"])],
                 {"i": scalar(0), "on": scalar(True, bool), "s": scalar(0.0, float)}, ["next", "t"])
    loop = [node("Loop", ["", "", "s0"], ["y"], {"body": body})]
    one = {"one": scalar(1.0, float)}
    compare("Loop by condition", loop, {"s0": scalar(0.5, float), "end": scalar(7.0, float)}, {"y": 7.5}, one)
    compare("Loop by trip count", [node("Loop", ["m", "", "s0"], ["y"], {"body": body})],
            {"m": scalar(3), "s0": scalar(0.5, float)}, {"y": 3.5}, one | {"end": scalar(70.0, float)})

    # What is carried grows.
    body = graph([node("Identity", ["on"], ["next"]), node("Concat", ["s", "s"], ["t"], axis=0)],
                 {"i": scalar(0), "on": scalar(True, bool), "s": None}, ["next", "t"])
    compare("Loop that grows", [node("Loop", ["m", "", "x"], ["y"], {"body": body})], {"x": x},
            {"y": numpy.tile(x, (4, 1))}, {"m": scalar(2)})

    for length in (5, 30):
        z = random.normal(size=(2, length))
        body = graph([node("Add", ["s", "e"], ["t"]), node("Mul", ["t", "t"], ["o"])],
                     {"s": None, "e": None}, ["t", "o"])
        run_over = z[:, ::-1]
        sums = numpy.cumsum(run_over, axis=1)
        compare(f"Scan of {length}",
                [node("Scan", ["s0", "z"], ["y", "o"], {"body": body}, num_scan_inputs=1, scan_input_axes=[1],
                      scan_input_directions=[1], scan_output_axes=[1], scan_output_directions=[1])],
                {"s0": numpy.zeros(2), "z": z}, {"y": sums[:, -1], "o": (sums ** 2)[:, ::-1]})


def sequences():
    x = random.normal(size=(6, 4))
    compare("SplitToSequence",
            [node("SplitToSequence", ["x", "parts"], ["s"], axis=0), node("SequenceAt", ["s", "at"], ["y"]),
             node("SequenceLength", ["s"], ["n"]), node("SequenceErase", ["s", "at"], ["r"]),
             node("ConcatFromSequence", ["r"], ["z"], axis=0)],
            {"x": x}, {"y": x[4:], "n": 3, "z": x[:4]}, {"parts": scalar(2), "at": scalar(-1)})
    compare("ConcatFromSequence",
            [node("SequenceEmpty", [], ["e"]), node("SequenceInsert", ["e", "x"], ["s"]),
             node("Neg", ["x"], ["m"]), node("SequenceInsert", ["s", "m", "zero"], ["t"]),
             node("ConcatFromSequence", ["t"], ["y"], axis=1, new_axis=1)],
            {"x": x}, {"y": numpy.stack([-x, x], axis=1)}, {"zero": scalar(0)})
    body = graph([node("SequenceInsert", ["s", "e"], ["t"]), node("Identity", ["on"], ["next"]),
                  node("Gather", ["x", "i"], ["e"])],
                 {"i": scalar(0), "on": scalar(True, bool), "s": None}, ["next", "t"])
    compare("Loop that carries a sequence",
            [node("SequenceEmpty", [], ["s0"]), node("Loop", ["m", "", "s0"], ["s"], {"body": body}),
             node("ConcatFromSequence", ["s"], ["y"], axis=0)], {"x": x}, {"y": x[:3].reshape(-1)}, {"m": scalar(3)})
    body = graph([node("Mul", ["a", "b"], ["c"])], {"a": None, "b": None}, ["c"])
    compare("SequenceMap",
            [node("SplitToSequence", ["x"], ["s"], axis=1, keepdims=0),
             node("SequenceMap", ["s", "k"], ["t"], {"body": body}), node("ConcatFromSequence", ["t"], ["y"], axis=0)],
            {"x": x, "k": x[:, 0]}, {"y": (x * x[:, :1]).T.reshape(-1)})


def normal(x, gamma, beta, epsilon):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) / numpy.sqrt(x.var(-1, keepdims=True) + epsilon) * gamma + beta


def root_normal(x, gamma, epsilon):
    return x / numpy.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * gamma


def fused():
    x, skip, k = random.normal(size=(2, 3, 4)), random.normal(size=(2, 3, 4)), random.normal(size=(2, 4, 5))
    g, b, c = random.normal(size=4), random.normal(size=4), random.normal(size=4)
    inputs = {"x": x, "skip": skip, "g": g, "b": b, "c": c}

    def fast(v):
        return 0.5 * v * (1 + numpy.tanh(numpy.sqrt(2 / numpy.pi) * (v + 0.044715 * v ** 3)))

    compare("FastGelu", [node("com.microsoft.FastGelu", ["x", "b"], ["y"])], inputs, {"y": fast(x + b)}, tolerance=1e-6)
    compare("QuickGelu", [node("com.microsoft.QuickGelu", ["x"], ["y"])], inputs,
            {"y": x / (1 + numpy.exp(-1.702 * x))})
    compare("FusedMatMul",
            [node("com.microsoft.FusedMatMul", ["k", "x"], ["y"], transA=1, transB=1, alpha=0.5)],
            {"x": x, "k": k}, {"y": 0.5 * numpy.swapaxes(k, 1, 2) @ numpy.swapaxes(x, 1, 2)})
    compare("FusedGemm", [node("com.microsoft.FusedGemm", ["m", "n"], ["y"], transB=1, activation="Relu")],
            {"m": x[0], "n": skip[0]}, {"y": numpy.maximum(x[0] @ skip[0].T, 0)})
    compare("BiasDropout", [node("com.microsoft.BiasDropout", ["x", "b", "skip"], ["y"], ratio=0.0)], inputs,
            {"y": x + b + skip})
    total = x + skip
    compare("SkipLayerNormalization",
            [node("com.microsoft.SkipLayerNormalization", ["x", "skip", "g", "b", "c"], ["y", "mean", "var", "sum"])],
            inputs, {"y": normal(total + c, g, b, 1e-12), "sum": total + c})
    compare("SkipSimplifiedLayerNormalization",
            [node("com.microsoft.SkipSimplifiedLayerNormalization", ["x", "skip", "g"], ["y"], epsilon=0.25)],
            inputs, {"y": root_normal(total, g, 0.25)})
    compare("SimplifiedLayerNormalization", [node("SimplifiedLayerNormalization", ["x", "g"], ["y"], epsilon=0.25)],
            inputs, {"y": root_normal(x, g, 0.25)})
    ids, segments = random.integers(0, 7, (2, 3)).astype(numpy.int32), random.integers(0, 2, (2, 3)).astype(numpy.int32)
    mask = numpy.array([[1, 1, 0], [1, 1, 1]], numpy.int32)
    words, places, kinds = random.normal(size=(7, 4)), random.normal(size=(5, 4)), random.normal(size=(2, 4))
    compare("EmbedLayerNormalization",
            [node("com.microsoft.EmbedLayerNormalization", ["ids", "seg", "w", "p", "t", "g", "b", "mask"],
                  ["y", "n"])],
            {"ids": ids, "seg": segments, "w": words, "p": places, "t": kinds, "g": g, "b": b, "mask": mask},
            {"y": normal(words[ids] + places[:3] + kinds[segments], g, b, 1e-12), "n": [2, 3]})
    image, kernel = random.normal(size=(1, 2, 5, 5)), random.normal(size=(3, 2, 1, 1))
    shift = random.normal(size=(1, 3, 5, 5))
    compare("FusedConv", [node("com.microsoft.FusedConv", ["x", "k", "", "z"], ["y"], activation="Relu")],
            {"x": image, "k": kernel, "z": shift},
            {"y": numpy.maximum(numpy.einsum("nchw,oc->nohw", image, kernel[:, :, 0, 0]) + shift, 0)})


def shares(scores):
    grown = numpy.exp(scores - scores.max(-1, keepdims=True))
    return grown / grown.sum(-1, keepdims=True)


def attend(q, k, v, bias=0.0, scale=None):
    scale = scale or 1 / numpy.sqrt(q.shape[-1])
    return shares(q @ numpy.swapaxes(k, -1, -2) * scale + bias) @ v


def split(x, heads):
    return x.reshape(x.shape[0], x.shape[1], heads, -1).transpose(0, 2, 1, 3)


def merge(x):
    return x.transpose(0, 2, 1, 3).reshape(x.shape[0], x.shape[2], -1)


def attention():
    q, k, v = random.normal(size=(2, 4, 3, 8)), random.normal(size=(2, 2, 5, 8)), random.normal(size=(2, 2, 5, 6))
    wide = [numpy.repeat(one, 2, axis=1) for one in (k, v)]
    inputs = {"q": q, "k": k, "v": v}
    compare("Attention", [node("Attention", ["q", "k", "v"], ["y"])], inputs, {"y": attend(q, *wide)}, opset=23)
    later = numpy.where(numpy.tril(numpy.ones((3, 5))) > 0, 0.0, -1e300)
    compare("Attention, causal", [node("Attention", ["q", "k", "v"], ["y"], is_causal=1, scale=0.25)], inputs,
            {"y": attend(q, *wide, later, 0.25)}, opset=23)
    mask = random.normal(size=(3, 5)) > -1
    mask[:, 0] = True
    compare("Attention, mask", [node("Attention", ["q", "k", "v", "m"], ["y"])], inputs | {"m": mask},
            {"y": attend(q, *wide, numpy.where(mask, 0.0, -1e300))}, opset=23)
    past = random.normal(size=(2, 2, 2, 8))
    flat = {"q": merge(q), "k": merge(k), "v": merge(k), "pk": past, "pv": past}
    whole = numpy.concatenate([past, k], axis=2)
    added = random.integers(-2, 3, mask.shape).astype("int32")
    compare("Attention, mask of integers", [node("Attention", ["q", "k", "v", "m"], ["y"])], inputs | {"m": added},
            {"y": attend(q, *wide, added)}, opset=23)
    compare("Attention, past",
            [node("Attention", ["q", "k", "v", "", "pk", "pv"], ["y", "nk"], q_num_heads=4, kv_num_heads=2)], flat,
            {"y": merge(attend(q, *[numpy.repeat(whole, 2, axis=1)] * 2)), "nk": whole}, opset=23)

    x, w, b = random.normal(size=(2, 3, 6)), random.normal(size=(6, 12)), random.normal(size=12)
    parts = [split(part, 2) for part in numpy.split(x @ w + b, 3, axis=-1)]
    words = numpy.array([[1, 1, 0], [1, 1, 1]], numpy.int32)
    hidden = ((1 - words) * -10000.0)[:, None, None, :]
    inputs = {"x": x, "w": w, "b": b, "mask": words}
    compare("Attention of Microsoft", [node("com.microsoft.Attention", ["x", "w", "b", "mask"], ["y"], num_heads=2)],
            inputs, {"y": merge(attend(*parts, hidden))})
    compare("Attention of Microsoft, one direction",
            [node("com.microsoft.Attention", ["x", "w", "b", "n"], ["y"], num_heads=2, unidirectional=1)],
            {"x": x, "w": w, "b": b, "n": numpy.array([2, 3], numpy.int32)},
            {"y": merge(attend(*parts, numpy.where(numpy.tril(numpy.ones((3, 3))) > 0, hidden * 1e290, -1e300)))})
    bias = random.normal(size=12)
    query, key, value_ = x[:, :, :4], random.normal(size=(2, 5, 4)), random.normal(size=(2, 5, 4))
    added = random.normal(size=(1, 2, 3, 5))
    compare("MultiHeadAttention",
            [node("com.microsoft.MultiHeadAttention", ["q", "k", "v", "b", "", "r"], ["y"], num_heads=2)],
            {"q": query, "k": key, "v": value_, "b": bias, "r": added},
            {"y": merge(attend(split(query + bias[:4], 2), split(key + bias[4:8], 2), split(value_ + bias[8:], 2),
                               added))})


def turn(x, cosine, sine, interleaved):
    first, second = (x[..., ::2], x[..., 1::2]) if interleaved else numpy.split(x, 2, axis=-1)
    real, imaginary = cosine * first - sine * second, sine * first + cosine * second
    if not interleaved:
        return numpy.concatenate([real, imaginary], axis=-1)
    return numpy.stack([real, imaginary], axis=-1).reshape(x.shape)


def rotary():
    x, angles = random.normal(size=(2, 4, 3, 8)), random.normal(size=(10, 4))
    ids = random.integers(0, 10, (2, 3))
    c, s = numpy.cos(angles), numpy.sin(angles)
    inputs = {"x": x, "c": c, "s": s, "ids": ids}
    for mode in (0, 1):
        expected = turn(x, c[ids][:, None], s[ids][:, None], mode)
        compare(f"RotaryEmbedding {mode}", [node("RotaryEmbedding", ["x", "c", "s", "ids"], ["y"], interleaved=mode)],
                inputs, {"y": expected}, opset=23)
        compare(f"RotaryEmbedding of Microsoft {mode}",
                [node("com.microsoft.RotaryEmbedding", ["x", "ids", "c", "s"], ["y"], interleaved=mode)],
                inputs | {"x": merge(x)}, {"y": merge(expected)})
    part = numpy.concatenate([turn(x[..., :4], c[ids][:, None, :, :2], s[ids][:, None, :, :2], 0), x[..., 4:]], axis=-1)
    compare("RotaryEmbedding of a part",
            [node("RotaryEmbedding", ["x", "c", "s"], ["y"], rotary_embedding_dim=4)],
            {"x": x, "c": c[ids][..., :2], "s": s[ids][..., :2]}, {"y": part}, opset=23)


if __name__ == "__main__":
    for part in sys.argv[1:]:
        globals()[part]()
