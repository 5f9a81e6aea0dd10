// Products; in each operand alone they are linear.
func.func @matrices(%x: tensor<2x3xf64>, %y: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}
func.func @batches(%x: tensor<3x2x5xf64>, %y: tensor<4x3x2xf64>) -> tensor<2x5x4xf64> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [1] x [2], contracting_dims = [0] x [1] : (tensor<3x2x5xf64>, tensor<4x3x2xf64>) -> tensor<2x5x4xf64>
  return %0 : tensor<2x5x4xf64>
}
func.func @two_of_each(%x: tensor<2x3x4x2x3x2xf64>, %y: tensor<3x2x4x3x2x2xf64>) -> tensor<2x3x2x2x2x2xf64> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [3, 1] x [1, 0], contracting_dims = [4, 2] x [3, 2] : (tensor<2x3x4x2x3x2xf64>, tensor<3x2x4x3x2x2xf64>) -> tensor<2x3x2x2x2x2xf64>
  return %0 : tensor<2x3x2x2x2x2xf64>
}
func.func @vectors(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<f64> {
  %0 = stablehlo.dot %x, %y : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
  return %0 : tensor<f64>
}
func.func @matrix_vector(%x: tensor<2x3xf64>, %y: tensor<3xf64>) -> tensor<2xf64> {
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func @outer(%x: tensor<2xf64>, %y: tensor<3xf64>) -> tensor<2x3xf64> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<2xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func @with_itself(%x: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  return %0 : tensor<3x3xf64>
}
func.func @complex(%x: tensor<2x3xf64>, %y: tensor<3x2xf64>) -> tensor<2x2xf64> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf64>) -> tensor<3x2xf64>
  %1 = stablehlo.complex %0, %y : tensor<3x2xcomplex<f64>>
  %2 = stablehlo.complex %y, %0 : tensor<3x2xcomplex<f64>>
  %3 = stablehlo.dot_general %1, %2, contracting_dims = [0] x [0] : (tensor<3x2xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  %4 = stablehlo.imag %3 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
  return %4 : tensor<2x2xf64>
}
