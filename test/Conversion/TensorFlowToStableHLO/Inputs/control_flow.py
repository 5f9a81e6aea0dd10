# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conditions and loops of single nodes: what the step stores is what TensorFlow
would.

    control_flow.py FOLDER
"""

import sys

import numpy as np

from graph_text import Graph, Step, Type, lower, run

F32, I32, BOOL = Type("float32"), Type("int32"), Type("bool")


def condition(g):
    """v += x where x[0] > 0, else v -= 2 x, and out = the branch's value."""
    g.placeholder("x", np.zeros(3, "float32"))
    for name in ("begin", "zero"):
        g.constant(name, np.int32([0]))
    g.constant("one", np.int32([1]))
    g.node("first", "StridedSlice", ["x", "begin", "one", "one"], T=F32, Index=I32, shrink_axis_mask=1)
    g.constant("limit", np.float32(0))
    g.node("test", "Greater", ["first", "limit"], T=F32)
    g.node("switch", "Switch", ["x", "test"], T=F32)
    g.node("pivot", "Switch", ["test", "test"], T=BOOL)
    g.node("pivot_f", "Identity", ["pivot"], T=BOOL)
    g.node("pivot_t", "Identity", ["pivot:1"], T=BOOL)
    g.node("two", "Const", ["^pivot_f"], dtype=F32, value=np.float32(-2))
    g.node("negative", "Mul", ["switch", "two"], T=F32)
    g.node("positive", "Identity", ["switch:1"], T=F32)
    g.node("merge", "Merge", ["negative", "positive"], T=F32, N=2)
    g.variable("v", np.float32([1, 2, 3]))
    g.node("add", "AssignAdd", ["v", "merge"], T=F32)
    # A write on one branch only.
    g.variable("count", np.float32(0))
    g.node("unit", "Const", ["^pivot_t"], dtype=F32, value=np.float32(1))
    g.node("count_up", "AssignAdd", ["count", "unit"], T=F32)
    return ["^add", "^count_up"]


def loop(g):
    """acc = x * 2 ** 5 by a loop that writes an array, whose rows are summed up."""
    g.constant("turns", np.int32(5))
    g.constant("start", np.int32(0))
    g.node("array", "TensorArrayV3", ["turns"], dtype=F32)
    frame = dict(frame_name="loop", parallel_iterations=10)
    for name, source, element in (("i", "start", I32), ("acc", "x", F32), ("flow", "array:1", F32)):
        g.node(f"enter_{name}", "Enter", [source], T=element, is_constant=False, **frame)
        g.node(f"merge_{name}", "Merge", [f"enter_{name}", f"next_{name}"], T=element, N=2)
        g.node(f"switch_{name}", "Switch", [f"merge_{name}", "cond"], T=element)
        g.node(f"exit_{name}", "Exit", [f"switch_{name}"], T=element)
        g.node(f"body_{name}", "Identity", [f"switch_{name}:1"], T=element)
    g.node("enter_turns", "Enter", ["turns"], T=I32, is_constant=True, **frame)
    g.node("enter_array", "Enter", ["array"], T=Type("int32"), is_constant=True, **frame)
    g.node("less", "Less", ["merge_i", "enter_turns"], T=I32)
    g.node("cond", "LoopCond", ["less"])
    g.node("step", "Const", ["^body_i"], dtype=I32, value=np.int32(1))
    g.node("double", "Const", ["^body_i"], dtype=F32, value=np.float32(2))
    g.node("i_plus", "Add", ["body_i", "step"], T=I32)
    g.node("acc_mul", "Mul", ["body_acc", "double"], T=F32)
    g.node("write", "TensorArrayWriteV3", ["enter_array", "body_i", "acc_mul", "body_flow"], T=F32)
    g.node("next_i", "NextIteration", ["i_plus"], T=I32)
    g.node("next_acc", "NextIteration", ["acc_mul"], T=F32)
    g.node("next_flow", "NextIteration", ["write"], T=F32)
    g.constant("limits", np.int32(0))
    g.constant("by", np.int32(1))
    g.node("places", "Range", ["limits", "turns", "by"], Tidx=I32)
    g.node("rows", "TensorArrayGatherV3", ["array", "places", "exit_flow"], dtype=F32)
    g.constant("axis", np.int32([0]))
    g.node("sum", "Sum", ["rows", "axis"], T=F32, Tidx=I32)
    g.variable("acc", np.zeros(3, "float32"))
    g.variable("sums", np.zeros(3, "float32"))
    g.node("store", "Assign", ["acc", "exit_acc"], T=F32)
    g.node("store_sums", "Assign", ["sums", "sum"], T=F32)
    return ["^store", "^store_sums"]


def main():
    g = Graph()
    g.node("train", "NoOp", condition(g) + loop(g))
    path = sys.argv[1] + ".pbtxt"
    with open(path, "w") as file:
        file.write(g.text())
    step = Step(lower(path, "--train-op=train"))
    for x in (np.float32([1, -2, 3]), np.float32([-1, -2, 3])):
        initial = step.initial(sys.argv[1])
        names = [name for _, name, _, _ in step.of_role("state")]
        got = dict(zip(names, run(step.text, [initial[name] for name in names] + [x], sys.argv[1])))
        taken = x[0] > 0
        expected = {"v": np.float32([1, 2, 3]) + (x if taken else -2 * x), "count": np.float32(taken),
                    "acc": x * 32, "sums": x * 62}
        for name, value in expected.items():
            if not np.allclose(got[name], value):
                sys.exit(f"{name} is {got[name]} instead of {value}")
    print("branches and loops give what they should")


main()
