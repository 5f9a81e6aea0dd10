# Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training on TPUs with AI Platform."""

from guide import Guide, Lint, Run, accelerator, args, job, submit, tpu_job

guide = Guide("seed 000", "tpus")

PYTHON = "programs in Python are not read"
ROLE = """PROJECT_ID=your-project-id
SVC_ACCOUNT=your-tpu-sa-123@your-tpu-sa.google.com.iam.gserviceaccount.com
gcloud projects add-iam-policy-binding $PROJECT_ID \\
    --member serviceAccount:$SVC_ACCOUNT --role {}
"""
SAMPLE = """JOB_NAME=tpu_1
STAGING_BUCKET=gs://my_bucket_for_staging
REGION=us-central1
DATA_DIR=gs://cloud-tpu-test-datasets/fake_imagenet
OUTPUT_PATH=gs://my_bucket_for_model_output
gcloud ai-platform jobs submit training $JOB_NAME \\
  --staging-bucket $STAGING_BUCKET --runtime-version 1.12 --python-version 3.5 \\
  --scale-tier BASIC_TPU --module-name resnet.resnet_main --package-path resnet/ \\
  --region $REGION -- --data_dir=$DATA_DIR --model_dir=$OUTPUT_PATH
"""
THEN = "--as-of=2019-03-01"


def sample(*changes):
    text = SAMPLE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return {"job.sh": text}


def legacy(**fields):
    return job(**({"runtimeVersion": "'1.15'", "masterType": "complex_model_m",
                   "workerType": "cloud_tpu", "workerCount": 1} | fields))


def custom(kind="TPU_V2", count=8, **fields):
    return legacy(**({"masterType": "n1-highcpu-16",
                      "workerConfig": accelerator(kind, count)} | fields))


guide.marked(1, "5", "TPUs run programs that use the high-level interfaces",
             "general: no value in a file says it")
guide.row(2, "22, 42", "the service account of the TPU needs its role",
          Lint({"role.sh": ROLE.format("roles/ml.serviceAgent")}),
          Lint({"role.sh": ROLE.format("roles/ml.developer").replace(
              "your-tpu-sa-123@your-tpu-sa.google.com", "service-123@cloud-tpu")},
               "warning tpu-service-agent-role"))
guide.row(3, "40, 43", "the role is written with `roles/`",
          Lint({"role.sh": ROLE.format("ml.serviceAgent")}, "finding *"))
guide.row(4, "15-31", "a call of the API names the account",
          Lint({"role.sh": 'curl -H "Authorization: Bearer $(gcloud auth print-access-token)"  \\\n'
                           "    https://ml.googleapis.com/v1/projects/<your-project-id>:getConfig\n"
                + ROLE.format("roles/ml.serviceAgent")}))
guide.row(5, "37", "names that the reader replaces are not judged",
          Lint({"role.sh": ROLE.format("roles/ml.serviceAgent")}))
guide.row(6, "93-102", "the sample submits to BASIC_TPU",
          Lint(sample(), options=THEN))
guide.row(7, "100-102", "what follows `--` are arguments of the program",
          Lint(sample(("gs://cloud-tpu-test-datasets/fake_imagenet", "/data/imagenet")),
               "warning tpu-local-file", options=THEN),
          Lint(sample(("--data_dir=", "--iterations_per_loop=1 --data_dir=")),
               "warning iterations-per-loop", options=THEN),
          Lint(sample(("--data_dir=", "--train_batch_size=100 --data_dir=")),
               "error tpu-batch-size", options=THEN))
guide.row(8, "81, 94", "the staging bucket is a path of Cloud Storage",
          Lint(sample(("gs://my_bucket_for_staging", "bucket-1")), "finding *", options=THEN))
guide.row(9, "87, 113", "us-central1 was the only region with TPUs",
          Lint(tpu_job()), Lint(tpu_job(region="us-west1"), "error tpu-region"),
          Lint(tpu_job(region="europe-west4")),
          Lint(tpu_job(region="europe-west4", runtimeVersion="'1.12'", pythonVersion="'3.5'"),
               "error tpu-region", options=THEN),
          Lint(tpu_job(region="us-central1-a"), "error unknown-region"))
