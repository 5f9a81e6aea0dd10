# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns damaged and absurd models of Keras and ONNX into steps.

    models.py [--seconds N] [--seed N] [FOLDER...]

Each model becomes a step or gets a diagnostic in the words of its file, within seconds and
gigabytes. Without --seconds only the models below are taken; with it, changed copies of them
and of the models in folders, too.
"""

import argparse
import copy
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Conversion/Inputs"))
from onnx_text import attribute

HUGE = [2 ** 31, 2 ** 40, 10 ** 12, 2 ** 62, 2 ** 63 - 1, -2 ** 63]
SECONDS, BYTES = 20, 4 << 30


#
# Models of Keras
#

def sequential(*layers, shape=(8, 8, 3), **more):
    listed = []
    for number, (name, settings) in enumerate(layers):
        config = {"name": f"layer{number}", "dtype": "float32", **settings}
        if number == 0:
            config.setdefault("batch_input_shape", [None, *shape])
        listed.append({"class_name": name, "config": config})
    return {"class_name": "Sequential", "keras_version": "2.15.0",
            "config": {"name": "model", "layers": listed}, **more}


def functional(layers, shapes, outputs):
    listed = [{"class_name": "InputLayer", "name": name, "inbound_nodes": [],
               "config": {"name": name, "dtype": "float32", "batch_input_shape": [None, *shape]}}
              for name, shape in shapes.items()]
    for kind, name, settings, calls in layers:
        listed.append({"class_name": kind, "name": name, "config": {"name": name, **settings},
                       "inbound_nodes": [[[source, 0, 0, {}] for source in call] for call in calls]})
    return {"class_name": "Functional", "keras_version": "2.15.0", "config": {
        "name": "model", "layers": listed, "input_layers": [[name, 0, 0] for name in shapes],
        "output_layers": [[name, 0, 0] for name in outputs]}}


def nested(depth):
    """Models that call the one in them twice each: 2 to the power of the depth calls."""
    inner = {"class_name": "Dropout", "name": "last", "config": {"name": "last", "rate": 0.0}}
    for level in range(depth):
        name = f"model{level}"
        calls = [[["in", 0, 0, {}]], [[inner["name"], 0, 0, {}]]]
        layer = {**inner, "inbound_nodes": calls}
        source = {"class_name": "InputLayer", "name": "in", "inbound_nodes": [],
                  "config": {"name": "in", "batch_input_shape": [None, 4], "dtype": "float32"}}
        inner = {"class_name": "Functional", "name": name, "config": {
            "name": name, "layers": [source, layer], "input_layers": [["in", 0, 0]],
            "output_layers": [[inner["name"], 1, 0]]}}
    return {"keras_version": "2.15.0", **inner}


def keras_models():
    lstm = {"class_name": "LSTM", "config": {"units": 4, "dtype": "float32"}}
    for size in [0, -1, *HUGE, "many", None, [1, 2, 3], {}, 1.5, True]:
        yield sequential(("Dense", {"units": size}), shape=(4,))
        yield sequential(("Conv2D", {"filters": 2, "kernel_size": size}))
        yield sequential(("Conv2D", {"filters": 2, "kernel_size": 2, "strides": size, "padding": "same"}))
        yield sequential(("Conv2D", {"filters": 2, "kernel_size": 2, "dilation_rate": size, "padding": "same"}))
        yield sequential(("Conv2DTranspose", {"filters": 2, "kernel_size": 2, "strides": size}))
        yield sequential(("Conv2DTranspose", {"filters": 2, "kernel_size": 2, "output_padding": size,
                                              "padding": "same"}))
        yield sequential(("DepthwiseConv2D", {"kernel_size": 2, "depth_multiplier": size}))
        yield sequential(("MaxPooling2D", {"pool_size": size}))
        yield sequential(("AveragePooling2D", {"pool_size": 2, "strides": size, "padding": "same"}))
        yield sequential(("UpSampling3D", {"size": size}), shape=(4, 4, 4, 2))
        yield sequential(("ZeroPadding2D", {"padding": size}))
        yield sequential(("Cropping2D", {"cropping": size}))
        yield sequential(("Reshape", {"target_shape": [size, -1]}))
        yield sequential(("Reshape", {"target_shape": [size, size, 3]}))
        yield sequential(("RepeatVector", {"n": size}), shape=(4,))
        yield sequential(("Permute", {"dims": [size, 1, 2]}))
        yield sequential(("Embedding", {"input_dim": size, "output_dim": size}), shape=(4,))
        yield sequential(("LSTM", {"units": size}), shape=(4, 4))
        yield sequential(("MultiHeadAttention", {"num_heads": size, "key_dim": size}), shape=(4, 4))
        yield sequential(("BatchNormalization", {"axis": size}))
        yield sequential(("LayerNormalization", {"axis": size}))
        yield sequential(("Softmax", {"axis": size}))
        yield sequential(("PReLU", {"shared_axes": [size]}))
        yield sequential(("Flatten", {}), ("Dense", {"units": 3}), shape=(size, 4))
        yield sequential(("Dropout", {"rate": size}))
        yield sequential(("GaussianDropout", {"rate": size}))
        yield sequential(("Dense", {"units": 4, "kernel_initializer": {
            "class_name": "VarianceScaling", "config": {"scale": size}}}), shape=(4,))
        yield functional([("Dot", "out", {"axes": size}, [["a", "b"]])], {"a": (4, 3), "b": (3, 4)}, ["out"])
    yield sequential(("LSTM", {"units": 4}), shape=(10 ** 6, 4))
    yield sequential(("LSTM", {"units": 4, "return_sequences": True}),
                     *[("LSTM", {"units": 4, "return_sequences": True})] * 40, shape=(1024, 4))
    yield sequential(("UpSampling2D", {"size": 10 ** 9}))
    yield sequential(("Conv2D", {"filters": 2, "kernel_size": 9}))
    yield sequential(("Conv2D", {"filters": 5, "kernel_size": 2, "groups": 3}))
    yield sequential(("Reshape", {"target_shape": [-2, -3, 32]}))
    yield sequential(("Reshape", {"target_shape": [2 ** 33, 2 ** 31, 192]}))
    yield sequential(("Flatten", {}), shape=(0, 4))
    yield sequential(("Flatten", {}), shape=(2 ** 40, 2 ** 40))
    yield sequential(("Dense", {"units": 3}), shape=())
    yield sequential(("Reshape", {"target_shape": [1], "batch_input_shape": []}))
    yield sequential(("PReLU", {"batch_input_shape": []}))
    yield sequential(("GlobalAveragePooling2D", {}), shape=(0, 0, 3))
    yield sequential(("BatchNormalization", {}), shape=(0, 0, 3))
    yield sequential(("Bidirectional", {"layer": lstm}), shape=(4, 4))
    yield sequential(("Bidirectional", {"layer": "LSTM"}), shape=(4, 4))
    yield sequential(("TimeDistributed", {"layer": {"class_name": "TimeDistributed", "config": {
        "layer": {"class_name": "Flatten", "config": {}}}}}), shape=(4, 4, 2, 2))
    yield sequential(("TimeDistributed", {"layer": {"class_name": "BatchNormalization", "config": {}}}),
                     shape=(4, 4))
    yield sequential(("Dense", {"units": 3, "name": "same"}), ("Dense", {"units": 3, "name": "same"}),
                     shape=(4,))
    yield sequential(("Dense", {"units": 3, "name": ""}), ("Dense", {"units": 3, "name": ""}), shape=(4,))
    for dtype in ("int8", "int32", "uint8", "bool", "string", "complex64", "float16", "mixed_bfloat16",
                  "float8", 7, {"class_name": "Policy"}):
        for kind, settings in (("Dense", {"units": 3}), ("Activation", {"activation": "softmax"}),
                               ("BatchNormalization", {}), ("Embedding", {"input_dim": 3, "output_dim": 3}),
                               ("Flatten", {}), ("GaussianNoise", {"stddev": 1.0})):
            yield sequential((kind, {**settings, "dtype": dtype}), ("Dropout", {"rate": 0.5}), shape=(4, 3))
    for kind in ("Add", "Average", "Concatenate", "Multiply", "Subtract", "Maximum"):
        yield functional([(kind, "out", {"axis": -1}, [["a", "b"]])], {"a": (4,), "b": (3, 4)}, ["out"])
        yield functional([(kind, "out", {"axis": 7}, [["a", "b"]])], {"a": (4,), "b": (5,)}, ["out"])
        yield functional([(kind, "out", {}, [[]])], {"a": (4,)}, ["out"])
    for kind, settings in (("Dense", {"units": 3}), ("BatchNormalization", {"scale": False, "center": False}),
                           ("PReLU", {}), ("LSTM", {"units": 3})):
        yield functional([(kind, "one", settings, [["a"], ["b"]]), ("Flatten", "f", {}, [["one"]])],
                         {"a": (4, 5), "b": (4, 6)}, ["f"])
    # Layers that wait for each other, and for what is not there.
    yield functional([("Add", "x", {}, [["a", "y"]]), ("Add", "y", {}, [["a", "x"]])], {"a": (4,)}, ["y"])
    yield functional([("Add", "x", {}, [["x", "x"]])], {"a": (4,)}, ["x"])
    yield functional([("Add", "x", {}, [["a", "nobody"]])], {"a": (4,)}, ["x"])
    yield functional([], {"a": (4,)}, ["a"])
    yield functional([], {}, [])
    yield nested(60)
    for weight in ("kernel_initializer", "kernel_regularizer", "kernel_constraint", "activation"):
        for value in (3, [], {}, {"class_name": 3}, {"class_name": "L1L2", "config": []}, "x" * 1000):
            yield sequential(("Dense", {"units": 3, weight: value}), shape=(4,))


#
# Models of ONNX
#

ELEMENTS = {1: "float_data: 1.5", 2: "int32_data: 1", 3: "int32_data: 1", 6: "int32_data: 1",
            7: "int64_data: 1", 9: "int32_data: 1", 10: "int32_data: 15360", 11: "double_data: 1.5"}


def initializer(name, dims, element=7, values=None):
    """The values of int64, or as many as one number can make."""
    sizes = " ".join(f"dims: {size}" for size in dims)
    data = f"int64_data: [{', '.join(map(str, values))}]" if values is not None else ELEMENTS[element]
    return f'initializer {{ name: "{name}" {sizes} data_type: {element} {data} }}'


def onnx(op, shapes, attributes=(), constants=None, element=1, opset=13, outputs=1, more=""):
    """A node with inputs of shapes; `constants` are lists of int64 for the inputs behind them."""
    inputs, lines = [], []
    for number, shape in enumerate(shapes):
        dims = " ".join(f"dim {{ dim_value: {size} }}" for size in shape)
        lines.append(f'input {{ name: "x{number}" type {{ tensor_type {{ elem_type: {element} '
                     f"shape {{ {dims} }} }} }} }}")
        inputs.append(f"x{number}")
    for number, values in enumerate(constants or []):
        if values is not None:
            lines.append(initializer(f"c{number}", [len(values)], 7, values))
        inputs.append("" if values is None else f"c{number}")
    names = " ".join(f'input: "{name}"' for name in inputs)
    made = " ".join(f'output: "y{number}"' for number in range(outputs))
    lines.append(f'node {{ op_type: "{op}" name: "n" {names} {made} '
                 f"{' '.join(attribute(*item) for item in dict(attributes).items())} }}")
    lines += [more, *(f'output {{ name: "y{number}" }}' for number in range(outputs))]
    return f"ir_version: 8 opset_import {{ version: {opset} }} graph {{ name: \"g\" {' '.join(lines)} }}"


UNARY = ["Abs", "Ceil", "Celu", "Clip", "DepthToSpace", "Dropout", "Elu", "Erf", "Exp", "Flatten",
         "Gelu", "GlobalAveragePool", "HardSigmoid", "HardSwish", "Identity", "LRN", "LogSoftmax",
         "Neg", "Not", "ReduceL1", "ReduceL2", "ReduceLogSumExp", "ReduceMean", "ReduceSum", "Relu",
         "Shape", "Sigmoid", "Sign", "Size", "Softmax", "Softplus", "SpaceToDepth", "Split", "Sqrt",
         "Squeeze", "Transpose"]
BINARY = ["Add", "And", "Concat", "Conv", "ConvTranspose", "Div", "Equal", "Expand", "Gather",
          "Gemm", "Greater", "InstanceNormalization", "MatMul", "Max", "Mean", "PRelu", "Pow",
          "Reshape", "Slice", "Sum", "Tile", "Where"]


def onnx_models():
    for element in ELEMENTS:
        for opset in (6, 11, 13, 18):
            for op in UNARY:
                yield onnx(op, [(2, 3, 4)], element=element, opset=opset)
            for op in BINARY:
                yield onnx(op, [(2, 3, 4), (2, 3, 4)], element=element, opset=opset)
    for size in [0, -1, *HUGE]:
        image = [(2, 3, 8, 8)]
        for key in ("kernel_shape", "strides", "dilations"):
            settings = {"kernel_shape": [2, 2], key: [size, size]}
            for mode in ("NOTSET", "SAME_UPPER", "VALID"):
                yield onnx("MaxPool", image, {**settings, "auto_pad": mode})
                yield onnx("AveragePool", image, {**settings, "auto_pad": mode, "count_include_pad": 1})
            yield onnx("AveragePool", image, {**settings, "ceil_mode": 1})
            yield onnx("Conv", [(2, 3, 8, 8), (4, 3, 2, 2)], {key: [size, size]} if key != "kernel_shape" else {})
            yield onnx("ConvTranspose", [(2, 3, 8, 8), (3, 4, 2, 2)],
                       {key: [size, size]} if key != "kernel_shape" else {})
        yield onnx("ConvTranspose", [(2, 3, 8, 8), (3, 4, 2, 2)], {"output_padding": [size, size]})
        yield onnx("ConvTranspose", [(2, 3, 8, 8), (3, 4, 2, 2)], {"output_shape": [size, size]})
        yield onnx("MaxPool", image, {"kernel_shape": [2, 2], "pads": [size] * 4})
        yield onnx("Conv", [(2, 3, 8, 8), (4, 3, 2, 2)], {"group": size})
        yield onnx("Conv", [(2, 0, 8, 8), (0, 0, 2, 2)], {"group": size})
        for shape in ([size], [size, size], [size, -1], [-1, -1], [0, 0, 0, 0, size]):
            yield onnx("Reshape", [(2, 3, 4)], constants=[shape])
            yield onnx("Expand", [(2, 3, 1)], constants=[shape])
            yield onnx("Tile", [(2, 3)], constants=[shape])
            yield onnx("Pad", [(2,)], constants=[shape])
            yield onnx("ConstantOfShape", [], constants=[shape])
            yield onnx("Squeeze", [(2, 1)], constants=[shape])
            yield onnx("Unsqueeze", [(2, 1)], constants=[shape])
            yield onnx("Split", [(2, 4)], {"axis": 1}, constants=[shape], outputs=len(shape))
            yield onnx("ReduceSum", [(2, 4)], constants=[shape])
            yield onnx("Resize", [(2, 3, 4, 4)], constants=[None, None, shape])
        yield onnx("Slice", [(4, 5)], constants=[[size, 0], [2, size], [0, 1], [1, size or 1]])
        yield onnx("Slice", [(4, 5)], constants=[[0], [5], [size], [size]])
        yield onnx("Split", [(2, 4)], {"axis": size})
        yield onnx("Split", [(2, 4)], {"axis": 1, "num_outputs": size}, opset=18, outputs=3)
        yield onnx("Range", [], constants=[[0], [size], [1]])
        yield onnx("Range", [], constants=[[size], [0], [size]])
        for op in ("Add", "Sub", "Mul", "Div", "Max"):
            yield onnx(op, [], constants=[[size], [2 ** 62]])
        yield onnx("Cast", [], {"to": 6}, constants=[[size]])
        yield onnx("Cast", [(2, 3)], {"to": size % 40})
        yield onnx("Gather", [(2, 3)], {"axis": size}, constants=[[0]])
        yield onnx("Gather", [(4, 3)], constants=[[size]])
        yield onnx("Relu", [(size, size, size)])
        yield onnx("Flatten", [(2, 3)], {"axis": size})
        yield onnx("Softmax", [(2, 3)], {"axis": size}, opset=11)
        yield onnx("Transpose", [(2, 3)], {"perm": [size, 0]})
        yield onnx("LSTM", [(10 ** 6, 2, 3), (1, 16, 3), (1, 16, 4)], {"hidden_size": size})
        yield onnx("DepthToSpace", [(2, 16, 4, 4)], {"blocksize": size})
        yield onnx("OneHot", [(2, 3)], constants=[[size], [0, 1]], element=7)
        yield onnx("LRN", [(2, 3, 4, 4)], {"size": size})
        yield onnx("GroupNormalization", [(2, 4, 4), (4,), (4,)], {"num_groups": size}, opset=21)
        # Data that is shorter than its sizes.
        yield onnx("Add", [(2, 3)], more=initializer("w", [size, 3], 1) +
                   ' node { op_type: "Add" input: "y0" input: "w" output: "z" } output { name: "z" }')
    yield onnx("Split", [(2, 4)], outputs=0)
    yield onnx("ReduceMean", [()])
    yield onnx("MatMul", [(2, 3, 4), (2, 5, 4, 3)])
    yield onnx("MatMul", [(), (3,)])
    yield onnx("Gemm", [(2, 3), (4, 5)])
    yield onnx("BatchNormalization", [(2, 3, 4), (3,), (3,), (3,), (3,)])
    yield onnx("LayerNormalization", [(2, 3, 4), (5,)], opset=17)
    yield onnx("Add", [(2, 3)], constants=[[1, 2, 3]])
    yield onnx("Pow", [(2, 3), (2, 3)], element=7)
    # Nodes that wait for each other, and an output that nothing makes.
    loop = ('node { op_type: "Add" input: "x0" input: "b" output: "a" } '
            'node { op_type: "Add" input: "x0" input: "a" output: "b" } output { name: "b" }')
    yield onnx("Relu", [(2, 3)], more=loop)
    yield onnx("Relu", [(2, 3)], more='output { name: "nothing" }')
    yield onnx("Relu", [(2, 3)], more='node { op_type: "Add" input: "" input: "x0" output: "a" } '
                                      'output { name: "a" }')


#
# Promises
#

def limit():
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def problem(data, extension):
    """What is wrong with how a model is treated, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "model" + extension)
        with open(file, "wb") as out:
            out.write(data)
        command = ["trainlint-opt", file, "--graph-to-forward=batch-size=2",
                   "--stablehlo-make-step=loss=mean_squared_error", "-o", os.devnull]
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                                  timeout=SECONDS, preexec_fn=limit)
        except subprocess.TimeoutExpired:
            return f"takes longer than {SECONDS} s"
    if done.returncode not in (0, 1):
        return f"ends with {done.returncode}: {done.stderr[-2000:]}"
    if done.returncode == 1 and "error: " not in done.stderr:
        return "fails without a diagnostic"
    # What the verifier of a dialect says is not in the words of the file.
    own = re.search(r"error: '(stablehlo|func|graph)\.[^\n]*", done.stderr)
    return f"is told {own.group(0)}" if own else None


