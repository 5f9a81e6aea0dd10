// RUN: trainlint-opt %s --job-checks -verify-diagnostics -split-input-file
// A job of Vertex AI from flags: messages have the names of the flags and of their
// keys, and an accelerator that is not counted is one.
job.training vertex_ai from_flags true region "us-central1" {
  job.pool chief machine_type "n1-standard-8" accelerator_type "NVIDIA_TESLA_T4" replicas 1 task "container"
}

// -----

job.training vertex_ai from_flags true region "us-central1" {
  // expected-error@below {{the first worker pool has one replica, `replica-count` is 3}}
  // expected-error@below {{`accelerator-count` is set, but `accelerator-type` is missing}}
  job.pool chief machine_type "n1-standard-8" accelerator_count 2 replicas 3 task "container"
  // expected-error@below {{the second --worker-pool-spec has no `machine-type`}}
  job.pool worker replicas 3 task "container"
}

// -----

job.training vertex_ai from_flags true region "us-central1" {
  job.pool chief machine_type "n1-standard-8" replicas 1 task "container"
  // expected-warning@below {{`--parallel-trial-count` is 4, but `--max-trial-count` is 2}}
  // expected-note@below {{all trials}}
  job.study max_trials 2 max_parallel_trials 4 {
  }
}
