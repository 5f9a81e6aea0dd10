// What only places elements.
func.func @linear_reshape(%x: tensor<2x6xf64>) -> tensor<3x4xf64> {
  %0 = stablehlo.reshape %x : (tensor<2x6xf64>) -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
func.func @linear_transpose(%x: tensor<2x3x4xf64>) -> tensor<4x2x3xf64> {
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf64>) -> tensor<4x2x3xf64>
  return %0 : tensor<4x2x3xf64>
}
func.func @linear_reverse(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func @linear_broadcast_scalar(%x: tensor<f64>) -> tensor<2x3xf64> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func @linear_broadcast_row(%x: tensor<3xf64>) -> tensor<2x3xf64> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func @linear_broadcast_one(%x: tensor<1x3xf64>) -> tensor<2x4x3xf64> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<1x3xf64>) -> tensor<2x4x3xf64>
  return %0 : tensor<2x4x3xf64>
}
func.func @linear_broadcast_turned(%x: tensor<3x1x2xf64>) -> tensor<2x4x3xf64> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [2, 1, 0] : (tensor<3x1x2xf64>) -> tensor<2x4x3xf64>
  return %0 : tensor<2x4x3xf64>
}
func.func @linear_broadcast(%x: tensor<3xf64>) -> tensor<2x4x3xf64> {
  %0 = stablehlo.broadcast %x, sizes = [2, 4] : (tensor<3xf64>) -> tensor<2x4x3xf64>
  return %0 : tensor<2x4x3xf64>
}
func.func @linear_concatenate(%x: tensor<2x1xf64>, %y: tensor<2x3xf64>, %z: tensor<2x2xf64>) -> tensor<2x6xf64> {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 1 : (tensor<2x1xf64>, tensor<2x3xf64>, tensor<2x2xf64>) -> tensor<2x6xf64>
  return %0 : tensor<2x6xf64>
}
func.func @linear_concatenate_same(%x: tensor<2xf64>) -> tensor<4xf64> {
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf64>, tensor<2xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @linear_slice(%x: tensor<5x7xf64>) -> tensor<2x3xf64> {
  %0 = stablehlo.slice %x [1:4:2, 0:6:2] : (tensor<5x7xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func @linear_slice_of_nothing(%x: tensor<5xf64>) -> tensor<1xf64> {
  %0 = stablehlo.slice %x [2:2] : (tensor<5xf64>) -> tensor<0xf64>
  %1 = stablehlo.slice %x [2:3] : (tensor<5xf64>) -> tensor<1xf64>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<0xf64>, tensor<1xf64>) -> tensor<1xf64>
  return %2 : tensor<1xf64>
}
func.func @linear_pad(%x: tensor<2x3xf64>, %p: tensor<f64>) -> tensor<5x8xf64> {
  %0 = stablehlo.pad %x, %p, low = [1, 0], high = [2, 3], interior = [0, 1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<5x8xf64>
  return %0 : tensor<5x8xf64>
}
func.func @linear_pad_negative(%x: tensor<4x3xf64>, %p: tensor<f64>) -> tensor<5x4xf64> {
  %0 = stablehlo.pad %x, %p, low = [-1, 2], high = [-1, -1], interior = [1, 0] : (tensor<4x3xf64>, tensor<f64>) -> tensor<5x4xf64>
  return %0 : tensor<5x4xf64>
}
func.func @linear_convert(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.optimization_barrier %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @linear_sharding(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
