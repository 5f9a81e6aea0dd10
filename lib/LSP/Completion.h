//===- Completion.h - What can stand at a place -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_COMPLETION_H
#define TRAINLINT_LSP_COMPLETION_H

#include "LSP/Analysis.h"
#include "LSP/Client.h"

namespace trainlint::lsp {

/// Reads another text in the place of the document.
using AnalyzeText =
    llvm::function_ref<std::unique_ptr<Analysis>(llvm::StringRef text)>;

/// What an answer to `textDocument/completion` is made of.
struct CompletionContext {
  const SourceBuffer &text;
  const Client &client;
  /// The text as it is, which need not be well-formed.
  Analysis &current;
  /// What the text is: YAML or JSON, a script, a program, or a graph.
  enum class Form : uint8_t { Data, Script, Python, Graph };
  Form form;
  /// The graph of the text, or of the last one that was not broken; null if
  /// there is none.
  const GraphText *graph;
  AnalyzeText analyze;
  uint32_t offset;

  const Tables &tables() const { return current.tables(); }
};

/// The kinds of completions of the protocol that are used here.
enum class CompletionKind : int {
  Field = 5,
  Property = 10,
  Value = 12,
  Keyword = 14,
  Snippet = 15,
  EnumMember = 20,
};

/// One completion.
struct CompletionItem {
  std::string label;
  CompletionKind kind = CompletionKind::Value;
  std::string detail;
  /// Markdown.
  std::string documentation;
  /// What is written in place of the word at the cursor.
  std::string text;
  bool isSnippet = false;
  /// True if it works no more, or not for long.
  bool isDeprecated = false;
};

/// The word at a cursor with a stand-in for it, so that the text can be read
/// while it is being written.
struct Probe {
  static constexpr llvm::StringLiteral Word = "cursor-here";

  /// The word that a completion replaces.
  SourceRange word;
  /// The text with the stand-in, and where that begins.
  std::string text;
  uint32_t offset = 0;
};

/// Replaces the word at a cursor. `extra` are the characters that belong to
/// words beside letters and digits.
SourceRange wordAt(llvm::StringRef text, uint32_t offset,
                   llvm::StringRef extra);
Probe probeWord(llvm::StringRef text, SourceRange word,
                llvm::StringRef before = "", llvm::StringRef behind = "");

/// The items in the order in which they are shown, and the word that they
/// replace.
struct Completions {
  SourceRange word;
  std::vector<CompletionItem> items;
};

/// FieldCompletion.cpp: fields and words of schemas.
Completions completeData(const CompletionContext &context);
/// FlagCompletion.cpp: flags and their values.
Completions completeCommand(const CompletionContext &context);
/// PythonCompletion.cpp: values of arguments and of the entries of dicts.
Completions completePython(const CompletionContext &context);
/// ValueCompletion.cpp: values of the tables that fit the rest of the job, at
/// the stand-in. With `needsQuotes`, text that YAML would take for something
/// else is written in quotes.
void addValues(Analysis &probed, uint32_t offset, bool needsQuotes,
               std::vector<CompletionItem> &items);

/// The answer, a `CompletionList`.
llvm::json::Value completion(const CompletionContext &context);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_COMPLETION_H
