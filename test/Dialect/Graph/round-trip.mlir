// What is printed is read, and prints the same again.

// RUN: trainlint-opt %s | FileCheck %s
// RUN: trainlint-opt %s | trainlint-opt | FileCheck %s
// RUN: trainlint-opt %s --mlir-print-op-generic | trainlint-opt | FileCheck %s

// CHECK-LABEL: graph.model tensorflow attributes
// CHECK-SAME:    {framework_version = "2.4.0", producer = 561 : i64, tags = ["serve", "tpu"]}
graph.model tensorflow attributes {framework_version = "2.4.0", producer = 561 : i64, tags = ["serve", "tpu"]} {
  // CHECK: graph.function {
  graph.function {
    // A value is used before it is defined, as in a loop.
    // CHECK: %[[Y:.*]], %[[YRAN:.*]] = graph.node "MatMul"(%[[X:.*]], %[[W:.*]]) [%[[WRAN:.*]], %[[XRAN:.*]]] name "dense/MatMul"
    // CHECK-SAME: device "/device:TPU:0" cluster "cluster" outside_compilation "0"
    // CHECK-SAME: {T = f32, transpose_a = false} : (tensor<*xf32>, tensor<?x8xf32>) -> tensor<*xf32>
    %y:2 = graph.node "MatMul"(%x#0, %w#0) [%w#1, %x#1] name "dense/MatMul" device "/device:TPU:0" cluster "cluster" outside_compilation "0" {T = f32, transpose_a = false} : (tensor<*xf32>, tensor<?x8xf32>) -> tensor<*xf32>
    // CHECK: %[[X]], %[[XRAN]] = graph.node "Placeholder"() name "x" {shape = #graph.shape<[-1, 4]>} : () -> tensor<*xf32>
    %x:2 = graph.node "Placeholder"() name "x" {shape = #graph.shape<[-1, 4]>} : () -> tensor<*xf32>
    // CHECK: %[[W]], %[[WRAN]] = graph.node "Const"() index 7 : () -> tensor<?x8xf32>
    %w:2 = graph.node "Const"() index 7 : () -> tensor<?x8xf32>
    // CHECK: %[[MISSING:.*]] = graph.undefined "z:1" : !graph.unknown
    %z = graph.undefined "z:1" : !graph.unknown
    // CHECK: graph.node "NoOp"() [%[[YRAN]]] name "train \22quoted\22" {} : () -> ()
    %n = graph.node "NoOp"() [%y#1] name "train \"quoted\"" {} : () -> ()
    // CHECK: graph.node "PartitionedCall"(%[[MISSING]])
    // CHECK-SAME: {Tin = [!graph.element<"resource">], f = #graph.function<"f", {T = !graph.ref<f32>}>,
    // CHECK-SAME: shape = #graph.shape<unranked>, u = #graph.parameter<"T">, value = #graph.content<16, 4112> : tensor<32x32xf32>}
    %c = graph.node "PartitionedCall"(%z) {f = #graph.function<"f", {T = !graph.ref<f32>}>, Tin = [!graph.element<"resource">], shape = #graph.shape<unranked>, u = #graph.parameter<"T">, value = #graph.content<16, 4112> : tensor<32x32xf32>} : (!graph.unknown) -> ()
  }
  // CHECK: graph.function @"a function" attributes {arg_names = ["a"], result_names = ["r"]} {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<*x!graph.element<"string">>):
  // CHECK-NEXT: graph.return %[[A]] : tensor<*x!graph.element<"string">>
  graph.function @"a function" attributes {arg_names = ["a"], result_names = ["r"]} {
  ^bb0(%a: tensor<*x!graph.element<"string">>):
    graph.return %a : tensor<*x!graph.element<"string">>
  }
}

// Subgraphs see the values around them.
// CHECK-LABEL: graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}}
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function {
  ^bb0(%cond: tensor<i1>, %x: tensor<4xf32>):
    // CHECK: graph.node "If"(%{{.*}}) : (tensor<i1>) -> tensor<4xf32> ({
    // CHECK-NEXT: graph.node "Neg"
    // CHECK-NEXT: graph.return
    // CHECK-NEXT: }, {
    // CHECK-NEXT: graph.return
    // CHECK-NEXT: })
    %y:2 = graph.node "If"(%cond) : (tensor<i1>) -> tensor<4xf32> ({
      %n:2 = graph.node "Neg"(%x) : (tensor<4xf32>) -> tensor<4xf32>
      graph.return %n#0 : tensor<4xf32>
    }, {
      graph.return %x : tensor<4xf32>
    })
    graph.return %y#0 : tensor<4xf32>
  }
}
