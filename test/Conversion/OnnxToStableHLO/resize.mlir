// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Other sizes: slices and copies of elements, or products with their shares.

graph.model onnx attributes {opsets = {ai.onnx = 19 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["half", "any", "linear", "cropped", "padded"]} {
  ^bb0(%x: tensor<1x2x4xf32>):
    %none = graph.undefined "" : !graph.unknown
    %two = graph.initializer "two"(dense<2> : tensor<1xi64>) : tensor<1xi64>
    %three = graph.initializer "three"(dense<3> : tensor<1xi64>) : tensor<1xi64>
    // CHECK-LABEL: func.func @forward(
    // CHECK: stablehlo.slice %[[X:.*]] [0:1, 0:2, 0:3:2] : (tensor<1x2x4xf32>) -> tensor<1x2x2xf32>
    %half:2 = graph.node "Resize"(%x, %none, %none, %two) name "half" {axes = [2], coordinate_transformation_mode = "asymmetric"} : (tensor<1x2x4xf32>, !graph.unknown, !graph.unknown, tensor<1xi64>) -> tensor<*xf32>
    // CHECK: %[[NEAREST:.*]] = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi64>
    // CHECK: "stablehlo.gather"(%[[X]], %[[NEAREST]])
    %any:2 = graph.node "Resize"(%x, %none, %none, %three) name "any" {axes = [1], nearest_mode = "ceil"} : (tensor<1x2x4xf32>, !graph.unknown, !graph.unknown, tensor<1xi64>) -> tensor<*xf32>
    // CHECK: %[[SHARES:.*]] = stablehlo.constant dense<{{\[\[}}1.000000e+00, 0.000000e+00], [5.000000e-01, 5.000000e-01], [0.000000e+00, 1.000000e+00]]> : tensor<3x2xf32>
    // CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %[[X]], %[[SHARES]], contracting_dims = [1] x [1]
    // CHECK: stablehlo.transpose %[[PRODUCT]], dims = [0, 2, 1] : (tensor<1x4x3xf32>) -> tensor<1x3x4xf32>
    %linear:2 = graph.node "Resize"(%x, %none, %none, %three) name "linear" {axes = [1], mode = "linear", coordinate_transformation_mode = "align_corners"} : (tensor<1x2x4xf32>, !graph.unknown, !graph.unknown, tensor<1xi64>) -> tensor<*xf32>
    %part = graph.initializer "part"(dense<[0.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
    // CHECK: %[[CROPPED:.*]] = stablehlo.slice %[[X]] [0:1, 0:2, 0:4:3]
    // CHECK: %[[OUTSIDE:.*]] = stablehlo.constant dense<7.000000e+00>
    // CHECK: stablehlo.select %{{.*}}, %[[CROPPED]], %[[OUTSIDE]]
    %cropped:2 = graph.node "Resize"(%x, %part, %none, %two) name "cropped" {axes = [2], coordinate_transformation_mode = "tf_crop_and_resize", extrapolation_value = 7.0} : (tensor<1x2x4xf32>, tensor<2xf32>, !graph.unknown, tensor<1xi64>) -> tensor<*xf32>
    %long = graph.initializer "long"(dense<[5, -1]> : tensor<2xi64>) : tensor<2xi64>
    %last = graph.initializer "last"(dense<-1> : tensor<1xi64>) : tensor<1xi64>
    // CHECK: %[[CUT:.*]] = stablehlo.pad %[[X]], %{{.*}}, low = [0, 0, 0], high = [0, 0, -1]
    // CHECK: %[[ROUND:.*]] = stablehlo.constant dense<[1, 2, 0, 1, 2]> : tensor<5xi64>
    // CHECK: %[[FRONT:.*]] = "stablehlo.gather"(%[[CUT]], %[[ROUND]])
    // CHECK: stablehlo.concatenate %[[FRONT]], %[[CUT]], dim = 2
    %padded:2 = graph.node "Pad"(%x, %long, %none, %last) name "padded" {mode = "wrap"} : (tensor<1x2x4xf32>, tensor<2xi64>, !graph.unknown, tensor<1xi64>) -> tensor<*xf32>
    graph.return %half#0, %any#0, %linear#0, %cropped#0, %padded#0 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
