// Operations that several others read are part of their loops if that is one loop, or if computing them
// again costs less than storing them.

// RUN: trainlint-test-cpu %s --entry=one_loop --emit=linalg | FileCheck %s --check-prefix=ONE
// RUN: trainlint-test-cpu %s --entry=cheap --emit=linalg | FileCheck %s --check-prefix=CHEAP
// RUN: trainlint-test-cpu %s --entry=two_operands --emit=linalg | FileCheck %s --check-prefix=STORED
// RUN: trainlint-test-cpu %s --entry=costly --emit=linalg | FileCheck %s --check-prefix=STORED
// RUN: trainlint-test-cpu %s --entry=returned --emit=linalg | FileCheck %s --check-prefix=STORED
// RUN: trainlint-test-cpu %s --entry=broadcast --emit=linalg | FileCheck %s --check-prefix=BROADCAST

// The sum is read by two, which a third one reads.
// ONE-LABEL:     func.func @main(
// ONE-COUNT-1:   linalg.generic
// ONE:           arith.addf
// ONE-NOT:       arith.addf
// ONE:           arith.mulf
// ONE-NOT:       linalg.generic
func.func @one_loop(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x4xf32>
  %1 = stablehlo.negate %0 : tensor<8x4xf32>
  %2 = stablehlo.log %0 : tensor<8x4xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}

// Both sums over rows and columns negate the elements, which nobody stores.
// CHEAP-LABEL:   func.func @main(
// CHEAP-NOT:     memref.alloc() : memref<8x4xf32>
// CHEAP:         arith.negf
// CHEAP:         arith.negf
// CHEAP-NOT:     arith.negf
func.func @cheap(%x: tensor<8x4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %x : tensor<8x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1, %2 : tensor<8xf32>, tensor<4xf32>
}

// Two operands are more to read than their sum, a logarithm takes its time, and what is returned is stored
// anyway.
// STORED-LABEL:   func.func @main(
// STORED:         memref.alloc() : memref<8x4xf32>
// STORED-COUNT-1: {{arith.addf|math.log|arith.negf}} %{{[a-z0-9_]+}}{{.*}} : f32
// STORED:         memref.alloc() : memref<8xf32>
func.func @two_operands(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.add %x, %y : tensor<8x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1, %2 : tensor<8xf32>, tensor<4xf32>
}
func.func @costly(%x: tensor<8x4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.log %x : tensor<8x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1, %2 : tensor<8xf32>, tensor<4xf32>
}
func.func @returned(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %x : tensor<8x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8xf32>
}

// A row that is broadcast is read where it lies, by every loop.
// BROADCAST-LABEL: func.func @main(
// BROADCAST-COUNT-1: memref.alloc() : memref<8x4xf32>
// BROADCAST-COUNT-1: memref.alloc() : memref<8x4xf32>
// BROADCAST-NOT:     memref.alloc() : memref<8x4xf32>
func.func @broadcast(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>, %row: tensor<4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.add %x, %0 : tensor<8x4xf32>
  %2 = stablehlo.multiply %y, %0 : tensor<8x4xf32>
  return %1, %2 : tensor<8x4xf32>, tensor<8x4xf32>
}
