// Keeps what it is fed: BATCH examples of x and y. Its loss is a sum
// of what is in y, so that runs that see other things have other losses.
module @seen {
  func.func @init() -> (tensor<BATCHxSHAPExf32> {trainlint.name = "seen"}, tensor<BATCHxi64> {trainlint.name = "labels_seen"}) {
    %0 = stablehlo.constant dense<0.0> : tensor<BATCHxSHAPExf32>
    %1 = stablehlo.constant dense<0> : tensor<BATCHxi64>
    return %0, %1 : tensor<BATCHxSHAPExf32>, tensor<BATCHxi64>
  }
  func.func @main(%seen: tensor<BATCHxSHAPExf32> {trainlint.role = "state", trainlint.name = "seen", tf.aliasing_output = 0 : i32},
                  %labels: tensor<BATCHxi64> {trainlint.role = "state", trainlint.name = "labels_seen", tf.aliasing_output = 1 : i32},
                  %x: tensor<BATCHxSHAPExf32> {trainlint.role = "input", trainlint.name = "x"},
                  %y: tensor<BATCHxi64> {trainlint.role = "input", trainlint.name = "y"})
      -> (tensor<BATCHxSHAPExf32> {trainlint.role = "state", trainlint.name = "seen"},
          tensor<BATCHxi64> {trainlint.role = "state", trainlint.name = "labels_seen"},
          tensor<f64> {trainlint.role = "metric", trainlint.name = "loss"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f64>
    %wide = stablehlo.convert %y : (tensor<BATCHxi64>) -> tensor<BATCHxf64>
    %number = stablehlo.iota dim = 0 : tensor<BATCHxf64>
    %weights = stablehlo.cosine %number : tensor<BATCHxf64>
    %products = stablehlo.multiply %wide, %weights : tensor<BATCHxf64>
    %loss = stablehlo.reduce(%products init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<BATCHxf64>, tensor<f64>) -> tensor<f64>
    return %x, %y, %loss : tensor<BATCHxSHAPExf32>, tensor<BATCHxi64>, tensor<f64>
  }
}
