//===- DataMovementOps.td - Ops that move elements ---------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_DATAMOVEMENTOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_DATAMOVEMENTOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"
include "mlir/IR/OpAsmInterface.td"

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

def StableHLO_ConstantOp
    : StableHLO_Op<"constant", [ConstantLike, Pure,
          DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a tensor that is known";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StableHLO_StaticTensor:$output);
  let builders = [OpBuilder<(ins "::mlir::ElementsAttr":$value)>];
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def StableHLO_IotaOp : StableHLO_Op<"iota", [Pure]> {
  let summary = "positions along a dimension";
  let arguments = (ins StableHLO_I64:$iota_dimension);
  let results = (outs StableHLO_KnownShape<
      StableHLO_IntFloatComplexOrQuantTensor>:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

def StableHLO_BroadcastOp
    : StableHLO_InferredOp<"broadcast", "", "", [NoMemoryEffect]> {
  let summary = "copies of a tensor along new leading dimensions";
  let arguments = (ins StableHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes attr-dict
      `:` functional-type(operands, results)
  }];
}

def StableHLO_BroadcastInDimOp
    : StableHLO_Op<"broadcast_in_dim", [NoMemoryEffect]> {
  let summary = "copies of a tensor along dimensions that it lacks or has once";
  let arguments = (ins StableHLO_QuantizedOrTensor:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs StableHLO_KnownShape<StableHLO_QuantizedOrTensor>:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict
      `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_ReshapeOp : StableHLO_Op<"reshape", [NoMemoryEffect]> {
  let summary = "the same elements in another shape";
  let arguments = (ins StableHLO_QuantizedOrTensor:$operand);
  let results = (outs StableHLO_KnownShape<StableHLO_QuantizedOrTensor>:$result);
  let assemblyFormat = functionalFormat;
  let hasVerifier = 1;
}

def StableHLO_TransposeOp
    : StableHLO_InferredOp<"transpose", "C1", "C3", [NoMemoryEffect]> {
  let summary = "dimensions in another order";
  let arguments = (ins StableHLO_QuantizedOrTensor:$operand,
                       DenseI64ArrayAttr:$permutation);
  let results = (outs StableHLO_QuantizedOrTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict
      `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_ReverseOp
    : StableHLO_InferredOp<"reverse", "C1", "C1", [NoMemoryEffect]> {
  let summary = "elements in the opposite order along dimensions";
  let arguments = (ins StableHLO_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict
      `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

def StableHLO_ConcatenateOp
    : StableHLO_InferredOp<"concatenate", "C5", "C6", [NoMemoryEffect]> {
  let summary = "tensors one after the other along a dimension";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       StableHLO_I64:$dimension);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension attr-dict
      `:` functional-type(operands, results)
  }];
}

def StableHLO_PadOp : StableHLO_InferredOp<"pad", "C1", "C4", [NoMemoryEffect]> {
  let summary = "a tensor with values around and between its elements";
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Scalar:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low
      `,` `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding
      attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_SliceOp
    : StableHLO_InferredOp<"slice", "C1", "C5", [NoMemoryEffect]> {
  let summary = "part of a tensor, at places that are known";
  let arguments = (ins StableHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
      attr-dict `:` functional-type(operands, results)
  }];
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_DATAMOVEMENTOPS_TD
