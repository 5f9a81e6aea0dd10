// RUN: trainlint-opt %s --stablehlo-partition --split-input-file | FileCheck %s
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over tiles are completed by the reduction's own body, where that cannot count anything twice.

module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK: %[[TERM:.*]] = stablehlo.reduce({{.*}}) applies stablehlo.maximum across dimensions = [0] : (tensor<2x4xf32>
  // CHECK-NEXT: "stablehlo.all_reduce"(%[[TERM]])
  // CHECK: stablehlo.maximum
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %init: tensor<f32>) -> tensor<4xf32> {
    %0 = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-NOT: "stablehlo.all_
  // CHECK: %[[R:.*]] = stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: return %[[R]]
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %init: tensor<f32>)
      -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
    %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// A sum that starts with a number would count it twice.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK: "stablehlo.all_gather"
  // CHECK-NOT: "stablehlo.all_reduce"
  // CHECK: stablehlo.reduce({{.*}} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %init: tensor<f32>) -> tensor<4xf32> {
    %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// A sum over both axes of a mesh is one.
module attributes {mhlo.num_partitions = 4 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK: "stablehlo.all_reduce"{{.*}} dense<{{\[\[}}0, 1, 2, 3]]>
  // CHECK-NOT: "stablehlo.all_reduce"
  // CHECK: return
  func.func @main(%x: tensor<4x4xi32> {mhlo.sharding = "{devices=[2,2]<=[4]}"}) -> tensor<i32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xi32>, tensor<i32>) -> tensor<i32>
    return %0 : tensor<i32>
  }
}

// -----

// Sorted, and reduced over windows, in rows.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK: "stablehlo.sort"(%{{.*}}) {{.*}}
  // CHECK: (tensor<2x4xf32>) -> tensor<2x4xf32>
  // CHECK: "stablehlo.reduce_window"
  // CHECK: (tensor<2x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  // CHECK-NEXT: return
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %init: tensor<f32>)
      -> (tensor<4x2xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %r = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %r : tensor<i1>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = "stablehlo.reduce_window"(%0, %init) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %r = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x2xf32>
    return %1 : tensor<4x2xf32>
  }
}
