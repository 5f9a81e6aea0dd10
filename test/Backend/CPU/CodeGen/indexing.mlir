// Places that are data: they are moved inside where the op says so, and left out otherwise.

// RUN: trainlint-test-cpu %s --entry=dynamic_slice --emit=linalg | FileCheck %s --check-prefix=DYNAMIC_SLICE
// RUN: trainlint-test-cpu %s --entry=dynamic_update --emit=linalg | FileCheck %s --check-prefix=DYNAMIC_UPDATE
// RUN: trainlint-test-cpu %s --entry=gather --emit=linalg | FileCheck %s --check-prefix=GATHER
// RUN: trainlint-test-cpu %s --entry=scatter --emit=linalg | FileCheck %s --check-prefix=SCATTER

// The start is moved inside.
// DYNAMIC_SLICE-LABEL: func.func @main(
// DYNAMIC_SLICE-SAME:    %[[ARG0:[^:]*]]: memref<8xf32>
// DYNAMIC_SLICE-SAME:    %[[ARG1:[^:]*]]: memref<i32>
// DYNAMIC_SLICE-SAME:    %[[ARG2:[^:]*]]: memref<3xf32>
// DYNAMIC_SLICE: %[[LOAD:.*]] = memref.load %[[ARG1]][] : memref<i32>
// DYNAMIC_SLICE: %[[INDEX_CAST:.*]] = arith.index_cast %[[LOAD]] : i32 to index
// DYNAMIC_SLICE: %[[MAXSI:.*]] = arith.maxsi %[[INDEX_CAST]], %c0{{(_[0-9]+)?}} : index
// DYNAMIC_SLICE: %[[MINSI:.*]] = arith.minsi %[[MAXSI]], %c5{{(_[0-9]+)?}} : index
// DYNAMIC_SLICE: %[[ALLOC:.*]] = memref.alloc() : memref<3xf32>
// DYNAMIC_SLICE: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c3{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// DYNAMIC_SLICE: %[[ADDI:.*]] = arith.addi %[[MINSI]], %[[I]] : index
// DYNAMIC_SLICE: %[[LOAD_1:.*]] = memref.load %[[ARG0]][%[[ADDI]]] : memref<8xf32>
// DYNAMIC_SLICE: memref.store %[[LOAD_1]], %[[ALLOC]][%[[I]]] : memref<3xf32>
// DYNAMIC_SLICE: memref.copy %[[ALLOC]], %[[ARG2]] : memref<3xf32> to memref<3xf32>
// DYNAMIC_SLICE: return
func.func @dynamic_slice(%x: tensor<8xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<8xf32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// The old buffer is copied, and written into.
// DYNAMIC_UPDATE-LABEL: func.func @main(
// DYNAMIC_UPDATE-SAME:    %[[ARG0:[^:]*]]: memref<8xf32>
// DYNAMIC_UPDATE-SAME:    %[[ARG1:[^:]*]]: memref<2xf32>
// DYNAMIC_UPDATE-SAME:    %[[ARG2:[^:]*]]: memref<i32>
// DYNAMIC_UPDATE-SAME:    %[[ARG3:[^:]*]]: memref<8xf32>
// DYNAMIC_UPDATE: %[[LOAD:.*]] = memref.load %[[ARG2]][] : memref<i32>
// DYNAMIC_UPDATE: %[[INDEX_CAST:.*]] = arith.index_cast %[[LOAD]] : i32 to index
// DYNAMIC_UPDATE: %[[MAXSI:.*]] = arith.maxsi %[[INDEX_CAST]], %c0{{(_[0-9]+)?}} : index
// DYNAMIC_UPDATE: %[[MINSI:.*]] = arith.minsi %[[MAXSI]], %c6{{(_[0-9]+)?}} : index
// DYNAMIC_UPDATE: %[[ALLOC:.*]] = memref.alloc() : memref<8xf32>
// DYNAMIC_UPDATE: memref.copy %[[ARG0]], %[[ALLOC]] : memref<8xf32> to memref<8xf32>
// DYNAMIC_UPDATE: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// DYNAMIC_UPDATE: %[[ADDI:.*]] = arith.addi %[[MINSI]], %[[I]] : index
// DYNAMIC_UPDATE: %[[LOAD_1:.*]] = memref.load %[[ARG1]][%[[I]]] : memref<2xf32>
// DYNAMIC_UPDATE: memref.store %[[LOAD_1]], %[[ALLOC]][%[[ADDI]]] : memref<8xf32>
// DYNAMIC_UPDATE: memref.copy %[[ALLOC]], %[[ARG3]] : memref<8xf32> to memref<8xf32>
// DYNAMIC_UPDATE: return
func.func @dynamic_update(%x: tensor<8xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> tensor<8xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Rows of a table.
// GATHER-LABEL: func.func @main(
// GATHER-SAME:    %[[ARG0:[^:]*]]: memref<8x3xf32>
// GATHER-SAME:    %[[ARG1:[^:]*]]: memref<2x1xi32>
// GATHER-SAME:    %[[ARG2:[^:]*]]: memref<2x3xf32>
// GATHER: %[[ALLOC:.*]] = memref.alloc() : memref<2x3xf32>
// GATHER: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// GATHER: scf.for %[[I_1:.*]] = %c0{{(_[0-9]+)?}} to %c3{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// GATHER: %[[LOAD:.*]] = memref.load %[[ARG1]][%[[I]], %c0{{(_[0-9]+)?}}] : memref<2x1xi32>
// GATHER: %[[INDEX_CAST:.*]] = arith.index_cast %[[LOAD]] : i32 to index
// GATHER: %[[MAXSI:.*]] = arith.maxsi %[[INDEX_CAST]], %c0{{(_[0-9]+)?}} : index
// GATHER: %[[MINSI:.*]] = arith.minsi %[[MAXSI]], %c7{{(_[0-9]+)?}} : index
// GATHER: %[[ADDI:.*]] = arith.addi %[[MINSI]], %c0{{(_[0-9]+)?}} : index
// GATHER: %[[ADDI_1:.*]] = arith.addi %c0{{(_[0-9]+)?}}, %[[I_1]] : index
// GATHER: %[[LOAD_1:.*]] = memref.load %[[ARG0]][%[[ADDI]], %[[ADDI_1]]] : memref<8x3xf32>
// GATHER: memref.store %[[LOAD_1]], %[[ALLOC]][%[[I]], %[[I_1]]] : memref<2x3xf32>
// GATHER: memref.copy %[[ALLOC]], %[[ARG2]] : memref<2x3xf32> to memref<2x3xf32>
// GATHER: return
func.func @gather(%x: tensor<8x3xf32>, %i: tensor<2x1xi32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<8x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// One update after the other, and none outside.
// SCATTER-LABEL: func.func @main(
// SCATTER-SAME:    %[[ARG0:[^:]*]]: memref<8xf32>
// SCATTER-SAME:    %[[ARG1:[^:]*]]: memref<2x1xi32>
// SCATTER-SAME:    %[[ARG2:[^:]*]]: memref<2xf32>
// SCATTER-SAME:    %[[ARG3:[^:]*]]: memref<8xf32>
// SCATTER: %[[ALLOC:.*]] = memref.alloc() : memref<8xf32>
// SCATTER: memref.copy %[[ARG0]], %[[ALLOC]] : memref<8xf32> to memref<8xf32>
// SCATTER: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// SCATTER: %[[LOAD:.*]] = memref.load %[[ARG1]][%[[I]], %c0{{(_[0-9]+)?}}] : memref<2x1xi32>
// SCATTER: %[[INDEX_CAST:.*]] = arith.index_cast %[[LOAD]] : i32 to index
// SCATTER: %[[ADDI:.*]] = arith.addi %[[INDEX_CAST]], %c0{{(_[0-9]+)?}} : index
// SCATTER: %[[CMPI:.*]] = arith.cmpi ult, %[[ADDI]], %c8{{(_[0-9]+)?}} : index
// SCATTER: scf.if %[[CMPI]] {
// SCATTER: %[[LOAD_1:.*]] = memref.load %[[ALLOC]][%[[ADDI]]] : memref<8xf32>
// SCATTER: %[[LOAD_2:.*]] = memref.load %[[ARG2]][%[[I]]] : memref<2xf32>
// SCATTER: %[[ADDF:.*]] = arith.addf %[[LOAD_1]], %[[LOAD_2]] : f32
// SCATTER: memref.store %[[ADDF]], %[[ALLOC]][%[[ADDI]]] : memref<8xf32>
// SCATTER: memref.copy %[[ALLOC]], %[[ARG3]] : memref<8xf32> to memref<8xf32>
// SCATTER: return
func.func @scatter(%x: tensor<8xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
