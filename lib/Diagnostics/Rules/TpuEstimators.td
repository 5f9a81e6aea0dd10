//===- TpuEstimators.td - Rules on TPUEstimator ------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar Estimator = "tensorflow/estimator, tpu_estimator.py at 26a7dc2ef7d3";
defvar EstimatorConfig = "tensorflow/estimator, tpu_config.py at 26a7dc2ef7d3";
defvar EstimatorContext = "tensorflow/estimator, tpu_context.py at 26a7dc2ef7d3";
defvar EstimatorGuide = "Cloud TPU guide `Using the TPUEstimator API`";

let group = Trainers, exampleName = "train.py" in {

def MissingBatchSize : Rule<"missing-batch-size", "TL2201"> {
  let summary = "a TPUEstimator without the batch size that it needs";
  let explanation = [{
TPUEstimator deals the batch out to the replicas itself, so it has to know the global
batch size of whatever it runs on a TPU: `train_batch_size` always, `eval_batch_size`
for `evaluate`, unless `eval_on_tpu` is off, and `predict_batch_size` for `predict`. It
hands the part of one call on as `params["batch_size"]`.

With `use_tpu=False` none of them is needed.
}];
  let messages = [
    Message<"train", "a TPUEstimator on TPU needs `train_batch_size`">,
    Message<"call", "`{call}` on TPU needs `{argument}`, which the estimator is not given",
            [Text<"call">, Text<"argument">]>,
    Message<"notPositive", "`{argument}` has to be a positive whole number, this is {value}",
            [Text<"argument">, Text<"value">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

def train(model_fn, input_fn, config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024)
    estimator.train(input_fn, max_steps=10000)
    estimator.evaluate(input_fn, steps=10)
}];
  let good = [{
import tensorflow.compat.v1 as tf

def train(model_fn, input_fn, config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024,
        eval_batch_size=1024)
    estimator.train(input_fn, max_steps=10000)
    estimator.evaluate(input_fn, steps=10)
}];
  let sources = [Estimator, EstimatorContext];
}

def CoresPerReplica : Rule<"cores-per-replica", "TL2202"> {
  let summary = "a replica of the model over a number of cores that TPUEstimator does not take";
  let explanation = [{
`num_cores_per_replica` spreads one replica of the model over several cores. TPUConfig
takes powers of two up to 128, and no more than the TPU has. Such a replica cannot be
fed shard by shard: `per_host_input_for_training=False` is refused beside it.
}];
  let messages = [
    Message<"count", "`num_cores_per_replica` has to be 1, 2, 4, 8, 16, 32, 64 or 128, this is {count}",
            [Text<"count">]>,
    Message<"perShard", "a replica of {count} cores cannot be fed shard by shard", [Number<"count">]>,
    Message<"tooMany", "a replica of {count} cores is larger than {name}, which has {cores}",
            [Number<"count">, Text<"name">, Number<"cores">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

tpu_config = tf.estimator.tpu.TPUConfig(
    iterations_per_loop=100, num_cores_per_replica=3)
}];
  let good = [{
import tensorflow.compat.v1 as tf

tpu_config = tf.estimator.tpu.TPUConfig(
    iterations_per_loop=100, num_cores_per_replica=4)
}];
  let sources = [EstimatorConfig, EstimatorContext];
}

def InputPartitionDims : Rule<"input-partition-dims", "TL2203"> {
  let summary = "input that is cut in a way that does not match the cores of a replica";
  let explanation = [{
`input_partition_dims` cuts the input of a replica into parts, one for each of its
cores: a list with the parts of the features, and with those of the labels if they are
cut as well. It needs `num_cores_per_replica` and the input mode `PER_HOST_V2`, and the
parts have to be as many as the cores.
}];
  let messages = [
    Message<"length", "`input_partition_dims` has one item for features and one for labels, this has {count}",
            [Number<"count">]>,
    Message<"cores", "`input_partition_dims` needs `num_cores_per_replica`">,
    Message<"mode", "`input_partition_dims` needs `per_host_input_for_training=PER_HOST_V2`">,
    WarningMessage<"parts", "the input is cut into {parts}, but a replica has {cores}",
                   [Text<"parts">, Text<"cores">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

tpu_config = tf.estimator.tpu.TPUConfig(
    iterations_per_loop=100, num_cores_per_replica=4,
    input_partition_dims=[[1, 4, 1, 1], None])
}];
  let good = [{
import tensorflow.compat.v1 as tf

tpu_config = tf.estimator.tpu.TPUConfig(
    iterations_per_loop=100, num_cores_per_replica=4,
    per_host_input_for_training=tf.estimator.tpu.InputPipelineConfig.PER_HOST_V2,
    input_partition_dims=[[1, 4, 1, 1], None])
}];
  let sources = [EstimatorConfig, EstimatorContext];
}

def EvaluationInput : Rule<"evaluation-input", "TL2204"> {
  let summary = "an input mode that evaluation on a TPU does not have";
  let explanation = [{
`eval_training_input_configuration` says how `evaluate` reads its input while a model
trains: `PER_HOST_V1`, the default, or `SLICED`. TPUConfig refuses all others.
}];
  let messages = [
    Message<"mode", "`eval_training_input_configuration` is `PER_HOST_V1` or `SLICED`, not {mode}",
            [Text<"mode">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

tpu_config = tf.estimator.tpu.TPUConfig(
    iterations_per_loop=100,
    eval_training_input_configuration=tf.estimator.tpu.InputPipelineConfig.PER_HOST_V2)
}];
  let good = [{
import tensorflow.compat.v1 as tf

tpu_config = tf.estimator.tpu.TPUConfig(
    iterations_per_loop=100,
    eval_training_input_configuration=tf.estimator.tpu.InputPipelineConfig.SLICED)
}];
  let sources = [EstimatorConfig];
}

def EstimatorRunConfig : Rule<"estimator-run-config", "TL2205"> {
  let fix = UnsafeFix;
  let summary = "a TPUEstimator with the RunConfig of other estimators";
  let explanation = [{
TPUEstimator takes the `RunConfig` of its own module, which holds a `TPUConfig`, and
raises ValueError for the one of `tf.estimator`, whether it uses a TPU or not.
}];
  let messages = [
    Message<"type", "a TPUEstimator takes the `RunConfig` for TPUs, this is `{given}`", [Text<"given">]>,
    Message<"absent", "a TPUEstimator needs a `config`">];
  let bad = [{
import tensorflow.compat.v1 as tf

def make_estimator(model_fn):
    config = tf.estimator.RunConfig(model_dir="gs://bucket/model")
    return tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024)
}];
  let good = [{
import tensorflow.compat.v1 as tf

def make_estimator(model_fn):
    config = tf.estimator.tpu.RunConfig(model_dir="gs://bucket/model")
    return tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024)
}];
  let sources = [Estimator, EstimatorGuide];
}

