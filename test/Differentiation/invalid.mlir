// RUN: trainlint-opt %s -split-input-file -verify-diagnostics --stablehlo-differentiate=function=loss

// What has no rule is told where it is.

// expected-note@below {{the loss of this function depends on it}}
func.func @loss(%x: tensor<2x2xf32>) -> tensor<f32> {
  // expected-error@below {{'stablehlo.cholesky' op has no gradient: none is defined for this operation}}
  %0 = stablehlo.cholesky %x : tensor<2x2xf32>
  %1 = stablehlo.slice %0 [0:1, 0:1] : (tensor<2x2xf32>) -> tensor<1x1xf32>
  %2 = stablehlo.reshape %1 : (tensor<1x1xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

// Neither what the loss does not depend on nor what does not depend on arguments
// needs a rule.
func.func @loss(%x: tensor<f32>) -> (tensor<f32>, tensor<1x1xf32>) {
  %0 = stablehlo.constant dense<4.0> : tensor<1x1xf32>
  %1 = stablehlo.cholesky %0 : tensor<1x1xf32>
  %2 = stablehlo.reshape %1 : (tensor<1x1xf32>) -> tensor<f32>
  %3 = stablehlo.multiply %x, %2 : tensor<f32>
  %4 = stablehlo.reshape %x : (tensor<f32>) -> tensor<1x1xf32>
  %5 = stablehlo.cholesky %4 : tensor<1x1xf32>
  return %3, %5 : tensor<f32>, tensor<1x1xf32>
}

// -----

func.func @loss(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@below {{the first result of @loss is a loss, but 'tensor<2xf32>' is no floating-point scalar}}
  return %x : tensor<2xf32>
}

// -----

// expected-error@below {{@loss has no gradient: it returns nothing}}
func.func @loss(%x: tensor<2xf32>) {
  return
}

// -----

// expected-error@below {{the gradients of @loss have no name that is free}}
func.func @loss(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
// expected-note@below {{this is @loss_gradients}}
func.func @loss_gradients(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// expected-note@below {{the loss of this function depends on it}}
func.func @loss(%x: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@below {{'stablehlo.while' op has no gradient: its trip count is not known}}
  %0 = stablehlo.while(%a = %x) : tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %a, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %a, %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// expected-note@below {{the loss of this function depends on it}}
func.func @loss(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // expected-error@below {{'stablehlo.while' op has no gradient: its trip count is not known}}
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %a, %a : tensor<f32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}

// -----

// expected-note@below {{the loss of this function depends on it}}
func.func @loss(%x: tensor<2xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error@below {{'stablehlo.reduce' op has no gradient: its body is not one of add, multiply, maximum, minimum}}
  %0 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-note@below {{the loss of this function depends on it}}
func.func @loss(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<2x1xi32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error@below {{'stablehlo.scatter' op has no gradient: its updates may replace each other, as `unique_indices` is not set}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// expected-note@below {{the loss of this function depends on it}}
func.func @loss(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@below {{'stablehlo.custom_call' op has no gradient: what `own` computes is not known}}
  %0 = stablehlo.custom_call @own(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-note@below {{the loss of this function depends on it}}
func.func @loss(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.complex %x, %x : tensor<complex<f32>>
  // expected-error@below {{'stablehlo.tanh' op has no gradient: none is defined for complex numbers}}
  %1 = stablehlo.tanh %0 : tensor<complex<f32>>
  %2 = stablehlo.real %1 : (tensor<complex<f32>>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

// expected-note@below {{the loss of this function depends on it}}
func.func @loss(%x: tensor<?xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error@below {{'stablehlo.reduce' op has no gradient: the sizes of its operands and results are not known}}
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @loss(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @again(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @again(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@below {{'func.call' op has no gradient: @again calls itself}}
  %0 = func.call @again(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error@below {{there is no function @loss}}
module {
}
