# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TPUs with the TPUEstimator."""

from guide import Guide, Lint, Run, Same, accelerator, args, job, tpu_job
from strategy import (CONFIGURE, LOOP, MARK, MARKED, METADATA, REMAINDER, TARGET, batches,
                      constant)

guide = Guide("seed 004", "estimator")

PYTHON = "programs in Python are not read"
EVALUATION = "models are not evaluated yet"
MNIST = "$EXAMPLES/mnist-estimator.pbtxt"
TRAIN = f"trainlint-run {MNIST} --fake-data --num-replicas 8 --log json"


def changed(command, status, *patterns, options=""):
    """The graph of the guide after a change by sed."""
    return Run(f"sed '{command}' {MNIST} > g.pbtxt; trainlint {options} g.pbtxt", *patterns,
               status=status)


guide.row(177, "13", "a model is trained for a number of steps",
          Run(f"{TRAIN} --steps 2", '"step":2', '!"step":3'))
guide.marked(178, "14-16", "evaluate(), predict() and export_savedmodel()", EVALUATION)
guide.row(179, "18", "checkpoints and summaries are written",
          Run(f"{TRAIN} --steps 2 --checkpoints run --summaries sums; find run sums -type f",
              r"\.safetensors", "tfevents"))
guide.row(180, "5", "a program makes a graph for each kind of device",
          *(Run(f"trainlint {MNIST} --target={target}", "error", status=1)
            for target in ("cpu", "gpu-nvidia-tesla-t4")),
          Run(f"trainlint {MNIST} --target=tpu-v3-8", "!error"))
ON_GPU = job(masterType="n1-standard-8", masterConfig=accelerator("NVIDIA_TESLA_T4", 1))
guide.row(181, "113", "use_tpu goes with the job",
          Lint(args("--use_tpu=False"), "warning trainer-devices"), Lint(args("--use_tpu=True")),
          Lint(ON_GPU + "  args: ['--use_tpu=True']\n", "warning trainer-devices"),
          Lint(ON_GPU + "  args: ['--use_tpu=False']\n"))
guide.marked(182, "24", "the learning rate follows the batch",
             "how large it should be, no file says")
guide.marked(183, "26", "input_fn runs on the host, with a batch from params", PYTHON)
guide.row(184, "28", "model_fn has ops of TPUs only",
          *(Lint({"g.pbtxt": CONFIGURE + METADATA + f'node {{ name: "x" op: "{op}" {MARK} }}\n'},
                 f"error {rule}", options=f"--select={rule}")
            for op, rule in (("DecodeRaw", "tpu-host-op"), ("PyFunc", "tpu-host-op"),
                             ("FIFOQueueV2", "tpu-host-op"))))
guide.row(185, "34-64", "the graph of the example",
          *(Run(f"trainlint {MNIST} --target={target}", "!error")
            for target in ("tpu-v2-8", "tpu-v3-8")),
          Run(f"trainlint {MNIST} --target=tpu-v3-32", "tpu-replicate-structure", status=1))
guide.row(186, "38-51", "its layers are the guide's own",
          Run(f"trainlint {MNIST} --target=tpu-v3-8", "!warning", "!error"))
guide.row(187, "57", "the learning rate falls exponentially",
          Run("trainlint-run $EXAMPLES/keras-classifier.json --batch-size 4 --fake-data --steps 1 "
              "--loss sparse_categorical_crossentropy --training schedule=exponential "
              "--training decay_steps=100000 --training decay_rate=0.96 --log json", '"step":1'))
guide.row(188, "60, 146", "the optimizer is wrapped",
          changed(r's|op: "CrossReplicaSum" input: "\(.*\)" input: "group_assignment"|op: '
                  r'"Identity" input: "\1"|', 1, "tpu-missing-all-reduce"))
RECORDS = """import struct
def field(number, data): return bytes([number << 3 | 2]) + size(len(data)) + data
def size(n): return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + size(n >> 7)
def feature(name, number, value):
    return field(1, field(1, name.encode()) + field(2, field(number, value)))
def crc(data):
    table = 0xffffffff
    for byte in data:
        table ^= byte
        for _ in range(8): table = table >> 1 ^ (0x82f63b78 if table & 1 else 0)
    table ^= 0xffffffff
    return ((table >> 15 | table << 17) + 0xa282ead8) & 0xffffffff
with open('d.tfrecord', 'wb') as out:
    for n in range(8):
        example = field(1, feature('image_raw', 1, field(1, bytes([n * 30]) * 784))
                        + feature('label', 3, field(1, bytes([n]))))
        length = struct.pack('<Q', len(example))
        out.write(length + struct.pack('<I', crc(length)) + example
                  + struct.pack('<I', crc(example)))
"""
READ = ("python3 records.py; trainlint-run model.json --batch-size 4 --steps 2 --log json "
        "--data d.tfrecord --no-shuffle --optimizer sgd --learning-rate 0.1 --seed 1 "
        "--loss sparse_categorical_crossentropy")
