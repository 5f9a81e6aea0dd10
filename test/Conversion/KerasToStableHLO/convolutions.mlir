// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Convolutions. Features are the last dimension, unless `data_format` says otherwise.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x", "steps", "first"]} {
  ^bb0(%x: tensor<2x7x8x4xf32>, %steps: tensor<2x9x4xf32>, %first: tensor<2x4x7x8xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[CONV_KERNEL:[^:]*]]: tensor<3x2x4x6xf32> {trainlint.name = "conv/kernel"
    // CHECK-SAME:    %[[CONV_BIAS:[^:]*]]: tensor<6xf32> {trainlint.name = "conv/bias"
    // CHECK-SAME:    %[[DILATED_KERNEL:[^:]*]]: tensor<2x2x3x6xf32> {trainlint.name = "dilated/kernel"
    // CHECK-SAME:    %[[DEPTHWISE_DEPTHWISE_KERNEL:[^:]*]]: tensor<3x3x4x2xf32> {trainlint.name = "depthwise/depthwise_kernel"
    // CHECK-SAME:    %[[DEPTHWISE_BIAS:[^:]*]]: tensor<8xf32> {trainlint.name = "depthwise/bias"
    // CHECK-SAME:    %[[SEPARABLE_DEPTHWISE_KERNEL:[^:]*]]: tensor<3x3x4x2xf32> {trainlint.name = "separable/depthwise_kernel"
    // CHECK-SAME:    %[[SEPARABLE_POINTWISE_KERNEL:[^:]*]]: tensor<1x1x8x5xf32> {trainlint.name = "separable/pointwise_kernel"
    // CHECK-SAME:    %[[SEPARABLE_BIAS:[^:]*]]: tensor<5xf32> {trainlint.name = "separable/bias"
    // CHECK-SAME:    %[[TRANSPOSED_KERNEL:[^:]*]]: tensor<3x3x5x4xf32> {trainlint.name = "transposed/kernel"
    // CHECK-SAME:    %[[TRANSPOSED_BIAS:[^:]*]]: tensor<5xf32> {trainlint.name = "transposed/bias"
    // CHECK-SAME:    %[[CAUSAL_KERNEL:[^:]*]]: tensor<3x4x5xf32> {trainlint.name = "causal/kernel"
    // CHECK-SAME:    %[[CAUSAL_BIAS:[^:]*]]: tensor<5xf32> {trainlint.name = "causal/bias"
    // CHECK-SAME:    %[[NCHW_KERNEL:[^:]*]]: tensor<3x3x4x3xf32> {trainlint.name = "nchw/kernel"
    // CHECK-SAME:    %[[NCHW_BIAS:[^:]*]]: tensor<3xf32> {trainlint.name = "nchw/bias"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x7x8x4xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[STEPS:[^:]*]]: tensor<2x9x4xf32> {trainlint.name = "steps"
    // CHECK-SAME:    %[[FIRST:[^:]*]]: tensor<2x4x7x8xf32> {trainlint.name = "first"
    // CHECK: %[[CONVOLUTION:.*]] = stablehlo.convolution(%[[X]], %[[CONV_KERNEL]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = {{\[\[}}1, 1], [0, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x7x8x4xf32>, tensor<3x2x4x6xf32>) -> tensor<2x4x8x6xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[CONV_BIAS]], dims = [3] : (tensor<6xf32>) -> tensor<2x4x8x6xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[CONVOLUTION]], %[[BROADCAST_IN_DIM]] : tensor<2x4x8x6xf32>
    %conv:2 = graph.node "Conv2D"(%x) name "conv" {dtype = "float32", filters = 6 : i64, kernel_size = [3, 2], strides = [2, 1], padding = "same"} : (tensor<2x7x8x4xf32>) -> tensor<*xf32>
    // CHECK: %[[CONVOLUTION_1:.*]] = stablehlo.convolution(%[[ADD]], %[[DILATED_KERNEL]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = {{\[\[}}0, 0], [0, 0]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x4x8x6xf32>, tensor<2x2x3x6xf32>) -> tensor<2x2x6x6xf32>
    %dilated:2 = graph.node "Conv2D"(%conv#0) name "dilated" {dtype = "float32", filters = 6 : i64, kernel_size = [2, 2], dilation_rate = [2, 2], groups = 2 : i64, use_bias = false} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[DEPTHWISE_DEPTHWISE_KERNEL]] : (tensor<3x3x4x2xf32>) -> tensor<3x3x1x8xf32>
    // CHECK: %[[CONVOLUTION_2:.*]] = stablehlo.convolution(%[[X]], %[[RESHAPE]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = {{\[\[}}0, 0], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x7x8x4xf32>, tensor<3x3x1x8xf32>) -> tensor<2x5x6x8xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[DEPTHWISE_BIAS]], dims = [3] : (tensor<8xf32>) -> tensor<2x5x6x8xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[CONVOLUTION_2]], %[[BROADCAST_IN_DIM_1]] : tensor<2x5x6x8xf32>
    %depthwise:2 = graph.node "DepthwiseConv2D"(%x) name "depthwise" {dtype = "float32", kernel_size = [3, 3], depth_multiplier = 2 : i64} : (tensor<2x7x8x4xf32>) -> tensor<*xf32>

    // A separable one is one of each channel, and one of their products.
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[SEPARABLE_DEPTHWISE_KERNEL]] : (tensor<3x3x4x2xf32>) -> tensor<3x3x1x8xf32>
    // CHECK: %[[CONVOLUTION_3:.*]] = stablehlo.convolution(%[[X]], %[[RESHAPE_1]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = {{\[\[}}0, 0], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x7x8x4xf32>, tensor<3x3x1x8xf32>) -> tensor<2x5x6x8xf32>
    // CHECK: %[[CONVOLUTION_4:.*]] = stablehlo.convolution(%[[CONVOLUTION_3]], %[[SEPARABLE_POINTWISE_KERNEL]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = {{\[\[}}0, 0], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x6x8xf32>, tensor<1x1x8x5xf32>) -> tensor<2x5x6x5xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[SEPARABLE_BIAS]], dims = [3] : (tensor<5xf32>) -> tensor<2x5x6x5xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[CONVOLUTION_4]], %[[BROADCAST_IN_DIM_2]] : tensor<2x5x6x5xf32>
    %separable:2 = graph.node "SeparableConv2D"(%x) name "separable" {dtype = "float32", filters = 5 : i64, kernel_size = [3, 3], depth_multiplier = 2 : i64} : (tensor<2x7x8x4xf32>) -> tensor<*xf32>

    // A transposed one is stretched; its kernel is reversed.
    // CHECK: %[[REVERSE:.*]] = stablehlo.reverse %[[TRANSPOSED_KERNEL]], dims = [0, 1] : tensor<3x3x5x4xf32>
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[REVERSE]], dims = [0, 1, 3, 2] : (tensor<3x3x5x4xf32>) -> tensor<3x3x4x5xf32>
    // CHECK: %[[CONVOLUTION_5:.*]] = stablehlo.convolution(%[[X]], %[[TRANSPOSE]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = {{\[\[}}2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x7x8x4xf32>, tensor<3x3x4x5xf32>) -> tensor<2x14x16x5xf32>
    // CHECK: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[TRANSPOSED_BIAS]], dims = [3] : (tensor<5xf32>) -> tensor<2x14x16x5xf32>
    // CHECK: %[[ADD_3:.*]] = stablehlo.add %[[CONVOLUTION_5]], %[[BROADCAST_IN_DIM_3]] : tensor<2x14x16x5xf32>
    %transposed:2 = graph.node "Conv2DTranspose"(%x) name "transposed" {dtype = "float32", filters = 5 : i64, kernel_size = [3, 3], strides = [2, 2], padding = "same"} : (tensor<2x7x8x4xf32>) -> tensor<*xf32>

    // All that is padded lies before.
    // CHECK: %[[CONVOLUTION_6:.*]] = stablehlo.convolution(%[[STEPS]], %[[CAUSAL_KERNEL]]) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = {{\[\[}}2, 0]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x4xf32>, tensor<3x4x5xf32>) -> tensor<2x9x5xf32>
    // CHECK: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[CAUSAL_BIAS]], dims = [2] : (tensor<5xf32>) -> tensor<2x9x5xf32>
    // CHECK: %[[ADD_4:.*]] = stablehlo.add %[[CONVOLUTION_6]], %[[BROADCAST_IN_DIM_4]] : tensor<2x9x5xf32>
    %causal:2 = graph.node "Conv1D"(%steps) name "causal" {dtype = "float32", filters = 5 : i64, kernel_size = [3], padding = "causal"} : (tensor<2x9x4xf32>) -> tensor<*xf32>
    // CHECK: %[[CONVOLUTION_7:.*]] = stablehlo.convolution(%[[FIRST]], %[[NCHW_KERNEL]]) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {stride = [1, 1], pad = {{\[\[}}0, 0], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x7x8xf32>, tensor<3x3x4x3xf32>) -> tensor<2x3x5x6xf32>
    // CHECK: %[[BROADCAST_IN_DIM_5:.*]] = stablehlo.broadcast_in_dim %[[NCHW_BIAS]], dims = [1] : (tensor<3xf32>) -> tensor<2x3x5x6xf32>
    // CHECK: %[[ADD_5:.*]] = stablehlo.add %[[CONVOLUTION_7]], %[[BROADCAST_IN_DIM_5]] : tensor<2x3x5x6xf32>
    %nchw:2 = graph.node "Conv2D"(%first) name "nchw" {dtype = "float32", filters = 3 : i64, kernel_size = [3, 3], data_format = "channels_first"} : (tensor<2x4x7x8xf32>) -> tensor<*xf32>
    // CHECK: return %[[CONVOLUTION_1]], %[[ADD_1]], %[[ADD_2]], %[[ADD_3]], %[[ADD_4]], %[[ADD_5]] : tensor<2x2x6x6xf32>, tensor<2x5x6x8xf32>, tensor<2x5x6x5xf32>, tensor<2x14x16x5xf32>, tensor<2x9x5xf32>, tensor<2x3x5x6xf32>
    graph.return %dilated#0, %depthwise#0, %separable#0, %transposed#0, %causal#0, %nchw#0 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
