//===- Operators.h - What the operators of ONNX mean ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_ONNX_OPERATORS_H
#define TRAINLINT_OPS_ONNX_OPERATORS_H

#include "Ops/ONNX/OpCall.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::onnx {

/// What is known of an operator.
struct OpDefinition {
  /// Null for one that no static program computes.
  OpFunction function = nullptr;
  /// Why none does.
  llvm::StringRef refusal;
  /// True for one that takes sequences and optionals, and has something to say
  /// of inputs of which not even the type is known. Such inputs have no value.
  bool takesLists = false;
};

/// The operators of the domains, by `domain.Name`, and by the name alone those
/// of ONNX itself.
class OpTable {
public:
  void add(OpFunction function, std::initializer_list<llvm::StringRef> names);
  /// The same for operators that take sequences and optionals as well.
  void addForLists(OpFunction function,
                   std::initializer_list<llvm::StringRef> names);
  /// Operators that cannot be part of a static program, for a reason.
  void refuse(llvm::StringRef reason,
              std::initializer_list<llvm::StringRef> names);
  /// Null for one that is not there.
  const OpDefinition *find(llvm::StringRef domain, llvm::StringRef op) const;

private:
  llvm::StringMap<OpDefinition> definitions;
};

/// All of them. Made when it is asked for first.
const OpTable &operators();

// The families, each in a file of its name.
void addActivationOps(OpTable &table);
void addAttentionOps(OpTable &table);
void addBatchNormalizationOps(OpTable &table);
void addBinaryOps(OpTable &table);
void addCastOps(OpTable &table);
void addConstantOps(OpTable &table);
void addControlFlowOps(OpTable &table);
void addConvolutionOps(OpTable &table);
void addCumulativeOps(OpTable &table);
void addDeformableOps(OpTable &table);
void addDeterminantOps(OpTable &table);
void addEinsumOps(OpTable &table);
void addGatherOps(OpTable &table);
void addLossOps(OpTable &table);
void addMelWeightOps(OpTable &table);
void addMicrosoftOps(OpTable &table);
void addNormalizationOps(OpTable &table);
void addOptimizerOps(OpTable &table);
void addOrderOps(OpTable &table);
void addPadOps(OpTable &table);
void addPatchOps(OpTable &table);
void addPatternOps(OpTable &table);
void addPoolingOps(OpTable &table);
void addProductOps(OpTable &table);
void addQuantizedOps(OpTable &table);
void addQuantizedProductOps(OpTable &table);
void addRandomOps(OpTable &table);
void addRecurrentOps(OpTable &table);
void addReductionOps(OpTable &table);
void addRefusedOps(OpTable &table);
void addRepetitionOps(OpTable &table);
void addReshapeOps(OpTable &table);
void addResizeOps(OpTable &table);
void addRotaryOps(OpTable &table);
void addSamplingOps(OpTable &table);
void addScatterOps(OpTable &table);
void addSequenceOps(OpTable &table);
void addSliceOps(OpTable &table);
void addSoftmaxOps(OpTable &table);
void addSpectralOps(OpTable &table);
void addUnaryOps(OpTable &table);

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_OPERATORS_H
