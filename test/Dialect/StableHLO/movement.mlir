// RUN: trainlint-opt %s | FileCheck %s
// RUN: trainlint-opt %s --mlir-print-op-generic | trainlint-opt | FileCheck %s
// RUN: trainlint-opt %s > %t && trainlint-opt %t | diff %t -
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that place elements anew.

// CHECK-LABEL: func.func @sources(
// CHECK-NEXT: %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT: %cst = stablehlo.constant {note = "x"} dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
// CHECK-NEXT: %cst_0 = stablehlo.constant() <{value = dense<3> : tensor<2xi8>}> {note = 1 : i32} : () -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00:17>>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3FN>
// CHECK-NEXT: %0 = stablehlo.iota dim = 1 : tensor<2x3xf32>
// CHECK-NEXT: %1 = stablehlo.iota dim = 0 : tensor<?xi32, #stablehlo.bounds<4>>
func.func @sources() {
  "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  stablehlo.constant {note = "x"} dense<(1.0, 2.0)> : tensor<complex<f32>>
  "stablehlo.constant"() {value = dense<3> : tensor<2xi8>, note = 1 : i32} : () -> tensor<2x!quant.uniform<i8:f32, 1.0:17>>
  "stablehlo.constant"() {value = dense<1.0> : tensor<2xf8E4M3FN>} : () -> tensor<2xf8E4M3FN>
  "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<2x3xf32>
  "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<?xi32, #stablehlo.bounds<4>>
  return
}

// CHECK-LABEL: func.func @shapes(
// CHECK-NEXT: %0 = stablehlo.broadcast %arg0, sizes = [4] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT: %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
// CHECK-NEXT: %2 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<1x?xf32, #stablehlo.bounds<?, 5>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 5>>
// CHECK-NEXT: %3 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
// CHECK-NEXT: %4 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: %5 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<1x?xf32, #stablehlo.bounds<?, 5>>) -> tensor<?x1xf32, #stablehlo.bounds<5, ?>>
// CHECK-NEXT: %6 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
func.func @shapes(%arg0: tensor<2x3xf32>, %arg1: tensor<1x?xf32, #stablehlo.bounds<?, 5>>) {
  "stablehlo.broadcast"(%arg0) {broadcast_sizes = array<i64: 4>} : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  "stablehlo.broadcast_in_dim"(%arg0) {broadcast_dimensions = array<i64: 0, 2>} : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
  "stablehlo.broadcast_in_dim"(%arg1) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<1x?xf32, #stablehlo.bounds<?, 5>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 5>>
  "stablehlo.reshape"(%arg0) : (tensor<2x3xf32>) -> tensor<6xf32>
  "stablehlo.transpose"(%arg0) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  "stablehlo.transpose"(%arg1) {permutation = array<i64: 1, 0>} : (tensor<1x?xf32, #stablehlo.bounds<?, 5>>) -> tensor<?x1xf32, #stablehlo.bounds<5, ?>>
  "stablehlo.reverse"(%arg0) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @parts(
// CHECK-NEXT: %0 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: %1 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
// CHECK-NEXT: %2 = stablehlo.pad %arg0, %arg2, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x4xf32>
// CHECK-NEXT: %3 = stablehlo.slice %arg0 [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK-NEXT: %4 = stablehlo.slice %arg0 [1:1, 0:3] {note = 1 : i64} : (tensor<2x3xf32>) -> tensor<0x3xf32>
func.func @parts(%arg0: tensor<2x3xf32>, %arg1: tensor<2x?xf32>, %arg2: tensor<f32>) {
  "stablehlo.concatenate"(%arg0, %arg0) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  "stablehlo.concatenate"(%arg0, %arg1) {dimension = 1 : i64} : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.pad"(%arg0, %arg2) {edge_padding_low = array<i64: 1, -1>, edge_padding_high = array<i64: 0, 2>, interior_padding = array<i64: 1, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x4xf32>
  "stablehlo.slice"(%arg0) {start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  stablehlo.slice %arg0 [1:1:1, 0:3] {note = 1 : i64} : (tensor<2x3xf32>) -> tensor<0x3xf32>
  return
}

// CHECK-LABEL: func.func @scalars(
// CHECK-NEXT: %0 = stablehlo.slice %arg0 [] : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %1 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2xf32>
func.func @scalars(%arg0: tensor<f32>) {
  "stablehlo.slice"(%arg0) {start_indices = array<i64>, limit_indices = array<i64>, strides = array<i64>} : (tensor<f32>) -> tensor<f32>
  "stablehlo.broadcast_in_dim"(%arg0) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<2xf32>
  return
}
