// Loops, branches and calls, in any order of the nodes.

// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

// CHECK-LABEL: graph.model tensorflow attributes {producer = 100 : i64}
graph.model tensorflow attributes {producer = 100 : i64} {
  graph.function {
    // What a loop leaves as it is stays known.
    // CHECK: graph.node "Exit"{{.*}} name "kept" {{.*}} -> tensor<8x4xf32>
    %kept:2 = graph.node "Exit"(%switch#0) name "kept" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Merge"{{.*}} -> (tensor<8x4xf32>, tensor<i32>)
    %merge:3 = graph.node "Merge"(%enter#0, %next#0) : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
    %switch:3 = graph.node "Switch"(%merge#0, %p#0) : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
    // CHECK: graph.node "Relu"{{.*}} -> tensor<8x4xf32>
    %body:2 = graph.node "Relu"(%switch#1) : (tensor<*xf32>) -> tensor<*xf32>
    %next:2 = graph.node "NextIteration"(%body#0) : (tensor<*xf32>) -> tensor<*xf32>
    %enter:2 = graph.node "Enter"(%x#0) {frame_name = "f"} : (tensor<*xf32>) -> tensor<*xf32>
    // What grows in a loop does not.
    // CHECK: graph.node "Exit"{{.*}} name "grown" {{.*}} -> tensor<?x4xf32>
    %grown:2 = graph.node "Exit"(%switch2#0) name "grown" : (tensor<*xf32>) -> tensor<*xf32>
    %merge2:3 = graph.node "Merge"(%enter#0, %next2#0) : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
    %switch2:3 = graph.node "Switch"(%merge2#0, %p#0) : (tensor<*xf32>, tensor<*xi1>) -> (tensor<*xf32>, tensor<*xf32>)
    %body2:2 = graph.node "ConcatV2"(%switch2#1, %x#0, %axis#0) : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    %next2:2 = graph.node "NextIteration"(%body2#0) : (tensor<*xf32>) -> tensor<*xf32>
    // A loop that nothing enters ends as well.
    // CHECK: graph.node "Relu"{{.*}} name "circle" {{.*}} -> tensor<*xf32>
    %circle:2 = graph.node "Relu"(%circle2#0) name "circle" : (tensor<*xf32>) -> tensor<*xf32>
    %circle2:2 = graph.node "Relu"(%circle#0) : (tensor<*xf32>) -> tensor<*xf32>
    %x:2 = graph.node "Placeholder"() {shape = #graph.shape<[8, 4]>} : () -> tensor<*xf32>
    %y:2 = graph.node "Placeholder"() {shape = #graph.shape<[9, 4]>} : () -> tensor<*xf32>
    %p:2 = graph.node "Placeholder"() {shape = #graph.shape<[]>} : () -> tensor<*xi1>
    %axis:2 = graph.node "Const"() {value = dense<0> : tensor<i32>} : () -> tensor<*xi32>

    // A function is what its calls have in common.
    // CHECK: graph.node "PartitionedCall"{{.*}} name "first" {{.*}} -> tensor<?x4xf32>
    %first:2 = graph.node "PartitionedCall"(%x#0) name "first" {f = #graph.function<"double">} : (tensor<*xf32>) -> tensor<*xf32>
    %second:2 = graph.node "double"(%y#0) : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "If"{{.*}} -> tensor<8x?xf32>
    %if:2 = graph.node "If"(%p#0, %x#0) {then_branch = #graph.function<"same">, else_branch = #graph.function<"twice">} : (tensor<*xi1>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "While"{{.*}} -> (tensor<8x4xf32>, tensor<?x4xf32>)
    %while:3 = graph.node "While"(%x#0, %x#0) {cond = #graph.function<"cond">, body = #graph.function<"body">} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
    // CHECK: graph.node "PartitionedCall"{{.*}} name "missing" {{.*}} -> tensor<*xf32>
    %missing:2 = graph.node "PartitionedCall"(%x#0) name "missing" {f = #graph.function<"nowhere">} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "PartitionedCall"{{.*}} name "itself" {{.*}} -> tensor<*xf32>
    %itself:2 = graph.node "PartitionedCall"(%x#0) name "itself" {f = #graph.function<"recursive">} : (tensor<*xf32>) -> tensor<*xf32>
  }
  // CHECK: graph.function @double {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<?x4xf32>):
  graph.function @double {
  ^bb0(%a: tensor<*xf32>):
    %r:2 = graph.node "Add"(%a, %a) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    graph.return %r#0 : tensor<*xf32>
  }
  graph.function @same {
  ^bb0(%a: tensor<*xf32>):
    graph.return %a : tensor<*xf32>
  }
  graph.function @twice {
  ^bb0(%a: tensor<*xf32>):
    %axis:2 = graph.node "Const"() {value = dense<1> : tensor<i32>} : () -> tensor<*xi32>
    %r:2 = graph.node "ConcatV2"(%a, %a, %axis#0) : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    graph.return %r#0 : tensor<*xf32>
  }
  graph.function @cond {
  ^bb0(%a: tensor<*xf32>, %b: tensor<*xf32>):
    %r:2 = graph.node "Placeholder"() : () -> tensor<*xi1>
    graph.return %r#0 : tensor<*xi1>
  }
  graph.function @body {
  ^bb0(%a: tensor<*xf32>, %b: tensor<*xf32>):
    %axis:2 = graph.node "Const"() {value = dense<0> : tensor<i32>} : () -> tensor<*xi32>
    %r:2 = graph.node "ConcatV2"(%a, %b, %axis#0) : (tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) -> tensor<*xf32>
    graph.return %a, %r#0 : tensor<*xf32>, tensor<*xf32>
  }
  graph.function @recursive {
  ^bb0(%a: tensor<*xf32>):
    %r:2 = graph.node "PartitionedCall"(%a) {f = #graph.function<"recursive">} : (tensor<*xf32>) -> tensor<*xf32>
    graph.return %r#0 : tensor<*xf32>
  }
  // Of a function that nothing calls, anything may be an argument.
  // CHECK: graph.function @alone {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<*xf32>):
  graph.function @alone {
  ^bb0(%a: tensor<*xf32>):
    graph.return %a : tensor<*xf32>
  }
}
