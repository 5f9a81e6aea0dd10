// A forward module becomes the step that trains it.
// RUN: trainlint-opt %s --stablehlo-make-step="loss=mse optimizer=adam" | FileCheck %s
// RUN: trainlint-opt %s --stablehlo-make-step="loss=mse optimizer=sgd replicas=8" | FileCheck %s --check-prefix=EIGHT
// RUN: not trainlint-opt %s --stablehlo-make-step="loss=mse optimizer=newton" 2>&1 | FileCheck %s --check-prefix=OPTIMIZER
// RUN: not trainlint-opt %s --stablehlo-make-step="optimizer=sgd" 2>&1 | FileCheck %s --check-prefix=LOSS
// RUN: not trainlint-opt %s --stablehlo-make-step="loss=mse schedule=piecewise values=1,0.1" 2>&1 | FileCheck %s --check-prefix=PIECES
// RUN: not trainlint-opt %s --stablehlo-make-step="from-logits=true" 2>&1 | FileCheck %s --check-prefix=LOGITS
// RUN: not trainlint-opt %s --stablehlo-make-step="decay-steps=0.5" 2>&1 | FileCheck %s --check-prefix=COUNT

// CHECK: module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32}
// CHECK: func.func @init(%arg0: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}, tensor<f32> {trainlint.name = "count"}, tensor<3xf32> {trainlint.name = "w/m"}, tensor<3xf32> {trainlint.name = "w/v"}, tensor<i64> {trainlint.name = "global_step"})
// CHECK-NOT: @forward
// CHECK: func.func @main(%arg0: tensor<3xf32> {tf.aliasing_output = 0 : i32, trainlint.name = "w", trainlint.role = "state"}, %arg1: tensor<f32> {tf.aliasing_output = 1 : i32, trainlint.name = "count", trainlint.role = "state"}, %arg2: tensor<3xf32> {tf.aliasing_output = 2 : i32, trainlint.name = "w/m", trainlint.role = "state"}, %arg3: tensor<3xf32> {tf.aliasing_output = 3 : i32, trainlint.name = "w/v", trainlint.role = "state"}, %arg4: tensor<i64> {tf.aliasing_output = 4 : i32, trainlint.name = "global_step", trainlint.role = "state"}, %arg5: tensor<4x3xf32> {trainlint.name = "x", trainlint.role = "input"}, %arg6: tensor<4x3xf32> {trainlint.name = "labels", trainlint.role = "input"}) -> (tensor<3xf32> {trainlint.name = "w", trainlint.role = "state"}, tensor<f32> {trainlint.name = "count", trainlint.role = "state"}, tensor<3xf32> {trainlint.name = "w/m", trainlint.role = "state"}, tensor<3xf32> {trainlint.name = "w/v", trainlint.role = "state"}, tensor<i64> {trainlint.name = "global_step", trainlint.role = "state"}, tensor<f32> {trainlint.name = "loss", trainlint.role = "metric"})
// CHECK-NOT: all_reduce
// CHECK-NOT: _gradients

// EIGHT: mhlo.num_replicas = 8 : i32
// EIGHT: stablehlo.all_reduce
// EIGHT-SAME: {{\[\[}}0, 1, 2, 3, 4, 5, 6, 7]]
// EIGHT: stablehlo.constant dense<1.250000e-01>

// OPTIMIZER: error: `optimizer` is `newton`; sgd, momentum, adam, adamw, rmsprop, adagrad, adadelta, adamax, nadam, ftrl, lion, lars, lamb, adafactor, muon or schedule_free_adamw is expected
// LOSS: error: the model has no loss, and none is given
// PIECES: error: a piecewise schedule has 2 `values` and 0 `boundaries`; one value more than boundaries is expected
// LOGITS: error: `from_logits` is given without a loss
// COUNT: error: `decay_steps` is `0.5`; a whole number of at least 1 is expected

func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}, tensor<f32> {trainlint.name = "count"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<3xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<f32>
  return %0, %1 : tensor<3xf32>, tensor<f32>
}
func.func @forward(
    %w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"},
    %count: tensor<f32> {trainlint.role = "state", trainlint.name = "count"},
    %x: tensor<4x3xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<4x3xf32> {trainlint.role = "output", trainlint.name = "y"}, tensor<f32> {trainlint.role = "state", trainlint.name = "count"}) {
  %0 = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<4x3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %2 = stablehlo.add %count, %one : tensor<f32>
  return %1, %2 : tensor<4x3xf32>, tensor<f32>
}
