# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks damaged and made-up Python files and notebooks.

    python.py [--count N] [--seed N] TRAINLINT WORK FOLDER...

Takes the Python and the notebooks in the folders, also those in tests that are cut into
files, and checks changed copies of them, and programs that call what the rules look at with
anything. Each run ends with a report, within seconds; each finding lies in its file, and so
do the edits of its fixes.
"""

import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys

BATCH = 100
SECONDS = 60

TOKEN = re.compile(r"\s+|\w+|\"[^\"\n]*\"|'[^'\n]*'|.", re.S)
ODD = ["(", ")", "[", "]", "{", "}", ",", ":", "=", "*", "**", ".", "@", ":=", "->", "\\\n", "\n", "\t", "'", '"',
       '"""', "'''", "f'{", "f'{x!r:>{w}}'", "lambda", "lambda *a, **k: a", "def", "class", "async", "await", "yield",
       "return", "if", "else", "elif", "for", "while", "try:", "except", "with", "import", "from . import *", "del",
       "global x", "match x:", "case", "None", "True", "...", "0x", "1_000", "1e999", "9" * 40, "-1", "8", "(8)",
       "(1, 2)", "[]", "{}", "*args", "**kwargs", "\0", "\ufeff", "\xe9", "\U0001f600", "!gcloud", "%env A=b",
       "%%bash", "!", "%", "?", "#", "print 'a'", "exec 'a'", "__name__ == '__main__'"]

CALLS = {
    "import torch_xla.distributed.xla_multiprocessing as xmp": ["xmp.spawn"],
    "import torch_xla.core.xla_model as xm": ["xm.xla_device", "xm.get_ordinal", "xm.xrt_world_size", "xm.optimizer_step"],
    "import torch_xla": ["torch_xla.launch", "torch_xla.device"],
    "import torch_xla.distributed.spmd as xs": ["xs.Mesh"],
    "import numpy as np": ["np.arange", "np.array", "np.ones"],
    "import jax": ["jax.devices", "jax.distributed.initialize", "jax.make_mesh", "jax.pmap"],
    "from jax.sharding import Mesh, NamedSharding, PartitionSpec as P": ["Mesh", "NamedSharding", "P"],
    "import tensorflow as tf": ["tf.tpu.experimental.initialize_tpu_system", "tf.distribute.TPUStrategy",
                                "tf.distribute.cluster_resolver.TPUClusterResolver", "tf.estimator.tpu.TPUConfig",
                                "tf.estimator.tpu.RunConfig", "tf.estimator.tpu.TPUEstimator",
                                "tf.data.TFRecordDataset"],
    "from google.cloud import aiplatform": ["aiplatform.init", "aiplatform.CustomJob", "aiplatform.CustomTrainingJob",
                                            "aiplatform.CustomContainerTrainingJob",
                                            "aiplatform.HyperparameterTuningJob",
                                            "aiplatform.CustomJob.from_local_script"],
    "import tensorflow_cloud as tfc": ["tfc.run", "tfc.MachineConfig"],
    "import argparse": ["argparse.ArgumentParser"],
    "import click": ["click.option"],
    "import os": ["os.environ.get", "os.getenv", "os.path.join", "os.system"],
    "import subprocess": ["subprocess.run", "subprocess.check_call"],
    "from absl import flags": ["flags.DEFINE_string", "range", "list"],
}
NAMES = ["nprocs", "args", "start_method", "mesh_shape", "axis_names", "device_ids", "num_processes", "process_id",
         "display_name", "worker_pool_specs", "machine_type", "accelerator_type", "accelerator_count", "replica_count",
         "staging_bucket", "location", "script_path", "container_uri", "train_batch_size", "eval_batch_size", "config",
         "use_tpu", "model_fn", "params", "iterations_per_loop", "num_shards", "num_cores_per_replica", "tpu", "default",
         "type", "required", "metric_spec", "parameter_spec", "search_algorithm", "custom_job"]
METHODS = ["run", "submit", "train", "evaluate", "predict", "reshape", "scope", "parse_args", "add_argument", "step",
           "format", "append", "update", "get", "items", "name"]


