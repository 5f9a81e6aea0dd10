// What a model adds to its loss, such as regularizers of Keras, is part of the loss; a weight that is
// a state and not a parameter has no gradient, and stays.

// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd learning-rate=0.25 loss=mse" | FileCheck %s --check-prefix=OWN

// Squares, and two losses of the model.
// OWN-LABEL: func.func @main(
// OWN-SAME:    %[[W:[^:]*]]: tensor<3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// OWN-SAME:    %[[FROZEN:[^:]*]]: tensor<f32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "frozen"
// OWN-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// OWN-SAME:    %[[X:[^:]*]]: tensor<3xf32> {trainlint.name = "x"
// OWN-SAME:    %[[LABELS:[^:]*]]: tensor<3xf32> {trainlint.name = "labels"
// OWN: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// OWN: %[[ADD:.*]] = stablehlo.add %[[W]], %[[X]] : tensor<3xf32>
// OWN: %[[REDUCE:.*]] = stablehlo.reduce(%[[W]] init: %[[CONSTANT]]) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
// OWN: %[[MULTIPLY:.*]] = stablehlo.multiply %[[REDUCE]], %[[FROZEN]] : tensor<f32>
// OWN: %[[SUBTRACT:.*]] = stablehlo.subtract %[[ADD]], %[[LABELS]] : tensor<3xf32>
// OWN: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[SUBTRACT]], %[[SUBTRACT]] : tensor<3xf32>
// OWN: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// OWN: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[MULTIPLY_1]] init: %[[CONSTANT_1]]) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
// OWN: %[[CONSTANT_2:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<f32>
// OWN: %[[DIVIDE:.*]] = stablehlo.divide %[[REDUCE_1]], %[[CONSTANT_2]] : tensor<f32>
// OWN: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// OWN: %[[DIVIDE_1:.*]] = stablehlo.divide %[[DIVIDE]], %[[CONSTANT_3]] : tensor<f32>
// OWN: %[[ADD_1:.*]] = stablehlo.add %[[DIVIDE_1]], %[[REDUCE]] : tensor<f32>
// OWN: %[[ADD_2:.*]] = stablehlo.add %[[ADD_1]], %[[MULTIPLY]] : tensor<f32>
// OWN: %[[CONSTANT_4:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// OWN: %[[DIVIDE_2:.*]] = stablehlo.divide %[[CONSTANT_4]], %[[CONSTANT_3]] : tensor<f32>
// OWN: %[[DIVIDE_3:.*]] = stablehlo.divide %[[DIVIDE_2]], %[[CONSTANT_2]] : tensor<f32>
// OWN: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE_3]], dims = [] : (tensor<f32>) -> tensor<3xf32>
// OWN: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM]], %[[SUBTRACT]] : tensor<3xf32>
// OWN: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM]], %[[SUBTRACT]] : tensor<3xf32>
// OWN: %[[ADD_3:.*]] = stablehlo.add %[[MULTIPLY_2]], %[[MULTIPLY_3]] : tensor<3xf32>
// OWN: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[CONSTANT_4]], %[[FROZEN]] : tensor<f32>
// OWN: %[[ADD_4:.*]] = stablehlo.add %[[CONSTANT_4]], %[[MULTIPLY_4]] : tensor<f32>
// OWN: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[ADD_4]], dims = [] : (tensor<f32>) -> tensor<3xf32>
// OWN: %[[ADD_5:.*]] = stablehlo.add %[[BROADCAST_IN_DIM_1]], %[[ADD_3]] : tensor<3xf32>
// OWN: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// OWN: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// OWN: %[[CONSTANT_6:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// OWN: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_6]], dims = [] : (tensor<f32>) -> tensor<3xf32>
// OWN: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[ADD_5]], %[[BROADCAST_IN_DIM_2]] : tensor<3xf32>
// OWN: %[[SUBTRACT_1:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_5]] : tensor<3xf32>
// OWN: %[[CONSTANT_7:.*]] = stablehlo.constant dense<1> : tensor<i64>
// OWN: %[[ADD_6:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_7]] : tensor<i64>
// OWN: return %[[SUBTRACT_1]], %[[FROZEN]], %[[ADD_6]], %[[ADD_2]] : tensor<3xf32>, tensor<f32>, tensor<i64>, tensor<f32>

func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}, tensor<f32> {trainlint.name = "frozen"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<3xf32>
  %1 = stablehlo.constant dense<2.0> : tensor<f32>
  return %0, %1 : tensor<3xf32>, tensor<f32>
}
func.func @forward(
    %w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"},
    %frozen: tensor<f32> {trainlint.role = "state", trainlint.name = "frozen"},
    %x: tensor<3xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<3xf32> {trainlint.role = "output", trainlint.name = "y"},
        tensor<f32> {trainlint.role = "loss", trainlint.name = "first"},
        tensor<f32> {trainlint.role = "loss", trainlint.name = "second"},
        tensor<f32> {trainlint.role = "state", trainlint.name = "frozen"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.add %w, %x : tensor<3xf32>
  %1 = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.multiply %1, %frozen : tensor<f32>
  return %0, %1, %2, %frozen : tensor<3xf32>, tensor<f32>, tensor<f32>, tensor<f32>
}
