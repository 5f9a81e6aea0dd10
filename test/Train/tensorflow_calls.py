# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs of TensorFlow 2, whose training is in functions, and what PyTorch makes of them.

    tensorflow_calls.py make             writes FORM.pbtxt for each form, and data.npz
    tensorflow_calls.py train FORM...    lets trainlint-run train, measure and use them
    tensorflow_calls.py compare FORM...  compares what it wrote with PyTorch
    tensorflow_calls.py trained STATE    compares a state after 40 steps of a plain form with PyTorch's

The main graph calls a function that trains, which calls the model; `tape` names gradients as a tape of
Keras does, `named` as TensorFlow 1 does. `op` calls functions by their names as ops, and `loop` is a
loop on a device whose turns take a batch each, as TPUEstimator and `steps_per_execution` have it. `plain`
drops nothing, so that PyTorch trains it to the same numbers, and so does `assigned`, whose optimizer is no
op: it computes what it assigns, as those of Keras since 2.11.
"""

import json
import os
import subprocess
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../Conversion/TensorFlowToStableHLO/Inputs"))
from graph_text import Graph, Shape, Type, read_tensors, value_text

FORMS = ("tape", "named", "op", "loop", "plain", "assigned")
PLAIN = ("plain", "assigned")
BATCH, FEATURES, HIDDEN, CLASSES = 16, 6, 5, 3
RATE, DECAY = 0.1, 0.05
F32, I32, RESOURCE = Type("float32"), Type("int32"), "resource"
VARIABLES = {"hidden/kernel": (FEATURES, HIDDEN), "logits/kernel": (HIDDEN, CLASSES)}


def kind(element):
    return "DT_RESOURCE" if element == RESOURCE else value_text(element).split()[1]


def attributes(pairs):
    return "".join(f'\n    attr {{ key: "{key}" value {{ {text} }} }}' for key, text in pairs.items())


class Function:
    """A function of the library. Values of nodes are written as NODE:OUTPUT:NUMBER."""

    def __init__(self, name, arguments, results):
        self.name, self.arguments, self.results, self.nodes = name, arguments, results, []

    def node(self, name, op, inputs=(), output=None, texts=None, **values):
        texts = {**(texts or {}), **{key: value_text(value) for key, value in values.items()}}
        inputs = " ".join(f'input: "{text}"' for text in inputs)
        self.nodes.append(f'  node_def {{ name: "{name}" op: "{op}" {inputs}{attributes(texts)} }}\n')
        return f"{name}:{output}:0" if output else name

    def constant(self, name, array):
        array = np.asarray(array)
        return self.node(name, "Const", output="output", dtype=Type(array.dtype.name), value=array)

    def text(self, returned, effects=()):
        arguments = " ".join(f'input_arg {{ name: "{name}" type: {kind(element)} }}'
                             for name, element in self.arguments)
        results = " ".join(f'output_arg {{ name: "{name}" type: {kind(element)} }}'
                           for name, element in self.results)
        ends = "".join(f'  control_ret {{ key: "{name}" value: "{name}" }}\n' for name in effects)
        effects = " ".join(f'control_output: "{name}"' for name in effects)
        rets = "".join(f'  ret {{ key: "{name}" value: "{value}" }}\n'
                       for (name, _), value in zip(self.results, returned))
        return (f'function {{\n  signature {{ name: "{self.name}" {arguments} {results} is_stateful: true '
                f'{effects} }}\n{"".join(self.nodes)}{rets}{ends}}}\n')


def read(f, name):
    f.reads = getattr(f, "reads", 0) + 1
    return f.node(f"{name}/Read_{f.reads}", "ReadVariableOp", [name], output="value", dtype=F32)


def types(elements):
    return "list { " + " ".join(f"type: {kind(element)}" for element in elements) + " }"


def model():
    """Dropout is drawn by the step and not here."""
    f = Function("model", [("x", F32), ("keep", F32), ("hidden", RESOURCE), ("logits", RESOURCE)],
                 [("y", F32), ("dropped", F32), ("activation", F32)])
    f.node("hidden/MatMul", "MatMul", ["x", read(f, "hidden")], T=F32)
    f.node("hidden/Relu", "Relu", ["hidden/MatMul:product:0"], T=F32)
    f.node("dropout/Mul", "Mul", ["hidden/Relu:activations:0", "keep"], T=F32)
    f.node("logits/MatMul", "MatMul", ["dropout/Mul:z:0", read(f, "logits")], T=F32)
    return f.text(["logits/MatMul:product:0", "dropout/Mul:z:0", "hidden/Relu:activations:0"])


def gradient_names(form):
    """What a gradient is called, by the scope and the node of what was differentiated."""
    if form == "named":
        return lambda scope, node, name: f"gradients/{scope}{node}_grad/{name}"
    return lambda scope, node, name: f"gradient_tape/{scope}{name}"


def step(form):
    grad = gradient_names(form)
    arguments = [("x", F32), ("labels", I32)]
    if form == "loop":
        arguments = [("turn", I32)]
    arguments += [("hidden", RESOURCE), ("logits", RESOURCE)]
    results = [("next", I32), ("hidden_out", RESOURCE), ("logits_out", RESOURCE)] if form == "loop" else \
        [("loss", F32)]
    f = Function("train_step", arguments, results)
    x, labels = "x", "labels"
    if form == "loop":
        f.node("infeed", "InfeedDequeueTuple", dtypes=[F32, I32], shapes=[])
        f.nodes[-1] = f.nodes[-1].replace(
            "list {  }", f"list {{ shape {{ dim {{ size: {BATCH} }} dim {{ size: {FEATURES} }} }} "
            f"shape {{ dim {{ size: {BATCH} }} }} }}")
        x, labels = "infeed:outputs:0", "infeed:outputs:1"
    f.constant("dropout/shape", np.int32([BATCH, HIDDEN]))
    f.constant("dropout/rate", np.float32(0 if form in PLAIN else 0.25))
    f.constant("dropout/scale", np.float32(1 if form in PLAIN else 1 / 0.75))
    f.node("dropout/RandomUniform", "RandomUniform", ["dropout/shape:output:0"], T=I32, dtype=F32, seed=1, seed2=2)
    f.node("dropout/GreaterEqual", "GreaterEqual", ["dropout/RandomUniform:output:0", "dropout/rate:output:0"], T=F32)
    f.node("dropout/Cast", "Cast", ["dropout/GreaterEqual:z:0"], SrcT=Type("bool"), DstT=F32)
    keep = f.node("dropout/mask", "Mul", ["dropout/Cast:y:0", "dropout/scale:output:0"], output="z", T=F32)
    calls = {"f": 'func { name: "model" }', "Tin": types([F32, F32, RESOURCE, RESOURCE]), "Tout": types([F32] * 3)}
    op = "model" if form == "op" else "StatefulPartitionedCall"
    f.node("forward", op, [x, keep, "hidden", "logits"], texts=None if form == "op" else calls)
    y, dropped, activation = (("forward:y:0", "forward:dropped:0", "forward:activation:0") if form == "op" else
                              ("forward:output:0", "forward:output:1", "forward:output:2"))
    # The loss: a sum over the batch by its size, as Keras reduces it, and the squares of a kernel.
    scope = "sparse_categorical_crossentropy/"
    f.node(scope + "xent", "SparseSoftmaxCrossEntropyWithLogits", [y, labels], T=F32, Tlabels=I32)
    f.constant(scope + "axes", np.int32([0]))
    f.node(scope + "Sum", "Sum", [scope + "xent:loss:0", scope + "axes:output:0"], T=F32, Tidx=I32, keep_dims=False)
    f.constant(scope + "count", np.float32(BATCH))
    f.node(scope + "value", "DivNoNan", [scope + "Sum:output:0", scope + "count:output:0"], T=F32)
    f.node("decay/L2Loss", "L2Loss", [read(f, "hidden")], T=F32)
    f.constant("decay/rate", np.float32(DECAY))
    f.node("decay/mul", "Mul", ["decay/L2Loss:output:0", "decay/rate:output:0"], T=F32)
    loss = f.node("AddN", "AddN", [scope + "value:z:0", "decay/mul:z:0"], output="sum", T=F32, N=2)
    # How often the greatest output is right, which has no gradient.
    f.constant("metric/axis", np.int32(1))
    f.node("metric/ArgMax", "ArgMax", [y, "metric/axis:output:0"], T=F32, Tidx=I32, output_type=I32)
    f.node("metric/Equal", "Equal", ["metric/ArgMax:output:0", labels], T=I32)
    f.node("metric/Cast", "Cast", ["metric/Equal:z:0"], SrcT=Type("bool"), DstT=F32)
    f.node("metric/Mean", "Mean", ["metric/Cast:y:0", scope + "axes:output:0"], T=F32, Tidx=I32, keep_dims=False)
    # The gradients.
    one = f.constant("ones", np.float32(1))
    f.node(grad(scope, "value", "value/div_no_nan" if form != "named" else "div_no_nan"), "DivNoNan",
           [one, scope + "count:output:0"], T=F32)
    share = grad(scope, "value", "value/div_no_nan" if form != "named" else "div_no_nan") + ":z:0"
    name = grad(scope, "xent", "mul")
    f.node(name, "Mul", [scope + "xent:backprop:0", share], T=F32)
    f.node(grad("", "forward", "logits/MatMul"), "MatMul", [dropped, name + ":z:0"], T=F32, transpose_a=True)
    f.node(grad("", "forward", "hidden/MatMul"), "MatMul", [name + ":z:0", read(f, "logits")], T=F32,
           transpose_b=True)
    f.node(grad("", "forward", "dropout/Mul"), "Mul", [grad("", "forward", "hidden/MatMul") + ":product:0", keep], T=F32)
    f.node(grad("", "forward", "hidden/ReluGrad"), "ReluGrad",
           [grad("", "forward", "dropout/Mul") + ":z:0", activation], T=F32)
    f.node(grad("", "forward", "hidden/MatMul_1"), "MatMul",
           [x, grad("", "forward", "hidden/ReluGrad") + ":backprops:0"], T=F32, transpose_a=True)
    f.node(grad("decay/", "L2Loss", "mul"), "Mul", [read(f, "hidden"), "decay/rate:output:0"], T=F32)
    f.node(grad("decay/", "mul", "AddN"), "AddN", [grad("", "forward", "hidden/MatMul_1") + ":product:0",
                                                  grad("decay/", "L2Loss", "mul") + ":z:0"], T=F32, N=2)
    f.constant("rate", np.float32(RATE))
    gradients = {"hidden": grad("decay/", "mul", "AddN") + ":sum:0",
                 "logits": grad("", "forward", "logits/MatMul") + ":product:0"}
    for name, gradient in gradients.items():
        if form == "assigned":
            f.node(f"SGD/mul_{name}", "Mul", ["rate:output:0", gradient], T=F32)
            f.node(f"SGD/update_{name}", "AssignSubVariableOp", [name, f"SGD/mul_{name}:z:0"], dtype=F32)
        else:
            f.node(f"SGD/update_{name}", "ResourceApplyGradientDescent", [name, "rate:output:0", gradient], T=F32,
                   use_locking=True)
    f.node("Identity", "Identity", [loss], T=F32)
    effects = ["SGD/update_hidden", "SGD/update_logits"]
    if form != "loop":
        return f.text(["Identity:output:0"], effects)
    f.constant("one", np.int32(1))
    f.node("add", "AddV2", ["turn", "one:output:0"], T=I32)
    return f.text(["add:z:0", "hidden", "logits"], effects)


def condition():
    f = Function("goes_on", [("turn", I32), ("hidden", RESOURCE), ("logits", RESOURCE)], [("r", Type("bool"))])
    f.constant("turns", np.int32(7))
    f.node("less", "Less", ["turn", "turns:output:0"], T=I32)
    return f.text(["less:z:0"])


def graph_of(form):
    random = np.random.default_rng(3)
    g = Graph()
    for name, shape in VARIABLES.items():
        g.nodes.append(f'node {{ name: "{name}" op: "VarHandleOp"\n  attr {{ key: "dtype" value {{ type: DT_FLOAT }} }}\n'
                       f'  attr {{ key: "shape" value {{ {value_text(Shape(shape))} }} }} }}\n')
        g.constant(name + "/initial", (random.standard_normal(shape) * 0.5).astype(np.float32))
        g.node(name + "/Assign", "AssignVariableOp", [name, name + "/initial"], dtype=F32)
    handles = list(VARIABLES)
    if form == "loop":
        g.constant("start", np.int32(0))
        inputs, op = ["start"] + handles, "While"
        texts = {"cond": 'func { name: "goes_on" }', "body": 'func { name: "train_step" }',
                 "T": types([I32, RESOURCE, RESOURCE])}
    else:
        g.placeholder("x", np.zeros((BATCH, FEATURES), np.float32))
        g.placeholder("labels", np.zeros((BATCH,), np.int32))
        inputs, op = ["x", "labels"] + handles, "train_step" if form == "op" else "StatefulPartitionedCall"
        texts = {"f": 'func { name: "train_step" }', "Tin": types([F32, I32, RESOURCE, RESOURCE]),
                 "Tout": types([F32])} if form != "op" else {}
    inputs = " ".join(f'input: "{name}"' for name in inputs)
    g.nodes.append(f'node {{ name: "call" op: "{op}" {inputs}{attributes(texts)} }}\n')
    library = model() + step(form) + (condition() if form == "loop" else "")
    return g.text() + "library {\n" + library + "}\n"


def make():
    for form in FORMS:
        with open(form + ".pbtxt", "w") as file:
            file.write(graph_of(form))
    random = np.random.default_rng(5)
    labels = random.integers(0, CLASSES, 101).astype(np.int32)
    centers = random.standard_normal((CLASSES, FEATURES))
    points = (centers[labels] + random.standard_normal((101, FEATURES)) * 0.7).astype(np.float32)
    np.savez("data.npz", train_x=points[:64], train_labels=labels[:64], test_x=points[64:], test_labels=labels[64:])


def train(forms):
    for form in forms:
        with open(form + ".jsonl", "w") as out:
            subprocess.run(["trainlint-run", form + ".pbtxt", "--data", "data.npz", "--eval-data", "data.npz", "--steps",
                            "40", "--eval-steps", "20", "--log-every", "40", "--fetch-state",
                            form + "-state.safetensors"], stdout=out, check=True)
        subprocess.run(["trainlint-run", form + ".pbtxt", "--predict", form + ".npy", "--data", "data.npz", "--init",
                        form + "-state.safetensors"], check=True)


def loss_of(x, labels, hidden, logits):
    import torch
    out = torch.relu(x @ hidden) @ logits
    return out, torch.nn.functional.cross_entropy(out, labels) + DECAY * (hidden ** 2).sum() / 2


def state_of(path):
    import torch
    state = read_tensors(path, "F32")
    return [torch.tensor(np.array(state[name])).double() for name in VARIABLES]


def compare(forms):
    import torch
    data = np.load("data.npz")
    x, labels = torch.tensor(data["test_x"]).double(), torch.tensor(data["test_labels"]).long()
    for form in forms:
        out, loss = loss_of(x, labels, *state_of(form + "-state.safetensors"))
        accuracy = (out.argmax(1) == labels).double().mean().item()
        with open(form + ".jsonl") as file:
            measured = [json.loads(line) for line in file if "evaluation" in line][-1]["evaluation"]
        apart = np.abs(np.load(form + ".npy") - out.numpy()).max()
        if measured["examples"] != len(labels) or abs(measured["loss"] - loss.item()) > 1e-5 * max(1, loss.item()) \
                or abs(measured["accuracy"] - accuracy) > 1e-6 or not apart < 1e-4:
            sys.exit(f"{form} has {measured}, {apart:.0e} apart; PyTorch has {loss.item()} and {accuracy}")
        print(f"{form}: loss, accuracy and outputs as PyTorch's")


def trained(path):
    import torch
    data = np.load("data.npz")
    random = np.random.default_rng(3)
    weights = [torch.tensor((random.standard_normal(shape) * 0.5).astype(np.float32)).double().requires_grad_()
               for shape in VARIABLES.values()]
    for number in range(40):
        batch = slice(number % 4 * BATCH, number % 4 * BATCH + BATCH)
        x, labels = torch.tensor(data["train_x"][batch]).double(), torch.tensor(data["train_labels"][batch]).long()
        gradients = torch.autograd.grad(loss_of(x, labels, *weights)[1], weights)
        weights = [(w - RATE * g).detach().requires_grad_() for w, g in zip(weights, gradients)]
    apart = max((mine - given).abs().max().item() for mine, given in zip(weights, state_of(path)))
    print(f"trained: at most {apart:.0e} from PyTorch's")
    if not apart < 1e-5:
        sys.exit("that is too far")


if sys.argv[1] == "make":
    make()
elif sys.argv[1] == "train":
    train(sys.argv[2:])
elif sys.argv[1] == "trained":
    trained(sys.argv[2])
else:
    compare(sys.argv[2:])
