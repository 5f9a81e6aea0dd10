//===- Lowering.td - Rules on steps of graphs --------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

// Four numbers that are given.
defvar Given = [{node { name: "y" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 4 } } } } }
}];
defvar Numbers = [{node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 4 } } } } }
}];

// A variable that their mean changes, and what it begins with.
defvar Untold = [{node { name: "axis" op: "Const" attr { key: "dtype" value { type: DT_INT32 } }
  attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape { } int_val: 0 } } } }
node { name: "step" op: "Mean" input: "y" input: "axis" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "w" op: "VariableV2" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { } } } }
node { name: "rate" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: 0.1 } } } }
node { name: "train" op: "ApplyGradientDescent" input: "w" input: "rate" input: "step"
  attr { key: "T" value { type: DT_FLOAT } } }
}];
defvar Trained = !strconcat(Untold, [{node { name: "w/Assign" op: "Assign" input: "w" input: "rate" attr { key: "T" value { type: DT_FLOAT } } }
versions { producer: 134 }
}]);

let group = Lowering, exampleName = "graph.pbtxt",
    exampleProgram = "trainlint-run", exampleOptions = "--emit=stablehlo --steps=1",
    suppressible = false in {

def OpWithoutLowering : Rule<"op-without-lowering", "TL1701"> {
  let summary = "a step needs an op that has no lowering";
  let explanation = [{
Devices run a step as a StableHLO program, to which each of its nodes is lowered.
There is no lowering for this op yet. A step without the node can be run:
`--train-op` names another node that runs a step, and summaries, savers and assertions
are left out anyway.
}];
  let messages = [
    Message<"op", "{op} `{node}` has no lowering to StableHLO", [Text<"op">, Text<"node">]>];
  let bad = !strconcat(Numbers, [{node { name: "y" op: "Lgamma" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
}], Trained);
  let good = !strconcat(Numbers, [{node { name: "y" op: "Log" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
}], Trained);
}

def NonConstantOperand : Rule<"non-constant-operand", "TL1702"> {
  let formerNames = ["input-not-constant"];
  let summary = "an input that determines shapes is not a constant";
  let explanation = [{
The program of a device has static shapes. An input that determines a shape, an axis
or a slice must be a compile-time constant: a constant, a shape, or computed from
those. Here it depends on data or on a variable.
}];
  let messages = [
    Message<"input", "input {number} of `{node}` ({op}) must be a compile-time constant",
            [Text<"node">, Text<"op">, Number<"number">]>];
  let bad = !strconcat(Numbers, [{node { name: "sizes" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } }
  attr { key: "shape" value { shape { dim { size: 1 } } } } }
node { name: "y" op: "Reshape" input: "x" input: "sizes" attr { key: "T" value { type: DT_FLOAT } } }
}], Trained);
  let good = !strconcat(Numbers, [{node { name: "sizes" op: "Const" attr { key: "dtype" value { type: DT_INT32 } }
  attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape { dim { size: 1 } } int_val: 4 } } } }
node { name: "y" op: "Reshape" input: "x" input: "sizes" attr { key: "T" value { type: DT_FLOAT } } }
}], Trained);
}

def UnknownShape : Rule<"unknown-shape", "TL1703"> {
  let formerNames = ["shape-not-known"];
  let summary = "an input or a variable of a step has an unknown shape";
  let explanation = [{
The program of a device has static shapes, which start from those of the inputs and
variables. Often only the batch size of an input is unknown: `--batch-size`, or the
batch size of a job, gives it. `--input-shape=NODE=SIZE,SIZE` gives a whole shape.
Inputs of ONNX models have names for sizes; `--dimension=NAME=SIZE` gives one to all
inputs.
}];
  let messages = [
    Message<"input", "the shape of `{node}` ({op}) is unknown", [Text<"node">, Text<"op">]>,
    Message<"shape", "the shape of the input `{node}` is unknown", [Text<"node">]>,
    Message<"batch", "the batch size of the input `{node}` is unknown", [Text<"node">]>,
    Message<"size", "size {number} of the input `{node}` is unknown", [Text<"node">, Number<"number">]>,
    Message<"dimension", "size {number} of the input `{node}`, named `{dimension}`, is unknown",
            [Text<"node">, Number<"number">, Text<"dimension">]>,
    Message<"variable", "the shape of the variable `{node}` is unknown", [Text<"node">]>];
  let bad = !strconcat([{node { name: "y" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: -1 } } } } }
}], Trained);
  let good = !strconcat(Given, Trained);
}

