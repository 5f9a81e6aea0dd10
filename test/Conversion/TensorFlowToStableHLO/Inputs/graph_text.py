# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes graphs of TensorFlow as text, and runs the steps that they become."""

import json
import os
import re
import subprocess

import numpy as np

TYPES = {"float32": "DT_FLOAT", "float64": "DT_DOUBLE", "float16": "DT_HALF", "int32": "DT_INT32",
         "int64": "DT_INT64", "bool": "DT_BOOL", "uint8": "DT_UINT8"}


class Type(str):
    """The element type that an attribute names, as NumPy calls it."""


class Shape(tuple):
    """A shape that an attribute gives."""


def shape_text(shape):
    return " ".join(f"dim {{ size: {size} }}" for size in shape)


def tensor_text(array):
    array = np.asarray(array)
    content = "".join(f"\\{byte:03o}" for byte in np.ascontiguousarray(array).tobytes())
    return (f"tensor {{ dtype: {TYPES[array.dtype.name]} tensor_shape {{ {shape_text(array.shape)} }} "
            f'tensor_content: "{content}" }}')


def value_text(value):
    if isinstance(value, Type):
        return f"type: {TYPES[value]}"
    if isinstance(value, Shape):
        return f"shape {{ {shape_text(value)} }}"
    if isinstance(value, bool):
        return f"b: {str(value).lower()}"
    if isinstance(value, int):
        return f"i: {value}"
    if isinstance(value, float):
        return f"f: {value!r}"
    if isinstance(value, str):
        return f's: "{value}"'
    if isinstance(value, (list, tuple)):
        return "list { " + " ".join(value_text(item) for item in value) + " }"
    return tensor_text(value)


class Graph:
    def __init__(self):
        self.nodes = []

    def node(self, name, op, inputs=(), **attributes):
        lines = [f'node {{ name: "{name}" op: "{op}"']
        lines += [f'  input: "{text}"' for text in inputs]
        lines += [f'  attr {{ key: "{key}" value {{ {value_text(value)} }} }}'
                  for key, value in attributes.items()]
        self.nodes.append("\n".join(lines) + "\n}\n")
        return name

    def constant(self, name, array):
        array = np.asarray(array)
        return self.node(name, "Const", dtype=Type(array.dtype.name), value=array)

    def placeholder(self, name, array):
        return self.node(name, "Placeholder", dtype=Type(array.dtype.name), shape=Shape(array.shape))

    def variable(self, name, initial):
        """A reference variable with its initializer."""
        initial = np.asarray(initial)
        element = Type(initial.dtype.name)
        self.node(name, "VariableV2", dtype=element, shape=Shape(initial.shape))
        self.constant(name + "/initial_value", initial)
        self.node(name + "/Assign", "Assign", [name, name + "/initial_value"], T=element)
        return name

    def text(self):
        return "".join(self.nodes) + "versions { producer: 134 }\n"


def lower(graph_path, *options):
    done = subprocess.run(["trainlint-translate", "--graph-to-step", graph_path, *options],
                          capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise SystemExit(done.stderr[:4000])
    return done.stdout


ARGUMENT = re.compile(r"%arg\d+: tensor<([^>]*)> (\{[^}]*\})")
DTYPES = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "i32": np.int32, "i64": np.int64,
          "i1": np.bool_, "ui8": np.uint8, "ui64": np.uint64}


class Step:
    """The module of a step."""

    def __init__(self, text):
        self.text = text
        head = re.search(r"func\.func @main\((.*?)\) -> \((.*?)\) \{\n", text, re.S)
        self.arguments = []
        for kind, attributes in ARGUMENT.findall(head.group(1)):
            role = re.search(r'trainlint\.role = "(\w+)"', attributes).group(1)
            name = re.search(r'trainlint\.name = "([^"]*)"', attributes)
            *sizes, element = kind.split("x")
            self.arguments.append((role, name and name.group(1), tuple(map(int, sizes)), element))
        self.results = re.findall(r"tensor<([^>]*)> (\{[^}]*\})", head.group(2))

    def of_role(self, role):
        return [argument for argument in self.arguments if argument[0] == role]

    def repeated(self, steps):
        """A program that takes the state and all batches, and gives all metrics and the state."""
        def kind(sizes, element):
            return "tensor<" + "".join(f"{size}x" for size in sizes) + element + ">"
        body = self.text.replace("func.func @main(", "func.func private @step(", 1)
        body = re.sub(r"func\.func @init\(.*?\n  \}\n", "", body, flags=re.S)
        state, rest = self.of_role("state"), self.arguments[len(self.of_role("state")):]
        types = [kind(*argument[2:]) for argument in state + rest]
        metrics = [f"tensor<{text}>" for text, _ in self.results[len(state):]]
        parameters = [f"%s{i}: {types[i]}" for i in range(len(state))]
        values = [f"%s{i}" for i in range(len(state))]
        lines, given = [], []
        for number in range(steps):
            batch = [f"%b{number}_{i}" for i in range(len(rest))]
            parameters += [f"{name}: {types[len(state) + i]}" for i, name in enumerate(batch)]
            count = len(state) + len(metrics)
            outputs = ", ".join(types[:len(state)] + metrics)
            lines.append(f"    %r{number}:{count} = func.call @step({', '.join(values + batch)}) : "
                         f"({', '.join(types)}) -> ({outputs})")
            values = [f"%r{number}#{i}" for i in range(len(state))]
            given += [f"%r{number}#{len(state) + i}" for i in range(len(metrics))]
        outputs = metrics * steps + types[:len(state)]
        lines.append(f"    return {', '.join(given + values)} : {', '.join(outputs)}")
        main = (f"  func.func @main({', '.join(parameters)}) -> ({', '.join(outputs)}) {{\n"
                + "\n".join(lines) + "\n  }\n}\n")
        return body.rstrip()[:-1] + main

    def initial(self, folder, seed=0):
        """What @init gives, by name."""
        text = re.sub(r"func\.func @main\(.*?\n  \}\n", "", self.text, flags=re.S)
        text = text.replace("@init(", "@main(", 1)
        text = re.sub(r"num_replicas = \d+", "num_replicas = 1", text)
        values = run(text, [np.int64(seed)], folder)
        return {name: value for (_, name, _, _), value in zip(self.of_role("state"), values)}


def run(text, inputs, folder, *options):
    """Runs the function @main on the CPU device."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "program.mlir")
    with open(path, "w") as file:
        file.write(text)
    command = ["trainlint-run", path, "--output", os.path.join(folder, "out.npy"), *options]
    for number, array in enumerate(inputs):
        name = os.path.join(folder, f"in{number}.npy")
        np.save(name, array)
        command += ["--input", name]
    for name in os.listdir(folder):
        if name.startswith("out"):
            os.remove(os.path.join(folder, name))
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    if done.returncode:
        raise SystemExit(done.stderr[:4000])
    names = [name for name in os.listdir(folder) if name.startswith("out")]
    names.sort(key=lambda name: [int(part) for part in re.findall(r"\d+", name)])
    return [np.load(os.path.join(folder, name)) for name in names]


def read_tensors(path, element):
    """The tensors of a file of safetensors by their names; only those of an element type such as `F32`, without scalars."""
    with open(path, "rb") as file:
        head = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        begin = file.tell()
    dtype = {"F32": "<f4", "F64": "<f8"}[element]
    return {name: np.memmap(path, dtype, "r", begin + item["data_offsets"][0], tuple(item["shape"]))
            for name, item in head.items()
            if name != "__metadata__" and item["dtype"] == element and item["shape"]}
