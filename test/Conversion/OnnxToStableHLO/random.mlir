// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Numbers that are drawn in each step, by keys that differ.

graph.model onnx attributes {opsets = {ai.onnx = 20 : i64}} {
  graph.function attributes {arg_names = ["p"], result_names = ["normal", "uniform", "coin", "class"]} {
  ^bb0(%p: tensor<2x3xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME: %[[P:[^:]*]]: tensor<2x3xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<[11400714819323198485, 0]> : tensor<2xui64>
    // CHECK: %[[XOR:.*]] = stablehlo.xor %arg1, %[[CONSTANT]] : tensor<2xui64>
    // CHECK: %output_state, %output = stablehlo.rng_bit_generator %[[XOR]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui32>)
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<8> : tensor<2x2xui32>
    // CHECK: %[[SHIFT_RIGHT_LOGICAL:.*]] = stablehlo.shift_right_logical %output, %[[CONSTANT_1]] : tensor<2x2xui32>
    // CHECK: %[[CONVERT:.*]] = stablehlo.convert %[[SHIFT_RIGHT_LOGICAL]] : (tensor<2x2xui32>) -> tensor<2x2xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<5.96046448E-8> : tensor<2x2xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[CONVERT]], %[[CONSTANT_2]] : tensor<2x2xf32>
    // CHECK: %[[SLICE:.*]] = stablehlo.slice %[[MULTIPLY]] [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[SLICE]] : (tensor<1x2xf32>) -> tensor<2xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[MULTIPLY]] [1:2, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[SLICE_1]] : (tensor<1x2xf32>) -> tensor<2xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<6.28318548> : tensor<2xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[RESHAPE_1]], %[[CONSTANT_3]] : tensor<2xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[CONSTANT_4]], %[[RESHAPE]] : tensor<2xf32>
    // CHECK: %[[LOG:.*]] = stablehlo.log %[[SUBTRACT]] : tensor<2xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<-2.000000e+00> : tensor<2xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[LOG]], %[[CONSTANT_5]] : tensor<2xf32>
    // CHECK: %[[SQRT:.*]] = stablehlo.sqrt %[[MULTIPLY_2]] : tensor<2xf32>
    // CHECK: %[[COSINE:.*]] = stablehlo.cosine %[[MULTIPLY_1]] : tensor<2xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[SQRT]], %[[COSINE]] : tensor<2xf32>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2xf32>
    // CHECK: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[MULTIPLY_3]], %[[CONSTANT_6]] : tensor<2xf32>
    // CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<[4354685564936845354, 0]> : tensor<2xui64>
    // CHECK: %[[XOR_1:.*]] = stablehlo.xor %arg1, %[[CONSTANT_7]] : tensor<2xui64>
    // CHECK: %output_state_6, %output_7 = stablehlo.rng_bit_generator %[[XOR_1]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
    // CHECK: %[[CONSTANT_8:.*]] = stablehlo.constant dense<8> : tensor<2x3xui32>
    // CHECK: %[[SHIFT_RIGHT_LOGICAL_1:.*]] = stablehlo.shift_right_logical %output_7, %[[CONSTANT_8]] : tensor<2x3xui32>
    // CHECK: %[[CONVERT_1:.*]] = stablehlo.convert %[[SHIFT_RIGHT_LOGICAL_1]] : (tensor<2x3xui32>) -> tensor<2x3xf32>
    // CHECK: %[[CONSTANT_9:.*]] = stablehlo.constant dense<5.96046448E-8> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[CONVERT_1]], %[[CONSTANT_9]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_10:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[MULTIPLY_5]], %[[CONSTANT_10]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_11:.*]] = stablehlo.constant dense<-1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY_6]], %[[CONSTANT_11]] : tensor<2x3xf32>
    // CHECK: %[[CONVERT_2:.*]] = stablehlo.convert %[[ADD]] : (tensor<2x3xf32>) -> tensor<2x3xf16>
    // CHECK: %[[CONSTANT_12:.*]] = stablehlo.constant dense<[15755400384260043839, 0]> : tensor<2xui64>
    // CHECK: %[[XOR_2:.*]] = stablehlo.xor %arg1, %[[CONSTANT_12]] : tensor<2xui64>
    // CHECK: %output_state_13, %output_14 = stablehlo.rng_bit_generator %[[XOR_2]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
    // CHECK: %[[CONSTANT_13:.*]] = stablehlo.constant dense<8> : tensor<2x3xui32>
    // CHECK: %[[SHIFT_RIGHT_LOGICAL_2:.*]] = stablehlo.shift_right_logical %output_14, %[[CONSTANT_13]] : tensor<2x3xui32>
    // CHECK: %[[CONVERT_3:.*]] = stablehlo.convert %[[SHIFT_RIGHT_LOGICAL_2]] : (tensor<2x3xui32>) -> tensor<2x3xf32>
    // CHECK: %[[CONSTANT_14:.*]] = stablehlo.constant dense<5.96046448E-8> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[CONVERT_3]], %[[CONSTANT_14]] : tensor<2x3xf32>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  LT, %[[MULTIPLY_7]], %[[P]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK: %[[CONVERT_4:.*]] = stablehlo.convert %[[COMPARE]] : (tensor<2x3xi1>) -> tensor<2x3xf32>
    // CHECK: %[[CONSTANT_15:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[P]] init: %[[CONSTANT_15]]) applies stablehlo.maximum across dimensions = [1] {trainlint.derivative = "zero"} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[REDUCE]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
    // CHECK: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[P]], %[[BROADCAST_IN_DIM]] : tensor<2x3xf32>
    // CHECK: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[SUBTRACT_1]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_16:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[EXPONENTIAL]] init: %[[CONSTANT_16]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_1]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[EXPONENTIAL]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
    // CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 1 : tensor<3x3xi32>
    // CHECK: %[[IOTA_1:.*]] = stablehlo.iota dim = 0 : tensor<3x3xi32>
    // CHECK: %[[COMPARE_1:.*]] = stablehlo.compare  LE, %[[IOTA_1]], %[[IOTA]] : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
    // CHECK: %[[CONVERT_5:.*]] = stablehlo.convert %[[COMPARE_1]] : (tensor<3x3xi1>) -> tensor<3x3xf32>
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[DIVIDE]], %[[CONVERT_5]], contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[CONSTANT_17:.*]] = stablehlo.constant dense<[8709371129873690708, 0]> : tensor<2xui64>
    // CHECK: %[[XOR_3:.*]] = stablehlo.xor %arg1, %[[CONSTANT_17]] : tensor<2xui64>
    // CHECK: %output_state_20, %output_21 = stablehlo.rng_bit_generator %[[XOR_3]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x4xui32>)
    // CHECK: %[[CONSTANT_18:.*]] = stablehlo.constant dense<8> : tensor<2x4xui32>
    // CHECK: %[[SHIFT_RIGHT_LOGICAL_3:.*]] = stablehlo.shift_right_logical %output_21, %[[CONSTANT_18]] : tensor<2x4xui32>
    // CHECK: %[[CONVERT_6:.*]] = stablehlo.convert %[[SHIFT_RIGHT_LOGICAL_3]] : (tensor<2x4xui32>) -> tensor<2x4xf32>
    // CHECK: %[[CONSTANT_19:.*]] = stablehlo.constant dense<5.96046448E-8> : tensor<2x4xf32>
    // CHECK: %[[MULTIPLY_8:.*]] = stablehlo.multiply %[[CONVERT_6]], %[[CONSTANT_19]] : tensor<2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[DOT_GENERAL]], dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[MULTIPLY_8]], dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x3xf32>
    // CHECK: %[[COMPARE_2:.*]] = stablehlo.compare  GE, %[[BROADCAST_IN_DIM_3]], %[[BROADCAST_IN_DIM_2]] : (tensor<2x4x3xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xi1>
    // CHECK: %[[CONVERT_7:.*]] = stablehlo.convert %[[COMPARE_2]] : (tensor<2x4x3xi1>) -> tensor<2x4x3xi32>
    // CHECK: %[[CONSTANT_20:.*]] = stablehlo.constant dense<0> : tensor<i32>
    // CHECK: %[[REDUCE_2:.*]] = stablehlo.reduce(%[[CONVERT_7]] init: %[[CONSTANT_20]]) applies stablehlo.add across dimensions = [2] : (tensor<2x4x3xi32>, tensor<i32>) -> tensor<2x4xi32>
    // CHECK: %[[CONSTANT_21:.*]] = stablehlo.constant dense<2> : tensor<2x4xi32>
    // CHECK: %[[MINIMUM:.*]] = stablehlo.minimum %[[REDUCE_2]], %[[CONSTANT_21]] : tensor<2x4xi32>
    // CHECK: return %[[MULTIPLY_4]], %[[CONVERT_2]], %[[CONVERT_4]], %[[MINIMUM]] : tensor<2xf32>, tensor<2x3xf16>, tensor<2x3xf32>, tensor<2x4xi32>
    %normal:2 = graph.node "RandomNormal"() name "normal" {shape = [2], scale = 2.0 : f32} : () -> tensor<*xf32>
    %uniform:2 = graph.node "RandomUniformLike"(%p) name "uniform" {dtype = 10 : i64, low = -1.0 : f32} : (tensor<2x3xf32>) -> tensor<*xf16>
    %coin:2 = graph.node "Bernoulli"(%p) name "coin" : (tensor<2x3xf32>) -> tensor<*xf32>
    %class:2 = graph.node "Multinomial"(%p) name "class" {sample_size = 4 : i64} : (tensor<2x3xf32>) -> tensor<*xi32>
    graph.return %normal#0, %uniform#0, %coin#0, %class#0 : tensor<*xf32>, tensor<*xf16>, tensor<*xf32>, tensor<*xi32>
  }
}
