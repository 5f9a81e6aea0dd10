# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of Keras in TensorFlow.js, and numbers of both sides beside each other."""

import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy

HERE = pathlib.Path(__file__).parent
TOLERANCE = 1e-5


def listed(array):
    return {"shape": list(array.shape), "values": numpy.asarray(array, numpy.float64).ravel().tolist()}


def array_of(tensor):
    # What is no number is null in JSON.
    values = [numpy.nan if value is None else value for value in tensor["values"]]
    return numpy.array(values, numpy.float32).reshape(tensor["shape"])


class TensorFlowJs:
    """One process, which works on tasks in their order while something else is done."""

    def __init__(self, folder, tasks):
        self.file = tempfile.TemporaryFile("w+")
        self.file.write("".join(json.dumps(task) + "\n" for task in tasks))
        self.file.seek(0)
        self.count = len(tasks)
        self.process = subprocess.Popen(["node", str(HERE / "Client/Keras/run_models.js"), folder], stdin=self.file,
                                        stdout=subprocess.PIPE, text=True)

    def answers(self):
        out, _ = self.process.communicate()
        lines = out.splitlines()
        if self.process.returncode or len(lines) != self.count:
            sys.exit(f"node ended with {self.process.returncode} after {len(lines)} of {self.count} tasks")
        return [json.loads(line) for line in lines]


def refusal(problem):
    """The first error of a tool."""
    return "refused: " + (re.findall(r"error: (.*)", str(problem)) or [str(problem)])[0][:300]


def difference(what, ours, theirs, tolerance=TOLERANCE):
    """A text; empty where both are the same."""
    if theirs is None:
        return f"{what} is none" if numpy.any(ours) else ""
    theirs = array_of(theirs)
    if ours.shape != theirs.shape:
        return f"{what} has shape {ours.shape} and not {theirs.shape}"
    scale = max(1e-3, numpy.abs(theirs).max(initial=0))
    error = numpy.abs(ours.astype(numpy.float64) - theirs).max(initial=0) / scale
    return "" if error <= tolerance else f"{what} differs by {error:.3g}"


@dataclasses.dataclass
class Known:
    """Why differences of some models are TensorFlow.js's own: what the name of a model has, and what is
    said of it."""
    reason: str
    model: str
    text: str
    shown: int = 0


class Verdict:
    """What differs, and whether it is known."""

    def __init__(self, known):
        self.known, self.wrong = known, 0

    def take(self, what, differences):
        for text in differences:
            entry = next((entry for entry in self.known
                          if re.search(entry.model, what) and re.search(entry.text, text)), None)
            if entry:
                entry.shown += 1
            else:
                self.fail(f"{what}: {text}")

    def fail(self, text):
        self.wrong += 1
        print(text, file=sys.stderr)

    def expect_all(self):
        """What is known has to show itself."""
        for entry in self.known:
            if not entry.shown:
                self.fail(f"does not show itself any more: {entry.reason}")

    def shown(self):
        return sum(entry.shown for entry in self.known)
