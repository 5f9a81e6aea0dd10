//===- NotebookTest.cpp - Tests of reading notebooks ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Notebook/Notebook.h"
#include "Support/CellMap.h"
#include "TestHelpers.h"
#include <optional>

using namespace trainlint;
using llvm::StringRef;

namespace {
/// A notebook that was read.
struct Read {
  explicit Read(StringRef text)
      : buffer(SourceBuffer::copy("a.ipynb", text)),
        notebook(notebook::read(*buffer)) {}

  /// The cells as `index:text`.
  std::vector<std::string> cells() const {
    std::vector<std::string> out;
    for (const auto &cell : notebook.module->cells)
      out.push_back(std::to_string(cell->index) + ":" + cell->text.str());
    return out;
  }
  /// The problem as `line:column: text; help`.
  std::string problem() const {
    if (!notebook.problem)
      return "none";
    LineColumn at = buffer->position(notebook.problem->place.begin);
    return std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
           notebook.problem->text + "; " + notebook.problem->help;
  }
  const NotebookCell &cell(size_t index) const {
    return *buffer->cells()->all()[index];
  }
  /// The file after the first occurrence of a text in a cell is replaced.
  std::string replaced(size_t index, StringRef old, StringRef text) const {
    const NotebookCell &in = cell(index);
    auto at = static_cast<uint32_t>(in.buffer().text().find(old));
    CellEdit edit =
        in.edit(in.inFile({at, at + static_cast<uint32_t>(old.size())}), text);
    StringRef file = buffer->text();
    return (file.take_front(edit.range.begin) + edit.text +
            file.substr(edit.range.end))
        .str();
  }

  std::unique_ptr<SourceBuffer> buffer;
  notebook::Notebook notebook;
};
} // namespace

using Texts = std::vector<std::string>;

/// A notebook of one cell, whose source is JSON.
static std::string ofCell(StringRef source, StringRef metadata = "{}") {
  return ("{\"cells\": [{\"cell_type\": \"code\", \"metadata\": {}, "
          "\"outputs\": [], \"source\": " +
          source + "}], \"metadata\": " + metadata + ", \"nbformat\": 4}")
      .str();
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

TEST(Notebook, IndexCountsCellsOfAllKinds) {
  Read read(R"({"cells": [
    {"cell_type": "markdown", "source": "x"},
    {"cell_type": "code", "source": ["a = 1\n", "b"]},
    {"cell_type": "raw", "source": "x"},
    {"cell_type": "code", "source": "c = \"\u00e9\""}]})");
  EXPECT_EQ(read.cells(), (Texts{"1:a = 1\nb", "3:c = \"\u00e9\""}));
}

TEST(Notebook, WorksheetsOfFormat3) {
  Read read(R"({"nbformat": 3, "worksheets": [
    {"cells": [{"cell_type": "heading", "source": "x"},
               {"cell_type": "code", "language": "python", "input": ["a"]}]},
    {"cells": [{"cell_type": "code", "input": "b"}]}]})");
  EXPECT_EQ(read.cells(), (Texts{"1:a", "2:b"}));
}

TEST(Notebook, IsToldByNameAndContent) {
  EXPECT_TRUE(notebook::isNotebook("a.ipynb", ""));
  EXPECT_TRUE(notebook::isNotebook("<stdin>", ofCell("[]")));
  EXPECT_FALSE(notebook::isNotebook("a.json", "{\"cells\": []}"));
  EXPECT_FALSE(notebook::isNotebook("a.py", "x = '\"cells\" \"nbformat\"'"));
}

TEST(Notebook, LanguageOfTheKernel) {
  auto cellsOf = [](StringRef metadata) {
    return Read(ofCell("\"x\"", metadata)).cells().size();
  };
  EXPECT_EQ(cellsOf("{}"), 1u);
  EXPECT_EQ(cellsOf(R"({"kernelspec": {"name": "my-own-environment"}})"), 1u);
  EXPECT_EQ(cellsOf(R"({"kernelspec": {"name": "ir", "language": "R"}})"), 0u);
  EXPECT_EQ(cellsOf(R"({"kernelspec": {"name": "ir"}})"), 0u);
  EXPECT_EQ(cellsOf(R"({"language_info": {"name": "julia"}})"), 0u);
  Read shell(ofCell("\"ls\"", R"({"kernelspec": {"language": "bash"}})"));
  EXPECT_TRUE(shell.notebook.module->isShell);
  EXPECT_EQ(shell.notebook.module->cells[0]->cellMagic, "bash");
  EXPECT_FALSE(shell.notebook.module->cells[0]->tree);
}

