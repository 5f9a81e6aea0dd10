// Images lie with channels behind places where convolutions gain by it, as `--emit=stablehlo` shows.

// RUN: trainlint-test-cpu %s --entry=chain --emit=stablehlo | FileCheck %s --check-prefix=CHAIN
// RUN: trainlint-test-cpu %s --entry=gradient --emit=stablehlo | FileCheck %s --check-prefix=GRADIENT
// RUN: trainlint-test-cpu %s --entry=alone --emit=stablehlo | FileCheck %s --check-prefix=ALONE
// RUN: trainlint-test-cpu %s --entry=behind --emit=stablehlo | FileCheck %s --check-prefix=BEHIND
// RUN: trainlint-test-cpu %s --entry=one_place --emit=stablehlo | FileCheck %s --check-prefix=PLACE

// What is between convolutions is in the new order, with all that ops say about dimensions; arguments and
// results keep theirs.
// CHAIN-LABEL: func.func @chain(
// CHAIN-NOT: transpose
// CHAIN: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x9x9x32xf32>
// CHAIN: %[[BIAS:.*]] = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<32xf32>) -> tensor<2x9x9x32xf32>
// CHAIN: %[[FIRST:.*]] = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, 0, 1, f]
// CHAIN: %[[SUM:.*]] = stablehlo.add %[[FIRST]], %[[BIAS]] : tensor<2x9x9x32xf32>
// CHAIN: %[[MOST:.*]] = stablehlo.maximum %[[SUM]], %[[ZERO]] : tensor<2x9x9x32xf32>
// CHAIN: %[[PADDED:.*]] = stablehlo.pad %[[MOST]], %{{.*}}, low = [0, 1, 2, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<2x9x9x32xf32>, tensor<f32>) -> tensor<2x10x11x32xf32>
// CHAIN: %[[POOLED:.*]] = "stablehlo.reduce_window"(%[[PADDED]],
// CHAIN-SAME: window_dimensions = array<i64: 1, 2, 3, 1>
// CHAIN: stablehlo.convolution(%[[POOLED]], %arg2) dim_numbers = [b, 0, 1, f]x[o, i, 0, 1]->[b, f, 0, 1]
// CHAIN: stablehlo.reduce(%[[POOLED]] init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x9x9x32xf32>, tensor<f32>) -> tensor<32xf32>
// CHAIN: return
func.func @chain(%x: tensor<2x16x9x9xf32>, %v: tensor<32x16x3x3xf32>, %w: tensor<16x32x1x1xf32>, %b: tensor<32xf32>) -> (tensor<2x16x9x9xf32>, tensor<32xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2x32x9x9xf32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<32xf32>) -> tensor<2x32x9x9xf32>
  %0 = stablehlo.convolution(%x, %v) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xf32>, tensor<32x16x3x3xf32>) -> tensor<2x32x9x9xf32>
  %1 = stablehlo.add %0, %bias : tensor<2x32x9x9xf32>
  %2 = stablehlo.maximum %1, %zero : tensor<2x32x9x9xf32>
  %3 = stablehlo.pad %2, %none, low = [0, 0, 1, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<2x32x9x9xf32>, tensor<f32>) -> tensor<2x32x10x11xf32>
  %4 = "stablehlo.reduce_window"(%3, %none) <{window_dimensions = array<i64: 1, 1, 2, 3>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %r = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<2x32x10x11xf32>, tensor<f32>) -> tensor<2x32x9x9xf32>
  %5 = stablehlo.convolution(%4, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x32x9x9xf32>, tensor<16x32x1x1xf32>) -> tensor<2x16x9x9xf32>
  %6 = stablehlo.reduce(%4 init: %none) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<2x32x9x9xf32>, tensor<f32>) -> tensor<32xf32>
  return %5, %6 : tensor<2x16x9x9xf32>, tensor<32xf32>
}

// The gradient of a kernel takes images, and gives a kernel.
// GRADIENT-LABEL: func.func @gradient(
// GRADIENT: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[b, f, 0, 1]
// GRADIENT-SAME: (tensor<2x9x9x16xf32>, tensor<2x9x9x32xf32>) -> tensor<16x32x3x3xf32>
func.func @gradient(%x: tensor<2x16x9x9xf32>, %v: tensor<16x16x1x1xf32>, %w: tensor<32x16x1x1xf32>) -> tensor<16x32x3x3xf32> {
  %0 = stablehlo.convolution(%x, %v) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xf32>, tensor<16x16x1x1xf32>) -> tensor<2x16x9x9xf32>
  %1 = stablehlo.convolution(%0, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xf32>, tensor<32x16x1x1xf32>) -> tensor<2x32x9x9xf32>
  %2 = stablehlo.convolution(%0, %1) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xf32>, tensor<2x32x9x9xf32>) -> tensor<16x32x3x3xf32>
  return %2 : tensor<16x32x3x3xf32>
}

// Two transposes for one convolution gain nothing.
// ALONE-LABEL: func.func @alone(
// ALONE-NEXT: stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
// ALONE-NEXT: return
func.func @alone(%x: tensor<2x16x9x9xf32>, %w: tensor<32x16x1x1xf32>) -> tensor<2x32x9x9xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xf32>, tensor<32x16x1x1xf32>) -> tensor<2x32x9x9xf32>
  return %0 : tensor<2x32x9x9xf32>
}

// What has channels last stays so.
// BEHIND-LABEL: func.func @behind(
// BEHIND-NEXT: stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]
// BEHIND-NEXT: stablehlo.abs
// BEHIND-NEXT: stablehlo.convolution(%{{.*}}, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]
// BEHIND-NEXT: return
func.func @behind(%x: tensor<2x9x9x16xf32>, %v: tensor<1x1x16x32xf32>, %w: tensor<1x1x32x16xf32>) -> tensor<2x9x9x16xf32> {
  %0 = stablehlo.convolution(%x, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x16xf32>, tensor<1x1x16x32xf32>) -> tensor<2x9x9x32xf32>
  %1 = stablehlo.abs %0 : tensor<2x9x9x32xf32>
  %2 = stablehlo.convolution(%1, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x32xf32>, tensor<1x1x32x16xf32>) -> tensor<2x9x9x16xf32>
  return %2 : tensor<2x9x9x16xf32>
}

// An image of one place is the same either way.
// PLACE-LABEL: func.func @one_place(
// PLACE-NOT: transpose
// PLACE: return
func.func @one_place(%x: tensor<2x16x1x1xf32>, %w: tensor<32x16x1x1xf32>) -> tensor<2x32x1x1xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x1x1xf32>, tensor<32x16x1x1xf32>) -> tensor<2x32x1x1xf32>
  return %0 : tensor<2x32x1x1xf32>
}
