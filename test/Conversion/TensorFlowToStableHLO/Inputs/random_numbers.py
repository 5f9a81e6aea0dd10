# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random numbers of a step: their distributions, and that a seed determines them.

    random_numbers.py FOLDER
"""

import sys

import numpy as np

from graph_text import Graph, Step, Type, lower, run

COUNT = 20000


def main():
    g, stores = Graph(), []
    g.constant("shape", np.int32([COUNT]))
    for name, op in (("uniform", "RandomUniform"), ("again", "RandomUniform"),
                     ("normal", "RandomStandardNormal"), ("cut", "TruncatedNormal")):
        g.node(name, op, ["shape"], dtype=Type("float32"), T=Type("int32"))
        g.variable(f"v_{name}", np.zeros(COUNT, "float32"))
        stores.append("^" + g.node(f"store_{name}", "Assign", [f"v_{name}", name], T=Type("float32")))
    g.node("train", "NoOp", stores)
    path = sys.argv[1] + ".pbtxt"
    with open(path, "w") as file:
        file.write(g.text())
    step = Step(lower(path, "--train-op=train"))
    if [role for role, *_ in step.arguments] != ["state"] * 4 + ["seed"]:
        sys.exit(f"the arguments are {step.arguments}")
    state = [np.zeros(COUNT, np.float32)] * 4
    names = [name for _, name, _, _ in step.of_role("state")]
    drawn = [dict(zip(names, run(step.text, state + [np.uint64(seed)], sys.argv[1])))
             for seed in ([1, 2], [1, 2], [1, 3])]
    first, same, other = drawn
    uniform, normal, cut = first["v_uniform"], first["v_normal"], first["v_cut"]
    checks = {
        "a seed determines the numbers": all((first[name] == same[name]).all() for name in names),
        "another seed gives others": not any((first[name] == other[name]).any() for name in names[:1]),
        "nodes draw for themselves": (uniform == first["v_again"]).mean() < 0.01,
        "uniform numbers are in [0, 1)": uniform.min() >= 0 and uniform.max() < 1,
        "uniform numbers are spread": abs(uniform.mean() - 0.5) < 0.01 and abs(uniform.var() - 1 / 12) < 0.003,
        "normal numbers are": abs(normal.mean()) < 0.03 and abs(normal.std() - 1) < 0.02,
        "cut numbers end at 2": np.abs(cut).max() <= 2 and abs(cut.mean()) < 0.03 and abs(cut.std() - 0.88) < 0.02,
    }
    for text, holds in checks.items():
        if not holds:
            sys.exit(f"it is not true that {text}")
    print(f"{len(checks)} properties of random numbers hold")


main()