TEST(Notebook, CellsThatAreTaggedAreSkipped) {
  Read read(R"({"cells": [{"cell_type": "code", "source": "a",
    "metadata": {"tags": ["x", "skip-execution"]}}]})");
  EXPECT_TRUE(read.notebook.module->cells[0]->isSkipped);
  EXPECT_FALSE(read.notebook.module->cells[0]->tree);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Maps every character of every cell to the file and back.
static void checkPlaces(const Read &read) {
  for (const auto &cell : read.buffer->cells()->all()) {
    StringRef text = cell->buffer().text();
    for (uint32_t begin = 0, end = 0; begin < text.size(); begin = end) {
      for (++end; end < text.size() && (text[end] & 0xC0) == 0x80;)
        ++end;
      SourceRange inFile = cell->inFile({begin, end});
      EXPECT_EQ(read.buffer->cells()->at(inFile), cell.get());
      EXPECT_EQ(cell->inCell(inFile), (SourceRange{begin, end}));
    }
  }
}

TEST(Notebook, PlacesGoThereAndBack) {
  checkPlaces(Read(ofCell(
      R"(["a = \"\u00e9\\\\\ud83d\ude00\"\n", "", "\tb/\/", "é\r\n"])")));
  checkPlaces(Read(ofCell(R"("x\ny\u0000\ud800z")")));
  checkPlaces(Read(ofCell("[]")));
  checkPlaces(Read(ofCell("\"\"")));
}

TEST(Notebook, BufferOfACellHasItsLines) {
  Read read(ofCell("[\n \"a = 1\\n\",\n \"b = 2\"\n]"));
  const NotebookCell &cell = read.cell(0);
  EXPECT_EQ(cell.buffer().name(), "a.ipynb:cell 0");
  auto b = static_cast<uint32_t>(read.buffer->text().find("b = 2"));
  LineColumn place = cell.buffer().position(cell.inCell({b, b + 1}).begin);
  EXPECT_EQ(place.line, 2u);
  EXPECT_EQ(place.column, 1u);
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

TEST(Notebook, EditsAreWrittenAsJson) {
  Read read(ofCell(R"(["a = 'x'\n", "b = 2"])"));
  EXPECT_EQ(read.replaced(0, "'x'", "\"y\\\t\""),
            ofCell(R"(["a = \"y\\\t\"\n", "b = 2"])"));
}

TEST(Notebook, LinesStayOneTextEach) {
  Read read(ofCell("[\n  \"a\\n\",\n  \"b\"\n]"));
  EXPECT_EQ(read.replaced(0, "a\n", "x\ny\n"),
            ofCell("[\n  \"x\\n\",\n  \"y\\n\",\n  \"b\"\n]"));
  EXPECT_EQ(read.replaced(0, "b", "b\nc"),
            ofCell("[\n  \"a\\n\",\n  \"b\\n\",\n  \"c\"\n]"));
  EXPECT_EQ(read.replaced(0, "a\nb", "c"), ofCell("[\n  \"c\"\n]"));
  EXPECT_EQ(read.replaced(0, "a\n", ""), ofCell("[\n  \"b\"\n]"));
  EXPECT_EQ(read.replaced(0, "b", ""), ofCell("[\n  \"a\\n\"\n]"));
}

TEST(Notebook, ACellOfOneTextStaysOne) {
  Read read(ofCell(R"("a\nb\nc")"));
  EXPECT_EQ(read.replaced(0, "b\n", ""), ofCell(R"("a\nc")"));
  EXPECT_EQ(read.replaced(0, "b", "x\n\"y\""), ofCell(R"("a\nx\n\"y\"\nc")"));
}

TEST(Notebook, WhatIsCutInTwoIsReplacedAsAWhole) {
  Read read(ofCell(R"("a\u00e9b")"));
  const NotebookCell &cell = read.cell(0);
  auto at = static_cast<uint32_t>(read.buffer->text().find("00e9"));
  CellEdit edit = cell.edit({at, at + 1}, "x");
  EXPECT_EQ(read.buffer->text(edit.range), "\\u00e9");
}

//===----------------------------------------------------------------------===//
// What is no notebook
//===----------------------------------------------------------------------===//

TEST(Notebook, TellsWhatBrokeIt) {
  auto problemOf = [](StringRef text) { return Read(text).problem(); };
  EXPECT_EQ(problemOf(ofCell("[\n\"a\",\n<<<<<<< HEAD\n\"b\"\n]")),
            "3:1: <<<<<<<; finish the merge: keep one of the two sides, and "
            "none of the marks");
  EXPECT_EQ(problemOf(ofCell("[\n\"a = \"b\"\",\n\"c\"\n]")),
            "2:7: expected `,` or `]`; a quote within a text needs a "
            "backslash: `\\\"`");
  EXPECT_EQ(problemOf(ofCell("[\n\"a\"\n\"c\"\n]")),
            "3:1: expected `,` or `]`; a comma is missing at the end of the "
            "line above");
  EXPECT_EQ(problemOf(ofCell("[\n\"a\",\n]")),
            "3:1: expected a value; remove the comma in front of it");
  EXPECT_EQ(problemOf(ofCell("[\n\"a\",\n! ls\\n\",\n]")),
            "3:1: expected a value; lines of a cell stand in the file as "
            "texts: in quotes, with `\\n` at the end");
  EXPECT_EQ(problemOf("{\"cells\": [\n{\"cell_type\":"),
            "2:14: expected a value; the file ends in the middle of the "
            "notebook, as if it were cut off");
  EXPECT_EQ(problemOf("{\"cells\": [\"a"),
            "1:12: the string does not end; the file ends in the middle of a "
            "text, as if it were cut off");
  EXPECT_EQ(problemOf("[]"), "1:1: its JSON is not an object; ");
  EXPECT_EQ(problemOf("{}"), "1:1: it has no list `cells`; ");
  EXPECT_EQ(problemOf(" \n"), "1:1: ; ");
}

TEST(Notebook, APointerOfGitLfsIsNone) {
  Read read("version https://git-lfs.github.com/spec/v1\noid sha256:0\n");
  EXPECT_FALSE(read.notebook.problem);
  EXPECT_TRUE(read.cells().empty());
}

TEST(Notebook, OddShapesAreReadAsFarAsTheyGo) {
  Read read(R"({"cells": [1, null, {}, {"cell_type": ["code"]},
    {"cell_type": "code"}, {"cell_type": "code", "source": 3},
    {"cell_type": "code", "source": [1, "a", null, ["b"]]}],
    "metadata": [], "worksheets": 3})");
  EXPECT_EQ(read.cells(), (Texts{"5:", "6:a"}));
}

TEST(Notebook, HostileTextsTakeLinearTime) {
  std::string cells;
  for (unsigned i = 0; i < 20000; ++i)
    cells += R"({"cell_type": "code", "source": ["x\n"]},)";
  EXPECT_EQ(Read("{\"cells\": [" + cells + "{}]}").cells().size(), 20000u);
  std::string escapes;
  for (unsigned i = 0; i < 100000; ++i)
    escapes += "x\\n";
  Read read(ofCell("\"" + escapes + "\""));
  EXPECT_EQ(read.cell(0).buffer().text().size(), 200000u);
  checkPlaces(Read(ofCell("\"" + escapes.substr(0, 3000) + "\"")));
  std::string deep(100000, '[');
  EXPECT_TRUE(Read("{\"cells\": " + deep).notebook.problem);
  // What is shown is not kept, however much it is.
  std::string numbers;
  for (unsigned i = 0; i < 2000000; ++i)
    numbers += "0,";
  EXPECT_EQ(Read("{\"cells\": [{\"cell_type\": \"code\", \"source\": \"a\", "
                 "\"outputs\": [" +
                 numbers + "0]}]}")
                .cells()
                .size(),
            1u);
  // More of a cell than anybody writes is not read.
  std::string large(python::Tree::MostBytes + 1, ' ');
  EXPECT_TRUE(Read(ofCell("\"" + large + "\"")).cells().empty());
}
