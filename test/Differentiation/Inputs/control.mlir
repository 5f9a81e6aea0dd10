// Branches, loops and calls.
func.func private @scaled(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.multiply %x, %y : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func private @scaled_twice(%x: tensor<3xf64>, %y: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %0 = func.call @scaled(%x, %y) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %1 = func.call @scaled(%0, %y) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %0, %1 : tensor<3xf64>, tensor<3xf64>
}
func.func @call(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0:2 = func.call @scaled_twice(%x, %y) : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %1 = stablehlo.composite "own.scaled" %0#0, %0#1 {decomposition = @scaled} : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %1 : tensor<3xf64>
}
func.func @if(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  %1 = stablehlo.compare GT, %0, %zero : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %2:2 = "stablehlo.if"(%1) ({
    %4 = func.call @scaled(%x, %y) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %5 = stablehlo.sine %4 : tensor<3xf64>
    stablehlo.return %5, %x : tensor<3xf64>, tensor<3xf64>
  }, {
    stablehlo.return %y, %y : tensor<3xf64>, tensor<3xf64>
  }) : (tensor<i1>) -> (tensor<3xf64>, tensor<3xf64>)
  %3 = stablehlo.divide %2#0, %2#1 : tensor<3xf64>
  return %3 : tensor<3xf64>
}
func.func @case(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    stablehlo.return %x : tensor<3xf64>
  }, {
    %2 = stablehlo.multiply %x, %x : tensor<3xf64>
    %3 = stablehlo.divide %2, %y : tensor<3xf64>
    stablehlo.return %3 : tensor<3xf64>
  }, {
    stablehlo.return %y : tensor<3xf64>
  }) : (tensor<i32>) -> tensor<3xf64>
  return %1 : tensor<3xf64>
}
// Carries a counter, what changes, what stays and what is not used; reads a value
// from outside.
func.func @while(%x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>) -> tensor<3xf64> {
  %i = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.constant dense<7> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0:5 = stablehlo.while(%k = %i, %a = %x, %b = %y, %c = %x, %l = %n) : tensor<i32>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %k, %l : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.convert %k : (tensor<i32>) -> tensor<f64>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %3 = stablehlo.multiply %a, %b : tensor<3xf64>
    %4 = stablehlo.add %3, %z : tensor<3xf64>
    %5 = stablehlo.divide %4, %2 : tensor<3xf64>
    %6 = stablehlo.sine %5 : tensor<3xf64>
    %7 = stablehlo.add %k, %two : tensor<i32>
    stablehlo.return %7, %6, %b, %4, %l : tensor<i32>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<i32>
  }
  %8 = stablehlo.multiply %0#1, %0#3 : tensor<3xf64>
  %9 = stablehlo.add %8, %0#2 : tensor<3xf64>
  return %9 : tensor<3xf64>
}
func.func @while_down_in_if(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %0 = "stablehlo.if"(%p) ({
    %1:2 = stablehlo.while(%k = %three, %a = %x) : tensor<i64>, tensor<2xf64>
    cond {
      %2 = stablehlo.compare LE, %zero, %k : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = stablehlo.while(%l = %zero, %b = %a) : tensor<i64>, tensor<2xf64>
      cond {
        %4 = stablehlo.compare NE, %l, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %4 : tensor<i1>
      } do {
        %4 = stablehlo.multiply %b, %y : tensor<2xf64>
        %5 = stablehlo.tanh %4 : tensor<2xf64>
        %6 = stablehlo.add %l, %one : tensor<i64>
        stablehlo.return %6, %5 : tensor<i64>, tensor<2xf64>
      }
      %3 = stablehlo.subtract %k, %one : tensor<i64>
      %7 = stablehlo.add %2#1, %a : tensor<2xf64>
      stablehlo.return %3, %7 : tensor<i64>, tensor<2xf64>
    }
    stablehlo.return %1#1 : tensor<2xf64>
  }, {
    stablehlo.return %y : tensor<2xf64>
  }) : (tensor<i1>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func @while_never(%x: tensor<2xf64>) -> tensor<2xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %0:2 = stablehlo.while(%k = %one, %a = %x) : tensor<i64>, tensor<2xf64>
  cond {
    %1 = stablehlo.compare LT, %k, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %k, %one : tensor<i64>
    %2 = stablehlo.multiply %a, %a : tensor<2xf64>
    stablehlo.return %1, %2 : tensor<i64>, tensor<2xf64>
  }
  return %0#1 : tensor<2xf64>
}
