// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of elementwise operations of several operands.

func.func @divide(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{operand 1 has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.divide"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @maximum(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{operand 1 has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.maximum"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @minimum(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{operand 1 has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.minimum"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @multiply(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{operand 1 has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.multiply"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @power(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{operand 1 has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.power"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @remainder(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{operand 1 has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.remainder"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @subtract(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{operand 1 has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.subtract"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @atan2(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{operand 1 has type 'tensor<3xf32>', which is not the shape of the first operand, 'tensor<2xf32>' (C1)}}
  "stablehlo.atan2"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @and(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error@below {{operand 1 has element type 'i64', but the first operand has 'i32' (C1)}}
  "stablehlo.and"(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @or(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error@below {{operand 1 has element type 'i64', but the first operand has 'i32' (C1)}}
  "stablehlo.or"(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @xor(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error@below {{operand 1 has element type 'i64', but the first operand has 'i32' (C1)}}
  "stablehlo.xor"(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_left(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error@below {{operand 1 has element type 'i64', but the first operand has 'i32' (C1)}}
  "stablehlo.shift_left"(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_arithmetic(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error@below {{operand 1 has element type 'i64', but the first operand has 'i32' (C1)}}
  "stablehlo.shift_right_arithmetic"(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @shift_right_logical(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error@below {{operand 1 has element type 'i64', but the first operand has 'i32' (C1)}}
  "stablehlo.shift_right_logical"(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @add_type(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C1)}}
  "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @add_mixed(%a: tensor<2x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<2xf32>) {
  // expected-error@below {{mixes quantized and other types, '!quant.uniform<i8:f32, 1.000000e+00:17>', 'f32' and '!quant.uniform<i8:f32, 1.000000e+00:17>' (C2)}}
  "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32, 1.0:17>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @add_storage(%a: tensor<2x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<2x!quant.uniform<i4:f32, 1.0:3>>) {
  // expected-error@below {{has the storage types 'i8', 'i4' and 'i8', which should be the same (C3)}}
  "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x!quant.uniform<i4:f32, 1.0:3>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @add_expressed(%a: tensor<2x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<2x!quant.uniform<i8:f64, 1.0:17>>) {
  // expected-error@below {{has the expressed types 'f32', 'f64' and 'f32', which should be the same (C4)}}
  "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x!quant.uniform<i8:f64, 1.0:17>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @add_axes(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>, %b: tensor<2x!quant.uniform<i8:f32, 1.0:17>>) {
  // expected-error@below {{has an operand or a result that is quantized along a dimension, but not both (C5)}}
  "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>, tensor<2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @add_lhs_axis(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>) {
  // expected-error@below {{quantizes lhs along dimension 0 and the result along dimension 1 (C6)}}
  "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>, tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0:17, 2.0:3}>>
  return
}

// -----

func.func @add_rhs_axis(%a: tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<2x2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>) {
  // expected-error@below {{quantizes rhs along dimension 0 and the result along dimension 1 (C7)}}
  "stablehlo.add"(%a, %b) : (tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0:17, 2.0:3}>>
  return
}

// -----

func.func @complex_parts(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@below {{has operands of the types 'tensor<2xf32>' and 'tensor<2xf64>', which should be the same (C1)}}
  "stablehlo.complex"(%a, %b) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_shape(%a: tensor<2xf32>) {
  // expected-error@below {{result has shape [3] instead of [2] (C2)}}
  "stablehlo.complex"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @complex_element(%a: tensor<2xf32>) {
  // expected-error@below {{result has element type 'complex<f64>' instead of 'complex<f32>' (C3)}}
  "stablehlo.complex"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}

// -----

func.func @complex_half(%a: tensor<2xf16>) {
  // expected-error@below {{has parts of type 'f16', but complex numbers have parts of f32 or f64 (C3)}}
  "stablehlo.complex"(%a, %a) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @compare_element(%a: tensor<2xf32>, %b: tensor<2xi32>) {
  // expected-error@below {{compares elements of 'f32' with 'i32' (C1)}}
  stablehlo.compare EQ, %a, %b : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_shape(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{compares 'tensor<2xf32>' with 'tensor<3xf32>', which have different shapes (C2)}}
  stablehlo.compare EQ, %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_result(%a: tensor<2xf32>) {
  // expected-error@below {{result has shape [3] instead of [2] (C2)}}
  stablehlo.compare EQ, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @compare_signed(%a: tensor<2xui32>) {
  // expected-error@below {{compares elements of 'ui32' as SIGNED, which are compared as UNSIGNED (C3)}}
  stablehlo.compare EQ, %a, %a, SIGNED : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_unsigned(%a: tensor<2xf32>) {
  // expected-error@below {{compares elements of 'f32' as UNSIGNED, which are compared as FLOAT or TOTALORDER (C3)}}
  stablehlo.compare EQ, %a, %a, UNSIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_order(%a: tensor<2xcomplex<f32>>) {
  // expected-error@below {{compares elements of 'complex<f32>' as TOTALORDER, which are compared as FLOAT (C3)}}
  stablehlo.compare EQ, %a, %a, TOTALORDER : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  return
}

// -----

func.func @select_pred(%p: tensor<3xi1>, %a: tensor<2xf32>) {
  // expected-error@below {{has a predicate of type 'tensor<3xi1>', which is neither a scalar nor of the shape of 'tensor<2xf32>' (C1)}}
  stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<2xf32>
  return
}

// -----

func.func @select_values(%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@below {{selects between 'tensor<2xf32>' and 'tensor<2xf64>', which should have the same type (C2)}}
  stablehlo.select %p, %a, %b : (tensor<i1>, tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_min(%a: tensor<3xf32>, %b: tensor<2xf32>) {
  // expected-error@below {{has min of type 'tensor<3xf32>', which is neither a scalar nor of the shape of 'tensor<2xf32>' (C1)}}
  "stablehlo.clamp"(%a, %b, %b) : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_max(%a: tensor<3xf32>, %b: tensor<2xf32>) {
  // expected-error@below {{has max of type 'tensor<3xf32>', which is neither a scalar nor of the shape of 'tensor<2xf32>' (C2)}}
  "stablehlo.clamp"(%b, %b, %a) : (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_element(%a: tensor<f64>, %b: tensor<2xf32>) {
  // expected-error@below {{clamps elements of 'f32' between 'f64' and 'f32' (C3)}}
  "stablehlo.clamp"(%a, %b, %b) : (tensor<f64>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_result(%b: tensor<2xf32>) {
  // expected-error@below {{result has shape [3] instead of [2] (C4)}}
  "stablehlo.clamp"(%b, %b, %b) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}
