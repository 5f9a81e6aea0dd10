# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: keras_tfjs.py [--only TEXT] FOLDER

Compares what models of Keras become with TensorFlow.js, whose packages are in FOLDER, in f32: outputs of
layers and their gradients for weights and inputs; losses and weights while optimizers train; metrics."""

import argparse
import concurrent.futures
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Conversion/Inputs"))

from keras_evaluations import Evaluations
from keras_layers import Layers
from keras_trainings import Trainings
from tfjs import TensorFlowJs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="cases whose name has this text")
    parser.add_argument("folder")
    options = parser.parse_args()
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        parts = [part(options.only, pool) for part in (Layers, Trainings, Evaluations)]
        tasks = [part.tasks() for part in parts]
        other = TensorFlowJs(options.folder, sum(tasks, []))
        for part in parts:
            part.run(pool)
        answers = iter(other.answers())
        for part, asked in zip(parts, tasks):
            wrong += part.compare([next(answers) for _ in asked])
    sys.exit(1 if wrong else 0)


main()
