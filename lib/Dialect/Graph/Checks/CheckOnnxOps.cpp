//===- CheckOnnxOps.cpp - Operators and their opsets ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/OnnxGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/OnnxNodes.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::graph;
using onnx::OpStatus;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKONNXOPS
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
class CheckOnnxOps
    : public CheckPass<CheckOnnxOps, impl::CheckOnnxOpsBase<CheckOnnxOps>> {
public:
  using CheckPass::CheckPass;

  static bool appliesTo(Framework framework) {
    return framework == Framework::ONNX;
  }

  void check(ModelOp model);

private:
  void checkSet(const OnnxUse &use, bool needsSets);
  void checkUnknown(const OnnxUse &use);
  void checkValues(UndefinedOp undefined);
  void describe(Report &report, llvm::ArrayRef<NodeOp> nodes);
  mlir::Location placeOf(const OnnxUse &use) {
    return source().location(use.nodes.front(), NodePart::Op);
  }
};
} // namespace

/// Says which nodes a finding is about; several have one finding.
void CheckOnnxOps::describe(Report &report, llvm::ArrayRef<NodeOp> nodes) {
  std::string first = describeNode(nodes.front(), source());
  if (nodes.size() > 1)
    report.label("operator of " + pluralize(nodes.size(), "node") +
                 ", the first is " + first);
  cite(report, tables().onnxOps.info);
}

/// Models before version 3 of the format name no opsets.
static constexpr int64_t FirstVersionWithSets = 3;

void CheckOnnxOps::checkSet(const OnnxUse &use, bool needsSets) {
  if (!use.set) {
    if (!needsSets || !tables().onnxOps.find(use.domain, use.op))
      return;
    Report report = diag::OnnxOpset::missing(placeOf(use), use.op, use.domain);
    describe(report, use.nodes);
    return;
  }
  if (use.found.status == OpStatus::TooNew) {
    Report report = diag::OnnxOpset::tooNew(
        placeOf(use), use.op, use.found.since, use.domain, *use.set);
    describe(report, use.nodes);
  } else if (use.found.status == OpStatus::Deprecated) {
    Report report = diag::OnnxOpset::deprecated(placeOf(use), use.op, *use.set,
                                                use.domain, use.found.since);
    describe(report, use.nodes);
  }
}

void CheckOnnxOps::checkUnknown(const OnnxUse &use) {
  const OnnxOps &table = tables().onnxOps;
  // A later opset than the table's may have it.
  if (!use.set || use.found.status != OpStatus::Unknown ||
      *use.set > onnx::newestSet(use.domain, table))
    return;
  Report report =
      diag::OnnxUnknownOp::unknown(placeOf(use), use.op, use.domain);
  describe(report, use.nodes);
  llvm::SmallVector<StringRef> names;
  for (const OnnxOps::Row &row : table.withDomain(use.domain))
    names.push_back(row.op);
  if (std::optional<NearMatch> near = findNearMatch(use.op, names))
    report.help("did you mean `" + near->word + "`?");
}

void CheckOnnxOps::checkValues(UndefinedOp undefined) {
  StringRef value = undefined.getReference();
  if (value.empty() || undefined->use_empty())
    return;
  // Each use has a value of its own, so there is one.
  mlir::OpOperand &use = *undefined->use_begin();
  auto node = llvm::dyn_cast<NodeOp>(use.getOwner());
  if (!node) {
    (void)diag::OnnxUndefinedValue::output(undefined.getLoc(), value);
    return;
  }
  (void)diag::OnnxUndefinedValue::input(
      source().inputLocation(node, use.getOperandNumber()), value,
      describeNode(node, source()));
}

void CheckOnnxOps::check(ModelOp model) {
  bool needsSets =
      model.getProducer() && *model.getProducer() >= FirstVersionWithSets;
  for (const OnnxUse &use : findUses(model, tables().onnxOps)) {
    checkSet(use, needsSets);
    checkUnknown(use);
  }
  model->walk([&](UndefinedOp undefined) { checkValues(undefined); });
}

std::unique_ptr<mlir::Pass>
graph::createCheckOnnxOps(const CheckContext &context) {
  return std::make_unique<CheckOnnxOps>(context);
}
