//===- NormalizationOps.td - Batch normalization -----------*- tablegen -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_NORMALIZATIONOPS_TD
#define TRAINLINT_DIALECT_STABLEHLO_IR_NORMALIZATIONOPS_TD

include "Dialect/StableHLO/IR/StableHLOFormats.td"

def StableHLO_BatchNormGradOp
    : StableHLO_InferredOp<"batch_norm_grad", "C2", "C3", [NoMemoryEffect], 1> {
  let summary = "gradients of a batch normalization";
  let arguments = (ins StableHLO_FloatOrQuantTensor:$operand,
                       StableHLO_FloatOrQuantVector:$scale,
                       StableHLO_FloatOrQuantVector:$mean,
                       StableHLO_FloatOrQuantVector:$variance,
                       StableHLO_FloatOrQuantTensor:$grad_output,
                       F32Attr:$epsilon, StableHLO_I64:$feature_index);
  let results = (outs StableHLO_FloatOrQuantTensor:$grad_operand,
                      StableHLO_FloatOrQuantVector:$grad_scale,
                      StableHLO_FloatOrQuantVector:$grad_offset);
}

def StableHLO_BatchNormInferenceOp
    : StableHLO_InferredOp<"batch_norm_inference", "C2", "C7", [NoMemoryEffect], 1> {
  let summary = "normalization by statistics that are known";
  let arguments = (ins StableHLO_FloatOrQuantTensor:$operand,
                       StableHLO_FloatOrQuantVector:$scale,
                       StableHLO_FloatOrQuantVector:$offset,
                       StableHLO_FloatOrQuantVector:$mean,
                       StableHLO_FloatOrQuantVector:$variance,
                       F32Attr:$epsilon, StableHLO_I64:$feature_index);
  let results = (outs StableHLO_FloatOrQuantTensor:$result);
}

def StableHLO_BatchNormTrainingOp
    : StableHLO_InferredOp<"batch_norm_training", "C2", "C7", [NoMemoryEffect], 1> {
  let summary = "normalization by the statistics of the batch";
  let arguments = (ins StableHLO_FloatOrQuantTensor:$operand,
                       StableHLO_FloatOrQuantVector:$scale,
                       StableHLO_FloatOrQuantVector:$offset,
                       F32Attr:$epsilon, StableHLO_I64:$feature_index);
  let results = (outs StableHLO_FloatOrQuantTensor:$output,
                      StableHLO_FloatOrQuantVector:$batch_mean,
                      StableHLO_FloatOrQuantVector:$batch_var);
  let hasVerifier = 1;
}

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_NORMALIZATIONOPS_TD
