// Computed places, some of them outside, and sorting.
func.func @linear_dynamic_slice(%x: tensor<4x5xf64>) -> tensor<2x3xf64> {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %j = stablehlo.constant dense<4> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<4x5xf64>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func @linear_dynamic_update_slice(%x: tensor<4x5xf64>, %u: tensor<2x3xf64>) -> tensor<4x5xf64> {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %j = stablehlo.constant dense<-7> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<4x5xf64>, tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<4x5xf64>
  return %0 : tensor<4x5xf64>
}
func.func @linear_embedding(%x: tensor<5x3xf64>) -> tensor<2x3x3xf64> {
  %i = stablehlo.constant dense<[[0, 4, 0], [9, -2, 3]]> : tensor<2x3xi32>
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 3>} : (tensor<5x3xf64>, tensor<2x3xi32>) -> tensor<2x3x3xf64>
  return %0 : tensor<2x3x3xf64>
}
func.func @linear_gather(%x: tensor<2x4x5xf64>) -> tensor<2x3x2xf64> {
  %i = stablehlo.constant dense<[[[0, 3], [2, 9], [1, 1]], [[3, 0], [3, 0], [0, 2]]]> : tensor<2x3x2xi64>
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>} : (tensor<2x4x5xf64>, tensor<2x3x2xi64>) -> tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}
func.func @linear_scatter_add(%x: tensor<5x3xf64>, %u: tensor<4x3xf64>) -> tensor<5x3xf64> {
  %i = stablehlo.constant dense<[1, 3, 1, 7]> : tensor<4xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<5x3xf64>, tensor<4xi32>, tensor<4x3xf64>) -> tensor<5x3xf64>
  return %0 : tensor<5x3xf64>
}
func.func @linear_scatter_replace(%x: tensor<5x4xf64>, %u: tensor<2x3xf64>) -> tensor<5x4xf64> {
  %i = stablehlo.constant dense<[[4, 1], [0, 0], [-1, 2]]> : tensor<3x2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true} : (tensor<5x4xf64>, tensor<3x2xi32>, tensor<2x3xf64>) -> tensor<5x4xf64>
  return %0 : tensor<5x4xf64>
}
func.func @sort(%x: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.compare GT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xf64>) -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
func.func @sort_by_key(%x: tensor<4x2xf64>, %y: tensor<4x2xf64>) -> tensor<4x2xf64> {
  %0:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<4x2xf64>, tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<4x2xf64>)
  %2 = stablehlo.multiply %0#0, %0#1 : tensor<4x2xf64>
  return %2 : tensor<4x2xf64>
}
