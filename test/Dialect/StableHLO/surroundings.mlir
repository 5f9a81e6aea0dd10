// RUN: trainlint-opt %s --mlir-print-debuginfo | FileCheck %s
// RUN: trainlint-opt %s --mlir-print-op-generic | trainlint-opt --mlir-print-debuginfo | FileCheck %s --check-prefix=AGAIN
// RUN: trainlint-opt %s --mlir-print-debuginfo > %t && trainlint-opt %t --mlir-print-debuginfo | diff %t -
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What frameworks put around programs is handed on as it is written.

#layout = #mhlo.layout<[1, 0]>
#loc = loc("model.py":3:5)

// CHECK: module @jit_step attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32, tf.options = #tf.anything<{a}>}
module @jit_step attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32, tf.options = #tf.anything<{a}>} {
  // CHECK-NEXT: sdy.mesh @mesh = <["x"=2, "y"=4], device_ids=[0, 1]>
  // AGAIN: sdy.mesh @mesh = <["x"=2, "y"=4], device_ids=[0, 1]>
  sdy.mesh @mesh = <["x"=2, "y"=4], device_ids=[0, 1]>

  // CHECK-NEXT: func.func public @main(%arg0: tensor<4x8xf32> {jax.buffer_donor = true, mhlo.layout_mode = "default", sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {}p1], replicated={"y"}>, tf.aliasing_output = 0 : i32} loc("x"))
  // CHECK-SAME: -> (tensor<4x8xf32> {jax.result_info = "result", mhlo.sharding = "{replicated}"})
  func.func public @main(%arg0: tensor<4x8xf32> {jax.buffer_donor = true, mhlo.layout_mode = "default", sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {}p1], replicated={"y"}>, tf.aliasing_output = 0 : i32} loc("x")) -> (tensor<4x8xf32> {jax.result_info = "result", mhlo.sharding = "{replicated}"}) {
    // CHECK-NEXT: %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {"y":(1)2}]> : tensor<4x8xf32>
    // AGAIN: sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {"y":(1)2}]> : tensor<4x8xf32>
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {"y":(1)2}]> : tensor<4x8xf32>
    // CHECK-NEXT: %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<2x8xf32>
    // CHECK-NEXT: %3 = stablehlo.negate %arg1 : tensor<2x8xf32>
    // CHECK-NEXT: sdy.return %3 : tensor<2x8xf32>
    // CHECK-NEXT: } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    // AGAIN: sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<2x8xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<2x8xf32>) {
      %3 = stablehlo.negate %arg1 : tensor<2x8xf32>
      sdy.return %3 : tensor<2x8xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    // CHECK-NEXT: %2 = stablehlo.tanh %1 {mhlo.frontend_attributes = {a = "b"}, mhlo.layout = #mhlo.layout<[1, 0]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<4x8xf32> loc([[LOC:#loc[0-9]*]])
    // AGAIN: stablehlo.tanh %1 {mhlo.frontend_attributes = {a = "b"}, mhlo.layout = #mhlo.layout<[1, 0]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<4x8xf32>
    %2 = stablehlo.tanh %1 {mhlo.frontend_attributes = {a = "b"}, mhlo.layout = #layout, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<4x8xf32> loc(#loc)
    return %2 : tensor<4x8xf32>
  }
}
// CHECK: [[LOC]] = loc("model.py":3:5)
