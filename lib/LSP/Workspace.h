//===- Workspace.h - What applies to each document --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_WORKSPACE_H
#define TRAINLINT_LSP_WORKSPACE_H

#include "Driver/Baseline.h"
#include "Driver/Settings.h"
#include "LSP/Document.h"

namespace trainlint::lsp {

/// What applies to one document.
struct DocumentSettings {
  const InputSettings *shared;
  /// Those of `shared`, with the kind that the language tells.
  CheckSettings check;
};

/// The configuration files on disk and what they say of documents. Built anew
/// when one of them changes.
class Workspace {
public:
  Workspace();

  /// The settings of a document, those without a configuration if that cannot
  /// be used; none if the document is excluded or of a language that is not
  /// checked.
  std::optional<DocumentSettings> settingsFor(const Document &document);

  /// Takes out what the baseline of the document knows.
  void hideKnown(const InputSettings &settings, const Document &document,
                 std::vector<Finding> &findings);

  /// Keeps what the client is to be told, once.
  void complain(std::string problem);
  /// Takes what is wrong with the configuration, each thing once.
  std::vector<std::string> takeProblems();

private:
  NoteSink noteSink();
  /// Graphs are those in the editor, which a session has.
  static RunOptions withoutOpening();
  const InputSettings *inputSettingsFor(const Document &document);

  RunOptions options = withoutOpening();
  std::string findingsText;
  llvm::raw_string_ostream findingsStream{findingsText};
  ConfigFinder configs;
  SettingsFactory factory;
  const InputSettings *defaultSettings = nullptr;
  llvm::StringMap<std::optional<Baseline>> baselines;
  std::vector<std::string> problems;
  llvm::StringMap<bool> reported;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_WORKSPACE_H
