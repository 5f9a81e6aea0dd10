//===- Operators.h - What the ops of TensorFlow mean ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_OPERATORS_H
#define TRAINLINT_OPS_TENSORFLOW_OPERATORS_H

#include "Ops/TensorFlow/OpCall.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::tensorflow {

/// What an op means: sets the outputs of a call, or says why it cannot.
using OpFunction = LogicalResult (*)(OpCall &call);

/// What is known of an op.
struct OpMeaning {
  OpFunction function = nullptr;
  /// How many inputs have to be there.
  unsigned inputs = 0;
  /// These inputs have to be tensors.
  bool takesTensors = true;
};

/// The ops, by their names.
class OpTable {
public:
  void add(unsigned inputs, OpFunction function,
           std::initializer_list<llvm::StringRef> names);
  /// The same for an op whose inputs are no tensors, or not all of them.
  void addForAny(unsigned inputs, OpFunction function, llvm::StringRef name);
  /// Null for one that is not there.
  const OpMeaning *find(llvm::StringRef op) const;

private:
  llvm::StringMap<OpMeaning> definitions;
};

/// All of them. Made when it is asked for first.
const OpTable &operators();

// The families, each in a file of its name.
void addArrangementOps(OpTable &table);
void addBatchNormOps(OpTable &table);
void addContractionOps(OpTable &table);
void addConvolutionOps(OpTable &table);
void addElementwiseOps(OpTable &table);
void addGradientOps(OpTable &table);
void addIndexingOps(OpTable &table);
void addLossOps(OpTable &table);
void addOptimizerOps(OpTable &table);
void addPoolingOps(OpTable &table);
void addRandomOps(OpTable &table);
void addReductionOps(OpTable &table);
void addReplicaOps(OpTable &table);
void addSequenceOps(OpTable &table);
void addShapeOps(OpTable &table);
void addVariableOps(OpTable &table);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_OPERATORS_H
