// Convolutions as loops.

// RUN: trainlint-test-cpu %s --entry=plain --no-library --emit=linalg | FileCheck %s --check-prefix=PLAIN
// RUN: trainlint-test-cpu %s --entry=groups --no-library --emit=linalg | FileCheck %s --check-prefix=GROUPS

// Where padding is, elements are copied into a larger buffer before, and zeros stored around them.
// PLAIN-DAG: #[[$MAP:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d2 * 2 + d4, d3 * 2 + d5, d0, d6)>
// PLAIN-DAG: #[[$MAP_1:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d4, d5, d6, d0, d7)>
// PLAIN-DAG: #[[$MAP_2:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d2, d3, d0, d7)>
// PLAIN-LABEL: func.func @main(
// PLAIN-SAME:    %[[ARG0:[^:]*]]: memref<1x4x4x2xf32>
// PLAIN-SAME:    %[[ARG1:[^:]*]]: memref<3x3x2x3xf32>
// PLAIN-SAME:    %[[ARG2:[^:]*]]: memref<1x2x2x3xf32>
// PLAIN: %[[ALLOC:.*]] = memref.alloc() : memref<1x5x5x2xf32>
// PLAIN: %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// PLAIN: scf.for %[[EDGE:.*]] = %c0{{(_[0-9]+)?}} to %c5{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// PLAIN: scf.for %[[EDGE_1:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// PLAIN: memref.store %[[CONSTANT]], %[[ALLOC]][%c0{{(_[0-9]+)?}}, %c0{{(_[0-9]+)?}}, %[[EDGE]], %[[EDGE_1]]] : memref<1x5x5x2xf32>
// PLAIN: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// PLAIN: %[[ADDI:.*]] = arith.addi %[[I]], %c1{{(_[0-9]+)?}} : index
// PLAIN: scf.for %[[EDGE_2:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// PLAIN: memref.store %[[CONSTANT]], %[[ALLOC]][%c0{{(_[0-9]+)?}}, %[[ADDI]], %c0{{(_[0-9]+)?}}, %[[EDGE_2]]] : memref<1x5x5x2xf32>
// PLAIN: scf.for %[[I_1:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// PLAIN: %[[ADDI_1:.*]] = arith.addi %[[I_1]], %c1{{(_[0-9]+)?}} : index
// PLAIN: scf.for %[[I_2:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// PLAIN: %[[LOAD:.*]] = memref.load %[[ARG0]][%c0{{(_[0-9]+)?}}, %[[I]], %[[I_1]], %[[I_2]]] : memref<1x4x4x2xf32>
// PLAIN: memref.store %[[LOAD]], %[[ALLOC]][%c0{{(_[0-9]+)?}}, %[[ADDI]], %[[ADDI_1]], %[[I_2]]] : memref<1x5x5x2xf32>
// PLAIN: %[[VIEW:.*]] = memref.reinterpret_cast %[[ALLOC]] to offset: [0], sizes: [1, 5, 5, 1, 2], strides: [50, 10, 2, 2, 1] : memref<1x5x5x2xf32> to memref<1x5x5x1x2xf32>
// PLAIN: %[[VIEW_1:.*]] = memref.reinterpret_cast %[[ARG1]] to offset: [0], sizes: [3, 3, 2, 1, 3], strides: [18, 6, 3, 3, 1] : memref<3x3x2x3xf32> to memref<3x3x2x1x3xf32>
// PLAIN: %[[ALLOC_1:.*]] = memref.alloc() : memref<1x2x2x3xf32>
// PLAIN: %[[VIEW_2:.*]] = memref.reinterpret_cast %[[ALLOC_1]] to offset: [0], sizes: [1, 2, 2, 1, 3], strides: [12, 6, 3, 3, 1] : memref<1x2x2x3xf32> to memref<1x2x2x1x3xf32>
// PLAIN: %[[CONSTANT_1:.*]] = arith.constant 0.000000e+00 : f32
// PLAIN: linalg.fill ins(%[[CONSTANT_1]] : f32) outs(%[[VIEW_2]] : memref<1x2x2x1x3xf32>)
// PLAIN: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP_1]], #[[$MAP_2]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "parallel"]} ins(%[[VIEW]], %[[VIEW_1]] : memref<1x5x5x1x2xf32>, memref<3x3x2x1x3xf32>) outs(%[[VIEW_2]] : memref<1x2x2x1x3xf32>) {
// PLAIN: ^{{.*}}(%[[ARG:[^:]*]]: f32, %[[ARG_1:[^:]*]]: f32, %[[ARG_2:[^:]*]]: f32):
// PLAIN: %[[MULF:.*]] = arith.mulf %[[ARG]], %[[ARG_1]] fastmath<reassoc,contract> : f32
// PLAIN: %[[ADDF:.*]] = arith.addf %[[MULF]], %[[ARG_2]] fastmath<reassoc,contract> : f32
// PLAIN: linalg.yield %[[ADDF]] : f32
// PLAIN: memref.copy %[[ALLOC_1]], %[[ARG2]] : memref<1x2x2x3xf32> to memref<1x2x2x3xf32>
// PLAIN: return
func.func @plain(%x: tensor<1x4x4x2xf32>, %w: tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %0 : tensor<1x2x2x3xf32>
}

