# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a transformer whose tensors partitions share, in f64, and compares with PyTorch.

The attention is divided by its heads, the layers behind it by their units, the table of
words by its rows. Losses and weights of several steps are those of one device and those
of PyTorch's automatic differentiation; checkpoints go on with any number of partitions.

    partitions.py FOLDER
"""

import json
import pathlib
import shutil
import socket
import struct
import subprocess
import sys

import numpy as np
import torch

FOLDER = pathlib.Path(sys.argv[1])
SECONDS = 300
STEPS, BATCH, WORDS, LENGTH, WIDTH = 6, 16, 20, 6, 8
RATE, EPSILON = 0.01, 1e-7
# Sums are made in another order.
TOLERANCE = 1e-12
EVALUATIONS = []
DIVIDED = [f"--shard={word}" for word in (
    "embed/embeddings=0", "mha/*/kernel=1", "mha/*/bias=0", "mha/attention_output/kernel=0", "up/kernel=1", "up/bias=0",
    "down/kernel=0", "head/kernel=1", "head/bias=0")]


def write_model(path):
    def layer(kind, name, inbound, **config):
        return {"class_name": kind, "name": name, "config": {"name": name, "dtype": "float64", **config},
                "inbound_nodes": [[[source, 0, 0, {}] for source in inbound]] if inbound else []}

    shape = [None, LENGTH, WIDTH]
    attention = layer("MultiHeadAttention", "mha", ["embed"], num_heads=4, key_dim=2, value_dim=2, use_bias=True,
                      query_shape=shape, key_shape=shape, value_shape=shape)
    attention["inbound_nodes"][0][0][3] = {"value": ["embed", 0, 0]}
    path.write_text(json.dumps({
        "class_name": "Functional", "keras_version": "2.15.0", "config": {"name": "transformer", "layers": [
            layer("InputLayer", "words", [], batch_input_shape=[None, LENGTH]) | {
                "config": {"name": "words", "batch_input_shape": [None, LENGTH], "dtype": "int32"}},
            layer("Embedding", "embed", ["words"], input_dim=WORDS, output_dim=WIDTH),
            attention, layer("Add", "add", ["embed", "mha"]), layer("LayerNormalization", "norm", ["add"], axis=[2]),
            layer("Dense", "up", ["norm"], units=128, activation="gelu"), layer("Dense", "down", ["up"], units=WIDTH),
            layer("Dense", "head", ["down"], units=WORDS)],
            "input_layers": [["words", 0, 0]], "output_layers": [["head", 0, 0]]},
        "training_config": {"loss": {"class_name": "SparseCategoricalCrossentropy", "config": {"from_logits": True}},
                            "optimizer_config": {"class_name": "Adam", "config": {"learning_rate": RATE}}}}))


def read_safetensors(path):
    raw = path.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    header, data = json.loads(raw[8:8 + size]), raw[8 + size:]
    types = {"F64": "<f8", "I64": "<i8"}
    return {name: np.frombuffer(data[slice(*entry["data_offsets"])], types[entry["dtype"]]).reshape(entry["shape"])
            for name, entry in header.items() if name != "__metadata__"}


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def command(*options, steps=STEPS):
    return ["trainlint-run", "model.json", "--data=words.npz", f"--batch-size={BATCH}", "--no-shuffle", "--seed=5",
            f"--steps={steps}", *options]


def grid(replicas, partitions):
    return [f"--num-replicas={replicas}", f"--num-partitions={partitions}", *DIVIDED]


def train(*options, processes=1, steps=STEPS):
    """The losses by step, and the state at the end."""
    meeting = [f"--coordinator=localhost:{free_port()}"] if processes > 1 else []
    running = [subprocess.Popen(
        command(*options, *meeting, *([f"--process={index}/{processes}"] if processes > 1 else []),
                *([] if index else ["--fetch-state=end.safetensors"]), steps=steps),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=FOLDER) for index in range(processes)]
    losses = {}
    for index, process in enumerate(running):
        out, err = process.communicate(timeout=SECONDS)
        assert process.returncode == 0 and err == "", (options, index, process.returncode, err)
        for line in out.splitlines():
            told = json.loads(line)
            if "evaluation" in told:
                EVALUATIONS.append(told["evaluation"]["loss"])
            else:
                losses[told["step"]] = told["loss"]
    return losses, read_safetensors(FOLDER / "end.safetensors")


def torch_model(weights, words):
    def weight(name):
        return weights[name]

    embedded = weight("embed/embeddings")[words]

    def heads(name):
        return torch.einsum("btd,dhk->bthk", embedded, weight(f"mha/{name}/kernel")) + weight(f"mha/{name}/bias")

    scores = torch.einsum("bthk,bshk->bhts", heads("query") / 2 ** 0.5, heads("key"))
    mixed = torch.einsum("bhts,bshk->bthk", torch.softmax(scores, -1), heads("value"))
    attended = torch.einsum("bthk,hkd->btd", mixed, weight("mha/attention_output/kernel"))
    added = embedded + attended + weight("mha/attention_output/bias")
    normal = torch.nn.functional.layer_norm(added, (WIDTH,), weight("norm/gamma"), weight("norm/beta"), eps=1e-3)
    up = torch.nn.functional.gelu(normal @ weight("up/kernel") + weight("up/bias"))
    down = up @ weight("down/kernel") + weight("down/bias")
    return down @ weight("head/kernel") + weight("head/bias")


def torch_training(state, words, labels):
    """The same steps, with Keras' Adam."""
    weights = {name: torch.tensor(array.copy(), requires_grad=True) for name, array in state.items()
               if array.dtype == np.float64 and not name.endswith(("/m", "/v"))}
    means = {name: (torch.zeros_like(weight), torch.zeros_like(weight)) for name, weight in weights.items()}
    losses = {}
    for step in range(1, STEPS + 1):
        rows = slice((step - 1) * BATCH, step * BATCH)
        outputs = torch_model(weights, torch.tensor(words[rows], dtype=torch.int64))
        loss = torch.nn.functional.cross_entropy(outputs.reshape(-1, WORDS), torch.tensor(labels[rows]).reshape(-1))
        for weight in weights.values():
            weight.grad = None
        loss.backward()
        losses[step] = float(loss)
        with torch.no_grad():
            for name, weight in weights.items():
                first, second = means[name]
                first.mul_(0.9).add_(weight.grad, alpha=0.1)
                second.mul_(0.999).addcmul_(weight.grad, weight.grad, value=0.001)
                rate = RATE * (1 - 0.999 ** step) ** 0.5 / (1 - 0.9 ** step)
                weight.sub_(rate * first / (second.sqrt() + EPSILON))
    return losses, {name: weight.detach().numpy() for name, weight in weights.items()}


