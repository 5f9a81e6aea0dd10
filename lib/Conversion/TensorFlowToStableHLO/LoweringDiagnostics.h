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
#include <map>

namespace trainlint::step {

/// Which rule says why a node cannot be lowered.
enum class ProblemKind : uint8_t {
  /// node-not-lowered, which needs a text.
  Other,
  /// op-without-lowering.
  NoLowering,
  /// non-constant-operand, of the input with a number.
  UnknownInput,
  /// shape-not-known, of an input. The text says what gives the shape.
  UnknownShape,
  /// shape-not-known, of a variable.
  UnknownVariableShape,
  /// host-value-in-step.
  HostValue,
  /// result-size-from-data.
  DataDependentShape,
  /// loop-turns-from-data.
  DataDependentTripCount,
};

/// Why a node cannot be lowered.
struct Problem {
  Problem() = default;
  Problem(const llvm::Twine &text) : text(text.str()) {}
  Problem(const char *text) : text(text) {}
  Problem(std::string text) : text(std::move(text)) {}
  Problem(ProblemKind kind, const llvm::Twine &text = "", unsigned input = 0)
      : kind(kind), text(text.str()), input(input) {}

  ProblemKind kind = ProblemKind::Other;
  std::string text;
  unsigned input = 0;

  bool operator<(const Problem &other) const {
    return std::tie(kind, text, input) <
           std::tie(other.kind, other.text, other.input);
  }
};

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

} // namespace trainlint::step

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_LOWERINGDIAGNOSTICS_H
