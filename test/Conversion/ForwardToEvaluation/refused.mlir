// What cannot be evaluated.

// RUN: trainlint-opt %s --stablehlo-make-evaluation="loss=mse metrics=accuracy" --split-input-file -verify-diagnostics
// RUN: not trainlint-opt %s --stablehlo-make-evaluation="metrics=mse" 2>&1 | FileCheck %s --check-prefix=LOSS
// LOSS: error: the option `loss` is missing
// RUN: not trainlint-opt %s --stablehlo-make-evaluation="loss=binary_crossentropy metrics=top_3_accuracy" 2>&1 | FileCheck %s --check-prefix=TOP
// TOP: error: metric `top_3_accuracy` cannot be taken of outputs that are trained with this loss; it needs one class of several for each example
// RUN: not trainlint-opt %s --stablehlo-make-evaluation="loss=binary_crossentropy metrics=precision_at_thresholds_0.5" 2>&1 | FileCheck %s --check-prefix=LISTS
// LISTS: error: `metrics` is `precision_at_thresholds_0.5`;
// RUN: not trainlint-opt %s --stablehlo-make-evaluation="loss=binary_crossentropy metrics=auc_weighted_by_1+2" 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// WEIGHTS: error: metric `auc_weighted_by_1+2` has weights for 2 labels, and there are 3 in output `y`

func.func @init() {
  return
}
// expected-error@below {{metric `accuracy` cannot be taken of outputs that are trained with this loss; it needs classes}}
func.func @forward(%x: tensor<2x3xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<2x3xf32> {trainlint.role = "output", trainlint.name = "y"}) {
  return %x : tensor<2x3xf32>
}
