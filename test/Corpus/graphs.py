#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the formats that trainlint sees in public graphs with their folders.

A file of another format than its folder says has to be listed here, with the
reason. One that is listed and has the format of its folder has to leave the list."""

import pathlib
import re
import subprocess
import sys

FORMATS = {
    "hlo": {"HLO"},
    "keras": {"Keras JSON"},
    "onnx": {"ONNX"},
    "onnx-node": {"ONNX"},
    "stablehlo": {"StableHLO"},
    "tf-meta": {"MetaGraphDef"},
    "tf-mlir": {"TensorFlow MLIR"},
    "tf-pb": {"GraphDef", "MetaGraphDef", "SavedModel"},
    "tf-pbtxt": {"GraphDef", "SavedModel"},
}

# The ends of paths, and what the files are.
OTHERS = {
    "multiple_gemm_fusions.hlo": "HLO without the line that names the module",
    "while_with_known_trip_count.hlo": "HLO without the line that names the module",
    "keras_metadata.pb.training_config.json": "what a model is trained with",
    "wrongJson/model.json": "a string that holds JSON",
    "torchtune_training_model_lora_llama2.onnx": "two bytes",
    "foo_1.onnx.ort": "the format of ONNX Runtime",
    "mnist.internal_testing_ep.ort": "the format of ONNX Runtime",
    "ort_github_issue_4031.onnx.ort": "the format of ONNX Runtime",
    "sparse_initializer_handling.onnx.ort": "the format of ONNX Runtime",
    "sklearn_bin_voting_classifier_soft.ort": "the format of ONNX Runtime",
    "tools/data/add_mhlo.mlir": "the dialect before StableHLO",
    "fingerprint.pb": "the fingerprint of a model",
    "tf_text_regression/01/keras_metadata.pb": "what Keras keeps beside a model",
    "inference/api_descriptor.pb": "descriptions of messages",
    "toco_log_before.pb": "a log",
    "delf_config_example.pbtxt": "a configuration",
    "biaffine.model/master.pbtxt": "a configuration",
    "biaffine.model/targets.pbtxt": "a configuration",
    "context.pbtxt": "a configuration",
    "graph-malformed.pbtxt": "not a message at all",
    "lstm_layer_inference.config.pbtxt": "a configuration",
    "bf-split-tree.pbtxt": "the parts that a file is split into",
    ".cpb": "a container of parts of a file",
}

# The ends of paths of graphs that cannot be read, and why.
PROBLEMS = {
    "testdata/repeated_dataset.pbtxt": "a number is the placeholder `$0`",
}


def read(tool, paths):
    """The format of each file and its problems, as trainlint prints them."""
    given = b"".join(b"%d\n" % path.stat().st_size + path.read_bytes() for path in paths)
    output = subprocess.run([tool], input=given, capture_output=True, check=True).stdout
    for line in output.split(b"\n")[:-1]:
        name = re.match(rb'{"format":"([^"]*)"', line).group(1).decode()
        # Quotes within strings are escaped, so these are keys.
        yield name, re.findall(rb'"problem":(\[[^]]*\])', line)


def main():
    tool, root = sys.argv[1], pathlib.Path(sys.argv[2])
    paths = sorted(path for path in root.rglob("*") if path.is_file())
    differences = 0
    used = set()
    for path, (name, broken) in zip(paths, read(tool, paths)):
        expected = FORMATS.get(path.relative_to(root).parts[0], set())
        other = next((end for end in OTHERS if str(path).endswith(end)), None)
        if name in expected:
            difference = f"it is {name}, and listed" if other else None
        elif other and not name:
            difference = None
            used.add(other)
        else:
            difference = f"it is {name or 'nothing'}"
        unreadable = next((end for end in PROBLEMS if str(path).endswith(end)), None)
        used.add(unreadable)
        if bool(broken) != bool(unreadable):
            difference = f"problems: {broken}"
        if difference:
            differences += 1
            print(f"{path}: {difference}")
    for end in (OTHERS.keys() | PROBLEMS.keys()) - used:
        differences += 1
        print(f"no file ends with {end}")
    print(f"{len(paths)} files, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