def HostValueInStep : Rule<"host-value-in-step", "TL1704"> {
  let summary = "a step computes with strings or handles";
  let explanation = [{
Queues, readers, datasets and ops on strings stay on the host. A step takes numbers
from them as its inputs. Here a node of the step takes a string or a handle, which
devices do not have.
}];
  let messages = [
    Message<"value", "the step needs the result of `{node}` ({op}), which is a string or a handle",
            [Text<"node">, Text<"op">]>];
  let bad = !strconcat(Numbers, [{node { name: "rows" op: "Placeholder" attr { key: "dtype" value { type: DT_VARIANT } }
  attr { key: "shape" value { shape { } } } }
node { name: "same" op: "Identity" input: "rows" attr { key: "T" value { type: DT_VARIANT } } }
node { name: "y" op: "Identity" input: "x" input: "^same" attr { key: "T" value { type: DT_FLOAT } } }
}], Trained);
  let good = !strconcat(Given, Trained);
}

def DataDependentShape : Rule<"data-dependent-shape", "TL1705"> {
  let formerNames = ["result-size-from-data"];
  let summary = "a result whose shape depends on data";
  let explanation = [{
The program of a device has static shapes. The shape of this result depends on the
values of the inputs, such as how many elements are true, or how many are distinct.
Places that `Where` finds may be looked up and added up, as sparse columns of features
are: a program has room for all of them. What depends on how many there are, such as a
mean over them, or on their order, cannot be computed. A step for devices uses `Select`
with a mask instead, which keeps the shape.
}];
  let messages = [
    Message<"size", "the result shape of `{node}` ({op}) depends on data",
            [Text<"node">, Text<"op">]>];
  let bad = !strconcat(Numbers, [{node { name: "places" op: "Where" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "y" op: "GatherNd" input: "x" input: "places" attr { key: "Tparams" value { type: DT_FLOAT } }
  attr { key: "Tindices" value { type: DT_INT64 } } }
}], Trained);
  let good = !strconcat(Given, Trained);
}

def NodeNotLowered : Rule<"node-not-lowered", "TL1706"> {
  let summary = "a node of a step cannot be lowered as it is";
  let explanation = [{
The op of the node is lowered to StableHLO, but not with these inputs and attributes:
they contradict each other, or are a case that is not covered. The message says which.
}];
  let messages = [
    Message<"node", "{op} `{node}` cannot be lowered to StableHLO: {reason}",
            [Text<"op">, Text<"node">, Text<"reason">]>,
    Message<"input", "input `{name}` cannot be lowered to StableHLO: {reason}",
            [Text<"name">, Text<"reason">]>,
    Message<"output", "output `{name}` cannot be lowered to StableHLO: {reason}",
            [Text<"name">, Text<"reason">]>];
  let bad = !strconcat([{node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } }
  attr { key: "shape" value { shape { dim { size: 4 } dim { size: 4 } } } } }
node { name: "mean" op: "Mean" input: "x" input: "axis" attr { key: "T" value { type: DT_INT32 } } }
node { name: "y" op: "Cast" input: "mean" attr { key: "SrcT" value { type: DT_INT32 } }
  attr { key: "DstT" value { type: DT_FLOAT } } }
}], Trained);
  let good = !strconcat(Given, Trained);
}

