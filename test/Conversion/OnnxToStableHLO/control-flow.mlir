// RUN: trainlint-opt %s --graph-to-forward=form=inference | FileCheck %s

// A branch that is known stands where its node is; one that data chooses, and loops of many turns,
// are those of the program.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x", "c"], result_names = ["known", "chosen", "few", "many", "stack", "grown", "w"]} {
  ^bb0(%x: tensor<3xf32>, %c: tensor<i1>):
    %w = graph.initializer "w"(dense<0.5> : tensor<3xf32>) : tensor<3xf32>
    %true = graph.initializer "true"(dense<true> : tensor<i1>) : tensor<i1>
    %two = graph.initializer "two"(dense<2> : tensor<i64>) : tensor<i64>
    %forty = graph.initializer "forty"(dense<40> : tensor<i64>) : tensor<i64>
    %none = graph.undefined "" : !graph.unknown
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<3xf32>
    // CHECK-SAME:    %[[C:[^:]*]]: tensor<i1>
    // CHECK-NEXT: %[[KNOWN:.*]] = stablehlo.negate %[[X]]
    %known:2 = graph.node "If"(%true) name "known" {then_branch = 0 : i64, else_branch = 1 : i64} : (tensor<i1>) -> tensor<3xf32> ({
      %n:2 = graph.node "Neg"(%x) : (tensor<3xf32>) -> tensor<3xf32>
      graph.return %n#0 : tensor<3xf32>
    }, {
      graph.return %x : tensor<3xf32>
    })
    // CHECK: %[[CHOSEN:.*]] = "stablehlo.if"(%[[C]]) ({
    // CHECK:   %[[SUM:.*]] = stablehlo.add %[[X]], %{{.*}} : tensor<3xf32>
    // CHECK:   stablehlo.return %[[SUM]]
    // CHECK: }, {
    // CHECK:   %[[W:.*]] = stablehlo.constant dense<5.000000e-01>
    // CHECK:   stablehlo.return %[[W]]
    // CHECK: })
    %chosen:2 = graph.node "If"(%c) name "chosen" {then_branch = 0 : i64, else_branch = 1 : i64} : (tensor<i1>) -> tensor<3xf32> ({
      %n:2 = graph.node "Add"(%x, %w) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      graph.return %n#0 : tensor<3xf32>
    }, {
      graph.return %w : tensor<3xf32>
    })
    // CHECK: %[[ONE:.*]] = stablehlo.add %[[X]], %[[X]]
    // CHECK: %[[FEW:.*]] = stablehlo.add %[[ONE]], %[[X]]
    %few:2 = graph.node "Loop"(%two, %none, %x) name "few" {body = 0 : i64} : (tensor<i64>, !graph.unknown, tensor<3xf32>) -> tensor<3xf32> ({
    ^bb0(%i: tensor<i64>, %on: tensor<i1>, %s: tensor<3xf32>):
      %n:2 = graph.node "Add"(%s, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      graph.return %on, %n#0 : tensor<i1>, tensor<3xf32>
    })
    // CHECK: %[[BUFFER:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<40x3xf32>
    // CHECK: %[[LOOP:.*]]:3 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[S:.*]] = %[[X]], %[[B:.*]] = %[[BUFFER]])
    // CHECK:   %[[END:.*]] = stablehlo.constant dense<40> : tensor<i64>
    // CHECK:   stablehlo.compare LT, %[[I]], %[[END]]
    // CHECK: do {
    // CHECK:   %[[NEXT:.*]] = stablehlo.add %[[S]], %[[X]]
    // CHECK:   %[[PART:.*]] = stablehlo.reshape %[[NEXT]] : (tensor<3xf32>) -> tensor<1x3xf32>
    // CHECK:   stablehlo.dynamic_update_slice %[[B]], %[[PART]], %[[I]]
    %many:3 = graph.node "Loop"(%forty, %none, %x) name "many" {body = 0 : i64} : (tensor<i64>, !graph.unknown, tensor<3xf32>) -> (tensor<3xf32>, tensor<40x3xf32>) ({
    ^bb0(%i: tensor<i64>, %on: tensor<i1>, %s: tensor<3xf32>):
      %n:2 = graph.node "Add"(%s, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      graph.return %on, %n#0, %n#0 : tensor<i1>, tensor<3xf32>, tensor<3xf32>
    })
    // What changes its shape has a turn for each.
    // CHECK: %[[SIX:.*]] = stablehlo.concatenate %[[X]], %[[X]], dim = 0
    // CHECK: %[[GROWN:.*]] = stablehlo.concatenate %[[SIX]], %[[SIX]], dim = 0
    %grown:2 = graph.node "Loop"(%two, %none, %x) name "grown" {body = 0 : i64} : (tensor<i64>, !graph.unknown, tensor<3xf32>) -> tensor<*xf32> ({
    ^bb0(%i: tensor<i64>, %on: tensor<i1>, %s: tensor<*xf32>):
      %n:2 = graph.node "Concat"(%s, %s) {axis = 0 : i64} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
      graph.return %on, %n#0 : tensor<i1>, tensor<*xf32>
    })
    // CHECK: return %[[KNOWN]], %[[CHOSEN]], %[[FEW]], %[[LOOP]]#1, %[[LOOP]]#2, %[[GROWN]], %{{.*}}
    graph.return %known#0, %chosen#0, %few#0, %many#0, %many#1, %grown#0, %w : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<40x3xf32>, tensor<*xf32>, tensor<3xf32>
  }
}
