// Products take the operand of a transpose if its rows, or its columns, lie next to each other.

// REQUIRES: onednn
// RUN: trainlint-test-cpu %s --entry=transposed --emit=linalg | FileCheck %s --check-prefix=TRANSPOSED
// RUN: trainlint-test-cpu %s --entry=heads --emit=linalg | FileCheck %s --check-prefix=HEADS

// TRANSPOSED-LABEL: func.func @main(
// TRANSPOSED-NOT:   {{linalg.generic|scf.for}}
// TRANSPOSED:       call @trainlint_cpu_multiply
// TRANSPOSED-NOT:   {{linalg.generic|scf.for}}
// TRANSPOSED:       call @trainlint_cpu_multiply
func.func @transposed(%x: tensor<32x64xf32>, %y: tensor<48x64xf32>, %z: tensor<32x48xf32>) -> (tensor<32x48xf32>, tensor<32x64xf32>) {
  %0 = stablehlo.transpose %y, dims = [1, 0] : (tensor<48x64xf32>) -> tensor<64x48xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x48xf32>) -> tensor<32x48xf32>
  %2 = stablehlo.dot_general %z, %0, contracting_dims = [1] x [1] : (tensor<32x48xf32>, tensor<64x48xf32>) -> tensor<32x64xf32>
  return %1, %2 : tensor<32x48xf32>, tensor<32x64xf32>
}

// Otherwise it is transposed once, for all of them.
// HEADS-LABEL:   func.func @main(
// HEADS-COUNT-1: linalg.generic
// HEADS-NOT:     linalg.generic
// HEADS:         call @trainlint_cpu_multiply
// HEADS-NOT:     linalg.generic
// HEADS:         call @trainlint_cpu_multiply
// HEADS-NOT:     linalg.generic
func.func @heads(%x: tensor<16x4x32xf32>, %y: tensor<4x16x32xf32>) -> (tensor<4x16x16xf32>, tensor<4x16x16xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<16x4x32xf32>) -> tensor<4x16x32xf32>
  %1 = stablehlo.dot_general %0, %y, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<4x16x32xf32>, tensor<4x16x32xf32>) -> tensor<4x16x16xf32>
  %2 = stablehlo.dot_general %y, %0, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<4x16x32xf32>, tensor<4x16x32xf32>) -> tensor<4x16x16xf32>
  return %1, %2 : tensor<4x16x16xf32>, tensor<4x16x16xf32>
}
