// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// A layer in a layer: both directions with weights of their own, and the same for each step.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<1x2x3xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[BOTH_FORWARD_KERNEL:[^:]*]]: tensor<3x2xf32> {trainlint.name = "both/forward/kernel"
    // CHECK-SAME:    %[[BOTH_FORWARD_RECURRENT_KERNEL:[^:]*]]: tensor<2x2xf32> {trainlint.name = "both/forward/recurrent_kernel"
    // CHECK-SAME:    %[[BOTH_FORWARD_BIAS:[^:]*]]: tensor<2xf32> {trainlint.name = "both/forward/bias"
    // CHECK-SAME:    %[[BOTH_BACKWARD_KERNEL:[^:]*]]: tensor<3x2xf32> {trainlint.name = "both/backward/kernel"
    // CHECK-SAME:    %[[BOTH_BACKWARD_RECURRENT_KERNEL:[^:]*]]: tensor<2x2xf32> {trainlint.name = "both/backward/recurrent_kernel"
    // CHECK-SAME:    %[[BOTH_BACKWARD_BIAS:[^:]*]]: tensor<2xf32> {trainlint.name = "both/backward/bias"
    // CHECK-SAME:    %[[EACH_KERNEL:[^:]*]]: tensor<3x2xf32> {trainlint.name = "each/kernel"
    // CHECK-SAME:    %[[EACH_BIAS:[^:]*]]: tensor<2xf32> {trainlint.name = "each/bias"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<1x2x3xf32> {trainlint.name = "x"
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[X]], %[[BOTH_FORWARD_KERNEL]], contracting_dims = [2] x [0] : (tensor<1x2x3xf32>, tensor<3x2xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[BOTH_FORWARD_BIAS]], dims = [2] : (tensor<2xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[DOT_GENERAL]], %[[BROADCAST_IN_DIM]] : tensor<1x2x2xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<1x2xf32>
    // CHECK: %[[SLICE:.*]] = stablehlo.slice %[[ADD]] [0:1, 0:1, 0:2] : (tensor<1x2x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[SLICE]] : (tensor<1x1x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[CONSTANT]], %[[BOTH_FORWARD_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[RESHAPE]], %[[DOT_GENERAL_1]] : tensor<1x2xf32>
    // CHECK: %[[TANH:.*]] = stablehlo.tanh %[[ADD_1]] : tensor<1x2xf32>
    // CHECK: %{{.*}} = stablehlo.reshape %[[TANH]] : (tensor<1x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[ADD]] [0:1, 1:2, 0:2] : (tensor<1x2x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[SLICE_1]] : (tensor<1x1x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[DOT_GENERAL_2:.*]] = stablehlo.dot_general %[[TANH]], %[[BOTH_FORWARD_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[RESHAPE_2]], %[[DOT_GENERAL_2]] : tensor<1x2xf32>
    // CHECK: %[[TANH_1:.*]] = stablehlo.tanh %[[ADD_2]] : tensor<1x2xf32>
    // CHECK: %{{.*}} = stablehlo.reshape %[[TANH_1]] : (tensor<1x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[DOT_GENERAL_3:.*]] = stablehlo.dot_general %[[X]], %[[BOTH_BACKWARD_KERNEL]], contracting_dims = [2] x [0] : (tensor<1x2x3xf32>, tensor<3x2xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[BOTH_BACKWARD_BIAS]], dims = [2] : (tensor<2xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[ADD_3:.*]] = stablehlo.add %[[DOT_GENERAL_3]], %[[BROADCAST_IN_DIM_1]] : tensor<1x2x2xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<1x2xf32>
    // CHECK: %[[SLICE_2:.*]] = stablehlo.slice %[[ADD_3]] [0:1, 1:2, 0:2] : (tensor<1x2x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[RESHAPE_4:.*]] = stablehlo.reshape %[[SLICE_2]] : (tensor<1x1x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[DOT_GENERAL_4:.*]] = stablehlo.dot_general %[[CONSTANT_1]], %[[BOTH_BACKWARD_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_4:.*]] = stablehlo.add %[[RESHAPE_4]], %[[DOT_GENERAL_4]] : tensor<1x2xf32>
    // CHECK: %[[TANH_2:.*]] = stablehlo.tanh %[[ADD_4]] : tensor<1x2xf32>
    // CHECK: %{{.*}} = stablehlo.reshape %[[TANH_2]] : (tensor<1x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[SLICE_3:.*]] = stablehlo.slice %[[ADD_3]] [0:1, 0:1, 0:2] : (tensor<1x2x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[RESHAPE_6:.*]] = stablehlo.reshape %[[SLICE_3]] : (tensor<1x1x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[DOT_GENERAL_5:.*]] = stablehlo.dot_general %[[TANH_2]], %[[BOTH_BACKWARD_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_5:.*]] = stablehlo.add %[[RESHAPE_6]], %[[DOT_GENERAL_5]] : tensor<1x2xf32>
    // CHECK: %[[TANH_3:.*]] = stablehlo.tanh %[[ADD_5]] : tensor<1x2xf32>
    // CHECK: %{{.*}} = stablehlo.reshape %[[TANH_3]] : (tensor<1x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[CONCATENATE:.*]] = stablehlo.concatenate %[[TANH_1]], %[[TANH_3]], dim = 1 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x4xf32>
    %both:2 = graph.node "Bidirectional"(%x) name "both" {dtype = "float32", layer = {class_name = "SimpleRNN", config = {name = "rnn", units = 2 : i64, dtype = "float32"}}, merge_mode = "concat"} : (tensor<1x2x3xf32>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE_8:.*]] = stablehlo.reshape %[[X]] : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[DOT_GENERAL_6:.*]] = stablehlo.dot_general %[[RESHAPE_8]], %[[EACH_KERNEL]], contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[EACH_BIAS]], dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
    // CHECK: %[[ADD_6:.*]] = stablehlo.add %[[DOT_GENERAL_6]], %[[BROADCAST_IN_DIM_2]] : tensor<2x2xf32>
    // CHECK: %[[RESHAPE_9:.*]] = stablehlo.reshape %[[ADD_6]] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %each:2 = graph.node "TimeDistributed"(%x) name "each" {dtype = "float32", layer = {class_name = "Dense", config = {name = "dense", units = 2 : i64, dtype = "float32"}}} : (tensor<1x2x3xf32>) -> tensor<*xf32>
    // CHECK: return %[[CONCATENATE]], %[[RESHAPE_9]] : tensor<1x4xf32>, tensor<1x2x2xf32>
    graph.return %both#0, %each#0 : tensor<*xf32>, tensor<*xf32>
  }
}
