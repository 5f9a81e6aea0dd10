// Without a library a large product is computed in registers, whose number and width are those of
// the machine: a panel of columns is copied, and for each block of rows a loop over the sum keeps
// all results of the block. What is left of rows and columns is done by smaller blocks.

// RUN: trainlint-test-cpu %s --entry=product --no-library --emit=linalg | FileCheck %s
// RUN: trainlint-test-cpu %s --entry=small --no-library --emit=linalg | FileCheck %s --check-prefix=SMALL

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:[^:]*]]: memref<64x64xf32>, %[[Y:[^:]*]]: memref<64x64xf32>
// CHECK:       %[[RESULT:.*]] = memref.alloc() : memref<64x64xf32>
// CHECK:       %[[PANEL:.*]] = memref.alloc() : memref<64x[[WIDTH:[0-9]+]]xf32>
// CHECK:       scf.for %[[COLUMN:.*]] = %c0{{(_[0-9]+)?}} to %c64{{(_[0-9]+)?}} step %c[[WIDTH]]{{(_[0-9]+)?}} {
// CHECK:         scf.for %[[K:.*]] = %c0{{(_[0-9]+)?}} to %c64{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// CHECK:           vector.load %[[Y]][%[[K]], %[[COLUMN]]] : memref<64x64xf32>, vector<[[LANES:[0-9]+]]xf32>
// CHECK:           vector.store %{{.*}}, %[[PANEL]][%[[K]], %{{.*}}]
// CHECK:         scf.for %[[ROW:.*]] = %c0{{(_[0-9]+)?}} to %{{.*}} step %{{.*}} {
// CHECK:           %[[BLOCK:.*]]:{{[0-9]+}} = scf.for %[[STEP:.*]] = %c0{{(_[0-9]+)?}} to %c64{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} iter_args(
// CHECK:             vector.load %[[PANEL]][%[[STEP]], %{{.*}}] : memref<64x[[WIDTH]]xf32>, vector<[[LANES]]xf32>
// CHECK:             memref.load %[[X]][%[[ROW]], %[[STEP]]]
// CHECK:             vector.broadcast %{{.*}} : f32 to vector<[[LANES]]xf32>
// CHECK:             vector.fma
// CHECK:             scf.yield
// CHECK:           vector.store %[[BLOCK]]#0, %[[RESULT]][%[[ROW]], %[[COLUMN]]]
// CHECK-NOT:   linalg.generic
// CHECK:       return
func.func @product(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// A small one is a loop of elements.
// SMALL-LABEL: func.func @main(
// SMALL-NOT:   vector.
// SMALL:       linalg.generic
// SMALL-NOT:   vector.
// SMALL:       return
func.func @small(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
