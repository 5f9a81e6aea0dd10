# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TPUEstimator and TPUStrategy."""

from programs import program, row

MODEL = """
def model_fn(features, labels, mode, params):
    optimizer = tf.compat.v1.tpu.CrossShardOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.1))
    loss = tf.reduce_mean(features)
    train_op = optimizer.minimize(loss, global_step=tf.compat.v1.train.get_global_step())
    return tf.compat.v1.estimator.tpu.TPUEstimatorSpec(mode, loss=loss, train_op=train_op)

def input_fn(params):
    return tf.data.Dataset.range(1000).repeat().batch(params["batch_size"], drop_remainder=True)
"""
CONFIG = """
config = tf.compat.v1.estimator.tpu.RunConfig(
    tpu_config=tf.compat.v1.estimator.tpu.TPUConfig(iterations_per_loop=100<CONFIG>)<RUN>)
"""
ESTIMATOR = ("import tensorflow as tf\n" + MODEL + CONFIG + """
estimator = tf.compat.v1.estimator.tpu.TPUEstimator(model_fn=model_fn, config=config, use_tpu=True<ARGUMENTS>)
<CALLS>
""")
TRAIN = "estimator.train(input_fn, max_steps=1000)"
EVALUATE = "estimator.evaluate(input_fn, steps=10)"


def estimator(arguments=", train_batch_size=64, eval_batch_size=64", config=", num_shards=8", run="", calls=TRAIN,
              old="", new=""):
    text = (ESTIMATOR.replace("<ARGUMENTS>", arguments).replace("<CONFIG>", config).replace("<RUN>", run)
            .replace("<CALLS>", calls))
    assert old in text
    return program(text.replace(old, new) if old else text)


STRATEGY = """
import tensorflow as tf
resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="<TPU>")
<CONNECT>
<INITIALIZE>
"""
CONNECT = "tf.config.experimental_connect_to_cluster(resolver)"
INITIALIZE = "tf.tpu.experimental.initialize_tpu_system(resolver)"
CREATE = "strategy = tf.distribute.TPUStrategy(resolver)"
SCOPE = """
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer="sgd", loss="mse", steps_per_execution=50)
"""

AGAIN = "with strategy.scope():\n    model.fit(None)\n"


def strategy(rest, tpu="local", connect=CONNECT, initialize=INITIALIZE + "\n" + CREATE, **others):
    start = STRATEGY.replace("<TPU>", tpu).replace("<CONNECT>", connect).replace("<INITIALIZE>", initialize)
    return program(start + rest, **others)


YAML = """
trainingInput:
  scaleTier: {tier}
  region: us-central1
  runtimeVersion: "{runtime}"
  pythonVersion: "3.7"
  pythonModule: trainer.task
  packageUris: [gs://my-bucket/trainer.tar.gz]
"""


def job(task, tier="BASIC", runtime="2.1", **others):
    """A job and the package that it runs."""
    files = program("", trainer__task_py=task, trainer____init___py="", **others)
    del files["submit.py"]
    files.pop("trainer/__init__.py", None)
    return {"config.yaml": YAML.format(tier=tier, runtime=runtime), "trainer/__init__.py": "", **files}


COMMAND = ("gcloud ai-platform jobs submit training job1 --region=us-central1 --scale-tier={tier} "
           "--runtime-version=2.11 --python-version=3.7 --package-path=trainer --module-name=trainer.task "
           "--staging-bucket=gs://my-bucket\n")


def command(task, tier="basic", **others):
    return {"submit.sh": COMMAND.format(tier=tier), "trainer/__init__.py": "", "trainer/task.py": task, **others}


TASK = strategy(SCOPE, tpu="")["submit.py"]
CONTRIB = "import tensorflow as tf\ntf.contrib.tpu.TPUConfig(100)\n"
BATCH = TASK + """
x = tf.zeros([1024, 1])
model.fit(x, x, batch_size={}, epochs=1)
"""
SIBLING = {"trainer/model.py": "def train():\n    pass\n"}
SLICED = ", eval_training_input_configuration=tf.compat.v1.estimator.tpu.InputPipelineConfig.{}"
STEP = """
def step():
    return tf.constant(1)

{}
"""

