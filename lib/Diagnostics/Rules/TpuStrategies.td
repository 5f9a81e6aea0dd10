//===- TpuStrategies.td - Rules on TPUStrategy -------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar StrategyGuide = "TensorFlow guide `Use TPUs`";
defvar Strategy = "tensorflow/tensorflow, python/distribute/tpu_strategy.py at 2.21";
defvar Tools = "tensorflow/tensorflow, python/tpu/tpu_strategy_util.py at 2.21";

let group = Trainers, exampleName = "train.py" in {

def TpuInitializationOrder : Rule<"tpu-initialization-order", "TL2301"> {
  let summary = "a TPUStrategy that is made before the TPU system is initialized";
  let explanation = [{
`initialize_tpu_system` finds the cores of the TPU, clears their memory and has to run
at the start of the program. A TPUStrategy of a resolver looks the cores up when it is
made, and what was placed on them before is lost.
}];
  let messages = [
    Message<"late", "the strategy is made before the TPU system is initialized">];
  let bad = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="my-tpu")
tf.config.experimental_connect_to_cluster(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
tf.tpu.experimental.initialize_tpu_system(resolver)
}];
  let good = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="my-tpu")
tf.config.experimental_connect_to_cluster(resolver)
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
}];
  let sources = [StrategyGuide, Strategy];
}

def TpuNotConnected : Rule<"tpu-not-connected", "TL2302"> {
  let severity = Warning;
  let summary = "a TPU over the network that the program does not connect to";
  let explanation = [{
TensorFlow 2 runs on the machine of the program until it is connected to others. A TPU
that has a name or a `grpc://` address is another machine:
`tf.config.experimental_connect_to_cluster(resolver)` comes before
`initialize_tpu_system(resolver)`, or `TPUClusterResolver.connect()` does both.
}];
  let messages = [
    Message<"missing", "the TPU system is initialized without a connection to {tpu}", [Text<"tpu">]>];
  let bad = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="my-tpu")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
}];
  let good = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="my-tpu")
tf.config.experimental_connect_to_cluster(resolver)
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
}];
  let sources = [StrategyGuide, Tools];
}

def CreatedOutsideScope : Rule<"created-outside-scope", "TL2303"> {
  let severity = Warning;
  let summary = "a model or optimizer that is made outside the scope of its strategy";
  let explanation = [{
The variables of a model are mirrored on every core of a TPU only if they are made
within `with strategy.scope():`. A model that was built elsewhere trains on one device,
or raises ValueError when it is compiled or run within the scope. What `compile`, `fit`
and the optimizer make follows the model.
}];
  let messages = [
    Message<"model", "the model is built outside the scope of the strategy">,
    Message<"object", "`{what}` is made outside the scope of the strategy", [Text<"what">]>];
  let bad = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
with strategy.scope():
    model.compile(optimizer="adam", loss="mse", steps_per_execution=50)
}];
  let good = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile(optimizer="adam", loss="mse", steps_per_execution=50)
}];
  let sources = [StrategyGuide, "TensorFlow guide `Distributed training`"];
}

def EagerStrategyRun : Rule<"eager-strategy-run", "TL2304"> {
  let summary = "a step of a TPUStrategy that is no tf.function";
  let explanation = [{
A TPU runs compiled programs. `strategy.run(f)` raises NotImplementedError unless `f` is
a `tf.function` or the call stands in one.
}];
  let messages = [
    Message<"run", "TPUStrategy runs compiled functions only, and `{function}` is no `tf.function`",
            [Text<"function">]>];
  let bad = [{
import tensorflow as tf

def step(x):
    return x * 2

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
strategy.run(step, args=(1,))
}];
  let good = [{
import tensorflow as tf

@tf.function
def step(x):
    return x * 2

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
strategy.run(step, args=(1,))
}];
  let sources = [Strategy];
}

