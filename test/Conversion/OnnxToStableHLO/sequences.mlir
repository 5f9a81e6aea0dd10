// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Items of sequences are values of their own; an optional is what it holds.

graph.model onnx attributes {opsets = {ai.onnx = 18 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["last", "length", "joined", "held"]} {
  ^bb0(%x: tensor<5x2xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<5x2xf32>
    // CHECK: %[[A:.*]] = stablehlo.slice %[[X]] [0:2, 0:2]
    // CHECK: %[[B:.*]] = stablehlo.slice %[[X]] [2:4, 0:2]
    // CHECK: %[[C:.*]] = stablehlo.slice %[[X]] [4:5, 0:2]
    %two = graph.initializer "two"(dense<2> : tensor<i64>) : tensor<i64>
    %parts:2 = graph.node "SplitToSequence"(%x, %two) name "parts" : (tensor<5x2xf32>, tensor<i64>) -> !graph.unknown
    %end = graph.initializer "end"(dense<-1> : tensor<i64>) : tensor<i64>
    %last:2 = graph.node "SequenceAt"(%parts#0, %end) name "last" : (!graph.unknown, tensor<i64>) -> tensor<*xf32>
    // CHECK: %[[LENGTH:.*]] = stablehlo.constant dense<3> : tensor<i64>
    %length:2 = graph.node "SequenceLength"(%parts#0) name "length" : (!graph.unknown) -> tensor<*xi64>
    // CHECK: %[[NEGATED:.*]] = stablehlo.negate %[[A]]
    // CHECK: stablehlo.negate %[[B]]
    // CHECK: stablehlo.negate %[[C]]
    %mapped:2 = graph.node "SequenceMap"(%parts#0) name "mapped" {body = 0 : i64} : (!graph.unknown) -> !graph.unknown ({
    ^bb0(%e: tensor<*xf32>):
      %n:2 = graph.node "Neg"(%e) : (tensor<*xf32>) -> tensor<*xf32>
      graph.return %n#0 : tensor<*xf32>
    })
    // CHECK: %[[JOINED:.*]] = stablehlo.concatenate %[[NEGATED]], %[[B]], dim = 0
    %one = graph.initializer "one"(dense<1> : tensor<i64>) : tensor<i64>
    %without:2 = graph.node "SequenceErase"(%mapped#0) name "without" : (!graph.unknown) -> !graph.unknown
    %less:2 = graph.node "SequenceErase"(%without#0) name "less" : (!graph.unknown) -> !graph.unknown
    %middle:2 = graph.node "SequenceAt"(%parts#0, %one) name "middle" : (!graph.unknown, tensor<i64>) -> tensor<*xf32>
    %more:2 = graph.node "SequenceInsert"(%less#0, %middle#0) name "more" : (!graph.unknown, tensor<*xf32>) -> !graph.unknown
    %joined:2 = graph.node "ConcatFromSequence"(%more#0) name "joined" {axis = 0 : i64} : (!graph.unknown) -> tensor<*xf32>
    %optional:2 = graph.node "Optional"(%x) name "optional" : (tensor<5x2xf32>) -> !graph.unknown
    %has:2 = graph.node "OptionalHasElement"(%optional#0) name "has" : (!graph.unknown) -> tensor<*xi1>
    %held:2 = graph.node "If"(%has#0) name "held" {then_branch = 0 : i64, else_branch = 1 : i64} : (tensor<*xi1>) -> tensor<*xf32> ({
      %get:2 = graph.node "OptionalGetElement"(%optional#0) : (!graph.unknown) -> tensor<*xf32>
      graph.return %get#0 : tensor<*xf32>
    }, {
      graph.return %last#0 : tensor<*xf32>
    })
    // CHECK: return %[[C]], %[[LENGTH]], %[[JOINED]], %[[X]]
    graph.return %last#0, %length#0, %joined#0, %held#0 : tensor<*xf32>, tensor<*xi64>, tensor<*xf32>, tensor<*xf32>
  }
}
