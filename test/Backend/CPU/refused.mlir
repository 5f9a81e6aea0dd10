// RUN: not trainlint-test-cpu %s --entry=solve 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not trainlint-test-cpu %s --entry=again 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not trainlint-test-cpu %s --entry=unknown_size 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not trainlint-test-cpu %s --entry=nothing 2>&1 | FileCheck %s --check-prefix=NOTHING

// What cannot be run is said when a program is compiled, with its place.

// CALL: refused.mlir:[[@LINE+2]]:8: error: 'stablehlo.custom_call' is not run by the cpu device: target 'solver' is not known
func.func @solve(%0: tensor<2xf32>) -> tensor<2xf32> {
  %1 = stablehlo.custom_call @solver(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// AGAIN: error: 'func.call' is not run by the cpu device: the function calls itself
func.func @again() -> tensor<f32> {
  %0 = func.call @again() : () -> tensor<f32>
  return %0 : tensor<f32>
}

// SIZE: error: the shape of 'tensor<?xf32>' is not known, which the cpu device needs
func.func @unknown_size(%0: tensor<?xf32>) -> tensor<?xf32> {
  return %0 : tensor<?xf32>
}

// NOTHING: error: there is no function 'nothing'
