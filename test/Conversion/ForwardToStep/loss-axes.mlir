// A loss along another dimension than the last one: what it is of is moved there.

// RUN: trainlint-opt %s --stablehlo-make-step="loss=categorical_crossentropy loss-axes=1" --split-input-file -verify-diagnostics | FileCheck %s
// RUN: trainlint-opt %s --stablehlo-make-step="loss=categorical_crossentropy loss-axes=-1" --split-input-file | FileCheck %s --check-prefix=LAST
// LAST-NOT: stablehlo.transpose

// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<2x4x3xf64> {trainlint.name = "labels"
// CHECK: stablehlo.transpose %{{.*}}, dims = [0, 2, 1] : (tensor<2x4x3xf64>) -> tensor<2x3x4xf64>
// CHECK: stablehlo.transpose %{{.*}}, dims = [0, 2, 1] : (tensor<2x4x3xf64>) -> tensor<2x3x4xf64>
func.func @init(%seed: tensor<i64>) -> (tensor<2x4x3xf64> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<2x4x3xf64>
  return %0 : tensor<2x4x3xf64>
}
func.func @forward(%w: tensor<2x4x3xf64> {trainlint.role = "parameter", trainlint.name = "w"})
    -> (tensor<2x4x3xf64> {trainlint.role = "output", trainlint.name = "y"}) {
  return %w : tensor<2x4x3xf64>
}

// -----

// Steps that do not count have no place in what is along all of them.
func.func @init(%seed: tensor<i64>) -> (tensor<2x4x3xf64> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<2x4x3xf64>
  return %0 : tensor<2x4x3xf64>
}
// expected-error@below {{the loss is along dimension 1 of output `y`, whose steps are masked along it}}
func.func @forward(%w: tensor<2x4x3xf64> {trainlint.role = "parameter", trainlint.name = "w"})
    -> (tensor<2x4x3xf64> {trainlint.role = "output", trainlint.name = "y"}, tensor<2x4xi1> {trainlint.role = "mask", trainlint.name = "y"}) {
  %0 = stablehlo.constant dense<true> : tensor<2x4xi1>
  return %w, %0 : tensor<2x4x3xf64>, tensor<2x4xi1>
}
