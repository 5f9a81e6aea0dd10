// What a model is measured by: sums of a batch, and metrics of the totals. Examples that fill up a
// batch have the weight 0.

// RUN: trainlint-opt %s --stablehlo-make-evaluation="loss=mse metrics=mae" | FileCheck %s --check-prefix=MSE
// RUN: trainlint-opt %s --stablehlo-make-evaluation="loss=sparse_categorical_crossentropy from-logits=true metrics=accuracy,top_2_accuracy" | FileCheck %s --check-prefix=SPARSE
// RUN: trainlint-opt %s --stablehlo-make-evaluation="loss=binary_crossentropy metrics=precision,auc" | FileCheck %s --check-prefix=BINARY
// RUN: trainlint-opt %s --stablehlo-make-prediction | FileCheck %s --check-prefix=PREDICTION

// The arguments: what the model keeps, the batch, the weights of its examples. The initial values are
// those of the states, in their order.
// MSE-LABEL: func.func @init(
// MSE-SAME:    -> (tensor<3xf32> {trainlint.name = "w"}, tensor<f32> {trainlint.name = "count"})
// MSE:         return %[[W:.*]], %[[COUNT:.*]] : tensor<3xf32>, tensor<f32>
// MSE-LABEL: func.func @main(
// MSE-SAME:    %[[W:[^:]*]]: tensor<3xf32> {trainlint.name = "w", trainlint.role = "state"}
// MSE-SAME:    %[[COUNT:[^:]*]]: tensor<f32> {trainlint.name = "count", trainlint.role = "state"}
// MSE-SAME:    %[[X:[^:]*]]: tensor<2x3xf32> {trainlint.name = "x", trainlint.role = "input"}
// MSE-SAME:    %[[LABELS:[^:]*]]: tensor<2x3xf32> {trainlint.name = "labels", trainlint.role = "input"}
// MSE-SAME:    %[[WEIGHTS:[^:]*]]: tensor<2xf32> {trainlint.role = "weights"}
// MSE-SAME:    -> (tensor<f32> {trainlint.name = "examples", trainlint.role = "sum"}, tensor<f32> {trainlint.name = "loss", trainlint.role = "sum"}, tensor<f32> {trainlint.name = "mean_absolute_error", trainlint.role = "sum"})
// MSE: %[[Y:.*]] = stablehlo.add %[[X]], %{{.*}} : tensor<2x3xf32>
// MSE: %[[EXAMPLES:.*]] = stablehlo.reduce(%[[WEIGHTS]]
// The losses of examples, of which those count whose weight is not 0.
// MSE: %[[ERROR:.*]] = stablehlo.subtract %[[Y]], %[[LABELS]] : tensor<2x3xf32>
// MSE: stablehlo.multiply %[[ERROR]], %[[ERROR]]
// MSE: %[[EACH:.*]] = stablehlo.divide %{{.*}} : tensor<2xf32>
// MSE: %[[COUNTS:.*]] = stablehlo.compare NE, %[[WEIGHTS]], %{{.*}} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
// MSE: stablehlo.select %[[COUNTS]], %[[EACH]], %{{.*}}
// The mean over the elements of an example.
// MSE: %[[ERROR_1:.*]] = stablehlo.subtract %[[Y]], %[[LABELS]]
// MSE: %[[DISTANCE:.*]] = stablehlo.maximum %[[ERROR_1]], %{{.*}} : tensor<2x3xf32>
// MSE: %[[EACH_1:.*]] = stablehlo.divide %{{.*}} : tensor<2xf32>
// MSE: %[[COUNTS_1:.*]] = stablehlo.compare NE, %[[WEIGHTS]], %{{.*}} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
// MSE: stablehlo.select %[[COUNTS_1]], %[[EACH_1]], %{{.*}}
// MSE-LABEL: func.func @metrics(
// MSE-SAME:    %[[EXAMPLES:[^:]*]]: tensor<f32> {trainlint.name = "examples", trainlint.role = "sum"}, %[[LOSS:[^:]*]]: tensor<f32> {trainlint.name = "loss", trainlint.role = "sum"}
// MSE-SAME:    -> (tensor<f32> {trainlint.name = "loss", trainlint.role = "metric"}, tensor<f32> {trainlint.name = "mean_absolute_error", trainlint.role = "metric"})
// MSE: stablehlo.divide %[[LOSS]], %[[EXAMPLES]] : tensor<f32>

// Classes: the right one has to be among those with the greatest outputs.
// SPARSE-LABEL: func.func @main(
// SPARSE-SAME:    tensor<2xi32> {trainlint.classes = 3 : i64, trainlint.name = "labels", trainlint.role = "input"}
// SPARSE-SAME:    trainlint.name = "accuracy", trainlint.role = "sum"}, tensor<f32> {trainlint.name = "top_2_accuracy", trainlint.role = "sum"})
// SPARSE: stablehlo.compare LE, %{{.*}} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// SPARSE: %[[BEFORE:.*]] = stablehlo.reduce({{.*}} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
// SPARSE: %[[LEAST:.*]] = stablehlo.constant dense<1> : tensor<2xi32>
// SPARSE: stablehlo.compare GT, %[[BEFORE]], %[[LEAST]]

// What is no mean has several sums.
// BINARY-LABEL: func.func @main(
// BINARY-SAME:    tensor<f32> {trainlint.name = "precision/true_positives", trainlint.role = "sum"}, tensor<f32> {trainlint.name = "precision/answers", trainlint.role = "sum"}
// BINARY-SAME:    tensor<200xf32> {trainlint.name = "auc/true_positives", trainlint.role = "sum"}, tensor<200xf32> {trainlint.name = "auc/false_positives", trainlint.role = "sum"}
// BINARY-SAME:    tensor<f32> {trainlint.name = "auc/positives", trainlint.role = "sum"}, tensor<f32> {trainlint.name = "auc/negatives", trainlint.role = "sum"})
// BINARY-LABEL: func.func @metrics(
// BINARY: stablehlo.slice %{{.*}} [0:199] : (tensor<200xf32>) -> tensor<199xf32>

// A prediction has neither labels nor weights, and no function of metrics.
// PREDICTION-LABEL: func.func @main(
// PREDICTION-SAME:    %[[W:[^:]*]]: tensor<3xf32> {trainlint.name = "w", trainlint.role = "state"}
// PREDICTION-SAME:    -> (tensor<2x3xf32> {trainlint.name = "y", trainlint.role = "output"})
// PREDICTION-NOT: @metrics

func.func @init(%seed: tensor<i64>) -> (tensor<f32> {trainlint.name = "count"}, tensor<3xf32> {trainlint.name = "w"}) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.constant dense<1.0> : tensor<3xf32>
  return %0, %1 : tensor<f32>, tensor<3xf32>
}
func.func @forward(%w: tensor<3xf32> {trainlint.role = "parameter", trainlint.name = "w"},
                   %count: tensor<f32> {trainlint.role = "state", trainlint.name = "count"},
                   %x: tensor<2x3xf32> {trainlint.role = "input", trainlint.name = "x"})
    -> (tensor<2x3xf32> {trainlint.role = "output", trainlint.name = "y"}, tensor<f32> {trainlint.role = "state", trainlint.name = "count"}) {
  %0 = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.add %x, %0 : tensor<2x3xf32>
  return %1, %count : tensor<2x3xf32>, tensor<f32>
}
