//===- CheckOps.cpp - Ops exist in the version of the graph ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/GraphNodes.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/IR/FunctionTable.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKOPS
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
struct CheckOps : CheckPass<CheckOps, graph::impl::CheckOpsBase<CheckOps>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);
  void reportUnknown(const OpUse &use);
};
} // namespace

void CheckOps::reportUnknown(const OpUse &use) {
  NodeOp node = use.nodes.front();
  Report report =
      diag::UnknownOp::unknown(source().location(node, NodePart::Op), use.op());
  if (std::optional<NearMatch> near = registry().findNear(use.op()))
    report.help("did you mean `" + near->word + "`?");
  else
    report.help("an op of a library that the program loads is not known here");
  describe(report, use.nodes, source());
  report.table(tables().tfOps.info.name, tables().tfOps.info.asOf);
}

void CheckOps::check(ModelOp model) {
  std::optional<uint64_t> producer = model.getProducer();
  FunctionTable functions(model);
  for (const OpUse &use : uses().all()) {
    const tensorflow::OpDefinition *op = registry().definition(use.op());
    if (!op) {
      // Some ops of the runtime are in the table of TPUs only.
      if (functions.lookup(use.op()) || registry().support(use.op()))
        continue;
      reportUnknown(use);
      continue;
    }
    bool isRemoved =
        op->removed && producer && int64_t(*producer) >= *op->removed;
    if (!isRemoved)
      continue;
    NodeOp node = use.nodes.front();
    cite(
        describe(diag::RemovedOp::removed(source().location(node, NodePart::Op),
                                          use.op(), *op->removed, *producer),
                 use.nodes, source()),
        tables().tfOps);
  }
}

std::unique_ptr<mlir::Pass> graph::createCheckOps(const CheckContext &context) {
  return std::make_unique<CheckOps>(context);
}
