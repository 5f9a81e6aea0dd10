# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes graphs with many misspelled names."""


def node(name, op, *inputs):
    given = "".join(f' input: "{i}"' for i in inputs)
    return f'node {{ name: "{name}" op: "{op}"{given} }}\n'


def write(name, lines):
    with open(name, "w") as file:
        file.write("".join(lines))


write("two.pbtxt", [node("a", "NoOp", "abcdefgi"), node("abcdefgh", "NoOp")])
write("dangling.pbtxt", [node(f"zabcdefgh{i}", "NoOp", f"zabcdefgi{i}") for i in range(17000)])
write("ops.pbtxt", [node("first", "MatMulx")] + [node(f"n{i}", f"MatMu{i}") for i in range(25000)])
layers = [f'{{"class_name": "dnse{i}"}}' for i in range(30000)] + ['{"class_name": "dense"}']
write("layers.json", ['{"class_name": "Sequential", "config": {"layers": [', ",".join(layers), "]}}"])
