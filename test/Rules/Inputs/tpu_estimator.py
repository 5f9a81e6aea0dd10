import tensorflow.compat.v1 as tf

TPU = tf.estimator.tpu
Mode = TPU.InputPipelineConfig


def input_fn(params):
    return tf.data.TFRecordDataset("gs://b/train").repeat().batch(
        params["batch_size"], drop_remainder=True)


def model_fn(features, labels, mode, params):
    optimizer = tf.tpu.CrossShardOptimizer(tf.train.AdamOptimizer(0.01))
    train_op = optimizer.minimize(features)
    return TPU.TPUEstimatorSpec(mode=mode, loss=features, train_op=train_op)


config = TPU.RunConfig(
    model_dir="gs://b/model",
    tpu_config=TPU.TPUConfig(iterations_per_loop=100, num_shards=8))

# Batches that cannot be dealt out.
# CHECK: :[[#@LINE+2]]:58: error: a train batch size of 100 is not divisible by the 8 replicas of `num_shards` [tpu-batch-size]
# TEXT: help: multiples of 8 nearby are 96 and 104
TPU.TPUEstimator(model_fn, "gs://b", config, None, True, 100)
TPU.TPUEstimator(model_fn, config=config, train_batch_size=64,
                 # CHECK: :[[#@LINE+1]]:34: error: an eval batch size of 12 is not divisible by the 8 replicas
                 eval_batch_size=12,
                 # CHECK: :[[#@LINE+1]]:37: error: a predict batch size of 4 is not divisible by the 8 replicas
                 predict_batch_size=4)
# Evaluation elsewhere than on the TPU takes any.
TPU.TPUEstimator(model_fn, config=config, train_batch_size=64,
                 eval_batch_size=12, eval_on_tpu=False)
# So does input that all replicas get.
broadcast = TPU.RunConfig(tpu_config=TPU.TPUConfig(
    100, 8, per_host_input_for_training=Mode.BROADCAST))
TPU.TPUEstimator(model_fn, config=broadcast, train_batch_size=100)
# Where the TPU is not known, it is a guess.
unknown = TPU.RunConfig(tpu_config=TPU.TPUConfig(100))
# CHECK: :[[#@LINE+1]]:61: warning: a train batch size of 100 is not a multiple of 8, the replicas of the smallest TPUs [tpu-batch-size]
TPU.TPUEstimator(model_fn, config=unknown, train_batch_size=100)
TPU.TPUEstimator(model_fn, config=unknown, train_batch_size=96)
# A model over several cores has fewer replicas.
spread = TPU.RunConfig(tpu_config=TPU.TPUConfig(100, num_cores_per_replica=2))
TPU.TPUEstimator(model_fn, config=spread, train_batch_size=100)

# Batches that are not given.
# CHECK: :[[#@LINE+1]]:5: error: a TPUEstimator on TPU needs `train_batch_size` [missing-batch-size]
TPU.TPUEstimator(model_fn, config=config)
# CHECK: :[[#@LINE+1]]:61: error: `train_batch_size` has to be a positive whole number, this is "64" [missing-batch-size]
TPU.TPUEstimator(model_fn, config=config, train_batch_size="64")
estimator = TPU.TPUEstimator(model_fn, config=config, train_batch_size=64)
# CHECK: :[[#@LINE+1]]:11: error: `evaluate` on TPU needs `eval_batch_size`, which the estimator is not given [missing-batch-size]
estimator.evaluate(input_fn, steps=10)
# CHECK: :[[#@LINE+1]]:11: error: `predict` on TPU needs `predict_batch_size`, which the estimator is not given
estimator.predict(input_fn)
on_host = TPU.TPUEstimator(model_fn, config=config, train_batch_size=64,
                           eval_on_tpu=False)
on_host.evaluate(input_fn)

