# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains with the optimizer's state in parts, and compares with trainings that have all of it everywhere.

    shard_state.py FOLDER
"""

import json
import pathlib
import shutil
import socket
import subprocess
import sys

FOLDER = pathlib.Path(sys.argv[1])
shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)
SECONDS = 300
MODEL = FOLDER / "model.json"


def dense(name, units, **more):
    return {"class_name": "Dense", "config": {"name": name, "dtype": "float32", "units": units, **more}}


# Kernels whose rows three and eight replicas share evenly and not, and biases that are too small for parts.
MODEL.write_text(json.dumps({
    "class_name": "Sequential", "keras_version": "2.15.0", "config": {"name": "small", "layers": [
        dense("first", 48, batch_input_shape=[None, 33], activation="relu"),
        {"class_name": "BatchNormalization", "config": {"name": "norm", "dtype": "float32", "axis": [1]}},
        dense("second", 37, activation="tanh",
              kernel_constraint={"class_name": "MaxNorm", "config": {"max_value": 0.9, "axis": 0}}),
        dense("head", 3)]},
    "training_config": {"loss": {"class_name": "SparseCategoricalCrossentropy", "config": {"from_logits": True}},
                        "metrics": ["accuracy"],
                        "optimizer_config": {"class_name": "Adam", "config": {"learning_rate": 0.01}}}}))


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def start(replicas, *options, processes=1, own=lambda index: [], steps=7):
    """The processes of a training, each with options of its own."""
    command = ["trainlint-run", str(MODEL), "--fake-data", "--fake-examples=240", "--batch-size=24", "--seed=5",
               f"--steps={steps}", f"--num-replicas={replicas}", "--check-replicas", *options]
    return [subprocess.Popen([*command, *([f"--process={index}/{processes}"] if processes > 1 else []), *own(index)],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for index in range(processes)]


def train(name, replicas, *options, processes=1, steps=7):
    """The losses by step and the bytes of the state at the end, which the first process alone wants."""
    state = FOLDER / f"{name}.safetensors"
    meeting = [f"--coordinator=localhost:{free_port()}"] if processes > 1 else []
    running = start(replicas, *options, *meeting, processes=processes, steps=steps,
                    own=lambda index: [] if index else ["--fetch-state", str(state)])
    losses = {}
    for index, process in enumerate(running):
        out, err = process.communicate(timeout=SECONDS)
        assert process.returncode == 0 and err == "", (name, index, process.returncode, err)
        for line in out.splitlines():
            told = json.loads(line)
            losses[told["step"]] = told["loss"]
    return losses, state.read_bytes()


def refuse(name, what, *options, own=lambda index: []):
    """Two processes that cannot train together, of which one has to say why."""
    ends = [(*process.communicate(timeout=SECONDS), process.returncode)
            for process in start(2, *options, processes=2, own=own)]
    assert all(code not in (0, 75) for _, _, code in ends) and any(what in err for _, err, _ in ends), ends
    print(f"{name}: refused")


# Each optimizer, and what else works with gradients and new parameters.
for name, settings in {
        "momentum": ["optimizer=momentum"], "adam": ["optimizer=adam"],
        "amsgrad": ["optimizer=adam", "amsgrad=true"], "adamw": ["optimizer=adamw", "weight_decay=0.02"],
        "rmsprop": ["optimizer=rmsprop", "centered=true", "momentum=0.5"], "adagrad": ["optimizer=adagrad"],
        "adadelta": ["optimizer=adadelta"], "adamax": ["optimizer=adamax"], "nadam": ["optimizer=nadam"],
        "ftrl": ["optimizer=ftrl", "l1_penalty=0.001"], "lion": ["optimizer=lion"], "lars": ["optimizer=lars"],
        "lamb": ["optimizer=lamb"], "schedule_free": ["optimizer=schedule_free_adamw"], "clipped": ["optimizer=adam", "global_clip_norm=0.5"],
        "scheduled": ["optimizer=momentum", "schedule=cosine", "decay_steps=20", "clip_value=0.01"]}.items():
    options = [f"--training={setting}" for setting in settings]
    whole, parts = train(name, 3, *options), train(f"{name}-parts", 3, *options, "--shard-state")
    assert whole == parts, (name, whole[0], parts[0])
    print(f"{name}: the same losses and state")

# Numbers of replicas and of processes.
ends = {}
for replicas in (1, 2, 4, 8):
    ends[replicas] = train(f"whole{replicas}", replicas)
    assert train(f"parts{replicas}", replicas, "--shard-state") == ends[replicas]
    print(f"{replicas} replicas: the same")
for processes, options in ((2, []), (3, []), (8, []), (4, sys.argv[2:])):
    end = train(f"in{processes}", 8, "--shard-state", *options, processes=processes)
    assert end == ends[8], (processes, options, end[0], ends[8][0])
    print(f"{processes} processes: the same")

(FOLDER / "store").mkdir()
refuse("without a coordinator", "for which they have to meet at a `--coordinator`", "--shard-state",
       f"--store={FOLDER / 'store'}")
refuse("one process with all of the state", "examples and its state in parts, and the first one with step 0",
       f"--coordinator=localhost:{free_port()}", own=lambda index: ["--shard-state"] if index else [])

# A checkpoint has all of the state, whoever had it.
for before, after in ((("--shard-state", 4), ("--shard-state", 2)), (("--shard-state", 2), (None, 1)),
                      ((None, 2), ("--shard-state", 4)), (("--shard-state", 1), ("--shard-state", 8))):
    kept = FOLDER / f"kept-{before[0]}-{before[1]}-{after[1]}"
    for (how, processes), steps in ((before, 4), (after, 7)):
        losses, state = train("resumed", 8, *([how] if how else []), "--checkpoints", str(kept),
                              *(["--resume"] if kept.exists() else []), "--checkpoint-steps=2",
                              "--iterations-per-loop=2", processes=processes, steps=steps)
    assert state == ends[8][1] and all(ends[8][0][step] == loss for step, loss in losses.items()), (before, after)
    print(f"from {before[1]} processes {'in parts' if before[0] else 'whole'} "
          f"to {after[1]} {'in parts' if after[0] else 'whole'}: the same")
