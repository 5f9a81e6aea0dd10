// The fields of manifests, and the passes on what was not imported.
// RUN: trainlint-opt %s --job-checks -verify-diagnostics | FileCheck %s

// CHECK: job.training gke
// CHECK: workload_kind "LeaderWorkerSet"
// CHECK: job.pool worker
// CHECK: container_accelerators [2 at
// CHECK: slice_topology "4x4"
job.training gke workload_kind "LeaderWorkerSet" {
  job.pool worker
      accelerator_label "cloud.google.com/gke-tpu-accelerator"
      accelerator_resource "google.com/tpu"
      accelerator_type "tpu-v6e-slice"
      accelerator_count 4
      container_accelerators [2, 2]
      slice_topology "4x4"
      group_size 4
      completions 4
      machine_family "ct6e"
  // Pools of one role are allowed.
  job.pool worker
}

// Nothing is known of these, or nothing is there.
job.training gke workload_kind ?"${KIND}" {
  job.pool worker
      accelerator_label ?"${LABEL}"
      accelerator_resource ?"${RESOURCE}"
      accelerator_type ?"${TPU}"
      accelerator_count ?"${CHIPS}"
      container_accelerators [?"${CHIPS}"]
      tpu_topology ?"${TOPOLOGY}"
      slice_topology ?"${TOPOLOGY}"
      machine_type ?"${MACHINE}"
      machine_family ?"${FAMILY}"
      group_size ?"${PODS}"
      completions ?"${PODS}"
      replicas ?"${PODS}"
}
job.training gke {
}

job.training gke workload_kind "Job" {
  job.pool worker
      // expected-note@below {{the chips of a node}}
      accelerator_count 4
      accelerator_label "cloud.google.com/gke-tpu-accelerator"
      accelerator_resource "google.com/tpu"
      accelerator_type "tpu-v6e-slice"
      // expected-error@below {{`parallelism` is 3, and a 4x4 slice has 4 nodes}}
      group_size 3
      // expected-note@below {{the topology of the slice}}
      tpu_topology "4x4"
}
