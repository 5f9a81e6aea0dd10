// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Operands are multiplied two by two: what no result and no other operand has is summed over as
// soon as it can be. A label that is there twice is a diagonal.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x", "y", "z"], result_names = ["product", "diagonal"]} {
  ^bb0(%x: tensor<2x3x4xf32>, %y: tensor<4x5xf32>, %z: tensor<1x3x3xf32>):
    // CHECK: stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
    // CHECK: stablehlo.transpose %{{.*}}, dims = [0, 2, 1] : (tensor<2x3x5xf32>) -> tensor<2x5x3xf32>
    %product:2 = graph.node "Einsum"(%x, %y) name "product" {equation = "...ij,jk->...ki"} : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<*xf32>
    // CHECK: stablehlo.compare EQ
    // CHECK: stablehlo.select
    // CHECK: across dimensions = [2] : (tensor<1x3x3xf32>, tensor<f32>) -> tensor<1x3xf32>
    // CHECK: stablehlo.reshape %{{.*}} : (tensor<1x3xf32>) -> tensor<3xf32>
    // CHECK: across dimensions = [2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
    // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [1] x [0], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x2xf32>
    %diagonal:2 = graph.node "Einsum"(%x, %z) name "diagonal" {equation = "bij,bii->bi"} : (tensor<2x3x4xf32>, tensor<1x3x3xf32>) -> tensor<*xf32>
    graph.return %product#0, %diagonal#0 : tensor<*xf32>, tensor<*xf32>
  }
}
