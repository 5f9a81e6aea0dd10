// Reductions and windows.
func.func @linear_sum(%x: tensor<2x3x4xf64>, %i: tensor<f64>) -> tensor<3xf64> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @maximum(%x: tensor<3x4xf64>) -> tensor<3xf64> {
  %0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %1 = stablehlo.reduce(%x init: %0) applies stablehlo.maximum across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  return %1 : tensor<3xf64>
}
func.func @minimum(%x: tensor<3x4xf64>) -> tensor<f64> {
  %0 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %1 = stablehlo.reduce(%x init: %0) applies stablehlo.minimum across dimensions = [1, 0] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
  return %1 : tensor<f64>
}
func.func @maximum_from(%x: tensor<3x2xf64>, %i: tensor<f64>) -> tensor<3xf64> {
  %0 = stablehlo.constant dense<[[-2.0, -3.0], [1.0, 2.0], [0.0, -7.0]]> : tensor<3x2xf64>
  %1 = stablehlo.add %x, %0 : tensor<3x2xf64>
  %2 = stablehlo.reduce(%1 init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<3x2xf64>, tensor<f64>) -> tensor<3xf64>
  return %2 : tensor<3xf64>
}
func.func @product(%x: tensor<3x2x4xf64>, %i: tensor<f64>) -> tensor<2xf64> {
  %1 = stablehlo.reduce(%x init: %i) applies stablehlo.multiply across dimensions = [0, 2] : (tensor<3x2x4xf64>, tensor<f64>) -> tensor<2xf64>
  return %1 : tensor<2xf64>
}
func.func @product_with_zero(%x: tensor<4xf64>) -> tensor<f64> {
  %0 = stablehlo.constant dense<[1.0, 0.0, 1.0, 1.0]> : tensor<4xf64>
  %1 = stablehlo.constant dense<1.0> : tensor<f64>
  %2 = stablehlo.multiply %x, %0 : tensor<4xf64>
  %3 = stablehlo.reduce(%2 init: %1) applies stablehlo.multiply across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
  return %3 : tensor<f64>
}
func.func @linear_average_pool(%x: tensor<1x5x5x2xf64>) -> tensor<1x2x2x2xf64> {
  %0 = stablehlo.constant dense<0.0> : tensor<f64>
  %1 = "stablehlo.reduce_window"(%x, %0) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) {window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>} : (tensor<1x5x5x2xf64>, tensor<f64>) -> tensor<1x2x2x2xf64>
  return %1 : tensor<1x2x2x2xf64>
}
func.func @linear_window_of_all(%x: tensor<7x6xf64>) -> tensor<5x3xf64> {
  %0 = stablehlo.constant dense<0.0> : tensor<f64>
  %1 = "stablehlo.reduce_window"(%x, %0) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) {window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 3, 4>, base_dilations = array<i64: 2, 2>, window_dilations = array<i64: 2, 3>, padding = dense<[[3, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<7x6xf64>, tensor<f64>) -> tensor<5x3xf64>
  return %1 : tensor<5x3xf64>
}
func.func @linear_running_sum(%x: tensor<6xf64>) -> tensor<6xf64> {
  %0 = stablehlo.constant dense<0.0> : tensor<f64>
  %1 = "stablehlo.reduce_window"(%x, %0) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) {window_dimensions = array<i64: 6>, padding = dense<[[5, 0]]> : tensor<1x2xi64>} : (tensor<6xf64>, tensor<f64>) -> tensor<6xf64>
  return %1 : tensor<6xf64>
}
func.func @max_pool(%x: tensor<1x5x6x2xf64>) -> tensor<1x3x3x2xf64> {
  %0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %1 = "stablehlo.reduce_window"(%x, %0) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) {window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>} : (tensor<1x5x6x2xf64>, tensor<f64>) -> tensor<1x3x3x2xf64>
  return %1 : tensor<1x3x3x2xf64>
}
func.func @min_pool_from(%x: tensor<6xf64>, %i: tensor<f64>) -> tensor<4xf64> {
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %2 = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) {window_dimensions = array<i64: 3>} : (tensor<6xf64>, tensor<f64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @select_and_scatter(%s: tensor<2x2xf64>, %i: tensor<f64>) -> tensor<4x5xf64> {
  %x = stablehlo.constant dense<[[1.0, 4.0, 2.0, 7.0, 0.5], [3.0, 0.0, 8.0, 1.0, 2.5], [6.0, 2.0, 2.0, 5.0, 1.5], [1.0, 9.0, 3.0, 4.0, 4.5]]> : tensor<4x5xf64>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) {window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 3>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x5xf64>, tensor<2x2xf64>, tensor<f64>) -> tensor<4x5xf64>
  return %0 : tensor<4x5xf64>
}
func.func @softmax_cross_entropy(%x: tensor<3x4xf64>) -> tensor<3xf64> {
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %labels = stablehlo.constant dense<[[0.0, 1.0, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25], [1.0, 0.0, 0.0, 0.0]]> : tensor<3x4xf64>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<3xf64>) -> tensor<3x4xf64>
  %2 = stablehlo.subtract %x, %1 : tensor<3x4xf64>
  %3 = stablehlo.exponential %2 : tensor<3x4xf64>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %5 = stablehlo.log %4 : tensor<3xf64>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<3xf64>) -> tensor<3x4xf64>
  %7 = stablehlo.subtract %2, %6 : tensor<3x4xf64>
  %8 = stablehlo.multiply %7, %labels : tensor<3x4xf64>
  %9 = stablehlo.reduce(%8 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  return %9 : tensor<3xf64>
}
