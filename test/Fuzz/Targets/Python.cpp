//===- Python.cpp - Modules and notebooks ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz/CheckProbe.h"
#include "Fuzz/Copies.h"
#include "Fuzz/Targets/Targets.h"
#include "Text/Notebook/Notebook.h"
#include "Text/Python/StringText.h"
#include "llvm/Support/xxhash.h"

using namespace trainlint;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// The reader
//===----------------------------------------------------------------------===//

static void probeTree(const python::Tree &tree) {
  auto lies = [](SourceRange range, SourceRange around) {
    return around.begin <= range.begin && range.begin <= range.end &&
           range.end <= around.end;
  };
  SourceRange all = {0, static_cast<uint32_t>(tree.text().size())};
  for (python::Node node : tree.root().subtree()) {
    if (!lies(node.range(), node.parent() ? node.parent().range() : all))
      test::broken("a node lies in the one around it");
    for (python::Node child : node.children())
      if (child.parent() != node)
        test::broken("a child knows its parent");
    if (node.is(python::NodeKind::String) &&
        !lies(python::readString(node).content, node.place()))
      test::broken("what a string says lies in it");
  }
}

static void probeCell(StringRef text, bool isNotebook) {
  python::Cell cell;
  cell.text = text;
  python::readCell(cell, isNotebook);
  auto holds = [&](SourceRange range) {
    return range.begin <= range.end && range.end <= text.size();
  };
  if (!holds(cell.body) || !holds(cell.cellMagicArguments.range))
    test::broken("a cell magic lies in its cell");
  for (const python::Magic &magic : cell.magics)
    if (!holds(magic.range) || !holds(magic.body))
      test::broken("a magic lies in its cell");
  if (!cell.tree)
    return;
  if (cell.masked.size() != text.size())
    test::broken("masks are as long as what they hide");
  probeTree(*cell.tree);
}

void test::fuzzPython(StringRef input) {
  probeCell(input, /*isNotebook=*/false);
  probeCell(input, /*isNotebook=*/true);
}

//===----------------------------------------------------------------------===//
// The whole check
//===----------------------------------------------------------------------===//

static void check(StringRef name, StringRef text) {
  static test::CheckProbe checks;
  checks.checkJob(name, text, InputKind::Auto);
  uint64_t hash = llvm::xxh3_64bits(text);
  checks.writeReports({OutputFormat::Text,
                       hash % 2 ? OutputFormat::Json : OutputFormat::GitHub},
                      /*width=*/hash & 2 ? 80 : 0);
}

void test::fuzzModules(StringRef input) {
  // Without a word of training a module is not read at all.
  check("nowhere/copy.py", (input + "\n# gcloud\n").str());
}

void test::fuzzNotebooks(StringRef input) {
  auto buffer = SourceBuffer::copy("nowhere/copy.ipynb", input);
  notebook::Notebook read = notebook::read(*buffer);
  if (read.module)
    for (const auto &cell : read.module->cells) {
      SourceRange place = cell->placeOf(
          SourceRange{0, static_cast<uint32_t>(cell->text.size())});
      if (place.begin > place.end || place.end > input.size())
        broken("a cell lies in its notebook");
      if (cell->tree)
        probeTree(*cell->tree);
    }
  check(buffer->name(), input);
}