def ReservedParams : Rule<"reserved-params", "TL2206"> {
  let summary = "params of a TPUEstimator with a key that it sets itself";
  let explanation = [{
TPUEstimator adds `batch_size` and `context` to the `params` that `input_fn` and
`model_fn` are given, and raises ValueError if they are there already. A batch size is
given as `train_batch_size`, `eval_batch_size` and `predict_batch_size`.
}];
  let messages = [
    Message<"key", "`params` cannot hold `{key}`, which TPUEstimator sets itself", [Text<"key">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

def make_estimator(model_fn, config):
    return tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024,
        params={"batch_size": 1024, "data_dir": "gs://bucket/data"})
}];
  let good = [{
import tensorflow.compat.v1 as tf

def make_estimator(model_fn, config):
    return tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024,
        params={"data_dir": "gs://bucket/data"})
}];
  let sources = [Estimator];
}

def MissingParamsArgument : Rule<"missing-params-argument", "TL2207"> {
  let summary = "a function of a TPUEstimator that does not take params";
  let explanation = [{
TPUEstimator calls `input_fn` and `model_fn` with `params`, in which it puts the batch
size of the call. It raises ValueError for a function without such an argument.
}];
  let messages = [
    Message<"function", "TPUEstimator calls `{function}` with `params`, which it does not take",
            [Text<"function">]>,
    Message<"lambda", "TPUEstimator calls this function with `params`, which it does not take">];
  let bad = [{
import tensorflow.compat.v1 as tf

def input_fn():
    return tf.data.TFRecordDataset("gs://bucket/train").repeat().batch(128, drop_remainder=True)

def train(model_fn, config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024)
    estimator.train(input_fn, max_steps=10000)
}];
  let good = [{
import tensorflow.compat.v1 as tf

def input_fn(params):
    return tf.data.TFRecordDataset("gs://bucket/train").repeat().batch(
        params["batch_size"], drop_remainder=True)

def train(model_fn, config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024)
    estimator.train(input_fn, max_steps=10000)
}];
  let sources = [Estimator, EstimatorGuide];
}

