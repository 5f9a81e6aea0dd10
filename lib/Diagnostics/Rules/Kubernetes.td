//===- Kubernetes.td - Rules on GKE manifests --------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

defvar Xpk = "AI-Hypercomputer/xpk, src/xpk/core/system_characteristics.py";
defvar GkeTpuGuide = "GKE guide `About TPUs in GKE`";
defvar KubernetesValidation = "kubernetes/kubernetes, pkg/apis/core/validation, ValidateResourceRequirements";

let group = Kubernetes, confidence = Table, exampleName = "job.yaml" in {

def AcceleratorLimits : Rule<"accelerator-limits", "TL1301"> {
  let confidence = Exact;
  let fix = UnsafeFix;
  let summary = "accelerators whose requests and limits are not the same";
  let explanation = [{
Kubernetes hands out whole devices, which no container can borrow from another.
`google.com/tpu` and `nvidia.com/gpu` therefore need a limit, and a request beside
it has to be the same number. A pod that says otherwise is refused when it is
created, so a Job with it starts nothing.
}];
  let messages = [
    Message<"different", "`{resource}` requests {request} and is limited to {limit}",
            [Text<"resource">, Number<"request">, Number<"limit">]>,
    Message<"missing", "`{resource}` has a request, but no limit", [Text<"resource">]>];
  let bad = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-l4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      requests:
        nvidia.com/gpu: 1
      limits:
        nvidia.com/gpu: 2
}];
  let good = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-l4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        nvidia.com/gpu: 2
}];
  let sources = [KubernetesValidation];
}

def TpuNodeLabels : Rule<"tpu-node-labels", "TL1302"> {
  let severity = Warning;
  let summary = "TPUs without the labels that say which";
  let explanation = [{
GKE finds the nodes for a pod with TPUs by two labels: the kind of slice and its
topology. Without them the pod may wait for ever, or land on a slice of another
size than the program is written for. Nothing is said if something else chooses
the nodes: a compute class, a node pool, a machine type, or a queue of Kueue.
}];
  let messages = [
    WarningMessage<"none", "`google.com/tpu` without a node selector that says which TPU">,
    WarningMessage<"noTopology", "a node selector for {accelerator} without a topology",
                   [Text<"accelerator">]>,
    WarningMessage<"noAccelerator", "a node selector for topology {topology} without an accelerator",
                   [Text<"topology">]>];
  let sources = [GkeTpuGuide];
  let tables = ["gke-tpu-accelerators"];
  let bad = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
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
    cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
    cloud.google.com/gke-tpu-topology: 2x2
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        google.com/tpu: 4
}];
}

def UnknownTpuAccelerator : Rule<"unknown-tpu-accelerator", "TL1303"> {
  let fix = SafeFix;
  let summary = "a TPU label that no node of GKE has";
  let explanation = [{
The value of `cloud.google.com/gke-tpu-accelerator` is compared letter by letter
with the labels of the nodes. It is not the name of a TPU type (`v5litepod-8`), and
not all generations are named alike: `tpu-v5-lite-podslice`, `tpu-v6e-slice`,
`tpu7x`. A pod with another value waits for a node that never comes. Names that
trainlint does not know are warnings, those that GKE is known not to have are
errors.
}];
  let messages = [
    WarningMessage<"unknown", "{name} is not a TPU accelerator that trainlint knows", [Text<"name">]>,
    Message<"refused", "GKE has no TPU accelerator {name}", [Text<"name">]>];
  let sources = [Xpk, "tests of a public driver for TPUs as dynamic resources"];
  let tables = ["gke-tpu-accelerators"];
  let bad = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-tpu-accelerator: tpu-v5-litepod-slice
    cloud.google.com/gke-tpu-topology: 2x2
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
    cloud.google.com/gke-tpu-accelerator: tpu-v5-lite-podslice
    cloud.google.com/gke-tpu-topology: 2x2
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        google.com/tpu: 4
}];
}

def TpuChipsPerNode : Rule<"tpu-chips-per-node", "TL1305"> {
  let fix = UnsafeFix;
  let summary = "a number of TPU chips that is not that of a node";
  let explanation = [{
A pod with TPUs takes the node of a slice as a whole: its containers together ask
for as many chips as the node has, which the machine type says (`-1t`, `-4t`,
`-8t`). Asking for the chips of the whole slice is the usual mistake; a pod that
asks for more than a node has waits for ever. Asking for less is an error in slices
of several nodes. In a slice of one node it leaves chips idle, which is a warning.
}];
  let messages = [
    Message<"wrong", "{count} TPU chips are not those of a node: {offered}",
            [Text<"count">, Text<"offered">]>,
    WarningMessage<"few", "{count} of the TPU chips of a node are used: {offered}",
                   [Text<"count">, Text<"offered">]>];
  let sources = [Xpk, GkeTpuGuide];
  let tables = ["gke-tpu-topologies"];
  let bad = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
    cloud.google.com/gke-tpu-topology: 4x4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        google.com/tpu: 16
}];
  let good = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
    cloud.google.com/gke-tpu-topology: 4x4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        google.com/tpu: 4
}];
}

