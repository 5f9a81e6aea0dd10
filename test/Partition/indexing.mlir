// RUN: trainlint-opt %s --stablehlo-partition --split-input-file | FileCheck %s
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables in parts are not gathered: each partition takes the rows that it has, and updates them.

module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[T:.*]]: tensor<5x6xf32>, %[[I:.*]]: tensor<3xi32>) -> tensor<3x6xf32>
  // CHECK-NOT: "stablehlo.all_gather"
  // CHECK: %[[PLACES:.*]] = stablehlo.subtract {{.*}} : tensor<3xi64>
  // CHECK: stablehlo.compare GE, %[[PLACES]]
  // CHECK: stablehlo.compare LT, %[[PLACES]]
  // CHECK: %[[FOUND:.*]] = "stablehlo.gather"(%[[T]], {{.*}} slice_sizes = array<i64: 1, 6>
  // A row of -0.0 stays one.
  // CHECK: %[[ZERO:.*]] = stablehlo.constant dense<-0.0
  // CHECK: %[[TERM:.*]] = stablehlo.select {{.*}}, %[[FOUND]], %[[ZERO]]
  // CHECK: "stablehlo.all_reduce"(%[[TERM]])
  func.func @main(%t: tensor<10x6xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %i: tensor<3xi32>) -> tensor<3x6xf32> {
    %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<10x6xf32>, tensor<3xi32>) -> tensor<3x6xf32>
    return %0 : tensor<3x6xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[T:.*]]: tensor<5x6xf32>, %[[I:.*]]: tensor<3xi32>, %[[U:.*]]: tensor<3x6xf32>) -> tensor<5x6xf32>
  // CHECK-NOT: "stablehlo.all_
  // CHECK: %[[PLACES:.*]] = stablehlo.subtract {{.*}} : tensor<3xi64>
  // CHECK-NEXT: %[[R:.*]] = "stablehlo.scatter"(%[[T]], %[[PLACES]], %[[U]])
  // CHECK: return %[[R]]
  func.func @main(%t: tensor<10x6xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %i: tensor<3xi32>, %u: tensor<3x6xf32>)
      -> (tensor<10x6xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %r = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<10x6xf32>, tensor<3xi32>, tensor<3x6xf32>) -> tensor<10x6xf32>
    return %0 : tensor<10x6xf32>
  }
}

// -----

// Windows in parts and places in parts need nothing of others.
module attributes {mhlo.num_partitions = 4 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[T:.*]]: tensor<10x3xf32>, %[[I:.*]]: tensor<2xi32>) -> tensor<2x3xf32>
  // CHECK-NEXT: "stablehlo.gather"(%[[T]], %[[I]]) {{.*}} slice_sizes = array<i64: 1, 3>
  // CHECK-NEXT: return
  func.func @main(%t: tensor<10x6xf32> {mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"},
                  %i: tensor<4xi32> {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"})
      -> (tensor<4x6xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"}) {
    %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<10x6xf32>, tensor<4xi32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}

// -----

// The slice that is cut runs through the tiled dimension.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>, %[[I:.*]]: tensor<i32>)
  // CHECK-NEXT: %[[S:.*]] = stablehlo.dynamic_slice %[[X]], %[[I]], %[[I]], sizes = [2, 3]
  // CHECK-NEXT: %[[R:.*]] = stablehlo.dynamic_update_slice %[[X]], %[[S]], %[[I]], %[[I]] : (tensor<4x3xf32>, tensor<2x3xf32>
  // CHECK-NEXT: return %[[R]]
  func.func @main(%x: tensor<4x6xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, %i: tensor<i32>)
      -> (tensor<4x6xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) {
    %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x6xf32>
    %1 = stablehlo.dynamic_update_slice %x, %0, %i, %i : (tensor<4x6xf32>, tensor<2x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    return %1 : tensor<4x6xf32>
  }
}
