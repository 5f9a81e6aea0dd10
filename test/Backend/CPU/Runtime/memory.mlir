// Where buffers lie, and which loops are functions. The LLVM code is what is compiled.

// RUN: trainlint-test-cpu %s --entry=temporaries --emit=llvm | FileCheck %s --check-prefix=TEMPORARIES
// RUN: trainlint-test-cpu %s --entry=shared --emit=llvm | FileCheck %s --check-prefix=SHARED
// RUN: trainlint-test-cpu %s --entry=copied --emit=llvm | FileCheck %s --check-prefix=COPIED
// RUN: trainlint-test-cpu %s --entry=copied --emit=llvm | FileCheck %s --check-prefix=APART
// RUN: trainlint-test-cpu %s --entry=donated --emit=llvm | FileCheck %s --check-prefix=DONATED

// Temporaries have places in one piece of memory, at multiples of the size of a cache line. The
// third of them is where the first was, which is not needed any more. The last loop writes
// the output: nothing is allocated, and nothing copied.
// TEMPORARIES-LABEL: define internal void @main(
// TEMPORARIES-NOT:   {{malloc|memcpy}}
// TEMPORARIES:       call void @loop_1(ptr %{{.*}}, ptr %[[FIRST:.*]])
// TEMPORARIES:       getelementptr i8, ptr %[[FIRST]], i64 256
// TEMPORARIES:       call void @loop_2(ptr %[[FIRST]], ptr %[[SECOND:.*]])
// TEMPORARIES-NOT:   getelementptr i8
// TEMPORARIES:       call void @loop_3(ptr %[[SECOND]], ptr %[[FIRST]])
// TEMPORARIES:       call void @loop_4(ptr %[[FIRST]], ptr %{{.*}})
// TEMPORARIES-NOT:   {{malloc|memcpy}}
// TEMPORARIES:       ret void
func.func @temporaries(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.sine %x : tensor<64xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<64xf32>
  %2 = stablehlo.add %0, %1 : tensor<64xf32>
  %3 = stablehlo.sine %2 : tensor<64xf32>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<64xf32>
  %5 = stablehlo.subtract %3, %4 : tensor<64xf32>
  %6 = stablehlo.reverse %5, dims = [0] : tensor<64xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<64xf32>
  return %7 : tensor<64xf32>
}

// Loops that differ in their buffers only are one function.
// SHARED-LABEL: define void @loop_1(ptr noalias %{{.*}}, ptr noalias %{{.*}})
// SHARED:       call float @llvm.log.f32
// SHARED-NOT:   define void @loop_2
// SHARED-LABEL: define internal void @main(
// SHARED:       call void @loop_1(
// SHARED:       call void @loop_1(
// SHARED:       ret void
func.func @shared(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.log %x : tensor<4xf32>
  %1 = stablehlo.log %y : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// One of two equal outputs is a copy of the other.
// COPIED-LABEL: define internal void @main(
// COPIED:       call void @loop_1(
// COPIED:       call void @llvm.memcpy
// COPIED-NOT:   call void @llvm.memcpy
// COPIED:       ret void
func.func @copied(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  return %0, %0 : tensor<4xf32>, tensor<4xf32>
}

// Inputs are only read, and outputs are apart from all other buffers. An input that is given away for an output is in
// its buffer from the start: a loop that reads and writes it has one pointer.
// APART:         define internal void @main(ptr noalias readonly align 64 %{{.*}}, ptr noalias align 64 %{{.*}},
// DONATED-LABEL: define void @loop_1(ptr noalias %{{[0-9]+}})
// DONATED-LABEL: define internal void @main(
// DONATED-SAME:    ptr noalias readonly align 64 %{{[0-9]+}}, ptr noalias align 64 %[[OUTPUT:[0-9]+]],
// DONATED:       call void @loop_1(ptr %[[OUTPUT]])
func.func @donated(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
