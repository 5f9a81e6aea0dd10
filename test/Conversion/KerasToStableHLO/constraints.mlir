// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s
// RUN: trainlint-opt %s --graph-to-forward --stablehlo-make-step="loss=mse optimizer=sgd" | FileCheck %s --check-prefix=STEP

// Parameters say what they are held to, and a step does so behind its update; weights that stay do not change.

// CHECK-LABEL: func.func @forward(
// CHECK-SAME: tensor<4x3xf32> {trainlint.constraint = {axes = array<i64: 0>, kind = "norm", least = 0.000000e+00 : f64, most = 5.000000e-01 : f64, rate = 1.000000e+00 : f64}, trainlint.name = "first/kernel"
// CHECK-SAME: tensor<3xf32> {trainlint.constraint = {kind = "non_negative"}, trainlint.name = "first/bias"
// CHECK-SAME: tensor<3x2xf32> {trainlint.constraint = {axes = array<i64: 1>, kind = "unit_norm"}, trainlint.name = "second/kernel"
// CHECK-SAME: tensor<2x2xf32> {trainlint.name = "third/kernel", trainlint.role = "state"}

// STEP-LABEL: func.func @main(
// STEP:     %[[CHANGED:.*]] = stablehlo.subtract %arg0, {{.*}} : tensor<4x3xf32>
// STEP:     %[[SQUARE:.*]] = stablehlo.multiply %[[CHANGED]], %[[CHANGED]]
// STEP:     %[[SUM:.*]] = stablehlo.reduce(%[[SQUARE]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// STEP:     %[[NORMS:.*]] = stablehlo.sqrt %[[SUM]]
// STEP:     %[[MOST:.*]] = stablehlo.minimum
// STEP:     stablehlo.divide %[[MOST]]
// STEP:     %[[BIAS:.*]] = stablehlo.subtract %arg1, {{.*}} : tensor<3xf32>
// STEP:     stablehlo.maximum %[[BIAS]]
graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x"]} {
  ^bb0(%x: tensor<2x4xf32>):
    %first:2 = graph.node "Dense"(%x) name "first" {dtype = "float32", units = 3 : i64, kernel_constraint = {class_name = "MaxNorm", config = {max_value = 0.5 : f64, axis = 0 : i64}}, bias_constraint = {class_name = "NonNeg", config = {}}} : (tensor<2x4xf32>) -> tensor<*xf32>
    %second:2 = graph.node "Dense"(%first) name "second" {dtype = "float32", units = 2 : i64, use_bias = false, kernel_constraint = {class_name = "UnitNorm", config = {axis = -1 : i64}}} : (tensor<*xf32>) -> tensor<*xf32>
    %third:2 = graph.node "Dense"(%second) name "third" {dtype = "float32", units = 2 : i64, use_bias = false, trainable = false, kernel_constraint = {class_name = "NonNeg", config = {}}} : (tensor<*xf32>) -> tensor<*xf32>
    graph.return %third#0 : tensor<*xf32>
  }
}
