// RUN: trainlint-opt %s -split-input-file -verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in for an operation has its types.

func.func private @callee(tensor<2xf32>) -> tensor<2xf32>

func.func @inputs(%a: tensor<3xf32>) {
  // expected-error@below {{has inputs of the types ('tensor<3xf32>'), but @callee has ('tensor<2xf32>') (C3)}}
  %0 = stablehlo.composite "a.b" %a {decomposition = @callee} : (tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @callee(tensor<2xf32>) -> tensor<2xf32>

func.func @results(%a: tensor<2xf32>) {
  // expected-error@below {{has results of the types ('tensor<3xf32>'), but @callee has ('tensor<2xf32>') (C4)}}
  %0 = stablehlo.composite "a.b" %a {decomposition = @callee} : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func private @callee(tensor<2xf32>) -> tensor<2xf32>

func.func @count(%a: tensor<2xf32>) {
  // expected-error@below {{has inputs of the types ('tensor<2xf32>', 'tensor<2xf32>'), but @callee has ('tensor<2xf32>') (C3)}}
  %0 = stablehlo.composite "a.b" %a, %a {decomposition = @callee} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
