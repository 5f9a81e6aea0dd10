// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// What moves elements. Shapes, axes and places are numbers that are known.

graph.model onnx attributes {opsets = {ai.onnx = 17 : i64}} {
  graph.function attributes {arg_names = ["x", "numbers"], result_names = ["reshape", "backwards", "gather"]} {
  ^bb0(%x: tensor<2x3x4xf32>, %numbers: tensor<2xi64>):
    %shape = graph.initializer "shape"(dense<[0, -1]> : tensor<2xi64>) : tensor<2xi64>

    // 0 is the size that the input has there.
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<2x3x4xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[NUMBERS:[^:]*]]: tensor<2xi64> {trainlint.name = "numbers"
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[X]] : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
    %reshape:2 = graph.node "Reshape"(%x, %shape) name "reshape" : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[X]] : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
    %flatten:2 = graph.node "Flatten"(%x) name "flatten" {axis = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[TRANSPOSE:.*]] = stablehlo.transpose %[[X]], dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
    %transpose:2 = graph.node "Transpose"(%x) name "transpose" {perm = [2, 0, 1]} : (tensor<2x3x4xf32>) -> tensor<*xf32>
    // CHECK: %[[TRANSPOSE_1:.*]] = stablehlo.transpose %[[TRANSPOSE]], dims = [2, 1, 0] : (tensor<4x2x3xf32>) -> tensor<3x2x4xf32>
    %backwards:2 = graph.node "Transpose"(%transpose#0) name "backwards" : (tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %[[CONCATENATE:.*]] = stablehlo.concatenate %[[RESHAPE_1]], %[[RESHAPE_1]], dim = 1 : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x8xf32>
    %concat:2 = graph.node "Concat"(%flatten#0, %flatten#0) name "concat" {axis = 1 : i64} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    // CHECK: %{{.*}} = stablehlo.slice %[[CONCATENATE]] [0:6, 0:4] : (tensor<6x8xf32>) -> tensor<6x4xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[CONCATENATE]] [0:6, 4:8] : (tensor<6x8xf32>) -> tensor<6x4xf32>
    %split:3 = graph.node "Split"(%concat#0) name "split" {axis = -1 : i64} : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)

    // Negative steps go backwards; places beyond the end are the end.
    %starts = graph.initializer "starts"(dense<[-1, 2]> : tensor<2xi64>) : tensor<2xi64>
    %ends = graph.initializer "ends"(dense<[-9, 9]> : tensor<2xi64>) : tensor<2xi64>
    %axes = graph.initializer "axes"(dense<[0, 1]> : tensor<2xi64>) : tensor<2xi64>
    %steps = graph.initializer "steps"(dense<[-2, 1]> : tensor<2xi64>) : tensor<2xi64>
    // CHECK: %[[REVERSE:.*]] = stablehlo.reverse %[[SLICE_1]], dims = [0] : tensor<6x4xf32>
    // CHECK: %[[SLICE_2:.*]] = stablehlo.slice %[[REVERSE]] [0:6:2, 2:4] : (tensor<6x4xf32>) -> tensor<3x2xf32>
    %slice:2 = graph.node "Slice"(%split#1, %starts, %ends, %axes, %steps) name "slice" : (tensor<*xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
    %front = graph.initializer "front"(dense<[0, -1]> : tensor<2xi64>) : tensor<2xi64>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[SLICE_2]] : (tensor<3x2xf32>) -> tensor<1x3x2x1xf32>
    %unsqueeze:2 = graph.node "Unsqueeze"(%slice#0, %front) name "unsqueeze" : (tensor<*xf32>, tensor<2xi64>) -> tensor<*xf32>
    %last = graph.initializer "last"(dense<-1> : tensor<1xi64>) : tensor<1xi64>
    // CHECK: %[[RESHAPE_3:.*]] = stablehlo.reshape %[[RESHAPE_2]] : (tensor<1x3x2x1xf32>) -> tensor<1x3x2xf32>
    %squeeze:2 = graph.node "Squeeze"(%unsqueeze#0, %last) name "squeeze" : (tensor<*xf32>, tensor<1xi64>) -> tensor<*xf32>
    %large = graph.initializer "large"(dense<[5, 1, 2]> : tensor<3xi64>) : tensor<3xi64>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[RESHAPE_3]], dims = [0, 1, 2] : (tensor<1x3x2xf32>) -> tensor<5x3x2xf32>
    %expand:2 = graph.node "Expand"(%squeeze#0, %large) name "expand" : (tensor<*xf32>, tensor<3xi64>) -> tensor<*xf32>
    %pads = graph.initializer "pads"(dense<[0, 1, 0, 0, 0, 2]> : tensor<6xi64>) : tensor<6xi64>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    // CHECK: %[[PAD:.*]] = stablehlo.pad %[[BROADCAST_IN_DIM]], %[[CONSTANT]], low = [0, 1, 0], high = [0, 0, 2], interior = [0, 0, 0] : (tensor<5x3x2xf32>, tensor<f32>) -> tensor<5x4x4xf32>
    %pad:2 = graph.node "Pad"(%expand#0, %pads) name "pad" : (tensor<*xf32>, tensor<6xi64>) -> tensor<*xf32>

    // Reflected edges are slices that are turned around.
    %edges = graph.initializer "edges"(dense<[0, 0, 1, 0, 0, 2]> : tensor<6xi64>) : tensor<6xi64>
    // CHECK: %[[SLICE_3:.*]] = stablehlo.slice %[[PAD]] [0:5, 0:4, 1:2] : (tensor<5x4x4xf32>) -> tensor<5x4x1xf32>
    // CHECK: %[[SLICE_4:.*]] = stablehlo.slice %[[PAD]] [0:5, 0:4, 1:3] : (tensor<5x4x4xf32>) -> tensor<5x4x2xf32>
    // CHECK: %[[REVERSE_2:.*]] = stablehlo.reverse %[[SLICE_4]], dims = [2] : tensor<5x4x2xf32>
    // CHECK: %[[CONCATENATE_1:.*]] = stablehlo.concatenate %[[SLICE_3]], %[[PAD]], %[[REVERSE_2]], dim = 2 : (tensor<5x4x1xf32>, tensor<5x4x4xf32>, tensor<5x4x2xf32>) -> tensor<5x4x7xf32>
    %reflect:2 = graph.node "Pad"(%pad#0, %edges) name "reflect" {mode = "reflect"} : (tensor<*xf32>, tensor<6xi64>) -> tensor<*xf32>
    // CHECK: %[[SLICE_5:.*]] = stablehlo.slice %[[CONCATENATE_1]] [0:5, 0:4, 0:1] : (tensor<5x4x7xf32>) -> tensor<5x4x1xf32>
    // CHECK: %[[SLICE_6:.*]] = stablehlo.slice %[[CONCATENATE_1]] [0:5, 0:4, 6:7] : (tensor<5x4x7xf32>) -> tensor<5x4x1xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[SLICE_6]], dims = [0, 1, 2] : (tensor<5x4x1xf32>) -> tensor<5x4x2xf32>
    // CHECK: %[[CONCATENATE_2:.*]] = stablehlo.concatenate %[[SLICE_5]], %[[CONCATENATE_1]], %[[BROADCAST_IN_DIM_1]], dim = 2 : (tensor<5x4x1xf32>, tensor<5x4x7xf32>, tensor<5x4x2xf32>) -> tensor<5x4x10xf32>
    %edge:2 = graph.node "Pad"(%reflect#0, %edges) name "edge" {mode = "edge"} : (tensor<*xf32>, tensor<6xi64>) -> tensor<*xf32>
    %times = graph.initializer "times"(dense<[1, 2, 1]> : tensor<3xi64>) : tensor<3xi64>
    // CHECK: %[[BROADCAST_IN_DIM_2:.*]] = stablehlo.broadcast_in_dim %[[CONCATENATE_2]], dims = [0, 2, 3] : (tensor<5x4x10xf32>) -> tensor<5x2x4x10xf32>
    // CHECK: %[[RESHAPE_4:.*]] = stablehlo.reshape %[[BROADCAST_IN_DIM_2]] : (tensor<5x2x4x10xf32>) -> tensor<5x8x10xf32>
    %tile:2 = graph.node "Tile"(%edge#0, %times) name "tile" : (tensor<*xf32>, tensor<3xi64>) -> tensor<*xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0> : tensor<2xi64>
    // CHECK: %[[COMPARE:.*]] = stablehlo.compare  LT, %[[NUMBERS]], %[[CONSTANT_1]] : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<8> : tensor<2xi64>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[NUMBERS]], %[[CONSTANT_2]] : tensor<2xi64>
    // CHECK: %[[SELECT:.*]] = stablehlo.select %[[COMPARE]], %[[ADD]], %[[NUMBERS]] : tensor<2xi1>, tensor<2xi64>
    // CHECK: %[[GATHER:.*]] = "stablehlo.gather"(%[[RESHAPE_4]], %[[SELECT]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 5, 1, 10>}> : (tensor<5x8x10xf32>, tensor<2xi64>) -> tensor<5x2x10xf32>
    %gather:2 = graph.node "Gather"(%tile#0, %numbers) name "gather" {axis = 1 : i64} : (tensor<*xf32>, tensor<2xi64>) -> tensor<*xf32>
    // CHECK: return %[[RESHAPE]], %[[TRANSPOSE_1]], %[[GATHER]] : tensor<2x12xf32>, tensor<3x2x4xf32>, tensor<5x2x10xf32>
    graph.return %reshape#0, %backwards#0, %gather#0 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  }
}
