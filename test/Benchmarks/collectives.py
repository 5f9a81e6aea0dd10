#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures an all-reduce of several processes beside torch.distributed with Gloo.

    test/Benchmarks/collectives.py build/bin [--processes 8] [--megabytes 100] [--option NAME=VALUE]

Both add up arrays of f32 of which each process has one, on this computer. They run in turn,
several times, and the median of the slowest process of each run counts, without the first
time. The bytes are those that the loopback interface has carried for each all-reduce, where
a ring of P processes carries 2 (P - 1) arrays. The memory is that of the first process: its
array, and what it needs at most from then on; torch has the result in place of the array.
"""

import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import numpy as np

ROUNDS, TIMES = 3, 6

PROGRAM = """
func.func @main(%x: tensor<SIZExf32>) -> tensor<SIZExf32> {
OPERATIONS  return %RESULT : tensor<SIZExf32>
}
"""
OPERATION = """  %RESULT = "stablehlo.all_reduce"(%INPUT) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[GROUP]]> : tensor<1xCOUNTxi64>} : (tensor<SIZExf32>) -> tensor<SIZExf32>
"""
TORCH = """
import sys, time, torch, torch.distributed as dist
size, times, index, count = map(int, sys.argv[1:5])
torch.set_num_threads(1)
dist.init_process_group("gloo", init_method="file://" + sys.argv[5], rank=index, world_size=count)
x = torch.ones(size)
print("upload ")
for _ in range(times):
    begin = time.monotonic()
    dist.all_reduce(x)
    print((time.monotonic() - begin) * 1000)
dist.barrier()
print("run ", flush=True)
time.sleep(0.5)
"""


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--option", action="append", default=[], help="of the CPU device")
    return parser.parse_args()


def loopback_bytes():
    """What the interface has sent."""
    for line in pathlib.Path("/proc/net/dev").read_text().splitlines():
        if line.strip().startswith("lo:"):
            return int(line.split(":")[1].split()[8])
    raise SystemExit("there is no loopback interface")


def memory_of(process, name):
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(rf"{name}:\s+(\d+) kB", text)[1]) * 1024


def run_all(commands, begin):
    """Bytes on the interface, memory of the first one that its work needs, and the outputs.

    The work begins when a process has printed a line with the word `begin`.
    """
    before = loopback_bytes()
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
               for command in commands]
    outputs, memory, first = [""], 0, running[0]
    for line in first.stdout:
        outputs[0] += line
        if line.startswith(begin):
            memory -= memory_of(first, "VmRSS")
            pathlib.Path(f"/proc/{first.pid}/clear_refs").write_text("5")
        elif line.startswith("run "):
            memory += memory_of(first, "VmHWM")
    outputs += [process.stdout.read() for process in running[1:]]
    for process, output in zip(running, outputs):
        if process.wait() != 0:
            raise SystemExit(f"{process.args}: {output}")
    return loopback_bytes() - before, memory, outputs


class Trainlint:
    """The all-reduce as a program that runs several times."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder

    def run(self, size, times, repeats):
        count = self.arguments.processes
        operations = "".join(OPERATION.replace("RESULT", str(i)).replace("INPUT", str(i - 1) if i else "x")
                             for i in range(times))
        text = PROGRAM.replace("OPERATIONS", operations).replace("RESULT", str(times - 1))
        program = self.folder / f"{size}.mlir"
        program.write_text(text.replace("SIZE", str(size)).replace("COUNT", str(count)).replace(
            "GROUP", ", ".join(map(str, range(count)))))
        data = self.folder / f"{size}.npy"
        if not data.exists():
            np.save(data, np.full(size, 1e-6, np.float32))
        store = tempfile.mkdtemp(dir=self.folder)
        return run_all(
            [[str(self.arguments.tools / "trainlint-run"), str(program), "--input", str(data), "--timing",
              "--repeat", str(repeats), "--num-replicas", str(count), "--process", f"{index}/{count}", "--store", store,
              *(f"--option={option}" for option in self.arguments.option)] for index in range(count)], "upload ")

    def measure(self, size):
        memory = self.run(size, 1, 1)[1]
        carried, _, outputs = self.run(size, TIMES, 3)
        times = [float(re.search(r"([\d.]+) ms median", text)[1]) for text in outputs]
        return max(times) / TIMES, carried / TIMES / 3, memory


class Torch:
    """The same in place."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder

    def measure(self, size):
        count = self.arguments.processes
        store = pathlib.Path(tempfile.mkdtemp(dir=self.folder)) / "store"
        carried, memory, outputs = run_all(
            [["/usr/bin/python3", "-uc", TORCH, *map(str, (size, TIMES, index, count, store))]
             for index in range(count)], "upload ")
        times = [statistics.median(map(float, text.split()[2:-1])) for text in outputs]
        return max(times), carried / TIMES, memory


def main():
    arguments = read_arguments()
    size = arguments.megabytes * 1_000_000 // 4
    ring = 2 * (arguments.processes - 1) * size * 4
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        engines = {"trainlint": Trainlint(arguments, folder), "torch": Torch(arguments, folder)}
        rounds = {name: [] for name in engines}
        for _ in range(ROUNDS):
            for name, engine in engines.items():
                rounds[name].append(engine.measure(size))
    finally:
        shutil.rmtree(folder)
    print(f"{arguments.megabytes} MB, {arguments.processes} processes")
    for name, rows in rounds.items():
        times, carried, memory = zip(*rows)
        arrays = 1 + max(memory) / (size * 4)
        print(f"{name:10} {min(times):6.0f} ms ({', '.join(f'{time:.0f}' for time in times)})"
              f"  {min(carried) / ring:5.2f} of a ring's bytes  {arrays:5.2f} arrays of memory")
    ours, theirs = (min(row[0] for row in rounds[name]) for name in engines)
    print(f"rate       {theirs / ours:6.2f} of torch.distributed's")


if __name__ == "__main__":
    sys.exit(main())
