# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes models that end in logits, in probabilities, and in what may be either."""

import json


def keras(name, *layers):
    first = {"class_name": "InputLayer", "config": {"name": "input", "batch_input_shape": [None, 8, 4], "dtype": "float32"}}
    config = {"name": name, "layers": [first, *layers]}
    with open(f"{name}.json", "w") as file:
        json.dump({"class_name": "Sequential", "keras_version": "2.15.0", "config": config}, file)


def layer(kind, **config):
    return {"class_name": kind, "config": {"name": "last", "dtype": "float32", **config}}


keras("dense", layer("Dense", units=3))
keras("conv", layer("Conv1D", filters=3, kernel_size=[8]))
keras("softmax", layer("Dense", units=3, activation="softmax"))
keras("sigmoid", layer("Dense", units=3, activation="sigmoid"))
keras("relu", layer("Dense", units=3, activation="relu"))


def onnx(name, nodes):
    shape = "type { tensor_type { elem_type: 1 shape { dim { dim_param: 'n' } dim { dim_value: 3 } } } }"
    weights = " ".join(["0.5"] * 9)
    with open(f"{name}.pbtxt", "w") as file:
        file.write(f"ir_version: 8\nopset_import {{ version: 17 }}\ngraph {{\n  name: 'g'\n  input {{ name: 'x' {shape} }}\n"
                   f"  initializer {{ name: 'w' dims: 3 dims: 3 data_type: 1 float_data: [{weights.replace(' ', ', ')}] }}\n"
                   "  node { op_type: 'MatMul' name: 'first' input: 'x' input: 'w' output: 'a' }\n"
                   f"{nodes}  output {{ name: 'y' {shape} }}\n}}\n")


onnx("log", "  node { op_type: 'LogSoftmax' name: 'last' input: 'a' output: 'y' attribute { name: 'axis' type: INT i: 1 } }\n")
onnx("branches", "  node { op_type: 'Sigmoid' name: 'other' input: 'x' output: 'b' }\n"
                 "  node { op_type: 'Add' name: 'last' input: 'a' input: 'b' output: 'y' }\n")
onnx("product", "  node { op_type: 'Softmax' name: 'parts' input: 'a' output: 'b' }\n"
                "  node { op_type: 'Transpose' name: 'turned' input: 'a' output: 't' }\n"
                "  node { op_type: 'MatMul' name: 'pairs' input: 't' input: 'b' output: 'p' }\n"
                "  node { op_type: 'MatMul' name: 'last' input: 'b' input: 'p' output: 'y' }\n")