def compare(what, run, reference):
    losses, state = run
    assert losses.keys() <= reference[0].keys() and STEPS in losses, (what, losses)
    far = max([abs(loss - reference[0][step]) for step, loss in losses.items()] +
              [float(np.abs(state[name] - array).max()) for name, array in reference[1].items()])
    assert far < TOLERANCE, (what, far)
    print(f"{what}: the same")


def used(*options):
    """What a model is worth, and its outputs."""
    done = subprocess.run(["trainlint-run", "model.json", "--data=words.npz", f"--batch-size={BATCH}", "--evaluate",
                           "--predict=out.npy", *options], capture_output=True, text=True, cwd=FOLDER, timeout=SECONDS)
    assert done.returncode == 0 and done.stderr == "", done
    return json.loads(done.stdout)["evaluation"]["loss"], np.load(FOLDER / "out.npy")


def refuse(name, what, *options, processes=2, store=None, command=command):
    meeting = f"--store={store}" if store else f"--coordinator=localhost:{free_port()}"
    running = [subprocess.Popen(command(*options, meeting, f"--process={index}/{processes}"), text=True, cwd=FOLDER,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE) for index in range(processes)]
    ends = [(*process.communicate(timeout=SECONDS), process.returncode) for process in running]
    assert all(code != 0 for _, _, code in ends) and any(what in err for _, err, _ in ends), ends
    print(f"{name}: refused")


shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)
write_model(FOLDER / "model.json")
random = np.random.default_rng(1)
words, labels = random.integers(0, WORDS, (2, STEPS * BATCH, LENGTH))
np.savez(FOLDER / "words.npz", words=words.astype(np.int32), labels=labels)

_, begin = train(steps=0)
expected = torch_training(begin, words, labels)
one = train()
compare("one device and PyTorch", one, expected)
ends = {}
for replicas, partitions in ((1, 2), (1, 4), (2, 2), (4, 1)):
    ends[replicas, partitions] = train(*grid(replicas, partitions), "--check-replicas")
    compare(f"{replicas} replicas of {partitions} partitions and one device", ends[replicas, partitions], one)
