//===- AbstractValues.h - Values of which only types are known  -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_ABSTRACTVALUES_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_ABSTRACTVALUES_H

#include "Dialect/StableHLO/Builders/Literal.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace trainlint::stablehlo {

/// Values that no op makes. A ProgramBuilder that is given them computes types
/// and small literals only, with the same calls that build a program otherwise:
/// an op of a framework is defined once, for the trainer and for the linter.
/// Sizes may be unknown.
class AbstractValues {
public:
  explicit AbstractValues(mlir::MLIRContext *context) : atNowhere(context) {}

  /// For types and attributes; it has no place to put an op.
  mlir::OpBuilder &builder() { return atNowhere; }

  mlir::Value add(mlir::RankedTensorType type, mlir::Location loc) {
    return values.addArgument(type, loc);
  }
  /// Of very many elements, only the first are kept.
  mlir::Value add(std::shared_ptr<const Literal> literal, mlir::Location loc) {
    mlir::Value value = add(literal->type, loc);
    elementBudget -= literal->size();
    if (elementBudget >= 0)
      literals.try_emplace(value, std::move(literal));
    return value;
  }
  mlir::Value add(Literal literal, mlir::Location loc) {
    return add(std::make_shared<const Literal>(std::move(literal)), loc);
  }
  /// Null for a value whose elements are not known.
  std::shared_ptr<const Literal> literal(mlir::Value value) const {
    return literals.lookup(value);
  }

  /// Forgets all values, but not how many elements they had.
  void clear() {
    literals.clear();
    values.eraseArguments(0, values.getNumArguments());
  }

private:
  mlir::OpBuilder atNowhere;
  /// Its arguments are the values: they have types, and nothing uses them.
  mlir::Block values;
  llvm::DenseMap<mlir::Value, std::shared_ptr<const Literal>> literals;
  /// Elements that may still be computed: a short node may take two literals.
  int64_t elementBudget = 1 << 22;
};

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_ABSTRACTVALUES_H
