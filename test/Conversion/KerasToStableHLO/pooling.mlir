// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Pools. Where windows reach over the edge an average counts what is inside.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<2x7x8x4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x7x8x4xf32> {trainlint.name = "x"
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE_WINDOW:.*]] = "stablehlo.reduce_window"(%[[X]], %[[CONSTANT]]) <{padding = dense<{{\[\[}}0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    // CHECK: ^{{.*}}(%[[ARG:[^:]*]]: tensor<f32>, %[[ARG_1:[^:]*]]: tensor<f32>):
    // CHECK: %[[MAXIMUM:.*]] = stablehlo.maximum %[[ARG]], %[[ARG_1]] : tensor<f32>
    // CHECK: stablehlo.return %[[MAXIMUM]] : tensor<f32>
    // CHECK: }) : (tensor<2x7x8x4xf32>, tensor<f32>) -> tensor<2x4x4x4xf32>
    %maximum:2 = graph.node "MaxPooling2D"(%x) name "maximum" {dtype = "float32", pool_size = [3, 3], strides = [2, 2], padding = "same"} : (tensor<2x7x8x4xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_WINDOW_1:.*]] = "stablehlo.reduce_window"(%[[REDUCE_WINDOW]], %[[CONSTANT_1]]) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    // CHECK: ^{{.*}}(%[[ARG_2:[^:]*]]: tensor<f32>, %[[ARG_3:[^:]*]]: tensor<f32>):
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[ARG_2]], %[[ARG_3]] : tensor<f32>
    // CHECK: stablehlo.return %[[ADD]] : tensor<f32>
    // CHECK: }) : (tensor<2x4x4x4xf32>, tensor<f32>) -> tensor<2x2x2x4xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<2x2x2x4xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[REDUCE_WINDOW_1]], %[[CONSTANT_2]] : tensor<2x2x2x4xf32>
    %full:2 = graph.node "AveragePooling2D"(%maximum#0) name "full" {dtype = "float32", pool_size = [2, 2]} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_WINDOW_2:.*]] = "stablehlo.reduce_window"(%[[X]], %[[CONSTANT_3]]) <{padding = dense<{{\[\[}}0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    // CHECK: ^{{.*}}(%[[ARG_4:[^:]*]]: tensor<f32>, %[[ARG_5:[^:]*]]: tensor<f32>):
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[ARG_4]], %[[ARG_5]] : tensor<f32>
    // CHECK: stablehlo.return %[[ADD_1]] : tensor<f32>
    // CHECK: }) : (tensor<2x7x8x4xf32>, tensor<f32>) -> tensor<2x4x4x4xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x7x8x4xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_WINDOW_3:.*]] = "stablehlo.reduce_window"(%[[CONSTANT_4]], %[[CONSTANT_5]]) <{padding = dense<{{\[\[}}0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    // CHECK: ^{{.*}}(%[[ARG_6:[^:]*]]: tensor<f32>, %[[ARG_7:[^:]*]]: tensor<f32>):
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[ARG_6]], %[[ARG_7]] : tensor<f32>
    // CHECK: stablehlo.return %[[ADD_2]] : tensor<f32>
    // CHECK: }) : (tensor<2x7x8x4xf32>, tensor<f32>) -> tensor<2x4x4x4xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE_WINDOW_2]], %[[REDUCE_WINDOW_3]] : tensor<2x4x4x4xf32>
    %average:2 = graph.node "AveragePooling2D"(%x) name "average" {dtype = "float32", pool_size = [3, 3], strides = [2, 2], padding = "same"} : (tensor<2x7x8x4xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT_6]]) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x2x2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<4.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[DIVIDE_1:.*]] = stablehlo.divide %[[REDUCE]], %[[CONSTANT_7]] : tensor<2x4xf32>
    %global:2 = graph.node "GlobalAveragePooling2D"(%full#0) name "global" {dtype = "float32"} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_8:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[DIVIDE]] init: %[[CONSTANT_8]]) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<2x4x4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[REDUCE_1]] : (tensor<2x4xf32>) -> tensor<2x1x1x4xf32>
    %largest:2 = graph.node "GlobalMaxPooling2D"(%average#0) name "largest" {dtype = "float32", keepdims = true} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: return %[[DIVIDE_1]], %[[RESHAPE]] : tensor<2x4xf32>, tensor<2x1x1x4xf32>
    graph.return %global#0, %largest#0 : tensor<*xf32>, tensor<*xf32>
  }
}
