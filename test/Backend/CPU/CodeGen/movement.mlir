// Ops that move elements: views where that is enough, else maps within the loop of their user, or
// a loop of their own.

// RUN: trainlint-test-cpu %s --entry=transpose --emit=linalg | FileCheck %s --check-prefix=TRANSPOSE
// RUN: trainlint-test-cpu %s --entry=reshape --emit=linalg | FileCheck %s --check-prefix=RESHAPE
// RUN: trainlint-test-cpu %s --entry=slice --emit=linalg | FileCheck %s --check-prefix=SLICE
// RUN: trainlint-test-cpu %s --entry=concatenate --emit=linalg | FileCheck %s --check-prefix=CONCATENATE
// RUN: trainlint-test-cpu %s --entry=pad --emit=linalg | FileCheck %s --check-prefix=PAD
// RUN: trainlint-test-cpu %s --entry=spread --emit=linalg | FileCheck %s --check-prefix=SPREAD
// RUN: trainlint-test-cpu %s --entry=reverse --emit=linalg | FileCheck %s --check-prefix=REVERSE
// RUN: trainlint-test-cpu %s --entry=iota --emit=linalg | FileCheck %s --check-prefix=IOTA

// A transposition is the map of its user.
// TRANSPOSE-DAG: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// TRANSPOSE-DAG: #[[$MAP_1:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// TRANSPOSE-LABEL: func.func @main(
// TRANSPOSE-SAME:    %[[ARG0:[^:]*]]: memref<2x3xf32>
// TRANSPOSE-SAME:    %[[ARG1:[^:]*]]: memref<3x2xf32>
// TRANSPOSE-SAME:    %[[ARG2:[^:]*]]: memref<3x2xf32>
// TRANSPOSE: %[[ALLOC:.*]] = memref.alloc() : memref<3x2xf32>
// TRANSPOSE: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP_1]], #[[$MAP_1]]], iterator_types = ["parallel", "parallel"]} ins(%[[ARG0]], %[[ARG1]] : memref<2x3xf32>, memref<3x2xf32>) outs(%[[ALLOC]] : memref<3x2xf32>) {
// TRANSPOSE: ^{{.*}}(%[[ARG:[^:]*]]: f32, %[[ARG_1:[^:]*]]: f32, %{{.*}}: f32):
// TRANSPOSE: %[[ADDF:.*]] = arith.addf %[[ARG]], %[[ARG_1]] : f32
// TRANSPOSE: linalg.yield %[[ADDF]] : f32
// TRANSPOSE: memref.copy %[[ALLOC]], %[[ARG2]] : memref<3x2xf32> to memref<3x2xf32>
// TRANSPOSE: return
func.func @transpose(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.add %0, %y : tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// A reshaped buffer is the same with other sizes.
// RESHAPE-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (d0)>
// RESHAPE-LABEL: func.func @main(
// RESHAPE-SAME:    %[[ARG0:[^:]*]]: memref<2x3xf32>
// RESHAPE-SAME:    %[[ARG1:[^:]*]]: memref<6xf32>
// RESHAPE: %[[VIEW:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [6], strides: [1] : memref<2x3xf32> to memref<6xf32>
// RESHAPE: %[[ALLOC:.*]] = memref.alloc() : memref<6xf32>
// RESHAPE: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[VIEW]] : memref<6xf32>) outs(%[[ALLOC]] : memref<6xf32>) {
// RESHAPE: ^{{.*}}(%[[ARG:[^:]*]]: f32, %{{.*}}: f32):
// RESHAPE: %[[NEGF:.*]] = arith.negf %[[ARG]] : f32
// RESHAPE: linalg.yield %[[NEGF]] : f32
// RESHAPE: memref.copy %[[ALLOC]], %[[ARG1]] : memref<6xf32> to memref<6xf32>
// RESHAPE: return
func.func @reshape(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = stablehlo.negate %0 : tensor<6xf32>
  return %1 : tensor<6xf32>
}

// A slice with its stride.
// SLICE-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (d0 * 2 + 1)>
// SLICE-DAG: #[[$MAP_1:.*]] = affine_map<(d0) -> (d0)>
// SLICE-LABEL: func.func @main(
// SLICE-SAME:    %[[ARG0:[^:]*]]: memref<8xf32>
// SLICE-SAME:    %[[ARG1:[^:]*]]: memref<3xf32>
// SLICE: %[[ALLOC:.*]] = memref.alloc() : memref<3xf32>
// SLICE: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP_1]]], iterator_types = ["parallel"]} ins(%[[ARG0]] : memref<8xf32>) outs(%[[ALLOC]] : memref<3xf32>) {
// SLICE: ^{{.*}}(%[[ARG:[^:]*]]: f32, %{{.*}}: f32):
// SLICE: %[[NEGF:.*]] = arith.negf %[[ARG]] : f32
// SLICE: linalg.yield %[[NEGF]] : f32
// SLICE: memref.copy %[[ALLOC]], %[[ARG1]] : memref<3xf32> to memref<3xf32>
// SLICE: return
func.func @slice(%x: tensor<8xf32>) -> tensor<3xf32> {
  %0 = stablehlo.slice %x [1:7:2] : (tensor<8xf32>) -> tensor<3xf32>
  %1 = stablehlo.negate %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Each part has its place in the whole.
// CONCATENATE-LABEL: func.func @main(
// CONCATENATE-SAME:    %[[ARG0:[^:]*]]: memref<2xf32>
// CONCATENATE-SAME:    %[[ARG1:[^:]*]]: memref<3xf32>
// CONCATENATE-SAME:    %[[ARG2:[^:]*]]: memref<5xf32>
// CONCATENATE: %[[ALLOC:.*]] = memref.alloc() : memref<5xf32>
// CONCATENATE: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// CONCATENATE: %[[LOAD:.*]] = memref.load %[[ARG0]][%[[I]]] : memref<2xf32>
// CONCATENATE: memref.store %[[LOAD]], %[[ALLOC]][%[[I]]] : memref<5xf32>
// CONCATENATE: scf.for %[[I_1:.*]] = %c0{{(_[0-9]+)?}} to %c3{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// CONCATENATE: %[[ADDI:.*]] = arith.addi %[[I_1]], %c2{{(_[0-9]+)?}} : index
// CONCATENATE: %[[LOAD_1:.*]] = memref.load %[[ARG1]][%[[I_1]]] : memref<3xf32>
// CONCATENATE: memref.store %[[LOAD_1]], %[[ALLOC]][%[[ADDI]]] : memref<5xf32>
// CONCATENATE: memref.copy %[[ALLOC]], %[[ARG2]] : memref<5xf32> to memref<5xf32>
// CONCATENATE: return
func.func @concatenate(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<5xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// The padding is stored around the operand.
// PAD-LABEL: func.func @main(
// PAD-SAME:    %[[ARG0:[^:]*]]: memref<3xf32>
// PAD-SAME:    %[[ARG1:[^:]*]]: memref<f32>
// PAD-SAME:    %[[ARG2:[^:]*]]: memref<6xf32>
// PAD: %[[ALLOC:.*]] = memref.alloc() : memref<6xf32>
// PAD: %[[LOAD:.*]] = memref.load %[[ARG1]][] : memref<f32>
// PAD: memref.store %[[LOAD]], %[[ALLOC]][%c0{{(_[0-9]+)?}}] : memref<6xf32>
// PAD: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c3{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// PAD: %[[ADDI:.*]] = arith.addi %[[I]], %c1{{(_[0-9]+)?}} : index
// PAD: %[[LOAD_1:.*]] = memref.load %[[ARG0]][%[[I]]] : memref<3xf32>
// PAD: memref.store %[[LOAD_1]], %[[ALLOC]][%[[ADDI]]] : memref<6xf32>
// PAD: scf.for %[[J:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// PAD: %[[ADDI_1:.*]] = arith.addi %[[J]], %c4{{(_[0-9]+)?}} : index
// PAD: memref.store %[[LOAD]], %[[ALLOC]][%[[ADDI_1]]] : memref<6xf32>
// PAD: memref.copy %[[ALLOC]], %[[ARG2]] : memref<6xf32> to memref<6xf32>
// PAD: return
func.func @pad(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<6xf32> {
  %0 = stablehlo.pad %x, %v, low = [1], high = [2], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// What is padded between its elements, or loses some, is filled first.
// SPREAD-LABEL: func.func @main(
// SPREAD: %[[ALLOC:.*]] = memref.alloc() : memref<6xf32>
// SPREAD: linalg.fill ins(%{{.*}} : f32) outs(%[[ALLOC]] : memref<6xf32>)
// SPREAD: memref.store %{{.*}}, %[[ALLOC]]
func.func @spread(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<6xf32> {
  %0 = stablehlo.pad %x, %v, low = [1], high = [0], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// From the end.
// REVERSE-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (-d0 + 3)>
// REVERSE-DAG: #[[$MAP_1:.*]] = affine_map<(d0) -> (d0)>
// REVERSE-LABEL: func.func @main(
// REVERSE-SAME:    %[[ARG0:[^:]*]]: memref<4xf32>
// REVERSE-SAME:    %[[ARG1:[^:]*]]: memref<4xf32>
// REVERSE: %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// REVERSE: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP_1]]], iterator_types = ["parallel"]} ins(%[[ARG0]] : memref<4xf32>) outs(%[[ALLOC]] : memref<4xf32>) {
// REVERSE: ^{{.*}}(%[[ARG:[^:]*]]: f32, %{{.*}}: f32):
// REVERSE: linalg.yield %[[ARG]] : f32
// REVERSE: memref.copy %[[ALLOC]], %[[ARG1]] : memref<4xf32> to memref<4xf32>
// REVERSE: return
func.func @reverse(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Numbers of places need no buffer.
// IOTA-DAG: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// IOTA-LABEL: func.func @main(
// IOTA-SAME:    %[[ARG0:[^:]*]]: memref<2x3xi32>
// IOTA-SAME:    %[[ARG1:[^:]*]]: memref<2x3xi32>
// IOTA: %[[ALLOC:.*]] = memref.alloc() : memref<2x3xi32>
// IOTA: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]]], iterator_types = ["parallel", "parallel"]} ins(%[[ARG0]] : memref<2x3xi32>) outs(%[[ALLOC]] : memref<2x3xi32>) {
// IOTA: ^{{.*}}(%[[ARG:[^:]*]]: i32, %{{.*}}: i32):
// IOTA: %[[INDEX:.*]] = linalg.index 1 : index
// IOTA: %[[INDEX_CAST:.*]] = arith.index_cast %[[INDEX]] : index to i64
// IOTA: %[[TRUNCI:.*]] = arith.trunci %[[INDEX_CAST]] : i64 to i32
// IOTA: %[[ADDI:.*]] = arith.addi %[[ARG]], %[[TRUNCI]] : i32
// IOTA: linalg.yield %[[ADDI]] : i32
// IOTA: memref.copy %[[ALLOC]], %[[ARG1]] : memref<2x3xi32> to memref<2x3xi32>
// IOTA: return
func.func @iota(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %1 = stablehlo.add %x, %0 : tensor<2x3xi32>
  return %1 : tensor<2x3xi32>
}
