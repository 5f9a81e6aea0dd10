//===- Machines.td - Rules on tiers and machines -----------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar GpuGuide = "AI Platform Training guide `Using GPUs`, table of valid GPU counts and its text";
defvar VertexComputeGuide = "Vertex AI guide `Configure compute resources for training`";
defvar JobApi = "ml.googleapis.com v1, TrainingInput";

let group = Machines, confidence = Table in {

def ScaleTierConflict : Rule<"scale-tier-conflict", "TL0201"> {
  let fix = UnsafeFix;
  let summary = "the scale tier and the machine fields contradict each other";
  let explanation = [{
Machine types, counts and accelerators are chosen by the job only when the scale
tier is `CUSTOM`, and a `CUSTOM` job has to name its master. Every other tier
brings its own machines, so the fields beside it are refused or ignored and the
job trains on something else than the file says. A TPU worker needs `CUSTOM`,
too; `BASIC_TPU` already is a master with a TPU.

A file that gives the tier without the machine, or the machines without the
tier, is a warning: the flags of the command that names it may give the other.
The command is checked together with its file.
}];
  let messages = [
    Message<"fieldsNeedCustom", "scale tier {tier} does not take {fields}",
            [Text<"tier">, Text<"fields">]>,
    WarningMessage<"fieldsWithoutTier",
                   "{fields} {take} effect with scale tier CUSTOM only, and the file gives no scale tier",
                   [Text<"fields">, Text<"take">]>,
    Message<"customWithoutMaster", "scale tier CUSTOM needs a `{field}`",
            [Text<"field">]>,
    WarningMessage<"customWithoutMasterInFile",
                   "scale tier CUSTOM needs a `{field}`, and the file gives none",
                   [Text<"field">]>];
  let bad = [{
trainingInput:
  scaleTier: BASIC_GPU
  masterType: n1-standard-8
  workerType: n1-standard-8
  workerCount: 4
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerType: n1-standard-8
  workerCount: 4
}];
  let sources = [JobApi, "AI Platform Training guide `Using TPUs`", "gcloud ai-platform jobs submit training, --master-machine-type"];
}

def CountWithoutMachineType : Rule<"count-without-machine-type", "TL0202"> {
  let summary = "replicas are asked for, but no machine type says what they run on";
  let explanation = [{
A count of workers, parameter servers or evaluators above zero needs the machine
type of the same role. The service rejects the job.
}];
  let messages = [
    Message<"missing", "`{countField}` is {count}, but there is no `{typeField}`",
            [Text<"countField">, Number<"count">, Text<"typeField">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerCount: 4
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerType: n1-standard-8
  workerCount: 4
}];
  let sources = [JobApi];
}

def MachineTypeWithoutCount : Rule<"machine-type-without-count", "TL0203"> {
  let severity = Warning;
  let confidence = Exact;
  let summary = "a machine type without replicas has no effect";
  let explanation = [{
The number of replicas of a role is zero unless the file gives it, so a machine
type alone starts nothing: the job runs without the workers, parameter servers
or evaluators that it seems to ask for.
}];
  let messages = [
    Message<"absent", "`{typeField}` has no effect: there is no `{countField}`",
            [Text<"typeField">, Text<"countField">]>,
    Message<"zero", "`{typeField}` has no effect: `{countField}` is 0",
            [Text<"typeField">, Text<"countField">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerType: n1-standard-8
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerType: n1-standard-8
  workerCount: 2
}];
  let sources = [JobApi];
}

def ConfigWithoutPool : Rule<"config-without-pool", "TL0213"> {
  let severity = Warning;
  let confidence = Exact;
  let summary = "configuration of replicas that the job does not have";
  let explanation = [{
The number of workers, parameter servers and evaluators is zero unless the job gives
it. With a configuration alone, and neither a machine type nor a count, none is
started: the accelerators or the image that it names are those of nothing.
}];
  let messages = [
    Message<"absent", "the job has none of {replicas} that this configures",
            [Text<"replicas">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerType: n1-standard-8
  workerCount: 2
  workerConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
}];
  let sources = ["ml.googleapis.com v1, TrainingInput (workerCount, parameterServerCount and evaluatorCount default to zero)"];
}

def MixedMachineTypes : Rule<"mixed-machine-types", "TL0204"> {
  let summary = "legacy and Compute Engine machine types in one job";
  let explanation = [{
All roles of a job use legacy machine types (`standard`, `complex_model_m_gpu`)
or all use Compute Engine types (`n1-standard-8`); the service rejects a mixture.
`cloud_tpu` goes with either kind.
}];
  let messages = [
    Message<"mixed", "{kind} machine type {machine} beside {otherKind} machine type {other}",
            [Text<"kind">, Text<"machine">, Text<"otherKind">, Text<"other">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerType: large_model
  workerCount: 2
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  workerType: n1-highmem-8
  workerCount: 2
}];
  let sources = [JobApi];
  let tables = ["machine-types"];
}

def UnknownMachineType : Rule<"unknown-machine-type", "TL0205"> {
  let severity = Warning;
  let confidence = Dated;
  let fix = UnsafeFix;
  let summary = "a machine type that the service does not list";
  let explanation = [{
The machine type is in none of the lists of AI Platform Training that trainlint
has: the Compute Engine types that take GPUs and the legacy types. It may be
misspelled, or be a Compute Engine type that the service does not take. The legacy
types are a closed list, so a name of their form that is not in it is an error. The
list of Vertex AI is complete, so a type of Compute Engine that it does not name is an
error there; a type that is in no table may be newer than the tables.
}];
  let messages = [
    WarningMessage<"unknown", "{machine} is not a machine type that trainlint knows",
                   [Text<"machine">]>,
    WarningMessage<"notListed",
                   "{machine} is a Compute Engine machine type that no list of AI Platform names",
                   [Text<"machine">]>,
    ErrorMessage<"notOffered",
                 "{machine} is a Compute Engine machine type that Vertex AI does not train on",
                 [Text<"machine">]>,
    ErrorMessage<"legacy", "{machine} is a legacy machine type of AI Platform, which Vertex AI does not have",
                 [Text<"machine">]>,
    ErrorMessage<"noLegacy", "{machine} is not a legacy machine type",
                 [Text<"machine">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standrad-8
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
}];
  let sources = [GpuGuide, VertexComputeGuide];
  let tables = ["machine-types"];
}

def LegacyMachineType : Rule<"legacy-machine-type", "TL0206"> {
  let tag = Deprecated;
  let severity = Info;
  let confidence = Dated;
  let summary = "a legacy machine type";
  let explanation = [{
Since 2019-10-28 the service recommends Compute Engine machine types: they can be
chosen more finely, and accelerators are attached in the number that is needed.
}];
  let messages = [
    InfoMessage<"legacy", "{machines} {verb} legacy", [Text<"machines">, Text<"verb">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: complex_model_m
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-highcpu-16
}];
  let sources = ["AI Platform release notes, 2019-10-28"];
  let tables = ["machine-types"];
}

def UnknownAccelerator : Rule<"unknown-accelerator", "TL0207"> {
  let fix = SafeFix;
  let summary = "an accelerator that the service does not have";
  let explanation = [{
The accelerator is none of the names in the closed list of the service's
interface. Files spell them as the interface does, in capital letters with `_`;
for the form of the command line there is `accelerator-spelling`.
}];
  let messages = [
    Message<"unknown", "{accelerator} is not an accelerator of {service}",
            [Text<"accelerator">, Text<"service">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: Nvidia_Tesla_T4
      count: 1
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
}];
  let sources = ["ml.googleapis.com v1, AcceleratorConfig.Type", "aiplatform.googleapis.com v1, AcceleratorType"];
  let tables = ["accelerators"];
}

def AcceleratorOnLegacyMachine : Rule<"accelerator-on-legacy-machine", "TL0208"> {
  let summary = "an accelerator attached to a legacy machine type";
  let explanation = [{
Accelerators attach to Compute Engine machine types. A legacy type has the
accelerators that its name says (`standard_p100`) and takes no others.
}];
  let messages = [
    Message<"attached", "legacy machine type {machine} takes no accelerator",
            [Text<"machine">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: complex_model_m
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 2
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-highcpu-16
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 2
}];
  let sources = [JobApi, GpuGuide];
  let tables = ["machine-types"];
}

def AcceleratorNotAttachable : Rule<"accelerator-not-attachable", "TL0209"> {
  let summary = "an accelerator that this machine type never takes";
  let explanation = [{
No number of these accelerators can be attached to the machine type: it has no
entry in the service's table. The finding lists what the machine does take.
}];
  let messages = [
    Message<"never", "{accelerator} cannot be attached to {machine}",
            [Text<"accelerator">, Text<"machine">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-64
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_P100
      count: 4
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-highcpu-64
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_P100
      count: 4
}];
  let sources = [GpuGuide, VertexComputeGuide];
  let tables = ["ai-platform-accelerator-counts", "vertex-accelerator-counts"];
}

def AcceleratorCount : Rule<"accelerator-count", "TL0210"> {
  let fix = UnsafeFix;
  let summary = "a number of accelerators that is not offered on this machine type";
  let explanation = [{
Only certain numbers of an accelerator can be attached to a machine type: the
accelerators have to provide for all of its vCPUs and memory. Each V100, for one,
provides for 12 vCPUs and 76 GB, so a machine with 32 vCPUs needs at least four,
and three can never be attached. In a file the number is zero unless it is given,
and the job trains on the CPU that was meant to feed its GPU.
}];
  let messages = [
    Message<"notOffered",
            "{count} x {accelerator} is not offered on {machine}; offered: {offered}",
            [Text<"count">, Text<"accelerator">, Text<"machine">, Text<"offered">]>,
    Message<"notPositive", "the number of accelerators is {count}; the minimum is 1",
            [Text<"count">]>,
    WarningMessage<"noCount", "{accelerator} has no `count`, so none is attached",
                   [Text<"accelerator">]>,
    WarningMessage<"noType", "`count` is set, but `type` is missing">,
    Message<"countMissing",
            "{accelerator} has no `{countField}`, so none is attached and the job trains without",
            [Text<"accelerator">, Text<"countField">]>,
    Message<"typeMissing", "`{countField}` is set, but `{typeField}` is missing",
            [Text<"countField">, Text<"typeField">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-32
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_V100
      count: 2
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-32
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_V100
      count: 4
}];
  let sources = [GpuGuide, VertexComputeGuide];
  let tables = ["ai-platform-accelerator-counts", "vertex-accelerator-counts", "accelerator-limits", "machine-types"];
}

def AcceleratorEndOfSupport : Rule<"accelerator-end-of-support", "TL0211"> {
  let tag = Deprecated;
  let severity = Warning;
  let confidence = Dated;
  let summary = "an accelerator that is no longer supported";
  let explanation = [{
The service still knows the accelerator, but its support has ended since, or ends
on a day that is announced, so a job that asks for it may never start.
}];
  let messages = [
    WarningMessage<"ended", "{accelerator} has reached its end of support",
                   [Text<"accelerator">]>,
    InfoMessage<"endedInMachine", "{accelerator}, which {machine} contains, has reached its end of support",
                [Text<"accelerator">, Text<"machine">]>,
    WarningMessage<"until", "{accelerator} is supported by Vertex AI until {date}",
                   [Text<"accelerator">, Text<"date">]>];
  let bad = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_K80
      count: 1
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
}];
  let sources = ["aiplatform.googleapis.com v1, AcceleratorType: K80 is deprecated", VertexComputeGuide];
  let tables = ["accelerators", "vertex-accelerators"];
}

