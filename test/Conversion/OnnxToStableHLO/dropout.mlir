// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// A part of what is trained is left out, and the rest is scaled, by numbers that are drawn in each step.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["drop"]} {
  ^bb0(%x: tensor<4x3xf32>):
    %ratio = graph.initializer "ratio"(dense<0.25> : tensor<f32>) : tensor<f32>
    %on = graph.initializer "on"(dense<true> : tensor<i1>) : tensor<i1>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<4x3xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[SEED:[^:]*]]: tensor<2xui64> {trainlint.role = "seed"}
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<[11400714819323198485, 0]> : tensor<2xui64>
    // CHECK: %[[XOR:.*]] = stablehlo.xor %[[SEED]], %[[CONSTANT]] : tensor<2xui64>
    // CHECK: %{{.*}}, %[[RNG_BIT_GENERATOR_1:[^,: ]*]] = stablehlo.rng_bit_generator %[[XOR]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui32>)
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<8> : tensor<4x3xui32>
    // CHECK: %[[SHIFT_RIGHT_LOGICAL:.*]] = stablehlo.shift_right_logical %[[RNG_BIT_GENERATOR_1]], %[[CONSTANT_1]] : tensor<4x3xui32>
    // CHECK: %[[CONVERT:.*]] = stablehlo.convert %[[SHIFT_RIGHT_LOGICAL]] : (tensor<4x3xui32>) -> tensor<4x3xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<5.96046448E-8> : tensor<4x3xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[CONVERT]], %[[CONSTANT_2]] : tensor<4x3xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<4x3xf32>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  GE, %[[MULTIPLY]], %[[CONSTANT_3]] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4x3xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1.33333337> : tensor<4x3xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[X]], %[[CONSTANT_5]] : tensor<4x3xf32>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[MULTIPLY_1]], %[[CONSTANT_4]] : tensor<4x3xi1>, tensor<4x3xf32>
    %drop:2 = graph.node "Dropout"(%x, %ratio, %on) name "drop" : (tensor<4x3xf32>, tensor<f32>, tensor<i1>) -> tensor<*xf32>
    // CHECK: return %[[SELECT]] : tensor<4x3xf32>
    graph.return %drop#0 : tensor<*xf32>
  }
}
