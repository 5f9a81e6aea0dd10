// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Reductions keep their dimensions with one element unless they are told not to. The axes are an
// attribute or, since set 13 or 18, an input that has to be known.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["sum", "mean", "max", "min", "l1", "l2", "squares", "log", "softmax", "log_softmax"]} {
  ^bb0(%x: tensor<2x3x4xf32>):
    %first = graph.initializer "first"(dense<0> : tensor<1xi64>) : tensor<1xi64>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3x4xf32> {trainlint.name = "x"
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[X]] init: %[[CONSTANT]]) applies stablehlo.add across dimensions = [0] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    %sum:2 = graph.node "ReduceSum"(%x, %first) name "sum" {keepdims = 0 : i64} : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[X]] init: %[[CONSTANT_1]]) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<1.200000e+01> : tensor<2xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE_1]], %[[CONSTANT_2]] : tensor<2xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[DIVIDE]] : (tensor<2xf32>) -> tensor<2x1x1xf32>
    %mean:2 = graph.node "ReduceMean"(%x) name "mean" {axes = [1, -1]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE_2:.*]] = stablehlo.reduce(%[[X]] init: %[[CONSTANT_3]]) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<f32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[REDUCE_2]] : (tensor<f32>) -> tensor<1x1x1xf32>
    %max:2 = graph.node "ReduceMax"(%x) name "max" : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0x7F800000> : tensor<f32>
    // CHECK: %[[REDUCE_3:.*]] = stablehlo.reduce(%[[X]] init: %[[CONSTANT_4]]) applies stablehlo.minimum across dimensions = [2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
    %min:2 = graph.node "ReduceMin"(%x) name "min" {axes = [2], keepdims = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[NEGATE:.*]] = stablehlo.negate %[[X]] : tensor<2x3x4xf32>
    // CHECK: %[[MAXIMUM:.*]] = stablehlo.maximum %[[X]], %[[NEGATE]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_4:.*]] = stablehlo.reduce(%[[MAXIMUM]] init: %[[CONSTANT_5]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    %l1:2 = graph.node "ReduceL1"(%x) name "l1" {axes = [1], keepdims = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[X]], %[[X]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_5:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT_6]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[SQRT:.*]] = stablehlo.sqrt %[[REDUCE_5]] : tensor<2x4xf32>
    %l2:2 = graph.node "ReduceL2"(%x) name "l2" {axes = [1], keepdims = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[X]], %[[X]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_6:.*]] = stablehlo.reduce(%[[MULTIPLY_1]] init: %[[CONSTANT_7]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    %squares:2 = graph.node "ReduceSumSquare"(%x) name "squares" {axes = [1], keepdims = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // The maximum is taken out of the exponentials, unless it is infinite.
    // CHECK: %[[CONSTANT_8:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE_7:.*]] = stablehlo.reduce(%[[X]] init: %[[CONSTANT_8]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[FINITE:.*]] = stablehlo.is_finite %[[REDUCE_7]] : (tensor<2x4xf32>) -> tensor<2x4xi1>
    // CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[FINITE]], %[[REDUCE_7]], %[[ZERO]] {trainlint.derivative = "zero"} : tensor<2x4xi1>, tensor<2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[SELECT]], dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[X]], %[[BROADCAST_IN_DIM]] : tensor<2x3x4xf32>
    // CHECK: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[SUBTRACT]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_9:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_8:.*]] = stablehlo.reduce(%[[EXPONENTIAL]] init: %[[CONSTANT_9]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[LOG:.*]] = stablehlo.log %[[REDUCE_8]] : tensor<2x4xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[LOG]], %[[SELECT]] : tensor<2x4xf32>
    %log:2 = graph.node "ReduceLogSumExp"(%x) name "log" {axes = [1], keepdims = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // So it is here.
    // CHECK: %[[CONSTANT_10:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE_9:.*]] = stablehlo.reduce(%[[X]] init: %[[CONSTANT_10]]) applies stablehlo.maximum across dimensions = [1] {trainlint.derivative = "zero"} : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_9]], dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[X]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3x4xf32>
    // CHECK: %[[EXPONENTIAL_1:.*]] = stablehlo.exponential %[[SUBTRACT_1]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_11:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_10:.*]] = stablehlo.reduce(%[[EXPONENTIAL_1]] init: %[[CONSTANT_11]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_10]], dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[DIVIDE_1:.*]] = stablehlo.divide %[[EXPONENTIAL_1]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3x4xf32>
    %softmax:2 = graph.node "Softmax"(%x) name "softmax" {axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_12:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE_11:.*]] = stablehlo.reduce(%[[X]] init: %[[CONSTANT_12]]) applies stablehlo.maximum across dimensions = [2] {trainlint.derivative = "zero"} : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_11]], dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[SUBTRACT_2:.*]] = stablehlo.subtract %[[X]], %[[BROADCAST_IN_DIM_3]] : tensor<2x3x4xf32>
    // CHECK: %[[EXPONENTIAL_2:.*]] = stablehlo.exponential %[[SUBTRACT_2]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_13:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_12:.*]] = stablehlo.reduce(%[[EXPONENTIAL_2]] init: %[[CONSTANT_13]]) applies stablehlo.add across dimensions = [2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
    // CHECK: %[[LOG_1:.*]] = stablehlo.log %[[REDUCE_12]] : tensor<2x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[LOG_1]], dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[SUBTRACT_3:.*]] = stablehlo.subtract %[[SUBTRACT_2]], %[[BROADCAST_IN_DIM_4]] : tensor<2x3x4xf32>
    %log_softmax:2 = graph.node "LogSoftmax"(%x) name "log_softmax" : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: return %[[REDUCE]], %[[RESHAPE]], %[[RESHAPE_1]], %[[REDUCE_3]], %[[REDUCE_4]], %[[SQRT]], %[[REDUCE_6]], %[[ADD]], %[[DIVIDE_1]], %[[SUBTRACT_3]] : tensor<3x4xf32>, tensor<2x1x1xf32>, tensor<1x1x1xf32>, tensor<2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>
    graph.return %sum#0, %mean#0, %max#0, %min#0, %l1#0, %l2#0, %squares#0, %log#0, %softmax#0, %log_softmax#0 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
