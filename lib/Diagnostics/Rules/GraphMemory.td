//===- GraphMemory.td - Rules on sizes in graphs -----------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

let group = GraphJobs in {

def DeviceMemory : Rule<"device-memory", "TL1603"> {
  let confidence = Table;
  let summary = "training needs more memory than a device has";
  let explanation = [{
Variables, which are the parameters, what the optimizer keeps for each of them
and averages, stay in the memory of the device from the first step to the last.
If they alone are larger than it, the job ends before the first step: an error.

During a step there are also the inputs, the activations that the backward pass
reads again, and the gradients. The most that lives at one time is estimated:
every node runs as early as its inputs allow, a value lives until its last
reader has run, and elementwise operations are taken to be fused with what reads
them. A total above the memory is a warning, since a compiler may do better.

Tensors of unknown size count nothing; `--batch-size` gives the batch of a graph
that leaves it open. Not counted are the program itself, buffers of collectives,
padding, variables on hosts and parameter servers, and sparse gradients. The
memory is that of one device: of TPU v2 and v3 one core, with half of the
memory of its chip.

Of an ONNX model, the parameters are the initializers of floating point that are
used, counted once, and a step is its nodes from the inputs to the outputs: gradients
and what an optimizer keeps would come on top. The batch is put in place of the first
sizes that its inputs leave open, and all other sizes follow from that.

A StableHLO program is looked at in the same way, in the order in which its ops
stand: arguments that are larger than the memory are an error, a run that takes
more is a warning. Programs that are divided into partitions are left out.
}];
  let messages = [
    ErrorMessage<"variables", "variables need {size} on one device, which exceeds the {memory} of {name}",
                 [Text<"size">, Text<"name">, Text<"memory">]>,
    WarningMessage<"step", "the estimated peak memory of a training step is {size} on one device, which exceeds the {memory} of {name}",
                   [Text<"size">, Text<"name">, Text<"memory">]>,
    ErrorMessage<"arguments", "the arguments of the program need {size} on one device, which exceeds the {memory} of {name}",
                 [Text<"size">, Text<"name">, Text<"memory">]>,
    WarningMessage<"run", "the estimated peak memory of the program is {size} on one device, which exceeds the {memory} of {name}",
                   [Text<"size">, Text<"name">, Text<"memory">]>];
  let exampleName = "graph.pbtxt";
  let exampleOptions = "--target=tpu-v2-8";
  let bad = [{
node {
  name: "embedding"
  op: "VarHandleOp"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 9000000 } dim { size: 512 } } } }
}
}];
  let good = [{
node {
  name: "embedding"
  op: "VarHandleOp"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 900000 } dim { size: 512 } } } }
}
}];
  let sources = ["Cloud TPU documentation, system architecture (memory of a chip)",
                 "Compute Engine documentation, GPU platforms (memory of a GPU)"];
  let tables = ["tpu-generations", "accelerators"];
}

def TpuBatchSize : Rule<"tpu-batch-size", "TL1604"> {
  let confidence = Table;
  let summary = "a batch that cannot be divided among the cores of a TPU";
  let explanation = [{
Each replica of the model, mostly one for each core, gets an equal part of the
batch. TPUEstimator refuses a batch that cannot be divided so, unless every
replica gets all of it (`BROADCAST`).

Registers hold tiles of 8 x 128 elements, and mostly the batch is what fills the
8 rows. A part that is no multiple of 8 is padded with zeros, which take as long
as examples do.

The batch is that of `--batch-size`, of the trainer's `--train_batch_size` and
`--eval_batch_size`, or of what the graph hands to a replica. An ONNX model may fix the
first size of its inputs. In Python it is the one
that TPUEstimator is given; where the TPU is not known, a batch that is no multiple of
8 is a warning.
}];
  let messages = [
    ErrorMessage<"notDivisible", "{what} of {batch} is not divisible by the {replicas} replicas of {name}",
                 [Text<"what">, Number<"batch">, Number<"replicas">, Text<"name">]>,
    WarningMessage<"noMultiple", "{what} of {batch} is not a multiple of 8, the replicas of the smallest TPUs",
                   [Text<"what">, Number<"batch">]>,
    WarningMessage<"partial", "{what} of {batch} is dealt out to {replicas} replicas in parts of different sizes",
                   [Text<"what">, Number<"batch">, Number<"replicas">]>,
    InfoMessage<"ofReplica", "each of {replicas} replicas gets {each} of {batch} examples, which is not a multiple of 8",
                [Number<"each">, Number<"batch">, Number<"replicas">]>,
    InfoMessage<"fed", "a replica is fed {batch} examples, which is not a multiple of 8",
                [Number<"batch">]>];
  let exampleName = "graph.pbtxt";
  let exampleOptions = "--target=tpu-v3-8";
  let bad = [{
node {
  name: "cluster"
  op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 8 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } }
}
node {
  name: "infeed"
  op: "InfeedDequeueTuple"
  attr { key: "dtypes" value { list { type: DT_FLOAT } } }
  attr { key: "shapes" value { list { shape { dim { size: 100 } dim { size: 784 } } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } }
}
}];
  let good = [{
node {
  name: "cluster"
  op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 8 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } }
}
node {
  name: "infeed"
  op: "InfeedDequeueTuple"
  attr { key: "dtypes" value { list { type: DT_FLOAT } } }
  attr { key: "shapes" value { list { shape { dim { size: 104 } dim { size: 784 } } } } }
  attr { key: "_tpu_replicate" value { s: "cluster" } }
}
}];
  let sources = ["TensorFlow, tpu_context.py (batch sizes and replicas)",
                 "Cloud TPU documentation, performance guide (tiles of 8 x 128)"];
  let tables = ["tpu-types"];
}

