#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures trainlint beside /bin/true, yamllint, shellcheck and a JSON Schema
validator.

Machines differ and are noisy, so what counts are the ratios: all programs run in
turn, in one run, and of each the median of several runs is taken. Prints the
budgets of the project beside what was measured."""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from repository import write_repository

JOB = """# A job with the shape of many.
trainingInput:
  scaleTier: CUSTOM
  region: us-central1
  runtimeVersion: "2.{minor}"
  pythonVersion: "3.7"
  masterType: n1-highcpu-16
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: {count}
  workerType: n1-highcpu-16
  workerCount: {workers}
  workerConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: {count}
  args:
  - --steps={workers}000
  - --batch-size=128
"""


def run_once(command):
    """The seconds that a command takes."""
    null = os.open(os.devnull, os.O_WRONLY)
    begin = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ,
                           file_actions=[(os.POSIX_SPAWN_DUP2, null, 1),
                                         (os.POSIX_SPAWN_DUP2, null, 2)])
    os.waitpid(child, 0)
    seconds = time.perf_counter() - begin
    os.close(null)
    return seconds


def measure(commands, repetitions):
    """The median seconds of each command, run in turn."""
    seconds = {name: [] for name in commands}
    for _ in range(repetitions):
        for name, command in commands.items():
            seconds[name].append(run_once(command))
    return {name: statistics.median(seconds[name]) for name in commands}


def peak_memory(command):
    """The peak resident MB of a command, or None without zsh. What a process
    started from Python reports begins at the size of Python."""
    zsh = shutil.which("zsh")
    if not zsh:
        return None
    script = 'TIMEFMT=%M; time ("$@" >/dev/null 2>&1)'
    result = subprocess.run([zsh, "-fc", script, "zsh", *command], capture_output=True,
                            text=True, check=False)
    return int(result.stderr.split()[-1])


def write_jobs(folder, count):
    for number in range(count):
        below = folder / f"{number // 500:03}"
        below.mkdir(parents=True, exist_ok=True)
        text = JOB.format(minor=number % 10, count=(1, 2, 3, 4)[number % 4], workers=number)
        (below / f"job{number}.yaml").write_text(text)


def show(title, value, budget):
    print(f"  {title:46} {value:>12}   {budget}")


def show_peak(command):
    peak = peak_memory(command)
    if peak is not None:
        show("peak memory of trainlint, MB", f"{peak}", "at most 30")


def measure_repository(trainlint, folder, repetitions):
    """A repository of 2,000 files, read by each tool as far as it is its business."""
    print("2000 mixed files, two threads")
    names = write_repository(folder, 2000)
    mine = [trainlint, "--isolated", "-j2", str(folder)]
    commands = {"trainlint": mine}
    for tool, files in (("yamllint", names["yaml"]), ("shellcheck", names["shell"])):
        if path := shutil.which(tool):
            commands[tool] = [path, *files]
        else:
            print(f"  {tool} is not installed")
    result = measure(commands, repetitions)
    show("trainlint, ms", f"{result['trainlint'] * 1000:.0f}", "at most 500")
    for tool, seconds in result.items():
        if tool != "trainlint":
            files = len(names["yaml" if tool == "yamllint" else "shell"])
            show(f"{tool} on its {files} files / trainlint on all",
                 f"{seconds / result['trainlint']:.0f}", "")
    show_peak(mine)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trainlint")
    parser.add_argument("--quick", action="store_true", help="fewer files and repetitions")
    arguments = parser.parse_args()
    trainlint = str(pathlib.Path(arguments.trainlint).resolve())
    schema = pathlib.Path(__file__).resolve().parents[2] / "schemas/ai-platform-job.schema.json"
    yamllint = shutil.which("yamllint")
    jsonschema = shutil.which("jsonschema")
    many = 1000 if arguments.quick else 10000
    few = 3 if arguments.quick else 7

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_jobs(folder / "many", many)
        write_jobs(folder / "some", 200)
        one = folder / "some/000/job1.yaml"

        print("one config")
        fast = measure({"trainlint": [trainlint, "--isolated", str(one)],
                        "true": ["/bin/true"]}, 30 if arguments.quick else 200)
        mine = fast["trainlint"]
        show("trainlint / true", f"{mine / fast['true']:.2f}", "at most 1.5")
        show_peak([trainlint, "--isolated", str(one)])
        slow = {}
        if yamllint:
            slow["yamllint"] = [yamllint, str(one)]
        if jsonschema:
            json = folder / "job.json"
            json.write_text('{"trainingInput": {"scaleTier": "BASIC", "region": "us-central1"}}')
            slow["jsonschema"] = [jsonschema, "-i", str(json), str(schema)]
        for other, seconds in measure(slow, few).items():
            show(f"{other} / trainlint", f"{seconds / mine:.0f}", "")

        print("200 configs")
        commands = {"trainlint": [trainlint, "--isolated", str(folder / "some")]}
        if yamllint:
            commands["yamllint"] = [yamllint, str(folder / "some")]
        result = measure(commands, few)
        show("trainlint, ms", f"{result['trainlint'] * 1000:.1f}", "at most 50")
        if yamllint:
            show("yamllint / trainlint",
                 f"{result['yamllint'] / result['trainlint']:.0f}", "")

        print(f"{many} configs, two threads")
        commands = {"trainlint": [trainlint, "--isolated", "-j2", str(folder / "many")],
                    "trainlint -j1": [trainlint, "--isolated", "-j1", str(folder / "many")]}
        if yamllint:
            commands["yamllint"] = [yamllint, str(folder / "many")]
        result = measure(commands, 1 if arguments.quick else 3)
        mine = result["trainlint"]
        show("trainlint, files a second", f"{many / mine:.0f}", "")
        show("one thread / two threads", f"{result['trainlint -j1'] / mine:.2f}", "")
        if yamllint:
            show("rate of trainlint / rate of yamllint", f"{result['yamllint'] / mine:.0f}",
                 "at least 45")
        show_peak(commands["trainlint"])

        measure_repository(trainlint, folder / "mixed", 1 if arguments.quick else 3)
    return 0


if __name__ == "__main__":
    sys.exit(main())
