// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Elements that are whole numbers, with a sign or without one.

graph.model onnx attributes {opsets = {ai.onnx = 26 : i64}} {
  graph.function attributes {arg_names = ["i", "j", "u", "f"], result_names = ["mod", "fmod", "left", "right", "and", "not", "abs", "sign", "whole", "real", "by", "clip", "bits"]} {
  ^bb0(%i: tensor<4xi32>, %j: tensor<4xi32>, %u: tensor<4xui8>, %f: tensor<4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[I:[^:]*]]: tensor<4xi32> {trainlint.name = "i"
    // CHECK-SAME:    %[[J:[^:]*]]: tensor<4xi32> {trainlint.name = "j"
    // CHECK-SAME:    %[[U:[^:]*]]: tensor<4xui8> {trainlint.name = "u"
    // CHECK-SAME:    %[[F:[^:]*]]: tensor<4xf32> {trainlint.name = "f"
    // CHECK: %[[REMAINDER:.*]] = stablehlo.remainder %[[I]], %[[J]] : tensor<4xi32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0> : tensor<4xi32>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  LT, %[[REMAINDER]], %[[CONSTANT]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    // CHECK: %[[COMPARE_1:.*]] = stablehlo.compare  LT, %[[J]], %[[CONSTANT]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    // CHECK: %[[COMPARE_2:.*]] = stablehlo.compare  NE, %[[COMPARE]], %[[COMPARE_1]] : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[REMAINDER]], %[[J]] : tensor<4xi32>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE_2]], %[[ADD]], %[[REMAINDER]] : tensor<4xi1>, tensor<4xi32>
    // CHECK: %[[COMPARE_3:.*]] = stablehlo.compare  EQ, %[[REMAINDER]], %[[CONSTANT]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    // CHECK: %[[SELECT_1:.*]] = stablehlo.select %[[COMPARE_3]], %[[REMAINDER]], %[[SELECT]] : tensor<4xi1>, tensor<4xi32>
    %mod:2 = graph.node "Mod"(%i, %j) name "mod" : (tensor<4xi32>, tensor<4xi32>) -> tensor<*xi32>
    // CHECK: %[[REMAINDER_1:.*]] = stablehlo.remainder %[[I]], %[[J]] : tensor<4xi32>
    %fmod:2 = graph.node "Mod"(%i, %j) name "fmod" {fmod = 1 : i64} : (tensor<4xi32>, tensor<4xi32>) -> tensor<*xi32>
    // CHECK: %[[SHIFT_LEFT:.*]] = stablehlo.shift_left %[[U]], %[[U]] : tensor<4xui8>
    %left:2 = graph.node "BitShift"(%u, %u) name "left" {direction = "LEFT"} : (tensor<4xui8>, tensor<4xui8>) -> tensor<*xui8>
    // CHECK: %[[SHIFT_RIGHT_LOGICAL:.*]] = stablehlo.shift_right_logical %[[U]], %[[U]] : tensor<4xui8>
    %right:2 = graph.node "BitShift"(%u, %u) name "right" {direction = "RIGHT"} : (tensor<4xui8>, tensor<4xui8>) -> tensor<*xui8>
    // CHECK: %[[AND:.*]] = stablehlo.and %[[I]], %[[J]] : tensor<4xi32>
    %and:2 = graph.node "BitwiseAnd"(%i, %j) name "and" : (tensor<4xi32>, tensor<4xi32>) -> tensor<*xi32>
    // CHECK: %[[NOT:.*]] = stablehlo.not %[[U]] : tensor<4xui8>
    %not:2 = graph.node "BitwiseNot"(%u) name "not" : (tensor<4xui8>) -> tensor<*xui8>
    %abs:2 = graph.node "Abs"(%u) name "abs" : (tensor<4xui8>) -> tensor<*xui8>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<1> : tensor<4xui8>
    // CHECK: %[[MINIMUM:.*]] = stablehlo.minimum %[[U]], %[[CONSTANT_1]] : tensor<4xui8>
    %sign:2 = graph.node "Sign"(%u) name "sign" : (tensor<4xui8>) -> tensor<*xui8>
    // CHECK: %[[POWER:.*]] = stablehlo.power %[[I]], %[[J]] : tensor<4xi32>
    %whole:2 = graph.node "Pow"(%i, %j) name "whole" : (tensor<4xi32>, tensor<4xi32>) -> tensor<*xi32>
    // CHECK: %[[CONVERT:.*]] = stablehlo.convert %[[I]] : (tensor<4xi32>) -> tensor<4xf64>
    // CHECK: %[[CONVERT_1:.*]] = stablehlo.convert %[[F]] : (tensor<4xf32>) -> tensor<4xf64>
    // CHECK: %[[POWER_1:.*]] = stablehlo.power %[[CONVERT]], %[[CONVERT_1]] : tensor<4xf64>
    // CHECK: %[[CONVERT_2:.*]] = stablehlo.convert %[[POWER_1]] : (tensor<4xf64>) -> tensor<4xi32>
    %real:2 = graph.node "Pow"(%i, %f) name "real" : (tensor<4xi32>, tensor<4xf32>) -> tensor<*xi32>
    // CHECK: %[[CONVERT_3:.*]] = stablehlo.convert %[[I]] : (tensor<4xi32>) -> tensor<4xf32>
    // CHECK: %[[POWER_2:.*]] = stablehlo.power %[[F]], %[[CONVERT_3]] : tensor<4xf32>
    %by:2 = graph.node "Pow"(%f, %i) name "by" : (tensor<4xf32>, tensor<4xi32>) -> tensor<*xf32>
    %low = graph.initializer "low"(dense<-3> : tensor<i32>) : tensor<i32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<-3> : tensor<4xi32>
    // CHECK: %[[MAXIMUM:.*]] = stablehlo.maximum %[[I]], %[[CONSTANT_2]] : tensor<4xi32>
    %clip:2 = graph.node "Clip"(%i, %low) name "clip" : (tensor<4xi32>, tensor<i32>) -> tensor<*xi32>
    // CHECK: %[[BITCAST_CONVERT:.*]] = stablehlo.bitcast_convert %[[I]] : (tensor<4xi32>) -> tensor<4xf32>
    %bits:2 = graph.node "BitCast"(%i) name "bits" {to = 1 : i64} : (tensor<4xi32>) -> tensor<*xf32>
    // CHECK: return %[[SELECT_1]], %[[REMAINDER_1]], %[[SHIFT_LEFT]], %[[SHIFT_RIGHT_LOGICAL]], %[[AND]], %[[NOT]], %[[U]], %[[MINIMUM]], %[[POWER]], %[[CONVERT_2]], %[[POWER_2]], %[[MAXIMUM]], %[[BITCAST_CONVERT]] : tensor<4xi32>, tensor<4xi32>, tensor<4xui8>, tensor<4xui8>, tensor<4xi32>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
    graph.return %mod#0, %fmod#0, %left#0, %right#0, %and#0, %not#0, %abs#0, %sign#0, %whole#0, %real#0, %by#0, %clip#0, %bits#0 : tensor<*xi32>, tensor<*xi32>, tensor<*xui8>, tensor<*xui8>, tensor<*xi32>, tensor<*xui8>, tensor<*xui8>, tensor<*xui8>, tensor<*xi32>, tensor<*xi32>, tensor<*xf32>, tensor<*xi32>, tensor<*xf32>
  }
}