def TpuPadding : Rule<"tpu-padding", "TL1605"> {
  let severity = Info;
  let confidence = Table;
  let summary = "the matrices of a large product are mostly padding";
  let explanation = [{
The matrix unit of a TPU has 128 x 128 cells, that of newer ones 256 x 256, and
rows are processed by 8. Matrices are padded to multiples of that, and the
padding is computed like the rest. A product of 1024x100 by 100x130 elements
takes as long as one of 1024x128 by 128x256.

Reported are contractions that are at least a twentieth of the work of the
model and are done at least 1.5 times for their padding, each pair of sizes
once. Of a convolution, the rows are the places of its output, the other sizes
the elements of a window over all channels and the output channels. A batch that
is not known counts as no waste.
}];
  let messages = [
    Message<"padded", "this {what} of {sizes} is padded to {tile} tiles of the matrix unit: {times} times the work",
            [Text<"what">, Text<"sizes">, Text<"tile">, Text<"times">]>];
  let exampleName = "graph.pbtxt";
  let exampleOptions = "--target=tpu-v3-8";
  let bad = [{
node {
  name: "x"
  op: "Placeholder"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 1024 } dim { size: 1024 } } } }
}
node {
  name: "w"
  op: "Placeholder"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 1024 } dim { size: 130 } } } }
}
node {
  name: "y"
  op: "MatMul"
  input: "x"
  input: "w"
  attr { key: "T" value { type: DT_FLOAT } }
}
}];
  let good = [{
node {
  name: "x"
  op: "Placeholder"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 1024 } dim { size: 1024 } } } }
}
node {
  name: "w"
  op: "Placeholder"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 1024 } dim { size: 128 } } } }
}
node {
  name: "y"
  op: "MatMul"
  input: "x"
  input: "w"
  attr { key: "T" value { type: DT_FLOAT } }
}
}];
  let sources = ["Cloud TPU documentation, performance guide (padding)",
                 "jax-ml/jax, jax/_src/tpu_info.py (matrix units)"];
  let tables = ["tpu-generations"];
}

