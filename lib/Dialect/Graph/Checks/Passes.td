//===- Passes.td - The checks on graphs --------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_PASSES_TD
#define TRAINLINT_DIALECT_GRAPH_CHECKS_PASSES_TD

include "mlir/Pass/PassBase.td"

/// A read-only pass over one graph that reports findings. The one pass that is
/// not, infer-shapes, stands here as well: it has no use but to let the checks
/// behind it read the types that follow.
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

def CheckMarks : GraphCheck<"graph-check-marks"> {
  let summary = "a graph that was built for TPUs runs on some";
  let description = [{
    Reports a graph with the marks of a TPU computation where the job or
    `--target` has no TPU.
  }];
}

def CheckDistribution : GraphCheck<"graph-check-distribution"> {
  let summary = "a graph uses the GPUs that the job pays for";
}

def CheckProducer : GraphCheck<"graph-check-producer"> {
  let summary = "the job runs with a version that can read the graph";
  let description = [{
    Compares the version of TensorFlow that wrote the graph with the one that
    the job runs with.
  }];
}

def CheckFiles : GraphCheck<"graph-check-files"> {
  let summary = "a TPU can reach the files that the graph reads";
}

//===----------------------------------------------------------------------===//
// The graph itself
//===----------------------------------------------------------------------===//

def CheckOps : GraphCheck<"graph-check-ops"> {
  let summary = "ops exist in the version of the graph";
}

def CheckInputs : GraphCheck<"graph-check-inputs"> {
  let summary = "every input is an output of a node";
}

def CheckArity : GraphCheck<"graph-check-arity"> {
  let summary = "nodes have the inputs that their ops take";
  let description = [{
    Compares the number of inputs and their element types with the definition of
    the op. Reads attributes of nodes only where the number depends on them.
  }];
}

def CheckAttributes : GraphCheck<"graph-check-attributes"> {
  let summary = "required attributes are given, and values are allowed";
}

def CheckCycles : GraphCheck<"graph-check-cycles"> {
  let summary = "no dependency cycles, except in loops";
}

//===----------------------------------------------------------------------===//
// TPU computations
//===----------------------------------------------------------------------===//

def CheckReplication : GraphCheck<"graph-check-replication"> {
  let summary = "the marks of replicated computations agree";
}

def CheckReferences : GraphCheck<"graph-check-references"> {
  let summary = "TPU computations use no reference variables";
}

def CheckTpuOps : GraphCheck<"graph-check-tpu-ops"> {
  let summary = "TPUs support the ops of their computations";
}

def CheckTpuTypes : GraphCheck<"graph-check-tpu-types"> {
  let summary = "TPUs support the element types of their computations";
}

def CheckConstants : GraphCheck<"graph-check-constants"> {
  let summary = "compile-time constants do not depend on data";
}

def CheckShapes : GraphCheck<"graph-check-shapes"> {
  let summary = "shapes in TPU computations do not depend on data";
}

def CheckTpuConstraints : GraphCheck<"graph-check-tpu-constraints"> {
  let summary = "attributes have values that TPU kernels support";
}

def CheckAllReduce : GraphCheck<"graph-check-all-reduce"> {
  let summary = "replicas that train combine their gradients";
}

//===----------------------------------------------------------------------===//
// Other frameworks
//===----------------------------------------------------------------------===//

def CheckOnnxOps : GraphCheck<"graph-check-onnx-ops"> {
  let summary = "operators of ONNX and the opsets that a model imports";
  let description = [{
    Reports operators that the imported opset does not have, that ONNX does
    not have, and undefined values.
  }];
}

def CheckOnnxSignatures : GraphCheck<"graph-check-onnx-signatures"> {
  let summary = "inputs, outputs and attributes of ONNX's operators";
  let description = [{
    Reports numbers of inputs and outputs, and attributes, that an operator does
    not take. Only the newest version of an operator has its schema in the table.
  }];
}

def CheckOnnxTpu : GraphCheck<"graph-check-onnx-tpu"> {
  let summary = "a TPU can run an ONNX model with fixed shapes and without double";
  let description = [{
    Reports results whose shape depends on data, inputs that leave sizes other
    than the batch open, and nodes that compute in double precision.
  }];
}

def CheckLowering : GraphCheck<"graph-check-lowering"> {
  let summary = "the nodes of a model can be part of a program";
  let description = [{
    Reports what the inference of types found no lowering for, if the model is
    for a device.
  }];
}

def CheckKerasTpu : GraphCheck<"graph-check-keras-tpu"> {
  let summary = "a TPU can run the layers of a Keras model";
  let description = [{
    Reports layers that only a host can run and layers of double precision on a
    TPU, and models whose weights alone are larger than the device.
  }];
}

def CheckKerasLayers : GraphCheck<"graph-check-keras-layers"> {
  let summary = "layer classes of Keras, and the layers that calls name";
  let description = [{
    Reports classes that are nearly one of Keras, and calls of layers with the
    output of a layer that the model does not have.
  }];
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

def CheckMemory : GraphCheck<"graph-check-memory"> {
  let summary = "the variables and a step of training fit into the device";
}

def CheckPadding : GraphCheck<"graph-check-padding"> {
  let summary = "large products of matrices fill the matrix unit of a TPU";
}

def CheckBatch : GraphCheck<"graph-check-batch"> {
  let summary = "the batch can be divided among the cores of a TPU";
}

def CheckInputShapes : GraphCheck<"graph-check-input-shapes"> {
  let summary = "the shapes of inputs agree";
  let description = [{
    Reports products, convolutions and elementwise operations whose inputs have
    sizes that contradict each other.
  }];
}

def CheckInput : GraphCheck<"graph-check-input"> {
  let summary = "the input of a TPU has fixed sizes and comes from tf.data";
}

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_PASSES_TD
