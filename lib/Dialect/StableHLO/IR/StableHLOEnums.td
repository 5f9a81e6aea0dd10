//===- StableHLOEnums.td - Enumerations --------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOENUMS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOENUMS_TD

include "Dialect/StableHLO/IR/StableHLOBase.td"
include "mlir/IR/EnumAttr.td"

class StableHLO_Enum<string name, string what, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, what, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::trainlint::stablehlo";
}

/// Spelled `#stablehlo<mnemonic CASE>`, and `CASE` alone inside an op.
class StableHLO_EnumAttr<EnumAttrInfo enumeration, string mnemonic>
    : EnumAttr<StableHLO_Dialect, enumeration, mnemonic>;

def StableHLO_Precision : StableHLO_Enum<"Precision", "precision of a product", [
    I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
    I32EnumAttrCase<"HIGHEST", 2>]>;
def StableHLO_PrecisionAttr
    : StableHLO_EnumAttr<StableHLO_Precision, "precision">;

def StableHLO_FftType : StableHLO_Enum<"FftType", "kind of Fourier transform", [
    I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>,
    I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def StableHLO_FftTypeAttr : StableHLO_EnumAttr<StableHLO_FftType, "fft_type">;

def StableHLO_ComparisonDirection
    : StableHLO_Enum<"ComparisonDirection", "what is asked of two values", [
    I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
    I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
    I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def StableHLO_ComparisonDirectionAttr
    : StableHLO_EnumAttr<StableHLO_ComparisonDirection, "comparison_direction">;

def StableHLO_ComparisonType
    : StableHLO_Enum<"ComparisonType", "order in which values are compared", [
    I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
    I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
    I32EnumAttrCase<"UNSIGNED", 4>]>;
def StableHLO_ComparisonTypeAttr
    : StableHLO_EnumAttr<StableHLO_ComparisonType, "comparison_type">;

def StableHLO_Transpose
    : StableHLO_Enum<"Transpose", "what is done to a matrix before use", [
    I32EnumAttrCase<"TRANSPOSE_INVALID", 0>, I32EnumAttrCase<"NO_TRANSPOSE", 1>,
    I32EnumAttrCase<"TRANSPOSE", 2>, I32EnumAttrCase<"ADJOINT", 3>]>;
def StableHLO_TransposeAttr : StableHLO_EnumAttr<StableHLO_Transpose, "transpose">;

def StableHLO_RngDistribution
    : StableHLO_Enum<"RngDistribution", "distribution of random numbers", [
    I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;
def StableHLO_RngDistributionAttr
    : StableHLO_EnumAttr<StableHLO_RngDistribution, "rng_distribution">;

def StableHLO_RngAlgorithm
    : StableHLO_Enum<"RngAlgorithm", "generator of random bits", [
    I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>,
    I32EnumAttrCase<"PHILOX", 2>]>;
def StableHLO_RngAlgorithmAttr
    : StableHLO_EnumAttr<StableHLO_RngAlgorithm, "rng_algorithm">;

def StableHLO_ResultAccuracyMode
    : StableHLO_Enum<"ResultAccuracyMode", "how accurate a result has to be", [
    I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>,
    I32EnumAttrCase<"TOLERANCE", 2>]>;
def StableHLO_ResultAccuracyModeAttr
    : StableHLO_EnumAttr<StableHLO_ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLOENUMS_TD
