// RUN: trainlint-test-cpu %s | FileCheck %s

// A slice that starts outside is moved inside.
// CHECK-LABEL: @slices
// CHECK-NEXT: tensor<2xi32> [30, 40]
// CHECK-NEXT: tensor<4xi32> [7, 8, 30, 40]
func.func @slices() -> (tensor<2xi32>, tensor<4xi32>) {
  %0 = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %far = stablehlo.constant dense<100> : tensor<i64>
  %before = stablehlo.constant dense<-5> : tensor<i8>
  %1 = stablehlo.dynamic_slice %0, %far, sizes = [2] : (tensor<4xi32>, tensor<i64>) -> tensor<2xi32>
  %2 = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %3 = "stablehlo.dynamic_update_slice"(%0, %2, %before) : (tensor<4xi32>, tensor<2xi32>, tensor<i8>) -> tensor<4xi32>
  return %1, %3 : tensor<2xi32>, tensor<4xi32>
}

// Padding may be negative, and lies between elements too.
// CHECK-LABEL: @pad
// CHECK-NEXT: tensor<6xi32> [0, 2, 0, 3, 0, 0]
func.func @pad() -> tensor<6xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.pad %0, %1, low = [-1], high = [2], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<6xi32>
  return %2 : tensor<6xi32>
}

// Updates outside are left out; those of one place are all applied.
// CHECK-LABEL: @scatter
// CHECK-NEXT: tensor<3xi32> [1, 22, 3]
func.func @scatter() -> tensor<3xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<[[1], [3], [1], [-1]]> : tensor<4x1xi64>
  %2 = stablehlo.constant dense<[10, 100, 10, 1000]> : tensor<4xi32>
  %3 = "stablehlo.scatter"(%0, %1, %2) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi32>, tensor<4x1xi64>, tensor<4xi32>) -> tensor<3xi32>
  return %3 : tensor<3xi32>
}

// Equal keys keep their order.
// CHECK-LABEL: @sort
// CHECK-NEXT: tensor<6xi32> [1, 1, 2, 2, 3, 3]
// CHECK-NEXT: tensor<6xi32> [1, 4, 2, 5, 0, 3]
func.func @sort() -> (tensor<6xi32>, tensor<6xi32>) {
  %0 = stablehlo.constant dense<[3, 1, 2, 3, 1, 2]> : tensor<6xi32>
  %1 = stablehlo.iota dim = 0 : tensor<6xi32>
  %2:2 = "stablehlo.sort"(%0, %1) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<6xi32>, tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>)
  return %2#0, %2#1 : tensor<6xi32>, tensor<6xi32>
}

// The gradient of a maximum pool goes to the first largest element.
// CHECK-LABEL: @pool_gradient
// CHECK-NEXT: tensor<4xf32> [0, 1, 2, 0]
func.func @pool_gradient() -> tensor<4xf32> {
  %0 = stablehlo.constant dense<[1.0, 5.0, 4.0, 4.0]> : tensor<4xf32>
  %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %2 = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// Windows with a gap between them, and windows that have an element in common.
// CHECK-LABEL: @apart_and_overlapping
// CHECK-NEXT: tensor<6xf32> [7, 8, 7, 9, 7, 7]
// CHECK-NEXT: tensor<3xf32> [0, 3, 0]
func.func @apart_and_overlapping() -> (tensor<6xf32>, tensor<3xf32>) {
  %0 = stablehlo.constant dense<[1.0, 5.0, 9.0, 4.0, 4.0, 9.0]> : tensor<6xf32>
  %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %2 = stablehlo.constant dense<7.0> : tensor<f32>
  %3 = "stablehlo.select_and_scatter"(%0, %1, %2) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 3>} : (tensor<6xf32>, tensor<2xf32>, tensor<f32>) -> tensor<6xf32>
  %4 = stablehlo.constant dense<[1.0, 5.0, 2.0]> : tensor<3xf32>
  %5 = stablehlo.constant dense<0.0> : tensor<f32>
  %6 = "stablehlo.select_and_scatter"(%4, %1, %5) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return %3, %6 : tensor<6xf32>, tensor<3xf32>
}

