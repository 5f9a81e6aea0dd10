//===- GraphContext.h - What compilations of graphs share ----- -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_GRAPHS_GRAPHCONTEXT_H
#define TRAINLINT_DRIVER_GRAPHS_GRAPHCONTEXT_H

#include "Dialect/Graph/Checks/Passes.h"
#include "Dialect/Graph/Ops/OpRegistry.h"
#include "Driver/CompilerContext.h"

namespace trainlint {

/// A context with the checks on jobs and on graphs.
class GraphContext final : public CompilerContext {
public:
  using CompilerContext::check;
  using CompilerContext::CompilerContext;

  /// What programs give to what makes contexts as it needs them.
  static std::unique_ptr<CompilerContext> create();

  bool readsGraphs() const override { return true; }
  std::unique_ptr<CheckableGraph> openGraph(const SourceBuffer &buffer,
                                            const GraphContent &content,
                                            const Tables &tables,
                                            const SourceSet &sources) override;

  /// Runs the checks on the graphs of a model.
  llvm::LogicalResult check(graph::ModelOp model,
                            const graph::CheckContext &against);

  tensorflow::OpRegistry &opsOf(const Tables &tables);

private:
  std::optional<mlir::PassManager> graphPasses;
  /// The passes read this.
  graph::CheckContext graphContext;
  std::optional<tensorflow::OpRegistry> ops;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_GRAPHS_GRAPHCONTEXT_H