compare("batches in tiles", train("--num-partitions=2", "--shard=words=0", "--shard=labels=0", "--shard=up/kernel=1"), one)
compare("optimizer's state in parts",
        train("--num-replicas=2", "--num-partitions=2", "--shard=head/kernel=1", "--shard=embed/*=0", "--shard-state"), one)

# A checkpoint has all of the state, whoever had it.
for before, after in ((2, 1), (2, 4), (1, 2), (4, 2), (1, 4)):
    shutil.rmtree(FOLDER / "kept", ignore_errors=True)
    train(*grid(1, before), "--checkpoints=kept", steps=3)
    compare(f"from {before} to {after} partitions",
            train(*grid(1, after), "--checkpoints=kept", "--resume"), one)

# Each process has whole replicas, and writes a part of each checkpoint.
shutil.rmtree(FOLDER / "kept")
train(*grid(3, 2), "--batch-size=12", "--checkpoints=shards", steps=2, processes=2)
assert len(list((FOLDER / "shards").glob("*/model-*-of-00002.safetensors"))) == 2
train(*grid(2, 2), "--checkpoints=kept", processes=2, steps=3)
compare("from 2 processes to one", train(*grid(2, 4), "--checkpoints=kept", "--resume"), one)

# Replicas may be in several processes, too.
for before, after in (((1, 4, 2), (1, 1, 1)), ((2, 2, 1), (2, 4, 4))):
    shutil.rmtree(FOLDER / "kept")
    train(*grid(*before[:2]), "--checkpoints=kept", processes=before[2], steps=3)
    compare(f"from {before[2]} to {after[2]} processes with parts of replicas",
            train(*grid(*after[:2]), "--checkpoints=kept", "--resume", "--check-replicas", processes=after[2]), one)
refuse("an evaluation of parts of replicas", "the evaluation needs the devices of all partitions of a replica in one process",
       *grid(1, 2), "--eval-data=words.npz")
(FOLDER / "store").mkdir()
refuse("partitions without a coordinator", "devices of other processes have parts of the state, for which they have to meet "
       "at a `--coordinator`", *grid(1, 2), store=FOLDER / "store")

(FOLDER / "apart.mlir").write_text("""
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%a: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}", trainlint.role = "state",
                                     trainlint.name = "a", tf.aliasing_output = 0 : i32})
      -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, tensor<f32> {trainlint.name = "loss"}) {
    %0 = stablehlo.add %a, %a : tensor<4xf32>
    %1 = stablehlo.constant dense<1.0> : tensor<f32>
    return %0, %1 : tensor<4xf32>, tensor<f32>
  }
  func.func @init() -> tensor<4xf32> {
    %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}""")
refuse("partitions that no metric brings together", "the partitions of a replica are in several processes, and no metric "
       "tells each of them what they share: all have to be in one process", "--device=cpu:1",
       command=lambda *options: ["trainlint-run", "apart.mlir", "--train", "--steps=2", *options])

# Models are used as they are trained.
value, outputs = used("--init=end.safetensors", "--num-partitions=1")
for replicas, partitions in ((1, 2), (2, 2), (1, 4)):
    other, same = used("--init=end.safetensors", *grid(replicas, partitions))
    assert abs(value - other) < TOLERANCE and np.abs(outputs - same).max() < TOLERANCE
print("evaluation and prediction: the same")


def evaluated(*options, processes=1):
    """Losses of a training that is evaluated on the way, and of its evaluations."""
    held = ("--eval-data=words.npz", "--eval-steps=2", "--iterations-per-loop=2", "--export=weights.safetensors")
    compare(f"evaluations and {processes} processes", train(*options, *held, processes=processes), one)
    return EVALUATIONS[-3:], read_safetensors(FOLDER / "weights.safetensors")


alone = evaluated()
for other in (evaluated(*grid(1, 2)), evaluated(*grid(2, 2), processes=2)):
    assert np.abs(np.subtract(alone[0], other[0])).max() < TOLERANCE, (alone[0], other[0])
    assert all(np.abs(array - other[1][name]).max() < TOLERANCE for name, array in alone[1].items())
print("exports: the same")
