// RUN: trainlint-opt %s | FileCheck %s
// RUN: trainlint-opt %s --mlir-print-op-generic | trainlint-opt | FileCheck %s
// RUN: trainlint-opt %s > %t && trainlint-opt %t | diff %t -
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that apply a function.

// CHECK-LABEL: func.func @by_name(
// CHECK-NEXT: %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x?xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [1] : (tensor<4x?xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.multiply across dimensions = [0, 1] {note = 1 : i64} : (tensor<4x?xf32>, tensor<f32>) -> tensor<f32>
func.func @by_name(%arg0: tensor<4x?xf32>, %arg1: tensor<f32>) {
  "stablehlo.reduce"(%arg0, %arg1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<f32>) -> tensor<4xf32>
  "stablehlo.reduce"(%arg0, %arg1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.maximum"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<f32>) -> tensor<4xf32>
  stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.multiply across dimensions = [0, 1] {note = 1 : i64} : (tensor<4x?xf32>, tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @by_body(
// CHECK-NEXT: %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:  reducer(%arg4: tensor<f32>, %arg5: tensor<f32>) {
// CHECK-NEXT:   %2 = stablehlo.divide %arg4, %arg5 : tensor<f32>
// CHECK-NEXT:   stablehlo.return %2 : tensor<f32>
// CHECK-NEXT: }
// CHECK-NEXT: %1:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg2 init: %arg3) across dimensions = [0] : (tensor<4x3xf32>, tensor<4x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
// CHECK-NEXT:  reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>) {
// CHECK-NEXT:   %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:   %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT:   stablehlo.return %cst, %c : tensor<f32>, tensor<i32>
// CHECK-NEXT: }
func.func @by_body(%arg0: tensor<4x3xf32>, %arg1: tensor<f32>, %arg2: tensor<4x3xi32>, %arg3: tensor<i32>) {
  "stablehlo.reduce"(%arg0, %arg1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.divide"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  "stablehlo.reduce"(%arg0, %arg2, %arg1, %arg3) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<i32>, %x2: tensor<f32>, %x3: tensor<i32>):
    %r0 = stablehlo.constant dense<0.0> : tensor<f32>
    %r1 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0, %r1) : (tensor<f32>, tensor<i32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<4x3xf32>, tensor<4x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// CHECK-LABEL: func.func @wider_body(
// CHECK-NEXT: %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<i32>
// CHECK-NEXT:  reducer(%arg2: tensor<i32>, %arg3: tensor<i32>) {
// CHECK-NEXT:   %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT:   stablehlo.return %c : tensor<i32>
// CHECK-NEXT: }
func.func @wider_body(%arg0: tensor<4xi8>, %arg1: tensor<i8>) {
  "stablehlo.reduce"(%arg0, %arg1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<4xi8>, tensor<i8>) -> tensor<i32>
  return
}

// CHECK-LABEL: func.func @windows(
// CHECK-NEXT: %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
// CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT:   %2 = stablehlo.add %arg3, %arg4 : tensor<f32>
// CHECK-NEXT:   stablehlo.return %2 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x2xf32>
// CHECK-NEXT: %1 = "stablehlo.select_and_scatter"(%arg0, %arg2, %arg1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
// CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT:   %c = stablehlo.constant dense<false> : tensor<i1>
// CHECK-NEXT:   stablehlo.return %c : tensor<i1>
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT:   %2 = stablehlo.add %arg3, %arg4 : tensor<f32>
// CHECK-NEXT:   stablehlo.return %2 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
func.func @windows(%arg0: tensor<4x4xf32>, %arg1: tensor<f32>, %arg2: tensor<2x2xf32>) {
  "stablehlo.reduce_window"(%arg0, %arg1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  "stablehlo.select_and_scatter"(%arg0, %arg2, %arg1) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: func.func @others(
// CHECK-NEXT: %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
// CHECK-NEXT: ^bb0(%arg2: tensor<i32>, %arg3: tensor<f32>):
// CHECK-NEXT:   %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
// CHECK-NEXT:   stablehlo.return %cst : tensor<f64>
// CHECK-NEXT: }) : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xf64>
// CHECK-NEXT: %1:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
// CHECK-NEXT: ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
// CHECK-NEXT:   %c = stablehlo.constant dense<false> : tensor<i1>
// CHECK-NEXT:   stablehlo.return %c : tensor<i1>
// CHECK-NEXT: }) : (tensor<4xi32>, tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>)
func.func @others(%arg0: tensor<4xi32>, %arg1: tensor<4xf32>) {
  "stablehlo.map"(%arg0, %arg1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<f32>):
    %r0 = stablehlo.constant dense<0.0> : tensor<f64>
    "stablehlo.return"(%r0) : (tensor<f64>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xf64>
  "stablehlo.sort"(%arg0, %arg1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<f32>, %x3: tensor<f32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xi32>, tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>)
  return
}
