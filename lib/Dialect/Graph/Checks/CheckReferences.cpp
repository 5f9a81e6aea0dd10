//===- CheckReferences.cpp - No reference variables on TPUs ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"

using namespace trainlint;
using namespace trainlint::graph;
using tensorflow::Support;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKREFERENCES
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
struct CheckReferences
    : CheckPass<CheckReferences,
                graph::impl::CheckReferencesBase<CheckReferences>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);
};
} // namespace

void CheckReferences::check(ModelOp model) {
  // All uses have one cause, the kind of variable that the program makes.
  llvm::SmallVector<NodeOp> nodes;
  for (const OpUse &use : uses().all()) {
    const tensorflow::TpuOpSupport *support = registry().support(use.op());
    bool always = support && support->support == Support::Reference;
    for (NodeOp node : computation().inside(use)) {
      if (always || referenceOf(node))
        nodes.push_back(node);
    }
  }
  if (nodes.empty())
    return;
  sortByPlace(nodes);
  // What takes a reference shows better what is wrong than what makes it.
  auto shown = llvm::find_if(nodes, referenceOf);
  if (shown != nodes.end())
    std::rotate(nodes.begin(), shown, shown + 1);
  NodeOp node = nodes.front();
  mlir::Location location = source().location(node, NodePart::Op);
  std::string name = nameOf(node, source());
  mlir::Value reference = referenceOf(node);
  auto variable = reference ? reference.getDefiningOp<NodeOp>() : NodeOp();
  // In a damaged graph a node may take its own output.
  if (variable == node)
    variable = {};
  llvm::erase(nodes, variable);
  Report report =
      variable
          ? diag::TpuReferenceVariable::taken(location, node.getOpName(), name,
                                              nameOf(variable, source()))
          : diag::TpuReferenceVariable::used(location, node.getOpName(), name);
  if (variable)
    report.note(source().location(variable, NodePart::Op), "the variable");
  report.help("create resource variables: tf.Variable, or "
              "tf.compat.v1.get_variable with use_resource=True");
  computation().describe(report, nodes);
  report.table(tables().tfOpsTpu.info.name, tables().tfOpsTpu.info.asOf);
}

std::unique_ptr<mlir::Pass>
graph::createCheckReferences(const CheckContext &context) {
  return std::make_unique<CheckReferences>(context);
}
