// A perceptron with one hidden layer, softmax cross-entropy and gradient descent,
// its gradients written out. BATCH is put in by the tests. The number of
// replicas is what all_reduce makes of 1, so that the step runs on any.
module @mlp {
  func.func @init(%seed: tensor<i64>) -> (
      tensor<16x32xf32> {trainlint.name = "hidden/kernel"}, tensor<32xf32> {trainlint.name = "hidden/bias"},
      tensor<32x10xf32> {trainlint.name = "logits/kernel"}, tensor<10xf32> {trainlint.name = "logits/bias"},
      tensor<i64> {trainlint.name = "global_step"}) {
    %s = stablehlo.convert %seed : (tensor<i64>) -> tensor<f32>
    %zero = stablehlo.constant dense<0> : tensor<i64>
    %b1 = stablehlo.constant dense<0.0> : tensor<32xf32>
    %b2 = stablehlo.constant dense<0.0> : tensor<10xf32>
    %c1 = stablehlo.constant dense<12.9898> : tensor<512xf32>
    %c2 = stablehlo.constant dense<78.233> : tensor<320xf32>
    %scale1 = stablehlo.constant dense<0.25> : tensor<512xf32>
    %scale2 = stablehlo.constant dense<0.2> : tensor<320xf32>
    %i1 = stablehlo.iota dim = 0 : tensor<512xf32>
    %i2 = stablehlo.iota dim = 0 : tensor<320xf32>
    %s1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %s2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<320xf32>
    %m1 = stablehlo.multiply %i1, %c1 : tensor<512xf32>
    %m2 = stablehlo.multiply %i2, %c2 : tensor<320xf32>
    %a1 = stablehlo.add %m1, %s1 : tensor<512xf32>
    %a2 = stablehlo.add %m2, %s2 : tensor<320xf32>
    %n1 = stablehlo.sine %a1 : tensor<512xf32>
    %n2 = stablehlo.sine %a2 : tensor<320xf32>
    %w1 = stablehlo.multiply %n1, %scale1 : tensor<512xf32>
    %w2 = stablehlo.multiply %n2, %scale2 : tensor<320xf32>
    %k1 = stablehlo.reshape %w1 : (tensor<512xf32>) -> tensor<16x32xf32>
    %k2 = stablehlo.reshape %w2 : (tensor<320xf32>) -> tensor<32x10xf32>
    return %k1, %b1, %k2, %b2, %zero : tensor<16x32xf32>, tensor<32xf32>, tensor<32x10xf32>, tensor<10xf32>, tensor<i64>
  }

  func.func @main(
      %w1: tensor<16x32xf32> {trainlint.role = "state", trainlint.name = "hidden/kernel", tf.aliasing_output = 0 : i32},
      %b1: tensor<32xf32> {trainlint.role = "state", trainlint.name = "hidden/bias", tf.aliasing_output = 1 : i32},
      %w2: tensor<32x10xf32> {trainlint.role = "state", trainlint.name = "logits/kernel", tf.aliasing_output = 2 : i32},
      %b2: tensor<10xf32> {trainlint.role = "state", trainlint.name = "logits/bias", tf.aliasing_output = 3 : i32},
      %n: tensor<i64> {trainlint.role = "state", trainlint.name = "global_step", tf.aliasing_output = 4 : i32},
      %x: tensor<BATCHx16xf32> {trainlint.role = "input", trainlint.name = "images"},
      %y: tensor<BATCHxi32> {trainlint.role = "input", trainlint.name = "labels", trainlint.classes = 10 : i64})
    -> (tensor<16x32xf32> {trainlint.role = "state", trainlint.name = "hidden/kernel"},
        tensor<32xf32> {trainlint.role = "state", trainlint.name = "hidden/bias"},
        tensor<32x10xf32> {trainlint.role = "state", trainlint.name = "logits/kernel"},
        tensor<10xf32> {trainlint.role = "state", trainlint.name = "logits/bias"},
        tensor<i64> {trainlint.role = "state", trainlint.name = "global_step"},
        tensor<f32> {trainlint.role = "metric", trainlint.name = "loss"},
        tensor<f32> {trainlint.role = "metric", trainlint.name = "accuracy"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %batch = stablehlo.constant dense<BATCH.0> : tensor<f32>
    // Forward.
    %d1 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<BATCHx16xf32>, tensor<16x32xf32>) -> tensor<BATCHx32xf32>
    %b1b = stablehlo.broadcast_in_dim %b1, dims = [1] : (tensor<32xf32>) -> tensor<BATCHx32xf32>
    %z1 = stablehlo.add %d1, %b1b : tensor<BATCHx32xf32>
    %zeros = stablehlo.constant dense<0.0> : tensor<BATCHx32xf32>
    %h = stablehlo.maximum %z1, %zeros : tensor<BATCHx32xf32>
    %d2 = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<BATCHx32xf32>, tensor<32x10xf32>) -> tensor<BATCHx10xf32>
    %b2b = stablehlo.broadcast_in_dim %b2, dims = [1] : (tensor<10xf32>) -> tensor<BATCHx10xf32>
    %z2 = stablehlo.add %d2, %b2b : tensor<BATCHx10xf32>
    %top = stablehlo.reduce(%z2 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<BATCHx10xf32>, tensor<f32>) -> tensor<BATCHxf32>
    %topb = stablehlo.broadcast_in_dim %top, dims = [0] : (tensor<BATCHxf32>) -> tensor<BATCHx10xf32>
    %shifted = stablehlo.subtract %z2, %topb : tensor<BATCHx10xf32>
    %e = stablehlo.exponential %shifted : tensor<BATCHx10xf32>
    %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<BATCHx10xf32>, tensor<f32>) -> tensor<BATCHxf32>
    %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<BATCHxf32>) -> tensor<BATCHx10xf32>
    %p = stablehlo.divide %e, %sumb : tensor<BATCHx10xf32>
    %logsum = stablehlo.log %sumb : tensor<BATCHx10xf32>
    %logp = stablehlo.subtract %shifted, %logsum : tensor<BATCHx10xf32>
    %classes = stablehlo.iota dim = 1 : tensor<BATCHx10xi32>
    %yb = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<BATCHxi32>) -> tensor<BATCHx10xi32>
    %is = stablehlo.compare EQ, %classes, %yb : (tensor<BATCHx10xi32>, tensor<BATCHx10xi32>) -> tensor<BATCHx10xi1>
    %one_hot = stablehlo.convert %is : (tensor<BATCHx10xi1>) -> tensor<BATCHx10xf32>
    %picked = stablehlo.multiply %one_hot, %logp : tensor<BATCHx10xf32>
    %picked_sum = stablehlo.reduce(%picked init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<BATCHx10xf32>, tensor<f32>) -> tensor<f32>
    %loss_sum = stablehlo.negate %picked_sum : tensor<f32>
    %at_top = stablehlo.compare EQ, %z2, %topb : (tensor<BATCHx10xf32>, tensor<BATCHx10xf32>) -> tensor<BATCHx10xi1>
    %right = stablehlo.and %at_top, %is : tensor<BATCHx10xi1>
    %right_number = stablehlo.convert %right : (tensor<BATCHx10xi1>) -> tensor<BATCHx10xf32>
    %right_sum = stablehlo.reduce(%right_number init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<BATCHx10xf32>, tensor<f32>) -> tensor<f32>
    // Backward.
    %dz2 = stablehlo.subtract %p, %one_hot : tensor<BATCHx10xf32>
    %gw2 = stablehlo.dot_general %h, %dz2, contracting_dims = [0] x [0] : (tensor<BATCHx32xf32>, tensor<BATCHx10xf32>) -> tensor<32x10xf32>
    %gb2 = stablehlo.reduce(%dz2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<BATCHx10xf32>, tensor<f32>) -> tensor<10xf32>
    %dh = stablehlo.dot_general %dz2, %w2, contracting_dims = [1] x [1] : (tensor<BATCHx10xf32>, tensor<32x10xf32>) -> tensor<BATCHx32xf32>
    %positive = stablehlo.compare GT, %z1, %zeros : (tensor<BATCHx32xf32>, tensor<BATCHx32xf32>) -> tensor<BATCHx32xi1>
    %dz1 = stablehlo.select %positive, %dh, %zeros : tensor<BATCHx32xi1>, tensor<BATCHx32xf32>
    %gw1 = stablehlo.dot_general %x, %dz1, contracting_dims = [0] x [0] : (tensor<BATCHx16xf32>, tensor<BATCHx32xf32>) -> tensor<16x32xf32>
    %gb1 = stablehlo.reduce(%dz1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<BATCHx32xf32>, tensor<f32>) -> tensor<32xf32>
    // The sums over all replicas.
    %r:7 = "stablehlo.all_reduce"(%gw1, %gb1, %gw2, %gb2, %loss_sum, %right_sum, %batch) <{replica_groups = dense<> : tensor<0x0xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) : (tensor<16x32xf32>, tensor<32xf32>, tensor<32x10xf32>, tensor<10xf32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<16x32xf32>, tensor<32xf32>, tensor<32x10xf32>, tensor<10xf32>, tensor<f32>, tensor<f32>, tensor<f32>)
    // Gradient descent with a rate of 0.5.
    %rate = stablehlo.constant dense<0.5> : tensor<f32>
    %factor = stablehlo.divide %rate, %r#6 : tensor<f32>
    %f1 = stablehlo.broadcast_in_dim %factor, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %f2 = stablehlo.broadcast_in_dim %factor, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %f3 = stablehlo.broadcast_in_dim %factor, dims = [] : (tensor<f32>) -> tensor<32x10xf32>
    %f4 = stablehlo.broadcast_in_dim %factor, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %u1 = stablehlo.multiply %r#0, %f1 : tensor<16x32xf32>
    %u2 = stablehlo.multiply %r#1, %f2 : tensor<32xf32>
    %u3 = stablehlo.multiply %r#2, %f3 : tensor<32x10xf32>
    %u4 = stablehlo.multiply %r#3, %f4 : tensor<10xf32>
    %new_w1 = stablehlo.subtract %w1, %u1 : tensor<16x32xf32>
    %new_b1 = stablehlo.subtract %b1, %u2 : tensor<32xf32>
    %new_w2 = stablehlo.subtract %w2, %u3 : tensor<32x10xf32>
    %new_b2 = stablehlo.subtract %b2, %u4 : tensor<10xf32>
    %one = stablehlo.constant dense<1> : tensor<i64>
    %new_n = stablehlo.add %n, %one : tensor<i64>
    %loss = stablehlo.divide %r#4, %r#6 : tensor<f32>
    %accuracy = stablehlo.divide %r#5, %r#6 : tensor<f32>
    return %new_w1, %new_b1, %new_w2, %new_b2, %new_n, %loss, %accuracy
      : tensor<16x32xf32>, tensor<32xf32>, tensor<32x10xf32>, tensor<10xf32>, tensor<i64>, tensor<f32>, tensor<f32>
  }
}
