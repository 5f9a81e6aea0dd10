//===- CheckableGraph.h - A graph as jobs see it -------------- -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compilation asks of the graph that is its input, or that its jobs
// train. Jobs can be checked by programs that have nothing to read graphs with.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_CHECKABLEGRAPH_H
#define TRAINLINT_DRIVER_CHECKABLEGRAPH_H

#include "Device/Target.h"
#include "Diagnostics/FindingCollector.h"
#include "Driver/GraphContent.h"

namespace trainlint {

/// What a graph is checked against.
struct GraphUse {
  graph::Target target;
  graph::TrainingValues values;
};

/// The same places in another context.
GraphUse moveTo(mlir::MLIRContext *context, const GraphUse &use);

/// What phases reported.
struct PhaseReport {
  std::vector<Finding> findings;
  /// What went wrong inside.
  std::vector<std::string> failures;

  /// Takes what was reported while a collector lived.
  void add(FindingCollector &collector);
  void append(const PhaseReport &other);
};

/// A graph that can be checked. One thread at a time.
class CheckableGraph {
public:
  virtual ~CheckableGraph();

  virtual const SourceBuffer &buffer() const = 0;
  virtual const GraphContent &content() const = 0;
  virtual mlir::MLIRContext &mlirContext() = 0;
  /// Runs the checks, against what each job says.
  virtual void check(llvm::ArrayRef<GraphUse> uses) = 0;
  /// What the phases reported that ran.
  virtual const PhaseReport &report() const = 0;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_CHECKABLEGRAPH_H
