# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of Keras with weights in their files: used, evaluated, trained and exported, and compared with
NumPy, with h5py and with the same weights given by name."""

import io
import json
import pathlib
import shutil
import subprocess
import zipfile

import h5py
import numpy as np
from keras_files import (archive_weights, datasets, functional, layer, read_safetensors, write_h5, write_keras,
                         write_safetensors)

rng = np.random.default_rng(3)


def run(*arguments, succeeds=True):
    done = subprocess.run(["trainlint-run", *arguments, "--isolated"], capture_output=True, text=True)
    assert (done.returncode == 0) == succeeds, (arguments, done)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.strip()


def refused(*arguments):
    return run(*arguments, succeeds=False)[1].removeprefix("trainlint-run: ")


def random(*shape, kind="f4"):
    return rng.normal(scale=0.5, size=shape).astype(kind)


# A small network, and what NumPy makes of it.

CLASSES = 3
mlp = functional("mlp", [
    layer("InputLayer", "x", batch_input_shape=[None, 6], dtype="float32"),
    layer("Dense", "hidden", "x", units=8, dtype="float32", activation="relu"),
    layer("BatchNormalization", "norm", "hidden", axis=[1], epsilon=0.01, dtype="float32"),
    layer("Dense", "logits", "norm", units=CLASSES, dtype="float32")], ["logits"])
weights = {"hidden/kernel": random(6, 8), "hidden/bias": random(8), "norm/gamma": random(8) + 1, "norm/beta": random(8),
           "norm/moving_mean": random(8), "norm/moving_variance": random(8) ** 2 + 0.5,
           "logits/kernel": random(8, CLASSES), "logits/bias": random(CLASSES)}
training = {"optimizer_config": {"class_name": "Adam", "config": {"learning_rate": 0.02}},
            "loss": {"class_name": "SparseCategoricalCrossentropy", "config": {"from_logits": True}},
            "metrics": ["accuracy"]}
x = rng.normal(size=(90, 6)).astype("f4")
labels = (x[:, 0] > 0).astype("i4") + (x[:, 1] > 0.5).astype("i4")
np.savez("data.npz", x=x, labels=labels)


def group(values, form="{}:0"):
    """The variables of layers in HDF5."""
    groups = {name: {} for name in ("hidden", "norm", "logits")}
    for name, value in values.items():
        groups[name.split("/")[0]][form.format(name)] = value
    return groups


def by_order(values):
    """The same in an archive."""
    lists = {"layers/dense": [], "layers/batch_normalization": [], "layers/dense_1": []}
    for name, value in values.items():
        lists[{"hidden": "layers/dense", "logits": "layers/dense_1"}.get(
            name.split("/")[0], "layers/batch_normalization")].append(value)
    return lists


def forward(values):
    hidden = np.maximum(x @ values["hidden/kernel"] + values["hidden/bias"], 0)
    normal = (hidden - values["norm/moving_mean"]) / np.sqrt(values["norm/moving_variance"] + 0.01)
    return (normal * values["norm/gamma"] + values["norm/beta"]) @ values["logits/kernel"] + values["logits/bias"]


def loss_of(logits):
    shifted = logits - logits.max(1, keepdims=True)
    return -(shifted - np.log(np.exp(shifted).sum(1, keepdims=True)))[np.arange(len(x)), labels].mean()


write_h5("mlp.h5", mlp, group(weights), training)
write_h5("keras3.h5", mlp, group(weights, "mlp/{}"), training, version="3.10.0", encode=str)
write_keras("mlp.keras", mlp | {"compile_config": {"optimizer": "adam", "loss": training["loss"]}}, by_order(weights))
write_keras("packed.keras", mlp, by_order(weights), method=zipfile.ZIP_DEFLATED)
write_h5("gzip.h5", mlp, group(weights), compression="gzip", shuffle=True, chunks=True)
write_h5("swapped.h5", mlp, group({name: value.astype(">f4") for name, value in weights.items()}))
with open("mlp.json", "w") as file:
    json.dump(mlp, file)
wanted = forward(weights)
for file in "mlp.h5", "keras3.h5", "mlp.keras", "packed.keras", "gzip.h5", "swapped.h5":
    run(file, "--predict", "y.npy", "--data", "data.npz", "--batch-size", "30")
    assert np.allclose(np.load("y.npy"), wanted, atol=2e-5), file
print("predictions as NumPy: 6 files")
for file in "mlp.h5", "keras3.h5", "mlp.keras":
    found = run(file, "--evaluate", "--data", "data.npz")[0][0]["evaluation"]
    assert abs(found["loss"] - loss_of(wanted)) < 1e-5, (file, found)
    assert abs(found["accuracy"] - (wanted.argmax(1) == labels).mean()) < 1e-6, (file, found)
print("evaluation as NumPy: 3 files")

# Floats of other sizes are rounded.
halves = {name: value.astype("f2") for name, value in weights.items()}
write_h5("half.h5", mlp, group(halves))
write_h5("double.h5", mlp, group({name: value.astype("f8") for name, value in weights.items()}))
for file, values in ("half.h5", {name: value.astype("f4") for name, value in halves.items()}), ("double.h5", weights):
    run(file, "--predict", "y.npy", "--data", "data.npz")
    assert np.allclose(np.load("y.npy"), forward(values), atol=2e-5), file
print("float16 and float64 as float32")

# Trained weights go back to where they were.

STEPS = ["--data", "data.npz", "--batch-size", "30", "--steps", "40", "--optimizer", "adam", "--learning-rate", "0.02"]
for file in "mlp.h5", "keras3.h5", "mlp.keras", "packed.keras", "half.h5":
    trained = "trained" + pathlib.Path(file).suffix
    common = [file, *STEPS, "--training", "loss=sparse_categorical_crossentropy", "--training", "from_logits=true"]
    steps = run(*common, "--export", trained)[0]
    run(*common, "--export", "trained.safetensors")
    assert steps[-1]["loss"] < 0.8 * steps[0]["loss"], (file, steps[0], steps[-1])
    values = read_safetensors("trained.safetensors")
    run(trained, "--predict", "y.npy", "--data", "data.npz")
    tolerance = 2e-2 if file == "half.h5" else 2e-5
    assert np.allclose(np.load("y.npy"), forward(values), atol=tolerance), file
    if trained.endswith(".keras"):
        before, after = archive_weights(file), archive_weights(trained)
        with zipfile.ZipFile(file) as old, zipfile.ZipFile(trained) as new:
            assert [entry.filename for entry in old.infolist()] == [entry.filename for entry in new.infolist()]
            for name in "metadata.json", "config.json", "assets/words.txt":
                assert old.read(name) == new.read(name)
        assert before.keys() == after.keys() and all((before[name] != after[name]).any() for name in before)
        for name, value in values.items():
            assert any(np.array_equal(value, other) for other in after.values()), name
        continue
    with h5py.File(file) as old, h5py.File(trained) as new:
        old_bytes, new_bytes = bytearray(pathlib.Path(file).read_bytes()), bytearray(pathlib.Path(trained).read_bytes())
        found = datasets(new["model_weights"])
        assert len(found) == len(weights)
        for name, value in values.items():
            place = next(item for path, item in found.items() if path.split(":")[0].endswith(name))
            assert np.array_equal(place[()], value.astype(place.dtype)), name
            begin, size = place.id.get_offset(), place.id.get_storage_size()
            for content in old_bytes, new_bytes:
                content[begin:begin + size] = bytes(size)
        assert new["optimizer_weights/iter"][()] == 7
    assert old_bytes == new_bytes, file
print("exported and read by h5py: 5 files; the rest is the same")

print("chunks:", refused("gzip.h5", *STEPS, "--loss", "mse", "--export", "t.h5"))
print("another kind:", refused("mlp.h5", *STEPS, "--export", "t.keras"))
print("no weights:", refused("mlp.json", *STEPS, "--loss", "mse", "--export", "t.h5"))

# What disagrees with the model.

write_h5("shape.h5", mlp, group(weights | {"hidden/kernel": random(6, 9)}))
print("shape:", refused("shape.h5", "--predict", "y.npy", "--data", "data.npz").splitlines()[0])
write_h5("missing.h5", mlp, group({name: value for name, value in weights.items() if name != "norm/beta"}))
print("missing:", refused("missing.h5", "--predict", "y.npy", "--data", "data.npz").splitlines()[0])
write_h5("integers.h5", mlp, group(weights | {"hidden/bias": np.arange(8)}))
print("integers:", refused("integers.h5", "--predict", "y.npy", "--data", "data.npz").splitlines()[0])
write_keras("fewer.keras", mlp, {name: values for name, values in by_order(weights).items() if name != "layers/dense_1"})
print("fewer layers:", refused("fewer.keras", "--predict", "y.npy", "--data", "data.npz").splitlines()[0])
short = by_order(weights)
short["layers/batch_normalization"].pop()
write_keras("short.keras", mlp, short)
print("fewer weights:", refused("short.keras", "--predict", "y.npy", "--data", "data.npz").splitlines()[0])

# Layers of all kinds, whose weights are found as those that are given by name.

inner = functional("inner", [
    layer("InputLayer", "in", batch_input_shape=[None, 8, 8, 4], dtype="float32"),
    layer("SeparableConv2D", "split", "in", filters=4, kernel_size=[3, 3], dtype="float32"),
    layer("Conv2D", "conv", "split", filters=3, kernel_size=[3, 3], dtype="float32")], ["conv"])
zoo = functional("zoo", [
    layer("InputLayer", "image", batch_input_shape=[None, 10, 10, 2], dtype="float32"),
    layer("InputLayer", "words", batch_input_shape=[None, 5, 4], dtype="float32"),
    layer("Conv2D", "block1/conv", "image", filters=4, kernel_size=[3, 3], dtype="float32"),
    inner | {"name": "inner", "inbound_nodes": [[["block1/conv", 0, 0, {}]]]},
    layer("DepthwiseConv2D", "depth", "inner", kernel_size=[2, 2], dtype="float32"),
    layer("GlobalAveragePooling2D", "pool", "depth", dtype="float32"),
    layer("Dropout", "drop", "words", rate=0.5, dtype="float32"),
    layer("LayerNormalization", "norm", "drop", axis=[2], dtype="float32"),
    layer("MultiHeadAttention", "attention", "norm", "norm", num_heads=2, key_dim=3, dtype="float32"),
    layer("Bidirectional", "both", "attention", dtype="float32", merge_mode="concat", layer={
        "class_name": "LSTM", "config": {"name": "lstm", "units": 3, "return_sequences": True, "dtype": "float32"}}),
    layer("TimeDistributed", "each", "both", dtype="float32", layer={
        "class_name": "Dense", "config": {"name": "dense", "units": 5, "dtype": "float32"}}),
    layer("PReLU", "slope", "each", dtype="float32"),
    layer("GRU", "gru", "slope", units=4, reset_after=True, dtype="float32"),
    layer("RNN", "stack", "slope", dtype="float32", cell={"class_name": "StackedRNNCells", "config": {
        "name": "cells", "dtype": "float32", "cells": [
            {"class_name": "LSTMCell", "config": {"name": "lstm_cell", "units": units, "use_bias": False,
                                                  "dtype": "float32"}} for units in (2, 2)]}}),
    layer("Concatenate", "all", "pool", "gru", "stack", dtype="float32"),
    layer("Dense", "first", "all", units=4, dtype="float32"),
    layer("Dense", "second", "first", units=4, dtype="float32")], ["second"])
# By name, and where Keras has it in HDF5 and in an archive.
ZOO = [
    ("block1/conv/kernel", (3, 3, 2, 4), "block1/conv", "block1/conv/kernel", "layers/conv2d", 0),
    ("block1/conv/bias", (4,), "block1/conv", "block1/conv/bias", "layers/conv2d", 1),
    ("inner/split/depthwise_kernel", (3, 3, 4, 1), "inner", "split/depthwise_kernel",
     "layers/functional/layers/separable_conv2d", 0),
    ("inner/split/pointwise_kernel", (1, 1, 4, 4), "inner", "split/pointwise_kernel",
     "layers/functional/layers/separable_conv2d", 1),
    ("inner/split/bias", (4,), "inner", "split/bias", "layers/functional/layers/separable_conv2d", 2),
    ("inner/conv/kernel", (3, 3, 4, 3), "inner", "conv/kernel", "layers/functional/layers/conv2d", 0),
    ("inner/conv/bias", (3,), "inner", "conv/bias", "layers/functional/layers/conv2d", 1),
    ("depth/depthwise_kernel", (2, 2, 3, 1), "depth", "depth/depthwise_kernel", "layers/depthwise_conv2d", 0),
    ("depth/bias", (3,), "depth", "depth/bias", "layers/depthwise_conv2d", 1),
    ("norm/gamma", (4,), "norm", "norm/gamma", "layers/layer_normalization", 0),
    ("norm/beta", (4,), "norm", "norm/beta", "layers/layer_normalization", 1),
    *[(f"attention/{part}/{name}", shape, "attention", f"attention/{part}/{name}",
       f"layers/multi_head_attention/{owner}", number)
      for part, owner in (("query", "query_dense"), ("key", "key_dense"), ("value", "value_dense"))
      for name, shape, number in (("kernel", (4, 2, 3), 0), ("bias", (2, 3), 1))],
    ("attention/attention_output/kernel", (2, 3, 4), "attention", "attention/attention_output/kernel",
     "layers/multi_head_attention/output_dense", 0),
    ("attention/attention_output/bias", (4,), "attention", "attention/attention_output/bias",
     "layers/multi_head_attention/output_dense", 1),
    *[(f"both/{way}/{name}", shape, "both", f"both/{way}_lstm/lstm_cell/{name}",
       f"layers/bidirectional/{way}_layer/cell", number)
      for way in ("forward", "backward")
      for name, shape, number in (("kernel", (4, 12), 0), ("recurrent_kernel", (3, 12), 1), ("bias", (12,), 2))],
    ("each/kernel", (6, 5), "each", "each/kernel", "layers/time_distributed/layer", 0),
    ("each/bias", (5,), "each", "each/bias", "layers/time_distributed/layer", 1),
    ("slope/alpha", (5, 5), "slope", "slope/alpha", "layers/p_re_lu", 0),
    ("gru/kernel", (5, 12), "gru", "gru/gru_cell/kernel", "layers/gru/cell", 0),
    ("gru/recurrent_kernel", (4, 12), "gru", "gru/gru_cell/recurrent_kernel", "layers/gru/cell", 1),
    ("gru/bias", (2, 12), "gru", "gru/gru_cell/bias", "layers/gru/cell", 2),
    # Cells of one class have numbers, which go on after those of other models.
    *[(f"stack/cell/lstm_cell{after}/{name}", (size, 8), "stack",
       f"stack/stacked_rnn_cells/lstm_cell_{place + 3}/{name}", f"layers/rnn/cell/cells/lstm_cell{after}", number)
      for place, after, width in ((0, "", 5), (1, "_1", 2))
      for name, size, number in (("kernel", width, 0), ("recurrent_kernel", 2, 1))],
    # In HDF5 of a model that was made after others a variable may have a number.
    ("first/kernel", (9, 4), "first", "first_1/kernel", "layers/dense", 0),
    ("first/bias", (4,), "first", "first_1/bias", "layers/dense", 1),
    ("second/kernel", (4, 4), "second", "second/kernel_1", "layers/dense_1", 0),
    ("second/bias", (4,), "second", "second/bias_1", "layers/dense_1", 1)]
values = {name: random(*shape) for name, shape, *rest in ZOO}
groups, lists = {}, {}
for name, shape, top, variable, owner, number in ZOO:
    groups.setdefault(top, {})[variable + ":0"] = values[name]
    lists.setdefault(owner, []).append(values[name])
    assert len(lists[owner]) == number + 1
seed = {"layers/dropout/seed_generator": [np.array([1, 2], "u4")]}
# As versions before Keras 3 count: each layer once for itself and once for its weights.
twice = {}
for owner, items in (lists | seed).items():
    owner = owner.replace("layers/dense_1", "layers/dense_2")
    twice[owner.replace("layers/", "_layer_checkpoint_dependencies/")
          .replace("attention/", "attention/_")] = items
np.savez("zoo.npz", image=random(12, 10, 10, 2), words=random(12, 5, 4))
write_safetensors("zoo.safetensors", values)


def predict(*arguments):
    problems = run(*arguments, "--predict", "y.npy", "--data", "zoo.npz", "--batch-size", "4")[1]
    assert not problems, problems
    return np.load("y.npy")


for version, files in ("2.15.0", ["zoo.h5"]), ("3.10.0", ["zoo.keras", "twice.keras"]):
    with open("zoo.json", "w") as file:
        json.dump(zoo | {"keras_version": version}, file)
    wanted = predict("zoo.json", "--init", "zoo.safetensors")
    write_h5("zoo.h5", zoo, groups)
    write_keras("zoo.keras", zoo, lists | seed)
    write_keras("twice.keras", zoo, twice, version="2.15.0" if version[0] == "2" else version)
    for file in files:
        assert np.array_equal(predict(file), wanted), file
print(f"{len(values)} weights of 17 layers found in 3 files")
