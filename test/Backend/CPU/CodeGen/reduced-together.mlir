// Reductions of the same tensors are brought together, and masks are read of what is kept, as
// `--emit=stablehlo` shows.

// RUN: trainlint-test-cpu %s --entry=norm --emit=stablehlo | FileCheck %s --check-prefix=NORM
// RUN: trainlint-test-cpu %s --entry=kept_sums --emit=stablehlo | FileCheck %s --check-prefix=KEPT
// RUN: trainlint-test-cpu %s --entry=stored --emit=stablehlo | FileCheck %s --check-prefix=STORED
// RUN: trainlint-test-cpu %s --entry=shared --emit=stablehlo | FileCheck %s --check-prefix=SHARED
// RUN: trainlint-test-cpu %s --entry=apart --emit=stablehlo | FileCheck %s --check-prefix=APART
// RUN: trainlint-test-cpu %s --entry=masks --emit=stablehlo | FileCheck %s --check-prefix=MASKS
// RUN: trainlint-test-cpu %s --entry=kept_masks --emit=stablehlo | FileCheck %s --check-prefix=NO-MASKS
// RUN: trainlint-test-cpu %s --entry=numbers | FileCheck %s --check-prefix=NUMBERS

// Factors that are the same along the dimensions of a sum are outside of it: one sum is left of three, and
// of the mean that is subtracted all rows.
// NORM-LABEL: func.func @norm(
// NORM: %[[PRODUCT:.*]] = stablehlo.multiply %arg0, %arg1 : tensor<64x8xf32>
// NORM: %[[SUM:.*]] = stablehlo.reduce(%[[PRODUCT]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// NORM: %[[GAIN:.*]] = stablehlo.multiply %[[SUM]], %arg2 : tensor<8xf32>
// NORM: %[[TWO:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<8xf32>
// NORM: %[[FIRST:.*]] = stablehlo.multiply %[[GAIN]], %[[TWO]] : tensor<8xf32>
// NORM: %[[ROWS:.*]] = stablehlo.constant dense<-6.400000e+01> : tensor<8xf32>
// NORM: %[[MEANS:.*]] = stablehlo.multiply %arg3, %[[ROWS]] : tensor<8xf32>
// NORM: %[[THIRD:.*]] = stablehlo.add %[[SUM]], %[[MEANS]] : tensor<8xf32>
// NORM-NOT: stablehlo.reduce
// NORM: return %[[FIRST]], %[[SUM]], %[[THIRD]]
func.func @norm(%x: tensor<64x8xf32>, %g: tensor<64x8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<64x8xf32>
  %gain = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<8xf32>) -> tensor<64x8xf32>
  %mean = stablehlo.broadcast_in_dim %d, dims = [1] : (tensor<8xf32>) -> tensor<64x8xf32>
  %0 = stablehlo.multiply %g, %gain : tensor<64x8xf32>
  %1 = stablehlo.multiply %0, %two : tensor<64x8xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<64x8xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  %4 = stablehlo.multiply %g, %x : tensor<64x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.subtract %4, %mean : tensor<64x8xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %3, %5, %7 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Not so factors that differ along them, sums that begin with a number, integers, and floats of which a
