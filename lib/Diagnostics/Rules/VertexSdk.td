//===- VertexSdk.td - Rules on Vertex AI jobs from Python --*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar SdkJobs = "googleapis/python-aiplatform at 91cc8ce4f015, google/cloud/aiplatform/jobs.py and training_jobs.py";
defvar SdkPools = "googleapis/python-aiplatform at 91cc8ce4f015, google/cloud/aiplatform/utils/worker_spec_utils.py";
defvar SdkTuning = "googleapis/python-aiplatform at 91cc8ce4f015, google/cloud/aiplatform/hyperparameter_tuning.py";
defvar ProtoPlus = "googleapis/proto-plus-python at cf3610dec1bd, proto/message.py";
defvar PoolTypes = "googleapis/python-aiplatform at 91cc8ce4f015, google/cloud/aiplatform_v1/types/custom_job.py and machine_resources.py";

let group = PythonJobs, exampleName = "submit.py", confidence = Table in {

def IncompleteAccelerator : Rule<"incomplete-accelerator", "TL2001"> {
  let severity = Warning;
  let summary = "a type of accelerator without a count, or a count without a type";
  let explanation = [{
The client library of Vertex AI sends an accelerator only if both its type and a
count above zero are given to `run()`, `submit()` or `from_local_script()`. With one
of the two it sends neither and says nothing: the job starts on a machine without
accelerators, runs many times longer than it should, and is paid for as long.

In the dictionaries of `worker_pool_specs` the two belong together as well; gcloud
refuses such a pool.
}];
  let messages = [
    Message<"noCount", "`accelerator_type` is dropped without an `accelerator_count`, and the job runs without accelerators">,
    Message<"zeroCount", "`accelerator_type` is dropped with an `accelerator_count` of {count}, and the job runs without accelerators",
            [Number<"count">]>,
    Message<"noType", "`accelerator_count` is dropped without an `accelerator_type`, and the job runs without accelerators">,
    Message<"poolWithoutCount", "`accelerator_type` needs an `accelerator_count` beside it">,
    Message<"poolWithoutType", "`accelerator_count` needs an `accelerator_type` beside it">];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8", accelerator_type="NVIDIA_TESLA_T4")
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8", accelerator_type="NVIDIA_TESLA_T4",
        accelerator_count=1)
}];
  let sources = [SdkPools];
}

def AcceleratorTypeNone : Rule<"accelerator-type-none", "TL2002"> {
  let summary = "no name where the client takes the name of an accelerator";
  let explanation = [{
`run()`, `submit()` and `from_local_script()` look the accelerator up before they send
anything, and raise ValueError for `None` and for an empty text. A job without
accelerators leaves the argument out. In the dictionaries of `worker_pool_specs`
`None` is fine, and an empty text raises KeyError.
}];
  let messages = [
    Message<"none", "`accelerator_type` takes the name of an accelerator, and {callee} raises ValueError for {value}",
            [Text<"callee">, Text<"value">]>,
    Message<"empty", "`accelerator_type` takes the name of an accelerator, and an empty text raises KeyError">];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8", accelerator_type=None)
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8")
}];
  let sources = [SdkPools, ProtoPlus];
}

def CamelCaseField : Rule<"camel-case-field", "TL2003"> {
  let fix = SafeFix;
  let summary = "a key in the spelling of files, given to the Python client";
  let explanation = [{
Files and the REST interface spell fields as `machineSpec`; the Python clients
take `machine_spec` and raise ValueError for every other key. Components of pipelines
take both spellings and are not checked for it.
}];
  let messages = [
    Message<"camel", "`{key}` is the spelling of files, and the Python client takes `{field}`",
            [Text<"key">, Text<"field">]>];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
pool = {
    "machine_spec": {"machineType": "n1-standard-8"},
    "replica_count": 1,
    "container_spec": {"image_uri": "gcr.io/project/trainer"},
}
job = aiplatform.CustomJob(display_name="train", worker_pool_specs=[pool])
job.run()
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
pool = {
    "machine_spec": {"machine_type": "n1-standard-8"},
    "replica_count": 1,
    "container_spec": {"image_uri": "gcr.io/project/trainer"},
}
job = aiplatform.CustomJob(display_name="train", worker_pool_specs=[pool])
job.run()
}];
  let sources = [ProtoPlus, PoolTypes];
}

def UnknownArgument : Rule<"unknown-argument", "TL2004"> {
  let summary = "an argument that the function does not have";
  let explanation = [{
Python raises TypeError for an argument that a function does not know. What is
checked is the union of all versions of a library, so that an argument which is new
or gone is no finding. Often the argument belongs to another call: the machines of a
training job are given to `run()`, those of a `CustomJob` in its worker pools.
}];
  let messages = [
    Message<"unknown", "{callee} has no argument `{argument}`",
            [Text<"callee">, Text<"argument">]>,
    Message<"elsewhere", "`{argument}` is an argument of {owner}, not of {callee}",
            [Text<"argument">, Text<"owner">, Text<"callee">]>,
    Message<"inPools", "`{argument}` is part of `worker_pool_specs`, not an argument of {callee}",
            [Text<"argument">, Text<"callee">]>,
    Message<"positional", "{callee} takes {most} positional arguments, this is number {number}",
            [Text<"callee">, Number<"most">, Number<"number">]>];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer",
    machine_type="n1-standard-8")
