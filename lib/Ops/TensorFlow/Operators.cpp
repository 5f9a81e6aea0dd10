//===- Operators.cpp - What the ops of TensorFlow mean --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Operators.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

void OpTable::add(unsigned inputs, OpFunction function,
                  std::initializer_list<llvm::StringRef> names) {
  for (llvm::StringRef name : names)
    meanings[name] = {function, inputs};
}

void OpTable::addPartial(unsigned inputs, unsigned ranked, OpFunction function,
                         std::initializer_list<llvm::StringRef> names) {
  for (llvm::StringRef name : names) {
    OpMeaning &meaning = meanings[name] = {function, inputs};
    meaning.rankedInputs = ranked;
  }
}

void OpTable::addRandom(unsigned inputs, OpFunction function,
                        std::initializer_list<llvm::StringRef> names) {
  addPartial(inputs, /*ranked=*/0, function, names);
  for (llvm::StringRef name : names)
    meanings[name].isFunction = false;
}

void OpTable::addForState(unsigned inputs, OpFunction function,
                          std::initializer_list<llvm::StringRef> names) {
  for (llvm::StringRef name : names) {
    OpMeaning &meaning = meanings[name] = {function, inputs};
    meaning.runsOnTypes = false;
  }
}

void OpTable::addForAny(unsigned inputs, OpFunction function,
                        std::initializer_list<llvm::StringRef> names) {
  addForState(inputs, function, names);
  for (llvm::StringRef name : names)
    meanings[name].takesTensors = false;
}

void OpTable::setRows(RowUse rows,
                      std::initializer_list<llvm::StringRef> names) {
  for (llvm::StringRef name : names)
    meanings.find(name)->second.rows = rows;
}

const OpMeaning *OpTable::find(llvm::StringRef op) const {
  auto found = meanings.find(op);
  return found == meanings.end() ? nullptr : &found->second;
}

const OpTable &tensorflow::operators() {
  static const OpTable table = [] {
    OpTable all;
    addArrangementOps(all);
    addBatchNormOps(all);
    addContractionOps(all);
    addConvolutionOps(all);
    addElementwiseOps(all);
    addGradientOps(all);
    addIndexingOps(all);
    addLossOps(all);
    addOptimizerOps(all);
    addPoolingOps(all);
    addRandomOps(all);
    addReductionOps(all);
    addReplicaOps(all);
    addSequenceOps(all);
    addShapeOps(all);
    addSlicingOps(all);
    addVariableOps(all);
    addSparseOps(all);
    return all;
  }();
  return table;
}
