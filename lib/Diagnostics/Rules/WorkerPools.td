//===- WorkerPools.td - Rules on worker pools --------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar CustomJobApi = "aiplatform.googleapis.com v1, CustomJobSpec and WorkerPoolSpec";
defvar ComputeGuide = "Vertex AI guide `Configure compute resources for training`";
defvar DistributedGuide = "Vertex AI guide `Distributed training`";
defvar CustomJobFlags = "gcloud ai custom-jobs create, SDK 578.0.0, --config and --worker-pool-spec";

let group = Pools, confidence = Table in {

def SnakeCaseField : Rule<"snake-case-field", "TL1101"> {
  let severity = Warning;
  let confidence = Exact;
  let fix = UnsafeFix;
  let summary = "fields in the spelling of the Python client";
  let explanation = [{
The Python client spells fields with underscores (`worker_pool_specs`), files are
read by gcloud and the REST interface as `workerPoolSpecs`, and gcloud calls keys
with underscores invalid. A file that has this spelling throughout gets one finding,
and is otherwise checked as if it had the other.
}];
  let messages = [
    WarningMessage<"python", "`{key}` is the spelling of the Python client; gcloud takes `{field}`",
                   [Text<"key">, Text<"field">]>];
  let bad = [{
worker_pool_specs:
- machine_spec:
    machine_type: n1-standard-8
  replica_count: 1
  container_spec:
    image_uri: gcr.io/project/trainer
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = [CustomJobFlags];
}

def WorkerPoolsMapping : Rule<"worker-pools-mapping", "TL1102"> {
  let severity = Info;
  let summary = "a single worker pool that is no list";
  let explanation = [{
`workerPoolSpecs` is a list by its type. gcloud also reads a single pool that stands
without one, as examples in its documentation show; other clients do not, and a
second pool cannot be added.
}];
  let messages = [
    InfoMessage<"onePool", "`workerPoolSpecs` is a list; a single mapping is read as its only pool">];
  let bad = [{
workerPoolSpecs:
  machineSpec:
    machineType: n1-standard-8
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = [CustomJobApi, CustomJobFlags];
}

def EmptyPrimaryPool : Rule<"empty-primary-pool", "TL1103"> {
  let summary = "a job whose first worker pool is empty";
  let explanation = [{
A position of `workerPoolSpecs` that is not needed is skipped with an empty value,
but the first pool holds the primary replica, and every job has one.
}];
  let messages = [
    Message<"empty", "the first worker pool is empty">];
  let bad = [{
workerPoolSpecs:
- {}
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 2
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 2
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = [CustomJobApi, CustomJobFlags];
}

def PrimaryReplicaCount : Rule<"primary-replica-count", "TL1104"> {
  let summary = "a first worker pool with other than one replica";
  let explanation = [{
The first pool is the primary replica and has one machine. More workers belong to
the second pool, whose number is free.
}];
  let messages = [
    Message<"notOne", "the first worker pool has one replica, `{field}` is {count}",
            [Text<"field">, Number<"count">]>];
  let bad = [{
workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 4
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 3
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = [DistributedGuide];
}

def WorkerPoolTask : Rule<"worker-pool-task", "TL1105"> {
  let summary = "a worker pool that runs nothing";
  let explanation = [{
A pool runs a container (`containerSpec`) or Python packages in an image of Vertex AI
(`pythonPackageSpec`). gcloud refuses a pool with neither.
}];
  let messages = [
    Message<"none", "{pool} has neither a `{container}` nor a `{package}`",
            [Text<"pool">, Text<"container">, Text<"package">]>];
  let bad = [{
workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 1
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = [CustomJobFlags];
}

def MachineWithoutAccelerator : Rule<"machine-without-accelerator", "TL1106"> {
  let summary = "a machine type that needs its accelerators named";
  let explanation = [{
Machine types of the A2, A3, A4, A4X, G2 and G4 families and `cloud-tpu` come with
accelerators, and the job has to name them: the guide says that these types must be
used with certain GPUs or TPUs.
}];
  let messages = [
    Message<"gpu", "{machine} must be used with {accelerator}, and the pool names no accelerator",
            [Text<"machine">, Text<"accelerator">]>,
    Message<"tpu", "{machine} must be used with {accelerators}, and the pool names no accelerator",
            [Text<"machine">, Text<"accelerators">]>];
  let bad = [{
workerPoolSpecs:
- machineSpec:
    machineType: a2-highgpu-1g
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: a2-highgpu-1g
    acceleratorType: NVIDIA_TESLA_A100
    acceleratorCount: 1
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = [ComputeGuide];
  let tables = ["vertex-accelerator-counts", "vertex-cloud-tpu-cores"];
}

def SmallGpuHost : Rule<"small-gpu-host", "TL1107"> {
  let severity = Info;
  let confidence = Dated;
  let summary = "a GPU on a machine that is hardly large enough";
  let explanation = [{
The guide says of `n1-highmem-2` with GPUs that logging may fail, since two vCPUs are
few for a program that keeps a GPU busy.
}];
  let messages = [
    InfoMessage<"logging", "logging may fail on {machine} with GPUs", [Text<"machine">]>];
  let bad = [{
workerPoolSpecs:
- machineSpec:
    machineType: n1-highmem-2
    acceleratorType: NVIDIA_TESLA_T4
    acceleratorCount: 1
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: n1-highmem-4
    acceleratorType: NVIDIA_TESLA_T4
    acceleratorCount: 1
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = [ComputeGuide];
}

def EvaluatorCount : Rule<"evaluator-count", "TL1108"> {
  let severity = Warning;
  let confidence = Dated;
  let summary = "more than one evaluator";
  let explanation = [{
The fourth worker pool holds evaluators. TensorFlow expects one at most; more do the
same work again, and cost as much.
}];
  let messages = [
    WarningMessage<"several", "`{field}` of the evaluators is {count}, and TensorFlow expects one at most",
                   [Text<"field">, Number<"count">]>];
  let bad = [{
displayName: training
jobSpec:
  workerPoolSpecs:
  - machineSpec:
      machineType: n1-standard-8
    replicaCount: 1
    containerSpec:
      imageUri: gcr.io/project/trainer
  - machineSpec:
      machineType: n1-standard-8
    replicaCount: 2
    containerSpec:
      imageUri: gcr.io/project/trainer
  - {}
  - machineSpec:
      machineType: n1-standard-8
    replicaCount: 2
    containerSpec:
      imageUri: gcr.io/project/trainer
}];
  let good = [{
displayName: training
jobSpec:
  workerPoolSpecs:
  - machineSpec:
      machineType: n1-standard-8
    replicaCount: 1
    containerSpec:
      imageUri: gcr.io/project/trainer
  - machineSpec:
      machineType: n1-standard-8
    replicaCount: 2
    containerSpec:
      imageUri: gcr.io/project/trainer
  - {}
  - machineSpec:
      machineType: n1-standard-8
    replicaCount: 1
    containerSpec:
      imageUri: gcr.io/project/trainer
}];
  let sources = [DistributedGuide];
}

def TpuSinglePool : Rule<"tpu-single-pool", "TL1109"> {
  let summary = "a TPU beside other worker pools";
  let explanation = [{
A job on TPUs has a single worker pool with one replica, which stands for the whole
slice; more chips come from a larger topology.
}];
  let messages = [
    Message<"others", "a job with {machine} has a single worker pool, this one has {count}",
            [Text<"machine">, Number<"count">]>];
  let bad = [{
workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
- machineSpec:
    machineType: ct5lp-hightpu-4t
    tpuTopology: 2x2
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: ct5lp-hightpu-4t
    tpuTopology: 2x2
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = [ComputeGuide];
}

def CloudTpuCores : Rule<"cloud-tpu-cores", "TL1111"> {
  let fix = UnsafeFix;
  let summary = "a number of TPU cores that cloud-tpu does not take";
  let explanation = [{
`cloud-tpu` is a machine with 8 cores of TPU v2 or v3, or a pod: 32 cores and more,
of v2 in multiples of 32.
}];
  let messages = [
    Message<"notOffered", "cloud-tpu does not take {count} x {accelerator}; offered: {offered}",
            [Text<"count">, Text<"accelerator">, Text<"offered">]>];
  let bad = [{
workerPoolSpecs:
- machineSpec:
    machineType: cloud-tpu
    acceleratorType: TPU_V2
    acceleratorCount: 4
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: cloud-tpu
    acceleratorType: TPU_V2
    acceleratorCount: 8
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = [ComputeGuide];
  let tables = ["vertex-cloud-tpu-cores"];
}

def FlexStart : Rule<"flex-start", "TL1112"> {
  let summary = "a job that cannot start flexibly";
  let explanation = [{
With strategy `FLEX_START` a job waits for its machines. That is offered for certain
GPUs only, for at most seven days of running, and with the same machines in all
worker pools.
}];
  let messages = [
    Message<"accelerator", "FLEX_START is not offered for {accelerator}", [Text<"accelerator">]>,
    Message<"noGpu", "FLEX_START is offered for jobs with GPUs, and this one has none">,
    Message<"timeout", "a job with FLEX_START runs for 7 days at most, `timeout` is {timeout}",
            [Text<"timeout">]>,
    Message<"different", "FLEX_START takes the same machines in all worker pools, and {pool} differs from {other}",
            [Text<"pool">, Text<"other">]>];
  let bad = [{
scheduling:
  strategy: FLEX_START
workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
    acceleratorType: NVIDIA_TESLA_T4
    acceleratorCount: 1
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
scheduling:
  strategy: FLEX_START
workerPoolSpecs:
- machineSpec:
    machineType: g2-standard-8
    acceleratorType: NVIDIA_L4
    acceleratorCount: 1
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = ["Vertex AI guide `Schedule training jobs based on resource availability`"];
  let tables = ["vertex-accelerators"];
}

def SpotTpuPod : Rule<"spot-tpu-pod", "TL1113"> {
  let summary = "a TPU pod of Spot VMs";
  let explanation = [{
Spot VMs cannot be used with TPU pods.
}];
  let messages = [
    Message<"pod", "{count} x {accelerator} is a TPU pod, and SPOT does not support those",
            [Text<"count">, Text<"accelerator">]>];
  let bad = [{
scheduling:
  strategy: SPOT
workerPoolSpecs:
- machineSpec:
    machineType: cloud-tpu
    acceleratorType: TPU_V2
    acceleratorCount: 32
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
scheduling:
  strategy: SPOT
workerPoolSpecs:
- machineSpec:
    machineType: cloud-tpu
    acceleratorType: TPU_V2
    acceleratorCount: 8
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = ["Vertex AI guide `Use Spot VMs with training`"];
  let tables = ["vertex-cloud-tpu-cores"];
}

def DeprecatedStrategy : Rule<"deprecated-strategy", "TL1114"> {
  let tag = Deprecated;
  let severity = Warning;
  let fix = SafeFix;
  let summary = "a name of a strategy that is deprecated";
  let explanation = [{
`ON_DEMAND` and `LOW_COST` are the former names of `STANDARD` and `SPOT`.
}];
  let messages = [
    WarningMessage<"renamed", "strategy {old} is deprecated; its name is {current}",
                   [Text<"old">, Text<"current">]>];
  let bad = [{
scheduling:
  strategy: LOW_COST
workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
scheduling:
  strategy: SPOT
workerPoolSpecs:
- machineSpec:
    machineType: n1-standard-8
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = ["aiplatform.googleapis.com v1, Scheduling.Strategy"];
}

def ReservationNeeded : Rule<"reservation-needed", "TL1115"> {
  let summary = "an accelerator that comes from reservations";
  let explanation = [{
GB200 machines are obtained through shared reservations only. For B200, H200 and H100
Mega GPUs a reservation is recommended: without one the job may wait long.
}];
  let messages = [
    Message<"required", "{accelerator} is offered through shared reservations only, and the pool names none",
            [Text<"accelerator">]>,
    InfoMessage<"recommended", "a reservation is recommended for {accelerator}",
                [Text<"accelerator">]>];
  let bad = [{
workerPoolSpecs:
- machineSpec:
    machineType: a4x-highgpu-4g
    acceleratorType: NVIDIA_GB200
    acceleratorCount: 4
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: a4x-highgpu-4g
    acceleratorType: NVIDIA_GB200
    acceleratorCount: 4
    reservationAffinity:
      reservationAffinityType: ANY_RESERVATION
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = [ComputeGuide];
  let tables = ["vertex-accelerators"];
}

def ReservationAffinity : Rule<"reservation-affinity", "TL1116"> {
  let summary = "a reservation that is not named";
  let explanation = [{
`SPECIFIC_RESERVATION` takes the machines from the reservations that `key` and
`values` name.
}];
  let messages = [
    Message<"incomplete", "SPECIFIC_RESERVATION needs `key` and `values`, and there {verb} no {missing}",
            [Text<"verb">, Text<"missing">]>];
  let bad = [{
workerPoolSpecs:
- machineSpec:
    machineType: a2-highgpu-1g
    acceleratorType: NVIDIA_TESLA_A100
    acceleratorCount: 1
    reservationAffinity:
      reservationAffinityType: SPECIFIC_RESERVATION
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: a2-highgpu-1g
    acceleratorType: NVIDIA_TESLA_A100
    acceleratorCount: 1
    reservationAffinity:
      reservationAffinityType: SPECIFIC_RESERVATION
      key: compute.googleapis.com/reservation-name
      values: [projects/p/zones/us-central1-a/reservations/r]
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = ["aiplatform.googleapis.com v1, ReservationAffinity"];
}

def GpuPartition : Rule<"gpu-partition", "TL1117"> {
  let severity = Warning;
  let confidence = Dated;
  let summary = "parts of several GPUs";
  let explanation = [{
A job that takes parts of a GPU (`gpuPartitionSize`) should ask for one accelerator.
The reference says so, and mentions eight in the sentence before.
}];
  let messages = [
    WarningMessage<"several", "`acceleratorCount` should be 1 with a `gpuPartitionSize`, it is {count}",
                   [Number<"count">]>];
  let bad = [{
workerPoolSpecs:
- machineSpec:
    machineType: a2-highgpu-2g
    acceleratorType: NVIDIA_TESLA_A100
    acceleratorCount: 2
    gpuPartitionSize: 1g.5gb
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let good = [{
workerPoolSpecs:
- machineSpec:
    machineType: a2-highgpu-1g
    acceleratorType: NVIDIA_TESLA_A100
    acceleratorCount: 1
    gpuPartitionSize: 1g.5gb
  replicaCount: 1
  containerSpec:
    imageUri: gcr.io/project/trainer
}];
  let sources = ["aiplatform.googleapis.com v1, MachineSpec.gpuPartitionSize"];
}

} // group
