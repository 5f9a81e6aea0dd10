// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Numbers are compared with those of all categories; numbers of parts are those of the borders below.

graph.model keras attributes {framework_version = "3.6.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<2x3xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
    // CHECK: %[[CONVERT:.*]] = stablehlo.convert %[[X]] : (tensor<2x3xf32>) -> tensor<2x3xi32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[CONVERT]], dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3x4xi32>
    // CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 2 : tensor<2x3x4xi32>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  EQ, %[[IOTA]], %[[BROADCAST_IN_DIM]] : (tensor<2x3x4xi32>, tensor<2x3x4xi32>) -> tensor<2x3x4xi1>
    // CHECK: %[[CONVERT_1:.*]] = stablehlo.convert %[[COMPARE]] : (tensor<2x3x4xi1>) -> tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[CONVERT_1]] init: %[[CONSTANT]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    %many:2 = graph.node "CategoryEncoding"(%x) name "many" {dtype = "float32", num_tokens = 4 : i64, output_mode = "multi_hot"} : (tensor<2x3xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<[-1.000000e+00, 5.000000e-01]> : tensor<2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_1]], dims = [2] : (tensor<2xf32>) -> tensor<2x3x2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x2xf32>
    // CHECK: %[[COMPARE_1:.*]] = stablehlo.compare  GE, %[[BROADCAST_IN_DIM_2]], %[[BROADCAST_IN_DIM_1]] : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xi1>
    // CHECK: %[[CONVERT_2:.*]] = stablehlo.convert %[[COMPARE_1]] : (tensor<2x3x2xi1>) -> tensor<2x3x2xi32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0> : tensor<i32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[CONVERT_2]] init: %[[CONSTANT_2]]) applies stablehlo.add across dimensions = [2] : (tensor<2x3x2xi32>, tensor<i32>) -> tensor<2x3xi32>
    %parts:2 = graph.node "Discretization"(%x) name "parts" {dtype = "float32", bin_boundaries = [-1.0, 0.5]} : (tensor<2x3xf32>) -> tensor<*xf32>
    // CHECK: return %[[REDUCE]], %[[REDUCE_1]] : tensor<2x4xf32>, tensor<2x3xi32>
    graph.return %many#0, %parts#0 : tensor<*xf32>, tensor<*xf32>
  }
}