// product would cost digits.
// KEPT-LABEL: func.func @kept_sums(
// KEPT: %[[FIRST:.*]] = stablehlo.multiply %arg0, %{{.*}} : tensor<64x8xf32>
// KEPT: stablehlo.reduce(%[[FIRST]] init
// KEPT: %[[SECOND:.*]] = stablehlo.multiply %arg1, %{{.*}} : tensor<64x8xf32>
// KEPT: stablehlo.reduce(%[[SECOND]] init
// KEPT: %[[THIRD:.*]] = stablehlo.multiply %arg4, %{{.*}} : tensor<64x8xi32>
// KEPT: stablehlo.reduce(%[[THIRD]] init
// KEPT: stablehlo.multiply %arg5, %{{.*}} : tensor<64x8xbf16>
// KEPT: return
func.func @kept_sums(%x: tensor<64x8xf32>, %g: tensor<64x8xf32>, %c: tensor<64xf32>, %d: tensor<8xf32>, %n: tensor<64x8xi32>, %h: tensor<64x8xbf16>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xi32>, tensor<8xbf16>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %half = stablehlo.constant dense<0.0> : tensor<bf16>
  %three = stablehlo.constant dense<3> : tensor<64x8xi32>
  %five = stablehlo.constant dense<5.0> : tensor<64x8xbf16>
  %rows = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<64xf32>) -> tensor<64x8xf32>
  %columns = stablehlo.broadcast_in_dim %d, dims = [1] : (tensor<8xf32>) -> tensor<64x8xf32>
  %0 = stablehlo.multiply %x, %rows : tensor<64x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.multiply %g, %columns : tensor<64x8xf32>
  %3 = stablehlo.reduce(%2 init: %one) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  %4 = stablehlo.multiply %n, %three : tensor<64x8xi32>
  %5 = stablehlo.reduce(%4 init: %none) applies stablehlo.add across dimensions = [0] : (tensor<64x8xi32>, tensor<i32>) -> tensor<8xi32>
  %6 = stablehlo.multiply %h, %five : tensor<64x8xbf16>
  %7 = stablehlo.reduce(%6 init: %half) applies stablehlo.add across dimensions = [0] : (tensor<64x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  return %1, %3, %5, %7 : tensor<8xf32>, tensor<8xf32>, tensor<8xi32>, tensor<8xbf16>
}

// What is stored for another op is read as it is.
// STORED-LABEL: func.func @stored(
// STORED: %[[PRODUCT:.*]] = stablehlo.multiply %arg0, %{{.*}} : tensor<64x8xf32>
// STORED: stablehlo.transpose %[[PRODUCT]]
// STORED: stablehlo.reduce(%[[PRODUCT]] init
func.func @stored(%x: tensor<64x8xf32>, %c: tensor<8xf32>) -> (tensor<8x64xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %columns = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<8xf32>) -> tensor<64x8xf32>
  %0 = stablehlo.multiply %x, %columns : tensor<64x8xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<64x8xf32>) -> tensor<8x64xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %1, %2 : tensor<8x64xf32>, tensor<8xf32>
}