def NoTrainingStep : Rule<"no-training-step", "TL1707"> {
  let summary = "a graph in which nothing is trained";
  let explanation = [{
The step of a TensorFlow graph is found by the nodes that apply gradients to
variables. A graph for inference has none: it was written before the optimizer was
added, or frozen after the training. `--train-op` names a node that does a step in
another way. Models of Keras and ONNX only compute: their step follows from a loss,
which `--loss` or the section `training` of `.trainlint.yaml` names. What a model adds
to the loss by itself, such as the squares of its weights, has no labels in it and
teaches it nothing.
}];
  let messages = [
    Message<"update", "the graph has no optimizer update, so nothing trains it">,
    Message<"loss", "the model has no loss, and none is given">,
    Message<"penalties", "the model has no loss but its regularization terms, and no loss with labels is given">,
    Message<"parameters", "the model has no parameters, so nothing is trained">,
    Message<"graph", "the file has no main graph">];
  let bad = !strconcat(Given, [{node { name: "z" op: "Neg" input: "y" attr { key: "T" value { type: DT_FLOAT } } }
versions { producer: 134 }
}]);
  let good = !strconcat(Given, Trained);
}

def NameNotInGraph : Rule<"name-not-in-graph", "TL1708"> {
  let summary = "an option names a node that the graph does not have";
  let explanation = [{
`--train-op`, `--loss`, `--outputs`, `--input-shape`, `--feed` and `--initial` name nodes of the
graph, with all scopes: `dense/kernel` and not `kernel`. `NODE:1` is the second output of a node.
`--dimension` names a size as inputs of an ONNX model do. A name that is not there would change
nothing, and is an error for that.
}];
  let messages = [
    Message<"node", "{option} names `{name}`, which is not in the graph", [Text<"name">, Text<"option">]>,
    Message<"input", "{option} names `{name}`, which is no input of the model", [Text<"name">, Text<"option">]>,
    Message<"dimension", "{option} names `{name}`, which no input of the model has as a size", [Text<"name">, Text<"option">]>,
    Message<"variable", "{option} names the variable `{name}`, which is not in the graph", [Text<"name">, Text<"option">]>];
  let bad = !strconcat(Given, Trained);
  let good = !strconcat(Given, [{node { name: "loss" op: "Square" input: "step" attr { key: "T" value { type: DT_FLOAT } } }
}], Trained);
  let exampleOptions = "--emit=stablehlo --steps=1 --loss=loss";
}

def InitialValueMadeUp : Rule<"initial-value-made-up", "TL1709"> {
  let severity = Warning;
  let summary = "a graph does not give the initial values of its variables";
  let explanation = [{
Initial values come from the nodes that assign them. A function that was cut out of a
program, as TensorFlow's debug dumps and TPU programs are, has its variables from
outside. A training may begin with made-up values all the same, and learns something,
but not what the program would: learning rates and momenta are made up, too. The state
of a checkpoint as a safetensors file, `--init`, or `--initial` for single variables
says what is meant.
}];
  let messages = [
    Message<"one", "the graph has no initial value for `{node}`", [Text<"node">]>,
    Message<"many", "the graph has no initial value for `{node}` and {others} more of its variables",
            [Text<"node">, Number<"others">]>];
  let bad = !strconcat(Given, Untold, [{versions { producer: 134 }
}]);
  let good = !strconcat(Given, Trained);
}

