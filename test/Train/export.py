# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: export.py RUNTIME

Trains a model that PyTorch exported, exports it, and compares it with PyTorch and with ONNX
Runtime, in the folder of its package for Node."""

import json
import pathlib
import subprocess
import sys

import numpy as np
import onnx
import onnx.checker
import onnx.helper
import onnx.numpy_helper
import torch

HERE = pathlib.Path(__file__).parent
CLASSES = 3

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Linear(6, 16), torch.nn.BatchNorm1d(16), torch.nn.ReLU(), torch.nn.Dropout(0.2), torch.nn.Linear(16, CLASSES))
model.eval()
names = dict(input_names=["x"], output_names=["y"], dynamic_axes={"x": {0: "n"}, "y": {0: "n"}})

rng = np.random.default_rng(1)
features = rng.normal(size=(300, 6)).astype("f4")
labels = (features[:, 0] * features[:, 1] > 0.2).astype("i4") + (features[:, 2] > 1).astype("i4")
np.savez("data.npz", x_train=features[:240], labels_train=labels[:240], x_test=features[240:], labels_test=labels[240:])

COMMON = ["--isolated", "--loss", "sparse_categorical_crossentropy", "--training", "from_logits=true"]


def run(*arguments):
    done = subprocess.run(["trainlint-run", *arguments], capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


# PyTorch stores equal tensors once: new statistics are a scale and an offset as well. They are
# states of their own here, and no initializers of the file.
torch.onnx.export(model, torch.zeros(2, 6), "new.onnx", opset_version=15, do_constant_folding=False, **names)
problem = run("new.onnx", *COMMON, "--batch-size", "16", "--data", "data.npz", "--steps", "1", "--export", "t.onnx")[1]
print("new statistics:", problem.split(": ", 2)[2].split(";")[0])
with torch.no_grad():
    model[1].running_mean.add_(0.25)
    model[1].running_var.mul_(1.5)
torch.onnx.export(model, torch.zeros(2, 6), "model.onnx", opset_version=15, do_constant_folding=False, **names)
steps, problems = run("model.onnx", *COMMON, "--optimizer", "adam", "--learning-rate", "0.01", "--batch-size", "16",
                      "--data", "data.npz", "--steps", "150", "--export", "trained.onnx")
assert not problems, problems
assert steps[-1]["loss"] < 0.7 * steps[0]["loss"], (steps[0], steps[-1])
print("the loss falls")

before, after = onnx.load("model.onnx"), onnx.load("trained.onnx")
onnx.checker.check_model(after)
weights = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in after.graph.initializer}
old = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in before.graph.initializer}
changed = [name for name, value in weights.items() if not np.array_equal(value, old[name])]
for file in before, after:
    for tensor in file.graph.initializer:
        tensor.ClearField("raw_data")
assert before == after
print(f"{len(weights)} weights, {len(changed)} of them changed; the rest of the file is the same")

model.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in weights.items()}, strict=False)
held_out, truth = torch.from_numpy(features[240:]), torch.from_numpy(labels[240:]).long()
with torch.no_grad():
    logits = model(held_out)
found = run("trained.onnx", *COMMON, "--evaluate", "--data", "data.npz")[0][0]["evaluation"]
assert abs(found["loss"] - torch.nn.functional.cross_entropy(logits, truth).item()) < 1e-5, found
assert abs(found["accuracy"] - (logits.argmax(1) == truth).float().mean().item()) < 1e-6, found
print("evaluation as PyTorch: loss, accuracy")

run("trained.onnx", "--isolated", "--predict", "y.npy", "--data", "data.npz", "--batch-size", "7")
predicted = np.load("y.npy")
assert np.allclose(predicted, logits.numpy(), atol=1e-5)
held_out.numpy().tofile("x.bin")
pathlib.Path("list.json").write_text(json.dumps([
    {"file": "trained.onnx", "inputs": [{"name": "x", "type": "float32", "sizes": [60, 6], "file": "x.bin"}]}]))
done = subprocess.run(["node", str(HERE.parent / "Conformance/Client/run_models.js"), sys.argv[1], "list.json"],
                      capture_output=True, text=True, check=True)
output = json.loads(done.stdout)[0]["outputs"][0]
assert np.allclose(np.fromfile(output["file"], "f4").reshape(60, CLASSES), predicted, atol=1e-5)
print("prediction as PyTorch and ONNX Runtime")


def branch(name, inner):
    value = onnx.helper.make_tensor_value_info(name, 1, None)
    return onnx.helper.make_graph(
        [onnx.helper.make_node("MatMul", ["x", "w"], [name])], name, [], [value],
        [onnx.numpy_helper.from_array(np.full((6, CLASSES), inner, "f4"), "w")])


nodes = [onnx.helper.make_node("If", ["c"], ["y"], then_branch=branch("a", 1), else_branch=branch("b", 2))]
graph = onnx.helper.make_graph(
    nodes, "g", [onnx.helper.make_tensor_value_info("x", 1, [4, 6])],
    [onnx.helper.make_tensor_value_info("y", 1, [4, CLASSES])], [onnx.numpy_helper.from_array(np.array(True), "c")])
onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 15)]), "branches.onnx")
problem = run("branches.onnx", *COMMON, "--fake-data", "--steps", "1", "--export", "again.onnx")[1]
print("a subgraph's weight:", problem.strip().removeprefix("trainlint-run: "))

# What is cut off is refused when it is read; here it is cut off afterwards.
data = pathlib.Path("model.onnx").read_bytes()
pathlib.Path("model.onnx").write_bytes(data[:-3])
problem = run("model.onnx", *COMMON, "--batch-size", "4", "--fake-data", "--steps", "1", "--export", "again.onnx")[1]
print("a damaged file:", "refused" if "error: " in problem and not pathlib.Path("again.onnx").exists() else problem)

# Weights in other files, as the newer exporters of PyTorch write them: training begins with them, and an export to another
# folder holds all elements, those of a constant and of a branch as well.
outer = onnx.numpy_helper.from_array(rng.normal(size=(6, CLASSES)).astype("f4"), "outer")
offset = onnx.numpy_helper.from_array(rng.normal(size=(1, CLASSES)).astype("f4"), "value")


def adding(name, number):
    value = onnx.helper.make_tensor_value_info(name, 1, [4, CLASSES])
    # Integers are not trained.
    added = onnx.numpy_helper.from_array(np.full((1, CLASSES), number), f"of_{name}")
    return onnx.helper.make_graph([onnx.helper.make_node("Cast", [f"of_{name}"], [f"c_{name}"], to=1),
                                   onnx.helper.make_node("Add", ["s", f"c_{name}"], [name])], name, [], [value], [added])


nodes = [onnx.helper.make_node("MatMul", ["x", "outer"], ["p"]), onnx.helper.make_node("Constant", [], ["k"], value=offset),
         onnx.helper.make_node("Add", ["p", "k"], ["s"]),
         onnx.helper.make_node("If", ["c"], ["y"], then_branch=adding("a", 1), else_branch=adding("b", 2))]
graph = onnx.helper.make_graph(
    nodes, "g", [onnx.helper.make_tensor_value_info("x", 1, [4, 6])],
    [onnx.helper.make_tensor_value_info("y", 1, [4, CLASSES])], [outer, onnx.numpy_helper.from_array(np.array(True), "c")])
model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 15)])
onnx.save(model, "whole.onnx")
onnx.save_model(model, "split.onnx", save_as_external_data=True, size_threshold=0, convert_attribute=True, location="split.data")
pathlib.Path("elsewhere").mkdir()
few = ["--fake-data", "--steps", "3", "--batch-size", "4", "--learning-rate", "0.1"]
for source, target in ("whole.onnx", "a.onnx"), ("split.onnx", "elsewhere/b.onnx"), ("split.onnx", "c.onnx"):
    problem = run(source, *COMMON, *few, "--export", target)[1]
    assert not problem, problem
    print(target, "lies in other files:", str(onnx.load(target, load_external_data=False)).count("EXTERNAL"), "tensors")


def elements(graph):
    found = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("t"):
                found[node.output[0]] = onnx.numpy_helper.to_array(attribute.t)
            if attribute.HasField("g"):
                found |= elements(attribute.g)
    return found


a, b = elements(onnx.load("a.onnx").graph), elements(onnx.load("elsewhere/b.onnx", load_external_data=False).graph)
assert list(a) == list(b) and all(np.array_equal(a[name], b[name]) for name in a) and not np.array_equal(
    a["outer"], onnx.numpy_helper.to_array(onnx.load("whole.onnx").graph.initializer[0]))
onnx.checker.check_model(onnx.load("elsewhere/b.onnx"))
pathlib.Path("split.data").unlink()
problem = run("split.onnx", *COMMON, *few, "--export", "d.onnx")[1]
print("without its data:", "refused" if "No such file" in problem and not pathlib.Path("d.onnx").exists() else problem)
