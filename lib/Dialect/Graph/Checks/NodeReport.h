//===- NodeReport.h - Findings that speak of nodes --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_NODEREPORT_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_NODEREPORT_H

#include "Diagnostics/Report.h"
#include "Dialect/Graph/IR/NodeReader.h"

namespace trainlint::graph {

/// Where that name stands, or else the op.
mlir::Location namePlace(NodeOp node, const NodeReader &source);

/// Where a node is in the words of the program that made the graph: "in the
/// name scope `a/b`", "in the function `f`", or both; empty if in neither.
std::string scopeOf(NodeOp node, const NodeReader &source);

/// Says where the first node is, and names the others, which have the finding
/// for the same reason: a mistake in a layer that is used a hundred times is
/// one finding.
/// `more` is said of the first node, too.
void describe(Report &report, llvm::ArrayRef<NodeOp> nodes,
              const NodeReader &source, llvm::StringRef more = "");
Report describe(Report &&report, llvm::ArrayRef<NodeOp> nodes,
                const NodeReader &source);

/// Names the table that a finding rests on.
template <typename Table>
Report cite(Report &&report, const Table &table) {
  report.table(table.info.name, table.info.asOf);
  return std::move(report);
}

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_NODEREPORT_H
