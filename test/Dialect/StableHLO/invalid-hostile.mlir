// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes that no program has take neither time nor memory, nor do they overflow.

func.func @groups_of_one_number(%a: tensor<4xi32>) {
  // expected-error@below {{result has shape [5] instead of [4] (C6)}}
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<i32>) -> ()
  }) {replica_groups = dense<-1> : tensor<4611686018427387904x1xi64>} : (tensor<4xi32>) -> tensor<5xi32>
  return
}

// -----

func.func @pairs_of_one_number(%a: tensor<4xi32>) {
  // expected-error@below {{sends from process 1 twice (C2)}}
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<1> : tensor<4611686018427387903x2xi64>} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @layout(%a: tensor<4xi32>) {
  // expected-error@below {{has a layout of 4611686018427387904 dimensions for value 0}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<0> : tensor<4611686018427387904xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @rank(%a: tensor<f32>, %s: tensor<4611686018427387904xi64>) {
  // expected-error@below {{a rank that is unknown or too large (C3)}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<4611686018427387904xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @shape(%a: tensor<4xf32>) {
  %s = stablehlo.constant dense<1> : tensor<4611686018427387904xi64>
  // expected-error@below {{is given 4611686018427387904 sizes for a result of rank 1 (C4)}}
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<4xf32>, tensor<4611686018427387904xi64>) -> tensor<4xf32>
  return
}

// -----

// What does not fit an integer is not known.
func.func @concatenation(%a: tensor<9223372036854775807xi8>) {
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<9223372036854775807xi8>, tensor<9223372036854775807xi8>) -> tensor<7xi8>
  return
}

// -----

func.func @padding(%a: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error@below {{pads dimension 0 of size 4 to a size that no tensor has (C4)}}
  %0 = stablehlo.pad %a, %v, low = [9223372036854775807], high = [9223372036854775807], interior = [9223372036854775807] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @window(%a: tensor<4xf32>, %c: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%a, %c) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 9223372036854775807>, window_dilations = array<i64: 9223372036854775807>, padding = dense<9223372036854775807> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  return
}
