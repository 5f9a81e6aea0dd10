# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a step in several processes, and compares with a training in one.

    processes.py STEP.mlir FOLDER [OPTION...]
"""

import json
import pathlib
import shutil
import signal
import subprocess
import sys
import time

STEP, FOLDER, OPTIONS = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)
SECONDS = 120


def start(store, index, count, *options):
    """One of the processes, each with two of the eight devices' share."""
    command = ["trainlint-run", STEP, "--train", "--fake-data", "--fake-examples", "64",
               "--num-replicas", "8", f"--device=cpu:{8 // count}", "--check-replicas", *options]
    if count > 1:
        command += ["--process", f"{index}/{count}", "--store", str(store), *OPTIONS]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def train(name, count, *options):
    """The losses by step, and the bytes of the state at the end."""
    store = FOLDER / f"{name}.store"
    store.mkdir()
    state = FOLDER / f"{name}.safetensors"
    running = [start(store, index, count, "--fetch-state", str(state), *options)
               for index in range(count)]
    losses = {}
    for index, process in enumerate(running):
        out, err = process.communicate(timeout=SECONDS)
        assert process.returncode == 0, (name, index, err)
        assert index == 0 or out == "", "only the first process speaks"
        for line in out.splitlines():
            report = json.loads(line)
            losses[report["step"]] = report["loss"]
    return losses, state.read_bytes()


whole, state = train("whole", 1, "--steps", "12")
assert len(whole) == 12 and whole[12] < whole[1], whole
for count in (2, 4, 8):
    losses, end = train(f"in{count}", count, "--steps", "12")
    assert losses == whole and end == state, (count, losses, whole)

# One process writes checkpoints, and all go on from them.
kept = str(FOLDER / "checkpoints")
train("begun", 2, "--steps", "5", "--checkpoints", kept)
losses, end = train("resumed", 4, "--steps", "12", "--checkpoints", kept, "--resume")
assert losses == {step: loss for step, loss in whole.items() if step > 5}, losses
assert end == state

# A process with other checkpoints would go on with the others' numbers.
store = FOLDER / "apart.store"
store.mkdir()
running = [start(store, 0, 2, "--steps", "20", "--checkpoints", kept, "--resume"),
           start(store, 1, 2, "--steps", "20", "--checkpoints", str(FOLDER / "others"), "--resume")]
told = [process.communicate(timeout=SECONDS)[1] for process in running]
assert [process.returncode for process in running] == [1, 1], told
assert "this process begins with step 0 of " in told[1] and "the first one with step 12 of " in told[1], told

# Those that a process leaves behind do not wait for it.
store = FOLDER / "killed.store"
store.mkdir()
running = [start(store, index, 2, "--steps", "100000000") for index in range(2)]
line = running[0].stdout.readline()
assert json.loads(line)["step"] == 1, line
running[1].send_signal(signal.SIGKILL)
out, err = running[0].communicate(timeout=SECONDS)
running[1].communicate(timeout=SECONDS)
assert running[0].returncode == 1, (running[0].returncode, err)
assert "the client of process 4 cannot be reached any more" in err, err
print("whole, in 2, 4 and 8 processes: equal")