def cells_of(text):
    """What the files of a test hold: by the end of the name."""
    parts = re.split(r"^#--- (\S+)\n", text, flags=re.M)
    for name, part in zip(parts[1::2], parts[2::2]):
        if name.endswith((".py", ".ipynb")):
            yield pathlib.Path(name).suffix, part


def read_sources(folders):
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if not path.is_file() or path.stat().st_size > 300_000:
                continue
            if path.suffix in (".py", ".ipynb"):
                yield path.suffix, path.read_text(encoding="utf-8", errors="replace")
            elif path.suffix == ".test":
                yield from cells_of(path.read_text(encoding="utf-8", errors="replace"))


def damage(text, rng):
    """Changes a few of the tokens of a text."""
    tokens = TOKEN.findall(text)
    for _ in range(rng.choice([1, 1, 2, 3, 8, 30])):
        if not tokens:
            break
        at = rng.randrange(len(tokens))
        to = min(len(tokens), at + rng.choice([1, 1, 2, 5, 40]))
        kind = rng.randrange(8)
        if kind == 0:
            del tokens[at:to]
        elif kind == 1:
            tokens[at:at] = tokens[at:to] * rng.choice([1, 2, 50])
        elif kind == 2:
            other = rng.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 3:
            tokens[at] = rng.choice(ODD)
        elif kind == 4:
            tokens.insert(at, rng.choice(ODD))
        elif kind == 5:
            tokens[at] = tokens[at].replace("\n", rng.choice(["", "\n  ", "\r\n", "\r", "\n\t"]))
        elif kind == 6:
            tokens[at] = rng.choice(tokens)
        elif rng.random() < 0.1:
            del tokens[at:]
    return "".join(tokens)


def damage_notebook(text, rng):
    """Changes the text of a cell, or of the file."""
    try:
        book = json.loads(text)
        cell = rng.choice(book["cells"])
        source = cell["source"]
        changed = damage(source if isinstance(source, str) else "".join(source), rng)
    except (ValueError, KeyError, IndexError, TypeError):
        return damage(text, rng)
    if rng.random() < 0.2:
        return damage(text, rng)
    cell["source"] = changed if isinstance(source, str) else changed.splitlines(keepends=True)
    return json.dumps(book, indent=rng.choice([None, 1]))


class Maker:
    """Makes programs."""

    def __init__(self, rng):
        self.rng = rng
        self.names = ["x", "y", "f", "config"]

    def value(self, depth=0):
        rng = self.rng
        if depth > 3 or rng.random() < 0.4:
            return rng.choice(["None", "True", "0", "1", "8", "-1", "2.5", "''", "'a'", "'gs://b'", "'us-central1'",
                               "'n1-standard-4'", "'NVIDIA_TESLA_T4'", "'{}'", "'%s'", "f'{x}-{y:>3}'",
                               "'gcloud'", "'--region'", "'gcloud ai custom-jobs create --region='", "args.region",
                               "[*range(3)]", "[i for i in x]", *self.names])
        kind = rng.randrange(9)
        parts = [self.value(depth + 1) for _ in range(rng.randrange(4))]
        if kind == 0:
            return "[" + ", ".join(parts) + "]"
        if kind == 1:
            return "(" + ", ".join(parts) + ("," if parts else "") + ")"
        if kind == 2:
            return "{" + ", ".join(f"{self.key()}: {part}" for part in parts) + "}"
        if kind == 3:
            return f"({self.value(depth + 1)} if {self.value(depth + 1)} else {self.value(depth + 1)})"
        if kind == 4:
            return f"({self.value(depth + 1)} {rng.choice('+-*/%') } {self.value(depth + 1)})"
        if kind == 5:
            return f"{rng.choice(self.names)}.{rng.choice(METHODS)}({', '.join(parts)})"
        if kind == 6:
            return f"{rng.choice(self.names)}[{self.value(depth + 1)}]"
        if kind == 7:
            return f"(lambda {rng.choice(['', 'i', '*a', 'i, j=1'])}: {self.value(depth + 1)})"
        return self.call(depth + 1)

    def key(self):
        return repr(self.rng.choice(NAMES))

    def call(self, depth=0):
        rng = self.rng
        callee = rng.choice(rng.choice(list(CALLS.values())))
        parts = [self.value(depth + 1) for _ in range(rng.randrange(4))]
        parts += [f"{name}={self.value(depth + 1)}" for name in rng.sample(NAMES, rng.randrange(4))]
        if rng.random() < 0.1:
            parts.append("**" + rng.choice(self.names))
        return f"{callee}({', '.join(parts)})"

    def block(self, depth):
        rng = self.rng
        pad = "    " * depth
        for _ in range(rng.randrange(1, 6)):
            kind = rng.randrange(10)
            if kind < 4 or depth > 4:
                name = rng.choice(["a", "b", "c", "job", "x", "f"])
                yield f"{pad}{name} = {self.value() if rng.random() < 0.5 else self.call()}"
                self.names.append(name)
            elif kind == 4:
                yield f"{pad}{rng.choice(self.names)}.{rng.choice(METHODS)}({self.value()})"
            elif kind == 5:
                yield f"{pad}{rng.choice(self.names)}[{self.key()}] = {self.value()}"
            else:
                yield pad + rng.choice([f"if {self.value()}:", f"for i in {self.value()}:", f"while {self.value()}:",
                                        "try:", f"with {self.value()} as w:", "def f(i, j=1, *a, **k):",
                                        "class C(x):", "def train(index):", "if __name__ == '__main__':"])
                opening = pad
                yield from self.block(depth + 1)
                if rng.random() < 0.3:
                    yield f"{opening}    return {self.value()}"
                    continue
        if rng.random() < 0.05:
            yield pad + "else:"

    def program(self):
        lines = [*CALLS, "args = argparse.ArgumentParser().parse_args()", "x, y = 1, 'a'"]
        lines += ["def f(index): return index", "config = {}"]
        lines += self.block(0)
        return "\n".join(lines) + "\n"


