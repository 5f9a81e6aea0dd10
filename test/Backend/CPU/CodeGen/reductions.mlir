// Reductions are loops that combine into what they start with; what is reduced is computed on the
// way.

// RUN: trainlint-test-cpu %s --entry=rows --emit=linalg | FileCheck %s --check-prefix=ROWS
// RUN: trainlint-test-cpu %s --entry=all --emit=linalg | FileCheck %s --check-prefix=ALL
// RUN: trainlint-test-cpu %s --entry=channels --emit=linalg | FileCheck %s --check-prefix=CHANNELS
// RUN: trainlint-test-cpu %s --entry=turned --emit=linalg | FileCheck %s --check-prefix=TURNED
// RUN: trainlint-test-cpu %s --entry=columns --emit=linalg | FileCheck %s --check-prefix=COLUMNS
// RUN: trainlint-test-cpu %s --entry=nothing --emit=linalg | FileCheck %s --check-prefix=NOTHING
// RUN: trainlint-test-cpu %s --entry=half --emit=linalg | FileCheck %s --check-prefix=HALF
// RUN: trainlint-test-cpu %s --entry=pairs --emit=linalg | FileCheck %s --check-prefix=PAIRS

// Rows.
// ROWS-DAG: #[[$MAP:.*]] = affine_map<() -> ()>
// ROWS-LABEL: func.func @main(
// ROWS-SAME:    %[[ARG0:[^:]*]]: memref<2x3xf32>
// ROWS-SAME:    %[[ARG1:[^:]*]]: memref<2xf32>
// ROWS: %[[ALLOC:.*]] = memref.alloc() : memref<f32>
// ROWS: linalg.generic {indexing_maps = [#[[$MAP]]], iterator_types = []} outs(%[[ALLOC]] : memref<f32>) {
// ROWS: ^{{.*}}(%{{.*}}: f32):
// ROWS: %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// ROWS: linalg.yield %[[CONSTANT]] : f32
// ROWS: %[[ALLOC_1:.*]] = memref.alloc() : memref<2xf32>
// ROWS: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// ROWS: %[[LOAD:.*]] = memref.load %[[ALLOC]][] : memref<f32>
// ROWS: %[[FOR:.*]] = scf.for %[[I_1:.*]] = %c0{{(_[0-9]+)?}} to %c3{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} iter_args(%[[CARRIED:.*]] = %[[LOAD]]) -> (f32) {
// ROWS: %[[LOAD_1:.*]] = memref.load %[[ARG0]][%[[I]], %[[I_1]]] : memref<2x3xf32>
// ROWS: %[[MULF:.*]] = arith.mulf %[[LOAD_1]], %[[LOAD_1]] : f32
// ROWS: %[[ADDF:.*]] = arith.addf %[[CARRIED]], %[[MULF]] fastmath<reassoc> : f32
// ROWS: scf.yield %[[ADDF]] : f32
// ROWS: memref.store %[[FOR]], %[[ALLOC_1]][%[[I]]] : memref<2xf32>
// ROWS: } {trainlint.parallel}
// ROWS: memref.copy %[[ALLOC_1]], %[[ARG1]] : memref<2xf32> to memref<2xf32>
// ROWS: return
func.func @rows(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<2x3xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// The greatest of all. Dimensions that lie next to each other are one loop.
// ALL-DAG: #[[$MAP:.*]] = affine_map<() -> ()>
// ALL-LABEL: func.func @main(
// ALL-SAME:    %[[ARG0:[^:]*]]: memref<2x3xf32>
// ALL-SAME:    %[[ARG1:[^:]*]]: memref<f32>
// ALL: %[[ALLOC:.*]] = memref.alloc() : memref<f32>
// ALL: linalg.generic {indexing_maps = [#[[$MAP]]], iterator_types = []} outs(%[[ALLOC]] : memref<f32>) {
// ALL: ^{{.*}}(%{{.*}}: f32):
// ALL: %[[CONSTANT:.*]] = arith.constant 0xFF800000 : f32
// ALL: linalg.yield %[[CONSTANT]] : f32
// ALL: %[[ALLOC_1:.*]] = memref.alloc() : memref<f32>
// ALL: %[[ROW:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [6], strides: [1] : memref<2x3xf32> to memref<6xf32>
// ALL: %[[LOAD:.*]] = memref.load %[[ALLOC]][] : memref<f32>
// ALL: %[[FOR:.*]] = scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c6{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} iter_args(%[[CARRIED:.*]] = %[[LOAD]]) -> (f32) {
// ALL: %[[LOAD_1:.*]] = memref.load %[[ROW]][%[[I]]] : memref<6xf32>
// ALL: %[[MAXIMUMF:.*]] = arith.maximumf %[[CARRIED]], %[[LOAD_1]] : f32
// ALL: scf.yield %[[MAXIMUMF]] : f32
// ALL: memref.store %[[FOR]], %[[ALLOC_1]][] : memref<f32>
// ALL: memref.copy %[[ALLOC_1]], %[[ARG1]] : memref<f32> to memref<f32>
// ALL: return
func.func @all(%x: tensor<2x3xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// Sums in half precision are added up in f32, and rounded once.
// HALF-LABEL: func.func @main(
// HALF-SAME:    %[[ARG0:[^:]*]]: memref<4xf16>
// HALF-SAME:    %[[ARG1:[^:]*]]: memref<f16>
// HALF: %[[ALLOC:.*]] = memref.alloc() : memref<f32>
// HALF: %[[SUM:.*]] = memref.alloc() : memref<f32>
// HALF: %[[LOAD:.*]] = memref.load %[[ALLOC]][] : memref<f32>
// HALF: %[[FOR:.*]] = scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} iter_args(%[[CARRIED:.*]] = %[[LOAD]]) -> (f32) {
// HALF: %[[LOAD_1:.*]] = memref.load %[[ARG0]][%[[I]]] : memref<4xf16>
// HALF: %[[EXTF:.*]] = arith.extf %[[LOAD_1]] : f16 to f32
// HALF: %[[ADDF:.*]] = arith.addf %[[CARRIED]], %[[EXTF]] fastmath<reassoc> : f32
// HALF-NEXT: scf.yield %[[ADDF]] : f32
// HALF: memref.store %[[FOR]], %[[SUM]][] : memref<f32>
// HALF: %[[ALLOC_1:.*]] = memref.alloc() : memref<f16>
// HALF: linalg.generic {{.*}} ins(%[[SUM]] : memref<f32>) outs(%[[ALLOC_1]] : memref<f16>) {
// HALF: arith.truncf %{{.*}} : f32 to f16
// HALF: memref.copy %[[ALLOC_1]], %[[ARG1]] : memref<f16> to memref<f16>
// HALF: return
func.func @half(%x: tensor<4xf16>) -> tensor<f16> {
  %z = stablehlo.constant dense<0.0> : tensor<f16>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf16>, tensor<f16>) -> tensor<f16>
  return %1 : tensor<f16>
}

// A function of several values is called element by element.
// PAIRS-DAG: #[[$MAP:.*]] = affine_map<() -> ()>
// PAIRS-LABEL: func.func @main(
// PAIRS-SAME:    %[[ARG0:[^:]*]]: memref<4xf32>
// PAIRS-SAME:    %[[ARG1:[^:]*]]: memref<4xi32>
// PAIRS-SAME:    %[[ARG2:[^:]*]]: memref<f32>
// PAIRS-SAME:    %[[ARG3:[^:]*]]: memref<i32>
// PAIRS: %[[ALLOC:.*]] = memref.alloc() : memref<f32>
// PAIRS: linalg.generic {indexing_maps = [#[[$MAP]]], iterator_types = []} outs(%[[ALLOC]] : memref<f32>) {
// PAIRS: ^{{.*}}(%{{.*}}: f32):
// PAIRS: %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// PAIRS: linalg.yield %[[CONSTANT]] : f32
// PAIRS: %[[ALLOC_1:.*]] = memref.alloc() : memref<i32>
// PAIRS: linalg.generic {indexing_maps = [#[[$MAP]]], iterator_types = []} outs(%[[ALLOC_1]] : memref<i32>) {
// PAIRS: ^{{.*}}(%{{.*}}: i32):
// PAIRS: %[[CONSTANT_1:.*]] = arith.constant 0 : i32
// PAIRS: linalg.yield %[[CONSTANT_1]] : i32
// PAIRS: %[[ALLOC_2:.*]] = memref.alloc() : memref<f32>
// PAIRS: %[[ALLOC_3:.*]] = memref.alloc() : memref<i32>
// PAIRS: %[[LOAD:.*]] = memref.load %[[ALLOC]][] : memref<f32>
// PAIRS: %[[LOAD_1:.*]] = memref.load %[[ALLOC_1]][] : memref<i32>
// PAIRS: %[[FOR:[^,: ]*]]:2 = scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} iter_args(%[[CARRIED:.*]] = %[[LOAD]], %[[CARRIED_1:.*]] = %[[LOAD_1]]) -> (f32, i32) {
// PAIRS: %[[LOAD_2:.*]] = memref.load %[[ARG0]][%[[I]]] : memref<4xf32>
// PAIRS: %[[LOAD_3:.*]] = memref.load %[[ARG1]][%[[I]]] : memref<4xi32>
// PAIRS: %[[CMPF:.*]] = arith.cmpf ogt, %[[CARRIED]], %[[LOAD_2]] : f32
// PAIRS: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[CARRIED]], %[[LOAD_2]] : f32
// PAIRS: %[[SELECT_1:.*]] = arith.select %[[CMPF]], %[[CARRIED_1]], %[[LOAD_3]] : i32
// PAIRS: scf.yield %[[SELECT]], %[[SELECT_1]] : f32, i32
// PAIRS: memref.store %[[FOR]]#0, %[[ALLOC_2]][] : memref<f32>
// PAIRS: memref.store %[[FOR]]#1, %[[ALLOC_3]][] : memref<i32>
// PAIRS: memref.copy %[[ALLOC_2]], %[[ARG2]] : memref<f32> to memref<f32>
// PAIRS: memref.copy %[[ALLOC_3]], %[[ARG3]] : memref<i32> to memref<i32>
// PAIRS: return
func.func @pairs(%x: tensor<4xf32>, %n: tensor<4xi32>) -> (tensor<f32>, tensor<i32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %z), (%n init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %2 = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// So it is where something else is read for each channel.
// CHANNELS-LABEL: func.func @main(
// CHANNELS:       %[[FLAT:.*]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [2, 3, 20], strides: [60, 20, 1]
// CHANNELS:       scf.for %[[C:.*]] = %c0{{(_[0-9]+)?}} to %c3{{(_[0-9]+)?}}
// CHANNELS:       scf.for %[[B:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}}
// CHANNELS:       scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c20{{(_[0-9]+)?}}
// CHANNELS:       memref.load %[[FLAT]][%[[B]], %[[C]], %[[I]]] : memref<2x3x20xf32>
// CHANNELS:       memref.load %arg1[%[[C]]] : memref<3xf32>
func.func @channels(%x: tensor<2x3x4x5xf32>, %m: tensor<3xf32>) -> tensor<3xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<3xf32>) -> tensor<2x3x4x5xf32>
  %1 = stablehlo.maximum %x, %0 : tensor<2x3x4x5xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<2x3x4x5xf32>, tensor<f32>) -> tensor<3xf32>
  return %2 : tensor<3xf32>
}

