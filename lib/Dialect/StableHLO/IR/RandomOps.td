//===- RandomOps.td - Random numbers -----------------------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_RANDOMOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_RANDOMOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"

def StableHLO_RngOp : StableHLO_InferredOp<"rng", "C1", "C3"> {
  let summary = "random numbers of a distribution";
  let arguments = (ins StableHLO_ScalarOf<"kBoolean | kInteger | kFloat",
                           "integer, boolean or floating-point type">:$a,
                       StableHLO_ScalarOf<"kBoolean | kInteger | kFloat",
                           "integer, boolean or floating-point type">:$b,
                       StableHLO_Sizes:$shape,
                       StableHLO_RngDistributionAttr:$rng_distribution);
  let results = (outs StableHLO_TensorOf<"kBoolean | kInteger | kFloat",
      "integer, boolean or floating-point type">:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict
      `:` functional-type(operands, results)
  }];
}

def StableHLO_RngBitGeneratorOp
    : StableHLO_Op<"rng_bit_generator", [NoMemoryEffect]> {
  let summary = "random bits and the next state of their generator";
  let arguments = (ins StableHLO_TensorOf<"kInteger | kFloat",
                           "integer or floating-point type">:$initial_state,
                       StableHLO_RngAlgorithmAttr:$rng_algorithm);
  let results = (outs StableHLO_TensorOf<"kInteger | kFloat",
                          "integer or floating-point type">:$output_state,
                      StableHLO_StaticTensorOf<"kInteger | kFloat",
                          "integer or floating-point type">:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` $rng_algorithm attr-dict
      `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_RANDOMOPS_TD
