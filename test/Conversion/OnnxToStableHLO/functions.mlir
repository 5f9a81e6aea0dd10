// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Functions that StableHLO has no op for.

graph.model onnx attributes {opsets = {ai.onnx = 20 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["acos", "atan", "acosh", "asin", "atanh", "cosh", "sinh", "tan", "round", "isnan", "isinf", "low", "shrink"]} {
  ^bb0(%x: tensor<2x3xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME: %[[X:[^:]*]]: tensor<2x3xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[CONSTANT]], %[[X]] : tensor<2x3xf32>
    // CHECK: %[[SQRT:.*]] = stablehlo.sqrt %[[SUBTRACT]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[X]], %[[CONSTANT_1]] : tensor<2x3xf32>
    // CHECK: %[[SQRT_1:.*]] = stablehlo.sqrt %[[ADD]] : tensor<2x3xf32>
    // CHECK: %[[ATAN2:.*]] = stablehlo.atan2 %[[SQRT]], %[[SQRT_1]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[ATAN2]], %[[CONSTANT_2]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[ATAN2_1:.*]] = stablehlo.atan2 %[[X]], %[[CONSTANT_3]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[X]], %[[CONSTANT_4]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[X]], %[[CONSTANT_5]] : tensor<2x3xf32>
    // CHECK: %[[SQRT_2:.*]] = stablehlo.sqrt %[[ADD_1]] : tensor<2x3xf32>
    // CHECK: %[[SQRT_3:.*]] = stablehlo.sqrt %[[SUBTRACT_1]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[SQRT_3]], %[[SQRT_2]] : tensor<2x3xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[SUBTRACT_1]], %[[MULTIPLY_1]] : tensor<2x3xf32>
    // CHECK: %[[LOG_PLUS_ONE:.*]] = stablehlo.log_plus_one %[[ADD_2]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[SUBTRACT_2:.*]] = stablehlo.subtract %[[CONSTANT_6]], %[[X]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[ADD_3:.*]] = stablehlo.add %[[X]], %[[CONSTANT_7]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[SUBTRACT_2]], %[[ADD_3]] : tensor<2x3xf32>
    // CHECK: %[[SQRT_4:.*]] = stablehlo.sqrt %[[MULTIPLY_2]] : tensor<2x3xf32>
    // CHECK: %[[ATAN2_2:.*]] = stablehlo.atan2 %[[X]], %[[SQRT_4]] : tensor<2x3xf32>
    // CHECK: %[[LOG_PLUS_ONE_1:.*]] = stablehlo.log_plus_one %[[X]] : tensor<2x3xf32>
    // CHECK: %[[NEGATE:.*]] = stablehlo.negate %[[X]] : tensor<2x3xf32>
    // CHECK: %[[LOG_PLUS_ONE_2:.*]] = stablehlo.log_plus_one %[[NEGATE]] : tensor<2x3xf32>
    // CHECK: %[[SUBTRACT_3:.*]] = stablehlo.subtract %[[LOG_PLUS_ONE_1]], %[[LOG_PLUS_ONE_2]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_8:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[SUBTRACT_3]], %[[CONSTANT_8]] : tensor<2x3xf32>
    // CHECK: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[X]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_9:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[EXPONENTIAL]], %[[CONSTANT_9]] : tensor<2x3xf32>
    // CHECK: %[[NEGATE_1:.*]] = stablehlo.negate %[[X]] : tensor<2x3xf32>
    // CHECK: %[[EXPONENTIAL_1:.*]] = stablehlo.exponential %[[NEGATE_1]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_10:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[EXPONENTIAL_1]], %[[CONSTANT_10]] : tensor<2x3xf32>
    // CHECK: %[[ADD_4:.*]] = stablehlo.add %[[MULTIPLY_4]], %[[MULTIPLY_5]] : tensor<2x3xf32>
    // CHECK: %[[EXPONENTIAL_MINUS_ONE:.*]] = stablehlo.exponential_minus_one %[[X]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_11:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[EXPONENTIAL_MINUS_ONE]], %[[CONSTANT_11]] : tensor<2x3xf32>
    // CHECK: %[[NEGATE_2:.*]] = stablehlo.negate %[[X]] : tensor<2x3xf32>
    // CHECK: %[[EXPONENTIAL_MINUS_ONE_1:.*]] = stablehlo.exponential_minus_one %[[NEGATE_2]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_12:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[EXPONENTIAL_MINUS_ONE_1]], %[[CONSTANT_12]] : tensor<2x3xf32>
    // CHECK: %[[SUBTRACT_4:.*]] = stablehlo.subtract %[[MULTIPLY_6]], %[[MULTIPLY_7]] : tensor<2x3xf32>
    // CHECK: %[[TAN:.*]] = stablehlo.tan %[[X]] : tensor<2x3xf32>
    // CHECK: %[[ROUND_NEAREST_EVEN:.*]] = stablehlo.round_nearest_even %[[X]] : tensor<2x3xf32>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  NE, %[[X]], %[[X]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK: %[[CONSTANT_13:.*]] = stablehlo.constant dense<0x7F800000> : tensor<2x3xf32>
    // CHECK: %[[NEGATE_3:.*]] = stablehlo.negate %[[X]] : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM:.*]] = stablehlo.maximum %[[X]], %[[NEGATE_3]] : tensor<2x3xf32>
    // CHECK: %[[COMPARE_1:.*]] = stablehlo.compare  EQ, %[[MAXIMUM]], %[[CONSTANT_13]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK: %[[CONSTANT_14:.*]] = stablehlo.constant dense<0xFF800000> : tensor<2x3xf32>
    // CHECK: %[[COMPARE_2:.*]] = stablehlo.compare  EQ, %[[X]], %[[CONSTANT_14]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK: %[[CONSTANT_15:.*]] = stablehlo.constant dense<1.500000e+00> : tensor<2x3xf32>
    // CHECK: %[[COMPARE_3:.*]] = stablehlo.compare  GT, %[[X]], %[[CONSTANT_15]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK: %[[CONSTANT_16:.*]] = stablehlo.constant dense<-1.500000e+00> : tensor<2x3xf32>
    // CHECK: %[[COMPARE_4:.*]] = stablehlo.compare  LT, %[[X]], %[[CONSTANT_16]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK: %[[CONSTANT_17:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[ADD_5:.*]] = stablehlo.add %[[X]], %[[CONSTANT_17]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_18:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[SUBTRACT_5:.*]] = stablehlo.subtract %[[X]], %[[CONSTANT_18]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_19:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE_3]], %[[SUBTRACT_5]], %[[CONSTANT_19]] : tensor<2x3xi1>, tensor<2x3xf32>
    // CHECK: %[[SELECT_1:.*]] = stablehlo.select %[[COMPARE_4]], %[[ADD_5]], %[[SELECT]] : tensor<2x3xi1>, tensor<2x3xf32>
    // CHECK: return %[[MULTIPLY]], %[[ATAN2_1]], %[[LOG_PLUS_ONE]], %[[ATAN2_2]], %[[MULTIPLY_3]], %[[ADD_4]], %[[SUBTRACT_4]], %[[TAN]], %[[ROUND_NEAREST_EVEN]], %[[COMPARE]], %[[COMPARE_1]], %[[COMPARE_2]], %[[SELECT_1]] : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xf32>
    %acos:2 = graph.node "Acos"(%x) name "acos" : (tensor<2x3xf32>) -> tensor<*xf32>
    %atan:2 = graph.node "Atan"(%x) name "atan" : (tensor<2x3xf32>) -> tensor<*xf32>
    %acosh:2 = graph.node "Acosh"(%x) name "acosh" : (tensor<2x3xf32>) -> tensor<*xf32>
    %asin:2 = graph.node "Asin"(%x) name "asin" : (tensor<2x3xf32>) -> tensor<*xf32>
    %atanh:2 = graph.node "Atanh"(%x) name "atanh" : (tensor<2x3xf32>) -> tensor<*xf32>
    %cosh:2 = graph.node "Cosh"(%x) name "cosh" : (tensor<2x3xf32>) -> tensor<*xf32>
    %sinh:2 = graph.node "Sinh"(%x) name "sinh" : (tensor<2x3xf32>) -> tensor<*xf32>
    %tan:2 = graph.node "Tan"(%x) name "tan" : (tensor<2x3xf32>) -> tensor<*xf32>
    %round:2 = graph.node "Round"(%x) name "round" : (tensor<2x3xf32>) -> tensor<*xf32>
    %isnan:2 = graph.node "IsNaN"(%x) name "isnan" : (tensor<2x3xf32>) -> tensor<*xi1>
    %isinf:2 = graph.node "IsInf"(%x) name "isinf" : (tensor<2x3xf32>) -> tensor<*xi1>
    %low:2 = graph.node "IsInf"(%x) name "low" {detect_positive = 0 : i64} : (tensor<2x3xf32>) -> tensor<*xi1>
    %shrink:2 = graph.node "Shrink"(%x) name "shrink" {bias = 0.5 : f32, lambd = 1.5 : f32} : (tensor<2x3xf32>) -> tensor<*xf32>
    graph.return %acos#0, %atan#0, %acosh#0, %asin#0, %atanh#0, %cosh#0, %sinh#0, %tan#0, %round#0, %isnan#0, %isinf#0, %low#0, %shrink#0 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xi1>, tensor<*xi1>, tensor<*xi1>, tensor<*xf32>
  }
}