// Not where a buffer lies in another order.
// TURNED-LABEL: func.func @main(
// TURNED:       scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}}
// TURNED:       scf.for %[[J:.*]] = %c0{{(_[0-9]+)?}} to %c5{{(_[0-9]+)?}}
// TURNED:       memref.load %arg0[%[[I]], %[[J]]] : memref<4x5xf32>
// TURNED:       memref.load %arg1[%[[J]], %[[I]]] : memref<5x4xf32>
func.func @turned(%x: tensor<4x5xf32>, %y: tensor<5x4xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %y, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<4x5xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// Long rows are added up in parts of at least 128 columns, which threads share.
// COLUMNS-LABEL: func.func @main(
// COLUMNS:       linalg.fill
// COLUMNS:       scf.for %[[PART:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}}
// COLUMNS:       scf.for %[[ROW:.*]] = %c0{{(_[0-9]+)?}} to %c300{{(_[0-9]+)?}}
// COLUMNS:       scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c128{{(_[0-9]+)?}}
// COLUMNS:       %[[FIRST:.*]] = arith.muli %[[PART]], %c128{{(_[0-9]+)?}} : index
// COLUMNS:       %[[COLUMN:.*]] = arith.addi %[[FIRST]], %[[I]] : index
// COLUMNS:       memref.load %{{.*}}[%[[COLUMN]]] : memref<512xf32>
// COLUMNS:       memref.load %arg0[%[[ROW]], %[[COLUMN]]] : memref<300x512xf32>
// COLUMNS:       memref.store %{{.*}}, %{{.*}}[%[[COLUMN]]] : memref<512xf32>
// COLUMNS:       } {trainlint.parallel}
func.func @columns(%x: tensor<300x512xf32>) -> tensor<512xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<300x512xf32>, tensor<f32>) -> tensor<512xf32>
  return %0 : tensor<512xf32>
}

// A tensor of one element, and no dimension to reduce.
// NOTHING-LABEL: func.func @main(
// NOTHING:       arith.addf
func.func @nothing(%x: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