def MissingSteps : Rule<"missing-steps", "TL2208"> {
  let summary = "a TPUEstimator that is not told how many steps to run";
  let explanation = [{
A TPU runs loops of a fixed number of steps, and does not notice that the input ends.
So `train` needs `steps` or `max_steps`, and `evaluate` needs `steps`: TPUEstimator
raises ValueError without them. All have to be positive.
}];
  let messages = [
    Message<"train", "`train` on TPU needs `steps` or `max_steps`">,
    Message<"evaluate", "`evaluate` on TPU needs `steps`">,
    Message<"both", "`train` takes `steps` or `max_steps`, not both">,
    Message<"notPositive", "`{argument}` has to be positive, this is {value}",
            [Text<"argument">, Text<"value">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

def train(model_fn, input_fn, config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024)
    estimator.train(input_fn)
}];
  let good = [{
import tensorflow.compat.v1 as tf

def train(model_fn, input_fn, config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024)
    estimator.train(input_fn, max_steps=10000)
}];
  let sources = [Estimator];
}

def MasterAndCluster : Rule<"master-and-cluster", "TL2209"> {
  let summary = "a RunConfig with two ways to find the TPU";
  let explanation = [{
A RunConfig finds the TPU by `cluster`, the resolver, or by `master`, its address.
ValueError is raised if both are given; `None` counts as not given.
}];
  let messages = [
    Message<"both", "a RunConfig takes `master` or `cluster`, not both">];
  let bad = [{
import tensorflow.compat.v1 as tf

config = tf.estimator.tpu.RunConfig(
    master="grpc://10.240.1.2:8470",
    cluster=tf.distribute.cluster_resolver.TPUClusterResolver("my-tpu"))
}];
  let good = [{
import tensorflow.compat.v1 as tf

config = tf.estimator.tpu.RunConfig(
    cluster=tf.distribute.cluster_resolver.TPUClusterResolver("my-tpu"))
}];
  let sources = [EstimatorConfig];
}

def UnknownEstimatorArgument : Rule<"unknown-estimator-argument", "TL2210"> {
  let fix = UnsafeFix;
  let summary = "an argument that a class of TPUEstimator does not have";
  let explanation = [{
Python raises TypeError for an argument that a function does not have, and RunConfig
ValueError. `iterations_per_loop` and `num_shards` belong to TPUConfig,
`save_checkpoints_steps` and `model_dir` to RunConfig, batch sizes to TPUEstimator.
}];
  let messages = [
    Message<"unknown", "`{name}` is not an argument of {callee}", [Text<"name">, Text<"callee">]>,
    Message<"elsewhere", "`{name}` is an argument of {owner}, not of {callee}",
            [Text<"name">, Text<"owner">, Text<"callee">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

tpu_config = tf.estimator.tpu.TPUConfig(iteration_per_loop=100)
}];
  let good = [{
import tensorflow.compat.v1 as tf

tpu_config = tf.estimator.tpu.TPUConfig(iterations_per_loop=100)
}];
  let sources = [Estimator, EstimatorConfig];
}

