// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of operations that apply a function.

func.func @reduce_shapes(%a0: tensor<4x3xi32>, %a1: tensor<4x4xi32>, %c0: tensor<i32>, %c1: tensor<i32>) {
  // expected-error@below {{input 1 has type 'tensor<4x4xi32>', but input 0 has the shape of 'tensor<4x3xi32>' (C1)}}
  "stablehlo.reduce"(%a0, %a1, %c0, %c1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<i32>, %x3: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    %r1 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0, %r1) : (tensor<i32>, tensor<i32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>)
  return
}

// -----

func.func @reduce_init(%a0: tensor<4x3xi32>, %c0: tensor<i64>) {
  // expected-error@below {{input 0 has elements of 'i32', but its initial value has 'i64' (C2)}}
  "stablehlo.reduce"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xi32>, tensor<i64>) -> (tensor<4xi32>)
  return
}

// -----

func.func @reduce_count(%a0: tensor<i32>, %a1: tensor<i32>, %c0: tensor<i32>) {
  // expected-error@below {{has 3 operands, but needs inputs and as many initial values (C3)}}
  "stablehlo.reduce"(%a0, %a1, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<i32>, %x3: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    %r1 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0, %r1) : (tensor<i32>, tensor<i32>) -> ()
  }) {dimensions = array<i64>} : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// -----

func.func @reduce_results(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{has 2 results, but gives 1 (C7)}}
  "stablehlo.reduce"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>)
  return
}

// -----

func.func @reduce_range(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{reduces dimension 2 of an input of rank 2 (C4)}}
  "stablehlo.reduce"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 2>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<4xi32>)
  return
}

// -----

func.func @reduce_twice(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{reduces dimension 1 twice (C5)}}
  "stablehlo.reduce"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 1, 1>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<4xi32>)
  return
}

// -----

func.func @reduce_body_arguments(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{has a body that takes 1 arguments instead of 2 (C6)}}
  "stablehlo.reduce"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<4xi32>)
  return
}

// -----

func.func @reduce_body_types(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{has a body whose argument 1 has type 'tensor<i64>' instead of 'tensor<i32>' (C6)}}
  "stablehlo.reduce"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i64>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<4xi32>)
  return
}

// -----

func.func @reduce_body_promotion(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{has a body that returns 'tensor<i16>', which elements of 'i32' cannot be promoted to (C6)}}
  "stablehlo.reduce"(%a0, %c0) ({
  ^bb0(%x0: tensor<i16>, %x1: tensor<i16>):
    %r0 = stablehlo.constant dense<0> : tensor<i16>
    "stablehlo.return"(%r0) : (tensor<i16>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<4xi32>)
  return
}

// -----

func.func @reduce_body_results(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{has a body that returns 2 values instead of 1 (C6)}}
  "stablehlo.reduce"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    %r1 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0, %r1) : (tensor<i32>, tensor<i32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<4xi32>)
  return
}

// -----

func.func @reduce_shape(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{result has shape [3] instead of [4] (C7)}}
  "stablehlo.reduce"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<3xi32>)
  return
}

// -----

func.func @reduce_element(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{result has element type 'i64' instead of 'i32' (C8)}}
  "stablehlo.reduce"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<4xi64>)
  return
}

// -----

func.func @reduce_window_count(%a0: tensor<i32>, %a1: tensor<i32>, %c0: tensor<i32>) {
  // expected-error@below {{has 3 operands, but needs inputs and as many initial values (C1)}}
  "stablehlo.reduce_window"(%a0, %a1, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<i32>, %x3: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    %r1 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0, %r1) : (tensor<i32>, tensor<i32>) -> ()
  }) {window_dimensions = array<i64>} : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// -----

