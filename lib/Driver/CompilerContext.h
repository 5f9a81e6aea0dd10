//===- CompilerContext.h - What compilations share --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_COMPILERCONTEXT_H
#define TRAINLINT_DRIVER_COMPILERCONTEXT_H

#include "Dialect/Job/Checks/Passes.h"
#include "Driver/CheckableGraph.h"
#include "Support/SequentialContext.h"
#include "mlir/Pass/PassManager.h"
#include <map>
#include <memory>

namespace trainlint {

/// An MLIR context with the checks that were built for it. Both are expensive
/// to create, and serve one compilation after the other; a context grows by 4
/// to 8 kB with each. It leaves graphs alone; `GraphContext` reads them. One
/// thread at a time.
class CompilerContext {
public:
  /// Creates an MLIR context when it is first asked for.
  CompilerContext() = default;
  /// Uses one that lives longer, in which what is compiled stays.
  explicit CompilerContext(mlir::MLIRContext &shared) : context(&shared) {}
  virtual ~CompilerContext() = default;

  mlir::MLIRContext &mlirContext();

  /// Runs the checks on a job.
  llvm::LogicalResult check(job::TrainingOp job,
                            const job::CheckContext &against);

  virtual bool readsGraphs() const { return false; }
  /// A graph to be compiled in this context, if it reads them. All that is
  /// given outlives it, and the buffer is among the sources.
  virtual std::unique_ptr<CheckableGraph> openGraph(const SourceBuffer &buffer,
                                                    const GraphContent &content,
                                                    const Tables &tables,
                                                    const SourceSet &sources) {
    return nullptr;
  }

private:
  std::unique_ptr<SequentialContext> own;
  /// Null until it is asked for.
  mlir::MLIRContext *context = nullptr;
  /// For jobs of each platform, when there is one.
  std::map<job::Platform, mlir::PassManager> jobPasses;
  job::CheckContext jobContext;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_COMPILERCONTEXT_H
