# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a step in processes that a coordinator keeps together, and disturbs them.

    coordinator.py STEP.mlir FOLDER
"""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

STEP, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)
SECONDS = 120
KEY = FOLDER / "key"
KEY.write_text("0123456789abcdef0123456789abcdef\n")
LAUNCHERS = ("RANK", "WORLD_SIZE", "MASTER_", "OMPI_", "PMI_", "SLURM_", "JOB", "TPU_", "MEGASCALE_", "CLUSTER_SPEC",
             "TF_CONFIG", "TRAINLINT_", "JAX_")
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(LAUNCHERS)}


def expect(what, is_true, *seen):
    print(f"{what}: {'yes' if is_true else 'NO'}", *(() if is_true else seen), flush=True)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def start(where, index, count, *options, environment=None, key=KEY, process=True):
    """A process of a job, with its share of eight devices."""
    command = ["trainlint-run", STEP, "--train", "--fake-data", "--fake-examples", "64", "--num-replicas", "8",
               f"--device=cpu:{-(-8 // count)}", "--coordinator", where, "--coordinator-key", str(key), *options]
    if process:
        command += ["--process", f"{index}/{count}"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env={**CLEAN, **(environment or {})})


def finish(running):
    """Exit codes, losses by step, and messages."""
    codes, losses, messages = [], {}, []
    for process in running:
        out, err = process.communicate(timeout=SECONDS)
        codes.append(process.returncode)
        messages.append(err)
        for line in out.splitlines():
            report = json.loads(line)
            losses[report["step"]] = report["loss"]
    return codes, losses, messages


def kept_in(folder):
    """The checkpoints of a folder by their steps; shards without an index are none."""
    return {int(path.name[11:21]): path for path in pathlib.Path(folder).glob("checkpoint-*")
            if path.suffix or (path / "model.safetensors.index.json").exists()}


def train(count, *options, where=None):
    where = where or f"localhost:{free_port()}"
    return finish([start(where, index, count, *options) for index in reversed(range(count))])


def at_work(where, count, *options):
    """A job that goes on for long, behind its first loop."""
    running = [start(where, index, count, "--steps", "100000000", *options) for index in range(count)]
    assert json.loads(running[0].stdout.readline())["step"] == 1
    return running


alone = subprocess.run(["trainlint-run", STEP, "--train", "--fake-data", "--fake-examples", "64", "--num-replicas", "8",
                        "--device=cpu:8", "--steps", "12"], capture_output=True, text=True, check=True, env=CLEAN)
WHOLE = {json.loads(line)["step"]: json.loads(line)["loss"] for line in alone.stdout.splitlines()}

for count in (2, 3, 4):
    codes, losses, messages = train(count, "--steps", "12")
    expect(f"{count} processes are one", codes == [0] * count and losses == WHOLE, codes, losses, messages)
codes, losses, messages = train(2, "--steps", "12", where=f"[::1]:{free_port()}")
expect("over IPv6", codes == [0, 0] and losses == WHOLE, codes, messages)
# Of all interfaces, with a key.
codes, losses, messages = train(2, "--steps", "12", where=f"{socket.gethostname()}:{free_port()}")
expect("by the name of the host", codes == [0, 0] and losses == WHOLE, codes, messages)

# Checkpoints: killed at any time, the job goes on from the last one, in more or fewer processes.
where, kept = f"127.0.0.1:{free_port()}", str(FOLDER / "checkpoints")
short = ["--heartbeat-timeout", "3"]
running = at_work(where, 4, "--checkpoints", kept, "--checkpoint-steps", "4", "--iterations-per-loop", "2", *short)
for line in running[0].stdout:
    if json.loads(line)["step"] >= 6:
        break
running[2].send_signal(signal.SIGKILL)
codes, _, messages = finish(running)
expect("a process that is killed", codes == [75, 75, -9, 75] and
       all("process 2 on `" in err and "is gone" in err for index, err in enumerate(messages) if index != 2),
       codes, messages)
for step, path in kept_in(kept).items():
    if step > 8:
        shutil.rmtree(path)
for count in (2, 3, 4, 1):
    folder = str(FOLDER / f"restarted-{count}")
    shutil.copytree(kept, folder)
    codes, losses, messages = train(count, "--steps", "12", "--checkpoints", folder, "--resume", where=where)
    expect(f"restarted at the same address in {count}",
           codes == [0] * count and losses and
           losses == {step: loss for step, loss in WHOLE.items() if step >= min(losses)} and min(losses) <= 9,
           codes, losses, messages)

for index, name in ((1, "a process that is frozen"), (0, "a coordinator that is frozen")):
    where = f"localhost:{free_port()}"
    running = at_work(where, 4, *short)
    running[index].send_signal(signal.SIGSTOP)
    began = time.time()
    others = [process for number, process in enumerate(running) if number != index]
    codes, _, messages = finish(others)
    running[index].send_signal(signal.SIGCONT)
    last, _, own = finish([running[index]])
    who = f"process {index}"
    expect(name, codes == [75] * 3 and all(who in err and "was silent for 3 s" in err for err in messages) and
           last == [75], codes, messages, last, own)
running = at_work(f"localhost:{free_port()}", 2, *short)
running[0].send_signal(signal.SIGKILL)
codes, _, messages = finish(running)
expect("a coordinator that is killed", codes == [-9, 75] and "process 0" in messages[1] and
       "may be started anew" in messages[1], codes, messages)

# All end after the same step, with a checkpoint, when one is told to.
kept = str(FOLDER / "interrupted")
where = f"localhost:{free_port()}"
running = at_work(where, 2, "--checkpoints", kept)
running[1].send_signal(signal.SIGTERM)
codes, losses, messages = finish(running)
saved = list(kept_in(kept))
expect("all end with one that is interrupted", codes == [75, 130] and saved == [max(losses)], codes, saved, messages)

# What only one of them lacks is told to all.
codes, _, messages = finish([
    start(where, 0, 2, "--steps", "3"), start(where, 1, 2, "--steps", "3", "--init", str(FOLDER / "missing"))])
expect("a failure of one", codes == [1, 2] and "process 1 on `" in messages[0] and "missing" in messages[0] and
       "started anew" not in messages[0], codes, messages)
codes, _, messages = finish([
    start(where, 0, 2, "--steps", "3", "--seed", "1"), start(where, 1, 2, "--steps", "3", "--seed", "2")])
expect("different seeds", codes == [1, 1] and "with seed 2" in messages[1] and "failed: this process begins with" in messages[0],
       codes, messages)

# Keys.
other = FOLDER / "other"
other.write_text("another key of sixteen bytes")
join = ["--join-timeout", "3"]
codes, _, messages = finish([start(where, 0, 2, "--steps", "3", *join),
                             start(where, 1, 2, "--steps", "3", *join, key=other)])
expect("a wrong key", codes == [75, 1] and "the coordinator has another key" in messages[1] and
       "process 1 did not come within 3 s; 1 connection did not prove to know the key" in messages[0],
       codes, messages)
short_key = FOLDER / "short"
short_key.write_text("short\n")
codes, _, messages = finish([start(where, 0, 2, "--steps", "3", key=short_key)])
expect("a short key", codes == [2] and "has 5 bytes, and at least 16 are needed" in messages[0], codes, messages)

# Others at the port.
codes, _, messages = finish([start(where, 1, 2, "--steps", "3", *join)])
expect("nobody at the address", codes == [75] and "process 1 of 2 cannot join the job" in messages[0], codes, messages)
with socket.create_server(("127.0.0.1", 0)) as taken:
    codes, _, messages = finish([start(f"127.0.0.1:{taken.getsockname()[1]}", 0, 2, "--steps", "3")])
expect("a port in use", codes == [1] and "cannot listen at port" in messages[0] and
       "Address already in use" in messages[0], codes, messages)
late = start(where, 1, 2, "--steps", "12")
time.sleep(1.5)
codes, losses, messages = finish([late, start(where, 0, 2, "--steps", "12")])
expect("a process before its coordinator", codes == [0, 0] and losses == WHOLE, codes, messages)
running = [start(where, 0, 2, "--steps", "3"), start(where, 1, 3, "--steps", "3")]
codes, _, messages = finish(running[1:])
running[0].kill()
finish(running[:1])
expect("another number of processes", codes == [1] and
       "this is process 1 of 3, and the coordinator's job has 2 processes" in messages[0], codes, messages)
