// A function that is called becomes a part of its callers.

// RUN: trainlint-test-cpu %s --entry=calls --emit=linalg | FileCheck %s --check-prefix=CALLS

// Called twice.
// CALLS-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (d0)>
// CALLS-LABEL: func.func @main(
// CALLS-SAME:    %[[ARG0:[^:]*]]: memref<4xf32>
// CALLS-SAME:    %[[ARG1:[^:]*]]: memref<4xf32>
// CALLS: %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CALLS: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[ARG0]] : memref<4xf32>) outs(%[[ALLOC]] : memref<4xf32>) {
// CALLS: ^{{.*}}(%[[ARG:[^:]*]]: f32, %{{.*}}: f32):
// CALLS: %[[ADDF:.*]] = arith.addf %[[ARG]], %[[ARG]] : f32
// CALLS: linalg.yield %[[ADDF]] : f32
// CALLS: %[[ALLOC_1:.*]] = memref.alloc() : memref<4xf32>
// CALLS: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[ALLOC]] : memref<4xf32>) outs(%[[ALLOC_1]] : memref<4xf32>) {
// CALLS: ^{{.*}}(%[[ARG_2:[^:]*]]: f32, %{{.*}}: f32):
// CALLS: %[[ADDF_1:.*]] = arith.addf %[[ARG_2]], %[[ARG_2]] : f32
// CALLS: linalg.yield %[[ADDF_1]] : f32
// CALLS: memref.copy %[[ALLOC_1]], %[[ARG1]] : memref<4xf32> to memref<4xf32>
// CALLS: return
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = func.call @twice(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
