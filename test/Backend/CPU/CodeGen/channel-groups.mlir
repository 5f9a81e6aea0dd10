// Norms of groups of channels work with images where channels go behind places, as `--emit=stablehlo` shows.

// RUN: trainlint-test-cpu %s --entry=norm --emit=stablehlo | FileCheck %s --check-prefix=NORM
// RUN: trainlint-test-cpu %s --entry=image --emit=stablehlo | FileCheck %s --check-prefix=IMAGE
// RUN: trainlint-test-cpu %s --entry=greatest --emit=stablehlo | FileCheck %s --check-prefix=GREATEST
// RUN: trainlint-test-cpu %s --entry=narrow --emit=stablehlo | FileCheck %s --check-prefix=NARROW
// RUN: trainlint-test-cpu %s --entry=alone --emit=stablehlo | FileCheck %s --check-prefix=ALONE

// Two groups of 16 channels. Places are added up before the channels of a group, and each channel has its group's mean.
// NORM-LABEL: func.func @norm(
// NORM: %[[FIRST:.*]] = stablehlo.convolution(%arg0, %arg1) {{.*}}->[b, 0, 1, f]
// NORM: %[[PLACES:.*]] = stablehlo.reduce(%[[FIRST]] init: %{{.*}}) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x9x9x32xf32>, tensor<f32>) -> tensor<2x32xf32>
// NORM: %[[DIVIDED:.*]] = stablehlo.reshape %[[PLACES]] : (tensor<2x32xf32>) -> tensor<2x2x16xf32>
// NORM: %[[SUMS:.*]] = stablehlo.reduce(%[[DIVIDED]] init: %{{.*}}) applies stablehlo.add across dimensions = [2] : (tensor<2x2x16xf32>, tensor<f32>) -> tensor<2x2xf32>
// NORM: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %[[SUMS]], dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2x16xf32>
// NORM: %[[CHANNELS:.*]] = stablehlo.reshape %[[SPREAD]] : (tensor<2x2x16xf32>) -> tensor<2x32xf32>
// NORM: %[[MEANS:.*]] = stablehlo.broadcast_in_dim %[[CHANNELS]], dims = [0, 3] : (tensor<2x32xf32>) -> tensor<2x9x9x32xf32>
// NORM: %[[LESS:.*]] = stablehlo.subtract %[[FIRST]], %[[MEANS]] : tensor<2x9x9x32xf32>
// NORM: stablehlo.convolution(%[[LESS]], %arg2) dim_numbers = [b, 0, 1, f]
// NORM-NEXT: return
func.func @norm(%x: tensor<2x16x9x9xf32>, %v: tensor<32x16x3x3xf32>, %w: tensor<16x32x1x1xf32>) -> tensor<2x16x9x9xf32> {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.convolution(%x, %v) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xf32>, tensor<32x16x3x3xf32>) -> tensor<2x32x9x9xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x32x9x9xf32>) -> tensor<2x2x1296xf32>
  %2 = stablehlo.reduce(%1 init: %none) applies stablehlo.add across dimensions = [2] : (tensor<2x2x1296xf32>, tensor<f32>) -> tensor<2x2xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2x1296xf32>
  %4 = stablehlo.subtract %1, %3 : tensor<2x2x1296xf32>
  %5 = stablehlo.reshape %4 : (tensor<2x2x1296xf32>) -> tensor<2x32x9x9xf32>
  %6 = stablehlo.convolution(%5, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x32x9x9xf32>, tensor<16x32x1x1xf32>) -> tensor<2x16x9x9xf32>
  return %6 : tensor<2x16x9x9xf32>
}

