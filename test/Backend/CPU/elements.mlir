// RUN: trainlint-test-cpu %s | FileCheck %s

// CHECK-LABEL: @arithmetic
// CHECK-NEXT: tensor<4xf32> [3, 0, 12, -2.5]
// CHECK-NEXT: tensor<4xf32> [-1, 4, 6, 1.5]
func.func @arithmetic() -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<[1.0, 2.0, 9.0, -0.5]> : tensor<4xf32>
  %1 = stablehlo.constant dense<[2.0, -2.0, 3.0, -2.0]> : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  %3 = stablehlo.subtract %0, %1 : tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// Neither zero nor the one quotient that does not fit stops the process.
// CHECK-LABEL: @integer_division
// CHECK-NEXT: tensor<4xi32> [-1, -2147483648, -2, 2]
// CHECK-NEXT: tensor<4xi32> [7, 0, -1, 1]
// CHECK-NEXT: tensor<2xui8> [255, 127]
func.func @integer_division() -> (tensor<4xi32>, tensor<4xi32>, tensor<2xui8>) {
  %0 = stablehlo.constant dense<[7, -2147483648, -7, 7]> : tensor<4xi32>
  %1 = stablehlo.constant dense<[0, -1, 3, 3]> : tensor<4xi32>
  %2 = stablehlo.divide %0, %1 : tensor<4xi32>
  %3 = stablehlo.remainder %0, %1 : tensor<4xi32>
  %4 = stablehlo.constant dense<[1, 255]> : tensor<2xui8>
  %5 = stablehlo.constant dense<[0, 2]> : tensor<2xui8>
  %6 = stablehlo.divide %4, %5 : tensor<2xui8>
  return %2, %3, %6 : tensor<4xi32>, tensor<4xi32>, tensor<2xui8>
}

// Shifts by the width or more leave nothing, or the sign.
// CHECK-LABEL: @shifts
// CHECK-NEXT: tensor<3xi8> [-2, 0, 0]
// CHECK-NEXT: tensor<3xi8> [127, 0, 0]
// CHECK-NEXT: tensor<3xi8> [-1, -1, -1]
func.func @shifts() -> (tensor<3xi8>, tensor<3xi8>, tensor<3xi8>) {
  %0 = stablehlo.constant dense<-1> : tensor<3xi8>
  %1 = stablehlo.constant dense<[1, 8, -1]> : tensor<3xi8>
  %2 = stablehlo.shift_left %0, %1 : tensor<3xi8>
  %3 = stablehlo.shift_right_logical %0, %1 : tensor<3xi8>
  %4 = stablehlo.shift_right_arithmetic %0, %1 : tensor<3xi8>
  return %2, %3, %4 : tensor<3xi8>, tensor<3xi8>, tensor<3xi8>
}

// Numbers of four bits have a byte each, and wrap at four bits.
// CHECK-LABEL: @small_integers
// CHECK-NEXT: tensor<2xi4> [-8, 1]
// CHECK-NEXT: tensor<2xui4> [0, 3]
func.func @small_integers() -> (tensor<2xi4>, tensor<2xui4>) {
  %0 = stablehlo.constant dense<[7, 0]> : tensor<2xi4>
  %1 = stablehlo.constant dense<1> : tensor<2xi4>
  %2 = stablehlo.add %0, %1 : tensor<2xi4>
  %3 = stablehlo.constant dense<[15, 2]> : tensor<2xui4>
  %4 = stablehlo.constant dense<1> : tensor<2xui4>
  %5 = stablehlo.add %3, %4 : tensor<2xui4>
  return %2, %5 : tensor<2xi4>, tensor<2xui4>
}

// Every operation on narrow floats rounds: 256 + 1 is 256 in bf16, twice.
// CHECK-LABEL: @narrow_floats
// CHECK-NEXT: tensor<bf16> 256
// CHECK-NEXT: tensor<f16> inf
// CHECK-NEXT: tensor<2xf8E4M3FN> [126, 127]
func.func @narrow_floats() -> (tensor<bf16>, tensor<f16>, tensor<2xf8E4M3FN>) {
  %0 = stablehlo.constant dense<256.0> : tensor<bf16>
  %1 = stablehlo.constant dense<1.0> : tensor<bf16>
  %2 = stablehlo.add %0, %1 : tensor<bf16>
  %3 = stablehlo.add %2, %1 : tensor<bf16>
  %4 = stablehlo.constant dense<60000.0> : tensor<f16>
  %5 = stablehlo.add %4, %4 : tensor<f16>
  %6 = stablehlo.constant dense<[440.0, 0x7FC00000]> : tensor<2xf32>
  %7 = stablehlo.convert %6 : (tensor<2xf32>) -> tensor<2xf8E4M3FN>
  return %3, %5, %7 : tensor<bf16>, tensor<f16>, tensor<2xf8E4M3FN>
}

