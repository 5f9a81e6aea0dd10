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

/// What becomes of tensors some rows of which may be missing.
enum class RowUse : uint8_t {
  /// Nobody can tell: how many rows there are is part of what it computes.
  Refused,
  /// Rows of the output are of those of the inputs, in their order.
  Kept,
  /// Rows of the first input are taken where the second says.
  Gathered,
  /// Tells sizes, which are good for shapes.
  Measured,
  /// Its function says it.
  Own,
};

/// What is known of an op.
struct OpMeaning {
  OpFunction function = nullptr;
  /// How many inputs have to be there.
  unsigned inputs = 0;
  /// These inputs have to be tensors.
  bool takesTensors = true;
  /// False for an op that changes variables or sequences, of which types say
  /// nothing.
  bool runsOnTypes = true;
  /// How many of the first inputs have to have a rank, where types are
  /// computed, for anything to follow.
  unsigned rankedInputs = ~0U;
  /// False for an op that draws: its results do not follow from its inputs.
  bool isFunction = true;
  RowUse rows = RowUse::Refused;
};

/// The ops, by their names.
class OpTable {
public:
  void add(unsigned inputs, OpFunction function,
           std::initializer_list<llvm::StringRef> names);
  /// The same for an op of which something follows even if only the rank of the
  /// first inputs is known.
  void addPartial(unsigned inputs, unsigned ranked, OpFunction function,
                  std::initializer_list<llvm::StringRef> names);
  /// The same for an op that draws random numbers.
  void addRandom(unsigned inputs, OpFunction function,
                 std::initializer_list<llvm::StringRef> names);
  /// The same for an op that works on variables.
  void addForState(unsigned inputs, OpFunction function,
                   std::initializer_list<llvm::StringRef> names);
  /// The same for an op whose inputs are no tensors, or not all of them.
  void addForAny(unsigned inputs, OpFunction function,
                 std::initializer_list<llvm::StringRef> names);
  /// Says what ops do with rows that may be missing.
  void setRows(RowUse rows, std::initializer_list<llvm::StringRef> names);
  /// Null for one that is not there.
  const OpMeaning *find(llvm::StringRef op) const;

private:
  llvm::StringMap<OpMeaning> meanings;
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
void addSlicingOps(OpTable &table);
void addSparseOps(OpTable &table);
void addVariableOps(OpTable &table);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_OPERATORS_H
