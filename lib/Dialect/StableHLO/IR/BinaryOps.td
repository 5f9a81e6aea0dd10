//===- BinaryOps.td - Elementwise ops of several -----------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_BINARYOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_BINARYOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"

class StableHLO_BinaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, traits # [NoMemoryEffect,
                                       StableHLO_SameBaselineType,
                                       InferTypeOpInterface]> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = binaryFormat;
  let extraClassDeclaration = compatibleResults;
}

def StableHLO_AddOp
    : StableHLO_InferredOp<"add", "C1", "C1", [Commutative, NoMemoryEffect], 1> {
  let summary = "sum; or for booleans";
  let arguments = (ins StableHLO_QuantizedOrTensor:$lhs,
                       StableHLO_QuantizedOrTensor:$rhs);
  let results = (outs StableHLO_QuantizedOrTensor:$result);
  let assemblyFormat = binaryFormat;
  let hasVerifier = 1;
}

def StableHLO_Atan2Op : StableHLO_BinaryOp<"atan2", StableHLO_FloatComplexOrQuantTensor> {
  let summary = "angle of the point (rhs, lhs)";
}

def StableHLO_DivideOp : StableHLO_BinaryOp<"divide", StableHLO_IntFloatComplexOrQuantTensor> {
  let summary = "quotient";
}

def StableHLO_MaximumOp : StableHLO_BinaryOp<"maximum", StableHLO_Tensor, [Commutative]> {
  let summary = "greater of two values; or for booleans";
}

def StableHLO_MinimumOp : StableHLO_BinaryOp<"minimum", StableHLO_Tensor, [Commutative]> {
  let summary = "smaller of two values; and for booleans";
}

def StableHLO_MultiplyOp : StableHLO_BinaryOp<"multiply", StableHLO_Tensor, [Commutative]> {
  let summary = "product; and for booleans";
}

def StableHLO_PowerOp : StableHLO_BinaryOp<"power", StableHLO_IntFloatComplexOrQuantTensor> {
  let summary = "lhs to the power of rhs";
}

def StableHLO_RemainderOp : StableHLO_BinaryOp<"remainder", StableHLO_IntFloatComplexOrQuantTensor> {
  let summary = "remainder of a division, with the sign of lhs";
}

def StableHLO_ShiftLeftOp : StableHLO_BinaryOp<"shift_left", StableHLO_IntTensor> {
  let summary = "bits of lhs moved up by rhs";
}

def StableHLO_ShiftRightArithmeticOp : StableHLO_BinaryOp<"shift_right_arithmetic", StableHLO_IntTensor> {
  let summary = "bits of lhs moved down by rhs, keeping the sign";
}

def StableHLO_ShiftRightLogicalOp : StableHLO_BinaryOp<"shift_right_logical", StableHLO_IntTensor> {
  let summary = "bits of lhs moved down by rhs, filling with zeros";
}

def StableHLO_SubtractOp : StableHLO_BinaryOp<"subtract", StableHLO_IntFloatComplexOrQuantTensor> {
  let summary = "difference";
}

def StableHLO_AndOp : StableHLO_BinaryOp<"and", StableHLO_PredOrIntTensor, [Commutative]> {
  let summary = "bits or booleans that both have";
}

def StableHLO_OrOp : StableHLO_BinaryOp<"or", StableHLO_PredOrIntTensor, [Commutative]> {
  let summary = "bits or booleans that one or both have";
}

def StableHLO_XorOp : StableHLO_BinaryOp<"xor", StableHLO_PredOrIntTensor, [Commutative]> {
  let summary = "bits or booleans that exactly one has";
}

//===----------------------------------------------------------------------===//
// Other types of results
//===----------------------------------------------------------------------===//

def StableHLO_ComplexOp
    : StableHLO_InferredOp<"complex", "C3", "C2", [NoMemoryEffect]> {
  let summary = "complex number of a real and an imaginary part";
  let arguments = (ins StableHLO_TensorOf<"kFloat", "type f32 or f64">:$lhs,
                       StableHLO_TensorOf<"kFloat", "type f32 or f64">:$rhs);
  let results = (outs StableHLO_ComplexTensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` custom<ComplexType>(type($lhs), type($rhs), type($result))
  }];
}

def StableHLO_CompareOp
    : StableHLO_InferredOp<"compare", "", "C2", [NoMemoryEffect]> {
  let summary = "whether a relation holds between values";
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       StableHLO_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<StableHLO_ComparisonTypeAttr>:$compare_type);
  let results = (outs StableHLO_PredTensor:$result);
  let assemblyFormat = [{
    $comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)?
      attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_SelectOp
    : StableHLO_InferredOp<"select", "C2", "C2", [NoMemoryEffect], 1> {
  let summary = "value of one tensor or the other, by booleans";
  let arguments = (ins StableHLO_PredTensor:$pred, StableHLO_Tensor:$on_true,
                       StableHLO_Tensor:$on_false);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` custom<SelectType>(type($pred), type($on_true),
                                              type($on_false), type($result))
  }];
}

def StableHLO_ClampOp : StableHLO_InferredOp<"clamp", "C4", "C4", [NoMemoryEffect], 1> {
  let summary = "value limited from below and above";
  let arguments = (ins StableHLO_Tensor:$min, StableHLO_Tensor:$operand,
                       StableHLO_Tensor:$max);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict
      `:` custom<SameOperandsAndResultType>(type($min), type($operand), type($max), type($result))
  }];
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_BINARYOPS_TD
