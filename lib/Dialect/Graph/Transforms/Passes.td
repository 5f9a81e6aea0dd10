//===- Passes.td - The checks on graphs --------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_TRANSFORMS_PASSES_TD
#define TRAINLINT_DIALECT_GRAPH_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

/// A read-only pass over one graph that reports findings.
class GraphCheck<string name> : Pass<name, "::trainlint::graph::ModelOp"> {
  // A check is created with its context; TableGen must not make up a function
  // that creates it without.
  let constructor = "nullptr";
}

def InferShapes : Pass<"graph-infer-shapes", "::trainlint::graph::ModelOp"> {
  let summary = "types of values that follow from the graph";
  let description = [{
    Gives values the sizes that follow from constants, variables, attributes and
    the shapes that the exporter wrote down. What does not follow stays unknown.
  }];
  let constructor = "nullptr";
  let options = [
    Option<"ignoreGiven", "ignore-given", "bool", "false",
           "Infer without the shapes that the exporter wrote down">];
}

def CheckDevices : GraphCheck<"graph-check-devices"> {
  let summary = "the machine has the devices that nodes name";
  let description = [{
    Reports device strings whose number is beyond what a host has, or whose kind
    the job does not have.
  }];
}

def CheckMemory : GraphCheck<"graph-check-memory"> {
  let summary = "the variables and a step of training fit into the device";
}

def CheckPadding : GraphCheck<"graph-check-padding"> {
  let summary = "large products of matrices fill the matrix unit of a TPU";
}

def CheckBatch : GraphCheck<"graph-check-batch"> {
  let summary = "the batch is shared by the cores of a TPU";
}

def CheckInput : GraphCheck<"graph-check-input"> {
  let summary = "what a TPU is fed with has fixed sizes and comes from tf.data";
}

#endif // TRAINLINT_DIALECT_GRAPH_TRANSFORMS_PASSES_TD
