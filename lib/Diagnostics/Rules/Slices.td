//===- Slices.td - Rules on TPU slices ---------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar PodGuide = "Cloud TPU guide `Train PyTorch models on Cloud TPU pods`, Spanish edition";
defvar TpuDocs = "Cloud TPU documentation";

let group = Slices, confidence = Table, exampleName = "create_tpu.sh" in {

def UnknownTpuType : Rule<"unknown-tpu-type", "TL1201"> {
  let fix = UnsafeFix;
  let summary = "an accelerator type that Cloud TPU does not have";
  let explanation = [{
An accelerator type is a generation and a size: `v3-32` has 32 cores, `v6e-16` has 16
chips. The number counts cores for v2, v3, v4, v5p and tpu7x, and chips for
v5litepod and v6e. Only some sizes exist; the request for another one fails.
}];
  let messages = [
    Message<"size", "{type} is not an accelerator type of {generation}",
            [Text<"type">, Text<"generation">]>,
    WarningMessage<"unknown", "{type} is not an accelerator type that trainlint knows",
                   [Text<"type">]>,
    WarningMessage<"generation", "{type} is not a generation that trainlint knows",
                   [Text<"type">]>,
    Message<"noNode", "{type} is no TPU Node: {generation} has TPU VMs only",
            [Text<"type">, Text<"generation">]>];
  let bad = [{
gcloud compute tpus tpu-vm create tpu-1 --zone us-east5-b \
  --accelerator-type v6e-12 --version v2-alpha-tpuv6e
}];
  let good = [{
gcloud compute tpus tpu-vm create tpu-1 --zone us-east5-b \
  --accelerator-type v6e-16 --version v2-alpha-tpuv6e
}];
  let sources = [TpuDocs];
  let tables = ["tpu-types", "tpu-generations"];
}

def TpuTopology : Rule<"tpu-topology", "TL1202"> {
  let fix = UnsafeFix;
  let exampleName = "job.yaml";
  let summary = "a topology that the TPU does not have";
  let explanation = [{
The chips of a slice form a rectangle (v2, v3, v5e, v6e) or a cuboid (v4, v5p, tpu7x).
Rectangles come in a few sizes. A cuboid of 64 chips or more is made of cubes, so
every dimension is a multiple of 4; there are few smaller ones. On Vertex AI the
machine type narrows it down further, and has to be told which one it is.
}];
  let messages = [
    Message<"missing", "{machine} needs a `{field}`",
            [Text<"machine">, Text<"field">]>,
    Message<"notOfMachine", "{machine} does not take topology {topology}",
            [Text<"machine">, Text<"topology">]>,
    WarningMessage<"noTpu", "`{field}` has no effect: {machine} has no TPU",
                   [Text<"field">, Text<"machine">]>,
    Message<"form", "{topology} is not a topology, which is written like 2x4",
            [Text<"topology">]>,
    Message<"dimensions",
            "{topology} has {given} dimensions, a topology of {generation} has {wanted}",
            [Text<"topology">, Number<"given">, Text<"generation">, Number<"wanted">]>,
    Message<"notOfAccelerator", "{accelerator} has no topology {topology}",
            [Text<"accelerator">, Text<"topology">]>,
    WarningMessage<"order",
                   "topologies of {accelerator} are written in ascending order: {right}, not {topology}",
                   [Text<"accelerator">, Text<"right">, Text<"topology">]>,
    Message<"notOffered", "{topology} is not a topology of {generation}",
            [Text<"topology">, Text<"generation">]>,
    Message<"noCubes", "{topology} is not made of cubes of 4x4x4", [Text<"topology">]>,
    WarningMessage<"tooLarge",
                   "{topology} has {chips} chips; the maximum for {generation} is {most}",
                   [Text<"topology">, Number<"chips">, Text<"generation">, Number<"most">]>];
  let bad = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-tpu-accelerator: tpu-v4-podslice
    cloud.google.com/gke-tpu-topology: 4x4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        google.com/tpu: 4
}];
  let good = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-tpu-accelerator: tpu-v4-podslice
    cloud.google.com/gke-tpu-topology: 2x2x4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        google.com/tpu: 4
}];
  let sources = [TpuDocs # ", supported configurations",
                 "Vertex AI guide `Configure compute resources for training`",
                 "AI-Hypercomputer/xpk, src/xpk/core/system_characteristics.py"];
  let tables = ["tpu-types", "tpu-generations", "vertex-tpu-topologies",
                "gke-tpu-accelerators", "gke-tpu-topologies"];
}