// Reductions of which one reads all that another one does are one.
// SHARED-LABEL: func.func @shared(
// SHARED: %[[PRODUCT:.*]] = stablehlo.multiply %arg0, %arg1 : tensor<64x8xf32>
// SHARED: %[[ALL:.*]]:3 = stablehlo.reduce(%arg0 init: %{{.*}}), (%[[PRODUCT]] init: %{{.*}}), (%arg1 init: %{{.*}}) across dimensions = [0]
// SHARED: reducer(%[[A:.*]]: tensor<f32>, %[[X:.*]]: tensor<f32>) (%[[B:.*]]: tensor<f32>, %[[Y:.*]]: tensor<f32>) (%[[C:.*]]: tensor<f32>, %[[Z:.*]]: tensor<f32>)
// SHARED: %[[SUM:.*]] = stablehlo.add %[[A]], %[[X]]
// SHARED: %[[SUMS:.*]] = stablehlo.add %[[B]], %[[Y]]
// SHARED: %[[MOST:.*]] = stablehlo.maximum %[[C]], %[[Z]]
// SHARED: stablehlo.return %[[SUM]], %[[SUMS]], %[[MOST]]
// SHARED: return %[[ALL]]#0, %[[ALL]]#1, %[[ALL]]#2
func.func @shared(%x: tensor<64x8xf32>, %g: tensor<64x8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.multiply %x, %g : tensor<64x8xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  %3 = stablehlo.reduce(%g init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Not so along other dimensions, where one needs the result of the other, and where they read nothing in common.
// APART-LABEL: func.func @apart(
// APART: stablehlo.reduce(%arg0 init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// APART: stablehlo.reduce(%arg0 init: %{{.*}}) applies stablehlo.add across dimensions = [1]
// APART: %[[SQUARE:.*]] = stablehlo.multiply
// APART: stablehlo.reduce(%[[SQUARE]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// APART: stablehlo.reduce(%arg1 init: %{{.*}}) applies stablehlo.add across dimensions = [0]
func.func @apart(%x: tensor<64x8xf32>, %g: tensor<64x8xf32>) -> (tensor<8xf32>, tensor<64xf32>, tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x8xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<8xf32>) -> tensor<64x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<64x8xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<64x8xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  %6 = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0, %1, %5, %6 : tensor<8xf32>, tensor<64xf32>, tensor<8xf32>, tensor<8xf32>
}

// A mask is read of the result that is within the same bound.
// MASKS-LABEL: func.func @masks(
// MASKS: %[[MOST:.*]] = stablehlo.maximum %arg0, %[[LOW:.*]] : tensor<8xf32>
// MASKS: stablehlo.compare GT, %[[MOST]], %[[LOW]]
// MASKS: %[[WITHIN:.*]] = stablehlo.clamp %[[LOW]], %arg1, %[[HIGH:.*]] : tensor<8xf32>
// MASKS: stablehlo.compare LT, %[[WITHIN]], %[[HIGH]]
func.func @masks(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xi1>, tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) {
  %low = stablehlo.constant dense<0.0> : tensor<8xf32>
  %high = stablehlo.constant dense<6.0> : tensor<8xf32>
  %0 = stablehlo.maximum %x, %low : tensor<8xf32>
  %1 = stablehlo.compare GT, %x, %low : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %2 = stablehlo.clamp %low, %y, %high : tensor<8xf32>
  %3 = stablehlo.compare LT, %y, %high : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return %1, %3, %0, %2 : tensor<8xi1>, tensor<8xi1>, tensor<8xf32>, tensor<8xf32>
}

// A result on the bound may come from behind it; it tells nothing of another bound, or before it is there.
// NO-MASKS-LABEL: func.func @kept_masks(
// NO-MASKS: stablehlo.compare GE, %arg0,
// NO-MASKS: stablehlo.compare GT, %arg0,
// NO-MASKS: stablehlo.compare GT, %arg1,
func.func @kept_masks(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) {
  %low = stablehlo.constant dense<0.0> : tensor<8xf32>
  %high = stablehlo.constant dense<6.0> : tensor<8xf32>
  %0 = stablehlo.maximum %x, %low : tensor<8xf32>
  %1 = stablehlo.compare GE, %x, %low : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %2 = stablehlo.compare GT, %x, %high : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %3 = stablehlo.compare GT, %y, %low : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %4 = stablehlo.maximum %y, %low : tensor<8xf32>
  return %1, %2, %3, %0, %4 : tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xf32>, tensor<8xf32>
}

// Numbers: of a sum, a sum of products and a maximum of both rows; and of masks, where what is no number is
// on neither side.
// NUMBERS: tensor<2xf32> [4, 6]
// NUMBERS-NEXT: tensor<2xf32> [26, 44]
// NUMBERS-NEXT: tensor<2xf32> [7, 8]
// NUMBERS-NEXT: tensor<6xi1> [false, false, true, false, false, true]
// NUMBERS-NEXT: tensor<6xi1> [false, true, false, true, true, true]
func.func @numbers() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<6xi1>, tensor<6xi1>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %g = stablehlo.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.multiply %x, %g : tensor<2x2xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  %3 = stablehlo.reduce(%g init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  %y = stablehlo.constant dense<[0x7FC00000, 0xFF800000, 0x7F800000, -0.0, 0.0, 0.5]> : tensor<6xf32>
  %low = stablehlo.constant dense<0.0> : tensor<6xf32>
  %high = stablehlo.constant dense<1.0> : tensor<6xf32>
  %4 = stablehlo.maximum %y, %low : tensor<6xf32>
  %5 = stablehlo.compare GT, %y, %low : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %6 = stablehlo.clamp %low, %y, %high : tensor<6xf32>
  %7 = stablehlo.compare LT, %y, %high : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %8 = stablehlo.add %4, %6 : tensor<6xf32>
  return %0, %2, %3, %5, %7 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<6xi1>, tensor<6xi1>
}
