from absl import flags
import tensorflow.compat.v1 as tf

flags.DEFINE_bool("use_tpu", None, "")
flags.DEFINE_integer("train_batch_size", 60, "")
flags.DEFINE_integer("iterations", 1, "")
flags.DEFINE_string("mode", "train", "")
FLAGS = flags.FLAGS
TPU = tf.estimator.tpu


def model_fn(features, labels, mode, params):
    return TPU.TPUEstimatorSpec(mode, loss=features)


def input_fn(params):
    return tf.data.TFRecordDataset("gs://b/train").batch(params["batch_size"], True)


config = TPU.RunConfig(
    tpu_config=TPU.TPUConfig(iterations_per_loop=100, num_shards=8))
# CHECK: :[[#@LINE-17]]:42: warning: a train batch size of 60 is not divisible by the 8 replicas
# TEXT: the default is used here
TPU.TPUEstimator(model_fn, config=config, train_batch_size=FLAGS.train_batch_size)

# Whether there is a TPU is not known.
estimator = TPU.TPUEstimator(model_fn, config=config, use_tpu=FLAGS.use_tpu,
                             # CHECK: :[[#@LINE+1]]:47: warning: a train batch size of 100
                             train_batch_size=100)
# CHECK: :[[#@LINE+2]]:11: warning: `train` on TPU needs `steps` or `max_steps`
# TEXT: if `use_tpu` is true
estimator.train(input_fn)

# The batch depends on a branch.
if FLAGS.mode == "train":
    batch = 64
else:
    batch = 20
# CHECK: :[[#@LINE-1]]:13: warning: a train batch size of 20 is not divisible
TPU.TPUEstimator(model_fn, config=config, train_batch_size=batch)
