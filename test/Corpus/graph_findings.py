#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the errors in public graphs of TensorFlow with what people found by reading.

Every file that has an error has to be listed here with its rules and the reason; the
others have to have none. The graphs are checked by themselves, and for a TPU, where
those that train get errors that name what a TPU does not take."""

import json
import pathlib
import subprocess
import sys

# The ends of paths, the rules, and why each graph is refused by TensorFlow.
ERRORS = {
    "const_with_no_value/saved_model.pb": ({"op-attribute"}, "made by a fuzzer: the name of an attribute is damaged"),
    "graph-def-and-function.pb": ({"op-attribute"}, "made for a test of sizes: constants without a type"),
    "split-large-constant.pb": ({"op-attribute"}, "made for a test of sizes: constants without a type"),
    "split-large-nodes.pbtxt": ({"op-attribute"}, "made for a test of sizes: constants without a type"),
    "split-lots-nodes.pb": ({"op-attribute"}, "made for a test of sizes: constants without a type"),
    "split-standard.pb": ({"op-attribute"}, "made for a test of sizes: constants without a type"),
    "batch_use_same_function/saved_model.pbtxt": ({"op-attribute"}, "written for a test: three attributes are left out"),
    "graphdef2mlir/graph-function-call.pbtxt": ({"tpu-replicate-structure"}, "a mark of a computation without its metadata"),
    "roundtrip/graph-function-call.pbtxt": ({"tpu-replicate-structure"}, "a mark of a computation without its metadata"),
    "unregistered_kernel.pbtxt": ({"dangling-input"}, "the input is left out"),
    "simplify_ici_dummy_variables_pass_before.pbtxt": ({"op-attribute"}, "taken from inside of the runtime: an attribute is left out"),
    "simplify_ici_dummy_variables_pass_updatevars_before.pbtxt": ({"op-attribute"}, "taken from inside of the runtime: an attribute is left out"),
    "function_error.pbtxt": ({"graph-cycle"}, "a mistake on purpose"),
    "while_loop_var_handle_op.pbtxt": ({"op-input-type"}, "compares a variable's handle with a number"),
    "error_during_backedge.pbtxt": ({"dangling-input"}, "a mistake on purpose"),
    "invalid_backedge_input_size.pbtxt": ({"dangling-input", "op-arity", "op-attribute"}, "a mistake on purpose"),
    "invalid_edge_index.pbtxt": ({"dangling-input"}, "a mistake on purpose"),
    "invalid_edge_name.pbtxt": ({"dangling-input"}, "a mistake on purpose"),
    "invalid_generic_func_with_empty_input.pbtxt": ({"dangling-input"}, "a mistake on purpose"),
    "invalid_generic_function_named_edge_index.pbtxt": ({"dangling-input"}, "a mistake on purpose"),
    "invalid_generic_func_with_empty_control_result.pbtxt": ({"dangling-input"}, "a mistake on purpose"),
    "invalid_missing_control_result_value.pbtxt": ({"dangling-input"}, "a mistake on purpose"),
    "invalid_missing_data_result_value.pbtxt": ({"dangling-input"}, "a mistake on purpose"),
    "invalid_op_name.pbtxt": ({"dangling-input"}, "a mistake on purpose"),
    "invalid_type_list.pbtxt": ({"op-attribute"}, "a mistake on purpose"),
}

REFERENCES = {"tpu-reference-variable"}
FEATURES = {"tpu-unsupported-op", "tpu-unsupported-dtype", "tpu-host-op"}

# The ends of paths of graphs that train, and what a TPU does not take of them:
# variables of early TensorFlow; sparse features, and strings that are looked up.
ON_TPU = {
    "Jamaican-Style-Dominoes-AI-Neural-Network/checkpoints/model.ckpt.meta": REFERENCES,
    "Jamaican-Style-Dominoes-AI-Neural-Network/checkpoints/model_final.ckpt.meta": REFERENCES,
    "BCI/checkpoints/model.ckpt.meta": REFERENCES,
    "UniqueMNISTsolutions/model.ckpt-1.meta": REFERENCES,
    "UniqueMNISTsolutions/graph.pbtxt": REFERENCES,
    "tensorflow_tutorial2/checkpoints/model.ckpt.meta": REFERENCES,
    "policy_network.ckpt.meta": REFERENCES,
    "workshop-traffic-signs/checkpoints/model.ckpt.meta": REFERENCES,
    "Tensorflow-A3C/checkpoints/model.ckpt.meta": REFERENCES,
    "DL-Assignments/model_gs-10080.meta": REFERENCES,
    "DL-Assignments/graph.pbtxt": REFERENCES,
    "LSTM_TEST/checkpoints/model.ckpt.meta": REFERENCES,
    "PP2_18/checkpoints/model.ckpt.meta": REFERENCES,
    "I2A-TensorFlow/checkpoints/model.ckpt.meta": REFERENCES,
    "java-tensorflow/train/graph.pb": REFERENCES,
    "java/training/model/graph.pb": REFERENCES,
    "examples/regression/model.pb": REFERENCES,
    "examples/regression_checkpoint/model.pb": REFERENCES,
    "regression-model/saved_model.pb": REFERENCES,
    "data_model/model.ckpt-3384.meta": REFERENCES | FEATURES,
    "data_model/model.ckpt-3385.meta": REFERENCES | FEATURES,
    "data_model/model.ckpt-3572.meta": REFERENCES | FEATURES,
    "data_model/model.ckpt-3573.meta": REFERENCES | FEATURES,
    "data_model/model.ckpt-3760.meta": REFERENCES | FEATURES,
    "data_model/graph.pbtxt": REFERENCES | FEATURES,
    "Census-Income-Prediction/graph.pbtxt": FEATURES,
    "current/Format-Serving/model.ckpt-0.meta": {"tpu-unsupported-op"},
    "current/Format-Serving/graph.pbtxt": {"tpu-unsupported-op"},
}


def errors(tool, paths, *options):
    """The rules of the errors in each file, but for files that cannot be read."""
    command = [tool, "--isolated", "--kind=graph", "--format=json", "--select=graphs,tpu-graphs", *options, *paths]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = {}
    for finding in json.loads(output)["diagnostics"]:
        if finding["severity"] == "error" and finding["rule"] != "graph-syntax":
            found.setdefault(finding["file"], set()).add(finding["rule"])
    return found


def listed(path, table):
    return next((table[end] for end in table if path.endswith(end)), set())


def main():
    tool, root = sys.argv[1], pathlib.Path(sys.argv[2])
    paths = [str(path) for folder in ("tf-meta", "tf-pb", "tf-pbtxt")
             for path in sorted((root / folder).rglob("*")) if path.is_file()]
    alone = {end: rules for end, (rules, _) in ERRORS.items()}
    differences = 0
    for options, tables in (((), (alone,)), (("--target=tpu-v3-8",), (alone, ON_TPU))):
        found = errors(tool, paths, *options)
        for path in paths:
            expected = set().union(*(listed(path, table) for table in tables))
            if found.get(path, set()) != expected:
                differences += 1
                print(f"{path} {' '.join(options)}: {found.get(path, set())}, not {expected}")
    unused = [end for end in (alone | ON_TPU) if not any(path.endswith(end) for path in paths)]
    for end in unused:
        print(f"{end}: no such file")
    print(f"{len(paths)} files, {differences + len(unused)} differences")


if __name__ == "__main__":
    main()
