// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// A batch is normalized by its own mean and variance, and what was kept for later moves on; the
// others normalize each example by itself.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x", "image"], result_names = ["instance", "response"]} {
  ^bb0(%x: tensor<2x4x3xf32>, %image: tensor<2x5x3x3xf32>):
    %scale = graph.initializer "scale"(dense<1.0> : tensor<4xf32>) : tensor<4xf32>
    %offset = graph.initializer "offset"(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
    %mean = graph.initializer "mean"(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
    %variance = graph.initializer "variance"(dense<1.0> : tensor<4xf32>) : tensor<4xf32>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[SCALE:[^:]*]]: tensor<4xf32> {trainlint.name = "scale"
    // CHECK-SAME:    %[[OFFSET:[^:]*]]: tensor<4xf32> {trainlint.name = "offset"
    // CHECK-SAME:    %[[S:[^:]*]]: tensor<3xf32> {trainlint.name = "s"
    // CHECK-SAME:    %[[O:[^:]*]]: tensor<3xf32> {trainlint.name = "o"
    // CHECK-SAME:    %[[MEAN:[^:]*]]: tensor<4xf32> {trainlint.name = "mean"
    // CHECK-SAME:    %[[VARIANCE:[^:]*]]: tensor<4xf32> {trainlint.name = "variance"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x4x3xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[IMAGE:[^:]*]]: tensor<2x5x3x3xf32> {trainlint.name = "image"
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[X]] init: %[[CONSTANT]]) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<4xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<6.000000e+00> : tensor<4xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE]], %[[CONSTANT_1]] : tensor<4xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE]], dims = [1] : (tensor<4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[X]], %[[BROADCAST_IN_DIM]] : tensor<2x4x3xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[SUBTRACT]] : tensor<2x4x3xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT_2]]) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<4xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<6.000000e+00> : tensor<4xf32>
    // CHECK: %[[DIVIDE_1:.*]] = stablehlo.divide %[[REDUCE_1]], %[[CONSTANT_3]] : tensor<4xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<4xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[DIVIDE]], %[[CONSTANT_4]] : tensor<4xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<7.500000e-01> : tensor<4xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MEAN]], %[[CONSTANT_5]] : tensor<4xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY_2]], %[[MULTIPLY_1]] : tensor<4xf32>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<4xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[DIVIDE_1]], %[[CONSTANT_6]] : tensor<4xf32>
    // CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<7.500000e-01> : tensor<4xf32>
    // CHECK: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[VARIANCE]], %[[CONSTANT_7]] : tensor<4xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[MULTIPLY_4]], %[[MULTIPLY_3]] : tensor<4xf32>
    // CHECK: %[[CONSTANT_8:.*]] = stablehlo.constant dense<1.000000e-03> : tensor<4xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[DIVIDE_1]], %[[CONSTANT_8]] : tensor<4xf32>
    // CHECK: %[[RSQRT:.*]] = stablehlo.rsqrt %[[ADD_2]] : tensor<4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[RSQRT]], dims = [1] : (tensor<4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE]], dims = [1] : (tensor<4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[X]], %[[BROADCAST_IN_DIM_2]] : tensor<2x4x3xf32>
    // CHECK: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[SUBTRACT_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x4x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[SCALE]], dims = [1] : (tensor<4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[MULTIPLY_5]], %[[BROADCAST_IN_DIM_3]] : tensor<2x4x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[OFFSET]], dims = [1] : (tensor<4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[ADD_3:.*]] = stablehlo.add %[[MULTIPLY_6]], %[[BROADCAST_IN_DIM_4]] : tensor<2x4x3xf32>
    %batch:2 = graph.node "BatchNormalization"(%x, %scale, %offset, %mean, %variance) name "batch" {epsilon = 0.001 : f32, momentum = 0.75 : f32} : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
    %s = graph.initializer "s"(dense<1.0> : tensor<3xf32>) : tensor<3xf32>
    %o = graph.initializer "o"(dense<0.0> : tensor<3xf32>) : tensor<3xf32>
    // CHECK: %[[CONSTANT_9:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_2:.*]] = stablehlo.reduce(%[[ADD_3]] init: %[[CONSTANT_9]]) applies stablehlo.add across dimensions = [2] : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[CONSTANT_10:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[DIVIDE_2:.*]] = stablehlo.divide %[[REDUCE_2]], %[[CONSTANT_10]] : tensor<2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_5:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE_2]], dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[SUBTRACT_2:.*]] = stablehlo.subtract %[[ADD_3]], %[[BROADCAST_IN_DIM_5]] : tensor<2x4x3xf32>
    // CHECK: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[SUBTRACT_2]], %[[SUBTRACT_2]] : tensor<2x4x3xf32>
    // CHECK: %[[CONSTANT_11:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_3:.*]] = stablehlo.reduce(%[[MULTIPLY_7]] init: %[[CONSTANT_11]]) applies stablehlo.add across dimensions = [2] : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[CONSTANT_12:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[DIVIDE_3:.*]] = stablehlo.divide %[[REDUCE_3]], %[[CONSTANT_12]] : tensor<2x4xf32>
    // CHECK: %[[CONSTANT_13:.*]] = stablehlo.constant dense<1.000000e-03> : tensor<2x4xf32>
    // CHECK: %[[ADD_4:.*]] = stablehlo.add %[[DIVIDE_3]], %[[CONSTANT_13]] : tensor<2x4xf32>
    // CHECK: %[[RSQRT_1:.*]] = stablehlo.rsqrt %[[ADD_4]] : tensor<2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_6:.*]] = stablehlo.broadcast_in_dim %[[RSQRT_1]], dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_7:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE_2]], dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[SUBTRACT_3:.*]] = stablehlo.subtract %[[ADD_3]], %[[BROADCAST_IN_DIM_7]] : tensor<2x4x3xf32>
    // CHECK: %[[MULTIPLY_8:.*]] = stablehlo.multiply %[[SUBTRACT_3]], %[[BROADCAST_IN_DIM_6]] : tensor<2x4x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_8:.*]] = stablehlo.broadcast_in_dim %[[S]], dims = [2] : (tensor<3xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[MULTIPLY_9:.*]] = stablehlo.multiply %[[MULTIPLY_8]], %[[BROADCAST_IN_DIM_8]] : tensor<2x4x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_9:.*]] = stablehlo.broadcast_in_dim %[[O]], dims = [2] : (tensor<3xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[ADD_5:.*]] = stablehlo.add %[[MULTIPLY_9]], %[[BROADCAST_IN_DIM_9]] : tensor<2x4x3xf32>
    %layer:2 = graph.node "LayerNormalization"(%batch#0, %s, %o) name "layer" {axis = -1 : i64, epsilon = 0.001 : f32} : (tensor<*xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_14:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_4:.*]] = stablehlo.reduce(%[[ADD_5]] init: %[[CONSTANT_14]]) applies stablehlo.add across dimensions = [2] : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[CONSTANT_15:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[DIVIDE_4:.*]] = stablehlo.divide %[[REDUCE_4]], %[[CONSTANT_15]] : tensor<2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_10:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE_4]], dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[SUBTRACT_4:.*]] = stablehlo.subtract %[[ADD_5]], %[[BROADCAST_IN_DIM_10]] : tensor<2x4x3xf32>
    // CHECK: %[[MULTIPLY_10:.*]] = stablehlo.multiply %[[SUBTRACT_4]], %[[SUBTRACT_4]] : tensor<2x4x3xf32>
    // CHECK: %[[CONSTANT_16:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_5:.*]] = stablehlo.reduce(%[[MULTIPLY_10]] init: %[[CONSTANT_16]]) applies stablehlo.add across dimensions = [2] : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[CONSTANT_17:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<2x4xf32>
    // CHECK: %[[DIVIDE_5:.*]] = stablehlo.divide %[[REDUCE_5]], %[[CONSTANT_17]] : tensor<2x4xf32>
    // CHECK: %[[CONSTANT_18:.*]] = stablehlo.constant dense<1.000000e-03> : tensor<2x4xf32>
    // CHECK: %[[ADD_6:.*]] = stablehlo.add %[[DIVIDE_5]], %[[CONSTANT_18]] : tensor<2x4xf32>
    // CHECK: %[[RSQRT_2:.*]] = stablehlo.rsqrt %[[ADD_6]] : tensor<2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_11:.*]] = stablehlo.broadcast_in_dim %[[RSQRT_2]], dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_12:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE_4]], dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[SUBTRACT_5:.*]] = stablehlo.subtract %[[ADD_5]], %[[BROADCAST_IN_DIM_12]] : tensor<2x4x3xf32>
    // CHECK: %[[MULTIPLY_11:.*]] = stablehlo.multiply %[[SUBTRACT_5]], %[[BROADCAST_IN_DIM_11]] : tensor<2x4x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_13:.*]] = stablehlo.broadcast_in_dim %[[SCALE]], dims = [1] : (tensor<4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[MULTIPLY_12:.*]] = stablehlo.multiply %[[MULTIPLY_11]], %[[BROADCAST_IN_DIM_13]] : tensor<2x4x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_14:.*]] = stablehlo.broadcast_in_dim %[[OFFSET]], dims = [1] : (tensor<4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[ADD_7:.*]] = stablehlo.add %[[MULTIPLY_12]], %[[BROADCAST_IN_DIM_14]] : tensor<2x4x3xf32>
    %instance:2 = graph.node "InstanceNormalization"(%layer#0, %scale, %offset) name "instance" {epsilon = 0.001 : f32} : (tensor<*xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
    // CHECK: %[[MULTIPLY_13:.*]] = stablehlo.multiply %[[IMAGE]], %[[IMAGE]] : tensor<2x5x3x3xf32>
    // CHECK: %[[CONSTANT_19:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_WINDOW:.*]] = "stablehlo.reduce_window"(%[[MULTIPLY_13]], %[[CONSTANT_19]]) <{padding = dense<{{\[\[}}0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 1, 1>}> ({
    // CHECK: ^{{.*}}(%[[ARG:[^:]*]]: tensor<f32>, %[[ARG_1:[^:]*]]: tensor<f32>):
    // CHECK: %[[ADD_8:.*]] = stablehlo.add %[[ARG]], %[[ARG_1]] : tensor<f32>
    // CHECK: stablehlo.return %[[ADD_8]] : tensor<f32>
    // CHECK: }) : (tensor<2x5x3x3xf32>, tensor<f32>) -> tensor<2x5x3x3xf32>
    // CHECK: %[[CONSTANT_20:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<2x5x3x3xf32>
    // CHECK: %[[MULTIPLY_14:.*]] = stablehlo.multiply %[[REDUCE_WINDOW]], %[[CONSTANT_20]] : tensor<2x5x3x3xf32>
    // CHECK: %[[CONSTANT_21:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2x5x3x3xf32>
    // CHECK: %[[ADD_9:.*]] = stablehlo.add %[[MULTIPLY_14]], %[[CONSTANT_21]] : tensor<2x5x3x3xf32>
    // CHECK: %[[CONSTANT_22:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x5x3x3xf32>
    // CHECK: %[[POWER:.*]] = stablehlo.power %[[ADD_9]], %[[CONSTANT_22]] : tensor<2x5x3x3xf32>
    // CHECK: %[[DIVIDE_6:.*]] = stablehlo.divide %[[IMAGE]], %[[POWER]] : tensor<2x5x3x3xf32>
    %response:2 = graph.node "LRN"(%image) name "response" {size = 3 : i64, alpha = 0.75 : f32, beta = 0.5 : f32, bias = 2.0 : f32} : (tensor<2x5x3x3xf32>) -> tensor<*xf32>
    // CHECK: return %[[ADD_7]], %[[DIVIDE_6]], %[[ADD]], %[[ADD_1]] : tensor<2x4x3xf32>, tensor<2x5x3x3xf32>, tensor<4xf32>, tensor<4xf32>
    graph.return %instance#0, %response#0 : tensor<*xf32>, tensor<*xf32>
  }
}