# Steps.
# CHECK: :[[#@LINE+1]]:11: error: `train` on TPU needs `steps` or `max_steps` [missing-steps]
estimator.train(input_fn)
estimator.train(input_fn, max_steps=1000)
estimator.train(input_fn, steps=1000)
# CHECK: :[[#@LINE+1]]:47: error: `train` takes `steps` or `max_steps`, not both
estimator.train(input_fn, steps=10, max_steps=1000)
# CHECK: :[[#@LINE+1]]:33: error: `steps` has to be positive, this is 0
estimator.train(input_fn, steps=0)
both = TPU.TPUEstimator(model_fn, config=config, train_batch_size=64, eval_batch_size=64)
# CHECK: :[[#@LINE+1]]:6: error: `evaluate` on TPU needs `steps` [missing-steps]
both.evaluate(input_fn)
# What trains and evaluates in turn has the steps in its specifications.
tf.estimator.train_and_evaluate(
    both,
    tf.estimator.TrainSpec(input_fn, max_steps=1000),
    tf.estimator.EvalSpec(input_fn))
tf.estimator.train_and_evaluate(
    both,
    # CHECK: :[[#@LINE+1]]:18: error: `train` on TPU needs `steps` or `max_steps`
    tf.estimator.TrainSpec(input_fn),
    # CHECK: :[[#@LINE+1]]:43: error: `evaluate` on TPU needs `steps`
    tf.estimator.EvalSpec(input_fn, steps=None))

# Functions without params.
def input_without():
    return tf.data.TFRecordDataset("gs://b/train").repeat().batch(8, True)


# CHECK: :[[#@LINE+1]]:17: error: TPUEstimator calls `input_without` with `params`, which it does not take [missing-params-argument]
estimator.train(input_without, max_steps=1000)
# CHECK: :[[#@LINE+1]]:17: error: TPUEstimator calls this function with `params`, which it does not take
estimator.train(lambda: input_without(), max_steps=1000)
estimator.train(lambda params: input_without(), max_steps=1000)
estimator.train(lambda **kwargs: input_without(), max_steps=1000)


def model_without(features, labels, mode):
    return TPU.TPUEstimatorSpec(mode, loss=features)


# CHECK: :[[#@LINE+1]]:18: error: TPUEstimator calls `model_without` with `params`, which it does not take
TPU.TPUEstimator(model_without, config=config, train_batch_size=64)

# The configuration.
# CHECK: :[[#@LINE+2]]:35: error: a TPUEstimator takes the `RunConfig` for TPUs, this is `tf.compat.v1.estimator.RunConfig` [estimator-run-config]
# TEXT: unsafe fix: take the RunConfig for TPUs
TPU.TPUEstimator(model_fn, config=tf.estimator.RunConfig("gs://b"), train_batch_size=64)
# CHECK: :[[#@LINE+1]]:5: error: a TPUEstimator needs a `config`
TPU.TPUEstimator(model_fn, train_batch_size=64)
TPU.TPUEstimator(model_fn, config=config, train_batch_size=64,
                 # CHECK: :[[#@LINE+1]]:27: error: `params` cannot hold `batch_size`, which TPUEstimator sets itself [reserved-params]
                 params={"batch_size": 64, "depth": 3})
resolver = tf.distribute.cluster_resolver.TPUClusterResolver("my-tpu")
# CHECK: :[[#@LINE+1]]:23: error: a RunConfig takes `master` or `cluster`, not both [master-and-cluster]
TPU.RunConfig(master="grpc://10.0.0.2:8470", cluster=resolver, tpu_config=TPU.TPUConfig(100))
TPU.RunConfig(master=None, cluster=resolver, tpu_config=TPU.TPUConfig(100))

# Cores and shards.
# CHECK: :[[#@LINE+1]]:42: error: `num_cores_per_replica` has to be 1, 2, 4, 8, 16, 32, 64 or 128, this is 3 [cores-per-replica]
TPU.TPUConfig(100, num_cores_per_replica=3)
sharded = TPU.RunConfig(tpu_config=TPU.TPUConfig(
    # CHECK: :[[#@LINE+1]]:32: error: a replica of 2 cores cannot be fed shard by shard [cores-per-replica]
    100, num_cores_per_replica=2, per_host_input_for_training=False))
