//===- DocumentKinds.h - The kinds of jobs in documents ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_DOCUMENTKINDS_H
#define TRAINLINT_DRIVER_DOCUMENTKINDS_H

#include "Driver/ImportJobs.h"
#include "Schema/Schema.h"

namespace trainlint {

/// A part of a document that a schema speaks of.
struct DocumentPart {
  yaml::View root;
  const schema::Schema *schema;
};

/// A kind of job that YAML and JSON documents hold: one front end.
struct DocumentKind {
  InputKind kind;
  /// What `--kind` and `files:` call it.
  llvm::StringLiteral name;
  /// A cheap look at a text: false if no document of it is of this kind.
  bool (*mayHold)(llvm::StringRef text);
  /// True if a document is of this kind.
  bool (*accepts)(yaml::View root, yaml::TreeView &tree);
  /// Reports where a document does not have the structure of its kind, and adds
  /// its jobs where the builder stands. Returns how many values hold
  /// placeholders.
  unsigned (*import)(yaml::View root, yaml::TreeView &tree,
                     const ImportOptions &options, mlir::OpBuilder &builder);
  /// Adds the parts of a document that a schema speaks of.
  void (*addParts)(yaml::View root, yaml::TreeView &tree,
                   llvm::SmallVectorImpl<DocumentPart> &parts);
};

/// True if a text may hold a document of some kind.
bool mayHoldDocument(llvm::StringRef text);

/// The jobs in the YAML and JSON of a Markdown page, without blocks that hold
/// none. Of AI Platform a block has to show the whole job: the fields that
/// stand in `trainingInput` are excerpts of one in most pages.
std::vector<yaml::ReadResult> readPage(const SourceBuffer &page,
                                       mlir::MLIRContext *context,
                                       yaml::SecondOpinion second);

/// True if words are among the values of a field.
bool takesWord(llvm::StringRef field);

/// All kinds; a document is of the first that accepts it.
llvm::ArrayRef<DocumentKind> documentKinds();

/// The kind of a document; null if it is none of them. With a kind that is not
/// Auto, it is of that kind whatever it holds.
const DocumentKind *kindOfDocument(yaml::View root, yaml::TreeView &tree,
                                   InputKind kind);

/// True if a document is a file that a command of gcloud takes by `--config`.
bool isFileOfGcloud(const DocumentKind &kind, yaml::View root,
                    yaml::TreeView &tree);

/// The kind with a name, as `--kind` takes it; nothing if there is none.
std::optional<InputKind> inputKindNamed(llvm::StringRef name);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_DOCUMENTKINDS_H
