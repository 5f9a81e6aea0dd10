// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of operations of several processes.

func.func @all_gather_dimension(%a: tensor<2x4xf32>) {
  // expected-error@below {{gathers along dimension 2 of an operand of rank 2 (C1)}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @all_gather_twice(%a: tensor<2x4xf32>) {
  // expected-error@below {{has process 0 twice in replica_groups (C2)}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @all_gather_missing(%a: tensor<2x4xf32>) {
  // expected-error@below {{has process 2 in replica_groups, but not process 1 (C4)}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @all_gather_negative(%a: tensor<2x4xf32>) {
  // expected-error@below {{has the process -1 in replica_groups (C4)}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @all_gather_channel(%a: tensor<2x4xf32>) {
  // expected-error@below {{uses global device ids with the channel 0, which has to be positive (C5)}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @all_gather_shape(%a: tensor<2x4xf32>) {
  // expected-error@below {{result 0 has shape [6, 4] instead of [4, 4] (C6)}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @all_gather_element(%a: tensor<2x4xf32>) {
  // expected-error@below {{result 0 has elements of 'f64' instead of 'f32' (C6)}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf64>
  return
}

// -----

func.func @all_gather_partitions(%a: tensor<2x4xf32>) {
  // expected-error@below {{result 0 has size 5 in the gathered dimension, which is no multiple of 2 (C6)}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2x4xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @all_gather_rank(%a: tensor<2x4xf32>) {
  // expected-error@below {{has replica_groups of rank 1 instead of 2 (C2)}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @all_reduce_twice(%a: tensor<4xi32>) {
  // expected-error@below {{has process 0 twice in replica_groups (C1)}}
  "stablehlo.all_reduce"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @all_reduce_missing(%a: tensor<4xi32>) {
  // expected-error@below {{has process 2 in replica_groups, but not process 1 (C3)}}
  "stablehlo.all_reduce"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @all_reduce_channel(%a: tensor<4xi32>) {
  // expected-error@below {{uses global device ids with the channel 0, which has to be positive (C4)}}
  "stablehlo.all_reduce"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @all_reduce_body(%a: tensor<4xi32>) {
  // expected-error@below {{has a computation that takes 1 arguments instead of 2 (C5)}}
  "stablehlo.all_reduce"(%a) ({
  ^bb0(%x0: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @all_reduce_promotion(%a: tensor<4xi32>) {
  // expected-error@below {{has a computation that returns 'tensor<i16>', which elements of 'i32' cannot be promoted to (C5)}}
  "stablehlo.all_reduce"(%a) ({
  ^bb0(%x0: tensor<i16>, %x1: tensor<i16>):
    %r0 = stablehlo.constant dense<0> : tensor<i16>
    "stablehlo.return"(%r0) : (tensor<i16>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @all_reduce_shape(%a: tensor<4xi32>) {
  // expected-error@below {{result has shape [5] instead of [4] (C6)}}
  "stablehlo.all_reduce"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<5xi32>
  return
}

// -----

func.func @all_reduce_element(%a: tensor<4xi32>) {
  // expected-error@below {{result has element type 'i64' instead of 'i32' (C7)}}
  "stablehlo.all_reduce"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<4xi64>
  return
}

// -----

func.func @all_to_all_split(%a: tensor<4x8xf32>) {
  // expected-error@below {{splits dimension 2 of an operand of rank 2 (C1)}}
  "stablehlo.all_to_all"(%a) {split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_to_all_multiple(%a: tensor<4x7xf32>) {
  // expected-error@below {{splits dimension 1 of size 7 into 2 parts (C2)}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x7xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_to_all_concat(%a: tensor<4x8xf32>) {
  // expected-error@below {{concatenates along dimension 2 of an operand of rank 2 (C3)}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_to_all_count(%a: tensor<4x8xf32>) {
  // expected-error@below {{has the split_count 0, which has to be positive (C4)}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_to_all_twice(%a: tensor<4x8xf32>) {
  // expected-error@below {{has process 0 twice in replica_groups (C5)}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_to_all_missing(%a: tensor<4x8xf32>) {
  // expected-error@below {{has process 2 in replica_groups, but not process 1 (C7)}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_to_all_groups(%a: tensor<4x8xf32>) {
  // expected-error@below {{has groups of 2 processes, but the split_count 4 (C8)}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_to_all_shape(%a: tensor<4x8xf32>) {
  // expected-error@below {{result has shape [4, 8] instead of [8, 4] (C9)}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @all_to_all_element(%a: tensor<4x8xf32>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C9)}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x4xf64>
  return
}

// -----

func.func @collective_broadcast_twice(%a0: tensor<4xf32>) {
  // expected-error@below {{has process 1 twice in replica_groups (C1)}}
  "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @collective_broadcast_negative(%a0: tensor<4xf32>) {
  // expected-error@below {{has the process -1 in replica_groups (C2)}}
  "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @collective_broadcast_type(%a0: tensor<4xf32>) {
  // expected-error@below {{result has shape [5] instead of [4] (C3)}}
  "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> (tensor<5xf32>)
  return
}

// -----

func.func @collective_broadcast_nothing() {
  // expected-error@below {{has no operands (C3)}}
  "stablehlo.collective_broadcast"() {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : () -> ()
  return
}

// -----

func.func @collective_broadcast_results(%a0: tensor<4xf32>) {
  // expected-error@below {{has 1 operands to broadcast and 2 results (C5)}}
  "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @collective_broadcast_root(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  // expected-error@below {{has roots of type 'tensor<2xi32>' instead of tensor<1xi32> (C4)}}
  "stablehlo.collective_broadcast"(%a0, %a1) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<4xf32>, tensor<2xi32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @collective_broadcast_no_root(%a0: tensor<4xf32>) {
  // expected-error@below {{has a root that is computed, but no operand for it (C4)}}
  "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @collective_permute_pairs(%a: tensor<4xf32>) {
  // expected-error@below {{has source_target_pairs of the shape [1, 3] instead of [N, 2] (C1)}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_permute_source(%a: tensor<4xf32>) {
  // expected-error@below {{sends from process 0 twice (C2)}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_permute_target(%a: tensor<4xf32>) {
  // expected-error@below {{sends to process 2 twice (C3)}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_permute_negative(%a: tensor<4xf32>) {
  // expected-error@below {{sends from process 0 to process -1, one of which is negative (C4)}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @collective_permute_type(%a: tensor<4xf32>) {
  // expected-error@below {{result has shape [5] instead of [4] (C5)}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @collective_reduce_twice(%a: tensor<4xi32>) {
  // expected-error@below {{has process 0 twice in replica_groups (C1)}}
  "stablehlo.collective_reduce"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @collective_reduce_negative(%a: tensor<4xi32>) {
  // expected-error@below {{has the process -1 in replica_groups (C2)}}
  "stablehlo.collective_reduce"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @collective_reduce_shape(%a: tensor<4xi32>) {
  // expected-error@below {{result has shape [5] instead of [4] (C3)}}
  "stablehlo.collective_reduce"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<5xi32>
  return
}

// -----

func.func @collective_reduce_body(%a: tensor<4xi32>) {
  // expected-error@below {{has a computation that takes 1 arguments instead of 2 (C4)}}
  "stablehlo.collective_reduce"(%a) ({
  ^bb0(%x0: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @reduce_scatter_multiple(%a: tensor<5xi32>) {
  // expected-error@below {{scatters dimension 0 of size 5 over 2 processes (C1)}}
  "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<5xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @reduce_scatter_dimension(%a: tensor<4xi32>) {
  // expected-error@below {{scatters along dimension 1 of an operand of rank 1 (C2)}}
  "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @reduce_scatter_twice(%a: tensor<4xi32>) {
  // expected-error@below {{has process 0 twice in replica_groups (C3)}}
  "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @reduce_scatter_missing(%a: tensor<4xi32>) {
  // expected-error@below {{has process 2 in replica_groups, but not process 1 (C5)}}
  "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @reduce_scatter_channel(%a: tensor<4xi32>) {
  // expected-error@below {{uses global device ids with the channel 0, which has to be positive (C6)}}
  "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids} : (tensor<4xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @reduce_scatter_body(%a: tensor<4xi32>) {
  // expected-error@below {{has a computation that takes 1 arguments instead of 2 (C7)}}
  "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x0: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @reduce_scatter_shape(%a: tensor<4xi32>) {
  // expected-error@below {{result has shape [3] instead of [2] (C8)}}
  "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @reduce_scatter_element(%a: tensor<4xi32>) {
  // expected-error@below {{result has elements of 'i64' instead of 'i32' (C9)}}
  "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<2xi64>
  return
}

// -----

func.func @async_start_operations(%a: tensor<4xf32>) {
  // expected-error@below {{has a body of 2 operations instead of one (C1)}}
  "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %z = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
    %y = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

func.func @async_start_kind(%a: tensor<4xf32>) {
  // expected-error@below {{runs stablehlo.abs, which is neither a collective nor a slice (C2)}}
  "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %y = stablehlo.abs %x : tensor<4xf32>
    "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

func.func @async_start_argument(%a: tensor<4xf32>) {
  // expected-error@below {{has a body whose argument 0 has type 'tensor<4xf64>' instead of 'tensor<4xf32>' (C3)}}
  "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf64>):
    %y = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf64>) -> tensor<4xf64>
    "stablehlo.return"(%y) : (tensor<4xf64>) -> ()
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

func.func @async_start_future(%a: tensor<4xf32>) {
  // expected-error@below {{result has type '!stablehlo.future<tensor<5xf32>>' instead of '!stablehlo.future<tensor<4xf32>>' (C4)}}
  "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %y = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<5xf32>>
  return
}

// -----

func.func @async_done(%a: !stablehlo.future<tensor<4xf32>>) {
  // expected-error@below {{result has shape [5] instead of [4] (C1)}}
  "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<4xf32>>) -> tensor<5xf32>
  return
}

// -----

func.func @all_gather_mesh(%a: tensor<2x4xf32>) {
  // expected-error@below {{names the mesh @mesh, which is not in the module}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}
