// RUN: trainlint-opt %s | FileCheck %s
// RUN: trainlint-opt %s --mlir-print-op-generic | trainlint-opt | FileCheck %s
// RUN: trainlint-opt %s > %t && trainlint-opt %t | diff %t -
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations of several operands.

// CHECK-LABEL: func.func @floats(
// CHECK-NEXT: %0 = stablehlo.add %arg0, %arg1 : tensor<2xf32>
// CHECK-NEXT: %1 = stablehlo.atan2 %arg0, %arg1 : tensor<2xf32>
// CHECK-NEXT: %2 = stablehlo.divide %arg0, %arg1 : tensor<2xf32>
// CHECK-NEXT: %3 = stablehlo.maximum %arg0, %arg1 : tensor<2xf32>
// CHECK-NEXT: %4 = stablehlo.minimum %arg0, %arg1 : tensor<2xf32>
// CHECK-NEXT: %5 = stablehlo.multiply %arg0, %arg1 : tensor<2xf32>
// CHECK-NEXT: %6 = stablehlo.power %arg0, %arg1 : tensor<2xf32>
// CHECK-NEXT: %7 = stablehlo.remainder %arg0, %arg1 : tensor<2xf32>
// CHECK-NEXT: %8 = stablehlo.subtract %arg0, %arg1 : tensor<2xf32>
func.func @floats(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  "stablehlo.add"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.atan2"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.divide"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.maximum"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.minimum"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.multiply"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.power"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.remainder"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.subtract"(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @integers(
// CHECK-NEXT: %0 = stablehlo.and %arg0, %arg1 : tensor<2xi4>
// CHECK-NEXT: %1 = stablehlo.or %arg0, %arg1 : tensor<2xi4>
// CHECK-NEXT: %2 = stablehlo.xor %arg0, %arg1 : tensor<2xi4>
// CHECK-NEXT: %3 = stablehlo.shift_left %arg0, %arg1 : tensor<2xi4>
// CHECK-NEXT: %4 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<2xi4>
// CHECK-NEXT: %5 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<2xi4>
func.func @integers(%arg0: tensor<2xi4>, %arg1: tensor<2xi4>) {
  "stablehlo.and"(%arg0, %arg1) : (tensor<2xi4>, tensor<2xi4>) -> tensor<2xi4>
  "stablehlo.or"(%arg0, %arg1) : (tensor<2xi4>, tensor<2xi4>) -> tensor<2xi4>
  "stablehlo.xor"(%arg0, %arg1) : (tensor<2xi4>, tensor<2xi4>) -> tensor<2xi4>
  "stablehlo.shift_left"(%arg0, %arg1) : (tensor<2xi4>, tensor<2xi4>) -> tensor<2xi4>
  "stablehlo.shift_right_arithmetic"(%arg0, %arg1) : (tensor<2xi4>, tensor<2xi4>) -> tensor<2xi4>
  "stablehlo.shift_right_logical"(%arg0, %arg1) : (tensor<2xi4>, tensor<2xi4>) -> tensor<2xi4>
  return
}

// CHECK-LABEL: func.func @unknown_sizes(
// CHECK-NEXT: %0 = stablehlo.add %arg0, %arg1 : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %1 = stablehlo.multiply %arg2, %arg2 : tensor<?x3xf32, #stablehlo.bounds<8, ?>>
// CHECK-NEXT: %2 = stablehlo.subtract %arg2, %arg1 : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<?x3xf32>) -> tensor<7x3xf32>
func.func @unknown_sizes(%arg0: tensor<2x?xf32>, %arg1: tensor<?x3xf32>, %arg2: tensor<?x3xf32, #stablehlo.bounds<8, ?>>) {
  "stablehlo.add"(%arg0, %arg1) : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
  "stablehlo.multiply"(%arg2, %arg2) : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<?x3xf32, #stablehlo.bounds<8, ?>>) -> tensor<?x3xf32, #stablehlo.type_extensions<bounds = [8, ?]>>
  "stablehlo.subtract"(%arg2, %arg1) : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<?x3xf32>) -> tensor<7x3xf32>
  return
}

// CHECK-LABEL: func.func @complex(
// CHECK-NEXT: %0 = stablehlo.complex %arg0, %arg0 : tensor<2xcomplex<f32>>
// CHECK-NEXT: %1 = stablehlo.complex %arg0, %arg1 : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xcomplex<f32>>
func.func @complex(%arg0: tensor<2xf32>, %arg1: tensor<?xf32>) {
  "stablehlo.complex"(%arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  "stablehlo.complex"(%arg0, %arg1) : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @choices(
// CHECK-NEXT: %0 = stablehlo.compare  LT, %arg0, %arg0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
// CHECK-NEXT: %1 = stablehlo.compare  GE, %arg0, %arg0,  TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
// CHECK-NEXT: %2 = stablehlo.select %arg1, %arg0, %arg0 : tensor<2xi1>, tensor<2xf32>
// CHECK-NEXT: %3 = stablehlo.select %arg2, %arg0, %arg4 : (tensor<i1>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
// CHECK-NEXT: %4 = stablehlo.clamp %arg0, %arg0, %arg0 : tensor<2xf32>
// CHECK-NEXT: %5 = stablehlo.clamp %arg3, %arg0, %arg3 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @choices(%arg0: tensor<2xf32>, %arg1: tensor<2xi1>, %arg2: tensor<i1>, %arg3: tensor<f32>, %arg4: tensor<?xf32>) {
  "stablehlo.compare"(%arg0, %arg0) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  stablehlo.compare  GE, %arg0, %arg0,  TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  "stablehlo.select"(%arg1, %arg0, %arg0) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.select"(%arg2, %arg0, %arg4) : (tensor<i1>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
  "stablehlo.clamp"(%arg0, %arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.clamp"(%arg3, %arg0, %arg3) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @quantized(
// CHECK-NEXT: %0 = stablehlo.add %arg0, %arg1 : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00:17>>, tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00:17,2.000000e+00:3}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00:17,2.000000e+00:3}>>
func.func @quantized(%arg0: tensor<2x!quant.uniform<i8:f32, 1.0:17>>, %arg1: tensor<2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>) {
  "stablehlo.add"(%arg0, %arg1) : (tensor<2x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>
  return
}
