// RUN: trainlint-opt %s "--pass-pipeline=builtin.module(stablehlo-differentiate{function=branches,loop},stablehlo-canonicalize)" | FileCheck %s

// Branches and loops. Each function is followed by its gradients.

func.func @branches(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @branches_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<i1>, %[[ARG1:[^ ,:)]+]]: tensor<f32>, %[[ARG2:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = "stablehlo.if"(%[[ARG0]]) ({
// CHECK-NEXT:      %[[V6:[^ ,:)]+]] = stablehlo.multiply %[[ARG1]], %[[ARG2]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V6]] : tensor<f32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      stablehlo.return %[[ARG2]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<i1>) -> tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]]:2 = "stablehlo.if"(%[[ARG0]]) ({
// CHECK-NEXT:      stablehlo.return %[[ARG2]], %[[ARG1]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      stablehlo.return %[[V3]], %[[V4]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:    }) : (tensor<i1>) -> (tensor<f32>, tensor<f32>)
// CHECK-NEXT:    return %[[V5]], %[[V7]]#0, %[[V7]]#1 : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @loop(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.multiply %a, %y : tensor<f32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}
// CHECK-LABEL: func.func @loop_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>, %[[ARG1:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<3> : tensor<i64>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.constant dense<1> : tensor<i64>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.constant dense<4> : tensor<i32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.constant dense<0> : tensor<i64>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[V12:[^ ,:)]+]]:5 = stablehlo.while(%[[ARG2:[^ ,:)]+]] = %[[V6]], %[[ARG3:[^ ,:)]+]] = %[[ARG0]], %[[ARG4:[^ ,:)]+]] = %[[V9]], %[[ARG5:[^ ,:)]+]] = %[[V10]], %[[ARG6:[^ ,:)]+]] = %[[V11]]) : tensor<i32>, tensor<f32>, tensor<i64>, tensor<4xi32>, tensor<4xf32>
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %[[V18:[^ ,:)]+]] = stablehlo.compare  LT, %[[ARG2]], %[[V8]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %[[V18]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[V18]] = stablehlo.add %[[ARG2]], %[[V7]] : tensor<i32>
// CHECK-NEXT:      %[[V19:[^ ,:)]+]] = stablehlo.multiply %[[ARG3]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:      %[[V20:[^ ,:)]+]] = stablehlo.add %[[ARG4]], %[[V5]] : tensor<i64>
// CHECK-NEXT:      %[[V21:[^ ,:)]+]] = stablehlo.reshape %[[ARG2]] : (tensor<i32>) -> tensor<1xi32>
// CHECK-NEXT:      %[[V22:[^ ,:)]+]] = stablehlo.dynamic_update_slice %[[ARG5]], %[[V21]], %[[ARG4]] : (tensor<4xi32>, tensor<1xi32>, tensor<i64>) -> tensor<4xi32>
// CHECK-NEXT:      %[[V23:[^ ,:)]+]] = stablehlo.reshape %[[ARG3]] : (tensor<f32>) -> tensor<1xf32>
// CHECK-NEXT:      %[[V24:[^ ,:)]+]] = stablehlo.dynamic_update_slice %[[ARG6]], %[[V23]], %[[ARG4]] : (tensor<4xf32>, tensor<1xf32>, tensor<i64>) -> tensor<4xf32>
// CHECK-NEXT:      stablehlo.return %[[V18]], %[[V19]], %[[V20]], %[[V22]], %[[V24]] : tensor<i32>, tensor<f32>, tensor<i64>, tensor<4xi32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[V25:[^ ,:)]+]]:5 = stablehlo.while(%[[ARG2]] = %[[V3]], %[[ARG3]] = %[[V4]], %[[ARG4]] = %[[V2]], %[[ARG5]] = %[[V12]]#3, %[[ARG6]] = %[[V12]]#4) : tensor<i64>, tensor<f32>, tensor<f32>, tensor<4xi32>, tensor<4xf32>
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %[[V18]] = stablehlo.compare  GE, %[[ARG2]], %[[V9]] : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %[[V18]] : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %[[V18]] = stablehlo.dynamic_slice %[[ARG6]], %[[ARG2]], sizes = [1] : (tensor<4xf32>, tensor<i64>) -> tensor<1xf32>
// CHECK-NEXT:      %[[V19]] = stablehlo.reshape %[[V18]] : (tensor<1xf32>) -> tensor<f32>
// CHECK-NEXT:      %[[V20]] = stablehlo.multiply %[[ARG3]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:      %[[V21]] = stablehlo.multiply %[[ARG3]], %[[V19]] : tensor<f32>
// CHECK-NEXT:      %[[V22]] = stablehlo.subtract %[[ARG2]], %[[V5]] : tensor<i64>
// CHECK-NEXT:      %[[V23]] = stablehlo.add %[[ARG4]], %[[V21]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V22]], %[[V20]], %[[V23]], %[[ARG5]], %[[ARG6]] : tensor<i64>, tensor<f32>, tensor<f32>, tensor<4xi32>, tensor<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[V12]]#1, %[[V25]]#1, %[[V25]]#2 : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }
