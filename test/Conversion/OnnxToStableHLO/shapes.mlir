// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// What is computed from shapes is a constant, which nothing needs afterwards.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["z", "filled"]} {
  ^bb0(%x: tensor<2x3x4xf32>):
    %shape:2 = graph.node "Shape"(%x) name "shape" : (tensor<2x3x4xf32>) -> tensor<*xi64>
    %zero = graph.initializer "zero"(dense<0> : tensor<i64>) : tensor<i64>
    %n:2 = graph.node "Gather"(%shape#0, %zero) name "n" {axis = 0 : i64} : (tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
    %front = graph.initializer "front"(dense<0> : tensor<1xi64>) : tensor<1xi64>
    %n1:2 = graph.node "Unsqueeze"(%n#0, %front) name "n1" : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
    %rest = graph.initializer "rest"(dense<-1> : tensor<1xi64>) : tensor<1xi64>
    %target:2 = graph.node "Concat"(%n1#0, %rest) name "target" {axis = 0 : i64} : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3x4xf32> {trainlint.name = "x"
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[X]] : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
    %y:2 = graph.node "Reshape"(%x, %target#0) name "y" : (tensor<2x3x4xf32>, tensor<*xi64>) -> tensor<*xf32>
    %constant:2 = graph.node "Constant"() name "constant" {value = dense<2.0> : tensor<f32>} : () -> tensor<*xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2x12xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[RESHAPE]], %[[CONSTANT]] : tensor<2x12xf32>
    %z:2 = graph.node "Mul"(%y#0, %constant#0) name "z" : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<2x3x4xf32>
    %filled:2 = graph.node "ConstantOfShape"(%shape#0) name "filled" {value = dense<3.0> : tensor<1xf32>} : (tensor<*xi64>) -> tensor<*xf32>
    // CHECK: return %[[MULTIPLY]], %[[CONSTANT_1]] : tensor<2x12xf32>, tensor<2x3x4xf32>
    graph.return %z#0, %filled#0 : tensor<*xf32>, tensor<*xf32>
  }
}
