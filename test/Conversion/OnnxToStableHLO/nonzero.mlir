// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Which elements of a constant are not zero is known: exporters count with it.

graph.model onnx attributes {opsets = {ai.onnx = 9 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["places", "scalar"]} {
  ^bb0(%x: tensor<2xf32>):
    // CHECK-LABEL: func.func @forward(
    %mask = graph.initializer "mask"(dense<[[true, false, true], [false, false, true]]> : tensor<2x3xi1>) : tensor<2x3xi1>
    // CHECK: %[[PLACES:.*]] = stablehlo.constant dense<{{\[}}[0, 0, 1], [0, 2, 2]]> : tensor<2x3xi64>
    %places:2 = graph.node "NonZero"(%mask) name "places" : (tensor<2x3xi1>) -> tensor<*xi64>
    %two = graph.initializer "two"(dense<2> : tensor<i64>) : tensor<i64>
    // CHECK: %[[SCALAR:.*]] = stablehlo.constant dense<> : tensor<0x1xi64>
    %scalar:2 = graph.node "NonZero"(%two) name "scalar" : (tensor<i64>) -> tensor<*xi64>
    // CHECK: return %[[PLACES]], %[[SCALAR]] : tensor<2x3xi64>, tensor<0x1xi64>
    graph.return %places#0, %scalar#0 : tensor<*xi64>, tensor<*xi64>
  }
}