def PodVmCount : Rule<"pod-vm-count", "TL1203"> {
  let fix = UnsafeFix;
  let summary = "the instance group is not of the size that the TPU pod needs";
  let explanation = [{
In the architecture with TPU Nodes a pod is fed by VMs of one's own, one for each 8
cores. With fewer VMs the training does not start; those beyond are paid for and
idle. Beside a single device, which one VM feeds, more of them are worth a look.
}];
  let messages = [
    Message<"wrong", "a {type} pod needs {needed} VMs, the instance group has {given}",
            [Text<"type">, Number<"needed">, Number<"given">]>,
    InfoMessage<"single", "one VM feeds a {type}, the instance group has {given}",
                [Text<"type">, Number<"given">]>];
  let bad = [{
gcloud compute instance-groups managed create vms --size 8 --template vm \
  --zone europe-west4-a
gcloud compute tpus create tpu-1 --zone europe-west4-a --network default \
  --accelerator-type v3-32 --version pytorch-1.13
}];
  let good = [{
gcloud compute instance-groups managed create vms --size 4 --template vm \
  --zone europe-west4-a
gcloud compute tpus create tpu-1 --zone europe-west4-a --network default \
  --accelerator-type v3-32 --version pytorch-1.13
}];
  let sources = [PodGuide];
  let tables = ["tpu-types"];
}

