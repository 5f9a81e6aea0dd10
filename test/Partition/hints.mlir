// RUN: trainlint-opt %s --stablehlo-partition --split-input-file | FileCheck %s
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ops say of their results is how they are computed: what cannot be read is passed over.

module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  sdy.mesh @bad = <["x"=0]>
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %[[Y:.*]] = stablehlo.add %[[X]], %[[X]] : tensor<4x4xf32>
  // CHECK-NEXT: %[[Z:.*]] = stablehlo.multiply %[[Y]], %[[X]] : tensor<4x4xf32>
  // CHECK-NEXT: return %[[Z]]
  func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[4,1]<=[4]"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{devices=[4,1]<=[4] metadata={op_name=\22}}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{devices=[2,1]<=[2]}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"x"}]> : tensor<4x4xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{"x", "x"}, {}]> : tensor<4x4xf32>
    %5 = sdy.sharding_constraint %4 <@none, [{"x"}, {}]> : tensor<4x4xf32>
    %6 = sdy.sharding_constraint %5 <@bad, [{"x"}, {}]> : tensor<4x4xf32>
    %7 = sdy.sharding_constraint %6 <@bad, [{"x"}, {}]> : tensor<4x4xf32>
    %8 = stablehlo.add %7, %x {sdy.sharding = #sdy.sharding_per_value<[2<@mesh, [{"x"}, {}]>]>} : tensor<4x4xf32>
    %9 = stablehlo.multiply %8, %x {sdy.sharding = #sdy.sharding_per_value<[]>} : tensor<4x4xf32>
    return %9 : tensor<4x4xf32>
  }
}

// -----

// Tensors of bounds are never tiled.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-NEXT: return %{{.*}} : tensor<8xf32, #stablehlo.bounds<?>>
  func.func @main(%x: tensor<8xf32, #stablehlo.bounds<?>>) -> tensor<8xf32, #stablehlo.bounds<?>> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32, #stablehlo.bounds<?>>) -> tensor<8xf32, #stablehlo.bounds<?>>
    return %0 : tensor<8xf32, #stablehlo.bounds<?>>
  }
}
