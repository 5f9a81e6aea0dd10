// RUN: trainlint-opt %s "--pass-pipeline=builtin.module(stablehlo-differentiate{function=add,subtract,multiply,divide,remainder,power,atan2,maximum,minimum,square,relu,clamp,select},stablehlo-canonicalize)" | FileCheck %s

// Arithmetic and choices. Each function is followed by its gradients.

func.func @add(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @add_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>, %[[ARG1:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.add %[[ARG0]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    return %[[V3]], %[[V2]], %[[V2]] : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @subtract(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.subtract %x, %y : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @subtract_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>, %[[ARG1:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.subtract %[[ARG0]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    return %[[V4]], %[[V3]], %[[V2]] : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @multiply(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %x, %y : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @multiply_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>, %[[ARG1:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.multiply %[[ARG0]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[ARG1]], %[[ARG0]] : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @divide(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.divide %x, %y : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @divide_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>, %[[ARG1:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.divide %[[ARG0]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.divide %[[V2]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.multiply %[[V4]], %[[V3]] : tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.negate %[[V5]] : tensor<f32>
// CHECK-NEXT:    return %[[V3]], %[[V4]], %[[V6]] : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @remainder(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.remainder %x, %y : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @remainder_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>, %[[ARG1:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.remainder %[[ARG0]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.subtract %[[ARG0]], %[[V3]] : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.divide %[[V4]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.negate %[[V5]] : tensor<f32>
// CHECK-NEXT:    return %[[V3]], %[[V2]], %[[V6]] : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @power(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.power %x, %y : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @power_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>, %[[ARG1:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.power %[[ARG0]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.compare  EQ, %[[ARG1]], %[[V2]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.subtract %[[ARG1]], %[[V3]] : tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.power %[[ARG0]], %[[V6]] : tensor<f32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.multiply %[[ARG1]], %[[V7]] : tensor<f32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.select %[[V5]], %[[V2]], %[[V8]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.compare  GT, %[[ARG0]], %[[V2]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = stablehlo.select %[[V10]], %[[ARG0]], %[[V3]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    %[[V12:[^ ,:)]+]] = stablehlo.log %[[V11]] : tensor<f32>
// CHECK-NEXT:    %[[V13:[^ ,:)]+]] = stablehlo.multiply %[[V4]], %[[V12]] : tensor<f32>
// CHECK-NEXT:    return %[[V4]], %[[V9]], %[[V13]] : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @atan2(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.atan2 %x, %y : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @atan2_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>, %[[ARG1:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.atan2 %[[ARG0]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[ARG0]], %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.multiply %[[ARG1]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.add %[[V5]], %[[V4]] : tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.divide %[[V2]], %[[V6]] : tensor<f32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.multiply %[[V7]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.multiply %[[V7]], %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.negate %[[V9]] : tensor<f32>
// CHECK-NEXT:    return %[[V3]], %[[V8]], %[[V10]] : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @maximum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.maximum %x, %y : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @maximum_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>, %[[ARG1:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.maximum %[[ARG0]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.compare  GT, %[[ARG0]], %[[ARG1]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.select %[[V6]], %[[V4]], %[[V3]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.compare  EQ, %[[ARG0]], %[[ARG1]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.select %[[V8]], %[[V2]], %[[V7]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.compare  GT, %[[ARG1]], %[[ARG0]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = stablehlo.select %[[V10]], %[[V4]], %[[V3]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    %[[V12:[^ ,:)]+]] = stablehlo.compare  EQ, %[[ARG1]], %[[ARG0]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V13:[^ ,:)]+]] = stablehlo.select %[[V12]], %[[V2]], %[[V11]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    return %[[V5]], %[[V9]], %[[V13]] : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @minimum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.minimum %x, %y : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @minimum_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>, %[[ARG1:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.minimum %[[ARG0]], %[[ARG1]] : tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.compare  LT, %[[ARG0]], %[[ARG1]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.select %[[V6]], %[[V4]], %[[V3]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.compare  EQ, %[[ARG0]], %[[ARG1]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.select %[[V8]], %[[V2]], %[[V7]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.compare  LT, %[[ARG1]], %[[ARG0]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = stablehlo.select %[[V10]], %[[V4]], %[[V3]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    %[[V12:[^ ,:)]+]] = stablehlo.compare  EQ, %[[ARG1]], %[[ARG0]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V13:[^ ,:)]+]] = stablehlo.select %[[V12]], %[[V2]], %[[V11]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    return %[[V5]], %[[V9]], %[[V13]] : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @square(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @square_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.multiply %[[ARG0]], %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.add %[[ARG0]], %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    return %[[V1]], %[[V2]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @relu(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.maximum %x, %0 : tensor<f32>
  return %1 : tensor<f32>
}
// CHECK-LABEL: func.func @relu_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.maximum %[[ARG0]], %[[V2]] : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.compare  GT, %[[ARG0]], %[[V2]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.select %[[V4]], %[[V1]], %[[V2]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    return %[[V3]], %[[V5]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @clamp(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.constant dense<6.0> : tensor<f32>
  %2 = stablehlo.clamp %0, %x, %1 : tensor<f32>
  return %2 : tensor<f32>
}
// CHECK-LABEL: func.func @clamp_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<6.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.clamp %[[V2]], %[[ARG0]], %[[V3]] : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.compare  GT, %[[ARG0]], %[[V2]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.compare  LT, %[[ARG0]], %[[V3]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.select %[[V6]], %[[V1]], %[[V2]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.select %[[V5]], %[[V7]], %[[V2]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    return %[[V4]], %[[V8]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @select(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @select_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<i1>, %[[ARG1:[^ ,:)]+]]: tensor<f32>, %[[ARG2:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.select %[[ARG0]], %[[ARG1]], %[[ARG2]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.select %[[ARG0]], %[[V4]], %[[V3]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.select %[[ARG0]], %[[V3]], %[[V4]] : tensor<i1>, tensor<f32>
// CHECK-NEXT:    return %[[V5]], %[[V6]], %[[V7]] : tensor<f32>, tensor<f32>, tensor<f32>
// CHECK-NEXT:  }