func.func @reduce_window_shapes(%a0: tensor<4x3xi32>, %a1: tensor<4x4xi32>, %c0: tensor<i32>, %c1: tensor<i32>) {
  // expected-error@below {{input 1 has type 'tensor<4x4xi32>', but input 0 has the shape of 'tensor<4x3xi32>' (C2)}}
  "stablehlo.reduce_window"(%a0, %a1, %c0, %c1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<i32>, %x3: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    %r1 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0, %r1) : (tensor<i32>, tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<4x4xi32>, tensor<i32>, tensor<i32>) -> (tensor<2x3xi32>, tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_init(%a0: tensor<4x3xi32>, %c0: tensor<i64>) {
  // expected-error@below {{input 0 has elements of 'i32', but its initial value has 'i64' (C3)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i64>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_size_count(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{has window_dimensions for 1 dimensions of inputs of rank 2 (C4)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_size(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{has a window of size 0, which has to be positive (C5)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 0, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_stride_count(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{window_strides has 1 items for 2 dimensions (C6)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_stride(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{window_strides has 0 in dimension 0, which has to be positive (C7)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 0, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_base_count(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{base dilation has 1 items for 2 dimensions (C8)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_base(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{base dilation has 0 in dimension 0, which has to be positive (C9)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 0, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_window_count(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{window dilation has 1 items for 2 dimensions (C10)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_window(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{window dilation has 0 in dimension 0, which has to be positive (C11)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 0, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_padding(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{padding has the shape [1, 2] instead of [2, 2] (C12)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_body(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{has a body that takes 1 arguments instead of 2 (C13)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @reduce_window_result_shapes(%a0: tensor<4x3xi32>, %a1: tensor<4x3xi32>, %c0: tensor<i32>, %c1: tensor<i32>) {
  // expected-error@below {{result 1 has shape [2, 2] instead of [2, 3] (C15)}}
  "stablehlo.reduce_window"(%a0, %a1, %c0, %c1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<i32>, %x3: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    %r1 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0, %r1) : (tensor<i32>, tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<4x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<2x3xi32>, tensor<2x2xi32>)
  return
}

// -----

func.func @reduce_window_shape(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{result has shape [3, 3] instead of [2, 3] (C15)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<3x3xi32>)
  return
}

// -----

func.func @reduce_window_element(%a0: tensor<4x3xi32>, %c0: tensor<i32>) {
  // expected-error@below {{result has element type 'i64' instead of 'i32' (C16)}}
  "stablehlo.reduce_window"(%a0, %c0) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x3xi32>, tensor<i32>) -> (tensor<2x3xi64>)
  return
}

// -----

func.func @select_and_scatter_element(%a: tensor<4x4xi32>, %s: tensor<2x2xi64>, %c: tensor<i32>) {
  // expected-error@below {{has an operand of 'i32' and a source of 'i64' (C1)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi32>, tensor<2x2xi64>, tensor<i32>) -> tensor<4x4xi32>
  return
}

// -----

func.func @select_and_scatter_source(%a: tensor<4x4xi32>, %s: tensor<3x2xi32>, %c: tensor<i32>) {
  // expected-error@below {{has a source of the shape [3, 2], but windows at [2, 2] places (C2)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi32>, tensor<3x2xi32>, tensor<i32>) -> tensor<4x4xi32>
  return
}

// -----

func.func @select_and_scatter_init(%a: tensor<4x4xi32>, %s: tensor<2x2xi32>, %c: tensor<i64>) {
  // expected-error@below {{has an operand of 'i32' and an initial value of 'i64' (C3)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i64>) -> tensor<4x4xi32>
  return
}

// -----

func.func @select_and_scatter_size_count(%a: tensor<4x4xi32>, %s: tensor<2x2xi32>, %c: tensor<i32>) {
  // expected-error@below {{has window_dimensions for 1 dimensions of an operand of rank 2 (C4)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x4xi32>
  return
}

// -----

func.func @select_and_scatter_size(%a: tensor<4x4xi32>, %s: tensor<2x2xi32>, %c: tensor<i32>) {
  // expected-error@below {{has a window of size 0, which has to be positive (C5)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 0, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x4xi32>
  return
}

// -----

func.func @select_and_scatter_stride_count(%a: tensor<4x4xi32>, %s: tensor<2x2xi32>, %c: tensor<i32>) {
  // expected-error@below {{window_strides has 1 items for 2 dimensions (C6)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x4xi32>
  return
}

// -----

func.func @select_and_scatter_stride(%a: tensor<4x4xi32>, %s: tensor<2x2xi32>, %c: tensor<i32>) {
  // expected-error@below {{window_strides has 0 in dimension 0, which has to be positive (C7)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x4xi32>
  return
}

// -----

func.func @select_and_scatter_padding(%a: tensor<4x4xi32>, %s: tensor<2x2xi32>, %c: tensor<i32>) {
  // expected-error@below {{padding has the shape [1, 2] instead of [2, 2] (C8)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x4xi32>
  return
}

// -----

func.func @select_and_scatter_select(%a: tensor<4x4xi32>, %s: tensor<2x2xi32>, %c: tensor<i32>) {
  // expected-error@below {{has a select function that returns 'tensor<i32>' instead of tensor<i1> (C9)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x4xi32>
  return
}

// -----

func.func @select_and_scatter_scatter(%a: tensor<4x4xi32>, %s: tensor<2x2xi32>, %c: tensor<i32>) {
  // expected-error@below {{has a scatter function that takes 1 arguments instead of 2 (C10)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x4xi32>
  return
}

// -----

func.func @select_and_scatter_shape(%a: tensor<4x4xi32>, %s: tensor<2x2xi32>, %c: tensor<i32>) {
  // expected-error@below {{result has shape [4, 5] instead of [4, 4] (C11)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x5xi32>
  return
}

// -----

func.func @select_and_scatter_result_element(%a: tensor<4x4xi32>, %s: tensor<2x2xi32>, %c: tensor<i32>) {
  // expected-error@below {{result has element type 'i64' instead of 'i32' (C12)}}
  "stablehlo.select_and_scatter"(%a, %s, %c) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x4xi64>
  return
}

// -----

func.func @map_shapes(%a0: tensor<2x3xi32>, %a1: tensor<2x4xi32>) {
  // expected-error@below {{input 1 has type 'tensor<2x4xi32>', but input 0 has the shape of 'tensor<2x3xi32>' (C1)}}
  "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xi32>, tensor<2x4xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @map_shape(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  // expected-error@below {{result has shape [2, 4] instead of [2, 3] (C1)}}
  "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x4xi32>
  return
}

// -----

func.func @map_nothing() {
  // expected-error@below {{has no inputs (C2)}}
  "stablehlo.map"() ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : () -> tensor<2x3xi32>
  return
}

// -----

func.func @map_dimensions(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  // expected-error@below {{maps over the dimensions [1, 0] of inputs of rank 2, of which it needs all in order (C3)}}
  "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 1, 0>} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @map_body(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  // expected-error@below {{has a computation that takes 1 arguments instead of 2 (C4)}}
  "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x0: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @map_element(%a0: tensor<2x3xi32>, %a1: tensor<2x3xi32>) {
  // expected-error@below {{result has element type 'i64' instead of 'i32' (C4)}}
  "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi64>
  return
}

// -----

func.func @sort_nothing() {
  // expected-error@below {{has no inputs (C1)}}
  "stablehlo.sort"() ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<f32>, %x3: tensor<f32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64} : () -> ()
  return
}

