// RUN: trainlint-opt %s --split-input-file --stablehlo-shard-state=smallest=4 | FileCheck %s
// RUN: trainlint-opt %s --split-input-file --stablehlo-shard-state | FileCheck %s --check-prefix=SMALL
// RUN: trainlint-opt %s --split-input-file --stablehlo-shard-state="smallest=4 whole=m" | FileCheck %s --check-prefix=WHOLE

// SMALL-NOT: reduce_scatter
// WHOLE-NOT: reduce_scatter

// Gradients of which only parts are needed are scattered, what is left of the sum stays one, and the parameter is
// brought together. Rows that two replicas share evenly are cut between rows.
// CHECK-LABEL: @momentum
// CHECK: func.func @main(%[[W:.*]]: tensor<4x3xf32> {tf.aliasing_output = 0
// CHECK-SAME: %[[M:.*]]: tensor<2x3xf32> {tf.aliasing_output = 1 : i32, trainlint.name = "m", trainlint.role = "state", trainlint.whole = tensor<4x3xf32>}
// CHECK-SAME: -> (tensor<4x3xf32> {trainlint.name = "w", trainlint.role = "state"}, tensor<2x3xf32> {trainlint.name = "m", trainlint.role = "state", trainlint.whole = tensor<4x3xf32>}
// CHECK: %[[REPLICA:.*]] = stablehlo.replica_id
// CHECK: %[[NUMBER:.*]] = stablehlo.convert %[[REPLICA]]
// CHECK: %[[ROW:.*]] = stablehlo.multiply %[[NUMBER]]
// CHECK: %[[G:.*]] = stablehlo.multiply
// CHECK: %[[PART:.*]] = "stablehlo.reduce_scatter"(%[[G]]) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}>
// CHECK: (tensor<4x3xf32>) -> tensor<2x3xf32>
// CHECK: %[[LOSS:.*]] = "stablehlo.all_reduce"(%{{[^,]*}})
// CHECK: %[[DECAYED:.*]] = stablehlo.multiply %[[M]], %{{.*}} : tensor<2x3xf32>
// CHECK: %[[NEW:.*]] = stablehlo.add %[[DECAYED]], %[[PART]] : tensor<2x3xf32>
// CHECK: %[[OLD:.*]] = stablehlo.dynamic_slice %[[W]], %[[ROW]], %{{.*}}, sizes = [2, 3]
// CHECK: %[[CHANGED:.*]] = stablehlo.subtract %[[OLD]], %[[NEW]] : tensor<2x3xf32>
// CHECK: %[[ALL:.*]] = "stablehlo.all_gather"(%[[CHANGED]]) <{all_gather_dim = 0
// CHECK: return %[[ALL]], %[[NEW]], %[[LOSS]]
module @momentum attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 1 : i32} {
  func.func @main(%w: tensor<4x3xf32> {trainlint.role = "state", trainlint.name = "w", tf.aliasing_output = 0 : i32},
                  %m: tensor<4x3xf32> {trainlint.role = "state", trainlint.name = "m", tf.aliasing_output = 1 : i32},
                  %x: tensor<4x3xf32> {trainlint.role = "input", trainlint.name = "x"})
      -> (tensor<4x3xf32> {trainlint.role = "state", trainlint.name = "w"},
          tensor<4x3xf32> {trainlint.role = "state", trainlint.name = "m"},
          tensor<f32> {trainlint.role = "metric", trainlint.name = "loss"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %decay = stablehlo.constant dense<0.9> : tensor<4x3xf32>
    %g = stablehlo.multiply %w, %x : tensor<4x3xf32>
    %own = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
    %sums:2 = "stablehlo.all_reduce"(%g, %own) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>)
    %decayed = stablehlo.multiply %m, %decay : tensor<4x3xf32>
    %new = stablehlo.add %decayed, %sums#0 : tensor<4x3xf32>
    %changed = stablehlo.subtract %w, %new : tensor<4x3xf32>
    return %changed, %new, %sums#1 : tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>
  }
}

// -----

