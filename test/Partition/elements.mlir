// RUN: trainlint-opt %s --stablehlo-partition --split-input-file | FileCheck %s
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements are computed where they are; what is the same everywhere is cut or made in parts.

module attributes {mhlo.num_partitions = 2 : i32} {
  // The iota of a partition starts where its part does; the bias is cut.
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x4xi32>, %[[B:.*]]: tensor<4xi32>) -> tensor<2x4xi32>
  // CHECK: %[[ID:.*]] = stablehlo.partition_id
  // CHECK: %[[STARTS:.*]] = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  // CHECK: stablehlo.dynamic_slice %[[STARTS]]
  // CHECK: %[[PART:.*]] = stablehlo.dynamic_slice %[[B]], {{.*}}, sizes = [2]
  // CHECK: %[[WIDE:.*]] = stablehlo.broadcast_in_dim %[[PART]], dims = [0] : (tensor<2xi32>) -> tensor<2x4xi32>
  // CHECK: %[[SUM:.*]] = stablehlo.add %[[X]], %[[WIDE]] : tensor<2x4xi32>
  // CHECK: %[[IOTA:.*]] = stablehlo.iota dim = 0 : tensor<2x4xi32>
  // CHECK: %[[PLACES:.*]] = stablehlo.add %[[IOTA]], {{.*}} : tensor<2x4xi32>
  // CHECK: %[[PRODUCT:.*]] = stablehlo.multiply %[[SUM]], %[[PLACES]] : tensor<2x4xi32>
  // CHECK: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<2x4xi32>
  // CHECK: stablehlo.subtract %[[PRODUCT]], %[[ONE]] : tensor<2x4xi32>
  // CHECK-NOT: "stablehlo.all_gather"
  func.func @main(%x: tensor<4x4xi32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %b: tensor<4xi32>)
      -> (tensor<4x4xi32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = stablehlo.broadcast_in_dim %b, dims = [0] : (tensor<4xi32>) -> tensor<4x4xi32>
    %1 = stablehlo.add %x, %0 : tensor<4x4xi32>
    %2 = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %3 = stablehlo.multiply %1, %2 : tensor<4x4xi32>
    %4 = stablehlo.constant dense<1> : tensor<4x4xi32>
    %5 = stablehlo.subtract %3, %4 : tensor<4x4xi32>
    return %5 : tensor<4x4xi32>
  }
}

// -----

// Other devices have the tiles: they come together, once for both uses, and are cut anew.
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>, %[[Y:.*]]: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>)
  // CHECK: "stablehlo.all_gather"(%[[Y]]) <{all_gather_dim = 0 : i64, {{.*}}replica_groups = dense<{{\[\[}}1, 0], [3, 2]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[SUM:.*]] = stablehlo.add
  // CHECK: %[[ALL:.*]] = "stablehlo.all_gather"(%[[SUM]])
  // CHECK-NOT: "stablehlo.all_gather"
  // CHECK: return %[[SUM]], %[[ALL]]
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]0,1}"},
                  %y: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]1,0}"})
      -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]0,1}"}, tensor<4x4xf32> {mhlo.sharding = "{replicated}"}) {
    %0 = stablehlo.add %x, %y : tensor<4x4xf32>
    return %0, %0 : tensor<4x4xf32>, tensor<4x4xf32>
  }
}

// -----

// One tensor in rows, one in columns: the sum is computed in both.
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>, %[[Y:.*]]: tensor<4x2xf32>) -> tensor<2x2xf32>
  // CHECK-NOT: "stablehlo.all_gather"
  // CHECK: stablehlo.add {{.*}} : tensor<2x2xf32>
  // CHECK-NEXT: return
  func.func @main(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                  %y: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>})
      -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y"}p1]>}) {
    %0 = stablehlo.add %x, %y : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

// -----

// What takes the place of an argument in other parts takes the place of none.
module attributes {mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%{{.*}}: tensor<2x4xf32> {tf.aliasing_output = 0 : i32}, %{{.*}}: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4x2xf32>)
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}", tf.aliasing_output = 0 : i32},
                  %y: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}", tf.aliasing_output = 1 : i32})
      -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, tensor<4x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) {
    %0 = stablehlo.negate %x : tensor<4x4xf32>
    %1 = stablehlo.negate %y : tensor<4x4xf32>
    return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
  }
}
