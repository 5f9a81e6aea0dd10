// RUN: trainlint-opt %s "--pass-pipeline=builtin.module(stablehlo-differentiate{function=training},stablehlo-canonicalize)" | FileCheck %s

// Normalizations. Each function is followed by its gradients.

func.func @training(%x: tensor<3x2xf32>, %g: tensor<2xf32>, %o: tensor<2xf32>, %y: tensor<3x2xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a:3 = "stablehlo.batch_norm_training"(%x, %g, %o) {epsilon = 1.0e-03 : f32, feature_index = 1 : i64} : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %r = stablehlo.multiply %a#0, %y : tensor<3x2xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @training_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<3x2xf32>, %[[ARG1:[^ ,:)]+]]: tensor<2xf32>, %[[ARG2:[^ ,:)]+]]: tensor<2xf32>, %[[ARG3:[^ ,:)]+]]: tensor<3x2xf32>) -> (tensor<f32>, tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>) {
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]], %[[V6:[^ ,:)]+]], %[[V7:[^ ,:)]+]] = "stablehlo.batch_norm_training"(%[[ARG0]], %[[ARG1]], %[[ARG2]]) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.multiply %[[V5]], %[[ARG3]] : tensor<3x2xf32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.reduce(%[[V8]] init: %[[V4]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]], %[[V11:[^ ,:)]+]], %[[V12:[^ ,:)]+]] = "stablehlo.batch_norm_grad"(%[[ARG0]], %[[ARG1]], %[[V6]], %[[V7]], %[[ARG3]]) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
// CHECK-NEXT:    return %[[V9]], %[[V10]], %[[V11]], %[[V12]], %[[V5]] : tensor<f32>, tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>
// CHECK-NEXT:  }
