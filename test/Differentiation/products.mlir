// RUN: trainlint-opt %s "--pass-pipeline=builtin.module(stablehlo-differentiate{function=matrices,transposed,batches,convolution,groups},stablehlo-canonicalize)" | FileCheck %s

// Products and convolutions. Each function is followed by its gradients.

func.func @matrices(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %w: tensor<2x4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %r = stablehlo.multiply %a, %w : tensor<2x4xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @matrices_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<2x3xf32>, %[[ARG1:[^ ,:)]+]]: tensor<3x4xf32>, %[[ARG2:[^ ,:)]+]]: tensor<2x4xf32>) -> (tensor<f32>, tensor<2x3xf32>, tensor<3x4xf32>, tensor<2x4xf32>) {
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.dot_general %[[ARG0]], %[[ARG1]], contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.multiply %[[V4]], %[[ARG2]] : tensor<2x4xf32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.reduce(%[[V5]] init: %[[V3]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.dot_general %[[ARG2]], %[[ARG1]], contracting_dims = [1] x [1], precision = [HIGHEST, DEFAULT] : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.dot_general %[[ARG0]], %[[ARG2]], contracting_dims = [0] x [0], precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    return %[[V6]], %[[V7]], %[[V8]], %[[V4]] : tensor<f32>, tensor<2x3xf32>, tensor<3x4xf32>, tensor<2x4xf32>
// CHECK-NEXT:  }

// Gradients of operands that lie transposed are products the other way round, each
// operand with its precision.
func.func @transposed(%x: tensor<3x2xf32>, %y: tensor<4x3xf32>, %w: tensor<2x4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dot_general %x, %y, contracting_dims = [0] x [1], precision = [HIGHEST, DEFAULT] : (tensor<3x2xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %r = stablehlo.multiply %a, %w : tensor<2x4xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @transposed_gradients(
// CHECK-SAME:  %[[X:[^ ,:)]+]]: tensor<3x2xf32>, %[[Y:[^ ,:)]+]]: tensor<4x3xf32>, %[[W:[^ ,:)]+]]: tensor<2x4xf32>)
// CHECK-NOT:     stablehlo.transpose
// CHECK:         %[[DX:[^ ,:)]+]] = stablehlo.dot_general %[[Y]], %[[W]], contracting_dims = [0] x [1], precision = [DEFAULT, HIGHEST] : (tensor<4x3xf32>, tensor<2x4xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:    %[[DY:[^ ,:)]+]] = stablehlo.dot_general %[[W]], %[[X]], contracting_dims = [0] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x4xf32>, tensor<3x2xf32>) -> tensor<4x3xf32>
// CHECK-NOT:     stablehlo.transpose
// CHECK:         return {{.*}}, %[[DX]], %[[DY]],

func.func @batches(%x: tensor<3x2x5xbf16>, %y: tensor<4x3x2xbf16>, %w: tensor<2x5x4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dot_general %x, %y, batching_dims = [1] x [2], contracting_dims = [0] x [1] : (tensor<3x2x5xbf16>, tensor<4x3x2xbf16>) -> tensor<2x5x4xf32>
  %r = stablehlo.multiply %a, %w : tensor<2x5x4xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x5x4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @batches_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<3x2x5xbf16>, %[[ARG1:[^ ,:)]+]]: tensor<4x3x2xbf16>, %[[ARG2:[^ ,:)]+]]: tensor<2x5x4xf32>) -> (tensor<f32>, tensor<3x2x5xbf16>, tensor<4x3x2xbf16>, tensor<2x5x4xf32>) {
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.dot_general %[[ARG0]], %[[ARG1]], batching_dims = [1] x [2], contracting_dims = [0] x [1] : (tensor<3x2x5xbf16>, tensor<4x3x2xbf16>) -> tensor<2x5x4xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.multiply %[[V4]], %[[ARG2]] : tensor<2x5x4xf32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.reduce(%[[V5]] init: %[[V3]]) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x5x4xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.convert %[[ARG1]] : (tensor<4x3x2xbf16>) -> tensor<4x3x2xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.dot_general %[[ARG2]], %[[V7]], batching_dims = [0] x [2], contracting_dims = [2] x [0] : (tensor<2x5x4xf32>, tensor<4x3x2xf32>) -> tensor<2x5x3xf32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.transpose %[[V8]], dims = [2, 0, 1] : (tensor<2x5x3xf32>) -> tensor<3x2x5xf32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.convert %[[V9]] : (tensor<3x2x5xf32>) -> tensor<3x2x5xbf16>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = stablehlo.convert %[[ARG0]] : (tensor<3x2x5xbf16>) -> tensor<3x2x5xf32>
// CHECK-NEXT:    %[[V12:[^ ,:)]+]] = stablehlo.dot_general %[[V11]], %[[ARG2]], batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<3x2x5xf32>, tensor<2x5x4xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:    %[[V13:[^ ,:)]+]] = stablehlo.transpose %[[V12]], dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
// CHECK-NEXT:    %[[V14:[^ ,:)]+]] = stablehlo.convert %[[V13]] : (tensor<4x3x2xf32>) -> tensor<4x3x2xbf16>
// CHECK-NEXT:    return %[[V6]], %[[V10]], %[[V14]], %[[V4]] : tensor<f32>, tensor<3x2x5xbf16>, tensor<4x3x2xbf16>, tensor<2x5x4xf32>
// CHECK-NEXT:  }

func.func @convolution(%x: tensor<2x7x6x3xf32>, %k: tensor<3x3x3x4xf32>, %w: tensor<2x4x2x4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x7x6x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x4x2x4xf32>
  %r = stablehlo.multiply %a, %w : tensor<2x4x2x4xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x2x4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @convolution_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<2x7x6x3xf32>, %[[ARG1:[^ ,:)]+]]: tensor<3x3x3x4xf32>, %[[ARG2:[^ ,:)]+]]: tensor<2x4x2x4xf32>) -> (tensor<f32>, tensor<2x7x6x3xf32>, tensor<3x3x3x4xf32>, tensor<2x4x2x4xf32>) {
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.convolution(%[[ARG0]], %[[ARG1]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = {{\[\[}}1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x7x6x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x4x2x4xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.multiply %[[V4]], %[[ARG2]] : tensor<2x4x2x4xf32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.reduce(%[[V5]] init: %[[V3]]) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x2x4xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.convolution(%[[ARG2]], %[[ARG1]]) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = {{\[\[}}1, 1], [2, 3]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x2x4xf32>, tensor<3x3x3x4xf32>) -> tensor<2x7x6x3xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.convolution(%[[ARG0]], %[[ARG2]]) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = {{\[\[}}1, 1], [0, -1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x7x6x3xf32>, tensor<2x4x2x4xf32>) -> tensor<3x3x3x4xf32>
// CHECK-NEXT:    return %[[V6]], %[[V7]], %[[V8]], %[[V4]] : tensor<f32>, tensor<2x7x6x3xf32>, tensor<3x3x3x4xf32>, tensor<2x4x2x4xf32>
// CHECK-NEXT:  }

func.func @groups(%x: tensor<2x5x5x4xf32>, %k: tensor<3x3x2x6xf32>, %w: tensor<2x3x3x6xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x5x5x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x3x3x6xf32>
  %r = stablehlo.multiply %a, %w : tensor<2x3x3x6xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x3x3x6xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @groups_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<2x5x5x4xf32>, %[[ARG1:[^ ,:)]+]]: tensor<3x3x2x6xf32>, %[[ARG2:[^ ,:)]+]]: tensor<2x3x3x6xf32>) -> (tensor<f32>, tensor<2x5x5x4xf32>, tensor<3x3x2x6xf32>, tensor<2x3x3x6xf32>) {
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.convolution(%[[ARG0]], %[[ARG1]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x5x5x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x3x3x6xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.multiply %[[V4]], %[[ARG2]] : tensor<2x3x3x6xf32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.reduce(%[[V5]] init: %[[V3]]) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x3x3x6xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.reshape %[[ARG1]] : (tensor<3x3x2x6xf32>) -> tensor<3x3x2x2x3xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.transpose %[[V7]], dims = [0, 1, 3, 2, 4] : (tensor<3x3x2x2x3xf32>) -> tensor<3x3x2x2x3xf32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.reshape %[[V8]] : (tensor<3x3x2x2x3xf32>) -> tensor<3x3x4x3xf32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.convolution(%[[ARG2]], %[[V9]]) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = {{\[\[}}2, 2], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x3x3x6xf32>, tensor<3x3x4x3xf32>) -> tensor<2x5x5x4xf32>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = stablehlo.convolution(%[[ARG0]], %[[ARG2]]) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = {{\[\[}}0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x5x5x4xf32>, tensor<2x3x3x6xf32>) -> tensor<3x3x2x6xf32>
// CHECK-NEXT:    return %[[V6]], %[[V10]], %[[V11]], %[[V4]] : tensor<f32>, tensor<2x5x5x4xf32>, tensor<3x3x2x6xf32>, tensor<2x3x3x6xf32>
// CHECK-NEXT:  }
