// What is made of an output and its labels, which become an input of the step. The gradient follows.

// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd loss=mse" | FileCheck %s --check-prefix=MSE
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd loss=mse reduction=sum" | FileCheck %s --check-prefix=TOTAL
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd loss=mean_absolute_error" | FileCheck %s --check-prefix=MAE
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd loss=huber delta=0.5" | FileCheck %s --check-prefix=HUBER
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd loss=sparse_categorical_crossentropy from-logits=true" | FileCheck %s --check-prefix=SPARSE
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd loss=categorical_crossentropy from-logits=true label-smoothing=0.25" | FileCheck %s --check-prefix=DENSE
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd loss=categorical_crossentropy" | FileCheck %s --check-prefix=PROBABILITIES
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd loss=binary_crossentropy from-logits=true" | FileCheck %s --check-prefix=BINARY

// Squares.
// MSE-LABEL: func.func @main(
// MSE-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// MSE-SAME:    %[[LABELS:[^:]*]]: tensor<2x3xf32> {trainlint.name = "labels"
// MSE: %[[ADD:.*]] = stablehlo.add %[[X]], %{{.*}} : tensor<2x3xf32>
// MSE: %[[SUBTRACT:.*]] = stablehlo.subtract %[[ADD]], %[[LABELS]] : tensor<2x3xf32>
// MSE: %[[MULTIPLY:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[SUBTRACT]] : tensor<2x3xf32>
// MSE: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// MSE: %[[REDUCE:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// MSE: %[[CONSTANT_1:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<2xf32>
// MSE: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE]], %[[CONSTANT_1]] : tensor<2xf32>
// MSE: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// MSE: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[DIVIDE]] init: %[[CONSTANT_2]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// MSE: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// MSE: %[[DIVIDE_1:.*]] = stablehlo.divide %[[REDUCE_1]], %[[CONSTANT_3]] : tensor<f32>
// MSE: return %{{.*}}, %{{.*}}, %[[DIVIDE_1]] : tensor<3xf32>, tensor<i64>, tensor<f32>

// Added up over the examples instead of averaged.
// TOTAL-LABEL: func.func @main(
// TOTAL-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// TOTAL-SAME:    %[[LABELS:[^:]*]]: tensor<2x3xf32> {trainlint.name = "labels"
// TOTAL: %[[ADD:.*]] = stablehlo.add %[[X]], %{{.*}} : tensor<2x3xf32>
// TOTAL: %[[SUBTRACT:.*]] = stablehlo.subtract %[[ADD]], %[[LABELS]] : tensor<2x3xf32>
// TOTAL: %[[MULTIPLY:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[SUBTRACT]] : tensor<2x3xf32>
// TOTAL: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// TOTAL: %[[REDUCE:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// TOTAL: %[[CONSTANT_1:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<2xf32>
// TOTAL: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE]], %[[CONSTANT_1]] : tensor<2xf32>
// TOTAL: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// TOTAL: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[DIVIDE]] init: %[[CONSTANT_2]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// TOTAL: return %{{.*}}, %{{.*}}, %[[REDUCE_1]] : tensor<3xf32>, tensor<i64>, tensor<f32>