job.run()
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8")
}];
  let sources = [SdkJobs, SdkTuning];
}

def MissingArgument : Rule<"missing-argument", "TL2005"> {
  let summary = "a call without an argument that it needs";
  let explanation = [{
Python raises TypeError where an argument without a default is not given, and the
clients raise errors of their own for arguments that only make sense together.
}];
  let messages = [
    Message<"missing", "{callee} needs {arguments}",
            [Text<"callee">, Text<"arguments">]>,
    Message<"beside", "`{argument}` needs `{other}`",
            [Text<"argument">, Text<"other">]>,
    Message<"autolog", "run() needs `experiment` for a job with `enable_autolog`">];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8")
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8")
}];
  let sources = [SdkJobs, SdkTuning];
}

def ListGivenAsText : Rule<"list-given-as-text", "TL2006"> {
  let summary = "a text where the client takes a list of texts";
  let explanation = [{
A text is a sequence of characters, and where a list of texts is taken each character
becomes an element: `"--epochs=5"` is sent as ten arguments of one letter. Nothing
fails before the machines of the job are there.
}];
  let messages = [
    Message<"letters", "`{field}` is a list, and this text becomes {count} arguments of one letter",
            [Text<"field">, Number<"count">]>,
    Message<"text", "`{field}` is a list, and this text becomes one argument for each letter",
            [Text<"field">]>];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
pool = {
    "machine_spec": {"machine_type": "n1-standard-8"},
    "replica_count": 1,
    "container_spec": {"image_uri": "gcr.io/project/trainer",
                       "args": "--epochs=5"},
}
job = aiplatform.CustomJob(display_name="train", worker_pool_specs=[pool])
job.run()
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
pool = {
    "machine_spec": {"machine_type": "n1-standard-8"},
    "replica_count": 1,
    "container_spec": {"image_uri": "gcr.io/project/trainer",
                       "args": ["--epochs=5"]},
}
job = aiplatform.CustomJob(display_name="train", worker_pool_specs=[pool])
job.run()
}];
  let sources = [ProtoPlus, PoolTypes];
}

def TwoPoolTasks : Rule<"two-pool-tasks", "TL2007"> {
  let summary = "a worker pool with a container and a Python package";
  let explanation = [{
A pool runs a container or a Python package. The client takes a dictionary with both
and sends only the one that stands last.
}];
  let messages = [
    Message<"both", "only one of the two can be sent, and `{lost}` is lost", [Text<"lost">]>];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
pool = {
    "machine_spec": {"machine_type": "n1-standard-8"},
    "replica_count": 1,
    "container_spec": {"image_uri": "gcr.io/project/trainer"},
    "python_package_spec": {
        "executor_image_uri": "us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest",
        "package_uris": ["gs://bucket/trainer.tar.gz"],
        "python_module": "trainer.task",
    },
}
job = aiplatform.CustomJob(display_name="train", worker_pool_specs=[pool])
job.run()
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
pool = {
    "machine_spec": {"machine_type": "n1-standard-8"},
    "replica_count": 1,
    "python_package_spec": {
        "executor_image_uri": "us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest",
        "package_uris": ["gs://bucket/trainer.tar.gz"],
        "python_module": "trainer.task",
    },
}
job = aiplatform.CustomJob(display_name="train", worker_pool_specs=[pool])
job.run()
}];
  let sources = [ProtoPlus, PoolTypes];
}

def NoReplicas : Rule<"no-replicas", "TL2008"> {
  let summary = "a job that asks for no replica";
  let explanation = [{
With a `replica_count` of zero or less the client sends a job without worker pools,
which the service rejects. One replica is the default.
}];
  let messages = [
    Message<"none", "`replica_count` is {count}, and the request has no worker pool",
            [Number<"count">]>];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8", replica_count=0)
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8", replica_count=1)
}];
  let sources = [SdkPools];
}

def NoStagingBucket : Rule<"no-staging-bucket", "TL2009"> {
  let summary = "a job without a bucket for what it stages";
  let explanation = [{
The classes of custom jobs put scripts and outputs in a staging bucket. It is given to
the constructor or to `aiplatform.init()`; without one the constructor raises
RuntimeError.
}];
  let messages = [
    Message<"none", "{callee} raises RuntimeError without a `staging_bucket`, and init() gives none",
            [Text<"callee">]>];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(project="project", location="us-central1")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8")
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(project="project", location="us-central1",
                staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8")
}];
  let sources = [SdkJobs];
}