// Groups are a loop more.
// GROUPS-DAG: #[[$MAP:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d2 + d4, d3 + d5, d0, d6)>
// GROUPS-DAG: #[[$MAP_1:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d4, d5, d6, d0, d7)>
// GROUPS-DAG: #[[$MAP_2:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d2, d3, d0, d7)>
// GROUPS-LABEL: func.func @main(
// GROUPS-SAME:    %[[ARG0:[^:]*]]: memref<1x4x4x4xf32>
// GROUPS-SAME:    %[[ARG1:[^:]*]]: memref<1x1x2x6xf32>
// GROUPS-SAME:    %[[ARG2:[^:]*]]: memref<1x4x4x6xf32>
// GROUPS: %[[VIEW:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [1, 4, 4, 2, 2], strides: [64, 16, 4, 2, 1] : memref<1x4x4x4xf32> to memref<1x4x4x2x2xf32>
// GROUPS: %[[VIEW_1:.*]] = memref.reinterpret_cast %[[ARG1]] to offset: [0], sizes: [1, 1, 2, 2, 3], strides: [12, 12, 6, 3, 1] : memref<1x1x2x6xf32> to memref<1x1x2x2x3xf32>
// GROUPS: %[[ALLOC:.*]] = memref.alloc() : memref<1x4x4x6xf32>
// GROUPS: %[[VIEW_2:.*]] = memref.reinterpret_cast %[[ALLOC]] to offset: [0], sizes: [1, 4, 4, 2, 3], strides: [96, 24, 6, 3, 1] : memref<1x4x4x6xf32> to memref<1x4x4x2x3xf32>
// GROUPS: %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// GROUPS: linalg.fill ins(%[[CONSTANT]] : f32) outs(%[[VIEW_2]] : memref<1x4x4x2x3xf32>)
// GROUPS: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP_1]], #[[$MAP_2]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "parallel"]} ins(%[[VIEW]], %[[VIEW_1]] : memref<1x4x4x2x2xf32>, memref<1x1x2x2x3xf32>) outs(%[[VIEW_2]] : memref<1x4x4x2x3xf32>) {
// GROUPS: ^{{.*}}(%[[ARG:[^:]*]]: f32, %[[ARG_1:[^:]*]]: f32, %[[ARG_2:[^:]*]]: f32):
// GROUPS: %[[MULF:.*]] = arith.mulf %[[ARG]], %[[ARG_1]] fastmath<reassoc,contract> : f32
// GROUPS: %[[ADDF:.*]] = arith.addf %[[MULF]], %[[ARG_2]] fastmath<reassoc,contract> : f32
// GROUPS: linalg.yield %[[ADDF]] : f32
// GROUPS: memref.copy %[[ALLOC]], %[[ARG2]] : memref<1x4x4x6xf32> to memref<1x4x4x6xf32>
// GROUPS: return
func.func @groups(%x: tensor<1x4x4x4xf32>, %w: tensor<1x1x2x6xf32>) -> tensor<1x4x4x6xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x4x4xf32>, tensor<1x1x2x6xf32>) -> tensor<1x4x4x6xf32>
  return %0 : tensor<1x4x4x6xf32>
}
