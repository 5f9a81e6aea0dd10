// RUN: trainlint-opt %s --stablehlo-partition | FileCheck %s
// RUN: trainlint-run %s --fake-data --device=cpu:4 --output=%t.parts.npy
// RUN: trainlint-run %s --fake-data --num-partitions=1 --output=%t.whole.npy
// RUN: %python -c "import numpy as n; a, b = n.load('%t.parts.npy'), n.load('%t.whole.npy'); n.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-4); print(a.shape)" | FileCheck %s --check-prefix=SHAPE
// REQUIRES: python-numpy
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block of a transformer, whose batch is divided along `data` and whose heads and features are
// along `model`: no weight and no activation is gathered, and each half of the block has one sum
// over `model`. The layout is that of "Megatron-LM" (2019).

// SHAPE: (4, 6, 16)

// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<2x6x16xf32>, %{{.*}}: tensor<16x8xf32>, %{{.*}}: tensor<16x8xf32>, %{{.*}}: tensor<16x8xf32>, %{{.*}}: tensor<8x16xf32>, %{{.*}}: tensor<16x32xf32>, %{{.*}}: tensor<32xf32>, %{{.*}}: tensor<32x16xf32>
// CHECK-NOT: "stablehlo.all_gather"
// CHECK-NOT: "stablehlo.all_reduce"
// CHECK: stablehlo.dot_general {{.*}} -> tensor<2x2x6x6xf32>
// CHECK-NOT: "stablehlo.all_gather"
// CHECK-NOT: "stablehlo.all_reduce"
// CHECK: %[[ATTENTION:.*]] = stablehlo.dot_general {{.*}} : (tensor<2x6x8xf32>, tensor<8x16xf32>) -> tensor<2x6x16xf32>
// CHECK-NEXT: "stablehlo.all_reduce"(%[[ATTENTION]]) {{.*}} dense<{{\[\[}}0, 1], [2, 3]]>
// CHECK-NOT: "stablehlo.all_gather"
// CHECK-NOT: "stablehlo.all_reduce"
// CHECK: %[[FEATURES:.*]] = stablehlo.dot_general {{.*}} : (tensor<2x6x32xf32>, tensor<32x16xf32>) -> tensor<2x6x16xf32>
// CHECK-NEXT: "stablehlo.all_reduce"(%[[FEATURES]])
// CHECK-NOT: "stablehlo.all_gather"
// CHECK-NOT: "stablehlo.all_reduce"
// CHECK: return {{.*}} : tensor<2x6x16xf32>
module @block attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=2]>
  func.func private @softmax(%s: tensor<4x4x6x6xf32>) -> tensor<4x4x6x6xf32> {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [3] : (tensor<4x4x6x6xf32>, tensor<f32>) -> tensor<4x4x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<4x4x6xf32>) -> tensor<4x4x6x6xf32>
    %2 = stablehlo.subtract %s, %1 : tensor<4x4x6x6xf32>
    %3 = stablehlo.exponential %2 : tensor<4x4x6x6xf32>
    %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<4x4x6x6xf32>, tensor<f32>) -> tensor<4x4x6xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<4x4x6xf32>) -> tensor<4x4x6x6xf32>
    %6 = stablehlo.divide %3, %5 : tensor<4x4x6x6xf32>
    return %6 : tensor<4x4x6x6xf32>
  }
  func.func private @normalize(%x: tensor<4x6x16xf32>) -> tensor<4x6x16xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.constant dense<16.0> : tensor<4x6xf32>
    %eps = stablehlo.constant dense<1.0e-5> : tensor<4x6xf32>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %1 = stablehlo.divide %0, %n : tensor<4x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %3 = stablehlo.subtract %x, %2 : tensor<4x6x16xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<4x6x16xf32>
    %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x6x16xf32>, tensor<f32>) -> tensor<4x6xf32>
    %6 = stablehlo.divide %5, %n : tensor<4x6xf32>
    %7 = stablehlo.add %6, %eps : tensor<4x6xf32>
    %8 = stablehlo.rsqrt %7 : tensor<4x6xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x16xf32>
    %10 = stablehlo.multiply %3, %9 : tensor<4x6x16xf32>
    return %10 : tensor<4x6x16xf32>
  }
  func.func private @heads(%x: tensor<4x6x16xf32>, %w: tensor<16x16xf32>) -> tensor<4x4x6x4xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<4x6x16xf32>) -> tensor<4x6x4x4xf32>
    %2 = stablehlo.transpose %1, dims = [0, 2, 1, 3] : (tensor<4x6x4x4xf32>) -> tensor<4x4x6x4xf32>
    return %2 : tensor<4x4x6x4xf32>
  }
  func.func @main(%x: tensor<4x6x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>},
                  %wq: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
                  %wk: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
                  %wv: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
                  %wo: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>},
                  %w1: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
                  %b1: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>},
                  %w2: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>})
      -> (tensor<4x6x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}) {
    %0 = func.call @normalize(%x) : (tensor<4x6x16xf32>) -> tensor<4x6x16xf32>
    %q = func.call @heads(%0, %wq) : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x4x6x4xf32>
    %k = func.call @heads(%0, %wk) : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x4x6x4xf32>
    %v = func.call @heads(%0, %wv) : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x4x6x4xf32>
    %1 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<4x4x6x4xf32>, tensor<4x4x6x4xf32>) -> tensor<4x4x6x6xf32>
    // Places see those before them.
    %rows = stablehlo.iota dim = 2 : tensor<4x4x6x6xi32>
    %columns = stablehlo.iota dim = 3 : tensor<4x4x6x6xi32>
    %2 = stablehlo.compare GE, %rows, %columns : (tensor<4x4x6x6xi32>, tensor<4x4x6x6xi32>) -> tensor<4x4x6x6xi1>
    %low = stablehlo.constant dense<-1.0e9> : tensor<4x4x6x6xf32>
    %3 = stablehlo.select %2, %1, %low : tensor<4x4x6x6xi1>, tensor<4x4x6x6xf32>
    %4 = func.call @softmax(%3) : (tensor<4x4x6x6xf32>) -> tensor<4x4x6x6xf32>
    %5 = stablehlo.dot_general %4, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<4x4x6x6xf32>, tensor<4x4x6x4xf32>) -> tensor<4x4x6x4xf32>
    %6 = stablehlo.transpose %5, dims = [0, 2, 1, 3] : (tensor<4x4x6x4xf32>) -> tensor<4x6x4x4xf32>
    %7 = stablehlo.reshape %6 : (tensor<4x6x4x4xf32>) -> tensor<4x6x16xf32>
    %8 = stablehlo.dot_general %7, %wo, contracting_dims = [2] x [0] : (tensor<4x6x16xf32>, tensor<16x16xf32>) -> tensor<4x6x16xf32>
    %9 = stablehlo.add %x, %8 : tensor<4x6x16xf32>
    %10 = func.call @normalize(%9) : (tensor<4x6x16xf32>) -> tensor<4x6x16xf32>
    %11 = stablehlo.dot_general %10, %w1, contracting_dims = [2] x [0] : (tensor<4x6x16xf32>, tensor<16x64xf32>) -> tensor<4x6x64xf32>
    %12 = stablehlo.broadcast_in_dim %b1, dims = [2] : (tensor<64xf32>) -> tensor<4x6x64xf32>
    %13 = stablehlo.add %11, %12 : tensor<4x6x64xf32>
    %14 = stablehlo.logistic %13 : tensor<4x6x64xf32>
    %15 = stablehlo.multiply %13, %14 : tensor<4x6x64xf32>
    %16 = stablehlo.dot_general %15, %w2, contracting_dims = [2] x [0] : (tensor<4x6x64xf32>, tensor<64x16xf32>) -> tensor<4x6x16xf32>
    %17 = stablehlo.add %9, %16 : tensor<4x6x16xf32>
    return %17 : tensor<4x6x16xf32>
  }
}
