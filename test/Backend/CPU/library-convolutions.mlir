// The library's kernels give what loops do, whatever layout they work in. All sums are whole numbers, so
// that their order does not matter.

// REQUIRES: onednn
// RUN: trainlint-test-cpu %s > %t.library
// RUN: trainlint-test-cpu %s --no-library > %t.loops
// RUN: diff %t.library %t.loops
// RUN: trainlint-test-cpu %s --emit=linalg | grep -c "call @trainlint_cpu_convolve" | FileCheck %s
// CHECK: 8

// Channels first: blocks of channels are worth reordering.
func.func @blocked() -> tensor<2x32x9x9xf32> {
  %x0 = stablehlo.iota dim = 0 : tensor<2592xi32>
  %x1 = stablehlo.constant dense<7> : tensor<2592xi32>
  %x2 = stablehlo.multiply %x0, %x1 : tensor<2592xi32>
  %x3 = stablehlo.constant dense<11> : tensor<2592xi32>
  %x4 = stablehlo.remainder %x2, %x3 : tensor<2592xi32>
  %x5 = stablehlo.constant dense<5> : tensor<2592xi32>
  %x6 = stablehlo.subtract %x4, %x5 : tensor<2592xi32>
  %x7 = stablehlo.convert %x6 : (tensor<2592xi32>) -> tensor<2592xf32>
  %x = stablehlo.reshape %x7 : (tensor<2592xf32>) -> tensor<2x16x9x9xf32>
  %w0 = stablehlo.iota dim = 0 : tensor<4608xi32>
  %w1 = stablehlo.constant dense<5> : tensor<4608xi32>
  %w2 = stablehlo.multiply %w0, %w1 : tensor<4608xi32>
  %w3 = stablehlo.constant dense<7> : tensor<4608xi32>
  %w4 = stablehlo.remainder %w2, %w3 : tensor<4608xi32>
  %w5 = stablehlo.constant dense<3> : tensor<4608xi32>
  %w6 = stablehlo.subtract %w4, %w5 : tensor<4608xi32>
  %w7 = stablehlo.convert %w6 : (tensor<4608xi32>) -> tensor<4608xf32>
  %w = stablehlo.reshape %w7 : (tensor<4608xf32>) -> tensor<32x16x3x3xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xf32>, tensor<32x16x3x3xf32>) -> tensor<2x32x9x9xf32>
  return %0 : tensor<2x32x9x9xf32>
}
// Windows of one element are products of matrices as they lie.
func.func @pointwise() -> tensor<2x32x8x8xf32> {
  %x0 = stablehlo.iota dim = 0 : tensor<2048xi32>
  %x1 = stablehlo.constant dense<7> : tensor<2048xi32>
  %x2 = stablehlo.multiply %x0, %x1 : tensor<2048xi32>
  %x3 = stablehlo.constant dense<11> : tensor<2048xi32>
  %x4 = stablehlo.remainder %x2, %x3 : tensor<2048xi32>
  %x5 = stablehlo.constant dense<5> : tensor<2048xi32>
  %x6 = stablehlo.subtract %x4, %x5 : tensor<2048xi32>
  %x7 = stablehlo.convert %x6 : (tensor<2048xi32>) -> tensor<2048xf32>
  %x = stablehlo.reshape %x7 : (tensor<2048xf32>) -> tensor<2x16x8x8xf32>
  %w0 = stablehlo.iota dim = 0 : tensor<512xi32>
  %w1 = stablehlo.constant dense<5> : tensor<512xi32>
  %w2 = stablehlo.multiply %w0, %w1 : tensor<512xi32>
  %w3 = stablehlo.constant dense<7> : tensor<512xi32>
  %w4 = stablehlo.remainder %w2, %w3 : tensor<512xi32>
  %w5 = stablehlo.constant dense<3> : tensor<512xi32>
  %w6 = stablehlo.subtract %w4, %w5 : tensor<512xi32>
  %w7 = stablehlo.convert %w6 : (tensor<512xi32>) -> tensor<512xf32>
  %w = stablehlo.reshape %w7 : (tensor<512xf32>) -> tensor<32x16x1x1xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x8xf32>, tensor<32x16x1x1xf32>) -> tensor<2x32x8x8xf32>
  return %0 : tensor<2x32x8x8xf32>
}
func.func @depthwise() -> tensor<2x16x5x5xf32> {
  %x0 = stablehlo.iota dim = 0 : tensor<2592xi32>
  %x1 = stablehlo.constant dense<7> : tensor<2592xi32>
  %x2 = stablehlo.multiply %x0, %x1 : tensor<2592xi32>
  %x3 = stablehlo.constant dense<11> : tensor<2592xi32>
  %x4 = stablehlo.remainder %x2, %x3 : tensor<2592xi32>
  %x5 = stablehlo.constant dense<5> : tensor<2592xi32>
  %x6 = stablehlo.subtract %x4, %x5 : tensor<2592xi32>
  %x7 = stablehlo.convert %x6 : (tensor<2592xi32>) -> tensor<2592xf32>
  %x = stablehlo.reshape %x7 : (tensor<2592xf32>) -> tensor<2x16x9x9xf32>
  %w0 = stablehlo.iota dim = 0 : tensor<144xi32>
  %w1 = stablehlo.constant dense<5> : tensor<144xi32>
  %w2 = stablehlo.multiply %w0, %w1 : tensor<144xi32>
  %w3 = stablehlo.constant dense<7> : tensor<144xi32>
  %w4 = stablehlo.remainder %w2, %w3 : tensor<144xi32>
  %w5 = stablehlo.constant dense<3> : tensor<144xi32>
  %w6 = stablehlo.subtract %w4, %w5 : tensor<144xi32>
  %w7 = stablehlo.convert %w6 : (tensor<144xi32>) -> tensor<144xf32>
  %w = stablehlo.reshape %w7 : (tensor<144xf32>) -> tensor<16x1x3x3xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 16 : i64} : (tensor<2x16x9x9xf32>, tensor<16x1x3x3xf32>) -> tensor<2x16x5x5xf32>
  return %0 : tensor<2x16x5x5xf32>
}

