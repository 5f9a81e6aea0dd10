// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s
// RUN: trainlint-opt %s --graph-to-forward --stablehlo-make-step="loss=mse optimizer=sgd replicas=2" | FileCheck %s --check-prefix=STEP
// RUN: trainlint-opt %s --graph-to-forward=form=inference | FileCheck %s --check-prefix=INFERENCE
// RUN: trainlint-opt %s --graph-to-forward=form=evaluation --stablehlo-make-evaluation="loss=mse metrics=mae" | FileCheck %s --check-prefix=EVALUATION

// The mask of an output is a result beside it, for those who take its loss. The steps of all replicas that count are
// counted together.

// CHECK-LABEL: func.func @forward(
// CHECK-SAME:  -> (tensor<2x3x4xf32> {trainlint.name = "words", trainlint.role = "output"}, tensor<2x3xi1> {trainlint.name = "words", trainlint.role = "mask"})
// INFERENCE-NOT: "mask"

// STEP-LABEL: func.func @main(
// STEP:       %[[MASK:.*]] = stablehlo.compare NE, %{{.*}} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
// STEP:       stablehlo.select %[[MASK]]
// STEP:       %[[NUMBERS:.*]] = stablehlo.convert %[[MASK]] : (tensor<2x3xi1>) -> tensor<2x3xf32>
// STEP:       %[[COUNT:.*]] = stablehlo.reduce(%[[NUMBERS]]
// STEP:       stablehlo.all_reduce{{.*}}%[[COUNT]]

// EVALUATION:      -> (tensor<f32> {trainlint.name = "examples", trainlint.role = "sum"}, tensor<f32> {trainlint.name = "loss", trainlint.role = "sum"}, tensor<f32> {trainlint.name = "masked_loss", trainlint.role = "sum"}, tensor<f32> {trainlint.name = "steps", trainlint.role = "sum"}, tensor<f32> {trainlint.name = "mean_absolute_error", trainlint.role = "sum"})
graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<2x3xf32>):
    %words:2 = graph.node "Embedding"(%x) name "words" {dtype = "float32", input_dim = 7 : i64, output_dim = 4 : i64, mask_zero = true} : (tensor<2x3xf32>) -> tensor<*xf32>
    graph.return %words#0 : tensor<*xf32>
  }
}
