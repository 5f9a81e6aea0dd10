// Adds random bits of each step to a state of 2 MiB, and takes nothing else.
module @seeded {
  func.func @init() -> (tensor<262144xui64> {trainlint.name = "sums"}) {
    %zero = stablehlo.constant dense<0> : tensor<262144xui64>
    return %zero : tensor<262144xui64>
  }
  func.func @main(%sums: tensor<262144xui64> {trainlint.role = "state", trainlint.name = "sums", tf.aliasing_output = 0 : i32},
                  %seed: tensor<2xui64> {trainlint.role = "seed"})
      -> (tensor<262144xui64>, tensor<f64> {trainlint.role = "metric", trainlint.name = "loss"}) {
    %first = stablehlo.slice %seed [0:1] : (tensor<2xui64>) -> tensor<1xui64>
    %second = stablehlo.slice %seed [1:2] : (tensor<2xui64>) -> tensor<1xui64>
    %both = stablehlo.xor %first, %second : tensor<1xui64>
    %bits = stablehlo.broadcast_in_dim %both, dims = [0] : (tensor<1xui64>) -> tensor<262144xui64>
    %new = stablehlo.add %sums, %bits : tensor<262144xui64>
    %last = stablehlo.slice %new [262143:262144] : (tensor<262144xui64>) -> tensor<1xui64>
    %shift = stablehlo.constant dense<12> : tensor<1xui64>
    %high = stablehlo.shift_right_logical %last, %shift : tensor<1xui64>
    %number = stablehlo.convert %high : (tensor<1xui64>) -> tensor<1xf64>
    %loss = stablehlo.reshape %number : (tensor<1xf64>) -> tensor<f64>
    return %new, %loss : tensor<262144xui64>, tensor<f64>
  }
}
