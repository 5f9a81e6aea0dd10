// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Layers of several inputs; a smaller shape gets dimensions behind the examples.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["a", "b", "large"]} {
  ^bb0(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>, %large: tensor<3x2x4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[A:[^:]*]]: tensor<3x4xf32> {trainlint.name = "a"
    // CHECK-SAME:    %[[B:[^:]*]]: tensor<3x4xf32> {trainlint.name = "b"
    // CHECK-SAME:    %[[LARGE:[^:]*]]: tensor<3x2x4xf32> {trainlint.name = "large"
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[A]], %[[B]] : tensor<3x4xf32>
    %add:2 = graph.node "Add"(%a, %b) name "add" {dtype = "float32"} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[ADD]], %[[B]] : tensor<3x4xf32>
    %subtract:2 = graph.node "Subtract"(%add#0, %b) name "subtract" {dtype = "float32"} : (tensor<*xf32>, tensor<3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[B]] : tensor<3x4xf32>
    %multiply:2 = graph.node "Multiply"(%subtract#0, %b) name "multiply" {dtype = "float32"} : (tensor<*xf32>, tensor<3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[MULTIPLY]], %[[B]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[ADD_1]], %[[CONSTANT]] : tensor<3x4xf32>
    %average:2 = graph.node "Average"(%multiply#0, %b) name "average" {dtype = "float32"} : (tensor<*xf32>, tensor<3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[MAXIMUM:.*]] = stablehlo.maximum %[[MULTIPLY_1]], %[[B]] : tensor<3x4xf32>
    %maximum:2 = graph.node "Maximum"(%average#0, %b) name "maximum" {dtype = "float32"} : (tensor<*xf32>, tensor<3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[MINIMUM:.*]] = stablehlo.minimum %[[MAXIMUM]], %[[B]] : tensor<3x4xf32>
    %minimum:2 = graph.node "Minimum"(%maximum#0, %b) name "minimum" {dtype = "float32"} : (tensor<*xf32>, tensor<3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[MINIMUM]] : (tensor<3x4xf32>) -> tensor<3x1x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[RESHAPE]], dims = [0, 1, 2] : (tensor<3x1x4xf32>) -> tensor<3x2x4xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[BROADCAST_IN_DIM]], %[[LARGE]] : tensor<3x2x4xf32>
    %spread:2 = graph.node "Add"(%minimum#0, %large) name "spread" {dtype = "float32"} : (tensor<*xf32>, tensor<3x2x4xf32>) -> tensor<*xf32>
    // CHECK: %[[CONCATENATE:.*]] = stablehlo.concatenate %[[ADD_2]], %[[LARGE]], dim = 1 : (tensor<3x2x4xf32>, tensor<3x2x4xf32>) -> tensor<3x4x4xf32>
    %concatenate:2 = graph.node "Concatenate"(%spread#0, %large) name "concatenate" {dtype = "float32", axis = 1 : i64} : (tensor<*xf32>, tensor<3x2x4xf32>) -> tensor<*xf32>
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[A]], %[[B]], batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[DOT_GENERAL]] : (tensor<3xf32>) -> tensor<3x1xf32>
    %dot:2 = graph.node "Dot"(%a, %b) name "dot" {dtype = "float32", axes = 1 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[CONCATENATE]], %[[LARGE]], batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x4x4xf32>, tensor<3x2x4xf32>) -> tensor<3x4x2xf32>
    %products:2 = graph.node "Dot"(%concatenate#0, %large) name "products" {dtype = "float32", axes = [2, 2]} : (tensor<*xf32>, tensor<3x2x4xf32>) -> tensor<*xf32>
    // CHECK: return %[[RESHAPE_1]], %[[DOT_GENERAL_1]] : tensor<3x1xf32>, tensor<3x4x2xf32>
    graph.return %dot#0, %products#0 : tensor<*xf32>, tensor<*xf32>
  }
}
