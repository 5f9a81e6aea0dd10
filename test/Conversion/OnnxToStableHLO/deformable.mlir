// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// A convolution whose elements move: what is around each place is gathered.

graph.model onnx attributes {opsets = {ai.onnx = 22 : i64}} {
  graph.function attributes {arg_names = ["x", "offset"], result_names = ["y"]} {
  ^bb0(%x: tensor<1x2x3x3xf32>, %offset: tensor<1x8x2x2xf32>):
    %w = graph.initializer "w"(dense<0.5> : tensor<4x2x2x2xf32>) : tensor<4x2x2x2xf32>
    // CHECK-LABEL: func.func @forward(
    // CHECK: stablehlo.floor %{{.*}} : tensor<1x1x2x2x2x2xf32>
    // CHECK-COUNT-4: "stablehlo.gather"({{.*}}) -> tensor<1x1x2x2x2x2x2xf32>
    // CHECK: stablehlo.dot_general {{.*}} : (tensor<4x1x8xf32>, tensor<1x4x8xf32>) -> tensor<1x4x4xf32>
    %y:2 = graph.node "DeformConv"(%x, %w, %offset) name "y" : (tensor<1x2x3x3xf32>, tensor<4x2x2x2xf32>, tensor<1x8x2x2xf32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}
