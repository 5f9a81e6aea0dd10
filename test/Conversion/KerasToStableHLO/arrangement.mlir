// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// What moves elements of each example.

graph.model keras attributes {framework_version = "2.15.0"} {
  graph.function attributes {arg_names = ["x", "image"]} {
  ^bb0(%x: tensor<2x3x4xf32>, %image: tensor<1x2x2x3xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3x4xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[IMAGE:[^:]*]]: tensor<1x2x2x3xf32> {trainlint.name = "image"
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[X]], dims = [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
    %permute:2 = graph.node "Permute"(%x) name "permute" {dtype = "float32", dims = [2, 1]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[TRANSPOSE]] : (tensor<2x4x3xf32>) -> tensor<2x2x6xf32>
    %reshape:2 = graph.node "Reshape"(%permute#0) name "reshape" {dtype = "float32", target_shape = [2, -1]} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[RESHAPE]] : (tensor<2x2x6xf32>) -> tensor<2x12xf32>
    %flatten:2 = graph.node "Flatten"(%reshape#0) name "flatten" {dtype = "float32"} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[RESHAPE_1]], dims = [0, 2] : (tensor<2x12xf32>) -> tensor<2x3x12xf32>
    %repeat:2 = graph.node "RepeatVector"(%flatten#0) name "repeat" {dtype = "float32", n = 3 : i64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[PAD:.*]] = stablehlo.pad %[[BROADCAST_IN_DIM]], %[[CONSTANT]], low = [0, 1, 0], high = [0, 2, 0], interior = [0, 0, 0] : (tensor<2x3x12xf32>, tensor<f32>) -> tensor<2x6x12xf32>
    %padding:2 = graph.node "ZeroPadding1D"(%repeat#0) name "padding" {dtype = "float32", padding = [1, 2]} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[PAD_1:.*]] = stablehlo.pad %[[PAD]], %[[CONSTANT_1]], low = [0, -2, 0], high = [0, -1, 0], interior = [0, 0, 0] : (tensor<2x6x12xf32>, tensor<f32>) -> tensor<2x3x12xf32>
    %cropping:2 = graph.node "Cropping1D"(%padding#0) name "cropping" {dtype = "float32", cropping = [2, 1]} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[PAD_1]], dims = [0, 1, 3] : (tensor<2x3x12xf32>) -> tensor<2x3x2x12xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[BROADCAST_IN_DIM_1]] : (tensor<2x3x2x12xf32>) -> tensor<2x6x12xf32>
    %up:2 = graph.node "UpSampling1D"(%cropping#0) name "up" {dtype = "float32", size = 2 : i64} : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[IMAGE]], dims = [0, 1, 3, 5] : (tensor<1x2x2x3xf32>) -> tensor<1x2x2x2x3x3xf32>
    // CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[BROADCAST_IN_DIM_2]] : (tensor<1x2x2x2x3x3xf32>) -> tensor<1x4x6x3xf32>
    %larger:2 = graph.node "UpSampling2D"(%image) name "larger" {dtype = "float32", size = [2, 3]} : (tensor<1x2x2x3xf32>) -> tensor<*xf32>
    // CHECK: return %[[RESHAPE_2]], %[[RESHAPE_3]] : tensor<2x6x12xf32>, tensor<1x4x6x3xf32>
    graph.return %up#0, %larger#0 : tensor<*xf32>, tensor<*xf32>
  }
}
