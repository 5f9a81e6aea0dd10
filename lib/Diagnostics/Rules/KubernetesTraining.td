//===- KubernetesTraining.td - Rules on training kinds -----*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar TrainingOperator = "kubeflow/training-operator 1.9, pkg/webhooks";
defvar MpiOperator = "kubeflow/mpi-operator, pkg/apis/kubeflow/validation";
defvar Trainer = "kubeflow/trainer, pkg/webhooks and pkg/runtime/framework/plugins";
defvar JobSetWebhook = "kubernetes-sigs/jobset, pkg/webhooks";
defvar LwsWebhook = "kubernetes-sigs/lws, pkg/webhooks";
defvar KueueWebhook = "kubernetes-sigs/kueue, pkg/webhooks";
defvar KubeRay = "ray-project/kuberay, ray-operator/controllers/ray/utils/validation.go";

let group = Kubernetes, confidence = Table, exampleName = "job.yaml" in {

def WorkloadName : Rule<"workload-name", "TL1321"> {
  let summary = "a name that the services and pods of a workload cannot have";
  let explanation = [{
The controllers of training jobs make services and pods whose names begin with that
of the job, and such names are labels of the DNS: at most 63 small letters, digits
and `-`, with a letter first. A JobSet, a TrainJob, a RayCluster or a PyTorchJob of
another name is refused, also if only the names made of it become too long.
}];
  let messages = [
    Message<"form", "`{name}` is not a name of a {kind}",
            [Text<"name">, Text<"kind">]>,
    Message<"tooLong", "the name of a {kind} has at most {limit} characters, this one has {length}",
            [Text<"kind">, Number<"limit">, Number<"length">]>,
    Message<"made", "`{made}` would have {length} characters, and a name has at most 63",
            [Text<"made">, Number<"length">]>];
  let sources = [JobSetWebhook, TrainingOperator, MpiOperator, LwsWebhook, KubeRay];
  let bad = [{
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata:
  name: Train.v2
spec:
  replicatedJobs:
  - name: worker
    replicas: 1
    template:
      spec:
        template:
          spec:
            restartPolicy: Never
            containers:
            - name: train
              image: gcr.io/project/train
              resources:
                limits:
                  nvidia.com/gpu: 1
}];
  let good = [{
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata:
  name: train-v2
spec:
  replicatedJobs:
  - name: worker
    replicas: 1
    template:
      spec:
        template:
          spec:
            restartPolicy: Never
            containers:
            - name: train
              image: gcr.io/project/train
              resources:
                limits:
                  nvidia.com/gpu: 1
}];
}

def ReplicaType : Rule<"replica-type", "TL1322"> {
  let fix = UnsafeFix;
  let summary = "a type of replicas that the kind of job does not have, or one that it needs";
  let explanation = [{
A PyTorchJob has a `Master` and `Worker` replicas, an MPIJob a `Launcher` and
`Worker`, a JAXJob `Worker` only. The operators refuse other names. They take those
of a TFJob (`Chief`, `Master`, `PS`, `Worker`, `Evaluator`) as they come, but the
program finds no role of such a name. Names in other capitals are changed by older
operators and refused by newer ones.
}];
  let messages = [
    Message<"unknown", "a {kind} has no replicas of type `{type}`",
            [Text<"kind">, Text<"type">]>,
    WarningMessage<"spelled", "a {kind} calls these replicas `{right}`, not `{type}`",
                   [Text<"kind">, Text<"right">, Text<"type">]>,
    WarningMessage<"doubtful", "no role of TensorFlow is called `{type}`", [Text<"type">]>,
    Message<"missing", "a {kind} needs `{type}` replicas",
            [Text<"kind">, Text<"type">]>,
    Message<"elastic", "a {kind} with an elastic policy needs `{type}` replicas",
            [Text<"kind">, Text<"type">]>,
    Message<"leaders", "a {kind} has a `Chief` or a `Master`, not both", [Text<"kind">]>];
  let sources = [TrainingOperator, MpiOperator];
  let bad = [{
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata:
  name: train
spec:
  pytorchReplicaSpecs:
    Chief:
      replicas: 1
      template:
        spec:
          containers:
          - name: pytorch
            image: gcr.io/project/train
            resources:
              limits:
                nvidia.com/gpu: 1
}];
  let good = [{
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata:
  name: train
spec:
  pytorchReplicaSpecs:
    Master:
      replicas: 1
      template:
        spec:
          containers:
          - name: pytorch
            image: gcr.io/project/train
            resources:
              limits:
                nvidia.com/gpu: 1
}];
}

def ReplicaCount : Rule<"replica-count", "TL1323"> {
  let fix = UnsafeFix;
  let summary = "a number of replicas that the kind of job refuses";
  let explanation = [{
One pod leads: the `Master` of a PyTorchJob or an XGBoostJob, the `Launcher` of an
MPIJob. With another number of them the job is refused. The operators of PyTorchJob
1.9 and XGBoostJob want the number to be written, older ones fill it in. A runtime of
TrainJobs has one replica of each of its jobs; the nodes are `numNodes`.
}];
  let messages = [
    Message<"leader", "`replicas` of `{type}` is {count}, and a {kind} has one",
            [Text<"type">, Number<"count">, Text<"kind">]>,
    WarningMessage<"absent", "`{type}` has no `replicas`, which a {kind} needs",
                   [Text<"type">, Text<"kind">]>,
    Message<"none", "`replicas` of `{type}` is {count}, and a {kind} has at least one",
            [Text<"type">, Number<"count">, Text<"kind">]>,
    Message<"runtime", "`replicas` of the {ancestor} job is {count}, and a runtime has one",
            [Text<"ancestor">, Number<"count">]>];
  let sources = [TrainingOperator, MpiOperator, Trainer];
  let bad = [{
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata:
  name: train
spec:
  pytorchReplicaSpecs:
    Master:
      replicas: 2
      template:
        spec:
          containers:
          - name: pytorch
            image: gcr.io/project/train
            resources:
              limits:
                nvidia.com/gpu: 1
}];
  let good = [{
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata:
  name: train
spec:
  pytorchReplicaSpecs:
    Master:
      replicas: 1
      template:
        spec:
          containers:
          - name: pytorch
            image: gcr.io/project/train
            resources:
              limits:
                nvidia.com/gpu: 1
    Worker:
      replicas: 1
      template:
        spec:
          containers:
          - name: pytorch
            image: gcr.io/project/train
            resources:
              limits:
                nvidia.com/gpu: 1
}];
}

def TrainingContainerName : Rule<"training-container-name", "TL1324"> {
  let fix = UnsafeFix;
  let summary = "no container with the name that the operator looks for";
  let explanation = [{
The operator gives the address of the others to the container of a certain name:
`pytorch` in a PyTorchJob, `tensorflow` in a TFJob, `jax`, `xgboost` and `paddle` in
theirs, `node` in the trainer of a runtime. Every type of replicas needs such a
container, whatever other containers it has; without one the job is refused.
}];
  let messages = [
    Message<"none", "no container of `{type}` is named `{name}`",
            [Text<"type">, Text<"name">]>];
  let sources = [TrainingOperator, Trainer];
  let bad = [{
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata:
  name: train
spec:
  pytorchReplicaSpecs:
    Worker:
      replicas: 2
      template:
        spec:
          containers:
          - name: trainer
            image: gcr.io/project/train
            resources:
              limits:
                nvidia.com/gpu: 1
}];
  let good = [{
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata:
  name: train
spec:
  pytorchReplicaSpecs:
    Worker:
      replicas: 2
      template:
        spec:
          containers:
          - name: pytorch
            image: gcr.io/project/train
            resources:
              limits:
                nvidia.com/gpu: 1
}];
}

def ProcessesPerNode : Rule<"processes-per-node", "TL1325"> {
  let fix = UnsafeFix;
  let summary = "a number of processes that is not that of the GPUs";
  let explanation = [{
torchrun starts `nprocPerNode` processes in each pod, mpirun `slotsPerWorker`, and
each takes the GPU of its number. If there are more processes than GPUs, those
without one stop at once, and the whole job with them. Fewer leave GPUs idle.
}];
  let messages = [
    Message<"more", "`{field}` is {count}, and the pods of `{type}` have {gpus} x `{resource}`",
            [Text<"field">, Number<"count">, Text<"type">, Number<"gpus">, Text<"resource">]>,
    WarningMessage<"manySlots", "`{field}` is {count}, and the pods of `{type}` have {gpus} x `{resource}`",
                   [Text<"field">, Number<"count">, Text<"type">, Number<"gpus">, Text<"resource">]>,
    WarningMessage<"fewer", "`{field}` is {count}, which leaves some of the {gpus} x `{resource}` of `{type}` idle",
                   [Text<"field">, Number<"count">, Number<"gpus">, Text<"resource">, Text<"type">]>];
  let sources = ["PyTorch documentation `torchrun (Elastic Launch)`", MpiOperator];
  let bad = [{
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata:
  name: train
spec:
  nprocPerNode: "8"
  pytorchReplicaSpecs:
    Worker:
      replicas: 2
      template:
        spec:
          containers:
          - name: pytorch
            image: gcr.io/project/train
            resources:
              limits:
                nvidia.com/gpu: 4
}];
  let good = [{
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata:
  name: train
spec:
  nprocPerNode: "4"
  pytorchReplicaSpecs:
    Worker:
      replicas: 2
      template:
        spec:
          containers:
          - name: pytorch
            image: gcr.io/project/train
            resources:
              limits:
                nvidia.com/gpu: 4
}];
}

def ReplicaRange : Rule<"replica-range", "TL1326"> {
  let summary = "limits of replicas that no number fits";
  let explanation = [{
`minReplicas` and `maxReplicas` say between which numbers a group of Ray workers or
an elastic PyTorchJob may grow and shrink. If the minimum is above the maximum, KubeRay
refuses the cluster, and torchrun stops before it starts the program. KubeRay takes
`replicas` outside of the limits for the nearer of them.
}];
  let messages = [
    Message<"reversed", "`minReplicas` is {least}, which is more than `maxReplicas`, {most}",
            [Number<"least">, Number<"most">]>,
    WarningMessage<"below", "`replicas` is {count}, and the group has at least {least}",
                   [Number<"count">, Number<"least">]>,
    WarningMessage<"above", "`replicas` is {count}, and the group has at most {most}",
                   [Number<"count">, Number<"most">]>];
  let sources = [KubeRay, "PyTorch documentation `torchrun (Elastic Launch)`"];
  let bad = [{
apiVersion: ray.io/v1
kind: RayCluster
metadata:
  name: train
spec:
  headGroupSpec:
    rayStartParams: {}
    template:
      spec:
        containers:
        - name: head
          image: rayproject/ray:2.41.0
  workerGroupSpecs:
  - groupName: gpu
    minReplicas: 4
    maxReplicas: 2
    rayStartParams: {}
    template:
      spec:
        containers:
        - name: worker
          image: rayproject/ray:2.41.0
          resources:
            limits:
              nvidia.com/gpu: 1
}];
  let good = [{
apiVersion: ray.io/v1
kind: RayCluster
metadata:
  name: train
spec:
  headGroupSpec:
    rayStartParams: {}
    template:
      spec:
        containers:
        - name: head
          image: rayproject/ray:2.41.0
  workerGroupSpecs:
  - groupName: gpu
    replicas: 2
    minReplicas: 2
    maxReplicas: 4
    rayStartParams: {}
    template:
      spec:
        containers:
        - name: worker
          image: rayproject/ray:2.41.0
          resources:
            limits:
              nvidia.com/gpu: 1
}];
}

def ReservedTrainingVariable : Rule<"reserved-training-variable", "TL1327"> {
  let summary = "an environment variable that Kubeflow Trainer sets itself";
  let explanation = [{
Kubeflow Trainer tells torchrun by `PET_NNODES`, `PET_NPROC_PER_NODE`,
`PET_NODE_RANK`, `PET_MASTER_ADDR` and `PET_MASTER_PORT` who takes part, and mpirun
by some `OMPI_MCA_` variables. A TrainJob that sets them itself is refused: the
numbers are `numNodes` and `numProcPerNode`. Where the runtime is not known to be of
that framework, it is a warning.
}];
  let messages = [
    Message<"refused", "a TrainJob must not set `{name}`, which Kubeflow Trainer sets itself",
            [Text<"name">]>,
    WarningMessage<"likely", "`{name}` is set by Kubeflow Trainer itself with a runtime for {framework}",
                   [Text<"name">, Text<"framework">]>];
  let sources = [Trainer];
  let bad = [{
apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainJob
metadata:
  name: train
spec:
  runtimeRef:
    name: torch-distributed
  trainer:
    numNodes: 2
    image: gcr.io/project/train
    env:
    - name: PET_NNODES
      value: "2"
    resourcesPerNode:
      limits:
        nvidia.com/gpu: 1
}];
  let good = [{
apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainJob
metadata:
  name: train
spec:
  runtimeRef:
    name: torch-distributed
  trainer:
    numNodes: 2
    image: gcr.io/project/train
    resourcesPerNode:
      limits:
        nvidia.com/gpu: 1
}];
}

def UnknownReplicatedJob : Rule<"unknown-replicated-job", "TL1328"> {
  let fix = UnsafeFix;
  let summary = "a JobSet that speaks of a replicated job it does not have";
  let explanation = [{
`dependsOn`, the success and failure policies and the coordinator of a JobSet name
its replicated jobs. A JobSet that names one it does not have is refused, and so is
one whose replicated job depends on one that comes later in the list.
}];
  let messages = [
    Message<"none", "no replicated job is named `{name}`", [Text<"name">]>,
    Message<"later", "`{name}` comes after the replicated job that depends on it",
            [Text<"name">]>,
    Message<"itself", "`{name}` depends on itself", [Text<"name">]>,
    Message<"first", "the first replicated job of a JobSet cannot depend on another">];
  let sources = [JobSetWebhook];
  let bad = [{
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata:
  name: train
spec:
  successPolicy:
    operator: All
    targetReplicatedJobs:
    - workers
  replicatedJobs:
  - name: worker
    replicas: 1
    template:
      spec:
        template:
          spec:
            restartPolicy: Never
            containers:
            - name: train
              image: gcr.io/project/train
              resources:
                limits:
                  nvidia.com/gpu: 1
}];
  let good = [{
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata:
  name: train
spec:
  successPolicy:
    operator: All
    targetReplicatedJobs:
    - worker
  replicatedJobs:
  - name: worker
    replicas: 1
    template:
      spec:
        template:
          spec:
            restartPolicy: Never
            containers:
            - name: train
              image: gcr.io/project/train
              resources:
                limits:
                  nvidia.com/gpu: 1
}];
}

def RayStartParams : Rule<"ray-start-params", "TL1329"> {
  let severity = Warning;
  let fix = UnsafeFix;
  let summary = "parameters of `ray start` that contradict the pod";
  let explanation = [{
KubeRay tells Ray how many GPUs a pod has by the limits of its first container.
`num-gpus` in `rayStartParams` says something else: Ray then places tasks on GPUs
that are not there, or never on some that are paid for. Only the head may say 0, so
that no task runs on it. `resources` and `labels` of a group must not stand in both
places.
}];
  let messages = [
    WarningMessage<"gpus", "`num-gpus` is {count}, and the first container has {gpus} x `nvidia.com/gpu`",
                   [Number<"count">, Number<"gpus">]>,
    ErrorMessage<"both", "`{parameter}` of `rayStartParams` must not be given together with `resources`",
                 [Text<"parameter">]>];
  let sources = [KubeRay, "Ray documentation `Configuring KubeRay`"];
  let bad = [{
apiVersion: ray.io/v1
kind: RayCluster
metadata:
  name: train
spec:
  headGroupSpec:
    rayStartParams: {}
    template:
      spec:
        containers:
        - name: head
          image: rayproject/ray:2.41.0
  workerGroupSpecs:
  - groupName: gpu
    replicas: 1
    minReplicas: 1
    maxReplicas: 1
    rayStartParams:
      num-gpus: "8"
    template:
      spec:
        containers:
        - name: worker
          image: rayproject/ray:2.41.0
          resources:
            limits:
              nvidia.com/gpu: 4
}];
  let good = [{
apiVersion: ray.io/v1
kind: RayCluster
metadata:
  name: train
spec:
  headGroupSpec:
    rayStartParams: {}
    template:
      spec:
        containers:
        - name: head
          image: rayproject/ray:2.41.0
  workerGroupSpecs:
  - groupName: gpu
    replicas: 1
    minReplicas: 1
    maxReplicas: 1
    rayStartParams:
      num-gpus: "4"
    template:
      spec:
        containers:
        - name: worker
          image: rayproject/ray:2.41.0
          resources:
            limits:
              nvidia.com/gpu: 4
}];
}

def CoveredResources : Rule<"covered-resources", "TL1330"> {
  let fix = UnsafeFix;
  let summary = "flavors of a ClusterQueue that are not of its resources";
  let explanation = [{
In a resource group of a ClusterQueue every flavor has a quota for each of the
`coveredResources`, in the same order. Kueue refuses a queue where names or their
order differ, and one that covers a resource or names a flavor twice.
}];
  let messages = [
    Message<"different", "the quota is of `{name}` where `coveredResources` has `{covered}`",
            [Text<"name">, Text<"covered">]>,
    Message<"missing", "flavor `{flavor}` has no quota of `{name}`",
            [Text<"flavor">, Text<"name">]>,
    Message<"notCovered", "`coveredResources` has no `{name}`", [Text<"name">]>,
    Message<"twice", "`{name}` is in another resource group as well", [Text<"name">]>];
  let sources = [KueueWebhook];
  let bad = [{
apiVersion: kueue.x-k8s.io/v1beta1
kind: ClusterQueue
metadata:
  name: gpus
spec:
  namespaceSelector: {}
  resourceGroups:
  - coveredResources: [cpu, nvidia.com/gpu]
    flavors:
    - name: l4
      resources:
      - name: nvidia.com/gpu
        nominalQuota: 8
      - name: cpu
        nominalQuota: 96
}];
  let good = [{
apiVersion: kueue.x-k8s.io/v1beta1
kind: ClusterQueue
metadata:
  name: gpus
spec:
  namespaceSelector: {}
  resourceGroups:
  - coveredResources: [cpu, nvidia.com/gpu]
    flavors:
    - name: l4
      resources:
      - name: cpu
        nominalQuota: 96
      - name: nvidia.com/gpu
        nominalQuota: 8
}];
}

def ResourceQuota : Rule<"resource-quota", "TL1331"> {
  let severity = Warning;
  let summary = "a quota of Kueue that cannot be used up or is refused";
  let explanation = [{
A slice of TPUs is given as a whole. If the quota of `google.com/tpu` is no multiple
of the chips that the flavor's topology has, the rest is never used: where 24 chips
are allowed, the second slice of 16 waits for ever. A limit on borrowing or lending
means something in a cohort only, and no queue lends more than it has; Kueue refuses
both.
}];
  let messages = [
    WarningMessage<"slices", "a quota of {quota} chips is not a number of {topology} slices, which have {chips}",
                   [Number<"quota">, Text<"topology">, Number<"chips">]>,
    ErrorMessage<"noCohort", "`{field}` without a cohort to share with", [Text<"field">]>,
    ErrorMessage<"lending", "`lendingLimit` is {lent}, more than the quota of {quota}",
                 [Text<"lent">, Text<"quota">]>];
  let sources = [KueueWebhook];
  let tables = ["gke-tpu-topologies"];
  let bad = [{
apiVersion: kueue.x-k8s.io/v1beta1
kind: ResourceFlavor
metadata:
  name: v6e
spec:
  nodeLabels:
    cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
    cloud.google.com/gke-tpu-topology: 4x4
---
apiVersion: kueue.x-k8s.io/v1beta1
kind: ClusterQueue
metadata:
  name: tpus
spec:
  namespaceSelector: {}
  resourceGroups:
  - coveredResources: [google.com/tpu]
    flavors:
    - name: v6e
      resources:
      - name: google.com/tpu
        nominalQuota: 24
}];
  let good = [{
apiVersion: kueue.x-k8s.io/v1beta1
kind: ResourceFlavor
metadata:
  name: v6e
spec:
  nodeLabels:
    cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
    cloud.google.com/gke-tpu-topology: 4x4
---
apiVersion: kueue.x-k8s.io/v1beta1
kind: ClusterQueue
metadata:
  name: tpus
spec:
  namespaceSelector: {}
  resourceGroups:
  - coveredResources: [google.com/tpu]
    flavors:
    - name: v6e
      resources:
      - name: google.com/tpu
        nominalQuota: 32
}];
}

def DuplicateItem : Rule<"duplicate-item", "TL1332"> {
  let confidence = Exact;
  let summary = "two items of a list with the same name";
  let explanation = [{
Some lists are kept by the names of their items: the containers and volumes of a
pod, the replicated jobs of a JobSet, the groups of a Ray cluster. Kubernetes refuses
an object with two items of the same name in such a list.
}];
  let messages = [
    Message<"twice", "`{list}` has another item whose `{key}` is `{value}`",
            [Text<"list">, Text<"key">, Text<"value">]>];
  let sources = ["kubernetes/kubernetes, apiextensions-apiserver, list types of structural schemas"];
  let bad = [{
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata:
  name: train
spec:
  replicatedJobs:
  - name: worker
    replicas: 1
    template:
      spec:
        template:
          spec:
            restartPolicy: Never
            containers:
            - name: train
              image: gcr.io/project/train
              resources:
                limits:
                  nvidia.com/gpu: 1
  - name: worker
    replicas: 1
    template:
      spec:
        template:
          spec:
            restartPolicy: Never
            containers:
            - name: evaluate
              image: gcr.io/project/evaluate
              resources:
                limits:
                  nvidia.com/gpu: 1
}];
  let good = [{
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata:
  name: train
spec:
  replicatedJobs:
  - name: worker
    replicas: 1
    template:
      spec:
        template:
          spec:
            restartPolicy: Never
            containers:
            - name: train
              image: gcr.io/project/train
              resources:
                limits:
                  nvidia.com/gpu: 1
  - name: evaluator
    replicas: 1
    template:
      spec:
        template:
          spec:
            restartPolicy: Never
            containers:
            - name: evaluate
              image: gcr.io/project/evaluate
              resources:
                limits:
                  nvidia.com/gpu: 1
}];
}

def SubgroupSize : Rule<"subgroup-size", "TL1333"> {
  let summary = "groups of pods that cannot be divided into their subgroups";
  let explanation = [{
`subGroupSize` divides the pods of a LeaderWorkerSet's group into parts that are
placed together, such as the hosts of one slice. The size of the group, or that size
without the leader, has to be a multiple of it, otherwise the set is refused.
}];
  let messages = [
    Message<"larger", "`subGroupSize` is {part}, more than the {size} pods of a group",
            [Number<"part">, Number<"size">]>,
    Message<"rest", "groups of {size} pods cannot be divided into subgroups of {part}",
            [Number<"size">, Number<"part">]>,
    Message<"leader", "groups of {size} pods without their leader cannot be divided into subgroups of {part}",
            [Number<"size">, Number<"part">]>];
  let sources = [LwsWebhook];
  let bad = [{
apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata:
  name: serve
spec:
  leaderWorkerTemplate:
    size: 6
    subGroupPolicy:
      subGroupSize: 4
    workerTemplate:
      spec:
        containers:
        - name: serve
          image: gcr.io/project/serve
          resources:
            limits:
              nvidia.com/gpu: 8
}];
  let good = [{
apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata:
  name: serve
spec:
  leaderWorkerTemplate:
    size: 8
    subGroupPolicy:
      subGroupSize: 4
    workerTemplate:
      spec:
        containers:
        - name: serve
          image: gcr.io/project/serve
          resources:
            limits:
              nvidia.com/gpu: 8
}];
}

} // group