def TpuFloat16 : Rule<"tpu-float16", "TL2305"> {
  let severity = Warning;
  let fix = UnsafeFix;
  let summary = "half precision of GPUs on a TPU";
  let explanation = [{
The matrix units of TPUs compute in bfloat16, which has the range of float32 and needs
no loss scaling. `mixed_float16` is made for GPUs: on a TPU it is slow or fails.
}];
  let messages = [
    Message<"policy", "TPUs compute in bfloat16, and this policy is for GPUs">];
  let bad = [{
import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")
resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
}];
  let good = [{
import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
}];
  let sources = ["TensorFlow guide `Mixed precision`", "Cloud TPU documentation, bfloat16"];
}

def EagerTpuTraining : Rule<"eager-tpu-training", "TL2306"> {
  let severity = Warning;
  let summary = "training on a TPU that is told not to compile";
  let explanation = [{
`run_eagerly=True` and `tf.config.run_functions_eagerly(True)` run Python for every
step, to debug it. A TPU runs compiled programs only, so the step fails or runs on the
host.
}];
  let messages = [
    Message<"eager", "`{what}` runs steps as Python, which TPUStrategy does not support", [Text<"what">]>];
  let bad = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile(optimizer="adam", loss="mse", run_eagerly=True)
}];
  let good = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile(optimizer="adam", loss="mse", steps_per_execution=50)
}];
  let sources = [Strategy];
}

def TpuInitializedTwice : Rule<"tpu-initialized-twice", "TL2307"> {
  let severity = Warning;
  let summary = "a TPU system that is initialized again after something was put on it";
  let explanation = [{
`initialize_tpu_system` clears the memory of the TPU. Models and strategies that were
made before are lost: what uses them fails.
}];
  let messages = [
    Message<"again", "the TPU system is initialized again, which clears what was made on it">];
  let bad = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
tf.tpu.experimental.initialize_tpu_system(resolver)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
}];
  let good = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
}];
  let sources = [Tools];
}

def ExperimentalTpuStrategy : Rule<"experimental-tpu-strategy", "TL2308"> {
  let severity = Info;
  let confidence = Table;
  let fix = UnsafeFix;
  let tag = Deprecated;
  let summary = "TPUStrategy under its former name";
  let explanation = [{
TensorFlow 2.3 has `tf.distribute.TPUStrategy`; the name with `experimental` is
deprecated since then and logs a warning.
}];
  let messages = [
    Message<"former", "`{name}` is the former name of `tf.distribute.TPUStrategy`", [Text<"name">]>];
  let bad = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.experimental.TPUStrategy(resolver)
}];
  let good = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
}];
  let sources = ["TensorFlow release notes of 2.3", Strategy];
}

def PerReplicaBatch : Rule<"per-replica-batch", "TL2309"> {
  let summary = "a dataset of each replica with the batch of all of them";
  let explanation = [{
`distribute_datasets_from_function` calls its function for the input of each host, and
what the function batches is the batch of one replica: the global batch size divided by
`num_replicas_in_sync`. `get_per_replica_batch_size` of the input context divides it,
and raises ValueError if it is not divisible.
}];
  let messages = [
    WarningMessage<"all", "each replica takes a batch of this size, and `{name}` is said to be that of all replicas",
                   [Text<"name">]>,
    Message<"notDivisible", "a global batch size of {batch} is not divisible by the {replicas} replicas of {name}",
            [Number<"batch">, Number<"replicas">, Text<"name">]>];
  let bad = [{
import tensorflow as tf

GLOBAL_BATCH_SIZE = 1024

def dataset_fn(context):
    dataset = tf.data.TFRecordDataset("gs://bucket/train").repeat()
    return dataset.batch(GLOBAL_BATCH_SIZE, drop_remainder=True)

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
dataset = strategy.distribute_datasets_from_function(dataset_fn)
}];
  let good = [{
import tensorflow as tf

GLOBAL_BATCH_SIZE = 1024

def dataset_fn(context):
    batch_size = context.get_per_replica_batch_size(GLOBAL_BATCH_SIZE)
    dataset = tf.data.TFRecordDataset("gs://bucket/train").repeat()
    return dataset.batch(batch_size, drop_remainder=True)

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(resolver)
strategy = tf.distribute.TPUStrategy(resolver)
dataset = strategy.distribute_datasets_from_function(dataset_fn)
}];
  let sources = [StrategyGuide, "tensorflow/tensorflow, python/distribute/distribute_lib.py at 2.21"];
}

} // group
