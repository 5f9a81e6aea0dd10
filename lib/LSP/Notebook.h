//===- Notebook.h - A notebook that a client has open -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A client knows a document for each cell, and asks about places in those. The
// notebook is one text here, so what a client asks is moved into that text, and
// what it is answered back into its cells.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_NOTEBOOK_H
#define TRAINLINT_LSP_NOTEBOOK_H

#include "LSP/Document.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace trainlint::lsp {

/// The cells of a notebook, in their order.
class Notebook {
public:
  /// Replaces cells by others.
  void splice(size_t begin, size_t count, std::vector<Document> added);
  /// The cell with a URI; null if there is none.
  Document *find(llvm::StringRef uri);
  llvm::ArrayRef<Document> cells() const { return documents; }

  /// The text of all cells that may hold Python or commands; the others are
  /// empty there.
  std::string text() const;

private:
  std::vector<Document> documents;
  /// The number of each cell, by its URI.
  llvm::StringMap<size_t> numbers;
};

/// What is said of each of several documents.
using DiagnosticsByUri = std::map<std::string, llvm::json::Array, std::less<>>;

/// Moves places between the cells of a notebook and its text.
class CellPlaces {
public:
  /// The text is that of the notebook, or one that was made of it since.
  CellPlaces(llvm::StringRef uri, const Notebook &notebook,
             const SourceBuffer &text);

  /// The parameters of a request about a cell as one about the notebook.
  llvm::json::Object toNotebook(const llvm::json::Object &params,
                                llvm::StringRef cell) const;
  /// The answer about the notebook as one about the cell. What lies in other
  /// cells and says so goes there; the rest of them is left out.
  void toCell(llvm::json::Value &answer, llvm::StringRef cell) const;
  /// Diagnostics of the notebook as those of the cells that they stand in, by
  /// the URIs of these.
  DiagnosticsByUri
  diagnosticsByCell(const llvm::json::Array &diagnostics) const;

private:
  /// A cell and the lines of the text that are its own.
  struct Cell {
    const Document *document;
    int64_t begin;
    int64_t end;
  };

  const Cell *find(llvm::StringRef cell) const;
  const Cell *at(const llvm::json::Object &place) const;
  bool move(llvm::json::Value &value, const Cell &cell) const;
  bool moveObject(llvm::json::Object &object, const Cell &cell) const;
  bool moveLine(llvm::json::Object &object, llvm::StringRef member,
                const Cell &cell) const;
  void splitChanges(llvm::json::Object &changes) const;
  void splitDocumentChanges(llvm::json::Array &changes) const;

  llvm::StringRef uri;
  std::vector<Cell> cells;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_NOTEBOOK_H
