#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the weights of public Keras models and compares them with what Keras prints.

The counts of the models that Keras ships are in its documentation; those of small
models follow from their layers. A model with a layer that is not Keras's own has no
count, and neither has one without shapes."""

import pathlib
import re
import subprocess
import sys

# Ends of paths, and all weights of the model.
WEIGHTS = {
    "imagenet/vgg.json": 138_357_544,
    "imagenet/inception.json": 23_851_784,
    "imagenet/inceptionresnetv2.json": 55_873_736,
    "imagenet/mobilenet.json": 4_253_864,
    "imagenet/nasnetmobile.json": 5_326_716,
    "imagenet/xception.json": 22_910_480,
    # (16 + 1) x 200, four times (200 + 1) x 200, (200 + 1) x 5
    "KERAS_dense_16x200x200x200x200x200x5.json": 165_205,
    # (784 + 1) x 128, (128 + 1) x 10
    "fuzz_generated__bad_node_attr__saved_model.pb.json": 101_770,
    # (10 + 1) x 1
    "bundle_model_test.json": 11,
}


def weights_of(tool, path):
    """All weights of the layers of the main model; None where a layer's are not known."""
    result = subprocess.run([tool, "--import-graph", str(path)], capture_output=True, text=True,
                            check=False)
    if result.returncode != 0 or "graph.model keras" not in result.stdout:
        return False, None
    # Models in the model follow as functions with a name.
    main_function = result.stdout.split("graph.function @", 1)[0]
    total, shared = 0, re.compile(r"graph\.call = [1-9]")
    for line in main_function.splitlines():
        if "graph.node" not in line or shared.search(line):
            continue
        found = re.search(r"graph\.weights = array<i64: (\d+), (\d+)>", line)
        if not found:
            return True, None
        total += int(found[1]) + int(found[2])
    return True, total


def main():
    tool, root = sys.argv[1], pathlib.Path(sys.argv[2])
    models = counted = compared = differences = 0
    for path in sorted(root.rglob("*.json")):
        is_model, weights = weights_of(tool, path)
        if not is_model:
            continue
        models += 1
        counted += weights is not None
        expected = next((count for end, count in WEIGHTS.items() if str(path).endswith(end)), None)
        if expected is None:
            continue
        compared += 1
        if weights != expected:
            differences += 1
            print(f"{path}: {weights}, but Keras counts {expected}")
    if compared != len(WEIGHTS):
        differences += 1
        print(f"{len(WEIGHTS) - compared} of the models are not there")
    print(f"{models} models, {counted} counted, {compared} compared, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
