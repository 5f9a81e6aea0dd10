// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// An LSTM backwards with all that the standard has: lengths that data gives, peepholes, gates that
// are coupled, functions with numbers, and batches that come first.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x", "lengths"], result_names = ["y", "c"]} {
  ^bb0(%x: tensor<3x1x2xf32>, %lengths: tensor<3xi32>):
    %none = graph.undefined "" : !graph.unknown
    %w = graph.initializer "w"(dense<0.5> : tensor<1x16x2xf32>) : tensor<1x16x2xf32>
    %r = graph.initializer "r"(dense<0.5> : tensor<1x16x4xf32>) : tensor<1x16x4xf32>
    %p = graph.initializer "p"(dense<0.5> : tensor<1x12xf32>) : tensor<1x12xf32>
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<3x1x2xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[LENGTHS:[^:]*]]: tensor<3xi32> {trainlint.name = "lengths"
    // CHECK: stablehlo.transpose %[[X]], dims = [1, 0, 2] : (tensor<3x1x2xf32>) -> tensor<1x3x2xf32>
    // The input gate sees the cell, is clipped, and is what is not forgotten.
    // CHECK: stablehlo.slice %[[P:.*]] [0:4] : (tensor<12xf32>) -> tensor<4xf32>
    // CHECK: stablehlo.constant dense<-7.500000e-01>
    // CHECK: %[[TAKEN:.*]] = stablehlo.logistic
    // CHECK: %[[LEFT:.*]] = stablehlo.subtract %{{.*}}, %[[TAKEN]]
    // CHECK: stablehlo.multiply %[[LEFT]], %[[OLD:.*]] : tensor<3x4xf32>
    // CHECK: %[[NEW:.*]] = stablehlo.add
    // CHECK: stablehlo.slice %[[P]] [4:8]
    // CHECK: stablehlo.logistic
    // CHECK: %[[OUTPUT:.*]] = stablehlo.multiply %{{.*}}, %{{.*}} : tensor<3x4xf32>
    // CHECK: %[[HOLDS:.*]] = stablehlo.compare GT, %[[LENGTHS]],
    // CHECK: %[[WITHIN:.*]] = stablehlo.broadcast_in_dim %[[HOLDS]], dims = [0] : (tensor<3xi1>) -> tensor<3x4xi1>
    // CHECK: stablehlo.select %[[WITHIN]], %[[OUTPUT]], %{{.*}}
    // CHECK: %[[LAST:.*]] = stablehlo.select %[[WITHIN]], %[[NEW]], %[[OLD]]
    // CHECK: %[[STATE:.*]] = stablehlo.reshape %[[LAST]] : (tensor<3x4xf32>) -> tensor<1x3x4xf32>
    // CHECK: %[[Y:.*]] = stablehlo.transpose %{{.*}}, dims = [2, 0, 1, 3] : (tensor<1x1x3x4xf32>) -> tensor<3x1x1x4xf32>
    // CHECK: %[[C:.*]] = stablehlo.transpose %[[STATE]], dims = [1, 0, 2] : (tensor<1x3x4xf32>) -> tensor<3x1x4xf32>
    // CHECK: return %[[Y]], %[[C]]
    %lstm:4 = graph.node "LSTM"(%x, %w, %r, %none, %lengths, %none, %none, %p) name "lstm" {direction = "reverse", layout = 1 : i64, input_forget = 1 : i64, clip = 0.75 : f32, activations = ["Sigmoid", "ScaledTanh", "Softsign"], activation_alpha = [1.5 : f32], activation_beta = [0.5 : f32]} : (tensor<3x1x2xf32>, tensor<1x16x2xf32>, tensor<1x16x4xf32>, !graph.unknown, tensor<3xi32>, !graph.unknown, !graph.unknown, tensor<1x12xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
    graph.return %lstm#0, %lstm#2 : tensor<*xf32>, tensor<*xf32>
  }
}
