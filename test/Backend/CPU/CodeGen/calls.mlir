// What loops do not compute is done by functions of the runtime, which are given addresses and
// numbers.

// RUN: trainlint-test-cpu %s --entry=cholesky --emit=linalg | FileCheck %s --check-prefix=CHOLESKY
// RUN: trainlint-test-cpu %s --entry=fourier --emit=linalg | FileCheck %s --check-prefix=FOURIER
// RUN: trainlint-test-cpu %s --entry=solve --emit=linalg | FileCheck %s --check-prefix=SOLVE
// RUN: trainlint-test-cpu %s --entry=random --emit=linalg | FileCheck %s --check-prefix=RANDOM
// RUN: trainlint-test-cpu %s --entry=exchange --replicas=2 --emit=linalg | FileCheck %s --check-prefix=EXCHANGE

// Matrices one after the other.
// CHOLESKY-LABEL: func.func @main(
// CHOLESKY-SAME:    %[[ARG0:[^:]*]]: memref<3x2x2xf32>
// CHOLESKY-SAME:    %[[ARG1:[^:]*]]: memref<3x2x2xf32>
// CHOLESKY-SAME:    %[[ARG2:[^:]*]]: memref<32xi8>
// CHOLESKY: %[[VIEW:.*]] = memref.view %[[ARG2]][%c0{{(_[0-9]+)?}}][] : memref<32xi8> to memref<4xi64>
// CHOLESKY: %[[ALLOC:.*]] = memref.alloc() : memref<3x2x2xf32>
// CHOLESKY: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[VIEW]] : memref<4xi64> -> index
// CHOLESKY: %[[POINTER_1:.*]] = memref.extract_aligned_pointer_as_index %[[ARG0]] : memref<3x2x2xf32> -> index
// CHOLESKY: %[[POINTER_2:.*]] = memref.extract_aligned_pointer_as_index %[[ALLOC]] : memref<3x2x2xf32> -> index
// CHOLESKY: call @trainlint_cpu_cholesky(%[[POINTER]], %[[POINTER_1]], %[[POINTER_2]]) : (index, index, index) -> ()
// CHOLESKY: memref.copy %[[ALLOC]], %[[ARG1]] : memref<3x2x2xf32> to memref<3x2x2xf32>
// CHOLESKY: return
func.func @cholesky(%x: tensor<3x2x2xf32>) -> tensor<3x2x2xf32> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<3x2x2xf32>
  return %0 : tensor<3x2x2xf32>
}

// The kind and the lengths of a transform are numbers in the constants of the program.
// FOURIER-LABEL: func.func @main(
// FOURIER-SAME:    %[[ARG0:[^:]*]]: memref<2x4xcomplex<f32>>
// FOURIER-SAME:    %[[ARG1:[^:]*]]: memref<2x4xcomplex<f32>>
// FOURIER-SAME:    %[[ARG2:[^:]*]]: memref<40xi8>
// FOURIER: %[[VIEW:.*]] = memref.view %[[ARG2]][%c0{{(_[0-9]+)?}}][] : memref<40xi8> to memref<5xi64>
// FOURIER: %[[ALLOC:.*]] = memref.alloc() : memref<2x4xcomplex<f32>>
// FOURIER: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[VIEW]] : memref<5xi64> -> index
// FOURIER: %[[POINTER_1:.*]] = memref.extract_aligned_pointer_as_index %[[ARG0]] : memref<2x4xcomplex<f32>> -> index
// FOURIER: %[[POINTER_2:.*]] = memref.extract_aligned_pointer_as_index %[[ALLOC]] : memref<2x4xcomplex<f32>> -> index
// FOURIER: call @trainlint_cpu_fourier(%[[POINTER]], %[[POINTER_1]], %[[POINTER_2]]) : (index, index, index) -> ()
// FOURIER: memref.copy %[[ALLOC]], %[[ARG1]] : memref<2x4xcomplex<f32>> to memref<2x4xcomplex<f32>>
// FOURIER: return
func.func @fourier(%x: tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  return %0 : tensor<2x4xcomplex<f32>>
}

