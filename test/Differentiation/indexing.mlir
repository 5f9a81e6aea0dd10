// RUN: trainlint-opt %s "--pass-pipeline=builtin.module(stablehlo-differentiate{function=dynamic_slice,dynamic_update_slice,embedding,scatter,sort},stablehlo-canonicalize)" | FileCheck %s

// Computed places and sorting. Each function is followed by its gradients.

func.func @dynamic_slice(%x: tensor<6xf32>, %i: tensor<i32>, %y: tensor<2xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<6xf32>, tensor<i32>) -> tensor<2xf32>
  %r = stablehlo.multiply %a, %y : tensor<2xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @dynamic_slice_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<6xf32>, %[[ARG1:[^ ,:)]+]]: tensor<i32>, %[[ARG2:[^ ,:)]+]]: tensor<2xf32>) -> (tensor<f32>, tensor<6xf32>, tensor<2xf32>) {
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<6xf32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.dynamic_slice %[[ARG0]], %[[ARG1]], sizes = [2] : (tensor<6xf32>, tensor<i32>) -> tensor<2xf32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.multiply %[[V5]], %[[ARG2]] : tensor<2xf32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.reduce(%[[V6]] init: %[[V4]]) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.dynamic_update_slice %[[V3]], %[[ARG2]], %[[ARG1]] : (tensor<6xf32>, tensor<2xf32>, tensor<i32>) -> tensor<6xf32>
// CHECK-NEXT:    return %[[V7]], %[[V8]], %[[V5]] : tensor<f32>, tensor<6xf32>, tensor<2xf32>
// CHECK-NEXT:  }

func.func @dynamic_update_slice(%x: tensor<6xf32>, %u: tensor<2xf32>, %i: tensor<i32>, %y: tensor<6xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<6xf32>, tensor<2xf32>, tensor<i32>) -> tensor<6xf32>
  %r = stablehlo.multiply %a, %y : tensor<6xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @dynamic_update_slice_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<6xf32>, %[[ARG1:[^ ,:)]+]]: tensor<2xf32>, %[[ARG2:[^ ,:)]+]]: tensor<i32>, %[[ARG3:[^ ,:)]+]]: tensor<6xf32>) -> (tensor<f32>, tensor<6xf32>, tensor<2xf32>, tensor<6xf32>) {
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.dynamic_update_slice %[[ARG0]], %[[ARG1]], %[[ARG2]] : (tensor<6xf32>, tensor<2xf32>, tensor<i32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.multiply %[[V6]], %[[ARG3]] : tensor<6xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.reduce(%[[V7]] init: %[[V5]]) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.dynamic_update_slice %[[ARG3]], %[[V4]], %[[ARG2]] : (tensor<6xf32>, tensor<2xf32>, tensor<i32>) -> tensor<6xf32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.dynamic_slice %[[ARG3]], %[[ARG2]], sizes = [2] : (tensor<6xf32>, tensor<i32>) -> tensor<2xf32>
// CHECK-NEXT:    return %[[V8]], %[[V9]], %[[V10]], %[[V6]] : tensor<f32>, tensor<6xf32>, tensor<2xf32>, tensor<6xf32>
// CHECK-NEXT:  }

func.func @embedding(%x: tensor<5x3xf32>, %i: tensor<4xi32>, %y: tensor<4x3xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<5x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  %r = stablehlo.multiply %a, %y : tensor<4x3xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @embedding_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<5x3xf32>, %[[ARG1:[^ ,:)]+]]: tensor<4xi32>, %[[ARG2:[^ ,:)]+]]: tensor<4x3xf32>) -> (tensor<f32>, tensor<5x3xf32>, tensor<4x3xf32>) {
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.constant dense<4> : tensor<4xi32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<5x3xf32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = "stablehlo.gather"(%[[ARG0]], %[[ARG1]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.multiply %[[V7]], %[[ARG2]] : tensor<4x3xf32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = stablehlo.reduce(%[[V8]] init: %[[V6]]) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.clamp %[[V5]], %[[ARG1]], %[[V3]] : tensor<4xi32>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = "stablehlo.scatter"(%[[V4]], %[[V10]], %[[ARG2]]) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
// CHECK-NEXT:    ^bb0(%[[ARG3:[^ ,:)]+]]: tensor<f32>, %[[ARG4:[^ ,:)]+]]: tensor<f32>):
// CHECK-NEXT:      %[[V14:[^ ,:)]+]] = stablehlo.add %[[ARG3]], %[[ARG4]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V14]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<5x3xf32>, tensor<4xi32>, tensor<4x3xf32>) -> tensor<5x3xf32>
// CHECK-NEXT:    return %[[V9]], %[[V11]], %[[V7]] : tensor<f32>, tensor<5x3xf32>, tensor<4x3xf32>
// CHECK-NEXT:  }

func.func @scatter(%x: tensor<5xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>, %y: tensor<5xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    %d = stablehlo.add %b, %c : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<5xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<5xf32>
  %r = stablehlo.multiply %a, %y : tensor<5xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @scatter_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<5xf32>, %[[ARG1:[^ ,:)]+]]: tensor<4x1xi32>, %[[ARG2:[^ ,:)]+]]: tensor<4xf32>, %[[ARG3:[^ ,:)]+]]: tensor<5xf32>) -> (tensor<f32>, tensor<5xf32>, tensor<4xf32>, tensor<5xf32>) {
// CHECK-NEXT:    %[[V4:[^ ,:)]+]] = stablehlo.constant dense<4> : tensor<4x1xi32>
// CHECK-NEXT:    %[[V5:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:    %[[V6:[^ ,:)]+]] = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %[[V7:[^ ,:)]+]] = stablehlo.constant dense<0> : tensor<4x1xi32>
// CHECK-NEXT:    %[[V8:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V9:[^ ,:)]+]] = "stablehlo.scatter"(%[[ARG0]], %[[ARG1]], %[[ARG2]]) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
// CHECK-NEXT:    ^bb0(%[[ARG4:[^ ,:)]+]]: tensor<f32>, %[[ARG5:[^ ,:)]+]]: tensor<f32>):
// CHECK-NEXT:      %[[V12:[^ ,:)]+]] = stablehlo.add %[[ARG4]], %[[ARG5]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[V12]] : tensor<f32>
// CHECK-NEXT:    }) : (tensor<5xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<5xf32>
// CHECK-NEXT:    %[[V13:[^ ,:)]+]] = stablehlo.multiply %[[V9]], %[[ARG3]] : tensor<5xf32>
// CHECK-NEXT:    %[[V14:[^ ,:)]+]] = stablehlo.reduce(%[[V13]] init: %[[V8]]) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V15:[^ ,:)]+]] = "stablehlo.gather"(%[[ARG3]], %[[ARG1]]) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<4x1xi32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[V16:[^ ,:)]+]] = stablehlo.compare  LE, %[[ARG1]], %[[V4]] : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
// CHECK-NEXT:    %[[V17:[^ ,:)]+]] = stablehlo.compare  GE, %[[ARG1]], %[[V7]] : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
// CHECK-NEXT:    %[[V18:[^ ,:)]+]] = stablehlo.and %[[V17]], %[[V16]] : tensor<4x1xi1>
// CHECK-NEXT:    %[[V19:[^ ,:)]+]] = stablehlo.reduce(%[[V18]] init: %[[V6]]) applies stablehlo.and across dimensions = [1] : (tensor<4x1xi1>, tensor<i1>) -> tensor<4xi1>
// CHECK-NEXT:    %[[V20:[^ ,:)]+]] = stablehlo.select %[[V19]], %[[V15]], %[[V5]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT:    return %[[V14]], %[[ARG3]], %[[V20]], %[[V9]] : tensor<f32>, tensor<5xf32>, tensor<4xf32>, tensor<5xf32>
// CHECK-NEXT:  }

func.func @sort(%x: tensor<5xf32>, %y: tensor<5xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = "stablehlo.sort"(%x) ({
  ^bb0(%b: tensor<f32>, %c: tensor<f32>):
    %d = stablehlo.compare LT, %b, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %d : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<5xf32>) -> tensor<5xf32>
  %r = stablehlo.multiply %a, %y : tensor<5xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: func.func @sort_gradients(
// CHECK-SAME:  %[[ARG0:[^ ,:)]+]]: tensor<5xf32>, %[[ARG1:[^ ,:)]+]]: tensor<5xf32>) -> (tensor<f32>, tensor<5xf32>, tensor<5xf32>) {
// CHECK-NEXT:    %[[V2:[^ ,:)]+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[V3:[^ ,:)]+]] = stablehlo.iota dim = 0 : tensor<5xi32>
// CHECK-NEXT:    %[[V4:[^ ,:)]+]]:2 = "stablehlo.sort"(%[[ARG0]], %[[V3]]) <{dimension = 0 : i64, is_stable = true}> ({
// CHECK-NEXT:    ^bb0(%[[ARG2:[^ ,:)]+]]: tensor<f32>, %[[ARG3:[^ ,:)]+]]: tensor<f32>, %[[ARG4:[^ ,:)]+]]: tensor<i32>, %[[ARG5:[^ ,:)]+]]: tensor<i32>):
// CHECK-NEXT:      %[[V9:[^ ,:)]+]] = stablehlo.compare  LT, %[[ARG2]], %[[ARG3]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %[[V9]] : tensor<i1>
// CHECK-NEXT:    }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
// CHECK-NEXT:    %[[V10:[^ ,:)]+]] = stablehlo.multiply %[[V4]]#0, %[[ARG1]] : tensor<5xf32>
// CHECK-NEXT:    %[[V11:[^ ,:)]+]] = stablehlo.reduce(%[[V10]] init: %[[V2]]) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %[[V12:[^ ,:)]+]]:2 = "stablehlo.sort"(%[[V4]]#1, %[[ARG1]]) <{dimension = 0 : i64, is_stable = false}> ({
// CHECK-NEXT:    ^bb0(%[[ARG2]]: tensor<i32>, %[[ARG3]]: tensor<i32>, %[[ARG4]]: tensor<f32>, %[[ARG5]]: tensor<f32>):
// CHECK-NEXT:      %[[V9]] = stablehlo.compare  LT, %[[ARG2]], %[[ARG3]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %[[V9]] : tensor<i1>
// CHECK-NEXT:    }) : (tensor<5xi32>, tensor<5xf32>) -> (tensor<5xi32>, tensor<5xf32>)
// CHECK-NEXT:    return %[[V11]], %[[V12]]#1, %[[V4]]#0 : tensor<f32>, tensor<5xf32>, tensor<5xf32>
// CHECK-NEXT:  }
