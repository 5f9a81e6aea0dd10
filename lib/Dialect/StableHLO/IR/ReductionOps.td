//===- ReductionOps.td - Ops that apply a function ---------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_REDUCTIONOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_REDUCTIONOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"

def StableHLO_ReduceOp
    : StableHLO_InferredOp<"reduce", "C8", "C7",
                           [SameVariadicOperandSize, RecursiveMemoryEffects]> {
  let summary = "values combined along dimensions";
  let description = [{
    A body of one commutative operation is printed as
    `stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1]`.
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       Variadic<StableHLO_Scalar>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ReduceWindowOp
    : StableHLO_InferredOp<"reduce_window", "C16", "C15",
                           [SameVariadicOperandSize, RecursiveMemoryEffects]> {
  let summary = "values combined within a window that moves over a tensor";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       Variadic<StableHLO_Scalar>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}

def StableHLO_SelectAndScatterOp
    : StableHLO_InferredOp<"select_and_scatter", "C12", "C11",
                           [RecursiveMemoryEffects]> {
  let summary = "values of a smaller tensor, added up where windows select";
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$source,
                       StableHLO_Scalar:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_MapOp
    : StableHLO_InferredOp<"map", "C4", "C1", [RecursiveMemoryEffects]> {
  let summary = "a function of the elements at each place";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_SortOp
    : StableHLO_InferredOp<"sort", "C2", "C3", [RecursiveMemoryEffects]> {
  let summary = "tensors in the order of a comparison along a dimension";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       DefaultValuedOptionalAttr<StableHLO_I64, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let regions = (region SizedRegion<1>:$comparator);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_REDUCTIONOPS_TD
