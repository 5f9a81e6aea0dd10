# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills trainings at random moments and goes on with --resume.

A run that is killed, however often, has to make the same steps with the same losses,
bit for bit, as one that nothing happens to, and ends in the same state. The name of a
checkpoint is never that of half a file.

    python3 kill.py --tool build/bin/trainlint-run --kills 100 mlp.mlir
"""

import argparse
import json
import pathlib
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time


def check_whole(path):
    """Raises if a checkpoint is cut off."""
    raw = path.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + size])
    end = max(entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__")
    if 8 + size + end != len(raw):
        raise ValueError(f"{path.name} is cut off")
    return int(header["__metadata__"]["step"])


class Run:
    def __init__(self, arguments, step, folder):
        self.command = [arguments.tool, str(step), "--train", f"--device=cpu:{arguments.devices}",
                        f"--steps={arguments.steps}", "--fake-data", "--fake-examples=1000", "--seed=11",
                        "--iterations-per-loop=3", f"--checkpoint-steps={arguments.every}",
                        "--keep-checkpoints=3", "--log=json"]
        self.folder = folder

    def start(self, name, out):
        checkpoints = self.folder / name
        return subprocess.Popen(
            self.command + ["--resume", "--checkpoints", str(checkpoints),
                            "--fetch-state", str(self.folder / f"{name}.safetensors")],
            stdout=out, stderr=subprocess.PIPE)


def losses_of(text, into, problems):
    """Adds the losses of whole lines; a step that is made again has to tell the same."""
    for line in text.split("\n")[:-1]:
        told = json.loads(line)
        kept = into.setdefault(told["step"], told["loss"])
        if kept != told["loss"]:
            problems.append(f"step {told['step']} has a loss of {told['loss']} after {kept}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--every", type=int, default=4, help="steps between two checkpoints")
    parser.add_argument("--devices", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("module", type=pathlib.Path)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        step = folder / "step.mlir"
        step.write_text(arguments.module.read_text().replace("BATCH", "8"))
        run = Run(arguments, step, folder)
        out = folder / "out.txt"

        begin = time.monotonic()
        with out.open("w") as file:
            if run.start("whole", file).wait() != 0:
                sys.exit("the run that nothing happens to fails")
        duration = time.monotonic() - begin
        expected, problems = {}, []
        losses_of(out.read_text(), expected, problems)
        if sorted(expected) != list(range(1, arguments.steps + 1)):
            problems.append("the run that nothing happens to does not tell all steps")
        state = (folder / "whole.safetensors").read_bytes()

        kills = finished = leftovers = 0
        resumed_at = set()
        while kills < arguments.kills and not problems:
            made, case = {}, f"killed{finished}"
            code, patience = None, 0.6
            while code is None and not problems:
                before = list((folder / case).glob("*.tmp"))
                leftovers += len(before)
                with out.open("w") as file:
                    process = run.start(case, file)
                    # Most are to die while they train, and yet all come to an end.
                    patience += 0.1
                    try:
                        code = process.wait(draw.uniform(0, duration * patience))
                    except subprocess.TimeoutExpired:
                        process.send_signal(signal.SIGKILL)
                        process.wait()
                        kills += 1
                notes = process.stderr.read().decode()
                if code not in (None, 0):
                    problems.append(f"a resumed run ends with {code}: {notes}")
                if "cannot use" in notes:
                    problems.append(f"a checkpoint cannot be used: {notes}")
                losses_of(out.read_text(), made, problems)
                for path in (folder / case).glob("checkpoint-*.safetensors"):
                    try:
                        resumed_at.add(check_whole(path))
                    except (ValueError, struct.error) as error:
                        problems.append(str(error))
            if problems:
                break
            finished += 1
            problems += [f"step {number}: {made[number]} instead of {loss}"
                         for number, loss in expected.items() if made.get(number, loss) != loss]
            if (folder / f"{case}.safetensors").read_bytes() != state:
                problems.append("the state at the end is another")
        print(f"{kills} kills in {finished} runs of {duration:.1f} s: {leftovers} files were half written, "
              f"{len(resumed_at)} different checkpoints were found")
        for problem in problems[:10]:
            print(problem)
        sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
