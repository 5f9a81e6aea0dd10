//===- Software.td - Rules on runtimes and images ----------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar ReplicaApi = "ml.googleapis.com v1, TrainingInput and ReplicaConfig";
defvar ReleaseNotes = "AI Platform release notes to 2020-08-14";

let group = Software in {

def RuntimeVersionRetired : Rule<"runtime-version-retired", "TL0501"> {
  let tag = Deprecated;
  let severity = Warning;
  let confidence = Dated;
  let summary = "a runtime version that is no longer available";
  let explanation = [{
Since 2020-03-17 the runtime versions up to 1.9 are not available for training;
a job that asks for one is refused.
}];
  let messages = [
    WarningMessage<"since", "runtime version {version} is not available for training since {date}",
                   [Text<"version">, Text<"date">]>,
    WarningMessage<"retired", "runtime version {version} is no longer supported",
                   [Text<"version">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  runtimeVersion: "1.6"
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
  runtimeVersion: "2.1"
}];
  let sources = ["AI Platform release notes, 2020-03-17"];
  let tables = ["ai-platform-runtime-versions"];
}

def PythonVersionRuntime : Rule<"python-version-runtime", "TL0502"> {
  let fix = UnsafeFix;
  let confidence = Table;
  let summary = "a Python version that the runtime version does not have";
  let explanation = [{
Python 3.7 comes with runtime version 1.15 and later, 3.5 with 1.4 to 1.14, and
2.7 with 1.15 and earlier.
}];
  let messages = [
    Message<"notOffered", "runtime version {runtime} has no Python {python}; it has {offered}",
            [Text<"runtime">, Text<"python">, Text<"offered">]>,
    WarningMessage<"unknown", "Python {python} is none of the versions that the service names: {offered}",
                   [Text<"python">, Text<"offered">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  runtimeVersion: "2.1"
  pythonVersion: "3.5"
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
  runtimeVersion: "2.1"
  pythonVersion: "3.7"
}];
  let sources = ["ml.googleapis.com v1, TrainingInput.pythonVersion", ReleaseNotes];
  let tables = ["ai-platform-runtime-versions"];
}

def ImageAndRuntimeVersion : Rule<"image-and-runtime-version", "TL0503"> {
  let confidence = Table;
  let summary = "a custom image together with a runtime version";
  let explanation = [{
A job runs in a runtime version or in a container image of its own; `gcloud`
refuses both together.
}];
  let messages = [
    Message<"both", "`{runtime}` and `{image}` must not be given together",
            [Text<"runtime">, Text<"image">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  runtimeVersion: "2.1"
  masterConfig:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    imageUri: gcr.io/project/trainer
}];
  let sources = [ReplicaApi, "gcloud ai-platform jobs submit training, --master-image-uri"];
}

def ContainerCommandWithoutImage : Rule<"container-command-without-image", "TL0504"> {
  let confidence = Table;
  let summary = "a container command without a container image";
  let explanation = [{
`containerCommand` and `containerArgs` replace the entry point of a custom image,
so they cannot be set without one. Workers, parameter servers and evaluators use
the image of the master unless they name their own. A job with a runtime version
cannot have an image at all; without one, `--master-image-uri` may still name the
image, so the finding is a warning.
}];
  let messages = [
    Message<"noImage", "`{field}` needs a container image, and the job has a runtime version",
            [Text<"field">]>,
    WarningMessage<"noImageHere",
                   "`{field}` needs a container image, and the file names none for {role}",
                   [Text<"field">, Text<"role">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    containerCommand: [python, train.py]
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    imageUri: gcr.io/project/trainer
    containerCommand: [python, train.py]
}];
  let sources = [ReplicaApi];
}

def ImageRegistry : Rule<"image-registry", "TL0505"> {
  let severity = Info;
  let confidence = Dated;
  let summary = "an image outside Google's registries";
  let explanation = [{
The service pulls images from Container Registry (`gcr.io`). Artifact Registry
(`pkg.dev`) followed it; images elsewhere have to be copied first.
}];
  let messages = [
    InfoMessage<"elsewhere", "{image} is not in Container Registry or Artifact Registry",
                [Text<"image">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    imageUri: docker.io/library/python
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    imageUri: gcr.io/project/trainer
}];
  let sources = [ReplicaApi];
}

def ImageInherited : Rule<"image-inherited", "TL0506"> {
  let severity = Info;
  let confidence = Table;
  let summary = "replicas that run the image of the master";
  let explanation = [{
Workers, parameter servers and evaluators without an `imageUri` run the image of
the master. That is what most jobs want; it is worth knowing when the master's
image is not made for it.
}];
  let messages = [
    InfoMessage<"inherited", "{roles} run the image of the master", [Text<"roles">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    imageUri: gcr.io/project/trainer
  workerType: n1-standard-8
  workerCount: 2
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    imageUri: gcr.io/project/trainer
  workerType: n1-standard-8
  workerCount: 2
  workerConfig:
    imageUri: gcr.io/project/trainer
}];
  let sources = [ReplicaApi];
}

def ChiefInTfConfig : Rule<"chief-in-tf-config", "TL0507"> {
  let severity = Info;
  let confidence = Table;
  let summary = "how TF_CONFIG names the master";
  let explanation = [{
In a custom container `TF_CONFIG` calls the master `master` unless
`useChiefInTfConfig` is true. TensorFlow 2 expects `chief`, so a distributed
TensorFlow 2 job in a custom container needs it. Without a custom container the
field has no effect.
}];
  let messages = [
    InfoMessage<"noEffect", "`useChiefInTfConfig` has no effect without a custom container">,
    InfoMessage<"distributed",
                "TF_CONFIG will name the master `master`; TensorFlow 2 expects `chief`">];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  runtimeVersion: "2.1"
  useChiefInTfConfig: true
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
  runtimeVersion: "2.1"
}];
  let sources = ["ml.googleapis.com v1, TrainingInput.useChiefInTfConfig", "AI Platform release notes, 2020-03-09"];
}

