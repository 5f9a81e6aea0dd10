// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Layers of weights: arguments of the function, which their layers name.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x", "words"]} {
  ^bb0(%x: tensor<2x5x6xf32>, %words: tensor<2x5xi32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[DENSE_KERNEL:[^:]*]]: tensor<6x4xf32> {trainlint.name = "dense/kernel"
    // CHECK-SAME:    %[[DENSE_BIAS:[^:]*]]: tensor<4xf32> {trainlint.name = "dense/bias"
    // CHECK-SAME:    %[[PLAIN_KERNEL:[^:]*]]: tensor<4x3xf32> {trainlint.name = "plain/kernel"
    // CHECK-SAME:    %[[EMBEDDING_EMBEDDINGS:[^:]*]]: tensor<7x3xf32> {trainlint.name = "embedding/embeddings"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x5x6xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[WORDS:[^:]*]]: tensor<2x5xi32> {trainlint.name = "words"
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[X]], %[[DENSE_KERNEL]], contracting_dims = [2] x [0] : (tensor<2x5x6xf32>, tensor<6x4xf32>) -> tensor<2x5x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[DENSE_BIAS]], dims = [2] : (tensor<4xf32>) -> tensor<2x5x4xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[DOT_GENERAL]], %[[BROADCAST_IN_DIM]] : tensor<2x5x4xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x5x4xf32>
    // CHECK: %[[MAXIMUM:.*]] = stablehlo.maximum %[[ADD]], %[[CONSTANT]] : tensor<2x5x4xf32>
    %dense:2 = graph.node "Dense"(%x) name "dense" {dtype = "float32", units = 4 : i64, activation = "relu"} : (tensor<2x5x6xf32>) -> tensor<*xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[MAXIMUM]], %[[PLAIN_KERNEL]], contracting_dims = [2] x [0] : (tensor<2x5x4xf32>, tensor<4x3xf32>) -> tensor<2x5x3xf32>
    %plain:2 = graph.node "Dense"(%dense#0) name "plain" {dtype = "float32", units = 3 : i64, use_bias = false} : (tensor<*xf32>) -> tensor<*xf32>

    // Rows of a table by their numbers.
    // CHECK: %[[GATHER:.*]] = "stablehlo.gather"(%[[EMBEDDING_EMBEDDINGS]], %[[WORDS]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<7x3xf32>, tensor<2x5xi32>) -> tensor<2x5x3xf32>
    %embedding:2 = graph.node "Embedding"(%words) name "embedding" {dtype = "float32", input_dim = 7 : i64, output_dim = 3 : i64} : (tensor<2x5xi32>) -> tensor<*xf32>

    // No weights.
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x5x3xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[GATHER]], %[[CONSTANT_1]] : tensor<2x5x3xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<-1.000000e+00> : tensor<2x5x3xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[MULTIPLY]], %[[CONSTANT_2]] : tensor<2x5x3xf32>
    %rescaling:2 = graph.node "Rescaling"(%embedding#0) name "rescaling" {dtype = "float32", scale = 0.5 : f64, offset = -1.0 : f64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: return %[[DOT_GENERAL_1]], %[[ADD_1]] : tensor<2x5x3xf32>, tensor<2x5x3xf32>
    graph.return %plain#0, %rescaling#0 : tensor<*xf32>, tensor<*xf32>
  }
}
