# Nothing here is wrong for sure.
import os

import tensorflow.compat.v1 as tf
from own.tpu_estimator import TPUEstimator
from own import tpu_estimator

TPU = tf.estimator.tpu


class TPUConfig:
    """A repository's own class of the name."""

    def __init__(self, iterations=1, cores=3):
        self.iterations = iterations


def input_fn():
    return tf.data.TFRecordDataset("gs://b/train").batch(100)


def tpu_input_fn(params):
    return tf.data.TFRecordDataset("gs://b/train").batch(
        params["batch_size"], drop_remainder=params["is_training"])


def model_fn(features, labels, mode, params):
    optimizer = make_optimizer(params)
    return TPU.TPUEstimatorSpec(mode, loss=features, train_op=optimizer.minimize(features))


# Its own classes have their own rules.
own = TPUEstimator(model_fn, train_batch_size=60, train_cache_fn=input_fn)
own.train(input_fn)
tpu_estimator.TPUEstimator(config=TPUConfig(1))

# Off the TPU any batch will do, and none.
config = TPU.RunConfig(tpu_config=TPU.TPUConfig(iterations_per_loop=100, num_shards=8))
on_cpu = TPU.TPUEstimator(model_fn, config=config, use_tpu=False,
                          train_batch_size=3, eval_batch_size=1)
on_cpu.train(tpu_input_fn)
on_cpu.evaluate(tpu_input_fn)

# Where one condition holds, the same one does.
FLAGS = tf.flags.FLAGS
tf.flags.DEFINE_string("strategy", None, "")
if FLAGS.strategy == "tpu":
    TPU.TPUConfig(100 if FLAGS.strategy == "tpu" else 1, num_shards=8)
    TPU.TPUConfig(100 if FLAGS.strategy != "cpu" else 200, num_shards=8)

# What nobody knows.
size = int(os.environ["BATCH_SIZE"])
options = dict(train_batch_size=size)
unknown = TPU.TPUEstimator(model_fn, config=config, **options)
unknown.train(tpu_input_fn, **load_options())
TPU.TPUEstimator(make_model(), config=make_config(), train_batch_size=size,
                 params={**options})
TPU.RunConfig(master=os.environ.get("MASTER"), cluster=make_cluster(),
              tpu_config=TPU.TPUConfig(size, size, size))


def train(estimator, steps=None):
    estimator.train(tpu_input_fn, max_steps=steps)


# A program of its own knows which batch it wants.
params = {"depth": 3}
later = TPU.TPUEstimator(model_fn, config=config, params=params, train_batch_size=64)
params["batch_size"] = 64

# `master` has no default.
tf.app.flags.DEFINE_string("master", None, "the address")
TPU.RunConfig(master=tf.app.flags.FLAGS.master, cluster=make_cluster(),
              tpu_config=TPU.TPUConfig(100))


# The summaries of TensorFlow 2 have the names of those before; without a version nobody knows.
import tensorflow


def host_fn(loss):
    tensorflow.summary.scalar("loss", loss[0])


def host_model_fn(features, labels, mode, params):
    return TPU.TPUEstimatorSpec(mode, loss=features, host_call=(host_fn, [features]))


TPU.TPUEstimator(host_model_fn, config=config, train_batch_size=64)
