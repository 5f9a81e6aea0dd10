// RUN: trainlint-opt %s "--pass-pipeline=builtin.module(stablehlo-differentiate{function=abs,negate,exponential,exponential_minus_one,log,log_plus_one,logistic,tanh,sqrt,rsqrt,cbrt,sine,cosine,tan,reduce_precision,half,floor},stablehlo-canonicalize)" | FileCheck %s

// Functions of one number. Each function is followed by its gradients.

func.func @abs(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @abs_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.abs %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.sign %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    return %[[V1]], %[[V2]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @negate(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @negate_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.negate %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[V1]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @exponential(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.exponential %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @exponential_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.exponential %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    return %[[V1]], %[[V1]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @exponential_minus_one(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.exponential_minus_one %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @exponential_minus_one_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.exponential_minus_one %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.add %[[V2]], %[[V1]] : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[V3]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @log(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.log %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @log_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.log %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.divide %[[V1]], %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[V3]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @log_plus_one(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.log_plus_one %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @log_plus_one_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.log_plus_one %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.add %[[ARG0]], %[[V1]] : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.divide %[[V1]], %[[V3]] : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[V4]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @logistic(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.logistic %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @logistic_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.logistic %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.subtract %[[V1]], %[[V2]] : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[V2]], %[[V3]] : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[V4]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @tanh(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.tanh %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @tanh_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.tanh %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.multiply %[[V2]], %[[V2]] : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.subtract %[[V1]], %[[V3]] : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[V4]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @sqrt(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sqrt %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @sqrt_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.sqrt %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.divide %[[V1]], %[[V2]] : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[V3]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @rsqrt(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.rsqrt %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @rsqrt_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.rsqrt %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.divide %[[V2]], %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[V1]] : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[V4]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @cbrt(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.cbrt %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @cbrt_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.cbrt %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[V3]] : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.multiply %[[V4]], %[[V1]] : tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.divide %[[V2]], %[[V5]] : tensor<f32>
// CHECK-NEXT:    return %[[V3]], %[[V6]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @sine(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @sine_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.sine %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.cosine %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    return %[[V1]], %[[V2]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @cosine(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.cosine %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @cosine_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.cosine %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.sine %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.negate %[[V2]] : tensor<f32>
// CHECK-NEXT:    return %[[V1]], %[[V3]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @tan(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.tan %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @tan_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.tan %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.multiply %[[V2]], %[[V2]] : tensor<f32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.add %[[V3]], %[[V1]] : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[V4]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @reduce_precision(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @reduce_precision_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.reduce_precision %[[ARG0]], format = e5m10 : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[V1]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }

func.func @half(%x: tensor<bf16>) -> tensor<f32> {
  %0 = stablehlo.tanh %x : tensor<bf16>
  %1 = stablehlo.convert %0 : (tensor<bf16>) -> tensor<f32>
  return %1 : tensor<f32>
}
// CHECK-LABEL: func.func @half_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<bf16>) -> (tensor<f32>, tensor<bf16>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.tanh %[[ARG0]] : tensor<bf16>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.convert %[[V3]] : (tensor<bf16>) -> tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.convert %[[V2]] : (tensor<f32>) -> tensor<bf16>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.multiply %[[V3]], %[[V3]] : tensor<bf16>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.subtract %[[V1]], %[[V6]] : tensor<bf16>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.multiply %[[V5]], %[[V7]] : tensor<bf16>
// CHECK-NEXT:    return %[[V4]], %[[V8]] : tensor<f32>, tensor<bf16>
// CHECK-NEXT:  }

func.func @floor(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.floor %x : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func.func @floor_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
// CHECK-NEXT:    %[[V1:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.floor %[[ARG0]] : tensor<f32>
// CHECK-NEXT:    return %[[V2]], %[[V1]] : tensor<f32>, tensor<f32>
// CHECK-NEXT:  }
