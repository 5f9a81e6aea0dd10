// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// The kernel has the sizes of its letters; the bias has those that are named.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<2x3x4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[HEADS_KERNEL:[^:]*]]: tensor<4x5x6xf32> {trainlint.name = "heads/kernel"
    // CHECK-SAME:    %[[HEADS_BIAS:[^:]*]]: tensor<5x6xf32> {trainlint.name = "heads/bias"
    // CHECK-SAME:    %[[STEPS_KERNEL:[^:]*]]: tensor<3x6xf32> {trainlint.name = "steps/kernel"
    // CHECK-SAME:    %[[STEPS_BIAS:[^:]*]]: tensor<6x1xf32> {trainlint.name = "steps/bias"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3x4xf32> {trainlint.name = "x"
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[X]], %[[HEADS_KERNEL]], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x5x6xf32>) -> tensor<2x3x5x6xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[HEADS_BIAS]], dims = [2, 3] : (tensor<5x6xf32>) -> tensor<2x3x5x6xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[DOT_GENERAL]], %[[BROADCAST_IN_DIM]] : tensor<2x3x5x6xf32>
    %heads:2 = graph.node "EinsumDense"(%x) name "heads" {dtype = "float32", equation = "abc,cde->abde", output_shape = [unit, 5, 6], bias_axes = "de"} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[X]], %[[STEPS_KERNEL]], contracting_dims = [1] x [0] : (tensor<2x3x4xf32>, tensor<3x6xf32>) -> tensor<2x4x6xf32>
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[DOT_GENERAL_1]], dims = [0, 2, 1] : (tensor<2x4x6xf32>) -> tensor<2x6x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[STEPS_BIAS]], dims = [1, 2] : (tensor<6x1xf32>) -> tensor<2x6x4xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[TRANSPOSE]], %[[BROADCAST_IN_DIM_1]] : tensor<2x6x4xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x6x4xf32>
    // CHECK: %[[MAXIMUM:.*]] = stablehlo.maximum %[[ADD_1]], %[[CONSTANT]] : tensor<2x6x4xf32>
    %steps:2 = graph.node "EinsumDense"(%x) name "steps" {dtype = "float32", equation = "abc,bd->adc", output_shape = [6, 4], bias_axes = "d", activation = "relu"} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: return %[[ADD]], %[[MAXIMUM]] : tensor<2x3x5x6xf32>, tensor<2x6x4xf32>
    graph.return %heads#0, %steps#0 : tensor<*xf32>, tensor<*xf32>
  }
}
