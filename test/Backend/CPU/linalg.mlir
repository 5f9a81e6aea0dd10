// RUN: trainlint-test-cpu %s --entry=expression --emit=linalg | FileCheck %s --check-prefix=EXPRESSION
// RUN: trainlint-test-cpu %s --entry=columns --emit=linalg | FileCheck %s --check-prefix=COLUMNS
// RUN: trainlint-test-cpu %s --entry=product --no-library --emit=linalg | FileCheck %s --check-prefix=PRODUCT
// RUN: trainlint-test-cpu %s --entry=empty --no-library --emit=linalg | FileCheck %s --check-prefix=EMPTY

// An expression is one loop, over all elements in a row.
// EXPRESSION: func.func @main(%[[X:.*]]: memref<2x3xf32>, %[[Y:.*]]: memref<2x3xf32>, %{{.*}}: memref<2x3xf32>
// EXPRESSION-COUNT-1: linalg.generic {{.*}} iterator_types = ["parallel"]
// EXPRESSION: arith.addf
// EXPRESSION: math.log
// EXPRESSION: arith.mulf
// EXPRESSION-NOT: linalg.generic
// EXPRESSION: return
func.func @expression(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<2x3xf32>
  %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  %1 = stablehlo.log %0 : tensor<2x3xf32>
  %2 = stablehlo.multiply %1, %two : tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// Rows are added to a row; what is added is computed on the way.
// COLUMNS: linalg.fill
// COLUMNS: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// COLUMNS: arith.mulf
// COLUMNS: arith.addf
// COLUMNS-NOT: linalg.generic
// COLUMNS: return
func.func @columns(%x: tensor<4x3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<4x3xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// PRODUCT: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// PRODUCT: arith.mulf
// PRODUCT: arith.addf
func.func @product(%x: tensor<4x3xf32>, %y: tensor<3x5xf32>) -> tensor<4x5xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// A sum of nothing is what it starts with.
// EMPTY: func.func @main(
// EMPTY: linalg.fill
// EMPTY-NOT: linalg.generic
// EMPTY: return
func.func @empty(%x: tensor<2x0xf32>, %y: tensor<0x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
