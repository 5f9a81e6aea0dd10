// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of operations on computed sizes.

func.func @get_dimension_size(%a: tensor<2xf32>) {
  // expected-error@below {{asks for dimension 1 of an operand of rank 1 (C1)}}
  stablehlo.get_dimension_size %a, dim = 1 : (tensor<2xf32>) -> tensor<i32>
  return
}

// -----

func.func @set_dimension_size(%a: tensor<2xf32>, %s: tensor<i32>) {
  // expected-error@below {{sets dimension 1 of an operand of rank 1}}
  stablehlo.set_dimension_size %a, %s, dim = 1 : (tensor<2xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_element(%a: tensor<1x3xf32>, %s: tensor<2xi64>) {
  // expected-error@below {{broadcasts elements of 'f32' to elements of 'f64' (C1)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x3xf64>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_rank(%a: tensor<1x3xf32>, %s: tensor<2xi64>) {
  // expected-error@below {{sends 1 dimensions of an operand of rank 2 (C2)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0>} : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_range(%a: tensor<1x3xf32>, %s: tensor<2xi64>) {
  // expected-error@below {{sends a dimension to dimension 2 of a result of rank 2 (C3)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 2>} : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_twice(%a: tensor<1x3xf32>, %s: tensor<2xi64>) {
  // expected-error@below {{sends two dimensions to dimension 0 (C4)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 0>} : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_size(%a: tensor<1x3xf32>, %s: tensor<2xi64>) {
  // expected-error@below {{sends dimension 1 of size 3 to dimension 1 of size 4 (C5)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_computed(%a: tensor<1x3xf32>) {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error@below {{sends dimension 1 of size 3 to dimension 1 of size 4 (C5)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_axis(%a: tensor<1x2x!quant.uniform<i8:f32:1, {1.0:17, 2.0:3}>>, %s: tensor<2xi64>) {
  // expected-error@below {{sends the quantized dimension 1 to dimension 1, but the result is quantized along dimension 0 (C6)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<1x2x!quant.uniform<i8:f32:1, {1.0:17, 2.0:3}>>, tensor<2xi64>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_sizes(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  // expected-error@below {{is given 3 sizes for a result of rank 2 (C7)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<1x3xf32>, tensor<3xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_given(%a: tensor<1x3xf32>) {
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error@below {{is given the shape [2, 4], but its result has shape [?, 3] (C7)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_expansion(%a: tensor<1x3xf32>, %s: tensor<2xi64>) {
  // expected-error@below {{says of dimension 0 twice whether it expands (C8)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_expanding(%a: tensor<1x3xf32>, %s: tensor<2xi64>) {
  // expected-error@below {{known_expanding_dimensions has 2, which is not in [0, 2) (C9)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 2>} : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @dynamic_broadcast_in_dim_nonexpanding(%a: tensor<1x3xf32>, %s: tensor<2xi64>) {
  // expected-error@below {{known_nonexpanding_dimensions has 2, which is not in [0, 2) (C10)}}
  "stablehlo.dynamic_broadcast_in_dim"(%a, %s) {broadcast_dimensions = array<i64: 0, 1>, known_nonexpanding_dimensions = array<i64: 2>} : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @dynamic_iota_dimension(%s: tensor<2xi64>) {
  // expected-error@below {{counts along dimension 2 of 2 (C1)}}
  stablehlo.dynamic_iota %s, dim = 2 : (tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_iota_rank(%s: tensor<2xi64>) {
  // expected-error@below {{is given 2 sizes for a result of rank 1 (C2)}}
  stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_iota_given() {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@below {{is given the shape [2, 3], but its result has shape [2, 4] (C2)}}
  stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dynamic_pad_element(%a: tensor<4xf32>, %v: tensor<f64>) {
  %s = stablehlo.constant dense<1> : tensor<1xi64>
  // expected-error@below {{pads elements of 'f32' with one of 'f64' to elements of 'f32' (C1)}}
  stablehlo.dynamic_pad %a, %v, %s, %s, %s : (tensor<4xf32>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_rank(%a: tensor<4xf32>, %v: tensor<f32>) {
  %s = stablehlo.constant dense<1> : tensor<2xi64>
  // expected-error@below {{is given padding for 2 dimensions of an operand of rank 1 (C2)}}
  stablehlo.dynamic_pad %a, %v, %s, %s, %s : (tensor<4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_interior(%a: tensor<4xf32>, %v: tensor<f32>) {
  %s = stablehlo.constant dense<-1> : tensor<1xi64>
  // expected-error@below {{has the negative interior padding [-1] (C3)}}
  stablehlo.dynamic_pad %a, %v, %s, %s, %s : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @dynamic_pad_shape(%a: tensor<4xf32>, %v: tensor<f32>) {
  %s = stablehlo.constant dense<1> : tensor<1xi64>
  // expected-error@below {{pads dimension 0 of size 4 by 1, 1 and 1 between elements, but its result has 8 (C4)}}
  stablehlo.dynamic_pad %a, %v, %s, %s, %s : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8xf32>
  return
}

// -----

func.func @dynamic_pad_result(%a: tensor<4xf32>, %v: tensor<f32>) {
  %s = stablehlo.constant dense<1> : tensor<1xi64>
  // expected-error@below {{pads an operand of rank 1 to a result of rank 2 (C4)}}
  stablehlo.dynamic_pad %a, %v, %s, %s, %s : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_reshape_element(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@below {{has elements of 'f32', but a result of 'f64' (C1)}}
  stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf64>
  return
}

// -----

func.func @dynamic_reshape_count(%a: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@below {{has 6 elements, but a result of 16 (C2)}}
  stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_reshape_negative(%a: tensor<2x3xf32>) {
  %s = stablehlo.constant dense<[-2, -3]> : tensor<2xi64>
  // expected-error@below {{is given the shape [-2, -3], which has a negative size}}
  stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_reshape_computed(%a: tensor<2x3xf32>) {
  %s = stablehlo.constant dense<[4, 4]> : tensor<2xi64>
  // expected-error@below {{has 6 elements, but a result of 16 (C2)}}
  stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_reshape_axis(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>, %s: tensor<2xi64>) {
  // expected-error@below {{has the sizes [] before the quantized dimension, but its result has [3] (C3)}}
  stablehlo.dynamic_reshape %a, %s : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>, tensor<2xi64>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0:17, 2.0:3}>>
  return
}

// -----

func.func @dynamic_reshape_rank(%a: tensor<2x3xf32>, %s: tensor<3xi64>) {
  // expected-error@below {{is given 3 sizes for a result of rank 2 (C4)}}
  stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @dynamic_reshape_given(%a: tensor<2x3xf32>) {
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  // expected-error@below {{is given the shape [3, 2], but its result has shape [2, 3] (C4)}}
  stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @real_dynamic_slice(%a: tensor<4xf32>, %s: tensor<2xi64>) {
  // expected-error@below {{is given places for 2 dimensions of an operand of rank 1}}
  stablehlo.real_dynamic_slice %a, %s, %s, %s : (tensor<4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}