// Distances.
// MAE-LABEL: func.func @main(
// MAE-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// MAE-SAME:    %[[LABELS:[^:]*]]: tensor<2x3xf32> {trainlint.name = "labels"
// MAE: %[[ADD:.*]] = stablehlo.add %[[X]], %{{.*}} : tensor<2x3xf32>
// MAE: %[[SUBTRACT:.*]] = stablehlo.subtract %[[ADD]], %[[LABELS]] : tensor<2x3xf32>
// MAE: %[[NEGATE:.*]] = stablehlo.negate %[[SUBTRACT]] : tensor<2x3xf32>
// MAE: %[[MAXIMUM:.*]] = stablehlo.maximum %[[SUBTRACT]], %[[NEGATE]] : tensor<2x3xf32>
// MAE: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// MAE: %[[REDUCE:.*]] = stablehlo.reduce(%[[MAXIMUM]] init: %[[CONSTANT]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// MAE: %[[CONSTANT_1:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<2xf32>
// MAE: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE]], %[[CONSTANT_1]] : tensor<2xf32>
// MAE: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// MAE: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[DIVIDE]] init: %[[CONSTANT_2]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// MAE: %[[CONSTANT_3:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// MAE: %[[DIVIDE_1:.*]] = stablehlo.divide %[[REDUCE_1]], %[[CONSTANT_3]] : tensor<f32>
// MAE: return %{{.*}}, %{{.*}}, %[[DIVIDE_1]] : tensor<3xf32>, tensor<i64>, tensor<f32>

// Squares near to zero, distances beyond.
// HUBER-LABEL: func.func @main(
// HUBER-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// HUBER-SAME:    %[[LABELS:[^:]*]]: tensor<2x3xf32> {trainlint.name = "labels"
// HUBER: %[[ADD:.*]] = stablehlo.add %[[X]], %{{.*}} : tensor<2x3xf32>
// HUBER: %[[SUBTRACT:.*]] = stablehlo.subtract %[[ADD]], %[[LABELS]] : tensor<2x3xf32>
// HUBER: %[[NEGATE:.*]] = stablehlo.negate %[[SUBTRACT]] : tensor<2x3xf32>
// HUBER: %[[MAXIMUM:.*]] = stablehlo.maximum %[[SUBTRACT]], %[[NEGATE]] : tensor<2x3xf32>
// HUBER: %[[CONSTANT:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
// HUBER: %[[MULTIPLY:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[SUBTRACT]] : tensor<2x3xf32>
// HUBER: %[[CONSTANT_1:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
// HUBER: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[MULTIPLY]], %[[CONSTANT_1]] : tensor<2x3xf32>
// HUBER: %[[CONSTANT_2:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<2x3xf32>
// HUBER: %[[CONSTANT_3:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
// HUBER: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[MAXIMUM]], %[[CONSTANT_3]] : tensor<2x3xf32>
// HUBER: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[MULTIPLY_2]], %[[CONSTANT_2]] : tensor<2x3xf32>
// HUBER: %[[COMPARE:.*]] = stablehlo.compare  LE, %[[MAXIMUM]], %[[CONSTANT]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// HUBER: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[MULTIPLY_1]], %[[SUBTRACT_1]] : tensor<2x3xi1>, tensor<2x3xf32>
// HUBER: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// HUBER: %[[REDUCE:.*]] = stablehlo.reduce(%[[SELECT]] init: %[[CONSTANT_4]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// HUBER: %[[CONSTANT_5:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<2xf32>
// HUBER: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE]], %[[CONSTANT_5]] : tensor<2xf32>
// HUBER: %[[CONSTANT_6:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// HUBER: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[DIVIDE]] init: %[[CONSTANT_6]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// HUBER: %[[CONSTANT_7:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// HUBER: %[[DIVIDE_1:.*]] = stablehlo.divide %[[REDUCE_1]], %[[CONSTANT_7]] : tensor<f32>
// HUBER: return %{{.*}}, %{{.*}}, %[[DIVIDE_1]] : tensor<3xf32>, tensor<i64>, tensor<f32>