// Gradients of kernels with groups, which are groups of the batch.
func.func @depthwise_weights() -> tensor<16x1x3x3xf32> {
  %x0 = stablehlo.iota dim = 0 : tensor<2592xi32>
  %x1 = stablehlo.constant dense<7> : tensor<2592xi32>
  %x2 = stablehlo.multiply %x0, %x1 : tensor<2592xi32>
  %x3 = stablehlo.constant dense<11> : tensor<2592xi32>
  %x4 = stablehlo.remainder %x2, %x3 : tensor<2592xi32>
  %x5 = stablehlo.constant dense<5> : tensor<2592xi32>
  %x6 = stablehlo.subtract %x4, %x5 : tensor<2592xi32>
  %x7 = stablehlo.convert %x6 : (tensor<2592xi32>) -> tensor<2592xf32>
  %x = stablehlo.reshape %x7 : (tensor<2592xf32>) -> tensor<2x16x9x9xf32>
  %w0 = stablehlo.iota dim = 0 : tensor<2592xi32>
  %w1 = stablehlo.constant dense<5> : tensor<2592xi32>
  %w2 = stablehlo.multiply %w0, %w1 : tensor<2592xi32>
  %w3 = stablehlo.constant dense<7> : tensor<2592xi32>
  %w4 = stablehlo.remainder %w2, %w3 : tensor<2592xi32>
  %w5 = stablehlo.constant dense<3> : tensor<2592xi32>
  %w6 = stablehlo.subtract %w4, %w5 : tensor<2592xi32>
  %w7 = stablehlo.convert %w6 : (tensor<2592xi32>) -> tensor<2592xf32>
  %w = stablehlo.reshape %w7 : (tensor<2592xf32>) -> tensor<2x16x9x9xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 16 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xf32>, tensor<2x16x9x9xf32>) -> tensor<16x1x3x3xf32>
  return %0 : tensor<16x1x3x3xf32>
}
func.func @grouped_weights() -> tensor<12x2x3x3xf32> {
  %x0 = stablehlo.iota dim = 0 : tensor<1296xi32>
  %x1 = stablehlo.constant dense<7> : tensor<1296xi32>
  %x2 = stablehlo.multiply %x0, %x1 : tensor<1296xi32>
  %x3 = stablehlo.constant dense<11> : tensor<1296xi32>
  %x4 = stablehlo.remainder %x2, %x3 : tensor<1296xi32>
  %x5 = stablehlo.constant dense<5> : tensor<1296xi32>
  %x6 = stablehlo.subtract %x4, %x5 : tensor<1296xi32>
  %x7 = stablehlo.convert %x6 : (tensor<1296xi32>) -> tensor<1296xf32>
  %x = stablehlo.reshape %x7 : (tensor<1296xf32>) -> tensor<2x8x9x9xf32>
  %w0 = stablehlo.iota dim = 0 : tensor<1944xi32>
  %w1 = stablehlo.constant dense<5> : tensor<1944xi32>
  %w2 = stablehlo.multiply %w0, %w1 : tensor<1944xi32>
  %w3 = stablehlo.constant dense<7> : tensor<1944xi32>
  %w4 = stablehlo.remainder %w2, %w3 : tensor<1944xi32>
  %w5 = stablehlo.constant dense<3> : tensor<1944xi32>
  %w6 = stablehlo.subtract %w4, %w5 : tensor<1944xi32>
  %w7 = stablehlo.convert %w6 : (tensor<1944xi32>) -> tensor<1944xf32>
  %w = stablehlo.reshape %w7 : (tensor<1944xf32>) -> tensor<2x12x9x9xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x9xf32>, tensor<2x12x9x9xf32>) -> tensor<12x2x3x3xf32>
  return %0 : tensor<12x2x3x3xf32>
}

