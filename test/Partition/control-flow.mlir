// RUN: trainlint-opt %s --stablehlo-partition --split-input-file | FileCheck %s
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goes through a loop stays in parts; functions are inlined, so that each call has its own.

module attributes {mhlo.num_partitions = 2 : i32} {
  func.func private @half(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.constant dense<0.5> : tensor<4x4xf32>
    %1 = stablehlo.multiply %x, %0 : tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>, %[[W:.*]]: tensor<4x4xf32>) -> tensor<2x4xf32>
  // CHECK-NOT: "stablehlo.all_
  // CHECK: stablehlo.while(%{{.*}} = %[[X]], {{.*}}) : tensor<2x4xf32>, tensor<i32>
  // CHECK: stablehlo.dot_general {{.*}} -> tensor<2x4xf32>
  // CHECK-NOT: call
  // CHECK: stablehlo.multiply {{.*}} : tensor<2x4xf32>
  // CHECK-NOT: "stablehlo.all_
  // CHECK: return
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %w: tensor<4x4xf32>)
      -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.constant dense<3> : tensor<i32>
    %r:2 = stablehlo.while(%a = %x, %k = %zero) : tensor<4x4xf32>, tensor<i32> cond {
      %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %d = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %h = func.call @half(%d) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %k1 = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %h, %k1 : tensor<4x4xf32>, tensor<i32>
    }
    return %r#0 : tensor<4x4xf32>
  }
}

// -----

// What one branch gathers is not there in the other.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>, %[[P:.*]]: tensor<i1>)
  // CHECK: "stablehlo.if"(%[[P]]) ({
  // CHECK: "stablehlo.all_gather"(%[[X]])
  // CHECK: stablehlo.reverse {{.*}} : tensor<4x4xf32>
  // CHECK: stablehlo.return {{.*}} : tensor<2x4xf32>
  // CHECK: }, {
  // CHECK: "stablehlo.all_gather"(%[[X]])
  // CHECK: stablehlo.cholesky
  // CHECK: stablehlo.return {{.*}} : tensor<2x4xf32>
  // CHECK: (tensor<i1>) -> tensor<2x4xf32>
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %p: tensor<i1>)
      -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = "stablehlo.if"(%p) ({
      %1 = stablehlo.reverse %x, dims = [0] : tensor<4x4xf32>
      stablehlo.return %1 : tensor<4x4xf32>
    }, {
      %1 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
      stablehlo.return %1 : tensor<4x4xf32>
    }) : (tensor<i1>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

// -----

// A function that calls itself stays, and so do those that would never end.
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func private @again(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = func.call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  // CHECK-LABEL: func.func @main
  // CHECK: call @again
  func.func @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<4xf32> {
    %0 = func.call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
