// RUN: trainlint-opt %s --stablehlo-canonicalize | FileCheck %s

// CHECK-LABEL: @nothing
// CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0, %arg0
func.func @nothing(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %0 = stablehlo.add %zero, %x : tensor<2x3xf32>
  %1 = stablehlo.subtract %0, %zero : tensor<2x3xf32>
  %2 = stablehlo.multiply %one, %1 : tensor<2x3xf32>
  %3 = stablehlo.divide %2, %one : tensor<2x3xf32>
  %4 = stablehlo.convert %3 : tensor<2x3xf32>
  %5 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = stablehlo.slice %x [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = stablehlo.concatenate %x, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4, %5, %6, %7, %8 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: @twice
// CHECK-NEXT: %[[T:.*]] = stablehlo.transpose %arg0, dims = [2, 1, 0]
// CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [2]
// CHECK-NEXT: %[[R:.*]] = stablehlo.reshape %arg1 : (tensor<6xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: return %[[T]], %arg0, %[[B]], %[[R]], %arg1, %arg1
func.func @twice(%x: tensor<2x3x4xf32>, %y: tensor<6xf32>) -> (tensor<4x3x2xf32>, tensor<2x3x4xf32>, tensor<3x4x6xf32>, tensor<3x2xf32>, tensor<6xf32>, tensor<6xf32>) {
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 1] : (tensor<4x2x3xf32>) -> tensor<4x3x2xf32>
  %2 = stablehlo.transpose %0, dims = [1, 2, 0] : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  %3 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<6xf32>) -> tensor<4x6xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1, 2] : (tensor<4x6xf32>) -> tensor<3x4x6xf32>
  %5 = stablehlo.reshape %y : (tensor<6xf32>) -> tensor<2x3xf32>
  %6 = stablehlo.reshape %5 : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %7 = stablehlo.negate %y : tensor<6xf32>
  %8 = stablehlo.negate %7 : tensor<6xf32>
  %9 = stablehlo.reverse %y, dims = [0] : tensor<6xf32>
  %10 = stablehlo.reverse %9, dims = [0] : tensor<6xf32>
  return %1, %2, %4, %6, %8, %10 : tensor<4x3x2xf32>, tensor<2x3x4xf32>, tensor<3x4x6xf32>, tensor<3x2xf32>, tensor<6xf32>, tensor<6xf32>
}

// CHECK-LABEL: @constants
// CHECK-DAG: %[[A:.*]] = stablehlo.constant dense<6.000000e+00> : tensor<3x2xf32>
// CHECK-DAG: %[[B:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<7xf32>
// CHECK: return %[[A]], %[[B]]
func.func @constants() -> (tensor<3x2xf32>, tensor<7xf32>) {
  %0 = stablehlo.constant dense<2.0> : tensor<f32>
  %1 = stablehlo.constant dense<-3.0> : tensor<2x3xf32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<2x3xf32>
  %4 = stablehlo.negate %3 : tensor<2x3xf32>
  %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %6 = stablehlo.reshape %2 : (tensor<2x3xf32>) -> tensor<6xf32>
  %7 = stablehlo.pad %6, %0, low = [1], high = [0], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<7xf32>
  return %5, %7 : tensor<3x2xf32>, tensor<7xf32>
}

// Equal operations are one, and unused ones none.
// CHECK-LABEL: @equal
// CHECK-NEXT: %[[S:.*]] = stablehlo.sine %arg1
// CHECK-NEXT: %[[A:.*]] = stablehlo.add %[[S]], %[[S]]
// CHECK-NEXT: return %[[A]], %arg1
func.func @equal(%p: tensor<i1>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.sine %x : tensor<f32>
  %1 = stablehlo.sine %x : tensor<f32>
  %2 = stablehlo.cosine %x : tensor<f32>
  %3 = stablehlo.add %0, %1 : tensor<f32>
  %4 = stablehlo.select %p, %x, %x : tensor<i1>, tensor<f32>
  return %3, %4 : tensor<f32>, tensor<f32>
}

// Other numbers stay as they are; a product with zero may be no number.
// CHECK-LABEL: @kept
// CHECK: stablehlo.pad
// CHECK: stablehlo.multiply
func.func @kept(%y: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<2xf32>
  %0 = stablehlo.pad %zeros, %one, low = [1], high = [1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %y, %zeros : tensor<2xf32>
  return %0, %1 : tensor<4xf32>, tensor<2xf32>
}

// Products take transposed operands as they lie, where those are rows of matrices.
// CHECK-LABEL: @transposed_operands
// CHECK-NEXT: %[[A:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [1], precision = [HIGHEST, DEFAULT] : (tensor<3x2xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: %[[B:.*]] = stablehlo.dot_general %arg2, %arg2, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<5x6x7xf32>, tensor<5x6x7xf32>) -> tensor<5x6x6xf32>
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @transposed_operands(%x: tensor<3x2xf32>, %y: tensor<4x3xf32>, %z: tensor<5x6x7xf32>) -> (tensor<2x4xf32>, tensor<5x6x6xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.transpose %z, dims = [0, 2, 1] : (tensor<5x6x7xf32>) -> tensor<5x7x6xf32>
  %4 = stablehlo.dot_general %z, %3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x6x7xf32>, tensor<5x7x6xf32>) -> tensor<5x6x6xf32>
  return %2, %4 : tensor<2x4xf32>, tensor<5x6x6xf32>
}

// Heads that lie within rows would be copied for each product, and dimensions of the result in another
// order are another result.
// CHECK-LABEL: @transposed_otherwise
// CHECK-COUNT-2: stablehlo.transpose
func.func @transposed_otherwise(%x: tensor<2x3x4x5xf32>, %y: tensor<2x4x3x5xf32>, %z: tensor<3x4x5xf32>, %w: tensor<5x6xf32>) -> (tensor<2x4x3x3xf32>, tensor<4x3x6xf32>) {
  %0 = stablehlo.transpose %x, dims = [0, 2, 1, 3] : (tensor<2x3x4x5xf32>) -> tensor<2x4x3x5xf32>
  %1 = stablehlo.dot_general %0, %y, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<2x4x3x5xf32>, tensor<2x4x3x5xf32>) -> tensor<2x4x3x3xf32>
  %2 = stablehlo.transpose %z, dims = [1, 0, 2] : (tensor<3x4x5xf32>) -> tensor<4x3x5xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [2] x [0] : (tensor<4x3x5xf32>, tensor<5x6xf32>) -> tensor<4x3x6xf32>
  return %1, %3 : tensor<2x4x3x3xf32>, tensor<4x3x6xf32>
}
