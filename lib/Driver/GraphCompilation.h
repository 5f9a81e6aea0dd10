//===- GraphCompilation.h - A graph and how far it came ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_GRAPHCOMPILATION_H
#define TRAINLINT_DRIVER_GRAPHCOMPILATION_H

#include "Diagnostics/FindingCollector.h"
#include "Driver/CompilerContext.h"
#include "Driver/GraphInput.h"
#include <mutex>

namespace trainlint {

/// What a graph is checked against.
struct GraphUse {
  graph::Target target;
  graph::TrainingValues values;
};

/// What phases reported.
struct PhaseReport {
  std::vector<Finding> findings;
  /// What went wrong inside.
  std::vector<std::string> failures;

  /// Takes what was reported while a collector lived.
  void add(FindingCollector &collector);
  void append(const PhaseReport &other);
};

/// A training graph, compiled as far as somebody asked: its file is indexed
/// once, imported once and checked once. One thread at a time, but for
/// `parse`.
class GraphCompilation {
public:
  /// All of them outlive this. The buffer is among the sources.
  GraphCompilation(CompilerContext &context, const SourceBuffer &buffer,
                   const GraphContent &content, const Tables &tables,
                   const SourceSet &sources)
      : context(context), source(buffer), found(content), tables(tables),
        sources(sources) {}

  const SourceBuffer &buffer() const { return source; }
  const GraphContent &content() const { return found; }
  mlir::MLIRContext &mlirContext() { return context.mlirContext(); }
  tensorflow::OpRegistry &ops() { return context.opsOf(tables); }

  /// The index of a file of TensorFlow; null for files of other formats, whose
  /// import reads them. Any thread may ask.
  std::shared_ptr<const tensorflow::GraphFile> parse();
  /// The graphs, or the program.
  ImportedGraph &import();
  /// The same with the types of its values, of graphs whose ops have shape
  /// functions.
  ImportedGraph &inferShapes();
  /// The models that `inferShapes` or the checks have done.
  graph::InferredModels &inferredModels() { return inferred; }
  /// Runs the checks, against what each job says.
  void check(llvm::ArrayRef<GraphUse> uses);

  /// What the phases reported that ran.
  const PhaseReport &report() const { return reported; }

private:
  void checkProgram(const stablehlo::ProgramFile &program,
                    const graph::Target &target);

  CompilerContext &context;
  const SourceBuffer &source;
  GraphContent found;
  const Tables &tables;
  const SourceSet &sources;
  std::once_flag isParsed;
  std::shared_ptr<const tensorflow::GraphFile> file;
  std::optional<ImportedGraph> imported;
  graph::InferredModels inferred;
  PhaseReport reported;
};

/// The same places in another context.
GraphUse moveTo(mlir::MLIRContext *context, const GraphUse &use);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_GRAPHCOMPILATION_H
