// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Products contract the last dimension with the one before the last; dimensions before those are a
// batch, which is broadcast.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x", "b", "v", "rows"], result_names = ["vector", "gemm"]} {
  ^bb0(%x: tensor<2x3x4xf32>, %b: tensor<6x1x5x3xf32>, %v: tensor<3xf32>, %rows: tensor<4x3xf32>):
    %w = graph.initializer "w"(dense<0.5> : tensor<4x5xf32>) : tensor<4x5xf32>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[W:[^:]*]]: tensor<4x5xf32> {trainlint.name = "w"
    // CHECK-SAME:    %[[KERNEL:[^:]*]]: tensor<5x4xf32> {trainlint.name = "kernel"
    // CHECK-SAME:    %[[BIAS:[^:]*]]: tensor<5xf32> {trainlint.name = "bias"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3x4xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[B:[^:]*]]: tensor<6x1x5x3xf32> {trainlint.name = "b"
    // CHECK-SAME:    %[[V:[^:]*]]: tensor<3xf32> {trainlint.name = "v"
    // CHECK-SAME:    %[[ROWS:[^:]*]]: tensor<4x3xf32> {trainlint.name = "rows"
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[X]], %[[W]], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
    %matrix:2 = graph.node "MatMul"(%x, %w) name "matrix" : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [0, 1, 2, 3] : (tensor<6x1x5x3xf32>) -> tensor<6x2x5x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[DOT_GENERAL]], dims = [1, 2, 3] : (tensor<2x3x5xf32>) -> tensor<6x2x3x5xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[BROADCAST_IN_DIM_1]], %[[BROADCAST_IN_DIM]], batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<6x2x3x5xf32>, tensor<6x2x5x3xf32>) -> tensor<6x2x3x3xf32>
    %batch:2 = graph.node "MatMul"(%matrix#0, %b) name "batch" : (tensor<*xf32>, tensor<6x1x5x3xf32>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[V]] : (tensor<3xf32>) -> tensor<3x1xf32>
    // CHECK: %[[DOT_GENERAL_2:.*]] = stablehlo.dot_general %[[DOT_GENERAL_1]], %[[RESHAPE]], contracting_dims = [3] x [0] : (tensor<6x2x3x3xf32>, tensor<3x1xf32>) -> tensor<6x2x3x1xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[DOT_GENERAL_2]] : (tensor<6x2x3x1xf32>) -> tensor<6x2x3xf32>
    %vector:2 = graph.node "MatMul"(%batch#0, %v) name "vector" : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>

    // Factors of 1 leave nothing behind, and transposed operands no transposition.
    %kernel = graph.initializer "kernel"(dense<0.5> : tensor<5x4xf32>) : tensor<5x4xf32>
    %bias = graph.initializer "bias"(dense<0.0> : tensor<5xf32>) : tensor<5xf32>
    // CHECK: %[[DOT_GENERAL_3:.*]] = stablehlo.dot_general %[[ROWS]], %[[KERNEL]], contracting_dims = [0] x [1] : (tensor<4x3xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3x5xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[DOT_GENERAL_3]], %[[CONSTANT]] : tensor<3x5xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[BIAS]], dims = [1] : (tensor<5xf32>) -> tensor<3x5xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY]], %[[BROADCAST_IN_DIM_2]] : tensor<3x5xf32>
    %gemm:2 = graph.node "Gemm"(%rows, %kernel, %bias) name "gemm" {transA = 1 : i64, transB = 1 : i64, alpha = 0.5 : f32, beta = 1.0 : f32} : (tensor<4x3xf32>, tensor<5x4xf32>, tensor<5xf32>) -> tensor<*xf32>
    // CHECK: return %[[RESHAPE_1]], %[[ADD]] : tensor<6x2x3xf32>, tensor<3x5xf32>
    graph.return %vector#0, %gemm#0 : tensor<*xf32>, tensor<*xf32>
  }
}
