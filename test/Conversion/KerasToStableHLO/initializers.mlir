// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// What weights begin with is drawn by `init`, each from numbers of its own.

// CHECK-LABEL: func.func @init(
// CHECK-SAME:    %[[ARG:[^:]*]]: tensor<i64>
// CHECK: %[[CONVERT:.*]] = stablehlo.convert %[[ARG]] : (tensor<i64>) -> tensor<ui64>
// CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[CONVERT]] : (tensor<ui64>) -> tensor<1xui64>
// CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0> : tensor<1xui64>
// CHECK: %[[CONCATENATE:.*]] = stablehlo.concatenate %[[RESHAPE]], %[[CONSTANT]], dim = 0 : (tensor<1xui64>, tensor<1xui64>) -> tensor<2xui64>
// CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<[11400714819323198485, 0]> : tensor<2xui64>
// CHECK: %[[XOR:.*]] = stablehlo.xor %[[CONCATENATE]], %[[CONSTANT_1]] : tensor<2xui64>
// CHECK: %{{.*}}, %[[RNG_BIT_GENERATOR_1:[^,: ]*]] = stablehlo.rng_bit_generator %[[XOR]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
// CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<8> : tensor<3x4xui32>
// CHECK: %[[SHIFT_RIGHT_LOGICAL:.*]] = stablehlo.shift_right_logical %[[RNG_BIT_GENERATOR_1]], %[[CONSTANT_2]] : tensor<3x4xui32>
// CHECK: %[[CONVERT_1:.*]] = stablehlo.convert %[[SHIFT_RIGHT_LOGICAL]] : (tensor<3x4xui32>) -> tensor<3x4xf32>
// CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<5.96046448E-8> : tensor<3x4xf32>
// CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[CONVERT_1]], %[[CONSTANT_3]] : tensor<3x4xf32>
// CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1.85164022> : tensor<3x4xf32>
// CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[MULTIPLY]], %[[CONSTANT_4]] : tensor<3x4xf32>
// CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<-0.925820112> : tensor<3x4xf32>
// CHECK: %[[ADD:.*]] = stablehlo.add %[[MULTIPLY_1]], %[[CONSTANT_5]] : tensor<3x4xf32>
// CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: %[[CONVERT_2:.*]] = stablehlo.convert %[[ARG]] : (tensor<i64>) -> tensor<ui64>
// CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[CONVERT_2]] : (tensor<ui64>) -> tensor<1xui64>
// CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<0> : tensor<1xui64>
// CHECK: %[[CONCATENATE_1:.*]] = stablehlo.concatenate %[[RESHAPE_1]], %[[CONSTANT_7]], dim = 0 : (tensor<1xui64>, tensor<1xui64>) -> tensor<2xui64>
// CHECK: %[[CONSTANT_8:.*]] = stablehlo.constant dense<[15755400384260043839, 0]> : tensor<2xui64>
// CHECK: %[[XOR_1:.*]] = stablehlo.xor %[[CONCATENATE_1]], %[[CONSTANT_8]] : tensor<2xui64>
// CHECK: %{{.*}}, %[[RNG_BIT_GENERATOR_3:[^,: ]*]] = stablehlo.rng_bit_generator %[[XOR_1]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x4xui32>)
// CHECK: %[[CONSTANT_9:.*]] = stablehlo.constant dense<8> : tensor<4x4xui32>
// CHECK: %[[SHIFT_RIGHT_LOGICAL_1:.*]] = stablehlo.shift_right_logical %[[RNG_BIT_GENERATOR_3]], %[[CONSTANT_9]] : tensor<4x4xui32>
// CHECK: %[[CONVERT_3:.*]] = stablehlo.convert %[[SHIFT_RIGHT_LOGICAL_1]] : (tensor<4x4xui32>) -> tensor<4x4xf32>
// CHECK: %[[CONSTANT_10:.*]] = stablehlo.constant dense<5.96046448E-8> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[CONVERT_3]], %[[CONSTANT_10]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_11:.*]] = stablehlo.constant dense<0.954499721> : tensor<4x4xf32>
// CHECK: %[[CONSTANT_12:.*]] = stablehlo.constant dense<1.90899944> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[MULTIPLY_2]], %[[CONSTANT_12]] : tensor<4x4xf32>
// CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[MULTIPLY_3]], %[[CONSTANT_11]] : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[SUBTRACT]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_13:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4x4xf32>
// CHECK: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[CONSTANT_13]], %[[MULTIPLY_4]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_14:.*]] = stablehlo.constant dense<2.500000e+00> : tensor<4x4xf32>
// CHECK: %[[LOG:.*]] = stablehlo.log %[[SUBTRACT_1]] : tensor<4x4xf32>
// CHECK: %[[NEGATE:.*]] = stablehlo.negate %[[LOG]] : tensor<4x4xf32>
// CHECK: %[[SUBTRACT_2:.*]] = stablehlo.subtract %[[NEGATE]], %[[CONSTANT_14]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_15:.*]] = stablehlo.constant dense<2.81022636E-8> : tensor<4x4xf32>
// CHECK: %[[CONSTANT_16:.*]] = stablehlo.constant dense<3.43273939E-7> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[CONSTANT_15]], %[[SUBTRACT_2]] : tensor<4x4xf32>
// CHECK: %[[ADD_1:.*]] = stablehlo.add %[[MULTIPLY_5]], %[[CONSTANT_16]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_17:.*]] = stablehlo.constant dense<-3.5233877E-6> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[ADD_1]], %[[SUBTRACT_2]] : tensor<4x4xf32>
// CHECK: %[[ADD_2:.*]] = stablehlo.add %[[MULTIPLY_6]], %[[CONSTANT_17]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_18:.*]] = stablehlo.constant dense<-4.39150654E-6> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[ADD_2]], %[[SUBTRACT_2]] : tensor<4x4xf32>
// CHECK: %[[ADD_3:.*]] = stablehlo.add %[[MULTIPLY_7]], %[[CONSTANT_18]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_19:.*]] = stablehlo.constant dense<2.1858087E-4> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_8:.*]] = stablehlo.multiply %[[ADD_3]], %[[SUBTRACT_2]] : tensor<4x4xf32>
// CHECK: %[[ADD_4:.*]] = stablehlo.add %[[MULTIPLY_8]], %[[CONSTANT_19]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_20:.*]] = stablehlo.constant dense<-0.00125372503> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_9:.*]] = stablehlo.multiply %[[ADD_4]], %[[SUBTRACT_2]] : tensor<4x4xf32>
// CHECK: %[[ADD_5:.*]] = stablehlo.add %[[MULTIPLY_9]], %[[CONSTANT_20]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_21:.*]] = stablehlo.constant dense<-0.00417768164> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_10:.*]] = stablehlo.multiply %[[ADD_5]], %[[SUBTRACT_2]] : tensor<4x4xf32>
// CHECK: %[[ADD_6:.*]] = stablehlo.add %[[MULTIPLY_10]], %[[CONSTANT_21]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_22:.*]] = stablehlo.constant dense<0.246640727> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_11:.*]] = stablehlo.multiply %[[ADD_6]], %[[SUBTRACT_2]] : tensor<4x4xf32>
// CHECK: %[[ADD_7:.*]] = stablehlo.add %[[MULTIPLY_11]], %[[CONSTANT_22]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_23:.*]] = stablehlo.constant dense<1.50140941> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_12:.*]] = stablehlo.multiply %[[ADD_7]], %[[SUBTRACT_2]] : tensor<4x4xf32>
// CHECK: %[[ADD_8:.*]] = stablehlo.add %[[MULTIPLY_12]], %[[CONSTANT_23]] : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_13:.*]] = stablehlo.multiply %[[ADD_8]], %[[SUBTRACT]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_24:.*]] = stablehlo.constant dense<1.13684726> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_14:.*]] = stablehlo.multiply %[[MULTIPLY_13]], %[[CONSTANT_24]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_25:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: %[[CONVERT_4:.*]] = stablehlo.convert %[[ARG]] : (tensor<i64>) -> tensor<ui64>
// CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[CONVERT_4]] : (tensor<ui64>) -> tensor<1xui64>
// CHECK: %[[CONSTANT_26:.*]] = stablehlo.constant dense<0> : tensor<1xui64>
// CHECK: %[[CONCATENATE_2:.*]] = stablehlo.concatenate %[[RESHAPE_2]], %[[CONSTANT_26]], dim = 0 : (tensor<1xui64>, tensor<1xui64>) -> tensor<2xui64>
// CHECK: %[[CONSTANT_27:.*]] = stablehlo.constant dense<[1663341875487337577, 0]> : tensor<2xui64>
// CHECK: %[[XOR_2:.*]] = stablehlo.xor %[[CONCATENATE_2]], %[[CONSTANT_27]] : tensor<2xui64>
// CHECK: %{{.*}}, %[[RNG_BIT_GENERATOR_5:[^,: ]*]] = stablehlo.rng_bit_generator %[[XOR_2]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x4x4xui32>)
// CHECK: %[[CONSTANT_28:.*]] = stablehlo.constant dense<8> : tensor<2x4x4xui32>
// CHECK: %[[SHIFT_RIGHT_LOGICAL_2:.*]] = stablehlo.shift_right_logical %[[RNG_BIT_GENERATOR_5]], %[[CONSTANT_28]] : tensor<2x4x4xui32>
// CHECK: %[[CONVERT_5:.*]] = stablehlo.convert %[[SHIFT_RIGHT_LOGICAL_2]] : (tensor<2x4x4xui32>) -> tensor<2x4x4xf32>
// CHECK: %[[CONSTANT_29:.*]] = stablehlo.constant dense<5.96046448E-8> : tensor<2x4x4xf32>
// CHECK: %[[MULTIPLY_15:.*]] = stablehlo.multiply %[[CONVERT_5]], %[[CONSTANT_29]] : tensor<2x4x4xf32>
// CHECK: %[[SLICE:.*]] = stablehlo.slice %[[MULTIPLY_15]] [0:1, 0:4, 0:4] : (tensor<2x4x4xf32>) -> tensor<1x4x4xf32>
// CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[SLICE]] : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
// CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[MULTIPLY_15]] [1:2, 0:4, 0:4] : (tensor<2x4x4xf32>) -> tensor<1x4x4xf32>
// CHECK: %[[RESHAPE_4:.*]] = stablehlo.reshape %[[SLICE_1]] : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
// CHECK: %[[CONSTANT_30:.*]] = stablehlo.constant dense<6.28318548> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_16:.*]] = stablehlo.multiply %[[RESHAPE_4]], %[[CONSTANT_30]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_31:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4x4xf32>
// CHECK: %[[SUBTRACT_3:.*]] = stablehlo.subtract %[[CONSTANT_31]], %[[RESHAPE_3]] : tensor<4x4xf32>
// CHECK: %[[LOG_1:.*]] = stablehlo.log %[[SUBTRACT_3]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_32:.*]] = stablehlo.constant dense<-2.000000e+00> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_17:.*]] = stablehlo.multiply %[[LOG_1]], %[[CONSTANT_32]] : tensor<4x4xf32>
// CHECK: %[[SQRT:.*]] = stablehlo.sqrt %[[MULTIPLY_17]] : tensor<4x4xf32>
// CHECK: %[[COSINE:.*]] = stablehlo.cosine %[[MULTIPLY_16]] : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_18:.*]] = stablehlo.multiply %[[SQRT]], %[[COSINE]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_33:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<4x4xf32>
// CHECK: %[[MULTIPLY_19:.*]] = stablehlo.multiply %[[MULTIPLY_18]], %[[CONSTANT_33]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_34:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4x4xf32>
// CHECK: %[[ADD_9:.*]] = stablehlo.add %[[MULTIPLY_19]], %[[CONSTANT_34]] : tensor<4x4xf32>
// CHECK: %[[CONSTANT_35:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: %[[CONSTANT_36:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<4x4xf32>
// CHECK: %[[CONSTANT_37:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<2x3xf32>):
    %glorot:2 = graph.node "Dense"(%x) name "glorot" {dtype = "float32", units = 4 : i64, kernel_initializer = {class_name = "GlorotUniform", config = {seed = unit}}, bias_initializer = {class_name = "Zeros", config = {}}} : (tensor<2x3xf32>) -> tensor<*xf32>
    %he:2 = graph.node "Dense"(%glorot#0) name "he" {dtype = "float32", units = 4 : i64, kernel_initializer = {class_name = "HeNormal", config = {seed = unit}}, bias_initializer = {class_name = "Ones", config = {}}} : (tensor<*xf32>) -> tensor<*xf32>
    %normal:2 = graph.node "Dense"(%he#0) name "normal" {dtype = "float32", units = 4 : i64, kernel_initializer = {class_name = "RandomNormal", config = {mean = 1.0 : f64, stddev = 0.5 : f64}}, bias_initializer = {class_name = "Zeros", config = {}}} : (tensor<*xf32>) -> tensor<*xf32>
    %constant:2 = graph.node "Dense"(%normal#0) name "constant" {dtype = "float32", units = 4 : i64, kernel_initializer = {class_name = "Constant", config = {value = 3.0 : f64}}, bias_initializer = {class_name = "Zeros", config = {}}} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: return %[[ADD]], %[[CONSTANT_6]], %[[MULTIPLY_14]], %[[CONSTANT_25]], %[[ADD_9]], %[[CONSTANT_35]], %[[CONSTANT_36]], %[[CONSTANT_37]] : tensor<3x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>
    graph.return %constant#0 : tensor<*xf32>
  }
}