def TpuSliceNodes : Rule<"tpu-slice-nodes", "TL1306"> {
  let fix = UnsafeFix;
  let summary = "a number of pods that does not fill the slice";
  let explanation = [{
The nodes of a slice work as one: a program starts when there is a pod on each of
them. `parallelism` and `completions` of a Job, `size` of a LeaderWorkerSet and
`numOfHosts` of a Ray group are therefore the number of nodes of the topology: its
chips divided by the chips of a node. With fewer pods the program waits for the
others for ever, while the whole slice is paid for. Several slices are several Jobs
(`replicas` in a JobSet), several groups or several replicas.
}];
  let messages = [
    Message<"wrong", "`{field}` is {count}, and a {topology} slice has {nodes} nodes",
            [Text<"field">, Number<"count">, Text<"topology">, Number<"nodes">]>,
    WarningMessage<"several", "`{field}` is {count}, which is {slices} slices of {nodes} nodes in one group",
                   [Text<"field">, Number<"count">, Number<"slices">, Number<"nodes">]>,
    WarningMessage<"doubtful", "`{field}` is {count}, and a {topology} slice has {nodes} nodes",
                   [Text<"field">, Number<"count">, Text<"topology">, Number<"nodes">]>,
    WarningMessage<"absent", "a {topology} slice has {nodes} nodes, and there is no `{field}`",
                   [Text<"topology">, Number<"nodes">, Text<"field">]>,
    Message<"leader", "`{field}` is {count}, of which {pods} have TPUs, and a {topology} slice has {nodes} nodes",
            [Text<"field">, Number<"count">, Number<"pods">, Text<"topology">, Number<"nodes">]>];
  let sources = [Xpk, "Ray documentation `Use TPUs with KubeRay`", GkeTpuGuide];
  let tables = ["gke-tpu-topologies"];
  let bad = [{
apiVersion: batch/v1
kind: Job
metadata:
  name: train
spec:
  completionMode: Indexed
  parallelism: 2
  completions: 2
  template:
    spec:
      restartPolicy: Never
      nodeSelector:
        cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
        cloud.google.com/gke-tpu-topology: 4x4
      containers:
      - name: train
        image: gcr.io/project/train
        resources:
          limits:
            google.com/tpu: 4
}];
  let good = [{
apiVersion: batch/v1
kind: Job
metadata:
  name: train
spec:
  completionMode: Indexed
  parallelism: 4
  completions: 4
  template:
    spec:
      restartPolicy: Never
      nodeSelector:
        cloud.google.com/gke-tpu-accelerator: tpu-v6e-slice
        cloud.google.com/gke-tpu-topology: 4x4
      containers:
      - name: train
        image: gcr.io/project/train
        resources:
          limits:
            google.com/tpu: 4
}];
}

def AcceleratorNotRequested : Rule<"accelerator-not-requested", "TL1307"> {
  let severity = Warning;
  let summary = "nodes with accelerators, but no container that asks for any";
  let explanation = [{
A label chooses nodes with TPUs or GPUs, but devices are handed to containers only
in the number that they ask for: `google.com/tpu` or `nvidia.com/gpu` under
`limits`. Without it the program sees none, and GKE keeps pods that ask for none
away from such nodes unless they tolerate it. Nothing is said of pods that tolerate
it, of DaemonSets, and of workloads other pods of which ask for accelerators.
}];
  let messages = [
    WarningMessage<"none", "nodes with {accelerator}, but no container asks for `{resource}`",
                   [Text<"accelerator">, Text<"resource">]>];
  let sources = ["GKE guides `About TPUs in GKE` and `Run GPUs in GKE Standard node pools`"];
  let bad = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-l4
  containers:
  - name: train
    image: gcr.io/project/train
}];
  let good = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-l4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        nvidia.com/gpu: 1
}];
}

