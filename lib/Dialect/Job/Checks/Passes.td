//===- Passes.td - The checks on jobs ----------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_JOB_CHECKS_PASSES_TD
#define TRAINLINT_DIALECT_JOB_CHECKS_PASSES_TD

include "mlir/Pass/PassBase.td"

/// A read-only pass over one job that reports findings.
class JobCheck<string name> : Pass<name, "::trainlint::job::TrainingOp"> {
  // A check is created with its context; TableGen must not make up a function
  // that creates it without.
  let constructor = "nullptr";
}

def CheckScaleTier : JobCheck<"job-check-scale-tier"> {
  let summary = "scale tiers, machine types and counts belong together";
  let description = [{
    Reports machine fields beside a tier that brings its own machines, a CUSTOM
    tier without a master, counts without a machine type and machine types
    without a count.
  }];
}

def CheckMachineTypes : JobCheck<"job-check-machine-types"> {
  let summary = "machine types exist and are of one kind";
  let description = [{
    Reports machine types that no table names, legacy types, and legacy types
    beside Compute Engine types.
  }];
}

def CheckAccelerators : JobCheck<"job-check-accelerators"> {
  let summary = "accelerators fit the machines that they are attached to";
  let description = [{
    Looks up the machine type, the accelerator and the count in the platform's
    table, and explains a refusal with the vCPUs and the memory that the
    accelerators provide for.
  }];
}

def CheckPlacement : JobCheck<"job-check-placement"> {
  let summary = "one zone of the region has everything that the job uses";
  let description = [{
    Reports regions that do not exist or lack an accelerator, and sets of
    accelerators that share no zone; names the regions where the job fits.
  }];
}

def CheckTpu : JobCheck<"job-check-tpu"> {
  let summary = "a TPU job is a master and one TPU worker";
}

def CheckRuntimeVersions : JobCheck<"job-check-runtime-versions"> {
  let summary = "runtime and Python versions exist and fit each other";
}

def CheckContainers : JobCheck<"job-check-containers"> {
  let summary = "images, commands and runtime versions fit each other";
}

def CheckScheduling : JobCheck<"job-check-scheduling"> {
  let summary = "limits of time are within the platform's";
}

def CheckStorage : JobCheck<"job-check-storage"> {
  let summary = "paths are in Cloud Storage";
}

def CheckTuning : JobCheck<"job-check-tuning"> {
  let summary = "hyperparameters are complete and consistent";
}

def CheckWorkerPools : JobCheck<"job-check-worker-pools"> {
  let summary = "the worker pools of Vertex AI are complete";
  let description = [{
    Reports an empty first pool, one with other than one replica, pools without a
    machine type or a task, and pools that start nothing.
  }];
}

def CheckVertexTpu : JobCheck<"job-check-vertex-tpu"> {
  let summary = "TPU machines of Vertex AI have their cores or topology";
}

def CheckProvisioning : JobCheck<"job-check-provisioning"> {
  let summary = "strategies, reservations and accelerators belong together";
}

def CheckMachineProvisioning : JobCheck<"job-check-machine-provisioning"> {
  let summary = "machines are offered in the way they are asked for";
}

def CheckTensorFlowImages : JobCheck<"job-check-tensorflow-images"> {
  let summary = "images of TensorFlow are for accelerators that it supports";
}

//===----------------------------------------------------------------------===//
// Cloud TPU
//===----------------------------------------------------------------------===//

def CheckSlices : JobCheck<"job-check-slices"> {
  let summary = "accelerator types and topologies of TPU slices exist";
}

def CheckTpuHosts : JobCheck<"job-check-tpu-hosts"> {
  let summary = "a TPU pod has the VMs that it needs, in its zone";
}

def CheckTpuZones : JobCheck<"job-check-tpu-zones"> {
  let summary = "the zone offers the TPU slice";
}

def CheckTpuSoftware : JobCheck<"job-check-tpu-software"> {
  let summary = "the software version is made for the TPU slice";
}

//===----------------------------------------------------------------------===//
// GKE
//===----------------------------------------------------------------------===//

def CheckNodeLabels : JobCheck<"job-check-node-labels"> {
  let summary = "labels of nodes and resources of containers belong together";
  let description = [{
    Reports pods of a manifest that ask for TPUs without saying which, that go to
    nodes with accelerators and ask for none, or that ask for another kind.
  }];
}

def CheckTpuSlices : JobCheck<"job-check-tpu-slices"> {
  let summary = "TPU slices exist, and pods fit their nodes";
  let description = [{
    Looks up the accelerator and the topology of a manifest, and compares the
    chips that a pod asks for with those of a node.
  }];
}

def CheckSliceNodes : JobCheck<"job-check-slice-nodes"> {
  let summary = "there is a pod for each node of a TPU slice";
}

def CheckNodeGpus : JobCheck<"job-check-node-gpus"> {
  let summary = "GPUs of a manifest exist in that number on the machines that it names";
}

//===----------------------------------------------------------------------===//
// Compute Engine and the nodes of GKE
//===----------------------------------------------------------------------===//

def CheckVms : JobCheck<"job-check-vms"> {
  let summary = "VMs and nodes that are created exist with their accelerators";
  let description = [{
    Reports machine types and accelerators that do not exist or do not belong
    together, and VMs with GPUs that are to be moved.
  }];
}

def CheckVmZones : JobCheck<"job-check-vm-zones"> {
  let summary = "the zone offers the accelerators of VMs and nodes";
}

def CheckNodePools : JobCheck<"job-check-node-pools"> {
  let summary = "node pools are as large as their TPU slices, and placed as these need";
}

#endif // TRAINLINT_DIALECT_JOB_CHECKS_PASSES_TD
