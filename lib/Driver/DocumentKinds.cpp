//===- DocumentKinds.cpp - The kinds of jobs in documents -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/DocumentKinds.h"
#include "Frontend/AIPlatform/Detect.h"
#include "Frontend/GKE/CheckTraining.h"
#include "Frontend/GKE/Detect.h"
#include "Frontend/GKE/Import.h"
#include "Frontend/GKE/ValidateStructure.h"
#include "Frontend/GKE/Workloads.h"
#include "Frontend/VertexAI/Detect.h"
#include "Frontend/VertexAI/Import.h"
#include "Frontend/VertexAI/ValidateStructure.h"
#include "Schema/Validator.h"
#include "Support/NearMatch.h"
#include "Text/Markdown/Documents.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::yaml;

static unsigned importAIPlatform(View root, TreeView &tree,
                                 const ImportOptions &options,
                                 mlir::OpBuilder &builder) {
  schema::Validator validator(tree);
  validator.setForGcloud();
  validator.validate(root, schema::aiPlatformJob(), "a job");
  if (!root.as<MappingNode>())
    return validator.skippedValues();
  View input = tree.find(root, "trainingInput").value;
  aiplatform::importJob(
      root, tree,
      frontend::withDefaults(input, tree, options.overrides, options.defaults),
      builder);
  return validator.skippedValues();
}

static unsigned importVertexAI(View root, TreeView &tree,
                               const ImportOptions &options,
                               mlir::OpBuilder &builder) {
  unsigned skipped = vertexai::checkStructure(root, tree);
  if (!root.as<MappingNode>())
    return skipped;
  // The region is the one default that a job of Vertex AI can take.
  bool hasRegion = vertexai::namesRegion(root, tree);
  vertexai::importJob(
      root, tree,
      frontend::withDefaults({}, tree, options.overrides,
                             hasRegion ? llvm::ArrayRef<frontend::Override>()
                                       : options.defaults),
      builder);
  return skipped;
}

static unsigned importGke(View root, TreeView &tree, const ImportOptions &,
                          mlir::OpBuilder &builder) {
  unsigned skipped = 0;
  bool isList = !gke::schemaOf(root, tree);
  for (View object : gke::objectsOf(root, tree)) {
    const schema::Schema *schema = gke::schemaOf(object, tree);
    // Of a list, the other objects are none of our business.
    bool taken =
        schema && (!isList || gke::isWorkloadWithAccelerators(object, tree));
    if (!taken)
      continue;
    skipped += gke::checkStructure(object, *schema, tree);
    if (gke::isWorkload(object, tree))
      gke::importWorkload(object, tree, builder);
    gke::checkTraining(object, tree);
  }
  return skipped;
}

static void addAIPlatformParts(View root, TreeView &,
                               llvm::SmallVectorImpl<DocumentPart> &parts) {
  parts.push_back({root, &schema::aiPlatformJob()});
}

static void addVertexParts(View root, TreeView &tree,
                           llvm::SmallVectorImpl<DocumentPart> &parts) {
  vertexai::Form form =
      vertexai::formOf(root, tree).value_or(vertexai::Form::JobSpec);
  parts.push_back({root, &vertexai::schemaOf(form)});
}

static void addGkeParts(View root, TreeView &tree,
                        llvm::SmallVectorImpl<DocumentPart> &parts) {
  for (View object : gke::objectsOf(root, tree)) {
    if (const schema::Schema *schema = gke::schemaOf(object, tree))
      parts.push_back({object, schema});
  }
}

static constexpr DocumentKind Kinds[] = {
    {InputKind::AIPlatform, "ai-platform", aiplatform::mayHoldJob,
     aiplatform::isJob, importAIPlatform, addAIPlatformParts},
    {InputKind::VertexAI, "vertex", vertexai::mayHoldJob, vertexai::isJob,
     importVertexAI, addVertexParts},
    {InputKind::GKE, "gke", gke::mayHoldWorkload,
     gke::isWorkloadWithAccelerators, importGke, addGkeParts},
};