def NotCloudStorage : Rule<"not-cloud-storage", "TL0508"> {
  let severity = Warning;
  let confidence = Table;
  let summary = "a path that is not in Cloud Storage";
  let explanation = [{
The machines of the job see Cloud Storage, not the disk that the file was written
on: `jobDir` and `packageUris` are `gs://` paths, and so is the
`baseOutputDirectory` of Vertex AI.
}];
  let messages = [
    WarningMessage<"local", "`{field}` takes a gs:// path", [Text<"field">]>,
    ErrorMessage<"flag", "`{flag}` takes a gs:// path", [Text<"flag">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC
  jobDir: /tmp/output
}];
  let good = [{
trainingInput:
  scaleTier: BASIC
  jobDir: gs://bucket/output
}];
  let sources = ["ml.googleapis.com v1, TrainingInput.jobDir and packageUris", "aiplatform.googleapis.com v1, GcsDestination and PythonPackageSpec"];
}

def GpuRuntimeIncident : Rule<"gpu-runtime-incident", "TL0509"> {
  let severity = Info;
  let confidence = Dated;
  let summary = "GPU training was broken on this runtime version at the given date";
  let explanation = [{
Between 2020-01-07 and 2020-02-05 training with GPUs failed on runtime version
1.15. The finding appears for `--as-of` dates in that window only, for those who
look into jobs of that time.
}];
  let messages = [
    InfoMessage<"window", "GPU training on runtime version {version} was broken from {begin} to {end}",
                [Text<"version">, Text<"begin">, Text<"end">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  runtimeVersion: "1.15"
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  runtimeVersion: "1.14"
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
}];
  let exampleOptions = "--as-of=2020-01-15";
  let sources = ["AI Platform release notes, 2020-02-05"];
  let tables = ["ai-platform-runtime-versions"];
}

def TensorFlowOnTpu : Rule<"tensorflow-on-tpu", "TL0510"> {
  let severity = Warning;
  let exampleName = "job.yaml";
  let summary = "TensorFlow on a TPU that it does not support";
  let explanation = [{
TPU7x runs programs of JAX and PyTorch. TensorFlow does not support it, so a program
or a graph of TensorFlow finds no device there. What a container holds is told by its
name only: the images of Google and of TensorFlow are known, all others are left alone.
Models of Keras and ONNX and programs of StableHLO are not graphs of TensorFlow.
}];
  let messages = [
    Message<"image", "{image} is for TensorFlow, which {generation} does not run",
            [Text<"image">, Text<"generation">]>,
    Message<"graph", "the graph is one of TensorFlow, which {generation} does not run",
            [Text<"generation">]>];
  let bad = [{
workerPoolSpecs:
- machineSpec:
    machineType: tpu7x-standard-4t
    tpuTopology: 2x2x1
  replicaCount: 1
  containerSpec:
    imageUri: us-docker.pkg.dev/vertex-ai/training/tf-cpu.2-17:latest
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: tpu7x-standard-4t
    tpuTopology: 2x2x1
  replicaCount: 1
  containerSpec:
    imageUri: us-docker.pkg.dev/project/images/jax-trainer
}];
  let sources = ["Cloud TPU documentation, TPU7x"];
  let tables = ["tpu-generations"];
}

} // group
