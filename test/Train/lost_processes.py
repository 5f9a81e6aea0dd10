# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills or freezes one process of a training at random moments.

The others have to end within the time that they give a silent one, with an error that
names it, and all together go on from the last checkpoint to the same losses.

    lost_processes.py --tool build/bin/trainlint-run --moments 100 mlp.mlir [-- OPTION...]
"""

import argparse
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

SILENT, SECONDS = 3, 120


class Job:
    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.stores = arguments, folder, 0
        self.step = folder / "step.mlir"
        self.step.write_text(arguments.module.read_text().replace("BATCH", "8"))

    def start(self, name, count):
        """The processes of one attempt, which have four devices together."""
        self.stores += 1
        store = self.folder / f"store{self.stores}"
        store.mkdir(mode=0o700)
        command = [self.arguments.tool, str(self.step), "--train", "--fake-data", "--fake-examples=64", "--seed=3",
                   "--num-replicas=4", f"--device=cpu:{4 // count}", f"--steps={self.arguments.steps}", "--log=json",
                   "--iterations-per-loop=3", "--checkpoint-steps=5", "--resume",
                   "--checkpoints", str(self.folder / name)]
        if count > 1:
            command += ["--store", str(store), f"--option=peer_timeout={SILENT}", *self.arguments.options]
        return [subprocess.Popen([*command, *(["--process", f"{index}/{count}"] if count > 1 else [])],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                for index in range(count)]


def add_losses(text, into):
    for line in text.split("\n")[:-1]:
        told = json.loads(line)
        kept = into.setdefault(told["step"], told["loss"])
        assert kept == told["loss"], f"step {told['step']} has a loss of {told['loss']} after {kept}"


def finish(running, losses):
    for process in running:
        out, err = process.communicate(timeout=SECONDS)
        assert process.returncode == 0, err
        add_losses(out, losses)


def lose_one(job, name, draw, losses):
    """One attempt that loses a process. False if all had ended before."""
    count = draw.choice((2, 4))
    running = job.start(name, count)
    add_losses(running[0].stdout.readline(), losses)
    time.sleep(draw.uniform(0, job.arguments.longest))
    victim = draw.randrange(count)
    how = draw.choice((signal.SIGKILL, signal.SIGSTOP))
    running[victim].send_signal(how)
    begin = time.monotonic()
    devices = range(victim * 4 // count, (victim + 1) * 4 // count)
    told = []
    for index, process in enumerate(running):
        if index == victim:
            continue
        out, err = process.communicate(timeout=SECONDS)
        told.append((process.returncode, err))
        if index == 0:
            add_losses(out, losses)
    took = time.monotonic() - begin
    running[victim].kill()
    out, _ = running[victim].communicate()
    if victim == 0:
        add_losses(out, losses)
    if all(code == 0 for code, _ in told):
        return False
    names = [f"process {victim} "] + [f"process {device} " for device in devices]
    assert all(code != 0 and any(word in err for word in names) for code, err in told), (how, victim, told)
    assert took < SILENT + job.arguments.slack, (how, victim, took, told)
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--moments", type=int, default=100)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--longest", type=float, default=1.5, help="seconds from the first step on")
    parser.add_argument("--slack", type=float, default=20, help="seconds beyond the time for a silent one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("module", type=pathlib.Path)
    parser.add_argument("options", nargs="*", help="of the processes")
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        job = Job(arguments, pathlib.Path(name))
        whole = {}
        finish(job.start("whole", 1), whole)
        lost = 0
        for moment in range(arguments.moments):
            checkpoints, losses = f"moment{moment}", {}
            if lose_one(job, checkpoints, draw, losses):
                lost += 1
                finish(job.start(checkpoints, draw.choice((1, 2, 4))), losses)
            assert all(whole[step] == loss for step, loss in losses.items()), (losses, whole)
            assert arguments.steps in losses, sorted(losses)
    print(f"{arguments.moments} moments, {lost} of them in time: ended, and resumed to the same losses")


if __name__ == "__main__":
    sys.exit(main())
