// RUN: trainlint-opt %s | FileCheck %s
// RUN: trainlint-opt %s --mlir-print-op-generic | trainlint-opt | FileCheck %s
// RUN: trainlint-opt %s > %t && trainlint-opt %t | diff %t -
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers, transfers and calls.

func.func private @callee(tensor<2xf32>) -> tensor<2xf32>

// CHECK-LABEL: func.func @random(
// CHECK-NEXT: %0 = stablehlo.rng %arg0, %arg0, %arg2, distribution =  NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
// CHECK-NEXT: %output_state, %output = stablehlo.rng_bit_generator %arg1, algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
func.func @random(%arg0: tensor<f32>, %arg1: tensor<2xui64>, %arg2: tensor<2xi64>) {
  "stablehlo.rng"(%arg0, %arg0, %arg2) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  "stablehlo.rng_bit_generator"(%arg1) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}

// CHECK-LABEL: func.func @transfers(
// CHECK-NEXT: %0:2 = "stablehlo.infeed"(%arg1) <{infeed_config = "x", layout = {{\[\[}}0, 1]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
// CHECK-NEXT: %1 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = "x"}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
// CHECK-NEXT: %2 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
// CHECK-NEXT: %3:2 = "stablehlo.recv"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
// CHECK-NEXT: %4:2 = "stablehlo.recv"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
func.func @transfers(%arg0: tensor<2x3xf32>, %arg1: !stablehlo.token) {
  "stablehlo.infeed"(%arg1) {infeed_config = "x", layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  "stablehlo.outfeed"(%arg0, %arg1) {outfeed_config = "x"} : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  "stablehlo.send"(%arg0, %arg1) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true} : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  "stablehlo.recv"(%arg1) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  "stablehlo.recv"(%arg1) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// CHECK-LABEL: func.func @calls(
// CHECK-NEXT: %0 = stablehlo.custom_call @target(%arg0) {backend_config = "x", has_side_effect = true} : (tensor<2x3xf32>) -> tensor<2xf32>
// CHECK-NEXT: %1:2 = stablehlo.custom_call @"not an-id"(%arg0) {api_version = 4 : i32, backend_config = {a = 1 : i32}} : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<f32>)
// CHECK-NEXT: %2 = stablehlo.custom_call @t(%arg0) {mhlo.backend_config = {mode = 86 : ui8}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %3 = stablehlo.custom_call @Unpin(%arg1) : (memref<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: stablehlo.custom_call @nothing() : () -> ()
func.func @calls(%arg0: tensor<2x3xf32>, %arg1: memref<4xf32>) {
  "stablehlo.custom_call"(%arg0) {call_target_name = "target", has_side_effect = true, backend_config = "x"} : (tensor<2x3xf32>) -> tensor<2xf32>
  "stablehlo.custom_call"(%arg0) {call_target_name = "not an-id", api_version = 4 : i32, backend_config = {a = 1 : i32}} : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<f32>)
  "stablehlo.custom_call"(%arg0) {call_target_name = "t", operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], mhlo.backend_config = {mode = 86 : ui8}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  "stablehlo.custom_call"(%arg1) {call_target_name = "Unpin"} : (memref<4xf32>) -> tensor<4xf32>
  "stablehlo.custom_call"() {call_target_name = "nothing"} : () -> ()
  return
}

// CHECK-LABEL: func.func @composites(
// CHECK-NEXT: %0 = stablehlo.composite "a.b" %arg0 {composite_attributes = {x = 1 : i32}, decomposition = @callee, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
func.func @composites(%arg0: tensor<2xf32>) {
  "stablehlo.composite"(%arg0) {name = "a.b", decomposition = @callee, version = 1 : i32, composite_attributes = {x = 1 : i32}} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
