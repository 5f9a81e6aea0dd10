// RUN: trainlint-opt %s "--pass-pipeline=builtin.module(stablehlo-differentiate{function=broadcast,transpose,reshape,reverse,concatenate,slice,pad},stablehlo-canonicalize)" | FileCheck %s

// What only places elements. Each function is followed by its gradients.

func.func @broadcast(%x: tensor<3x1xf32>, %y: tensor<2x4x3xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.broadcast_in_dim %x, dims = [2, 1] : (tensor<3x1xf32>) -> tensor<2x4x3xf32>
  %r = stablehlo.multiply %a, %y : tensor<2x4x3xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @broadcast_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<3x1xf32>, %[[ARG1:[^ ,:)]+]]: tensor<2x4x3xf32>) -> (tensor<f32>, tensor<3x1xf32>, tensor<2x4x3xf32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.broadcast_in_dim %[[ARG0]], dims = [2, 1] : (tensor<3x1xf32>) -> tensor<2x4x3xf32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[ARG1]] : tensor<2x4x3xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.reduce(%[[V4]] init: %[[V2]]) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.reduce(%[[ARG1]] init: %[[V2]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.reshape %[[V6]] : (tensor<3xf32>) -> tensor<3x1xf32>
// CHECK-NEXT:    return %[[V5]], %[[V7]], %[[V3]] : tensor<f32>, tensor<3x1xf32>, tensor<2x4x3xf32>
// CHECK-NEXT:  }

func.func @transpose(%x: tensor<2x3x4xf32>, %y: tensor<4x2x3xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %r = stablehlo.multiply %a, %y : tensor<4x2x3xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x2x3xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @transpose_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<2x3x4xf32>, %[[ARG1:[^ ,:)]+]]: tensor<4x2x3xf32>) -> (tensor<f32>, tensor<2x3x4xf32>, tensor<4x2x3xf32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.transpose %[[ARG0]], dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[ARG1]] : tensor<4x2x3xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.reduce(%[[V4]] init: %[[V2]]) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x2x3xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.transpose %[[ARG1]], dims = [1, 2, 0] : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT:    return %[[V5]], %[[V6]], %[[V3]] : tensor<f32>, tensor<2x3x4xf32>, tensor<4x2x3xf32>
// CHECK-NEXT:  }

func.func @reshape(%x: tensor<2x3xf32>, %y: tensor<6xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %r = stablehlo.multiply %a, %y : tensor<6xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @reshape_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<2x3xf32>, %[[ARG1:[^ ,:)]+]]: tensor<6xf32>) -> (tensor<f32>, tensor<2x3xf32>, tensor<6xf32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.reshape %[[ARG0]] : (tensor<2x3xf32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[ARG1]] : tensor<6xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.reduce(%[[V4]] init: %[[V2]]) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.reshape %[[ARG1]] : (tensor<6xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[V5]], %[[V6]], %[[V3]] : tensor<f32>, tensor<2x3xf32>, tensor<6xf32>
// CHECK-NEXT:  }

func.func @reverse(%x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.reverse %x, dims = [0] : tensor<6xf32>
  %r = stablehlo.multiply %a, %y : tensor<6xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @reverse_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<6xf32>, %[[ARG1:[^ ,:)]+]]: tensor<6xf32>) -> (tensor<f32>, tensor<6xf32>, tensor<6xf32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.reverse %[[ARG0]], dims = [0] : tensor<6xf32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[ARG1]] : tensor<6xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.reduce(%[[V4]] init: %[[V2]]) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.reverse %[[ARG1]], dims = [0] : tensor<6xf32>
// CHECK-NEXT:    return %[[V5]], %[[V6]], %[[V3]] : tensor<f32>, tensor<6xf32>, tensor<6xf32>
// CHECK-NEXT:  }

func.func @concatenate(%x: tensor<2xf32>, %y: tensor<3xf32>, %z: tensor<5xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %r = stablehlo.multiply %a, %z : tensor<5xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @concatenate_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<2xf32>, %[[ARG1:[^ ,:)]+]]: tensor<3xf32>, %[[ARG2:[^ ,:)]+]]: tensor<5xf32>) -> (tensor<f32>, tensor<2xf32>, tensor<3xf32>, tensor<5xf32>) {
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.concatenate %[[ARG0]], %[[ARG1]], dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.multiply %[[V4]], %[[ARG2]] : tensor<5xf32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.reduce(%[[V5]] init: %[[V3]]) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.slice %[[ARG2]] [0:2] : (tensor<5xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.slice %[[ARG2]] [2:5] : (tensor<5xf32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[V6]], %[[V7]], %[[V8]], %[[V4]] : tensor<f32>, tensor<2xf32>, tensor<3xf32>, tensor<5xf32>
// CHECK-NEXT:  }

func.func @slice(%x: tensor<7xf32>, %y: tensor<2xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.slice %x [1:6:3] : (tensor<7xf32>) -> tensor<2xf32>
  %r = stablehlo.multiply %a, %y : tensor<2xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @slice_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<7xf32>, %[[ARG1:[^ ,:)]+]]: tensor<2xf32>) -> (tensor<f32>, tensor<7xf32>, tensor<2xf32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.slice %[[ARG0]] [1:6:3] : (tensor<7xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[ARG1]] : tensor<2xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.reduce(%[[V4]] init: %[[V2]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.pad %[[ARG1]], %[[V2]], low = [1], high = [2], interior = [2] : (tensor<2xf32>, tensor<f32>) -> tensor<7xf32>
// CHECK-NEXT:    return %[[V5]], %[[V6]], %[[V3]] : tensor<f32>, tensor<7xf32>, tensor<2xf32>
// CHECK-NEXT:  }

func.func @pad(%x: tensor<3xf32>, %p: tensor<f32>, %y: tensor<6xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.pad %x, %p, low = [-1], high = [2], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  %r = stablehlo.multiply %a, %y : tensor<6xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @pad_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<3xf32>, %[[ARG1:[^ ,:)]+]]: tensor<f32>, %[[ARG2:[^ ,:)]+]]: tensor<6xf32>) -> (tensor<f32>, tensor<3xf32>, tensor<f32>, tensor<6xf32>) {
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.pad %[[ARG0]], %[[ARG1]], low = [-1], high = [2], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.multiply %[[V4]], %[[ARG2]] : tensor<6xf32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.reduce(%[[V5]] init: %[[V3]]) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.pad %[[ARG2]], %[[V3]], low = [1], high = [-2], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.slice %[[V7]] [0:5:2] : (tensor<5xf32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.reduce(%[[V8]] init: %[[V3]]) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.reduce(%[[ARG2]] init: %[[V3]]) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = stablehlo.subtract %[[V10]], %[[V9]] : tensor<f32>
// CHECK-NEXT:    return %[[V6]], %[[V8]], %[[V11]], %[[V4]] : tensor<f32>, tensor<3xf32>, tensor<f32>, tensor<6xf32>
// CHECK-NEXT:  }
