//===- Problems.h - What stops a legalisation -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_GRAPHTOSTABLEHLO_PROBLEMS_H
#define TRAINLINT_CONVERSION_GRAPHTOSTABLEHLO_PROBLEMS_H

#include "Dialect/Graph/IR/NodeSource.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace trainlint::step {

/// Collects what cannot be legalised, so that all of it is told at once. Nodes
/// of one op that fail for one reason are one problem.
class Problems {
public:
  explicit Problems(const graph::NodeSource &source) : source(source) {}

  void add(graph::NodeOp node, const llvm::Twine &reason);
  bool empty() const { return problems.empty(); }
  /// Emits an error at the first node of each problem.
  void emit();

private:
  struct Problem {
    llvm::SmallVector<graph::NodeOp> nodes;
    std::string reason;
  };

  const graph::NodeSource &source;
  std::vector<Problem> problems;
  std::map<std::pair<std::string, std::string>, size_t> numbers;
};

} // namespace trainlint::step

#endif // TRAINLINT_CONVERSION_GRAPHTOSTABLEHLO_PROBLEMS_H