def AcceleratorResource : Rule<"accelerator-resource", "TL1308"> {
  let summary = "a resource that the chosen nodes do not have";
  let explanation = [{
`cloud.google.com/gke-tpu-accelerator` chooses nodes with TPUs, whose chips are
`google.com/tpu`; `cloud.google.com/gke-accelerator` chooses nodes with GPUs, which
are `nvidia.com/gpu`. No node has both, so a pod that mixes them waits for ever.
}];
  let messages = [
    Message<"mixed", "`{resource}` is not a resource of nodes with `{label}`",
            [Text<"resource">, Text<"label">]>];
  let sources = ["GKE guides `About TPUs in GKE` and `Run GPUs in GKE Standard node pools`"];
  let bad = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-l4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        google.com/tpu: 1
}];
  let good = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-l4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        nvidia.com/gpu: 1
}];
}

def UnknownGpuLabel : Rule<"unknown-gpu-label", "TL1309"> {
  let severity = Warning;
  let confidence = Dated;
  let fix = UnsafeFix;
  let summary = "a GPU label that trainlint does not know";
  let explanation = [{
The value of `cloud.google.com/gke-accelerator` is compared letter by letter with
the labels of the nodes, which carry the name that Compute Engine gives the GPU:
`nvidia-tesla-t4`, but `nvidia-l4`. A pod with a misspelled one waits for a node that
never comes.
}];
  let messages = [
    WarningMessage<"unknown", "{name} is not a GPU of Compute Engine that trainlint knows",
                   [Text<"name">]>];
  let sources = ["googleapis/python-aiplatform, accelerator_type.py", "skypilot-org/skypilot-catalog, catalogs/v8/gcp/vms.csv"];
  let tables = ["accelerators"];
  let bad = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-telsa-t4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        nvidia.com/gpu: 1
}];
  let good = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-tesla-t4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        nvidia.com/gpu: 1
}];
}

def GpuCount : Rule<"gpu-count", "TL1310"> {
  let fix = UnsafeFix;
  let summary = "more GPUs than a node can have";
  let explanation = [{
A pod runs on one node, and Compute Engine has machines with certain numbers of
each GPU only. A pod that asks for more than the largest of them waits for ever;
more GPUs are more pods. If the GPU can be divided into instances, each of which a
node counts as one, it is a warning. A number between two that are offered leaves
GPUs of the node idle.
}];
  let messages = [
    Message<"tooMany", "no node has {count} x {gpu}, only {offered}",
            [Text<"count">, Text<"gpu">, Text<"offered">]>,
    WarningMessage<"onlyInstances", "no node has {count} x {gpu} as a whole, only {offered}",
                   [Text<"count">, Text<"gpu">, Text<"offered">]>,
    InfoMessage<"between", "{count} x {gpu} leaves GPUs of its node idle; nodes have {offered}",
                [Text<"count">, Text<"gpu">, Text<"offered">]>];
  let sources = ["skypilot-org/skypilot, sky/catalog/gcp_catalog.py", "Vertex AI guide `Configure compute resources for training`"];
  let tables = ["gke-gpus"];
  let bad = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-tesla-t4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        nvidia.com/gpu: 8
}];
  let good = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-tesla-t4
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        nvidia.com/gpu: 4
}];
}

def AcceleratorMachine : Rule<"accelerator-machine", "TL1311"> {
  let summary = "a machine that does not have this accelerator";
  let explanation = [{
The labels of a node selector hold together: the node has the accelerator and is of
the machine type or family. Each TPU and most GPUs come with machine types of their
own, and T4, P4, P100, V100 and K80 attach to N1 machines only. A pod that asks for
a pair that does not exist waits for ever.
}];
  let messages = [
    Message<"machineType", "{machine} nodes have no {accelerator}",
            [Text<"machine">, Text<"accelerator">]>,
    Message<"slice", "{machine} is not the machine type of a {topology} slice of {accelerator}",
            [Text<"machine">, Text<"topology">, Text<"accelerator">]>,
    Message<"family", "{family} machines have no {accelerator}",
            [Text<"family">, Text<"accelerator">]>,
    Message<"fewer", "{machine} has {has} x {accelerator}, not {count}",
            [Text<"machine">, Text<"has">, Text<"accelerator">, Text<"count">]>];
  let sources = [Xpk, "Vertex AI guide `Configure compute resources for training`"];
  let tables = ["gke-gpus", "gke-tpu-topologies", "machine-types"];
  let bad = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-l4
    cloud.google.com/machine-family: n1
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        nvidia.com/gpu: 1
}];
  let good = [{
apiVersion: v1
kind: Pod
metadata:
  name: train
spec:
  nodeSelector:
    cloud.google.com/gke-accelerator: nvidia-l4
    cloud.google.com/machine-family: g2
  containers:
  - name: train
    image: gcr.io/project/train
    resources:
      limits:
        nvidia.com/gpu: 1
}];
}

} // group
