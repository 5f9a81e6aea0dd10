// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Each place has a kernel of its own; adaptive pools cover all of what they are given.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<2x5x3xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[LOCAL_KERNEL:[^:]*]]: tensor<2x6x4xf32> {trainlint.name = "local/kernel"
    // CHECK-SAME:    %[[LOCAL_BIAS:[^:]*]]: tensor<2x4xf32> {trainlint.name = "local/bias"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x5x3xf32> {trainlint.name = "x"
    // CHECK: %[[SLICE:.*]] = stablehlo.slice %[[X]] [0:2, 0:3:2, 0:3] : (tensor<2x5x3xf32>) -> tensor<2x2x3xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[SLICE]] : (tensor<2x2x3xf32>) -> tensor<2x2x1x3xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[X]] [0:2, 1:4:2, 0:3] : (tensor<2x5x3xf32>) -> tensor<2x2x3xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[SLICE_1]] : (tensor<2x2x3xf32>) -> tensor<2x2x1x3xf32>
    // CHECK: %[[CONCATENATE:.*]] = stablehlo.concatenate %[[RESHAPE]], %[[RESHAPE_1]], dim = 2 : (tensor<2x2x1x3xf32>, tensor<2x2x1x3xf32>) -> tensor<2x2x2x3xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[CONCATENATE]] : (tensor<2x2x2x3xf32>) -> tensor<2x2x6xf32>
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[RESHAPE_2]], %[[LOCAL_KERNEL]], batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<2x2x6xf32>, tensor<2x6x4xf32>) -> tensor<2x2x4xf32>
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[DOT_GENERAL]], dims = [1, 0, 2] : (tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[LOCAL_BIAS]], dims = [1, 2] : (tensor<2x4xf32>) -> tensor<2x2x4xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[TRANSPOSE]], %[[BROADCAST_IN_DIM]] : tensor<2x2x4xf32>
    %local:2 = graph.node "LocallyConnected1D"(%x) name "local" {dtype = "float32", filters = 4 : i64, kernel_size = [2], strides = [2], implementation = 1 : i64} : (tensor<2x5x3xf32>) -> tensor<*xf32>
    // CHECK: %[[SLICE_2:.*]] = stablehlo.slice %[[X]] [0:2, 0:3, 0:3] : (tensor<2x5x3xf32>) -> tensor<2x3x3xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[SLICE_2]] init: %[[CONSTANT]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    // CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[REDUCE]] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
    // CHECK: %[[SLICE_3:.*]] = stablehlo.slice %[[X]] [0:2, 2:5, 0:3] : (tensor<2x5x3xf32>) -> tensor<2x3x3xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[SLICE_3]] init: %[[CONSTANT_1]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    // CHECK: %[[RESHAPE_4:.*]] = stablehlo.reshape %[[REDUCE_1]] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
    // CHECK: %[[CONCATENATE_1:.*]] = stablehlo.concatenate %[[RESHAPE_3]], %[[RESHAPE_4]], dim = 1 : (tensor<2x1x3xf32>, tensor<2x1x3xf32>) -> tensor<2x2x3xf32>
    %pool:2 = graph.node "AdaptiveMaxPooling1D"(%x) name "pool" {dtype = "float32", output_size = [2]} : (tensor<2x5x3xf32>) -> tensor<*xf32>
    // CHECK: return %[[ADD]], %[[CONCATENATE_1]] : tensor<2x2x4xf32>, tensor<2x2x3xf32>
    graph.return %local#0, %pool#0 : tensor<*xf32>, tensor<*xf32>
  }
}
