//===- LoweringDiagnostics.cpp - What stops a lowering --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/LoweringDiagnostics.h"
#include "Diagnostics/Messages/Lowering.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;

void LoweringDiagnostics::add(NodeOp node, const Problem &problem) {
  auto [known, isNew] = numbers.try_emplace(
      std::pair(node.getOpName().str(), problem), found.size());
  if (isNew)
    found.push_back({problem, {}});
  llvm::SmallVector<NodeOp> &nodes = found[known->second].nodes;
  // A node of a loop may fail in each iteration.
  if (!llvm::is_contained(nodes, node))
    nodes.push_back(node);
}

Report LoweringDiagnostics::report(const Problem &problem, NodeOp node) const {
  mlir::Location place = source.location(node, graph::NodePart::Op);
  std::string name = source.name(node);
  llvm::StringRef op = node.getOpName();
  switch (problem.kind) {
  case ProblemKind::Other:
  case ProblemKind::Unsupported:
    return diag::NodeNotLowered::node(place, op, name, problem.text);
  case ProblemKind::NoLowering:
    return diag::OpWithoutLowering::op(place, op, name);
  case ProblemKind::UnknownInput: {
    Report report = diag::NonConstantOperand::input(
        source.inputLocation(node, problem.input), name, op, problem.input);
    if (auto producer = node.getInputs()[problem.input].getDefiningOp<NodeOp>())
      report.note(source.location(producer, graph::NodePart::Op),
                  "computed here in each step");
    return report;
  }
  case ProblemKind::UnknownShape: {
    Report report = diag::UnknownShape::input(place, name, op);
    report.help(problem.text);
    return report;
  }
  case ProblemKind::UnknownVariableShape:
    return diag::UnknownShape::variable(place, name);
  case ProblemKind::HostValue:
    return diag::HostValueInStep::value(place, name, op);
  case ProblemKind::DataDependentShape:
    return diag::DataDependentShape::size(place, name, op);
  case ProblemKind::DataDependentTripCount:
    return diag::DataDependentTripCount::turns(place, name);
  }
  llvm_unreachable("unknown kind of problem");
}

void LoweringDiagnostics::emit() {
  for (const auto &[problem, nodes] : found) {
    Report made = report(problem, nodes.front());
    if (nodes.size() == 1)
      continue;
    std::string more =
        nodes.size() > 2 ? " and " + std::to_string(nodes.size() - 2) + " more"
                         : std::string();
    made.note(source.location(nodes[1], graph::NodePart::Op),
              "the same for `" + source.name(nodes[1]) + "`" + more);
  }
  found.clear();
  numbers.clear();
}
