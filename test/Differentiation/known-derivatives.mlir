// RUN: trainlint-opt %s --stablehlo-differentiate=function=error,shares,unmarked --stablehlo-canonicalize | FileCheck %s

// What an op says of its derivative goes before what the ops in front of it are, and is gone afterwards.

func.func @error(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<0.5> : tensor<f32>
  %1 = stablehlo.multiply %x, %x : tensor<f32>
  %2 = stablehlo.add %1, %0 : tensor<f32>
  %3 = stablehlo.multiply %x, %2 {trainlint.derivative = "erf"} : tensor<f32>
  return %3 : tensor<f32>
}
// CHECK-LABEL: func.func @error_gradients(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<f32>)
// CHECK-DAG:   %[[FACTOR:.*]] = stablehlo.constant dense<1.12837923> : tensor<f32>
// CHECK:       %[[SQUARE:.*]] = stablehlo.multiply %[[X]], %[[X]] : tensor<f32>
// CHECK:       %[[ERROR:.*]] = stablehlo.multiply %[[X]], %{{.*}} : tensor<f32>
// CHECK:       %[[NEGATED:.*]] = stablehlo.negate %[[SQUARE]] : tensor<f32>
// CHECK:       %[[POWER:.*]] = stablehlo.exponential %[[NEGATED]] : tensor<f32>
// CHECK:       %[[SLOPE:.*]] = stablehlo.multiply %[[POWER]], %[[FACTOR]] : tensor<f32>
// CHECK:       return %[[ERROR]], %[[SLOPE]] : tensor<f32>, tensor<f32>

// The gradient of the greatest element is left out.
func.func @shares(%x: tensor<3xf32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%x init: %0) applies stablehlo.maximum across dimensions = [0] {trainlint.derivative = "zero"} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %4 = stablehlo.subtract %x, %3 : tensor<3xf32>
  %5 = stablehlo.exponential %4 : tensor<3xf32>
  %6 = stablehlo.reduce(%5 init: %1) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %6 : tensor<f32>
}
// CHECK-LABEL: func.func @shares_gradients(
// CHECK:       %[[GROWN:.*]] = stablehlo.exponential
// CHECK-NOT:   stablehlo.compare
// CHECK:       return %{{.*}}, %[[GROWN]] : tensor<f32>, tensor<3xf32>

// Without the attribute the gradient is that of the ops.
func.func @unmarked(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @unmarked_gradients(
// CHECK:       stablehlo.add %arg0, %arg0