// An f64 is rounded to bf16 once: by way of f32 this would be 1.
// CHECK-LABEL: @rounded_once
// CHECK-NEXT: tensor<bf16> 1.008
func.func @rounded_once() -> tensor<bf16> {
  %0 = stablehlo.constant dense<1.0039062500001> : tensor<f64>
  %1 = stablehlo.convert %0 : (tensor<f64>) -> tensor<bf16>
  return %1 : tensor<bf16>
}

// CHECK-LABEL: @out_of_range
// CHECK-NEXT: tensor<4xi32> [2147483647, -2147483648, 0, -3]
// CHECK-NEXT: tensor<4xui8> [255, 0, 0, 0]
func.func @out_of_range() -> (tensor<4xi32>, tensor<4xui8>) {
  %0 = stablehlo.constant dense<[1.0e20, -1.0e20, 0x7FC00000, -3.9]> : tensor<4xf32>
  %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xi32>
  %2 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xui8>
  return %1, %2 : tensor<4xi32>, tensor<4xui8>
}

// Accurate where the obvious formula loses everything.
// CHECK-LABEL: @near_zero
// CHECK-NEXT: tensor<f32> 1e-10
// CHECK-NEXT: tensor<f32> 1e-10
func.func @near_zero() -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.constant dense<1.0e-10> : tensor<f32>
  %1 = stablehlo.log_plus_one %0 : tensor<f32>
  %2 = stablehlo.exponential_minus_one %0 : tensor<f32>
  return %1, %2 : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: @complex
// CHECK-NEXT: tensor<complex<f32>> (-5, 10)
// CHECK-NEXT: tensor<f32> 5
// CHECK-NEXT: tensor<complex<f64>> (2, 1)
func.func @complex() -> (tensor<complex<f32>>, tensor<f32>, tensor<complex<f64>>) {
  %0 = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %1 = stablehlo.constant dense<(3.0, 4.0)> : tensor<complex<f32>>
  %2 = stablehlo.multiply %0, %1 : tensor<complex<f32>>
  %3 = stablehlo.abs %1 : (tensor<complex<f32>>) -> tensor<f32>
  %4 = stablehlo.constant dense<(3.0, 4.0)> : tensor<complex<f64>>
  %5 = stablehlo.sqrt %4 : tensor<complex<f64>>
  return %2, %3, %5 : tensor<complex<f32>>, tensor<f32>, tensor<complex<f64>>
}

// The total order tells zeros apart and has a place for NaN.
// CHECK-LABEL: @compare
// CHECK-NEXT: tensor<3xi1> [false, false, true]
// CHECK-NEXT: tensor<3xi1> [true, true, true]
func.func @compare() -> (tensor<3xi1>, tensor<3xi1>) {
  %0 = stablehlo.constant dense<[-0.0, 1.0, 1.0]> : tensor<3xf32>
  %1 = stablehlo.constant dense<[0.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %2 = stablehlo.compare LT, %0, %1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %3 = stablehlo.compare LT, %0, %1, TOTALORDER : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  return %2, %3 : tensor<3xi1>, tensor<3xi1>
}

// CHECK-LABEL: @bits
// CHECK-NEXT: tensor<2xi16> [0, 16256]
// CHECK-NEXT: tensor<f32> 1
// CHECK-NEXT: tensor<2xi4> [4, -2]
func.func @bits() -> (tensor<2xi16>, tensor<f32>, tensor<2xi4>) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<f32>) -> tensor<2xi16>
  %2 = stablehlo.bitcast_convert %1 : (tensor<2xi16>) -> tensor<f32>
  %3 = stablehlo.constant dense<-28> : tensor<i8>
  %4 = stablehlo.bitcast_convert %3 : (tensor<i8>) -> tensor<2xi4>
  return %1, %2, %4 : tensor<2xi16>, tensor<f32>, tensor<2xi4>
}
