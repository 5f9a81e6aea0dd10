#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures steps of training on the CPU device beside PyTorch.

A step is all of it: the batch is handed over, forward, gradients and update. The models
are those of `training_models.py`, exported by PyTorch with random weights. Each program
is a process of its own that may use as many processors as it has threads. They run in
turn, several times, and the best stretch of each counts; the losses of the first steps
have to be those of PyTorch.

    test/Benchmarks/training.py build/bin [--models lstm unet] [--threads 1 2] [--types f32 bf16]

PyTorch is measured as it comes, and tuned: channels last for images, sparse gradients for
large tables, the widest vectors in its own loops and in OpenBLAS, memory that is kept,
denormal numbers flushed, the optimizer for all parameters at once and threads that stay
on their processors. It needs a BLAS that is fast, such as Debian's libopenblas0-openmp.

`--losses` compares losses of small models only, `--steps 20` those of so many steps, and
`--profile` prints where the device's time goes.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
STRETCHES = 5
TYPES = ["f32", "bf16"]

TUNED = {
    # Large blocks are neither mapped anew nor given back.
    "MALLOC_MMAP_THRESHOLD_": str(1 << 32), "MALLOC_TRIM_THRESHOLD_": str(1 << 32),
    "MALLOC_TOP_PAD_": str(1 << 28), "OMP_PROC_BIND": "close",
}


def has_avx512():
    return "avx512f" in pathlib.Path("/proc/cpuinfo").read_text()


if has_avx512():
    # OpenBLAS takes processors that it does not know for older ones.
    TUNED.update(ATEN_CPU_CAPABILITY="avx512", OPENBLAS_CORETYPE="SKYLAKEX")


class Done:
    """What a program printed, and the most memory that it had, in MB."""

    def __init__(self, output, errors, memory):
        self.output, self.errors, self.memory = output, errors, memory


def limited(threads, command, **variables):
    """Runs a command on as many processors as it has threads."""
    usable = sorted(os.sched_getaffinity(0))[-threads:]
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        # The threads that NumPy starts are none of ours.
        process = subprocess.Popen(command, stdout=output, stderr=errors, env={**os.environ, **variables},
                                   preexec_fn=lambda: os.sched_setaffinity(0, usable))
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        done = Done(output.read(), errors.read(), used.ru_maxrss / 1024)
    if process.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.output[-1000:]}{done.errors[-3000:]}")
    return done


def torch(command, *arguments, threads=1, tuned=False):
    """What a call of PyTorch's part prints, with the memory that it took."""
    extra = [*(["--tuned"] if tuned else [])]
    if command in ("run", "copy"):
        extra += ["--threads", str(threads)]
    done = limited(threads, [sys.executable, HERE / "training_torch.py", command, *arguments, *extra],
                   **(TUNED if tuned else {}))
    return {**json.loads(done.output), "memory": done.memory}


def largest_differences(losses, others):
    """The largest one until each step, of large losses in relation to them."""
    largest, out = 0, []
    for loss, other in zip(losses, others, strict=True):
        largest = max(largest, abs(loss - other) / max(1, abs(other)))
        out.append(largest)
    return out


class Model:
    """A model in files, as trainlint-run takes it."""

    def __init__(self, name, kind, folder, short=False):
        self.name, self.kind = name, kind
        self.flags = [*(["--short"] if short else []), *(["--bfloat16"] if kind == "bf16" else [])]
        self.folder = folder / f"{name}-{kind}"
        self.folder.mkdir(exist_ok=True)
        exported = torch("export", name, self.folder, *self.flags)
        self.batch, self.stretch, self.tolerance = exported["batch"], exported["stretch"], exported["tolerance"]
        data = ",".join(f"{file.stem}={file}" for file in sorted(self.folder.glob("*.npy")))
        self.options = [self.folder / "model.onnx", "--isolated", "--data", data, "--no-shuffle", "--no-scale",
                        "--batch-size", str(self.batch), "--training", "from_logits=true"]
        for key, value in exported["settings"].items():
            self.options += ["--training", f"{key}={value}"]

    def run_device(self, tools, threads, *options):
        return limited(threads, [tools / "trainlint-run", *self.options, f"--option=device_threads={threads}",
                                 *options])

    def device_losses(self, tools, steps):
        done = self.run_device(tools, 1, f"--steps={steps}", "--log-every=1")
        return [json.loads(line)["loss"] for line in done.output.splitlines()]

    def torch_losses(self, steps, threads=1):
        return torch("run", self.name, str(steps), "--stretches=0", *self.flags, threads=threads)["losses"]

    def has_losses_of_torch(self, tools, steps):
        """A deep net makes much of the order of a sum: where losses differ by more than rounding, they
        may do so only as much as those of PyTorch with another number of threads do."""
        ours, theirs = self.device_losses(tools, steps), self.torch_losses(steps)
        differences = largest_differences(ours, theirs)
        allowed = [self.tolerance] * steps
        if differences[-1] > self.tolerance:
            allowed = [max(self.tolerance, 2 * own) for own in largest_differences(self.torch_losses(steps, 2), theirs)]
        for step, (difference, most) in enumerate(zip(differences, allowed), 1):
            if difference > most:
                print(f"{self.name} {self.kind}: the loss of step {step} is {ours[step - 1]}, and {theirs[step - 1]} in PyTorch",
                      flush=True)
                return False
        of_itself = f", and its own within {allowed[-1] / 2:.0e}" if differences[-1] > self.tolerance else ""
        print(f"{self.name} {self.kind}: losses from {ours[0]:.4g} to {ours[-1]:.4g} within {differences[-1]:.0e} of "
              f"PyTorch's{of_itself}", flush=True)
        return True

    def time_device(self, tools, threads):
        """Seconds of a step, milliseconds of the compilation and the most memory."""
        done = self.run_device(tools, threads, "--timing", f"--log-every={self.stretch}",
                               f"--iterations-per-loop={self.stretch}", f"--steps={self.stretch * STRETCHES}")
        rates = [json.loads(line)["rate"] for line in done.output.splitlines()]
        # The step takes longer than the initial values.
        compilation = max(re.findall(r"compile +([\d.]+) ms", done.errors), key=float)
        return self.batch / max(rates), float(compilation), done.memory

    def time_torch(self, threads, tuned):
        run = torch("run", self.name, "0", f"--stretches={STRETCHES}", *self.flags, threads=threads, tuned=tuned)
        return run["seconds"], run["memory"]

    def work(self):
        return torch("work", self.name, *self.flags)

    def profile(self, tools, threads):
        return self.run_device(tools, threads, "--timing=ops", f"--steps={self.stretch * 2}", "--log=none").errors


