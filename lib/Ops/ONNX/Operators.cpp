//===- Operators.cpp - What the operators of ONNX mean --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"

using namespace trainlint;
using namespace trainlint::onnx;

void OpTable::add(OpFunction function,
                  std::initializer_list<llvm::StringRef> names) {
  for (llvm::StringRef name : names)
    definitions[name] = {function, ""};
}

void OpTable::addForLists(OpFunction function,
                          std::initializer_list<llvm::StringRef> names) {
  for (llvm::StringRef name : names)
    definitions[name] = {function, "", /*takesLists=*/true};
}

void OpTable::refuse(llvm::StringRef reason,
                     std::initializer_list<llvm::StringRef> names) {
  for (llvm::StringRef name : names)
    definitions[name] = {nullptr, reason};
}

const OpDefinition *OpTable::find(llvm::StringRef domain,
                                  llvm::StringRef op) const {
  bool isStandard = domain.empty() || domain == "ai.onnx";
  auto found =
      definitions.find(isStandard ? op.str() : (domain + "." + op).str());
  return found == definitions.end() ? nullptr : &found->second;
}

const OpTable &onnx::operators() {
  static const OpTable table = [] {
    OpTable all;
    addActivationOps(all);
    addAttentionOps(all);
    addBatchNormalizationOps(all);
    addBinaryOps(all);
    addCastOps(all);
    addConstantOps(all);
    addControlFlowOps(all);
    addConvolutionOps(all);
    addCumulativeOps(all);
    addDeformableOps(all);
    addDeterminantOps(all);
    addEinsumOps(all);
    addGatherOps(all);
    addLossOps(all);
    addMelWeightOps(all);
    addMicrosoftOps(all);
    addNormalizationOps(all);
    addOptimizerOps(all);
    addOrderOps(all);
    addPadOps(all);
    addPatchOps(all);
    addPatternOps(all);
    addPoolingOps(all);
    addProductOps(all);
    addQuantizedOps(all);
    addQuantizedProductOps(all);
    addRandomOps(all);
    addRecurrentOps(all);
    addReductionOps(all);
    addRefusedOps(all);
    addRepetitionOps(all);
    addReshapeOps(all);
    addResizeOps(all);
    addRotaryOps(all);
    addSamplingOps(all);
    addScatterOps(all);
    addSequenceOps(all);
    addSliceOps(all);
    addSoftmaxOps(all);
    addSpectralOps(all);
    addUnaryOps(all);
    return all;
  }();
  return table;
}
