// RUN: trainlint-opt %s --graph-to-forward -verify-diagnostics

// What depends on data, what branches do not agree on, and functions that call themselves.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64, own = 1 : i64}} {
  graph.function attributes {arg_names = ["x", "c", "m"], result_names = ["branches", "kinds", "stack", "at", "call"]} {
  ^bb0(%x: tensor<3xf32>, %c: tensor<i1>, %m: tensor<i64>):
    %none = graph.undefined "" : !graph.unknown
    // expected-error@below {{If `branches` cannot be lowered to StableHLO: its branches have types tensor<3xf32> and tensor<6xf32>}}
    %branches:2 = graph.node "If"(%c) name "branches" {then_branch = 0 : i64, else_branch = 1 : i64} : (tensor<i1>) -> tensor<*xf32> ({
      graph.return %x : tensor<3xf32>
    }, {
      %n:2 = graph.node "Concat"(%x, %x) {axis = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
      graph.return %n#0 : tensor<*xf32>
    })
    // expected-note@below {{input 0 is tensor<i1>}}
    // expected-error@below {{If `kinds`: its branches have types tensor<3xf32> and tensor<i64>}}
    %kinds:2 = graph.node "If"(%c) name "kinds" {then_branch = 0 : i64, else_branch = 1 : i64} : (tensor<i1>) -> tensor<*xf32> ({
      graph.return %x : tensor<3xf32>
    }, {
      graph.return %m : tensor<i64>
    })
    // expected-error@below {{Loop `stack` cannot be lowered to StableHLO: the length of its scan outputs depends on data}}
    %stack:2 = graph.node "Loop"(%m, %none) name "stack" {body = 0 : i64} : (tensor<i64>, !graph.unknown) -> tensor<*xf32> ({
    ^bb0(%i: tensor<i64>, %on: tensor<i1>):
      graph.return %on, %x : tensor<i1>, tensor<3xf32>
    })
    %two = graph.initializer "two"(dense<2> : tensor<i64>) : tensor<i64>
    %sequence:2 = graph.node "SequenceConstruct"(%x, %x) name "sequence" : (tensor<3xf32>, tensor<3xf32>) -> !graph.unknown
    // expected-note@below {{input 1 is tensor<i64>}}
    // expected-error@below {{SequenceAt `at`: `position` is 2; the sequence has 2 items}}
    %at:2 = graph.node "SequenceAt"(%sequence#0, %two) name "at" : (!graph.unknown, tensor<i64>) -> tensor<*xf32>
    // expected-error@below {{Relu `relu`: input 0 is a sequence; a tensor is required}}
    %relu:2 = graph.node "Relu"(%sequence#0) name "relu" : (!graph.unknown) -> tensor<*xf32>
    %call:2 = graph.node "f"(%x) name "call" domain "own" : (tensor<3xf32>) -> tensor<*xf32>
    graph.return %branches#0, %kinds#0, %stack#0, %at#0, %call#0 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
  graph.function @own.f attributes {arg_names = ["a"], result_names = ["r"]} {
  ^bb0(%a: !graph.unknown):
    // expected-error@below {{f `again`: function `own.f` calls itself}}
    %r:2 = graph.node "f"(%a) name "again" domain "own" : (!graph.unknown) -> !graph.unknown
    graph.return %r#0 : !graph.unknown
  }
}
