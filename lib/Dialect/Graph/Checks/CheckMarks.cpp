//===- CheckMarks.cpp - What a graph was built for ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Graphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/IR/FunctionTable.h"
#include "llvm/ADT/DenseSet.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKMARKS
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {

class CheckMarks
    : public CheckPass<CheckMarks, impl::CheckMarksBase<CheckMarks>> {
public:
  using CheckPass::CheckPass;

  void check(ModelOp model);

private:
  void addCallees(NodeOp node, FunctionTable &functions,
                  llvm::SmallVectorImpl<FunctionOp> &pending);
  NodeOp findMetadata(ModelOp model);
};

} // namespace

void CheckMarks::addCallees(NodeOp node, FunctionTable &functions,
                            llvm::SmallVectorImpl<FunctionOp> &pending) {
  auto add = [&](mlir::Attribute attribute) {
    if (auto name = llvm::dyn_cast_or_null<FunctionAttr>(attribute))
      pending.push_back(functions.lookup(name.getName()));
  };
  for (llvm::StringRef name : functionAttributes(node.getOpName())) {
    mlir::Attribute value = source().attribute(node, name);
    if (auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(value))
      llvm::for_each(list, add);
    else
      add(value);
  }
}

/// The first node of those that the main graph runs which only a TPU can. The
/// attributes of others mean nothing elsewhere, and functions that nothing
/// calls may be for other devices.
NodeOp CheckMarks::findMetadata(ModelOp model) {
  FunctionTable functions(model);
  llvm::SmallVector<FunctionOp> pending;
  for (FunctionOp function : model.getFunctions()) {
    if (function.isMain())
      pending.push_back(function);
  }
  llvm::DenseSet<mlir::Operation *> seen;
  while (!pending.empty()) {
    FunctionOp function = pending.pop_back_val();
    if (!function || !seen.insert(function).second)
      continue;
    for (NodeOp node : function.getNodes()) {
      if (node.is("TPUReplicateMetadata"))
        return node;
      addCallees(node, functions, pending);
      if (FunctionOp called = functions.lookup(node.getOpName()))
        pending.push_back(called);
    }
  }
  return {};
}

/// True if the file says of its graphs which one is for TPUs.
static bool isChosenByTag(ModelOp model) {
  mlir::ArrayAttr tags = model.getTagsAttr();
  return tags && llvm::any_of(tags, [](mlir::Attribute tag) {
           auto word = llvm::dyn_cast<mlir::StringAttr>(tag);
           return word && word.getValue() == "tpu";
         });
}

void CheckMarks::check(ModelOp model) {
  bool hasNoTpu =
      target().kind == DeviceKind::Host || target().kind == DeviceKind::Gpu;
  if (!hasNoTpu || isChosenByTag(model))
    return;
  NodeOp node = findMetadata(model);
  if (!node)
    return;
  Report report = diag::GraphForTpu::marked(
      source().location(node, NodePart::Name), target().name);
  report.label("gives the number of replicas of a TPU computation");
  report.help("choose a TPU, or build the graph for other devices, with "
              "`use_tpu=False` or without TPUStrategy");
  citeTarget(report, target(), "the device that the graph runs on");
}

std::unique_ptr<mlir::Pass>
graph::createCheckMarks(const CheckContext &context) {
  return std::make_unique<CheckMarks>(context);
}
