// RUN: trainlint-test-cpu %s | FileCheck %s

// Values of a loop are exchanged without one overwriting the other.
// CHECK-LABEL: @exchange
// CHECK-NEXT: tensor<i32> 3
// CHECK-NEXT: tensor<2xf32> [3, 4]
// CHECK-NEXT: tensor<2xf32> [1, 2]
func.func @exchange() -> (tensor<i32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %r:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %y, %x : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<i32>, tensor<2xf32>, tensor<2xf32>
}

// A number of no branch means the last one.
// CHECK-LABEL: @branches
// CHECK-NEXT: tensor<i64> 20
// CHECK-NEXT: tensor<i64> 30
func.func @branches() -> (tensor<i64>, tensor<i64>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %a = stablehlo.constant dense<10> : tensor<i64>
  %b = stablehlo.constant dense<20> : tensor<i64>
  %c = stablehlo.constant dense<30> : tensor<i64>
  %0 = "stablehlo.case"(%one) ({ stablehlo.return %a : tensor<i64> }, { stablehlo.return %b : tensor<i64> },
    { stablehlo.return %c : tensor<i64> }) : (tensor<i32>) -> tensor<i64>
  %1 = "stablehlo.case"(%minus) ({ stablehlo.return %a : tensor<i64> }, { stablehlo.return %b : tensor<i64> },
    { stablehlo.return %c : tensor<i64> }) : (tensor<i32>) -> tensor<i64>
  return %0, %1 : tensor<i64>, tensor<i64>
}

// A function may be called several times, and tuples be taken apart.
// CHECK-LABEL: @calls
// CHECK-NEXT: tensor<f32> 9
// CHECK-NEXT: tensor<i32> 7
func.func @calls() -> (tensor<f32>, tensor<i32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.constant dense<7> : tensor<i32>
  %2 = call @triple(%0) : (tensor<f32>) -> tensor<f32>
  %3 = call @triple(%2) : (tensor<f32>) -> tensor<f32>
  %4 = stablehlo.tuple %3, %1 : tuple<tensor<f32>, tensor<i32>>
  %5 = stablehlo.get_tuple_element %4[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  %6 = stablehlo.get_tuple_element %4[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  return %5, %6 : tensor<f32>, tensor<i32>
}

func.func private @triple(%0: tensor<f32>) -> tensor<f32> {
  %1 = stablehlo.add %0, %0 : tensor<f32>
  %2 = stablehlo.add %1, %0 : tensor<f32>
  return %2 : tensor<f32>
}

// A result that is returned twice.
// CHECK-LABEL: @twice
// CHECK-NEXT: tensor<2xi32> [2, 4]
// CHECK-NEXT: tensor<2xi32> [2, 4]
func.func @twice() -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.add %0, %0 : tensor<2xi32>
  return %1, %1 : tensor<2xi32>, tensor<2xi32>
}

// CHECK-LABEL: @empty
// CHECK-NEXT: tensor<0x3xf32> []
// CHECK-NEXT: tensor<3xf32> [0, 0, 0]
func.func @empty() -> (tensor<0x3xf32>, tensor<3xf32>) {
  %0 = stablehlo.constant dense<> : tensor<0x3xf32>
  %1 = stablehlo.negate %0 : tensor<0x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %1, %2 : tensor<0x3xf32>, tensor<3xf32>
}

// No buffer says how long the loop is.
// CHECK-LABEL: @positions
// CHECK-NEXT: tensor<2xf32> [3, 3]
// CHECK-NEXT: tensor<2xi32> [3, 3]
func.func @positions() -> (tensor<2xf32>, tensor<2xi32>) {
  %0 = stablehlo.iota dim = 0 : tensor<3x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.constant dense<1> : tensor<3x2xi32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.reduce(%2 init: %none) applies stablehlo.add across dimensions = [0] : (tensor<3x2xi32>, tensor<i32>) -> tensor<2xi32>
  return %1, %3 : tensor<2xf32>, tensor<2xi32>
}