def TpuZone : Rule<"tpu-zone", "TL1204"> {
  let severity = Warning;
  let confidence = Dated;
  let fix = UnsafeFix;
  let summary = "a zone that does not offer the TPU";
  let explanation = [{
Each generation of TPUs is in a few zones, and of the older ones each size is in fewer
still. The request for a TPU in another zone is refused. Zones change, so this is a
warning with the date of the table.
}];
  let messages = [
    Message<"notOffered", "{zone} does not offer {type}", [Text<"zone">, Text<"type">]>,
    Message<"unknown", "{zone} is not a zone that trainlint knows", [Text<"zone">]>,
    Message<"aws", "{zone} is a zone of AWS, not of Google Cloud", [Text<"zone">]>,
    InfoMessage<"sovereign",
                "{zone} is named like a zone of a sovereign cloud, which is not checked",
                [Text<"zone">]>,
    Message<"region", "{zone} is a region, a TPU is in a zone", [Text<"zone">]>];
  let bad = [{
gcloud compute tpus tpu-vm create tpu-1 --zone us-central1-b \
  --accelerator-type v4-8 --version tpu-ubuntu2204-base
}];
  let good = [{
gcloud compute tpus tpu-vm create tpu-1 --zone us-central2-b \
  --accelerator-type v4-8 --version tpu-ubuntu2204-base
}];
  let sources = [TpuDocs # ", types and zones"];
  let tables = ["tpu-zones"];
}

def TpuHostZone : Rule<"tpu-host-zone", "TL1205"> {
  let confidence = Exact;
  let fix = UnsafeFix;
  let summary = "the VMs are in another zone than the TPU that they feed";
  let explanation = [{
A TPU Node and the VMs that feed it are in one zone and one network: from elsewhere
the VMs cannot reach it.
}];
  let messages = [
    Message<"other", "the VMs are in {zone}, their TPU is in {tpuZone}",
            [Text<"zone">, Text<"tpuZone">]>];
  let bad = [{
gcloud compute instance-groups managed create vms --size 4 --template vm \
  --zone us-central1-a
gcloud compute tpus create tpu-1 --zone europe-west4-a --network default \
  --accelerator-type v2-32 --version pytorch-1.13
}];
  let good = [{
gcloud compute instance-groups managed create vms --size 4 --template vm \
  --zone europe-west4-a
gcloud compute tpus create tpu-1 --zone europe-west4-a --network default \
  --accelerator-type v2-32 --version pytorch-1.13
}];
  let sources = [PodGuide];
}

def TpuSoftwareVersion : Rule<"tpu-software-version", "TL1206"> {
  let fix = UnsafeFix;
  let summary = "a software version that does not go with the TPU";
  let explanation = [{
A TPU is created with a software version. The images for PyTorch and JAX are made for
a generation. Those for TensorFlow have their number in the name, `-pod` behind it on
slices of several hosts, and, from 2.15.0 on, the API that drives the devices. With
another version the TPU is not created, or the program does not find its devices.
The version of a TPU Node and the environment of the program have the same number.
}];
  let messages = [
    Message<"noDeviceApi", "{version} does not say which API drives the devices",
            [Text<"version">]>,
    Message<"deviceApi", "{version} does not exist: before 2.15.0 there is no `{api}`",
            [Text<"version">, Text<"api">]>,
    WarningMessage<"noPod", "{version} is for one host, a {type} slice has {hosts}",
                   [Text<"version">, Text<"type">, Number<"hosts">]>,
    WarningMessage<"podOnOneHost", "{version} is for several hosts, a {type} slice has one",
                   [Text<"version">, Text<"type">]>,
    WarningMessage<"unknown", "{version} is not a version that trainlint knows",
                   [Text<"version">]>,
    Message<"noTensorFlow", "{version} is for TensorFlow, which {generation} does not run",
            [Text<"version">, Text<"generation">]>,
    Message<"otherGeneration", "{version} is made for {generations}, not for {generation}",
            [Text<"version">, Text<"generations">, Text<"generation">]>,
    WarningMessage<"otherGenerationWarning",
                   "{version} is documented for {generations}, not for {generation}",
                   [Text<"version">, Text<"generations">, Text<"generation">]>,
    WarningMessage<"ofNode", "{version} is a version of TPU Nodes, not of TPU VMs",
                   [Text<"version">]>,
    WarningMessage<"ofVm", "{version} is a version of TPU VMs, not of TPU Nodes",
                   [Text<"version">]>,
    WarningMessage<"image", "the image {image} does not go with {version}",
                   [Text<"image">, Text<"version">]>,
    WarningMessage<"environment", "the environment {environment} does not go with {version}",
                   [Text<"environment">, Text<"version">]>,
    WarningMessage<"activated", "the environment {environment} is activated, and the TPU has {version}",
                   [Text<"environment">, Text<"version">]>,
    WarningMessage<"path", "the program is that of {environment}, and the TPU has {version}",
                   [Text<"environment">, Text<"version">]>,
    WarningMessage<"tensorFlow", "{version} is for TensorFlow, and {program} is a program of PyTorch",
                   [Text<"version">, Text<"program">]>];
  let bad = [{
gcloud compute tpus tpu-vm create tpu-1 --zone us-east5-a \
  --accelerator-type v5p-8 --version v2-alpha-tpuv6e
}];
  let good = [{
gcloud compute tpus tpu-vm create tpu-1 --zone us-east5-a \
  --accelerator-type v5p-8 --version v2-alpha-tpuv5
}];
  let sources = [TpuDocs # ", runtimes and supported TPU versions", PodGuide];
  let tables = ["tpu-software-versions", "tpu-software-generations"];
}

def TpuTypeNotGiven : Rule<"tpu-type-not-given", "TL1207"> {
  let severity = Info;
  let confidence = Dated;
  let summary = "a TPU is created without an accelerator type";
  let explanation = [{
gcloud creates a `v2-8` where no accelerator type is given: the smallest and oldest.
}];
  let messages = [
    Message<"absent", "the command gives no accelerator type, so it creates a {type}",
            [Text<"type">]>];
  let bad = [{
gcloud compute tpus create tpu-1 --zone us-central1-b --version 2.8.0
}];
  let good = [{
gcloud compute tpus create tpu-1 --zone us-central1-b --version 2.8.0 \
  --accelerator-type v2-8
}];
  let sources = ["gcloud compute tpus, the flags of its create commands"];
}

def LaunchTpuName : Rule<"launch-tpu-name", "TL1208"> {
  let severity = Warning;
  let confidence = Exact;
  let fix = UnsafeFix;
  let summary = "a program is started on another TPU than the script creates";
  let explanation = [{
`xla_dist --tpu` finds the TPU by its name. If the script creates one of another name,
the program starts on an old TPU or not at all, while the new one is paid for.
}];
  let messages = [
    Message<"unknown", "the program is started on {wanted}, the script creates {created}",
            [Text<"wanted">, Text<"created">]>];
  let bad = [{
gcloud compute tpus create tpu-1 --zone europe-west4-a --network default \
  --accelerator-type v3-8 --version pytorch-1.13
python -m torch_xla.distributed.xla_dist --tpu=tpu-2 \
  --conda-env=torch-xla-1.13 -- python train.py
}];
  let good = [{
gcloud compute tpus create tpu-1 --zone europe-west4-a --network default \
  --accelerator-type v3-8 --version pytorch-1.13
python -m torch_xla.distributed.xla_dist --tpu=tpu-1 \
  --conda-env=torch-xla-1.13 -- python train.py
}];
  let sources = [PodGuide];
}

def TpuAddressRange : Rule<"tpu-address-range", "TL1209"> {
  let severity = Warning;
  let confidence = Dated;
  let summary = "the block of addresses is too small for the TPU";
  let explanation = [{
A TPU Node takes its addresses from the block that `--range` names, and each host
needs its own. A single device fits into a /29, a pod needs more.
}];
  let messages = [
    Message<"small", "{range} is too small for a {type}, which needs a /{length} block",
            [Text<"range">, Text<"type">, Number<"length">]>];
  let bad = [{
gcloud compute tpus create tpu-1 --zone europe-west4-a --network default \
  --accelerator-type v3-256 --version 2.8.0 --range 10.240.1.0/29
}];
  let good = [{
gcloud compute tpus create tpu-1 --zone europe-west4-a --network default \
  --accelerator-type v3-256 --version 2.8.0 --range 10.240.0.0/26
}];
  let sources = ["tensorflow/tpu, tools/ctpu/ctrl/tpu.go at 7dc921f846c9"];
  let tables = ["tpu-types"];
}

def WorkloadPolicy : Rule<"workload-policy", "TL1210"> {
  let confidence = Dated;
  let exampleName = "create.sh";
  let summary = "a TPU7x slice of several nodes without a workload policy";
  let explanation = [{
GKE places the nodes of a slice by a policy. For the older generations it makes one of
`--tpu-topology`; for TPU7x it needs a workload policy, which is made before the node
pool (`gcloud compute resource-policies create workload-policy`) with the topology of
the slice and named by `--placement-policy`. Without it the node pool is refused, and
so it is with `--placement-type=COMPACT`. The topology of the policy goes with the type
`HIGH_THROUGHPUT`.
}];
  let messages = [
    Message<"missing", "a {topology} slice of {generation} needs a workload policy in `{field}`",
            [Text<"topology">, Text<"generation">, Text<"field">]>,
    Message<"compact", "`{field}` makes a placement policy, which a {topology} slice of {generation} does not take",
            [Text<"field">, Text<"topology">, Text<"generation">]>,
    Message<"type", "`{field}` needs the type HIGH_THROUGHPUT, not {type}",
            [Text<"field">, Text<"type">]>,
    Message<"differs", "the policy {name} is for a {policy} slice, and the node pool is one of {topology}",
            [Text<"name">, Text<"policy">, Text<"topology">]>];
  let bad = [{
gcloud container node-pools create pool-1 --cluster c-1 --zone us-central1-c \
  --machine-type tpu7x-standard-4t --tpu-topology 2x2x2 --num-nodes 2
}];
  let good = [{
gcloud container node-pools create pool-1 --cluster c-1 --zone us-central1-c \
  --machine-type tpu7x-standard-4t --tpu-topology 2x2x2 --num-nodes 2 \
  --placement-policy policy-1
}];
  let sources = ["GKE guide `About TPU7x`", "AI-Hypercomputer/xpk, src/xpk/core/nodepool.py"];
  let tables = ["gke-tpu-accelerators", "gke-tpu-topologies"];
}

def TpuApiGeneration : Rule<"tpu-api-generation", "TL1211"> {
  let severity = Info;
  let confidence = Dated;
  let exampleName = "create.sh";
  let summary = "a generation of TPUs that is documented for GKE and Compute Engine only";
  let explanation = [{
The Cloud TPU API (`gcloud compute tpus`) is no longer developed, as its own pages say.
TPU7x is documented for GKE node pools and for instances of Compute Engine.
}];
  let messages = [
    InfoMessage<"elsewhere", "{generation} is documented for GKE and Compute Engine, not for `gcloud compute tpus`",
                [Text<"generation">]>];
  let bad = [{
gcloud compute tpus tpu-vm create tpu-1 --zone us-central1-c \
  --accelerator-type tpu7x-8 --version v2-alpha-tpu7-ubuntu2404
}];
  let good = [{
gcloud compute instances create tpu-1 --zone us-central1-c \
  --machine-type tpu7x-standard-4t --image-project ubuntu-os-accelerator-images \
  --image-family ubuntu-accel-2404-amd64-tpu-tpu7x
}];
  let sources = ["Cloud TPU guides `Introduction to Cloud TPU` and `TPU7x`"];
  let tables = ["tpu-generations"];
}

} // group
