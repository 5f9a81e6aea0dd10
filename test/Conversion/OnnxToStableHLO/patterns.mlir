// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Tensors that follow from sizes and places.

graph.model onnx attributes {opsets = {ai.onnx = 20 : i64}} {
  graph.function attributes {arg_names = ["x", "i"], result_names = ["range", "steps", "eye", "lower", "hot", "hann"]} {
  ^bb0(%x: tensor<2x3xf32>, %i: tensor<2xi64>):
    %one = graph.initializer "one"(dense<1> : tensor<i64>) : tensor<i64>
    %nine = graph.initializer "nine"(dense<9> : tensor<i64>) : tensor<i64>
    %three = graph.initializer "three"(dense<3> : tensor<i64>) : tensor<i64>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[I:[^:]*]]: tensor<2xi64> {trainlint.name = "i"
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<[1, 4, 7]> : tensor<3xi64>
    %range:2 = graph.node "Range"(%one, %nine, %three) name "range" : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
    %from = graph.initializer "from"(dense<0.5> : tensor<f32>) : tensor<f32>
    %to = graph.initializer "to"(dense<2.0> : tensor<f32>) : tensor<f32>
    %by = graph.initializer "by"(dense<0.5> : tensor<f32>) : tensor<f32>
    // CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 0 : tensor<3xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[IOTA]], %[[CONSTANT_1]] : tensor<3xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY]], %[[CONSTANT_2]] : tensor<3xf32>
    %steps:2 = graph.node "Range"(%from, %to, %by) name "steps" : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
    // CHECK: %[[IOTA_1:.*]] = stablehlo.iota dim = 0 : tensor<2x3xi64>
    // CHECK: %[[IOTA_2:.*]] = stablehlo.iota dim = 1 : tensor<2x3xi64>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[IOTA_2]], %[[IOTA_1]] : tensor<2x3xi64>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1> : tensor<2x3xi64>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  EQ, %[[SUBTRACT]], %[[CONSTANT_3]] : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    // CHECK: %[[CONVERT:.*]] = stablehlo.convert %[[COMPARE]] : (tensor<2x3xi1>) -> tensor<2x3xf32>
    %eye:2 = graph.node "EyeLike"(%x) name "eye" {k = 1 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
    // CHECK: %[[IOTA_3:.*]] = stablehlo.iota dim = 0 : tensor<2x3xi64>
    // CHECK: %[[IOTA_4:.*]] = stablehlo.iota dim = 1 : tensor<2x3xi64>
    // CHECK: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[IOTA_4]], %[[IOTA_3]] : tensor<2x3xi64>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0> : tensor<2x3xi64>
    // CHECK: %[[COMPARE_1:.*]] = stablehlo.compare  LE, %[[SUBTRACT_1]], %[[CONSTANT_4]] : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE_1]], %[[X]], %[[CONSTANT_5]] : tensor<2x3xi1>, tensor<2x3xf32>
    %lower:2 = graph.node "Trilu"(%x) name "lower" {upper = 0 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
    %values = graph.initializer "values"(dense<[-1.0, 1.0]> : tensor<2xf32>) : tensor<2xf32>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<0> : tensor<2xi64>
    // CHECK: %[[COMPARE_2:.*]] = stablehlo.compare  LT, %[[I]], %[[CONSTANT_6]] : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
    // CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<3> : tensor<2xi64>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[I]], %[[CONSTANT_7]] : tensor<2xi64>
    // CHECK: %[[SELECT_1:.*]] = stablehlo.select %[[COMPARE_2]], %[[ADD_1]], %[[I]] : tensor<2xi1>, tensor<2xi64>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[SELECT_1]], dims = [1] : (tensor<2xi64>) -> tensor<3x2xi64>
    // CHECK: %[[IOTA_5:.*]] = stablehlo.iota dim = 0 : tensor<3x2xi64>
    // CHECK: %[[COMPARE_3:.*]] = stablehlo.compare  EQ, %[[BROADCAST_IN_DIM]], %[[IOTA_5]] : (tensor<3x2xi64>, tensor<3x2xi64>) -> tensor<3x2xi1>
    // CHECK: %[[CONSTANT_8:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<3x2xf32>
    // CHECK: %[[CONSTANT_9:.*]] = stablehlo.constant dense<-1.000000e+00> : tensor<3x2xf32>
    // CHECK: %[[SELECT_2:.*]] = stablehlo.select %[[COMPARE_3]], %[[CONSTANT_8]], %[[CONSTANT_9]] : tensor<3x2xi1>, tensor<3x2xf32>
    %hot:2 = graph.node "OneHot"(%i, %three, %values) name "hot" {axis = 0 : i64} : (tensor<2xi64>, tensor<i64>, tensor<2xf32>) -> tensor<*xf32>
    // CHECK: %[[IOTA_6:.*]] = stablehlo.iota dim = 0 : tensor<3xf32>
    // CHECK: %[[CONSTANT_10:.*]] = stablehlo.constant dense<2.09439516> : tensor<3xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[IOTA_6]], %[[CONSTANT_10]] : tensor<3xf32>
    // CHECK: %[[CONSTANT_11:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
    // CHECK: %[[COSINE:.*]] = stablehlo.cosine %[[MULTIPLY_1]] : tensor<3xf32>
    // CHECK: %[[CONSTANT_12:.*]] = stablehlo.constant dense<-5.000000e-01> : tensor<3xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[COSINE]], %[[CONSTANT_12]] : tensor<3xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[CONSTANT_11]], %[[MULTIPLY_2]] : tensor<3xf32>
    %hann:2 = graph.node "HannWindow"(%three) name "hann" : (tensor<i64>) -> tensor<*xf32>
    // CHECK: return %[[CONSTANT]], %[[ADD]], %[[CONVERT]], %[[SELECT]], %[[SELECT_2]], %[[ADD_2]] : tensor<3xi64>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<3xf32>
    graph.return %range#0, %steps#0, %eye#0, %lower#0, %hot#0, %hann#0 : tensor<*xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
