//===- Analysis.h - What a text says at each place --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_ANALYSIS_H
#define TRAINLINT_LSP_ANALYSIS_H

#include "LSP/CommandLines.h"
#include "LSP/GraphShapes.h"
#include "LSP/OnnxText.h"
#include "LSP/ProgramText.h"
#include "LSP/SharedCompilation.h"

namespace trainlint::python {
class Program;
} // namespace trainlint::python

namespace trainlint::lsp {

/// A value of a field of a job, with one of the places that it has in a text.
struct FieldValue {
  mlir::Operation *op;
  llvm::StringRef field;
  job::ValueAttr value;
  SourceRange range;
};

/// A node of a tree with what the schema says of it.
struct SchemaNode {
  const yaml::Node *node = nullptr;
  /// Null where no schema speaks of the node.
  const schema::Schema *schema = nullptr;
  /// The key of the node; null for an item of a list and for a root.
  const yaml::ScalarNode *key = nullptr;
  /// True if the place is in the key, false if it is in the node.
  bool isKey = false;
};

/// What is known of each place of a text that is compiled. Findings are of no
/// interest here.
class Analysis {
public:
  explicit Analysis(std::shared_ptr<SharedCompilation> compilation);

  /// To be held while a request asks about a job or a script. Other texts need
  /// no lock, so that nobody waits for the checks of graphs.
  [[nodiscard]] std::unique_lock<std::mutex> lock();

  const SourceBuffer &text() const { return *compiled->text(); }
  bool isWellFormed() const { return wellFormed; }
  /// The trees of YAML or JSON, one for each block of a page; none for other
  /// texts.
  llvm::ArrayRef<const yaml::Stream *> streams() const { return trees; }
  /// True for a program, of which other servers tell the syntax.
  bool isPython() const { return input && input->isPython(); }
  /// What a module or a notebook does when it runs; null for other texts.
  const python::Program *pythonProgram() const;
  /// The comments of YAML, of scripts and of Python.
  llvm::ArrayRef<SourceRange> comments() const;
  const CommandLines &commands() const;
  llvm::SmallVector<job::TrainingOp> jobs();
  const CheckSettings &settings() const { return (*compiled)->settings(); }
  const job::CheckContext &checkContext() const { return settings().context; }
  const Tables &tables() const { return *settings().context.tables; }
  /// The graph of TensorFlow that the text is; null if it is none.
  const GraphText *graph() const { return graphText.get(); }
  /// The ONNX model that the text is, read when it is first asked for; null if
  /// it is none.
  const OnnxText *onnxModel();
  /// The values of that model, worked out when they are first asked for; null
  /// for a model that is too large to wait for them.
  const OnnxValues *onnxValues();
  /// The StableHLO program that the text is; null if it is none.
  const ProgramText *program() const { return programText.get(); }
  /// The types in that graph, worked out when they are first asked for; null
  /// for a graph that is too large to wait for them.
  const GraphShapes *shapes();

  /// The file that a command names; null if there is none.
  LoadedFilePtr readFile(llvm::StringRef path) const;

  /// The value whose place holds an offset, the narrowest of several; a place
  /// holds its end, too, where a cursor stands behind it.
  std::optional<FieldValue> valueAt(uint32_t offset);
  /// All values with their places in the text, in no order.
  void forEachValue(llvm::function_ref<void(const FieldValue &)> visit);
  /// The places of a location in the text: where a value stands first, then
  /// where it is used.
  llvm::SmallVector<SourceRange, 2> placesOf(mlir::LocationAttr location) const;
  /// The same in any text.
  llvm::SmallVector<Place, 2> allPlacesOf(mlir::LocationAttr location) const;

  /// The nodes around an offset, outermost first; empty outside of a document
  /// that a schema speaks of.
  llvm::SmallVector<SchemaNode> nodesAt(uint32_t offset) const;

private:
  bool readGraph();
  void readTrees();
  bool descend(const yaml::Node *node, const schema::Schema *schema,
               uint32_t offset, llvm::SmallVectorImpl<SchemaNode> &path) const;

  std::shared_ptr<SharedCompilation> compiled;
  bool isConfig;
  bool wellFormed = true;
  /// Null for graphs and programs, and for what is to become a graph.
  const ParsedInput *input = nullptr;
  llvm::SmallVector<const yaml::Stream *, 1> trees;
  llvm::SmallVector<DocumentPart> parts;
  mutable std::optional<std::vector<SourceRange>> allComments;
  mutable std::optional<CommandLines> commandLines;
  std::unique_ptr<GraphText> graphText;
  std::unique_ptr<GraphShapes> graphShapes;
  bool isOnnxRead = false;
  std::unique_ptr<OnnxText> onnxText;
  std::unique_ptr<OnnxValues> valuesOfModel;
  std::unique_ptr<ProgramText> programText;
};

/// The schema of a field, however it is spelled; null if there is none.
const schema::Property *propertyNamed(const schema::Schema &schema,
                                      llvm::StringRef name);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_ANALYSIS_H
