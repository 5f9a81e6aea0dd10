// Normalizations.
func.func @training(%x: tensor<3x2x4xf64>, %s: tensor<2xf64>, %o: tensor<2xf64>) -> tensor<3x2x4xf64> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 1.0e-01 : f32, feature_index = 1 : i64} : (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>)
  %1 = stablehlo.sine %0#0 : tensor<3x2x4xf64>
  %2 = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<2xf64>) -> tensor<3x2x4xf64>
  %3 = stablehlo.broadcast_in_dim %0#2, dims = [1] : (tensor<2xf64>) -> tensor<3x2x4xf64>
  %4 = stablehlo.multiply %1, %2 : tensor<3x2x4xf64>
  %5 = stablehlo.add %4, %3 : tensor<3x2x4xf64>
  return %5 : tensor<3x2x4xf64>
}
func.func @statistics(%x: tensor<3x2xf64>) -> tensor<2xf64> {
  %s = stablehlo.constant dense<1.0> : tensor<2xf64>
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) {epsilon = 1.0e-01 : f32, feature_index = 1 : i64} : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %1 = stablehlo.divide %0#2, %0#1 : tensor<2xf64>
  return %1 : tensor<2xf64>
}
func.func @inference(%x: tensor<3x2xf64>, %s: tensor<2xf64>, %o: tensor<2xf64>, %m: tensor<2xf64>, %v: tensor<2xf64>) -> tensor<3x2xf64> {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) {epsilon = 1.0e-01 : f32, feature_index = 1 : i64} : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<3x2xf64>
  %1 = stablehlo.multiply %0, %0 : tensor<3x2xf64>
  return %1 : tensor<3x2xf64>
}