def DataDependentTripCount : Rule<"data-dependent-trip-count", "TL1710"> {
  let formerNames = ["loop-turns-from-data"];
  let summary = "a loop of nodes whose trip count depends on data";
  let explanation = [{
Loops that are written as single nodes, `Enter` to `Exit`, are unrolled, with the
gradients that keep values of each iteration on stacks. That needs a trip count that
is known before the step runs. It is known where sequences have a fixed length, and
not where the longest of a batch decides. `While` of functions is lowered as a loop.
}];
  let messages = [
    Message<"turns", "the trip count of the loop of `{node}` (LoopCond) depends on data", [Text<"node">]>];
  let bad = !strconcat(Numbers, [{node { name: "enter" op: "Enter" input: "rate" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "frame_name" value { s: "loop" } } }
node { name: "merge" op: "Merge" input: "enter" input: "next" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "N" value { i: 2 } } }
node { name: "limit" op: "Mean" input: "x" input: "axis" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "enter/limit" op: "Enter" input: "limit" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "frame_name" value { s: "loop" } } attr { key: "is_constant" value { b: true } } }
node { name: "less" op: "Less" input: "merge" input: "enter/limit" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "goes_on" op: "LoopCond" input: "less" }
node { name: "switch" op: "Switch" input: "merge" input: "goes_on" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "double" op: "Add" input: "switch:1" input: "switch:1" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "next" op: "NextIteration" input: "double" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "exit" op: "Exit" input: "switch" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "y" op: "Mul" input: "x" input: "exit" attr { key: "T" value { type: DT_FLOAT } } }
}], Trained);
  let good = !strconcat(Given, Trained);
}

def LossOfOtherOutputs : Rule<"loss-and-outputs", "TL1711"> {
  let severity = Warning;
  let summary = "a loss takes logits for probabilities, or probabilities for logits";
  let explanation = [{
A cross entropy takes probabilities, or with `from_logits` what becomes probabilities
by a softmax or a sigmoid. A model that ends in the other one of the two trains all the
same, with other numbers: of logits the loss sees next to nothing, and what went through a
softmax twice learns slowly and never becomes certain. Keras takes probabilities
unless it is told otherwise; models of PyTorch end in logits.
}];
  let messages = [
    Message<"logits", "the loss takes probabilities, and output `{output}` is made by a linear layer",
            [Text<"output">]>,
    Message<"function", "the loss takes {wanted}, and output `{output}` is made by a {function}",
            [Text<"output">, Text<"wanted">, Text<"function">]>];
  let exampleName = "model.json";
  let exampleOptions = "--emit=stablehlo --steps=1 --batch-size=2 --loss=sparse_categorical_crossentropy";
  let bad = [{{"class_name": "Sequential", "keras_version": "2.15.0", "config": {"name": "m", "layers": [
  {"class_name": "Dense", "config": {"name": "classes", "batch_input_shape": [null, 4],
   "dtype": "float32", "units": 3}}]}}
}];
  let good = [{{"class_name": "Sequential", "keras_version": "2.15.0", "config": {"name": "m", "layers": [
  {"class_name": "Dense", "config": {"name": "classes", "batch_input_shape": [null, 4],
   "dtype": "float32", "units": 3, "activation": "softmax"}}]}}
}];
}

// What the trainer and the linter say in the same words.
defvar LeftOut = "metric `{metric}` is left out: it {reason}";
defvar NotKnown = "the model is compiled with what is not known: {problem}";

def MetricLeftOut : Rule<"metric-left-out", "TL1713"> {
  let severity = Warning;
  let summary = "a metric of a Keras file that an evaluation leaves out";
  let explanation = [{
A Keras file names the metrics that its model was compiled with, and an evaluation
computes those that are Keras's own. A metric of the user is Python, of which the file
has no more than the name; another one cannot be taken of the outputs of the
model. Neither stops the evaluation, which tells everything else. `--metrics` says
which metrics there are to be.

`trainlint` says it beforehand, where a device is given, by `--target` or by a job: as a
remark, since another program may have the class of the user.
}];
  let messages = [
    Message<"metric", LeftOut, [Text<"metric">, Text<"reason">]>,
    InfoMessage<"beforehand", LeftOut, [Text<"metric">, Text<"reason">]>];
  let exampleName = "model.json";
  let exampleOptions = "--evaluate --emit=stablehlo";
  let bad = [{{"class_name": "Sequential", "keras_version": "2.15.0", "config": {"name": "m", "layers": [
  {"class_name": "Dense", "config": {"name": "number", "batch_input_shape": [null, 4],
   "dtype": "float32", "units": 1}}]},
 "training_config": {"loss": "mse", "metrics": ["mae", "profit"],
  "optimizer_config": {"class_name": "SGD", "config": {}}}}
}];
  let good = [{{"class_name": "Sequential", "keras_version": "2.15.0", "config": {"name": "m", "layers": [
  {"class_name": "Dense", "config": {"name": "number", "batch_input_shape": [null, 4],
   "dtype": "float32", "units": 1}}]},
 "training_config": {"loss": "mse", "metrics": ["mae", "RootMeanSquaredError"],
  "optimizer_config": {"class_name": "SGD", "config": {}}}}
}];
}

