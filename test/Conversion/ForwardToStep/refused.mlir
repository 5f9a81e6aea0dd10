// What is no forward module: its functions, and the roles of their arguments and results.

// RUN: trainlint-opt %s --stablehlo-make-step="loss=mse optimizer=sgd" --split-input-file -verify-diagnostics

// A role that arguments do not have.
func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// expected-error@below {{argument 1 has the role `output`}}
func.func @forward(%w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"}, %x: tensor<3xf32> {trainlint.role = "output", trainlint.name = "x"})
    -> (tensor<3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  return %w : tensor<3xf32>
}

// -----

// One seed is enough.
func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// expected-error@below {{argument 2 has the role `seed`}}
func.func @forward(%w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"}, %s: tensor<2xui64> {trainlint.role = "seed"}, %t: tensor<2xui64> {trainlint.role = "seed"})
    -> (tensor<3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  return %w : tensor<3xf32>
}

// -----

// Norms are those along dimensions that are there.
func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// expected-error@below {{argument 0 of 'tensor<3xf32>' has the constraint {axes = array<i64: 1>, kind = "unit_norm"}}}
func.func @forward(%w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w", trainlint.constraint = {axes = array<i64: 1>, kind = "unit_norm"}})
    -> (tensor<3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  return %w : tensor<3xf32>
}

// -----

// Each loss is that of a step.
func.func @init(%seed: tensor<i64>) -> (tensor<2x3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// expected-error@below {{output `y` is 'tensor<2x3xf32>' and its mask 'tensor<2x3xi1>', which has no step for each of its losses}}
func.func @forward(%w: tensor<2x3xf32> {trainlint.role = "parameter", trainlint.name = "w"})
    -> (tensor<2x3xf32> {trainlint.role = "output", trainlint.name = "y"}, tensor<2x3xi1> {trainlint.role = "mask", trainlint.name = "y"}) {
  %0 = stablehlo.compare NE, %w, %w : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return %w, %0 : tensor<2x3xf32>, tensor<2x3xi1>
}

// -----

func.func @init(%seed: tensor<i64>) -> (tensor<2x3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// expected-error@below {{the mask `z` is that of no output}}
func.func @forward(%w: tensor<2x3xf32> {trainlint.role = "parameter", trainlint.name = "w"})
    -> (tensor<2x3xf32> {trainlint.role = "output", trainlint.name = "y"}, tensor<2x3xi1> {trainlint.role = "mask", trainlint.name = "z"}) {
  %0 = stablehlo.compare NE, %w, %w : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return %w, %0 : tensor<2x3xf32>, tensor<2x3xi1>
}

// -----

// Weights have names.
func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// expected-error@below {{argument 0 has no name}}
func.func @forward(%w: tensor<3xf32> {trainlint.role = "parameter"})
    -> (tensor<3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  return %w : tensor<3xf32>
}

// -----

// Sizes are known.
func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// expected-error@below {{argument 1 is 'tensor<?xf32>'}}
func.func @forward(%w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"}, %x: tensor<?xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  return %w : tensor<3xf32>
}

// -----

// A role that results do not have.
func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// expected-error@below {{result 0 has the role `input`}}
func.func @forward(%w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"})
    -> (tensor<3xf32> {trainlint.role = "input", trainlint.name = "y"}) {
  return %w : tensor<3xf32>
}

// -----

// A state goes in and comes out.
func.func @init(%seed: tensor<i64>) -> (tensor<3xf32> {trainlint.name = "w"}, tensor<3xf32> {trainlint.name = "s"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<3xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}
// expected-error@below {{no result holds the new value of state `s`}}
func.func @forward(%w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"}, %s: tensor<3xf32> {trainlint.role = "state", trainlint.name = "s"})
    -> (tensor<3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  return %w : tensor<3xf32>
}

// -----

// Weights begin with something, of their type.
// expected-error@below {{`w` is 'tensor<3xf32>' and its initial value 'tensor<2xf32>'}}
func.func @init(%seed: tensor<i64>) -> (tensor<2xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @forward(%w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"})
    -> (tensor<3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  return %w : tensor<3xf32>
}

// -----

// Both functions are there.
// expected-error@below {{`forward` and `init`}}
module {
  func.func @forward(%x: tensor<3xf32> {trainlint.role = "input", trainlint.name = "x"})
      -> (tensor<3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
    return %x : tensor<3xf32>
  }
}

// -----

// Without parameters there is nothing to train.
func.func @init() {
  return
}
// expected-error@below {{the model has no parameters, so nothing is trained}}
func.func @forward(%x: tensor<2x3xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<2x3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  return %x : tensor<2x3xf32>
}
