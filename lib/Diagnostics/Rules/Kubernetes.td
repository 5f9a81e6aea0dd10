//===- Kubernetes.td - Rules on GKE manifests --------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Diagnostics/Rule.td"

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

} // group
