// Runs of sorted elements are merged, each twice as long as the one before, until there is one run.
// Equal elements keep their order.

// RUN: trainlint-test-cpu %s --entry=sort --emit=linalg | FileCheck %s --check-prefix=SORT

// Line by line, in buffers of one line.
// SORT-LABEL: func.func @main(
// SORT-SAME:    %[[ARG0:[^:]*]]: memref<2x5xf32>
// SORT-SAME:    %[[ARG1:[^:]*]]: memref<2x5xf32>
// SORT: %[[ALLOC:.*]] = memref.alloc() : memref<2x5xf32>
// SORT: %[[ALLOC_1:.*]] = memref.alloc() : memref<5xf32>
// SORT: %[[ALLOC_2:.*]] = memref.alloc() : memref<5xf32>
// SORT: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// SORT: scf.for %[[I_1:.*]] = %c0{{(_[0-9]+)?}} to %c5{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// SORT: %[[LOAD:.*]] = memref.load %[[ARG0]][%[[I]], %[[I_1]]] : memref<2x5xf32>
// SORT: memref.store %[[LOAD]], %[[ALLOC_1]][%[[I_1]]] : memref<5xf32>
// SORT: %{{.*}} = scf.while (%[[CARRIED:[^ ]*]] = %c1{{(_[0-9]+)?}}) : (index) -> index {
// SORT: %[[CMPI:.*]] = arith.cmpi ult, %[[CARRIED]], %c5{{(_[0-9]+)?}} : index
// SORT: scf.condition(%[[CMPI]]) %[[CARRIED]] : index
// SORT: } do {
// SORT: ^{{.*}}(%[[ARG:[^:]*]]: index):
// SORT: %[[ADDI:.*]] = arith.addi %[[ARG]], %[[ARG]] : index
// SORT: scf.for %[[I_2:.*]] = %c0{{(_[0-9]+)?}} to %c5{{(_[0-9]+)?}} step %[[ADDI]] {
// SORT: %[[ADDI_1:.*]] = arith.addi %[[I_2]], %[[ADDI]] : index
// SORT: %[[MINUI:.*]] = arith.minui %[[ADDI_1]], %c5{{(_[0-9]+)?}} : index
// SORT: %[[ADDI_2:.*]] = arith.addi %[[I_2]], %[[ARG]] : index
// SORT: %[[MINUI_1:.*]] = arith.minui %[[ADDI_2]], %c5{{(_[0-9]+)?}} : index
// SORT: %{{.*}}:2 = scf.for %[[I_3:.*]] = %[[I_2]] to %[[MINUI]] step %c1{{(_[0-9]+)?}} iter_args(%[[CARRIED_1:.*]] = %[[I_2]], %[[CARRIED_2:.*]] = %[[MINUI_1]]) -> (index, index) {
// SORT: %[[CMPI_1:.*]] = arith.cmpi ult, %[[CARRIED_1]], %[[MINUI_1]] : index
// SORT: %[[CMPI_2:.*]] = arith.cmpi ult, %[[CARRIED_2]], %[[MINUI]] : index
// SORT: %[[MINUI_2:.*]] = arith.minui %[[CARRIED_1]], %c4{{(_[0-9]+)?}} : index
// SORT: %[[MINUI_3:.*]] = arith.minui %[[CARRIED_2]], %c4{{(_[0-9]+)?}} : index
// SORT: %[[LOAD_1:.*]] = memref.load %[[ALLOC_1]][%[[MINUI_3]]] : memref<5xf32>
// SORT: %[[LOAD_2:.*]] = memref.load %[[ALLOC_1]][%[[MINUI_2]]] : memref<5xf32>
// SORT: %[[CMPF:.*]] = arith.cmpf olt, %[[LOAD_1]], %[[LOAD_2]] : f32
// SORT: %[[CONSTANT:.*]] = arith.constant true
// SORT: %[[XORI:.*]] = arith.xori %[[CMPI_1]], %[[CONSTANT]] : i1
// SORT: %[[ORI:.*]] = arith.ori %[[XORI]], %[[CMPF]] : i1
// SORT: %[[ANDI:.*]] = arith.andi %[[ORI]], %[[CMPI_2]] : i1
// SORT: %[[SELECT:.*]] = arith.select %[[ANDI]], %[[CARRIED_2]], %[[CARRIED_1]] : index
// SORT: %[[LOAD_3:.*]] = memref.load %[[ALLOC_1]][%[[SELECT]]] : memref<5xf32>
// SORT: memref.store %[[LOAD_3]], %[[ALLOC_2]][%[[I_3]]] : memref<5xf32>
// SORT: %[[ADDI_3:.*]] = arith.addi %[[CARRIED_1]], %c1{{(_[0-9]+)?}} : index
// SORT: %[[ADDI_4:.*]] = arith.addi %[[CARRIED_2]], %c1{{(_[0-9]+)?}} : index
// SORT: %[[SELECT_1:.*]] = arith.select %[[ANDI]], %[[CARRIED_1]], %[[ADDI_3]] : index
// SORT: %[[SELECT_2:.*]] = arith.select %[[ANDI]], %[[ADDI_4]], %[[CARRIED_2]] : index
// SORT: scf.yield %[[SELECT_1]], %[[SELECT_2]] : index, index
// SORT: memref.copy %[[ALLOC_2]], %[[ALLOC_1]] : memref<5xf32> to memref<5xf32>
// SORT: %[[ADDI_5:.*]] = arith.addi %[[ARG]], %[[ARG]] : index
// SORT: scf.yield %[[ADDI_5]] : index
// SORT: scf.for %[[I_4:.*]] = %c0{{(_[0-9]+)?}} to %c5{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// SORT: %[[LOAD_4:.*]] = memref.load %[[ALLOC_1]][%[[I_4]]] : memref<5xf32>
// SORT: memref.store %[[LOAD_4]], %[[ALLOC]][%[[I]], %[[I_4]]] : memref<2x5xf32>
// SORT: memref.copy %[[ALLOC]], %[[ARG1]] : memref<2x5xf32> to memref<2x5xf32>
// SORT: return
func.func @sort(%x: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
