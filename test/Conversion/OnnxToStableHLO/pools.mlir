// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Where windows have their greatest elements, which a second result says, and norms.

graph.model onnx attributes {opsets = {ai.onnx = 22 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["greatest", "places", "unpooled", "norm", "whole"]} {
  ^bb0(%x: tensor<1x1x4x4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<1x1x4x4xf32>
    // CHECK: %[[POOL:.*]] = "stablehlo.reduce_window"(%[[X]],
    // CHECK: stablehlo.maximum
    // CHECK: (tensor<1x1x4x4xf32>, tensor<f32>) -> tensor<1x1x2x2xf32>

    // The first of equal ones counts, and what is padded is none.
    // CHECK: %[[LINE:.*]] = stablehlo.iota dim = 0 : tensor<16xi64>
    // CHECK: %[[PLACES:.*]] = stablehlo.reshape %[[LINE]] : (tensor<16xi64>) -> tensor<1x1x4x4xi64>
    // CHECK: %[[LAST:.*]] = stablehlo.constant dense<9223372036854775807> : tensor<i64>
    // CHECK: %[[BOTH:.*]]:2 = "stablehlo.reduce_window"(%[[X]], %[[PLACES]], %{{.*}}, %[[LAST]])
    // CHECK: ^{{.*}}(%[[A:[^:]*]]: tensor<f32>, %[[I:[^:]*]]: tensor<i64>, %[[B:[^:]*]]: tensor<f32>, %[[J:[^:]*]]: tensor<i64>):
    // CHECK: %[[GREATER:.*]] = stablehlo.compare GT, %[[A]], %[[B]]
    // CHECK: %[[EQUAL:.*]] = stablehlo.compare EQ, %[[A]], %[[B]]
    // CHECK: %[[FIRST:.*]] = stablehlo.minimum %[[I]], %[[J]] : tensor<i64>
    // CHECK: %[[ELSE:.*]] = stablehlo.select %[[EQUAL]], %[[FIRST]], %[[J]]
    // CHECK: %[[PLACE:.*]] = stablehlo.select %[[GREATER]], %[[I]], %[[ELSE]]
    // CHECK: stablehlo.return %{{.*}}, %[[PLACE]]
    %pool:3 = graph.node "MaxPool"(%x) name "pool" {kernel_shape = [2, 2], strides = [2, 2]} : (tensor<1x1x4x4xf32>) -> (tensor<*xf32>, tensor<*xi64>)

    // CHECK: %[[EMPTY:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<16xf32>
    // CHECK: %[[NUMBERS:.*]] = stablehlo.reshape %[[POOL]] : (tensor<1x1x2x2xf32>) -> tensor<4xf32>
    // CHECK: "stablehlo.scatter"(%[[EMPTY]], %{{.*}}, %[[NUMBERS]])
    // CHECK: -> tensor<16xf32>
    %unpool:2 = graph.node "MaxUnpool"(%pool#0, %pool#1) name "unpool" {kernel_shape = [2, 2], strides = [2, 2]} : (tensor<*xf32>, tensor<*xi64>) -> tensor<*xf32>

    // CHECK: %[[SQUARES:.*]] = stablehlo.multiply %[[X]], %[[X]]
    // CHECK: %[[SUMS:.*]] = "stablehlo.reduce_window"(%[[SQUARES]],
    // CHECK: stablehlo.sqrt %[[SUMS]] : tensor<1x1x3x3xf32>
    %norm:2 = graph.node "LpPool"(%x) name "norm" {kernel_shape = [2, 2]} : (tensor<1x1x4x4xf32>) -> tensor<*xf32>
    // CHECK: stablehlo.power
    // CHECK: stablehlo.reduce
    // CHECK: stablehlo.power
    %whole:2 = graph.node "GlobalLpPool"(%x) name "whole" {p = 3 : i64} : (tensor<1x1x4x4xf32>) -> tensor<*xf32>
    graph.return %pool#0, %pool#1, %unpool#0, %norm#0, %whole#0 : tensor<*xf32>, tensor<*xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
