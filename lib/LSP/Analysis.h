//===- Analysis.h - What a text says at each place --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_ANALYSIS_H
#define TRAINLINT_LSP_ANALYSIS_H

#include "Driver/Checker.h"
#include "Driver/DocumentKinds.h"
#include "LSP/CommandLines.h"
#include "LSP/GraphShapes.h"
#include "LSP/ProgramText.h"

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

/// A text as it was read: its tree, its commands and its jobs. Findings are of
/// no interest here.
class Analysis {
public:
  /// The context is shared by several analyses, which grow it.
  Analysis(std::shared_ptr<const SourceBuffer> text,
           const CheckSettings &settings,
           std::shared_ptr<mlir::MLIRContext> context,
           std::shared_ptr<const void> owner);

  const SourceBuffer &text() const { return *buffer; }
  bool isWellFormed() const { return wellFormed; }
  /// The tree of YAML or JSON; without documents for other texts.
  const yaml::Stream &stream() const { return *yamlStream; }
  /// The comments of YAML or of a script.
  llvm::ArrayRef<SourceRange> comments() const;
  const CommandLines &commands() const { return commandLines; }
  llvm::SmallVector<job::TrainingOp> jobs();
  const job::CheckContext &checkContext() const { return settings.context; }
  const Tables &tables() const { return *settings.context.tables; }
  /// The graph of TensorFlow that the text is; null if it is none.
  const GraphText *graph() const { return graphText.get(); }
  /// The StableHLO program that the text is; null if it is none.
  const ProgramText *program() const { return programText.get(); }
  /// The types in that graph, worked out when they are first asked for; null
  /// for a graph that is too large to wait for them.
  const GraphShapes *shapes();

  /// The file that a command names; null if there is none.
  std::unique_ptr<SourceBuffer> readFile(llvm::StringRef path) const;

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
  void readTree();
  void importText();
  bool descend(const yaml::Node *node, const schema::Schema *schema,
               uint32_t offset, llvm::SmallVectorImpl<SchemaNode> &path) const;

  std::shared_ptr<const void> owner;
  std::shared_ptr<mlir::MLIRContext> context;
  std::shared_ptr<const SourceBuffer> buffer;
  CheckSettings settings;
  std::unique_ptr<yaml::Stream> yamlStream;
  llvm::SmallVector<DocumentPart> parts;
  CommandLines commandLines;
  std::unique_ptr<GraphText> graphText;
  std::unique_ptr<GraphShapes> graphShapes;
  std::unique_ptr<ProgramText> programText;
  ImportResult imported;
  SourceSet sources;
  mlir::Block block;
  bool wellFormed = true;
};

/// The schema of a field, however it is spelt; null if there is none.
const schema::Property *propertyNamed(const schema::Schema &schema,
                                      llvm::StringRef name);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_ANALYSIS_H