// Labels are the numbers of classes; the accuracy is told, too.
// SPARSE-LABEL: func.func @main(
// SPARSE-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// SPARSE-SAME:    %[[LABELS:[^:]*]]: tensor<2xi32> {trainlint.classes = 3 : i64, trainlint.name = "labels"
// SPARSE: %[[ADD:.*]] = stablehlo.add %[[X]], %{{.*}} : tensor<2x3xf32>
// SPARSE: %[[CONSTANT:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// SPARSE: %[[REDUCE:.*]] = stablehlo.reduce(%[[ADD]] init: %[[CONSTANT]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// SPARSE: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[REDUCE]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// SPARSE: %[[SUBTRACT:.*]] = stablehlo.subtract %[[ADD]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// SPARSE: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[SUBTRACT]] : tensor<2x3xf32>
// SPARSE: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// SPARSE: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[EXPONENTIAL]] init: %[[CONSTANT_1]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// SPARSE: %[[LOG:.*]] = stablehlo.log %[[REDUCE_1]] : tensor<2xf32>
// SPARSE: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[LOG]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// SPARSE: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[SUBTRACT]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// SPARSE: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[LABELS]], dims = [0] : (tensor<2xi32>) -> tensor<2x3xi32>
// SPARSE: %[[IOTA:.*]] = stablehlo.iota dim = 1 : tensor<2x3xi32>
// SPARSE: %[[COMPARE:.*]] = stablehlo.compare  EQ, %[[IOTA]], %[[BROADCAST_IN_DIM_3]] : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
// SPARSE: %[[CONVERT:.*]] = stablehlo.convert %[[COMPARE]] : (tensor<2x3xi1>) -> tensor<2x3xf32>
// SPARSE: %[[MULTIPLY:.*]] = stablehlo.multiply %[[CONVERT]], %[[SUBTRACT_1]] : tensor<2x3xf32>
// SPARSE: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// SPARSE: %[[REDUCE_2:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT_2]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// SPARSE: %[[NEGATE:.*]] = stablehlo.negate %[[REDUCE_2]] : tensor<2xf32>
// SPARSE: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// SPARSE: %[[REDUCE_3:.*]] = stablehlo.reduce(%[[NEGATE]] init: %[[CONSTANT_3]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// SPARSE: %[[CONSTANT_4:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// SPARSE: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE_3]], %[[CONSTANT_4]] : tensor<f32>
// SPARSE: %[[CONSTANT_5:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// SPARSE: %[[REDUCE_4:.*]] = stablehlo.reduce(%[[ADD]] init: %[[CONSTANT_5]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// SPARSE: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_4]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// SPARSE: %[[IOTA_1:.*]] = stablehlo.iota dim = 1 : tensor<2x3xi32>
// SPARSE: %[[CONSTANT_6:.*]] = stablehlo.constant dense<3> : tensor<2x3xi32>
// SPARSE: %[[COMPARE_1:.*]] = stablehlo.compare  EQ, %[[ADD]], %[[BROADCAST_IN_DIM_4]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// SPARSE: %[[SELECT:.*]] = stablehlo.select %[[COMPARE_1]], %[[IOTA_1]], %[[CONSTANT_6]] : tensor<2x3xi1>, tensor<2x3xi32>
// SPARSE: %[[CONSTANT_7:.*]] = stablehlo.constant dense<2147483647> : tensor<i32>
// SPARSE: %[[REDUCE_5:.*]] = stablehlo.reduce(%[[SELECT]] init: %[[CONSTANT_7]]) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
// SPARSE: %[[COMPARE_2:.*]] = stablehlo.compare  EQ, %[[REDUCE_5]], %[[LABELS]] : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
// SPARSE: %[[CONVERT_1:.*]] = stablehlo.convert %[[COMPARE_2]] : (tensor<2xi1>) -> tensor<2xf32>
// SPARSE: %[[CONSTANT_8:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// SPARSE: %[[REDUCE_6:.*]] = stablehlo.reduce(%[[CONVERT_1]] init: %[[CONSTANT_8]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// SPARSE: %[[CONSTANT_9:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// SPARSE: %[[DIVIDE_1:.*]] = stablehlo.divide %[[REDUCE_6]], %[[CONSTANT_9]] : tensor<f32>
// SPARSE: return %{{.*}}, %{{.*}}, %[[DIVIDE]], %[[DIVIDE_1]] : tensor<3xf32>, tensor<i64>, tensor<f32>, tensor<f32>

