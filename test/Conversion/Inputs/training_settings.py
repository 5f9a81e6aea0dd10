# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the section `training` of the configuration's schema with the pass
`stablehlo-make-step`: both have the same settings, and words of the one are words of
the other."""

import json
import re
import subprocess
import sys

FORWARD = """
func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @forward(%w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"},
    %x: tensor<4x3xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<4x3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  %0 = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}
"""


def make_step(setting, value):
    """Whether the pass takes a setting, and what it says."""
    flags = {"loss": "mse", setting.replace("_", "-"): value}
    if value == "piecewise":
        flags["values"] = "0.1"
    forward = FORWARD
    if value == "ctc":
        flags["label-length"] = 1
        forward = FORWARD.replace("4x3xf32", "4x2x3xf32").replace("dims = [1]", "dims = [2]")
    text = " ".join(f"{name}={flag}" for name, flag in flags.items())
    done = subprocess.run(["trainlint-opt", "-", f"--stablehlo-make-step={text}"], input=forward,
                          capture_output=True, text=True)
    return done.returncode == 0, done.stderr


with open(sys.argv[1]) as file:
    schema = json.load(file)["properties"]["training"]["properties"]
help_text = subprocess.run(["trainlint-opt", "--help"], capture_output=True, text=True,
                           check=True).stdout
section = help_text.split("--stablehlo-make-step")[1]
offered = []
for line in section.splitlines()[1:]:
    # A name of one letter has a hyphen less, and a blank.
    found = re.match(r"\s{6,}--?([\w-]+)[= ]<", line)
    if not found:
        break
    offered.append(found.group(1).replace("-", "_"))
assert offered and sorted(offered) == sorted(schema), set(offered) ^ set(schema)
for name, rule in schema.items():
    words = [word for word in rule.get("enum", []) if word is not None]
    for word in words:
        taken, message = make_step(name, word)
        assert taken, (name, word, message)
    if words:
        taken, message = make_step(name, "nothing")
        listed = set(re.findall(r"\w+", message.split(f"`{name}` is `nothing`; ")[1].split(" is expected")[0]))
        assert not taken and listed - {"or"} == set(words), (name, message)
print(f"{len(schema)} settings")
