// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Attention: products of queries and keys, in which heads are a dimension of the batch, are weights
// of values.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<2x4x6xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[ATTENTION_QUERY_KERNEL:[^:]*]]: tensor<6x2x3xf32> {trainlint.name = "attention/query/kernel"
    // CHECK-SAME:    %[[ATTENTION_QUERY_BIAS:[^:]*]]: tensor<2x3xf32> {trainlint.name = "attention/query/bias"
    // CHECK-SAME:    %[[ATTENTION_KEY_KERNEL:[^:]*]]: tensor<6x2x3xf32> {trainlint.name = "attention/key/kernel"
    // CHECK-SAME:    %[[ATTENTION_KEY_BIAS:[^:]*]]: tensor<2x3xf32> {trainlint.name = "attention/key/bias"
    // CHECK-SAME:    %[[ATTENTION_VALUE_KERNEL:[^:]*]]: tensor<6x2x5xf32> {trainlint.name = "attention/value/kernel"
    // CHECK-SAME:    %[[ATTENTION_VALUE_BIAS:[^:]*]]: tensor<2x5xf32> {trainlint.name = "attention/value/bias"
    // CHECK-SAME:    %[[ATTENTION_ATTENTION_OUTPUT_KERNEL:[^:]*]]: tensor<2x5x6xf32> {trainlint.name = "attention/attention_output/kernel"
    // CHECK-SAME:    %[[ATTENTION_ATTENTION_OUTPUT_BIAS:[^:]*]]: tensor<6xf32> {trainlint.name = "attention/attention_output/bias"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x4x6xf32> {trainlint.name = "x"
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[X]], %[[ATTENTION_QUERY_KERNEL]], contracting_dims = [2] x [0] : (tensor<2x4x6xf32>, tensor<6x2x3xf32>) -> tensor<2x4x2x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[ATTENTION_QUERY_BIAS]], dims = [2, 3] : (tensor<2x3xf32>) -> tensor<2x4x2x3xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[DOT_GENERAL]], %[[BROADCAST_IN_DIM]] : tensor<2x4x2x3xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[X]], %[[ATTENTION_KEY_KERNEL]], contracting_dims = [2] x [0] : (tensor<2x4x6xf32>, tensor<6x2x3xf32>) -> tensor<2x4x2x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[ATTENTION_KEY_BIAS]], dims = [2, 3] : (tensor<2x3xf32>) -> tensor<2x4x2x3xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[DOT_GENERAL_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x4x2x3xf32>
    // CHECK: %[[DOT_GENERAL_2:.*]] = stablehlo.dot_general %[[X]], %[[ATTENTION_VALUE_KERNEL]], contracting_dims = [2] x [0] : (tensor<2x4x6xf32>, tensor<6x2x5xf32>) -> tensor<2x4x2x5xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[ATTENTION_VALUE_BIAS]], dims = [2, 3] : (tensor<2x5xf32>) -> tensor<2x4x2x5xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[DOT_GENERAL_2]], %[[BROADCAST_IN_DIM_2]] : tensor<2x4x2x5xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.577350259> : tensor<2x4x2x3xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[ADD]], %[[CONSTANT]] : tensor<2x4x2x3xf32>
    // CHECK: %[[DOT_GENERAL_3:.*]] = stablehlo.dot_general %[[MULTIPLY]], %[[ADD_1]], batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<2x4x2x3xf32>, tensor<2x4x2x3xf32>) -> tensor<2x2x4x4xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[DOT_GENERAL_3]] init: %[[CONSTANT_1]]) applies stablehlo.maximum across dimensions = [3] {trainlint.derivative = "zero"} : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<2x2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[REDUCE]], dims = [0, 1, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4x4xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[DOT_GENERAL_3]], %[[BROADCAST_IN_DIM_3]] : tensor<2x2x4x4xf32>
    // CHECK: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[SUBTRACT]] : tensor<2x2x4x4xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[EXPONENTIAL]] init: %[[CONSTANT_2]]) applies stablehlo.add across dimensions = [3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<2x2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_1]], dims = [0, 1, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4x4xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[EXPONENTIAL]], %[[BROADCAST_IN_DIM_4]] : tensor<2x2x4x4xf32>
    // CHECK: %[[DOT_GENERAL_4:.*]] = stablehlo.dot_general %[[DIVIDE]], %[[ADD_2]], batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<2x2x4x4xf32>, tensor<2x4x2x5xf32>) -> tensor<2x2x4x5xf32>
    // CHECK: %[[DOT_GENERAL_5:.*]] = stablehlo.dot_general %[[DOT_GENERAL_4]], %[[ATTENTION_ATTENTION_OUTPUT_KERNEL]], contracting_dims = [1, 3] x [0, 1] : (tensor<2x2x4x5xf32>, tensor<2x5x6xf32>) -> tensor<2x4x6xf32>
    // CHECK: %[[BROADCAST_IN_DIM_5:.*]] = stablehlo.broadcast_in_dim %[[ATTENTION_ATTENTION_OUTPUT_BIAS]], dims = [2] : (tensor<6xf32>) -> tensor<2x4x6xf32>
    // CHECK: %[[ADD_3:.*]] = stablehlo.add %[[DOT_GENERAL_5]], %[[BROADCAST_IN_DIM_5]] : tensor<2x4x6xf32>
    %attention:2 = graph.node "MultiHeadAttention"(%x, %x) name "attention" {dtype = "float32", num_heads = 2 : i64, key_dim = 3 : i64, value_dim = 5 : i64} : (tensor<2x4x6xf32>, tensor<2x4x6xf32>) -> tensor<*xf32>
    // CHECK: return %[[ADD_3]] : tensor<2x4x6xf32>
    graph.return %attention#0 : tensor<*xf32>
  }
}