// Gradients of the data: the groups come first in the other dimension of the kernel.
func.func @depthwise_data() -> tensor<2x16x9x9xf32> {
  %x0 = stablehlo.iota dim = 0 : tensor<800xi32>
  %x1 = stablehlo.constant dense<7> : tensor<800xi32>
  %x2 = stablehlo.multiply %x0, %x1 : tensor<800xi32>
  %x3 = stablehlo.constant dense<11> : tensor<800xi32>
  %x4 = stablehlo.remainder %x2, %x3 : tensor<800xi32>
  %x5 = stablehlo.constant dense<5> : tensor<800xi32>
  %x6 = stablehlo.subtract %x4, %x5 : tensor<800xi32>
  %x7 = stablehlo.convert %x6 : (tensor<800xi32>) -> tensor<800xf32>
  %x = stablehlo.reshape %x7 : (tensor<800xf32>) -> tensor<2x16x5x5xf32>
  %w0 = stablehlo.iota dim = 0 : tensor<144xi32>
  %w1 = stablehlo.constant dense<5> : tensor<144xi32>
  %w2 = stablehlo.multiply %w0, %w1 : tensor<144xi32>
  %w3 = stablehlo.constant dense<7> : tensor<144xi32>
  %w4 = stablehlo.remainder %w2, %w3 : tensor<144xi32>
  %w5 = stablehlo.constant dense<3> : tensor<144xi32>
  %w6 = stablehlo.subtract %w4, %w5 : tensor<144xi32>
  %w7 = stablehlo.convert %w6 : (tensor<144xi32>) -> tensor<144xf32>
  %w = stablehlo.reshape %w7 : (tensor<144xf32>) -> tensor<1x16x3x3xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 16 : i64} : (tensor<2x16x5x5xf32>, tensor<1x16x3x3xf32>) -> tensor<2x16x9x9xf32>
  return %0 : tensor<2x16x9x9xf32>
}
func.func @grouped_data() -> tensor<2x8x9x9xf32> {
  %x0 = stablehlo.iota dim = 0 : tensor<600xi32>
  %x1 = stablehlo.constant dense<7> : tensor<600xi32>
  %x2 = stablehlo.multiply %x0, %x1 : tensor<600xi32>
  %x3 = stablehlo.constant dense<11> : tensor<600xi32>
  %x4 = stablehlo.remainder %x2, %x3 : tensor<600xi32>
  %x5 = stablehlo.constant dense<5> : tensor<600xi32>
  %x6 = stablehlo.subtract %x4, %x5 : tensor<600xi32>
  %x7 = stablehlo.convert %x6 : (tensor<600xi32>) -> tensor<600xf32>
  %x = stablehlo.reshape %x7 : (tensor<600xf32>) -> tensor<2x12x5x5xf32>
  %w0 = stablehlo.iota dim = 0 : tensor<216xi32>
  %w1 = stablehlo.constant dense<5> : tensor<216xi32>
  %w2 = stablehlo.multiply %w0, %w1 : tensor<216xi32>
  %w3 = stablehlo.constant dense<7> : tensor<216xi32>
  %w4 = stablehlo.remainder %w2, %w3 : tensor<216xi32>
  %w5 = stablehlo.constant dense<3> : tensor<216xi32>
  %w6 = stablehlo.subtract %w4, %w5 : tensor<216xi32>
  %w7 = stablehlo.convert %w6 : (tensor<216xi32>) -> tensor<216xf32>
  %w = stablehlo.reshape %w7 : (tensor<216xf32>) -> tensor<3x8x3x3xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x12x5x5xf32>, tensor<3x8x3x3xf32>) -> tensor<2x8x9x9xf32>
  return %0 : tensor<2x8x9x9xf32>
}

