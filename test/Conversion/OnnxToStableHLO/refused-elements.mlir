// RUN: not trainlint-opt %s --graph-to-forward -o /dev/null 2>&1 | FileCheck %s

// Operators on elements that contradict the standard, and those that no program has.

graph.model onnx attributes {opsets = {ai.onnx = 20 : i64, ai.onnx.ml = 3 : i64}} {
  graph.function attributes {arg_names = ["x", "i", "n"], result_names = ["y"]} {
  ^bb0(%x: tensor<2x3xf32>, %i: tensor<2xi64>, %n: tensor<i64>):
    // CHECK: error: Add `add`: operand element types f32 and i64 differ
    %add:2 = graph.node "Add"(%x, %n) name "add" : (tensor<2x3xf32>, tensor<i64>) -> tensor<*xf32>
    // CHECK: error: BitShift `shift`: element type i64 is not supported; an unsigned integer type is required
    %shift:2 = graph.node "BitShift"(%i, %i) name "shift" {direction = "LEFT"} : (tensor<2xi64>, tensor<2xi64>) -> tensor<*xi64>
    // CHECK: error: Cast `none`: `to` is 0, which is no element type
    %none:2 = graph.node "Cast"(%x) name "none" {to = 0 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
    // CHECK: error: Cast `text` cannot be lowered to StableHLO: strings are not computed with
    %text:2 = graph.node "Cast"(%x) name "text" {to = 8 : i64} : (tensor<2x3xf32>) -> tensor<*xf32>
    %one = graph.initializer "one"(dense<1> : tensor<i64>) : tensor<i64>
    %zero = graph.initializer "zero"(dense<0> : tensor<i64>) : tensor<i64>
    // CHECK: error: Range `still`: `delta` is 0
    %still:2 = graph.node "Range"(%zero, %one, %zero) name "still" : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
    // CHECK: error: Range `range` cannot be lowered to StableHLO: `limit` is not a constant
    %range:2 = graph.node "Range"(%zero, %n, %one) name "range" : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
    // CHECK: error: Trilu `list`: the input shape [2] has rank 1; at least 2 is required
    %list:2 = graph.node "Trilu"(%i) name "list" : (tensor<2xi64>) -> tensor<*xi64>
    // CHECK: error: RandomNormal `shape`: [2, -3] is not a valid shape
    %shape:2 = graph.node "RandomNormal"() name "shape" {shape = [2, -3]} : () -> tensor<*xf32>
    // CHECK: error: TreeEnsemble `trees` cannot be lowered to StableHLO: decision trees have no gradients
    %trees:2 = graph.node "TreeEnsemble"(%x) name "trees" domain "ai.onnx.ml" : (tensor<2x3xf32>) -> tensor<*xf32>
    graph.return %add#0 : tensor<*xf32>
  }
}
