# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains on damaged copies of data files and from damaged checkpoints.

Each has to end with 0 or 2, in time, and what is refused has a reason, in valid text. A
checkpoint that was changed in any place must not be used.
"""

import argparse
import collections
import pathlib
import random
import subprocess
import sys


def copies_of(data, count, draw):
    """Cut copies, and ones with changed, removed and repeated bytes, mostly in front."""
    for _ in range(count):
        at = min(int(draw.expovariate(1 / 64)) if draw.random() < 0.6 else draw.randrange(len(data)),
                 len(data) - 1)
        kind = draw.randrange(4)
        if kind == 0:
            yield data[:at]
        elif kind == 1:
            yield data[:at] + bytes((draw.choice((0, 1, 127, 128, 255, draw.randrange(256))),)) + data[at + 1:]
        elif kind == 2:
            yield data[:at] + data[at + draw.randrange(1, 9):]
        else:
            yield data[:at] + data[at:at + 8] + data[at:]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--copies", type=int, default=100)
    parser.add_argument("module")
    arguments = parser.parse_args()
    draw = random.Random(1)
    # All files are read before a device is taken, which would take most of the time.
    command = [arguments.tool, arguments.module, "--train", "--emit=devrt"]
    codes, crashes = collections.Counter(), 0

    def run(what, *more):
        nonlocal crashes
        result = subprocess.run(command + list(more), capture_output=True, text=True, timeout=60)
        codes[what, result.returncode] += 1
        if result.returncode not in (0, 2) or (result.returncode == 2 and not result.stderr.startswith("trainlint-run: ")):
            crashes += 1
            print(what, result.returncode, result.stderr[:500])
        return result

    labels = "labels=idx/train-labels-idx1-ubyte"
    folder = pathlib.Path("damaged")
    folder.mkdir(exist_ok=True)
    for what, file, wanted in (
            ("idx", "idx/train-images-idx3-ubyte", "images={0}," + labels),
            ("gzip", "gz/train-images-idx3-ubyte.gz", "images={0}," + labels),
            ("npy", "npy/images.npy", "images={0}," + labels),
            ("npz", "data.npz", "{0}"),
            ("records", "records/train-00001-of-00002", "{0}")):
        data = pathlib.Path(file).read_bytes()
        for copy in copies_of(data, arguments.copies, draw):
            path = folder / what
            path.write_bytes(copy)
            run(what, "--steps=1", "--data", wanted.format(path))

    subprocess.run(command[:3] + ["--log=none", "--steps=3", "--fake-data", "--checkpoints", "whole"], check=True)
    (good,) = pathlib.Path("whole").iterdir()
    data = good.read_bytes()
    (folder / "run").mkdir(exist_ok=True)
    for copy in copies_of(data, arguments.copies, draw):
        for old in (folder / "run").iterdir():
            old.unlink()
        (folder / "run" / good.name).write_bytes(copy)
        result = run("checkpoint", "--steps=3", "--fake-data", "--resume", "--checkpoints", "damaged/run")
        if copy != data and "cannot use" not in result.stderr:
            crashes += 1
            print("a damaged checkpoint is used")
        (folder / "init").write_bytes(copy)
        run("init", "--steps=0", "--fake-data", "--init", "damaged/init")
    for (what, code), count in sorted(codes.items()):
        print(f"{what}: exit code {code}: {count}")
    print(f"{crashes} crashes")
    sys.exit(1 if crashes else 0)


if __name__ == "__main__":
    main()
