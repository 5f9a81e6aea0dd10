// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of operations that place elements anew.

func.func @constant() {
  // expected-error@below {{has a value of type 'tensor<2xi32>', but a result of type 'tensor<3xi32>' (C1)}}
  "stablehlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> tensor<3xi32>
  return
}

// -----

func.func @iota() {
  // expected-error@below {{counts along dimension 2 of a result of rank 2 (C1)}}
  stablehlo.iota dim = 2 : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_in_dim_element(%a: tensor<2xf32>) {
  // expected-error@below {{broadcasts elements of 'f32' to elements of 'f64' (C1)}}
  stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @broadcast_in_dim_rank(%a: tensor<2x3xf32>) {
  // expected-error@below {{sends 1 dimensions of an operand of rank 2 (C2)}}
  stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_range(%a: tensor<2xf32>) {
  // expected-error@below {{sends a dimension to dimension 2 of a result of rank 2 (C3)}}
  stablehlo.broadcast_in_dim %a, dims = [2] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_twice(%a: tensor<2x2xf32>) {
  // expected-error@below {{sends two dimensions to dimension 0 (C4)}}
  stablehlo.broadcast_in_dim %a, dims = [0, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @broadcast_in_dim_size(%a: tensor<2xf32>) {
  // expected-error@below {{sends dimension 0 of size 2 to dimension 1 of size 3 (C5)}}
  stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_axis(%a: tensor<1x2x!quant.uniform<i8:f32:1, {1.0:17, 2.0:3}>>) {
  // expected-error@below {{sends the quantized dimension 1 to dimension 1, but the result is quantized along dimension 0 (C6)}}
  stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x2x!quant.uniform<i8:f32:1, {1.0:17, 2.0:3}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>
  return
}

// -----

func.func @broadcast_in_dim_scale(%a: tensor<1x2x!quant.uniform<i8:f32:0, {1.0:17}>>) {
  // expected-error@below {{repeats the scale 1.000000e+00 and zero point 17, but the result has 2.000000e+00 and 17 (C6)}}
  stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x2x!quant.uniform<i8:f32:0, {1.0:17}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:17}>>
  return
}

// -----

func.func @reshape_element(%a: tensor<2xf32>) {
  // expected-error@below {{has elements of 'f32', but a result of 'f64' (C1)}}
  stablehlo.reshape %a : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @reshape_count(%a: tensor<2x3xf32>) {
  // expected-error@below {{has 6 elements in the shape [2, 3], but its result [5] has 5 (C2)}}
  stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @reshape_axis(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>) {
  // expected-error@below {{has the sizes [] before the quantized dimension, but its result has [3] (C3)}}
  stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0:17, 2.0:3}>>
  return
}

// -----

func.func @reshape_unknown(%a: tensor<2xf32>) {
  // expected-error@below {{result #0 must be tensor of a supported element type or quantized type, of known shape or with one bounded dimension, but got 'tensor<?xf32>'}}
  stablehlo.reshape %a : (tensor<2xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @transpose_element(%a: tensor<2x3xf32>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C1)}}
  stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf64>
  return
}

// -----

func.func @transpose_permutation(%a: tensor<2x3xf32>) {
  // expected-error@below {{has the permutation [1, 1], which does not name each of 2 dimensions once (C2)}}
  stablehlo.transpose %a, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_shape(%a: tensor<2x3xf32>) {
  // expected-error@below {{result has shape [2, 3] instead of [3, 2] (C3)}}
  stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @transpose_axis(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>) {
  // expected-error@below {{does not put the quantized dimension 0 into dimension 0 (C4)}}
  stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0:17, 2.0:3}>>
  return
}

// -----

func.func @reverse_type(%a: tensor<2x3xf32>) {
  // expected-error@below {{result has shape [3, 2] instead of [2, 3] (C1)}}
  "stablehlo.reverse"(%a) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @reverse_twice(%a: tensor<2x3xf32>) {
  // expected-error@below {{reverses dimension 0 twice (C2)}}
  stablehlo.reverse %a, dims = [0, 0] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_range(%a: tensor<2x3xf32>) {
  // expected-error@below {{reverses dimension 2 of a tensor of rank 2 (C3)}}
  stablehlo.reverse %a, dims = [2] : tensor<2x3xf32>
  return
}

// -----

func.func @concatenate_element(%a: tensor<2x3xf32>, %b: tensor<2x3xf64>) {
  // expected-error@below {{input 1 has elements of 'f64', but input 0 of 'f32' (C1)}}
  stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate_shape(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error@below {{input 1 has size 4 in dimension 1, but another input has 3 (C2)}}
  stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate_rank(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{input 1 has rank 1, but input 0 has rank 2 (C2)}}
  stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate_dimension(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@below {{concatenates along dimension 2 of tensors of rank 2 (C4)}}
  stablehlo.concatenate %a, %b, dim = 2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate_result_element(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C5)}}
  stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf64>
  return
}

// -----

func.func @concatenate_result_shape(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@below {{result has shape [5, 3] instead of [4, 3] (C6)}}
  stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @concatenate_nothing() {
  // expected-error@below {{has no inputs (C3)}}
  "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<2xf32>
  return
}

// -----

func.func @pad_element(%a: tensor<2xf32>, %v: tensor<f64>) {
  // expected-error@below {{pads elements of 'f32' with one of 'f64' (C1)}}
  stablehlo.pad %a, %v, low = [1], high = [1], interior = [1] : (tensor<2xf32>, tensor<f64>) -> tensor<5xf32>
  return
}

// -----

func.func @pad_rank(%a: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@below {{has padding for 2, 1 and 1 dimensions of an operand of rank 1 (C2)}}
  stablehlo.pad %a, %v, low = [1, 1], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

func.func @pad_interior(%a: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@below {{has the negative interior padding -1 in dimension 0 (C3)}}
  stablehlo.pad %a, %v, low = [1], high = [1], interior = [-1] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @pad_shape(%a: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@below {{result has shape [4] instead of [5] (C4)}}
  stablehlo.pad %a, %v, low = [1], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_negative(%a: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@below {{pads dimension 0 of size 2 to a size that no tensor has (C4)}}
  stablehlo.pad %a, %v, low = [-3], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

func.func @slice_element(%a: tensor<4xf32>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C1)}}
  stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @slice_rank(%a: tensor<4x4xf32>) {
  // expected-error@below {{has 1 starts, 1 limits and 1 strides for an operand of rank 2 (C2)}}
  stablehlo.slice %a [0:2] : (tensor<4x4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @slice_start(%a: tensor<4xf32>) {
  // expected-error@below {{starts at the negative index -1 of dimension 0 (C3)}}
  stablehlo.slice %a [-1:2] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_order(%a: tensor<4xf32>) {
  // expected-error@below {{starts at index 3 of dimension 0, after its limit 2 (C3)}}
  stablehlo.slice %a [3:2] : (tensor<4xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @slice_limit(%a: tensor<4xf32>) {
  // expected-error@below {{has the limit 5 in dimension 0, which has size 4 (C3)}}
  stablehlo.slice %a [0:5] : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @slice_stride(%a: tensor<4xf32>) {
  // expected-error@below {{has the stride 0 in dimension 0, which has to be positive (C4)}}
  stablehlo.slice %a [0:4:0] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_shape(%a: tensor<4xf32>) {
  // expected-error@below {{result has shape [1] instead of [2] (C5)}}
  stablehlo.slice %a [0:4:3] : (tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @slice_bound(%a: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-error@below {{has the limit 5 in dimension 0, which has at most size 4 (C3)}}
  stablehlo.slice %a [0:5] : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>
  return
}
