#!/usr/bin/env python3
# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks public ONNX and Keras models: none has an error.

The models run, so an error would be a false one; files that hold no model are refused.
Each warning was judged by reading the model, and is counted here:

- models that ONNX Runtime's tests made of fused operators, which that runtime has in
  opsets before ONNX had them;
- models that name no opset for ai.onnx.ml, which that runtime then takes as the
  newest;
- made-up operators of tests, and experimental ones of the first opsets;
- nodes that fail whenever they run, of models that only optimizers of that runtime
  read, and one whose converter turned the features into the batch."""

import collections
import json
import pathlib
import re
import subprocess
import sys

import graphs

WARNINGS = {"onnx-opset": 26, "onnx-unknown-op": 12, "op-input-shape": 10}
FUSED_OR_UNNAMED = re.compile(r"LayerNormalization requires opset 17|"
                              r"(DictVectorizer|ZipMap) is an operator of ai\.onnx\.ml, but")
MADE_UP = re.compile(r"`(Foo|FooBar|FooBar_Attr|MaxPoolGrad|ImageScaler|Crop|Affine)` is not an operator")


FAILS = re.compile(r"fails when it runs: (shape \[1, 3\] cannot be reshaped to \[1, 1, 1, 1\]|"
                   r"shape \[10, 20, 30\] cannot be reshaped to|index \d is out of bounds for axis 0|"
                   r"scale has shape \[\d+\]; \[1\] is required)")
KNOWN = {"onnx-opset": FUSED_OR_UNNAMED, "onnx-unknown-op": MADE_UP, "op-input-shape": FAILS}


def main():
    tool, folders = sys.argv[1], [pathlib.Path(folder) for folder in sys.argv[2:]]
    paths = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    result = subprocess.run([tool, "--isolated", "--kind=graph", "--format=json", *paths],
                            capture_output=True, check=False)
    counts = collections.Counter()
    wrong = []
    for finding in json.loads(result.stdout)["diagnostics"]:
        rule, message = finding["rule"], finding["message"]
        if rule == "graph-syntax":
            if not any(finding["file"].endswith(end) for end in graphs.OTHERS):
                wrong.append(f"{finding['file']}: {message}")
            continue
        counts[rule] += 1
        known = KNOWN.get(rule)
        if finding["severity"] == "error" or not known or not known.search(message):
            wrong.append(f"{finding['file']}: {finding['severity']}: {message}")
    if counts != WARNINGS:
        wrong.append(f"{dict(counts)} instead of {WARNINGS}")
    for line in wrong[:20]:
        print(line)
    print(f"{len(paths)} files, {sum(counts.values())} warnings, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
