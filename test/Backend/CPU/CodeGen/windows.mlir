// Windows that are reduced, and their gradients.

// RUN: trainlint-test-cpu %s --entry=pool --emit=linalg | FileCheck %s --check-prefix=POOL
// RUN: trainlint-test-cpu %s --entry=back --emit=linalg | FileCheck %s --check-prefix=BACK

// A loop over windows, which do not wait for each other, and one over the places in each.
// POOL-DAG: #[[$MAP:.*]] = affine_map<() -> ()>
// POOL-LABEL: func.func @main(
// POOL-SAME:    %[[ARG0:[^:]*]]: memref<8xf32>
// POOL-SAME:    %[[ARG1:[^:]*]]: memref<4xf32>
// POOL: %[[ALLOC:.*]] = memref.alloc() : memref<f32>
// POOL: linalg.generic {indexing_maps = [#[[$MAP]]], iterator_types = []} outs(%[[ALLOC]] : memref<f32>) {
// POOL: ^{{.*}}(%{{.*}}: f32):
// POOL: %[[CONSTANT:.*]] = arith.constant 0xFF800000 : f32
// POOL: linalg.yield %[[CONSTANT]] : f32
// POOL: %[[ALLOC_1:.*]] = memref.alloc() : memref<4xf32>
// POOL: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// POOL: %[[LOAD:.*]] = memref.load %[[ALLOC]][] : memref<f32>
// POOL: %[[FOR:.*]] = scf.for %[[I_1:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} iter_args(%[[CARRIED:.*]] = %[[LOAD]]) -> (f32) {
// POOL: %[[MULI:.*]] = arith.muli %[[I]], %c2{{(_[0-9]+)?}} : index
// POOL: %[[ADDI:.*]] = arith.addi %[[MULI]], %[[I_1]] : index
// POOL: %[[LOAD_1:.*]] = memref.load %[[ARG0]][%[[ADDI]]] : memref<8xf32>
// POOL: %[[MAXIMUMF:.*]] = arith.maximumf %[[CARRIED]], %[[LOAD_1]] : f32
// POOL: scf.yield %[[MAXIMUMF]] : f32
// POOL: memref.store %[[FOR]], %[[ALLOC_1]][%[[I]]] : memref<4xf32>
// POOL: } {trainlint.parallel}
// POOL: memref.copy %[[ALLOC_1]], %[[ARG1]] : memref<4xf32> to memref<4xf32>
// POOL: return
func.func @pool(%x: tensor<8xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
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
