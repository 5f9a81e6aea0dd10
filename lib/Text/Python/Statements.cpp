//===- Statements.cpp - Comments, and what they stand above ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Python/Statements.h"
#include "Support/LLVM.h"
#include "Support/Lines.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// Comments above a cell magic are in no tree.
static void addCommentsAbove(const Cell &cell, std::vector<SourceRange> &out) {
  StringRef above = cell.text.take_front(cell.body.begin);
  for (Lines lines(above); lines.advance();) {
    StringRef comment = lines.line().trim();
    uint32_t begin = comment.data() - above.data();
    if (comment.starts_with("#"))
      out.push_back(
          cell.placeOf({begin, begin + static_cast<uint32_t>(comment.size())}));
  }
}

std::vector<SourceRange> python::commentsOf(const Module &module) {
  std::vector<SourceRange> all;
  for (const auto &cell : module.cells) {
    if (cell->tree)
      llvm::append_range(all, cell->tree->comments());
    else if (!cell->cellMagic.empty())
      addCommentsAbove(*cell, all);
  }
  return all;
}

/// The line of a cell's magic, and all below it.
static SourceRange fromMagicOn(const Cell &cell) {
  StringRef above = cell.text.take_front(cell.body.begin).rtrim("\r\n");
  return {static_cast<uint32_t>(above.rfind('\n') + 1),
          static_cast<uint32_t>(cell.text.size())};
}

/// A statement that ends with a magic, of which the tree has a short one.
static SourceRange withMagic(const Cell &cell, SourceRange range) {
  auto behind = llvm::partition_point(cell.magics, [&](const Magic &magic) {
    return magic.range.begin < range.end;
  });
  if (behind != cell.magics.begin())
    range.end = std::max(range.end, std::prev(behind)->range.end);
  return range;
}

StatementEnds::StatementEnds(const Module &module) {
  for (const auto &cell : module.cells) {
    if (!cell->cellMagic.empty())
      blocks.push_back(cell->placeOf(fromMagicOn(*cell)));
    for (const Magic &magic : cell->magics)
      blocks.push_back(cell->placeOf(magic.range));
    if (!cell->tree)
      continue;
    // A body begins where its first statement does.
    for (Node node : cell->tree->root().subtree()) {
      if (node.parent() && !node.is(NodeKind::Block) &&
          !node.is(NodeKind::Error))
        blocks.push_back(cell->placeOf(withMagic(*cell, node.range())));
    }
  }
  llvm::sort(blocks,
             [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
}

uint32_t StatementEnds::endOf(SourceRange line) const {
  uint32_t end = line.end;
  auto first = llvm::partition_point(
      blocks, [&](SourceRange block) { return block.begin < line.begin; });
  for (SourceRange block : llvm::make_range(first, blocks.end())) {
    if (block.begin >= line.end)
      break;
    end = std::max(end, block.end);
  }
  return end;
}
