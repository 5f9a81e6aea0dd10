# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of the guides that trainlint was made for are correct to it, and
each mistake that the guides warn of is found once it is made in them."""

import ast
import io
import json
import keyword
import pathlib
import re
import subprocess
import sys
import tempfile
import tokenize

# What the guide on TPUEstimator leaves out.
ESTIMATOR_IMPORTS = """\
import tensorflow as tf
from tensorflow.contrib.tpu.python.tpu import tpu_config
from tensorflow.contrib.tpu.python.tpu import tpu_estimator
from tensorflow.contrib.tpu.python.tpu import tpu_optimizer

FLAGS = tf.flags.FLAGS
"""
RUN = "\nif __name__ == '__main__':\n    tf.app.run(main)\n"

# What is changed in the program on TPUEstimator, and the rule that finds it.
ESTIMATOR_MISTAKES = [
    ("tpu-missing-all-reduce", r"tpu_optimizer\.CrossShardOptimizer", ""),
    ("tpu-drop-remainder", r",\s+drop_remainder=True", ""),
    ("missing-params-argument", r"def input_fn\(params\)", "def input_fn()"),
    ("missing-params-argument", r"mode, params\):", "mode):"),
    ("estimator-run-config", r"tpu_config\.RunConfig\(\s+master=FLAGS.master,", "tf.estimator.RunConfig("),
    ("missing-batch-size", r"train_batch_size=FLAGS\.batch_size,", ""),
    ("tpu-batch-size", r"train_batch_size=FLAGS\.batch_size", "train_batch_size=100"),
    ("missing-steps", r",\s+max_steps=FLAGS\.train_steps", ""),
    ("iterations-per-loop", r"TPUConfig\(FLAGS\.iterations\)", "TPUConfig()"),
    ("checkpoint-interval", r"tpu_config=tpu_config\.TPUConfig\(FLAGS\.iterations\)",
     "save_checkpoints_steps=100, tpu_config=tpu_config.TPUConfig(1000)"),
]

SCOPE = "with strategy.scope():\n    model = create_model()\n"
INITIALIZE = r"tf\.tpu\.experimental\.initialize_tpu_system\(resolver\)\n"
CONNECT = r"tf\.config\.experimental_connect_to_cluster\(resolver\)\n"
NAMED = ("tpu=''", "tpu='my-tpu'")

# The same for Keras; a mistake may take several changes.
KERAS_MISTAKES = [
    ("tpu-uninitialized", [(INITIALIZE, "")]),
    ("tpu-initialization-order",
     [(INITIALIZE, ""), (r"(strategy = tf\.distribute\.TPUStrategy\(resolver\)\n)",
                         r"\1tf.tpu.experimental.initialize_tpu_system(resolver)\n")]),
    ("tpu-not-connected", [NAMED, (CONNECT, "")]),
    ("tpu-local-file", [NAMED, (r",\s*try_gcs=True", "")]),
    ("created-outside-scope", [(re.escape(SCOPE), "model = create_model()\nwith strategy.scope():\n")]),
    ("eager-strategy-run", [(r"@tf\.function\n(def matmul_fn)", r"\1")]),
    ("iterations-per-loop", [(r"steps_per_execution = 50,", "")]),
    ("created-outside-scope",
     [(r"with strategy\.scope\(\):\n    model = create_model\(\)\n    optimizer = (.*)\n",
       r"optimizer = \1\nwith strategy.scope():\n    model = create_model()\n")]),
]


def estimator_program(seeds):
    page = next(seeds.glob("004_*")).read_text()
    begin = page.index("def model_fn(")
    return page[begin:page.index("max_steps=FLAGS.train_steps)") + len("max_steps=FLAGS.train_steps)")]


# Statements of the Keras guide that stand at the left margin behind a block.
MARGIN = re.compile(r"strategy = |z = strategy|batch_size = 200|with strategy|model\.fit|per_replica|"
                    r"train_dataset = (get|strategy)|@tf\.function|a = tf|print\(z\)|def get_dataset|def create|"
                    r"train_multiple_steps\(|steps_per_eval")


def statements_of(line):
    """The guide has lost its line breaks: the statements of a cell, which begin where an
    expression has ended, and whether a block opens behind each."""
    depth, begin, previous, opens = 0, 0, None, False
    for token in tokenize.generate_tokens(io.StringIO(line).readline):
        if token.type in (tokenize.NEWLINE, tokenize.ENDMARKER):
            break
        ended = previous and (previous.string in ")]" or previous.type in (tokenize.NUMBER, tokenize.STRING) or
                              previous.type == tokenize.NAME and not keyword.iskeyword(previous.string))
        starts = token.string == "@" and line[token.end[1]:].startswith("tf.function") or (
            token.type == tokenize.NAME and
            token.string not in ("if", "else", "in", "and", "or", "for", "as", "is", "not"))
        # One choice is an expression; the others are statements, as are all loops.
        starts |= token.string in ("if", "for") and previous is not None and previous.type != tokenize.STRING
        if depth == 0 and (opens or previous is not None and ended and starts):
            yield line[begin:token.start[1]].strip(), opens
            begin, opens = token.start[1], False
        depth += (token.string in "([{") - (token.string in ")]}") if token.type == tokenize.OP else 0
        if token.string == ":" and depth == 0 and re.match(r"(def|with|if|for)\b", line[begin:]):
            opens = True
        previous = token
    yield line[begin:].strip(), opens


def restore(cell):
    cell = re.sub(r"#[^#]*?\.(?= [a-z@])|#[^#]*(?=#)", "", cell)
    cell = re.sub(r'""".*?"""', "", cell).strip()
    lines, indent = [], 0
    # A function ends with what it returns.
    functions = []
    for statement, opens in statements_of(cell):
        if MARGIN.match(statement) and not (functions and statement.startswith("strategy.run")):
            indent, functions = 0, []
        if statement.startswith(("dataset = dataset.batch", "grads = ")):
            indent = functions[-1]
        if statement.startswith(("strategy.run(step_fn", "for _ in")) and not lines[-1].strip().startswith("for"):
            functions.pop()
            indent = functions[-1]
        lines.append(" " * indent + statement)
        if statement.startswith("def "):
            functions.append(indent + 4)
        if opens:
            indent += 4
        if statement.startswith("return") and functions:
            indent = functions.pop() - 4
    return "\n".join(lines) + "\n"


def keras_program(seeds):
    page = next(seeds.glob("002_*")).read_text().splitlines()
    wanted = ("import tensorflow as tf import", "resolver = ", "a = tf.constant", "strategy = tf.",
              "@tf.function def", "def create_model", "def get_dataset", "with strategy.scope",
              "# Create the model", "steps_per_eval")
    cells = [line for line in page if line.startswith(wanted)]
    cells[0] = "import tensorflow as tf\nimport os\nimport tensorflow_datasets as tfds\n"
    return cells[0] + "".join(restore(cell) for cell in cells[1:])


class Checker:
    def __init__(self, trainlint):
        self.trainlint = trainlint
        self.problems = []

    def findings(self, program):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "train.py")
            path.write_text(program)
            done = subprocess.run([*self.trainlint, "--isolated", "--format=json", str(path)],
                                  capture_output=True, text=True, check=False)
        return [(found["rule"], found["severity"]) for found in json.loads(done.stdout)["diagnostics"]]

    def expect_fine(self, name, program):
        ast.parse(program)
        for rule, severity in self.findings(program):
            if severity != "info":
                self.problems.append(f"{name}: {severity} {rule}")

    def expect(self, rule, program, changes):
        usual = self.findings(program)
        for pattern, replacement in changes:
            program, count = re.subn(pattern, replacement, program)
            if not count:
                self.problems.append(f"{rule}: nothing to change")
        ast.parse(program)
        found = [name for name, _ in self.findings(program)]
        if found.count(rule) <= [name for name, _ in usual].count(rule):
            self.problems.append(f"{rule}: not found where `{changes[-1][1].strip()}` is written")


def main():
    seeds = pathlib.Path(sys.argv[1])
    if not seeds.is_dir():
        print("no guides")
        return 0
    checker = Checker(sys.argv[2:])
    estimator = ESTIMATOR_IMPORTS + estimator_program(seeds) + RUN
    checker.expect_fine("TPUEstimator", estimator)
    for rule, pattern, replacement in ESTIMATOR_MISTAKES:
        checker.expect(rule, estimator, [(pattern, replacement)])
    keras = keras_program(seeds)
    checker.expect_fine("TPUStrategy", keras)
    for rule, changes in KERAS_MISTAKES:
        checker.expect(rule, keras, changes)
    for problem in checker.problems:
        print(problem)
    if not checker.problems:
        print("all mistakes are found")
    return 1 if checker.problems else 0


if __name__ == "__main__":
    sys.exit(main())
