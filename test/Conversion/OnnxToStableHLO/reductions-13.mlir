// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Half precision is summed up in f32, norms of integers are those of f64, and booleans have a
// greatest one. A scalar is reduced to itself, and no axes may be none.

graph.model onnx attributes {opsets = {ai.onnx = 20 : i64}} {
  graph.function attributes {arg_names = ["half", "numbers", "truth", "scalar"], result_names = ["mean", "norm", "any", "same", "kept"]} {
  ^bb0(%half: tensor<2x3xf16>, %numbers: tensor<2x3xi32>, %truth: tensor<2x3xi1>, %scalar: tensor<f32>):
    %axis = graph.initializer "axis"(dense<-1> : tensor<1xi64>) : tensor<1xi64>
    %none = graph.initializer "none"(dense<> : tensor<0xi64>) : tensor<0xi64>
    // CHECK: stablehlo.convert %{{.*}} : (tensor<2x3xf16>) -> tensor<2x3xf32>
    // CHECK: applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: stablehlo.divide
    // CHECK: stablehlo.convert %{{.*}} : (tensor<2xf32>) -> tensor<2xf16>
    %mean:2 = graph.node "ReduceMean"(%half, %axis) name "mean" {keepdims = 0 : i64} : (tensor<2x3xf16>, tensor<1xi64>) -> tensor<*xf16>
    // CHECK: stablehlo.convert %{{.*}} : (tensor<2x3xi32>) -> tensor<2x3xf64>
    // CHECK: stablehlo.sqrt %{{.*}} : tensor<2xf64>
    // CHECK: stablehlo.convert %{{.*}} : (tensor<2xf64>) -> tensor<2xi32>
    %norm:2 = graph.node "ReduceL2"(%numbers, %axis) name "norm" {keepdims = 0 : i64} : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<*xi32>
    // CHECK: applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
    %any:2 = graph.node "ReduceMax"(%truth, %axis) name "any" {keepdims = 0 : i64} : (tensor<2x3xi1>, tensor<1xi64>) -> tensor<*xi1>
    %same:2 = graph.node "ReduceSum"(%scalar) name "same" : (tensor<f32>) -> tensor<*xf32>
    %kept:2 = graph.node "ReduceProd"(%numbers, %none) name "kept" {noop_with_empty_axes = 1 : i64} : (tensor<2x3xi32>, tensor<0xi64>) -> tensor<*xi32>
    // CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %arg3, %arg1 : tensor<2xf16>, tensor<2xi32>, tensor<2xi1>, tensor<f32>, tensor<2x3xi32>
    graph.return %mean#0, %norm#0, %any#0, %same#0, %kept#0 : tensor<*xf16>, tensor<*xi32>, tensor<*xi1>, tensor<*xf32>, tensor<*xi32>
  }
}
