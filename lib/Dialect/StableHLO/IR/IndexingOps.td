//===- IndexingOps.td - Ops at computed indices ------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_INDEXINGOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_INDEXINGOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"

def StableHLO_DynamicSliceOp
    : StableHLO_InferredOp<"dynamic_slice", "C1", "C5", [NoMemoryEffect]> {
  let summary = "part of a tensor, from a place that is computed";
  let arguments = (ins StableHLO_Tensor:$operand,
                       Variadic<StableHLO_ScalarOf<"kInteger", "integer type">>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<VariadicOperandWithAttribute>($start_indices)
      `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_DynamicUpdateSliceOp
    : StableHLO_InferredOp<"dynamic_update_slice", "C1", "C1", [NoMemoryEffect]> {
  let summary = "a tensor with another one in a place that is computed";
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$update,
                       Variadic<StableHLO_ScalarOf<"kInteger", "integer type">>:$start_indices);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = functionalFormat;
}

def StableHLO_GatherOp
    : StableHLO_InferredOp<"gather", "C23", "C22", [NoMemoryEffect]> {
  let summary = "slices from places that a tensor names";
  let arguments = (ins StableHLO_Tensor:$operand,
                       StableHLO_TensorOf<"kInteger", "integer type">:$start_indices,
                       StableHLO_GatherDimensions:$dimension_numbers,
                       DenseI64ArrayAttr:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_DynamicGatherOp
    : StableHLO_InferredOp<"dynamic_gather", "C14", "C13", [NoMemoryEffect]> {
  let summary = "gather of slices whose sizes are computed";
  let arguments = (ins StableHLO_Tensor:$operand,
                       StableHLO_TensorOf<"kInteger", "integer type">:$start_indices,
                       StableHLO_Sizes:$slice_sizes,
                       StableHLO_GatherDimensions:$dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_ScatterOp
    : StableHLO_InferredOp<"scatter", "C25", "C24",
                           [SameVariadicOperandSize, RecursiveMemoryEffects]> {
  let summary = "tensors with updates at places that a tensor names";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       StableHLO_TensorOf<"kInteger | kIndex", "integer type">:$scatter_indices,
                       Variadic<StableHLO_Tensor>:$updates,
                       StableHLO_ScatterDimensions:$scatter_dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let regions = (region SizedRegion<1>:$update_computation);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}

def StableHLO_TorchIndexSelectOp
    : StableHLO_Op<"torch_index_select", [NoMemoryEffect]> {
  let summary = "slices along a dimension, as PyTorch selects them";
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$index,
                       StableHLO_I64:$dim, StableHLO_I64:$batch_dims);
  let results = (outs StableHLO_Tensor:$result);
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_INDEXINGOPS_TD
