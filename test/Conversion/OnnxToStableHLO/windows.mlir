// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Convolutions and pools of images whose second dimension is that of the features.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["global", "largest"]} {
  ^bb0(%x: tensor<2x4x7x8xf32>):
    %w = graph.initializer "w"(dense<0.5> : tensor<6x4x3x2xf32>) : tensor<6x4x3x2xf32>
    %b = graph.initializer "b"(dense<0.0> : tensor<6xf32>) : tensor<6xf32>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[W:[^:]*]]: tensor<6x4x3x2xf32> {trainlint.name = "w"
    // CHECK-SAME:    %[[B:[^:]*]]: tensor<6xf32> {trainlint.name = "b"
    // CHECK-SAME:    %[[G:[^:]*]]: tensor<6x2x3x3xf32> {trainlint.name = "g"
    // CHECK-SAME:    %[[S:[^:]*]]: tensor<6x6x2x2xf32> {trainlint.name = "s"
    // CHECK-SAME:    %[[T:[^:]*]]: tensor<6x3x3x3xf32> {trainlint.name = "t"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x4x7x8xf32> {trainlint.name = "x"
    // CHECK: %[[CONVOLUTION:.*]] = stablehlo.convolution(%[[X]], %[[W]]) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], pad = {{\[\[}}1, 1], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x7x8xf32>, tensor<6x4x3x2xf32>) -> tensor<2x6x4x7xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [1] : (tensor<6xf32>) -> tensor<2x6x4x7xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[CONVOLUTION]], %[[BROADCAST_IN_DIM]] : tensor<2x6x4x7xf32>
    %conv:2 = graph.node "Conv"(%x, %w, %b) name "conv" {strides = [2, 1], pads = [1, 0, 1, 0]} : (tensor<2x4x7x8xf32>, tensor<6x4x3x2xf32>, tensor<6xf32>) -> tensor<*xf32>

    // Groups, dilations, and a padding that follows from sizes, more of it behind.
    %g = graph.initializer "g"(dense<0.5> : tensor<6x2x3x3xf32>) : tensor<6x2x3x3xf32>
    // CHECK: %[[CONVOLUTION_1:.*]] = stablehlo.convolution(%[[X]], %[[G]]) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = {{\[\[}}2, 2], [2, 2]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x4x7x8xf32>, tensor<6x2x3x3xf32>) -> tensor<2x6x7x8xf32>
    %groups:2 = graph.node "Conv"(%x, %g) name "groups" {group = 2 : i64, dilations = [2, 2], pads = [2, 2, 2, 2]} : (tensor<2x4x7x8xf32>, tensor<6x2x3x3xf32>) -> tensor<*xf32>
    %s = graph.initializer "s"(dense<0.5> : tensor<6x6x2x2xf32>) : tensor<6x6x2x2xf32>
    // CHECK: %[[CONVOLUTION_2:.*]] = stablehlo.convolution(%[[CONVOLUTION_1]], %[[S]]) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = {{\[\[}}0, 1], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x7x8xf32>, tensor<6x6x2x2xf32>) -> tensor<2x6x4x4xf32>
    %same:2 = graph.node "Conv"(%groups#0, %s) name "same" {auto_pad = "SAME_UPPER", strides = [2, 2]} : (tensor<*xf32>, tensor<6x6x2x2xf32>) -> tensor<*xf32>

    // A transposed one is stretched, and its kernel reversed.
    %t = graph.initializer "t"(dense<0.5> : tensor<6x3x3x3xf32>) : tensor<6x3x3x3xf32>
    // CHECK: %[[REVERSE:.*]] = stablehlo.reverse %[[T]], dims = [2, 3] : tensor<6x3x3x3xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[REVERSE]] : (tensor<6x3x3x3xf32>) -> tensor<1x6x3x3x3xf32>
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[RESHAPE]], dims = [1, 0, 2, 3, 4] : (tensor<1x6x3x3x3xf32>) -> tensor<6x1x3x3x3xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[TRANSPOSE]] : (tensor<6x1x3x3x3xf32>) -> tensor<6x3x3x3xf32>
    // CHECK: %[[CONVOLUTION_3:.*]] = stablehlo.convolution(%[[CONVOLUTION_2]], %[[RESHAPE_1]]) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {pad = {{\[\[}}1, 2], [1, 2]], lhs_dilate = [2, 2], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x4x4xf32>, tensor<6x3x3x3xf32>) -> tensor<2x3x8x8xf32>
    %transposed:2 = graph.node "ConvTranspose"(%same#0, %t) name "transposed" {strides = [2, 2], pads = [1, 1, 1, 1], output_padding = [1, 1]} : (tensor<*xf32>, tensor<6x3x3x3xf32>) -> tensor<*xf32>

    // The last window of a pool may reach over the end. Averages count what is padded only if told to.
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE_WINDOW:.*]] = "stablehlo.reduce_window"(%[[CONVOLUTION_3]], %[[CONSTANT]]) <{padding = dense<{{\[\[}}0, 0], [0, 0], [0, 1], [0, 1]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 3, 3>, window_strides = array<i64: 1, 1, 2, 2>}> ({
    // CHECK: ^{{.*}}(%[[ARG:[^:]*]]: tensor<f32>, %[[ARG_1:[^:]*]]: tensor<f32>):
    // CHECK: %[[MAXIMUM:.*]] = stablehlo.maximum %[[ARG]], %[[ARG_1]] : tensor<f32>
    // CHECK: stablehlo.return %[[MAXIMUM]] : tensor<f32>
    // CHECK: }) : (tensor<2x3x8x8xf32>, tensor<f32>) -> tensor<2x3x4x4xf32>
    %maximum:2 = graph.node "MaxPool"(%transposed#0) name "maximum" {kernel_shape = [3, 3], strides = [2, 2], ceil_mode = 1 : i64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_WINDOW_1:.*]] = "stablehlo.reduce_window"(%[[ADD]], %[[CONSTANT_1]]) <{padding = dense<{{\[\[}}0, 0], [0, 0], [1, 0], [1, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    // CHECK: ^{{.*}}(%[[ARG_2:[^:]*]]: tensor<f32>, %[[ARG_3:[^:]*]]: tensor<f32>):
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[ARG_2]], %[[ARG_3]] : tensor<f32>
    // CHECK: stablehlo.return %[[ADD_1]] : tensor<f32>
    // CHECK: }) : (tensor<2x6x4x7xf32>, tensor<f32>) -> tensor<2x6x4x7xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x6x4x7xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_WINDOW_2:.*]] = "stablehlo.reduce_window"(%[[CONSTANT_2]], %[[CONSTANT_3]]) <{padding = dense<{{\[\[}}0, 0], [0, 0], [1, 0], [1, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    // CHECK: ^{{.*}}(%[[ARG_4:[^:]*]]: tensor<f32>, %[[ARG_5:[^:]*]]: tensor<f32>):
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[ARG_4]], %[[ARG_5]] : tensor<f32>
    // CHECK: stablehlo.return %[[ADD_2]] : tensor<f32>
    // CHECK: }) : (tensor<2x6x4x7xf32>, tensor<f32>) -> tensor<2x6x4x7xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE_WINDOW_1]], %[[REDUCE_WINDOW_2]] : tensor<2x6x4x7xf32>
    %average:2 = graph.node "AveragePool"(%conv#0) name "average" {kernel_shape = [2, 2], pads = [1, 1, 0, 0]} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_WINDOW_3:.*]] = "stablehlo.reduce_window"(%[[DIVIDE]], %[[CONSTANT_4]]) <{padding = dense<{{\[\[}}0, 0], [0, 0], [1, 0], [1, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    // CHECK: ^{{.*}}(%[[ARG_6:[^:]*]]: tensor<f32>, %[[ARG_7:[^:]*]]: tensor<f32>):
    // CHECK: %[[ADD_3:.*]] = stablehlo.add %[[ARG_6]], %[[ARG_7]] : tensor<f32>
    // CHECK: stablehlo.return %[[ADD_3]] : tensor<f32>
    // CHECK: }) : (tensor<2x6x4x7xf32>, tensor<f32>) -> tensor<2x6x4x7xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<2x6x4x7xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[REDUCE_WINDOW_3]], %[[CONSTANT_5]] : tensor<2x6x4x7xf32>
    %counted:2 = graph.node "AveragePool"(%average#0) name "counted" {kernel_shape = [2, 2], pads = [1, 1, 0, 0], count_include_pad = 1 : i64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT_6]]) applies stablehlo.add across dimensions = [2, 3] : (tensor<2x6x4x7xf32>, tensor<f32>) -> tensor<2x6xf32>
    // CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<2.800000e+01> : tensor<2x6xf32>
    // CHECK: %[[DIVIDE_1:.*]] = stablehlo.divide %[[REDUCE]], %[[CONSTANT_7]] : tensor<2x6xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[DIVIDE_1]] : (tensor<2x6xf32>) -> tensor<2x6x1x1xf32>
    %global:2 = graph.node "GlobalAveragePool"(%counted#0) name "global" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_8:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[REDUCE_WINDOW]] init: %[[CONSTANT_8]]) applies stablehlo.maximum across dimensions = [2, 3] : (tensor<2x3x4x4xf32>, tensor<f32>) -> tensor<2x3xf32>
    // CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[REDUCE_1]] : (tensor<2x3xf32>) -> tensor<2x3x1x1xf32>
    %largest:2 = graph.node "GlobalMaxPool"(%maximum#0) name "largest" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: return %[[RESHAPE_2]], %[[RESHAPE_3]] : tensor<2x6x1x1xf32>, tensor<2x3x1x1xf32>
    graph.return %global#0, %largest#0 : tensor<*xf32>, tensor<*xf32>
  }
}
