// RUN: trainlint-opt %s --stablehlo-partition | FileCheck %s
// RUN: trainlint-run %s --fake-data --device=cpu:2 | FileCheck %s --check-prefix=VALUES
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A computation that says itself what each partition does, as JAX's shard_map writes it.

module @jit_func attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["a"=2]>
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x3xi32>) -> tensor<2x3xi32>
  // CHECK-NOT: all_gather
  // CHECK: %[[IOTA:.*]] = stablehlo.add {{.*}} : tensor<2x3xi32>
  // CHECK: "stablehlo.collective_permute"(%[[IOTA]])
  // CHECK-NOT: manual_computation
  func.func @main(%x: tensor<4x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>})
      -> (tensor<4x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
    // VALUES: result 0: tensor<4x3xi32>
    // VALUES-NEXT: {{\[\[}}2 2 2]
    // VALUES-NEXT: [3 3 3]
    // VALUES-NEXT: [0 0 0]
    // VALUES-NEXT: [1 1 1]]
    %0 = stablehlo.iota dim = 0 : tensor<4x3xi32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%part: tensor<2x3xi32>) {
      %2 = "stablehlo.collective_permute"(%part) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2x3xi32>) -> tensor<2x3xi32>
      sdy.return %2 : tensor<2x3xi32>
    } : (tensor<4x3xi32>) -> tensor<4x3xi32>
    return %1 : tensor<4x3xi32>
  }
}