def NumShards : Rule<"num-shards", "TL2211"> {
  let summary = "a number of shards that is not the number of replicas";
  let explanation = [{
`num_shards` is the number of replicas of the model: the cores of the TPU, or the cores
by `num_cores_per_replica`. TPUEstimator counts them itself, and raises ValueError if
another number is given, so that it is best left out. One shard is not supported.
}];
  let messages = [
    WarningMessage<"one", "`num_shards=1` is not supported on TPU">,
    Message<"different", "`num_shards` is {given}, but {name} has {replicas}",
            [Number<"given">, Text<"name">, Text<"replicas">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

tpu_config = tf.estimator.tpu.TPUConfig(iterations_per_loop=100, num_shards=1)
}];
  let good = [{
import tensorflow.compat.v1 as tf

tpu_config = tf.estimator.tpu.TPUConfig(iterations_per_loop=100, num_shards=8)
}];
  let sources = [EstimatorConfig, EstimatorContext];
  let tables = ["tpu-types"];
}

def EstimatorSpec : Rule<"estimator-spec", "TL2212"> {
  let summary = "a model function that returns metrics which a TPU cannot compute";
  let explanation = [{
Metrics are computed on the host. A model function says what the TPU sends there with
the `eval_metrics` of a TPUEstimatorSpec. An EstimatorSpec with `eval_metric_ops` is
refused when TPUEstimator evaluates on a TPU.
}];
  let messages = [
    Message<"metrics", "TPUEstimator evaluates on TPU with a `TPUEstimatorSpec` and its `eval_metrics`, not with an `EstimatorSpec`">];
  let bad = [{
import tensorflow.compat.v1 as tf

def model_fn(features, labels, mode, params):
    logits = tf.layers.dense(features, 10)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    return tf.estimator.EstimatorSpec(
        mode=tf.estimator.ModeKeys.EVAL, loss=loss,
        eval_metric_ops={"accuracy": tf.metrics.accuracy(labels, tf.argmax(logits, 1))})

def evaluate(input_fn, config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024, eval_batch_size=1024)
    estimator.evaluate(input_fn, steps=10)
}];
  let good = [{
import tensorflow.compat.v1 as tf

def metric_fn(labels, logits):
    return {"accuracy": tf.metrics.accuracy(labels, tf.argmax(logits, 1))}

def model_fn(features, labels, mode, params):
    logits = tf.layers.dense(features, 10)
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    return tf.estimator.tpu.TPUEstimatorSpec(
        mode=tf.estimator.ModeKeys.EVAL, loss=loss, eval_metrics=(metric_fn, [labels, logits]))

def evaluate(input_fn, config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024, eval_batch_size=1024)
    estimator.evaluate(input_fn, steps=10)
}];
  let sources = [Estimator];
}

