// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Images that get larger, or deeper.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["resize", "other", "depth"]} {
  ^bb0(%x: tensor<1x4x2x3xf32>):
    %none = graph.undefined "" : !graph.unknown
    %scales = graph.initializer "scales"(dense<[1.0, 1.0, 2.0, 3.0]> : tensor<4xf32>) : tensor<4xf32>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<1x4x2x3xf32> {trainlint.name = "x"
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [0, 1, 2, 4] : (tensor<1x4x2x3xf32>) -> tensor<1x4x2x2x3x3xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[BROADCAST_IN_DIM]] : (tensor<1x4x2x2x3x3xf32>) -> tensor<1x4x4x9xf32>
    %resize:2 = graph.node "Resize"(%x, %none, %scales) name "resize" {mode = "nearest", coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : (tensor<1x4x2x3xf32>, !graph.unknown, tensor<4xf32>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[X]] : (tensor<1x4x2x3xf32>) -> tensor<1x2x2x1x2x3xf32>
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[RESHAPE_1]], dims = [0, 3, 4, 1, 5, 2] : (tensor<1x2x2x1x2x3xf32>) -> tensor<1x1x2x2x3x2xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[TRANSPOSE]] : (tensor<1x1x2x2x3x2xf32>) -> tensor<1x1x4x6xf32>
    %space:2 = graph.node "DepthToSpace"(%x) name "space" {blocksize = 2 : i64} : (tensor<1x4x2x3xf32>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[X]] : (tensor<1x4x2x3xf32>) -> tensor<1x1x2x2x2x3xf32>
    // CHECK: %[[TRANSPOSE_1:.*]] = stablehlo.transpose %[[RESHAPE_3]], dims = [0, 1, 4, 2, 5, 3] : (tensor<1x1x2x2x2x3xf32>) -> tensor<1x1x2x2x3x2xf32>
    // CHECK: %[[RESHAPE_4:.*]] = stablehlo.reshape %[[TRANSPOSE_1]] : (tensor<1x1x2x2x3x2xf32>) -> tensor<1x1x4x6xf32>
    %other:2 = graph.node "DepthToSpace"(%x) name "other" {blocksize = 2 : i64, mode = "CRD"} : (tensor<1x4x2x3xf32>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE_5:.*]] = stablehlo.reshape %[[RESHAPE_2]] : (tensor<1x1x4x6xf32>) -> tensor<1x1x2x2x3x2xf32>
    // CHECK: %[[TRANSPOSE_2:.*]] = stablehlo.transpose %[[RESHAPE_5]], dims = [0, 3, 5, 1, 2, 4] : (tensor<1x1x2x2x3x2xf32>) -> tensor<1x2x2x1x2x3xf32>
    // CHECK: %[[RESHAPE_6:.*]] = stablehlo.reshape %[[TRANSPOSE_2]] : (tensor<1x2x2x1x2x3xf32>) -> tensor<1x4x2x3xf32>
    %depth:2 = graph.node "SpaceToDepth"(%space#0) name "depth" {blocksize = 2 : i64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: return %[[RESHAPE]], %[[RESHAPE_4]], %[[RESHAPE_6]] : tensor<1x4x4x9xf32>, tensor<1x1x4x6xf32>, tensor<1x4x2x3xf32>
    graph.return %resize#0, %other#0, %depth#0 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
