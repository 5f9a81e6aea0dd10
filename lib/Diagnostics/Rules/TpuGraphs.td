//===- TpuGraphs.td - Rules on TPU computations in graphs --*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar TpuKernels = "TensorFlow 2.21, kernels registered in compiler/tf2xla and core/tpu/kernels";
defvar TpuReplication = "TensorFlow 2.21, python/tpu/tpu.py and tpu_replication.py";
defvar TpuRewrite = "TensorFlow 2.21, core/tpu/graph_rewrite";

// A computation is what carries the attribute `_tpu_replicate`. The examples hold
// what it needs and nothing else.

let group = TpuGraphs, exampleName = "graph.pbtxt" in {

def TpuUnsupportedOp : Rule<"tpu-unsupported-op", "TL1501"> {
  let confidence = Table;
  let summary = "an op that TPUs do not support";
  let explanation = [{
A TPU runs a program that is compiled of the whole computation, and an op without a
kernel for TPUs stops the compiler when the first step starts. With soft placement,
on the graph's `TPUReplicateMetadata` or by `--soft-placement`, such an op goes to
the host instead, and every step waits for its way there and back.

Without marks in the graph, what the updates of the optimizer need is taken for the
computation if the target is a TPU.
}];
  let messages = [
    Message<"inside", "TPUs do not support {op}, which `{node}` uses in a TPU computation",
            [Text<"op">, Text<"node">]>,
    WarningMessage<"moved", "TPUs do not support {op}: `{node}` moves to the host, and each step waits for it",
            [Text<"op">, Text<"node">]>,
    Message<"runtime", "{op} runs on the host, but `{node}` is in a TPU computation",
            [Text<"op">, Text<"node">]>,
    Message<"variable", "the variable of `{node}` is created in a TPU computation; create it outside and pass it in",
            [Text<"node">]>];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "BesselI0" input: "x" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "BesselI0e" input: "x" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = [TpuKernels, "TensorFlow 2.21, compiler/mlir/tf2xla/internal/passes/mark_ops_for_outside_compilation.cc (soft placement)"];
  let tables = ["tf-ops-tpu"];
}

def TpuUnsupportedDtype : Rule<"tpu-unsupported-dtype", "TL1502"> {
  let confidence = Table;
  let summary = "an element type that an op does not support on TPUs";
  let explanation = [{
TPUs have fewer element types than hosts, and each of their kernels takes some of
them: `complex128` and the quantized types of 16 bits exist nowhere on a TPU,
strings only as constants and in what is passed through. The compiler stops at the
first node with another one.
}];
  let messages = [
    Message<"inside", "`{attribute}` of {op} must be {allowed} on a TPU, but is {given} in `{node}`",
            [Text<"attribute">, Text<"op">, Text<"allowed">, Text<"node">, Text<"given">]>,
    Message<"absent", "TPUs do not support {given}, which {op} takes or produces in `{node}`",
            [Text<"given">, Text<"op">, Text<"node">]>,
    WarningMessage<"moved", "TPUs do not support {op} of {given}: `{node}` moves to the host, and each step waits for it",
            [Text<"op">, Text<"given">, Text<"node">]>];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_COMPLEX128 } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "Exp" input: "x" attr { key: "T" value { type: DT_COMPLEX128 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_COMPLEX64 } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "Exp" input: "x" attr { key: "T" value { type: DT_COMPLEX64 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = [TpuKernels, "TensorFlow 2.21, core/tpu/tpu_defs.h"];
  let tables = ["tf-ops-tpu", "tf-type-sets"];
}

def TpuCompileTimeConstant : Rule<"tpu-compile-time-constant", "TL1503"> {
  let confidence = Table;
  let summary = "an input that must be a compile-time constant depends on data";
  let explanation = [{
The sizes of everything in a TPU program are fixed when it is compiled. So some
inputs, such as the shape of a Reshape or the axis of a sum, have to be constants,
or follow from constants and shapes. One that depends on what a step reads stops the
compiler.
}];
  let messages = [
    Message<"inside", "`{input}` of {op} must be a compile-time constant, but depends on `{origin}` in `{node}`",
            [Text<"input">, Text<"op">, Text<"node">, Text<"origin">]>];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "sizes" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_INT32 } }
  attr { key: "shape" value { shape { dim { size: 2 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "Reshape" input: "x" input: "sizes" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "sizes" op: "Const" attr { key: "dtype" value { type: DT_INT32 } }
  attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape { dim { size: 1 } } int_val: 32 } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "Reshape" input: "x" input: "sizes" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = [TpuKernels];
  let tables = ["tf-ops-tpu"];
}

def TpuReferenceVariable : Rule<"tpu-reference-variable", "TL1504"> {
  let confidence = Table;
  let summary = "a reference variable in a TPU computation";
  let explanation = [{
Variables of early TensorFlow are references to memory of the host, which a program
on a TPU cannot have. TensorFlow refuses them when the graph is built or rewritten.
Resource variables are passed into the computation.
}];
  let messages = [
    Message<"taken", "{op} `{node}` takes the reference variable `{variable}` in a TPU computation",
            [Text<"op">, Text<"node">, Text<"variable">]>,
    Message<"used", "{op} is for reference variables, but `{node}` is in a TPU computation",
            [Text<"op">, Text<"node">]>];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "w" op: "VariableV2" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { } } } }
node { name: "read" op: "Identity" input: "w" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "w" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { } } } }
node { name: "read" op: "ReadVariableOp" input: "w" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = [TpuReplication];
  let tables = ["tf-ops-tpu"];
}

