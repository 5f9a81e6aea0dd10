// Without a library a large product is computed in registers, whose number and width are those of
// the machine: a panel of columns is copied, and for each block of rows a loop over the sum keeps
// all results of the block. What is left of rows and columns is done by smaller blocks.

// RUN: trainlint-test-cpu %s --entry=product --no-library --emit=linalg | FileCheck %s
// RUN: trainlint-test-cpu %s --entry=large --no-library --emit=linalg | FileCheck %s --check-prefix=LARGE
// RUN: trainlint-test-cpu %s --entry=long --no-library --emit=linalg | FileCheck %s --check-prefix=LONG
// RUN: trainlint-test-cpu %s --entry=small --no-library --emit=linalg | FileCheck %s --check-prefix=SMALL

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:[^:]*]]: memref<64x64xf32>, %[[Y:[^:]*]]: memref<64x64xf32>
// CHECK:       %[[RESULT:.*]] = memref.alloc() : memref<64x64xf32>
// CHECK:       %[[PANEL:.*]] = memref.alloc() : memref<1x64x[[WIDTH:[0-9]+]]xf32>
// CHECK:       scf.for %[[COLUMN:.*]] = %c0{{(_[0-9]+)?}} to %c64{{(_[0-9]+)?}} step %c[[WIDTH]]{{(_[0-9]+)?}} {
// CHECK:         scf.for %[[K:.*]] = %c0{{(_[0-9]+)?}} to %c64{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// CHECK:           vector.load %[[Y]][%[[K]], %[[COLUMN]]] : memref<64x64xf32>, vector<[[LANES:[0-9]+]]xf32>
// CHECK:           vector.store %{{.*}}, %[[PANEL]][%c0{{(_[0-9]+)?}}, %[[K]], %{{.*}}]
// CHECK:         scf.for %[[ROW:.*]] = %c0{{(_[0-9]+)?}} to %{{.*}} step %{{.*}} {
// CHECK:           %[[BLOCK:.*]]:{{[0-9]+}} = scf.for %[[STEP:.*]] = %c0{{(_[0-9]+)?}} to %c64{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} iter_args(
// CHECK:             vector.load %[[PANEL]][%c0{{(_[0-9]+)?}}, %[[STEP]], %{{.*}}] : memref<1x64x[[WIDTH]]xf32>, vector<[[LANES]]xf32>
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

// A larger one is divided into parts that threads can take, with a panel for each thread. The zero
// becomes the first part of a thread. Parts are some columns,
// LARGE-LABEL: func.func @main(
// LARGE:       %[[PANELS:.*]] = memref.alloc() : memref<[[PARTS:8|16]]x256x[[WIDTH:[0-9]+]]xf32>
// LARGE:       scf.for %[[PART:.*]] = %c0{{(_[0-9]+)?}} to %c[[PARTS]]{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// LARGE:         %[[FIRST:.*]] = arith.constant {trainlint.first} 0 : index
// LARGE:         %[[FROM:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// LARGE:         %[[NEXT:.*]] = arith.addi %[[FROM]], %{{.*}} : index
// LARGE:         %[[TO:.*]] = arith.minui %[[NEXT]], %c256{{(_[0-9]+)?}} : index
// LARGE:         scf.for %{{.*}} = %[[FROM]] to %{{.*}} step %c[[WIDTH]]{{(_[0-9]+)?}} {
// LARGE:           vector.store %{{.*}}, %[[PANELS]][%[[FIRST]],
// LARGE:       } {trainlint.parallel}
func.func @large(%x: tensor<256x256xf32>, %y: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}

// or some rows where columns are few.
// LONG-LABEL: func.func @main(
// LONG:       memref.alloc() : memref<[[PARTS:1[0-6]]]x64x{{[0-9]+}}xf32>
// LONG:       scf.for %{{.*}} = %c0{{(_[0-9]+)?}} to %c[[PARTS]]{{(_[0-9]+)?}} step %c1{{(_[0-9]+)?}} {
// LONG:         arith.minui %{{.*}}, %c5000{{(_[0-9]+)?}} : index
// LONG:       } {trainlint.parallel}
func.func @long(%x: tensor<5000x64xf32>, %y: tensor<64x8xf32>) -> tensor<5000x8xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<5000x64xf32>, tensor<64x8xf32>) -> tensor<5000x8xf32>
  return %0 : tensor<5000x8xf32>
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
