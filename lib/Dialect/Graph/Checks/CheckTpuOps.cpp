//===- CheckTpuOps.cpp - TPUs have the ops of their computations ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;
using tensorflow::HostWork;
using tensorflow::Support;
using tensorflow::TpuOpSupport;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKTPUOPS
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
struct CheckTpuOps
    : CheckPass<CheckTpuOps, graph::impl::CheckTpuOpsBase<CheckTpuOps>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);
  void checkMissingKernel(llvm::ArrayRef<NodeOp> nodes,
                          const TpuOpSupport &support);
  void finish(Report &&report, llvm::ArrayRef<NodeOp> nodes);
};
} // namespace

/// What an op does, to stand behind its name.
static StringRef workOf(HostWork work) {
  switch (work) {
  case HostWork::Summary:
    return "writes summaries";
  case HostWork::Print:
    return "prints";
  case HostWork::String:
    return "operates on strings";
  case HostWork::Queue:
    return "uses a queue";
  case HostWork::Table:
    return "uses a lookup table";
  case HostWork::File:
    return "reads or writes files";
  case HostWork::Dataset:
    return "belongs to tf.data";
  case HostWork::Parsing:
    return "decodes data";
  case HostWork::Python:
    return "calls Python";
  }
  llvm_unreachable("unknown work");
}

void CheckTpuOps::finish(Report &&report, llvm::ArrayRef<NodeOp> nodes) {
  computation().describe(report, nodes);
  cite(std::move(report), tables().tfOpsTpu);
}

void CheckTpuOps::checkMissingKernel(llvm::ArrayRef<NodeOp> nodes,
                                     const TpuOpSupport &support) {
  llvm::SmallVector<NodeOp> moved, refused;
  for (NodeOp node : nodes)
    (computation().allowsSoftPlacement(node) ? moved : refused).push_back(node);
  if (!refused.empty()) {
    mlir::Location location = source().location(refused.front(), NodePart::Op);
    std::string name = nameOf(refused.front(), source());
    finish(support.host
               ? diag::TpuHostOp::inside(location, support.name,
                                         workOf(*support.host), name)
               : diag::TpuUnsupportedOp::inside(location, support.name, name),
           refused);
  }
  if (!moved.empty()) {
    mlir::Location location = source().location(moved.front(), NodePart::Op);
    std::string name = nameOf(moved.front(), source());
    finish(support.host
               ? diag::TpuHostOp::moved(location, support.name,
                                        workOf(*support.host), name)
               : diag::TpuUnsupportedOp::moved(location, support.name, name),
           moved);
  }
}

void CheckTpuOps::check(ModelOp model) {
  for (const OpUse &use : uses().all()) {
    const TpuOpSupport *support = registry().support(use.op());
    if (!support || support->mayBeInside())
      continue;
    llvm::SmallVector<NodeOp> nodes = computation().inside(use);
    llvm::erase_if(nodes, referenceOf);
    if (nodes.empty())
      continue;
    mlir::Location location = source().location(nodes.front(), NodePart::Op);
    std::string name = nameOf(nodes.front(), source());
    switch (support->support) {
    case Support::No:
      checkMissingKernel(nodes, *support);
      break;
    case Support::Ignored:
      finish(diag::TpuHostOp::ignored(location, use.op(), name), nodes);
      break;
    case Support::Placeholder:
      finish(diag::TpuPlaceholder::inside(location, name), nodes);
      break;
    case Support::HostRuntime:
      finish(diag::TpuUnsupportedOp::runtime(location, use.op(), name), nodes);
      break;
    case Support::VariableHandle:
      finish(diag::TpuUnsupportedOp::variable(location, name), nodes);
      break;
    default:
      // Reference variables are one mistake, whatever ops use them.
      break;
    }
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckTpuOps(const CheckContext &context) {
  return std::make_unique<CheckTpuOps>(context);
}
