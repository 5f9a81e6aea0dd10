//===- GraphNodes.td - Rules on the nodes of graphs --------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar OpDefinitions = "TensorFlow 2.21, core/ops/ops.pbtxt";
defvar GraphImport = "TensorFlow 2.21, core/common_runtime/graph_constructor.cc (what loading a graph checks)";

let group = Graphs, exampleName = "graph.pbtxt" in {

def UnknownOp : Rule<"unknown-op", "TL1402"> {
  let severity = Warning;
  let confidence = Table;
  let summary = "an op that TensorFlow does not have";
  let explanation = [{
TensorFlow looks the op of every node up by its exact name, and refuses a graph
with one that it does not have. Names are mostly wrong in graphs that were
written or changed by a tool. An op may also come from a library that the program
loads, which the graph does not tell, so this is a warning.
}];
  let messages = [
    Message<"unknown", "unknown TensorFlow op `{op}`", [Text<"op">]>];
  let bad = [{
node { name: "step" op: "NoOpp" }
}];
  let good = [{
node { name: "step" op: "NoOp" }
}];
  let sources = [OpDefinitions];
  let tables = ["tf-ops"];
}

def OpArity : Rule<"op-arity", "TL1403"> {
  let confidence = Table;
  let summary = "a node with more or fewer inputs than its op takes";
  let explanation = [{
An op takes a fixed number of inputs, or as many as an attribute such as `N` or
`Tin` says. TensorFlow refuses to load a graph in which a node has another
number. Control inputs do not count.
}];
  let messages = [
    Message<"wrong", "{op} takes {inputs}, but `{node}` has {count}",
            [Text<"op">, Text<"inputs">, Text<"node">, Number<"count">]>];
  let bad = [{
node { name: "c" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: 1 } } } }
node { name: "sum" op: "AddV2" input: "c" attr { key: "T" value { type: DT_FLOAT } } }
}];
  let good = [{
node { name: "c" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: 1 } } } }
node { name: "sum" op: "AddV2" input: "c" input: "c" attr { key: "T" value { type: DT_FLOAT } } }
}];
  let sources = [OpDefinitions, GraphImport];
  let tables = ["tf-ops"];
}

def OpAttribute : Rule<"op-attribute", "TL1404"> {
  let confidence = Table;
  let summary = "an attribute that is missing or has a value that its op does not accept";
  let explanation = [{
Every op lists its attributes: of which kind each is, which values it may have,
the least number or length, and what holds if it is absent. TensorFlow refuses to
load a graph that does not keep to that. Attributes that an op does not list are
ignored.
}];
  let messages = [
    Message<"missing", "{op} requires the attribute `{attribute}`, which `{node}` does not have",
            [Text<"attribute">, Text<"op">, Text<"node">]>,
    Message<"kind", "`{attribute}` of {op} must be of kind {wanted}, but is {given} in `{node}`",
            [Text<"attribute">, Text<"op">, Text<"wanted">, Text<"node">, Text<"given">]>,
    Message<"value", "`{attribute}` of {op} must be {allowed}, but is {given} in `{node}`",
            [Text<"attribute">, Text<"op">, Text<"allowed">, Text<"node">, Text<"given">]>,
    Message<"length", "`{attribute}` of {op} must have at least {minimum} values, but has {count} in `{node}`",
            [Text<"attribute">, Text<"op">, Number<"minimum">, Text<"node">, Number<"count">]>,
    Message<"minimum", "`{attribute}` of {op} must be at least {minimum}, but is {given} in `{node}`",
            [Text<"attribute">, Text<"op">, Number<"minimum">, Text<"node">, Number<"given">]>];
  let bad = [{
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "pool" op: "MaxPool" input: "x"
  attr { key: "ksize" value { list { i: 1 i: 2 i: 2 i: 1 } } }
  attr { key: "strides" value { list { i: 1 i: 2 i: 2 i: 1 } } }
  attr { key: "padding" value { s: "FULL" } } }
}];
  let good = [{
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "pool" op: "MaxPool" input: "x"
  attr { key: "ksize" value { list { i: 1 i: 2 i: 2 i: 1 } } }
  attr { key: "strides" value { list { i: 1 i: 2 i: 2 i: 1 } } }
  attr { key: "padding" value { s: "SAME" } } }
}];
  let sources = [OpDefinitions, GraphImport];
  let tables = ["tf-ops", "tf-type-sets"];
}

def DanglingInput : Rule<"dangling-input", "TL1405"> {
  let summary = "an input that no node of the graph produces";
  let explanation = [{
An input names a node, and with `:1` its second output and so on. TensorFlow
refuses a graph that names a node or an output that is not there. In a function
the name of the output stands between: `node:output:0`.
}];
  let messages = [
    Message<"node", "undefined input `{input}` of `{node}`: the graph has no such node",
            [Text<"input">, Text<"node">]>,
    Message<"output", "undefined input `{input}` of `{node}`: `{producer}` has {outputs}",
            [Text<"input">, Text<"node">, Text<"producer">, Text<"outputs">]>,
    Message<"result", "undefined output `{input}` of the function `{function}`",
            [Text<"input">, Text<"function">]>,
    Message<"noResult", "the function `{function}` does not define one of its outputs",
            [Text<"function">]>];
  let bad = [{
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "y" op: "Identity" input: "xx" attr { key: "T" value { type: DT_FLOAT } } }
}];
  let good = [{
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "y" op: "Identity" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
}];
  let sources = [GraphImport];
}

