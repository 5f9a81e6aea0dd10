// Ops on one element at a time are one loop, in which nothing is stored before the end. Where all
// buffers lie alike the loop runs over their elements in a row.

// RUN: trainlint-test-cpu %s --entry=chain --emit=linalg | FileCheck %s --check-prefix=CHAIN
// RUN: trainlint-test-cpu %s --entry=twice --emit=linalg | FileCheck %s --check-prefix=TWICE
// RUN: trainlint-test-cpu %s --entry=broadcast --emit=linalg | FileCheck %s --check-prefix=BROADCAST
// RUN: trainlint-test-cpu %s --entry=compare --emit=linalg | FileCheck %s --check-prefix=COMPARE
// RUN: trainlint-test-cpu %s --entry=half --emit=linalg | FileCheck %s --check-prefix=HALF
// RUN: trainlint-test-cpu %s --entry=rounded --emit=linalg | FileCheck %s --check-prefix=ROUNDED
// RUN: trainlint-test-cpu %s --entry=choice --emit=linalg | FileCheck %s --check-prefix=CHOICE

// Several ops, one loop.
// CHAIN-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (d0)>
// CHAIN-LABEL: func.func @main(
// CHAIN-SAME:    %[[ARG0:[^:]*]]: memref<2x3xf32>
// CHAIN-SAME:    %[[ARG1:[^:]*]]: memref<2x3xf32>
// CHAIN-SAME:    %[[ARG2:[^:]*]]: memref<2x3xf32>
// CHAIN: %[[ALLOC:.*]] = memref.alloc() : memref<2x3xf32>
// CHAIN: %[[VIEW:.*]] = memref.reinterpret_cast %[[ALLOC]] to offset: [0], sizes: [6], strides: [1] : memref<2x3xf32> to memref<6xf32>
// CHAIN: %[[VIEW_1:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [6], strides: [1] : memref<2x3xf32> to memref<6xf32>
// CHAIN: %[[VIEW_2:.*]] = memref.reinterpret_cast %[[ARG1]] to offset: [0], sizes: [6], strides: [1] : memref<2x3xf32> to memref<6xf32>
// CHAIN: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[VIEW_1]], %[[VIEW_2]] : memref<6xf32>, memref<6xf32>) outs(%[[VIEW]] : memref<6xf32>) {
// CHAIN: ^{{.*}}(%[[ARG:[^:]*]]: f32, %[[ARG_1:[^:]*]]: f32, %{{.*}}: f32):
// CHAIN: %[[ADDF:.*]] = arith.addf %[[ARG]], %[[ARG_1]] : f32
// CHAIN: %[[CALL:.*]] = func.call @cbrtf(%[[ADDF]]) : (f32) -> f32
// CHAIN: %[[MAXIMUMF:.*]] = arith.maximumf %[[CALL]], %[[ARG]] : f32
// CHAIN: linalg.yield %[[MAXIMUMF]] : f32
// CHAIN: memref.copy %[[ALLOC]], %[[ARG2]] : memref<2x3xf32> to memref<2x3xf32>
// CHAIN: return
func.func @chain(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  %1 = stablehlo.cbrt %0 : tensor<2x3xf32>
  %2 = stablehlo.maximum %1, %x : tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// What is used twice is computed once, and stored.
// TWICE-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (d0)>
// TWICE-LABEL: func.func @main(
// TWICE-SAME:    %[[ARG0:[^:]*]]: memref<2x3xf32>
// TWICE-SAME:    %[[ARG1:[^:]*]]: memref<2x3xf32>
// TWICE-SAME:    %[[ARG2:[^:]*]]: memref<2x3xf32>
// TWICE: %[[ALLOC:.*]] = memref.alloc() : memref<2x3xf32>
// TWICE: %[[VIEW:.*]] = memref.reinterpret_cast %[[ALLOC]] to offset: [0], sizes: [6], strides: [1] : memref<2x3xf32> to memref<6xf32>
// TWICE: %[[VIEW_1:.*]] = memref.reinterpret_cast %[[ARG0]] to offset: [0], sizes: [6], strides: [1] : memref<2x3xf32> to memref<6xf32>
// TWICE: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[VIEW_1]] : memref<6xf32>) outs(%[[VIEW]] : memref<6xf32>) {
// TWICE: ^{{.*}}(%[[ARG:[^:]*]]: f32, %{{.*}}: f32):
// TWICE: %[[LOG:.*]] = math.log %[[ARG]] : f32
// TWICE: linalg.yield %[[LOG]] : f32
// TWICE: %[[ALLOC_1:.*]] = memref.alloc() : memref<2x3xf32>
// TWICE: %[[VIEW_2:.*]] = memref.reinterpret_cast %[[ALLOC_1]] to offset: [0], sizes: [6], strides: [1] : memref<2x3xf32> to memref<6xf32>
// TWICE: %[[VIEW_3:.*]] = memref.reinterpret_cast %[[ALLOC]] to offset: [0], sizes: [6], strides: [1] : memref<2x3xf32> to memref<6xf32>
// TWICE: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[VIEW_3]] : memref<6xf32>) outs(%[[VIEW_2]] : memref<6xf32>) {
// TWICE: ^{{.*}}(%[[ARG_2:[^:]*]]: f32, %{{.*}}: f32):
// TWICE: %[[NEGF:.*]] = arith.negf %[[ARG_2]] : f32
// TWICE: linalg.yield %[[NEGF]] : f32
// TWICE: memref.copy %[[ALLOC]], %[[ARG1]] : memref<2x3xf32> to memref<2x3xf32>
// TWICE: memref.copy %[[ALLOC_1]], %[[ARG2]] : memref<2x3xf32> to memref<2x3xf32>
// TWICE: return
func.func @twice(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.log %x : tensor<2x3xf32>
  %1 = stablehlo.negate %0 : tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// A broadcast is a map.
// BROADCAST-DAG: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// BROADCAST-DAG: #[[$MAP_1:.*]] = affine_map<(d0, d1) -> (d1)>
// BROADCAST-LABEL: func.func @main(
// BROADCAST-SAME:    %[[ARG0:[^:]*]]: memref<2x3xf32>
// BROADCAST-SAME:    %[[ARG1:[^:]*]]: memref<3xf32>
// BROADCAST-SAME:    %[[ARG2:[^:]*]]: memref<2x3xf32>
// BROADCAST: %[[ALLOC:.*]] = memref.alloc() : memref<2x3xf32>
// BROADCAST: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP_1]], #[[$MAP]]], iterator_types = ["parallel", "parallel"]} ins(%[[ARG0]], %[[ARG1]] : memref<2x3xf32>, memref<3xf32>) outs(%[[ALLOC]] : memref<2x3xf32>) {
// BROADCAST: ^{{.*}}(%[[ARG:[^:]*]]: f32, %[[ARG_1:[^:]*]]: f32, %{{.*}}: f32):
// BROADCAST: %[[MULF:.*]] = arith.mulf %[[ARG]], %[[ARG_1]] : f32
// BROADCAST: linalg.yield %[[MULF]] : f32
// BROADCAST: memref.copy %[[ALLOC]], %[[ARG2]] : memref<2x3xf32> to memref<2x3xf32>
// BROADCAST: return
func.func @broadcast(%x: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// Truth is a byte.
// COMPARE-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (d0)>
// COMPARE-LABEL: func.func @main(
// COMPARE-SAME:    %[[ARG0:[^:]*]]: memref<4xf32>
// COMPARE-SAME:    %[[ARG1:[^:]*]]: memref<4xf32>
// COMPARE-SAME:    %[[ARG2:[^:]*]]: memref<4xi8>
// COMPARE: %[[ALLOC:.*]] = memref.alloc() : memref<4xi8>
// COMPARE: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[ARG0]], %[[ARG1]] : memref<4xf32>, memref<4xf32>) outs(%[[ALLOC]] : memref<4xi8>) {
// COMPARE: ^{{.*}}(%[[ARG:[^:]*]]: f32, %[[ARG_1:[^:]*]]: f32, %{{.*}}: i8):
// COMPARE: %[[CMPF:.*]] = arith.cmpf ogt, %[[ARG]], %[[ARG_1]] : f32
// COMPARE: %[[CONSTANT:.*]] = arith.constant true
// COMPARE: %[[XORI:.*]] = arith.xori %[[CMPF]], %[[CONSTANT]] : i1
// COMPARE: %[[EXTUI:.*]] = arith.extui %[[XORI]] : i1 to i8
// COMPARE: linalg.yield %[[EXTUI]] : i8
// COMPARE: memref.copy %[[ALLOC]], %[[ARG2]] : memref<4xi8> to memref<4xi8>
// COMPARE: return
func.func @compare(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.compare GT, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// Half precision is computed in f32, and rounded.
// HALF-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (d0)>
// HALF-LABEL: func.func @main(
// HALF-SAME:    %[[ARG0:[^:]*]]: memref<4xf16>
// HALF-SAME:    %[[ARG1:[^:]*]]: memref<4xf16>
// HALF-SAME:    %[[ARG2:[^:]*]]: memref<4xf16>
// HALF: %[[ALLOC:.*]] = memref.alloc() : memref<4xf16>
// HALF: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[ARG0]], %[[ARG1]] : memref<4xf16>, memref<4xf16>) outs(%[[ALLOC]] : memref<4xf16>) {
// HALF: ^{{.*}}(%[[ARG:[^:]*]]: f16, %[[ARG_1:[^:]*]]: f16, %{{.*}}: f16):
// HALF: %[[EXTF:.*]] = arith.extf %[[ARG]] : f16 to f32
// HALF: %[[EXTF_1:.*]] = arith.extf %[[ARG_1]] : f16 to f32
// HALF: %[[ADDF:.*]] = arith.addf %[[EXTF]], %[[EXTF_1]] : f32
// HALF: %[[TRUNCF:.*]] = arith.truncf %[[ADDF]] : f32 to f16
// HALF: %[[EXTF_2:.*]] = arith.extf %[[TRUNCF]] : f16 to f32
// HALF: %[[TRUNCF_1:.*]] = arith.truncf %[[EXTF_2]] : f32 to f16
// HALF: linalg.yield %[[TRUNCF_1]] : f16
// HALF: memref.copy %[[ALLOC]], %[[ARG2]] : memref<4xf16> to memref<4xf16>
// HALF: return
func.func @half(%x: tensor<4xf16>, %y: tensor<4xf16>) -> tensor<4xf16> {
  %0 = stablehlo.add %x, %y : tensor<4xf16>
  return %0 : tensor<4xf16>
}

// A choice of elements.
// CHOICE-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (d0)>
// CHOICE-LABEL: func.func @main(
// CHOICE-SAME:    %[[ARG0:[^:]*]]: memref<4xi8>
// CHOICE-SAME:    %[[ARG1:[^:]*]]: memref<4xf32>
// CHOICE-SAME:    %[[ARG2:[^:]*]]: memref<4xf32>
// CHOICE-SAME:    %[[ARG3:[^:]*]]: memref<4xf32>
// CHOICE: %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CHOICE: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]], #[[$MAP]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[ARG0]], %[[ARG1]], %[[ARG2]] : memref<4xi8>, memref<4xf32>, memref<4xf32>) outs(%[[ALLOC]] : memref<4xf32>) {
// CHOICE: ^{{.*}}(%[[ARG:[^:]*]]: i8, %[[ARG_1:[^:]*]]: f32, %[[ARG_2:[^:]*]]: f32, %{{.*}}: f32):
// CHOICE: %[[TRUNCI:.*]] = arith.trunci %[[ARG]] : i8 to i1
// CHOICE: %[[SELECT:.*]] = arith.select %[[TRUNCI]], %[[ARG_1]], %[[ARG_2]] : f32
// CHOICE: linalg.yield %[[SELECT]] : f32
// CHOICE: memref.copy %[[ALLOC]], %[[ARG3]] : memref<4xf32> to memref<4xf32>
// CHOICE: return
func.func @choice(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.select %p, %x, %y : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What is rounded to bf16 already is not rounded again when it is stored.
// ROUNDED-LABEL: func.func @main(
// ROUNDED:     arith.mulf
// ROUNDED:     arith.cmpf uno
// ROUNDED-NOT: arith.cmpf
// ROUNDED:     linalg.yield %{{.*}} : bf16
func.func @rounded(%x: tensor<4xf32>) -> tensor<4xbf16> {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xbf16>
  return %1 : tensor<4xbf16>
}
