// RUN: %python -c "import struct; [open('%t.' + str(i), 'wb').write(struct.pack('4f', *[10 * i + j for j in range(4)])) for i in range(4)]"
// RUN: trainlint-test-cpu %s --entry=sum --replicas=2 --input=%t.0 --input=%t.1 | FileCheck %s --check-prefix=SUM
// RUN: trainlint-test-cpu %s --entry=scatter --replicas=2 --input=%t.0 --input=%t.1 | FileCheck %s --check-prefix=SCATTER
// RUN: trainlint-test-cpu %s --entry=partitions --replicas=2 --partitions=2 --input=%t.0 --input=%t.1 --input=%t.2 --input=%t.3 | FileCheck %s --check-prefix=PARTITIONS
// RUN: trainlint-test-cpu %s --entry=permute --replicas=3 --input=%t.0 --input=%t.1 --input=%t.2 | FileCheck %s --check-prefix=PERMUTE
// RUN: trainlint-test-cpu %s --entry=ids --replicas=2 --partitions=2 | FileCheck %s --check-prefix=IDS

// SUM: process 0
// SUM-NEXT: tensor<4xf32> [10, 12, 14, 16]
// SUM-NEXT: process 1
// SUM-NEXT: tensor<4xf32> [10, 12, 14, 16]
func.func @sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A body that is no single operation is compiled and called.
// SCATTER: process 0
// SCATTER-NEXT: tensor<2xf32> [20, 24]
// SCATTER-NEXT: process 1
// SCATTER-NEXT: tensor<2xf32> [28, 32]
func.func @scatter(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    %2 = stablehlo.add %1, %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A channel with global device ids numbers processes.
// PARTITIONS: process 0
// PARTITIONS-NEXT: tensor<4x2xf32> {{\[}}[0, 20], [1, 21], [2, 22], [3, 23]]
// PARTITIONS-NEXT: process 1
// PARTITIONS-NEXT: tensor<4x2xf32> {{\[}}[10, 30], [11, 31], [12, 32], [13, 33]]
func.func @partitions(%x: tensor<4xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<4x1xf32>
  %1 = "stablehlo.all_gather"(%0) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<4x1xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// Who gets nothing has zeros.
// PERMUTE: process 0
// PERMUTE-NEXT: tensor<4xf32> [0, 0, 0, 0]
// PERMUTE-NEXT: process 1
// PERMUTE-NEXT: tensor<4xf32> [0, 1, 2, 3]
// PERMUTE-NEXT: process 2
// PERMUTE-NEXT: tensor<4xf32> [10, 11, 12, 13]
func.func @permute(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// IDS: process 2
// IDS-NEXT: tensor<ui32> 1
// IDS-NEXT: tensor<ui32> 0
// IDS-NEXT: process 3
// IDS-NEXT: tensor<ui32> 1
// IDS-NEXT: tensor<ui32> 1
func.func @ids() -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.partition_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}