// -----

func.func @sort_element(%a0: tensor<2x3xi32>, %a1: tensor<2x3xf32>) {
  // expected-error@below {{result 0 has element type 'i64' instead of 'i32' (C2)}}
  "stablehlo.sort"(%a0, %a1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<f32>, %x3: tensor<f32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64} : (tensor<2x3xi32>, tensor<2x3xf32>) -> (tensor<2x3xi64>, tensor<2x3xf32>)
  return
}

// -----

func.func @sort_shapes(%a0: tensor<2x3xi32>, %a1: tensor<2x4xf32>) {
  // expected-error@below {{input 1 has type 'tensor<2x4xf32>', but input 0 has the shape of 'tensor<2x3xi32>' (C3)}}
  "stablehlo.sort"(%a0, %a1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<f32>, %x3: tensor<f32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64} : (tensor<2x3xi32>, tensor<2x4xf32>) -> (tensor<2x3xi32>, tensor<2x4xf32>)
  return
}

// -----

func.func @sort_shape(%a0: tensor<2x3xi32>, %a1: tensor<2x3xf32>) {
  // expected-error@below {{result 0 has shape [2, 4] instead of [2, 3] (C3)}}
  "stablehlo.sort"(%a0, %a1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<f32>, %x3: tensor<f32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64} : (tensor<2x3xi32>, tensor<2x3xf32>) -> (tensor<2x4xi32>, tensor<2x3xf32>)
  return
}

// -----

func.func @sort_dimension(%a0: tensor<2x3xi32>, %a1: tensor<2x3xf32>) {
  // expected-error@below {{sorts along dimension 2, which is not in [-2, 2) (C4)}}
  "stablehlo.sort"(%a0, %a1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<f32>, %x3: tensor<f32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 2 : i64} : (tensor<2x3xi32>, tensor<2x3xf32>) -> (tensor<2x3xi32>, tensor<2x3xf32>)
  return
}

// -----

func.func @sort_body(%a0: tensor<2x3xi32>, %a1: tensor<2x3xf32>) {
  // expected-error@below {{has a comparator that takes 2 arguments instead of 4 (C5)}}
  "stablehlo.sort"(%a0, %a1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64} : (tensor<2x3xi32>, tensor<2x3xf32>) -> (tensor<2x3xi32>, tensor<2x3xf32>)
  return
}

// -----

func.func @sort_body_result(%a0: tensor<2x3xi32>, %a1: tensor<2x3xf32>) {
  // expected-error@below {{has a comparator that returns 'tensor<i32>' instead of tensor<i1> (C5)}}
  "stablehlo.sort"(%a0, %a1) ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>, %x2: tensor<f32>, %x3: tensor<f32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimension = 1 : i64} : (tensor<2x3xi32>, tensor<2x3xf32>) -> (tensor<2x3xi32>, tensor<2x3xf32>)
  return
}
