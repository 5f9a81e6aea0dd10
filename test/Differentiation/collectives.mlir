// RUN: trainlint-opt %s "--pass-pipeline=builtin.module(stablehlo-differentiate{function=all_reduce,all_gather,permute},stablehlo-canonicalize)" | FileCheck %s

// Collectives; the loss is the sum over all processes. Each function is followed by its gradients.

func.func @all_reduce(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = "stablehlo.all_reduce"(%x) ({
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    %d = stablehlo.add %b, %c : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %r = stablehlo.multiply %a, %y : tensor<4xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @all_reduce_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<4xf32>, %[[ARG1:[^ ,:)]+]]: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = "stablehlo.all_reduce"(%[[ARG0]]) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
// CHECK-NEXT:    ^bb0(%[[ARG2:[^ ,:)]+]]: tensor<f32>, %[[ARG3:[^ ,:)]+]]: tensor<f32>):
// CHECK-NEXT:      %[[V6:[^ ,:)]+]] = stablehlo.add %[[ARG2]], %[[ARG3]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V6]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.reduce(%[[V7]] init: %[[V2]]) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = "stablehlo.all_reduce"(%[[ARG1]]) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 0>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
// CHECK-NEXT:    ^bb0(%[[ARG2]]: tensor<f32>, %[[ARG3]]: tensor<f32>):
// CHECK-NEXT:      %[[V6]] = stablehlo.add %[[ARG2]], %[[ARG3]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V6]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[V8]], %[[V9]], %[[V3]] : tensor<f32>, tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }

func.func @all_gather(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  %r = stablehlo.multiply %a, %y : tensor<8xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @all_gather_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<4xf32>, %[[ARG1:[^ ,:)]+]]: tensor<8xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = "stablehlo.all_gather"(%[[ARG0]]) <{all_gather_dim = 0 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[ARG1]] : tensor<8xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.reduce(%[[V4]] init: %[[V2]]) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = "stablehlo.reduce_scatter"(%[[ARG1]]) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
// CHECK-NEXT:    ^bb0(%[[ARG2:[^ ,:)]+]]: tensor<f32>, %[[ARG3:[^ ,:)]+]]: tensor<f32>):
// CHECK-NEXT:      %[[V9:[^ ,:)]+]] = stablehlo.add %[[ARG2]], %[[ARG3]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V9]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<8xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[V5]], %[[V6]], %[[V3]] : tensor<f32>, tensor<4xf32>, tensor<8xf32>
// CHECK-NEXT:  }

func.func @permute(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  %r = stablehlo.multiply %a, %y : tensor<4xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @permute_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<4xf32>, %[[ARG1:[^ ,:)]+]]: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = "stablehlo.collective_permute"(%[[ARG0]]) <{source_target_pairs = dense<{{\[\[}}0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.reduce(%[[V4]] init: %[[V2]]) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = "stablehlo.collective_permute"(%[[ARG1]]) <{source_target_pairs = dense<{{\[\[}}1, 0], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[V5]], %[[V6]], %[[V3]] : tensor<f32>, tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  }
