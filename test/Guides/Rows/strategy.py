# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TPUs with Keras and TPUStrategy."""

import json

from guide import Guide, Lint, Run, Same, args

guide = Guide("seed 002", "strategy")

PYTHON = "programs in Python are not read"
STEP = "$EXAMPLES/keras-step.pbtxt"
MARK = 'attr { key: "_tpu_replicate" value { s: "c" } }'
CONFIGURE = 'node { name: "init" op: "ConfigureDistributedTPU" }\n'
METADATA = (f'node {{ name: "m" op: "TPUReplicateMetadata" attr {{ key: "num_replicas" '
            f'value {{ i: 8 }} }} {MARK} }}\n')
MARKED = f'node {{ name: "n" op: "NoOp" {MARK} }}\n'


def constant(name, kind, value):
    return (f'node {{ name: "{name}" op: "Const" attr {{ key: "dtype" value {{ type: {kind} }} }} '
            f'attr {{ key: "value" value {{ tensor {{ dtype: {kind} tensor_shape {{ }} {value} }} '
            '} } }\n')


def placed(device):
    return f'node {{ name: "product" op: "NoOp" device: "{device}" }}\n'


guide.marked(128, "27", "the system is initialized first", PYTHON)
guide.row(129, "29", "a TPU is initialized before it computes",
          Lint({"g.pbtxt": CONFIGURE + METADATA + MARKED}),
          Run("sed 's|op: \"ConfigureDistributedTPU\"|op: \"NoOp\"|' "
              "$EXAMPLES/mnist-estimator.pbtxt > g.pbtxt; trainlint g.pbtxt", "tpu-uninitialized"))
guide.row(130, "35", "a device has eight cores, /TPU:0 to /TPU:7",
          *(Lint({"g.pbtxt": placed(f"/TPU:{core}")}, options=f"--target={target}")
            for core in (0, 7) for target in ("tpu-v2-8", "tpu-v3-8")),
          *(Lint({"g.pbtxt": placed("/TPU:8")}, "error device-out-of-range",
                 options=f"--target={target}") for target in ("tpu-v2-8", "tpu-v3-8", "tpu-v2-32")),
          Lint({"g.pbtxt": placed("/TPU:3")}, options="--target=tpu-v4-8"),
          Lint({"g.pbtxt": placed("/TPU:4")}, "error device-out-of-range",
               options="--target=tpu-v4-8"))


def matrix(name, rows, columns):
    numbers = " ".join(f"float_val: {index}" for index in range(rows * columns))
    return (f'node {{ name: "{name}" op: "Const" attr {{ key: "dtype" value {{ type: DT_FLOAT }} }} '
            f'attr {{ key: "value" value {{ tensor {{ dtype: DT_FLOAT tensor_shape {{ dim {{ size: '
            f'{rows} }} dim {{ size: {columns} }} }} {numbers} }} }} }} }}\n')


PRODUCT = ('node { name: "z" op: "MatMul" input: "a" input: "b" attr { key: "T" value '
           '{ type: DT_FLOAT } } }\n')
guide.row(131, "35", "a product of matrices has sizes that fit",
          Lint({"g.pbtxt": matrix("a", 2, 3) + matrix("b", 3, 2) + PRODUCT}),
          Lint({"g.pbtxt": matrix("a", 2, 3) + matrix("b", 2, 3) + PRODUCT}, "error *"))
guide.row(132, "45-49", "replicas add their gradients up",
          Run(f"trainlint {STEP}", "no findings"),
          Run("sed 's|op: \"CrossReplicaSum\" input: \"gradient:z:0\" input: \"groups:output:0\"|"
              f"op: \"Identity\" input: \"gradient:z:0\"|' {STEP} > g.pbtxt; trainlint g.pbtxt",
              r"\[tpu-missing-all-reduce\]", status=1))
guide.marked(133, "57", "variables are made in the scope of the strategy", PYTHON)
MODEL = "$EXAMPLES/keras-classifier.json"
LOSS = "--loss sparse_categorical_crossentropy --training from_logits=true --log json"
guide.row(134, "59", "the classifier of images",
          Run(f"trainlint {MODEL}", "no findings"),
          Run(f"trainlint-run {MODEL} --batch-size 4 --fake-data --steps 1 {LOSS}", '"step":1'))
