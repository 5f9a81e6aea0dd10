// RUN: trainlint-opt %s | trainlint-opt | FileCheck %s
// RUN: trainlint-opt %s --verify-roundtrip -o /dev/null
// RUN: trainlint-opt %s --mlir-print-op-generic | trainlint-opt | FileCheck %s

// A value without a location is located where it stands.
// CHECK: #[[$TIER:.+]] = loc("{{.*}}":[[#]]:16)

// CHECK-LABEL: job.training ai_platform
// CHECK-NEXT:    region "us-central1" at #loc{{.*}}
// CHECK-NEXT:    scale_tier "CUSTOM" at #[[$TIER]]
job.training ai_platform
    scale_tier "CUSTOM"
    region "us-central1" at loc("config.yaml":3:11 to :22)
{
  // CHECK: job.pool chief
  // CHECK-NEXT: container_args ["--epochs" at {{.*}}, ?"${EPOCHS}" at {{.*}}] at
  // CHECK-NEXT: machine_type "n1-standard-8" at
  job.pool chief
      machine_type "n1-standard-8"
      container_args ["--epochs", ?"${EPOCHS}"]
  // CHECK: job.pool worker
  // CHECK-NEXT: accelerator_count 4 at
  // CHECK-NEXT: accelerator_type "NVIDIA_TESLA_T4" at
  // CHECK-NEXT: replicas ?"${WORKERS}" at
  job.pool worker
      replicas ?"${WORKERS}"
      accelerator_type "NVIDIA_TESLA_T4"
      accelerator_count 4
  // CHECK: job.study
  // CHECK-NEXT: goal "MAXIMIZE" at
  job.study goal "MAXIMIZE" {
    // CHECK: job.parameter
    // CHECK: discrete_values [1 at {{.*}}, 2.500000e+00 at {{.*}}] at
    // CHECK: min_value 1.000000e-04 at
    job.parameter
        parameter_name "lr"
        min_value 1.0e-4
        discrete_values [1, 2.5]
  }
}

// CHECK: job.training ai_platform
// CHECK-NEXT: use_chief_in_tf_config true at
job.training ai_platform use_chief_in_tf_config true {}
