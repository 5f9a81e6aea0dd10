// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Activations, by their names and as layers.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x", "y"]} {
  ^bb0(%x: tensor<3x4xf32>, %y: tensor<2x3x4xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[PRELU_ALPHA:[^:]*]]: tensor<4xf32> {trainlint.name = "prelu/alpha"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<3x4xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[Y:[^:]*]]: tensor<2x3x4xf32> {trainlint.name = "y"
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[MINIMUM:.*]] = stablehlo.minimum %[[X]], %[[CONSTANT]] : tensor<3x4xf32>
    // CHECK: %[[EXPONENTIAL_MINUS_ONE:.*]] = stablehlo.exponential_minus_one %[[MINIMUM]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  GT, %[[X]], %[[CONSTANT_1]] : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[X]], %[[EXPONENTIAL_MINUS_ONE]] : tensor<3x4xi1>, tensor<3x4xf32>
    %elu:2 = graph.node "Activation"(%x) name "elu" {dtype = "float32", activation = "elu"} : (tensor<3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[MINIMUM_1:.*]] = stablehlo.minimum %[[SELECT]], %[[CONSTANT_2]] : tensor<3x4xf32>
    // CHECK: %[[EXPONENTIAL_MINUS_ONE_1:.*]] = stablehlo.exponential_minus_one %[[MINIMUM_1]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1.75809932> : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[EXPONENTIAL_MINUS_ONE_1]], %[[CONSTANT_3]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1.05070102> : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[SELECT]], %[[CONSTANT_4]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[COMPARE_1:.*]] = stablehlo.compare  GT, %[[SELECT]], %[[CONSTANT_5]] : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    // CHECK: %[[SELECT_1:.*]] = stablehlo.select %[[COMPARE_1]], %[[MULTIPLY_1]], %[[MULTIPLY]] : tensor<3x4xi1>, tensor<3x4xf32>
    %selu:2 = graph.node "Activation"(%elu#0) name "selu" {dtype = "float32", activation = "selu"} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[NEGATE:.*]] = stablehlo.negate %[[SELECT_1]] : tensor<3x4xf32>
    // CHECK: %[[MAXIMUM:.*]] = stablehlo.maximum %[[SELECT_1]], %[[NEGATE]] : tensor<3x4xf32>
    // CHECK: %[[NEGATE_1:.*]] = stablehlo.negate %[[MAXIMUM]] : tensor<3x4xf32>
    // CHECK: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[NEGATE_1]] : tensor<3x4xf32>
    // CHECK: %[[LOG_PLUS_ONE:.*]] = stablehlo.log_plus_one %[[EXPONENTIAL]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[MAXIMUM_1:.*]] = stablehlo.maximum %[[SELECT_1]], %[[CONSTANT_6]] : tensor<3x4xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[MAXIMUM_1]], %[[LOG_PLUS_ONE]] : tensor<3x4xf32>
    %softplus:2 = graph.node "Activation"(%selu#0) name "softplus" {dtype = "float32", activation = "softplus"} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[NEGATE_2:.*]] = stablehlo.negate %[[ADD]] : tensor<3x4xf32>
    // CHECK: %[[MAXIMUM_2:.*]] = stablehlo.maximum %[[ADD]], %[[NEGATE_2]] : tensor<3x4xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[MAXIMUM_2]], %[[CONSTANT_7]] : tensor<3x4xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[ADD]], %[[ADD_1]] : tensor<3x4xf32>
    %softsign:2 = graph.node "Activation"(%softplus#0) name "softsign" {dtype = "float32", activation = "softsign"} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_8:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[MAXIMUM_3:.*]] = stablehlo.maximum %[[DIVIDE]], %[[CONSTANT_8]] : tensor<3x4xf32>
    %relu:2 = graph.node "Activation"(%softsign#0) name "relu" {dtype = "float32", activation = "relu"} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_9:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MAXIMUM_3]], %[[CONSTANT_9]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_10:.*]] = stablehlo.constant dense<0.707106769> : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[MAXIMUM_3]], %[[CONSTANT_10]] : tensor<3x4xf32>
    // A ratio of polynomials of the square.
    // CHECK: %[[DIVIDE_ERF:.*]] = stablehlo.divide %{{.*}}, %{{.*}} : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_56:.*]] = stablehlo.multiply %{{.*}}, %[[DIVIDE_ERF]] {trainlint.derivative = "erf"} : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_64:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[ADD_51:.*]] = stablehlo.add %[[MULTIPLY_56]], %[[CONSTANT_64]] : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_57:.*]] = stablehlo.multiply %[[MULTIPLY_2]], %[[ADD_51]] : tensor<3x4xf32>
    %gelu:2 = graph.node "Activation"(%relu#0) name "gelu" {dtype = "float32", activation = "gelu"} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[TANH:.*]] = stablehlo.tanh %[[MULTIPLY_57]] : tensor<3x4xf32>
    %tanh:2 = graph.node "Activation"(%gelu#0) name "tanh" {dtype = "float32", activation = "tanh"} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[LOGISTIC:.*]] = stablehlo.logistic %[[TANH]] : tensor<3x4xf32>
    %sigmoid:2 = graph.node "Activation"(%tanh#0) name "sigmoid" {dtype = "float32", activation = "sigmoid"} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[EXPONENTIAL_2:.*]] = stablehlo.exponential %[[LOGISTIC]] : tensor<3x4xf32>
    %exponential:2 = graph.node "Activation"(%sigmoid#0) name "exponential" {dtype = "float32", activation = "exponential"} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_65:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_66:.*]] = stablehlo.constant dense<2.000000e-01> : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_58:.*]] = stablehlo.multiply %[[EXPONENTIAL_2]], %[[CONSTANT_66]] : tensor<3x4xf32>
    // CHECK: %[[ADD_52:.*]] = stablehlo.add %[[MULTIPLY_58]], %[[CONSTANT_65]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_67:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_68:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[MAXIMUM_5:.*]] = stablehlo.maximum %[[ADD_52]], %[[CONSTANT_68]] : tensor<3x4xf32>
    // CHECK: %[[MINIMUM_3:.*]] = stablehlo.minimum %[[MAXIMUM_5]], %[[CONSTANT_67]] : tensor<3x4xf32>
    %hard_sigmoid:2 = graph.node "Activation"(%exponential#0) name "hard_sigmoid" {dtype = "float32", activation = "hard_sigmoid"} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[LOGISTIC_1:.*]] = stablehlo.logistic %[[MINIMUM_3]] : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_59:.*]] = stablehlo.multiply %[[MINIMUM_3]], %[[LOGISTIC_1]] : tensor<3x4xf32>
    %silu:2 = graph.node "Activation"(%hard_sigmoid#0) name "silu" {dtype = "float32", activation = "silu"} : (tensor<*xf32>) -> tensor<*xf32>
    %linear:2 = graph.node "Activation"(%silu#0) name "linear" {dtype = "float32", activation = "linear"} : (tensor<*xf32>) -> tensor<*xf32>

    // With numbers of their own.
    // CHECK: %[[CONSTANT_69:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3x4xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[MULTIPLY_59]], %[[CONSTANT_69]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_70:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_60:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[CONSTANT_70]] : tensor<3x4xf32>
    // CHECK: %[[COMPARE_2:.*]] = stablehlo.compare  GE, %[[MULTIPLY_59]], %[[CONSTANT_69]] : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    // CHECK: %[[SELECT_2:.*]] = stablehlo.select %[[COMPARE_2]], %[[MULTIPLY_59]], %[[MULTIPLY_60]] : tensor<3x4xi1>, tensor<3x4xf32>
    // CHECK: %[[CONSTANT_71:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[MINIMUM_4:.*]] = stablehlo.minimum %[[SELECT_2]], %[[CONSTANT_71]] : tensor<3x4xf32>
    %relu_layer:2 = graph.node "ReLU"(%linear#0) name "relu_layer" {dtype = "float32", max_value = 2.0 : f64, negative_slope = 0.125 : f64, threshold = 0.5 : f64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_72:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_61:.*]] = stablehlo.multiply %[[MINIMUM_4]], %[[CONSTANT_72]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_73:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[COMPARE_3:.*]] = stablehlo.compare  GT, %[[MINIMUM_4]], %[[CONSTANT_73]] : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    // CHECK: %[[SELECT_3:.*]] = stablehlo.select %[[COMPARE_3]], %[[MINIMUM_4]], %[[MULTIPLY_61]] : tensor<3x4xi1>, tensor<3x4xf32>
    %leaky:2 = graph.node "LeakyReLU"(%relu_layer#0) name "leaky" {dtype = "float32", alpha = 0.25 : f64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_74:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[MINIMUM_5:.*]] = stablehlo.minimum %[[SELECT_3]], %[[CONSTANT_74]] : tensor<3x4xf32>
    // CHECK: %[[EXPONENTIAL_MINUS_ONE_2:.*]] = stablehlo.exponential_minus_one %[[MINIMUM_5]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_75:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_62:.*]] = stablehlo.multiply %[[EXPONENTIAL_MINUS_ONE_2]], %[[CONSTANT_75]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_76:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[COMPARE_4:.*]] = stablehlo.compare  GT, %[[SELECT_3]], %[[CONSTANT_76]] : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    // CHECK: %[[SELECT_4:.*]] = stablehlo.select %[[COMPARE_4]], %[[SELECT_3]], %[[MULTIPLY_62]] : tensor<3x4xi1>, tensor<3x4xf32>
    %elu_layer:2 = graph.node "ELU"(%leaky#0) name "elu_layer" {dtype = "float32", alpha = 0.5 : f64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_77:.*]] = stablehlo.constant dense<7.500000e-01> : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_78:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[COMPARE_5:.*]] = stablehlo.compare  GT, %[[SELECT_4]], %[[CONSTANT_77]] : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
    // CHECK: %[[SELECT_5:.*]] = stablehlo.select %[[COMPARE_5]], %[[SELECT_4]], %[[CONSTANT_78]] : tensor<3x4xi1>, tensor<3x4xf32>
    %threshold:2 = graph.node "ThresholdedReLU"(%elu_layer#0) name "threshold" {dtype = "float32", theta = 0.75 : f64} : (tensor<*xf32>) -> tensor<*xf32>

    // A weight for each feature.
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[PRELU_ALPHA]], dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
    // CHECK: %[[CONSTANT_79:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[MINIMUM_6:.*]] = stablehlo.minimum %[[SELECT_5]], %[[CONSTANT_79]] : tensor<3x4xf32>
    // CHECK: %[[MULTIPLY_63:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM]], %[[MINIMUM_6]] : tensor<3x4xf32>
    // CHECK: %[[CONSTANT_80:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
    // CHECK: %[[MAXIMUM_6:.*]] = stablehlo.maximum %[[SELECT_5]], %[[CONSTANT_80]] : tensor<3x4xf32>
    // CHECK: %[[ADD_53:.*]] = stablehlo.add %[[MAXIMUM_6]], %[[MULTIPLY_63]] : tensor<3x4xf32>
    %prelu:2 = graph.node "PReLU"(%threshold#0) name "prelu" {dtype = "float32"} : (tensor<*xf32>) -> tensor<*xf32>

    // Over another dimension than the last one.
    // CHECK: %[[CONSTANT_81:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[Y]] init: %[[CONSTANT_81]]) applies stablehlo.maximum across dimensions = [1] {trainlint.derivative = "zero"} : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[REDUCE]], dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[Y]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3x4xf32>
    // CHECK: %[[EXPONENTIAL_3:.*]] = stablehlo.exponential %[[SUBTRACT_1]] : tensor<2x3x4xf32>
    // CHECK: %[[CONSTANT_82:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[EXPONENTIAL_3]] init: %[[CONSTANT_82]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_1]], dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x3x4xf32>
    // CHECK: %[[DIVIDE_1:.*]] = stablehlo.divide %[[EXPONENTIAL_3]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3x4xf32>
    %softmax:2 = graph.node "Softmax"(%y) name "softmax" {dtype = "float32", axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: return %[[ADD_53]], %[[DIVIDE_1]] : tensor<3x4xf32>, tensor<2x3x4xf32>
    graph.return %prelu#0, %softmax#0 : tensor<*xf32>, tensor<*xf32>
  }
}