// The same state gives the same bits; the next state gives others.
// CHECK-LABEL: @random
// CHECK-NEXT: tensor<2xui64> [7, 2]
// CHECK-NEXT: tensor<i1> true
// CHECK-NEXT: tensor<i1> false
func.func @random() -> (tensor<2xui64>, tensor<i1>, tensor<i1>) {
  %0 = stablehlo.constant dense<[7, 0]> : tensor<2xui64>
  %state, %bits = stablehlo.rng_bit_generator %0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %again, %same = stablehlo.rng_bit_generator %0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %next, %other = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %true = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.compare EQ, %bits, %same : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  %2 = stablehlo.reduce(%1 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  %3 = stablehlo.compare EQ, %bits, %other : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  %4 = stablehlo.reduce(%3 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  return %state, %2, %4 : tensor<2xui64>, tensor<i1>, tensor<i1>
}

// CHECK-LABEL: @solvers
// CHECK-NEXT: tensor<2x2xf32> {{\[}}[2, 0], [1, 3]]
// CHECK-NEXT: tensor<2x1xf32> {{\[}}[1], [2]]
// CHECK-NEXT: tensor<4xcomplex<f32>> [(10, 0), (-2, 2), (-2, 0), (-2, -2)]
func.func @solvers() -> (tensor<2x2xf32>, tensor<2x1xf32>, tensor<4xcomplex<f32>>) {
  %0 = stablehlo.constant dense<[[4.0, 2.0], [2.0, 10.0]]> : tensor<2x2xf32>
  %1 = stablehlo.cholesky %0, lower = true : tensor<2x2xf32>
  %2 = stablehlo.constant dense<[[2.0], [7.0]]> : tensor<2x1xf32>
  %3 = "stablehlo.triangular_solve"(%1, %2) {left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %4 = stablehlo.constant dense<[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)]> : tensor<4xcomplex<f32>>
  %5 = stablehlo.fft %4, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %1, %3, %5 : tensor<2x2xf32>, tensor<2x1xf32>, tensor<4xcomplex<f32>>
}

// A slice that begins where the tensor does is as long as its result only, alone and
// in a reduction.
// CHECK-LABEL: @first_places
// CHECK-NEXT: tensor<2x1xi32> {{\[\[}}1], [4]]
// CHECK-NEXT: tensor<2xi32> [7, 8]
// CHECK-NEXT: tensor<2xi32> [5, 7]
func.func @first_places() -> (tensor<2x1xi32>, tensor<2xi32>, tensor<2xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.slice %0 [0:2, 0:1] : (tensor<2x3xi32>) -> tensor<2x1xi32>
  %2 = stablehlo.constant dense<[7, 8, 9, 10]> : tensor<4xi32>
  %3 = stablehlo.slice %2 [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %4 = stablehlo.slice %0 [0:2, 0:2] : (tensor<2x3xi32>) -> tensor<2x2xi32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
  return %1, %3, %5 : tensor<2x1xi32>, tensor<2xi32>, tensor<2xi32>
}

// What an update was made of is read after the update.
// CHECK-LABEL: @both_needed
// CHECK-NEXT: tensor<4xf32> [0, 0, 9, 16]
// CHECK-NEXT: tensor<2xf32> [1, 4]
func.func @both_needed() -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  %2 = stablehlo.constant dense<0.0> : tensor<2xf32>
  %3 = stablehlo.constant dense<0> : tensor<i32>
  %4 = stablehlo.dynamic_update_slice %1, %2, %3 : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  %5 = stablehlo.dynamic_slice %1, %3, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  return %4, %5 : tensor<4xf32>, tensor<2xf32>
}
