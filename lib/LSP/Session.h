//===- Session.h - A client's documents and their findings ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_SESSION_H
#define TRAINLINT_LSP_SESSION_H

#include "LSP/Analysis.h"
#include "LSP/CheckScheduler.h"
#include "LSP/Client.h"
#include "LSP/GraphFiles.h"
#include "LSP/Notebook.h"
#include "LSP/Workspace.h"
#include <map>
#include <set>

namespace trainlint::lsp {

/// A document that is open, and what is known of it.
struct OpenDocument {
  explicit OpenDocument(Document document) : document(std::move(document)) {}

  Document document;
  /// The cells of a notebook, whose text the document has; null for others.
  std::unique_ptr<Notebook> notebook;
  /// None if it is not checked.
  std::optional<DocumentSettings> settings;
  /// The last check that was finished, of this text or of one before.
  std::optional<CheckOutcome> checked;
  /// The text and the configuration that wait for their check; zero if none do.
  uint64_t awaited = 0;
  /// True if the last check was not asked for by a change of the document, so
  /// that a client which asks for diagnostics does not know of it.
  bool isUnexpected = false;
  /// The diagnostics of the last check, one for each of its findings.
  llvm::json::Array diagnostics;
  /// Those of a notebook, as diagnostics of its cells.
  DiagnosticsByUri byCell;
  /// The path of the graph that the jobs of the document train; empty if they
  /// name none.
  std::string graphPath;
  /// What is wrong with that graph, by its URI.
  DiagnosticsByUri elsewhere;

  /// The text as it is; null if it is not checked.
  std::shared_ptr<SharedCompilation> compilation;
  /// What is known of its places; null before the first question.
  std::shared_ptr<Analysis> analysis;
  /// The last one of a text that was well-formed.
  std::shared_ptr<Analysis> wellFormed;

  /// True if the findings are those of the text as it is.
  bool isCurrent() const { return awaited == 0; }
};

/// The documents that are open. Every change has them checked again; what is
/// found comes back through accept().
class Session {
public:
  /// `done` takes outcomes from another thread and gives them to accept().
  Session(const Client &client, std::function<void(CheckOutcome)> done);

  void open(std::string uri, llvm::StringRef language, int64_t version,
            llvm::StringRef text);
  void change(llvm::StringRef uri, int64_t version,
              llvm::ArrayRef<ContentChange> changes);
  void close(llvm::StringRef uri);
  /// Opens a notebook, or replaces some of its cells; then each of them is
  /// found by its URI, too.
  void openNotebook(std::string uri, int64_t version,
                    std::vector<Document> cells);
  void spliceCells(OpenDocument &notebook, size_t begin, size_t count,
                   std::vector<Document> added);
  /// Takes over what was changed in the cells of a notebook.
  void changeNotebook(OpenDocument &notebook, int64_t version);
  /// A file was written, by the client or by somebody else.
  void fileChanged(llvm::StringRef path);

  /// Takes the outcome of a check. Returns its document; null if the text has
  /// changed meanwhile or is closed.
  OpenDocument *accept(CheckOutcome outcome);

  /// The diagnostics of a document or of a file that is not open: its own, and
  /// those of the jobs that train it.
  llvm::json::Array diagnosticsOf(llvm::StringRef uri) const;
  /// Takes the URIs whose diagnostics may have changed.
  std::set<std::string> takeChanged() { return std::exchange(changed, {}); }

  /// The document of a URI, or the notebook of a cell; null if it is not open.
  OpenDocument *find(llvm::StringRef uri);

  /// The places of the cells in what a notebook was checked as.
  static CellPlaces placesIn(const OpenDocument &notebook,
                             const SourceBuffer &text);

  /// What is known of the text of a document; null if it is not checked.
  Analysis *analyze(OpenDocument &open);
  /// The same of another text in its place.
  std::unique_ptr<Analysis> analyze(const OpenDocument &open,
                                    llvm::StringRef text);

  /// The URI by which the client knows a file.
  std::string uriOf(llvm::StringRef name) const;
  const std::shared_ptr<Workspace> &workspace() const { return current; }

private:
  void check(OpenDocument &open, bool isUnexpected = false);
  void checkConfig(OpenDocument &open);
  void checkUsersOf(llvm::StringRef path);
  void openGraph(OpenDocument &open, GraphSettings &graph,
                 SharedCompilation::Owners &owners);
  const Document *documentAt(llvm::StringRef path) const;
  void describe(OpenDocument &open);
  void markChanged(const OpenDocument &open);
  void reloadConfiguration();
  std::function<LoadedFilePtr(llvm::StringRef, llvm::StringRef)>
  fileReader() const;

  const Client &client;
  std::function<void(CheckOutcome)> done;
  /// Shared with the checks that run.
  std::shared_ptr<Workspace> current = std::make_shared<Workspace>();
  std::map<std::string, OpenDocument, std::less<>> documents;
  /// The notebook of each cell.
  std::map<std::string, std::string, std::less<>> notebooks;
  uint64_t requests = 0;
  GraphFiles graphFiles;
  /// What commands name. Shared with the checks that run.
  std::shared_ptr<FileCache> namedFiles = std::make_shared<FileCache>();
  std::set<std::string> changed;
  CheckScheduler queue;
  tensorflow::GraphMemory::Use graphMemory{queue.graphMemory()};
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_SESSION_H