def GraphCycle : Rule<"graph-cycle", "TL1406"> {
  let summary = "nodes that form a dependency cycle";
  let explanation = [{
A node runs when its inputs are available, control inputs among them, so the nodes
of a cycle never run, and TensorFlow refuses the graph. The exception is a loop,
which a NextIteration closes at a Merge.
}];
  let messages = [
    Message<"cycle", "node `{node}` is part of a dependency cycle of {nodes}",
            [Text<"node">, Text<"nodes">]>];
  let bad = [{
node { name: "a" op: "NoOp" input: "^b" }
node { name: "b" op: "NoOp" input: "^a" }
}];
  let good = [{
node { name: "a" op: "NoOp" }
node { name: "b" op: "NoOp" input: "^a" }
}];
  let sources = [GraphImport];
}

def RemovedOp : Rule<"removed-op", "TL1407"> {
  let confidence = Table;
  let summary = "an op that graphs of this version cannot have";
  let explanation = [{
TensorFlow keeps old ops for old graphs only: a graph whose `versions.producer` is
the version in which an op was removed, or a later one, must not use it, and is
refused. Such a graph was put together of parts of several versions.
}];
  let messages = [
    Message<"removed", "{op} was removed in graph version {removed}, but this graph has version {producer}",
            [Text<"op">, Number<"removed">, Number<"producer">]>];
  let bad = [{
versions { producer: 134 }
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "y" op: "BatchMatrixDiag" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
}];
  let good = [{
versions { producer: 134 }
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "y" op: "MatrixDiag" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
}];
  let sources = [OpDefinitions, "TensorFlow 2.21, core/framework/op_def_util.cc"];
  let tables = ["tf-ops"];
}

def OpInputType : Rule<"op-input-type", "TL1408"> {
  let confidence = Table;
  let summary = "an input of another element type than its op accepts";
  let explanation = [{
The definition of an op gives every input an element type, or an attribute that
names it, such as `T`, which all inputs and outputs with that attribute share.
TensorFlow does not convert: it refuses to load a graph with an edge from one type
to another. A `Cast` converts.
}];
  let messages = [
    Message<"wrong", "`{input}` of {op} must be {wanted} here, but is {given} in `{node}`",
            [Text<"input">, Text<"op">, Text<"wanted">, Text<"node">, Text<"given">]>];
  let bad = [{
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } } }
node { name: "y" op: "Exp" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
}];
  let good = [{
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "y" op: "Exp" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
}];
  let sources = [OpDefinitions, GraphImport];
  let tables = ["tf-ops"];
}

def OpInputShape : Rule<"op-input-shape", "TL1409"> {
  let summary = "inputs whose shapes disagree";
  let explanation = [{
The inner sizes of a matrix product must agree, after both operands were transposed
where the node says so; the channels of an image must be a multiple of those of the
filter; operands of elementwise ops must be broadcastable. TensorFlow refuses a graph
that breaks this where the sizes are known, and so do the runtimes of ONNX. Of an ONNX
model all operators are checked, of a graph of TensorFlow those that a training step can
have, with the axes, windows and permutations that their attributes give. What ONNX's own checks do not look at, such as the elements of indices
and shapes, is a warning: there are models that are never run.

The sizes are inferred from constants, variables, attributes and the shapes that the
exporter wrote down. Where one is unknown, nothing is reported.
}];
  let messages = [
    Message<"product", "{op} `{node}` multiplies {first} by {second}: the inner sizes {inner} and {other} differ",
            [Text<"op">, Text<"first">, Text<"second">, Text<"node">, Number<"inner">, Number<"other">]>,
    Message<"channels", "{op} `{node}` takes {first} with {channels} channels, but its filter {second} expects {wanted}",
            [Text<"op">, Text<"first">, Text<"node">, Number<"channels">, Text<"second">, Number<"wanted">]>,
    Message<"elements", "operand shapes {first} and {second} of {op} `{node}` cannot be broadcast: the sizes {inner} and {other} differ",
            [Text<"op">, Text<"first">, Text<"second">, Text<"node">, Number<"inner">, Number<"other">]>,
    Message<"node", "{op} `{node}`: {reason}", [Text<"op">, Text<"node">, Text<"reason">]>,
    Message<"ofOutput", "{op} with output `{output}`: {reason}",
            [Text<"op">, Text<"output">, Text<"reason">]>,
    Message<"unnamed", "{op}: {reason}", [Text<"op">, Text<"reason">]>,
    WarningMessage<"atRun", "{op} `{node}` fails when it runs: {reason}", [Text<"op">, Text<"node">, Text<"reason">]>,
    WarningMessage<"atRunOfOutput", "{op} with output `{output}` fails when it runs: {reason}",
            [Text<"op">, Text<"output">, Text<"reason">]>];
  let bad = [{
node { name: "a" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 2 } dim { size: 3 } } } } }
node { name: "product" op: "MatMul" input: "a" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
}];
  let good = [{
node { name: "a" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 2 } dim { size: 3 } } } } }
node { name: "product" op: "MatMul" input: "a" input: "a" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "transpose_b" value { b: true } } }
}];
  let sources = ["TensorFlow 2.21, core/framework/common_shape_fns.cc", GraphImport];
}

}
