// RUN: trainlint-opt %s --graph-to-forward --split-input-file | FileCheck %s

// Attention: of the standard, and of the contributed operators that runtimes fuse it into.

// Keys and queries are multiplied for each head; the softmax of that weighs the values.
graph.model onnx attributes {opsets = {ai.onnx = 23 : i64}} {
  graph.function attributes {arg_names = ["q", "k", "v"], result_names = ["y"]} {
  ^bb0(%q: tensor<1x2x3x4xf32>, %k: tensor<1x2x5x4xf32>, %v: tensor<1x2x5x6xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[Q:[^:]*]]: tensor<1x2x3x4xf32>
    // CHECK-SAME:    %[[K:[^:]*]]: tensor<1x2x5x4xf32>
    // CHECK-SAME:    %[[V:[^:]*]]: tensor<1x2x5x6xf32>
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[Q]], %[[K]], batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<1x2x3x4xf32>, tensor<1x2x5x4xf32>) -> tensor<1x2x3x5xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<1x2x3x5xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[DOT_GENERAL]], %[[CONSTANT]] : tensor<1x2x3x5xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT_1]]) applies stablehlo.maximum across dimensions = [3] {trainlint.derivative = "zero"} : (tensor<1x2x3x5xf32>, tensor<f32>) -> tensor<1x2x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[REDUCE]], dims = [0, 1, 2] : (tensor<1x2x3xf32>) -> tensor<1x2x3x5xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[MULTIPLY]], %[[BROADCAST_IN_DIM]] : tensor<1x2x3x5xf32>
    // CHECK: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[SUBTRACT]] : tensor<1x2x3x5xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[EXPONENTIAL]] init: %[[CONSTANT_2]]) applies stablehlo.add across dimensions = [3] : (tensor<1x2x3x5xf32>, tensor<f32>) -> tensor<1x2x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_1]], dims = [0, 1, 2] : (tensor<1x2x3xf32>) -> tensor<1x2x3x5xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[EXPONENTIAL]], %[[BROADCAST_IN_DIM_1]] : tensor<1x2x3x5xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[DIVIDE]], %[[V]], batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<1x2x3x5xf32>, tensor<1x2x5x6xf32>) -> tensor<1x2x3x6xf32>
    // CHECK: return %[[DOT_GENERAL_1]] : tensor<1x2x3x6xf32>
    %y:2 = graph.node "Attention"(%q, %k, %v) name "y" : (tensor<1x2x3x4xf32>, tensor<1x2x5x4xf32>, tensor<1x2x5x6xf32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}

// -----

// Heads lie behind each other in the last dimension; who comes later is not looked at.
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64, com.microsoft = 1 : i64}} {
  graph.function attributes {arg_names = ["q", "k", "v"], result_names = ["y"]} {
  ^bb0(%q: tensor<1x2x4xf32>, %k: tensor<1x2x4xf32>, %v: tensor<1x2x4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[Q:[^:]*]]: tensor<1x2x4xf32>
    // CHECK-SAME:    %[[K:[^:]*]]: tensor<1x2x4xf32>
    // CHECK-SAME:    %[[V:[^:]*]]: tensor<1x2x4xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[Q]] : (tensor<1x2x4xf32>) -> tensor<1x2x2x2xf32>
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[RESHAPE]], dims = [0, 2, 1, 3] : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[K]] : (tensor<1x2x4xf32>) -> tensor<1x2x2x2xf32>
    // CHECK: %[[TRANSPOSE_1:.*]] = stablehlo.transpose %[[RESHAPE_1]], dims = [0, 2, 1, 3] : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[V]] : (tensor<1x2x4xf32>) -> tensor<1x2x2x2xf32>
    // CHECK: %[[TRANSPOSE_2:.*]] = stablehlo.transpose %[[RESHAPE_2]], dims = [0, 2, 1, 3] : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[TRANSPOSE]], %[[TRANSPOSE_1]], batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.707106769> : tensor<1x2x2x2xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[DOT_GENERAL]], %[[CONSTANT]] : tensor<1x2x2x2xf32>
    // CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 2 : tensor<1x2x2x2xi64>
    // CHECK: %[[IOTA_1:.*]] = stablehlo.iota dim = 3 : tensor<1x2x2x2xi64>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  LE, %[[IOTA_1]], %[[IOTA]] : (tensor<1x2x2x2xi64>, tensor<1x2x2x2xi64>) -> tensor<1x2x2x2xi1>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<-3.40282347E+38> : tensor<1x2x2x2xf32>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[MULTIPLY]], %[[CONSTANT_1]] : tensor<1x2x2x2xi1>, tensor<1x2x2x2xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[SELECT]] init: %[[CONSTANT_2]]) applies stablehlo.maximum across dimensions = [3] {trainlint.derivative = "zero"} : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[REDUCE]], dims = [0, 1, 2] : (tensor<1x2x2xf32>) -> tensor<1x2x2x2xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[SELECT]], %[[BROADCAST_IN_DIM]] : tensor<1x2x2x2xf32>
    // CHECK: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[SUBTRACT]] : tensor<1x2x2x2xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[EXPONENTIAL]] init: %[[CONSTANT_3]]) applies stablehlo.add across dimensions = [3] : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_1]], dims = [0, 1, 2] : (tensor<1x2x2xf32>) -> tensor<1x2x2x2xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[EXPONENTIAL]], %[[BROADCAST_IN_DIM_1]] : tensor<1x2x2x2xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[DIVIDE]], %[[TRANSPOSE_2]], batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    // CHECK: %[[TRANSPOSE_3:.*]] = stablehlo.transpose %[[DOT_GENERAL_1]], dims = [0, 2, 1, 3] : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    // CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[TRANSPOSE_3]] : (tensor<1x2x2x2xf32>) -> tensor<1x2x4xf32>
    // CHECK: return %[[RESHAPE_3]] : tensor<1x2x4xf32>
    %y:2 = graph.node "MultiHeadAttention"(%q, %k, %v) name "y" domain "com.microsoft" {num_heads = 2 : i64, unidirectional = 1 : i64} : (tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}