// Labels are rows of probabilities, here drawn to the middle.
// DENSE-LABEL: func.func @main(
// DENSE-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// DENSE-SAME:    %[[LABELS:[^:]*]]: tensor<2x3xf32> {trainlint.name = "labels"
// DENSE: %[[ADD:.*]] = stablehlo.add %[[X]], %{{.*}} : tensor<2x3xf32>
// DENSE: %[[CONSTANT:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// DENSE: %[[REDUCE:.*]] = stablehlo.reduce(%[[ADD]] init: %[[CONSTANT]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// DENSE: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[REDUCE]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// DENSE: %[[SUBTRACT:.*]] = stablehlo.subtract %[[ADD]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// DENSE: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[SUBTRACT]] : tensor<2x3xf32>
// DENSE: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// DENSE: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[EXPONENTIAL]] init: %[[CONSTANT_1]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// DENSE: %[[LOG:.*]] = stablehlo.log %[[REDUCE_1]] : tensor<2xf32>
// DENSE: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[LOG]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// DENSE: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[SUBTRACT]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// DENSE: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.0833333358> : tensor<2x3xf32>
// DENSE: %[[CONSTANT_3:.*]] = stablehlo.constant dense<7.500000e-01> : tensor<2x3xf32>
// DENSE: %[[MULTIPLY:.*]] = stablehlo.multiply %[[LABELS]], %[[CONSTANT_3]] : tensor<2x3xf32>
// DENSE: %[[ADD_1:.*]] = stablehlo.add %[[MULTIPLY]], %[[CONSTANT_2]] : tensor<2x3xf32>
// DENSE: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[ADD_1]], %[[SUBTRACT_1]] : tensor<2x3xf32>
// DENSE: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// DENSE: %[[REDUCE_2:.*]] = stablehlo.reduce(%[[MULTIPLY_1]] init: %[[CONSTANT_4]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// DENSE: %[[NEGATE:.*]] = stablehlo.negate %[[REDUCE_2]] : tensor<2xf32>
// DENSE: %[[CONSTANT_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// DENSE: %[[REDUCE_3:.*]] = stablehlo.reduce(%[[NEGATE]] init: %[[CONSTANT_5]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// DENSE: %[[CONSTANT_6:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// DENSE: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE_3]], %[[CONSTANT_6]] : tensor<f32>
// DENSE: %[[CONSTANT_7:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// DENSE: %[[REDUCE_4:.*]] = stablehlo.reduce(%[[LABELS]] init: %[[CONSTANT_7]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// DENSE: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_4]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// DENSE: %[[IOTA:.*]] = stablehlo.iota dim = 1 : tensor<2x3xi32>
// DENSE: %[[CONSTANT_8:.*]] = stablehlo.constant dense<3> : tensor<2x3xi32>
// DENSE: %[[COMPARE:.*]] = stablehlo.compare  EQ, %[[LABELS]], %[[BROADCAST_IN_DIM_3]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// DENSE: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[IOTA]], %[[CONSTANT_8]] : tensor<2x3xi1>, tensor<2x3xi32>
// DENSE: %[[CONSTANT_9:.*]] = stablehlo.constant dense<2147483647> : tensor<i32>
// DENSE: %[[REDUCE_5:.*]] = stablehlo.reduce(%[[SELECT]] init: %[[CONSTANT_9]]) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
// DENSE: %[[CONSTANT_10:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// DENSE: %[[REDUCE_6:.*]] = stablehlo.reduce(%[[ADD]] init: %[[CONSTANT_10]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// DENSE: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_6]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// DENSE: %[[IOTA_1:.*]] = stablehlo.iota dim = 1 : tensor<2x3xi32>
// DENSE: %[[CONSTANT_11:.*]] = stablehlo.constant dense<3> : tensor<2x3xi32>
// DENSE: %[[COMPARE_1:.*]] = stablehlo.compare  EQ, %[[ADD]], %[[BROADCAST_IN_DIM_4]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// DENSE: %[[SELECT_1:.*]] = stablehlo.select %[[COMPARE_1]], %[[IOTA_1]], %[[CONSTANT_11]] : tensor<2x3xi1>, tensor<2x3xi32>
// DENSE: %[[CONSTANT_12:.*]] = stablehlo.constant dense<2147483647> : tensor<i32>
// DENSE: %[[REDUCE_7:.*]] = stablehlo.reduce(%[[SELECT_1]] init: %[[CONSTANT_12]]) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
// DENSE: %[[COMPARE_2:.*]] = stablehlo.compare  EQ, %[[REDUCE_7]], %[[REDUCE_5]] : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
// DENSE: %[[CONVERT:.*]] = stablehlo.convert %[[COMPARE_2]] : (tensor<2xi1>) -> tensor<2xf32>
// DENSE: %[[CONSTANT_13:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// DENSE: %[[REDUCE_8:.*]] = stablehlo.reduce(%[[CONVERT]] init: %[[CONSTANT_13]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// DENSE: %[[CONSTANT_14:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// DENSE: %[[DIVIDE_1:.*]] = stablehlo.divide %[[REDUCE_8]], %[[CONSTANT_14]] : tensor<f32>
// DENSE: return %{{.*}}, %{{.*}}, %[[DIVIDE]], %[[DIVIDE_1]] : tensor<3xf32>, tensor<i64>, tensor<f32>, tensor<f32>

