// Fused operators on types alone: unknown sizes fit, and those that disagree are told.

// RUN: trainlint-opt %s --graph-infer-shapes -verify-diagnostics | FileCheck %s

graph.model onnx attributes {opsets = {ai.onnx = 23 : i64, com.microsoft = 1 : i64}} {
  graph.function attributes {arg_names = ["x", "w", "q", "k", "g", "five"], result_names = ["y"]} {
  ^bb0(%x: tensor<?x?x6xf32>, %w: tensor<6x12xf32>, %q: tensor<2x4x?x8xf32>, %k: tensor<2x2x?x8xf32>, %g: tensor<6xf32>, %five: tensor<5xf32>):
    // CHECK: name "own" {{.*}} -> tensor<?x?x4xf32>
    %own:2 = graph.node "Attention"(%x, %w) name "own" domain "com.microsoft" {num_heads = 2 : i64} : (tensor<?x?x6xf32>, tensor<6x12xf32>) -> !graph.unknown
    // CHECK: name "grouped" {{.*}} -> tensor<2x4x?x8xf32>
    %grouped:2 = graph.node "Attention"(%q, %k, %k) name "grouped" {is_causal = 1 : i64} : (tensor<2x4x?x8xf32>, tensor<2x2x?x8xf32>, tensor<2x2x?x8xf32>) -> !graph.unknown
    // CHECK: name "skip" {{.*}} -> tensor<?x?x6xf32>
    %skip:2 = graph.node "SkipLayerNormalization"(%x, %x, %g) name "skip" domain "com.microsoft" : (tensor<?x?x6xf32>, tensor<?x?x6xf32>, tensor<6xf32>) -> !graph.unknown
    // expected-error@below {{SkipLayerNormalization `wrong`: shape [5] cannot be broadcast to [?, ?, 6]}}
    // expected-note@below {{input 0 is tensor<?x?x6xf32>}}
    // expected-note@below {{input 1 is tensor<?x?x6xf32>}}
    // expected-note@below {{input 2 is tensor<5xf32>}}
    %wrong:2 = graph.node "SkipLayerNormalization"(%x, %x, %five) name "wrong" domain "com.microsoft" : (tensor<?x?x6xf32>, tensor<?x?x6xf32>, tensor<5xf32>) -> !graph.unknown
    // CHECK: name "product" {{.*}} -> tensor<?x6x6xf32>
    %product:2 = graph.node "FusedMatMul"(%x, %x) name "product" domain "com.microsoft" {transA = 1 : i64} : (tensor<?x?x6xf32>, tensor<?x?x6xf32>) -> !graph.unknown
    // CHECK: name "many" {{.*}} -> tensor<?x?x6xf32>
    %many:2 = graph.node "MultiHeadAttention"(%x, %x, %x) name "many" domain "com.microsoft" {num_heads = 2 : i64} : (tensor<?x?x6xf32>, tensor<?x?x6xf32>, tensor<?x?x6xf32>) -> !graph.unknown
    graph.return %own#0 : !graph.unknown
  }
}