guide.row(10, "82", "regions are in small letters",
          Lint(tpu_job(region="US-CENTRAL1"), "error unknown-region"))
guide.row(11, "109", "a job needs a region with TPUs",
          Lint(tpu_job(region=None), "info region-not-given"))
guide.row(12, "119", "two runtime versions had TPUs",
          *(Lint(tpu_job(runtimeVersion=f"'{version}'", pythonVersion="'3.5'"), options=THEN)
            for version in ("1.11", "1.12")),
          *(Lint(tpu_job(runtimeVersion=f"'{version}'")) for version in ("1.15", "2.1")))
guide.row(13, "121", "a version without TPUs is refused",
          Lint(tpu_job(runtimeVersion="'1.9'", pythonVersion="'3.5'"),
               "error tpu-runtime-version", options=THEN))
guide.row(14, "121", "the version of the code is that of the runtime",
          Lint({"job.yaml": tpu_job(), "graph.pbtxt": "versions { producer: 1500 }\n"
                'node { name: "a" op: "NoOp" }\n'},
               "warning framework-version", options="--graph=graph.pbtxt"))
guide.row(15, "119-121", "the version of a container's TPU has TPUs",
          *(Lint(custom(runtimeVersion=None, pythonVersion=None,
                        masterConfig="{imageUri: gcr.io/p/image}",
                        workerConfig="{imageUri: gcr.io/p/image, tpuTfVersion: '%s', "
                                     "acceleratorConfig: {type: TPU_V2, count: 8}}" % version),
                 "finding *") for version in ("1.10", "9.9")))
guide.row(16, "129", "the program looks for the TPU in a zone of the job",
          Lint(args("--tpu_zone=us-east1-d"), "finding trainer-devices"),
          Lint(args("--tpu_zone=us-central1-b")))
guide.row(17, "137", "checkpoints are no closer than a loop",
          Lint(args("--iterations_per_loop=1000", "--save_checkpoints_steps=600"),
               "warning checkpoint-interval"),
          Lint(args("--iterations_per_loop=100", "--save_checkpoints_steps=600")))
guide.row(18, "140", "there is a shard for each core",
          Lint(args("--num_cores=16"), "finding trainer-devices"),
          Lint(args("--num_shards=16"), "finding trainer-devices"),
          Lint(args("--num_cores=8")))
guide.marked(19, "141", "each host has input of its own", PYTHON)
guide.marked(20, "64-76", "modules are imported by relative names", PYTHON)
guide.row(21, "148", "training goes on from a checkpoint",
          Run("trainlint-run $EXAMPLES/mnist-estimator.pbtxt --fake-data --num-replicas 8 "
              "--steps 2 --checkpoints run --log json && "
              "trainlint-run $EXAMPLES/mnist-estimator.pbtxt --fake-data --num-replicas 8 "
              "--steps 3 --checkpoints run --resume --log json", '"step":3'))
OPS = ('node { name: "m" op: "TPUReplicateMetadata" attr { key: "num_replicas" value { i: 8 } } '
       'attr { key: "_tpu_replicate" value { s: "c" } } }\n'
       'node { name: "p" op: "ConfigureDistributedTPU" }\n'
       'node { name: "n" op: "%s" attr { key: "_tpu_replicate" value { s: "c" } } }\n')
guide.row(22, "150", "only listed ops run on TPUs",
          Lint({"g.pbtxt": OPS % "NoOp"}),
          *(Lint({"g.pbtxt": OPS % op}, f"{severity} {rule}", options=f"--select={rule}")
            for op, severity, rule in (("DecodeRaw", "error", "tpu-host-op"),
                                       ("PyFunc", "error", "tpu-host-op"),
                                       ("NoSuchOp", "warning", "unknown-op"))))
guide.row(23, "154", "the TPU is the worker, not the master",
          Lint(job(masterType="cloud_tpu"), "error *", options="--select=tpu-as-master"))
guide.row(24, "158, 164", "BASIC_TPU needs nothing else",
          Lint(tpu_job()),
          Lint(tpu_job(masterType="n1-standard-8"), "error scale-tier-conflict"),
          Lint(tpu_job(workerCount=1), "error scale-tier-conflict"))
