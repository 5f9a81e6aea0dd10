// RUN: trainlint-opt %s --graph-to-forward --split-input-file | FileCheck %s

// Losses that are nodes of the model.

// The logarithm of the softmax, at the place of each label.
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x", "t"], result_names = ["y"]} {
  ^bb0(%x: tensor<2x3xf32>, %t: tensor<2xi64>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3xf32>
    // CHECK-SAME:    %[[T:[^:]*]]: tensor<2xi64>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[X]] init: %[[CONSTANT]]) applies stablehlo.maximum across dimensions = [1] {trainlint.derivative = "zero"} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[REDUCE]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[X]], %[[BROADCAST_IN_DIM]] : tensor<2x3xf32>
    // CHECK: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[SUBTRACT]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[EXPONENTIAL]] init: %[[CONSTANT_1]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[LOG:.*]] = stablehlo.log %[[REDUCE_1]] : tensor<2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[LOG]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
    // CHECK: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[SUBTRACT]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
    // CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 1 : tensor<2x3xi64>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[T]], dims = [0] : (tensor<2xi64>) -> tensor<2x3xi64>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  EQ, %[[IOTA]], %[[BROADCAST_IN_DIM_2]] : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[SUBTRACT_1]], %[[CONSTANT_2]] : tensor<2x3xi1>, tensor<2x3xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_2:.*]] = stablehlo.reduce(%[[SELECT]] init: %[[CONSTANT_3]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[NEGATE:.*]] = stablehlo.negate %[[REDUCE_2]] : tensor<2xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_3:.*]] = stablehlo.reduce(%[[NEGATE]] init: %[[CONSTANT_4]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE_3]], %[[CONSTANT_5]] : tensor<f32>
    // CHECK: return %[[DIVIDE]] : tensor<f32>
    %y:2 = graph.node "SoftmaxCrossEntropyLoss"(%x, %t) name "y" : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}

// -----

// Probabilities are logarithms already; labels that are left out count for nothing.
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x", "t"], result_names = ["y"]} {
  ^bb0(%x: tensor<2x3xf32>, %t: tensor<2xi64>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3xf32>
    // CHECK-SAME:    %[[T:[^:]*]]: tensor<2xi64>
    // CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 1 : tensor<2x3xi64>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[T]], dims = [0] : (tensor<2xi64>) -> tensor<2x3xi64>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  EQ, %[[IOTA]], %[[BROADCAST_IN_DIM]] : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[X]], %[[CONSTANT]] : tensor<2x3xi1>, tensor<2x3xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[SELECT]] init: %[[CONSTANT_1]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[NEGATE:.*]] = stablehlo.negate %[[REDUCE]] : tensor<2xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<2> : tensor<2xi64>
    // CHECK: %[[COMPARE_1:.*]] = stablehlo.compare  EQ, %[[T]], %[[CONSTANT_2]] : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
    // CHECK: %[[SELECT_1:.*]] = stablehlo.select %[[COMPARE_1]], %[[CONSTANT_4]], %[[CONSTANT_3]] : tensor<2xi1>, tensor<2xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
    // CHECK: %[[SELECT_2:.*]] = stablehlo.select %[[COMPARE_1]], %[[CONSTANT_5]], %[[NEGATE]] : tensor<2xi1>, tensor<2xf32>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[SELECT_2]] init: %[[CONSTANT_6]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    // CHECK: return %[[REDUCE_1]] : tensor<f32>
    %y:2 = graph.node "NegativeLogLikelihoodLoss"(%x, %t) name "y" {ignore_index = 2 : i64, reduction = "sum"} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}
