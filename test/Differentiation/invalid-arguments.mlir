// RUN: trainlint-opt %s -split-input-file -verify-diagnostics "--stablehlo-differentiate=function=loss arguments=1"

// expected-error@below {{argument 1 of @loss has no gradient: 'tensor<3xi32>' is no tensor of floating-point numbers}}
func.func @loss(%x: tensor<f32>, %i: tensor<3xi32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// expected-error@below {{@loss has no argument 1: it takes 1}}
func.func @loss(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
