// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// BatchNormalization returns what is kept for later beside its output.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<2x3x4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[BATCH_GAMMA:[^:]*]]: tensor<4xf32> {trainlint.name = "batch/gamma"
    // CHECK-SAME:    %[[BATCH_BETA:[^:]*]]: tensor<4xf32> {trainlint.name = "batch/beta"
    // CHECK-SAME:    %[[LAYER_GAMMA:[^:]*]]: tensor<3x4xf32> {trainlint.name = "layer/gamma"
    // CHECK-SAME:    %[[GROUP_GAMMA:[^:]*]]: tensor<4xf32> {trainlint.name = "group/gamma"
    // CHECK-SAME:    %[[GROUP_BETA:[^:]*]]: tensor<4xf32> {trainlint.name = "group/beta"
    // CHECK-SAME:    %[[BATCH_MOVING_MEAN:[^:]*]]: tensor<4xf32> {trainlint.name = "batch/moving_mean"
    // CHECK-SAME:    %[[BATCH_MOVING_VARIANCE:[^:]*]]: tensor<4xf32> {trainlint.name = "batch/moving_variance"
    // CHECK-SAME:    %[[FROZEN_MOVING_MEAN:[^:]*]]: tensor<4xf32> {trainlint.name = "frozen/moving_mean"
    // CHECK-SAME:    %[[FROZEN_MOVING_VARIANCE:[^:]*]]: tensor<4xf32> {trainlint.name = "frozen/moving_variance"
    // CHECK-SAME:    %[[FROZEN_GAMMA:[^:]*]]: tensor<4xf32> {trainlint.name = "frozen/gamma"
    // CHECK-SAME:    %[[FROZEN_BETA:[^:]*]]: tensor<4xf32> {trainlint.name = "frozen/beta"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3x4xf32> {trainlint.name = "x"
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[X]] init: %[[CONSTANT]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<4xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<6.000000e+00> : tensor<4xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE]], %[[CONSTANT_1]] : tensor<4xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE]], dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[X]], %[[BROADCAST_IN_DIM]] : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[SUBTRACT]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT_2]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<4xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<6.000000e+00> : tensor<4xf32>
    // CHECK: %[[DIVIDE_1:.*]] = stablehlo.divide %[[REDUCE_1]], %[[CONSTANT_3]] : tensor<4xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<4xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[DIVIDE]], %[[CONSTANT_4]] : tensor<4xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<7.500000e-01> : tensor<4xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[BATCH_MOVING_MEAN]], %[[CONSTANT_5]] : tensor<4xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY_2]], %[[MULTIPLY_1]] : tensor<4xf32>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<4xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[DIVIDE_1]], %[[CONSTANT_6]] : tensor<4xf32>
    // CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<7.500000e-01> : tensor<4xf32>
    // CHECK: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[BATCH_MOVING_VARIANCE]], %[[CONSTANT_7]] : tensor<4xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[MULTIPLY_4]], %[[MULTIPLY_3]] : tensor<4xf32>
    // CHECK: %[[CONSTANT_8:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<4xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[DIVIDE_1]], %[[CONSTANT_8]] : tensor<4xf32>
    // CHECK: %[[RSQRT:.*]] = stablehlo.rsqrt %[[ADD_2]] : tensor<4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[RSQRT]], dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE]], dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[X]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[SUBTRACT_1]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[BATCH_GAMMA]], dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[MULTIPLY_5]], %[[BROADCAST_IN_DIM_3]] : tensor<2x3x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[BATCH_BETA]], dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[ADD_3:.*]] = stablehlo.add %[[MULTIPLY_6]], %[[BROADCAST_IN_DIM_4]] : tensor<2x3x4xf32>
    %batch:2 = graph.node "BatchNormalization"(%x) name "batch" {dtype = "float32", axis = -1 : i64, momentum = 0.75 : f64, epsilon = 0.125 : f64} : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // What is not trained uses what was kept.
    // CHECK: %[[CONSTANT_9:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<4xf32>
    // CHECK: %[[ADD_4:.*]] = stablehlo.add %[[FROZEN_MOVING_VARIANCE]], %[[CONSTANT_9]] : tensor<4xf32>
    // CHECK: %[[RSQRT_1:.*]] = stablehlo.rsqrt %[[ADD_4]] : tensor<4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_5:.*]] = stablehlo.broadcast_in_dim %[[RSQRT_1]], dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_6:.*]] = stablehlo.broadcast_in_dim %[[FROZEN_MOVING_MEAN]], dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[SUBTRACT_2:.*]] = stablehlo.subtract %[[ADD_3]], %[[BROADCAST_IN_DIM_6]] : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[SUBTRACT_2]], %[[BROADCAST_IN_DIM_5]] : tensor<2x3x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_7:.*]] = stablehlo.broadcast_in_dim %[[FROZEN_GAMMA]], dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_8:.*]] = stablehlo.multiply %[[MULTIPLY_7]], %[[BROADCAST_IN_DIM_7]] : tensor<2x3x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_8:.*]] = stablehlo.broadcast_in_dim %[[FROZEN_BETA]], dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[ADD_5:.*]] = stablehlo.add %[[MULTIPLY_8]], %[[BROADCAST_IN_DIM_8]] : tensor<2x3x4xf32>
    %frozen:2 = graph.node "BatchNormalization"(%batch#0) name "frozen" {dtype = "float32", trainable = false, epsilon = 0.125 : f64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_10:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_2:.*]] = stablehlo.reduce(%[[ADD_5]] init: %[[CONSTANT_10]]) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[CONSTANT_11:.*]] = stablehlo.constant dense<1.200000e+01> : tensor<2xf32>
    // CHECK: %[[DIVIDE_2:.*]] = stablehlo.divide %[[REDUCE_2]], %[[CONSTANT_11]] : tensor<2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_9:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE_2]], dims = [0] : (tensor<2xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[SUBTRACT_3:.*]] = stablehlo.subtract %[[ADD_5]], %[[BROADCAST_IN_DIM_9]] : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_9:.*]] = stablehlo.multiply %[[SUBTRACT_3]], %[[SUBTRACT_3]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_12:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_3:.*]] = stablehlo.reduce(%[[MULTIPLY_9]] init: %[[CONSTANT_12]]) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[CONSTANT_13:.*]] = stablehlo.constant dense<1.200000e+01> : tensor<2xf32>
    // CHECK: %[[DIVIDE_3:.*]] = stablehlo.divide %[[REDUCE_3]], %[[CONSTANT_13]] : tensor<2xf32>
    // CHECK: %[[CONSTANT_14:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<2xf32>
    // CHECK: %[[ADD_6:.*]] = stablehlo.add %[[DIVIDE_3]], %[[CONSTANT_14]] : tensor<2xf32>
    // CHECK: %[[RSQRT_2:.*]] = stablehlo.rsqrt %[[ADD_6]] : tensor<2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_10:.*]] = stablehlo.broadcast_in_dim %[[RSQRT_2]], dims = [0] : (tensor<2xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_11:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE_2]], dims = [0] : (tensor<2xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[SUBTRACT_4:.*]] = stablehlo.subtract %[[ADD_5]], %[[BROADCAST_IN_DIM_11]] : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_10:.*]] = stablehlo.multiply %[[SUBTRACT_4]], %[[BROADCAST_IN_DIM_10]] : tensor<2x3x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_12:.*]] = stablehlo.broadcast_in_dim %[[LAYER_GAMMA]], dims = [1, 2] : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_11:.*]] = stablehlo.multiply %[[MULTIPLY_10]], %[[BROADCAST_IN_DIM_12]] : tensor<2x3x4xf32>
    %layer:2 = graph.node "LayerNormalization"(%frozen#0) name "layer" {dtype = "float32", axis = [1, 2], center = false, epsilon = 0.125 : f64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[MULTIPLY_11]] : (tensor<2x3x4xf32>) -> tensor<2x3x2x2xf32>
    // CHECK: %[[CONSTANT_15:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_4:.*]] = stablehlo.reduce(%[[RESHAPE]] init: %[[CONSTANT_15]]) applies stablehlo.add across dimensions = [1, 3] : (tensor<2x3x2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
    // CHECK: %[[CONSTANT_16:.*]] = stablehlo.constant dense<6.000000e+00> : tensor<2x2xf32>
    // CHECK: %[[DIVIDE_4:.*]] = stablehlo.divide %[[REDUCE_4]], %[[CONSTANT_16]] : tensor<2x2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_13:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE_4]], dims = [0, 2] : (tensor<2x2xf32>) -> tensor<2x3x2x2xf32>
    // CHECK: %[[SUBTRACT_5:.*]] = stablehlo.subtract %[[RESHAPE]], %[[BROADCAST_IN_DIM_13]] : tensor<2x3x2x2xf32>
    // CHECK: %[[MULTIPLY_12:.*]] = stablehlo.multiply %[[SUBTRACT_5]], %[[SUBTRACT_5]] : tensor<2x3x2x2xf32>
    // CHECK: %[[CONSTANT_17:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_5:.*]] = stablehlo.reduce(%[[MULTIPLY_12]] init: %[[CONSTANT_17]]) applies stablehlo.add across dimensions = [1, 3] : (tensor<2x3x2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
    // CHECK: %[[CONSTANT_18:.*]] = stablehlo.constant dense<6.000000e+00> : tensor<2x2xf32>
    // CHECK: %[[DIVIDE_5:.*]] = stablehlo.divide %[[REDUCE_5]], %[[CONSTANT_18]] : tensor<2x2xf32>
    // CHECK: %[[CONSTANT_19:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<2x2xf32>
    // CHECK: %[[ADD_7:.*]] = stablehlo.add %[[DIVIDE_5]], %[[CONSTANT_19]] : tensor<2x2xf32>
    // CHECK: %[[RSQRT_3:.*]] = stablehlo.rsqrt %[[ADD_7]] : tensor<2x2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_14:.*]] = stablehlo.broadcast_in_dim %[[RSQRT_3]], dims = [0, 2] : (tensor<2x2xf32>) -> tensor<2x3x2x2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_15:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE_4]], dims = [0, 2] : (tensor<2x2xf32>) -> tensor<2x3x2x2xf32>
    // CHECK: %[[SUBTRACT_6:.*]] = stablehlo.subtract %[[RESHAPE]], %[[BROADCAST_IN_DIM_15]] : tensor<2x3x2x2xf32>
    // CHECK: %[[MULTIPLY_13:.*]] = stablehlo.multiply %[[SUBTRACT_6]], %[[BROADCAST_IN_DIM_14]] : tensor<2x3x2x2xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[MULTIPLY_13]] : (tensor<2x3x2x2xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_16:.*]] = stablehlo.broadcast_in_dim %[[GROUP_GAMMA]], dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_14:.*]] = stablehlo.multiply %[[RESHAPE_1]], %[[BROADCAST_IN_DIM_16]] : tensor<2x3x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_17:.*]] = stablehlo.broadcast_in_dim %[[GROUP_BETA]], dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[ADD_8:.*]] = stablehlo.add %[[MULTIPLY_14]], %[[BROADCAST_IN_DIM_17]] : tensor<2x3x4xf32>
    %group:2 = graph.node "GroupNormalization"(%layer#0) name "group" {dtype = "float32", groups = 2 : i64, epsilon = 0.125 : f64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: return %[[ADD_8]], %[[ADD]], %[[ADD_1]], %[[FROZEN_MOVING_MEAN]], %[[FROZEN_MOVING_VARIANCE]], %[[FROZEN_GAMMA]], %[[FROZEN_BETA]] : tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    graph.return %group#0 : tensor<*xf32>
  }
}
