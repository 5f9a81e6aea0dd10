// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Images made of their patches.

// Columns of windows added up where they overlap.
graph.model onnx attributes {opsets = {ai.onnx = 18 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["y"]} {
  ^bb0(%x: tensor<1x4x4xf32>):
    %image = graph.initializer "image"(dense<3> : tensor<2xi64>) : tensor<2xi64>
    %block = graph.initializer "block"(dense<2> : tensor<2xi64>) : tensor<2xi64>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<1x4x4xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[X]] : (tensor<1x4x4xf32>) -> tensor<1x1x2x2x2x2xf32>
    // CHECK: %[[SLICE:.*]] = stablehlo.slice %[[RESHAPE]] [0:1, 0:1, 0:1, 0:1, 0:2, 0:2] : (tensor<1x1x2x2x2x2xf32>) -> tensor<1x1x1x1x2x2xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[SLICE]] : (tensor<1x1x1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[PAD:.*]] = stablehlo.pad %[[RESHAPE_1]], %[[CONSTANT]], low = [0, 0, 0, 0], high = [0, 0, 1, 1], interior = [0, 0, 0, 0] : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x3x3xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[RESHAPE]] [0:1, 0:1, 0:1, 1:2, 0:2, 0:2] : (tensor<1x1x2x2x2x2xf32>) -> tensor<1x1x1x1x2x2xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[SLICE_1]] : (tensor<1x1x1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[PAD_1:.*]] = stablehlo.pad %[[RESHAPE_2]], %[[CONSTANT_1]], low = [0, 0, 0, 1], high = [0, 0, 1, 0], interior = [0, 0, 0, 0] : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x3x3xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[PAD]], %[[PAD_1]] : tensor<1x1x3x3xf32>
    // CHECK: %[[SLICE_2:.*]] = stablehlo.slice %[[RESHAPE]] [0:1, 0:1, 1:2, 0:1, 0:2, 0:2] : (tensor<1x1x2x2x2x2xf32>) -> tensor<1x1x1x1x2x2xf32>
    // CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[SLICE_2]] : (tensor<1x1x1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[PAD_2:.*]] = stablehlo.pad %[[RESHAPE_3]], %[[CONSTANT_2]], low = [0, 0, 1, 0], high = [0, 0, 0, 1], interior = [0, 0, 0, 0] : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x3x3xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[ADD]], %[[PAD_2]] : tensor<1x1x3x3xf32>
    // CHECK: %[[SLICE_3:.*]] = stablehlo.slice %[[RESHAPE]] [0:1, 0:1, 1:2, 1:2, 0:2, 0:2] : (tensor<1x1x2x2x2x2xf32>) -> tensor<1x1x1x1x2x2xf32>
    // CHECK: %[[RESHAPE_4:.*]] = stablehlo.reshape %[[SLICE_3]] : (tensor<1x1x1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[PAD_3:.*]] = stablehlo.pad %[[RESHAPE_4]], %[[CONSTANT_3]], low = [0, 0, 1, 1], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x3x3xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[ADD_1]], %[[PAD_3]] : tensor<1x1x3x3xf32>
    // CHECK: return %[[ADD_2]] : tensor<1x1x3x3xf32>
    %y:2 = graph.node "Col2Im"(%x, %image, %block) name "y" : (tensor<1x4x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}
