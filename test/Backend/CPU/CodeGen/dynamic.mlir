// Sizes that are operands have to be those of the types, which are known: they are not looked at.

// RUN: trainlint-test-cpu %s --entry=reshape --emit=linalg | FileCheck %s --check-prefix=RESHAPE

// A shape that is given.
// RESHAPE-LABEL: func.func @main(
// RESHAPE-SAME:    %[[ARG0:[^:]*]]: memref<6xf32>
// RESHAPE-SAME:    %[[ARG2:[^:]*]]: memref<2x3xf32>
// RESHAPE: %[[VIEW:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [2, 3], strides: [3, 1] : memref<6xf32> to memref<2x3xf32>
// RESHAPE: memref.copy %[[VIEW]], %[[ARG2]] : memref<2x3xf32> to memref<2x3xf32>
// RESHAPE: return
func.func @reshape(%x: tensor<6xf32>, %s: tensor<2xi32>) -> tensor<2x3xf32> {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
