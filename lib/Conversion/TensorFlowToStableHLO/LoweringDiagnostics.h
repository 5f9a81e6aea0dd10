//===- LoweringDiagnostics.h - What stops a lowering ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_LOWERINGDIAGNOSTICS_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_LOWERINGDIAGNOSTICS_H

#include "Diagnostics/Report.h"
#include "Dialect/Graph/IR/NodeReader.h"
#include "Ops/TensorFlow/Problem.h"
#include <map>

namespace trainlint::tensorflow {

/// Collects what cannot be lowered, so that all of it is told at once. Nodes
/// of one op that fail for one reason are one finding.
class LoweringDiagnostics {
public:
  explicit LoweringDiagnostics(const graph::NodeReader &source)
      : source(source) {}

  void add(graph::NodeOp node, const Problem &problem);
  bool empty() const { return found.empty(); }
  /// Reports each problem at its first node.
  void emit();

private:
  struct Found {
    Problem problem;
    llvm::SmallVector<graph::NodeOp> nodes;
  };

  Report report(const Problem &problem, graph::NodeOp node) const;

  const graph::NodeReader &source;
  std::vector<Found> found;
  std::map<std::pair<std::string, Problem>, size_t> numbers;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_LOWERINGDIAGNOSTICS_H
