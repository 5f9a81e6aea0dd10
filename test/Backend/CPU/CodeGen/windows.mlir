// Windows that are reduced, and their gradients.

// RUN: trainlint-test-cpu %s --entry=pool --emit=linalg | FileCheck %s --check-prefix=POOL
// RUN: trainlint-test-cpu %s --entry=padded --emit=linalg | FileCheck %s --check-prefix=PADDED
// RUN: trainlint-test-cpu %s --entry=wide --emit=linalg | FileCheck %s --check-prefix=WIDE
// RUN: trainlint-test-cpu %s --entry=back --emit=linalg | FileCheck %s --check-prefix=BACK
// RUN: trainlint-test-cpu %s --entry=overlapping --emit=linalg | FileCheck %s --check-prefix=OVER

// A loop over windows, which do not wait for each other, with code for each place of one.
// POOL-LABEL: func.func @main(
// POOL-SAME:    %[[ARG0:[^:]*]]: memref<8xf32>
// POOL: %[[ALLOC_1:.*]] = memref.alloc() : memref<4xf32>
// POOL: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// POOL-NEXT: %[[START:.*]] = memref.load %{{.*}}[] : memref<f32>
// POOL: %[[FIRST:.*]] = arith.muli %[[I]], %c2{{(_[0-9]+)?}} : index
// POOL: %[[LOAD_1:.*]] = memref.load %[[ARG0]][%[[FIRST]]] : memref<8xf32>
// POOL: %[[MAX:.*]] = arith.maximumf %[[START]], %[[LOAD_1]] : f32
// POOL: %[[SECOND:.*]] = arith.addi %{{.*}}, %c1{{(_[0-9]+)?}} : index
// POOL: %[[LOAD_2:.*]] = memref.load %[[ARG0]][%[[SECOND]]] : memref<8xf32>
// POOL: %[[ALL:.*]] = arith.maximumf %[[MAX]], %[[LOAD_2]] : f32
// POOL: memref.store %[[ALL]], %[[ALLOC_1]][%[[I]]] : memref<4xf32>
// POOL: } {trainlint.parallel}
func.func @pool(%x: tensor<8xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What lies in the padding is read beside it, and left out. Only the first place can lie there.
// PADDED: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c4
// PADDED: %[[INSIDE:.*]] = arith.cmpi ult, %[[PLACE:.*]], %c8{{(_[0-9]+)?}} : index
// PADDED: %[[ABOVE:.*]] = arith.maxsi %[[PLACE]], %c0{{(_[0-9]+)?}} : index
// PADDED: %[[NEAR:.*]] = arith.minsi %[[ABOVE]], %c7{{(_[0-9]+)?}} : index
// PADDED: memref.load %{{.*}}[%[[NEAR]]] : memref<8xf32>
// PADDED: arith.select %[[INSIDE]], %{{.*}}, %{{.*}} : f32
// PADDED-NOT: arith.select
// PADDED: } {trainlint.parallel}
func.func @padded(%x: tensor<8xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A window of many places is a loop of its own.
// WIDE: scf.for %{{.*}} = %c0{{(_[0-9]+)?}} to %c12
// WIDE: scf.for %{{.*}} = %c0{{(_[0-9]+)?}} to %c21{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} iter_args(
func.func @wide(%x: tensor<32xf32>) -> tensor<12xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 21>} : (tensor<32xf32>, tensor<f32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// Each window looks for its element, to which it adds.
// BACK-DAG: #[[$MAP:.*]] = affine_map<() -> ()>
// BACK-LABEL: func.func @main(
// BACK-SAME:    %[[ARG0:[^:]*]]: memref<8xf32>
// BACK-SAME:    %[[ARG1:[^:]*]]: memref<4xf32>
// BACK-SAME:    %[[ARG2:[^:]*]]: memref<8xf32>
// BACK: %[[ALLOC:.*]] = memref.alloc() : memref<f32>
// BACK: linalg.generic {indexing_maps = [#[[$MAP]]], iterator_types = []} outs(%[[ALLOC]] : memref<f32>) {
// BACK: ^{{.*}}(%{{.*}}: f32):
// BACK: %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// BACK: linalg.yield %[[CONSTANT]] : f32
// BACK: %[[ALLOC_1:.*]] = memref.alloc() : memref<8xf32>
// BACK: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// BACK: %[[MULI:.*]] = arith.muli %[[I]], %c2{{(_[0-9]+)?}} : index
// BACK: %[[LOAD:.*]] = memref.load %[[ARG0]][%[[MULI]]] : memref<8xf32>
// BACK: %[[CONSTANT_1:.*]] = arith.constant 0 : i32
// BACK: %[[MULI_1:.*]] = arith.muli %[[I]], %c2{{(_[0-9]+)?}} : index
// BACK: %[[ADDI:.*]] = arith.addi %[[MULI_1]], %c1{{(_[0-9]+)?}} : index
// BACK: %[[LOAD_1:.*]] = memref.load %[[ARG0]][%[[ADDI]]] : memref<8xf32>
// BACK: %[[CMPF:.*]] = arith.cmpf oge, %[[LOAD]], %[[LOAD_1]] : f32
// BACK: %{{.*}} = arith.select %[[CMPF]], %[[LOAD]], %[[LOAD_1]] : f32
// BACK: %[[CONSTANT_2:.*]] = arith.constant 1 : i32
// BACK: %[[SELECT_1:.*]] = arith.select %[[CMPF]], %[[CONSTANT_1]], %[[CONSTANT_2]] : i32
// BACK: %[[LOAD_2:.*]] = memref.load %[[ALLOC]][] : memref<f32>
// BACK: %[[LOAD_3:.*]] = memref.load %[[ARG1]][%[[I]]] : memref<4xf32>
// BACK: %[[ADDF:.*]] = arith.addf %[[LOAD_2]], %[[LOAD_3]] : f32
// BACK: %[[CONSTANT_3:.*]] = arith.constant 0 : i32
// BACK: %[[CMPI:.*]] = arith.cmpi eq, %[[SELECT_1]], %[[CONSTANT_3]] : i32
// BACK: %[[MULI_2:.*]] = arith.muli %[[I]], %c2{{(_[0-9]+)?}} : index
// BACK: %[[SELECT_2:.*]] = arith.select %[[CMPI]], %[[ADDF]], %[[LOAD_2]] : f32
// BACK: memref.store %[[SELECT_2]], %[[ALLOC_1]][%[[MULI_2]]] : memref<8xf32>
// BACK: %[[CONSTANT_4:.*]] = arith.constant 1 : i32
// BACK: %[[CMPI_1:.*]] = arith.cmpi eq, %[[SELECT_1]], %[[CONSTANT_4]] : i32
// BACK: %[[MULI_3:.*]] = arith.muli %[[I]], %c2{{(_[0-9]+)?}} : index
// BACK: %[[ADDI_1:.*]] = arith.addi %[[MULI_3]], %c1{{(_[0-9]+)?}} : index
// BACK: %[[SELECT_3:.*]] = arith.select %[[CMPI_1]], %[[ADDF]], %[[LOAD_2]] : f32
// BACK: memref.store %[[SELECT_3]], %[[ALLOC_1]][%[[ADDI_1]]] : memref<8xf32>
// BACK: } {trainlint.parallel}
// BACK: memref.copy %[[ALLOC_1]], %[[ARG2]] : memref<8xf32> to memref<8xf32>
// BACK: return
func.func @back(%x: tensor<8xf32>, %g: tensor<4xf32>) -> tensor<8xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %g, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Windows that overlap select in one loop. Another one adds to what they have selected, for each
// index of the dimensions that no window extends in.
// OVER: %[[CHOSEN:.*]] = memref.alloc() : memref<3x4xi32>
// OVER: scf.for {{.*}} to %c3
// OVER: scf.for {{.*}} to %c4
// OVER-NOT: scf.if
// OVER: memref.store %{{.*}}, %[[CHOSEN]]
// OVER: } {trainlint.parallel}
// OVER: scf.for %[[ROW:.*]] = {{.*}} to %c3
// OVER: scf.for %[[I:.*]] = {{.*}} to %c9
// OVER: memref.store %{{.*}}, %{{.*}}[%[[ROW]], %[[I]]] : memref<3x9xf32>
// OVER: scf.for %[[J:.*]] = {{.*}} to %c4
// OVER: %[[NUMBER:.*]] = memref.load %{{.*}}[%[[ROW]], %[[J]]] : memref<3x4xi32>
// OVER: %[[TARGET:.*]] = arith.index_cast %[[NUMBER]] : i32 to index
// OVER: memref.store %{{.*}}, %{{.*}}[%[[ROW]], %[[TARGET]]] : memref<3x9xf32>
// OVER: } {trainlint.parallel}
func.func @overlapping(%x: tensor<3x9xf32>, %g: tensor<3x4xf32>) -> tensor<3x9xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %g, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>} : (tensor<3x9xf32>, tensor<3x4xf32>, tensor<f32>) -> tensor<3x9xf32>
  return %0 : tensor<3x9xf32>
}
