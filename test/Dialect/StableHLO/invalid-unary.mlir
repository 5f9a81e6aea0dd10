// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of elementwise operations of one operand.

func.func @cbrt(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.cbrt"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @ceil(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.ceil"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @cosine(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.cosine"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @exponential(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.exponential"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @exponential_minus_one(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.exponential_minus_one"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @floor(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.floor"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @log(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.log"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @log_plus_one(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.log_plus_one"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @logistic(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.logistic"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @negate(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.negate"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @round_nearest_afz(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.round_nearest_afz"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @round_nearest_even(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.round_nearest_even"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @rsqrt(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.rsqrt"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @sign(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.sign"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @sine(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.sine"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @sqrt(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.sqrt"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @tan(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.tan"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @tanh(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.tanh"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @count_leading_zeros(%a: tensor<2xi32>) {
  // expected-error@below {{result has element type 'i64', but the first operand has 'i32' (C1)}}
  "stablehlo.count_leading_zeros"(%a) : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

func.func @not(%a: tensor<2xi32>) {
  // expected-error@below {{result has element type 'i64', but the first operand has 'i32' (C1)}}
  "stablehlo.not"(%a) : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

func.func @popcnt(%a: tensor<2xi32>) {
  // expected-error@below {{result has element type 'i64', but the first operand has 'i32' (C1)}}
  "stablehlo.popcnt"(%a) : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

func.func @abs_shape(%a: tensor<2xcomplex<f32>>) {
  // expected-error@below {{result has shape [3] instead of [2] (C1)}}
  "stablehlo.abs"(%a) : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

func.func @abs_element(%a: tensor<2xcomplex<f32>>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C2)}}
  "stablehlo.abs"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @real_shape(%a: tensor<2xcomplex<f32>>) {
  // expected-error@below {{result has shape [3] instead of [2] (C1)}}
  "stablehlo.real"(%a) : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

func.func @real_element(%a: tensor<2xcomplex<f32>>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C2)}}
  "stablehlo.real"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @imag_shape(%a: tensor<2xcomplex<f32>>) {
  // expected-error@below {{result has shape [3] instead of [2] (C1)}}
  "stablehlo.imag"(%a) : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

func.func @imag_element(%a: tensor<2xcomplex<f32>>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C2)}}
  "stablehlo.imag"(%a) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

func.func @convert(%a: tensor<2xf32>) {
  // expected-error@below {{result has type 'tensor<3xf64>', which is not the shape of the operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.convert"(%a) : (tensor<2xf32>) -> tensor<3xf64>
  return
}

// -----

func.func @is_finite(%a: tensor<2xf32>) {
  // expected-error@below {{result has shape [3] instead of [2] (C1)}}
  "stablehlo.is_finite"(%a) : (tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @bitcast_convert_same_width(%a: tensor<2xf32>) {
  // expected-error@below {{has elements of the same width, but the shapes [2] and [3] (C1)}}
  stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<3xi32>
  return
}

// -----

func.func @bitcast_convert_rank(%a: tensor<2xf32>) {
  // expected-error@below {{has elements of 32 and 8 bits, so that the rank of 'tensor<2xi8>' has to be one more than that of 'tensor<2xf32>' (C1)}}
  stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2xi8>
  return
}

// -----

func.func @bitcast_convert_shape(%a: tensor<2xf32>) {
  // expected-error@below {{has the shapes [2] and [3, 4], which differ in more than the last dimension of 'tensor<3x4xi8>' (C1)}}
  stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<3x4xi8>
  return
}

// -----

func.func @bitcast_convert_count(%a: tensor<2xf32>) {
  // expected-error@below {{splits elements of 32 bits into 3 of 8 (C1)}}
  stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @bitcast_convert_complex(%a: tensor<2xf64>) {
  // expected-error@below {{converts between a real and a complex type, 'tensor<2xf64>' and 'tensor<2xcomplex<f32>>' (C2)}}
  stablehlo.bitcast_convert %a : (tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @reduce_precision_type(%a: tensor<2xf32>) {
  // expected-error@below {{result has element type 'f64', but the first operand has 'f32' (C1)}}
  "stablehlo.reduce_precision"(%a) {exponent_bits = 8 : i32, mantissa_bits = 10 : i32} : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @reduce_precision_exponent(%a: tensor<2xf32>) {
  // expected-error@below {{exponent_bits is 0, but has to be positive (C2)}}
  stablehlo.reduce_precision %a, format = e0m10 : tensor<2xf32>
  return
}

// -----

func.func @reduce_precision_mantissa(%a: tensor<2xf32>) {
  // expected-error@below {{mantissa_bits is -1, but cannot be negative (C3)}}
  "stablehlo.reduce_precision"(%a) {exponent_bits = 8 : i32, mantissa_bits = -1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @uniform_quantize_shape(%a: tensor<2xf32>) {
  // expected-error@below {{has operand and result of different shapes, 'tensor<2xf32>' and 'tensor<3x!quant.uniform<i8:f32, 1.000000e+00:17>>' (C1)}}
  "stablehlo.uniform_quantize"(%a) : (tensor<2xf32>) -> tensor<3x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @uniform_quantize_type(%a: tensor<2xf64>) {
  // expected-error@below {{quantizes 'f64' to a type that stands for 'f32' (C2)}}
  "stablehlo.uniform_quantize"(%a) : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @uniform_dequantize_shape(%a: tensor<2x!quant.uniform<i8:f32, 1.0:17>>) {
  // expected-error@below {{result has shape [3] instead of [2] (C1)}}
  "stablehlo.uniform_dequantize"(%a) : (tensor<2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<3xf32>
  return
}

// -----

func.func @uniform_dequantize_type(%a: tensor<2x!quant.uniform<i8:f32, 1.0:17>>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C2)}}
  "stablehlo.uniform_dequantize"(%a) : (tensor<2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2xf64>
  return
}
