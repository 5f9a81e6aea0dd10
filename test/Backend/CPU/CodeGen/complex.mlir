// Complex numbers are two reals in the middle of an expression; what says only where a tensor is to
// be kept is nothing.

// RUN: trainlint-test-cpu %s --entry=product --emit=linalg | FileCheck %s --check-prefix=PRODUCT
// RUN: trainlint-test-cpu %s --entry=placement --emit=linalg | FileCheck %s --check-prefix=PLACEMENT

// PRODUCT-LABEL: func.func @main(
// PRODUCT: linalg.generic
// PRODUCT: ^{{.*}}(%[[A:[^:]*]]: f32, %[[B:[^:]*]]: f32, %{{.*}}: f32):
// PRODUCT: %[[VALUE:.*]] = complex.create %[[A]], %[[B]] : complex<f32>
// PRODUCT-DAG: %[[LEFT_RE:.*]] = complex.re %[[VALUE]] : complex<f32>
// PRODUCT-DAG: %[[LEFT_IM:.*]] = complex.im %[[VALUE]] : complex<f32>
// PRODUCT-DAG: arith.mulf %{{.*}}, %{{.*}} : f32
// PRODUCT: %[[RE:.*]] = arith.subf %{{.*}}, %{{.*}} : f32
// PRODUCT: %[[IM:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// PRODUCT: %[[RESULT:.*]] = complex.create %[[RE]], %[[IM]] : complex<f32>
// PRODUCT: %[[PART:.*]] = complex.im %[[RESULT]] : complex<f32>
// PRODUCT: linalg.yield %[[PART]] : f32
func.func @product(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.complex %a, %b : tensor<3xcomplex<f32>>
  %1 = stablehlo.multiply %0, %0 : tensor<3xcomplex<f32>>
  %2 = stablehlo.imag %1 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  return %2 : tensor<3xf32>
}

// PLACEMENT-LABEL: func.func @main(
// PLACEMENT-SAME:    %[[ARG0:[^:]*]]: memref<3xf32>
// PLACEMENT-SAME:    %[[ARG1:[^:]*]]: memref<3xf32>
// PLACEMENT-NEXT: %[[ALLOC:.*]] = memref.alloc() : memref<3xf32>
// PLACEMENT-NEXT: linalg.generic {{.*}} ins(%[[ARG0]] : memref<3xf32>) outs(%[[ALLOC]] : memref<3xf32>) {
// PLACEMENT: arith.negf
// PLACEMENT: memref.copy %[[ALLOC]], %[[ARG1]] : memref<3xf32> to memref<3xf32>
func.func @placement(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.negate %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}
