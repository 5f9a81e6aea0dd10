// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Operators on one element at a time; shapes that differ are broadcast as in NumPy.

graph.model onnx attributes {opsets = {ai.onnx = 20 : i64}} {
  graph.function attributes {arg_names = ["x", "y", "rows"], result_names = ["float"]} {
  ^bb0(%x: tensor<2x3xf32>, %y: tensor<3xf32>, %rows: tensor<2x1xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[Y:[^:]*]]: tensor<3xf32> {trainlint.name = "y"
    // CHECK-SAME:    %[[ROWS:[^:]*]]: tensor<2x1xf32> {trainlint.name = "rows"
    // CHECK: %[[NEGATE:.*]] = stablehlo.negate %[[X]] : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM:.*]] = stablehlo.maximum %[[X]], %[[NEGATE]] : tensor<2x3xf32>
    %abs:2 = graph.node "Abs"(%x) name "abs" : (tensor<2x3xf32>) -> tensor<*xf32>
    // CHECK: %[[CEIL:.*]] = stablehlo.ceil %[[MAXIMUM]] : tensor<2x3xf32>
    %ceil:2 = graph.node "Ceil"(%abs#0) name "ceil" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[COSINE:.*]] = stablehlo.cosine %[[CEIL]] : tensor<2x3xf32>
    %cos:2 = graph.node "Cos"(%ceil#0) name "cos" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[SINE:.*]] = stablehlo.sine %[[COSINE]] : tensor<2x3xf32>
    %sin:2 = graph.node "Sin"(%cos#0) name "sin" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[SINE]] : tensor<2x3xf32>
    %exp:2 = graph.node "Exp"(%sin#0) name "exp" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[FLOOR:.*]] = stablehlo.floor %[[EXPONENTIAL]] : tensor<2x3xf32>
    %floor:2 = graph.node "Floor"(%exp#0) name "floor" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[LOG:.*]] = stablehlo.log %[[FLOOR]] : tensor<2x3xf32>
    %log:2 = graph.node "Log"(%floor#0) name "log" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[NEGATE_1:.*]] = stablehlo.negate %[[LOG]] : tensor<2x3xf32>
    %neg:2 = graph.node "Neg"(%log#0) name "neg" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[SQRT:.*]] = stablehlo.sqrt %[[NEGATE_1]] : tensor<2x3xf32>
    %sqrt:2 = graph.node "Sqrt"(%neg#0) name "sqrt" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[TANH:.*]] = stablehlo.tanh %[[SQRT]] : tensor<2x3xf32>
    %tanh:2 = graph.node "Tanh"(%sqrt#0) name "tanh" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[LOGISTIC:.*]] = stablehlo.logistic %[[TANH]] : tensor<2x3xf32>
    %sigmoid:2 = graph.node "Sigmoid"(%tanh#0) name "sigmoid" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[CONSTANT]], %[[LOGISTIC]] : tensor<2x3xf32>
    %reciprocal:2 = graph.node "Reciprocal"(%sigmoid#0) name "reciprocal" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<3.920000e+00> : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<-3.920000e+00> : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM_1:.*]] = stablehlo.maximum %[[DIVIDE]], %[[CONSTANT_2]] : tensor<2x3xf32>
    // CHECK: %[[MINIMUM:.*]] = stablehlo.minimum %[[MAXIMUM_1]], %[[CONSTANT_1]] : tensor<2x3xf32>
    // A ratio of polynomials of the square.
    // CHECK: %[[SQUARE:.*]] = stablehlo.multiply %[[MINIMUM]], %[[MINIMUM]] : tensor<2x3xf32>
    // CHECK: stablehlo.constant dense<2.05007404E-6> : tensor<2x3xf32>
    // CHECK: stablehlo.constant dense<3.80916135E-5> : tensor<2x3xf32>
    // CHECK: %[[RATIO:.*]] = stablehlo.divide %{{.*}}, %{{.*}} : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_52:.*]] = stablehlo.multiply %[[MINIMUM]], %[[RATIO]] {trainlint.derivative = "erf"} : tensor<2x3xf32>
    %erf:2 = graph.node "Erf"(%reciprocal#0) name "erf" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_54:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM_2:.*]] = stablehlo.maximum %[[MULTIPLY_52]], %[[CONSTANT_54]] : tensor<2x3xf32>
    %relu:2 = graph.node "Relu"(%erf#0) name "relu" : (tensor<*xf32>) -> tensor<*xf32>

    // Activations with numbers of their own.
    // CHECK: %[[CONSTANT_55:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_53:.*]] = stablehlo.multiply %[[MAXIMUM_2]], %[[CONSTANT_55]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_56:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  GT, %[[MAXIMUM_2]], %[[CONSTANT_56]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[MAXIMUM_2]], %[[MULTIPLY_53]] : tensor<2x3xi1>, tensor<2x3xf32>
    %leakyrelu:2 = graph.node "LeakyRelu"(%relu#0) name "leakyrelu" {alpha = 0.25 : f32} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_57:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MINIMUM_1:.*]] = stablehlo.minimum %[[SELECT]], %[[CONSTANT_57]] : tensor<2x3xf32>
    // CHECK: %[[EXPONENTIAL_MINUS_ONE:.*]] = stablehlo.exponential_minus_one %[[MINIMUM_1]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_58:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_54:.*]] = stablehlo.multiply %[[EXPONENTIAL_MINUS_ONE]], %[[CONSTANT_58]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_59:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[COMPARE_1:.*]] = stablehlo.compare  GT, %[[SELECT]], %[[CONSTANT_59]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK: %[[SELECT_1:.*]] = stablehlo.select %[[COMPARE_1]], %[[SELECT]], %[[MULTIPLY_54]] : tensor<2x3xi1>, tensor<2x3xf32>
    %elu:2 = graph.node "Elu"(%leakyrelu#0) name "elu" {alpha = 2.0 : f32} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_60:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_55:.*]] = stablehlo.multiply %[[SELECT_1]], %[[CONSTANT_60]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_61:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MINIMUM_2:.*]] = stablehlo.minimum %[[MULTIPLY_55]], %[[CONSTANT_61]] : tensor<2x3xf32>
    // CHECK: %[[EXPONENTIAL_MINUS_ONE_1:.*]] = stablehlo.exponential_minus_one %[[MINIMUM_2]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_62:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[COMPARE_2:.*]] = stablehlo.compare  GT, %[[MULTIPLY_55]], %[[CONSTANT_62]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK: %[[SELECT_2:.*]] = stablehlo.select %[[COMPARE_2]], %[[MULTIPLY_55]], %[[EXPONENTIAL_MINUS_ONE_1]] : tensor<2x3xi1>, tensor<2x3xf32>
    // CHECK: %[[CONSTANT_63:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_56:.*]] = stablehlo.multiply %[[SELECT_2]], %[[CONSTANT_63]] : tensor<2x3xf32>
    %celu:2 = graph.node "Celu"(%elu#0) name "celu" {alpha = 0.5 : f32} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_64:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_65:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[COMPARE_3:.*]] = stablehlo.compare  GT, %[[MULTIPLY_56]], %[[CONSTANT_64]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK: %[[SELECT_3:.*]] = stablehlo.select %[[COMPARE_3]], %[[MULTIPLY_56]], %[[CONSTANT_65]] : tensor<2x3xi1>, tensor<2x3xf32>
    %thresholdedrelu:2 = graph.node "ThresholdedRelu"(%celu#0) name "thresholdedrelu" {alpha = 0.5 : f32} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_66:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_67:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_57:.*]] = stablehlo.multiply %[[SELECT_3]], %[[CONSTANT_67]] : tensor<2x3xf32>
    // CHECK: %[[ADD_49:.*]] = stablehlo.add %[[MULTIPLY_57]], %[[CONSTANT_66]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_68:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_69:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM_3:.*]] = stablehlo.maximum %[[ADD_49]], %[[CONSTANT_69]] : tensor<2x3xf32>
    // CHECK: %[[MINIMUM_3:.*]] = stablehlo.minimum %[[MAXIMUM_3]], %[[CONSTANT_68]] : tensor<2x3xf32>
    %hardsigmoid:2 = graph.node "HardSigmoid"(%thresholdedrelu#0) name "hardsigmoid" {alpha = 0.25 : f32, beta = 0.5 : f32} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_70:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MINIMUM_4:.*]] = stablehlo.minimum %[[MINIMUM_3]], %[[CONSTANT_70]] : tensor<2x3xf32>
    // CHECK: %[[EXPONENTIAL_MINUS_ONE_2:.*]] = stablehlo.exponential_minus_one %[[MINIMUM_4]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_71:.*]] = stablehlo.constant dense<1.75809932> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_58:.*]] = stablehlo.multiply %[[EXPONENTIAL_MINUS_ONE_2]], %[[CONSTANT_71]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_72:.*]] = stablehlo.constant dense<1.05070102> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_59:.*]] = stablehlo.multiply %[[MINIMUM_3]], %[[CONSTANT_72]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_73:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[COMPARE_4:.*]] = stablehlo.compare  GT, %[[MINIMUM_3]], %[[CONSTANT_73]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK: %[[SELECT_4:.*]] = stablehlo.select %[[COMPARE_4]], %[[MULTIPLY_59]], %[[MULTIPLY_58]] : tensor<2x3xi1>, tensor<2x3xf32>
    %selu:2 = graph.node "Selu"(%hardsigmoid#0) name "selu" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_74:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_75:.*]] = stablehlo.constant dense<0.166666672> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_60:.*]] = stablehlo.multiply %[[SELECT_4]], %[[CONSTANT_75]] : tensor<2x3xf32>
    // CHECK: %[[ADD_50:.*]] = stablehlo.add %[[MULTIPLY_60]], %[[CONSTANT_74]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_76:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_77:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM_4:.*]] = stablehlo.maximum %[[ADD_50]], %[[CONSTANT_77]] : tensor<2x3xf32>
    // CHECK: %[[MINIMUM_5:.*]] = stablehlo.minimum %[[MAXIMUM_4]], %[[CONSTANT_76]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_61:.*]] = stablehlo.multiply %[[SELECT_4]], %[[MINIMUM_5]] : tensor<2x3xf32>
    %hardswish:2 = graph.node "HardSwish"(%selu#0) name "hardswish" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[NEGATE_3:.*]] = stablehlo.negate %[[MULTIPLY_61]] : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM_5:.*]] = stablehlo.maximum %[[MULTIPLY_61]], %[[NEGATE_3]] : tensor<2x3xf32>
    // CHECK: %[[NEGATE_4:.*]] = stablehlo.negate %[[MAXIMUM_5]] : tensor<2x3xf32>
    // CHECK: %[[EXPONENTIAL_2:.*]] = stablehlo.exponential %[[NEGATE_4]] : tensor<2x3xf32>
    // CHECK: %[[LOG_PLUS_ONE:.*]] = stablehlo.log_plus_one %[[EXPONENTIAL_2]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_78:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM_6:.*]] = stablehlo.maximum %[[MULTIPLY_61]], %[[CONSTANT_78]] : tensor<2x3xf32>
    // CHECK: %[[ADD_51:.*]] = stablehlo.add %[[MAXIMUM_6]], %[[LOG_PLUS_ONE]] : tensor<2x3xf32>
    %softplus:2 = graph.node "Softplus"(%hardswish#0) name "softplus" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_79:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[NEGATE_5:.*]] = stablehlo.negate %[[ADD_51]] : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM_7:.*]] = stablehlo.maximum %[[ADD_51]], %[[NEGATE_5]] : tensor<2x3xf32>
    // CHECK: %[[ADD_52:.*]] = stablehlo.add %[[MAXIMUM_7]], %[[CONSTANT_79]] : tensor<2x3xf32>
    // CHECK: %[[DIVIDE_1:.*]] = stablehlo.divide %[[ADD_51]], %[[ADD_52]] : tensor<2x3xf32>
    %softsign:2 = graph.node "Softsign"(%softplus#0) name "softsign" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[NEGATE_6:.*]] = stablehlo.negate %[[DIVIDE_1]] : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM_8:.*]] = stablehlo.maximum %[[DIVIDE_1]], %[[NEGATE_6]] : tensor<2x3xf32>
    // CHECK: %[[NEGATE_7:.*]] = stablehlo.negate %[[MAXIMUM_8]] : tensor<2x3xf32>
    // CHECK: %[[EXPONENTIAL_3:.*]] = stablehlo.exponential %[[NEGATE_7]] : tensor<2x3xf32>
    // CHECK: %[[LOG_PLUS_ONE_1:.*]] = stablehlo.log_plus_one %[[EXPONENTIAL_3]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_80:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM_9:.*]] = stablehlo.maximum %[[DIVIDE_1]], %[[CONSTANT_80]] : tensor<2x3xf32>
    // CHECK: %[[ADD_53:.*]] = stablehlo.add %[[MAXIMUM_9]], %[[LOG_PLUS_ONE_1]] : tensor<2x3xf32>
    // CHECK: %[[TANH_1:.*]] = stablehlo.tanh %[[ADD_53]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_62:.*]] = stablehlo.multiply %[[DIVIDE_1]], %[[TANH_1]] : tensor<2x3xf32>
    %mish:2 = graph.node "Mish"(%softsign#0) name "mish" : (tensor<*xf32>) -> tensor<*xf32>

    // The exact form, and the one that is near to it.
    // CHECK: %[[CONSTANT_81:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_63:.*]] = stablehlo.multiply %[[MULTIPLY_62]], %[[CONSTANT_81]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_82:.*]] = stablehlo.constant dense<0.707106769> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_64:.*]] = stablehlo.multiply %[[MULTIPLY_62]], %[[CONSTANT_82]] : tensor<2x3xf32>
    // The error function, as above.
    // CHECK: %[[MULTIPLY_117:.*]] = stablehlo.multiply %{{.*}}, %{{.*}} {trainlint.derivative = "erf"} : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_136:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[ADD_103:.*]] = stablehlo.add %[[MULTIPLY_117]], %[[CONSTANT_136]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_118:.*]] = stablehlo.multiply %[[MULTIPLY_63]], %[[ADD_103]] : tensor<2x3xf32>
    %gelu:2 = graph.node "Gelu"(%mish#0) name "gelu" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_137:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_119:.*]] = stablehlo.multiply %[[MULTIPLY_118]], %[[CONSTANT_137]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_120:.*]] = stablehlo.multiply %[[MULTIPLY_118]], %[[MULTIPLY_118]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_121:.*]] = stablehlo.multiply %[[MULTIPLY_120]], %[[MULTIPLY_118]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_138:.*]] = stablehlo.constant dense<4.471500e-02> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_122:.*]] = stablehlo.multiply %[[MULTIPLY_121]], %[[CONSTANT_138]] : tensor<2x3xf32>
    // CHECK: %[[ADD_104:.*]] = stablehlo.add %[[MULTIPLY_118]], %[[MULTIPLY_122]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_139:.*]] = stablehlo.constant dense<0.797884583> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_123:.*]] = stablehlo.multiply %[[ADD_104]], %[[CONSTANT_139]] : tensor<2x3xf32>
    // CHECK: %[[TANH_2:.*]] = stablehlo.tanh %[[MULTIPLY_123]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_140:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[ADD_105:.*]] = stablehlo.add %[[TANH_2]], %[[CONSTANT_140]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_124:.*]] = stablehlo.multiply %[[MULTIPLY_119]], %[[ADD_105]] : tensor<2x3xf32>
    %near:2 = graph.node "Gelu"(%gelu#0) name "near" {approximate = "tanh"} : (tensor<*xf32>) -> tensor<*xf32>

    // Two inputs.
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[ADD_106:.*]] = stablehlo.add %[[MULTIPLY_124]], %[[BROADCAST_IN_DIM]] : tensor<2x3xf32>
    %add:2 = graph.node "Add"(%near#0, %y) name "add" : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[ADD_106]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
    %sub:2 = graph.node "Sub"(%add#0, %y) name "sub" : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_125:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
    %mul:2 = graph.node "Mul"(%sub#0, %y) name "mul" : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[DIVIDE_2:.*]] = stablehlo.divide %[[MULTIPLY_125]], %[[BROADCAST_IN_DIM_3]] : tensor<2x3xf32>
    %div:2 = graph.node "Div"(%mul#0, %y) name "div" : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[MAXIMUM_11:.*]] = stablehlo.maximum %[[DIVIDE_2]], %[[BROADCAST_IN_DIM_4]] : tensor<2x3xf32>
    %max:2 = graph.node "Max"(%div#0, %y) name "max" : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM_5:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[MINIMUM_7:.*]] = stablehlo.minimum %[[MAXIMUM_11]], %[[BROADCAST_IN_DIM_5]] : tensor<2x3xf32>
    %min:2 = graph.node "Min"(%max#0, %y) name "min" : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM_6:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[POWER:.*]] = stablehlo.power %[[MINIMUM_7]], %[[BROADCAST_IN_DIM_6]] : tensor<2x3xf32>
    %pow:2 = graph.node "Pow"(%min#0, %y) name "pow" : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>

    // As many as there are.
    // CHECK: %[[BROADCAST_IN_DIM_7:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[ADD_107:.*]] = stablehlo.add %[[POWER]], %[[BROADCAST_IN_DIM_7]] : tensor<2x3xf32>
    // CHECK: %[[BROADCAST_IN_DIM_8:.*]] = stablehlo.broadcast_in_dim %[[ROWS]], dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
    // CHECK: %[[ADD_108:.*]] = stablehlo.add %[[ADD_107]], %[[BROADCAST_IN_DIM_8]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_141:.*]] = stablehlo.constant dense<0.333333343> : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_126:.*]] = stablehlo.multiply %[[ADD_108]], %[[CONSTANT_141]] : tensor<2x3xf32>
    %mean:2 = graph.node "Mean"(%pow#0, %y, %rows) name "mean" : (tensor<*xf32>, tensor<3xf32>, tensor<2x1xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM_9:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[CONSTANT_142:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MINIMUM_8:.*]] = stablehlo.minimum %[[MULTIPLY_126]], %[[CONSTANT_142]] : tensor<2x3xf32>
    // CHECK: %[[MULTIPLY_127:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM_9]], %[[MINIMUM_8]] : tensor<2x3xf32>
    // CHECK: %[[CONSTANT_143:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MAXIMUM_12:.*]] = stablehlo.maximum %[[MULTIPLY_126]], %[[CONSTANT_143]] : tensor<2x3xf32>
    // CHECK: %[[ADD_109:.*]] = stablehlo.add %[[MAXIMUM_12]], %[[MULTIPLY_127]] : tensor<2x3xf32>
    %prelu:2 = graph.node "PRelu"(%mean#0, %y) name "prelu" : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM_10:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    // CHECK: %[[COMPARE_5:.*]] = stablehlo.compare  LT, %[[ADD_109]], %[[BROADCAST_IN_DIM_10]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %less:2 = graph.node "Less"(%prelu#0, %y) name "less" : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xi1>
    // CHECK: %[[BROADCAST_IN_DIM_11:.*]] = stablehlo.broadcast_in_dim %[[ROWS]], dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
    // CHECK: %[[COMPARE_6:.*]] = stablehlo.compare  EQ, %[[ADD_109]], %[[BROADCAST_IN_DIM_11]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %same:2 = graph.node "Equal"(%prelu#0, %rows) name "same" : (tensor<*xf32>, tensor<2x1xf32>) -> tensor<*xi1>
    // CHECK: %[[MAXIMUM_13:.*]] = stablehlo.maximum %[[COMPARE_5]], %[[COMPARE_6]] : tensor<2x3xi1>
    %or:2 = graph.node "Or"(%less#0, %same#0) name "or" : (tensor<*xi1>, tensor<*xi1>) -> tensor<*xi1>
    // CHECK: %[[NOT:.*]] = stablehlo.not %[[MAXIMUM_13]] : tensor<2x3xi1>
    %not:2 = graph.node "Not"(%or#0) name "not" : (tensor<*xi1>) -> tensor<*xi1>
    // CHECK: %[[BROADCAST_IN_DIM_12:.*]] = stablehlo.broadcast_in_dim %[[ROWS]], dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
    // CHECK: %[[SELECT_5:.*]] = stablehlo.select %[[NOT]], %[[ADD_109]], %[[BROADCAST_IN_DIM_12]] : tensor<2x3xi1>, tensor<2x3xf32>
    %where:2 = graph.node "Where"(%not#0, %prelu#0, %rows) name "where" : (tensor<*xi1>, tensor<*xf32>, tensor<2x1xf32>) -> tensor<*xf32>

    // Limits may be left out.
    %none = graph.undefined "" : !graph.unknown
    %six = graph.initializer "six"(dense<6.0> : tensor<f32>) : tensor<f32>
    // CHECK: %[[CONSTANT_144:.*]] = stablehlo.constant dense<6.000000e+00> : tensor<2x3xf32>
    // CHECK: %[[MINIMUM_9:.*]] = stablehlo.minimum %[[SELECT_5]], %[[CONSTANT_144]] : tensor<2x3xf32>
    %clip:2 = graph.node "Clip"(%where#0, %none, %six) name "clip" : (tensor<*xf32>, !graph.unknown, tensor<f32>) -> tensor<*xf32>

    // 1 is the number of f32 in the standard, and 7 that of i64.
    // CHECK: %[[CONVERT:.*]] = stablehlo.convert %[[MINIMUM_9]] : (tensor<2x3xf32>) -> tensor<2x3xi64>
    %whole:2 = graph.node "Cast"(%clip#0) name "whole" {to = 7 : i64} : (tensor<*xf32>) -> tensor<*xi64>
    // CHECK: %[[CONVERT_1:.*]] = stablehlo.convert %[[CONVERT]] : (tensor<2x3xi64>) -> tensor<2x3xf32>
    %float:2 = graph.node "Cast"(%whole#0) name "float" {to = 1 : i64} : (tensor<*xi64>) -> tensor<*xf32>
    // CHECK: return %[[CONVERT_1]] : tensor<2x3xf32>
    graph.return %float#0 : tensor<*xf32>
  }
}