// The gradient of the kernel of a transposed convolution, whose source has gaps.
func.func @transposed_weights() -> tensor<5x6x3x2xf32> {
  %x0 = stablehlo.iota dim = 0 : tensor<1008xi32>
  %x1 = stablehlo.constant dense<7> : tensor<1008xi32>
  %x2 = stablehlo.multiply %x0, %x1 : tensor<1008xi32>
  %x3 = stablehlo.constant dense<11> : tensor<1008xi32>
  %x4 = stablehlo.remainder %x2, %x3 : tensor<1008xi32>
  %x5 = stablehlo.constant dense<5> : tensor<1008xi32>
  %x6 = stablehlo.subtract %x4, %x5 : tensor<1008xi32>
  %x7 = stablehlo.convert %x6 : (tensor<1008xi32>) -> tensor<1008xf32>
  %x = stablehlo.reshape %x7 : (tensor<1008xf32>) -> tensor<4x6x6x7xf32>
  %w0 = stablehlo.iota dim = 0 : tensor<3900xi32>
  %w1 = stablehlo.constant dense<5> : tensor<3900xi32>
  %w2 = stablehlo.multiply %w0, %w1 : tensor<3900xi32>
  %w3 = stablehlo.constant dense<7> : tensor<3900xi32>
  %w4 = stablehlo.remainder %w2, %w3 : tensor<3900xi32>
  %w5 = stablehlo.constant dense<3> : tensor<3900xi32>
  %w6 = stablehlo.subtract %w4, %w5 : tensor<3900xi32>
  %w7 = stablehlo.convert %w6 : (tensor<3900xi32>) -> tensor<3900xf32>
  %w = stablehlo.reshape %w7 : (tensor<3900xf32>) -> tensor<4x5x13x15xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1], window = {pad = [[2, 2], [1, 2]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x6x6x7xf32>, tensor<4x5x13x15xf32>) -> tensor<5x6x3x2xf32>
  return %0 : tensor<5x6x3x2xf32>
}
