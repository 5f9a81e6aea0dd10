//===- UnaryOps.td - Elementwise ops of one operand --------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_UNARYOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_UNARYOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"

class StableHLO_InferredUnaryOp<string mnemonic, Type operandType, Type resultType>
    : StableHLO_InferredOp<mnemonic, "C2", "C1", [NoMemoryEffect], 1> {
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = unaryFormat;
}

def StableHLO_AbsOp
    : StableHLO_InferredUnaryOp<"abs", StableHLO_SignedFloatComplexOrQuantTensor,
          StableHLO_TensorOf<"kSigned | kFloat | kPerTensor",
              "signed integer or floating-point type or per-tensor quantized type">> {
  let summary = "absolute value, or modulus of complex numbers";
}

def StableHLO_CeilOp : StableHLO_UnaryOp<"ceil", StableHLO_FloatOrQuantTensor> {
  let summary = "smallest integral value that is not less";
}

def StableHLO_ConvertOp
    : StableHLO_Op<"convert", [NoMemoryEffect, StableHLO_SameShape]> {
  let summary = "value in another element type";
  let arguments = (ins StableHLO_PlainTensor:$operand);
  let results = (outs StableHLO_PlainTensor:$result);
  let assemblyFormat = unaryFormat;
}

def StableHLO_CountLeadingZerosOp : StableHLO_UnaryOp<"count_leading_zeros", StableHLO_IntTensor> {
  let summary = "number of zero bits before the first one";
}

def StableHLO_FloorOp : StableHLO_UnaryOp<"floor", StableHLO_FloatOrQuantTensor> {
  let summary = "largest integral value that is not greater";
}

def StableHLO_ImagOp
    : StableHLO_InferredUnaryOp<"imag", StableHLO_FloatOrComplexTensor,
                                StableHLO_FloatTensor> {
  let summary = "imaginary part";
}

def StableHLO_IsFiniteOp
    : StableHLO_InferredOp<"is_finite", "", "C1", [NoMemoryEffect]> {
  let summary = "whether values are neither infinite nor NaN";
  let arguments = (ins StableHLO_FloatOrQuantTensor:$x);
  let results = (outs StableHLO_PredTensor:$y);
  let assemblyFormat = functionalFormat;
}

def StableHLO_NegateOp : StableHLO_UnaryOp<"negate", StableHLO_IntFloatComplexOrQuantTensor> {
  let summary = "value with the opposite sign";
}

def StableHLO_NotOp : StableHLO_UnaryOp<"not", StableHLO_PredOrIntTensor> {
  let summary = "complement of bits, or of booleans";
}

def StableHLO_PopcntOp : StableHLO_UnaryOp<"popcnt", StableHLO_IntTensor> {
  let summary = "number of bits that are one";
}

def StableHLO_RealOp
    : StableHLO_InferredUnaryOp<"real", StableHLO_FloatOrComplexTensor,
                                StableHLO_FloatTensor> {
  let summary = "real part";
}

def StableHLO_RoundNearestAfzOp : StableHLO_UnaryOp<"round_nearest_afz", StableHLO_FloatOrQuantTensor> {
  let summary = "nearest integral value, halves away from zero";
}

def StableHLO_RoundNearestEvenOp : StableHLO_UnaryOp<"round_nearest_even", StableHLO_FloatOrQuantTensor> {
  let summary = "nearest integral value, halves to the even one";
}

def StableHLO_SignOp : StableHLO_UnaryOp<"sign", StableHLO_SignedFloatComplexOrQuantTensor> {
  let summary = "sign, or direction of complex numbers";
}

//===----------------------------------------------------------------------===//
// Representation
//===----------------------------------------------------------------------===//

def StableHLO_BitcastConvertOp
    : StableHLO_Op<"bitcast_convert", [NoMemoryEffect]> {
  let summary = "the same bits in another element type";
  let arguments = (ins StableHLO_QuantizedOrTensor:$operand);
  let results = (outs StableHLO_QuantizedOrTensor:$result);
  let assemblyFormat = functionalFormat;
  let hasVerifier = 1;
}

def StableHLO_ReducePrecisionOp
    : StableHLO_Op<"reduce_precision", [NoMemoryEffect,
                                        StableHLO_SameBaselineType,
                                        InferTypeOpInterface]> {
  let summary = "value rounded to a smaller floating-point format";
  let arguments = (ins StableHLO_FloatOrQuantTensor:$operand,
                       StableHLO_I32:$exponent_bits, StableHLO_I32:$mantissa_bits);
  let results = (outs StableHLO_FloatOrQuantTensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits)
      attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($output))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = compatibleResults;
}

def StableHLO_UniformQuantizeOp
    : StableHLO_Op<"uniform_quantize", [NoMemoryEffect]> {
  let summary = "value in a quantized type";
  let arguments = (ins StableHLO_TensorOf<"kFloat | kQuantized",
                           "floating-point or quantized type">:$operand);
  let results = (outs StableHLO_QuantizedTensor:$result);
  let assemblyFormat = unaryFormat;
  let hasVerifier = 1;
}

def StableHLO_UniformDequantizeOp
    : StableHLO_InferredOp<"uniform_dequantize", "C2", "C1", [NoMemoryEffect]> {
  let summary = "value of a quantized type as a floating-point number";
  let arguments = (ins StableHLO_QuantizedTensor:$operand);
  let results = (outs StableHLO_FloatTensor:$result);
  let assemblyFormat = unaryFormat;
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_UNARYOPS_TD
