// Branches and loops keep their form; what they carry lies in buffers.

// RUN: trainlint-test-cpu %s --entry=branch --emit=linalg | FileCheck %s --check-prefix=BRANCH
// RUN: trainlint-test-cpu %s --entry=rounds --emit=linalg | FileCheck %s --check-prefix=ROUNDS
// RUN: trainlint-test-cpu %s --entry=cases --emit=linalg | FileCheck %s --check-prefix=CASES

// A branch writes the buffer of the result.
// BRANCH-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (d0)>
// BRANCH-LABEL: func.func @main(
// BRANCH-SAME:    %[[ARG0:[^:]*]]: memref<i8>
// BRANCH-SAME:    %[[ARG1:[^:]*]]: memref<4xf32>
// BRANCH-SAME:    %[[ARG2:[^:]*]]: memref<4xf32>
// BRANCH: %[[LOAD:.*]] = memref.load %[[ARG0]][] : memref<i8>
// BRANCH: %[[TRUNCI:.*]] = arith.trunci %[[LOAD]] : i8 to i1
// BRANCH: %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// BRANCH: scf.if %[[TRUNCI]] {
// BRANCH: %[[ALLOC_1:.*]] = memref.alloc() : memref<4xf32>
// BRANCH: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[ARG1]] : memref<4xf32>) outs(%[[ALLOC_1]] : memref<4xf32>) {
// BRANCH: ^{{.*}}(%[[ARG:[^:]*]]: f32, %{{.*}}: f32):
// BRANCH: %[[NEGF:.*]] = arith.negf %[[ARG]] : f32
// BRANCH: linalg.yield %[[NEGF]] : f32
// BRANCH: memref.copy %[[ALLOC_1]], %[[ALLOC]] : memref<4xf32> to memref<4xf32>
// BRANCH: } else {
// BRANCH: %[[ALLOC_2:.*]] = memref.alloc() : memref<4xf32>
// BRANCH: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[ARG1]] : memref<4xf32>) outs(%[[ALLOC_2]] : memref<4xf32>) {
// BRANCH: ^{{.*}}(%[[ARG_2:[^:]*]]: f32, %{{.*}}: f32):
// BRANCH: %[[LOG:.*]] = math.log %[[ARG_2]] : f32
// BRANCH: linalg.yield %[[LOG]] : f32
// BRANCH: memref.copy %[[ALLOC_2]], %[[ALLOC]] : memref<4xf32> to memref<4xf32>
// BRANCH: memref.copy %[[ALLOC]], %[[ARG2]] : memref<4xf32> to memref<4xf32>
// BRANCH: return
func.func @branch(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    %2 = stablehlo.log %x : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A loop asks before each round.
// ROUNDS-DAG: #[[$MAP:.*]] = affine_map<() -> ()>
// ROUNDS-DAG: #[[$MAP_1:.*]] = affine_map<(d0) -> (d0)>
// ROUNDS-LABEL: func.func @main(
// ROUNDS-SAME:    %[[ARG0:[^:]*]]: memref<4xf32>
// ROUNDS-SAME:    %[[ARG1:[^:]*]]: memref<i32>
// ROUNDS-SAME:    %[[ARG2:[^:]*]]: memref<4xf32>
// ROUNDS: %[[ALLOC:.*]] = memref.alloc() : memref<i32>
// ROUNDS: linalg.generic {indexing_maps = [#[[$MAP]]], iterator_types = []} outs(%[[ALLOC]] : memref<i32>) {
// ROUNDS: ^{{.*}}(%{{.*}}: i32):
// ROUNDS: %[[CONSTANT:.*]] = arith.constant 0 : i32
// ROUNDS: linalg.yield %[[CONSTANT]] : i32
// ROUNDS: %[[ALLOC_1:.*]] = memref.alloc() : memref<i32>
// ROUNDS: %[[ALLOC_2:.*]] = memref.alloc() : memref<4xf32>
// ROUNDS: memref.copy %[[ALLOC]], %[[ALLOC_1]] : memref<i32> to memref<i32>
// ROUNDS: memref.copy %[[ARG0]], %[[ALLOC_2]] : memref<4xf32> to memref<4xf32>
// ROUNDS: scf.while : () -> () {
// ROUNDS: %[[ALLOC_3:.*]] = memref.alloc() : memref<i8>
// ROUNDS: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]], #[[$MAP]]], iterator_types = []} ins(%[[ALLOC_1]], %[[ARG1]] : memref<i32>, memref<i32>) outs(%[[ALLOC_3]] : memref<i8>) {
// ROUNDS: ^{{.*}}(%[[ARG_1:[^:]*]]: i32, %[[ARG_2:[^:]*]]: i32, %{{.*}}: i8):
// ROUNDS: %[[CMPI:.*]] = arith.cmpi slt, %[[ARG_1]], %[[ARG_2]] : i32
// ROUNDS: %[[EXTUI:.*]] = arith.extui %[[CMPI]] : i1 to i8
// ROUNDS: linalg.yield %[[EXTUI]] : i8
// ROUNDS: %[[LOAD:.*]] = memref.load %[[ALLOC_3]][] : memref<i8>
// ROUNDS: %[[TRUNCI:.*]] = arith.trunci %[[LOAD]] : i8 to i1
// ROUNDS: scf.condition(%[[TRUNCI]])
// ROUNDS: } do {
// ROUNDS: %[[ALLOC_4:.*]] = memref.alloc() : memref<i32>
// ROUNDS: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]]], iterator_types = []} ins(%[[ALLOC_1]] : memref<i32>) outs(%[[ALLOC_4]] : memref<i32>) {
// ROUNDS: ^{{.*}}(%[[ARG_4:[^:]*]]: i32, %{{.*}}: i32):
// ROUNDS: %[[CONSTANT_1:.*]] = arith.constant 1 : i32
// ROUNDS: %[[ADDI:.*]] = arith.addi %[[ARG_4]], %[[CONSTANT_1]] : i32
// ROUNDS: linalg.yield %[[ADDI]] : i32
// ROUNDS: %[[ALLOC_5:.*]] = memref.alloc() : memref<4xf32>
// ROUNDS: linalg.generic {indexing_maps = [#[[$MAP_1]], #[[$MAP_1]]], iterator_types = ["parallel"]} ins(%[[ALLOC_2]] : memref<4xf32>) outs(%[[ALLOC_5]] : memref<4xf32>) {
// ROUNDS: ^{{.*}}(%[[ARG_6:[^:]*]]: f32, %{{.*}}: f32):
// ROUNDS: %[[ADDF:.*]] = arith.addf %[[ARG_6]], %[[ARG_6]] : f32
// ROUNDS: linalg.yield %[[ADDF]] : f32
// ROUNDS: memref.copy %[[ALLOC_4]], %[[ALLOC_1]] : memref<i32> to memref<i32>
// ROUNDS: memref.copy %[[ALLOC_5]], %[[ALLOC_2]] : memref<4xf32> to memref<4xf32>
// ROUNDS: scf.yield
// ROUNDS: memref.copy %[[ALLOC_2]], %[[ARG2]] : memref<4xf32> to memref<4xf32>
// ROUNDS: return
func.func @rounds(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %v = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %v, %v : tensor<4xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// The last branch is for all other numbers.
// CASES-DAG: #[[$MAP:.*]] = affine_map<() -> ()>
// CASES-LABEL: func.func @main(
// CASES-SAME:    %[[ARG0:[^:]*]]: memref<i32>
// CASES-SAME:    %[[ARG1:[^:]*]]: memref<f32>
// CASES-SAME:    %[[ARG2:[^:]*]]: memref<f32>
// CASES: %[[LOAD:.*]] = memref.load %[[ARG0]][] : memref<i32>
// CASES: %[[INDEX_CAST:.*]] = arith.index_cast %[[LOAD]] : i32 to index
// CASES: %[[ALLOC:.*]] = memref.alloc() : memref<f32>
// CASES: scf.index_switch %[[INDEX_CAST]]
// CASES: case 0 {
// CASES: %[[ALLOC_1:.*]] = memref.alloc() : memref<f32>
// CASES: linalg.generic {indexing_maps = [#[[$MAP]], #[[$MAP]]], iterator_types = []} ins(%[[ARG1]] : memref<f32>) outs(%[[ALLOC_1]] : memref<f32>) {
// CASES: ^{{.*}}(%[[ARG:[^:]*]]: f32, %{{.*}}: f32):
// CASES: %[[NEGF:.*]] = arith.negf %[[ARG]] : f32
// CASES: linalg.yield %[[NEGF]] : f32
// CASES: memref.copy %[[ALLOC_1]], %[[ALLOC]] : memref<f32> to memref<f32>
// CASES: scf.yield
// CASES: default {
// CASES: memref.copy %[[ARG1]], %[[ALLOC]] : memref<f32> to memref<f32>
// CASES: memref.copy %[[ALLOC]], %[[ARG2]] : memref<f32> to memref<f32>
// CASES: return
func.func @cases(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}
