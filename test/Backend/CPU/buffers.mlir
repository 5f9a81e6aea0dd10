// RUN: %python -c "import struct; open('%t.a', 'wb').write(struct.pack('4f', 1, 2, 3, 4)); open('%t.b', 'wb').write(struct.pack('4f', 10, 20, 30, 40))"
// RUN: trainlint-test-cpu %s --entry=step --input=%t.a --input=%t.b --donate | FileCheck %s --check-prefix=STEP
// RUN: trainlint-test-cpu %s --entry=step --input=%t.a --input=%t.b | FileCheck %s --check-prefix=STEP
// RUN: trainlint-test-cpu %s --entry=exchange --input=%t.a --input=%t.b --donate | FileCheck %s --check-prefix=EXCHANGE
// RUN: trainlint-test-cpu %s --entry=turn --input=%t.a --donate | FileCheck %s --check-prefix=TURN
// RUN: trainlint-test-cpu %s --entry=late --input=%t.a --donate | FileCheck %s --check-prefix=LATE

// The new value is written over the old one.
// STEP: tensor<4xf32> [11, 22, 33, 44]
func.func @step(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Each output is the buffer of the input that the other one comes from.
// EXCHANGE: tensor<4xf32> [10, 20, 30, 40]
// EXCHANGE-NEXT: tensor<4xf32> [1, 2, 3, 4]
func.func @exchange(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32},
                    %b: tensor<4xf32> {jax.buffer_donor = true}) -> (tensor<4xf32>, tensor<4xf32>) {
  return %b, %a : tensor<4xf32>, tensor<4xf32>
}

// Elements are read elsewhere than they are written.
// TURN: tensor<4xf32> [5, 5, 5, 5]
func.func @turn(%a: tensor<4xf32> {jax.buffer_donor = true}) -> tensor<4xf32> {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<4xf32>
  %1 = stablehlo.add %0, %a : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// The input is read after the output could have been written.
// LATE: tensor<4xf32> [2, 4, 6, 8]
// LATE-NEXT: tensor<f32> 10
func.func @late(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<4xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<4xf32>, tensor<f32>
}