def HostCall : Rule<"host-call", "TL2213"> {
  let summary = "a call on the host with tensors that its function does not take";
  let explanation = [{
`eval_metrics` and `host_call` are pairs: a function that runs on the host, and the
tensors that it is called with, as a list in the order of its parameters or as a dict by
their names. TPUEstimator raises ValueError or TypeError if they do not match.
}];
  let messages = [
    Message<"pair", "`{argument}` is a pair of a function and its tensors, this has {count}",
            [Text<"argument">, Text<"count">]>,
    Message<"type", "`{argument}` is a pair of a function and its tensors, this is {type}",
            [Text<"argument">, Text<"type">]>,
    Message<"tensors", "`{function}` is called with {count}, but takes {expected}",
            [Text<"function">, Text<"count">, Text<"expected">]>,
    Message<"name", "`{function}` has no parameter `{name}`", [Text<"function">, Text<"name">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

def metric_fn(labels, logits):
    return {"accuracy": tf.metrics.accuracy(labels, tf.argmax(logits, 1))}

def evaluation(mode, loss, labels, logits):
    return tf.estimator.tpu.TPUEstimatorSpec(
        mode=mode, loss=loss, eval_metrics=(metric_fn, [logits]))
}];
  let good = [{
import tensorflow.compat.v1 as tf

def metric_fn(labels, logits):
    return {"accuracy": tf.metrics.accuracy(labels, tf.argmax(logits, 1))}

def evaluation(mode, loss, labels, logits):
    return tf.estimator.tpu.TPUEstimatorSpec(
        mode=mode, loss=loss, eval_metrics=(metric_fn, [labels, logits]))
}];
  let sources = [Estimator];
}

def RemovedTensorflowApi : Rule<"removed-tensorflow-api", "TL2214"> {
  let confidence = Table;
  let tag = Deprecated;
  let summary = "a part of TensorFlow that the version does not have";
  let explanation = [{
`tf.contrib` ended with TensorFlow 1.15, and with it `tf.contrib.tpu` and
`keras_to_tpu_model`; `tf.estimator` ended with 2.15; `tf.distribute.TPUStrategy`
without `experimental` came with 2.3. The version is that of the job that runs the
program, or of its requirements. Where neither says, this is told as information.
}];
  let messages = [
    Message<"removed", "`{name}` does not exist in TensorFlow {version}: it ended with {last}",
            [Text<"name">, Text<"version">, Text<"last">]>,
    Message<"tooNew", "`{name}` does not exist in TensorFlow {version}: it came with {first}",
            [Text<"name">, Text<"version">, Text<"first">]>,
    InfoMessage<"ended", "`{name}` ended with TensorFlow {last}", [Text<"name">, Text<"last">]>];
  let bad = [{
import tensorflow as tf

tpu_model = tf.contrib.tpu.keras_to_tpu_model(
    tf.keras.Sequential([tf.keras.layers.Dense(10)]))
}];
  let good = [{
import tensorflow as tf

resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.config.experimental_connect_to_cluster(resolver)
tf.tpu.experimental.initialize_tpu_system(resolver)
with tf.distribute.TPUStrategy(resolver).scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
}];
  let sources = ["TensorFlow release notes of 2.0, 2.3 and 2.16"];
}

def EstimatorExport : Rule<"estimator-export", "TL2215"> {
  let summary = "a TPUEstimator that cannot export what it trained";
  let explanation = [{
`export_saved_model` writes a model for CPUs, for TPUs or for both, and raises
ValueError if `export_to_cpu` and `export_to_tpu` are both off.
`export_saved_model_api_version` is 1 or 2; the constructor refuses all others.
}];
  let messages = [
    Message<"nothing", "`{method}` has nothing to export: `export_to_cpu` and `export_to_tpu` are both off",
            [Text<"method">]>,
    Message<"version", "`export_saved_model_api_version` is 1 or 2, this is {value}", [Text<"value">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

def export(model_fn, receiver_fn, config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024,
        export_to_cpu=False, export_to_tpu=False)
    estimator.export_saved_model("gs://bucket/model", receiver_fn)
}];
  let good = [{
import tensorflow.compat.v1 as tf

def export(model_fn, receiver_fn, config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024,
        export_to_tpu=False)
    estimator.export_saved_model("gs://bucket/model", receiver_fn)
}];
  let sources = [Estimator];
}

