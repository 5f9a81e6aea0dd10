// RUN: trainlint-opt %s --graph-to-forward --split-input-file | FileCheck %s

// Operators that runtimes put in the place of several.

// A sum and its function.
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64, com.microsoft = 1 : i64}} {
  graph.function attributes {arg_names = ["x", "b"], result_names = ["y"]} {
  ^bb0(%x: tensor<2x3xf32>, %b: tensor<3xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3xf32>
    // CHECK-SAME:    %[[B:[^:]*]]: tensor<3xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[X]], %[[BROADCAST_IN_DIM]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[ADD]], %[[CONSTANT]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[ADD]], %[[ADD]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[ADD]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<4.471500e-02> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[MULTIPLY_2]], %[[CONSTANT_1]] : tensor<2x3xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[ADD]], %[[MULTIPLY_3]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.797884583> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[ADD_1]], %[[CONSTANT_2]] : tensor<2x3xf32>
    // CHECK: %[[TANH:.*]] = stablehlo.tanh %[[MULTIPLY_4]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[TANH]], %[[CONSTANT_3]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[MULTIPLY]], %[[ADD_2]] : tensor<2x3xf32>
    // CHECK: return %[[MULTIPLY_5]] : tensor<2x3xf32>
    %y:2 = graph.node "FastGelu"(%x, %b) name "y" domain "com.microsoft" : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}

// -----

// A product of what is transposed.
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64, com.microsoft = 1 : i64}} {
  graph.function attributes {arg_names = ["x", "w"], result_names = ["y"]} {
  ^bb0(%x: tensor<3x2xf32>, %w: tensor<3x4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<3x2xf32>
    // CHECK-SAME:    %[[W:[^:]*]]: tensor<3x4xf32>
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[X]], dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[TRANSPOSE]], %[[W]], contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[DOT_GENERAL]], %[[CONSTANT]] : tensor<2x4xf32>
    // CHECK: return %[[MULTIPLY]] : tensor<2x4xf32>
    %y:2 = graph.node "FusedMatMul"(%x, %w) name "y" domain "com.microsoft" {transA = 1 : i64, alpha = 2.0 : f32} : (tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}

// -----

// A sum of two, normalized.
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64, com.microsoft = 1 : i64}} {
  graph.function attributes {arg_names = ["x", "s", "g"], result_names = ["y"]} {
  ^bb0(%x: tensor<1x2x4xf32>, %s: tensor<1x2x4xf32>, %g: tensor<4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<1x2x4xf32>
    // CHECK-SAME:    %[[S:[^:]*]]: tensor<1x2x4xf32>
    // CHECK-SAME:    %[[G:[^:]*]]: tensor<4xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[X]], %[[S]] : tensor<1x2x4xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[ADD]], %[[ADD]] : tensor<1x2x4xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT]]) applies stablehlo.add across dimensions = [2] : (tensor<1x2x4xf32>, tensor<f32>) -> tensor<1x2xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<4.000000e+00> : tensor<1x2xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE]], %[[CONSTANT_1]] : tensor<1x2xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<9.99999996E-13> : tensor<1x2xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[DIVIDE]], %[[CONSTANT_2]] : tensor<1x2xf32>
    // CHECK: %[[RSQRT:.*]] = stablehlo.rsqrt %[[ADD_1]] : tensor<1x2xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[RSQRT]] : (tensor<1x2xf32>) -> tensor<1x2x1xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[RSQRT]], dims = [0, 1] : (tensor<1x2xf32>) -> tensor<1x2x4xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[ADD]], %[[BROADCAST_IN_DIM]] : tensor<1x2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[G]], dims = [2] : (tensor<4xf32>) -> tensor<1x2x4xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MULTIPLY_1]], %[[BROADCAST_IN_DIM_1]] : tensor<1x2x4xf32>
    // CHECK: return %[[MULTIPLY_2]] : tensor<1x2x4xf32>
    %y:2 = graph.node "SkipSimplifiedLayerNormalization"(%x, %s, %g) name "y" domain "com.microsoft" : (tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<4xf32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}
