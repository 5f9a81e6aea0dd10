// Ops that work element by element.

// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

graph.model tensorflow attributes {producer = 134 : i64} {
  graph.function {
    %x:2 = graph.node "Placeholder"() name "x" {dtype = f32, shape = #graph.shape<[-1, 4]>} : () -> tensor<*xf32>
    %y:2 = graph.node "Placeholder"() name "y" {dtype = f32, shape = #graph.shape<[8, 1]>} : () -> tensor<*xf32>
    %z:2 = graph.node "Placeholder"() name "z" {dtype = f32, shape = #graph.shape<[4]>} : () -> tensor<*xf32>
    %bad:2 = graph.node "Placeholder"() name "bad" {dtype = f32, shape = #graph.shape<[3]>} : () -> tensor<*xf32>
    %any:2 = graph.node "Placeholder"() name "any" {dtype = f32, shape = #graph.shape<unranked>} : () -> tensor<*xf32>
    %b:2 = graph.node "Placeholder"() name "b" {dtype = i1, shape = #graph.shape<[-1, 4]>} : () -> tensor<*xi1>
    // CHECK: graph.node "Relu"{{.*}} name "relu"{{.*}} -> tensor<?x4xf32>{{$}}
    %relu:2 = graph.node "Relu"(%x#0) name "relu" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "AddV2"{{.*}} name "sum"{{.*}} -> tensor<8x4xf32>{{$}}
    %sum:2 = graph.node "AddV2"(%x#0, %y#0) name "sum" : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Mul"{{.*}} name "more"{{.*}} -> tensor<?x4xf32>{{$}}
    %more:2 = graph.node "Mul"(%x#0, %z#0) name "more" : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Add"{{.*}} name "contradiction"{{.*}} -> tensor<*xf32>{{$}}
    %contradiction:2 = graph.node "Add"(%x#0, %bad#0) name "contradiction" : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Add"{{.*}} name "nothing"{{.*}} -> tensor<*xf32>{{$}}
    %nothing:2 = graph.node "Add"(%x#0, %any#0) name "nothing" : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "AddN"{{.*}} name "added"{{.*}} -> tensor<8x4xf32>{{$}}
    %added:2 = graph.node "AddN"(%x#0, %sum#0) name "added" : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "ReluGrad"{{.*}} name "grad"{{.*}} -> tensor<?x4xf32>{{$}}
    %grad:2 = graph.node "ReluGrad"(%any#0, %x#0) name "grad" : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Cast"{{.*}} name "cast"{{.*}} -> tensor<?x4xf16>{{$}}
    %cast:2 = graph.node "Cast"(%x#0) name "cast" : (tensor<*xf32>) -> tensor<*xf16>
    // CHECK: graph.node "Less"{{.*}} name "less"{{.*}} -> tensor<8x4xi1>{{$}}
    %less:2 = graph.node "Less"(%x#0, %y#0) name "less" : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xi1>
    // CHECK: graph.node "SelectV2"{{.*}} name "select"{{.*}} -> tensor<8x4xf32>{{$}}
    %select:2 = graph.node "SelectV2"(%less#0, %x#0, %y#0) name "select" : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "BiasAdd"{{.*}} name "biased"{{.*}} -> tensor<?x4xf32>{{$}}
    %biased:2 = graph.node "BiasAdd"(%x#0, %z#0) name "biased" : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "MyOwnOp"{{.*}} name "own"{{.*}} -> tensor<*xf32>{{$}}
    %own:2 = graph.node "MyOwnOp"(%x#0) name "own" : (tensor<*xf32>) -> tensor<*xf32>
  }
}
