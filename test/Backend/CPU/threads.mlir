// RUN: trainlint-test-cpu %s --entry=elements --emit=llvm | FileCheck %s --check-prefix=SPLIT
// RUN: trainlint-test-cpu %s --entry=alone --emit=llvm | FileCheck %s --check-prefix=ALONE
// RUN: trainlint-test-cpu %s --entry=elements --entry=rows --entry=windows --entry=matrices --entry=divided | FileCheck %s
// RUN: trainlint-test-cpu %s --entry=elements --entry=rows --entry=windows --entry=matrices --entry=divided --device-threads=3 | FileCheck %s
// RUN: trainlint-test-cpu %s --entry=elements --entry=rows --entry=windows --entry=matrices --entry=divided --device-threads=3 --no-library | FileCheck %s
// RUN: trainlint-test-cpu %s --entry=divided --device-threads=7 --no-library | FileCheck %s --check-prefix=SEVEN
// SEVEN-LABEL: @divided
// SEVEN-NEXT: tensor<i32> 0
// SEVEN-NEXT: tensor<i32> 0

// Parts of a large loop are run by several threads, each step once. The number
// of steps is no multiple of anything.
// SPLIT: define void @parallel_1(ptr noalias %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
// SPLIT: call void @trainlint_cpu_parallel(i64 %{{.*}}, ptr @part_of_parallel_1, ptr %{{.*}}, i64 40009)
// SPLIT: define internal void @part_of_parallel_1(ptr %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
// CHECK-LABEL: @elements
// CHECK-NEXT: tensor<i64> 800380045
// CHECK-NEXT: tensor<i32> 40009
func.func @elements() -> (tensor<i64>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %low = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<40009xi32>
  %0 = stablehlo.iota dim = 0 : tensor<40009xi32>
  %next = stablehlo.add %0, %one : tensor<40009xi32>
  %many = stablehlo.constant dense<100000> : tensor<40009xi32>
  %1 = stablehlo.remainder %next, %many : tensor<40009xi32>
  %2 = stablehlo.convert %1 : (tensor<40009xi32>) -> tensor<40009xi64>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<40009xi64>, tensor<i64>) -> tensor<i64>
  %4 = stablehlo.reduce(%1 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<40009xi32>, tensor<i32>) -> tensor<i32>
  return %3, %4 : tensor<i64>, tensor<i32>
}

// Few steps are not worth it.
// ALONE-NOT: trainlint_cpu_parallel
func.func @alone(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = stablehlo.add %x, %x : tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// Sums of rows, by several threads.
// CHECK-LABEL: @rows
// CHECK-NEXT: tensor<5xf32> [0, 8192, 16384, 24576, 32768]
func.func @rows() -> tensor<5xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.iota dim = 0 : tensor<5x8192xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x8192xf32>, tensor<f32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// The largest of each two, and its gradient: positions that are odd get a one.
// CHECK-LABEL: @windows
// CHECK-NEXT: tensor<f32> 40000
// CHECK-NEXT: tensor<4xf32> [0, 1, 0, 1]
func.func @windows() -> (tensor<f32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %x = stablehlo.iota dim = 0 : tensor<80000xf32>
  %0 = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<80000xf32>, tensor<f32>) -> tensor<40000xf32>
  %one = stablehlo.constant dense<1.0> : tensor<40000xf32>
  %even = stablehlo.iota dim = 0 : tensor<40000xf32>
  %twice = stablehlo.add %even, %even : tensor<40000xf32>
  %difference = stablehlo.subtract %0, %twice : tensor<40000xf32>
  %sum = stablehlo.reduce(%difference init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<40000xf32>, tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.select_and_scatter"(%x, %one, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<80000xf32>, tensor<40000xf32>, tensor<f32>) -> tensor<80000xf32>
  %2 = stablehlo.slice %1 [79996:80000] : (tensor<80000xf32>) -> tensor<4xf32>
  return %sum, %2 : tensor<f32>, tensor<4xf32>
}

// Several products at once, and one large one.
// CHECK-LABEL: @matrices
// CHECK-NEXT: tensor<7xf32> [0, 64, 128, 192, 256, 320, 384]
// CHECK-NEXT: tensor<f32> 16384
func.func @matrices() -> (tensor<7xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %x = stablehlo.iota dim = 0 : tensor<7x64x64xf32>
  %y = stablehlo.constant dense<1.0> : tensor<7x64x64xf32>
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<7x64x64xf32>, tensor<7x64x64xf32>) -> tensor<7x64x64xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<7x64x64xf32>, tensor<f32>) -> tensor<7xf32>
  %a = stablehlo.constant dense<2.0> : tensor<128x128xf32>
  %b = stablehlo.constant dense<0.5> : tensor<128x128xf32>
  %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<128x128xf32>, tensor<f32>) -> tensor<128xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<128xf32>, tensor<f32>) -> tensor<f32>
  return %1, %4 : tensor<7xf32>, tensor<f32>
}

// Products that are divided along their columns and along their rows, where neither is a multiple of
// anything: no element differs.
// CHECK-LABEL: @divided
// CHECK-NEXT: tensor<i32> 0
// CHECK-NEXT: tensor<i32> 0
func.func private @columns() -> tensor<i32> {
  %x = stablehlo.iota dim = 0 : tensor<301x96xf32>
  %y = stablehlo.iota dim = 1 : tensor<96x203xf32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<301x96xf32>, tensor<96x203xf32>) -> tensor<301x203xf32>
  %row = stablehlo.iota dim = 0 : tensor<301x203xf32>
  %column = stablehlo.iota dim = 1 : tensor<301x203xf32>
  %sums = stablehlo.constant dense<96.0> : tensor<301x203xf32>
  %1 = stablehlo.multiply %row, %column : tensor<301x203xf32>
  %2 = stablehlo.multiply %1, %sums : tensor<301x203xf32>
  %3 = stablehlo.compare NE, %0, %2 : (tensor<301x203xf32>, tensor<301x203xf32>) -> tensor<301x203xi1>
  %4 = stablehlo.convert %3 : (tensor<301x203xi1>) -> tensor<301x203xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<301x203xi32>, tensor<i32>) -> tensor<i32>
  return %5 : tensor<i32>
}
func.func private @rows_of_few_columns() -> tensor<i32> {
  %x = stablehlo.iota dim = 0 : tensor<5003x64xf32>
  %y = stablehlo.iota dim = 1 : tensor<64x9xf32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<5003x64xf32>, tensor<64x9xf32>) -> tensor<5003x9xf32>
  %row = stablehlo.iota dim = 0 : tensor<5003x9xf32>
  %column = stablehlo.iota dim = 1 : tensor<5003x9xf32>
  %sums = stablehlo.constant dense<64.0> : tensor<5003x9xf32>
  %1 = stablehlo.multiply %row, %column : tensor<5003x9xf32>
  %2 = stablehlo.multiply %1, %sums : tensor<5003x9xf32>
  %3 = stablehlo.compare NE, %0, %2 : (tensor<5003x9xf32>, tensor<5003x9xf32>) -> tensor<5003x9xi1>
  %4 = stablehlo.convert %3 : (tensor<5003x9xi1>) -> tensor<5003x9xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<5003x9xi32>, tensor<i32>) -> tensor<i32>
  return %5 : tensor<i32>
}
func.func @divided() -> (tensor<i32>, tensor<i32>) {
  %0 = func.call @columns() : () -> tensor<i32>
  %1 = func.call @rows_of_few_columns() : () -> tensor<i32>
  return %0, %1 : tensor<i32>, tensor<i32>
}
