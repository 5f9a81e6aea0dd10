// RUN: trainlint-opt %s | FileCheck %s
// RUN: trainlint-opt %s --mlir-print-op-generic | trainlint-opt | FileCheck %s
// RUN: trainlint-opt %s > %t && trainlint-opt %t | diff %t -
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations of one operand.

// CHECK-LABEL: func.func @floats(
// CHECK-NEXT: %0 = stablehlo.abs %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %1 = stablehlo.cbrt %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %2 = stablehlo.ceil %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %3 = stablehlo.cosine %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %4 = stablehlo.exponential %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %5 = stablehlo.exponential_minus_one %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %6 = stablehlo.floor %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %7 = stablehlo.log %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %8 = stablehlo.log_plus_one %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %9 = stablehlo.logistic %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %10 = stablehlo.negate %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %11 = stablehlo.round_nearest_afz %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %12 = stablehlo.round_nearest_even %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %13 = stablehlo.rsqrt %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %14 = stablehlo.sign %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %15 = stablehlo.sine %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %16 = stablehlo.sqrt %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %17 = stablehlo.tan %arg0 : tensor<2x?xf32>
// CHECK-NEXT: %18 = stablehlo.tanh %arg0 : tensor<2x?xf32>
func.func @floats(%arg0: tensor<2x?xf32>) {
  "stablehlo.abs"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.cbrt"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.ceil"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.cosine"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.exponential"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.exponential_minus_one"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.floor"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.log"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.log_plus_one"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.logistic"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.negate"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.round_nearest_afz"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.round_nearest_even"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.rsqrt"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.sign"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.sine"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.sqrt"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.tan"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  "stablehlo.tanh"(%arg0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// CHECK-LABEL: func.func @integers(
// CHECK-NEXT: %0 = stablehlo.count_leading_zeros %arg0 : tensor<2xui8>
// CHECK-NEXT: %1 = stablehlo.not %arg0 : tensor<2xui8>
// CHECK-NEXT: %2 = stablehlo.popcnt %arg0 : tensor<2xui8>
func.func @integers(%arg0: tensor<2xui8>) {
  "stablehlo.count_leading_zeros"(%arg0) : (tensor<2xui8>) -> tensor<2xui8>
  "stablehlo.not"(%arg0) : (tensor<2xui8>) -> tensor<2xui8>
  "stablehlo.popcnt"(%arg0) : (tensor<2xui8>) -> tensor<2xui8>
  return
}

// CHECK-LABEL: func.func @sizes_that_one_type_knows(
// CHECK-NEXT: %0 = stablehlo.tanh %arg0 : (tensor<2x?xf32>) -> tensor<2x3xf32>
func.func @sizes_that_one_type_knows(%arg0: tensor<2x?xf32>) {
  "stablehlo.tanh"(%arg0) : (tensor<2x?xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @other_types(
// CHECK-NEXT: %0 = stablehlo.abs %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
// CHECK-NEXT: %1 = stablehlo.real %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
// CHECK-NEXT: %2 = stablehlo.imag %arg1 : tensor<2xf32>
// CHECK-NEXT: %3 = stablehlo.is_finite %arg1 : (tensor<2xf32>) -> tensor<2xi1>
// CHECK-NEXT: %4 = stablehlo.convert %arg1 : (tensor<2xf32>) -> tensor<2xcomplex<f64>>
// CHECK-NEXT: %5 = stablehlo.convert %arg1 : tensor<2xf32>
// CHECK-NEXT: %6 = stablehlo.bitcast_convert %arg1 : (tensor<2xf32>) -> tensor<2x4xi8>
// CHECK-NEXT: %7 = stablehlo.reduce_precision %arg1, format = e8m10 : tensor<2xf32>
func.func @other_types(%arg0: tensor<2xcomplex<f32>>, %arg1: tensor<2xf32>) {
  "stablehlo.abs"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  "stablehlo.real"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  "stablehlo.imag"(%arg1) : (tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.is_finite"(%arg1) : (tensor<2xf32>) -> tensor<2xi1>
  "stablehlo.convert"(%arg1) : (tensor<2xf32>) -> tensor<2xcomplex<f64>>
  "stablehlo.convert"(%arg1) : (tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.bitcast_convert"(%arg1) : (tensor<2xf32>) -> tensor<2x4xi8>
  "stablehlo.reduce_precision"(%arg1) {exponent_bits = 8 : i32, mantissa_bits = 10 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @accuracy(
// CHECK-NEXT: %0 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
// CHECK-NEXT: %1 = stablehlo.log %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
func.func @accuracy(%arg0: tensor<2xf32>) {
  "stablehlo.tanh"(%arg0) {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.0, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  "stablehlo.log"(%arg0) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @quantized(
// CHECK-NEXT: %0 = stablehlo.uniform_quantize %arg0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00:17>>
// CHECK-NEXT: %1 = stablehlo.uniform_dequantize %arg1 : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00:17>>) -> tensor<2xf32>
// CHECK-NEXT: %2 = stablehlo.tanh %arg1 : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00:17>>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:3>>
func.func @quantized(%arg0: tensor<2xf32>, %arg1: tensor<2x!quant.uniform<i8:f32, 1.0:17>>) {
  "stablehlo.uniform_quantize"(%arg0) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.0:17>>
  "stablehlo.uniform_dequantize"(%arg1) : (tensor<2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2xf32>
  "stablehlo.tanh"(%arg1) : (tensor<2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:3>>
  return
}