guide.row(135, "61", "the penalties of the layers are in the loss",
          Run(f"trainlint-run {MODEL} --batch-size 4 --emit=stablehlo {LOSS}", r"9\.99+[0-9]*E-6"))
guide.row(136, "83", "a model needs a loss",
          Run(f"trainlint-run {MODEL} --batch-size 4 --fake-data --steps 1 --log json",
              "loss", '!"step":1', status=2),
          Run(f"trainlint-run {MODEL} --batch-size 4 --fake-data --steps 1 {LOSS}", '"step":1'))


def keras(*layers):
    return {"model.json": json.dumps({
        "class_name": "Sequential", "keras_version": "2.15.0", "backend": "tensorflow",
        "config": {"name": "m", "layers": [
            {"class_name": name, "config": {"name": f"layer{index}"} | config}
            for index, (name, config) in enumerate(layers)]}})}


def image(size):
    return ("InputLayer", {"batch_input_shape": [None, size, size, 1], "dtype": "float32"})


def conv(kernel, **more):
    return ("Conv2D", {"filters": 8, "kernel_size": [kernel, kernel], "activation": "relu"} | more)


TARGET = "--target=tpu-v3-8"
WORDS = ("InputLayer", {"batch_input_shape": [None, 1], "dtype": "string"})
NUMBERS = ("InputLayer", {"batch_input_shape": [None, 16], "dtype": "int32"})
guide.row(137, "59", "a model has to suit the TPU",
          Lint(keras(image(28), conv(3)), options=TARGET),
          Lint(keras(image(28), conv(40)), "finding *"),
          Lint(keras(image(28), conv(3, activation="rellu")), "finding *"),
          Lint(keras(WORDS, ("StringLookup", {"vocabulary": ["a", "b"]})), "finding *",
               options=TARGET),
          Lint(keras(NUMBERS, ("Embedding", {"input_dim": 10 ** 9, "output_dim": 64})),
               "finding *", options=TARGET),
          Lint(keras(image(28), conv(3, dtype="float64")), "finding *", options=TARGET))
LOCAL = "warning tpu-local-file"
guide.row(138, "67", "a TPU Node reads Cloud Storage",
          Lint(args("--data_dir=/data/mnist"), LOCAL), Lint(args("--data_dir=gs://b/mnist")))
guide.row(139, "67", "whatever the argument is called",
          *(Lint(args(f"--{name}=/data/mnist"), LOCAL) for name in ("train_file", "train_files")))


def reader(name):
    """A dataset of files that is fed to a TPU."""
    sized = ' input: "s" input: "s" input: "s"' if name == "FixedLengthRecordDataset" else ""
    return {"g.pbtxt": constant("f", "DT_STRING", 'string_val: "/data/x"')
            + constant("s", "DT_INT64", "int64_val: 0")
            + constant("k", "DT_STRING", 'string_val: ""')
            + f'node {{ name: "r" op: "{name}" input: "f"'
            + (f'{sized} input: "s"' if sized else ' input: "k" input: "s"') + " }\n"}


JOB = args("--data_dir=gs://b/mnist")
guide.row(140, "67", "a TPU VM reads any file",
          Lint(reader("TFRecordDataset"), options=TARGET + " --select=tpu-local-file"))
guide.row(141, "69", "records, lines and pieces of one length are read alike",
          *(Lint({"job.yaml": JOB} | reader(name), LOCAL,
                 options="--graph=g.pbtxt --select=tpu-local-file")
            for name in ("TFRecordDataset", "TextLineDataset", "FixedLengthRecordDataset")))
guide.marked(142, "71-75", "data are cached, and kept in large files", PYTHON)


