//===- Tpu.td - Rules on TPU jobs --------------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar TpuGuide = "AI Platform Training guide `Using TPUs`";

let group = Tpu, confidence = Table in {

def TpuParameterServer : Rule<"tpu-parameter-server", "TL0401"> {
  let summary = "parameter servers in a TPU job";
  let explanation = [{
A TPU job is a master and one TPU worker. The service rejects the request if
`parameterServerCount` is greater than zero.
}];
  let messages = [
    Message<"given", "a TPU job takes no parameter servers, `{field}` is {count}",
            [Text<"field">, Number<"count">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-highcpu-16
  workerType: cloud_tpu
  workerCount: 1
  workerConfig:
    acceleratorConfig:
      type: TPU_V2
      count: 8
  parameterServerType: n1-standard-4
  parameterServerCount: 1
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-highcpu-16
  workerType: cloud_tpu
  workerCount: 1
  workerConfig:
    acceleratorConfig:
      type: TPU_V2
      count: 8
}];
  let sources = [TpuGuide];
}

def TpuWorkerCount : Rule<"tpu-worker-count", "TL0402"> {
  let fix = UnsafeFix;
  let summary = "a TPU job with another number of workers than one";
  let explanation = [{
The worker of a TPU job is the machine that holds the TPU, and there is exactly
one. Set `workerCount` to 1.
}];
  let messages = [
    Message<"wrong", "a TPU job has one cloud_tpu worker, `{field}` is {count}",
            [Text<"field">, Number<"count">]>,
    Message<"absent", "a TPU job has one cloud_tpu worker, `{field}` is missing",
            [Text<"field">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: complex_model_m
  workerType: cloud_tpu
  workerCount: 4
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: complex_model_m
  workerType: cloud_tpu
  workerCount: 1
}];
  let sources = [TpuGuide];
}

def TpuAcceleratorConfig : Rule<"tpu-accelerator-config", "TL0403"> {
  let fix = UnsafeFix;
  let summary = "a TPU worker with cores that cannot be attached";
  let explanation = [{
A `cloud_tpu` worker has 8 cores of TPU_V2 or TPU_V3; no other number can be
attached, and no GPU. Beside a Compute Engine master the documented form says so
in `workerConfig.acceleratorConfig`; beside a legacy master it is left out.
}];
  let messages = [
    Message<"notOffered",
            "{count} x {accelerator} is not offered on a cloud_tpu worker; offered: {offered}",
            [Text<"count">, Text<"accelerator">, Text<"offered">]>,
    Message<"wrongType",
            "{accelerator} cannot be attached to a cloud_tpu worker; offered: {offered}",
            [Text<"accelerator">, Text<"offered">]>,
    WarningMessage<"undocumented",
                   "no public text says how many {accelerator} a cloud_tpu worker takes",
                   [Text<"accelerator">]>,
    WarningMessage<"noCount", "{accelerator} has no `count`, so none is attached",
                   [Text<"accelerator">]>,
    WarningMessage<"absent",
                   "a cloud_tpu worker beside Compute Engine master {machine} has no `acceleratorConfig`",
                   [Text<"machine">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-highcpu-16
  workerType: cloud_tpu
  workerCount: 1
  workerConfig:
    acceleratorConfig:
      type: TPU_V2
      count: 4
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-highcpu-16
  workerType: cloud_tpu
  workerCount: 1
  workerConfig:
    acceleratorConfig:
      type: TPU_V2
      count: 8
}];
  let sources = [TpuGuide, "AI Platform release notes, 2019-08-26 (TPU v3)"];
  let tables = ["ai-platform-accelerator-counts"];
}

def TpuAsMaster : Rule<"tpu-as-master", "TL0404"> {
  let summary = "a TPU as the master of the job";
  let explanation = [{
The master runs the Python code and drives the TPU over the network; it cannot be
the TPU machine itself. The service answers that the machine type is not
supported for the master. Put `cloud_tpu` into `workerType`.
}];
  let messages = [
    Message<"machine", "cloud_tpu cannot be the master of a job">,
    Message<"accelerator", "{accelerator} cannot be attached to the master of a job",
            [Text<"accelerator">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: cloud_tpu
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: complex_model_m
  workerType: cloud_tpu
  workerCount: 1
}];
  let sources = ["ml.googleapis.com, HTTP 400 for field master_type", TpuGuide];
}

def TpuRegion : Rule<"tpu-region", "TL0405"> {
  let fix = UnsafeFix;
  let summary = "a TPU job in a region without TPUs";
  let explanation = [{
AI Platform offers TPUs to training jobs in us-central1 and, since 2020-06-22, in
europe-west4. Vertex AI offers each generation in regions of its own, and pods in
fewer than single machines.
}];
  let messages = [
    Message<"none", "{region} offers no TPUs to training jobs", [Text<"region">]>,
    Message<"type", "{region} does not offer {accelerator}",
            [Text<"region">, Text<"accelerator">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC_TPU
  region: us-east1
}];
  let good = [{
trainingInput:
  scaleTier: BASIC_TPU
  region: us-central1
}];
  let sources = [TpuGuide, "AI Platform release notes, 2020-06-22", "Vertex AI locations, accelerators for training"];
  let tables = ["ai-platform-region-accelerators", "vertex-region-accelerators"];
}

def TpuRuntimeVersion : Rule<"tpu-runtime-version", "TL0406"> {
  let summary = "a runtime version that does not support TPUs";
  let explanation = [{
The TPU runs the same TensorFlow as the runtime version, so only certain runtime
versions can train on it. Beside a custom container `tpuTfVersion` says which. The support of 1.11 and 1.12 has ended; a version that
the table does not know is a warning.
}];
  let messages = [
    Message<"unsupported", "{what} {version} does not support TPUs",
            [Text<"what">, Text<"version">]>,
    WarningMessage<"ended", "TPU support of {what} {version} ended on {date}",
                   [Text<"what">, Text<"version">, Text<"date">]>,
    WarningMessage<"unknown", "the tables do not say whether {what} {version} supports TPUs",
                   [Text<"what">, Text<"version">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC_TPU
  runtimeVersion: "1.10"
}];
  let good = [{
trainingInput:
  scaleTier: BASIC_TPU
  runtimeVersion: "2.1"
}];
  let sources = [TpuGuide, "AI Platform release notes to 2020-08-14"];
  let tables = ["ai-platform-runtime-versions"];
}

def TpuTfVersion : Rule<"tpu-tf-version", "TL0407"> {
  let summary = "tpuTfVersion is missing or has no place here";
  let explanation = [{
`tpuTfVersion` tells the TPU which TensorFlow the custom container brings. A TPU
worker whose job runs a custom container needs it; every other replica must not
have it.
}];
  let messages = [
    Message<"missing", "a TPU worker with a custom container needs `{field}`",
            [Text<"field">]>,
    Message<"misplaced", "`{field}` belongs to a TPU worker with a custom container",
            [Text<"field">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-highcpu-16
  masterConfig:
    imageUri: gcr.io/project/trainer
  workerType: cloud_tpu
  workerCount: 1
  workerConfig:
    acceleratorConfig:
      type: TPU_V3
      count: 8
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-highcpu-16
  masterConfig:
    imageUri: gcr.io/project/trainer
  workerType: cloud_tpu
  workerCount: 1
  workerConfig:
    tpuTfVersion: "2.1"
    acceleratorConfig:
      type: TPU_V3
      count: 8
}];
  let sources = ["ml.googleapis.com v1, ReplicaConfig.tpuTfVersion"];
}

def TpuRole : Rule<"tpu-role", "TL0408"> {
  let severity = Warning;
  let confidence = Dated;
  let summary = "a TPU on parameter servers or evaluators";
  let explanation = [{
Every documented TPU job has its TPU on the worker. No text describes a TPU on a
parameter server or an evaluator.
}];
  let messages = [
    WarningMessage<"undocumented", "{what} is documented for workers only, not for {role}",
                   [Text<"what">, Text<"role">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: complex_model_m
  workerType: cloud_tpu
  workerCount: 1
  evaluatorType: cloud_tpu
  evaluatorCount: 1
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: complex_model_m
  workerType: cloud_tpu
  workerCount: 1
}];
  let sources = [TpuGuide];
}

} // group
