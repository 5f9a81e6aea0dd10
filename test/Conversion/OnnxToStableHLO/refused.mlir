// RUN: not trainlint-opt %s --graph-to-forward -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

// What is refused, family by family: each node is named, and all of them are told.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x", "y", "image", "numbers"], result_names = ["add", "where", "custom", "product", "gemm", "conv", "pool", "global", "batch", "layer", "transpose", "reshape", "unknown", "concat", "split", "squeeze", "resize", "depth", "lstm", "sum", "softmax"]} {
  ^bb0(%x: tensor<2x3x4xf32>, %y: tensor<5xf32>, %image: tensor<1x4x6x6xf32>, %numbers: tensor<2xi64>):
    // Elements.
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Add `add`: operand shapes [2, 3, 4] and [5] cannot be broadcast
    %add:2 = graph.node "Add"(%x, %y) name "add" : (tensor<2x3x4xf32>, tensor<5xf32>) -> tensor<*xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Where `where`: the condition has element type f32; i1 is required
    %where:2 = graph.node "Where"(%x, %x, %y) name "where" : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<5xf32>) -> tensor<*xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Mine `custom` has no lowering to StableHLO
    %custom:2 = graph.node "Mine"(%x) name "custom" : (tensor<2x3x4xf32>) -> tensor<*xf32>

    // Products.
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: MatMul `product`: operand shapes [2, 3, 4] and [5] have contracting sizes 4 and 5
    %product:2 = graph.node "MatMul"(%x, %y) name "product" : (tensor<2x3x4xf32>, tensor<5xf32>) -> tensor<*xf32>
    %w = graph.initializer "w"(dense<0.5> : tensor<5x4xf32>) : tensor<5x4xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Gemm `gemm`: the A shape [2, 3, 4] has rank 3; 2 is required
    %gemm:2 = graph.node "Gemm"(%x, %w) name "gemm" : (tensor<2x3x4xf32>, tensor<5x4xf32>) -> tensor<*xf32>

    // Windows.
    %k = graph.initializer "k"(dense<0.5> : tensor<6x3x3x3xf32>) : tensor<6x3x3x3xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Conv `conv`: the kernel has 3 input channels; the input has 4
    %conv:2 = graph.node "Conv"(%image, %k) name "conv" : (tensor<1x4x6x6xf32>, tensor<6x3x3x3xf32>) -> tensor<*xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: MaxPool `pool`: `kernel_shape` is [3]; 2 numbers of at least 1 are required
    %pool:2 = graph.node "MaxPool"(%image) name "pool" {kernel_shape = [3]} : (tensor<1x4x6x6xf32>) -> tensor<*xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: GlobalAveragePool `global`: the input shape [5] has rank 1; at least 3 is required
    %global:2 = graph.node "GlobalAveragePool"(%y) name "global" : (tensor<5xf32>) -> tensor<*xf32>

    // Normalizations.
    %s = graph.initializer "s"(dense<1.0> : tensor<3xf32>) : tensor<3xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: BatchNormalization `batch` cannot be lowered to StableHLO: scale has shape [3]; [4] is required
    %batch:2 = graph.node "BatchNormalization"(%image, %s, %s, %s, %s) name "batch" : (tensor<1x4x6x6xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: LayerNormalization `layer`: shape [5] cannot be broadcast to [2, 3, 4]
    %layer:2 = graph.node "LayerNormalization"(%x, %y, %y) name "layer" : (tensor<2x3x4xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<*xf32>

    // Arrangement: axes that are not there, sizes that do not fit, numbers that only data gives.
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Transpose `transpose`: `perm` [0, 0, 1] is not a permutation of 3 axes
    %transpose:2 = graph.node "Transpose"(%x) name "transpose" {perm = [0, 0, 1]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    %shape = graph.initializer "shape"(dense<[7, 7]> : tensor<2xi64>) : tensor<2xi64>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Reshape `reshape` cannot be lowered to StableHLO: shape [2, 3, 4] cannot be reshaped to [7, 7]
    %reshape:2 = graph.node "Reshape"(%x, %shape) name "reshape" : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Reshape `unknown` cannot be lowered to StableHLO: `shape` is not a constant
    %unknown:2 = graph.node "Reshape"(%x, %numbers) name "unknown" : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Concat `concat`: tensor<2x3x4xf32> and tensor<5xf32> cannot be concatenated along axis 0
    %concat:2 = graph.node "Concat"(%x, %y) name "concat" {axis = 0 : i64} : (tensor<2x3x4xf32>, tensor<5xf32>) -> tensor<*xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Split `split`: `axis` is 5; the rank is 3
    %split:2 = graph.node "Split"(%x) name "split" {axis = 5 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Squeeze `squeeze`: `axes` [7, 7] cannot be squeezed from the input shape [2, 3, 4]
    %squeeze:2 = graph.node "Squeeze"(%x, %shape) name "squeeze" : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
    %none = graph.undefined "" : !graph.unknown
    %scales = graph.initializer "scales"(dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>) : tensor<4xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Resize `resize`: `mode` is `lanczos`; `nearest`, `linear` or `cubic` is required
    %resize:2 = graph.node "Resize"(%image, %none, %scales) name "resize" {mode = "lanczos"} : (tensor<1x4x6x6xf32>, !graph.unknown, tensor<4xf32>) -> tensor<*xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: DepthToSpace `depth`: the input shape [1, 4, 6, 6] cannot be split into blocks of 3
    %depth:2 = graph.node "DepthToSpace"(%image) name "depth" {blocksize = 3 : i64} : (tensor<1x4x6x6xf32>) -> tensor<*xf32>

    // Recurrent ones.
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: LSTM `lstm`: the W shape [3] has rank 1; 3 is required
    %lstm:2 = graph.node "LSTM"(%x, %s, %s) name "lstm" {hidden_size = 4 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>

    // Reductions.
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: ReduceMean `sum`: `axis` is 3; the rank is 3
    %sum:2 = graph.node "ReduceMean"(%x) name "sum" {axes = [3]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: refused.mlir:[[@LINE+1]]:{{.*}} error: Softmax `softmax`: `axis` is 7; the rank is 3
    %softmax:2 = graph.node "Softmax"(%x) name "softmax" {axis = 7 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    graph.return %add#0, %where#0, %custom#0, %product#0, %gemm#0, %conv#0, %pool#0, %global#0, %batch#0, %layer#0, %transpose#0, %reshape#0, %unknown#0, %concat#0, %split#0, %squeeze#0, %resize#0, %depth#0, %lstm#0, %sum#0, %softmax#0 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
