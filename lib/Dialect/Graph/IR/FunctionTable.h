//===- FunctionTable.h - The functions of a model by name -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_IR_FUNCTIONTABLE_H
#define TRAINLINT_DIALECT_GRAPH_IR_FUNCTIONTABLE_H

#include "Dialect/Graph/IR/Graph.h"
#include "llvm/ADT/DenseMap.h"

namespace trainlint::graph {

/// The functions of a model by name, for whoever asks at each node:
/// ModelOp::getFunction() walks over all of them. It is filled when it is first
/// asked, and the model keeps its functions as long.
class FunctionTable {
public:
  explicit FunctionTable(ModelOp model) : model(model) {}

  /// The first function of a name; null if there is none.
  FunctionOp lookup(llvm::StringRef name) {
    if (!isFilled)
      fill();
    return functions.lookup(name);
  }

private:
  void fill() {
    isFilled = true;
    for (FunctionOp function : model.getFunctions())
      if (std::optional<llvm::StringRef> name = function.getSymName())
        functions.try_emplace(*name, function);
  }

  ModelOp model;
  bool isFilled = false;
  llvm::DenseMap<llvm::StringRef, FunctionOp> functions;
};

/// The attributes that name the functions of an op which calls, branches or
/// loops; none of other ops.
llvm::ArrayRef<llvm::StringLiteral> functionAttributes(llvm::StringRef op);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_IR_FUNCTIONTABLE_H
