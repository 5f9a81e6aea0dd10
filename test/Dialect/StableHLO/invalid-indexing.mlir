// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of operations on computed places.

func.func @dynamic_slice_element(%a: tensor<4x4xf32>, %i0: tensor<i32>, %i1: tensor<i32>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C1)}}
  "stablehlo.dynamic_slice"(%a, %i0, %i1) {slice_sizes = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf64>
  return
}

// -----

func.func @dynamic_slice_starts(%a: tensor<4x4xf32>, %i0: tensor<i32>) {
  // expected-error@below {{has 1 start indices for an operand of rank 2 (C2)}}
  "stablehlo.dynamic_slice"(%a, %i0) {slice_sizes = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<i32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @dynamic_slice_sizes(%a: tensor<4x4xf32>, %i0: tensor<i32>, %i1: tensor<i32>) {
  // expected-error@below {{has 1 slice sizes for an operand of rank 2 (C2)}}
  "stablehlo.dynamic_slice"(%a, %i0, %i1) {slice_sizes = array<i64: 1>} : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1xf32>
  return
}

// -----

func.func @dynamic_slice_types(%a: tensor<4x4xf32>, %i0: tensor<i32>, %i1: tensor<i64>) {
  // expected-error@below {{has start indices of different types (C3)}}
  "stablehlo.dynamic_slice"(%a, %i0, %i1) {slice_sizes = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<i32>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

func.func @dynamic_slice_range(%a: tensor<4x4xf32>, %i0: tensor<i32>, %i1: tensor<i32>) {
  // expected-error@below {{takes 5 elements of dimension 1, which has [4] (C4)}}
  "stablehlo.dynamic_slice"(%a, %i0, %i1) {slice_sizes = array<i64: 1, 5>} : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x5xf32>
  return
}

// -----

func.func @dynamic_slice_shape(%a: tensor<4x4xf32>, %i0: tensor<i32>, %i1: tensor<i32>) {
  // expected-error@below {{result has shape [2, 2] instead of [1, 2] (C5)}}
  "stablehlo.dynamic_slice"(%a, %i0, %i1) {slice_sizes = array<i64: 1, 2>} : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_update_slice_result(%a: tensor<4x4xf32>, %u: tensor<1x1xf32>, %i0: tensor<i32>, %i1: tensor<i32>) {
  // expected-error@below {{result has shape [4, 5] instead of [4, 4] (C1)}}
  "stablehlo.dynamic_update_slice"(%a, %u, %i0, %i1) : (tensor<4x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @dynamic_update_slice_element(%a: tensor<4x4xf32>, %u: tensor<1x1xf64>, %i0: tensor<i32>, %i1: tensor<i32>) {
  // expected-error@below {{updates elements of 'f32' with elements of 'f64' (C2)}}
  "stablehlo.dynamic_update_slice"(%a, %u, %i0, %i1) : (tensor<4x4xf32>, tensor<1x1xf64>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_update_slice_rank(%a: tensor<4x4xf32>, %u: tensor<1xf32>, %i0: tensor<i32>, %i1: tensor<i32>) {
  // expected-error@below {{updates a tensor of rank 2 with one of rank 1 (C3)}}
  "stablehlo.dynamic_update_slice"(%a, %u, %i0, %i1) : (tensor<4x4xf32>, tensor<1xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_update_slice_starts(%a: tensor<4x4xf32>, %u: tensor<1x1xf32>, %i0: tensor<i32>) {
  // expected-error@below {{has 1 start indices for an operand of rank 2 (C4)}}
  "stablehlo.dynamic_update_slice"(%a, %u, %i0) : (tensor<4x4xf32>, tensor<1x1xf32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_update_slice_types(%a: tensor<4x4xf32>, %u: tensor<1x1xf32>, %i0: tensor<i32>, %i1: tensor<i64>) {
  // expected-error@below {{has start indices of different types (C5)}}
  "stablehlo.dynamic_update_slice"(%a, %u, %i0, %i1) : (tensor<4x4xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i64>) -> tensor<4x4xf32>
  return
}

// -----

func.func @dynamic_update_slice_range(%a: tensor<4x4xf32>, %u: tensor<5x1xf32>, %i0: tensor<i32>, %i1: tensor<i32>) {
  // expected-error@below {{updates 5 elements of dimension 0, which has 4 (C6)}}
  "stablehlo.dynamic_update_slice"(%a, %u, %i0, %i1) : (tensor<4x4xf32>, tensor<5x1xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @gather_rank(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{has 2 offset_dims, 0 collapsed_slice_dims and 0 operand_batching_dims for an operand of rank 3 (C1)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_vector_dim(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{index_vector_dim is 4, which is not in [0, 3] (C2)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 4>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_map_size(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{start_index_map has 1 dimensions for vectors of 2 indices (C3)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_offset_order(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{offset_dims is [3, 2], which is not in order (C4)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_offset_twice(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{offset_dims has 2 twice (C4)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_offset_range(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{offset_dims has 4, which is not in [0, 4) (C5)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_collapsed_twice(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{the list of collapsed_slice_dims and operand_batching_dims has 0 twice (C6)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

func.func @gather_collapsed_order(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{collapsed_slice_dims is [1, 0], which is not in order (C7)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

func.func @gather_collapsed_range(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{collapsed_slice_dims has 3, which is not in [0, 3) (C8)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_collapsed_size(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{takes slices of size 2 in dimension 0, which is in collapsed_slice_dims (C9)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_batching_order(%a: tensor<2x2x4x2xi32>, %i: tensor<2x2x3x1xi64>) {
  // expected-error@below {{operand_batching_dims is [1, 0], which is not in order (C10)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x2x4x2xi32>, tensor<2x2x3x1xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_batching_range(%a: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>) {
  // expected-error@below {{operand_batching_dims has 4, which is not in [0, 4) (C11)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [4], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_batching_size(%a: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>) {
  // expected-error@below {{takes slices of size 2 in dimension 0, which is in operand_batching_dims (C12)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 2, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_indices_twice(%a: tensor<2x2x4x2xi32>, %i: tensor<2x2x3x1xi64>) {
  // expected-error@below {{start_indices_batching_dims has 0 twice (C13)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x2x4x2xi32>, tensor<2x2x3x1xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_indices_range(%a: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>) {
  // expected-error@below {{start_indices_batching_dims has 4, which is not in [0, 4) (C14)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [4], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_indices_vector(%a: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>) {
  // expected-error@below {{start_indices_batching_dims has index_vector_dim, 3 (C15)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_batching_count(%a: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>) {
  // expected-error@below {{operand_batching_dims has 1 dimensions, but start_indices_batching_dims has 2 (C16)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_batching_sizes(%a: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>) {
  // expected-error@below {{pairs dimension 0 of size 2 with dimension 2 of the indices, of size 3 (C17)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_map_twice(%a: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>) {
  // expected-error@below {{the list of start_index_map and operand_batching_dims has 2 twice (C18)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return
}

// -----

func.func @gather_map_range(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{start_index_map has 3, which is not in [0, 3) (C19)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_sizes_count(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{has 2 slice sizes for an operand of rank 3 (C20)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @gather_sizes_range(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{takes slices of size 5 in dimension 1, which has [4] (C21)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 5, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x5x2xi32>
  return
}

// -----

func.func @gather_shape(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{result has shape [2, 3, 2, 3] instead of [2, 3, 2, 2] (C22)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x3xi32>
  return
}

// -----

func.func @gather_element(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@below {{result has element type 'i64' instead of 'i32' (C23)}}
  "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi64>
  return
}

// -----

func.func @dynamic_gather_rank(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@below {{has 2 offset_dims, 0 collapsed_slice_dims and 0 operand_batching_dims for an operand of rank 3 (C1)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @dynamic_gather_vector_dim(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@below {{index_vector_dim is 4, which is not in [0, 3] (C2)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 4>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @dynamic_gather_map_size(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@below {{start_index_map has 1 dimensions for vectors of 2 indices (C3)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @dynamic_gather_offset_order(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@below {{offset_dims is [3, 2], which is not in order (C4)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @dynamic_gather_offset_range(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@below {{offset_dims has 4, which is not in [0, 4) (C5)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @dynamic_gather_collapsed_order(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@below {{collapsed_slice_dims is [1, 0], which is not in order (C6)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

func.func @dynamic_gather_collapsed_range(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@below {{collapsed_slice_dims has 3, which is not in [0, 3) (C7)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @dynamic_gather_collapsed_size(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[2, 2, 2]> : tensor<3xi64>
  // expected-error@below {{takes slices of size 2 in dimension 0, which is in collapsed_slice_dims (C8)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @dynamic_gather_map_twice(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@below {{the list of start_index_map and operand_batching_dims has 1 twice (C9)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 1], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @dynamic_gather_map_range(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@below {{start_index_map has 3, which is not in [0, 3) (C10)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 3], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @dynamic_gather_sizes_count(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // expected-error@below {{has 2 slice sizes for an operand of rank 3 (C11)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @dynamic_gather_sizes_range(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 5, 2]> : tensor<3xi64>
  // expected-error@below {{takes slices of size 5 in dimension 1, which has [4] (C12)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x5x2xi32>
  return
}

// -----

func.func @dynamic_gather_shape(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@below {{result has shape [2, 3, 2, 3] instead of [2, 3, 2, 2] (C13)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x3xi32>
  return
}

// -----

func.func @dynamic_gather_element(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@below {{result has element type 'i64' instead of 'i32' (C14)}}
  "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi64>
  return
}

// -----

func.func @scatter_inputs(%a0: tensor<3x4x2xi32>, %a1: tensor<3x4x3xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>, %u1: tensor<2x3x2x2xi32>) {
  // expected-error@below {{input 1 has type 'tensor<3x4x3xi32>', but input 0 has the shape of 'tensor<3x4x2xi32>' (C1)}}
  "stablehlo.scatter"(%a0, %a1, %i, %u0, %u1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<i32>, %x3: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    %r1 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0, %r1) : (tensor<i32>, tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<3x4x3xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>, tensor<3x4x3xi32>)
  return
}

// -----

func.func @scatter_rank(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{has 2 update_window_dims, 0 inserted_window_dims and 0 input_batching_dims for an input of rank 3 (C2)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_updates(%a0: tensor<3x4x2xi32>, %a1: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>, %u1: tensor<2x3x2x1xi32>) {
  // expected-error@below {{update 1 has type 'tensor<2x3x2x1xi32>', but update 0 has the shape of 'tensor<2x3x2x2xi32>' (C3)}}
  "stablehlo.scatter"(%a0, %a1, %i, %u0, %u1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<i32>, %x3: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    %r1 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0, %r1) : (tensor<i32>, tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>, tensor<2x3x2x1xi32>) -> (tensor<3x4x2xi32>, tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_update_rank(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2x1xi32>) {
  // expected-error@below {{has updates of rank 5 instead of 4 (C4)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2x1xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_update_batch(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<3x3x2x2xi32>) {
  // expected-error@below {{has updates of size 3 in dimension 0, but indices for 2 (C4)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3x3x2x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_update_window(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x5x2xi32>) {
  // expected-error@below {{has updates of size 5 in dimension 2, but a window of 4 (C4)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x5x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_count(%a0: tensor<3x4x2xi32>, %a1: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{has 4 operands, but needs indices and as many updates as inputs (C5)}}
  "stablehlo.scatter"(%a0, %a1, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<i32>, %x3: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    %r1 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0, %r1) : (tensor<i32>, tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>, tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_element(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi64>) {
  // expected-error@below {{updates elements of 'i32' with elements of 'i64' (C6)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_window_order(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{update_window_dims is [3, 2], which is not in order (C7)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_window_range(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{update_window_dims has 4, which is not in [0, 4) (C8)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 4], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_inserted_twice(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{the list of inserted_window_dims and input_batching_dims has 0 twice (C9)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3], inserted_window_dims = [0, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_inserted_order(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2xi32>) {
  // expected-error@below {{inserted_window_dims is [1, 0], which is not in order (C10)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_inserted_range(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{inserted_window_dims has 3, which is not in [0, 3) (C11)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [3], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_batching_order(%a0: tensor<2x2x4x2xi32>, %i: tensor<2x2x3x1xi64>, %u0: tensor<2x2x3x2x2xi32>) {
  // expected-error@below {{input_batching_dims is [1, 0], which is not in order (C12)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>} : (tensor<2x2x4x2xi32>, tensor<2x2x3x1xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x2x4x2xi32>)
  return
}

// -----

func.func @scatter_batching_range(%a0: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>, %u0: tensor<2x2x3x2x2xi32>) {
  // expected-error@below {{input_batching_dims has 4, which is not in [0, 4) (C13)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [4], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return
}

// -----

func.func @scatter_indices_twice(%a0: tensor<2x2x4x2xi32>, %i: tensor<2x2x3x1xi64>, %u0: tensor<2x2x3x2x2xi32>) {
  // expected-error@below {{scatter_indices_batching_dims has 0 twice (C14)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>} : (tensor<2x2x4x2xi32>, tensor<2x2x3x1xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x2x4x2xi32>)
  return
}

// -----

func.func @scatter_indices_range(%a0: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>, %u0: tensor<2x2x3x2x2xi32>) {
  // expected-error@below {{scatter_indices_batching_dims has 4, which is not in [0, 4) (C15)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [4], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return
}

// -----

func.func @scatter_indices_vector(%a0: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>, %u0: tensor<2x2x3x2x2xi32>) {
  // expected-error@below {{scatter_indices_batching_dims has index_vector_dim, 3 (C16)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return
}

// -----

func.func @scatter_batching_count(%a0: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>, %u0: tensor<2x2x3x2x2xi32>) {
  // expected-error@below {{input_batching_dims has 1 dimensions, but scatter_indices_batching_dims has 2 (C17)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return
}

// -----

func.func @scatter_batching_sizes(%a0: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>, %u0: tensor<2x2x3x2x2xi32>) {
  // expected-error@below {{pairs dimension 0 of size 2 with dimension 2 of the indices, of size 3 (C18)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return
}

// -----

func.func @scatter_target_count(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{scatter_dims_to_operand_dims has 1 dimensions for vectors of 2 indices (C19)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_target_twice(%a0: tensor<2x3x4x2xi32>, %i: tensor<2x2x3x2xi64>, %u0: tensor<2x2x3x2x2xi32>) {
  // expected-error@below {{the list of scatter_dims_to_operand_dims and input_batching_dims has 2 twice (C20)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 2], index_vector_dim = 3>} : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return
}

// -----

func.func @scatter_target_range(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{scatter_dims_to_operand_dims has 3, which is not in [0, 3) (C21)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_vector_dim(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{index_vector_dim is 4, which is not in [0, 3] (C22)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 4>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_body_arguments(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{has a update_computation that takes 1 arguments instead of 2 (C23)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_body_result(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{has a update_computation that returns 'tensor<f32>', which elements of 'i32' cannot be promoted to (C23)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0.0> : tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>)
  return
}

// -----

func.func @scatter_shape(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{result has shape [3, 4, 3] instead of [3, 4, 2] (C24)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x3xi32>)
  return
}

// -----

func.func @scatter_result_element(%a0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@below {{result has element type 'i64' instead of 'i32' (C25)}}
  "stablehlo.scatter"(%a0, %i, %u0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi64>)
  return
}
