//===- LinearAlgebraOps.td - Solvers and transforms --------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_LINEARALGEBRAOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_LINEARALGEBRAOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"

//===----------------------------------------------------------------------===//
// Matrices and transforms
//===----------------------------------------------------------------------===//

def StableHLO_CholeskyOp
    : StableHLO_InferredOp<"cholesky", "C1", "C1", [NoMemoryEffect], 1> {
  let summary = "triangular factors of positive definite matrices";
  let arguments = (ins StableHLO_FloatComplexOrQuantTensor:$a,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs StableHLO_FloatComplexOrQuantTensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict
      `:` custom<SameOperandsAndResultType>(type($a), type($result))
  }];
}

def StableHLO_TriangularSolveOp
    : StableHLO_InferredOp<"triangular_solve", "C4", "C4", [NoMemoryEffect], 1> {
  let summary = "solutions of linear systems with triangular matrices";
  let arguments = (ins StableHLO_FloatComplexOrQuantTensor:$a,
                       StableHLO_FloatComplexOrQuantTensor:$b,
                       BoolAttr:$left_side, BoolAttr:$lower,
                       BoolAttr:$unit_diagonal,
                       StableHLO_TransposeAttr:$transpose_a);
  let results = (outs StableHLO_FloatComplexOrQuantTensor:$result);
}

def StableHLO_FftOp : StableHLO_InferredOp<"fft", "C2", "C5", [NoMemoryEffect]> {
  let summary = "Fourier transform";
  let arguments = (ins StableHLO_FloatOrComplexTensor:$operand,
                       StableHLO_FftTypeAttr:$fft_type,
                       DenseI64ArrayAttr:$fft_length);
  let results = (outs StableHLO_FloatOrComplexTensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict
      `:` functional-type(operands, results)
  }];
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_LINEARALGEBRAOPS_TD
