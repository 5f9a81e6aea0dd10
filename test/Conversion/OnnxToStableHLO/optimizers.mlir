// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Optimizers that are nodes of the model.

// A step of an optimizer that the model itself holds.
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64, ai.onnx.preview.training = 1 : i64}} {
  graph.function attributes {arg_names = ["r", "t", "x", "g", "v"], result_names = ["y", "n"]} {
  ^bb0(%r: tensor<f32>, %t: tensor<i64>, %x: tensor<3xf32>, %g: tensor<3xf32>, %v: tensor<3xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[R:[^:]*]]: tensor<f32>
    // CHECK-SAME:    %[[T:[^:]*]]: tensor<i64>
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<3xf32>
    // CHECK-SAME:    %[[G:[^:]*]]: tensor<3xf32>
    // CHECK-SAME:    %[[V:[^:]*]]: tensor<3xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.00999999977> : tensor<3xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[X]], %[[CONSTANT]] : tensor<3xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY]], %[[G]] : tensor<3xf32>
    // CHECK: %[[CONVERT:.*]] = stablehlo.convert %[[T]] : (tensor<i64>) -> tensor<f32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  GT, %[[CONVERT]], %[[CONSTANT_1]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[CONSTANT_3]], %[[CONSTANT_2]] : tensor<i1>, tensor<f32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[SELECT]], dims = [] : (tensor<f32>) -> tensor<3xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM]], %[[ADD]] : tensor<3xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0.899999976> : tensor<3xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[V]], %[[CONSTANT_4]] : tensor<3xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[MULTIPLY_2]], %[[MULTIPLY_1]] : tensor<3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[R]], dims = [] : (tensor<f32>) -> tensor<3xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM_1]], %[[ADD_1]] : tensor<3xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[X]], %[[MULTIPLY_3]] : tensor<3xf32>
    // CHECK: return %[[SUBTRACT]], %[[ADD_1]] : tensor<3xf32>, tensor<3xf32>
    %y:3 = graph.node "Momentum"(%r, %t, %x, %g, %v) name "y" domain "ai.onnx.preview.training" {alpha = 0.9 : f32, beta = 1.0 : f32, mode = "standard", norm_coefficient = 0.01 : f32} : (tensor<f32>, tensor<i64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>)
    graph.return %y#0, %y#1 : tensor<*xf32>, tensor<*xf32>
  }
}
