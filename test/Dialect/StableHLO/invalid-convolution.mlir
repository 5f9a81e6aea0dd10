// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of convolutions.

func.func @convolution_ranks(%a: tensor<1x8x8x4xf32>, %b: tensor<3x4x6xf32>) {
  // expected-error@below {{has operands of the ranks 4 and 3, which should be the same and at least 2 (C1)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_stride_count(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{window_strides has 1 items for 2 dimensions (C2)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_stride(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{window_strides has 0 in dimension 0, which has to be positive (C3)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 0, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_padding(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{padding has the shape [1, 2] instead of [2, 2] (C4)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_lhs_dilation_count(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{base dilation has 1 items for 2 dimensions (C5)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_lhs_dilation(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{base dilation has 0 in dimension 0, which has to be positive (C6)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 0, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_rhs_dilation_count(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{window dilation has 1 items for 2 dimensions (C7)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_rhs_dilation(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{window dilation has 0 in dimension 0, which has to be positive (C8)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 0, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_reversal(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{window_reversal has 1 items for 2 dimensions (C9)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_batch(%a: tensor<3x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has 3 batches, which is no multiple of batch_group_count, 2 (C10)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 2 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_features(%a: tensor<1x8x8x5xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has 5 input features, which is no multiple of feature_group_count, 2 (C11)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 2 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x5xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_input_spatial(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has 1 spatial dimensions of the input, which has rank 4 (C12)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_input_twice(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{names dimension 1 of the input twice (C13)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_input_range(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{names dimension 4 of the input, which has rank 4 (C13)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 4], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_kernel_features(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x5x6xf32>) {
  // expected-error@below {{has 4 input features in 1 groups, but a kernel for 5 (C14)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x5x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_batch_groups(%a: tensor<4x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has 6 output features of the kernel, which is no multiple of batch_group_count, 4 (C15)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 4 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_feature_groups(%a: tensor<1x8x8x16xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has 6 output features of the kernel, which is no multiple of feature_group_count, 4 (C16)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 4 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x16xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_kernel_spatial(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has 1 spatial dimensions of the kernel, which has rank 4 (C17)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_kernel_twice(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{names dimension 0 of the kernel twice (C18)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_output_spatial(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has 1 spatial dimensions of the output, which has rank 4 (C19)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_output_twice(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{names dimension 1 of the output twice (C20)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 1]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_feature_group_count(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has the feature_group_count 0, which has to be positive (C21)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 0 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_batch_group_count(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has the batch_group_count 0, which has to be positive (C22)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 0 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_both_groups(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has the feature_group_count 2 and the batch_group_count 2, one of which has to be 1 (C23)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 2 : i64, batch_group_count = 2 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_precision(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has 3 precisions for two operands (C24)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>], padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_shape(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{result has shape [1, 6, 6, 5] instead of [1, 6, 6, 6] (C25)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x5xf32>
  return
}

// -----

