//===- OpenNotebook.cpp - The cells that an editor has open ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/OpenNotebook.h"
#include "Support/CellMap.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;

/// The line above a cell: a character that separates records, and that no
/// program has.
static constexpr char Separator = '\x1E';
static constexpr llvm::StringLiteral Line = "\x1E\n";

std::string trainlint::joinCells(llvm::ArrayRef<StringRef> cells) {
  std::string text;
  for (StringRef cell : cells) {
    text += Line;
    size_t begin = text.size();
    text += cell;
    std::replace(text.begin() + begin, text.end(), Separator, ' ');
    text += '\n';
  }
  return text;
}

bool trainlint::isOfCells(StringRef text) { return text.starts_with(Line); }

std::vector<SourceRange> trainlint::cellsIn(StringRef text) {
  std::vector<SourceRange> cells;
  size_t at = text.find(Separator);
  while (at != StringRef::npos) {
    size_t begin = std::min(at + Line.size(), text.size());
    size_t next = text.find(Separator, begin);
    StringRef cell = text.slice(begin, next);
    cell.consume_back("\n");
    cells.push_back({static_cast<uint32_t>(begin),
                     static_cast<uint32_t>(begin + cell.size())});
    at = next;
  }
  return cells;
}

std::unique_ptr<python::Module>
trainlint::readOpenNotebook(const SourceBuffer &buffer) {
  auto module = std::make_unique<python::Module>();
  module->buffer = &buffer;
  module->isNotebook = true;
  auto map = std::make_shared<CellMap>();
  for (const auto &[index, range] : llvm::enumerate(cellsIn(buffer.text()))) {
    auto source = std::make_shared<MappedText>();
    source->addWritten(buffer.text(), range);
    map->add(std::make_unique<NotebookCell>(buffer, index, source,
                                            CellLayout::Plain, range));
    auto cell = std::make_unique<python::Cell>();
    cell->index = index;
    cell->text = source->text();
    cell->source = std::move(source);
    python::readCell(*cell, /*isNotebook=*/true);
    module->cells.push_back(std::move(cell));
  }
  buffer.setCells(std::move(map));
  return module;
}
