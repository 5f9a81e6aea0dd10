// Parameters of narrow floats are updated in f32 and rounded once: 0.999 is 1 in bf16, and with it the
// rate of Adam would be 0. Their slots are as narrow as they are.

// RUN: trainlint-opt %s --stablehlo-make-step="optimizer=adam learning-rate=0.25" | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[W:[^:]*]]: tensor<4xbf16> {tf.aliasing_output = 0 : i32, trainlint.name = "w"
// CHECK-SAME:    %[[M:[^:]*]]: tensor<4xbf16> {tf.aliasing_output = 1 : i32, trainlint.name = "w/m"
// CHECK-SAME:    %[[V:[^:]*]]: tensor<4xbf16> {tf.aliasing_output = 2 : i32, trainlint.name = "w/v"
// CHECK-SAME:    %[[STEP:[^:]*]]: tensor<i64>
// CHECK: %[[RATE:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[WIDE_M:.*]] = stablehlo.convert %[[M]] : (tensor<4xbf16>) -> tensor<4xf32>
// CHECK: %[[WIDE_V:.*]] = stablehlo.convert %[[V]] : (tensor<4xbf16>) -> tensor<4xf32>
// CHECK: %[[WIDE_W:.*]] = stablehlo.convert %[[W]] : (tensor<4xbf16>) -> tensor<4xf32>
// CHECK: %[[WIDE_GRADIENT:.*]] = stablehlo.convert %{{.*}} : (tensor<4xbf16>) -> tensor<4xf32>
// CHECK: stablehlo.constant dense<9.990000e-01> : tensor<f32>
// CHECK: stablehlo.subtract %[[WIDE_GRADIENT]], %[[WIDE_M]] : tensor<4xf32>
// CHECK: %[[NEW:.*]] = stablehlo.subtract %[[WIDE_W]], %{{.*}} : tensor<4xf32>
// CHECK: %[[NEW_W:.*]] = stablehlo.convert %[[NEW]] : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK: %[[NEW_M:.*]] = stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK: %[[NEW_V:.*]] = stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK: return %[[NEW_W]], %[[NEW_M]], %[[NEW_V]],

func.func @init(%seed: tensor<i64>) -> (tensor<4xbf16> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<4xbf16>
  return %0 : tensor<4xbf16>
}
func.func @forward(
    %w: tensor<4xbf16> {trainlint.role = "parameter", trainlint.name = "w"},
    %x: tensor<4xbf16> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<bf16> {trainlint.role = "loss", trainlint.name = "l"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.multiply %w, %x : tensor<4xbf16>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xbf16>, tensor<bf16>) -> tensor<bf16>
  return %1 : tensor<bf16>
}