func.func @convolution_rank(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{has operands of rank 4, but a result of rank 3 (C26)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}

// -----

func.func @convolution_element(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xi32>) {
  // expected-error@below {{has elements of 'f32' and 'i32' (C27)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convolution_quantized(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2xf32>) {
  // expected-error@below {{has elements of '!quant.uniform<i8:f32, 1.000000e+00:17>' and 'f32' and a result of '!quant.uniform<i8:f32, 1.000000e+00:17>', but rhs has to be quantized, and lhs if and only if the result is (C28)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2xf32>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @convolution_kernel_axis(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32:2, {1.0, 1.0, 1.0, 1.0}>>) {
  // expected-error@below {{has a kernel that is quantized along dimension 2 instead of that of the output features, 3 (C29)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2x!quant.uniform<i8:f32:2, {1.0, 1.0, 1.0, 1.0}>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @convolution_result_axis(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0:17, 2.0:3}>>) {
  // expected-error@below {{has a result that is quantized along dimension 0 instead of that of the features, 3 (C30)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0:17, 2.0:3}>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32:0, {1.0}>>
  return
}

// -----

func.func @convolution_storage(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2x!quant.uniform<i4:f32, 1.0:3>>) {
  // expected-error@below {{has the storage types 'i8' of lhs and 'i4' of rhs (C31)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2x!quant.uniform<i4:f32, 1.0:3>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @convolution_expressed(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f64, 1.0:3>>) {
  // expected-error@below {{has the expressed types 'f32', 'f64' and 'f32', which should be the same (C32)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2x!quant.uniform<i8:f64, 1.0:3>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @convolution_granularity(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0:17>>) {
  // expected-error@below {{has a kernel that is quantized as a whole, but a result that is quantized along a dimension (C33)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<1x6x6x2x!quant.uniform<i8:f32:3, {1.0:17, 2.0:3}>>
  return
}

// -----

func.func @convolution_hybrid(%a: tensor<1x8x8x4xf64>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0:17>>) {
  // expected-error@below {{has lhs of 'f64', rhs that stands for 'f32' and a result of 'f64', which should be the same (C34)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf64>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<1x6x6x2xf64>
  return
}

// -----

func.func @dynamic_conv_ranks(%a: tensor<1x8x8x4xf32>, %b: tensor<3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has operands of the ranks 4 and 3, which should be the same and at least 2 (C1)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_stride_count(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{window_strides has 1 items for 2 dimensions (C2)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_stride(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{window_strides has 0 in dimension 0, which has to be positive (C3)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 0, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_padding(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<1x2xi32>) {
  // expected-error@below {{d_padding has the shape [1, 2] instead of [2, 2] (C4)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<1x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_lhs_dilation_count(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{base dilation has 1 items for 2 dimensions (C5)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_lhs_dilation(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{base dilation has 0 in dimension 0, which has to be positive (C6)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 0, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_rhs_dilation_count(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{window dilation has 1 items for 2 dimensions (C7)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_rhs_dilation(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{window dilation has 0 in dimension 0, which has to be positive (C8)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 0, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_reversal(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{window_reversal has 1 items for 2 dimensions (C9)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_batch(%a: tensor<3x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has 3 batches, which is no multiple of batch_group_count, 2 (C10)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<3x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_features(%a: tensor<1x8x8x5xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has 5 input features, which is no multiple of feature_group_count, 2 (C11)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x5xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_input_spatial(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has 1 spatial dimensions of the input, which has rank 4 (C12)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_input_twice(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{names dimension 1 of the input twice (C13)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_input_range(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{names dimension 4 of the input, which has rank 4 (C13)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 4], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_kernel_features(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x5x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has 4 input features in 1 groups, but a kernel for 5 (C14)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x5x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_batch_groups(%a: tensor<4x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has 6 output features of the kernel, which is no multiple of batch_group_count, 4 (C15)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 4 : i64} : (tensor<4x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_feature_groups(%a: tensor<1x8x8x16xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has 6 output features of the kernel, which is no multiple of feature_group_count, 4 (C16)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 4 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x16xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_kernel_spatial(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has 1 spatial dimensions of the kernel, which has rank 4 (C17)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_kernel_twice(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{names dimension 0 of the kernel twice (C18)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_output_spatial(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has 1 spatial dimensions of the output, which has rank 4 (C19)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_output_twice(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{names dimension 1 of the output twice (C20)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 1]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_feature_group_count(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has the feature_group_count 0, which has to be positive (C21)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_batch_group_count(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has the batch_group_count 0, which has to be positive (C22)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 0 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_both_groups(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has the feature_group_count 2 and the batch_group_count 2, one of which has to be 1 (C23)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_precision(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has 3 precisions for two operands (C24)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_shape(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{result has shape [1, 6, 6, 5] instead of [1, ?, ?, 6] (C25)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6x5xf32>
  return
}

// -----

func.func @dynamic_conv_rank(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has operands of rank 4, but a result of rank 3 (C26)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi32>) -> tensor<1x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_element(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xi32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has elements of 'f32' and 'i32' (C27)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xi32>, tensor<2x2xi32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @dynamic_conv_quantized(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2xf32>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has elements of '!quant.uniform<i8:f32, 1.000000e+00:17>' and 'f32' and a result of '!quant.uniform<i8:f32, 1.000000e+00:17>', but rhs has to be quantized, and lhs if and only if the result is (C28)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2xf32>, tensor<2x2xi32>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @dynamic_conv_kernel_axis(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32:2, {1.0, 1.0, 1.0, 1.0}>>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has a kernel that is quantized along dimension 2 instead of that of the output features, 3 (C29)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2x!quant.uniform<i8:f32:2, {1.0, 1.0, 1.0, 1.0}>>, tensor<2x2xi32>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @dynamic_conv_result_axis(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0:17, 2.0:3}>>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has a result that is quantized along dimension 0 instead of that of the features, 3 (C30)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0:17, 2.0:3}>>, tensor<2x2xi32>) -> tensor<1x6x6x2x!quant.uniform<i8:f32:0, {1.0}>>
  return
}

// -----

func.func @dynamic_conv_storage(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2x!quant.uniform<i4:f32, 1.0:3>>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has the storage types 'i8' of lhs and 'i4' of rhs (C31)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2x!quant.uniform<i4:f32, 1.0:3>>, tensor<2x2xi32>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @dynamic_conv_expressed(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f64, 1.0:3>>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has the expressed types 'f32', 'f64' and 'f32', which should be the same (C32)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2x!quant.uniform<i8:f64, 1.0:3>>, tensor<2x2xi32>) -> tensor<1x6x6x2x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

func.func @dynamic_conv_granularity(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0:17>>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has a kernel that is quantized as a whole, but a result that is quantized along a dimension (C33)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x2xi32>) -> tensor<1x6x6x2x!quant.uniform<i8:f32:3, {1.0:17, 2.0:3}>>
  return
}

// -----

func.func @dynamic_conv_hybrid(%a: tensor<1x8x8x4xf64>, %b: tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0:17>>, %p: tensor<2x2xi32>) {
  // expected-error@below {{has lhs of 'f64', rhs that stands for 'f32' and a result of 'f64', which should be the same (C34)}}
  "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf64>, tensor<3x3x4x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x2xi32>) -> tensor<1x6x6x2xf64>
  return
}

// -----

func.func @convolution_windows(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  // expected-error@below {{result has shape [1, 5, 6, 6] instead of [1, 6, 6, 6] (C25)}}
  "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x5x6x6xf32>
  return
}
