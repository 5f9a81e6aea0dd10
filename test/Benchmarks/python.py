#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures trainlint on a repository of 10,000 Python files, 20 of which submit jobs,
beside linters of Python, and the language server on a script of 35 kB, from a
keystroke to the diagnostics.

The modules that have nothing to do with training are those of the standard library
that runs this script, again and again until there are enough."""

import argparse
import pathlib
import shutil
import statistics
import sysconfig
import tempfile

from lint import measure, show, show_peak
from lsp import Server

# So many files are given to programs that take minutes for all.
PART = 500

SUBMIT = """import argparse

from google.cloud import aiplatform

MACHINE = "n1-standard-{size}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--region", default="us-central1")
    parser.add_argument("--epochs", type=int, default=5)
    args = parser.parse_args()
    aiplatform.init(project="project-{number}", location=args.region,
                    staging_bucket="gs://bucket-{number}")
    job = aiplatform.CustomTrainingJob(
        display_name=f"train-{{args.epochs}}", script_path="task_{number}.py",
        container_uri="us-docker.pkg.dev/vertex-ai/training/tf-gpu.2-11:latest")
    job.run(machine_type=MACHINE, accelerator_type="NVIDIA_TESLA_T4", accelerator_count={count},
            args=[f"--epochs={{args.epochs}}"])


if __name__ == "__main__":
    main()
"""

TASK = """import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int)
print(parser.parse_args().epochs)
"""

STEP = """

def step_{number}(inputs, rate={number}):
    \"\"\"One of many steps.\"\"\"
    values = [value * rate for value in inputs if value > {number}]
    settings = {{"rate": rate, "name": f"step-{{rate}}", "size": len(values)}}
    if rate > 3:
        settings["rate"] = 3
    return sum(values), settings
"""


def write_modules(folder, count, jobs):
    """Writes modules; returns how many MB they are."""
    library = pathlib.Path(sysconfig.get_paths()["stdlib"])
    texts = [path.read_bytes() for path in sorted(library.rglob("*.py"))
             if "site-packages" not in path.parts and "test" not in path.parts]
    size = 0
    for number in range(count):
        path = folder / f"package{number // 100:03}" / f"module{number}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        if number % (count // jobs) == 0:
            text = SUBMIT.format(number=number, size=8, count=number // 500 % 4 + 1).encode()
            (path.parent / f"task_{number}.py").write_text(TASK)
        else:
            text = texts[number % len(texts)]
        path.write_bytes(text)
        size += len(text)
    return size / 1e6


def measure_repository(trainlint, count, repetitions):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        size = write_modules(folder, count, jobs=20)
        print(f"{count} modules, {size:.0f} MB, 20 of which submit jobs, two threads")
        mine = [trainlint, "--isolated", "-j2", name]
        result = measure({"trainlint": mine}, repetitions)
        part = sorted(folder.rglob("module*.py"))[:PART]
        others = {}
        for tool, arguments in (("ruff", ["check", "--no-cache"]), ("pyflakes", []),
                                ("pyflakes3", [])):
            if path := shutil.which(tool):
                others[tool] = [path, *arguments, *map(str, part)]
        if not others:
            print("  neither ruff nor pyflakes is installed")
        show("trainlint, ms", f"{result['trainlint'] * 1000:.0f}", "at most 500")
        # They take minutes for all of them.
        for tool, command in others.items():
            seconds = measure({tool: command}, 1)[tool] * count / PART
            show(f"{tool} / trainlint", f"{seconds / result['trainlint']:.0f}", "")
        show_peak(mine)


def script_of(size):
    """A script of about as many bytes that submits a job at its end."""
    text, number = "", 0
    submit = SUBMIT.format(number=1, size=8, count=3)
    while len(text) + len(submit) < size:
        text += STEP.format(number=number)
        number += 1
    return text.lstrip() + "\n\n" + submit


def measure_keystroke(server_path, repetitions):
    text = script_of(35_000)
    server = Server([server_path])
    server.start("")
    server.open(text, "file:///nowhere/submit.py", "python")
    # In the comment of the last step.
    line = text[:text.rindex("One of many")].count("\n")
    keystrokes = [server.keystroke(line, "x", 10) for _ in range(repetitions)]
    memory = server.megabytes()
    server.end()
    print(f"a script of {len(text) / 1000:.0f} kB in the editor")
    show("keystroke, ms", f"{statistics.median(keystrokes) * 1000:.2f}", "at most 5")
    show("memory of the server, MB", f"{memory:.0f}", "at most 30")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trainlint")
    parser.add_argument("--server", help="the language server")
    parser.add_argument("--quick", action="store_true", help="fewer files and repetitions")
    arguments = parser.parse_args()
    trainlint = str(pathlib.Path(arguments.trainlint).resolve())
    measure_repository(trainlint, 1000 if arguments.quick else 10000,
                       3 if arguments.quick else 7)
    if arguments.server:
        measure_keystroke(str(pathlib.Path(arguments.server).resolve()),
                          10 if arguments.quick else 50)


if __name__ == "__main__":
    main()
