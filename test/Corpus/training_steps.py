#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lowers the training steps of public graphs that hold gradients, and does two
steps of each that can be, from the initial values that the graph gives and with made-up
data: what it stores has to change and the loss has to be a number.

    training_steps.py BIN CORPUS [NAME...]
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Conversion/TensorFlowToStableHLO/Inputs"))
from graph_text import DTYPES, Step, run

# The options that give what a graph leaves open, or why it is not lowered:
# the ops that stop it.
SPARSE = ("SparseReshape",)
TRAINED = {
    "tf-pb/tensorflow+rust/examples/regression/model.pb": ["--input-shape=x=8", "--input-shape=y=8"],
    "tf-pb/tensorflow+rust/examples/regression_checkpoint/model.pb":
        ["--input-shape=x=8", "--input-shape=y=8"],
    "tf-pb/tensorflow+rust/examples/regression_savedmodel/saved_model.pb": ["--batch-size=8"],
    "tf-pb/tensorflow+rust/test_resources/regression-model/saved_model.pb":
        ["--input-shape=x=8", "--input-shape=y=8"],
    "tf-pb/lcferrara4+IPOpredictor/models/samples/languages/java/training/model/graph.pb":
        ["--input-shape=input=8", "--input-shape=target=8"],
    "tf-pb/asimshankar+java-tensorflow/train/graph.pb": ["--batch-size=8"],
    "tf-pbtxt/rajarshihaldar+DL-Assignments/graph.pbtxt": ["--batch-size=8"],
    "tf-pbtxt/hsbarker+UniqueMNISTsolutions/graph.pbtxt": ["--batch-size=8"],
    "tf-meta/jeong-tae+tensorflow_tutorial2/checkpoints/model.ckpt.meta": ["--batch-size=8"],
    "tf-meta/rajarshihaldar+DL-Assignments/model_gs-10080.meta": ["--batch-size=8"],
    "tf-meta/HowardDunn+Jamaican-Style-Dominoes-AI-Neural-Network/checkpoints/model.ckpt.meta":
        ["--batch-size=8", "--input-shape=y=8,1", "--input-shape=y_1=8,1", "--input-shape=y_2=8,1"],
    "tf-meta/HowardDunn+Jamaican-Style-Dominoes-AI-Neural-Network/checkpoints/model_final.ckpt.meta":
        ["--batch-size=8", "--input-shape=y=8,1", "--input-shape=y_1=8,1", "--input-shape=y_2=8,1"],
    "tf-meta/ppyht2+Tensorflow-A3C/checkpoints/model.ckpt.meta": ["--batch-size=8"],
    "tf-meta/silviaseverini+PP2_18/checkpoints/model.ckpt.meta":
        ["--batch-size=8", "--input-shape=output=8", "--input-shape=dropout_input="],
    "tf-meta/arasdar+BCI/checkpoints/model.ckpt.meta": ["--batch-size=36", "--input-shape=indices=18"],
    "tf-meta/will-hang+I2A-TensorFlow/checkpoints/model.ckpt.meta": ["--batch-size=80"],
    "tf-meta/hsbarker+UniqueMNISTsolutions/model.ckpt-1.meta": ["--batch-size=8"],
    "tf-meta/pkern90+workshop-traffic-signs/checkpoints/model.ckpt.meta": ["--batch-size=8"],
    "tf-pbtxt/Veer-V+Census-Income-Prediction/graph.pbtxt": ["--batch-size=8"],
    **{f"{kind}/tensorflow+tfx/tfx/components/testdata/trainer/current/Format-Serving/{file}": ["--batch-size=8"]
       for kind, file in (("tf-pbtxt", "graph.pbtxt"), ("tf-meta", "model.ckpt-0.meta"))},
}
STOPPED = {
    "tf-pbtxt/lcferrara4+IPOpredictor/data_model/graph.pbtxt": SPARSE,
    **{f"tf-meta/lcferrara4+IPOpredictor/data_model/model.ckpt-{number}.meta": SPARSE
       for number in (3384, 3385, 3572, 3573, 3760)},
    "tf-meta/silviaseverini+PP2_18/LSTM_TEST/checkpoints/model.ckpt.meta": ["LoopCond"],
}


def lower(tool, path, options):
    return subprocess.run([tool, "--graph-to-step", str(path), *options], capture_output=True, text=True,
                          timeout=600)


def made_up(random, sizes, element):
    kind = DTYPES[element]
    if np.dtype(kind).kind == "f":
        return np.asarray(random.random(sizes), kind)
    # A number of a class, or that training goes on.
    return np.ones(sizes, kind)


def train(text, folder):
    """Why two steps fail; none if they do not."""
    step, random = Step(text), np.random.default_rng(1)
    initial = step.initial(folder, 1)
    state = step.of_role("state")
    given = [initial[name] for _, name, _, _ in state]
    for _ in range(2):
        batch = [made_up(random, sizes, element)
                 for _, _, sizes, element in step.arguments[len(state):]]
        results = run(step.text, given + batch, folder)
        if all((old == new).all() for old, new in zip(given, results)):
            return "the state does not change"
        if not all(np.isfinite(value).all() for value in results[len(state):]):
            return "the loss is no number"
        given = results[:len(state)]
    return None


def main():
    tools, corpus = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]) / "graphs"
    os.environ["PATH"] = f"{tools}{os.pathsep}{os.environ['PATH']}"
    translate = tools / "trainlint-translate"
    wanted = [name for name in TRAINED if not sys.argv[3:] or any(part in name for part in sys.argv[3:])]
    failures, trained, losses = [], 0, 0
    for name in wanted:
        done = lower(translate, corpus / name, TRAINED[name])
        if done.returncode:
            failures.append(f"{name}: {done.stderr[:600]}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                problem = train(done.stdout, folder)
            except SystemExit as end:
                problem = str(end)
        if problem:
            failures.append(f"{name}: {problem[:600]}")
        else:
            trained += 1
            step = Step(done.stdout)
            losses += len(step.results) > len(step.of_role("state"))
    for name, ops in STOPPED.items():
        done = lower(translate, corpus / name, ["--batch-size=8"])
        found = set(re.findall(r"error: (?:.*`[^`]*` \(|(?=\w+ `))(\w+)", done.stderr))
        if done.returncode == 0 or found != set(ops):
            failures.append(f"{name} is stopped by {sorted(found)} instead of {sorted(ops)}")
    print(f"{trained} steps lowered and run, {losses} with a loss, {len(STOPPED)} stopped by known ops, {len(failures)} failures")
    print("\n".join(failures))


main()
