//===- CollectiveOps.td - Ops of several processes ---------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"
include "mlir/IR/SymbolInterfaces.td"

/// The symbols that `replica_groups` may name are looked up with their table.
defvar namesMesh = DeclareOpInterfaceMethods<SymbolUserOpInterface>;

def StableHLO_PartitionIdOp
    : StableHLO_Op<"partition_id", [Pure]> {
  let summary = "number of the partition that runs";
  let results = (outs StableHLO_ScalarUI32:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def StableHLO_ReplicaIdOp : StableHLO_Op<"replica_id", [Pure]> {
  let summary = "number of the replica that runs";
  let results = (outs StableHLO_ScalarUI32:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def StableHLO_AllGatherOp
    : StableHLO_Op<"all_gather", [namesMesh]> {
  let summary = "the tensors of a group, one after the other, in each process";
  let arguments = (ins Variadic<StableHLO_Tensor>:$operands,
                       StableHLO_I64:$all_gather_dim,
                       StableHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasVerifier = 1;
}

def StableHLO_AllReduceOp
    : StableHLO_InferredOp<"all_reduce", "C7", "C6", [namesMesh]> {
  let summary = "the tensors of a group combined, in each process";
  let arguments = (ins Variadic<StableHLO_Tensor>:$operands,
                       StableHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}

def StableHLO_AllToAllOp
    : StableHLO_InferredOp<"all_to_all", "C9", "C9", [namesMesh]> {
  let summary = "parts of tensors, exchanged within a group";
  let arguments = (ins Variadic<StableHLO_Tensor>:$operands,
                       StableHLO_I64:$split_dimension,
                       StableHLO_I64:$concat_dimension,
                       StableHLO_I64:$split_count,
                       StableHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<StableHLO_ChannelHandle>:$channel_handle);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}

def StableHLO_CollectiveBroadcastOp
    : StableHLO_InferredOp<"collective_broadcast", "C3", "C3", [namesMesh]> {
  let summary = "the tensor of one process of a group, in each of them";
  let arguments = (ins Variadic<StableHLO_Tensor>:$operands,
                       StableHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
                       UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasVerifier = 1;
}

def StableHLO_CollectivePermuteOp
    : StableHLO_InferredOp<"collective_permute", "C5", "C5"> {
  let summary = "tensors sent from processes to others";
  let arguments = (ins StableHLO_Tensor:$operand,
                       I64ElementsAttr:$source_target_pairs,
                       OptionalAttr<StableHLO_ChannelHandle>:$channel_handle);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_CollectiveReduceOp
    : StableHLO_InferredOp<"collective_reduce", "C4", "C3"> {
  let summary = "the tensors of a group combined, in one of its processes";
  let arguments = (ins Variadic<StableHLO_Tensor>:$operands,
                       StableHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
                       UnitAttr:$has_dynamic_root,
                       UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}

def StableHLO_CrossReplicaSumOp
    : StableHLO_InferredOp<"cross-replica-sum", "", ""> {
  let summary = "the sum of the tensors of a group, in each process";
  let arguments = (ins StableHLO_Tensor:$operand,
                       I64ElementsAttr:$replica_groups);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_ReduceScatterOp
    : StableHLO_Op<"reduce_scatter", [namesMesh]> {
  let summary = "the tensors of a group combined, a part in each process";
  let arguments = (ins StableHLO_Tensor:$operand,
                       StableHLO_I64:$scatter_dimension,
                       StableHLO_ReplicaGroups:$replica_groups,
                       OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs StableHLO_Tensor:$result);
  let hasRegionVerifier = 1;
}

def StableHLO_AsyncStartOp
    : StableHLO_InferredOp<"async_start", "C4", "C4"> {
  let summary = "a collective or a slice that is started";
  let arguments = (ins Variadic<StableHLO_QuantizedOrTensor>:$operands);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs StableHLO_Future:$result);
}

def StableHLO_AsyncDoneOp : StableHLO_InferredOp<"async_done", "C1", "C1"> {
  let summary = "the results of what was started";
  let arguments = (ins StableHLO_Future:$operand);
  let results = (outs Variadic<StableHLO_QuantizedOrTensor>:$results);
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_TD
