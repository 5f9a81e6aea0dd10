// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of random numbers, transfers and calls.

func.func @rng_element(%a: tensor<f32>, %b: tensor<f64>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@below {{has parameters of the types 'f32' and 'f64' (C1)}}
  stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rng_normal(%a: tensor<i32>, %b: tensor<i32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@below {{has the distribution NORMAL, which needs parameters of a floating-point type, not 'i32' (C2)}}
  stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @rng_shape(%a: tensor<f32>, %b: tensor<f32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@below {{result has shape [3, 2] instead of [2, 3] (C3)}}
  stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x2xf32>
  return
}

// -----

func.func @rng_negative(%a: tensor<f32>, %b: tensor<f32>) {
  %s = stablehlo.constant dense<[2, -3]> : tensor<2xi64>
  // expected-error@below {{is given the negative size -3 (C3)}}
  stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rng_bit_generator_state(%a: tensor<2xui64>) {
  // expected-error@below {{takes a state of type 'tensor<2xui64>', but gives one of type 'tensor<3xui64>' (C1)}}
  stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @rng_bit_generator_size(%a: tensor<3xui64>) {
  // expected-error@below {{has a state of 3 numbers, which THREE_FRY does not take (C2)}}
  stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @rng_bit_generator_philox(%a: tensor<4xui64>) {
  // expected-error@below {{has a state of 4 numbers, which PHILOX does not take (C2)}}
  stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  return
}

// -----

func.func @infeed_nothing(%t: !stablehlo.token) {
  // expected-error@below {{has no results (C1)}}
  "stablehlo.infeed"(%t) : (!stablehlo.token) -> ()
  return
}

// -----

func.func @infeed_token(%t: !stablehlo.token) {
  // expected-error@below {{has a result of type '!stablehlo.token' before the last, which is no tensor (C2)}}
  "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @infeed_last(%t: !stablehlo.token) {
  // expected-error@below {{has a last result of type 'tensor<2xf32>' instead of a token (C3)}}
  "stablehlo.infeed"(%t) : (!stablehlo.token) -> tensor<2xf32>
  return
}

// -----

func.func @infeed_layout(%t: !stablehlo.token) {
  // expected-error@below {{has 1 layouts for 2 tensors}}
  "stablehlo.infeed"(%t) {layout = [[0]]} : (!stablehlo.token) -> (tensor<2xf32>, tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @send_pairs(%a: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error@below {{has source_target_pairs of the shape [1, 1] instead of [N, 2] (C1)}}
  "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_pairs(%t: !stablehlo.token) {
  // expected-error@below {{has source_target_pairs of the shape [1, 1] instead of [N, 2] (C1)}}
  "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0]]> : tensor<1x1xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @send_source(%a: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error@below {{sends from process 0 twice (C2)}}
  "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_source(%t: !stablehlo.token) {
  // expected-error@below {{sends from process 0 twice (C2)}}
  "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @send_target(%a: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error@below {{sends to process 2 twice (C3)}}
  "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_target(%t: !stablehlo.token) {
  // expected-error@below {{sends to process 2 twice (C3)}}
  "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @send_negative(%a: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error@below {{sends from process -1 to process 0, one of which is negative (C4)}}
  "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[-1, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_negative(%t: !stablehlo.token) {
  // expected-error@below {{sends from process -1 to process 0, one of which is negative (C4)}}
  "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[-1, 0]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @send_device(%a: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error@below {{has is_host_transfer = false, but a channel of type 2 (C5)}}
  "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_device(%t: !stablehlo.token) {
  // expected-error@below {{has is_host_transfer = false, but a channel of type 2 (C5)}}
  "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @send_host(%a: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error@below {{has is_host_transfer = true, but a channel of type 1 (C5)}}
  "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_host(%t: !stablehlo.token) {
  // expected-error@below {{has is_host_transfer = true, but a channel of type 1 (C5)}}
  "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @composite_name(%a: tensor<f32>) {
  // expected-error@below {{has the name "ab", which is not that of an operation with its namespace (C1)}}
  stablehlo.composite "ab" %a {decomposition = @callee} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @composite_decomposition(%a: tensor<f32>) {
  // expected-error@below {{is decomposed by @other, which is no function of the module (C2)}}
  stablehlo.composite "a.b" %a {decomposition = @other} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @custom_call_layouts(%a: tensor<2xf32>) {
  // expected-error@below {{has layouts of operands only, but needs both or neither}}
  stablehlo.custom_call @target(%a) {operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @custom_call_layout(%a: tensor<2xf32>) {
  // expected-error@below {{has the layout [1] for value 0 of type 'tensor<2xf32>'}}
  stablehlo.custom_call @target(%a) {operand_layouts = [dense<1> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @custom_call_layout_count(%a: tensor<2xf32>) {
  // expected-error@below {{has 0 operand_layouts for 1 values}}
  stablehlo.custom_call @target(%a) {operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @custom_call_config(%a: tensor<2xf32>) {
  // expected-error@below {{has a backend_config that is a dictionary, which api_version 1 does not take}}
  stablehlo.custom_call @target(%a) {backend_config = {a = 1 : i32}} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @custom_call_typed_config(%a: tensor<2xf32>) {
  // expected-error@below {{has a backend_config that is a string, which api_version 4 does not take}}
  stablehlo.custom_call @target(%a) {backend_config = "x", api_version = 4 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @custom_call_version(%a: tensor<2xf32>) {
  // expected-error@below {{has the api_version 7, which is not in [0, 4]}}
  stablehlo.custom_call @target(%a) {api_version = 7 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @custom_call_alias_operand(%a: tensor<2xf32>) {
  // expected-error@below {{has an alias of operand 1, of 1 operands}}
  stablehlo.custom_call @target(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @custom_call_alias_element(%a: tensor<2xf32>) {
  // expected-error@below {{has an alias of an element [0] of operand 0, which it does not have}}
  stablehlo.custom_call @target(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @custom_call_alias_output(%a: tensor<2xf32>) {
  // expected-error@below {{has an alias of the output [0], which it does not have}}
  stablehlo.custom_call @target(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @custom_call_alias_type(%a: tensor<2xf32>) {
  // expected-error@below {{has an alias of an operand of type 'tensor<2xf32>' with an output of type 'tensor<3xf32>'}}
  stablehlo.custom_call @target(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<3xf32>
  return
}