def ModelWithoutServing : Rule<"model-without-serving", "TL2010"> {
  let summary = "a model without an image that serves it";
  let explanation = [{
A training job that is given a `model_display_name` uploads a model when it is done,
which takes the image that serves it. That is given to the constructor as
`model_serving_container_image_uri`; without it `run()` raises RuntimeError.
}];
  let messages = [
    Message<"none", "a `model_display_name` needs `model_serving_container_image_uri` in the constructor">];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8", model_display_name="model")
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer",
    model_serving_container_image_uri="gcr.io/project/server")
job.run(machine_type="n1-standard-8", model_display_name="model")
}];
  let sources = [SdkJobs];
}

def RunTwice : Rule<"run-twice", "TL2011"> {
  let summary = "a job object that runs a second time";
  let explanation = [{
An object of a training job stands for one job. The second `run()` or `submit()` on it
raises RuntimeError.
}];
  let messages = [
    Message<"twice", "this job object has already run">];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8")
job.run(machine_type="n1-standard-16")
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train-again", container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-16")
}];
  let sources = [SdkJobs];
}

def UnknownScale : Rule<"unknown-scale", "TL2012"> {
  let severity = Warning;
  let fix = UnsafeFix;
  let summary = "a scale that the client does not know and drops";
  let explanation = [{
The scale of a hyperparameter is `linear`, `log`, `reverse_log` or `unspecified`. The
client says nothing of any other word and sends the parameter without a scale, so that
a learning rate is searched as if 0.0001 and 0.001 were the same.
}];
  let messages = [
    Message<"dropped", "{scale} is not a scale, and the parameter is searched without one",
            [Text<"scale">]>];
  let bad = [{
from google.cloud import aiplatform
from google.cloud.aiplatform import hyperparameter_tuning as hpt

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
pool = {
    "machine_spec": {"machine_type": "n1-standard-8"},
    "replica_count": 1,
    "container_spec": {"image_uri": "gcr.io/project/trainer"},
}
job = aiplatform.CustomJob(display_name="train", worker_pool_specs=[pool])
tuning = aiplatform.HyperparameterTuningJob(
    display_name="tune", custom_job=job, metric_spec={"loss": "minimize"},
    parameter_spec={
        "rate": hpt.DoubleParameterSpec(min=1e-5, max=1e-1, scale="logarithmic")},
    max_trial_count=8, parallel_trial_count=2)
tuning.run()
}];
  let good = [{
from google.cloud import aiplatform
from google.cloud.aiplatform import hyperparameter_tuning as hpt

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
pool = {
    "machine_spec": {"machine_type": "n1-standard-8"},
    "replica_count": 1,
    "container_spec": {"image_uri": "gcr.io/project/trainer"},
}
job = aiplatform.CustomJob(display_name="train", worker_pool_specs=[pool])
tuning = aiplatform.HyperparameterTuningJob(
    display_name="tune", custom_job=job, metric_spec={"loss": "minimize"},
    parameter_spec={
        "rate": hpt.DoubleParameterSpec(min=1e-5, max=1e-1, scale="log")},
    max_trial_count=8, parallel_trial_count=2)
tuning.run()
}];
  let sources = [SdkTuning];
}

def ImageAccelerator : Rule<"image-accelerator", "TL2013"> {
  let severity = Warning;
  let confidence = Dated;
  let summary = "an image for CPUs on a machine with a GPU, or the other way round";
  let explanation = [{
The training images of Vertex AI come for CPUs (`tf-cpu.2-11`) and for GPUs
(`tf-gpu.2-11`). The one for CPUs leaves the GPU of the machine idle, which is paid for;
the one for GPUs is of no use on a machine that has none.
}];
  let messages = [
    Message<"cpuImage", "this image is for CPUs, and the machine has {accelerator}",
            [Text<"accelerator">]>,
    Message<"gpuImage", "this image is for GPUs, and the machine has none">];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train",
    container_uri="us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-11:latest")
job.run(machine_type="n1-standard-8", accelerator_type="NVIDIA_TESLA_T4",
        accelerator_count=1)
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="train",
    container_uri="us-docker.pkg.dev/vertex-ai/training/tf-gpu.2-11:latest")
job.run(machine_type="n1-standard-8", accelerator_type="NVIDIA_TESLA_T4",
        accelerator_count=1)
}];
  let sources = ["Vertex AI guide `Prebuilt containers for custom training`"];
}

def LongDisplayName : Rule<"long-display-name", "TL2014"> {
  let summary = "a display name that is too long";
  let explanation = [{
The display name of a job has 128 characters at most; the client raises ValueError for
a longer one.
}];
  let messages = [
    Message<"tooLong", "`{field}` has {count} characters; the maximum is 128",
            [Text<"field">, Number<"count">]>];
  let bad = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-",
    container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8")
}];
  let good = [{
from google.cloud import aiplatform

aiplatform.init(location="us-central1", staging_bucket="gs://bucket")
job = aiplatform.CustomContainerTrainingJob(
    display_name="a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-a-long-name-",
    container_uri="gcr.io/project/trainer")
job.run(machine_type="n1-standard-8")
}];
  let sources = ["googleapis/python-aiplatform at 91cc8ce4f015, google/cloud/aiplatform/utils/__init__.py"];
}

} // group
