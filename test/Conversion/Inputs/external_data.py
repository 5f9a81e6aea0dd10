# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares models whose weights lie in other files, as ONNX's own library puts them there, with those that hold them.

    external_data.py GRAPHS
"""

import pathlib
import subprocess
import sys
import tempfile

import google.protobuf.message
import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

rng = numpy.random.default_rng(5)


def lowered(path, batch):
    return subprocess.run(["trainlint-run", "--isolated", "--emit=forward", f"--batch-size={batch}", path],
                          capture_output=True, text=True, errors="replace", check=False)


def compare(model, name, folder, batch=2, **how):
    # The library adds to files that are there.
    for file in folder.iterdir():
        file.unlink()
    onnx.save_model(model, str(folder / "whole.onnx"))
    # The library moves the elements of the model that it is given.
    moved = onnx.load(str(folder / "whole.onnx"))
    onnx.save_model(moved, str(folder / "split.onnx"), save_as_external_data=True, size_threshold=0, convert_attribute=True, **how)
    whole, split = (lowered(folder / file, batch) for file in ("whole.onnx", "split.onnx"))
    assert whole.returncode == split.returncode, (name, split.stderr)
    if whole.returncode == 0:
        assert whole.stdout == split.stdout, name
    return whole.returncode == 0


def every_type():
    """A tensor of each type of numbers, of which a sum in f32 is taken, and one in a constant and in a branch."""
    nodes, initializers, last = [], [], "x"
    types = ["float32", "float64", "float16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool"]
    for kind in types:
        values = rng.integers(0, 2, (70, 3)).astype(kind)
        initializers.append(numpy_helper.from_array(values, f"w_{kind}"))
        nodes.append(helper.make_node("Cast", [f"w_{kind}"], [f"c_{kind}"], to=TensorProto.FLOAT))
        nodes.append(helper.make_node("Add", [last, f"c_{kind}"], [f"s_{kind}"]))
        last = f"s_{kind}"
    table = numpy_helper.from_array(rng.normal(size=(70, 3)).astype("float32"), "value")
    nodes.append(helper.make_node("Constant", [], ["table"], value=table))
    inner = numpy_helper.from_array(rng.normal(size=(70, 3)).astype("float32"), "inner")
    other = numpy_helper.from_array(rng.normal(size=(70, 3)).astype("float32"), "other")
    kind = helper.make_tensor_type_proto(TensorProto.FLOAT, [70, 3])
    branches = {f"{way}_branch": helper.make_graph([helper.make_node("Add", ["table", tensor.name], [f"of_{way}"])], way, [],
                                                   [helper.make_value_info(f"of_{way}", kind)], [tensor])
                for way, tensor in (("then", inner), ("else", other))}
    nodes.append(helper.make_node("If", ["choice"], ["chosen"], **branches))
    nodes.append(helper.make_node("Add", [last, "chosen"], ["y"]))
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [70, 3]),
              helper.make_tensor_value_info("choice", TensorProto.BOOL, [])]
    graph = helper.make_graph(nodes, "types", inputs, [helper.make_tensor_value_info("y", TensorProto.FLOAT, [70, 3])], initializers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        assert compare(every_type(), "types", folder, 70, all_tensors_to_one_file=True, location="w.bin")
        assert compare(every_type(), "types", folder, 70, all_tensors_to_one_file=False)
        count = 0
        for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.onnx")):
            try:
                model = onnx.load(str(path), load_external_data=False)
            except google.protobuf.message.DecodeError:
                continue
            if len(model.graph.initializer) > 2:
                count += compare(model, path.name, folder, all_tensors_to_one_file=True, location="w.bin")
    print(f"{count} public models are the same with their weights in another file")


main()
