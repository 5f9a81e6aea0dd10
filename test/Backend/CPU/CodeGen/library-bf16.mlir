// Where the library has kernels for bf16, products and convolutions of it are neither widened before
// nor rounded afterwards: it gets the buffers as they are.

// REQUIRES: onednn-bf16
// RUN: trainlint-test-cpu %s --entry=product --emit=linalg | FileCheck %s --check-prefix=PRODUCT
// RUN: trainlint-test-cpu %s --entry=heads --emit=linalg | FileCheck %s --check-prefix=HEADS
// RUN: trainlint-test-cpu %s --entry=mixed --emit=linalg | FileCheck %s --check-prefix=MIXED
// RUN: trainlint-test-cpu %s --entry=convolution --emit=linalg | FileCheck %s --check-prefix=CONVOLUTION
// RUN: trainlint-test-cpu %s --entry=numbers | FileCheck %s --check-prefix=NUMBERS
// RUN: trainlint-test-cpu %s --entry=numbers --no-library | FileCheck %s --check-prefix=NUMBERS

// PRODUCT-LABEL: func.func @main(
// PRODUCT-NOT:   arith.bitcast
// PRODUCT:       %[[RESULT:.*]] = memref.alloc() : memref<64x48xbf16>
// PRODUCT:       call @trainlint_cpu_multiply_bf16(
// PRODUCT-NOT:   arith.bitcast
// PRODUCT:       return
func.func @product(%x: tensor<64x32xbf16>, %y: tensor<48x32xbf16>) -> tensor<64x48xbf16> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<64x32xbf16>, tensor<48x32xbf16>) -> tensor<64x48xbf16>
  return %0 : tensor<64x48xbf16>
}

// Operands in an order that the library does not take are moved, as they are.
// HEADS-LABEL: func.func @main(
// HEADS:       %[[MOVED:.*]] = memref.alloc() : memref<2x64x32xbf16>
// HEADS-NOT:   arith.bitcast
// HEADS:       call @trainlint_cpu_multiply_bf16(
func.func @heads(%x: tensor<64x2x32xbf16>, %y: tensor<2x32x48xbf16>) -> tensor<2x64x48xbf16> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<64x2x32xbf16>, tensor<2x32x48xbf16>) -> tensor<2x64x48xbf16>
  return %0 : tensor<2x64x48xbf16>
}

// A result of f32 is not rounded to bf16 on the way.
// MIXED-LABEL: func.func @main(
// MIXED:       memref.alloc() : memref<64x32xf32>
// MIXED:       call @trainlint_cpu_multiply(
func.func @mixed(%x: tensor<64x32xbf16>, %y: tensor<32x48xbf16>) -> tensor<64x48xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x32xbf16>, tensor<32x48xbf16>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}

// CONVOLUTION-LABEL: func.func @main(
// CONVOLUTION-NOT:   arith.bitcast
// CONVOLUTION:       call @trainlint_cpu_convolve(
// CONVOLUTION-NOT:   arith.bitcast
// CONVOLUTION:       return
func.func @convolution(%x: tensor<2x16x8x8xbf16>, %w: tensor<16x16x3x3xbf16>) -> tensor<2x16x8x8xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x8xbf16>, tensor<16x16x3x3xbf16>) -> tensor<2x16x8x8xbf16>
  return %0 : tensor<2x16x8x8xbf16>
}

// Sums are rounded once: one that is rounded to bf16 each time stops at 256.
// NUMBERS: tensor<bf16> 258
// NUMBERS-NEXT: tensor<bf16> 516
// NUMBERS-NEXT: tensor<bf16> 144
func.func @numbers() -> (tensor<bf16>, tensor<bf16>, tensor<bf16>) {
  %0 = stablehlo.constant dense<1.0> : tensor<16x258xbf16>
  %1 = stablehlo.constant dense<1.0> : tensor<258x16xbf16>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<16x258xbf16>, tensor<258x16xbf16>) -> tensor<16x16xbf16>
  %3 = stablehlo.slice %2 [7:8, 3:4] : (tensor<16x16xbf16>) -> tensor<1x1xbf16>
  %4 = stablehlo.reshape %3 : (tensor<1x1xbf16>) -> tensor<bf16>
  %5 = stablehlo.constant dense<2.0> : tensor<2x16x258xbf16>
  %6 = stablehlo.constant dense<1.0> : tensor<2x16x258xbf16>
  %7 = stablehlo.dot_general %5, %6, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x16x258xbf16>, tensor<2x16x258xbf16>) -> tensor<2x16x16xbf16>
  %8 = stablehlo.slice %7 [1:2, 7:8, 3:4] : (tensor<2x16x16xbf16>) -> tensor<1x1x1xbf16>
  %9 = stablehlo.reshape %8 : (tensor<1x1x1xbf16>) -> tensor<bf16>
  %10 = stablehlo.constant dense<1.0> : tensor<1x16x8x8xbf16>
  %11 = stablehlo.constant dense<1.0> : tensor<16x16x3x3xbf16>
  %12 = stablehlo.convolution(%10, %11) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x8x8xbf16>, tensor<16x16x3x3xbf16>) -> tensor<1x16x8x8xbf16>
  %13 = stablehlo.slice %12 [0:1, 5:6, 4:5, 4:5] : (tensor<1x16x8x8xbf16>) -> tensor<1x1x1x1xbf16>
  %14 = stablehlo.reshape %13 : (tensor<1x1x1x1xbf16>) -> tensor<bf16>
  return %4, %9, %14 : tensor<bf16>, tensor<bf16>, tensor<bf16>
}
