# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tests that ONNX publishes for its backends: a model of one operator or of a few, and
files with its inputs and with what it computes of them."""

import pathlib
import re

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# Where Debian's package libonnx-testdata has them.
DATA = "/usr/share/libonnx-testdata/data"

# Element types by their numbers, as programs name them.
ELEMENTS = {TensorProto.FLOAT: "f32", TensorProto.UINT8: "ui8", TensorProto.INT8: "i8",
            TensorProto.UINT16: "ui16", TensorProto.INT16: "i16", TensorProto.INT32: "i32",
            TensorProto.INT64: "i64", TensorProto.BOOL: "i1", TensorProto.FLOAT16: "f16",
            TensorProto.DOUBLE: "f64", TensorProto.UINT32: "ui32", TensorProto.UINT64: "ui64",
            TensorProto.COMPLEX64: "complex<f32>", TensorProto.COMPLEX128: "complex<f64>",
            TensorProto.BFLOAT16: "bf16"}
TYPES = {"f32": np.float32, "ui8": np.uint8, "i8": np.int8, "ui16": np.uint16, "i16": np.int16,
         "i32": np.int32, "i64": np.int64, "i1": np.bool_, "f16": np.float16, "f64": np.float64,
         "ui32": np.uint32, "ui64": np.uint64, "complex<f32>": np.complex64,
         "complex<f64>": np.complex128}


class Unreadable(Exception):
    """A value that no tensor of numbers can hold; says what it is."""


def tensor_type(shape, element):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


class Tensor:
    """An array and the name of its element type. NumPy has no bf16: its numbers are f32
    here, and what is stored is their upper half."""

    def __init__(self, array, element):
        self.array, self.element = np.asarray(array), element

    @classmethod
    def of(cls, proto):
        if proto.data_type not in ELEMENTS:
            raise Unreadable("a tensor of strings")
        return cls(numpy_helper.to_array(proto), ELEMENTS[proto.data_type])

    @classmethod
    def stored(cls, shape, element, content):
        """The tensor of bytes that the CPU device stored."""
        if element == "bf16":
            array = (np.frombuffer(content, np.uint16).astype(np.uint32) << 16).view(np.float32)
        else:
            array = np.frombuffer(content, TYPES[element])
        return cls(array.reshape(shape), element)

    @property
    def type(self):
        return tensor_type(self.array.shape, self.element)

    def content(self):
        array = np.ascontiguousarray(self.array)
        if self.element == "bf16":
            return (array.view(np.uint32) >> 16).astype(np.uint16).tobytes()
        return array.tobytes()

    def literal(self):
        """The text of a constant of StableHLO."""
        if self.array.size == 0:
            return "dense<>"
        if self.element == "i1":
            return f"dense<{str(self.array.tolist()).lower()}>"
        return f'dense<"0x{self.content().hex()}">'

    def proto(self, name):
        number = next(number for number, element in ELEMENTS.items() if element == self.element)
        return helper.make_tensor(name, number, self.array.shape, self.content(), raw=True)


def read_value(path, kind):
    """The tensor of a file, a list of them for a sequence, and None for an optional value
    that is not there."""
    content = path.read_bytes()
    if kind.HasField("tensor_type"):
        tensor = Tensor.of(onnx.TensorProto.FromString(content))
        # The files of numbers of bf16 hold their bits.
        if kind.tensor_type.elem_type == TensorProto.BFLOAT16 and tensor.element == "ui16":
            return Tensor.stored(tensor.array.shape, "bf16", tensor.content())
        return tensor
    if kind.HasField("sequence_type"):
        return value_of(onnx.SequenceProto.FromString(content))
    if kind.HasField("optional_type"):
        return value_of(onnx.OptionalProto.FromString(content))
    raise Unreadable("no value of the three kinds that files have")


def value_of(proto):
    if isinstance(proto, onnx.TensorProto):
        return Tensor.of(proto)
    if isinstance(proto, onnx.SequenceProto):
        field = {1: "tensor_values", 3: "sequence_values", 5: "optional_values"}.get(proto.elem_type)
        return [value_of(item) for item in getattr(proto, field)] if field else []
    field = {1: "tensor_value", 3: "sequence_value"}.get(proto.elem_type)
    return value_of(getattr(proto, field)) if field else None


class Test:
    """A folder with a model and its data."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.name = f"{self.folder.parent.name}/{self.folder.name}"
        self.path = self.folder / "model.onnx"

    def model(self):
        return onnx.load(str(self.path))

    def data(self, model):
        """Inputs and outputs of each set of data, in the order of the model's."""
        folders = sorted(self.folder.glob("test_data_set_*"))
        return [([read_value(folder / f"input_{number}.pb", value.type)
                  for number, value in enumerate(inputs_of(model.graph))],
                 [read_value(folder / f"output_{number}.pb", value.type)
                  for number, value in enumerate(model.graph.output)]) for folder in folders]


def inputs_of(graph):
    """What the graph is given: an initializer may be listed as an input as well."""
    held = {item.name for item in graph.initializer}
    return [value for value in graph.input if value.name not in held]


def find(data, only=""):
    """The tests of a folder whose names match, in the order of their names."""
    tests = [Test(path.parent) for path in sorted(pathlib.Path(data).glob("*/test_*/model.onnx"))]
    return [test for test in tests if re.search(only, test.name)]
