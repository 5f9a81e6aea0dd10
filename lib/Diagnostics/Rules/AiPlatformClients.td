//===- AiPlatformClients.td - Rules on AI Platform clients -*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar ApiClientLibrary = "googleapis/google-api-python-client, the discovery document of ml.googleapis.com v1 (projects.jobs.create)";
defvar TensorFlowCloud = "tensorflow/cloud, src/python/tensorflow_cloud/core/{validate,machine_config,gcp,run}.py at 157dd415122f";

let group = PythonJobs, exampleName = "submit.py" in {

def JobParent : Rule<"job-parent", "TL2101"> {
  let fix = SafeFix;
  let summary = "a parent that is not `projects/ID`";
  let explanation = [{
`projects().jobs().create()` takes the project as `projects/ID`. The client library
compares `parent` with that form before it sends anything, and raises TypeError.
}];
  let messages = [
    Message<"form", "`parent` takes `projects/ID`, not {value}", [Text<"value">]>];
  let bad = [{
from googleapiclient import discovery

job = {
    "jobId": "train_1",
    "trainingInput": {
        "scaleTier": "BASIC",
        "region": "us-central1",
        "runtimeVersion": "2.1",
        "pythonVersion": "3.7",
        "packageUris": ["gs://bucket/trainer.tar.gz"],
        "pythonModule": "trainer.task",
    },
}
ml = discovery.build("ml", "v1")
ml.projects().jobs().create(parent="my-project", body=job).execute()
}];
  let good = [{
from googleapiclient import discovery

job = {
    "jobId": "train_1",
    "trainingInput": {
        "scaleTier": "BASIC",
        "region": "us-central1",
        "runtimeVersion": "2.1",
        "pythonVersion": "3.7",
        "packageUris": ["gs://bucket/trainer.tar.gz"],
        "pythonModule": "trainer.task",
    },
}
ml = discovery.build("ml", "v1")
ml.projects().jobs().create(parent="projects/my-project", body=job).execute()
}];
  let sources = [ApiClientLibrary];
}

def TensorFlowCloudMachine : Rule<"tensorflow-cloud-machine", "TL2102"> {
  let confidence = Table;
  let summary = "a machine that tensorflow_cloud does not offer";
  let explanation = [{
tensorflow_cloud chooses the machine type by its cores and its memory, and knows a list
of combinations of these with a type and a number of accelerators. It raises ValueError
for all others, and KeyError for a name that is not in `COMMON_MACHINE_CONFIGS`. What a
TPU has besides its 8 cores does not count.
}];
  let messages = [
    Message<"size", "no machine has {cores} cores and {memory} GB",
            [Text<"cores">, Text<"memory">]>,
    Message<"count", "{count} x {accelerator} is not offered with {cores} cores and {memory} GB",
            [Number<"count">, Text<"accelerator">, Text<"cores">, Text<"memory">]>,
    Message<"tpuCount", "a TPU has 8 cores, and `accelerator_count` is {count}",
            [Number<"count">]>,
    Message<"type", "`accelerator_type` takes a member of `AcceleratorType`, not {value}",
            [Text<"value">]>,
    Message<"name", "{name} is not a name of `COMMON_MACHINE_CONFIGS`", [Text<"name">]>];
  let bad = [{
import tensorflow_cloud as tfc

tfc.run(
    entry_point="train.py",
    chief_config=tfc.MachineConfig(
        cpu_cores=8,
        memory=30,
        accelerator_type=tfc.AcceleratorType.NVIDIA_TESLA_T4,
        accelerator_count=3,
    ),
)
}];
  let good = [{
import tensorflow_cloud as tfc

tfc.run(
    entry_point="train.py",
    chief_config=tfc.MachineConfig(
        cpu_cores=8,
        memory=30,
        accelerator_type=tfc.AcceleratorType.NVIDIA_TESLA_T4,
        accelerator_count=4,
    ),
)
}];
  let sources = [TensorFlowCloud];
  let tables = ["ai-platform-accelerator-counts"];
}

def TensorFlowCloudTpu : Rule<"tensorflow-cloud-tpu", "TL2103"> {
  let summary = "a TPU where tensorflow_cloud does not take one";
  let explanation = [{
A TPU is the one worker of a job, beside a chief without one: `run()` raises ValueError
for a chief on a TPU, and for a TPU as `worker_config` unless `worker_count` is 1. It is
0 unless it is given.
}];
  let messages = [
    Message<"chief", "the chief cannot be a TPU">,
    Message<"count", "a TPU worker needs `worker_count` 1, this is {count}",
            [Number<"count">]>,
    Message<"noCount", "a TPU worker needs `worker_count` 1, which is 0 unless it is given">];
  let bad = [{
import tensorflow_cloud as tfc

tfc.run(
    entry_point="train.py",
    chief_config=tfc.COMMON_MACHINE_CONFIGS["TPU"],
)
}];
  let good = [{
import tensorflow_cloud as tfc

tfc.run(
    entry_point="train.py",
    chief_config=tfc.COMMON_MACHINE_CONFIGS["CPU"],
    worker_config=tfc.COMMON_MACHINE_CONFIGS["TPU"],
    worker_count=1,
)
}];
  let sources = [TensorFlowCloud];
}

def TensorFlowCloudArgument : Rule<"tensorflow-cloud-argument", "TL2104"> {
  let fix = UnsafeFix;
  let summary = "an argument that tensorflow_cloud refuses";
  let explanation = [{
`run()` checks its arguments before it builds an image and submits the job, and raises
ValueError, or TypeError for a keyword that it does not have. Of a notebook that is trained
as a whole it leaves out the magics that begin with `%`; what follows its last release, 0.1.16,
refuses such a notebook.
}];
  let messages = [
    Message<"unknown", "{function} has no argument `{argument}`",
            [Text<"function">, Text<"argument">]>,
    Message<"strategy", "`distribution_strategy` takes \"auto\" or None, not {value}",
            [Text<"value">]>,
    Message<"entryPoint", "`entry_point` takes a .py or .ipynb file, not {value}",
            [Text<"value">]>,
    Message<"entryPointArgs", "`entry_point_args` takes a list, not {value}",
            [Text<"value">]>,
    Message<"streamLogs", "`stream_logs` takes True or False, not {value}",
            [Text<"value">]>,
    Message<"workerCount", "`worker_count` is {count}", [Number<"count">]>,
    Message<"noBucket", "in a notebook {function} needs a bucket to build the image in",
            [Text<"function">]>,
    InfoMessage<"magic", "tensorflow_cloud leaves `%{magic}` out of what it trains",
                [Text<"magic">]>];
  let bad = [{
import tensorflow_cloud as tfc

tfc.run(entry_point="train.py", requirement_txt="requirements.txt")
}];
  let good = [{
import tensorflow_cloud as tfc

tfc.run(entry_point="train.py", requirements_txt="requirements.txt")
}];
  let sources = [TensorFlowCloud];
}

def PipelineDuration : Rule<"pipeline-duration", "TL2105"> {
  let fix = SafeFix;
  let summary = "a time limit of a pipeline's job without its unit";
  let explanation = [{
The components of Google Cloud for pipelines send `timeout` and `max_wait_duration` as
the API's JSON writes durations: a text of seconds with an `s`, such as "3600s". The
service refuses the job when the pipeline comes to it.
}];
  let messages = [
    Message<"noUnit", "`{argument}` takes seconds with an `s` behind, as \"3600s\", not {value}",
            [Text<"argument">, Text<"value">]>];
  let bad = [{
from google_cloud_pipeline_components.v1.custom_job import CustomTrainingJobOp
from kfp import dsl

@dsl.pipeline(name="training")
def pipeline(project: str):
    CustomTrainingJobOp(
        display_name="train",
        project=project,
        location="us-central1",
        timeout="3600",
        worker_pool_specs=[
            {
                "machine_spec": {"machine_type": "n1-standard-8"},
                "replica_count": "1",
                "container_spec": {"image_uri": "us-docker.pkg.dev/my-project/images/trainer"},
            },
        ],
    )
}];
  let good = [{
from google_cloud_pipeline_components.v1.custom_job import CustomTrainingJobOp
from kfp import dsl

@dsl.pipeline(name="training")
def pipeline(project: str):
    CustomTrainingJobOp(
        display_name="train",
        project=project,
        location="us-central1",
        timeout="3600s",
        worker_pool_specs=[
            {
                "machine_spec": {"machine_type": "n1-standard-8"},
                "replica_count": "1",
                "container_spec": {"image_uri": "us-docker.pkg.dev/my-project/images/trainer"},
            },
        ],
    )
}];
  let sources = ["kubeflow/pipelines, components/google-cloud/google_cloud_pipeline_components/v1/custom_job at 7b70c7b95f68", "aiplatform.googleapis.com v1, Scheduling"];
}

} // group
