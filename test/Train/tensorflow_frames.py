# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs of TensorFlow 1 whose training is a loop of frames, as that of TPUEstimator, and the same step
without a loop.

    tensorflow_frames.py     writes loop.pbtxt, once.pbtxt and data.npz
"""

import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../Conversion/TensorFlowToStableHLO/Inputs"))
from graph_text import Graph, Shape, Type

BATCH, FEATURES = 16, 6
F32, I32, I64 = Type("float32"), Type("int32"), Type("int64")


def variable(g, name, initial):
    initial = np.asarray(initial)
    g.node(name, "VarHandleOp", dtype=Type(initial.dtype.name), shape=Shape(initial.shape))
    g.constant(name + "/initial", initial)
    g.node(name + "/Assign", "AssignVariableOp", [name, name + "/initial"], dtype=Type(initial.dtype.name))


def enter(g, name, source, kind):
    return g.node(name, "Enter", [source], frame_name="context", is_constant=False, parallel_iterations=1, T=kind)


def enter_handle(g, name):
    entered = enter(g, f"while/{name}/Enter", name, F32)
    g.nodes[-1] = g.nodes[-1].replace("DT_FLOAT", "DT_RESOURCE")
    return entered


def step(g, begin, weights, steps):
    """A linear model and its gradient. All of it waits for `begin`, if there is one."""
    waits = [f"^{begin}"] if begin else []
    g.node("while/infeed", "InfeedDequeueTuple", waits, dtypes=[F32, F32], shapes=[])
    g.nodes[-1] = g.nodes[-1].replace("list {  }", f"""list {{ shape {{ dim {{ size: {BATCH} }} dim {{ size: {FEATURES} }} }}
      shape {{ dim {{ size: {BATCH} }} dim {{ size: 1 }} }} }}""")
    g.node("while/read", "ReadVariableOp", [weights] + waits, dtype=F32)
    g.node("while/y", "MatMul", ["while/infeed", "while/read"], T=F32)
    g.node("while/error", "Sub", ["while/y", "while/infeed:1"], T=F32)
    g.node("while/loss", "L2Loss", ["while/error"], T=F32)
    g.node("while/gradients/while/loss_grad/mul", "Identity", ["while/error"], T=F32)
    g.node("while/gradients/while/y_grad/MatMul", "MatMul", ["while/infeed", "while/gradients/while/loss_grad/mul"],
           T=F32, transpose_a=True)
    g.constant("while/rate", np.float32(0.01))
    g.node("while/update", "ResourceApplyGradientDescent",
           [weights, "while/rate", "while/gradients/while/y_grad/MatMul"], T=F32)
    g.constant("while/one", np.int64(1))
    g.node("while/count", "AssignAddVariableOp", [steps, "while/one", "^while/update"], dtype=I64)


def graph(loops):
    g = Graph()
    variable(g, "w", np.random.default_rng(1).standard_normal((FEATURES, 1)).astype(np.float32))
    variable(g, "global_step", np.int64(0))
    if not loops:
        step(g, None, "w", "global_step")
        g.node("train", "NoOp", ["^while/count"])
        return g.text()
    g.constant("start", np.int32(0))
    g.constant("nothing", np.float32(0))
    values = {"": ("start", I32), "_1": ("nothing", F32)}
    for end, (initial, kind) in values.items():
        enter(g, "while/Enter" + end, initial, kind)
        g.node("while/Merge" + end, "Merge", ["while/Enter" + end, "while/NextIteration" + end], T=kind, N=2)
    handles = [enter_handle(g, name) for name in ("w", "global_step")]
    g.constant("while/turns", np.int32(7))
    g.node("while/Less", "Less", ["while/Merge", "while/turns"], T=I32)
    g.node("while/LoopCond", "LoopCond", ["while/Less"])
    for end, (_, kind) in values.items():
        g.node("while/Switch" + end, "Switch", ["while/Merge" + end, "while/LoopCond"], T=kind)
        g.node("while/Identity" + end, "Identity", [f"while/Switch{end}:1"], T=kind)
    step(g, "while/Identity", *handles)
    g.constant("while/turn", np.int32(1))
    g.node("while/add", "Add", ["while/Identity", "while/turn", "^while/count"], T=I32)
    g.node("while/last", "Identity", ["while/loss", "^while/count"], T=F32)
    for end, value in ("", "while/add"), ("_1", "while/last"):
        kind = values[end][1]
        g.node("while/NextIteration" + end, "NextIteration", [value], T=kind)
        g.node("while/Exit" + end, "Exit", ["while/Switch" + end], T=kind)
    g.node("train", "NoOp", ["^while/Exit_1"])
    return g.text()


for name, loops in ("loop", True), ("once", False):
    with open(name + ".pbtxt", "w") as file:
        file.write(graph(loops))
random = np.random.default_rng(2)
points = random.standard_normal((64, FEATURES)).astype(np.float32)
np.savez("data.npz", x=points, labels=points.sum(1, keepdims=True))