const DocumentKind *trainlint::kindOfDocument(View root, TreeView &tree,
                                              InputKind kind) {
  for (const DocumentKind &candidate : Kinds) {
    if (kind == InputKind::Auto ? candidate.accepts(root, tree)
                                : candidate.kind == kind)
      return &candidate;
  }
  return nullptr;
}

bool trainlint::isFileOfGcloud(const DocumentKind &kind, View root,
                               TreeView &tree) {
  if (kind.kind != InputKind::VertexAI)
    return kind.kind == InputKind::AIPlatform;
  vertexai::Form form =
      vertexai::formOf(root, tree).value_or(vertexai::Form::JobSpec);
  return form == vertexai::Form::JobSpec || form == vertexai::Form::TuningJob;
}

bool trainlint::mayHoldDocument(llvm::StringRef text) {
  return llvm::any_of(
      Kinds, [&](const DocumentKind &kind) { return kind.mayHold(text); });
}

/// True if a document of a page is a job that is shown whole.
static bool isShownJob(View root, TreeView &tree) {
  const DocumentKind *kind =
      root ? kindOfDocument(root, tree, InputKind::Auto) : nullptr;
  bool isExcerpt = kind && kind->kind == InputKind::AIPlatform &&
                   llvm::none_of(tree.entries(root), [](EntryView entry) {
                     return sameLetters(keyText(entry), "trainingInput");
                   });
  return kind && !isExcerpt;
}

/// Adds the fields whose values are words, such as those of an enumeration.
static void addWordFields(const schema::Schema *schema,
                          llvm::DenseSet<const schema::Schema *> &visited,
                          llvm::StringSet<> &fields) {
  if (!schema || !visited.insert(schema).second)
    return;
  for (const schema::Property &property : schema->properties) {
    if (!property.schema->words.empty())
      fields.insert(property.name);
    addWordFields(property.schema, visited, fields);
  }
  addWordFields(schema->items, visited, fields);
  addWordFields(schema->additional, visited, fields);
  for (const schema::Schema *part : schema->anyOf)
    addWordFields(part, visited, fields);
  for (const schema::Schema *part : schema->allOf)
    addWordFields(part, visited, fields);
}

static llvm::StringSet<> findWordFields() {
  llvm::StringSet<> fields;
  llvm::DenseSet<const schema::Schema *> visited;
  for (const schema::Schema *root :
       {&schema::aiPlatformJob(), &schema::vertexCustomJob(),
        &schema::vertexHyperparameterTuningJob()})
    addWordFields(root, visited, fields);
  for (const schema::Schema *kind : schema::kubernetesKinds())
    addWordFields(kind, visited, fields);
  return fields;
}

bool trainlint::takesWord(llvm::StringRef field) {
  static const llvm::StringSet<> fields = findWordFields();
  return fields.contains(field);
}

std::vector<ReadResult> trainlint::readPage(const SourceBuffer &page,
                                            mlir::MLIRContext *context,
                                            SecondOpinion second) {
  if (!mayHoldDocument(page.text()))
    return {};
  std::vector<ReadResult> found =
      markdown::readDocuments(page.text(), mayHoldDocument, takesWord, second);
  llvm::erase_if(found, [&](ReadResult &read) {
    if (!read.stream->problems.empty())
      return false;
    TreeView tree(*read.stream, page, context);
    llvm::erase_if(read.stream->documents, [&](const Document &document) {
      return !isShownJob(tree.resolve(document.root), tree);
    });
    return read.stream->documents.empty();
  });
  return found;
}

llvm::ArrayRef<DocumentKind> trainlint::documentKinds() { return Kinds; }

std::optional<InputKind> trainlint::inputKindNamed(llvm::StringRef name) {
  if (name == "commands")
    return InputKind::Commands;
  if (name == "graph")
    return InputKind::Graph;
  if (name == "python")
    return InputKind::Python;
  if (name == "notebook")
    return InputKind::Notebook;
  if (name == "none")
    return InputKind::None;
  for (const DocumentKind &kind : Kinds) {
    if (kind.name == name)
      return kind.kind;
  }
  return std::nullopt;
}
