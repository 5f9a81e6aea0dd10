// RUN: trainlint-opt %s | FileCheck %s
// RUN: trainlint-opt %s --mlir-print-op-generic | trainlint-opt | FileCheck %s
// RUN: trainlint-opt %s > %t && trainlint-opt %t | diff %t -
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations on computed sizes.

// CHECK-LABEL: func.func @sizes(
// CHECK-NEXT: %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>
// CHECK-NEXT: %1 = stablehlo.set_dimension_size %arg2, %arg1, dim = 1 : (tensor<2x8xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 8>>
func.func @sizes(%arg0: tensor<2x?xf32>, %arg1: tensor<i32>, %arg2: tensor<2x8xf32>) {
  "stablehlo.get_dimension_size"(%arg0) {dimension = 1 : i64} : (tensor<2x?xf32>) -> tensor<i32>
  "stablehlo.set_dimension_size"(%arg2, %arg1) {dimension = 1 : i64} : (tensor<2x8xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 8>>
  return
}

// CHECK-LABEL: func.func @shapes(
// CHECK-NEXT: %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>} : (tensor<1x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.dynamic_iota %arg1, dim = 1 : (tensor<2xindex>) -> tensor<?x4xf32>
// CHECK-NEXT: %2 = stablehlo.dynamic_reshape %arg0, %arg2 : (tensor<1x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
// CHECK-NEXT: %3 = stablehlo.dynamic_pad %arg0, %arg3, %arg2, %arg2, %arg2 : (tensor<1x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
// CHECK-NEXT: %4 = stablehlo.real_dynamic_slice %arg0, %arg2, %arg2, %arg2 : (tensor<1x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
func.func @shapes(%arg0: tensor<1x?xf32>, %arg1: tensor<2xindex>, %arg2: tensor<2xi32>, %arg3: tensor<f32>) {
  "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>} : (tensor<1x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  "stablehlo.dynamic_iota"(%arg1) {iota_dimension = 1 : i64} : (tensor<2xindex>) -> tensor<?x4xf32>
  "stablehlo.dynamic_reshape"(%arg0, %arg2) : (tensor<1x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  "stablehlo.dynamic_pad"(%arg0, %arg3, %arg2, %arg2, %arg2) : (tensor<1x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  "stablehlo.real_dynamic_slice"(%arg0, %arg2, %arg2, %arg2) : (tensor<1x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}
