//===- GraphContext.cpp - What compilations of graphs share ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Graphs/GraphContext.h"
#include "Driver/Graphs/GraphCompilation.h"

using namespace trainlint;

std::unique_ptr<CompilerContext> GraphContext::create() {
  return std::make_unique<GraphContext>();
}

std::unique_ptr<CheckableGraph>
GraphContext::openGraph(const SourceBuffer &buffer, const GraphContent &content,
                        const Tables &tables, const SourceSet &sources) {
  return std::make_unique<GraphCompilation>(*this, buffer, content, tables,
                                            sources);
}

llvm::LogicalResult GraphContext::check(graph::ModelOp model,
                                        const graph::CheckContext &against) {
  if (!graphPasses) {
    graphPasses.emplace(&mlirContext(), graph::ModelOp::getOperationName());
    graphPasses->enableVerifier(false);
    graph::addChecks(*graphPasses, graphContext);
  }
  graphContext = against;
  llvm::LogicalResult result = graphPasses->run(model);
  graphContext = {};
  return result;
}

tensorflow::OpRegistry &GraphContext::opsOf(const Tables &tables) {
  if (!ops || &ops->sources() != &tables)
    ops.emplace(tables);
  return *ops;
}
