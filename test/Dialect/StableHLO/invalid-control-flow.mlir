// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of control flow and tuples.

func.func @if_arguments(%p: tensor<i1>) {
  // expected-error@below {{has a branch 0 that takes 1 arguments (C1)}}
  "stablehlo.if"(%p) ({
  ^bb0(%x: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }, {
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  return
}

// -----

func.func @if_types(%p: tensor<i1>) {
  // expected-error@below {{has a branch 0 that returns ('tensor<i32>'), but a branch 1 that returns ('tensor<f32>') (C2)}}
  "stablehlo.if"(%p) ({
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }, {
    %r0 = stablehlo.constant dense<0.0> : tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  return
}

// -----

func.func @if_result(%p: tensor<i1>) {
  // expected-error@below {{result has element type 'f32' instead of 'i32' (C3)}}
  "stablehlo.if"(%p) ({
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }, {
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @case_branches(%i: tensor<i32>) {
  // expected-error@below {{has no branches (C1)}}
  "stablehlo.case"(%i) : (tensor<i32>) -> ()
  return
}

// -----

func.func @case_arguments(%i: tensor<i32>) {
  // expected-error@below {{has a branch 1 that takes 1 arguments (C2)}}
  "stablehlo.case"(%i) ({
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @case_types(%i: tensor<i32>) {
  // expected-error@below {{has a branch 0 that returns ('tensor<i32>'), but a branch 1 that returns ('tensor<f32>') (C3)}}
  "stablehlo.case"(%i) ({
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }, {
    %r0 = stablehlo.constant dense<0.0> : tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @case_result(%i: tensor<i32>) {
  // expected-error@below {{has 2 results, but gives 1 (C4)}}
  "stablehlo.case"(%i) ({
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// -----

func.func @while_condition_arguments(%a: tensor<i32>) {
  // expected-error@below {{has a condition whose argument 0 has type 'tensor<f32>' instead of 'tensor<i32>' (C1)}}
  "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<f32>):
    %r0 = stablehlo.constant dense<true> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_condition_result(%a: tensor<i32>) {
  // expected-error@below {{has a condition that returns ('tensor<i32>') instead of tensor<i1> (C1)}}
  "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_body_arguments(%a: tensor<i32>) {
  // expected-error@below {{has a body whose argument 0 has type 'tensor<f32>' instead of 'tensor<i32>' (C2)}}
  "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<i32>):
    %r0 = stablehlo.constant dense<true> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_body_result(%a: tensor<i32>) {
  // expected-error@below {{has a body that returns ('tensor<f32>') instead of ('tensor<i32>') (C2)}}
  "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<i32>):
    %r0 = stablehlo.constant dense<true> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    %r0 = stablehlo.constant dense<0.0> : tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_result(%a: tensor<i32>) {
  // expected-error@below {{result has element type 'f32' instead of 'i32' (C3)}}
  "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<i32>):
    %r0 = stablehlo.constant dense<true> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @optimization_barrier(%a: tensor<2xf32>) {
  // expected-error@below {{result has shape [3] instead of [2] (C1)}}
  "stablehlo.optimization_barrier"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @get_tuple_element_index(%a: tuple<tensor<f32>>) {
  // expected-error@below {{takes element 1 of a tuple of 1 (C1)}}
  stablehlo.get_tuple_element %a[1] : (tuple<tensor<f32>>) -> tensor<f32>
  return
}

// -----

func.func @get_tuple_element_type(%a: tuple<tensor<f32>>) {
  // expected-error@below {{result has element type 'f64' instead of 'f32' (C2)}}
  stablehlo.get_tuple_element %a[0] : (tuple<tensor<f32>>) -> tensor<f64>
  return
}

// -----

func.func @tuple(%a: tensor<f32>) {
  // expected-error@below {{makes a tuple of ('tensor<f32>'), but gives 'tuple<tensor<f64>>' (C1)}}
  "stablehlo.tuple"(%a) : (tensor<f32>) -> tuple<tensor<f64>>
  return
}
