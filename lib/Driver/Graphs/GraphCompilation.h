//===- GraphCompilation.h - A graph and how far it came ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_GRAPHS_GRAPHCOMPILATION_H
#define TRAINLINT_DRIVER_GRAPHS_GRAPHCOMPILATION_H

#include "Driver/Compilation.h"
#include "Driver/Graphs/GraphContext.h"
#include "Driver/Graphs/ImportGraphs.h"
#include <mutex>

namespace trainlint {

/// A training graph, compiled as far as somebody asked: its file is indexed
/// once, imported once and checked once. One thread at a time, but for
/// `parse`.
class GraphCompilation final : public CheckableGraph {
public:
  /// All of them outlive this. The buffer is among the sources.
  GraphCompilation(GraphContext &context, const SourceBuffer &buffer,
                   const GraphContent &content, const Tables &tables,
                   const SourceSet &sources)
      : context(context), source(buffer), found(content), tables(tables),
        sources(sources) {}

  const SourceBuffer &buffer() const override { return source; }
  const GraphContent &content() const override { return found; }
  mlir::MLIRContext &mlirContext() override { return context.mlirContext(); }
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
  void check(llvm::ArrayRef<GraphUse> uses) override;

  const PhaseReport &report() const override { return reported; }

private:
  void checkProgram(const stablehlo::ProgramFile &program,
                    const graph::Target &target);

  GraphContext &context;
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

/// The graph of a compilation in a `GraphContext`; null if there is none.
GraphCompilation *graphOf(Compilation &compilation);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_GRAPHS_GRAPHCOMPILATION_H
