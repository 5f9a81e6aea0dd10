// On several replicas the gradients, the loss and states that depend on the batch become means of
// all, in one collective; each replica draws other numbers. One replica has none.

// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd learning-rate=0.25 replicas=2" | FileCheck %s --check-prefix=TWO
// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=sgd replicas=1" | FileCheck %s --check-prefix=ONE

// TWO: mhlo.num_replicas = 2

// ONE: mhlo.num_replicas = 1
// ONE-NOT: {{all_reduce|replica_id}}

// Two of them.
// TWO-LABEL: func.func @main(
// TWO-SAME:    %[[W:[^:]*]]: tensor<3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "w"
// TWO-SAME:    %[[MEAN:[^:]*]]: tensor<3xf32> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "mean"
// TWO-SAME:    %[[GLOBAL_STEP:[^:]*]]: tensor<i64> {tf.aliasing_output = {{[0-9]+}} : i32, trainlint.name = "global_step"
// TWO-SAME:    %[[X:[^:]*]]: tensor<3xf32> {trainlint.name = "x"
// TWO-SAME:    %[[SEED:[^:]*]]: tensor<2xui64> {trainlint.role = "seed"}
// TWO: %[[REPLICA_ID:.*]] = stablehlo.replica_id : tensor<ui32>
// TWO: %[[CONSTANT:.*]] = stablehlo.constant dense<32> : tensor<ui64>
// TWO: %[[CONVERT:.*]] = stablehlo.convert %[[REPLICA_ID]] : (tensor<ui32>) -> tensor<ui64>
// TWO: %[[SHIFT_LEFT:.*]] = stablehlo.shift_left %[[CONVERT]], %[[CONSTANT]] : tensor<ui64>
// TWO: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0> : tensor<1xui64>
// TWO: %[[RESHAPE:.*]] = stablehlo.reshape %[[SHIFT_LEFT]] : (tensor<ui64>) -> tensor<1xui64>
// TWO: %[[CONCATENATE:.*]] = stablehlo.concatenate %[[CONSTANT_1]], %[[RESHAPE]], dim = 0 : (tensor<1xui64>, tensor<1xui64>) -> tensor<2xui64>
// TWO: %[[XOR:.*]] = stablehlo.xor %[[SEED]], %[[CONCATENATE]] : tensor<2xui64>
// TWO: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// TWO: %{{.*}}, %[[RNG_BIT_GENERATOR_1:[^,: ]*]] = stablehlo.rng_bit_generator %[[XOR]], algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
// TWO: %[[CONVERT_1:.*]] = stablehlo.convert %[[RNG_BIT_GENERATOR_1]] : (tensor<3xui32>) -> tensor<3xf32>
// TWO: %[[MULTIPLY:.*]] = stablehlo.multiply %[[W]], %[[CONVERT_1]] : tensor<3xf32>
// TWO: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[MULTIPLY]], %[[X]] : tensor<3xf32>
// TWO: %[[REDUCE:.*]] = stablehlo.reduce(%[[MULTIPLY_1]] init: %[[CONSTANT_2]]) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
// TWO: %[[ADD:.*]] = stablehlo.add %[[MEAN]], %[[X]] : tensor<3xf32>
// TWO: %[[CONSTANT_3:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// TWO: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_3]], dims = [] : (tensor<f32>) -> tensor<3xf32>
// TWO: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM]], %[[X]] : tensor<3xf32>
// TWO: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[MULTIPLY_2]], %[[CONVERT_1]] : tensor<3xf32>
// TWO: %[[ALL_REDUCE:[^,: ]*]]:3 = "stablehlo.all_reduce"(%[[REDUCE]], %[[ADD]], %[[MULTIPLY_3]]) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
// TWO: ^{{.*}}(%[[ARG:[^:]*]]: tensor<f32>, %[[ARG_1:[^:]*]]: tensor<f32>):
// TWO: %[[ADD_1:.*]] = stablehlo.add %[[ARG]], %[[ARG_1]] : tensor<f32>
// TWO: stablehlo.return %[[ADD_1]] : tensor<f32>
// TWO: }) : (tensor<f32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>, tensor<3xf32>)
// TWO: %[[CONSTANT_4:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// TWO: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[ALL_REDUCE]]#0, %[[CONSTANT_4]] : tensor<f32>
// TWO: %[[CONSTANT_5:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
// TWO: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[ALL_REDUCE]]#1, %[[CONSTANT_5]] : tensor<3xf32>
// TWO: %[[CONSTANT_6:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
// TWO: %[[MULTIPLY_6:.*]] = stablehlo.multiply %[[ALL_REDUCE]]#2, %[[CONSTANT_6]] : tensor<3xf32>
// TWO: %{{.*}} = stablehlo.convert %[[GLOBAL_STEP]] : (tensor<i64>) -> tensor<f32>
// TWO: %{{.*}} = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// TWO: %[[CONSTANT_8:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// TWO: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[CONSTANT_8]], dims = [] : (tensor<f32>) -> tensor<3xf32>
// TWO: %[[MULTIPLY_7:.*]] = stablehlo.multiply %[[MULTIPLY_6]], %[[BROADCAST_IN_DIM_1]] : tensor<3xf32>
// TWO: %[[SUBTRACT:.*]] = stablehlo.subtract %[[W]], %[[MULTIPLY_7]] : tensor<3xf32>
// TWO: %[[CONSTANT_9:.*]] = stablehlo.constant dense<1> : tensor<i64>
// TWO: %[[ADD_2:.*]] = stablehlo.add %[[GLOBAL_STEP]], %[[CONSTANT_9]] : tensor<i64>
// TWO: return %[[SUBTRACT]], %[[MULTIPLY_5]], %[[ADD_2]], %[[MULTIPLY_4]] : tensor<3xf32>, tensor<3xf32>, tensor<i64>, tensor<f32>

func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}, tensor<3xf32> {trainlint.name = "mean"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<3xf32>
  return %0, %0 : tensor<3xf32>, tensor<3xf32>
}
func.func @forward(
    %w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"},
    %mean: tensor<3xf32> {trainlint.role = "state", trainlint.name = "mean"},
    %x: tensor<3xf32> {trainlint.role = "input", trainlint.name = "x"},
    %seed: tensor<2xui64> {trainlint.role = "seed"})
    -> (tensor<f32> {trainlint.role = "loss", trainlint.name = "l"},
        tensor<3xf32> {trainlint.role = "state", trainlint.name = "mean"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %state, %bits = stablehlo.rng_bit_generator %seed, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  %0 = stablehlo.convert %bits : (tensor<3xui32>) -> tensor<3xf32>
  %1 = stablehlo.multiply %w, %0 : tensor<3xf32>
  %2 = stablehlo.multiply %1, %x : tensor<3xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %4 = stablehlo.add %mean, %x : tensor<3xf32>
  return %3, %4 : tensor<f32>, tensor<3xf32>
}
