//===- MagicsTest.cpp - Tests of the magics of notebooks ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Python/Module.h"
#include "gtest/gtest.h"

using namespace trainlint;
using namespace trainlint::python;
using llvm::StringRef;

static std::unique_ptr<Cell> cellOf(StringRef text) {
  auto cell = std::make_unique<Cell>();
  cell->text = text;
  readCell(*cell, /*isNotebook=*/true);
  return cell;
}

/// The magics of a cell, one a line: kind, target, name and body.
static std::string magicsOf(StringRef text) {
  std::unique_ptr<Cell> cell = cellOf(text);
  if (!cell->tree)
    return "no Python";
  EXPECT_EQ(cell->masked.size(), text.size());
  EXPECT_FALSE(cell->tree->hasErrors()) << cell->masked;
  std::string out;
  for (const Magic &magic : cell->magics) {
    out += "!%?"[static_cast<size_t>(magic.kind)];
    if (!magic.target.empty())
      out += magic.target.str() + "=";
    out += magic.name.str() + "<" +
           cell->text.slice(magic.body.begin, magic.body.end).str() + ">\n";
  }
  return out;
}

static std::string maskedOf(StringRef text) { return cellOf(text)->masked; }

TEST(PythonMagics, Lines) {
  EXPECT_EQ(magicsOf("!gcloud version\nx = 1\n"), "!<gcloud version>\n");
  EXPECT_EQ(magicsOf("!!ls"), "!<ls>\n");
  EXPECT_EQ(magicsOf("if x:\n  !ls -l\n"), "!<ls -l>\n");
  EXPECT_EQ(magicsOf("%env A=b\n%cd ..\n"), "%env<A=b>\n%cd<..>\n");
  EXPECT_EQ(magicsOf("x?\n?y.z\nf??\n%env?\n"), "?<x?>\n?<?y.z>\n?<f?"
                                                "?>\n?<%env?>\n");
  EXPECT_EQ(magicsOf("pip install a==1\npip = 3\n"), "%pip<install a==1>\n");
  EXPECT_EQ(magicsOf("cd ../a\ncd b\n"), "%cd<../a>\n%cd<b>\n");
  EXPECT_EQ(magicsOf("cd = 1\ncd in x\ncd / 2\n"), "");
}

TEST(PythonMagics, Continuations) {
  EXPECT_EQ(magicsOf("!a \\\n  b\nx = 1"), "!<a \\\n  b>\n");
  EXPECT_EQ(magicsOf("!a \\\r\n  b\r\nx = 1"), "!<a \\\r\n  b>\n");
  EXPECT_EQ(magicsOf("!a \\"), "!<a \\>\n");
}

TEST(PythonMagics, Assignments) {
  EXPECT_EQ(magicsOf("x = !ls\ny = %pwd\n"), "!x=<ls>\n%y=pwd<>\n");
  EXPECT_EQ(magicsOf("a, b = !ls"), "!a, b=<ls>\n");
  EXPECT_EQ(magicsOf("x = 1; y = a != b"), "");
  EXPECT_EQ(maskedOf("x = !ls"), "x = 0  ");
}

TEST(PythonMagics, OnlyWhereStatementsBegin) {
  EXPECT_EQ(magicsOf("x = '''\n!ls\n%env A\n'''\n!a"), "!<a>\n");
  EXPECT_EQ(magicsOf("x = (1\n  % b\n  != c)\n"), "");
  EXPECT_EQ(magicsOf("x = 1 \\\n  % b\n"), "");
  EXPECT_EQ(magicsOf("# what?\nx = 'why?' # ?\n"), "");
  EXPECT_EQ(magicsOf("x = \"it's\" # (\n!a"), "!<a>\n");
  // A bracket that is never closed hides nothing.
  EXPECT_EQ(cellOf("f(1\n!a\n!b\n")->magics.size(), 2u);
}

TEST(PythonMagics, Masks) {
  EXPECT_EQ(maskedOf("!ls\n!l -l\n!a\\\nb\n"), "0  \npass \n0  \n \n");
  EXPECT_EQ(maskedOf("%time f(1)\n"), "0;    f(1)\n");
  EXPECT_EQ(maskedOf("x = %time f(1)\n"), "x =       f(1)\n");
  // Each is timed once.
  EXPECT_EQ(maskedOf("%time %time f(1)\n"), "0;    pass      \n");
  EXPECT_EQ(maskedOf("a = 1\rb = 2\r\n"), "a = 1\nb = 2\r\n");
}

TEST(PythonMagics, Cells) {
  std::unique_ptr<Cell> cell = cellOf("# first\n\n%%bash -e --out x\nls\n");
  EXPECT_EQ(cell->cellMagic, "bash");
  EXPECT_EQ(cell->cellMagicArguments.text, "-e --out x");
  EXPECT_EQ(cell->cellMagicArguments.range, (SourceRange{16, 26}));
  EXPECT_EQ(cell->text.substr(cell->body.begin), "ls\n");
  EXPECT_FALSE(cell->tree);
  EXPECT_EQ(magicsOf("%%writefile a.py\nx = 1\n"), "no Python");

  cell = cellOf("%%time\n!ls\nx = 1\n");
  EXPECT_EQ(cell->cellMagic, "time");
  EXPECT_EQ(cell->magics.size(), 1u);
  EXPECT_EQ(cell->masked, "      \n0  \nx = 1\n");
  EXPECT_EQ(cellOf("%%capture out\n%%bash\nls")->cellMagic, "bash");
  EXPECT_TRUE(cellOf("x = 1\n%%bash\nls")->cellMagic.empty());
}

TEST(PythonMagics, CellsOfDatalab) {
  EXPECT_EQ(cellOf("%bash\nls\n")->cellMagic, "bash");
  EXPECT_EQ(cellOf("%writefile a.py\nx\n")->cellMagicArguments.text, "a.py");
  EXPECT_EQ(cellOf("%sql\nselect 1")->cellMagic, "sql");
  EXPECT_EQ(magicsOf("%sql select 1\nx = 1\n"), "%sql<select 1>\n");
  EXPECT_EQ(magicsOf("%bash\n"), "%bash<>\n");
}

TEST(PythonModule, FilesHaveNoMagics) {
  auto buffer = SourceBuffer::copy("a.py", "x = 1\n!ls\n");
  std::unique_ptr<Module> module = readScript(*buffer);
  ASSERT_EQ(module->cells.size(), 1u);
  EXPECT_TRUE(module->cells[0]->magics.empty());
  EXPECT_TRUE(module->cells[0]->tree->hasErrors());
  EXPECT_EQ(module->buffer, buffer.get());
}
