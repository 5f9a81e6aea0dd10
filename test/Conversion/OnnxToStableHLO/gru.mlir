// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// GRU, backwards: the last step comes first.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["gru"]} {
  ^bb0(%x: tensor<2x2x3xf32>):
    %w = graph.initializer "w"(dense<0.5> : tensor<1x12x3xf32>) : tensor<1x12x3xf32>
    %r = graph.initializer "r"(dense<0.5> : tensor<1x12x4xf32>) : tensor<1x12x4xf32>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[W:[^:]*]]: tensor<1x12x3xf32> {trainlint.name = "w"
    // CHECK-SAME:    %[[R:[^:]*]]: tensor<1x12x4xf32> {trainlint.name = "r"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x2x3xf32> {trainlint.name = "x"
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[R]] : (tensor<1x12x4xf32>) -> tensor<12x4xf32>
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[RESHAPE]], dims = [1, 0] : (tensor<12x4xf32>) -> tensor<4x12xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[W]] : (tensor<1x12x3xf32>) -> tensor<12x3xf32>
    // CHECK: %[[TRANSPOSE_1:.*]] = stablehlo.transpose %[[RESHAPE_1]], dims = [1, 0] : (tensor<12x3xf32>) -> tensor<3x12xf32>
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[X]], %[[TRANSPOSE_1]], contracting_dims = [2] x [0] : (tensor<2x2x3xf32>, tensor<3x12xf32>) -> tensor<2x2x12xf32>
    // CHECK: %[[SLICE:.*]] = stablehlo.slice %[[DOT_GENERAL]] [1:2, 0:2, 0:12] : (tensor<2x2x12xf32>) -> tensor<1x2x12xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[SLICE]] : (tensor<1x2x12xf32>) -> tensor<2x12xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[CONSTANT]], %[[TRANSPOSE]], contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x12xf32>) -> tensor<2x12xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[DOT_GENERAL_1]] [0:2, 0:4] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[SLICE_2:.*]] = stablehlo.slice %[[RESHAPE_2]] [0:2, 0:4] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[SLICE_2]], %[[SLICE_1]] : tensor<2x4xf32>
    // CHECK: %[[LOGISTIC:.*]] = stablehlo.logistic %[[ADD]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_3:.*]] = stablehlo.slice %[[DOT_GENERAL_1]] [0:2, 4:8] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[SLICE_4:.*]] = stablehlo.slice %[[RESHAPE_2]] [0:2, 4:8] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[SLICE_4]], %[[SLICE_3]] : tensor<2x4xf32>
    // CHECK: %[[LOGISTIC_1:.*]] = stablehlo.logistic %[[ADD_1]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_5:.*]] = stablehlo.slice %[[DOT_GENERAL_1]] [0:2, 8:12] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[LOGISTIC_1]], %[[SLICE_5]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_6:.*]] = stablehlo.slice %[[RESHAPE_2]] [0:2, 8:12] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[SLICE_6]], %[[MULTIPLY]] : tensor<2x4xf32>
    // CHECK: %[[TANH:.*]] = stablehlo.tanh %[[ADD_2]] : tensor<2x4xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[CONSTANT_1]], %[[LOGISTIC]] : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[TANH]] : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[LOGISTIC]], %[[CONSTANT]] : tensor<2x4xf32>
    // CHECK: %[[ADD_3:.*]] = stablehlo.add %[[MULTIPLY_1]], %[[MULTIPLY_2]] : tensor<2x4xf32>
    // CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[ADD_3]] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
    // CHECK: %[[SLICE_7:.*]] = stablehlo.slice %[[DOT_GENERAL]] [0:1, 0:2, 0:12] : (tensor<2x2x12xf32>) -> tensor<1x2x12xf32>
    // CHECK: %[[RESHAPE_4:.*]] = stablehlo.reshape %[[SLICE_7]] : (tensor<1x2x12xf32>) -> tensor<2x12xf32>
    // CHECK: %[[DOT_GENERAL_2:.*]] = stablehlo.dot_general %[[ADD_3]], %[[TRANSPOSE]], contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x12xf32>) -> tensor<2x12xf32>
    // CHECK: %[[SLICE_8:.*]] = stablehlo.slice %[[DOT_GENERAL_2]] [0:2, 0:4] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[SLICE_9:.*]] = stablehlo.slice %[[RESHAPE_4]] [0:2, 0:4] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[ADD_4:.*]] = stablehlo.add %[[SLICE_9]], %[[SLICE_8]] : tensor<2x4xf32>
    // CHECK: %[[LOGISTIC_2:.*]] = stablehlo.logistic %[[ADD_4]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_10:.*]] = stablehlo.slice %[[DOT_GENERAL_2]] [0:2, 4:8] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[SLICE_11:.*]] = stablehlo.slice %[[RESHAPE_4]] [0:2, 4:8] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[ADD_5:.*]] = stablehlo.add %[[SLICE_11]], %[[SLICE_10]] : tensor<2x4xf32>
    // CHECK: %[[LOGISTIC_3:.*]] = stablehlo.logistic %[[ADD_5]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_12:.*]] = stablehlo.slice %[[DOT_GENERAL_2]] [0:2, 8:12] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[LOGISTIC_3]], %[[SLICE_12]] : tensor<2x4xf32>
    // CHECK: %[[SLICE_13:.*]] = stablehlo.slice %[[RESHAPE_4]] [0:2, 8:12] : (tensor<2x12xf32>) -> tensor<2x4xf32>
    // CHECK: %[[ADD_6:.*]] = stablehlo.add %[[SLICE_13]], %[[MULTIPLY_3]] : tensor<2x4xf32>
    // CHECK: %[[TANH_1:.*]] = stablehlo.tanh %[[ADD_6]] : tensor<2x4xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[CONSTANT_2]], %[[LOGISTIC_2]] : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[SUBTRACT_1]], %[[TANH_1]] : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[LOGISTIC_2]], %[[ADD_3]] : tensor<2x4xf32>
    // CHECK: %[[ADD_7:.*]] = stablehlo.add %[[MULTIPLY_4]], %[[MULTIPLY_5]] : tensor<2x4xf32>
    // CHECK: %[[RESHAPE_5:.*]] = stablehlo.reshape %[[ADD_7]] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
    // CHECK: %[[CONCATENATE:.*]] = stablehlo.concatenate %[[RESHAPE_5]], %[[RESHAPE_3]], dim = 0 : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<2x2x4xf32>
    // CHECK: %[[RESHAPE_6:.*]] = stablehlo.reshape %[[CONCATENATE]] : (tensor<2x2x4xf32>) -> tensor<2x1x2x4xf32>
    // CHECK: %{{.*}} = stablehlo.reshape %[[ADD_7]] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
    %gru:3 = graph.node "GRU"(%x, %w, %r) name "gru" {hidden_size = 4 : i64, direction = "reverse", linear_before_reset = 1 : i64} : (tensor<2x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
    // CHECK: return %[[RESHAPE_6]] : tensor<2x1x2x4xf32>
    graph.return %gru#0 : tensor<*xf32>
  }
}
