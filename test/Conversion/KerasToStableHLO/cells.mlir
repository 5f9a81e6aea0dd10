// RUN: trainlint-opt %s --graph-to-forward | FileCheck %s

// Cells behind each other, and cells whose products are convolutions: the images of all steps are convolved at once.

graph.model keras attributes {framework_version = "3.6.0"} {
  graph.function attributes {arg_names = ["x", "image"]} {
  ^bb0(%x: tensor<1x2x3xf32>, %image: tensor<1x2x4x1xf32>):
    // CHECK-LABEL: func.func @forward(
    // CHECK-SAME:    %[[STACK_CELL_SIMPLE_RNN_CELL_KERNEL:[^:]*]]: tensor<3x4xf32> {trainlint.name = "stack/cell/simple_rnn_cell/kernel"
    // CHECK-SAME:    %[[STACK_CELL_SIMPLE_RNN_CELL_RECURRENT_KERNEL:[^:]*]]: tensor<4x4xf32> {trainlint.name = "stack/cell/simple_rnn_cell/recurrent_kernel"
    // CHECK-SAME:    %[[STACK_CELL_SIMPLE_RNN_CELL_BIAS:[^:]*]]: tensor<4xf32> {trainlint.name = "stack/cell/simple_rnn_cell/bias"
    // CHECK-SAME:    %[[STACK_CELL_SIMPLE_RNN_CELL_1_KERNEL:[^:]*]]: tensor<4x2xf32> {trainlint.name = "stack/cell/simple_rnn_cell_1/kernel"
    // CHECK-SAME:    %[[STACK_CELL_SIMPLE_RNN_CELL_1_RECURRENT_KERNEL:[^:]*]]: tensor<2x2xf32> {trainlint.name = "stack/cell/simple_rnn_cell_1/recurrent_kernel"
    // CHECK-SAME:    %[[CONV_KERNEL:[^:]*]]: tensor<3x1x8xf32> {trainlint.name = "conv/kernel"
    // CHECK-SAME:    %[[CONV_RECURRENT_KERNEL:[^:]*]]: tensor<3x2x8xf32> {trainlint.name = "conv/recurrent_kernel"
    // CHECK-SAME:    %[[CONV_BIAS:[^:]*]]: tensor<8xf32> {trainlint.name = "conv/bias"
    // CHECK-SAME:    %[[X:[^:]*]]: tensor<1x2x3xf32> {trainlint.name = "x"
    // CHECK-SAME:    %[[IMAGE:[^:]*]]: tensor<1x2x4x1xf32> {trainlint.name = "image"
    // CHECK: %[[DOT_GENERAL:.*]] = stablehlo.dot_general %[[X]], %[[STACK_CELL_SIMPLE_RNN_CELL_KERNEL]], contracting_dims = [2] x [0] : (tensor<1x2x3xf32>, tensor<3x4xf32>) -> tensor<1x2x4xf32>
    // CHECK: %[[BROADCAST_IN_DIM:.*]] = stablehlo.broadcast_in_dim %[[STACK_CELL_SIMPLE_RNN_CELL_BIAS]], dims = [2] : (tensor<4xf32>) -> tensor<1x2x4xf32>
    // CHECK: %[[ADD:.*]] = stablehlo.add %[[DOT_GENERAL]], %[[BROADCAST_IN_DIM]] : tensor<1x2x4xf32>
    // CHECK: %[[CONSTANT:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<1x4xf32>
    // CHECK: %[[CONSTANT_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<1x2xf32>
    // CHECK: %[[SLICE:.*]] = stablehlo.slice %[[ADD]] [0:1, 0:1, 0:4] : (tensor<1x2x4xf32>) -> tensor<1x1x4xf32>
    // CHECK: %[[RESHAPE:.*]] = stablehlo.reshape %[[SLICE]] : (tensor<1x1x4xf32>) -> tensor<1x4xf32>
    // CHECK: %[[DOT_GENERAL_1:.*]] = stablehlo.dot_general %[[CONSTANT]], %[[STACK_CELL_SIMPLE_RNN_CELL_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
    // CHECK: %[[ADD_1:.*]] = stablehlo.add %[[RESHAPE]], %[[DOT_GENERAL_1]] : tensor<1x4xf32>
    // CHECK: %[[TANH:.*]] = stablehlo.tanh %[[ADD_1]] : tensor<1x4xf32>
    // CHECK: %[[RESHAPE_1:.*]] = stablehlo.reshape %[[TANH]] : (tensor<1x4xf32>) -> tensor<1x1x4xf32>
    // CHECK: %[[DOT_GENERAL_2:.*]] = stablehlo.dot_general %[[RESHAPE_1]], %[[STACK_CELL_SIMPLE_RNN_CELL_1_KERNEL]], contracting_dims = [2] x [0] : (tensor<1x1x4xf32>, tensor<4x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[RESHAPE_2:.*]] = stablehlo.reshape %[[DOT_GENERAL_2]] : (tensor<1x1x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[DOT_GENERAL_3:.*]] = stablehlo.dot_general %[[CONSTANT_1]], %[[STACK_CELL_SIMPLE_RNN_CELL_1_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_2:.*]] = stablehlo.add %[[RESHAPE_2]], %[[DOT_GENERAL_3]] : tensor<1x2xf32>
    // CHECK: %[[TANH_1:.*]] = stablehlo.tanh %[[ADD_2]] : tensor<1x2xf32>
    // CHECK: %{{.*}} = stablehlo.reshape %[[TANH_1]] : (tensor<1x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[SLICE_1:.*]] = stablehlo.slice %[[ADD]] [0:1, 1:2, 0:4] : (tensor<1x2x4xf32>) -> tensor<1x1x4xf32>
    // CHECK: %[[RESHAPE_4:.*]] = stablehlo.reshape %[[SLICE_1]] : (tensor<1x1x4xf32>) -> tensor<1x4xf32>
    // CHECK: %[[DOT_GENERAL_4:.*]] = stablehlo.dot_general %[[TANH]], %[[STACK_CELL_SIMPLE_RNN_CELL_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
    // CHECK: %[[ADD_3:.*]] = stablehlo.add %[[RESHAPE_4]], %[[DOT_GENERAL_4]] : tensor<1x4xf32>
    // CHECK: %[[TANH_2:.*]] = stablehlo.tanh %[[ADD_3]] : tensor<1x4xf32>
    // CHECK: %[[RESHAPE_5:.*]] = stablehlo.reshape %[[TANH_2]] : (tensor<1x4xf32>) -> tensor<1x1x4xf32>
    // CHECK: %[[DOT_GENERAL_5:.*]] = stablehlo.dot_general %[[RESHAPE_5]], %[[STACK_CELL_SIMPLE_RNN_CELL_1_KERNEL]], contracting_dims = [2] x [0] : (tensor<1x1x4xf32>, tensor<4x2xf32>) -> tensor<1x1x2xf32>
    // CHECK: %[[RESHAPE_6:.*]] = stablehlo.reshape %[[DOT_GENERAL_5]] : (tensor<1x1x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[DOT_GENERAL_6:.*]] = stablehlo.dot_general %[[TANH_1]], %[[STACK_CELL_SIMPLE_RNN_CELL_1_RECURRENT_KERNEL]], contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    // CHECK: %[[ADD_4:.*]] = stablehlo.add %[[RESHAPE_6]], %[[DOT_GENERAL_6]] : tensor<1x2xf32>
    // CHECK: %[[TANH_3:.*]] = stablehlo.tanh %[[ADD_4]] : tensor<1x2xf32>
    // CHECK: %{{.*}} = stablehlo.reshape %[[TANH_3]] : (tensor<1x2xf32>) -> tensor<1x1x2xf32>
    %stack:2 = graph.node "RNN"(%x) name "stack" {dtype = "float32", cell = {class_name = "StackedRNNCells", config = {dtype = "float32", cells = [{class_name = "SimpleRNNCell", config = {dtype = "float32", units = 4 : i64}}, {class_name = "SimpleRNNCell", config = {dtype = "float32", units = 2 : i64, use_bias = false}}]}}} : (tensor<1x2x3xf32>) -> tensor<*xf32>
    // CHECK: %[[RESHAPE_8:.*]] = stablehlo.reshape %[[IMAGE]] : (tensor<1x2x4x1xf32>) -> tensor<2x4x1xf32>
    // CHECK: %[[CONVOLUTION:.*]] = stablehlo.convolution(%[[RESHAPE_8]], %[[CONV_KERNEL]]) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = {{\[\[}}0, 0]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x1xf32>, tensor<3x1x8xf32>) -> tensor<2x2x8xf32>
    // CHECK: %[[RESHAPE_9:.*]] = stablehlo.reshape %[[CONVOLUTION]] : (tensor<2x2x8xf32>) -> tensor<1x2x2x8xf32>
    // CHECK: %[[BROADCAST_IN_DIM_1:.*]] = stablehlo.broadcast_in_dim %[[CONV_BIAS]], dims = [3] : (tensor<8xf32>) -> tensor<1x2x2x8xf32>
    // CHECK: %[[ADD_5:.*]] = stablehlo.add %[[RESHAPE_9]], %[[BROADCAST_IN_DIM_1]] : tensor<1x2x2x8xf32>
    // CHECK: %[[CONSTANT_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<1x2x2xf32>
    // CHECK: %[[CONSTANT_3:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<1x2x2xf32>
    // CHECK: %[[SLICE_2:.*]] = stablehlo.slice %[[ADD_5]] [0:1, 0:1, 0:2, 0:8] : (tensor<1x2x2x8xf32>) -> tensor<1x1x2x8xf32>
    // CHECK: %[[RESHAPE_10:.*]] = stablehlo.reshape %[[SLICE_2]] : (tensor<1x1x2x8xf32>) -> tensor<1x2x8xf32>
    // CHECK: %[[CONVOLUTION_1:.*]] = stablehlo.convolution(%[[CONSTANT_2]], %[[CONV_RECURRENT_KERNEL]]) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = {{\[\[}}1, 1]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2xf32>, tensor<3x2x8xf32>) -> tensor<1x2x8xf32>
    // CHECK: %[[ADD_6:.*]] = stablehlo.add %[[RESHAPE_10]], %[[CONVOLUTION_1]] : tensor<1x2x8xf32>
    // CHECK: %[[SLICE_3:.*]] = stablehlo.slice %[[ADD_6]] [0:1, 0:2, 0:2] : (tensor<1x2x8xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[LOGISTIC:.*]] = stablehlo.logistic %[[SLICE_3]] : tensor<1x2x2xf32>
    // CHECK: %[[SLICE_4:.*]] = stablehlo.slice %[[ADD_6]] [0:1, 0:2, 2:4] : (tensor<1x2x8xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[LOGISTIC_1:.*]] = stablehlo.logistic %[[SLICE_4]] : tensor<1x2x2xf32>
    // CHECK: %[[SLICE_5:.*]] = stablehlo.slice %[[ADD_6]] [0:1, 0:2, 4:6] : (tensor<1x2x8xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[TANH_4:.*]] = stablehlo.tanh %[[SLICE_5]] : tensor<1x2x2xf32>
    // CHECK: %[[SLICE_6:.*]] = stablehlo.slice %[[ADD_6]] [0:1, 0:2, 6:8] : (tensor<1x2x8xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[LOGISTIC_2:.*]] = stablehlo.logistic %[[SLICE_6]] : tensor<1x2x2xf32>
    // CHECK: %[[MULTIPLY:.*]] = stablehlo.multiply %[[LOGISTIC]], %[[TANH_4]] : tensor<1x2x2xf32>
    // CHECK: %[[MULTIPLY_1:.*]] = stablehlo.multiply %[[LOGISTIC_1]], %[[CONSTANT_3]] : tensor<1x2x2xf32>
    // CHECK: %[[ADD_7:.*]] = stablehlo.add %[[MULTIPLY_1]], %[[MULTIPLY]] : tensor<1x2x2xf32>
    // CHECK: %[[TANH_5:.*]] = stablehlo.tanh %[[ADD_7]] : tensor<1x2x2xf32>
    // CHECK: %[[MULTIPLY_2:.*]] = stablehlo.multiply %[[LOGISTIC_2]], %[[TANH_5]] : tensor<1x2x2xf32>
    // CHECK: %{{.*}} = stablehlo.reshape %[[MULTIPLY_2]] : (tensor<1x2x2xf32>) -> tensor<1x1x2x2xf32>
    // CHECK: %[[SLICE_7:.*]] = stablehlo.slice %[[ADD_5]] [0:1, 1:2, 0:2, 0:8] : (tensor<1x2x2x8xf32>) -> tensor<1x1x2x8xf32>
    // CHECK: %[[RESHAPE_12:.*]] = stablehlo.reshape %[[SLICE_7]] : (tensor<1x1x2x8xf32>) -> tensor<1x2x8xf32>
    // CHECK: %[[CONVOLUTION_2:.*]] = stablehlo.convolution(%[[MULTIPLY_2]], %[[CONV_RECURRENT_KERNEL]]) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = {{\[\[}}1, 1]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2xf32>, tensor<3x2x8xf32>) -> tensor<1x2x8xf32>
    // CHECK: %[[ADD_8:.*]] = stablehlo.add %[[RESHAPE_12]], %[[CONVOLUTION_2]] : tensor<1x2x8xf32>
    // CHECK: %[[SLICE_8:.*]] = stablehlo.slice %[[ADD_8]] [0:1, 0:2, 0:2] : (tensor<1x2x8xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[LOGISTIC_3:.*]] = stablehlo.logistic %[[SLICE_8]] : tensor<1x2x2xf32>
    // CHECK: %[[SLICE_9:.*]] = stablehlo.slice %[[ADD_8]] [0:1, 0:2, 2:4] : (tensor<1x2x8xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[LOGISTIC_4:.*]] = stablehlo.logistic %[[SLICE_9]] : tensor<1x2x2xf32>
    // CHECK: %[[SLICE_10:.*]] = stablehlo.slice %[[ADD_8]] [0:1, 0:2, 4:6] : (tensor<1x2x8xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[TANH_6:.*]] = stablehlo.tanh %[[SLICE_10]] : tensor<1x2x2xf32>
    // CHECK: %[[SLICE_11:.*]] = stablehlo.slice %[[ADD_8]] [0:1, 0:2, 6:8] : (tensor<1x2x8xf32>) -> tensor<1x2x2xf32>
    // CHECK: %[[LOGISTIC_5:.*]] = stablehlo.logistic %[[SLICE_11]] : tensor<1x2x2xf32>
    // CHECK: %[[MULTIPLY_3:.*]] = stablehlo.multiply %[[LOGISTIC_3]], %[[TANH_6]] : tensor<1x2x2xf32>
    // CHECK: %[[MULTIPLY_4:.*]] = stablehlo.multiply %[[LOGISTIC_4]], %[[ADD_7]] : tensor<1x2x2xf32>
    // CHECK: %[[ADD_9:.*]] = stablehlo.add %[[MULTIPLY_4]], %[[MULTIPLY_3]] : tensor<1x2x2xf32>
    // CHECK: %[[TANH_7:.*]] = stablehlo.tanh %[[ADD_9]] : tensor<1x2x2xf32>
    // CHECK: %[[MULTIPLY_5:.*]] = stablehlo.multiply %[[LOGISTIC_5]], %[[TANH_7]] : tensor<1x2x2xf32>
    // CHECK: %{{.*}} = stablehlo.reshape %[[MULTIPLY_5]] : (tensor<1x2x2xf32>) -> tensor<1x1x2x2xf32>
    %conv:2 = graph.node "ConvLSTM1D"(%image) name "conv" {dtype = "float32", filters = 2 : i64, kernel_size = [3]} : (tensor<1x2x4x1xf32>) -> tensor<*xf32>
    // CHECK: return %[[TANH_3]], %[[MULTIPLY_5]] : tensor<1x2xf32>, tensor<1x2x2xf32>
    graph.return %stack#0, %conv#0 : tensor<*xf32>, tensor<*xf32>
  }
}
