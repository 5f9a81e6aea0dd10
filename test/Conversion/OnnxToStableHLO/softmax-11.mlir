// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Until set 12 a softmax is that of a matrix: all dimensions from the axis on are one.

graph.model onnx attributes {opsets = {ai.onnx = 11 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["softmax"]} {
  ^bb0(%x: tensor<2x3x4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3x4xf32> {trainlint.name = "x"
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[X]] : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[RESHAPE]] init: %[[CONSTANT]]) applies stablehlo.maximum across dimensions = [1] {trainlint.derivative = "zero"} : (tensor<2x12xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[REDUCE]], dims = [0] : (tensor<2xf32>) -> tensor<2x12xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[RESHAPE]], %[[BROADCAST_IN_DIM]] : tensor<2x12xf32>
    // CHECK: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[SUBTRACT]] : tensor<2x12xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[EXPONENTIAL]] init: %[[CONSTANT_1]]) applies stablehlo.add across dimensions = [1] : (tensor<2x12xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_1]], dims = [0] : (tensor<2xf32>) -> tensor<2x12xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[EXPONENTIAL]], %[[BROADCAST_IN_DIM_1]] : tensor<2x12xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[DIVIDE]] : (tensor<2x12xf32>) -> tensor<2x3x4xf32>
    %softmax:2 = graph.node "Softmax"(%x) name "softmax" : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: return %[[RESHAPE_1]] : tensor<2x3x4xf32>
    graph.return %softmax#0 : tensor<*xf32>
  }
}