// Others are cut between elements, and filled up. What a norm needs is brought together, and a sum of which somebody
// needs all stays one.
// CHECK-LABEL: @trust
// CHECK: %{{.*}}: tensor<5xf32> {tf.aliasing_output = 1 : i32, trainlint.name = "m"
// CHECK: %[[SUM:.*]] = "stablehlo.all_reduce"
// CHECK: %[[NORM:.*]] = stablehlo.reduce(%[[SUM]]
// CHECK: %[[FLAT:.*]] = stablehlo.reshape %[[SUM]] : (tensor<3x3xf32>) -> tensor<9xf32>
// CHECK: %[[FILLED:.*]] = stablehlo.pad %[[FLAT]], %{{.*}}, low = [0], high = [1], interior = [0]
// CHECK: stablehlo.dynamic_slice %[[FILLED]], %{{.*}}, sizes = [5]
// CHECK: %[[NEW:.*]] = stablehlo.add
// CHECK: %[[LINE:.*]] = "stablehlo.all_gather"(%[[NEW]])
// CHECK: %[[CUT:.*]] = stablehlo.slice %[[LINE]] [0:9]
// CHECK: %[[ALL:.*]] = stablehlo.reshape %[[CUT]] : (tensor<9xf32>) -> tensor<3x3xf32>
// CHECK: %[[OWN:.*]] = stablehlo.reduce(%[[ALL]]
// CHECK: %[[RATIO:.*]] = stablehlo.divide %[[NORM]], %[[OWN]]
// CHECK: stablehlo.broadcast_in_dim %[[RATIO]], dims = [] : (tensor<f32>) -> tensor<5xf32>
module @trust attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%w: tensor<3x3xf32> {trainlint.role = "state", trainlint.name = "w", tf.aliasing_output = 0 : i32},
                  %m: tensor<3x3xf32> {trainlint.role = "state", trainlint.name = "m", tf.aliasing_output = 1 : i32},
                  %x: tensor<3x3xf32> {trainlint.role = "input", trainlint.name = "x"})
      -> (tensor<3x3xf32> {trainlint.role = "state", trainlint.name = "w"},
          tensor<3x3xf32> {trainlint.role = "state", trainlint.name = "m"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %g = stablehlo.multiply %w, %x : tensor<3x3xf32>
    %sum = "stablehlo.all_reduce"(%g) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) : (tensor<3x3xf32>) -> tensor<3x3xf32>
    %norm = stablehlo.reduce(%sum init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
    %new = stablehlo.add %m, %sum : tensor<3x3xf32>
    %own = stablehlo.reduce(%new init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
    %ratio = stablehlo.divide %norm, %own : tensor<f32>
    %ratios = stablehlo.broadcast_in_dim %ratio, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %change = stablehlo.multiply %new, %ratios : tensor<3x3xf32>
    %changed = stablehlo.subtract %w, %change : tensor<3x3xf32>
    return %changed, %new : tensor<3x3xf32>, tensor<3x3xf32>
  }
}

// -----

// A state that the batch of one replica changes is another one on each, and one that gradients depend on is needed
// wholly; so is one that is not used element by element.
// CHECK-LABEL: @whole
// CHECK-NOT: trainlint.whole
// CHECK-NOT: reduce_scatter
module @whole attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%own: tensor<4x4xf32> {trainlint.role = "state", trainlint.name = "own", tf.aliasing_output = 0 : i32},
                  %used: tensor<4x4xf32> {trainlint.role = "state", trainlint.name = "used", tf.aliasing_output = 1 : i32},
                  %turned: tensor<4x4xf32> {trainlint.role = "state", trainlint.name = "turned", tf.aliasing_output = 2 : i32},
                  %x: tensor<4x4xf32> {trainlint.role = "input", trainlint.name = "x"})
      -> (tensor<4x4xf32> {trainlint.role = "state", trainlint.name = "own"},
          tensor<4x4xf32> {trainlint.role = "state", trainlint.name = "used"},
          tensor<4x4xf32> {trainlint.role = "state", trainlint.name = "turned"}) {
    %new_own = stablehlo.add %own, %x : tensor<4x4xf32>
    %g = stablehlo.multiply %used, %x : tensor<4x4xf32>
    %sum = "stablehlo.all_reduce"(%g) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %new_used = stablehlo.add %used, %sum : tensor<4x4xf32>
    %other = stablehlo.transpose %turned, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %new_turned = stablehlo.add %other, %sum : tensor<4x4xf32>
    return %new_own, %new_used, %new_turned : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  }
}