def CompiledWithUnknown : Rule<"compiled-with-unknown", "TL1714"> {
  let summary = "an optimizer or a loss of a Keras file that is not known";
  let explanation = [{
A Keras file names the optimizer and the loss that its model was compiled with. One of
the user is Python, of which the file has no more than the name. `--optimizer` and `--loss`,
or the section `training` of `.trainlint.yaml`, say what to train with in its place; so they do for
a setting that has no meaning to `trainlint-run`.

`trainlint` says it beforehand, where a device is given, by `--target` or by a job: as a
remark, since another program may have the class of the user.
}];
  let messages = [
    Message<"training", NotKnown, [Text<"problem">]>,
    InfoMessage<"beforehand", NotKnown, [Text<"problem">]>];
  let exampleName = "model.json";
  let exampleOptions = "--emit=stablehlo --steps=1 --batch-size=2";
  let bad = [{{"class_name": "Sequential", "keras_version": "2.15.0", "config": {"name": "m", "layers": [
  {"class_name": "Dense", "config": {"name": "number", "batch_input_shape": [null, 4],
   "dtype": "float32", "units": 1}}]},
 "training_config": {"loss": "mse", "optimizer_config": {"class_name": "SGD",
  "config": {"learning_rate": {"class_name": "MySchedule", "config": {}}}}}}
}];
  let good = [{{"class_name": "Sequential", "keras_version": "2.15.0", "config": {"name": "m", "layers": [
  {"class_name": "Dense", "config": {"name": "number", "batch_input_shape": [null, 4],
   "dtype": "float32", "units": 1}}]},
 "training_config": {"loss": "mse", "optimizer_config": {"class_name": "SGD",
  "config": {"learning_rate": 0.1}}}}
}];
}

def LossWithoutExamples : Rule<"loss-without-examples", "TL1712"> {
  let summary = "a loss that does not tell what examples contribute to it";
  let explanation = [{
A TensorFlow graph holds a training. To evaluate its model on examples that are held
out, the loss is taken apart: it is a sum of means or sums of the losses of examples, times
numbers that are the same for all of them, and of penalties that no example has a part in.
Then each example counts once, however many the last batch has. What the losses of examples
compare with labels, such as logits in a cross entropy, is what the model predicts.
`--loss` names another node as the loss.
}];
  let messages = [
    Message<"node", "the loss takes `{node}` ({op}), which is no sum, mean or multiple of losses of examples",
            [Text<"node">, Text<"op">]>,
    Message<"none", "the graph does not tell which value its training minimizes">,
    Message<"divisor", "the loss is divided by `{node}` ({op}), which is another one for each batch",
            [Text<"node">, Text<"op">]>,
    Message<"product", "the loss takes the product `{node}` ({op}) of two values that both follow from examples",
            [Text<"node">, Text<"op">]>,
    Message<"outputs", "the loss `{node}` does not tell what the model predicts", [Text<"node">]>,
    Message<"uncompared", "the loss does not compare `{tensor}` with labels, so it cannot be measured", [Text<"tensor">]>];
  let exampleOptions = "--evaluate --emit=stablehlo --loss=loss";
  let bad = !strconcat(Given, [{node { name: "square" op: "Square" input: "step" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "loss" op: "Sqrt" input: "square" attr { key: "T" value { type: DT_FLOAT } } }
}], Trained);
  let good = !strconcat(Given, [{node { name: "loss" op: "Neg" input: "step" attr { key: "T" value { type: DT_FLOAT } } }
}], Trained);
}

}