def run(trainlint, names, folder):
    """The report of a run, or what is wrong with it."""
    try:
        done = subprocess.run([trainlint, "--isolated", "--format=json", *names], cwd=folder, capture_output=True,
                              check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, "takes too long"
    if done.returncode not in (0, 1):
        return None, f"exit code {done.returncode}: {done.stderr[-300:].decode(errors='replace')}"
    try:
        return json.loads(done.stdout), None
    except ValueError as problem:
        return None, f"no JSON: {problem}"


def outside(report, folder):
    """The places of a report that lie in no file."""
    sizes = {}
    for finding in report["diagnostics"]:
        places = [finding, *finding.get("related", [])]
        places += [edit for fix in finding["fixes"] for edit in fix["edits"]]
        for place in places:
            if not place.get("file") or not place.get("range"):
                continue
            path = folder / place["file"]
            if path not in sizes:
                sizes[path] = path.stat().st_size if path.exists() else 0
            start, end = place["range"]["start"]["offset"], place["range"]["end"]["offset"]
            if not 0 <= start <= end <= sizes[path]:
                yield f"{place['file']}: {finding['rule']} at {start} to {end}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("trainlint")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("folders", nargs="*")
    args = parser.parse_args()

    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    rng = random.Random(args.seed)
    sources = list(read_sources(args.folders))
    names = []
    for number in range(args.count):
        if not sources or rng.random() < 0.25:
            suffix, text = ".py", Maker(rng).program()
            text = damage(text, rng) if rng.random() < 0.3 else text
        else:
            suffix, text = rng.choice(sources)
            text = (damage_notebook if suffix == ".ipynb" else damage)(text, rng)
        names.append(f"{number:05}{suffix}")
        (args.work / names[-1]).write_bytes(text.encode("utf-8", errors="replace"))

    problems, findings = [], 0
    for begin in range(0, len(names), BATCH):
        batch = names[begin:begin + BATCH]
        report, problem = run(args.trainlint, batch, args.work)
        if problem is None:
            findings += len(report["diagnostics"])
            problems += outside(report, args.work)
            continue
        # One of them is to blame, if not all of them together.
        blamed = [(name, run(args.trainlint, [name], args.work)[1]) for name in batch]
        blamed = [(name, what) for name, what in blamed if what]
        problems += [f"{name}: {what}" for name, what in blamed or [(batch[0] + "...", problem)]]

    for problem in problems[:20]:
        print(problem)
    print(f"{len(names)} files, {findings} findings, {len(problems)} broken promises")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
