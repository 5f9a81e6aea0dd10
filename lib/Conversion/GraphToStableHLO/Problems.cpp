//===- Problems.cpp - What stops a legalisation ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/GraphToStableHLO/Problems.h"
#include "mlir/IR/Diagnostics.h"

using namespace trainlint;
using namespace trainlint::step;

void Problems::add(graph::NodeOp node, const llvm::Twine &reason) {
  auto [known, isNew] = numbers.try_emplace(
      std::pair(node.getOpName().str(), reason.str()), problems.size());
  if (isNew)
    problems.push_back({{}, reason.str()});
  llvm::SmallVector<graph::NodeOp> &nodes = problems[known->second].nodes;
  // A node of a loop may fail in each turn.
  if (!llvm::is_contained(nodes, node))
    nodes.push_back(node);
}

void Problems::emit() {
  for (Problem &problem : problems) {
    graph::NodeOp node = problem.nodes.front();
    mlir::InFlightDiagnostic report =
        mlir::emitError(source.location(node, graph::NodePart::Op));
    report << "`" << source.name(node) << "` (" << node.getOpName()
           << ") cannot be legalised: " << problem.reason;
    if (problem.nodes.size() > 1) {
      graph::NodeOp other = problem.nodes[1];
      report.attachNote(source.location(other, graph::NodePart::Op))
          << "the same of `" << source.name(other) << "`"
          << (problem.nodes.size() > 2
                  ? " and " + std::to_string(problem.nodes.size() - 2) + " more"
                  : std::string());
    }
  }
  problems.clear();
  numbers.clear();
}