def batches(*ops, marked=False):
    """A dataset with its batches, of an open size, for a TPU."""
    text = (constant("n", "DT_INT64", "int64_val: 128") + constant("ever", "DT_INT64", "int64_val: -1")
            + constant("five", "DT_INT64", "int64_val: 5") + constant("no", "DT_BOOL", "bool_val: false")
            + 'node { name: "d" op: "RangeDataset" input: "n" input: "n" input: "n" }\n')
    last = "d"
    for index, op in enumerate(ops):
        name, count = f"d{index}", {"repeat": "ever", "five": "five"}.get(op)
        text += (f'node {{ name: "{name}" op: "RepeatDataset" input: "{last}" input: "{count}" }}\n'
                 if count else f'node {{ name: "{name}" op: "BatchDatasetV2" input: "{last}" '
                               'input: "n" input: "no" }\n')
        last = name
    text += ('node { name: "next" op: "IteratorGetNext" input: "it" attr { key: "output_types" value '
             '{ list { type: DT_FLOAT } } } attr { key: "output_shapes" value { list { shape { dim '
             '{ size: -1 } } } } } }\nnode { name: "it" op: "IteratorV2" }\n'
             'node { name: "feed" op: "InfeedEnqueueTuple" input: "next" attr { key: "dtypes" value '
             '{ list { type: DT_FLOAT } } } attr { key: "shapes" value { list { shape { dim '
             '{ size: -1 } } } } } }\n')
    return {"g.pbtxt": text + (CONFIGURE + METADATA if marked else "")}


REMAINDER = "--select=tpu-drop-remainder"
guide.row(143, "77", "batches of endless data are full",
          Lint(batches("repeat", "batch"), options=f"{TARGET} {REMAINDER}"),
          *(Lint(batches(*ops), "error tpu-drop-remainder",
                 options=f"{TARGET} {REMAINDER}")
            for ops in (("batch", "repeat"), ("five", "batch"))))
guide.row(144, "77", "that a graph is for TPUs, its marks say",
          Lint(batches("batch", "repeat", marked=True), "error tpu-drop-remainder",
               options=REMAINDER),
          Lint(batches("repeat", "batch", marked=True), options=REMAINDER))
guide.row(145, "83", "training shows the loss and the accuracy",
          Run(f"trainlint-run {MODEL} --batch-size 4 --fake-data --steps 1 {LOSS}",
              '"loss":[0-9.]+,"accuracy":[0-9.]+'))
guide.marked(146, "83", "the model is evaluated after each epoch", "models are not evaluated yet")
guide.row(147, "83", "a batch of 200 on eight cores is the guide's own",
          Lint(args("--batch_size=200")),
          Run(f"trainlint {STEP} --batch-size=200 {TARGET}", "!warning", "!error"))
guide.row(148, "87", "two steps an execution help, and fifty",
          *(Lint(args(f"--steps_per_execution={steps}")) for steps in (2, 50, 300)),
          Lint(args("--steps_per_execution=1"), "warning iterations-per-loop"))
guide.row(149, "87", "more than the steps of an epoch are none",
          Lint(args("--steps_per_execution=500", "--steps_per_epoch=300"),
               "info iterations-per-loop"),
          Lint(args("--steps_per_execution=300", "--steps_per_epoch=300")))
RUN = f"trainlint-run {MODEL} --fake-data --fake-examples 64 --steps 1 {LOSS} --no-shuffle"
guide.row(150, "95", "replicas share the batch evenly",
          Same("loss", f"{RUN} --batch-size 16", f"{RUN} --batch-size 16 --num-replicas 8"),
          Run(f"{RUN} --batch-size 20 --num-replicas 8", "cannot be shared", status=2))
guide.row(151, "95", "the loss is the mean over all replicas",
          Same("loss", f"{RUN} --batch-size 8", f"{RUN} --batch-size 8 --num-replicas 2"))
LOOP = ("trainlint-run $INPUTS/loop.pbtxt --fake-data --batch-size 32 --input-shape x=4,4 "
        "--num-replicas 8 --steps 2 --log json")
guide.row(152, "101-107", "a function may run many steps in a loop",
          Run(f"{LOOP} --train-op loop", '"step":2'),
          Run(LOOP, '"step":2|--train-op', status=None))
guide.row(153, "123", "embeddings live on TPUs, if they fit",
          Lint({"g.pbtxt": 'node { name: "t" op: "VarHandleOp" attr { key: "dtype" value { type: '
                'DT_FLOAT } } attr { key: "shape" value { shape { dim { size: 1000000000 } dim '
                '{ size: 64 } } } } }\n'}, "error device-memory", options=TARGET),
          Lint({"g.pbtxt": CONFIGURE + METADATA + 'node { name: "e" op: '
                f'"RecvTPUEmbeddingActivations" {MARK} }}\n'},
               options="--select=unknown-op,tpu-unsupported-op"))