guide.row(25, "164", "a TPU has no parameter servers",
          Lint(tpu_job(parameterServerCount=1, parameterServerType="standard"),
               "error tpu-parameter-server", "error scale-tier-conflict"))
guide.row(26, "168-182", "a TPU beside a machine of AI Platform",
          Lint(legacy(), "info legacy-machine-type"))
guide.row(27, "170, 190", "machines of one's own need CUSTOM",
          *(Lint(legacy(scaleTier=tier), "error *")
            for tier in ("STANDARD_1", "custom")),
          Lint(legacy(scaleTier=None), "warning scale-tier-conflict"))
guide.row(28, "172", "the TPU is a worker",
          Lint(job(runtimeVersion="'1.15'", masterType="standard",
                   evaluatorType="cloud_tpu", evaluatorCount=1), "warning *"))
guide.row(29, "173, 194", "there is one TPU worker",
          *(Lint(legacy(workerCount=count), "error *") for count in (0, 2, 3, None)),
          Lint(legacy(workerCount="'1'")))
guide.row(30, "174, 195", "parameter servers beside a TPU are refused",
          Lint(legacy(parameterServerCount=1, parameterServerType="standard"),
               "error tpu-parameter-server"),
          Lint(legacy(parameterServerCount=0)),
          Lint(legacy(parameterServerType="standard"), "warning machine-type-without-count"))
guide.row(31, "199-207", "a TPU beside a machine of Compute Engine", Lint(custom()))
guide.row(32, "193", "such a machine needs acceleratorConfig",
          Lint(legacy(masterType="n1-highcpu-16"), "warning *"))
guide.row(33, "193", "a TPU v2 has eight cores",
          *(Lint(custom(count=count), "error *") for count in (0, 1, 2, 4, 7, 9, 16, 32)),
          Lint(custom(count="'8'")))
guide.row(34, "193", "the type is that of a TPU",
          Lint(custom("TPU_V3")), Lint(custom("TPU_V3", 16), "error tpu-accelerator-config"),
          Lint(custom("TPU_V2_POD", 32), "warning *"), Lint(custom("tpu_v2"), "error *"))
guide.row(35, "193", "GPUs do not go onto a TPU worker, nor TPUs onto other machines",
          Lint(custom("NVIDIA_TESLA_T4", 1), "error *"),
          Lint(custom(workerType="n1-standard-8"), "error *"),
          Lint(job(masterType="n1-standard-8", masterConfig=accelerator("TPU_V2", 8)),
               "error *"))
guide.row(36, "168-207", "fixes lead to the example",
          Run("trainlint --diff --unsafe-fixes job.yaml", r"^\+.*count: 8",
              r"^\+.*workerCount: 1", status=1,
              files={"job.yaml": custom(count=4, workerCount=2)}))
FLAGS = ("--job-dir gs://bucket/job", "--region us-central1", "--runtime-version 1.15",
         "--python-version 3.7", "--scale-tier custom", "--master-machine-type n1-highcpu-16",
         "--worker-machine-type cloud_tpu", "--worker-count 1")
guide.row(37, "193", "the same as flags",
          Lint(submit(*FLAGS, "--worker-accelerator type=tpu-v2,count=8")),
          Lint(submit(*FLAGS, "--worker-accelerator type=tpu-v2,count=4"),
               "error tpu-accelerator-config"),
          Lint(submit(*FLAGS, "--worker-accelerator type=tpu-v2,count=8",
                      "--parameter-server-count 1",
                      "--parameter-server-machine-type n1-standard-4"),
               "error tpu-parameter-server"))
ON_GPU = 'node { name: "x" op: "NoOp" device: "/device:GPU:0" }\n'
guide.row(38, "154", "a TPU worker has no GPU",
          Lint({"job.yaml": tpu_job(), "g.pbtxt": ON_GPU}, "finding *", options="--graph=g.pbtxt"),
          Lint({"g.pbtxt": ON_GPU}, "finding *", options="--target=tpu-v3-8"))
