// Convolutions; in each operand alone they are linear.
func.func @plain(%x: tensor<2x5x4x3xf64>, %y: tensor<3x2x3x4xf64>) -> tensor<2x3x3x4xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x4x3xf64>, tensor<3x2x3x4xf64>) -> tensor<2x3x3x4xf64>
  return %0 : tensor<2x3x3x4xf64>
}
func.func @same(%x: tensor<2x4x5x2xf64>, %y: tensor<3x3x2x3xf64>) -> tensor<2x4x5x3xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x5x2xf64>, tensor<3x3x2x3xf64>) -> tensor<2x4x5x3xf64>
  return %0 : tensor<2x4x5x3xf64>
}
func.func @strides(%x: tensor<2x7x6x2xf64>, %y: tensor<3x2x2x3xf64>) -> tensor<2x3x3x3xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3], pad = [[1, 0], [0, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x7x6x2xf64>, tensor<3x2x2x3xf64>) -> tensor<2x3x3x3xf64>
  return %0 : tensor<2x3x3x3xf64>
}
func.func @strides_that_leave_rows(%x: tensor<1x8x8x2xf64>, %y: tensor<3x3x2x2xf64>) -> tensor<1x2x3x2xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [3, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x2xf64>, tensor<3x3x2x2xf64>) -> tensor<1x2x3x2xf64>
  return %0 : tensor<1x2x3x2xf64>
}
func.func @dilated_kernel(%x: tensor<1x9x8x2xf64>, %y: tensor<3x2x2x3xf64>) -> tensor<1x4x7x3xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[2, 1], [1, 1]], rhs_dilate = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x8x2xf64>, tensor<3x2x2x3xf64>) -> tensor<1x4x7x3xf64>
  return %0 : tensor<1x4x7x3xf64>
}
func.func @dilated_input(%x: tensor<1x4x3x2xf64>, %y: tensor<3x2x2x3xf64>) -> tensor<1x9x4x3xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[2, 2], [1, 0]], lhs_dilate = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x3x2xf64>, tensor<3x2x2x3xf64>) -> tensor<1x9x4x3xf64>
  return %0 : tensor<1x9x4x3xf64>
}
func.func @all_dilated(%x: tensor<1x5x4x2xf64>, %y: tensor<3x2x2x2xf64>) -> tensor<1x5x4x2xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3], pad = [[3, 1], [2, 2]], lhs_dilate = [2, 3], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4x2xf64>, tensor<3x2x2x2xf64>) -> tensor<1x5x4x2xf64>
  return %0 : tensor<1x5x4x2xf64>
}
func.func @negative_padding(%x: tensor<1x7x6x2xf64>, %y: tensor<3x2x2x2xf64>) -> tensor<1x4x2x2xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[-1, 0], [-1, -1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x6x2xf64>, tensor<3x2x2x2xf64>) -> tensor<1x4x2x2xf64>
  return %0 : tensor<1x4x2x2xf64>
}
func.func @reversed(%x: tensor<1x5x5x2xf64>, %y: tensor<3x2x2x3xf64>) -> tensor<1x3x5x3xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 1]], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x2xf64>, tensor<3x2x2x3xf64>) -> tensor<1x3x5x3xf64>
  return %0 : tensor<1x3x5x3xf64>
}
func.func @feature_groups(%x: tensor<2x5x4x4xf64>, %y: tensor<3x2x2x6xf64>) -> tensor<2x3x3x6xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x5x4x4xf64>, tensor<3x2x2x6xf64>) -> tensor<2x3x3x6xf64>
  return %0 : tensor<2x3x3x6xf64>
}
func.func @depthwise(%x: tensor<1x5x5x3xf64>, %y: tensor<3x3x1x6xf64>) -> tensor<1x3x3x6xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x5x5x3xf64>, tensor<3x3x1x6xf64>) -> tensor<1x3x3x6xf64>
  return %0 : tensor<1x3x3x6xf64>
}
func.func @batch_groups(%x: tensor<4x5x4x3xf64>, %y: tensor<3x2x3x6xf64>) -> tensor<2x4x2x6xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[0, 1], [1, 0]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x5x4x3xf64>, tensor<3x2x3x6xf64>) -> tensor<2x4x2x6xf64>
  return %0 : tensor<2x4x2x6xf64>
}
func.func @channels_first(%x: tensor<2x4x5x5xf64>, %y: tensor<4x2x3x3xf64>) -> tensor<2x4x3x3xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x4x5x5xf64>, tensor<4x2x3x3xf64>) -> tensor<2x4x3x3xf64>
  return %0 : tensor<2x4x3x3xf64>
}
func.func @other_layouts(%x: tensor<5x4x4x4xf64>, %y: tensor<4x2x6x3xf64>) -> tensor<6x3x2x7xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [0, f, 1, b]x[i, 1, o, 0]->[f, 0, b, 1], window = {stride = [2, 1], pad = [[1, 1], [1, 0]], lhs_dilate = [1, 2]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<5x4x4x4xf64>, tensor<4x2x6x3xf64>) -> tensor<6x3x2x7xf64>
  return %0 : tensor<6x3x2x7xf64>
}
func.func @groups_in_other_layouts(%x: tensor<5x4x4x3xf64>, %y: tensor<6x2x2x3xf64>) -> tensor<6x3x3x3xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [0, f, 1, b]x[o, 1, i, 0]->[f, 0, b, 1], window = {stride = [2, 1], pad = [[1, 1], [1, 0]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<5x4x4x3xf64>, tensor<6x2x2x3xf64>) -> tensor<6x3x3x3xf64>
  return %0 : tensor<6x3x3x3xf64>
}
func.func @one_dimension(%x: tensor<2x6x3xf64>, %y: tensor<3x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x3xf64>, tensor<3x3x2xf64>) -> tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}
func.func @three_dimensions(%x: tensor<1x4x3x3x2xf64>, %y: tensor<2x2x1x2x2xf64>) -> tensor<1x2x3x3x2xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [2, 1, 1], pad = [[1, 0], [0, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x3x3x2xf64>, tensor<2x2x1x2x2xf64>) -> tensor<1x2x3x3x2xf64>
  return %0 : tensor<1x2x3x3x2xf64>
}
func.func @one_by_one(%x: tensor<2x3x3x3xf64>, %y: tensor<1x1x3x4xf64>) -> tensor<2x2x2x4xf64> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x3x3xf64>, tensor<1x1x3x4xf64>) -> tensor<2x2x2x4xf64>
  return %0 : tensor<2x2x2x4xf64>
}
