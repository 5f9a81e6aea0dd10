//===- MathOps.td - Math ops on single elements ------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_MATHOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_MATHOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"

/// A function whose error may be limited.
class StableHLO_Function<string mnemonic>
    : StableHLO_UnaryOp<mnemonic, StableHLO_FloatComplexOrQuantTensor> {
  let arguments = (ins StableHLO_FloatComplexOrQuantTensor:$operand,
                       OptionalAttr<StableHLO_ResultAccuracy>:$result_accuracy);
}

def StableHLO_CbrtOp : StableHLO_Function<"cbrt"> {
  let summary = "cube root";
}

def StableHLO_CosineOp : StableHLO_Function<"cosine"> {
  let summary = "cosine";
}

def StableHLO_ExponentialOp : StableHLO_Function<"exponential"> {
  let summary = "exponential function";
}

def StableHLO_ExponentialMinusOneOp : StableHLO_Function<"exponential_minus_one"> {
  let summary = "exponential function minus one, accurate near zero";
}

def StableHLO_LogOp : StableHLO_Function<"log"> {
  let summary = "natural logarithm";
}

def StableHLO_LogPlusOneOp : StableHLO_Function<"log_plus_one"> {
  let summary = "natural logarithm of one plus the value, accurate near zero";
}

def StableHLO_LogisticOp : StableHLO_Function<"logistic"> {
  let summary = "logistic function";
}

def StableHLO_RsqrtOp : StableHLO_Function<"rsqrt"> {
  let summary = "reciprocal of the square root";
}

def StableHLO_SineOp : StableHLO_Function<"sine"> {
  let summary = "sine";
}

def StableHLO_SqrtOp : StableHLO_Function<"sqrt"> {
  let summary = "square root";
}

def StableHLO_TanOp : StableHLO_Function<"tan"> {
  let summary = "tangent";
}

def StableHLO_TanhOp : StableHLO_Function<"tanh"> {
  let summary = "hyperbolic tangent";
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_MATHOPS_TD
