// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of products, transforms and normalization.

func.func @dot_general_batch_count(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{has 0 batching dimensions of lhs and 1 of rhs (C1)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_sum_count(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{has 0 contracting dimensions of lhs and 1 of rhs (C2)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_lhs_twice(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{names dimension 0 of lhs twice (C3)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_rhs_twice(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{names dimension 0 of rhs twice (C4)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_lhs_batch(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{lhs_batching_dimensions has 3, which is not in [0, 3) (C5)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [3], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_lhs_sum(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{lhs_contracting_dimensions has 3, which is not in [0, 3) (C6)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_rhs_batch(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{rhs_batching_dimensions has 3, which is not in [0, 3) (C7)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [3], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_rhs_sum(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{rhs_contracting_dimensions has 3, which is not in [0, 3) (C8)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_batch_size(%a: tensor<2x3x4xf32>, %b: tensor<3x4x5xf32>) {
  // expected-error@below {{pairs dimension 0 of lhs, of size 2, and dimension 0 of rhs, of size 3 (C9)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_sum_size(%a: tensor<2x3x4xf32>, %b: tensor<2x3x5xf32>) {
  // expected-error@below {{sums over dimension 2 of lhs, of size 4, and dimension 1 of rhs, of size 3 (C10)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_precision(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{has 3 precisions for two operands (C11)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_shape(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{result has shape [2, 3, 4] instead of [2, 3, 5] (C12)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @dot_general_element(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xi32>) {
  // expected-error@below {{multiplies elements of 'f32' and 'i32' (C13)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xi32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_quantized(%a: tensor<3x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x5xf32>) {
  // expected-error@below {{multiplies '!quant.uniform<i8:f32, 1.000000e+00>' and 'f32' to '!quant.uniform<i8:f32, 1.000000e+00>', but rhs has to be quantized, and lhs if and only if the result is (C14)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<3x4x!quant.uniform<i8:f32, 1.0>>, tensor<4x5xf32>) -> tensor<3x5x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @dot_general_zero_point(%a: tensor<3x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x5x!quant.uniform<i8:f32, 1.0:17>>) {
  // expected-error@below {{has rhs of '!quant.uniform<i8:f32, 1.000000e+00:17>', whose zero points have to be 0 (C15)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<3x4x!quant.uniform<i8:f32, 1.0>>, tensor<4x5x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<3x5x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @dot_general_axis(%a: tensor<3x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x5x!quant.uniform<i8:f32:0, {1.0, 1.0, 1.0, 1.0}>>) {
  // expected-error@below {{sums over dimension 0 of rhs, which is quantized along it (C16)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<3x4x!quant.uniform<i8:f32, 1.0>>, tensor<4x5x!quant.uniform<i8:f32:0, {1.0, 1.0, 1.0, 1.0}>>) -> tensor<3x5x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @dot_general_storage(%a: tensor<3x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x5x!quant.uniform<i4:f32, 1.0>>) {
  // expected-error@below {{has the storage types 'i8' of lhs and 'i4' of rhs (C17)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<3x4x!quant.uniform<i8:f32, 1.0>>, tensor<4x5x!quant.uniform<i4:f32, 1.0>>) -> tensor<3x5x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @dot_general_expressed(%a: tensor<3x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x5x!quant.uniform<i8:f64, 1.0>>) {
  // expected-error@below {{has the expressed types 'f32', 'f64' and 'f32', which should be the same (C18)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<3x4x!quant.uniform<i8:f32, 1.0>>, tensor<4x5x!quant.uniform<i8:f64, 1.0>>) -> tensor<3x5x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @dot_general_granularity(%a: tensor<3x4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x5x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@below {{has rhs that is quantized as a whole, but a result that is quantized along a dimension (C19)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<3x4x!quant.uniform<i8:f32, 1.0>>, tensor<4x5x!quant.uniform<i8:f32, 1.0>>) -> tensor<3x5x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0, 1.0, 1.0}>>
  return
}

// -----

func.func @dot_general_hybrid(%a: tensor<3x4xf64>, %b: tensor<4x5x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error@below {{has lhs of 'f64', rhs that stands for 'f32' and a result of 'f64', which should be the same (C20)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<3x4xf64>, tensor<4x5x!quant.uniform<i8:f32, 1.0>>) -> tensor<3x5xf64>
  return
}

// -----

func.func @dot_general_algorithm(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{names an algorithm and the precision HIGH, but has to leave precisions at DEFAULT then (C21)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_lhs_components(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{lhs_component_count is 0, but has to be positive (C22)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_rhs_components(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{rhs_component_count is 0, but has to be positive (C23)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @dot_general_operations(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // expected-error@below {{num_primitive_operations is 0, but has to be positive (C24)}}
  "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @cholesky_type(%a: tensor<3x3xf32>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C1)}}
  "stablehlo.cholesky"(%a) : (tensor<3x3xf32>) -> tensor<3x3xf64>
  return
}

// -----

func.func @cholesky_rank(%a: tensor<3xf32>) {
  // expected-error@below {{has an operand of rank 1, but needs matrices (C2)}}
  stablehlo.cholesky %a : tensor<3xf32>
  return
}

// -----

func.func @cholesky_square(%a: tensor<3x4xf32>) {
  // expected-error@below {{has matrices of 3 by 4, which are not square (C3)}}
  stablehlo.cholesky %a : tensor<3x4xf32>
  return
}

// -----

func.func @triangular_solve_element(%a: tensor<4x4xf32>, %b: tensor<4x3xf64>) {
  // expected-error@below {{has elements of 'f32' and 'f64' (C1)}}
  "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xf64>) -> tensor<4x3xf64>
  return
}

// -----

func.func @triangular_solve_rank(%a: tensor<4x4xf32>, %b: tensor<2x4x3xf32>) {
  // expected-error@below {{has operands of the ranks 2 and 3, which should be the same and at least 2 (C2)}}
  "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @triangular_solve_square(%a: tensor<4x5xf32>, %b: tensor<4x3xf32>) {
  // expected-error@below {{has matrices of 4 by 5, which are not square (C3)}}
  "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x5xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @triangular_solve_size(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error@below {{has matrices of size [4, 4], but b has 3 in that dimension (C3)}}
  "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @triangular_solve_batch(%a: tensor<2x4x4xf32>, %b: tensor<3x4x4xf32>) {
  // expected-error@below {{has [2] systems, but right-hand sides of [3] (C3)}}
  "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x4x4xf32>, tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return
}

// -----

func.func @triangular_solve_result(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error@below {{result has shape [4, 4] instead of [4, 3] (C4)}}
  "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @fft_rank(%a: tensor<4x16xcomplex<f32>>) {
  // expected-error@below {{transforms 3 dimensions of an operand of rank 2 (C1)}}
  stablehlo.fft %a, type = FFT, length = [4, 4, 16] : (tensor<4x16xcomplex<f32>>) -> tensor<4x16xcomplex<f32>>
  return
}

// -----

func.func @fft_element(%a: tensor<4x16xf32>) {
  // expected-error@below {{has the type FFT, which does not take elements of 'f32' (C2)}}
  stablehlo.fft %a, type = FFT, length = [16] : (tensor<4x16xf32>) -> tensor<4x16xcomplex<f32>>
  return
}

// -----

func.func @fft_real(%a: tensor<4x16xcomplex<f32>>) {
  // expected-error@below {{has the type RFFT, which does not take elements of 'complex<f32>' (C2)}}
  stablehlo.fft %a, type = RFFT, length = [16] : (tensor<4x16xcomplex<f32>>) -> tensor<4x16xcomplex<f32>>
  return
}

// -----

func.func @fft_result_element(%a: tensor<4x16xcomplex<f32>>) {
  // expected-error@below {{result has element type 'complex<f64>' instead of 'complex<f32>' (C2)}}
  stablehlo.fft %a, type = FFT, length = [16] : (tensor<4x16xcomplex<f32>>) -> tensor<4x16xcomplex<f64>>
  return
}

// -----

func.func @fft_count(%a: tensor<2x2x4x16xcomplex<f32>>) {
  // expected-error@below {{transforms 4 dimensions, but only 1 to 3 can be (C3)}}
  stablehlo.fft %a, type = FFT, length = [2, 2, 4, 16] : (tensor<2x2x4x16xcomplex<f32>>) -> tensor<2x2x4x16xcomplex<f32>>
  return
}

// -----

func.func @fft_length(%a: tensor<4x16xf32>) {
  // expected-error@below {{has an operand with [16] elements to transform, but the length [8] (C4)}}
  stablehlo.fft %a, type = RFFT, length = [8] : (tensor<4x16xf32>) -> tensor<4x9xcomplex<f32>>
  return
}

// -----

func.func @fft_shape(%a: tensor<4x16xf32>) {
  // expected-error@below {{result has shape [4, 16] instead of [4, 9] (C5)}}
  stablehlo.fft %a, type = RFFT, length = [16] : (tensor<4x16xf32>) -> tensor<4x16xcomplex<f32>>
  return
}

// -----

func.func @fft_inverse(%a: tensor<4x8xcomplex<f32>>) {
  // expected-error@below {{has an operand with [8] elements to transform, but the length [16] (C5)}}
  stablehlo.fft %a, type = IRFFT, length = [16] : (tensor<4x8xcomplex<f32>>) -> tensor<4x16xf32>
  return
}

// -----

func.func @batch_norm_grad_index(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %g: tensor<2x3x4xf32>) {
  // expected-error@below {{has the feature_index 3 for an operand of rank 3 (C1)}}
  "stablehlo.batch_norm_grad"(%a, %scale, %mean, %variance, %g) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad_element(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf64>, %variance: tensor<3xf32>, %g: tensor<2x3x4xf32>) {
  // expected-error@below {{mean has elements of 'f64', but the operand of 'f32' (C2)}}
  "stablehlo.batch_norm_grad"(%a, %scale, %mean, %variance, %g) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad_shape(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %g: tensor<2x3x5xf32>) {
  // expected-error@below {{grad_output has type 'tensor<2x3x5xf32>', which is not the shape of the operand, 'tensor<2x3x4xf32>' (C3)}}
  "stablehlo.batch_norm_grad"(%a, %scale, %mean, %variance, %g) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad_vectors(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<4xf32>, %variance: tensor<3xf32>, %g: tensor<2x3x4xf32>) {
  // expected-error@below {{mean has 4 values for 3 features (C4)}}
  "stablehlo.batch_norm_grad"(%a, %scale, %mean, %variance, %g) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad_features(%a: tensor<2x3x4xf32>, %scale: tensor<4xf32>, %mean: tensor<4xf32>, %variance: tensor<4xf32>, %g: tensor<2x3x4xf32>) {
  // expected-error@below {{scale has 4 values for 3 features (C5)}}
  "stablehlo.batch_norm_grad"(%a, %scale, %mean, %variance, %g) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_grad_result(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %g: tensor<2x3x4xf32>) {
  // expected-error@below {{result 1 has shape [4] instead of [3] (C3)}}
  "stablehlo.batch_norm_grad"(%a, %scale, %mean, %variance, %g) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_inference_index(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // expected-error@below {{has the feature_index -1 for an operand of rank 3 (C1)}}
  "stablehlo.batch_norm_inference"(%a, %scale, %offset, %mean, %variance) {epsilon = 0.001 : f32, feature_index = -1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_element(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf64>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // expected-error@below {{offset has elements of 'f64', but the operand of 'f32' (C2)}}
  "stablehlo.batch_norm_inference"(%a, %scale, %offset, %mean, %variance) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_scale(%a: tensor<2x3x4xf32>, %scale: tensor<4xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // expected-error@below {{scale has 4 values for 3 features (C3)}}
  "stablehlo.batch_norm_inference"(%a, %scale, %offset, %mean, %variance) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_offset(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<4xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // expected-error@below {{offset has 4 values for 3 features (C4)}}
  "stablehlo.batch_norm_inference"(%a, %scale, %offset, %mean, %variance) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_mean(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<4xf32>, %variance: tensor<3xf32>) {
  // expected-error@below {{mean has 4 values for 3 features (C5)}}
  "stablehlo.batch_norm_inference"(%a, %scale, %offset, %mean, %variance) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_variance(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<4xf32>) {
  // expected-error@below {{variance has 4 values for 3 features (C6)}}
  "stablehlo.batch_norm_inference"(%a, %scale, %offset, %mean, %variance) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_result(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // expected-error@below {{result has shape [2, 3, 5] instead of [2, 3, 4] (C7)}}
  "stablehlo.batch_norm_inference"(%a, %scale, %offset, %mean, %variance) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @batch_norm_training_index(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // expected-error@below {{has the feature_index 3 for an operand of rank 3 (C1)}}
  "stablehlo.batch_norm_training"(%a, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_element(%a: tensor<2x3x4xf32>, %scale: tensor<3xf64>, %offset: tensor<3xf32>) {
  // expected-error@below {{scale has elements of 'f64', but the operand of 'f32' (C2)}}
  "stablehlo.batch_norm_training"(%a, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf64>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_scale(%a: tensor<2x3x4xf32>, %scale: tensor<4xf32>, %offset: tensor<3xf32>) {
  // expected-error@below {{scale has 4 values for 3 features (C3)}}
  "stablehlo.batch_norm_training"(%a, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_offset(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<4xf32>) {
  // expected-error@below {{offset has 4 values for 3 features (C4)}}
  "stablehlo.batch_norm_training"(%a, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_mean(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // expected-error@below {{batch_mean has 4 values for 3 features (C5)}}
  "stablehlo.batch_norm_training"(%a, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<3xf32>)
  return
}

// -----

func.func @batch_norm_training_variance(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // expected-error@below {{batch_var has 4 values for 3 features (C6)}}
  "stablehlo.batch_norm_training"(%a, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_result(%a: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // expected-error@below {{result 0 has shape [2, 3, 5] instead of [2, 3, 4] (C7)}}
  "stablehlo.batch_norm_training"(%a, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @dot_sizes(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {
  // expected-error@below {{sums over a dimension of 'tensor<2x3xf32>' of size 3 and one of 'tensor<4x5xf32>' of size 4}}
  stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}