// What each image has takes no way by channels.
// IMAGE-LABEL: func.func @image(
// IMAGE-NOT: reshape
// IMAGE: stablehlo.broadcast_in_dim %arg3, dims = [0] : (tensor<2xf32>) -> tensor<2x9x9x32xf32>
// IMAGE-NOT: reshape
// IMAGE: return
func.func @image(%x: tensor<2x16x9x9xf32>, %v: tensor<32x16x3x3xf32>, %w: tensor<16x32x1x1xf32>, %s: tensor<2xf32>) -> tensor<2x16x9x9xf32> {
  %0 = stablehlo.convolution(%x, %v) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xf32>, tensor<32x16x3x3xf32>) -> tensor<2x32x9x9xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x32x9x9xf32>) -> tensor<2x2x1296xf32>
  %3 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<2xf32>) -> tensor<2x2x1296xf32>
  %4 = stablehlo.subtract %1, %3 : tensor<2x2x1296xf32>
  %5 = stablehlo.reshape %4 : (tensor<2x2x1296xf32>) -> tensor<2x32x9x9xf32>
  %6 = stablehlo.convolution(%5, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x32x9x9xf32>, tensor<16x32x1x1xf32>) -> tensor<2x16x9x9xf32>
  return %6 : tensor<2x16x9x9xf32>
}

// Only sums are taken in two steps.
// GREATEST-LABEL: func.func @greatest(
// GREATEST: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.maximum across dimensions = [2] : (tensor<2x2x1296xf32>
func.func @greatest(%x: tensor<2x16x9x9xf32>, %v: tensor<32x16x3x3xf32>, %w: tensor<16x32x1x1xf32>) -> (tensor<2x16x9x9xf32>, tensor<2x2xf32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.convolution(%x, %v) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xf32>, tensor<32x16x3x3xf32>) -> tensor<2x32x9x9xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x32x9x9xf32>) -> tensor<2x2x1296xf32>
  %2 = stablehlo.reduce(%1 init: %none) applies stablehlo.maximum across dimensions = [2] : (tensor<2x2x1296xf32>, tensor<f32>) -> tensor<2x2xf32>
  %6 = stablehlo.convolution(%0, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x32x9x9xf32>, tensor<16x32x1x1xf32>) -> tensor<2x16x9x9xf32>
  return %6, %2 : tensor<2x16x9x9xf32>, tensor<2x2xf32>
}

// Narrow floats would be rounded twice.
// NARROW-LABEL: func.func @narrow(
// NARROW: applies stablehlo.add across dimensions = [2] : (tensor<2x2x1296xf32>, tensor<f32>) -> tensor<2x2xf32>
func.func @narrow(%x: tensor<2x16x9x9xbf16>, %v: tensor<32x16x3x3xbf16>, %w: tensor<16x32x1x1xbf16>) -> (tensor<2x16x9x9xbf16>, tensor<2x2xbf16>) {
  %none = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.convolution(%x, %v) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xbf16>, tensor<32x16x3x3xbf16>) -> tensor<2x32x9x9xbf16>
  %1 = stablehlo.reshape %0 : (tensor<2x32x9x9xbf16>) -> tensor<2x2x1296xbf16>
  %2 = stablehlo.reduce(%1 init: %none) applies stablehlo.add across dimensions = [2] : (tensor<2x2x1296xbf16>, tensor<bf16>) -> tensor<2x2xbf16>
  %6 = stablehlo.convolution(%0, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x32x9x9xbf16>, tensor<16x32x1x1xbf16>) -> tensor<2x16x9x9xbf16>
  return %6, %2 : tensor<2x16x9x9xbf16>, tensor<2x2xbf16>
}

// Rows stay where no image changes its order.
// ALONE-LABEL: func.func @alone(
// ALONE: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [2] : (tensor<2x2x1296xf32>
func.func @alone(%x: tensor<2x16x9x9xf32>, %w: tensor<32x16x1x1xf32>) -> (tensor<2x32x9x9xf32>, tensor<2x2xf32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x9x9xf32>, tensor<32x16x1x1xf32>) -> tensor<2x32x9x9xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x32x9x9xf32>) -> tensor<2x2x1296xf32>
  %2 = stablehlo.reduce(%1 init: %none) applies stablehlo.add across dimensions = [2] : (tensor<2x2x1296xf32>, tensor<f32>) -> tensor<2x2xf32>
  return %0, %2 : tensor<2x32x9x9xf32>, tensor<2x2xf32>
}
