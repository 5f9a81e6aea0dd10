// RUN: trainlint-opt %s --graph-to-forward -verify-diagnostics

// What is refused, family by family: each node is named, and all of them are told.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x", "y", "image", "numbers"], result_names = ["add", "where", "custom", "product", "gemm", "conv", "pool", "global", "batch", "layer", "transpose", "reshape", "unknown", "concat", "split", "squeeze", "resize", "depth", "lstm", "sum", "softmax"]} {
  ^bb0(%x: tensor<2x3x4xf32>, %y: tensor<5xf32>, %image: tensor<1x4x6x6xf32>, %numbers: tensor<2xi64>):
    // Elements.
    // expected-error@below {{`add` (Add)}}
    %add:2 = graph.node "Add"(%x, %y) name "add" : (tensor<2x3x4xf32>, tensor<5xf32>) -> tensor<*xf32>
    // expected-error@below {{`where` (Where)}}
    %where:2 = graph.node "Where"(%x, %x, %y) name "where" : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<5xf32>) -> tensor<*xf32>
    // expected-error@below {{`custom` (Mine)}}
    %custom:2 = graph.node "Mine"(%x) name "custom" : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // Products.
    // expected-error@below {{`product` (MatMul)}}
    %product:2 = graph.node "MatMul"(%x, %y) name "product" : (tensor<2x3x4xf32>, tensor<5xf32>) -> tensor<*xf32>
    %w = graph.initializer "w"(dense<0.5> : tensor<5x4xf32>) : tensor<5x4xf32>
    // expected-error@below {{`gemm` (Gemm)}}
    %gemm:2 = graph.node "Gemm"(%x, %w) name "gemm" : (tensor<2x3x4xf32>, tensor<5x4xf32>) -> tensor<*xf32>

    // Windows.
    %k = graph.initializer "k"(dense<0.5> : tensor<6x3x3x3xf32>) : tensor<6x3x3x3xf32>
    // expected-error@below {{`conv` (Conv)}}
    %conv:2 = graph.node "Conv"(%image, %k) name "conv" : (tensor<1x4x6x6xf32>, tensor<6x3x3x3xf32>) -> tensor<*xf32>
    // expected-error@below {{`pool` (MaxPool)}}
    %pool:2 = graph.node "MaxPool"(%image) name "pool" {kernel_shape = [3]} : (tensor<1x4x6x6xf32>) -> tensor<*xf32>
    // expected-error@below {{`global` (GlobalAveragePool)}}
    %global:2 = graph.node "GlobalAveragePool"(%y) name "global" : (tensor<5xf32>) -> tensor<*xf32>

    // Normalizations.
    %s = graph.initializer "s"(dense<1.0> : tensor<3xf32>) : tensor<3xf32>
    // expected-error@below {{`batch` (BatchNormalization)}}
    %batch:2 = graph.node "BatchNormalization"(%image, %s, %s, %s, %s) name "batch" : (tensor<1x4x6x6xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
    // expected-error@below {{`layer` (LayerNormalization)}}
    %layer:2 = graph.node "LayerNormalization"(%x, %y, %y) name "layer" : (tensor<2x3x4xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<*xf32>

    // Arrangement: axes that are not there, sizes that do not fit, numbers that only data gives.
    // expected-error@below {{`transpose` (Transpose)}}
    %transpose:2 = graph.node "Transpose"(%x) name "transpose" {perm = [0, 0, 1]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    %shape = graph.initializer "shape"(dense<[7, 7]> : tensor<2xi64>) : tensor<2xi64>
    // expected-error@below {{`reshape` (Reshape)}}
    %reshape:2 = graph.node "Reshape"(%x, %shape) name "reshape" : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
    // expected-error@below {{`unknown` (Reshape)}}
    %unknown:2 = graph.node "Reshape"(%x, %numbers) name "unknown" : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
    // expected-error@below {{`concat` (Concat)}}
    %concat:2 = graph.node "Concat"(%x, %y) name "concat" {axis = 0 : i64} : (tensor<2x3x4xf32>, tensor<5xf32>) -> tensor<*xf32>
    // expected-error@below {{`split` (Split)}}
    %split:2 = graph.node "Split"(%x) name "split" {axis = 5 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{`squeeze` (Squeeze)}}
    %squeeze:2 = graph.node "Squeeze"(%x, %shape) name "squeeze" : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
    %none = graph.undefined "" : !graph.unknown
    %scales = graph.initializer "scales"(dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>) : tensor<4xf32>
    // expected-error@below {{`resize` (Resize)}}
    %resize:2 = graph.node "Resize"(%image, %none, %scales) name "resize" {mode = "lanczos"} : (tensor<1x4x6x6xf32>, !graph.unknown, tensor<4xf32>) -> tensor<*xf32>
    // expected-error@below {{`depth` (DepthToSpace)}}
    %depth:2 = graph.node "DepthToSpace"(%image) name "depth" {blocksize = 3 : i64} : (tensor<1x4x6x6xf32>) -> tensor<*xf32>

    // Recurrent ones.
    // expected-error@below {{`lstm` (LSTM)}}
    %lstm:2 = graph.node "LSTM"(%x, %s, %s) name "lstm" {hidden_size = 4 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>

    // Reductions.
    // expected-error@below {{`sum` (ReduceMean)}}
    %sum:2 = graph.node "ReduceMean"(%x) name "sum" {axes = [3]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // expected-error@below {{`softmax` (Softmax)}}
    %softmax:2 = graph.node "Softmax"(%x) name "softmax" {axis = 7 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    graph.return %add#0, %where#0, %custom#0, %product#0, %gemm#0, %conv#0, %pool#0, %global#0, %batch#0, %layer#0, %transpose#0, %reshape#0, %unknown#0, %concat#0, %split#0, %squeeze#0, %resize#0, %depth#0, %lstm#0, %sum#0, %softmax#0 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
