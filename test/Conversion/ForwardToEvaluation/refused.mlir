// What cannot be evaluated.

// RUN: trainlint-opt %s --stablehlo-make-evaluation="loss=mse metrics=accuracy" --split-input-file -verify-diagnostics
// RUN: not trainlint-opt %s --stablehlo-make-evaluation="metrics=mse" 2>&1 | FileCheck %s --check-prefix=LOSS
// LOSS: error: the option `loss` is missing
// RUN: not trainlint-opt %s --stablehlo-make-evaluation="loss=binary_crossentropy metrics=top_3_accuracy" 2>&1 | FileCheck %s --check-prefix=TOP
// TOP: error: metric `top_3_accuracy` cannot be taken of outputs that are trained with this loss; it needs one class of several for each example

func.func @init() {
  return
}
// expected-error@below {{metric `accuracy` cannot be taken of outputs that are trained with this loss; it needs classes}}
func.func @forward(%x: tensor<2x3xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<2x3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  return %x : tensor<2x3xf32>
}
