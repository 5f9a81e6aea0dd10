// RUN: trainlint-opt %s --stablehlo-partition --split-input-file | FileCheck %s
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts are transposed, reshaped, cut and joined as the whole is, in dimensions that an op takes wholly.

module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<4x6xf32>) -> tensor<3x2x4xf32>
  // CHECK-NEXT: %[[R:.*]] = stablehlo.reshape %[[X]] : (tensor<4x6xf32>) -> tensor<4x3x2xf32>
  // CHECK-NEXT: %[[T:.*]] = stablehlo.transpose %[[R]], dims = [1, 2, 0] : (tensor<4x3x2xf32>) -> tensor<3x2x4xf32>
  // CHECK-NEXT: return %[[T]]
  func.func @main(%x: tensor<4x12xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"})
      -> (tensor<6x2x4xf32> {mhlo.sharding = "{devices=[2,1,1]<=[2]}"}) {
    %0 = stablehlo.reshape %x : (tensor<4x12xf32>) -> tensor<4x6x2xf32>
    %1 = stablehlo.transpose %0, dims = [1, 2, 0] : (tensor<4x6x2xf32>) -> tensor<6x2x4xf32>
    return %1 : tensor<6x2x4xf32>
  }
}

// -----

// Two dimensions become one, of which the tiles of the second are no parts.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK: %[[ALL:.*]] = "stablehlo.all_gather"
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<4x4xf32>) -> tensor<16xf32>
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> tensor<16xf32> {
    %0 = stablehlo.reshape %x : (tensor<4x4xf32>) -> tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>) -> tensor<2x10xf32>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.slice %[[X]] [0:2, 0:4:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
  // CHECK: %[[P:.*]] = stablehlo.pad %[[S]], {{.*}}, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %[[R:.*]] = stablehlo.reverse %[[P]], dims = [1] : tensor<2x4xf32>
  // CHECK-NEXT: stablehlo.concatenate %[[R]], %[[S]], %[[X]], dim = 1
  // CHECK-NEXT: return
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"})
      -> (tensor<4x10xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.slice %x [0:4, 0:4:2] : (tensor<4x4xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.pad %0, %zero, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x4xf32>
    %2 = stablehlo.reverse %1, dims = [1] : tensor<4x4xf32>
    %3 = stablehlo.concatenate %2, %0, %x, dim = 1 : (tensor<4x4xf32>, tensor<4x2xf32>, tensor<4x4xf32>) -> tensor<4x10xf32>
    return %3 : tensor<4x10xf32>
  }
}

// -----

// Rows become columns: partitions exchange what the others need.
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>) -> tensor<4x2xf32>
  // CHECK-NEXT: "stablehlo.all_to_all"(%[[X]]) <{channel_handle = {{.*}}, concat_dimension = 0 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}>
  // CHECK-NEXT: return
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"})
      -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[1,2]<=[2]}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

// -----

// No rule is known: all is gathered, computed and cut.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK: %[[ALL:.*]] = "stablehlo.all_gather"
  // CHECK: %[[L:.*]] = stablehlo.cholesky %[[ALL]], lower = true : tensor<4x4xf32>
  // CHECK: stablehlo.dynamic_slice %[[L]]
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"})
      -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

// -----

// Numbers that a device draws are those of the first partition.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK: %[[DRAWN:.*]] = stablehlo.rng
  // CHECK-NEXT: %[[SAME:.*]] = "stablehlo.collective_broadcast"(%[[DRAWN]]) <{channel_handle = {{.*}}, replica_groups = dense<{{\[\[}}0, 1]]>
  // CHECK: stablehlo.dynamic_slice %[[SAME]]
  func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
    %n = stablehlo.constant dense<[4]> : tensor<1xi64>
    %0 = stablehlo.rng %a, %b, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// What has no known shape stays beside what is in parts.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<?xf32>, %{{.*}}: tensor<8xf32, #stablehlo.bounds<?>>) -> (tensor<2xf32>, tensor<?xf32>, tensor<8xf32, #stablehlo.bounds<?>>)
  // CHECK-NEXT: stablehlo.abs %[[X]] : tensor<2xf32>
  // CHECK-NEXT: stablehlo.abs %[[Y]] : tensor<?xf32>
  // CHECK-NEXT: return
  func.func @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<?xf32>, %z: tensor<8xf32, #stablehlo.bounds<?>>)
      -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, tensor<?xf32>, tensor<8xf32, #stablehlo.bounds<?>>) {
    %0 = stablehlo.abs %x : tensor<4xf32>
    %1 = stablehlo.abs %y : tensor<?xf32>
    return %0, %1, %z : tensor<4xf32>, tensor<?xf32>, tensor<8xf32, #stablehlo.bounds<?>>
  }
}

// -----

// Products of sizes that wrap around are no crash.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<3x6148914691236517205xi8>) -> tensor<5x3689348814741910323xi8>
  func.func @main(%x: tensor<3x6148914691236517205xi8>) -> tensor<5x3689348814741910323xi8> {
    %0 = stablehlo.reshape %x : (tensor<3x6148914691236517205xi8>) -> tensor<5x3689348814741910323xi8>
    return %0 : tensor<5x3689348814741910323xi8>
  }
}