TPU.TPUEstimator(model_fn, config=sharded, train_batch_size=64)
# CHECK: :[[#@LINE+1]]:31: warning: `num_shards=1` is not supported on TPU [num-shards]
TPU.TPUConfig(100, num_shards=1)
# CHECK: :[[#@LINE+1]]:41: error: `input_partition_dims` needs `per_host_input_for_training=PER_HOST_V2` [input-partition-dims]
TPU.TPUConfig(100, input_partition_dims=[[1, 2]], num_cores_per_replica=2)
# CHECK: :[[#@LINE+2]]:36: error: `input_partition_dims` needs `num_cores_per_replica`
TPU.TPUConfig(100, per_host_input_for_training=Mode.PER_HOST_V2,
              input_partition_dims=[[1, 2]])
TPU.TPUConfig(100, per_host_input_for_training=Mode.PER_HOST_V2, num_cores_per_replica=4,
              # CHECK: :[[#@LINE+1]]:36: warning: the input is cut into 2 parts, but a replica has 4 cores
              input_partition_dims=[[1, 2], None])
TPU.TPUConfig(100, per_host_input_for_training=Mode.PER_HOST_V2, num_cores_per_replica=4,
              # CHECK: :[[#@LINE+1]]:36: error: `input_partition_dims` has one item for features and one for labels, this has 3
              input_partition_dims=[[1, 4], None, None])
# CHECK: :[[#@LINE+1]]:54: error: `eval_training_input_configuration` is `PER_HOST_V1` or `SLICED`, not BROADCAST [evaluation-input]
TPU.TPUConfig(100, eval_training_input_configuration=Mode.BROADCAST)
TPU.TPUConfig(100, eval_training_input_configuration=Mode.SLICED)

# Loops.
# CHECK: :[[#@LINE+1]]:5: warning: the TPU returns control to the host after only 2 steps [iterations-per-loop]
TPU.TPUConfig(num_shards=8)
# CHECK: :[[#@LINE+1]]:15: warning: the TPU returns control to the host after only 1 step [iterations-per-loop]
TPU.TPUConfig(1)
# CHECK: :[[#@LINE+1]]:38: warning: a checkpoint cannot be written every 100 steps: control returns to the host every 1000 [checkpoint-interval]
TPU.RunConfig(save_checkpoints_steps=100, tpu_config=TPU.TPUConfig(1000))
TPU.RunConfig(save_checkpoints_steps=max(100, 1000), tpu_config=TPU.TPUConfig(1000))

# Arguments.
# CHECK: :[[#@LINE+1]]:15: error: `iteration_per_loop` is not an argument of TPUConfig [unknown-estimator-argument]
TPU.TPUConfig(iteration_per_loop=100, iterations_per_loop=100)
# CHECK: :[[#@LINE+1]]:20: error: `save_checkpoints_steps` is an argument of RunConfig, not of TPUConfig
TPU.TPUConfig(100, save_checkpoints_steps=100)

# Calls on the host.
def metric_fn(labels, logits):
    return {"accuracy": tf.metrics.accuracy(labels, logits)}


def specifications(mode, loss, labels, logits):
    TPU.TPUEstimatorSpec(mode, loss=loss, eval_metrics=(metric_fn, [labels, logits]))
    TPU.TPUEstimatorSpec(mode, loss=loss, eval_metrics=(metric_fn, {"labels": labels, "logits": logits}))
    # CHECK: :[[#@LINE+1]]:68: error: `metric_fn` is called with 1 tensor, but takes 2 [host-call]
    TPU.TPUEstimatorSpec(mode, loss=loss, eval_metrics=(metric_fn, [logits]))
    # CHECK: :[[#@LINE+1]]:70: error: `metric_fn` has no parameter `label`
    TPU.TPUEstimatorSpec(mode, loss=loss, eval_metrics=(metric_fn, {"label": labels, "logits": logits}))
    # CHECK: :[[#@LINE+1]]:56: error: `eval_metrics` is a pair of a function and its tensors, this has 3 elements
    TPU.TPUEstimatorSpec(mode, loss=loss, eval_metrics=(metric_fn, labels, logits))
    # CHECK: :[[#@LINE+1]]:53: error: `host_call` is a pair of a function and its tensors, this is a function
    TPU.TPUEstimatorSpec(mode, loss=loss, host_call=metric_fn)


