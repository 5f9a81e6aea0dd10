# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a guide says, as rows with cases that show it.

A row has the number that it has in the list of all statements, the lines of the
document, the statement in words of our own, and cases. A case writes files into a
folder of its own, runs a program there and says what is wrong with what it printed.
"""

import json
import pathlib
import re
import subprocess

SECONDS = 120


class Context:
    """Where the programs and the examples are, and the folder of a case."""

    def __init__(self, programs, source, folder, documents=None):
        self.programs, self.source, self.folder = programs, source, folder
        # The documents themselves, which are no part of the project; may be None.
        self.documents = documents

    def run(self, command):
        environment = {"PATH": f"{self.programs}:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                       "HOME": str(self.folder), "EXAMPLES": f"{self.source}/docs/examples",
                       "INPUTS": f"{self.source}/test/Guides/Inputs",
                       "TALK": f"{self.source}/test/LSP/Inputs/talk.py"}
        # A folder with .git is a root: no other configuration applies.
        (self.folder / ".git").mkdir(parents=True, exist_ok=True)
        return subprocess.run(["bash", "-c", command], cwd=self.folder, env=environment,
                              capture_output=True, text=True, timeout=SECONDS)

    def lint(self, arguments):
        run = self.run(f"trainlint --format=json {arguments}")
        if run.returncode not in (0, 1):
            raise RuntimeError(run.stderr or f"exit code {run.returncode}")
        return [(finding["severity"], finding["rule"], finding["file"])
                for finding in json.loads(run.stdout)["diagnostics"]]

    def page(self, number):
        """The text of a document."""
        return sorted(self.documents.glob("*.txt"))[number].read_text(encoding="utf-8")


class Lint:
    """Files, and the findings that they have: each `severity rule`, where the rule
    may be `*` for any. Errors and warnings have to be exactly those; infos are
    compared if one is expected. A name `a|b` is one of several rules, and `finding` is
    an error or a warning, where the guide does not say which."""

    def __init__(self, files, *expected, options="", check=None):
        self.files = files if isinstance(files, dict) else {"job.yaml": files}
        self.expected, self.options, self.check = expected, options, check

    def problem(self, context):
        for name, text in self.files.items():
            path = context.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        names = self.check or list(self.files)[0]
        found = context.lint(f"{self.options} {names}")
        infos = any(expected.startswith("info") for expected in self.expected)
        kinds = {f"{severity} {rule}" for severity, rule, _ in found
                 if infos or severity != "info"}
        missing = [expected for expected in self.expected
                   if not any(fits(expected, kind) for kind in kinds)]
        extra = [kind for kind in sorted(kinds)
                 if not any(fits(expected, kind) for expected in self.expected)
                 and not kind.startswith("info")]
        if missing or extra:
            return f"expected {list(self.expected)}, found {sorted(kinds)}"
        return None


def fits(expected, kind):
    severity, rules = expected.split(" ", 1)
    found, rule = kind.split(" ", 1)
    same = found in ("error", "warning") if severity == "finding" else severity == found
    return same and (rules == "*" or rule in rules.split("|"))


class Run:
    """A command, its exit status, and expressions that its output has to match; with
    `!` in front, must not. A status of None is any."""

    def __init__(self, command, *patterns, status=0, files=None):
        self.command, self.patterns = command, patterns
        self.status, self.files = status, files or {}

    def problem(self, context):
        for name, text in self.files.items():
            (context.folder / name).write_text(text, encoding="utf-8")
        run = context.run(self.command)
        output = run.stdout + run.stderr
        if self.status not in (None, run.returncode):
            return f"exit status {run.returncode} of `{self.command}`: {output[-600:]}"
        for pattern in self.patterns:
            forbidden = pattern.startswith("!")
            found = re.search(pattern.lstrip("!"), output, re.MULTILINE)
            if forbidden == bool(found):
                return f"`{pattern}` against the output of `{self.command}`: {output[-600:]}"
        return None


class Same:
    """Commands that print the same numbers under a name, to within a millionth."""

    def __init__(self, field, *commands):
        self.field, self.commands = field, commands

    def problem(self, context):
        runs = []
        for command in self.commands:
            output = context.run(command).stdout
            runs.append([float(number) for number in
                         re.findall(rf'"{self.field}":([-0-9.e+]+)', output)])
        alike = all(len(run) == len(runs[0]) and all(
            abs(a - b) <= 1e-6 * max(1, abs(a)) for a, b in zip(run, runs[0])) for run in runs)
        return None if runs[0] and alike else f"different numbers: {runs}"


class Page:
    """A document as a file of some name, and all that is said of it: each finding as
    `line severity rule`, infos too."""

    needs_documents = True

    def __init__(self, number, name, *expected, change=str, options=""):
        self.number, self.name, self.expected = number, name, set(expected)
        self.change, self.options = change, options

    def problem(self, context):
        (context.folder / self.name).write_text(self.change(context.page(self.number)),
                                                encoding="utf-8")
        run = context.run(f"trainlint --format=json {self.options} {self.name}")
        found = {f"{finding['range']['start']['line']} {finding['severity']} {finding['rule']}"
                 for finding in json.loads(run.stdout)["diagnostics"]}
        return None if found == self.expected else (
            f"expected {sorted(self.expected)}, found {sorted(found)}")


class Grid:
    """A line of the table of machines: how many of each accelerator it takes, in the
    master and in workers. `machine` takes `allowed`, and no other number."""

    KINDS = ("NVIDIA_TESLA_A100", "NVIDIA_TESLA_K80", "NVIDIA_TESLA_P4", "NVIDIA_TESLA_P100",
             "NVIDIA_TESLA_T4", "NVIDIA_TESLA_V100")
    COUNTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17)

    def __init__(self, machine, allowed):
        self.machine, self.allowed = machine, allowed

    def problem(self, context):
        wrong = set()
        for kind in self.KINDS:
            for count in self.COUNTS:
                for role in ("master", "worker"):
                    master = self.machine if role == "master" else "n1-standard-4"
                    fields = {"masterType": master}
                    if role == "worker":
                        fields |= {"workerType": self.machine, "workerCount": 1}
                    fields[f"{role}Config"] = accelerator(kind, count)
                    name = f"{role}-{kind}-{count}.yaml"
                    (context.folder / name).write_text(job(region=None, **fields))
                    if count not in self.allowed.get(kind, ()):
                        wrong.add(name)
        found = {pathlib.Path(path).name for severity, _, path in context.lint(".")
                 if severity == "error"}
        return None if found == wrong else f"differ: {sorted(found ^ wrong)}"


class Guide:
    def __init__(self, document, name):
        self.document, self.name = document, name
        self.rows = []

    def row(self, number, lines, statement, *cases):
        assert cases, number
        self.rows.append((number, lines, statement, cases, None))

    def marked(self, number, lines, statement, reason):
        self.rows.append((number, lines, statement, (), reason))


def accelerator(kind, count):
    return f"{{acceleratorConfig: {{type: {kind}, count: {count}}}}}"


def job(**fields):
    """A job of AI Platform on machines of one's own; a field that is None is left
    out. Versions are given, so that they are no finding."""
    values = {"scaleTier": "CUSTOM", "region": "us-central1", "runtimeVersion": "'2.11'",
              "pythonVersion": "'3.7'"} | fields
    lines = [f"  {name}: {value}" for name, value in values.items() if value is not None]
    return "trainingInput:\n" + "\n".join(lines) + "\n"


def tpu_job(**fields):
    return job(**({"scaleTier": "BASIC_TPU", "runtimeVersion": "'1.15'"} | fields))


def args(*words, **fields):
    """A job on a TPU that passes arguments to its program."""
    return tpu_job(args="[" + ", ".join(f"'{word}'" for word in words) + "]", **fields)


def submit(*flags, user=()):
    """A command that submits a job."""
    words = ["gcloud ai-platform jobs submit training job_1", "--module-name trainer.task",
             "--package-path trainer", *flags]
    if user:
        words += ["--", *user]
    return {"job.sh": " \\\n  ".join(words) + "\n"}