// Outputs that are probabilities already are kept away from 0 and 1.
// PROBABILITIES-LABEL: func.func @main(
// PROBABILITIES-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// PROBABILITIES-SAME:    %[[LABELS:[^:]*]]: tensor<2x3xf32> {trainlint.name = "labels"
// PROBABILITIES: %[[ADD:.*]] = stablehlo.add %[[X]], %{{.*}} : tensor<2x3xf32>
// PROBABILITIES: %[[CONSTANT:.*]] = stablehlo.constant dense<0.99999988> : tensor<2x3xf32>
// PROBABILITIES: %[[CONSTANT_1:.*]] = stablehlo.constant dense<1.000000e-07> : tensor<2x3xf32>
// PROBABILITIES: %[[MAXIMUM:.*]] = stablehlo.maximum %[[ADD]], %[[CONSTANT_1]] : tensor<2x3xf32>
// PROBABILITIES: %[[MINIMUM:.*]] = stablehlo.minimum %[[MAXIMUM]], %[[CONSTANT]] : tensor<2x3xf32>
// PROBABILITIES: %[[LOG:.*]] = stablehlo.log %[[MINIMUM]] : tensor<2x3xf32>
// PROBABILITIES: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// PROBABILITIES: %[[REDUCE:.*]] = stablehlo.reduce(%[[LOG]] init: %[[CONSTANT_2]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// PROBABILITIES: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[REDUCE]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// PROBABILITIES: %[[SUBTRACT:.*]] = stablehlo.subtract %[[LOG]], %[[BROADCAST_IN_DIM_1]] : tensor<2x3xf32>
// PROBABILITIES: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[SUBTRACT]] : tensor<2x3xf32>
// PROBABILITIES: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// PROBABILITIES: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[EXPONENTIAL]] init: %[[CONSTANT_3]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// PROBABILITIES: %[[LOG_1:.*]] = stablehlo.log %[[REDUCE_1]] : tensor<2xf32>
// PROBABILITIES: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[LOG_1]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// PROBABILITIES: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[SUBTRACT]], %[[BROADCAST_IN_DIM_2]] : tensor<2x3xf32>
// PROBABILITIES: %[[MULTIPLY:.*]] = stablehlo.multiply %[[LABELS]], %[[SUBTRACT_1]] : tensor<2x3xf32>
// PROBABILITIES: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// PROBABILITIES: %[[REDUCE_2:.*]] = stablehlo.reduce(%[[MULTIPLY]] init: %[[CONSTANT_4]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// PROBABILITIES: %[[NEGATE:.*]] = stablehlo.negate %[[REDUCE_2]] : tensor<2xf32>
// PROBABILITIES: %[[CONSTANT_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// PROBABILITIES: %[[REDUCE_3:.*]] = stablehlo.reduce(%[[NEGATE]] init: %[[CONSTANT_5]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// PROBABILITIES: %[[CONSTANT_6:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// PROBABILITIES: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE_3]], %[[CONSTANT_6]] : tensor<f32>
// PROBABILITIES: %[[CONSTANT_7:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// PROBABILITIES: %[[REDUCE_4:.*]] = stablehlo.reduce(%[[LABELS]] init: %[[CONSTANT_7]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// PROBABILITIES: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_4]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// PROBABILITIES: %[[IOTA:.*]] = stablehlo.iota dim = 1 : tensor<2x3xi32>
// PROBABILITIES: %[[CONSTANT_8:.*]] = stablehlo.constant dense<3> : tensor<2x3xi32>
// PROBABILITIES: %[[COMPARE:.*]] = stablehlo.compare  EQ, %[[LABELS]], %[[BROADCAST_IN_DIM_3]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// PROBABILITIES: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[IOTA]], %[[CONSTANT_8]] : tensor<2x3xi1>, tensor<2x3xi32>
// PROBABILITIES: %[[CONSTANT_9:.*]] = stablehlo.constant dense<2147483647> : tensor<i32>
// PROBABILITIES: %[[REDUCE_5:.*]] = stablehlo.reduce(%[[SELECT]] init: %[[CONSTANT_9]]) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
// PROBABILITIES: %[[CONSTANT_10:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// PROBABILITIES: %[[REDUCE_6:.*]] = stablehlo.reduce(%[[ADD]] init: %[[CONSTANT_10]]) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// PROBABILITIES: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_6]], dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
// PROBABILITIES: %[[IOTA_1:.*]] = stablehlo.iota dim = 1 : tensor<2x3xi32>
// PROBABILITIES: %[[CONSTANT_11:.*]] = stablehlo.constant dense<3> : tensor<2x3xi32>
// PROBABILITIES: %[[COMPARE_1:.*]] = stablehlo.compare  EQ, %[[ADD]], %[[BROADCAST_IN_DIM_4]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// PROBABILITIES: %[[SELECT_1:.*]] = stablehlo.select %[[COMPARE_1]], %[[IOTA_1]], %[[CONSTANT_11]] : tensor<2x3xi1>, tensor<2x3xi32>
// PROBABILITIES: %[[CONSTANT_12:.*]] = stablehlo.constant dense<2147483647> : tensor<i32>
// PROBABILITIES: %[[REDUCE_7:.*]] = stablehlo.reduce(%[[SELECT_1]] init: %[[CONSTANT_12]]) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
// PROBABILITIES: %[[COMPARE_2:.*]] = stablehlo.compare  EQ, %[[REDUCE_7]], %[[REDUCE_5]] : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
// PROBABILITIES: %[[CONVERT:.*]] = stablehlo.convert %[[COMPARE_2]] : (tensor<2xi1>) -> tensor<2xf32>
// PROBABILITIES: %[[CONSTANT_13:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// PROBABILITIES: %[[REDUCE_8:.*]] = stablehlo.reduce(%[[CONVERT]] init: %[[CONSTANT_13]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// PROBABILITIES: %[[CONSTANT_14:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// PROBABILITIES: %[[DIVIDE_1:.*]] = stablehlo.divide %[[REDUCE_8]], %[[CONSTANT_14]] : tensor<f32>
// PROBABILITIES: return %{{.*}}, %{{.*}}, %[[DIVIDE]], %[[DIVIDE_1]] : tensor<3xf32>, tensor<i64>, tensor<f32>, tensor<f32>

