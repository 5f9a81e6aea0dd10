// RUN: trainlint-opt %s "--pass-pipeline=builtin.module(stablehlo-differentiate{function=sum,greatest,product,sum_pool,max_pool},stablehlo-canonicalize)" | FileCheck %s

// Reductions and windows. Each function is followed by its gradients.

func.func @sum(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %r = stablehlo.multiply %a, %y : tensor<3xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @sum_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<2x3xf32>, %[[ARG1:[^ ,:)]+]]: tensor<3xf32>) -> (tensor<f32>, tensor<2x3xf32>, tensor<3xf32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.reduce(%[[ARG0]] init: %[[V2]]) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[ARG1]] : tensor<3xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.reduce(%[[V4]] init: %[[V2]]) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.broadcast_in_dim %[[ARG1]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    return %[[V5]], %[[V6]], %[[V3]] : tensor<f32>, tensor<2x3xf32>, tensor<3xf32>
// CHECK-NEXT:  }

func.func @greatest(%x: tensor<2x3xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @greatest_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<2x3xf32>) -> (tensor<f32>, tensor<2x3xf32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.reduce(%[[ARG0]] init: %[[V4]]) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.reduce(%[[V5]] init: %[[V3]]) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.broadcast_in_dim %[[V5]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.compare  EQ, %[[ARG0]], %[[V7]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.convert %[[V8]] : (tensor<2x3xi1>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.reduce(%[[V9]] init: %[[V3]]) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = stablehlo.divide %[[V1]], %[[V10]] : tensor<3xf32>
// CHECK-NEXT:    %[[V12:[^ ,:)]+]] = stablehlo.broadcast_in_dim %[[V11]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[V13:[^ ,:)]+]] = stablehlo.select %[[V8]], %[[V12]], %[[V2]] : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK-NEXT:    return %[[V6]], %[[V13]] : tensor<f32>, tensor<2x3xf32>
// CHECK-NEXT:  }

func.func @product(%x: tensor<3xf32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %0) applies stablehlo.multiply across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
// CHECK-LABEL: func.func @product_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.reduce(%[[ARG0]] init: %[[V1]]) applies stablehlo.multiply across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = "stablehlo.reduce_window"(%[[ARG0]], %[[V1]]) <{padding = dense<{{\[\[}}-1, 3]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}> ({
// CHECK-NEXT:    ^bb0(%[[ARG1:[^ ,:)]+]]: tensor<f32>, %[[ARG2:[^ ,:)]+]]: tensor<f32>):
// CHECK-NEXT:      %[[V6:[^ ,:)]+]] = stablehlo.multiply %[[ARG1]], %[[ARG2]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V6]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = "stablehlo.reduce_window"(%[[ARG0]], %[[V1]]) <{padding = dense<{{\[\[}}3, -1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}> ({
// CHECK-NEXT:    ^bb0(%[[ARG1]]: tensor<f32>, %[[ARG2]]: tensor<f32>):
// CHECK-NEXT:      %[[V6]] = stablehlo.multiply %[[ARG1]], %[[ARG2]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V6]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.multiply %[[V7]], %[[V3]] : tensor<3xf32>
// CHECK-NEXT:    return %[[V2]], %[[V8]] : tensor<f32>, tensor<3xf32>
// CHECK-NEXT:  }

func.func @sum_pool(%x: tensor<4x4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.multiply %x, %x : tensor<4x4xf32>
  %r = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    %d = stablehlo.add %b, %c : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) {window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x2xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @sum_pool_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<4x4xf32>) -> (tensor<f32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<4x2xf32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.multiply %[[ARG0]], %[[ARG0]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = "stablehlo.reduce_window"(%[[V3]], %[[V2]]) <{padding = dense<{{\[\[}}1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 2>}> ({
// CHECK-NEXT:    ^bb0(%[[ARG1:[^ ,:)]+]]: tensor<f32>, %[[ARG2:[^ ,:)]+]]: tensor<f32>):
// CHECK-NEXT:      %[[V7:[^ ,:)]+]] = stablehlo.add %[[ARG1]], %[[ARG2]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V7]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x2xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.reduce(%[[V4]] init: %[[V2]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = "stablehlo.reduce_window"(%[[V1]], %[[V2]]) <{base_dilations = array<i64: 1, 2>, padding = dense<1> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>}> ({
// CHECK-NEXT:    ^bb0(%[[ARG1]]: tensor<f32>, %[[ARG2]]: tensor<f32>):
// CHECK-NEXT:      %[[V7]] = stablehlo.add %[[ARG1]], %[[ARG2]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V7]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.multiply %[[V9]], %[[ARG0]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = stablehlo.add %[[V10]], %[[V10]] : tensor<4x4xf32>
// CHECK-NEXT:    return %[[V8]], %[[V11]] : tensor<f32>, tensor<4x4xf32>
// CHECK-NEXT:  }

func.func @max_pool(%x: tensor<4x4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %a = stablehlo.multiply %x, %x : tensor<4x4xf32>
  %r = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    %d = stablehlo.maximum %b, %c : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) {window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x2xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @max_pool_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<4x4xf32>) -> (tensor<f32>, tensor<4x4xf32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<4x2xf32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[ARG0]], %[[ARG0]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = "stablehlo.reduce_window"(%[[V4]], %[[V3]]) <{padding = dense<{{\[\[}}1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 2>}> ({
// CHECK-NEXT:    ^bb0(%[[ARG1:[^ ,:)]+]]: tensor<f32>, %[[ARG2:[^ ,:)]+]]: tensor<f32>):
// CHECK-NEXT:      %[[V8:[^ ,:)]+]] = stablehlo.maximum %[[ARG1]], %[[ARG2]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V8]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x2xf32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.reduce(%[[V5]] init: %[[V2]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = "stablehlo.select_and_scatter"(%[[V4]], %[[V1]], %[[V2]]) <{padding = dense<{{\[\[}}1, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 2>}> ({
// CHECK-NEXT:    ^bb0(%[[ARG1]]: tensor<f32>, %[[ARG2]]: tensor<f32>):
// CHECK-NEXT:      %[[V8]] = stablehlo.compare  GE, %[[ARG1]], %[[ARG2]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %[[V8]] : tensor<i1>
// CHECK-NEXT:    }, {
// CHECK-NEXT:    ^bb0(%[[ARG1]]: tensor<f32>, %[[ARG2]]: tensor<f32>):
// CHECK-NEXT:      %[[V8]] = stablehlo.add %[[ARG1]], %[[ARG2]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V8]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<4x4xf32>, tensor<4x2xf32>, tensor<f32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = stablehlo.multiply %[[V10]], %[[ARG0]] : tensor<4x4xf32>
// CHECK-NEXT:    %[[V12:[^ ,:)]+]] = stablehlo.add %[[V11]], %[[V11]] : tensor<4x4xf32>
// CHECK-NEXT:    return %[[V9]], %[[V12]] : tensor<f32>, tensor<4x4xf32>
// CHECK-NEXT:  }
