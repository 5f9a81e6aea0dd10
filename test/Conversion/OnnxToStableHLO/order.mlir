// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Places of extremes are the first or the last of equal ones; sorts keep where elements came from.
// Sums up to an element double what they reach with each step.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["place", "values", "places", "sums"]} {
  ^bb0(%x: tensor<2x4xf32>):
    // CHECK: stablehlo.reduce({{.*}}) applies stablehlo.maximum across dimensions = [1] : (tensor<2x4xf32>
    // CHECK: stablehlo.compare EQ, {{.*}} : (tensor<2x4xf32>
    // CHECK: stablehlo.compare NE, {{.*}} : (tensor<2x4xf32>
    // CHECK: stablehlo.reduce({{.*}}) applies stablehlo.minimum across dimensions = [1] : (tensor<2x4xi64>
    %place:2 = graph.node "ArgMax"(%x) name "place" {axis = -1 : i64, keepdims = 0 : i64} : (tensor<2x4xf32>) -> tensor<*xi64>
    %k = graph.initializer "k"(dense<3> : tensor<1xi64>) : tensor<1xi64>
    // CHECK: %[[SORT:.*]]:2 = "stablehlo.sort"(%[[X:.*]], %[[IOTA:.*]]) <{dimension = 1 : i64, is_stable = true}>
    // CHECK: stablehlo.compare LT
    // CHECK: stablehlo.slice %[[SORT]]#0 [0:2, 0:3]
    // CHECK: stablehlo.slice %[[SORT]]#1 [0:2, 0:3]
    %top:3 = graph.node "TopK"(%x, %k) name "top" {largest = 0 : i64} : (tensor<2x4xf32>, tensor<1xi64>) -> (tensor<*xf32>, tensor<*xi64>)
    %axis = graph.initializer "axis"(dense<1> : tensor<i64>) : tensor<i64>
    // CHECK: stablehlo.pad {{.*}}, low = [0, 1], high = [0, -1]
    // CHECK: stablehlo.add
    // CHECK: stablehlo.pad {{.*}}, low = [0, 2], high = [0, -2]
    // CHECK: stablehlo.add
    %sums:2 = graph.node "CumSum"(%x, %axis) name "sums" : (tensor<2x4xf32>, tensor<i64>) -> tensor<*xf32>
    graph.return %place#0, %top#0, %top#1, %sums#0 : tensor<*xi64>, tensor<*xf32>, tensor<*xi64>, tensor<*xf32>
  }
}
