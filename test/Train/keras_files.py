# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes models of Keras as Keras does, with weights: HDF5 by the names of variables, and archives by
the order of layers and of their variables."""

import io
import json
import pathlib
import struct
import zipfile

import h5py
import numpy as np


def layer(class_name, name, *sources, **config):
    """A layer of a functional model that is called once."""
    calls = [[[source, 0, 0, {}] for source in sources]] if sources else []
    return {"class_name": class_name, "name": name, "config": {"name": name, **config}, "inbound_nodes": calls}


def functional(name, layers, outputs):
    inputs = [entry["name"] for entry in layers if entry["class_name"] == "InputLayer"]
    return {"class_name": "Functional",
            "config": {"name": name, "layers": layers, "input_layers": [[entry, 0, 0] for entry in inputs],
                       "output_layers": [[entry, 0, 0] for entry in outputs]}}


def write_h5(path, model, groups, training=None, version="2.15.0", encode=str.encode, **storage):
    """`groups` has the variables of each layer at the top by their names."""
    with h5py.File(path, "w") as file:
        file.attrs["backend"] = "tensorflow"
        file.attrs["keras_version"] = version
        file.attrs["model_config"] = json.dumps(model)
        if training:
            file.attrs["training_config"] = json.dumps(training)
        top = file.create_group("model_weights")
        top.attrs["layer_names"] = [encode(name) for name in groups]
        for name, variables in groups.items():
            group = top.create_group(name)
            group.attrs["weight_names"] = [encode(variable) for variable in variables]
            for variable, value in variables.items():
                group.create_dataset(variable, data=value, **(storage if value.ndim else {}))
        # As that of an optimizer.
        file.create_group("optimizer_weights").create_dataset("iter", data=np.int64(7))


def write_keras(path, model, variables, version="3.10.0", method=zipfile.ZIP_STORED, **storage):
    """`variables` has lists by the paths of their groups: `layers/dense`."""
    weights = io.BytesIO()
    with h5py.File(weights, "w") as file:
        for group, values in variables.items():
            place = file.create_group(group + "/vars")
            for number, value in enumerate(values):
                place.create_dataset(str(number), data=value, **storage)
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("metadata.json", json.dumps({"keras_version": version}))
        archive.writestr("config.json", json.dumps(model))
        archive.writestr("model.weights.h5", weights.getvalue())
        archive.writestr("assets/words.txt", "one two")


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, value in tensors.items():
        content = np.ascontiguousarray(value).tobytes()
        header[name] = {"dtype": {"f2": "F16", "f4": "F32", "f8": "F64"}[value.dtype.str[1:]], "shape": value.shape,
                        "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    pathlib.Path(path).write_bytes(struct.pack("<Q", len(text)) + text + data)


def read_safetensors(path):
    data = pathlib.Path(path).read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    kinds = {"F16": "f2", "F32": "f4", "F64": "f8"}
    return {name: np.frombuffer(data[8 + size:][slice(*entry["data_offsets"])],
                                kinds[entry["dtype"]]).reshape(entry["shape"])
            for name, entry in header.items() if name != "__metadata__"}


def datasets(file):
    """All datasets of an open file by their paths."""
    found = {}
    file.visititems(lambda name, item: found.update({name: item}) if isinstance(item, h5py.Dataset) else None)
    return found


def archive_weights(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        with h5py.File(io.BytesIO(archive.read("model.weights.h5"))) as file:
            return {name: value[()] for name, value in datasets(file).items()}