ROWS = [
    ("E01", "tpu-batch-size", "error", estimator(", train_batch_size=100"), estimator(", train_batch_size=96")),
    ("E02", "missing-batch-size", "error", estimator(", train_batch_size=64", calls=EVALUATE),
     estimator(calls=EVALUATE)),
    ("E03", "missing-batch-size", "error",
     estimator(", train_batch_size=64", calls="list(estimator.predict(input_fn))"),
     estimator(", train_batch_size=64, predict_batch_size=64", calls="list(estimator.predict(input_fn))")),
    ("E04", "missing-batch-size", "error", estimator(""), estimator(", train_batch_size=64")),
    ("E05", "cores-per-replica", "error", estimator(config=", num_cores_per_replica=3"),
     estimator(config=", num_cores_per_replica=2")),
    ("E06", "input-partition-dims", "error", estimator(config=", input_partition_dims=[[1, 2]]"),
     estimator(config=", num_cores_per_replica=2, input_partition_dims=[[1, 2]], per_host_input_for_training="
                      "tf.compat.v1.estimator.tpu.InputPipelineConfig.PER_HOST_V2")),
    ("E07", "evaluation-input", "error",
     estimator(config=SLICED.format("PER_HOST_V2")),
     estimator(config=SLICED.format("PER_HOST_V1"))),
    ("E08", "estimator-run-config", "error",
     estimator(config="", old="config=config", new="config=tf.estimator.RunConfig()"), estimator()),
    ("E09", "reserved-params", "error", estimator(', train_batch_size=64, params={"batch_size": 64}'),
     estimator(', train_batch_size=64, params={"examples": 64}')),
    ("E10", "missing-params-argument", "error",
     estimator(old='def input_fn(params):', new="def input_fn(batch=64):"), estimator()),
    ("E11", "missing-steps", "error", estimator(calls="estimator.train(input_fn)"), estimator()),
    ("E12", "master-and-cluster", "error", estimator(
        run=', master="grpc://10.0.0.2:8470", cluster=tf.distribute.cluster_resolver.TPUClusterResolver("tpu")'),
     estimator(run=', cluster=tf.distribute.cluster_resolver.TPUClusterResolver("tpu")')),
    ("E13", "unknown-estimator-argument", "error", estimator(", train_batch_size=64, batch_size=64"),
     estimator(", train_batch_size=64")),
    ("E14", "num-shards", "warning", estimator(config=", num_shards=1"), estimator()),
    ("E15", "iterations-per-loop", "warning", estimator(old="iterations_per_loop=100, ", new=""), estimator()),
    ("E16", "checkpoint-interval", "warning", estimator(run=", save_checkpoints_steps=10"),
     estimator(run=", save_checkpoints_steps=100")),
    ("E17", "tpu-missing-all-reduce", "warning",
     estimator(old="tf.compat.v1.tpu.CrossShardOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.1))",
               new="tf.compat.v1.train.GradientDescentOptimizer(0.1)"), estimator()),
    ("E18", "tpu-drop-remainder", "warning", estimator(old=", drop_remainder=True", new=""), estimator()),
    ("E19", "estimator-spec", "error",
     estimator(calls=EVALUATE, old="tf.compat.v1.estimator.tpu.TPUEstimatorSpec(mode, loss=loss, train_op=train_op)",
               new='tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op, '
                   'eval_metric_ops={"a": tf.compat.v1.metrics.mean(loss)})'), estimator(calls=EVALUATE)),
    ("E20", "host-call", "error",
     estimator(old="train_op=train_op)", new="train_op=train_op, host_call=(lambda a: a, [loss, loss]))"),
     estimator(old="train_op=train_op)", new="train_op=train_op, host_call=(lambda a, b: a, [loss, loss]))")),
    ("E21", "removed-tensorflow-api", "error", job(CONTRIB, runtime="2.1"), job(CONTRIB, runtime="1.15")),
    ("E22", "tpu-not-used", "warning", command("import tensorflow as tf\ntf.keras.Sequential().fit()\n", "basic-tpu"),
     command(TASK, "basic-tpu")),
    ("E23", "relative-import", "warning", command("import model\nmodel.train()\n", **SIBLING),
     command("from trainer import model\nmodel.train()\n", **SIBLING)),
    ("S01", "tpu-initialization-order", "error", strategy("", initialize=CREATE + "\n" + INITIALIZE), strategy("")),
    ("S02", "tpu-not-connected", "warning", strategy("", tpu="my-tpu", connect=""), strategy("", tpu="my-tpu")),
    ("S03", "created-outside-scope", "warning",
     strategy('model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nwith strategy.scope():\n'
              '    model.compile(optimizer="sgd", loss="mse", steps_per_execution=50)\n'), strategy(SCOPE)),
    ("S04", "eager-strategy-run", "error", strategy(STEP.format("strategy.run(step)")),
     strategy(STEP.format("@tf.function\ndef train_step():\n    return strategy.run(step)\n\ntrain_step()"))),
    ("S05", "tpu-batch-size", "warning", command(BATCH.format(100), "basic-tpu"),
     command(BATCH.format(128), "basic-tpu")),
    ("S06", "tpu-local-file", "warning", strategy('tf.data.TFRecordDataset("/data/train.tfrecord")\n', tpu="my-tpu"),
     strategy('tf.data.TFRecordDataset("gs://my-bucket/train.tfrecord")\n', tpu="my-tpu")),
    ("S07", "tpu-float16", "warning", strategy('tf.keras.mixed_precision.set_global_policy("mixed_float16")\n' + SCOPE),
     strategy('tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")\n' + SCOPE)),
    ("S08", "eager-tpu-training", "warning", strategy("tf.config.run_functions_eagerly(True)\n" + SCOPE),
     strategy("tf.config.run_functions_eagerly(False)\n" + SCOPE)),
    ("S09", "tpu-initialized-twice", "warning", strategy(SCOPE + INITIALIZE + "\n" + AGAIN), strategy(SCOPE + AGAIN)),
    ("S10", "removed-tensorflow-api", "error",
     program("import tensorflow as tf\nmodel = tf.contrib.tpu.keras_to_tpu_model(tf.keras.Sequential())\n",
             requirements_txt="tensorflow==2.11.0\n"),
     program("import tensorflow as tf\nmodel = tf.contrib.tpu.keras_to_tpu_model(tf.keras.Sequential())\n",
             requirements_txt="tensorflow==1.15.0\n")),
    ("S11", "experimental-tpu-strategy", "info",
     strategy("", initialize=INITIALIZE + "\n" + CREATE.replace("TPUStrategy", "experimental.TPUStrategy")),
     strategy("")),
    ("S12", "iterations-per-loop", "info",
     strategy(SCOPE.replace(", steps_per_execution=50", "") + "model.fit(None)\n"),
     strategy(SCOPE + "model.fit(None)\n")),
]
