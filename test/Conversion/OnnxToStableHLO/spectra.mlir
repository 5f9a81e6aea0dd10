// RUN: trainlint-opt %s --graph-to-forward --split-input-file | FileCheck %s

// Fourier transforms.

// A sum of waves: products with the matrices of cosines and sines.
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["y"]} {
  ^bb0(%x: tensor<1x2x1xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<1x2x1xf32>
    // CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 1 : tensor<2x2xi64>
    // CHECK: %[[IOTA_1:.*]] = stablehlo.iota dim = 0 : tensor<2x2xi64>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[IOTA_1]], %[[IOTA]] : tensor<2x2xi64>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<2> : tensor<2x2xi64>
    // CHECK: %[[REMAINDER:.*]] = stablehlo.remainder %[[MULTIPLY]], %[[CONSTANT]] : tensor<2x2xi64>
    // CHECK: %[[CONVERT:.*]] = stablehlo.convert %[[REMAINDER]] : (tensor<2x2xi64>) -> tensor<2x2xf64>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<3.1415926535897931> : tensor<2x2xf64>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[CONVERT]], %[[CONSTANT_1]] : tensor<2x2xf64>
    // CHECK: %[[COSINE:.*]] = stablehlo.cosine %[[MULTIPLY_1]] : tensor<2x2xf64>
    // CHECK: %[[CONVERT_1:.*]] = stablehlo.convert %[[COSINE]] : (tensor<2x2xf64>) -> tensor<2x2xf32>
    // CHECK: %[[SINE:.*]] = stablehlo.sine %[[MULTIPLY_1]] : tensor<2x2xf64>
    // CHECK: %[[CONVERT_2:.*]] = stablehlo.convert %[[SINE]] : (tensor<2x2xf64>) -> tensor<2x2xf32>
    // CHECK: %[[NEGATE:.*]] = stablehlo.negate %[[CONVERT_2]] : tensor<2x2xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[X]] : (tensor<1x2x1xf32>) -> tensor<1x2xf32>
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[RESHAPE]], %[[CONVERT_1]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[RESHAPE]], %[[NEGATE]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[DOT_GENERAL]] : (tensor<1x2xf32>) -> tensor<1x2x1xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[DOT_GENERAL_1]] : (tensor<1x2xf32>) -> tensor<1x2x1xf32>
    // CHECK: %[[CONCATENATE:.*]] = stablehlo.concatenate %[[RESHAPE_1]], %[[RESHAPE_2]], dim = 2 : (tensor<1x2x1xf32>, tensor<1x2x1xf32>) -> tensor<1x2x2xf32>
    // CHECK: return %[[CONCATENATE]] : tensor<1x2x2xf32>
    %y:2 = graph.node "DFT"(%x) name "y" {axis = 1 : i64} : (tensor<1x2x1xf32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}

// -----

// A matrix that follows from constants is one.
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["y"]} {
  ^bb0(%x: tensor<3xf32>):
    %bins = graph.initializer "bins"(dense<2> : tensor<i64>) : tensor<i64>
    %length = graph.initializer "length"(dense<4> : tensor<i64>) : tensor<i64>
    %rate = graph.initializer "rate"(dense<8> : tensor<i64>) : tensor<i64>
    %low = graph.initializer "low"(dense<0.0> : tensor<f32>) : tensor<f32>
    %high = graph.initializer "high"(dense<4.0> : tensor<f32>) : tensor<f32>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<3xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<{{\[\[}}1.000000e+00, 0.000000e+00], [0.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00]]> : tensor<3x2xf32>
    // CHECK: return %[[CONSTANT]] : tensor<3x2xf32>
    %y:2 = graph.node "MelWeightMatrix"(%bins, %length, %rate, %low, %high) name "y" : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}
