// RUN: trainlint-opt %s --stablehlo-partition --split-input-file | FileCheck %s
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions are put where they are called, each call with tiles of its own.

module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>, %[[Y:.*]]: tensor<4x2xf32>)
  // CHECK-NEXT: %[[A:.*]] = stablehlo.tanh %[[X]] : tensor<2x4xf32>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.abs %[[A]] : tensor<2x4xf32>
  // CHECK-NEXT: %[[C:.*]] = stablehlo.tanh %[[Y]] : tensor<4x2xf32>
  // CHECK-NEXT: %[[D:.*]] = stablehlo.abs %[[C]] : tensor<4x2xf32>
  // CHECK-NEXT: return %[[B]], %[[D]]
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %y: tensor<4x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"})
      -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, tensor<4x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) {
    %0 = call @outer(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = call @outer(%y) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
  }
  func.func private @outer(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> tensor<4x4xf32> {
    %0 = stablehlo.tanh %x : tensor<4x4xf32>
    %1 = call @inner(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
  func.func private @inner(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.abs %x : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

// -----

// Two functions that call each other.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-NEXT: %[[A:.*]] = stablehlo.abs
  // CHECK-NEXT: %[[B:.*]] = stablehlo.tanh %[[A]]
  // CHECK-NEXT: call @even(%[[B]])
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @even(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @even(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.abs %x : tensor<4xf32>
    %1 = call @odd(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @odd(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.tanh %x : tensor<4xf32>
    %1 = call @even(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
