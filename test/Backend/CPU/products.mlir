// RUN: trainlint-test-cpu %s | FileCheck %s
// RUN: trainlint-test-cpu %s --no-library | FileCheck %s
// RUN: trainlint-test-cpu %s --no-library -O0 | FileCheck %s

// Large enough for a kernel: a sum over 40 is taken from each row.
// CHECK-LABEL: @product
// CHECK-NEXT: tensor<f32> 40
// CHECK-NEXT: tensor<f32> 40
// CHECK-NEXT: tensor<f64> 40
func.func @product() -> (tensor<f32>, tensor<f32>, tensor<f64>) {
  %one = stablehlo.constant dense<1.0> : tensor<37x40xf32>
  %other = stablehlo.constant dense<1.0> : tensor<40x45xf32>
  %0 = stablehlo.dot_general %one, %other, contracting_dims = [1] x [0] : (tensor<37x40xf32>, tensor<40x45xf32>) -> tensor<37x45xf32>
  %high = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<1.0e9> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %high) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<37x45xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.reduce(%0 init: %low) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<37x45xf32>, tensor<f32>) -> tensor<f32>
  %a = stablehlo.convert %one : (tensor<37x40xf32>) -> tensor<37x40xf64>
  %b = stablehlo.convert %other : (tensor<40x45xf32>) -> tensor<40x45xf64>
  %3 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<37x40xf64>, tensor<40x45xf64>) -> tensor<37x45xf64>
  %4 = stablehlo.slice %3 [36:37, 44:45] : (tensor<37x45xf64>) -> tensor<1x1xf64>
  %5 = stablehlo.reshape %4 : (tensor<1x1xf64>) -> tensor<f64>
  return %1, %2, %5 : tensor<f32>, tensor<f32>, tensor<f64>
}

// The window, its stride and its padding, forward and as both gradients.
// CHECK-LABEL: @convolution
// CHECK-NEXT: tensor<1x2x2x1xf32> {{\[\[\[}}[4], [18]], {{\[}}[36], [77]]]]
// CHECK-NEXT: tensor<1x3x3x1xf32> {{\[\[\[}}[4], [6], [8]], {{\[}}[6], [4], [8]], {{\[}}[12], [12], [16]]]]
// CHECK-NEXT: tensor<2x2x1x1xf32> {{\[\[\[\[}}20]], {{\[\[}}36]]], {{\[\[\[}}36]], {{\[\[}}64]]]]
func.func @convolution() -> (tensor<1x2x2x1xf32>, tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>) {
  %x = stablehlo.constant dense<[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], [[7.0], [8.0], [9.0]]]]> : tensor<1x3x3x1xf32>
  %w = stablehlo.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x1xf32>
  %g = stablehlo.constant dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf32>
  %1 = stablehlo.convolution(%g, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 1], [0, 1]], lhs_dilate = [2, 2], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32>
  %2 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 0], [1, 0]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xf32>, tensor<1x2x2x1xf32>) -> tensor<2x2x1x1xf32>
  return %0, %1, %2 : tensor<1x2x2x1xf32>, tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>
}

// Numbers of half the size are widened for the library, and rounded once.
// CHECK-LABEL: @convolution_f16
// CHECK-NEXT: tensor<1x2x2x1xf16> {{\[\[\[}}[4], [18]], {{\[}}[36], [77]]]]
// CHECK-NEXT: tensor<1x3x3x1xf16> {{\[\[\[}}[4], [6], [8]], {{\[}}[6], [4], [8]], {{\[}}[12], [12], [16]]]]
// CHECK-NEXT: tensor<2x2x1x1xf16> {{\[\[\[\[}}20]], {{\[\[}}36]]], {{\[\[\[}}36]], {{\[\[}}64]]]]
func.func @convolution_f16() -> (tensor<1x2x2x1xf16>, tensor<1x3x3x1xf16>, tensor<2x2x1x1xf16>) {
  %x = stablehlo.constant dense<[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], [[7.0], [8.0], [9.0]]]]> : tensor<1x3x3x1xf16>
  %w = stablehlo.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf16>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xf16>, tensor<2x2x1x1xf16>) -> tensor<1x2x2x1xf16>
  %g = stablehlo.constant dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf16>
  %1 = stablehlo.convolution(%g, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 1], [0, 1]], lhs_dilate = [2, 2], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2x1xf16>, tensor<2x2x1x1xf16>) -> tensor<1x3x3x1xf16>
  %2 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 0], [1, 0]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xf16>, tensor<1x2x2x1xf16>) -> tensor<2x2x1x1xf16>
  return %0, %1, %2 : tensor<1x2x2x1xf16>, tensor<1x3x3x1xf16>, tensor<2x2x1x1xf16>
}

// CHECK-LABEL: @convolution_bf16
// CHECK-NEXT: tensor<1x2x2x1xbf16> {{\[\[\[}}[4], [18]], {{\[}}[36], [77]]]]
// CHECK-NEXT: tensor<1x3x3x1xbf16> {{\[\[\[}}[4], [6], [8]], {{\[}}[6], [4], [8]], {{\[}}[12], [12], [16]]]]
// CHECK-NEXT: tensor<2x2x1x1xbf16> {{\[\[\[\[}}20]], {{\[\[}}36]]], {{\[\[\[}}36]], {{\[\[}}64]]]]
func.func @convolution_bf16() -> (tensor<1x2x2x1xbf16>, tensor<1x3x3x1xbf16>, tensor<2x2x1x1xbf16>) {
  %x = stablehlo.constant dense<[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], [[7.0], [8.0], [9.0]]]]> : tensor<1x3x3x1xbf16>
  %w = stablehlo.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xbf16>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xbf16>, tensor<2x2x1x1xbf16>) -> tensor<1x2x2x1xbf16>
  %g = stablehlo.constant dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xbf16>
  %1 = stablehlo.convolution(%g, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 1], [0, 1]], lhs_dilate = [2, 2], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2x1xbf16>, tensor<2x2x1x1xbf16>) -> tensor<1x3x3x1xbf16>
  %2 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 0], [1, 0]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xbf16>, tensor<1x2x2x1xbf16>) -> tensor<2x2x1x1xbf16>
  return %0, %1, %2 : tensor<1x2x2x1xbf16>, tensor<1x3x3x1xbf16>, tensor<2x2x1x1xbf16>
}
