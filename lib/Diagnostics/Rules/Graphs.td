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
    Message<"duplicateNode", "duplicate node `{name}`", [Text<"name">]>,
    Message<"duplicateFunction", "duplicate function `{name}`", [Text<"name">]>,
    Message<"duplicateValue", "duplicate value `{name}`", [Text<"name">]>,
    Message<"otherFormat", "this is {format}, which is not read as a training graph", [Text<"format">]>,
    Message<"noGraph", "this is not a training graph in a known format">];
  let exampleName = "graph.pbtxt";
  let bad = [{
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
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

def ForeignDialect : Rule<"foreign-dialect", "TL1441"> {
  let severity = Info;
  let summary = "a program has operations of other dialects than StableHLO";
  let explanation = [{
A StableHLO program may be mixed with operations of other dialects, such as `chlo`
or those of a compiler's own passes. They have a syntax of their own, which only
the tools that know them can read, so nothing in the file is checked. Devices take
StableHLO alone: what is left of other dialects has to be lowered first.
}];
  let messages = [
    Message<"unknown", "`{dialect}` is not a dialect of StableHLO programs, so the program is not checked",
            [Text<"dialect">]>];
  let exampleName = "program.mlir";
  let bad = [{
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.exponential %x : tensor<4xf32>
  %z = chlo.erf %y : tensor<4xf32> -> tensor<4xf32>
  return %z : tensor<4xf32>
}
}];
  let good = [{
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.exponential %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
}];
  let sources = ["StableHLO specification, programs"];
  let suppressible = false;
}

}

let group = GraphJobs in {

def DeviceOutOfRange : Rule<"device-out-of-range", "TL1601"> {
  let summary = "a node is placed on a device that the machine does not have";
  let explanation = [{
A device string such as `/device:GPU:4` names one device of a host, counted from
0. A machine with four GPUs ends at `/device:GPU:3`, a TPU host with eight cores
at `/device:TPU:7`. TensorFlow refuses the graph when the session starts, unless
soft placement is on, and then the node runs on the CPU.

The number of devices is that of the job's machine, or of `--target`. A string that
names a job and a task is compared with that pool of machines: `/job:ps/task:0/gpu:0`
needs a GPU on the parameter servers, and of three the last is `/job:ps/task:2`. A TPU
and its hosts have no GPUs; only another pool of the job may have some.
}];
  let messages = [
    Message<"beyond", "device `{device}` does not exist: a host has {count} x {name}",
            [Text<"device">, Number<"count">, Text<"name">]>,
    Message<"beyondCores", "device `{device}` does not exist: a host of {name} has {count} cores",
            [Text<"device">, Text<"name">, Number<"count">]>,
    Message<"otherKind", "device `{device}` does not exist: the job runs on {name}, which has no {kind}",
            [Text<"device">, Text<"name">, Text<"kind">]>,
    Message<"beyondTier", "device `{device}` does not exist: {tier} has one GPU, chosen by the service",
            [Text<"device">, Text<"tier">]>,
    Message<"beyondPool", "device `{device}` does not exist: {machine} has {count} x {name}",
            [Text<"device">, Text<"machine">, Number<"count">, Text<"name">]>,
    Message<"notInPool", "device `{device}` does not exist: {machine} has no {kind}",
            [Text<"device">, Text<"machine">, Text<"kind">]>,
    Message<"task", "device `{device}` does not exist: the job has {machines}",
            [Text<"device">, Text<"machines">]>];
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

def SingleDeviceGraph : Rule<"single-device-graph", "TL1602"> {
  let summary = "the job has several GPUs, but the graph trains on one";
  let severity = Warning;
  let explanation = [{
TensorFlow puts a graph on the first GPU of a host unless nodes name others, and
a second worker does nothing for a graph that does not exchange gradients. Such
a job costs what all its GPUs cost and is as fast as with one.

The rule looks at graphs that update variables. One that names several GPUs or
tasks, has parameter servers, or has collective operations is left alone.
}];
  let messages = [
    Message<"unused", "the job has {devices}, but the graph trains on one GPU and has no collective",
            [Text<"devices">]>];
  let exampleName = "graph.pbtxt";
  let exampleOptions = "--target=gpu-nvidia-tesla-v100x4";
  let bad = [{
node {
  name: "train" op: "ResourceApplyGradientDescent"
  input: "w" input: "rate" input: "gradient" device: "/device:GPU:0"
  attr { key: "T" value { type: DT_FLOAT } }
}
node {
  name: "w" op: "VarHandleOp"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { } } }
}
node {
  name: "rate" op: "Placeholder"
  attr { key: "dtype" value { type: DT_FLOAT } }
}
node {
  name: "gradient" op: "Placeholder"
  attr { key: "dtype" value { type: DT_FLOAT } }
}
}];
  let good = [{
node {
  name: "train" op: "ResourceApplyGradientDescent"
  input: "w" input: "rate" input: "sum" device: "/device:GPU:0"
  attr { key: "T" value { type: DT_FLOAT } }
}
node {
  name: "sum" op: "CollectiveReduce" input: "gradient"
  attr { key: "T" value { type: DT_FLOAT } }
  attr { key: "group_size" value { i: 4 } }
  attr { key: "group_key" value { i: 1 } }
  attr { key: "instance_key" value { i: 1 } }
  attr { key: "merge_op" value { s: "Add" } }
  attr { key: "final_op" value { s: "Id" } }
  attr { key: "subdiv_offsets" value { list { i: 0 } } }
}
node {
  name: "w" op: "VarHandleOp"
  attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { } } }
}
node {
  name: "rate" op: "Placeholder"
  attr { key: "dtype" value { type: DT_FLOAT } }
}
node {
  name: "gradient" op: "Placeholder"
  attr { key: "dtype" value { type: DT_FLOAT } }
}
}];
  let sources = ["AI Platform Training documentation, using GPUs (several GPUs need a distribution of the graph)"];
  let tables = ["accelerators"];
}

