// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// A recurrent operator is computed step by step: the gates of all inputs are one product before,
// those of the state one in each step.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["lstm", "lstm_1", "lstm_2"]} {
  ^bb0(%x: tensor<2x2x3xf32>):
    %w = graph.initializer "w"(dense<0.5> : tensor<1x16x3xf32>) : tensor<1x16x3xf32>
    %r = graph.initializer "r"(dense<0.5> : tensor<1x16x4xf32>) : tensor<1x16x4xf32>
    %b = graph.initializer "b"(dense<0.0> : tensor<1x32xf32>) : tensor<1x32xf32>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[W:[^:]*]]: tensor<1x16x3xf32> {trainlint.name = "w"
    // CHECK-SAME:    %[[R:[^:]*]]: tensor<1x16x4xf32> {trainlint.name = "r"
    // CHECK-SAME:    %[[B:[^:]*]]: tensor<1x32xf32> {trainlint.name = "b"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x2x3xf32> {trainlint.name = "x"
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[R]] : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[RESHAPE]], dims = [1, 0] : (tensor<16x4xf32>) -> tensor<4x16xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[W]] : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    // CHECK: %[[TRANSPOSE_1:.*]] = stablehlo.transpose %[[RESHAPE_1]], dims = [1, 0] : (tensor<16x3xf32>) -> tensor<3x16xf32>
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[X]], %[[TRANSPOSE_1]], contracting_dims = [2] x [0] : (tensor<2x2x3xf32>, tensor<3x16xf32>) -> tensor<2x2x16xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[B]] : (tensor<1x32xf32>) -> tensor<32xf32>
    // CHECK: %[[SLICE:.*]] = stablehlo.slice %[[RESHAPE_2]] [0:16] : (tensor<32xf32>) -> tensor<16xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[RESHAPE_2]] [16:32] : (tensor<32xf32>) -> tensor<16xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[SLICE]], dims = [2] : (tensor<16xf32>) -> tensor<2x2x16xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[DOT_GENERAL]], %[[BROADCAST_IN_DIM]] : tensor<2x2x16xf32>
    // CHECK: %[[SLICE_2:.*]] = stablehlo.slice %[[ADD]] [0:1, 0:2, 0:16] : (tensor<2x2x16xf32>) -> tensor<1x2x16xf32>
    // CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[SLICE_2]] : (tensor<1x2x16xf32>) -> tensor<2x16xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[CONSTANT]], %[[TRANSPOSE]], contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x16xf32>) -> tensor<2x16xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[SLICE_1]], dims = [1] : (tensor<16xf32>) -> tensor<2x16xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[DOT_GENERAL_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x16xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[RESHAPE_3]], %[[ADD_1]] : tensor<2x16xf32>
    // CHECK: %[[SLICE_3:.*]] = stablehlo.slice %[[ADD_2]] [0:2, 0:4] : (tensor<2x16xf32>) -> tensor<2x4xf32>
    // CHECK: %[[LOGISTIC:.*]] = stablehlo.logistic %[[SLICE_3]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_4:.*]] = stablehlo.slice %[[ADD_2]] [0:2, 8:12] : (tensor<2x16xf32>) -> tensor<2x4xf32>
    // CHECK: %[[LOGISTIC_1:.*]] = stablehlo.logistic %[[SLICE_4]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_5:.*]] = stablehlo.slice %[[ADD_2]] [0:2, 12:16] : (tensor<2x16xf32>) -> tensor<2x4xf32>
    // CHECK: %[[TANH:.*]] = stablehlo.tanh %[[SLICE_5]] : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[LOGISTIC_1]], %[[CONSTANT_1]] : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[LOGISTIC]], %[[TANH]] : tensor<2x4xf32>
    // CHECK: %[[ADD_3:.*]] = stablehlo.add %[[MULTIPLY]], %[[MULTIPLY_1]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_6:.*]] = stablehlo.slice %[[ADD_2]] [0:2, 4:8] : (tensor<2x16xf32>) -> tensor<2x4xf32>
    // CHECK: %[[LOGISTIC_2:.*]] = stablehlo.logistic %[[SLICE_6]] : tensor<2x4xf32>
    // CHECK: %[[TANH_1:.*]] = stablehlo.tanh %[[ADD_3]] : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[LOGISTIC_2]], %[[TANH_1]] : tensor<2x4xf32>
    // CHECK: %[[RESHAPE_4:.*]] = stablehlo.reshape %[[MULTIPLY_2]] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
    // CHECK: %[[SLICE_7:.*]] = stablehlo.slice %[[ADD]] [1:2, 0:2, 0:16] : (tensor<2x2x16xf32>) -> tensor<1x2x16xf32>
    // CHECK: %[[RESHAPE_5:.*]] = stablehlo.reshape %[[SLICE_7]] : (tensor<1x2x16xf32>) -> tensor<2x16xf32>
    // CHECK: %[[DOT_GENERAL_2:.*]] = stablehlo.dot_general %[[MULTIPLY_2]], %[[TRANSPOSE]], contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x16xf32>) -> tensor<2x16xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[SLICE_1]], dims = [1] : (tensor<16xf32>) -> tensor<2x16xf32>
    // CHECK: %[[ADD_4:.*]] = stablehlo.add %[[DOT_GENERAL_2]], %[[BROADCAST_IN_DIM_2]] : tensor<2x16xf32>
    // CHECK: %[[ADD_5:.*]] = stablehlo.add %[[RESHAPE_5]], %[[ADD_4]] : tensor<2x16xf32>
    // CHECK: %[[SLICE_8:.*]] = stablehlo.slice %[[ADD_5]] [0:2, 0:4] : (tensor<2x16xf32>) -> tensor<2x4xf32>
    // CHECK: %[[LOGISTIC_3:.*]] = stablehlo.logistic %[[SLICE_8]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_9:.*]] = stablehlo.slice %[[ADD_5]] [0:2, 8:12] : (tensor<2x16xf32>) -> tensor<2x4xf32>
    // CHECK: %[[LOGISTIC_4:.*]] = stablehlo.logistic %[[SLICE_9]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_10:.*]] = stablehlo.slice %[[ADD_5]] [0:2, 12:16] : (tensor<2x16xf32>) -> tensor<2x4xf32>
    // CHECK: %[[TANH_2:.*]] = stablehlo.tanh %[[SLICE_10]] : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[LOGISTIC_4]], %[[ADD_3]] : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[LOGISTIC_3]], %[[TANH_2]] : tensor<2x4xf32>
    // CHECK: %[[ADD_6:.*]] = stablehlo.add %[[MULTIPLY_3]], %[[MULTIPLY_4]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_11:.*]] = stablehlo.slice %[[ADD_5]] [0:2, 4:8] : (tensor<2x16xf32>) -> tensor<2x4xf32>
    // CHECK: %[[LOGISTIC_5:.*]] = stablehlo.logistic %[[SLICE_11]] : tensor<2x4xf32>
    // CHECK: %[[TANH_3:.*]] = stablehlo.tanh %[[ADD_6]] : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[LOGISTIC_5]], %[[TANH_3]] : tensor<2x4xf32>
    // CHECK: %[[RESHAPE_6:.*]] = stablehlo.reshape %[[MULTIPLY_5]] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
    // CHECK: %[[CONCATENATE:.*]] = stablehlo.concatenate %[[RESHAPE_4]], %[[RESHAPE_6]], dim = 0 : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<2x2x4xf32>
    // CHECK: %[[RESHAPE_7:.*]] = stablehlo.reshape %[[CONCATENATE]] : (tensor<2x2x4xf32>) -> tensor<2x1x2x4xf32>
    // CHECK: %[[RESHAPE_8:.*]] = stablehlo.reshape %[[MULTIPLY_5]] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
    // CHECK: %[[RESHAPE_9:.*]] = stablehlo.reshape %[[ADD_6]] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
    %lstm:4 = graph.node "LSTM"(%x, %w, %r, %b) name "lstm" {hidden_size = 4 : i64} : (tensor<2x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, tensor<1x32xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
    // CHECK: return %[[RESHAPE_7]], %[[RESHAPE_8]], %[[RESHAPE_9]] : tensor<2x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>
    graph.return %lstm#0, %lstm#1, %lstm#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
