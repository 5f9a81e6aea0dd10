//===- CellMap.h - The cells of a notebook in their file --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings stand at places of the file that a notebook is. People see cells, so
// what people read names the cell and the line in it.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_CELLMAP_H
#define TRAINLINT_SUPPORT_CELLMAP_H

#include "Support/MappedText.h"

namespace trainlint {

/// How a file holds the text of a cell.
enum class CellLayout : uint8_t {
  /// As it is.
  Plain,
  /// As one string of JSON.
  String,
  /// As an array of strings of JSON, one for each line.
  Lines,
};

/// A text to write in the place of a range of the file.
struct CellEdit {
  SourceRange range;
  std::string text;
};

/// A cell and where it stands in the file.
class NotebookCell {
public:
  /// `range` is the place of the whole text in the file.
  NotebookCell(const SourceBuffer &file, unsigned index,
               std::shared_ptr<const MappedText> source, CellLayout layout,
               SourceRange range);

  /// How many cells of any kind stand above it.
  unsigned index() const { return number; }
  /// The text of the cell with its own lines. The name is that of the file and
  /// the cell.
  const SourceBuffer &buffer() const { return ownBuffer; }
  SourceRange range() const { return place; }

  /// What a range of the file is in the text of the cell, and the other way
  /// round.
  SourceRange inCell(SourceRange range) const { return source->rangeAt(range); }
  SourceRange inFile(SourceRange range) const { return source->placeOf(range); }

  /// What to write into the file so that a text stands in the cell instead of
  /// what a range of the file says. Lines stay one string each.
  CellEdit edit(SourceRange range, llvm::StringRef text) const;

private:
  void removeEmptyLine(CellEdit &edit) const;
  std::string encode(llvm::StringRef text, SourceRange range) const;

  const SourceBuffer &file;
  unsigned number;
  std::shared_ptr<const MappedText> source;
  CellLayout layout;
  SourceRange place;
  SourceBuffer ownBuffer;
};

/// The cells of a notebook, in the order of the file.
class CellMap {
public:
  /// Cells are added in the order of the file.
  void add(std::unique_ptr<NotebookCell> cell) {
    cells.push_back(std::move(cell));
  }

  /// The cell that a range of the file lies in; null if it lies in none.
  const NotebookCell *at(SourceRange range) const;

  const std::vector<std::unique_ptr<NotebookCell>> &all() const {
    return cells;
  }

private:
  std::vector<std::unique_ptr<NotebookCell>> cells;
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_CELLMAP_H
