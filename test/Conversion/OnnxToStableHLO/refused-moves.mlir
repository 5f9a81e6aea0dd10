// RUN: not trainlint-opt %s --graph-to-forward 2>&1 | FileCheck %s --implicit-check-not=error:

// What no tensor can be cut, joined or resized to, and what only data says.

graph.model onnx attributes {opsets = {ai.onnx = 18 : i64}} {
  graph.function attributes {arg_names = ["x", "y", "picked"], result_names = ["a", "b", "c", "d", "e", "f", "g", "h"]} {
  ^bb0(%x: tensor<2x3x4xf32>, %y: tensor<5xf32>, %picked: tensor<3xi1>):
    %places = graph.initializer "places"(dense<[0, 3]> : tensor<2xi64>) : tensor<2xi64>
    // CHECK-DAG: error: Gather `a` cannot be lowered to StableHLO: index 3 is out of bounds for axis 1 of size 3
    %a:2 = graph.node "Gather"(%x, %places) name "a" {axis = 1 : i64} : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
    // CHECK-DAG: error: NonZero `b` cannot be lowered to StableHLO: its result shape depends on data
    %b:2 = graph.node "NonZero"(%x) name "b" : (tensor<2x3x4xf32>) -> tensor<*xi64>
    // CHECK-DAG: error: Compress `c` cannot be lowered to StableHLO: `condition` is not a constant
    %c:2 = graph.node "Compress"(%x, %picked) name "c" {axis = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xi1>) -> tensor<*xf32>
    // CHECK-DAG: error: ScatterElements `d`: operand element types f32 and i64 differ
    %d:2 = graph.node "ScatterElements"(%y, %places, %places) name "d" : (tensor<5xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
    %none = graph.undefined "" : !graph.unknown
    // CHECK-DAG: error: Resize `e`: `sizes` [0, 3] has 2 elements; 3 are required
    %e:2 = graph.node "Resize"(%x, %none, %none, %places) name "e" : (tensor<2x3x4xf32>, !graph.unknown, !graph.unknown, tensor<2xi64>) -> tensor<*xf32>
    // CHECK-DAG: error: Resize `f`: `mode` is `lanczos`; `nearest`, `linear` or `cubic` is required
    %f:2 = graph.node "Resize"(%x, %none, %none, %places) name "f" {mode = "lanczos"} : (tensor<2x3x4xf32>, !graph.unknown, !graph.unknown, tensor<2xi64>) -> tensor<*xf32>
    // CHECK-DAG: error: Pad `g`: `pads` [0, 3] cannot pad the input shape [2, 3, 4]
    %g:2 = graph.node "Pad"(%x, %places) name "g" : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
    // CHECK-DAG: error: GridSample `h`: a grid of shape [5] does not match the input shape [2, 3, 4]
    %h:2 = graph.node "GridSample"(%x, %y) name "h" : (tensor<2x3x4xf32>, tensor<5xf32>) -> tensor<*xf32>
    graph.return %a#0, %b#0, %c#0, %d#0, %e#0, %f#0, %g#0, %h#0 : tensor<*xf32>, tensor<*xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
