// Several outputs have labels each, and metrics with their names; what the model adds to the loss by
// itself counts for each example.

// RUN: trainlint-opt %s --stablehlo-make-evaluation="loss=mse reduction=sum l2=0.5 metrics=rmse" | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[W:[^:]*]]: tensor<2x3xf32> {trainlint.name = "w", trainlint.role = "state"}
// CHECK-SAME:    tensor<2x3xf32> {trainlint.name = "labels/a", trainlint.role = "input"}
// CHECK-SAME:    tensor<2x3x4xf64> {trainlint.name = "labels/b", trainlint.role = "input"}
// CHECK-SAME:    tensor<f32> {trainlint.name = "a/root_mean_squared_error", trainlint.role = "sum"}, tensor<f64> {trainlint.name = "b/root_mean_squared_error", trainlint.role = "sum"})
// CHECK: %[[PENALTY:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[EXAMPLES:.*]] = stablehlo.reduce(
// CHECK: stablehlo.multiply %[[PENALTY]], %[[EXAMPLES]] : tensor<f32>
// CHECK: stablehlo.multiply %[[W]], %[[W]] : tensor<2x3xf32>
// CHECK-LABEL: func.func @metrics(
// CHECK: stablehlo.sqrt %{{.*}} : tensor<f32>
// CHECK: stablehlo.sqrt %{{.*}} : tensor<f64>

func.func @init() -> (tensor<2x3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func @forward(%w: tensor<2x3xf32> {trainlint.role = "parameter", trainlint.name = "w"},
                   %x: tensor<2x3xf32> {trainlint.role = "input", trainlint.name = "x"},
                   %z: tensor<2x3x4xf64> {trainlint.role = "input", trainlint.name = "z"})
    -> (tensor<2x3xf32> {trainlint.role = "output", trainlint.name = "a"}, tensor<2x3x4xf64> {trainlint.role = "output", trainlint.name = "b"},
        tensor<f32> {trainlint.role = "loss", trainlint.name = "penalty"}) {
  %0 = stablehlo.add %x, %w : tensor<2x3xf32>
  %1 = stablehlo.constant dense<0.25> : tensor<f32>
  return %0, %z, %1 : tensor<2x3xf32>, tensor<2x3x4xf64>, tensor<f32>
}