// SOLVE-LABEL: func.func @main(
// SOLVE-SAME:    %[[ARG0:[^:]*]]: memref<2x2xf32>
// SOLVE-SAME:    %[[ARG1:[^:]*]]: memref<2x1xf32>
// SOLVE: %[[VIEW:.*]] = memref.view %{{.*}}[%c0{{(_[0-9]+)?}}][] : memref<64xi8> to memref<8xi64>
// SOLVE: %[[ALLOC:.*]] = memref.alloc() : memref<2x1xf32>
// SOLVE: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[VIEW]] : memref<8xi64> -> index
// SOLVE: %[[POINTER_1:.*]] = memref.extract_aligned_pointer_as_index %[[ARG0]] : memref<2x2xf32> -> index
// SOLVE: %[[POINTER_2:.*]] = memref.extract_aligned_pointer_as_index %[[ARG1]] : memref<2x1xf32> -> index
// SOLVE: %[[POINTER_3:.*]] = memref.extract_aligned_pointer_as_index %[[ALLOC]] : memref<2x1xf32> -> index
// SOLVE: call @trainlint_cpu_triangular_solve(%[[POINTER]], %[[POINTER_1]], %[[POINTER_2]], %[[POINTER_3]]) : (index, index, index, index) -> ()
// SOLVE: return
func.func @solve(%a: tensor<2x2xf32>, %b: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// Bits, and the state for the next ones.
// RANDOM-LABEL: func.func @main(
// RANDOM-SAME:    %[[ARG0:[^:]*]]: memref<2xi64>
// RANDOM-SAME:    %[[ARG1:[^:]*]]: memref<2xi64>
// RANDOM-SAME:    %[[ARG2:[^:]*]]: memref<3xi32>
// RANDOM: %[[ALLOC:.*]] = memref.alloc() : memref<2xi64>
// RANDOM: %[[ALLOC_1:.*]] = memref.alloc() : memref<3xi32>
// RANDOM: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[ARG0]] : memref<2xi64> -> index
// RANDOM: %[[POINTER_1:.*]] = memref.extract_aligned_pointer_as_index %[[ALLOC]] : memref<2xi64> -> index
// RANDOM: %[[POINTER_2:.*]] = memref.extract_aligned_pointer_as_index %[[ALLOC_1]] : memref<3xi32> -> index
// RANDOM: call @trainlint_cpu_random_bits(%c1{{(_[0-9]+)?}}, %c2{{(_[0-9]+)?}}, %[[POINTER]], %[[POINTER_1]], %[[POINTER_2]], %c12{{(_[0-9]+)?}}) : (index, index, index, index, index, index) -> ()
// RANDOM: memref.copy %[[ALLOC]], %[[ARG1]] : memref<2xi64> to memref<2xi64>
// RANDOM: memref.copy %[[ALLOC_1]], %[[ARG2]] : memref<3xi32> to memref<3xi32>
// RANDOM: return
func.func @random(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  return %0, %1 : tensor<2xui64>, tensor<3xui32>
}

// A sum over replicas.
// EXCHANGE-LABEL: func.func @main(
// EXCHANGE-SAME:    %[[ARG0:[^:]*]]: memref<3xf32>
// EXCHANGE-SAME:    %[[ARG1:[^:]*]]: memref<3xf32>
// EXCHANGE-SAME:    %[[ARG3:[^:]*]]: index
// EXCHANGE: %[[ALLOC:.*]] = memref.alloc() : memref<3xf32>
// EXCHANGE: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[ARG0]] : memref<3xf32> -> index
// EXCHANGE: %[[POINTER_1:.*]] = memref.extract_aligned_pointer_as_index %[[ALLOC]] : memref<3xf32> -> index
// EXCHANGE: call @trainlint_cpu_collective(%[[ARG3]], %c0{{(_[0-9]+)?}}, %[[POINTER]], %[[POINTER_1]], %c0{{(_[0-9]+)?}}) : (index, index, index, index, index) -> ()
// EXCHANGE: memref.copy %[[ALLOC]], %[[ARG1]] : memref<3xf32> to memref<3xf32>
// EXCHANGE: return
func.func @exchange(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
