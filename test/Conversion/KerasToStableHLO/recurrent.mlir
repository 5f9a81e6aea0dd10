// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Recurrent layers are computed step by step: the products of all inputs before, those of the state
// in each step.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<1x2x3xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[SIMPLE_KERNEL:[^:]*]]: tensor<3x4xf32> {trainlint.name = "simple/kernel"
    // CHECK-SAME:    %[[SIMPLE_RECURRENT_KERNEL:[^:]*]]: tensor<4x4xf32> {trainlint.name = "simple/recurrent_kernel"
    // CHECK-SAME:    %[[SIMPLE_BIAS:[^:]*]]: tensor<4xf32> {trainlint.name = "simple/bias"
    // CHECK-SAME:    %[[LSTM_KERNEL:[^:]*]]: tensor<4x8xf32> {trainlint.name = "lstm/kernel"
    // CHECK-SAME:    %[[LSTM_RECURRENT_KERNEL:[^:]*]]: tensor<2x8xf32> {trainlint.name = "lstm/recurrent_kernel"
    // CHECK-SAME:    %[[LSTM_BIAS:[^:]*]]: tensor<8xf32> {trainlint.name = "lstm/bias"
    // CHECK-SAME:    %[[GRU_KERNEL:[^:]*]]: tensor<2x6xf32> {trainlint.name = "gru/kernel"
    // CHECK-SAME:    %[[GRU_RECURRENT_KERNEL:[^:]*]]: tensor<2x6xf32> {trainlint.name = "gru/recurrent_kernel"
    // CHECK-SAME:    %[[GRU_BIAS:[^:]*]]: tensor<2x6xf32> {trainlint.name = "gru/bias"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<1x2x3xf32> {trainlint.name = "x"
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[X]], %[[SIMPLE_KERNEL]], contracting_dims = [2] x [0] : (tensor<1x2x3xf32>, tensor<3x4xf32>) -> tensor<1x2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[SIMPLE_BIAS]], dims = [2] : (tensor<4xf32>) -> tensor<1x2x4xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[DOT_GENERAL]], %[[BROADCAST_IN_DIM]] : tensor<1x2x4xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<1x4xf32>
    // CHECK: %[[SLICE:.*]] = stablehlo.slice %[[ADD]] [0:1, 0:1, 0:4] : (tensor<1x2x4xf32>) -> tensor<1x1x4xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[SLICE]] : (tensor<1x1x4xf32>) -> tensor<1x4xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[CONSTANT]], %[[SIMPLE_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[RESHAPE]], %[[DOT_GENERAL_1]] : tensor<1x4xf32>
    // CHECK: %[[TANH:.*]] = stablehlo.tanh %[[ADD_1]] : tensor<1x4xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[TANH]] : (tensor<1x4xf32>) -> tensor<1x1x4xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[ADD]] [0:1, 1:2, 0:4] : (tensor<1x2x4xf32>) -> tensor<1x1x4xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[SLICE_1]] : (tensor<1x1x4xf32>) -> tensor<1x4xf32>
    // CHECK: %[[DOT_GENERAL_2:.*]] = stablehlo.dot_general %[[TANH]], %[[SIMPLE_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[RESHAPE_2]], %[[DOT_GENERAL_2]] : tensor<1x4xf32>
    // CHECK: %[[TANH_1:.*]] = stablehlo.tanh %[[ADD_2]] : tensor<1x4xf32>
    // CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[TANH_1]] : (tensor<1x4xf32>) -> tensor<1x1x4xf32>
    // CHECK: %[[CONCATENATE:.*]] = stablehlo.concatenate %[[RESHAPE_1]], %[[RESHAPE_3]], dim = 1 : (tensor<1x1x4xf32>, tensor<1x1x4xf32>) -> tensor<1x2x4xf32>
    %simple:2 = graph.node "SimpleRNN"(%x) name "simple" {dtype = "float32", units = 4 : i64, return_sequences = true} : (tensor<1x2x3xf32>) -> tensor<*xf32>
    // CHECK: %[[DOT_GENERAL_3:.*]] = stablehlo.dot_general %[[CONCATENATE]], %[[LSTM_KERNEL]], contracting_dims = [2] x [0] : (tensor<1x2x4xf32>, tensor<4x8xf32>) -> tensor<1x2x8xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[LSTM_BIAS]], dims = [2] : (tensor<8xf32>) -> tensor<1x2x8xf32>
    // CHECK: %[[ADD_3:.*]] = stablehlo.add %[[DOT_GENERAL_3]], %[[BROADCAST_IN_DIM_1]] : tensor<1x2x8xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<1x2xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<1x2xf32>
    // CHECK: %[[SLICE_2:.*]] = stablehlo.slice %[[ADD_3]] [0:1, 0:1, 0:8] : (tensor<1x2x8xf32>) -> tensor<1x1x8xf32>
    // CHECK: %[[RESHAPE_4:.*]] = stablehlo.reshape %[[SLICE_2]] : (tensor<1x1x8xf32>) -> tensor<1x8xf32>
    // CHECK: %[[DOT_GENERAL_4:.*]] = stablehlo.dot_general %[[CONSTANT_1]], %[[LSTM_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x8xf32>) -> tensor<1x8xf32>
    // CHECK: %[[ADD_4:.*]] = stablehlo.add %[[RESHAPE_4]], %[[DOT_GENERAL_4]] : tensor<1x8xf32>
    // CHECK: %[[SLICE_3:.*]] = stablehlo.slice %[[ADD_4]] [0:1, 0:2] : (tensor<1x8xf32>) -> tensor<1x2xf32>
    // CHECK: %[[LOGISTIC:.*]] = stablehlo.logistic %[[SLICE_3]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_4:.*]] = stablehlo.slice %[[ADD_4]] [0:1, 2:4] : (tensor<1x8xf32>) -> tensor<1x2xf32>
    // CHECK: %[[LOGISTIC_1:.*]] = stablehlo.logistic %[[SLICE_4]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_5:.*]] = stablehlo.slice %[[ADD_4]] [0:1, 4:6] : (tensor<1x8xf32>) -> tensor<1x2xf32>
    // CHECK: %[[TANH_2:.*]] = stablehlo.tanh %[[SLICE_5]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_6:.*]] = stablehlo.slice %[[ADD_4]] [0:1, 6:8] : (tensor<1x8xf32>) -> tensor<1x2xf32>
    // CHECK: %[[LOGISTIC_2:.*]] = stablehlo.logistic %[[SLICE_6]] : tensor<1x2xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[LOGISTIC]], %[[TANH_2]] : tensor<1x2xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[LOGISTIC_1]], %[[CONSTANT_2]] : tensor<1x2xf32>
    // CHECK: %[[ADD_5:.*]] = stablehlo.add %[[MULTIPLY_1]], %[[MULTIPLY]] : tensor<1x2xf32>
    // CHECK: %[[TANH_3:.*]] = stablehlo.tanh %[[ADD_5]] : tensor<1x2xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[LOGISTIC_2]], %[[TANH_3]] : tensor<1x2xf32>
    // CHECK: %[[RESHAPE_5:.*]] = stablehlo.reshape %[[MULTIPLY_2]] : (tensor<1x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[SLICE_7:.*]] = stablehlo.slice %[[ADD_3]] [0:1, 1:2, 0:8] : (tensor<1x2x8xf32>) -> tensor<1x1x8xf32>
    // CHECK: %[[RESHAPE_6:.*]] = stablehlo.reshape %[[SLICE_7]] : (tensor<1x1x8xf32>) -> tensor<1x8xf32>
    // CHECK: %[[DOT_GENERAL_5:.*]] = stablehlo.dot_general %[[MULTIPLY_2]], %[[LSTM_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x8xf32>) -> tensor<1x8xf32>
    // CHECK: %[[ADD_6:.*]] = stablehlo.add %[[RESHAPE_6]], %[[DOT_GENERAL_5]] : tensor<1x8xf32>
    // CHECK: %[[SLICE_8:.*]] = stablehlo.slice %[[ADD_6]] [0:1, 0:2] : (tensor<1x8xf32>) -> tensor<1x2xf32>
    // CHECK: %[[LOGISTIC_3:.*]] = stablehlo.logistic %[[SLICE_8]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_9:.*]] = stablehlo.slice %[[ADD_6]] [0:1, 2:4] : (tensor<1x8xf32>) -> tensor<1x2xf32>
    // CHECK: %[[LOGISTIC_4:.*]] = stablehlo.logistic %[[SLICE_9]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_10:.*]] = stablehlo.slice %[[ADD_6]] [0:1, 4:6] : (tensor<1x8xf32>) -> tensor<1x2xf32>
    // CHECK: %[[TANH_4:.*]] = stablehlo.tanh %[[SLICE_10]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_11:.*]] = stablehlo.slice %[[ADD_6]] [0:1, 6:8] : (tensor<1x8xf32>) -> tensor<1x2xf32>
    // CHECK: %[[LOGISTIC_5:.*]] = stablehlo.logistic %[[SLICE_11]] : tensor<1x2xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[LOGISTIC_3]], %[[TANH_4]] : tensor<1x2xf32>
    // CHECK: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[LOGISTIC_4]], %[[ADD_5]] : tensor<1x2xf32>
    // CHECK: %[[ADD_7:.*]] = stablehlo.add %[[MULTIPLY_4]], %[[MULTIPLY_3]] : tensor<1x2xf32>
    // CHECK: %[[TANH_5:.*]] = stablehlo.tanh %[[ADD_7]] : tensor<1x2xf32>
    // CHECK: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[LOGISTIC_5]], %[[TANH_5]] : tensor<1x2xf32>
    // CHECK: %[[RESHAPE_7:.*]] = stablehlo.reshape %[[MULTIPLY_5]] : (tensor<1x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[CONCATENATE_1:.*]] = stablehlo.concatenate %[[RESHAPE_5]], %[[RESHAPE_7]], dim = 1 : (tensor<1x1x2xf32>, tensor<1x1x2xf32>) -> tensor<1x2x2xf32>
    %lstm:2 = graph.node "LSTM"(%simple#0) name "lstm" {dtype = "float32", units = 2 : i64, return_sequences = true} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[SLICE_12:.*]] = stablehlo.slice %[[GRU_BIAS]] [1:2, 0:6] : (tensor<2x6xf32>) -> tensor<1x6xf32>
    // CHECK: %[[RESHAPE_8:.*]] = stablehlo.reshape %[[SLICE_12]] : (tensor<1x6xf32>) -> tensor<6xf32>
    // CHECK: %[[SLICE_13:.*]] = stablehlo.slice %[[GRU_BIAS]] [0:1, 0:6] : (tensor<2x6xf32>) -> tensor<1x6xf32>
    // CHECK: %[[RESHAPE_9:.*]] = stablehlo.reshape %[[SLICE_13]] : (tensor<1x6xf32>) -> tensor<6xf32>
    // CHECK: %[[DOT_GENERAL_6:.*]] = stablehlo.dot_general %[[CONCATENATE_1]], %[[GRU_KERNEL]], contracting_dims = [2] x [0] : (tensor<1x2x2xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[RESHAPE_9]], dims = [2] : (tensor<6xf32>) -> tensor<1x2x6xf32>
    // CHECK: %[[ADD_8:.*]] = stablehlo.add %[[DOT_GENERAL_6]], %[[BROADCAST_IN_DIM_2]] : tensor<1x2x6xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<1x2xf32>
    // CHECK: %[[SLICE_14:.*]] = stablehlo.slice %[[ADD_8]] [0:1, 1:2, 0:6] : (tensor<1x2x6xf32>) -> tensor<1x1x6xf32>
    // CHECK: %[[RESHAPE_10:.*]] = stablehlo.reshape %[[SLICE_14]] : (tensor<1x1x6xf32>) -> tensor<1x6xf32>
    // CHECK: %[[DOT_GENERAL_7:.*]] = stablehlo.dot_general %[[CONSTANT_3]], %[[GRU_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x6xf32>) -> tensor<1x6xf32>
    // CHECK: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[RESHAPE_8]], dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    // CHECK: %[[ADD_9:.*]] = stablehlo.add %[[DOT_GENERAL_7]], %[[BROADCAST_IN_DIM_3]] : tensor<1x6xf32>
    // CHECK: %[[SLICE_15:.*]] = stablehlo.slice %[[ADD_9]] [0:1, 0:2] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[SLICE_16:.*]] = stablehlo.slice %[[RESHAPE_10]] [0:1, 0:2] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_10:.*]] = stablehlo.add %[[SLICE_16]], %[[SLICE_15]] : tensor<1x2xf32>
    // CHECK: %[[LOGISTIC_6:.*]] = stablehlo.logistic %[[ADD_10]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_17:.*]] = stablehlo.slice %[[ADD_9]] [0:1, 2:4] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[SLICE_18:.*]] = stablehlo.slice %[[RESHAPE_10]] [0:1, 2:4] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_11:.*]] = stablehlo.add %[[SLICE_18]], %[[SLICE_17]] : tensor<1x2xf32>
    // CHECK: %[[LOGISTIC_7:.*]] = stablehlo.logistic %[[ADD_11]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_19:.*]] = stablehlo.slice %[[ADD_9]] [0:1, 4:6] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[LOGISTIC_7]], %[[SLICE_19]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_20:.*]] = stablehlo.slice %[[RESHAPE_10]] [0:1, 4:6] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_12:.*]] = stablehlo.add %[[SLICE_20]], %[[MULTIPLY_6]] : tensor<1x2xf32>
    // CHECK: %[[TANH_6:.*]] = stablehlo.tanh %[[ADD_12]] : tensor<1x2xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<1x2xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[CONSTANT_4]], %[[LOGISTIC_6]] : tensor<1x2xf32>
    // CHECK: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[TANH_6]] : tensor<1x2xf32>
    // CHECK: %[[MULTIPLY_8:.*]] = stablehlo.multiply %[[LOGISTIC_6]], %[[CONSTANT_3]] : tensor<1x2xf32>
    // CHECK: %[[ADD_13:.*]] = stablehlo.add %[[MULTIPLY_8]], %[[MULTIPLY_7]] : tensor<1x2xf32>
    // CHECK: %[[RESHAPE_11:.*]] = stablehlo.reshape %[[ADD_13]] : (tensor<1x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[SLICE_21:.*]] = stablehlo.slice %[[ADD_8]] [0:1, 0:1, 0:6] : (tensor<1x2x6xf32>) -> tensor<1x1x6xf32>
    // CHECK: %[[RESHAPE_12:.*]] = stablehlo.reshape %[[SLICE_21]] : (tensor<1x1x6xf32>) -> tensor<1x6xf32>
    // CHECK: %[[DOT_GENERAL_8:.*]] = stablehlo.dot_general %[[ADD_13]], %[[GRU_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x6xf32>) -> tensor<1x6xf32>
    // CHECK: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[RESHAPE_8]], dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    // CHECK: %[[ADD_14:.*]] = stablehlo.add %[[DOT_GENERAL_8]], %[[BROADCAST_IN_DIM_4]] : tensor<1x6xf32>
    // CHECK: %[[SLICE_22:.*]] = stablehlo.slice %[[ADD_14]] [0:1, 0:2] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[SLICE_23:.*]] = stablehlo.slice %[[RESHAPE_12]] [0:1, 0:2] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_15:.*]] = stablehlo.add %[[SLICE_23]], %[[SLICE_22]] : tensor<1x2xf32>
    // CHECK: %[[LOGISTIC_8:.*]] = stablehlo.logistic %[[ADD_15]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_24:.*]] = stablehlo.slice %[[ADD_14]] [0:1, 2:4] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[SLICE_25:.*]] = stablehlo.slice %[[RESHAPE_12]] [0:1, 2:4] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_16:.*]] = stablehlo.add %[[SLICE_25]], %[[SLICE_24]] : tensor<1x2xf32>
    // CHECK: %[[LOGISTIC_9:.*]] = stablehlo.logistic %[[ADD_16]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_26:.*]] = stablehlo.slice %[[ADD_14]] [0:1, 4:6] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[MULTIPLY_9:.*]] = stablehlo.multiply %[[LOGISTIC_9]], %[[SLICE_26]] : tensor<1x2xf32>
    // CHECK: %[[SLICE_27:.*]] = stablehlo.slice %[[RESHAPE_12]] [0:1, 4:6] : (tensor<1x6xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_17:.*]] = stablehlo.add %[[SLICE_27]], %[[MULTIPLY_9]] : tensor<1x2xf32>
    // CHECK: %[[TANH_7:.*]] = stablehlo.tanh %[[ADD_17]] : tensor<1x2xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<1x2xf32>
    // CHECK: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[CONSTANT_5]], %[[LOGISTIC_8]] : tensor<1x2xf32>
    // CHECK: %[[MULTIPLY_10:.*]] = stablehlo.multiply %[[SUBTRACT_1]], %[[TANH_7]] : tensor<1x2xf32>
    // CHECK: %[[MULTIPLY_11:.*]] = stablehlo.multiply %[[LOGISTIC_8]], %[[ADD_13]] : tensor<1x2xf32>
    // CHECK: %[[ADD_18:.*]] = stablehlo.add %[[MULTIPLY_11]], %[[MULTIPLY_10]] : tensor<1x2xf32>
    // CHECK: %[[RESHAPE_13:.*]] = stablehlo.reshape %[[ADD_18]] : (tensor<1x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[CONCATENATE_2:.*]] = stablehlo.concatenate %[[RESHAPE_11]], %[[RESHAPE_13]], dim = 1 : (tensor<1x1x2xf32>, tensor<1x1x2xf32>) -> tensor<1x2x2xf32>
    %gru:2 = graph.node "GRU"(%lstm#0) name "gru" {dtype = "float32", units = 2 : i64, reset_after = true, return_sequences = true, go_backwards = true} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: return %[[CONCATENATE_2]] : tensor<1x2x2xf32>
    graph.return %gru#0 : tensor<*xf32>
  }
}