class Models:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        self.broken = 0

    def check(self, data, extension):
        self.count += 1
        found = problem(data, extension)
        if found is None:
            return
        self.broken += 1
        kept = tempfile.NamedTemporaryFile(suffix=extension, prefix="model-", delete=False)
        kept.write(data)
        kept.close()
        print(f"{kept.name} {found}")

    def change_values(self, value):
        """A tree of JSON with some values that are others."""
        others = [0, 1, -1, 2, 3, *HUGE, None, True, "", "same", "channels_first", [], {}, 0.5, [2, 2],
                  "mixed_float16", "int32", [None, 4]]
        places = []

        def collect(node):
            items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else []
            for key, inner in items:
                places.append((node, key))
                collect(inner)
        collect(value)
        for _ in range(self.random.randint(1, 4)):
            node, key = self.random.choice(places)
            kind = self.random.random()
            try:
                if kind < 0.6:
                    node[key] = copy.deepcopy(self.random.choice(others))
                elif kind < 0.75:
                    del node[key]
                elif kind < 0.9:
                    other, at = self.random.choice(places)
                    node[key] = copy.deepcopy(other[at])
                elif isinstance(node, list):
                    node.insert(key, copy.deepcopy(node[key]))
            except (KeyError, IndexError):
                pass
        return value

    def change_bytes(self, data):
        changed = bytearray(data)
        # The structure is at the front and at the end of each weight; most bytes are weights.
        for _ in range(self.random.randint(1, 6)):
            at = self.random.randrange(min(len(changed), 4000)) if self.random.random() < 0.8 else \
                self.random.randrange(len(changed))
            kind = self.random.random()
            if kind < 0.6:
                changed[at] = self.random.choice([0, 1, 2, 3, 7, 8, 9, 10, 0x7f, 0x80, 0xff,
                                                  self.random.randrange(256)])
            elif kind < 0.8:
                del changed[at]
            else:
                changed.insert(at, self.random.randrange(256))
            if not changed:
                changed = bytearray(data)
        return bytes(changed)

    def change_text(self, text):
        """Numbers of a protobuf in text that are others."""
        numbers = list(re.finditer(r"(?<=: )-?[\d.]+", text))
        for found in sorted(self.random.sample(numbers, min(len(numbers), self.random.randint(1, 3))),
                            key=lambda match: -match.start()):
            text = text[:found.start()] + str(self.random.choice([0, 1, -1, 2, 3, 5, *HUGE])) + text[found.end():]
        ops = UNARY + BINARY
        if self.random.random() < 0.5:
            text = re.sub(r'op_type: "\w+"', lambda _: f'op_type: "{self.random.choice(ops)}"', text, count=1)
        return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=int, default=1, help="every which of the models below is taken")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    models = Models(options.seed)
    keras, graphs = list(keras_models()), list(onnx_models())
    for model in keras[::options.part]:
        models.check(json.dumps(model).encode(), ".json")
    for text in graphs[::options.part]:
        models.check(text.encode(), ".pbtxt")
    files = []
    for folder in options.folders:
        files += [(path.read_bytes(), path.suffix) for path in sorted(pathlib.Path(folder).rglob("*"))
                  if path.suffix in (".json", ".onnx", ".pbtxt") and path.stat().st_size < 1 << 20]
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        kind = models.random.randrange(4 if files else 2)
        if kind == 0:
            models.check(json.dumps(models.change_values(copy.deepcopy(models.random.choice(keras)))).encode(),
                         ".json")
        elif kind == 1:
            models.check(models.change_text(models.random.choice(graphs)).encode(), ".pbtxt")
        else:
            data, extension = models.random.choice(files)
            if extension == ".json":
                try:
                    data = json.dumps(models.change_values(json.loads(data))).encode()
                except (ValueError, IndexError):
                    continue
            else:
                data = models.change_bytes(data)
            models.check(data, extension)
    print(f"{models.count} models, {models.broken} broken promises")
    sys.exit(models.broken > 0)


main()
