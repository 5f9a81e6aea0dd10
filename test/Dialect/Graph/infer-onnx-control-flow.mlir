// Branches, loops, sequences and functions of ONNX on types alone: what they do not agree on is
// unknown, and only what no runtime takes is an error.

// RUN: trainlint-opt %s --graph-infer-shapes -verify-diagnostics | FileCheck %s

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64, own = 1 : i64}} {
  graph.function attributes {arg_names = ["x", "c", "m", "z"], result_names = ["y"]} {
  ^bb0(%x: tensor<3x4xf32>, %c: tensor<i1>, %m: tensor<i64>, %z: tensor<?x4xf32>):
    %none = graph.undefined "" : !graph.unknown
    %five = graph.initializer "five"(dense<5> : tensor<i64>) : tensor<i64>
    // CHECK: graph.node "If"{{.*}} name "branches" {{.*}} -> tensor<?x4xf32>
    %branches:2 = graph.node "If"(%c) name "branches" {then_branch = 0 : i64, else_branch = 1 : i64} : (tensor<i1>) -> !graph.unknown ({
      graph.return %x : tensor<3x4xf32>
    }, {
      %n:2 = graph.node "Concat"(%x, %x) {axis = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> !graph.unknown
      graph.return %n#0 : !graph.unknown
    })
    // CHECK: graph.node "Loop"{{.*}} name "counted" {{.*}} -> (tensor<3x4xf32>, tensor<?x4xf32>, tensor<5x3x4xf32>)
    %counted:4 = graph.node "Loop"(%five, %none, %x, %x) name "counted" {body = 0 : i64} : (tensor<i64>, !graph.unknown, tensor<3x4xf32>, tensor<3x4xf32>) -> (!graph.unknown, !graph.unknown, !graph.unknown) ({
    ^bb0(%i: tensor<i64>, %on: tensor<i1>, %s: !graph.unknown, %t: !graph.unknown):
      %n:2 = graph.node "Add"(%s, %x) : (!graph.unknown, tensor<3x4xf32>) -> !graph.unknown
      %grown:2 = graph.node "Concat"(%t, %x) {axis = 0 : i64} : (!graph.unknown, tensor<3x4xf32>) -> !graph.unknown
      graph.return %on, %n#0, %grown#0, %n#0 : tensor<i1>, !graph.unknown, !graph.unknown, !graph.unknown
    })
    // CHECK: graph.node "Loop"{{.*}} name "open" {{.*}} -> tensor<?x3x4xf32>
    %open:2 = graph.node "Loop"(%m, %none) name "open" {body = 0 : i64} : (tensor<i64>, !graph.unknown) -> !graph.unknown ({
    ^bb0(%i: tensor<i64>, %on: tensor<i1>):
      graph.return %on, %x : tensor<i1>, tensor<3x4xf32>
    })
    // CHECK: graph.node "Scan"{{.*}} name "scan" {{.*}} -> (tensor<3xf32>, tensor<3x4xf32>)
    %sum:2 = graph.node "ReduceSum"(%x, %axis) {keepdims = 0 : i64} : (tensor<3x4xf32>, tensor<1xi64>) -> !graph.unknown
    %axis = graph.initializer "axis"(dense<1> : tensor<1xi64>) : tensor<1xi64>
    %scan:3 = graph.node "Scan"(%sum#0, %x) name "scan" {body = 0 : i64, num_scan_inputs = 1 : i64, scan_input_axes = [1], scan_output_axes = [-1]} : (!graph.unknown, tensor<3x4xf32>) -> (!graph.unknown, !graph.unknown) ({
    ^bb0(%s: !graph.unknown, %e: !graph.unknown):
      %n:2 = graph.node "Add"(%s, %e) : (!graph.unknown, !graph.unknown) -> !graph.unknown
      graph.return %n#0, %n#0 : !graph.unknown, !graph.unknown
    })
    // The first turn may be another one than those that follow.
    %empty:2 = graph.node "SequenceEmpty"() name "empty" : () -> !graph.unknown
    %zero = graph.initializer "zero"(dense<0> : tensor<i64>) : tensor<i64>
    %later:2 = graph.node "Loop"(%five, %none, %empty#0) name "later" {body = 0 : i64} : (tensor<i64>, !graph.unknown, !graph.unknown) -> !graph.unknown ({
    ^bb0(%i: tensor<i64>, %on: tensor<i1>, %s: !graph.unknown):
      %isLater:2 = graph.node "Greater"(%i, %zero) : (tensor<i64>, tensor<i64>) -> !graph.unknown
      %next:2 = graph.node "If"(%isLater#0) {then_branch = 0 : i64, else_branch = 1 : i64} : (!graph.unknown) -> !graph.unknown ({
        %first:2 = graph.node "SequenceAt"(%s, %zero) : (!graph.unknown, tensor<i64>) -> !graph.unknown
        graph.return %first#0 : !graph.unknown
      }, {
        graph.return %x : tensor<3x4xf32>
      })
      %n:2 = graph.node "SequenceInsert"(%s, %next#0) : (!graph.unknown, !graph.unknown) -> !graph.unknown
      graph.return %on, %n#0 : tensor<i1>, !graph.unknown
    })
    // CHECK: graph.node "ConcatFromSequence"{{.*}} name "joined" {{.*}} -> tensor<?x8xf32>
    %pair:2 = graph.node "SequenceConstruct"(%x, %z) name "pair" : (tensor<3x4xf32>, tensor<?x4xf32>) -> !graph.unknown
    %wide:2 = graph.node "SequenceConstruct"(%z, %z) name "wide" : (tensor<?x4xf32>, tensor<?x4xf32>) -> !graph.unknown
    %joined:2 = graph.node "ConcatFromSequence"(%wide#0) name "joined" {axis = 1 : i64} : (!graph.unknown) -> !graph.unknown
    %fits:2 = graph.node "ConcatFromSequence"(%pair#0) name "fits" {axis = 0 : i64, new_axis = 1 : i64} : (!graph.unknown) -> !graph.unknown
    // expected-error@below {{If `flag`: the condition has type tensor<3x4xf32>; one boolean is required}}
    // expected-note@below {{input 0 is tensor<3x4xf32>}}
    %flag:2 = graph.node "If"(%x) name "flag" {then_branch = 0 : i64, else_branch = 0 : i64} : (tensor<3x4xf32>) -> !graph.unknown ({
      graph.return %x : tensor<3x4xf32>
    })
    // Calls have types of their own.
    // CHECK: graph.node "twice"{{.*}} name "called" {{.*}} -> tensor<6x4xf32>
    %called:2 = graph.node "twice"(%x) name "called" domain "own" : (tensor<3x4xf32>) -> !graph.unknown
    // CHECK: graph.node "twice"{{.*}} name "again" {{.*}} -> tensor<12x4xf32>
    %again:2 = graph.node "twice"(%called#0) name "again" domain "own" : (!graph.unknown) -> !graph.unknown
    graph.return %joined#0 : !graph.unknown
  }
  graph.function @own.twice attributes {arg_names = ["a"], function_attributes = {opsets = {ai.onnx = 17 : i64}}, result_names = ["r"]} {
  ^bb0(%a: !graph.unknown):
    %r:2 = graph.node "Concat"(%a, %a) {axis = 0 : i64} : (!graph.unknown, !graph.unknown) -> !graph.unknown
    graph.return %r#0 : !graph.unknown
  }
}
