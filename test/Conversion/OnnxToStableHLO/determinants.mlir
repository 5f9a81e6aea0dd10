// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Determinants of matrices.

// One step of the elimination, in which the rows with the greatest number come first.
graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x"], result_names = ["y"]} {
  ^bb0(%x: tensor<2x2xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x2xf32>
    // CHECK: %[[SLICE:.*]] = stablehlo.slice %[[X]] [0:2, 0:1] : (tensor<2x2xf32>) -> tensor<2x1xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[SLICE]] : (tensor<2x1xf32>) -> tensor<2xf32>
    // CHECK: %[[NEGATE:.*]] = stablehlo.negate %[[RESHAPE]] : tensor<2xf32>
    // CHECK: %[[MAXIMUM:.*]] = stablehlo.maximum %[[RESHAPE]], %[[NEGATE]] : tensor<2xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
    // CHECK: %[[REDUCE:.*]] = stablehlo.reduce(%[[MAXIMUM]] init: %[[CONSTANT]]) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[REDUCE]], dims = [] : (tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  EQ, %[[MAXIMUM]], %[[BROADCAST_IN_DIM]] : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    // CHECK: %[[COMPARE_1:.*]] = stablehlo.compare  NE, %[[MAXIMUM]], %[[MAXIMUM]] : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    // CHECK: %[[OR:.*]] = stablehlo.or %[[COMPARE]], %[[COMPARE_1]] : tensor<2xi1>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<2> : tensor<2xi32>
    // CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 0 : tensor<2xi32>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[OR]], %[[IOTA]], %[[CONSTANT_1]] : tensor<2xi1>, tensor<2xi32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<2147483647> : tensor<i32>
    // CHECK: %[[REDUCE_1:.*]] = stablehlo.reduce(%[[SELECT]] init: %[[CONSTANT_2]]) applies stablehlo.minimum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    // CHECK: %[[IOTA_1:.*]] = stablehlo.iota dim = 0 : tensor<2xi32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[REDUCE_1]], dims = [] : (tensor<i32>) -> tensor<2xi32>
    // CHECK: %[[COMPARE_2:.*]] = stablehlo.compare  EQ, %[[IOTA_1]], %[[BROADCAST_IN_DIM_1]] : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[COMPARE_2]], dims = [0] : (tensor<2xi1>) -> tensor<2x2xi1>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x2xf32>
    // CHECK: %[[SELECT_1:.*]] = stablehlo.select %[[BROADCAST_IN_DIM_2]], %[[X]], %[[CONSTANT_3]] : tensor<2x2xi1>, tensor<2x2xf32>
    // CHECK: %[[CONSTANT_4:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[REDUCE_2:.*]] = stablehlo.reduce(%[[SELECT_1]] init: %[[CONSTANT_4]]) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[X]] [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[SLICE_1]] : (tensor<1x2xf32>) -> tensor<2xf32>
    // CHECK: %[[BROADCAST_IN_DIM_3:.*]] = stablehlo.broadcast_in_dim %[[RESHAPE_1]], dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
    // CHECK: %[[SELECT_2:.*]] = stablehlo.select %[[BROADCAST_IN_DIM_2]], %[[BROADCAST_IN_DIM_3]], %[[X]] : tensor<2x2xi1>, tensor<2x2xf32>
    // CHECK: %[[SLICE_2:.*]] = stablehlo.slice %[[SELECT_2]] [1:2, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[SLICE_3:.*]] = stablehlo.slice %[[REDUCE_2]] [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[SLICE_3]] : (tensor<1xf32>) -> tensor<f32>
    // CHECK: %[[CONSTANT_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[COMPARE_3:.*]] = stablehlo.compare  EQ, %[[RESHAPE_2]], %[[CONSTANT_5]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // CHECK: %[[CONSTANT_6:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    // CHECK: %[[SELECT_3:.*]] = stablehlo.select %[[COMPARE_3]], %[[CONSTANT_6]], %[[RESHAPE_2]] : tensor<i1>, tensor<f32>
    // CHECK: %[[SLICE_4:.*]] = stablehlo.slice %[[SLICE_2]] [0:1, 0:1] : (tensor<1x2xf32>) -> tensor<1x1xf32>
    // CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[SLICE_4]] : (tensor<1x1xf32>) -> tensor<1xf32>
    // CHECK: %[[BROADCAST_IN_DIM_4:.*]] = stablehlo.broadcast_in_dim %[[SELECT_3]], dims = [] : (tensor<f32>) -> tensor<1xf32>
    // CHECK: %[[DIVIDE:.*]] = stablehlo.divide %[[RESHAPE_3]], %[[BROADCAST_IN_DIM_4]] : tensor<1xf32>
    // CHECK: %[[SLICE_5:.*]] = stablehlo.slice %[[SLICE_2]] [0:1, 1:2] : (tensor<1x2xf32>) -> tensor<1x1xf32>
    // CHECK: %[[SLICE_6:.*]] = stablehlo.slice %[[REDUCE_2]] [1:2] : (tensor<2xf32>) -> tensor<1xf32>
    // CHECK: %[[BROADCAST_IN_DIM_5:.*]] = stablehlo.broadcast_in_dim %[[SLICE_6]], dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
    // CHECK: %[[BROADCAST_IN_DIM_6:.*]] = stablehlo.broadcast_in_dim %[[DIVIDE]], dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[BROADCAST_IN_DIM_6]], %[[BROADCAST_IN_DIM_5]] : tensor<1x1xf32>
    // CHECK: %[[SUBTRACT:.*]] = stablehlo.subtract %[[SLICE_5]], %[[MULTIPLY]] : tensor<1x1xf32>
    // CHECK: %[[CONSTANT_7:.*]] = stablehlo.constant dense<0> : tensor<i32>
    // CHECK: %[[COMPARE_4:.*]] = stablehlo.compare  EQ, %[[REDUCE_1]], %[[CONSTANT_7]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
    // CHECK: %[[NEGATE_1:.*]] = stablehlo.negate %[[RESHAPE_2]] : tensor<f32>
    // CHECK: %[[SELECT_4:.*]] = stablehlo.select %[[COMPARE_4]], %[[RESHAPE_2]], %[[NEGATE_1]] : tensor<i1>, tensor<f32>
    // CHECK: %[[RESHAPE_4:.*]] = stablehlo.reshape %[[SUBTRACT]] : (tensor<1x1xf32>) -> tensor<f32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[SELECT_4]], %[[RESHAPE_4]] : tensor<f32>
    // CHECK: return %[[MULTIPLY_1]] : tensor<f32>
    %y:2 = graph.node "Det"(%x) name "y" : (tensor<2x2xf32>) -> tensor<*xf32>
    graph.return %y#0 : tensor<*xf32>
  }
}
