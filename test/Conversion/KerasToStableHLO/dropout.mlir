// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// A part is left out, and the rest is scaled, by numbers that are drawn in each step; SpatialDropout
// leaves out features as a whole. Noise is drawn, too. In predictions none of them is there.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<2x3x4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3x4xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[SEED:[^:]*]]: tensor<2xui64> {trainlint.role = "seed"}
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<[11400714819323198485, 0]> : tensor<2xui64>
    // CHECK: %[[XOR:.*]] = stablehlo.xor %[[SEED]], %[[CONSTANT]] : tensor<2xui64>
    // CHECK: %{{.*}}, %[[RNG_BIT_GENERATOR_1:[^,: ]*]] = stablehlo.rng_bit_generator %[[XOR]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x4xui32>)
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<8> : tensor<2x3x4xui32>
    // CHECK: %[[SHIFT_RIGHT_LOGICAL:.*]] = stablehlo.shift_right_logical %[[RNG_BIT_GENERATOR_1]], %[[CONSTANT_1]] : tensor<2x3x4xui32>
    // CHECK: %[[CONVERT:.*]] = stablehlo.convert %[[SHIFT_RIGHT_LOGICAL]] : (tensor<2x3x4xui32>) -> tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<5.96046448E-8> : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[CONVERT]], %[[CONSTANT_2]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<2x3x4xf32>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  GE, %[[MULTIPLY]], %[[CONSTANT_3]] : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xi1>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1.33333337> : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[X]], %[[CONSTANT_5]] : tensor<2x3x4xf32>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[MULTIPLY_1]], %[[CONSTANT_4]] : tensor<2x3x4xi1>, tensor<2x3x4xf32>
    %dropout:2 = graph.node "Dropout"(%x) name "dropout" {dtype = "float32", rate = 0.25 : f64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<[4354685564936845354, 0]> : tensor<2xui64>
    // CHECK: %[[XOR_1:.*]] = stablehlo.xor %[[SEED]], %[[CONSTANT_6]] : tensor<2xui64>
    // CHECK: %{{.*}}, %[[RNG_BIT_GENERATOR_3:[^,: ]*]] = stablehlo.rng_bit_generator %[[XOR_1]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x1x4xui32>)
    // CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<8> : tensor<2x1x4xui32>
    // CHECK: %[[SHIFT_RIGHT_LOGICAL_1:.*]] = stablehlo.shift_right_logical %[[RNG_BIT_GENERATOR_3]], %[[CONSTANT_7]] : tensor<2x1x4xui32>
    // CHECK: %[[CONVERT_1:.*]] = stablehlo.convert %[[SHIFT_RIGHT_LOGICAL_1]] : (tensor<2x1x4xui32>) -> tensor<2x1x4xf32>
    // CHECK: %[[CONSTANT_8:.*]] = stablehlo.constant dense<5.96046448E-8> : tensor<2x1x4xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[CONVERT_1]], %[[CONSTANT_8]] : tensor<2x1x4xf32>
    // CHECK: %[[CONSTANT_9:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x1x4xf32>
    // CHECK: %[[COMPARE_1:.*]] = stablehlo.compare  GE, %[[MULTIPLY_2]], %[[CONSTANT_9]] : (tensor<2x1x4xf32>, tensor<2x1x4xf32>) -> tensor<2x1x4xi1>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[COMPARE_1]], dims = [0, 1, 2] : (tensor<2x1x4xi1>) -> tensor<2x3x4xi1>
    // CHECK: %[[CONSTANT_10:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_11:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[SELECT]], %[[CONSTANT_11]] : tensor<2x3x4xf32>
    // CHECK: %[[SELECT_1:.*]] = stablehlo.select %[[BROADCAST_IN_DIM]], %[[MULTIPLY_3]], %[[CONSTANT_10]] : tensor<2x3x4xi1>, tensor<2x3x4xf32>
    %spatial:2 = graph.node "SpatialDropout1D"(%dropout#0) name "spatial" {dtype = "float32", rate = 0.5 : f64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_12:.*]] = stablehlo.constant dense<[15755400384260043839, 0]> : tensor<2xui64>
    // CHECK: %[[XOR_2:.*]] = stablehlo.xor %[[SEED]], %[[CONSTANT_12]] : tensor<2xui64>
    // CHECK: %{{.*}}, %[[RNG_BIT_GENERATOR_5:[^,: ]*]] = stablehlo.rng_bit_generator %[[XOR_2]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2x3x4xui32>)
    // CHECK: %[[CONSTANT_13:.*]] = stablehlo.constant dense<8> : tensor<2x2x3x4xui32>
    // CHECK: %[[SHIFT_RIGHT_LOGICAL_2:.*]] = stablehlo.shift_right_logical %[[RNG_BIT_GENERATOR_5]], %[[CONSTANT_13]] : tensor<2x2x3x4xui32>
    // CHECK: %[[CONVERT_2:.*]] = stablehlo.convert %[[SHIFT_RIGHT_LOGICAL_2]] : (tensor<2x2x3x4xui32>) -> tensor<2x2x3x4xf32>
    // CHECK: %[[CONSTANT_14:.*]] = stablehlo.constant dense<5.96046448E-8> : tensor<2x2x3x4xf32>
    // CHECK: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[CONVERT_2]], %[[CONSTANT_14]] : tensor<2x2x3x4xf32>
    // CHECK: %[[SLICE:.*]] = stablehlo.slice %[[MULTIPLY_4]] [0:1, 0:2, 0:3, 0:4] : (tensor<2x2x3x4xf32>) -> tensor<1x2x3x4xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[SLICE]] : (tensor<1x2x3x4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[MULTIPLY_4]] [1:2, 0:2, 0:3, 0:4] : (tensor<2x2x3x4xf32>) -> tensor<1x2x3x4xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[SLICE_1]] : (tensor<1x2x3x4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_15:.*]] = stablehlo.constant dense<6.28318548> : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[RESHAPE_1]], %[[CONSTANT_15]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_16:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3x4xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[CONSTANT_16]], %[[RESHAPE]] : tensor<2x3x4xf32>
    // CHECK: %[[LOG:.*]] = stablehlo.log %[[SUBTRACT]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_17:.*]] = stablehlo.constant dense<-2.000000e+00> : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[LOG]], %[[CONSTANT_17]] : tensor<2x3x4xf32>
    // CHECK: %[[SQRT:.*]] = stablehlo.sqrt %[[MULTIPLY_6]] : tensor<2x3x4xf32>
    // CHECK: %[[COSINE:.*]] = stablehlo.cosine %[[MULTIPLY_5]] : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[SQRT]], %[[COSINE]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_18:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2x3x4xf32>
    // CHECK: %[[MULTIPLY_8:.*]] = stablehlo.multiply %[[MULTIPLY_7]], %[[CONSTANT_18]] : tensor<2x3x4xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[SELECT_1]], %[[MULTIPLY_8]] : tensor<2x3x4xf32>
    %noise:2 = graph.node "GaussianNoise"(%spatial#0) name "noise" {dtype = "float32", stddev = 2.0 : f64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: return %[[ADD]] : tensor<2x3x4xf32>
    graph.return %noise#0 : tensor<*xf32>
  }
}
