// Products of matrices.

// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

graph.model tensorflow attributes {producer = 134 : i64} {
  graph.function {
    %x:2 = graph.node "Placeholder"() name "x" {dtype = f32, shape = #graph.shape<[-1, 784]>} : () -> tensor<*xf32>
    %w:2 = graph.node "Placeholder"() name "w" {dtype = f32, shape = #graph.shape<[784, 10]>} : () -> tensor<*xf32>
    %any:2 = graph.node "Placeholder"() name "any" {dtype = f32, shape = #graph.shape<unranked>} : () -> tensor<*xf32>
    %a:2 = graph.node "Placeholder"() name "a" {dtype = f32, shape = #graph.shape<[2, -1, 16, 32]>} : () -> tensor<*xf32>
    %b:2 = graph.node "Placeholder"() name "b" {dtype = f32, shape = #graph.shape<[12, 64, 32]>} : () -> tensor<*xf32>
    // CHECK: graph.node "MatMul"{{.*}} name "y"{{.*}} -> tensor<?x10xf32>{{$}}
    %y:2 = graph.node "MatMul"(%x#0, %w#0) name "y" : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "MatMul"{{.*}} name "transposed"{{.*}} -> tensor<784x10xf32>{{$}}
    %transposed:2 = graph.node "MatMul"(%x#0, %y#0) name "transposed" {transpose_a = true} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "MatMul"{{.*}} name "both"{{.*}} -> tensor<10x?xf32>{{$}}
    %both:2 = graph.node "MatMul"(%w#0, %x#0) name "both" {transpose_a = true, transpose_b = true} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "MatMul"{{.*}} name "half"{{.*}} -> tensor<?x10xf32>{{$}}
    %half:2 = graph.node "MatMul"(%any#0, %w#0) name "half" : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "BatchMatMulV2"{{.*}} name "batches"{{.*}} -> tensor<2x12x16x64xf32>{{$}}
    %batches:2 = graph.node "BatchMatMulV2"(%a#0, %b#0) name "batches" {adj_y = true} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    %q:2 = graph.node "Placeholder"() name "q" {dtype = f32, shape = #graph.shape<[8, 128, 4, 64]>} : () -> tensor<*xf32>
    // CHECK: graph.node "Einsum"{{.*}} name "scores"{{.*}} -> tensor<8x4x128x128xf32>{{$}}
    %scores:2 = graph.node "Einsum"(%q#0, %q#0) name "scores" {equation = "BTNH,BFNH->BNFT"} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    %rows:2 = graph.node "Placeholder"() name "rows" {dtype = f32, shape = #graph.shape<[32, 5, 16]>} : () -> tensor<*xf32>
    %kernel:2 = graph.node "Placeholder"() name "kernel" {dtype = f32, shape = #graph.shape<[16, 7]>} : () -> tensor<*xf32>
    // CHECK: graph.node "Einsum"{{.*}} name "dots"{{.*}} -> tensor<32x5x7xf32>{{$}}
    %dots:2 = graph.node "Einsum"(%rows#0, %kernel#0) name "dots" {equation = "...x,xy->...y"} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: graph.node "Einsum"{{.*}} name "odd"{{.*}} -> tensor<*xf32>{{$}}
    %odd:2 = graph.node "Einsum"(%rows#0, %kernel#0) name "odd" {equation = "ab,bc->ac"} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  }
}
