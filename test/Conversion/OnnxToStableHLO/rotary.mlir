// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Positions as angles.

// The halves of each head turn by the angles of their positions.
graph.model onnx attributes {opsets = {ai.onnx = 23 : i64}} {
  graph.function attributes {arg_names = ["x", "c", "s"], result_names = ["y"]} {
  ^bb0(%x: tensor<1x2x3x4xf32>, %c: tensor<1x3x2xf32>, %s: tensor<1x3x2xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<1x2x3x4xf32>
    // CHECK-SAME:    %[[C:[^:]*]]: tensor<1x3x2xf32>
    // CHECK-SAME:    %[[S:[^:]*]]: tensor<1x3x2xf32>
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[X]], dims = [0, 2, 1, 3] : (tensor<1x2x3x4xf32>) -> tensor<1x3x2x4xf32>
    // CHECK: %[[SLICE:.*]] = stablehlo.slice %[[TRANSPOSE]] [0:1, 0:3, 0:2, 0:2] : (tensor<1x3x2x4xf32>) -> tensor<1x3x2x2xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[TRANSPOSE]] [0:1, 0:3, 0:2, 2:4] : (tensor<1x3x2x4xf32>) -> tensor<1x3x2x2xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[C]], dims = [0, 1, 3] : (tensor<1x3x2xf32>) -> tensor<1x3x2x2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[S]], dims = [0, 1, 3] : (tensor<1x3x2xf32>) -> tensor<1x3x2x2xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM_1]], %[[SLICE_1]] : tensor<1x3x2x2xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM]], %[[SLICE]] : tensor<1x3x2x2xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[MULTIPLY_1]], %[[MULTIPLY]] : tensor<1x3x2x2xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM]], %[[SLICE_1]] : tensor<1x3x2x2xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM_1]], %[[SLICE]] : tensor<1x3x2x2xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY_3]], %[[MULTIPLY_2]] : tensor<1x3x2x2xf32>
    // CHECK: %[[CONCATENATE:.*]] = stablehlo.concatenate %[[SUBTRACT]], %[[ADD]], dim = 3 : (tensor<1x3x2x2xf32>, tensor<1x3x2x2xf32>) -> tensor<1x3x2x4xf32>
    // CHECK: %[[TRANSPOSE_1:.*]] = stablehlo.transpose %[[CONCATENATE]], dims = [0, 2, 1, 3] : (tensor<1x3x2x4xf32>) -> tensor<1x2x3x4xf32>
    // CHECK: return %[[TRANSPOSE_1]] : tensor<1x2x3x4xf32>
    %y:2 = graph.node "RotaryEmbedding"(%x, %c, %s) name "y" : (tensor<1x2x3x4xf32>, tensor<1x3x2xf32>, tensor<1x3x2xf32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}