MODEL = """{"class_name": "Sequential", "keras_version": "2.15.0", "config": {"name": "m", "layers": [
  {"class_name": "InputLayer", "config": {"name": "image_raw", "batch_input_shape": [null, 784], "dtype": "float32"}},
  {"class_name": "Dense", "config": {"name": "label", "units": 10, "activation": "softmax"}}]}}
"""
FILES = {"records.py": RECORDS, "model.json": MODEL}
guide.row(189, "73-86", "examples are records of images and labels",
          Run(READ, '"step":2', files=FILES),
          Run(READ.replace("; ", "; printf x | dd of=d.tfrecord bs=1 seek=99 conv=notrunc "
                           "2>/dev/null; ", 1), "checksum|damaged", status=2, files=FILES))
guide.row(190, "84", "images go from -0.5 to 0.5",
          Run(f"{READ} --scale 0.00392156862745098 --shift -0.5", '"step":2', files=FILES))


def map_and_batch(op, marked=False):
    """The last dataset, of batches that may end with a smaller one."""
    padded = op.startswith("Padded")
    inputs = ('input: "d" input: "n" input: "n" input: "s" input: "no"' if padded else
              'input: "d" input: "n" input: "n" input: "no"')
    return {"g.pbtxt": batches()["g.pbtxt"] + constant("s", "DT_STRING", 'string_val: ""')
            + f'node {{ name: "last" op: "{op}" {inputs} }}\n'}


guide.row(191, "91-95", "map_and_batch drops the remainder",
          *(Lint(map_and_batch(op), "error tpu-drop-remainder", options=f"{TARGET} {REMAINDER}")
            for op in ("MapAndBatchDataset", "ExperimentalMapAndBatchDataset",
                       "PaddedBatchDatasetV2")))
guide.row(192, "95", "so does batch",
          Lint(batches("batch"), "error tpu-drop-remainder", options=f"{TARGET} {REMAINDER}"))
guide.row(193, "114", "the batch of the training is shared by the cores",
          Lint(args("--train_batch_size=100"), "error tpu-batch-size"),
          Lint(args("--train_batch_size=1024")))
guide.row(194, "115", "so is the batch of the evaluation",
          Lint(args("--eval_batch_size=100"), "error tpu-batch-size"),
          Lint(args("--eval_batch_size=1024")))
guide.row(195, "108", "with soft placement ops may go to the host",
          Lint({"g.pbtxt": CONFIGURE + METADATA + f'node {{ name: "x" op: "PyFunc" {MARK} }}\n'},
               "warning tpu-host-op", options="--select=tpu-host-op --soft-placement"))
guide.row(196, "125", "one graph holds all replicas",
          changed('s|op: "TPUReplicateMetadata"|op: "NoOp"|', 1, "tpu-replicate-structure"))
guide.row(197, "129, 157", "the TPU is fed by tf.data",
          Run("trainlint g.pbtxt --target=tpu-v3-8", "infeed-not-dataset", files={
              "g.pbtxt": 'node { name: "q" op: "FIFOQueueV2" attr { key: "component_types" value '
                         '{ list { type: DT_FLOAT } } } }\nnode { name: "x" op: "QueueDequeueV2" '
                         'input: "q" attr { key: "component_types" value { list { type: DT_FLOAT '
                         '} } } }\nnode { name: "e" op: "InfeedEnqueue" input: "x" attr { key: '
                         '"dtype" value { type: DT_FLOAT } } }\n'}))
FED = {"g.pbtxt": 'node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } '
                  '} attr { key: "shape" value { shape { dim { size: 8 } } } } }\n'
                  'node { name: "e" op: "InfeedEnqueueTuple" input: "x" attr { key: "dtypes" value '
                  '{ list { type: DT_FLOAT } } } attr { key: "shapes" value { list { shape { dim '
                  '{ size: 8 } } } } } }\n'}
guide.row(198, "129", "not by what the program feeds",
          Lint(FED, "warning infeed-not-dataset", options=f"{TARGET} --select=infeed-not-dataset"),
          Lint({"g.pbtxt": FED["g.pbtxt"] + CONFIGURE + METADATA + MARKED},
               "warning infeed-not-dataset", options="--select=infeed-not-dataset"))
guide.row(199, "142", "a loop has many steps",
          Lint(args("--iterations_per_loop=1"), "warning iterations-per-loop"),
          *(Lint(args(f"--iterations_per_loop={steps}")) for steps in (10, 100, 1000)),
          Lint(args("--iterations_per_loop=1000", "--train_steps=500"),
               "warning iterations-per-loop"))
guide.row(200, "144", "no checkpoint is written within a loop",
          Lint(args("--iterations_per_loop=1000", "--save_checkpoints_steps=100"),
               "warning checkpoint-interval"),
          Run(f"{TRAIN} --steps 10 --iterations-per-loop 5 --checkpoint-steps 3 --checkpoints run; "
              "find run", "5", "10"))
guide.row(201, "144", "nor a summary",
          Lint(args("--iterations_per_loop=1000", "--save_summary_steps=100"),
               "warning checkpoint-interval"),
          Lint(args("--iterations_per_loop=100", "--save_summary_steps=100")))
guide.row(202, "153", "every 100 steps, and every ten minutes",
          Run("trainlint-run --help", "summary-steps.*100", "checkpoint-seconds.*600"))
guide.row(203, "135", "a small model is tried first",
          Run(f"{TRAIN} --steps 1", '"step":1'))
guide.row(204, "163", "steps run in a loop of the graph",
          Run(f"{LOOP} --train-op loop", '"step":2'),
          Run(LOOP, '"step":2|--train-op', status=None))
guide.marked(205, "167", "the profiler shows where time goes", "known only where the program runs")
