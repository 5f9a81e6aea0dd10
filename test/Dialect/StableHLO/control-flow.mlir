// RUN: trainlint-opt %s | FileCheck %s
// RUN: trainlint-opt %s --mlir-print-op-generic | trainlint-opt | FileCheck %s
// RUN: trainlint-opt %s > %t && trainlint-opt %t | diff %t -
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow, tokens and tuples.

// CHECK-LABEL: func.func @branches(
// CHECK-NEXT: %0 = "stablehlo.if"(%arg0) ({
// CHECK-NEXT:   %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT:   stablehlo.return %c : tensor<i32>
// CHECK-NEXT: }, {
// CHECK-NEXT:   %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT:   stablehlo.return %c : tensor<i32>
// CHECK-NEXT: }) : (tensor<i1>) -> tensor<i32>
// CHECK-NEXT: "stablehlo.case"(%arg1) ({
// CHECK-NEXT:   stablehlo.return 
// CHECK-NEXT: }, {
// CHECK-NEXT:   stablehlo.return 
// CHECK-NEXT: }) : (tensor<i32>) -> ()
func.func @branches(%arg0: tensor<i1>, %arg1: tensor<i32>) {
  "stablehlo.if"(%arg0) ({
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }, {
    %r0 = stablehlo.constant dense<0> : tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  "stablehlo.case"(%arg1) ({

    "stablehlo.return"() : () -> ()
  }, {

    "stablehlo.return"() : () -> ()
  }) : (tensor<i32>) -> ()
  return
}

// CHECK-LABEL: func.func @loops(
// CHECK-NEXT: %0:2 = stablehlo.while(%arg2 = %arg0, %arg3 = %arg1) : tensor<i32>, tensor<f32> attributes {note = 1 : i64}
// CHECK-NEXT: cond {
// CHECK-NEXT:   %1 = stablehlo.compare  LT, %arg2, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:   stablehlo.return %1 : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT:   stablehlo.return %arg2, %arg3 : tensor<i32>, tensor<f32>
// CHECK-NEXT: }
// CHECK-NEXT: stablehlo.while()
// CHECK-NEXT: cond {
// CHECK-NEXT:   %c = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:   stablehlo.return %c : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT:   stablehlo.return 
// CHECK-NEXT: }
func.func @loops(%arg0: tensor<i32>, %arg1: tensor<f32>) {
  "stablehlo.while"(%arg0, %arg1) ({
  ^bb0(%i: tensor<i32>, %x: tensor<f32>):
    %c = stablehlo.compare LT, %i, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%j: tensor<i32>, %y: tensor<f32>):
    stablehlo.return %j, %y : tensor<i32>, tensor<f32>
  }) {note = 1 : i64} : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)
  "stablehlo.while"() ({
    %r0 = stablehlo.constant dense<true> : tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {

    "stablehlo.return"() : () -> ()
  }) : () -> ()
  return
}

// CHECK-LABEL: func.func @order(
// CHECK-NEXT: %0 = stablehlo.create_token : !stablehlo.token
// CHECK-NEXT: %1 = stablehlo.after_all %arg0, %arg0 : !stablehlo.token
// CHECK-NEXT: %2 = stablehlo.after_all  : !stablehlo.token
// CHECK-NEXT: %3:2 = stablehlo.optimization_barrier %arg1, %arg0 : tensor<2xf32>, !stablehlo.token
// CHECK-NEXT: stablehlo.optimization_barrier()
func.func @order(%arg0: !stablehlo.token, %arg1: tensor<2xf32>) {
  "stablehlo.create_token"() : () -> !stablehlo.token
  "stablehlo.after_all"(%arg0, %arg0) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  "stablehlo.after_all"() : () -> !stablehlo.token
  "stablehlo.optimization_barrier"(%arg1, %arg0) : (tensor<2xf32>, !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  "stablehlo.optimization_barrier"() : () -> ()
  return
}

// CHECK-LABEL: func.func @tuples(
// CHECK-NEXT: %0 = stablehlo.tuple %arg0, %arg0 : tuple<tensor<f32>, tensor<f32>>
// CHECK-NEXT: %1 = stablehlo.tuple  : tuple<>
// CHECK-NEXT: %2 = stablehlo.get_tuple_element %arg1[1] : (tuple<tensor<f32>, tuple<tensor<i32>>>) -> tuple<tensor<i32>>
func.func @tuples(%arg0: tensor<f32>, %arg1: tuple<tensor<f32>, tuple<tensor<i32>>>) {
  "stablehlo.tuple"(%arg0, %arg0) : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  "stablehlo.tuple"() : () -> tuple<>
  "stablehlo.get_tuple_element"(%arg1) {index = 1 : i32} : (tuple<tensor<f32>, tuple<tensor<i32>>>) -> tuple<tensor<i32>>
  return
}
