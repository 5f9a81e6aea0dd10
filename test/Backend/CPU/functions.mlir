// Functions of f32 that are arithmetic: what is infinite, denormal, too large, too small, or no number.

// RUN: trainlint-test-cpu %s | FileCheck %s --match-full-lines
// RUN: trainlint-test-cpu %s --entry=exponential --emit=linalg | FileCheck %s --check-prefix=INLINE

// INLINE-NOT: call @
// INLINE-NOT: math.exp

// CHECK-LABEL: @exponential
// CHECK-NEXT:  tensor<8xf32> [1, 2.71828, inf, 0, inf, 0, 1.4013e-45, {{-?}}nan]
func.func @exponential() -> tensor<8xf32> {
  %0 = stablehlo.constant dense<[0.0, 1.0, 0x7F800000, 0xFF800000, 88.8, -104.5, -103.0, 0x7FC00000]> : tensor<8xf32>
  %1 = stablehlo.exponential %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
// CHECK-LABEL: @hyperbolic_tangent
// CHECK-NEXT:  tensor<7xf32> [0, -0, 1, -1, 1, 1e-20, {{-?}}nan]
func.func @hyperbolic_tangent() -> tensor<7xf32> {
  %0 = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 12.5, 1.0e-20, 0x7FC00000]> : tensor<7xf32>
  %1 = stablehlo.tanh %0 : tensor<7xf32>
  return %1 : tensor<7xf32>
}
