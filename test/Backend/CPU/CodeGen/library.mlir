// Large products and convolutions of floating-point numbers are computed by a library where there
// is one: a function gets the addresses of their operands and of their sizes, which are a constant.

// REQUIRES: onednn
// RUN: trainlint-test-cpu %s --entry=product --emit=linalg | FileCheck %s --check-prefix=PRODUCT
// RUN: trainlint-test-cpu %s --entry=transposed --emit=linalg | FileCheck %s --check-prefix=TRANSPOSED
// RUN: trainlint-test-cpu %s --entry=product --no-library --emit=linalg | FileCheck %s --check-prefix=LOOPS
// RUN: trainlint-test-cpu %s --entry=small --emit=linalg | FileCheck %s --check-prefix=LOOPS
// RUN: trainlint-test-cpu %s --entry=whole --emit=linalg | FileCheck %s --check-prefix=LOOPS
// RUN: trainlint-test-cpu %s --entry=convolution --emit=linalg | FileCheck %s --check-prefix=CONVOLUTION
// RUN: trainlint-test-cpu %s --entry=gradient --emit=linalg | FileCheck %s --check-prefix=GRADIENT

// PRODUCT-LABEL: func.func @main(
// PRODUCT-SAME:    %[[X:[^:]*]]: memref<64x32xf32>, %[[Y:[^:]*]]: memref<32x48xf32>
// PRODUCT-SAME:    %[[CONSTANTS:[^:]*]]: memref<48xi8>, %[[CONTEXT:[^:]*]]: index)
// PRODUCT:         %[[NUMBERS:.*]] = memref.view %[[CONSTANTS]]{{.*}} to memref<6xi64>
// PRODUCT:         %[[RESULT:.*]] = memref.alloc() : memref<64x48xf32>
// PRODUCT-DAG:     %[[A:.*]] = memref.extract_aligned_pointer_as_index %[[NUMBERS]]
// PRODUCT-DAG:     %[[XA:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// PRODUCT-DAG:     %[[YA:.*]] = memref.extract_aligned_pointer_as_index %[[Y]]
// PRODUCT-DAG:     %[[RA:.*]] = memref.extract_aligned_pointer_as_index %[[RESULT]]
// PRODUCT:         call @trainlint_cpu_multiply(%[[CONTEXT]], %[[A]], %[[XA]], %[[YA]], %[[RA]])
func.func @product(%x: tensor<64x32xf32>, %y: tensor<32x48xf32>) -> tensor<64x48xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}

// The library reads an operand in either order: nothing is transposed before.
// TRANSPOSED-LABEL: func.func @main(
// TRANSPOSED-SAME:    %[[X:[^:]*]]: memref<64x32xf32>, %[[Y:[^:]*]]: memref<48x32xf32>
// TRANSPOSED-SAME:    %[[CONSTANTS:[^:]*]]: memref<48xi8>, %[[CONTEXT:[^:]*]]: index)
// TRANSPOSED:         %[[NUMBERS:.*]] = memref.view %[[CONSTANTS]]{{.*}} to memref<6xi64>
// TRANSPOSED:         %[[RESULT:.*]] = memref.alloc() : memref<64x48xf32>
// TRANSPOSED-DAG:     %[[A:.*]] = memref.extract_aligned_pointer_as_index %[[NUMBERS]]
// TRANSPOSED-DAG:     %[[XA:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// TRANSPOSED-DAG:     %[[YA:.*]] = memref.extract_aligned_pointer_as_index %[[Y]]
// TRANSPOSED-DAG:     %[[RA:.*]] = memref.extract_aligned_pointer_as_index %[[RESULT]]
// TRANSPOSED:         call @trainlint_cpu_multiply(%[[CONTEXT]], %[[A]], %[[XA]], %[[YA]], %[[RA]])
// TRANSPOSED-NOT:  linalg.generic
func.func @transposed(%x: tensor<64x32xf32>, %y: tensor<48x32xf32>) -> tensor<64x48xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<64x32xf32>, tensor<48x32xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}

// Small ones are not worth a call, and integers are none of its business.
// LOOPS-NOT: call @trainlint_cpu_multiply
// LOOPS:     return
func.func @small(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func @whole(%x: tensor<64x32xi32>, %y: tensor<32x48xi32>) -> tensor<64x48xi32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x32xi32>, tensor<32x48xi32>) -> tensor<64x48xi32>
  return %0 : tensor<64x48xi32>
}

// Windows, paddings and the order of dimensions are numbers, too.
// CONVOLUTION-LABEL: func.func @main(
// CONVOLUTION-SAME:    %[[X:[^:]*]]: memref<1x8x8x4xf32>, %[[Y:[^:]*]]: memref<3x3x4x8xf32>
// CONVOLUTION-SAME:    %[[CONSTANTS:[^:]*]]: memref<272xi8>, %[[CONTEXT:[^:]*]]: index)
// CONVOLUTION:         %[[NUMBERS:.*]] = memref.view %[[CONSTANTS]]{{.*}} to memref<34xi64>
// CONVOLUTION:         %[[RESULT:.*]] = memref.alloc() : memref<1x8x8x8xf32>
// CONVOLUTION-DAG:     %[[A:.*]] = memref.extract_aligned_pointer_as_index %[[NUMBERS]]
// CONVOLUTION-DAG:     %[[XA:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CONVOLUTION-DAG:     %[[YA:.*]] = memref.extract_aligned_pointer_as_index %[[Y]]
// CONVOLUTION-DAG:     %[[RA:.*]] = memref.extract_aligned_pointer_as_index %[[RESULT]]
// CONVOLUTION:         call @trainlint_cpu_convolve(%[[CONTEXT]], %[[A]], %[[XA]], %[[YA]], %[[RA]])
func.func @convolution(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x8xf32>) -> tensor<1x8x8x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x8x8x8xf32>
  return %0 : tensor<1x8x8x8xf32>
}

// What is summed over a batch is the gradient of a kernel: the result stands where the kernel would.
// GRADIENT-LABEL: func.func @main(
// GRADIENT-SAME:    %[[X:[^:]*]]: memref<4x8x8x4xf32>, %[[Y:[^:]*]]: memref<4x8x8x8xf32>
// GRADIENT-SAME:    %[[CONSTANTS:[^:]*]]: memref<272xi8>, %[[CONTEXT:[^:]*]]: index)
// GRADIENT:         %[[NUMBERS:.*]] = memref.view %[[CONSTANTS]]{{.*}} to memref<34xi64>
// GRADIENT:         %[[RESULT:.*]] = memref.alloc() : memref<3x3x4x8xf32>
// GRADIENT-DAG:     %[[A:.*]] = memref.extract_aligned_pointer_as_index %[[NUMBERS]]
// GRADIENT-DAG:     %[[XA:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// GRADIENT-DAG:     %[[YA:.*]] = memref.extract_aligned_pointer_as_index %[[Y]]
// GRADIENT-DAG:     %[[RA:.*]] = memref.extract_aligned_pointer_as_index %[[RESULT]]
// GRADIENT:         call @trainlint_cpu_convolve(%[[CONTEXT]], %[[A]], %[[XA]], %[[RA]], %[[YA]])
func.func @gradient(%x: tensor<4x8x8x4xf32>, %g: tensor<4x8x8x8xf32>) -> tensor<3x3x4x8xf32> {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x4xf32>, tensor<4x8x8x8xf32>) -> tensor<3x3x4x8xf32>
  return %0 : tensor<3x3x4x8xf32>
}
