// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types that operations do not take.

func.func @quantized_zero_point(%a: tensor<2x!quant.uniform<i8:f32, 1.0:200>>) {
  // expected-error@below {{has the quantized type '!quant.uniform<i8:f32, 1.000000e+00:200>', whose zero point 200 is not in [-128, 127] (C7)}}
  "stablehlo.abs"(%a) : (tensor<2x!quant.uniform<i8:f32, 1.0:200>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:200>>
  return
}

// -----

func.func @quantized_zero_points(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0:200, 1.0:3}>>) {
  // expected-error@below {{has the quantized type '!quant.uniform<i8:f32:0, {1.000000e+00:200,1.000000e+00:3}>', whose zero point 200 is not in [-128, 127] (C7)}}
  "stablehlo.reshape"(%a) : (tensor<2x!quant.uniform<i8:f32:0, {1.0:200, 1.0:3}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0:200, 1.0:3}>>
  return
}

// -----

func.func @quantized_dimension(%a: tensor<2x!quant.uniform<i8:f32:1, {1.0:17, 2.0:3}>>) {
  // expected-error@below {{has type 'tensor<2x!quant.uniform<i8:f32:1, {1.000000e+00:17,2.000000e+00:3}>>', which is quantized along dimension 1 but has rank 1 (C12)}}
  "stablehlo.reshape"(%a) : (tensor<2x!quant.uniform<i8:f32:1, {1.0:17, 2.0:3}>>) -> tensor<2x!quant.uniform<i8:f32:1, {1.0:17, 2.0:3}>>
  return
}

// -----

func.func @quantized_scales(%a: tensor<3x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>) {
  // expected-error@below {{has type 'tensor<3x!quant.uniform<i8:f32:0, {1.000000e+00:17,2.000000e+00:3}>>' with 2 scales for dimension 0 of size 3 (C13)}}
  "stablehlo.reshape"(%a) : (tensor<3x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>) -> tensor<3x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>
  return
}

// -----

func.func @element_width(%a: tensor<2xi3>) {
  // expected-error@below {{operand #0 must be tensor of signed integer, floating-point or complex type or per-tensor quantized type, but got 'tensor<2xi3>'}}
  "stablehlo.abs"(%a) : (tensor<2xi3>) -> tensor<2xi3>
  return
}

// -----

func.func @signed_integer(%a: tensor<2xsi32>) {
  // expected-error@below {{operand #0 must be tensor of signed integer, floating-point or complex type or per-tensor quantized type, but got 'tensor<2xsi32>'}}
  "stablehlo.abs"(%a) : (tensor<2xsi32>) -> tensor<2xsi32>
  return
}

// -----

func.func @element_float(%a: tensor<2xf80>) {
  // expected-error@below {{operand #0 must be tensor of signed integer, floating-point or complex type or per-tensor quantized type, but got 'tensor<2xf80>'}}
  "stablehlo.abs"(%a) : (tensor<2xf80>) -> tensor<2xf80>
  return
}

// -----

func.func @element_complex(%a: tensor<2xcomplex<f16>>) {
  // expected-error@below {{operand #0 must be tensor of floating-point or complex type or per-tensor quantized type, but got 'tensor<2xcomplex<f16>>'}}
  "stablehlo.tanh"(%a) : (tensor<2xcomplex<f16>>) -> tensor<2xcomplex<f16>>
  return
}

// -----

func.func @unranked(%a: tensor<*xf32>) {
  // expected-error@below {{operand #0 must be tensor of signed integer, floating-point or complex type or per-tensor quantized type, but got 'tensor<*xf32>'}}
  "stablehlo.abs"(%a) : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @unsigned_abs(%a: tensor<2xui32>) {
  // expected-error@below {{operand #0 must be tensor of signed integer, floating-point or complex type or per-tensor quantized type, but got 'tensor<2xui32>'}}
  "stablehlo.abs"(%a) : (tensor<2xui32>) -> tensor<2xui32>
  return
}
