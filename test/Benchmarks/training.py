#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures steps of training on the CPU device beside PyTorch.

A step is all of it: the batch is handed over, forward, gradients and update. The nets
are a perceptron and the convolutional net of TPUEstimator's guide, as graphs of
TensorFlow with gradients. Each program is a process of its own that may use as many
processors as it has threads. They run in turn, several times, and the best stretch of
each counts.

    test/Benchmarks/training.py build/bin [--threads 1 2]

PyTorch is measured as it comes, and tuned: channels last, the widest vectors, memory
that is kept, denormal numbers flushed, the optimizer for all parameters at once and
threads that stay on their processors. It needs a BLAS that is fast, such as Debian's
libopenblas0-openmp.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Conversion/TensorFlowToStableHLO/Inputs")]

BATCH, CLASSES, RATE, DROPOUT = 128, 10, 0.05, 0.4
SIZES, FEATURES, HIDDEN = (784, 512, 256, CLASSES), (32, 64), 1024
# Steps of a stretch, and stretches of a run.
STRETCH = {"perceptron": 100, "convolutional": 10}
STRETCHES = 5

TUNED = {
    # Large blocks are neither mapped anew nor given back.
    "MALLOC_MMAP_THRESHOLD_": str(1 << 32), "MALLOC_TRIM_THRESHOLD_": str(1 << 32),
    "MALLOC_TOP_PAD_": str(1 << 28), "OMP_PROC_BIND": "close",
}


def work_of(net):
    """Thousand millions of operations that products and convolutions of a step take."""
    if net == "perceptron":
        layers = [a * b for a, b in zip(SIZES, SIZES[1:])]
    else:
        flat = 7 * 7 * FEATURES[1]
        layers = [28 * 28 * 25 * FEATURES[0], 14 * 14 * 25 * FEATURES[0] * FEATURES[1],
                  flat * HIDDEN, HIDDEN * CLASSES]
    # Forward and two gradients, but the first layer has none of its input.
    return 2e-9 * BATCH * (3 * sum(layers) - layers[0])


def write_step(tools, folder, net):
    from network import convolutional, perceptron
    random = np.random.default_rng(1)
    if net == "perceptron":
        network = perceptron("float32", BATCH, SIZES, random)
    else:
        network = convolutional("float32", BATCH, FEATURES, HIDDEN, random, DROPOUT)
    graph = folder / f"{net}.pbtxt"
    graph.write_text(network.graph.text())
    step = folder / f"{net}.mlir"
    step.write_text(subprocess.run([tools / "trainlint-translate", "--graph-to-step", graph],
                                   capture_output=True, text=True, check=True).stdout)
    return step


def limited(threads, command, **variables):
    """Runs a command on as many processors as it has threads."""
    usable = sorted(os.sched_getaffinity(0))[-threads:]
    return subprocess.run(command, capture_output=True, text=True, check=True,
                          env={**os.environ, **variables},
                          preexec_fn=lambda: os.sched_setaffinity(0, usable))


def time_device(tools, step, net, threads):
    """Seconds of a step, and milliseconds of the compilation."""
    done = limited(threads, [
        tools / "trainlint-run", step, "--train", "--fake-data", "--timing",
        f"--option=device_threads={threads}", f"--log-every={STRETCH[net]}",
        f"--iterations-per-loop={STRETCH[net]}", f"--steps={STRETCH[net] * STRETCHES}"])
    rates = [json.loads(line)["rate"] for line in done.stdout.splitlines()]
    # First the initial values are compiled, then the step.
    compilation = re.findall(r"compile +([\d.]+) ms", done.stderr)[1]
    return BATCH / max(rates), float(compilation)


def time_torch(net, threads, tuned):
    done = limited(threads, [sys.executable, __file__, "--torch", net, str(threads),
                             *(["tuned"] if tuned else [])], **(TUNED if tuned else {}),
                   **({"ATEN_CPU_CAPABILITY": "avx512"} if tuned and has_avx512() else {}))
    return float(done.stdout)


def has_avx512():
    return "avx512f" in pathlib.Path("/proc/cpuinfo").read_text()


def torch_net(net):
    from torch import nn
    if net == "perceptron":
        layers = [layer for a, b in zip(SIZES, SIZES[1:]) for layer in (nn.Linear(a, b), nn.ReLU())]
        return nn.Sequential(*layers[:-1])
    return nn.Sequential(
        nn.Conv2d(1, FEATURES[0], 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(*FEATURES, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(7 * 7 * FEATURES[1], HIDDEN), nn.ReLU(), nn.Dropout(DROPOUT),
        nn.Linear(HIDDEN, CLASSES))


def run_torch(net, threads, tuned):
    """Prints the seconds of a step, in a process of its own."""
    import torch
    torch.set_num_threads(threads)
    torch.set_flush_denormal(tuned)
    model = torch_net(net)
    images = torch.rand((BATCH, 784) if net == "perceptron" else (BATCH, 1, 28, 28))
    labels = torch.randint(CLASSES, (BATCH,))
    if tuned and net == "convolutional":
        model = model.to(memory_format=torch.channels_last)
        images = images.to(memory_format=torch.channels_last)
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE, foreach=tuned)
    best = 1e9
    for _ in range(STRETCHES):
        start = time.perf_counter()
        for _ in range(STRETCH[net]):
            optimizer.zero_grad(set_to_none=True)
            torch.nn.functional.cross_entropy(model(images), labels).backward()
            optimizer.step()
        best = min(best, (time.perf_counter() - start) / STRETCH[net])
    print(best)


def sgemm_peak(tools, folder, threads):
    """What the library's sgemm reaches with the best of some large products."""
    import cpu
    return max(case.work / cpu.time_device(tools / "trainlint-test-cpu", folder, case,
                                           [f"--device-threads={threads}"])
               for case in cpu.large_products())


def measure(tools, folder, threads, rounds):
    steps = {net: write_step(tools, folder, net) for net in STRETCH}
    best = {net: [1e9] * 4 for net in steps}
    peak = 0
    for _ in range(rounds):
        peak = max(peak, sgemm_peak(tools, folder, threads))
        for net, step in steps.items():
            times = (*time_device(tools, step, net, threads), time_torch(net, threads, False),
                     time_torch(net, threads, True))
            best[net] = list(map(min, best[net], times))
    print(f"{threads} threads, sgemm {peak:.0f} GFLOP/s")
    print(f"{'ms a step':16}{'trainlint':>10}{'PyTorch':>9}{'tuned':>8}{'ratio':>7}"
          f"{'to tuned':>10}{'of sgemm':>10}{'compile':>10}")
    for net, (device, compilation, default, tuned) in best.items():
        share = work_of(net) / device / peak
        print(f"{net:16}{1e3 * device:10.2f}{1e3 * default:9.2f}{1e3 * tuned:8.2f}"
              f"{default / device:6.2f}x{tuned / device:9.2f}x{100 * share:8.0f} %"
              f"{compilation:7.0f} ms", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for threads in args.threads:
            measure(args.tools.resolve(), pathlib.Path(name), threads, args.rounds)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--torch"]:
        run_torch(sys.argv[2], int(sys.argv[3]), sys.argv[4:] == ["tuned"])
    else:
        main()
