// RUN: split-file %s %t
// RUN: trainlint-opt %t/training.mlir --graph-to-forward | FileCheck %s
// RUN: trainlint-opt %t/training.mlir --graph-to-forward=form=evaluation | FileCheck %s --check-prefix=KEPT
// RUN: not trainlint-opt %t/bias.mlir --graph-to-forward 2>&1 | FileCheck %s --check-prefix=BIAS
// RUN: not trainlint-opt %t/residual.mlir --graph-to-forward 2>&1 | FileCheck %s --check-prefix=RESIDUAL

// A bias is added before elements are dropped, and a residual afterwards.

//--- training.mlir
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64, com.microsoft = 1 : i64}} {
  graph.function attributes {arg_names = ["x", "bias", "residual"], result_names = ["y", "mask"]} {
  ^bb0(%x: tensor<4x3xf32>, %bias: tensor<3xf32>, %residual: tensor<4x3xf32>):
    %ratio = graph.initializer "ratio"(dense<0.25> : tensor<f32>) : tensor<f32>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<4x3xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[BIAS:[^:]*]]: tensor<3xf32> {trainlint.name = "bias"
    // CHECK-SAME:    %[[RESIDUAL:[^:]*]]: tensor<4x3xf32> {trainlint.name = "residual"
    // CHECK: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %[[BIAS]], dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    // CHECK: %[[SUM:.*]] = stablehlo.add %[[X]], %[[SPREAD]] : tensor<4x3xf32>
    // CHECK: %[[MASK:.*]] = stablehlo.compare  GE, %{{.*}}, %{{.*}} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
    // CHECK: %[[GROWN:.*]] = stablehlo.multiply %[[SUM]], %{{.*}} : tensor<4x3xf32>
    // CHECK: %[[DROPPED:.*]] = stablehlo.select %[[MASK]], %[[GROWN]], %{{.*}}
    // CHECK: %[[RESULT:.*]] = stablehlo.add %[[DROPPED]], %[[RESIDUAL]] : tensor<4x3xf32>
    // CHECK: return %[[RESULT]], %[[MASK]] : tensor<4x3xf32>, tensor<4x3xi1>
    // KEPT-LABEL: func.func @forward(
    // KEPT: %[[SUM:.*]] = stablehlo.add
    // KEPT: %[[RESULT:.*]] = stablehlo.add %[[SUM]], %{{.*}} : tensor<4x3xf32>
    // KEPT: return %[[RESULT]], %{{.*}} : tensor<4x3xf32>, tensor<4x3xi1>
    %y:3 = graph.node "BiasDropout"(%x, %bias, %residual, %ratio) name "drop" domain "com.microsoft" : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xi1>)
    graph.return %y#0, %y#1 : tensor<*xf32>, tensor<*xi1>
  }
}

//--- bias.mlir
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64, com.microsoft = 1 : i64}} {
  graph.function attributes {arg_names = ["x", "bias"], result_names = ["y"]} {
  ^bb0(%x: tensor<4x3xf32>, %bias: tensor<4x3xf32>):
    // BIAS: error: BiasDropout `drop`: the bias shape [4, 3] has rank 2; 1 is required
    %y:2 = graph.node "BiasDropout"(%x, %bias) name "drop" domain "com.microsoft" : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}

//--- residual.mlir
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64, com.microsoft = 1 : i64}} {
  graph.function attributes {arg_names = ["x", "bias", "residual"], result_names = ["y"]} {
  ^bb0(%x: tensor<4x3xf32>, %bias: tensor<3xf32>, %residual: tensor<4x2xf32>):
    // RESIDUAL: error: BiasDropout `drop`: shape [4, 2] cannot be broadcast to [4, 3]
    %y:2 = graph.node "BiasDropout"(%x, %bias, %residual) name "drop" domain "com.microsoft" : (tensor<4x3xf32>, tensor<3xf32>, tensor<4x2xf32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}
