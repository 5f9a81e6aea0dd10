// RUN: trainlint-opt %s --stablehlo-partition --split-input-file --verify-diagnostics
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

module attributes {mhlo.num_partitions = 2 : i32} {
  // expected-error @below {{argument 0 of `main`: 'tensor<5x4xf32>' cannot be divided evenly into [2,1] tiles}}
  func.func @main(%x: tensor<5x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> tensor<5x4xf32> {
    return %x : tensor<5x4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  // expected-error @below {{result 0 of `main`: cannot use the sharding `{devices=[4,1]<=[4]}`: it is for 4 partitions, and the program has 2}}
  func.func @main(%x: tensor<4x4xf32>) -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}) {
    return %x : tensor<4x4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  // expected-error @below {{argument 0 of `main`: there is no mesh @mesh}}
  func.func @main(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  // expected-error @below {{argument 0 of `main`: cannot use the sharding `{maximal device=0}`: tensors of a single device are not supported}}
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{maximal device=0}"}) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  // expected-error @below {{argument 0 of `main`: `manual` shardings are for values within a program}}
  func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{manual}"}) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<ui32> {
    // expected-error @below {{a program that is divided by its shardings cannot name partitions itself outside of a manual computation}}
    %0 = stablehlo.partition_id : tensor<ui32>
    return %0 : tensor<ui32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<4xf32> {
    // expected-error @below {{manual shardings of `mhlo.sharding` are not supported; those of `sdy.manual_computation` are}}
    %0 = stablehlo.custom_call @SPMDFullToShardShape(%x) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<2xf32>
    %1 = stablehlo.custom_call @SPMDShardToFullShape(%0) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<2xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
    // expected-error @below {{is not manual over the axis `y` of its mesh, and only computations that are manual over all axes are supported}}
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>) {
      sdy.return %a : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
    // expected-error @below {{input 0 is 'tensor<4xf32>' in [2] tiles, which are no 'tensor<3xf32>'}}
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<3xf32>) {
      sdy.return %a : tensor<3xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// expected-error @below {{1 replicas of 2147483647 partitions are more than 65536 processes}}
module attributes {mhlo.num_partitions = 2147483647 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    // expected-error @below {{`main` is divided by its shardings, and cannot be called}}
    %1 = call @main(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @below {{is not manual over the axis `y` of its mesh, and only computations that are manual over all axes are supported}}
    %0 = sdy.manual_computation(%x) in_shardings=[<mesh<["x"=2, "y"=2]>, [{"x"}]>] out_shardings=[<mesh<["x"=2, "y"=2]>, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>) {
      sdy.return %a : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @below {{has a mesh of 2 devices, and the program has 4 partitions}}
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
      sdy.return %a : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @below {{has 1 shardings of 1 inputs, and its body has 2}}
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>, %b: tensor<2xf32>) {
      sdy.return %a : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @one = <[], device_ids=[0]>
  // expected-error @below {{argument 0 of `main`: cannot use the sharding `sharding<@one, []>`: tensors of a single device are not supported}}
  func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  // expected-error @below {{argument 0 of `main`: only tensors of known shape have shardings, and it is 'tensor<?xf32>'}}
  func.func @main(%x: tensor<?xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
}
