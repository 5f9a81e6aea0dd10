// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Constants, and what shapes say: each is known where it is made.

graph.model onnx attributes {opsets = {ai.onnx = 20 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["reals", "wholes", "zeros", "chosen"]} {
  ^bb0(%x: tensor<2x3x4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<[5.000000e-01, 1.500000e+00]> : tensor<2xf32>
    %reals:2 = graph.node "Constant"() name "reals" {value_floats = [0.5 : f32, 1.5 : f32]} : () -> tensor<*xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<[1, -1]> : tensor<2xi64>
    %wholes:2 = graph.node "Constant"() name "wholes" {value_ints = [1, -1]} : () -> tensor<*xi64>
    %middle:2 = graph.node "Shape"(%x) name "middle" {start = 1 : i64, end = -1 : i64} : (tensor<2x3x4xf32>) -> tensor<*xi64>
    %size:2 = graph.node "Size"(%x) name "size" : (tensor<2x3x4xf32>) -> tensor<*xi64>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3xf32>
    %zeros:2 = graph.node "ConstantOfShape"(%middle#0) name "zeros" : (tensor<*xi64>) -> tensor<*xf32>
    %two = graph.initializer "two"(dense<2> : tensor<i64>) : tensor<i64>
    %rest:2 = graph.node "Mod"(%size#0, %two) name "rest" : (tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
    %half:2 = graph.node "Div"(%size#0, %two) name "half" : (tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
    %is:2 = graph.node "Equal"(%rest#0, %two) name "is" : (tensor<*xi64>, tensor<i64>) -> tensor<*xi1>
    %isnot:2 = graph.node "Not"(%is#0) name "isnot" : (tensor<*xi1>) -> tensor<*xi1>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<12> : tensor<i64>
    %chosen:2 = graph.node "Where"(%isnot#0, %half#0, %two) name "chosen" : (tensor<*xi1>, tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
    // CHECK: return %[[CONSTANT]], %[[CONSTANT_1]], %[[CONSTANT_2]], %[[CONSTANT_3]] : tensor<2xf32>, tensor<2xi64>, tensor<3xf32>, tensor<i64>
    graph.return %reals#0, %wholes#0, %zeros#0, %chosen#0 : tensor<*xf32>, tensor<*xi64>, tensor<*xf32>, tensor<*xi64>
  }
}