def PredictBatchAxis : Rule<"predict-batch-axis", "TL2216"> {
  let summary = "predictions on a TPU with a batch axis";
  let explanation = [{
`batch_axis` says along which axis each tensor is dealt out to the cores, for input
that a function returns as tensors. `predict` takes datasets only and cuts them along
the first axis: it raises TypeError if there is a `batch_axis`, unless the input mode
ignores it.
}];
  let messages = [
    Message<"given", "`predict` on TPU does not work with `batch_axis`">];
  let bad = [{
import tensorflow.compat.v1 as tf

def predict(model_fn, input_fn):
    config = tf.estimator.tpu.RunConfig(
        tpu_config=tf.estimator.tpu.TPUConfig(iterations_per_loop=100))
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024,
        predict_batch_size=1024, batch_axis=[3, 0])
    return estimator.predict(input_fn)
}];
  let good = [{
import tensorflow.compat.v1 as tf

def predict(model_fn, input_fn):
    config = tf.estimator.tpu.RunConfig(
        tpu_config=tf.estimator.tpu.TPUConfig(iterations_per_loop=100))
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024,
        predict_batch_size=1024)
    return estimator.predict(input_fn)
}];
  let sources = [Estimator];
}

def MissingLabelsArgument : Rule<"missing-labels-argument", "TL2217"> {
  let summary = "an input function that returns labels for a model that takes none";
  let explanation = [{
What `input_fn` returns as a pair, itself or in the elements of its dataset, is
features and labels. TPUEstimator hands the labels to the argument `labels` of
`model_fn`, and raises ValueError if there is none.
}];
  let messages = [
    Message<"function", "`{input}` returns labels, but `{model}` has no argument `labels`",
            [Text<"input">, Text<"model">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

def input_fn(params):
    images, labels = read_batch(params["batch_size"])
    return images, labels

def model_fn(features, mode, params):
    return tf.estimator.tpu.TPUEstimatorSpec(mode=mode, loss=features)

def train(config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024)
    estimator.train(input_fn, max_steps=10000)
}];
  let good = [{
import tensorflow.compat.v1 as tf

def input_fn(params):
    images, labels = read_batch(params["batch_size"])
    return images, labels

def model_fn(features, labels, mode, params):
    return tf.estimator.tpu.TPUEstimatorSpec(mode=mode, loss=features)

def train(config):
    estimator = tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024)
    estimator.train(input_fn, max_steps=10000)
}];
  let sources = [Estimator];
}

def HostCallSummary : Rule<"host-call-summary", "TL2218"> {
  let summary = "summaries of TensorFlow 1 in a function that a TPUEstimator calls on the host";
  let explanation = [{
The functions of `host_call` and `eval_metrics` run on the host with what comes from
the TPU. The summaries of TensorFlow 1, such as `tf.summary.scalar(name, tensor)`, are
refused in them with a ValueError, since nothing would collect them. Those that write
to a writer of their own work: `tf.contrib.summary` of TensorFlow 1, and `tf.summary`
of TensorFlow 2, which is `tf.compat.v2.summary` as well.
}];
  let messages = [
    Message<"session", "`{name}` does not work in `{function}`, which runs on the host for a TPU",
            [Text<"name">, Text<"function">]>];
  let bad = [{
import tensorflow.compat.v1 as tf

def host_fn(loss):
    tf.summary.scalar("loss", loss[0])

def model_fn(features, labels, mode, params):
    return tf.estimator.tpu.TPUEstimatorSpec(
        mode=mode, loss=features, host_call=(host_fn, [features]))

def make_estimator(config):
    return tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024)
}];
  let good = [{
import tensorflow.compat.v1 as tf

def host_fn(loss):
    with tf.compat.v2.summary.create_file_writer("gs://bucket/logs").as_default():
        tf.compat.v2.summary.scalar("loss", loss[0], step=0)
        return tf.summary.all_v2_summary_ops()

def model_fn(features, labels, mode, params):
    return tf.estimator.tpu.TPUEstimatorSpec(
        mode=mode, loss=features, host_call=(host_fn, [features]))

def make_estimator(config):
    return tf.estimator.tpu.TPUEstimator(
        model_fn=model_fn, config=config, train_batch_size=1024)
}];
  let sources = [Estimator];
}

} // group
