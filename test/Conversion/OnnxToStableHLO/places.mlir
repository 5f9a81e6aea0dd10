// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Elements at places that inputs hold: batches of gathers and scatters.

graph.model onnx attributes {opsets = {ai.onnx = 24 : i64}} {
  graph.function attributes {arg_names = ["x", "rows", "pairs", "update", "lengths"], result_names = ["reversed", "cache"]} {
  ^bb0(%x: tensor<4x3xf32>, %rows: tensor<2x3xi64>, %pairs: tensor<2x1xi64>, %update: tensor<2x3xf32>, %lengths: tensor<3xi64>):
    // CHECK-LABEL: func.func @forward(
    // CHECK: %[[ELEMENTS:.*]] = "stablehlo.gather"({{.*}}) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 2>, {{.*}} -> tensor<2x3xf32>
    %elements:2 = graph.node "GatherElements"(%x, %rows) name "elements" {axis = 0 : i64} : (tensor<4x3xf32>, tensor<2x3xi64>) -> tensor<*xf32>
    // CHECK: %[[SLICES:.*]] = "stablehlo.gather"({{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, {{.*}} -> tensor<2x3xf32>
    %slices:2 = graph.node "GatherND"(%x, %pairs) name "slices" : (tensor<4x3xf32>, tensor<2x1xi64>) -> tensor<*xf32>
    // Where no update is, the place is outside.
    %narrow = graph.initializer "narrow"(dense<[[0], [-1]]> : tensor<2x1xi64>) : tensor<2x1xi64>
    %ones = graph.initializer "ones"(dense<1.0> : tensor<2x1xf32>) : tensor<2x1xf32>
    // CHECK: %[[PLACES:.*]] = stablehlo.constant dense<{{\[\[}}0, -1, -1], [3, -1, -1]]> : tensor<2x3xi64>
    // CHECK: %[[UPDATES:.*]] = stablehlo.pad
    // CHECK: %[[WRITTEN:.*]] = "stablehlo.scatter"(%{{.*}}, %[[PLACES]], %[[UPDATES]]) <{{.*}}input_batching_dims = [1]{{.*}}unique_indices = true
    %written:2 = graph.node "ScatterElements"(%x, %narrow, %ones) name "written" {axis = 0 : i64} : (tensor<4x3xf32>, tensor<2x1xi64>, tensor<2x1xf32>) -> tensor<*xf32>
    // CHECK: "stablehlo.scatter"(%[[WRITTEN]], %{{.*}}, %[[SLICES]]) <{{.*}}update_window_dims = [1]{{.*}}unique_indices = false
    // CHECK: stablehlo.add
    %added:2 = graph.node "ScatterND"(%written#0, %pairs, %slices#0) name "added" {reduction = "add"} : (tensor<*xf32>, tensor<2x1xi64>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: stablehlo.iota dim = 0 : tensor<4x3xi64>
    // CHECK: "stablehlo.gather"({{.*}}operand_batching_dims = [1]{{.*}} -> tensor<4x3xf32>
    %reversed:2 = graph.node "ReverseSequence"(%added#0, %lengths) name "reversed" : (tensor<*xf32>, tensor<3xi64>) -> tensor<*xf32>
    %past = graph.initializer "past"(dense<0.0> : tensor<2x5x3xf32>) : tensor<2x5x3xf32>
    %one = graph.initializer "one"(dense<1> : tensor<1xi64>) : tensor<1xi64>
    %new:2 = graph.node "Unsqueeze"(%elements#0, %one) name "new" : (tensor<*xf32>, tensor<1xi64>) -> tensor<*xf32>
    %places = graph.initializer "places"(dense<[4, 1]> : tensor<2xi64>) : tensor<2xi64>
    // CHECK: stablehlo.remainder
    // CHECK: "stablehlo.scatter"({{.*}}update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0]{{.*}}unique_indices = true
    %cache:2 = graph.node "TensorScatter"(%past, %new#0, %places) name "cache" {mode = "circular"} : (tensor<2x5x3xf32>, tensor<*xf32>, tensor<2xi64>) -> tensor<*xf32>
    graph.return %reversed#0, %cache#0 : tensor<*xf32>, tensor<*xf32>
  }
}