def TpuPlaceholder : Rule<"tpu-placeholder", "TL1505"> {
  let confidence = Table;
  let summary = "a placeholder in a TPU computation";
  let explanation = [{
A Placeholder is fed by the program on the host, with each step. A TPU computation
takes its data through the infeed or as inputs, and fails at a node that waits to be
fed.
}];
  let messages = [
    Message<"inside", "placeholder `{node}` cannot be fed in a TPU computation", [Text<"node">]>];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = [TpuReplication];
  let tables = ["tf-ops-tpu"];
}

def TpuHostOp : Rule<"tpu-host-op", "TL1506"> {
  let confidence = Table;
  let summary = "an op of the host in a TPU computation";
  let explanation = [{
Summaries, prints, strings, queues, lookup tables, files, Python functions, tf.data
and what decodes images or records exist on hosts only. They belong into the input
pipeline, into a `host_call`, or into `tf.tpu.outside_compilation`.

TensorFlow warns of summaries and Print when the graph is built, and fails only if a
step needs them, so these are warnings. With soft placement all of it moves to the
host, and every step waits.
}];
  let messages = [
    Message<"inside", "{op} {work}, which requires the host, but `{node}` is in a TPU computation",
            [Text<"op">, Text<"work">, Text<"node">]>,
    WarningMessage<"moved", "{op} {work}, which requires the host: `{node}` moves there, and each step waits for it",
            [Text<"op">, Text<"work">, Text<"node">]>,
    WarningMessage<"ignored", "{op} cannot run in a TPU computation: a step that needs `{node}` fails",
            [Text<"op">, Text<"node">]>];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "call" op: "PyFunc" input: "x"
  attr { key: "token" value { s: "pyfunc_0" } }
  attr { key: "Tin" value { list { type: DT_FLOAT } } }
  attr { key: "Tout" value { list { type: DT_FLOAT } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "call" op: "PyFunc" input: "x"
  attr { key: "token" value { s: "pyfunc_0" } }
  attr { key: "Tin" value { list { type: DT_FLOAT } } }
  attr { key: "Tout" value { list { type: DT_FLOAT } } }
  attr { key: "_xla_outside_compilation" value { s: "0" } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = [TpuReplication, TpuKernels];
  let tables = ["tf-ops-tpu"];
}

def TpuDoublePrecision : Rule<"tpu-double-precision", "TL1507"> {
  let severity = Warning;
  let confidence = Dated;
  let summary = "double precision in a TPU computation";
  let explanation = [{
TPUs take `double` but compute it in steps of smaller numbers, which is many times
slower than `float`, and their matrix units do not take it at all. Mostly a constant
of NumPy, whose numbers are doubles unless one says otherwise, has made its way into
the model. Of an ONNX model, all that its nodes compute is looked at where the target
is a TPU.
}];
  let messages = [
    Message<"inside", "{op} `{node}` produces double, which is slow on a TPU; use float or bfloat16",
            [Text<"op">, Text<"node">]>,
    Message<"program", "`{op}` produces f64, which is slow on a TPU; use f32 or bf16", [Text<"op">]>];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_DOUBLE } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "Exp" input: "x" attr { key: "T" value { type: DT_DOUBLE } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "Exp" input: "x" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = ["jax-ml/jax, jax/_src/tpu_info.py (types of matrix units)"];
}

def TpuMatrixType : Rule<"tpu-matrix-type", "TL1513"> {
  let severity = Warning;
  let confidence = Dated;
  let summary = "a matrix product of a type that the matrix units of TPUs do not support";
  let explanation = [{
The matrix units of TPUs multiply bfloat16, float and small integers. TPUs take
`half` and `int64` as well, and compute their products by way of other types, which
is slower and saves nothing. A model that was mixed precision on GPUs has `half` in
it; on TPUs the policy is `mixed_bfloat16`.
}];
  let messages = [
    Message<"inside", "{op} `{node}` multiplies {type}, which the matrix unit of a TPU does not support",
            [Text<"op">, Text<"type">, Text<"node">]>];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_HALF } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 8 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "MatMul" input: "x" input: "x" attr { key: "T" value { type: DT_HALF } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_BFLOAT16 } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 8 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "MatMul" input: "x" input: "x" attr { key: "T" value { type: DT_BFLOAT16 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = ["jax-ml/jax, jax/_src/tpu_info.py (types of matrix units)"];
}

def TpuDynamicShape : Rule<"tpu-dynamic-shape", "TL1508"> {
  let confidence = Table;
  let summary = "data-dependent shapes in a TPU computation";
  let explanation = [{
Every size is fixed when a TPU program is compiled. An infeed with open sizes stops
the compiler; the common cause is a batch without `drop_remainder=True`. An op whose
result is as large as its data demands, such as Where or Unique, gets room for the
largest case, is slow, and cannot be followed by everything.

An ONNX model may leave sizes of its inputs open. The first is taken to be that of the
batch, which the trainer gives; any other one needs a program for each size.
}];
  let messages = [
    Message<"infeed", "`{node}` takes data of dynamic shape from the infeed", [Text<"node">]>,
    WarningMessage<"result", "the result shape of {op} `{node}` depends on data",
            [Text<"op">, Text<"node">]>,
    WarningMessage<"input", "the shape {shape} of the input `{input}` leaves sizes open, but a TPU program has fixed shapes",
            [Text<"input">, Text<"shape">]>];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: -1 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 4 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = [TpuReplication, TpuKernels];
  let tables = ["tf-ops-tpu"];
}

def TpuOpConstraint : Rule<"tpu-op-constraint", "TL1509"> {
  let confidence = Table;
  let summary = "an attribute that the TPU kernel of an op does not support";
  let explanation = [{
Some kernels of TPUs take less than those of hosts: pooling has no explicit padding,
convolutions have no strides or dilations of batch and features, a TensorArray does
not grow, `half_pixel_centers` and `align_corners` exclude each other,
NonMaxSuppressionV4 has to pad. A computation may not contain another one.
}];
  let messages = [
    Message<"refused", "TPUs support {op} only with {condition}, but `{attribute}` of `{node}` is {value}",
            [Text<"op">, Text<"condition">, Text<"node">, Text<"attribute">, Text<"value">]>,
    Message<"nested", "`{node}` starts a TPU computation within another", [Text<"node">]>];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 28 } dim { size: 28 } dim { size: 1 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "filter" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 3 } dim { size: 3 } dim { size: 1 } dim { size: 8 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "Conv2D" input: "x" input: "filter" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "strides" value { list { i: 2 i: 1 i: 1 i: 1 } } }
  attr { key: "padding" value { s: "SAME" } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 8 } dim { size: 28 } dim { size: 28 } dim { size: 1 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "filter" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 3 } dim { size: 3 } dim { size: 1 } dim { size: 8 } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "y" op: "Conv2D" input: "x" input: "filter" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "strides" value { list { i: 1 i: 2 i: 2 i: 1 } } }
  attr { key: "padding" value { s: "SAME" } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = [TpuKernels];
  let tables = ["tf-ops-tpu"];
}

def TpuReplicateStructure : Rule<"tpu-replicate-structure", "TL1510"> {
  let confidence = Exact;
  let summary = "marks of a TPU computation that contradict each other";
  let explanation = [{
A replicated computation is nodes with the same `_tpu_replicate`, one
TPUReplicateMetadata that says how many replicas there are and on which cores, a
TPUReplicatedInput for what goes in and a TPUReplicatedOutput for what comes out, each
with a value for every replica. TensorFlow makes them together; parts get lost when a
graph is cut, frozen or merged, and the rewrite of the graph then fails when the
session starts.
}];
  let messages = [
    Message<"noMetadata", "the computation `{cluster}` of `{node}` has no TPUReplicateMetadata",
            [Text<"cluster">, Text<"node">]>,
    Message<"undeclaredOutput", "`{user}` takes `{value}` from the computation `{cluster}`, but is outside of it",
            [Text<"user">, Text<"value">, Text<"cluster">]>,
    Message<"count", "`{attribute}` of `{node}` is {given}, but the computation has {replicas} replicas",
            [Text<"attribute">, Text<"node">, Number<"given">, Number<"replicas">]>,
    Message<"replicaType", "input {number} of `{node}` is {given}, but {other} in another replica",
            [Text<"node">, Number<"number">, Text<"given">, Text<"other">]>,
    Message<"tooManyReplicas", "{replicas} replicas of {cores} cores each exceed the {all} cores of the topology of `{node}`",
            [Number<"replicas">, Number<"cores">, Number<"all">, Text<"node">]>,
    Message<"noTopology", "`{attribute}` requires a topology, but `{node}` has none", [Text<"attribute">, Text<"node">]>,
    Message<"replicaCount", "without a topology a TPU of {cores} cores takes 1 or {cores} replicas, but `{node}` has {replicas}",
            [Number<"replicas">, Number<"cores">, Text<"node">]>,
    Message<"assignmentLength", "`device_assignment` of `{node}` has {count} numbers, but {cores} cores have {rank} coordinates each",
            [Number<"count">, Number<"cores">, Number<"rank">, Text<"node">]>,
    Message<"assignmentRange", "`device_assignment` of `{node}` has the coordinate {given}, but the topology has size {size} there",
            [Number<"given">, Number<"size">, Text<"node">]>,
    Message<"assignmentTwice", "`device_assignment` of `{node}` gives core {number} the coordinates of an earlier one",
            [Number<"number">, Text<"node">]>,
    Message<"embeddingConfig", "`embedding_config` of `{node}` must be empty", [Text<"node">]>];
  let bad = [{
node { name: "x" op: "NoOp"
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "NoOp"
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = [TpuReplication, TpuRewrite];
}

def TpuUninitialized : Rule<"tpu-uninitialized", "TL1511"> {
  let severity = Warning;
  let confidence = Exact;
  let summary = "a graph that trains on TPUs and never initializes them";
  let explanation = [{
The TPU system has to be initialized before a computation runs, by
ConfigureDistributedTPU in the same graph or in another that the session runs first. A
graph that trains and has none works only in a program that does it elsewhere. Graphs
that serve, and functions, are left to the programs that call them.
}];
  let messages = [
    Message<"missing", "no node initializes the TPU system for the computation of `{node}`", [Text<"node">]>,
    Message<"strategy", "nothing initializes the TPU system that this strategy uses">];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "w" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { } } } }
node { name: "lr" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape {  } float_val: 0.1 } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape {  } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "update" op: "ResourceApplyGradientDescent" input: "w" input: "lr" input: "x" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "initialize" op: "ConfigureDistributedTPU" }
node { name: "w" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { } } } }
node { name: "lr" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape {  } float_val: 0.1 } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape {  } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "update" op: "ResourceApplyGradientDescent" input: "w" input: "lr" input: "x" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = [TpuReplication];
}

