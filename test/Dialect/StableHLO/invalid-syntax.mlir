// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text that is no operation, attribute or type.

func.func @unary_count(%a: tensor<2xf32>) {
  // expected-error@below {{1 operands are given, but types of 2}}
  %0 = stablehlo.abs %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @binary_results(%a: tensor<2xf32>) {
  // expected-error@below {{has one result, but types of 2 are given}}
  %0 = stablehlo.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @complex(%a: tensor<2xf32>) {
  // expected-error@below {{expected a tensor of complex elements, not 'tensor<2xf32>'}}
  %0 = stablehlo.complex %a, %a : tensor<2xf32>
  return
}

// -----

func.func @select(%p: tensor<2xi1>) {
  // expected-error@below {{expected the types of the predicate and of the values}}
  %0 = stablehlo.select %p, %p, %p : tensor<2xi1>
  return
}

// -----

func.func @format(%a: tensor<2xf32>) {
  // expected-error@below {{expected a format such as e8m10, not `m8e10`}}
  %0 = stablehlo.reduce_precision %a, format = m8e10 : tensor<2xf32>
  return
}

// -----

func.func @format_too_large(%a: tensor<2xf32>) {
  // expected-error@below {{expected a format such as e8m10, not `e2147483648m1`}}
  %0 = stablehlo.reduce_precision %a, format = e2147483648m1 : tensor<2xf32>
  return
}

// -----

func.func @precision(%a: tensor<2x2xf32>) {
  // expected-error@below {{expected DEFAULT, HIGH or HIGHEST, not `LOW`}}
  %0 = stablehlo.dot %a, %a, precision = [LOW] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @window(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{expected stride, pad, lhs_dilate, rhs_dilate or reverse, not `size`}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {size = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @window_twice(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{`stride` is given twice}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @role_missing(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{`f` is missing}}
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// expected-error@below {{spatial dimension 1 is missing}}
func.func private @spatial_missing() attributes {a.b = #stablehlo.conv<[b, 0, 2, f]x[0, 1, i, o]->[b, 0, 1, f]>}

// -----

// expected-error@below {{spatial dimension 1000000000 is out of range}}
func.func private @spatial_large() attributes {a.b = #stablehlo.conv<[b, 1000000000, f]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error@below {{`b` is given twice}}
func.func private @role_twice() attributes {a.b = #stablehlo.conv<[b, b, f]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error@below {{unknown field `offsets`, expected one of offset_dims}}
func.func private @field() attributes {a.b = #stablehlo.gather<offsets = [1]>}

// -----

// expected-error@below {{field `offset_dims` is given twice}}
func.func private @field_twice() attributes {a.b = #stablehlo.gather<offset_dims = [1], offset_dims = [1]>}

// -----

// expected-error@below {{unknown stablehlo attribute `unheard_of`}}
func.func private @attribute() attributes {a.b = #stablehlo.unheard_of<1>}

// -----

// expected-error@below {{tolerances are given, but the mode is HIGHEST and not TOLERANCE}}
func.func private @accuracy() attributes {a.b = #stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<HIGHEST>>}

// -----

// expected-error@below {{the mode is TOLERANCE, but no tolerance is given}}
func.func private @accuracy_nothing() attributes {a.b = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}

// -----

// expected-error@below {{has 1 bounds for a tensor of rank 2}}
func.func private @bounds_count(tensor<?x?xf32, #stablehlo.bounds<3>>)

// -----

// expected-error@below {{dimension 0 has the size 3 and the bound 3, but only unknown sizes have bounds}}
func.func private @bounds_static(tensor<3xf32, #stablehlo.type_extensions<bounds = [3]>>)

// -----

// expected-error@below {{a future holds tensors, not 'f32'}}
func.func private @future(!stablehlo.future<f32>)

// -----

func.func @reduce_by_name(%a: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error@below {{`stablehlo.divide` is no commutative operation of two operands}}
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.divide across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @reduce_two_by_name(%a: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error@below {{only one input can be combined by the name of an operation}}
  %0:2 = stablehlo.reduce(%a init: %c), (%a init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @while_types(%a: tensor<i32>) {
  // expected-error@below {{1 operands are given, but types of 2}}
  %0 = stablehlo.while(%x = %a) : tensor<i32>, tensor<i32> cond {} do {}
  return
}

// -----

// expected-error@below {{expected a bracket}}
sdy.mesh @mesh = "x"

// -----

// expected-error@below {{expected a closing bracket}}
sdy.mesh @mesh = <["x"=2)>