def IterationsPerLoop : Rule<"iterations-per-loop", "TL1608"> {
  let summary = "a TPU returns control to the host after too few steps, or too many";
  let severity = Warning;
  let explanation = [{
A TPU runs a loop of steps by itself and then hands control to the host, which
writes checkpoints and summaries and starts the next loop. With one or two steps
a loop the TPU mostly waits: TPUEstimator does two unless it is told. The number
of steps to the next checkpoint is a good one. For Keras any
`steps_per_execution` above one helps, and for steps of one's own a loop over `tf.range`
within the `tf.function`.

A loop longer than the training runs past its end; Keras cuts an execution to the
steps of an epoch.

The number is read from the arguments of the trainer (`--iterations_per_loop`,
`--iterations`, `--steps_per_execution`), from `--iterations-per-loop`, or in Python
from TPUConfig and `compile`.
}];
  let messages = [
    Message<"few", "the TPU returns control to the host after only {steps}", [Text<"steps">]>,
    Message<"moreThanSteps", "a loop of {iterations} steps is longer than the training, which has {steps}",
            [Number<"iterations">, Number<"steps">]>,
    InfoMessage<"everyStep", "the TPU returns control to the host after every step without `steps_per_execution`">,
    InfoMessage<"loopOnHost", "the TPU returns control to the host after every step of this loop">,
    InfoMessage<"moreThanEpoch", "{iterations} steps per execution are cut to {steps}, the steps of an epoch",
                [Number<"iterations">, Number<"steps">]>,
    ErrorMessage<"notPositive", "a loop of {iterations} steps trains nothing", [Number<"iterations">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC_TPU
  region: us-central1
  runtimeVersion: '1.14'
  args: [--iterations_per_loop=1, --save_checkpoints_steps=600]
}];
  let good = [{
trainingInput:
  scaleTier: BASIC_TPU
  region: us-central1
  runtimeVersion: '1.14'
  args: [--iterations_per_loop=600, --save_checkpoints_steps=600]
}];
  let sources = ["TensorFlow guide, TPUEstimator (iterations_per_loop)",
                 "tensorflow/estimator, tpu_config.py at 26a7dc2ef7d3 (default of 2)"];
}

