// Products with their kernels: loops of elements where they are small, loops over vectors where they
// are large, and the library that is there.

// RUN: trainlint-test-cpu %s --entry=small --emit=linalg | FileCheck %s --check-prefix=SMALL
// RUN: trainlint-test-cpu %s --entry=batch --emit=linalg | FileCheck %s --check-prefix=BATCH

// Small: a row of the result is added up at once.
// SMALL-DAG: #[[$MAP:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// SMALL-DAG: #[[$MAP_1:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// SMALL-DAG: #[[$MAP_2:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// SMALL-LABEL: func.func @main(
// SMALL-SAME:    %[[ARG0:[^:]*]]: memref<2x3xf32>
// SMALL-SAME:    %[[ARG1:[^:]*]]: memref<3x4xf32>
// SMALL-SAME:    %[[ARG2:[^:]*]]: memref<2x4xf32>
// SMALL: %[[ALLOC:.*]] = memref.alloc() : memref<2x4xf32>
// SMALL: %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// SMALL: linalg.fill ins(%[[CONSTANT]] : f32) outs(%[[ALLOC]] : memref<2x4xf32>)
// SMALL: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP_1]], #[[$MAP_2]]], iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[ARG0]], %[[ARG1]] : memref<2x3xf32>, memref<3x4xf32>) outs(%[[ALLOC]] : memref<2x4xf32>) {
// SMALL: ^{{.*}}(%[[ARG:[^:]*]]: f32, %[[ARG_1:[^:]*]]: f32, %[[ARG_2:[^:]*]]: f32):
// SMALL: %[[MULF:.*]] = arith.mulf %[[ARG]], %[[ARG_1]] fastmath<reassoc,contract> : f32
// SMALL: %[[ADDF:.*]] = arith.addf %[[MULF]], %[[ARG_2]] fastmath<reassoc,contract> : f32
// SMALL: linalg.yield %[[ADDF]] : f32
// SMALL: memref.copy %[[ALLOC]], %[[ARG2]] : memref<2x4xf32> to memref<2x4xf32>
// SMALL: return
func.func @small(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Dimensions of a batch are the outermost loops.
// BATCH-DAG: #[[$MAP:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// BATCH-DAG: #[[$MAP_1:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// BATCH-DAG: #[[$MAP_2:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// BATCH-LABEL: func.func @main(
// BATCH-SAME:    %[[ARG0:[^:]*]]: memref<5x2x3xf32>
// BATCH-SAME:    %[[ARG1:[^:]*]]: memref<5x4x3xf32>
// BATCH-SAME:    %[[ARG2:[^:]*]]: memref<5x2x4xf32>
// BATCH: %[[ALLOC:.*]] = memref.alloc() : memref<5x2x4xf32>
// BATCH: %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// BATCH: linalg.fill ins(%[[CONSTANT]] : f32) outs(%[[ALLOC]] : memref<5x2x4xf32>)
// BATCH: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP_1]], #[[$MAP_2]]], iterator_types = ["parallel", "parallel", "reduction", "parallel"]} ins(%[[ARG0]], %[[ARG1]] : memref<5x2x3xf32>, memref<5x4x3xf32>) outs(%[[ALLOC]] : memref<5x2x4xf32>) {
// BATCH: ^{{.*}}(%[[ARG:[^:]*]]: f32, %[[ARG_1:[^:]*]]: f32, %[[ARG_2:[^:]*]]: f32):
// BATCH: %[[MULF:.*]] = arith.mulf %[[ARG]], %[[ARG_1]] fastmath<reassoc,contract> : f32
// BATCH: %[[ADDF:.*]] = arith.addf %[[MULF]], %[[ARG_2]] fastmath<reassoc,contract> : f32
// BATCH: linalg.yield %[[ADDF]] : f32
// BATCH: memref.copy %[[ALLOC]], %[[ARG2]] : memref<5x2x4xf32> to memref<5x2x4xf32>
// BATCH: return
func.func @batch(%x: tensor<5x2x3xf32>, %y: tensor<5x4x3xf32>) -> tensor<5x2x4xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<5x2x3xf32>, tensor<5x4x3xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}
