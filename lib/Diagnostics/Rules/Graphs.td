//===- Graphs.td - Rules on training graphs ----------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

let group = Graphs in {

def GraphSyntax : Rule<"graph-syntax", "TL1401"> {
  let summary = "a graph file cannot be read";
  let explanation = [{
The file is cut off, damaged or not of the format that it seems to be, or says
something twice that can be said once. TensorFlow refuses it as well, mostly
after the machines have started. What stands before the place of the problem is
checked all the same.

In a binary file the place is `1:N`, where N counts bytes from 1.
}];
  let messages = [
    Message<"problem", "{problem}", [Text<"problem">]>,
    Message<"duplicateNode", "node `{name}` is there twice", [Text<"name">]>,
    Message<"duplicateFunction", "function `{name}` is there twice", [Text<"name">]>,
    Message<"duplicateValue", "value `{name}` is made twice", [Text<"name">]>,
    Message<"otherFormat", "this is {format}, which is not read as a training graph", [Text<"format">]>,
    Message<"noGraph", "this is no training graph in a format that is known">];
  let exampleName = "graph.pbtxt";
  let bad = [{
node { name: "x" op: "Placeholder" }
node { name: "y" op: "Identity" input: "x" attr { key: "T" value { type: DT_FLOAT } }
}];
  let good = [{
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "y" op: "Identity" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
}];
  let sources = ["Protobuf documentation, encoding and text format",
                 "TensorFlow, graph.proto and function.proto"];
  let suppressible = false;
}

}

let group = GraphJobs in {

def DeviceOutOfRange : Rule<"device-out-of-range", "TL1601"> {
  let summary = "a node asks for a device that the machine does not have";
  let explanation = [{
A device string such as `/device:GPU:4` names one device of a host, counted from
0. A machine with four GPUs ends at `/device:GPU:3`, a TPU host with eight cores
at `/device:TPU:7`. TensorFlow refuses the graph when the session starts, unless
soft placement is on, and then the node runs on the CPU.

The number of devices is that of the job's machine, or of `--target`.
}];
  let messages = [
    Message<"beyond", "device `{device}` does not exist: a host has {count} x {name}",
            [Text<"device">, Number<"count">, Text<"name">]>,
    Message<"otherKind", "device `{device}` does not exist: the job runs on {name}, which has no {kind}",
            [Text<"device">, Text<"name">, Text<"kind">]>];
  let exampleName = "graph.pbtxt";
  let exampleOptions = "--target=gpu-nvidia-tesla-k80x4";
  let bad = [{
node { name: "x" op: "NoOp" device: "/job:worker/task:0/device:GPU:4" }
}];
  let good = [{
node { name: "x" op: "NoOp" device: "/job:worker/task:0/device:GPU:3" }
}];
  let sources = ["AI Platform Training documentation, using GPUs (device strings)",
                 "TensorFlow guide, use a GPU (device names, soft placement)"];
  let tables = ["accelerators", "tpu-types"];
}

}