def CheckpointInterval : Rule<"checkpoint-interval", "TL1609"> {
  let summary = "checkpoints or summaries cannot be written as often as requested";
  let severity = Warning;
  let explanation = [{
The host writes a checkpoint when the TPU gives control back, which is after a
whole loop. An interval that is shorter than a loop, or that is no multiple of
it, is stretched to the end of the next loop, so that more work is lost when a
job is interrupted than its owner thinks. The same holds for summaries.
}];
  let messages = [
    Message<"less", "{what} cannot be written every {interval} steps: control returns to the host every {iterations}",
            [Text<"what">, Number<"interval">, Number<"iterations">]>,
    Message<"noMultiple", "{what} cannot be written every {interval} steps: that is not a multiple of the {iterations} steps per loop",
            [Text<"what">, Number<"interval">, Number<"iterations">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC_TPU
  region: us-central1
  runtimeVersion: '1.14'
  args: [--iterations_per_loop=1000, --save_checkpoints_steps=600]
}];
  let good = [{
trainingInput:
  scaleTier: BASIC_TPU
  region: us-central1
  runtimeVersion: '1.14'
  args: [--iterations_per_loop=600, --save_checkpoints_steps=1200]
}];
  let sources = ["TensorFlow guide, TPUEstimator (checkpoints and summaries)",
                 "AI Platform Training documentation, using TPUs (save_checkpoints_steps of the example)"];
}

