//===- StableHLOFormats.td - Shared textual forms ----------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOFORMATS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOFORMATS_TD

include "Dialect/StableHLO/IR/StableHLOAttributes.td"

/// `op %operand : type`, or with all types where they differ.
defvar unaryFormat = [{
  $operand attr-dict
    `:` custom<SameOperandsAndResultType>(type($operand), type($result))
}];

/// `op %lhs, %rhs : type`, or with all types where they differ.
defvar binaryFormat = [{
  $lhs `,` $rhs attr-dict
    `:` custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))
}];

/// `op %a, %b : (type, type) -> type`.
defvar functionalFormat = [{
  operands attr-dict `:` functional-type(operands, results)
}];

/// An elementwise operation of one operand whose type it keeps.
class StableHLO_UnaryOp<string mnemonic, Type type>
    : StableHLO_Op<mnemonic, [NoMemoryEffect,
                              StableHLO_SameBaselineType, InferTypeOpInterface]> {
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = unaryFormat;
  let extraClassDeclaration = compatibleResults;
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOFORMATS_TD
