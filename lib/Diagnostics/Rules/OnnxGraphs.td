//===- OnnxGraphs.td - Rules on ONNX and Keras graphs ------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar OnnxOperators = "ONNX, docs/Operators.md and docs/Operators-ml.md";
defvar OnnxFormat = "ONNX, docs/IR.md (opsets, names of values)";

let group = Graphs, exampleName = "graph.pbtxt" in {

def OnnxOpset : Rule<"onnx-opset", "TL1421"> {
  let formerNames = ["onnx-operator-set"];
  let severity = Warning;
  let confidence = Table;
  let summary = "an operator that the imported opset does not have";
  let explanation = [{
An ONNX model imports an opset for each domain, and each operator is the one of that
opset. ONNX's own checker refuses an operator that was added later or was removed,
and a model that uses a domain without importing an opset of it. Mostly the version
is too low: the program that wrote the model, or one that changed it, imported an
older opset than it wrote for. This is a warning, since some runtimes have operators
earlier than ONNX, or take the newest opset where none is imported.
}];
  let messages = [
    Message<"tooNew", "{op} requires opset {since} of {domain}, but the model imports opset {imported}",
            [Text<"op">, Number<"since">, Text<"domain">, Number<"imported">]>,
    Message<"deprecated", "{op} was removed in opset {gone} of {domain}, but the model imports opset {imported}",
            [Text<"op">, Number<"imported">, Text<"domain">, Number<"gone">]>,
    Message<"missing", "{op} is an operator of {domain}, but the model imports no opset of that domain",
            [Text<"op">, Text<"domain">]>];
  let bad = [{
ir_version: 8
opset_import { version: 12 }
graph { node { op_type: "HardSwish" input: "x" output: "y" }
  input { name: "x" } output { name: "y" } }
}];
  let good = [{
ir_version: 8
opset_import { version: 14 }
graph { node { op_type: "HardSwish" input: "x" output: "y" }
  input { name: "x" } output { name: "y" } }
}];
  let sources = [OnnxOperators, OnnxFormat];
  let tables = ["onnx-ops"];
}

def OnnxUnknownOp : Rule<"onnx-unknown-op", "TL1422"> {
  let severity = Warning;
  let confidence = Table;
  let summary = "an operator that ONNX does not have";
  let explanation = [{
The name of an operator has to be exact. Runtimes refuse a model with one that
they do not know. Operators of a runtime or of one's own belong into a domain of
their own; in the domains of ONNX there are old experimental ones, which some
runtimes still take, so this is a warning.
}];
  let messages = [
    Message<"unknown", "`{op}` is not an operator of {domain}", [Text<"op">, Text<"domain">]>];
  let bad = [{
ir_version: 8
opset_import { version: 17 }
graph { node { op_type: "Relue" input: "x" output: "y" }
  input { name: "x" } output { name: "y" } }
}];
  let good = [{
ir_version: 8
opset_import { version: 17 }
graph { node { op_type: "Relu" input: "x" output: "y" }
  input { name: "x" } output { name: "y" } }
}];
  let sources = [OnnxOperators];
  let tables = ["onnx-ops"];
}

def OnnxArity : Rule<"onnx-arity", "TL1423"> {
  let confidence = Table;
  let summary = "a node with more or fewer inputs or outputs than its operator has";
  let explanation = [{
Operators have a fixed number of inputs and outputs, some of which may be left out
at the end or by an empty name. A model in which a node has another number is
refused when it is loaded. What an operator takes may differ between opsets;
the newest form is compared, and only for models that mean it.
}];
  let messages = [
    Message<"inputs", "{op} takes {wanted}, but {node} has {count}",
            [Text<"op">, Text<"wanted">, Text<"node">, Number<"count">]>,
    Message<"outputs", "{op} has {wanted}, but {node} has {count}",
            [Text<"op">, Text<"wanted">, Text<"node">, Number<"count">]>];
  let bad = [{
ir_version: 8
opset_import { version: 17 }
graph { node { op_type: "MatMul" name: "product" input: "x" output: "y" }
  input { name: "x" } output { name: "y" } }
}];
  let good = [{
ir_version: 8
opset_import { version: 17 }
graph { node { op_type: "MatMul" name: "product" input: "x" input: "x" output: "y" }
  input { name: "x" } output { name: "y" } }
}];
  let sources = [OnnxOperators];
  let tables = ["onnx-ops"];
}

def OnnxAttribute : Rule<"onnx-attribute", "TL1424"> {
  let confidence = Table;
  let summary = "an attribute that is missing, of another type, or not of its operator";
  let explanation = [{
Each operator lists its attributes with their types. A model is refused when it is
loaded if a node lacks one that has no default, gives one of another type, or gives
one that the operator does not have. Often the operator had the attribute in an
older opset and takes the value as an input now.
}];
  let messages = [
    Message<"missing", "{op} requires the attribute `{attribute}`, which {node} does not have",
            [Text<"op">, Text<"attribute">, Text<"node">]>,
    Message<"type", "`{attribute}` of {op} must be {wanted}, but is {given} in {node}",
            [Text<"attribute">, Text<"op">, Text<"wanted">, Text<"node">, Text<"given">]>,
    Message<"unknown", "{op} has no attribute `{attribute}` in opset {imported}",
            [Text<"op">, Text<"attribute">, Number<"imported">]>];
  let bad = [{
ir_version: 8
opset_import { version: 17 }
graph { node { op_type: "Softmax" input: "x" output: "y"
    attribute { name: "axis" f: 1 type: FLOAT } }
  input { name: "x" } output { name: "y" } }
}];
  let good = [{
ir_version: 8
opset_import { version: 17 }
graph { node { op_type: "Softmax" input: "x" output: "y"
    attribute { name: "axis" i: 1 type: INT } }
  input { name: "x" } output { name: "y" } }
}];
  let sources = [OnnxOperators];
  let tables = ["onnx-ops"];
}

def ModelOpWithoutLowering : Rule<"model-op-without-lowering", "TL1426"> {
  let formerNames = ["onnx-op-without-lowering"];
  let severity = Info;
  let summary = "a node of a model for which there is no program";
  let explanation = [{
`trainlint-run` lowers a model of ONNX or Keras, or the training step of a TensorFlow
graph, to a StableHLO program, and stops at a node that it has no lowering for: an
operator or a layer class that it does not have, a case of one that is not covered, or a
shape that depends on data, for which no program of static shapes exists. Nor has a
program inputs of text, or sequences as inputs or outputs. Other runtimes may take the
model as it is, so this is no warning. It is said where a device is given, by `--target`
or by a job, and once for each operator or class.
}];
  let messages = [
    Message<"op", "{op} `{node}` has no lowering to StableHLO",
            [Text<"op">, Text<"node">]>,
    Message<"reason", "{op} `{node}` cannot be lowered to StableHLO: {reason}",
            [Text<"op">, Text<"node">, Text<"reason">]>,
    Message<"input", "input `{name}` cannot be lowered to StableHLO: {reason}",
            [Text<"name">, Text<"reason">]>,
    Message<"output", "output `{name}` cannot be lowered to StableHLO: {reason}",
            [Text<"name">, Text<"reason">]>];
  let exampleOptions = "--target=cpu";
  let bad = [{
ir_version: 8
opset_import { version: 17 }
graph { node { op_type: "Unique" name: "values" input: "x" output: "y" }
  input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 4 } } } } }
  output { name: "y" } }
}];
  let good = [{
ir_version: 8
opset_import { version: 17 }
graph { node { op_type: "Relu" name: "positive" input: "x" output: "y" }
  input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 4 } } } } }
  output { name: "y" } }
}];
}