def TpuLocalFile : Rule<"tpu-local-file", "TL1610"> {
  let summary = "a TPU with hosts of its own reads Cloud Storage only";
  let severity = Warning;
  let explanation = [{
The TPUs of AI Platform Training, and Cloud TPUs of the architecture with TPU
nodes, run the input pipeline on hosts that users cannot log in to. A path on
the disk of the VM or of the trainer does not exist there, and the first step
fails. TPU VMs read any path.

Paths that hold a variable or a placeholder are left alone.
}];
  let messages = [
    Message<"folder", "`{path}` is not on Cloud Storage, and the hosts of this TPU can read nothing else", [Text<"path">]>,
    Message<"file", "`{path}`, read by {op} `{node}`, is not on Cloud Storage, and the hosts of this TPU can read nothing else",
            [Text<"path">, Text<"op">, Text<"node">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC_TPU
  region: us-central1
  runtimeVersion: '1.14'
  args: [--data_dir, /tmp/mnist]
}];
  let good = [{
trainingInput:
  scaleTier: BASIC_TPU
  region: us-central1
  runtimeVersion: '1.14'
  args: [--data_dir, gs://my-bucket/mnist]
}];
  let sources = ["TensorFlow guide, use TPUs (data of TPU Nodes lies in Google Cloud Storage)"];
}

def TrainerDevices : Rule<"trainer-devices", "TL1612"> {
  let summary = "the trainer is told to use other devices than the job has";
  let severity = Warning;
  let explanation = [{
Trainers take from their arguments whether to use a TPU, how many cores it has and
where it is. `--use_tpu=False` trains on the CPU of the host beside a TPU that is paid
for; `--use_tpu=True` looks for a TPU that the job does not have. `TPUConfig` refuses
a `num_shards` that is not the number of replicas. The TPU of a job is in the region
of the job, so that a TPU of another zone is not its own.

Nothing is said of cores where a model is spread over several
(`--num_cores_per_replica`), and nothing of a TPU that an argument names (`--tpu`).
}];
  let messages = [
    Message<"tpuUnused", "the trainer is told not to use the {name} of the job", [Text<"name">]>,
    Message<"noTpu", "the trainer is told to use a TPU, but the job has none">,
    Message<"cores", "the trainer is told to use {given} cores, but {name} has {cores}",
            [Number<"given">, Text<"name">, Number<"cores">]>,
    Message<"zone", "the trainer looks for its TPU in {zone}, but the job runs in {region}",
            [Text<"zone">, Text<"region">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC_TPU
  region: us-central1
  runtimeVersion: '1.14'
  args: [--use_tpu=False]
}];
  let good = [{
trainingInput:
  scaleTier: BASIC_TPU
  region: us-central1
  runtimeVersion: '1.14'
  args: [--use_tpu=True, --num_cores=8]
}];
  let sources = ["AI Platform Training guide `Using TPUs` (TPUClusterResolver, num_shards)",
                 "TensorFlow guide, TPUEstimator (use_tpu)",
                 "TensorFlow, tpu_context.py (num_shards and the replicas of the system)"];
  let tables = ["tpu-types"];
}

def FrameworkVersion : Rule<"framework-version", "TL1611"> {
  let summary = "the graph is newer than the TensorFlow that the job runs with";
  let severity = Warning;
  let explanation = [{
TensorFlow reads graphs of older releases. A graph of a newer one may have
operations and attributes that the job's release does not know, and is refused
when the job loads it.

A meta graph or saved model names the release that wrote it. Of a bare graph the
number of its version tells the release at least.
}];
  let confidence = Dated;
  let messages = [
    Message<"newer", "the graph was written by TensorFlow {written}, but the job runs {runs}",
            [Text<"written">, Text<"runs">]>,
    Message<"newerProducer", "the graph has version {producer}, written by TensorFlow {written} and later, but the job runs {runs}",
            [Number<"producer">, Text<"written">, Text<"runs">]>];
  let exampleName = "graph.pbtxt";
  let exampleOptions = "--target=cpu --runtime-version=1.15";
  let bad = [{
node { name: "x" op: "NoOp" }
versions { producer: 561 }
}];
  let good = [{
node { name: "x" op: "NoOp" }
versions { producer: 134 }
}];
  let sources = ["TensorFlow guide, version compatibility (compatibility of graphs)"];
  let tables = ["tf-graph-versions", "ai-platform-runtime-versions"];
}

def GraphForTpu : Rule<"graph-for-tpu", "TL1613"> {
  let summary = "a graph that was built for TPUs runs on devices of another kind";
  let confidence = Exact;
  let explanation = [{
TPUEstimator and TPUStrategy mark what they compile for TPUs: nodes carry
`_tpu_replicate`, and a TPUReplicateMetadata says how many replicas there are. Hosts
and GPUs have no kernel for that op, so that the graph does not run there, with or
without soft placement. The same program makes a graph for them with `use_tpu=False`,
or outside of the strategy.

A SavedModel may hold one graph for TPUs and one for other devices; then the program
chooses, and nothing is reported.
}];
  let messages = [
    Message<"marked", "the graph is built for TPUs, but the job runs on {name}, which has none",
            [Text<"name">]>];
  let exampleName = "graph.pbtxt";
  let exampleOptions = "--target=cpu";
  let bad = [{
node { name: "metadata" op: "TPUReplicateMetadata"
  attr { key: "num_replicas" value { i: 1 } }
  attr { key: "_tpu_replicate" value { s: "cluster" } } }
node { name: "step" op: "NoOp" attr { key: "_tpu_replicate" value { s: "cluster" } } }
}];
  let good = [{
node { name: "step" op: "NoOp" }
}];
  let sources = ["Cloud TPU documentation, TPUEstimator (`use_tpu`, one model for CPUs, GPUs and TPUs)",
                 "TensorFlow 2.21, core/ops/tpu_replication_ops.cc"];
}

}