// Each output by itself.
// BINARY-LABEL: func.func @main(
// BINARY-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x"
// BINARY-SAME:    %[[LABELS:[^:]*]]: tensor<2x3xf32> {trainlint.name = "labels"
// BINARY: %[[ADD:.*]] = stablehlo.add %[[X]], %{{.*}} : tensor<2x3xf32>
// BINARY: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
// BINARY: %[[MAXIMUM:.*]] = stablehlo.maximum %[[ADD]], %[[CONSTANT]] : tensor<2x3xf32>
// BINARY: %[[NEGATE:.*]] = stablehlo.negate %[[ADD]] : tensor<2x3xf32>
// BINARY: %[[MAXIMUM_1:.*]] = stablehlo.maximum %[[ADD]], %[[NEGATE]] : tensor<2x3xf32>
// BINARY: %[[NEGATE_1:.*]] = stablehlo.negate %[[MAXIMUM_1]] : tensor<2x3xf32>
// BINARY: %[[EXPONENTIAL:.*]] = stablehlo.exponential %[[NEGATE_1]] : tensor<2x3xf32>
// BINARY: %[[LOG_PLUS_ONE:.*]] = stablehlo.log_plus_one %[[EXPONENTIAL]] : tensor<2x3xf32>
// BINARY: %[[MULTIPLY:.*]] = stablehlo.multiply %[[ADD]], %[[LABELS]] : tensor<2x3xf32>
// BINARY: %[[SUBTRACT:.*]] = stablehlo.subtract %[[MAXIMUM]], %[[MULTIPLY]] : tensor<2x3xf32>
// BINARY: %[[ADD_1:.*]] = stablehlo.add %[[SUBTRACT]], %[[LOG_PLUS_ONE]] : tensor<2x3xf32>
// BINARY: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// BINARY: %[[REDUCE:.*]] = stablehlo.reduce(%[[ADD_1]] init: %[[CONSTANT_1]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// BINARY: %[[CONSTANT_2:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<2xf32>
// BINARY: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE]], %[[CONSTANT_2]] : tensor<2xf32>
// BINARY: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// BINARY: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[DIVIDE]] init: %[[CONSTANT_3]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// BINARY: %[[CONSTANT_4:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// BINARY: %[[DIVIDE_1:.*]] = stablehlo.divide %[[REDUCE_1]], %[[CONSTANT_4]] : tensor<f32>
// BINARY: %[[CONSTANT_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
// BINARY: %[[COMPARE:.*]] = stablehlo.compare  GT, %[[ADD]], %[[CONSTANT_5]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// BINARY: %[[CONSTANT_6:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
// BINARY: %[[COMPARE_1:.*]] = stablehlo.compare  GT, %[[LABELS]], %[[CONSTANT_6]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// BINARY: %[[COMPARE_2:.*]] = stablehlo.compare  EQ, %[[COMPARE]], %[[COMPARE_1]] : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
// BINARY: %[[CONVERT:.*]] = stablehlo.convert %[[COMPARE_2]] : (tensor<2x3xi1>) -> tensor<2x3xf32>
// BINARY: %[[CONSTANT_7:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// BINARY: %[[REDUCE_2:.*]] = stablehlo.reduce(%[[CONVERT]] init: %[[CONSTANT_7]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// BINARY: %[[CONSTANT_8:.*]] = stablehlo.constant dense<6.000000e+00> : tensor<f32>
// BINARY: %[[DIVIDE_2:.*]] = stablehlo.divide %[[REDUCE_2]], %[[CONSTANT_8]] : tensor<f32>
// BINARY: return %{{.*}}, %{{.*}}, %[[DIVIDE_1]], %[[DIVIDE_2]] : tensor<3xf32>, tensor<i64>, tensor<f32>, tensor<f32>

func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @forward(
    %w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"},
    %x: tensor<2x3xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<2x3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  %0 = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.add %x, %0 : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
