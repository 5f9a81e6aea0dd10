# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills or freezes one process of a training at random moments.

The others have to end within the time that they give a silent one, with an error that
names it, and all together go on from the last checkpoint to the same losses, in any number
and at the same meeting place. Some moments are before the first step.

    lost_processes.py --tool build/bin/trainlint-run --moments 100 mlp.mlir [-- OPTION...]
    lost_processes.py --tool build/bin/trainlint-run --counts 1,2,4,8 --each 100 --coordinator mlp.mlir

One process alone has nobody who would end: it is killed, or frozen and killed after a while, as by whoever
started it, and goes on.
"""

import argparse
import collections
import itertools
import json
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

REPLICAS = 8


class Job:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.step = folder / "step.mlir"
        self.step.write_text(arguments.module.read_text().replace("BATCH", "8"))
        with socket.create_server(("127.0.0.1", 0)) as taken:
            self.place = f"localhost:{taken.getsockname()[1]}"

    def start(self, name, count, silent):
        """The processes of one attempt, which have eight devices together."""
        command = [self.arguments.tool, str(self.step), "--train", "--fake-data", "--fake-examples=64", "--seed=3",
                   f"--num-replicas={REPLICAS}", f"--device=cpu:{REPLICAS // count}",
                   f"--steps={self.arguments.steps}", "--log=json",
                   "--iterations-per-loop=3", "--checkpoint-steps=5", "--resume",
                   "--checkpoints", str(self.folder / name)]
        if count > 1:
            command += [f"--option=peer_timeout={silent}", *self.arguments.options]
            if self.arguments.coordinator:
                command += ["--coordinator", self.place, f"--heartbeat-timeout={silent}", f"--join-timeout={silent}"]
            else:
                command += ["--store", str(self.folder / "store")]
        return [subprocess.Popen([*command, *(["--process", f"{index}/{count}"] if count > 1 else [])],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                for index in range(count)]


def add_losses(text, into):
    for line in text.split("\n")[:-1]:
        told = json.loads(line)
        kept = into.setdefault(told["step"], told["loss"])
        assert kept == told["loss"], f"step {told['step']} has a loss of {told['loss']} after {kept}"


def finish(running, losses, limit):
    for process in running:
        out, err = process.communicate(timeout=limit)
        assert process.returncode == 0, err
        add_losses(out, losses)


def lose_one(job, name, draw, count, how, losses, seen):
    """One attempt that loses a process. False if all had ended before."""
    arguments = job.arguments
    is_early = draw.random() < arguments.early
    # On a busy computer a process takes its time to come.
    silent = max(arguments.silent, 10) if is_early else arguments.silent
    running = job.start(name, count, silent)
    if not is_early:
        add_losses(running[0].stdout.readline(), losses)
    time.sleep(draw.uniform(0, arguments.startup if is_early else arguments.longest))
    victim = draw.randrange(count)
    running[victim].send_signal(how)
    begin = time.monotonic()
    if count == 1:
        return lose_only_one(running[0], how, arguments.silent, losses)
    devices = range(victim * REPLICAS // count, (victim + 1) * REPLICAS // count)
    told = []
    for index, process in enumerate(running):
        if index == victim:
            continue
        out, err = process.communicate(timeout=arguments.limit)
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
    if is_early and victim == 0 and arguments.coordinator:
        # There is nobody who could say more.
        names.append(" cannot join the job")
    assert all(code != 0 and any(word in err for word in names) for code, err in told), (how, victim, is_early, told)
    if arguments.coordinator:
        assert all(code == 75 for code, _ in told), (how, victim, is_early, told)
    # In a folder there are no heartbeats, and the first process is waited for a minute before the first step.
    longest = 60 if is_early and not arguments.coordinator else silent
    assert took < longest + arguments.slack, (how, victim, took, told)
    seen["before the first step"] += is_early
    seen["longest"] = max(seen["longest"], round(took, 1))
    return True


def lose_only_one(process, how, silent, losses):
    """Kills the only process of an attempt. False if it had ended before."""
    if how == signal.SIGSTOP:
        time.sleep(silent / 10)
        process.kill()
    out, err = process.communicate()
    add_losses(out, losses)
    assert process.returncode in (0, -signal.SIGKILL), err
    return process.returncode != 0


def check_losses(whole, losses, steps):
    assert all(whole[step] == loss for step, loss in losses.items()), (losses, whole)
    assert steps in losses, sorted(losses)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--moments", type=int, default=100)
    parser.add_argument("--each", type=int, help="moments for each number of processes, killed and frozen each")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--counts", type=lambda text: [int(count) for count in text.split(",")], default=[1, 2, 4],
                        help="numbers of processes, with commas")
    parser.add_argument("--resumed", type=lambda text: [int(count) for count in text.split(",")],
                        help="numbers of processes that go on; those of --counts unless given")
    parser.add_argument("--coordinator", action="store_true", help="meet at a coordinator, and not in a folder")
    parser.add_argument("--silent", type=int, default=3, help="seconds after which a process is lost")
    parser.add_argument("--early", type=float, default=0.2, help="share of moments before the first step")
    parser.add_argument("--startup", type=float, default=0.5, help="seconds of those from the start on")
    parser.add_argument("--longest", type=float, default=1.5, help="seconds from the first step on")
    parser.add_argument("--slack", type=float, default=20, help="seconds beyond the time for a silent one")
    parser.add_argument("--limit", type=float, default=120, help="seconds in which a process comes to its end")
    parser.add_argument("--verbose", action="store_true", help="tell each moment")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("module", type=pathlib.Path)
    parser.add_argument("options", nargs="*", help="of the processes")
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    ways = {signal.SIGKILL: "killed", signal.SIGSTOP: "frozen"}
    if arguments.each:
        attempts = list(itertools.product(arguments.counts, ways)) * arguments.each
    else:
        several = [count for count in arguments.counts if count > 1]
        attempts = [(draw.choice(several), draw.choice(list(ways))) for _ in range(arguments.moments)]
    with tempfile.TemporaryDirectory() as name:
        job = Job(arguments, pathlib.Path(name))
        whole = {}
        finish(job.start("whole", 1, arguments.silent), whole, arguments.limit)
        seen = collections.defaultdict(collections.Counter)
        for moment, (count, how) in enumerate(attempts):
            checkpoints, losses, told = f"moment{moment}", {}, seen[count, ways[how]]
            # A moment at which all have ended already is none.
            told["moments"] += 1
            while not lose_one(job, checkpoints, draw, count, how, losses, told):
                told["too late"] += 1
                check_losses(whole, losses, arguments.steps)
                checkpoints, losses = f"{checkpoints}+", {}
            finish(job.start(checkpoints, draw.choice(arguments.resumed or arguments.counts), 30), losses, arguments.limit)
            check_losses(whole, losses, arguments.steps)
            shutil.rmtree(job.folder / checkpoints)
            if arguments.verbose:
                print(moment, count, ways[how], dict(told), flush=True)
    for (count, way), told in sorted(seen.items()):
        moments = f"{way} at {told['moments']} moments"
        late = f"({told['too late']} came too late)"
        if count == 1:
            # There is no other that could notice.
            print(f"1 process, {moments} {late}: resumed to the same losses")
        else:
            print(f"{count} processes, {moments}, {told['before the first step']} of them before the first step "
                  f"{late}: ended within {told['longest']} s, and resumed to the same losses")


if __name__ == "__main__":
    sys.exit(main())
