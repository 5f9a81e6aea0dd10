// RUN: trainlint-opt %s --stablehlo-partition --split-input-file | FileCheck %s
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products run over the tiles of free and batching dimensions. Sums over tiles are completed by
// all_reduce, or by reduce_scatter where the result is wanted in such tiles.

module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x6xf32>, %[[W:.*]]: tensor<6x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: %[[R:.*]] = stablehlo.dot_general %[[X]], %[[W]], {{.*}} -> tensor<2x8xf32>
  // CHECK-NEXT: return %[[R]]
  func.func @main(%x: tensor<4x6xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %w: tensor<6x8xf32>)
      -> (tensor<4x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}

// -----

// Both have parts of what is summed over.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>, %[[W:.*]]: tensor<3x8xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: %[[TERM:.*]] = stablehlo.dot_general %[[X]], %[[W]], {{.*}} -> tensor<4x8xf32>
  // CHECK-NEXT: "stablehlo.all_reduce"(%[[TERM]]) <{channel_handle = {{.*}}, replica_groups = dense<{{\[\[}}0, 1]]>
  // CHECK: stablehlo.add
  func.func @main(%x: tensor<4x6xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"},
                  %w: tensor<6x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> tensor<4x8xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}

// -----

// The gradient of weights that are kept in parts, of a batch in parts.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x6xf32>, %[[G:.*]]: tensor<2x8xf32>) -> tensor<3x8xf32>
  // CHECK-NOT: all_gather
  // CHECK: "stablehlo.reduce_scatter"(%{{.*}}) <{{.*}}scatter_dimension = 0
  // CHECK: (tensor<6x8xf32>) -> tensor<3x8xf32>
  // CHECK-NEXT: return
  func.func @main(%x: tensor<4x6xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"},
                  %g: tensor<4x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"})
      -> (tensor<6x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x6xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
    return %0 : tensor<6x8xf32>
  }
}

// -----

// A batch in parts and weights in parts, on the same devices: the weights come together.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<20x6xf32>, %[[W:.*]]: tensor<3x8xf32>)
  // CHECK-NEXT: %[[ALL:.*]] = "stablehlo.all_gather"(%[[W]]) {{.*}} -> tensor<6x8xf32>
  // CHECK-NEXT: stablehlo.dot_general %[[X]], %[[ALL]], {{.*}} -> tensor<20x8xf32>
  // CHECK-NOT: all_reduce
  func.func @main(%x: tensor<40x6xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"},
                  %w: tensor<6x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"})
      -> (tensor<40x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<40x6xf32>, tensor<6x8xf32>) -> tensor<40x8xf32>
    return %0 : tensor<40x8xf32>
  }
}

// -----

// Kernels in parts of their output features, and images in parts of the batch.
module attributes {mhlo.num_partitions = 4 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x3x8x8xf32>, %[[K:.*]]: tensor<4x3x3x3xf32>) -> tensor<2x4x6x6xf32>
  // CHECK-NEXT: stablehlo.convolution(%[[X]], %[[K]]) {{.*}} -> tensor<2x4x6x6xf32>
  // CHECK-NEXT: return
  func.func @main(%x: tensor<4x3x8x8xf32> {mhlo.sharding = "{devices=[2,1,1,1,2]<=[4] last_tile_dim_replicate}"},
                  %k: tensor<8x3x3x3xf32> {mhlo.sharding = "{devices=[2,1,1,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"})
      -> (tensor<4x8x6x6xf32> {mhlo.sharding = "{devices=[2,2,1,1]<=[4]}"}) {
    %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x3x8x8xf32>, tensor<8x3x3x3xf32>) -> tensor<4x8x6x6xf32>
    return %0 : tensor<4x8x6x6xf32>
  }
}
