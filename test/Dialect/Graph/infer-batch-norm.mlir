// Batch normalization and losses.

// RUN: trainlint-opt %s --graph-infer-shapes | FileCheck %s

graph.model tensorflow attributes {producer = 134 : i64} {
  graph.function {
    %x:2 = graph.node "Placeholder"() name "x" {dtype = f32, shape = #graph.shape<[-1, 14, 14, 256]>} : () -> tensor<*xf32>
    %s:2 = graph.node "Placeholder"() name "s" {dtype = f32, shape = #graph.shape<[256]>} : () -> tensor<*xf32>
    %logits:2 = graph.node "Placeholder"() name "logits" {dtype = f32, shape = #graph.shape<[-1, 10]>} : () -> tensor<*xf32>
    %labels:2 = graph.node "Placeholder"() name "labels" {dtype = i32, shape = #graph.shape<[64]>} : () -> tensor<*xi32>
    %any:2 = graph.node "Placeholder"() name "any" {dtype = f32, shape = #graph.shape<unranked>} : () -> tensor<*xf32>
    %c:2 = graph.node "Placeholder"() name "c" {dtype = f32, shape = #graph.shape<[-1, 8, 14, 14]>} : () -> tensor<*xf32>
    // CHECK: graph.node "FusedBatchNormV2"{{.*}} name "norm"{{.*}} -> (tensor<?x14x14x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>){{$}}
    %norm:6 = graph.node "FusedBatchNormV2"(%x#0, %s#0, %s#0, %s#0, %s#0) name "norm" {data_format = "NHWC", is_training = true} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
    // CHECK: graph.node "FusedBatchNormV2"{{.*}} name "norm_first"{{.*}} -> (tensor<?x8x14x14xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>){{$}}
    %norm_first:6 = graph.node "FusedBatchNormV2"(%c#0, %any#0, %any#0, %any#0, %any#0) name "norm_first" {data_format = "NCHW"} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
    // CHECK: graph.node "FusedBatchNormGradV2"{{.*}} name "norm_grad"{{.*}} -> (tensor<?x14x14x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<*xf32>, tensor<*xf32>){{$}}
    %norm_grad:6 = graph.node "FusedBatchNormGradV2"(%any#0, %x#0, %s#0, %s#0, %s#0) name "norm_grad" {data_format = "NHWC"} : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
    // CHECK: graph.node "SparseSoftmaxCrossEntropyWithLogits"{{.*}} name "sparse"{{.*}} -> (tensor<64xf32>, tensor<64x10xf32>){{$}}
    %sparse:3 = graph.node "SparseSoftmaxCrossEntropyWithLogits"(%logits#0, %labels#0) name "sparse" : (tensor<*xf32>, tensor<*xi32>) -> (tensor<*xf32>, tensor<*xf32>)
    // CHECK: graph.node "SoftmaxCrossEntropyWithLogits"{{.*}} name "dense"{{.*}} -> (tensor<?xf32>, tensor<?x10xf32>){{$}}
    %dense:3 = graph.node "SoftmaxCrossEntropyWithLogits"(%logits#0, %logits#0) name "dense" : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
    // CHECK: graph.node "LRN"{{.*}} name "lrn"{{.*}} -> tensor<?x14x14x256xf32>{{$}}
    %lrn:2 = graph.node "LRN"(%x#0) name "lrn" : (tensor<*xf32>) -> tensor<*xf32>
  }
}