def TpuDropRemainder : Rule<"tpu-drop-remainder", "TL1606"> {
  let confidence = Table;
  let summary = "the last batch of a TPU's input may be smaller";
  let explanation = [{
Programs for TPUs are compiled for fixed sizes. A dataset that is not repeated
ends with a batch of what is left over, so the size of its batches is open,
unless `drop_remainder` is set. Where the open size reaches the computation the
program cannot be compiled, which is an error. Where nothing shows that it does,
this is a warning: the last step may compile anew, or fail.

A dataset that repeats for ever before it is batched has no last batch, and is
fine. A graph with the marks of a TPU computation needs no `--target` for this.
}];
  let messages = [
    ErrorMessage<"dynamic", "batches of `{node}` have no fixed size, but feed a TPU computation", [Text<"node">]>,
    WarningMessage<"rest", "the last batch of `{node}` may be smaller than the others", [Text<"node">]>,
    WarningMessage<"batch", "without `drop_remainder` the batches of `{function}` have no fixed size, which TPUs need",
                   [Text<"function">]>];
  let exampleName = "graph.pbtxt";
  let exampleOptions = "--target=tpu-v3-8";
  let bad = [{
node { name: "count" op: "Const" attr { key: "dtype" value { type: DT_INT64 } } attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 10000 } } } }
node { name: "zero" op: "Const" attr { key: "dtype" value { type: DT_INT64 } } attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 0 } } } }
node { name: "one" op: "Const" attr { key: "dtype" value { type: DT_INT64 } } attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 1 } } } }
node { name: "batch" op: "Const" attr { key: "dtype" value { type: DT_INT64 } } attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 128 } } } }
node { name: "drop" op: "Const" attr { key: "dtype" value { type: DT_BOOL } } attr { key: "value" value { tensor { dtype: DT_BOOL tensor_shape {} bool_val: false } } } }
node { name: "examples" op: "RangeDataset" input: "zero" input: "count" input: "one" attr { key: "output_types" value { list { type: DT_INT64 } } } attr { key: "output_shapes" value { list { shape { } } } } }
node { name: "batches" op: "BatchDatasetV2" input: "examples" input: "batch" input: "drop" attr { key: "output_types" value { list { type: DT_INT64 } } } attr { key: "output_shapes" value { list { shape { dim { size: -1 } } } } } }
node { name: "cluster" op: "TPUReplicateMetadata" attr { key: "num_replicas" value { i: 8 } } attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "step" op: "NoOp" attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "count" op: "Const" attr { key: "dtype" value { type: DT_INT64 } } attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 10000 } } } }
node { name: "zero" op: "Const" attr { key: "dtype" value { type: DT_INT64 } } attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 0 } } } }
node { name: "one" op: "Const" attr { key: "dtype" value { type: DT_INT64 } } attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 1 } } } }
node { name: "batch" op: "Const" attr { key: "dtype" value { type: DT_INT64 } } attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape {} int64_val: 128 } } } }
node { name: "drop" op: "Const" attr { key: "dtype" value { type: DT_BOOL } } attr { key: "value" value { tensor { dtype: DT_BOOL tensor_shape {} bool_val: true } } } }
node { name: "examples" op: "RangeDataset" input: "zero" input: "count" input: "one" attr { key: "output_types" value { list { type: DT_INT64 } } } attr { key: "output_shapes" value { list { shape { } } } } }
node { name: "batches" op: "BatchDatasetV2" input: "examples" input: "batch" input: "drop" attr { key: "output_types" value { list { type: DT_INT64 } } } attr { key: "output_shapes" value { list { shape { dim { size: -1 } } } } } }
node { name: "cluster" op: "TPUReplicateMetadata" attr { key: "num_replicas" value { i: 8 } } attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "step" op: "NoOp" attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let sources = ["Cloud TPU documentation, TPUEstimator (static shapes, drop_remainder)",
                 "TensorFlow guide, use TPUs (datasets)"];
}

def InfeedNotDataset : Rule<"infeed-not-dataset", "TL1607"> {
  let severity = Warning;
  let confidence = Table;
  let summary = "a TPU is fed from something other than tf.data";
  let explanation = [{
TPUs take their input from datasets of tf.data, which the hosts of the TPU run
and read ahead. Queues with their runners live in the trainer's process, a
Python function runs in it, and what feeds a placeholder comes from it, so that each
step waits for the network. A graph with the marks of a TPU computation needs no
`--target` for this.
}];
  let messages = [
    Message<"source", "the TPU is fed from `{node}`, {source}, not from tf.data",
            [Text<"node">, Text<"source">]>];
  let exampleName = "graph.pbtxt";
  let exampleOptions = "--target=tpu-v3-8";
  let bad = [{
node { name: "queue" op: "FIFOQueueV2" attr { key: "component_types" value { list { type: DT_FLOAT } } } }
node { name: "example" op: "QueueDequeueV2" input: "queue" attr { key: "component_types" value { list { type: DT_FLOAT } } } }
node {
  name: "enqueue"
  op: "InfeedEnqueue"
  input: "example"
  attr { key: "dtype" value { type: DT_FLOAT } }
}
}];
  let good = [{
node { name: "iterator" op: "IteratorV2" attr { key: "shared_name" value { s: "" } } attr { key: "container" value { s: "" } } attr { key: "output_types" value { list { type: DT_FLOAT } } } attr { key: "output_shapes" value { list { shape { dim { size: 128 } } } } } }
node { name: "example" op: "IteratorGetNext" input: "iterator" attr { key: "output_types" value { list { type: DT_FLOAT } } } attr { key: "output_shapes" value { list { shape { dim { size: 128 } } } } } }
node {
  name: "enqueue"
  op: "InfeedEnqueue"
  input: "example"
  attr { key: "dtype" value { type: DT_FLOAT } }
}
}];
  let sources = ["TensorFlow, tpu_estimator.py (input pipelines and queue runners)",
                 "Cloud TPU documentation, TPUEstimator (input_fn)"];
}

}