def OnnxUndefinedValue : Rule<"onnx-undefined-value", "TL1425"> {
  let summary = "a value that is used but not defined";
  let explanation = [{
A node of an ONNX graph names the values that it uses: inputs of the graph,
initializers, or outputs of other nodes. A graph with a name that none of them defines
is refused when it is loaded. In the graph of an attribute, the values of the graphs
around it are defined as well.
}];
  let messages = [
    Message<"input", "undefined input `{value}` of {node}",
            [Text<"value">, Text<"node">]>,
    Message<"output", "output `{value}` is not produced by any node", [Text<"value">]>];
  let bad = [{
ir_version: 8
opset_import { version: 17 }
graph { node { op_type: "Relu" name: "act" input: "X" output: "y" }
  input { name: "x" } output { name: "y" } }
}];
  let good = [{
ir_version: 8
opset_import { version: 17 }
graph { node { op_type: "Relu" name: "act" input: "x" output: "y" }
  input { name: "x" } output { name: "y" } }
}];
  let sources = [OnnxFormat];
}

}

let group = Graphs, exampleName = "model.json" in {

def KerasUnknownLayer : Rule<"keras-unknown-layer", "TL1431"> {
  let severity = Warning;
  let confidence = Table;
  let summary = "a layer class whose name is nearly one of Keras";
  let explanation = [{
Keras makes layers by the names of their classes. One that it does not have is a
class of the user, which the program has to register before the model is read; a
name that is only a few letters away from one of Keras is more likely a mistake, and
then the model cannot be read. The shapes and weights behind such a layer are not
known, and checks that need them say nothing.
}];
  let messages = [
    Message<"unknown", "`{className}` is not a layer class of Keras", [Text<"className">]>];
  let bad = [{
{"class_name": "Sequential", "config": {"name": "m", "layers": [
  {"class_name": "Dense", "config": {"name": "a", "units": 4}},
  {"class_name": "DropOut", "config": {"name": "b", "rate": 0.5}} ]}}
}];
  let good = [{
{"class_name": "Sequential", "config": {"name": "m", "layers": [
  {"class_name": "Dense", "config": {"name": "a", "units": 4}},
  {"class_name": "Dropout", "config": {"name": "b", "rate": 0.5}} ]}}
}];
  let sources = ["Keras 3 API documentation, Layers API"];
  let tables = ["keras-layers"];
}

def KerasMissingLayer : Rule<"keras-missing-layer", "TL1432"> {
  let summary = "a layer that takes the output of a layer that does not exist";
  let explanation = [{
A functional model names, for each call of a layer, the layers whose outputs it is
called with. Keras cannot make a model in which one of them does not exist. Such
files were mostly changed by hand or by a tool that renamed a layer in one place.
}];
  let messages = [
    Message<"missing", "layer `{layer}` takes the output of `{wanted}`, which is not in the model",
            [Text<"wanted">, Text<"layer">]>];
  let bad = [{
{"class_name": "Functional", "config": {"name": "m", "layers": [
  {"class_name": "InputLayer", "name": "x", "config": {"batch_shape": [null, 4]},
   "inbound_nodes": []},
  {"class_name": "Dense", "name": "d", "config": {"units": 4},
   "inbound_nodes": [[["X", 0, 0, {} ]]]} ],
  "input_layers": [["x", 0, 0]], "output_layers": [["d", 0, 0]]}}
}];
  let good = [{
{"class_name": "Functional", "config": {"name": "m", "layers": [
  {"class_name": "InputLayer", "name": "x", "config": {"batch_shape": [null, 4]},
   "inbound_nodes": []},
  {"class_name": "Dense", "name": "d", "config": {"units": 4},
   "inbound_nodes": [[["x", 0, 0, {} ]]]} ],
  "input_layers": [["x", 0, 0]], "output_layers": [["d", 0, 0]]}}
}];
  let sources = ["Keras 2.15, models/functional.py (how a model is made of its configuration)"];
}

def KerasUnknownActivation : Rule<"keras-unknown-activation", "TL1433"> {
  let confidence = Table;
  let summary = "an activation whose name is nearly one of Keras";
  let explanation = [{
A layer names its activation by a word, and Keras refuses a model with one that it does
not have. A function of the user may have any name, once the program has registered it,
so only a name that a letter or two make one of Keras is reported, and none that
differs by its digits, as another version of a function would.
}];
  let messages = [
    Message<"unknown", "`{name}` is not an activation of Keras", [Text<"name">]>];
  let bad = [{
{"class_name": "Sequential", "config": {"name": "m", "layers": [
  {"class_name": "Dense", "config": {"name": "a", "units": 4, "activation": "rellu"}} ]}}
}];
  let good = [{
{"class_name": "Sequential", "config": {"name": "m", "layers": [
  {"class_name": "Dense", "config": {"name": "a", "units": 4, "activation": "relu"}} ]}}
}];
  let sources = ["Keras 3 API documentation, layer activation functions"];
  let tables = ["keras-activations"];
}

def KerasWindow : Rule<"keras-window", "TL1434"> {
  let confidence = Exact;
  let summary = "a window that is larger than its input";
  let explanation = [{
With `valid` padding a convolution or a pooling has a place for its window only where
all of it fits. A kernel of 40 x 40 fits nowhere into an image of 28 x 28, and Keras
refuses to build the layer. Deep models of small images run into it after some poolings.
`same` padding fits always.
}];
  let messages = [
    Message<"tooLarge", "the window of `{layer}` has size {reach}, but its input has size {size}",
            [Text<"layer">, Number<"reach">, Number<"size">]>];
  let bad = [{
{"class_name": "Sequential", "config": {"name": "m", "layers": [
  {"class_name": "Conv2D", "config": {"name": "conv", "batch_input_shape": [null, 28, 28, 1],
   "filters": 8, "kernel_size": [40, 40]}} ]}}
}];
  let good = [{
{"class_name": "Sequential", "config": {"name": "m", "layers": [
  {"class_name": "Conv2D", "config": {"name": "conv", "batch_input_shape": [null, 28, 28, 1],
   "filters": 8, "kernel_size": [4, 4]}} ]}}
}];
  let sources = ["Keras 3, src/ops/operation_utils.py (shapes of convolutions)"];
}

}
