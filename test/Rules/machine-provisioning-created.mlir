// Machines that commands create: on demand unless they say otherwise.
// RUN: trainlint-opt %s --job-check-machine-provisioning -verify-diagnostics -split-input-file

job.training compute_engine {
  // expected-error@below {{a3-highgpu-1g is not offered on demand, only as a Spot VM or with flex-start}}
  job.pool worker machine_type "a3-highgpu-1g"
}

// -----

// A reservation may be used without being named.
job.training compute_engine {
  // expected-warning@below {{a4-highgpu-8g is not offered on demand, only as a Spot VM, with flex-start or from a reservation}}
  job.pool worker machine_type "a4-highgpu-8g"
}

// -----

job.training compute_engine {
  job.pool worker machine_type "a3-highgpu-2g" provisioning "SPOT"
}

// -----

job.training compute_engine {
  job.pool worker machine_type "a4x-highgpu-4g" reservation "specific"
}

// -----

job.training compute_engine {
  job.pool worker machine_type "a2-highgpu-1g"
}

// -----

// A template does not say how its machines come.
job.training compute_engine workload_kind "InstanceTemplate" {
  job.pool worker machine_type "a3-highgpu-1g"
}

// -----

job.training gke workload_kind "NodePool" {
  // expected-warning@below {{a4x-highgpu-4g is not offered on demand, only from a reservation}}
  job.pool worker machine_type "a4x-highgpu-4g"
}

// -----

job.training gke workload_kind "NodePool" {
  job.pool worker machine_type "a4x-highgpu-4g" provisioning ?"${HOW}"
}
