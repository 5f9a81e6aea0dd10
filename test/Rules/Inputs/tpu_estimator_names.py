# Before TensorFlow 1.13 the classes were elsewhere.
import tensorflow as tf
from tensorflow.contrib import tpu as contrib_tpu
from tensorflow.contrib.tpu.python.tpu import tpu_config
from tensorflow.contrib.tpu.python.tpu import tpu_estimator
from tensorflow.python.estimator.tpu.tpu_estimator import TPUEstimator as Estimator


def model_fn(features, labels, mode, params):
    optimizer = tf.train.AdamOptimizer(0.01)
    # CHECK: :[[#@LINE+1]]:26: warning: the optimizer applies the gradients of one replica only: no {{[A-Za-z]+}} combines them [tpu-missing-all-reduce]
    train_op = optimizer.minimize(features)
    return tpu_estimator.TPUEstimatorSpec(mode=mode, loss=features, train_op=train_op)


def input_fn(params):
    dataset = tf.data.TFRecordDataset(params["files"]).repeat()
    # CHECK: :[[#@LINE+1]]:20: warning: without `drop_remainder` the batches of `input_fn` have no fixed size, which TPUs need [tpu-drop-remainder]
    return dataset.batch(params["batch_size"])


def evaluation_input_fn(params):
    dataset = tf.data.TFRecordDataset(params["files"])
    return dataset.apply(tf.contrib.data.map_and_batch(
        # CHECK: :[[#@LINE+1]]:71: warning: without `drop_remainder` the batches of `evaluation_input_fn`
        lambda example: example, params["batch_size"], drop_remainder=False))


def prediction_input_fn(params):
    return tf.data.TFRecordDataset(params["files"]).batch(params["batch_size"])


def make_dataset(params):
    dataset = tf.data.TFRecordDataset(params["files"]).repeat()
    # CHECK: :[[#@LINE+1]]:20: warning: without `drop_remainder` the batches of `helped_input_fn`
    return dataset.batch(params["batch_size"])


def helped_input_fn(params):
    return make_dataset(params)


config = tpu_config.RunConfig(tpu_config=tpu_config.TPUConfig(100, num_shards=8))
estimator = tpu_estimator.TPUEstimator(
    # CHECK: :[[#@LINE+1]]:56: error: a train batch size of 100
    model_fn=model_fn, config=config, train_batch_size=100,
    eval_batch_size=8, predict_batch_size=8)
estimator.train(input_fn, max_steps=100)
estimator.evaluate(evaluation_input_fn, steps=10)
estimator.predict(prediction_input_fn)
tf.estimator.train_and_evaluate(
    estimator,
    tf.estimator.TrainSpec(helped_input_fn, max_steps=100),
    tf.estimator.EvalSpec(evaluation_input_fn, steps=10))

# CHECK: :[[#@LINE+1]]:13: error: a TPUEstimator on TPU needs `train_batch_size`
contrib_tpu.TPUEstimator(model_fn, config=config)
# CHECK: :[[#@LINE+1]]:16: error: a TPUEstimator on TPU needs `train_batch_size`
tf.contrib.tpu.TPUEstimator(model_fn, config=config)
# CHECK: :[[#@LINE+1]]:1: error: a TPUEstimator on TPU needs `train_batch_size`
Estimator(model_fn, config=config)


def plain_model_fn(features, labels, mode, params):
    return tf.estimator.EstimatorSpec(mode, loss=features)