def sgemm_peak(tools, folder, threads):
    """What the library's sgemm reaches with the best of some large products."""
    import cpu
    return max(case.work / cpu.time_device(tools / "trainlint-test-cpu", folder, case,
                                           [f"--device-threads={threads}"])
               for case in cpu.large_products())


class Best:
    """The best of several rounds."""

    def __init__(self):
        self.device = self.compilation = self.default = self.tuned = 1e9
        self.memory = self.torch_memory = 1e9

    def add(self, device, default, tuned):
        seconds, compilation, memory = device
        self.device, self.compilation = min(self.device, seconds), min(self.compilation, compilation)
        self.default, self.tuned = min(self.default, default[0]), min(self.tuned, tuned[0])
        self.memory = min(self.memory, memory)
        self.torch_memory = min(self.torch_memory, default[1])

    def row(self, model, work, peak, bandwidth):
        return (f"{model.name + ' ' + model.kind:20}{1e3 * self.device:9.2f}{1e3 * self.default:9.2f}"
                f"{1e3 * self.tuned:9.2f}{self.default / self.device:7.2f}x"
                f"{min(self.tuned, self.default) / self.device:7.2f}x"
                f"{1e-7 * work['operations'] / self.device / peak:6.0f} %"
                f"{100 * work['bytes'] / self.device / bandwidth:6.0f} %"
                f"{self.compilation:8.0f}{self.memory:7.0f}{self.torch_memory:9.0f}")


HEADER = (f"{'ms a step':20}{'trainlint':>9}{'PyTorch':>9}{'tuned':>9}{'ratio':>8}{'to best':>8}{'sgemm':>8}"
          f"{'memory':>8}{'compile':>8}{'MB':>7}{'PyTorch':>9}")


def measure(tools, folder, models, threads, rounds):
    best = {model: Best() for model in models}
    peak = bandwidth = 0
    for _ in range(rounds):
        peak = max(peak, sgemm_peak(tools, folder, threads))
        bandwidth = max(bandwidth, torch("copy", threads=threads, tuned=True)["bytes"])
        for model in models:
            best[model].add(model.time_device(tools, threads), model.time_torch(threads, False),
                            model.time_torch(threads, True))
    load = os.getloadavg()[0]
    print(f"{threads} threads, sgemm {peak:.0f} GFLOP/s, memory {bandwidth / 1e9:.1f} GB/s, load {load:.1f}\n{HEADER}")
    for model, result in best.items():
        print(result.row(model, model.work(), peak, bandwidth), flush=True)


def main():
    import training_models
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("--models", nargs="+", choices=training_models.MODELS, default=list(training_models.MODELS))
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--types", nargs="+", choices=TYPES, default=TYPES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--losses", action="store_true", help="compare losses of small models only")
    parser.add_argument("--steps", type=int, default=3, help="steps whose losses are compared")
    parser.add_argument("--profile", action="store_true", help="print where the device's time goes")
    args = parser.parse_args()
    tools = args.tools.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        models = [Model(model, kind, folder, args.losses) for model in args.models for kind in args.types
                  if kind == "f32" or training_models.make(model, short=True).has_bfloat16]
        if args.profile:
            for threads in args.threads:
                for model in models:
                    print(f"{model.name} {model.kind}, {threads} threads\n{model.profile(tools, threads)}")
            return
        alike = sum(model.has_losses_of_torch(tools, args.steps) for model in models)
        print(f"{alike} of {len(models)} models have the losses of PyTorch", flush=True)
        for threads in [] if args.losses else args.threads:
            measure(tools, folder, models, threads, args.rounds)
        sys.exit(alike != len(models))


if __name__ == "__main__":
    main()
