// RUN: trainlint-opt %s --graph-to-forward=form=inference | FileCheck %s

// In use a batch is normalized by what is given, unless the node is one of training, whose moved
// means are results.

graph.model onnx attributes {opsets = {ai.onnx = 15 : i64}} {
  graph.function attributes {arg_names = ["x", "mean", "variance"], result_names = ["used", "trained", "moved"]} {
  ^bb0(%x: tensor<2x4x3xf32>, %mean: tensor<4xf32>, %variance: tensor<4xf32>):
    %scale = graph.initializer "scale"(dense<1.0> : tensor<4xf32>) : tensor<4xf32>
    // CHECK-NOT: stablehlo.reduce
    // CHECK: stablehlo.rsqrt
    // CHECK: stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<2x4x3xf32>
    %used:2 = graph.node "BatchNormalization"(%x, %scale, %scale, %mean, %variance) name "used" : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
    // CHECK: stablehlo.reduce(%arg0
    // CHECK: stablehlo.multiply %arg1
    // CHECK: %[[MOVED:.*]] = stablehlo.add
    // CHECK: stablehlo.multiply %arg2
    %trained:3 = graph.node "BatchNormalization"(%x, %scale, %scale, %mean, %variance) name "trained" {training_mode = 1 : i64} : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
    // CHECK: return %{{.*}}, %{{.*}}, %[[MOVED]] :
    graph.return %used#0, %trained#0, %trained#1 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
