//===- Module.cpp - A Python file, or the cells of a notebook -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Python/Module.h"
#include "Support/LLVM.h"
#include "Text/Python/Magics.h"

using namespace trainlint;
using namespace trainlint::python;

/// Python ends a line at a lone CR, which the grammar does not know.
static void replaceLoneReturns(std::string &text) {
  for (size_t at = text.find('\r'); at != std::string::npos;
       at = text.find('\r', at + 1))
    if (at + 1 == text.size() || text[at + 1] != '\n')
      text[at] = '\n';
}

void python::readCell(Cell &cell, bool isNotebook) {
  cell.body = {0, static_cast<uint32_t>(cell.text.size())};
  cell.masked = cell.text.str();
  replaceLoneReturns(cell.masked);
  if (isNotebook) {
    if (!readCellMagics(cell)) {
      cell.masked.clear();
      return;
    }
    readLineMagics(cell);
  }
  cell.tree = Tree::parse(cell.masked, cell.source.get());
}

std::unique_ptr<Module> python::readScript(const SourceBuffer &buffer) {
  auto module = std::make_unique<Module>();
  module->buffer = &buffer;
  auto cell = std::make_unique<Cell>();
  cell->text = buffer.text();
  readCell(*cell, /*isNotebook=*/false);
  module->cells.push_back(std::move(cell));
  return module;
}

void python::forEachNode(const Module &module,
                         llvm::function_ref<void(Node)> visit) {
  for (const std::unique_ptr<Cell> &cell : module.cells) {
    if (!cell->tree)
      continue;
    for (Node node : cell->tree->root().subtree())
      visit(node);
  }
}

bool python::mentions(const Module &module, StringRef word) {
  return llvm::any_of(module.cells, [&](const std::unique_ptr<Cell> &cell) {
    return cell->text.contains(word);
  });
}
