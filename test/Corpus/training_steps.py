#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Legalises the training steps of public graphs that hold gradients, and runs
those that can be: every value has to be finite.

    training_steps.py BIN CORPUS [--legalise-only]
"""

import pathlib
import re
import subprocess
import sys
import tempfile

# The options that give what a graph leaves open, or why it is not legalised:
# the ops that stop it.
SPARSE = ("Where", "SparseReshape")
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
    "tf-pbtxt/theIArchitecture+tensorflow/tensorflow/compiler/jit/tests/keras_imagenet_main.pbtxt":
        ["--folded-batch=192", "--batch-size=2", "--input-shape=input_1_1=2,224,224,3",
         "--input-shape=activation_49_target_1=2,1"],
    "tf-meta/jeong-tae+tensorflow_tutorial2/checkpoints/model.ckpt.meta": ["--batch-size=8"],
    "tf-meta/mrahtz+tensorflow-rl-pong/checkpoints/policy_network.ckpt.meta": ["--batch-size=8"],
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
}
STOPPED = {
    "tf-pbtxt/Veer-V+Census-Income-Prediction/graph.pbtxt": ["Where"],
    "tf-pbtxt/lcferrara4+IPOpredictor/data_model/graph.pbtxt": SPARSE,
    **{f"tf-meta/lcferrara4+IPOpredictor/data_model/model.ckpt-{number}.meta": SPARSE
       for number in (3384, 3385, 3572, 3573, 3760)},
    **{f"{kind}/tensorflow+tfx/tfx/components/testdata/trainer/current/Format-Serving/{file}": ["Where"]
       for kind, file in (("tf-pbtxt", "graph.pbtxt"), ("tf-meta", "model.ckpt-0.meta"))},
    "tf-meta/silviaseverini+PP2_18/LSTM_TEST/checkpoints/model.ckpt.meta": ["LoopCond", "ReverseSequence"],
}


def legalise(tool, path, options):
    return subprocess.run([tool, "--graph-to-step", str(path), *options], capture_output=True, text=True,
                          timeout=600)


def main():
    tools, corpus = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]) / "graphs"
    translate, runner = tools / "trainlint-translate", tools / "trainlint-run"
    failures, legalised, ran = [], 0, 0
    for name, options in TRAINED.items():
        done = legalise(translate, corpus / name, options)
        if done.returncode:
            failures.append(f"{name}: {done.stderr[:600]}")
            continue
        legalised += 1
        if "--legalise-only" in sys.argv:
            continue
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "step.mlir"
            program.write_text(done.stdout)
            run = subprocess.run([runner, program, "--fake-data", "--seed=1"], capture_output=True, text=True,
                                 timeout=900)
        if run.returncode:
            failures.append(f"{name} does not run: {run.stderr[:600]}")
            continue
        ran += 1
    for name, ops in STOPPED.items():
        done = legalise(translate, corpus / name, ["--batch-size=8"])
        found = set(re.findall(r"\((\w+)\) cannot be legalised", done.stderr))
        if done.returncode == 0 or found != set(ops):
            failures.append(f"{name} is stopped by {sorted(found)} instead of {sorted(ops)}")
    print(f"{legalised} steps legalised, {ran} run, {len(STOPPED)} stopped by known ops, "
          f"{len(failures)} failures")
    print("\n".join(failures))


main()
