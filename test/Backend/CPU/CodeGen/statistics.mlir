// Batches are normalized in three passes over them.

// RUN: trainlint-test-cpu %s --entry=training --emit=linalg | FileCheck %s --check-prefix=TRAINING

// The mean of each feature, its variance, and the result.
// TRAINING-LABEL: func.func @main(
// TRAINING-SAME:    %[[ARG0:[^:]*]]: memref<4x2xf32>
// TRAINING-SAME:    %[[ARG1:[^:]*]]: memref<2xf32>
// TRAINING-SAME:    %[[ARG2:[^:]*]]: memref<2xf32>
// TRAINING-SAME:    %[[ARG3:[^:]*]]: memref<4x2xf32>
// TRAINING-SAME:    %[[ARG4:[^:]*]]: memref<2xf32>
// TRAINING-SAME:    %[[ARG5:[^:]*]]: memref<2xf32>
// TRAINING: %[[ALLOC:.*]] = memref.alloc() : memref<4x2xf32>
// TRAINING: %[[ALLOC_1:.*]] = memref.alloc() : memref<2xf32>
// TRAINING: %[[ALLOC_2:.*]] = memref.alloc() : memref<2xf32>
// TRAINING: %[[ALLOC_3:.*]] = memref.alloc() : memref<2xf32>
// TRAINING: %[[CONSTANT:.*]] = arith.constant 0.000000e+00 : f32
// TRAINING: linalg.fill ins(%[[CONSTANT]] : f32) outs(%[[ALLOC_3]] : memref<2xf32>)
// TRAINING: %[[ALLOC_4:.*]] = memref.alloc() : memref<2xf32>
// TRAINING: %[[CONSTANT_1:.*]] = arith.constant 0.000000e+00 : f32
// TRAINING: linalg.fill ins(%[[CONSTANT_1]] : f32) outs(%[[ALLOC_4]] : memref<2xf32>)
// TRAINING: scf.for %[[I:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// TRAINING: scf.for %[[I_1:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// TRAINING: %[[LOAD:.*]] = memref.load %[[ARG0]][%[[I]], %[[I_1]]] : memref<4x2xf32>
// TRAINING: %[[LOAD_1:.*]] = memref.load %[[ALLOC_3]][%[[I_1]]] : memref<2xf32>
// TRAINING: %[[ADDF:.*]] = arith.addf %[[LOAD_1]], %[[LOAD]] : f32
// TRAINING: memref.store %[[ADDF]], %[[ALLOC_3]][%[[I_1]]] : memref<2xf32>
// TRAINING: scf.for %[[I_2:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// TRAINING: %[[CONSTANT_2:.*]] = arith.constant 4.000000e+00 : f32
// TRAINING: %[[LOAD_2:.*]] = memref.load %[[ALLOC_3]][%[[I_2]]] : memref<2xf32>
// TRAINING: %[[DIVF:.*]] = arith.divf %[[LOAD_2]], %[[CONSTANT_2]] : f32
// TRAINING: memref.store %[[DIVF]], %[[ALLOC_3]][%[[I_2]]] : memref<2xf32>
// TRAINING: scf.for %[[I_3:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// TRAINING: scf.for %[[I_4:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// TRAINING: %[[LOAD_3:.*]] = memref.load %[[ALLOC_3]][%[[I_4]]] : memref<2xf32>
// TRAINING: %[[LOAD_4:.*]] = memref.load %[[ARG0]][%[[I_3]], %[[I_4]]] : memref<4x2xf32>
// TRAINING: %[[SUBF:.*]] = arith.subf %[[LOAD_4]], %[[LOAD_3]] : f32
// TRAINING: %[[MULF:.*]] = arith.mulf %[[SUBF]], %[[SUBF]] : f32
// TRAINING: %[[LOAD_5:.*]] = memref.load %[[ALLOC_4]][%[[I_4]]] : memref<2xf32>
// TRAINING: %[[ADDF_1:.*]] = arith.addf %[[LOAD_5]], %[[MULF]] : f32
// TRAINING: memref.store %[[ADDF_1]], %[[ALLOC_4]][%[[I_4]]] : memref<2xf32>
// TRAINING: scf.for %[[I_5:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// TRAINING: %[[CONSTANT_3:.*]] = arith.constant 4.000000e+00 : f32
// TRAINING: %[[LOAD_6:.*]] = memref.load %[[ALLOC_4]][%[[I_5]]] : memref<2xf32>
// TRAINING: %[[DIVF_1:.*]] = arith.divf %[[LOAD_6]], %[[CONSTANT_3]] : f32
// TRAINING: memref.store %[[DIVF_1]], %[[ALLOC_4]][%[[I_5]]] : memref<2xf32>
// TRAINING: memref.store %[[DIVF_1]], %[[ALLOC_2]][%[[I_5]]] : memref<2xf32>
// TRAINING: %[[LOAD_7:.*]] = memref.load %[[ALLOC_3]][%[[I_5]]] : memref<2xf32>
// TRAINING: memref.store %[[LOAD_7]], %[[ALLOC_1]][%[[I_5]]] : memref<2xf32>
// TRAINING: scf.for %[[I_6:.*]] = %c0{{(_[0-9]+)?}} to %c4{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// TRAINING: scf.for %[[I_7:.*]] = %c0{{(_[0-9]+)?}} to %c2{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// TRAINING: %[[LOAD_8:.*]] = memref.load %[[ALLOC_4]][%[[I_7]]] : memref<2xf32>
// TRAINING: %[[CONSTANT_4:.*]] = arith.constant 1.250000e-01 : f32
// TRAINING: %[[ADDF_2:.*]] = arith.addf %[[LOAD_8]], %[[CONSTANT_4]] : f32
// TRAINING: %[[SQRT:.*]] = math.sqrt %[[ADDF_2]] : f32
// TRAINING: %[[LOAD_9:.*]] = memref.load %[[ALLOC_3]][%[[I_7]]] : memref<2xf32>
// TRAINING: %[[LOAD_10:.*]] = memref.load %[[ARG0]][%[[I_6]], %[[I_7]]] : memref<4x2xf32>
// TRAINING: %[[SUBF_1:.*]] = arith.subf %[[LOAD_10]], %[[LOAD_9]] : f32
// TRAINING: %[[DIVF_2:.*]] = arith.divf %[[SUBF_1]], %[[SQRT]] : f32
// TRAINING: %[[LOAD_11:.*]] = memref.load %[[ARG2]][%[[I_7]]] : memref<2xf32>
// TRAINING: %[[LOAD_12:.*]] = memref.load %[[ARG1]][%[[I_7]]] : memref<2xf32>
// TRAINING: %[[MULF_1:.*]] = arith.mulf %[[LOAD_12]], %[[DIVF_2]] : f32
// TRAINING: %[[ADDF_3:.*]] = arith.addf %[[MULF_1]], %[[LOAD_11]] : f32
// TRAINING: memref.store %[[ADDF_3]], %[[ALLOC]][%[[I_6]], %[[I_7]]] : memref<4x2xf32>
// TRAINING: memref.copy %[[ALLOC]], %[[ARG3]] : memref<4x2xf32> to memref<4x2xf32>
// TRAINING: memref.copy %[[ALLOC_1]], %[[ARG4]] : memref<2xf32> to memref<2xf32>
// TRAINING: memref.copy %[[ALLOC_2]], %[[ARG5]] : memref<2xf32> to memref<2xf32>
// TRAINING: return
func.func @training(%x: tensor<4x2xf32>, %s: tensor<2xf32>, %o: tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 0.125 : f32, feature_index = 1 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>
}
