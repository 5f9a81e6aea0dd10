# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models and settings that ask for more than their size: each is refused with its reason, or costs what its
size allows. Memory is limited, and so is time, by far more than any of them needs."""

import json
import resource
import subprocess

SECONDS, MEMORY = 120, 4 << 30


def run(*arguments):
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    return subprocess.run(["trainlint-run", *map(str, arguments), "--isolated", "--batch-size", "2"], capture_output=True, text=True, timeout=SECONDS, preexec_fn=limit, check=False)


def model(shape, metrics=None, units=4, optimizer=None):
    layers = [{"class_name": "InputLayer", "config": {"name": "x", "batch_input_shape": [None, *shape]}},
              {"class_name": "Dense", "config": {"name": "d", "units": units}}]
    compiled = {"loss": "categorical_crossentropy", "metrics": metrics or [],
                "optimizer_config": optimizer or {"class_name": "SGD", "config": {}}}
    with open("model.json", "w", encoding="utf-8") as file:
        json.dump({"class_name": "Sequential", "keras_version": "2.15.0", "config": {"name": "m", "layers": layers},
                   "training_config": compiled}, file)
    return "model.json"


def refused(message, *arguments):
    done = run(*arguments)
    assert done.returncode != 0 and message in done.stderr, (done.returncode, done.stderr[-500:])


def taken(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, (done.returncode, done.stderr[-500:])
    return done.stdout


def metric(name, **config):
    return {"class_name": name, "config": config}


def main():
    shown = ("--emit=stablehlo",)
    train, evaluate = ("--fake-data", "--steps", 1, *shown), ("--evaluate", "--data", "none.npz", *shown)
    refused("`ns_steps` is `101`; a whole number from 1 to 100 is expected", model([4]), *train, "--optimizer", "muon",
            "--training", "ns_steps=101")
    refused("`ns_steps` is `1000000000`", model([4], optimizer=metric("Muon", ns_steps=10 ** 9)), *train)
    refused("the loss `ctc` is of at most 4096 steps, and output `d` of 'tensor<2x1000000x4xf32>' has more",
            model([1000000, 4]), *train, "--loss", "ctc", "--training", "label_length=3")
    refused("`metrics` is `auc_of_2000000000_points`", model([4]), *evaluate, "--metrics", "auc_of_2000000000_points")
    refused("metric `f1_score` has a number for each class, of which there are 5000000 in output `d`",
            model([1], units=5000000), *evaluate, "--metrics", "f1_score")
    refused("`ignore_class` is `1e300`; a whole number is expected", model([4]), *train, "--loss",
            "sparse_categorical_crossentropy", "--training", "ignore_class=1e300")
    # Patterns may be written so that some readers try all ways to match them.
    layers = ["(a|a)*(a|aa)+$", "((a{1,200}){1,200}){1,200}", "(unclosed"]
    taken(model([4], optimizer=metric("Muon", exclude_layers=layers)), *train)
    # Classes that no output has, and thresholds by the thousands.
    for numbers in ([-1], [1e300]):
        text = taken(model([4], [metric("IoU", num_classes=4, target_class_ids=numbers)]), *evaluate)
        assert "iou" not in text, text
    # A line of CSV is read once for all of its columns.
    with open("wide.csv", "w", encoding="utf-8") as file:
        for line in (",".join(f"c{number}" for number in range(400000)), ",".join(["1"] * 400000)):
            file.write(line + "\n")
    refused("the data has nothing for the input `x`", model([4]), "--data", "wide.csv", "--steps", 1)
    text = taken(model([4], [metric("Precision", thresholds=[i / 5000 for i in range(5000)])]), *evaluate)
    assert "precision_above_0.0002" in text and "precision_above_0.9998" in text


main()