def TpuMissingAllReduce : Rule<"tpu-missing-all-reduce", "TL1512"> {
  let confidence = Exact;
  let summary = "replicas that train without combining their gradients";
  let explanation = [{
With more than one replica each computes gradients of its own part of the batch. A
CrossReplicaSum adds them up, for which CrossShardOptimizer wraps the optimizer.
Without it the replicas train models that drift apart, and TPUEstimator refuses to
start.
}];
  let messages = [
    Message<"missing", "{op} `{node}` applies the gradient of one replica only: nothing combines those of {replicas} replicas",
            [Text<"op">, Text<"node">, Number<"replicas">]>,
    WarningMessage<"optimizer", "the optimizer applies the gradients of one replica only: no CrossShardOptimizer combines them">];
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 8 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "initialize" op: "ConfigureDistributedTPU" }
node { name: "w" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { } } } }
node { name: "lr" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape {  } float_val: 0.1 } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape {  } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "update" op: "ResourceApplyGradientDescent" input: "w" input: "lr" input: "x" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 8 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "initialize" op: "ConfigureDistributedTPU" }
node { name: "w" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { } } } }
node { name: "lr" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape {  } float_val: 0.1 } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "x" op: "InfeedDequeue" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape {  } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "groups" op: "Const" attr { key: "dtype" value { type: DT_INT32 } }
  attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape { dim { size: 0 } dim { size: 0 } }  } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "sum" op: "CrossReplicaSum" input: "x" input: "groups" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "update" op: "ResourceApplyGradientDescent" input: "w" input: "lr" input: "sum" attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = ["Cloud TPU guide `Using the TPUEstimator API`", "tensorflow/estimator, tpu_estimator.py at 26a7dc2ef7d3"];
}

}
