// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Numbers as integers with a scale and a zero point, and products of those.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x", "image"], result_names = ["numbers", "product", "convolution"]} {
  ^bb0(%x: tensor<2x3xf32>, %image: tensor<1x2x4x4xui8>):
    %scales = graph.initializer "scales"(dense<[0.5, 1.0, 2.0]> : tensor<3xf32>) : tensor<3xf32>
    %zeros = graph.initializer "zeros"(dense<[1, 2, 3]> : tensor<3xui8>) : tensor<3xui8>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3xf32>
    // CHECK-SAME:    %[[IMAGE:[^:]*]]: tensor<1x2x4x4xui8>
    // CHECK: %[[SCALES:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[MULTIPLES:.*]] = stablehlo.divide %[[X]], %[[SCALES]]
    // CHECK: %[[WHOLE:.*]] = stablehlo.round_nearest_even %[[MULTIPLES]]
    // CHECK: %[[MOVED:.*]] = stablehlo.add %[[WHOLE]], %{{.*}} : tensor<2x3xf32>
    // CHECK: stablehlo.maximum %[[MOVED]]
    // CHECK: %[[KEPT:.*]] = stablehlo.minimum
    // CHECK: %[[INTEGERS:.*]] = stablehlo.convert %[[KEPT]] : (tensor<2x3xf32>) -> tensor<2x3xui8>
    %integers:2 = graph.node "QuantizeLinear"(%x, %scales, %zeros) name "integers" : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xui8>) -> tensor<*xui8>

    // CHECK: %[[WIDE:.*]] = stablehlo.convert %[[INTEGERS]] : (tensor<2x3xui8>) -> tensor<2x3xi32>
    // CHECK: %[[STEPS:.*]] = stablehlo.subtract %[[WIDE]], %{{.*}} : tensor<2x3xi32>
    // CHECK: %[[REAL:.*]] = stablehlo.convert %[[STEPS]] : (tensor<2x3xi32>) -> tensor<2x3xf32>
    // CHECK: stablehlo.multiply %[[REAL]], %{{.*}} : tensor<2x3xf32>
    %numbers:2 = graph.node "DequantizeLinear"(%integers#0, %scales, %zeros) name "numbers" : (tensor<*xui8>, tensor<3xf32>, tensor<3xui8>) -> tensor<*xf32>

    %matrix = graph.initializer "matrix"(dense<3> : tensor<3x4xi8>) : tensor<3x4xi8>
    %zero = graph.initializer "zero"(dense<9> : tensor<ui8>) : tensor<ui8>
    // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
    %product:2 = graph.node "MatMulInteger"(%integers#0, %matrix, %zero) name "product" : (tensor<*xui8>, tensor<3x4xi8>, tensor<ui8>) -> tensor<*xi32>

    %w = graph.initializer "w"(dense<3> : tensor<3x2x3x3xi8>) : tensor<3x2x3x3xi8>
    %w_zeros = graph.initializer "w_zeros"(dense<0> : tensor<3xi8>) : tensor<3xi8>
    %scale = graph.initializer "scale"(dense<0.5> : tensor<f32>) : tensor<f32>
    // CHECK: %[[SUMS:.*]] = stablehlo.convolution({{.*}}) -> tensor<1x3x2x2xi32>
    // CHECK: stablehlo.convert %[[SUMS]] : (tensor<1x3x2x2xi32>) -> tensor<1x3x2x2xf32>
    // CHECK: stablehlo.round_nearest_even
    // CHECK: stablehlo.convert %{{.*}} : (tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xui8>
    %convolution:2 = graph.node "QLinearConv"(%image, %scale, %zero, %w, %scales, %w_zeros, %scale, %zero) name "convolution" : (tensor<1x2x4x4xui8>, tensor<f32>, tensor<ui8>, tensor<3x2x3x3xi8>, tensor<3xf32>, tensor<3xi8>, tensor<f32>, tensor<ui8>) -> tensor<*xui8>
    graph.return %numbers#0, %product#0, %convolution#0 : tensor<*xf32>, tensor<*xi32>, tensor<*xui8>
  }
}
