//===- Einsum.h - Sums of products by an equation ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_COMMON_EINSUM_H
#define TRAINLINT_OPS_COMMON_EINSUM_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "llvm/ADT/MapVector.h"

namespace trainlint {

/// Products of tensors of one element type, whose dimensions have letters in an
/// equation such as `ij,jk->ik` or `...i,ij->...j`.
class Einsum {
public:
  Einsum(stablehlo::ProgramBuilder &b, llvm::StringRef equation,
         llvm::ArrayRef<mlir::Value> operands);

  /// Reads the equation. Returns what is wrong with it or with the operands,
  /// empty if nothing is.
  std::string read();
  /// The result. After the equation was read.
  mlir::Value compute();

private:
  /// A letter, or a dimension that an ellipsis stands for, counted from the
  /// last one so that those of operands fit each other.
  using Label = unsigned;
  static constexpr Label FirstOfEllipsis = 256;

  /// A tensor whose dimensions are labelled.
  struct Factor {
    mlir::Value value;
    llvm::SmallVector<Label> labels;

    bool has(Label label) const { return llvm::is_contained(labels, label); }
    int64_t placeOf(Label label) const {
      return std::distance(labels.begin(), llvm::find(labels, label));
    }
  };

  /// The labels of a term for so many dimensions, or for as many as the
  /// ellipses of the operands have.
  std::string readTerm(llvm::StringRef term, std::optional<int64_t> rank,
                       llvm::SmallVectorImpl<Label> &labels);
  std::string findSizes();
  std::string findResult(std::optional<llvm::StringRef> term);
  Factor takeDiagonals(Factor factor);
  Factor dropStretched(Factor factor);
  Factor sumOver(Factor factor, llvm::function_ref<bool(Label)> isSummed);
  Factor multiply(const Factor &lhs, const Factor &rhs,
                  llvm::function_ref<bool(Label)> isNeeded);

  stablehlo::ProgramBuilder &b;
  std::string equation;
  llvm::SmallVector<Factor> factors;
  /// How many dimensions the longest ellipsis stands for.
  unsigned ellipsis = 0;
  llvm::MapVector<Label, int64_t> sizes;
  llvm::SmallVector<Label> result;
};

} // namespace trainlint

#endif // TRAINLINT_OPS_COMMON_EINSUM_H