# Labels that the model does not take.
def pairs_input_fn(params):
    dataset = tf.data.TFRecordDataset("gs://b/train").map(lambda record: (record, record))
    dataset = dataset.repeat().batch(params["batch_size"], drop_remainder=True)
    return dataset


def tensors_input_fn(params):
    features, labels = read(params)
    return features, labels


def branching_input_fn(params):
    dataset = tf.data.TFRecordDataset("gs://b/train")
    if params["labels"]:
        dataset = dataset.map(lambda record: (record, record))
    return dataset


def unlabeled_model_fn(features, mode, params):
    return TPU.TPUEstimatorSpec(mode, loss=features)


unlabeled = TPU.TPUEstimator(unlabeled_model_fn, config=config, train_batch_size=64, predict_batch_size=64)
# CHECK: :[[#@LINE+1]]:17: error: `pairs_input_fn` returns labels, but `unlabeled_model_fn` has no argument `labels` [missing-labels-argument]
unlabeled.train(pairs_input_fn, max_steps=1000)
# CHECK: :[[#@LINE+1]]:17: error: `tensors_input_fn` returns labels, but
unlabeled.train(tensors_input_fn, max_steps=1000)
# What may return something else, or to where nobody looks at the labels.
unlabeled.train(input_fn, max_steps=1000)
unlabeled.train(branching_input_fn, max_steps=1000)
unlabeled.predict(pairs_input_fn)
estimator.train(pairs_input_fn, max_steps=1000)

# What is exported, and predicted.
nowhere = TPU.TPUEstimator(model_fn, config=config, train_batch_size=64, predict_batch_size=64,
                           export_to_tpu=False, export_to_cpu=False, batch_axis=[0, 0])
# CHECK: :[[#@LINE+1]]:9: error: `export_saved_model` has nothing to export: `export_to_cpu` and `export_to_tpu` are both off [estimator-export]
nowhere.export_saved_model("gs://b/model", receiver_fn)
# CHECK: :[[#@LINE+1]]:9: error: `predict` on TPU does not work with `batch_axis` [predict-batch-axis]
nowhere.predict(input_fn)
v2 = TPU.RunConfig(tpu_config=TPU.TPUConfig(100, 8, per_host_input_for_training=Mode.PER_HOST_V2))
ignored = TPU.TPUEstimator(model_fn, config=v2, train_batch_size=64, predict_batch_size=64,
                           # CHECK: :[[#@LINE+1]]:99: error: `export_saved_model_api_version` is 1 or 2, this is 3 [estimator-export]
                           export_to_tpu=False, batch_axis=[0, 0], export_saved_model_api_version=3)
ignored.predict(input_fn)
ignored.export_saved_model("gs://b/model", receiver_fn)


# Summaries on the host.
def host_fn(loss):
    # CHECK: :[[#@LINE+1]]:16: error: `tf.compat.v1.summary.scalar` does not work in `host_fn`, which runs on the host for a TPU [host-call-summary]
    tf.summary.scalar("loss", loss[0])
    tf.compat.v2.summary.scalar("loss", loss[0], step=0)


def summary_model_fn(features, labels, mode, params):
    # Outside of the host's functions they are another matter.
    tf.summary.scalar("loss", features)
    return TPU.TPUEstimatorSpec(mode, loss=features, host_call=(host_fn, [features]))


TPU.TPUEstimator(summary_model_fn, config=config, train_batch_size=64)