def BasicGpuAccelerator : Rule<"basic-gpu-accelerator", "TL0212"> {
  let severity = Info;
  let confidence = Dated;
  let summary = "what scale tier BASIC_GPU gives";
  let explanation = [{
`BASIC_GPU` is one machine with one GPU whose type the job cannot choose. Older
texts name a K80, whose support has ended; `CUSTOM` with a `masterConfig` says
which GPU to use.
}];
  let messages = [
    InfoMessage<"one", "BASIC_GPU is one machine with one GPU of the service's choice">];
  let bad = [{
trainingInput:
  scaleTier: BASIC_GPU
}];
  let good = [{
trainingInput:
  scaleTier: CUSTOM
  masterType: n1-standard-8
  masterConfig:
    acceleratorConfig:
      type: NVIDIA_TESLA_T4
      count: 1
}];
  let sources = [GpuGuide];
  let tables = ["ai-platform-scale-tiers"];
}

def MachineProvisioning : Rule<"machine-provisioning", "TL0214"> {
  let exampleName = "job.yaml";
  let severity = Warning;
  let summary = "a machine that is not offered in the way it is asked for";
  let explanation = [{
Some accelerator-optimized machines are not offered on demand, or not as Spot VMs:
`a3-highgpu-1g`, `-2g` and `-4g` are Spot VMs or come by flex-start, A4X machines come from
reservations alone. Whoever asks for one in another way gets an error, or waits for a
node that is never made. What is created without a word on it is created on demand.
}];
  let messages = [
    ErrorMessage<"refused", "{machine} is not offered {asked}, only {offered}",
                 [Text<"machine">, Text<"asked">, Text<"offered">]>,
    WarningMessage<"never", "{machine} is not offered {asked}, only {offered}",
                   [Text<"machine">, Text<"asked">, Text<"offered">]>];
  let bad = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-spot: "true"
    cloud.google.com/gke-accelerator: nvidia-gb200
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        nvidia.com/gpu: 4
}];
  let good = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/reservation-name: blocks
    cloud.google.com/gke-accelerator: nvidia-gb200
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        nvidia.com/gpu: 4
}];
  let sources = ["Compute Engine documentation, GPU machine types (2026-04-14)"];
  let tables = ["machine-provisioning"];
}

} // group
