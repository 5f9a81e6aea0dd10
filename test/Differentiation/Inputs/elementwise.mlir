// One number at a time. Inputs are drawn from (0.5, 1.5), off kinks.
func.func @linear_add(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = stablehlo.add %x, %y : tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func @linear_subtract(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.subtract %x, %y : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @multiply(%x: tensor<2x2xf64>, %y: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %0 = stablehlo.multiply %x, %y : tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}
func.func @square(%x: tensor<f64>) -> tensor<f64> {
  %0 = stablehlo.multiply %x, %x : tensor<f64>
  return %0 : tensor<f64>
}
func.func @divide(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.divide %x, %y : tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @remainder(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.constant dense<[10.0, -17.0, 5.0]> : tensor<3xf64>
  %1 = stablehlo.add %x, %0 : tensor<3xf64>
  %2 = stablehlo.remainder %1, %y : tensor<3xf64>
  return %2 : tensor<3xf64>
}
func.func @power(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.power %x, %y : tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @power_of_negative(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.constant dense<[2.0, 3.0, -1.0]> : tensor<3xf64>
  %1 = stablehlo.negate %x : tensor<3xf64>
  %2 = stablehlo.power %1, %0 : tensor<3xf64>
  return %2 : tensor<3xf64>
}
func.func @atan2(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.negate %y : tensor<3xf64>
  %1 = stablehlo.atan2 %x, %0 : tensor<3xf64>
  return %1 : tensor<3xf64>
}
func.func @linear_negate(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.negate %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @abs(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.constant dense<[0.0, -5.0, -3.0]> : tensor<3xf64>
  %1 = stablehlo.add %x, %0 : tensor<3xf64>
  %2 = stablehlo.abs %1 : tensor<3xf64>
  return %2 : tensor<3xf64>
}
func.func @exponential(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.exponential %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @exponential_minus_one(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.exponential_minus_one %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @log(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.log %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @log_plus_one(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.log_plus_one %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @logistic(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.logistic %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @tanh(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.tanh %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @sqrt(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.sqrt %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @rsqrt(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.rsqrt %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @cbrt(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.cbrt %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @sine(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.sine %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @cosine(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.cosine %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @tan(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.constant dense<0.7> : tensor<3xf64>
  %1 = stablehlo.multiply %x, %0 : tensor<3xf64>
  %2 = stablehlo.tan %1 : tensor<3xf64>
  return %2 : tensor<3xf64>
}
func.func @maximum(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.constant dense<[2.0, -2.0, 2.0, -2.0]> : tensor<4xf64>
  %1 = stablehlo.add %x, %0 : tensor<4xf64>
  %2 = stablehlo.maximum %1, %y : tensor<4xf64>
  return %2 : tensor<4xf64>
}
func.func @minimum(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.constant dense<[2.0, -2.0, 2.0, -2.0]> : tensor<4xf64>
  %1 = stablehlo.add %x, %0 : tensor<4xf64>
  %2 = stablehlo.minimum %1, %y : tensor<4xf64>
  return %2 : tensor<4xf64>
}
func.func @select(%x: tensor<2x2xf64>, %y: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %0 = stablehlo.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  %1 = stablehlo.select %0, %x, %y : tensor<2x2xi1>, tensor<2x2xf64>
  return %1 : tensor<2x2xf64>
}
func.func @select_by_one(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.select %0, %x, %y : tensor<i1>, tensor<2xf64>
  return %1 : tensor<2xf64>
}
func.func @clamp(%a: tensor<4xf64>, %x: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.constant dense<[3.0, -3.0, 9.0, 3.0]> : tensor<4xf64>
  %1 = stablehlo.constant dense<6.0> : tensor<4xf64>
  %2 = stablehlo.add %x, %0 : tensor<4xf64>
  %3 = stablehlo.add %b, %1 : tensor<4xf64>
  %4 = stablehlo.clamp %a, %2, %3 : tensor<4xf64>
  return %4 : tensor<4xf64>
}
func.func @clamp_by_one(%a: tensor<f64>, %x: tensor<4xf64>, %b: tensor<f64>) -> tensor<4xf64> {
  %0 = stablehlo.constant dense<[3.0, -3.0, 9.0, 8.0]> : tensor<4xf64>
  %1 = stablehlo.constant dense<6.0> : tensor<f64>
  %2 = stablehlo.add %x, %0 : tensor<4xf64>
  %3 = stablehlo.add %b, %1 : tensor<f64>
  %4 = stablehlo.clamp %a, %2, %3 : (tensor<f64>, tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  return %4 : tensor<4xf64>
}
func.func @flat(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.floor %x : tensor<3xf64>
  %1 = stablehlo.ceil %x : tensor<3xf64>
  %2 = stablehlo.sign %x : tensor<3xf64>
  %3 = stablehlo.round_nearest_even %x : tensor<3xf64>
  %4 = stablehlo.multiply %0, %1 : tensor<3xf64>
  %5 = stablehlo.multiply %2, %4 : tensor<3xf64>
  %6 = stablehlo.add %3, %5 : tensor<3xf64>
  %7 = stablehlo.multiply %6, %x : tensor<3xf64>
  return %7 : tensor<3xf64>
}
func.func @masked(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.constant dense<[0.1, 5.0, 0.1]> : tensor<3xf64>
  %1 = stablehlo.compare GT, %x, %0 : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %2 = stablehlo.convert %1 : (tensor<3xi1>) -> tensor<3xf64>
  %3 = stablehlo.multiply %2, %y : tensor<3xf64>
  return %3 : tensor<3xf64>
}
func.func @complex(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.complex %x, %y : tensor<3xcomplex<f64>>
  %1 = stablehlo.complex %y, %x : tensor<3xcomplex<f64>>
  %2 = stablehlo.multiply %0, %0 : tensor<3xcomplex<f64>>
  %3 = stablehlo.divide %2, %1 : tensor<3xcomplex<f64>>
  %4 = stablehlo.exponential %3 : tensor<3xcomplex<f64>>
  %5 = stablehlo.subtract %4, %1 : tensor<3xcomplex<f64>>
  %6 = stablehlo.real %5 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %7 = stablehlo.imag %5 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %8 = stablehlo.abs %2 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %9 = stablehlo.multiply %6, %7 : tensor<3xf64>
  %10 = stablehlo.add %8, %9 : tensor<3xf64>
  return %10 : tensor<3xf64>
}
