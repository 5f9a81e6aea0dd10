//===- NotebookTest.cpp - Tests of notebooks that are open ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Notebook.h"
#include "Driver/OpenNotebook.h"
#include "gtest/gtest.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

constexpr llvm::StringLiteral Uri = "file:///n.ipynb";

/// A notebook whose cells are called `a`, `b` and so on.
class NotebookTest : public testing::Test {
protected:
  void open(std::vector<llvm::StringRef> texts) {
    std::vector<Document> cells;
    for (llvm::StringRef text : texts)
      cells.emplace_back(std::string(1, 'a' + cells.size()), "python", 1, text);
    notebook.splice(0, SIZE_MAX, std::move(cells));
    buffer = SourceBuffer::copy("n.ipynb", notebook.text());
  }

  CellPlaces places() { return CellPlaces(Uri, notebook, *buffer); }

  Notebook notebook;
  std::unique_ptr<SourceBuffer> buffer;
};

Value rangeAt(int64_t line) { return toJSON(Range{{line, 1}, {line, 2}}); }

TEST_F(NotebookTest, CellsAreFoundAgainInTheirText) {
  open({"x = 1\ny = 2", "", "z = 3\n"});
  EXPECT_TRUE(isOfCells(buffer->text()));
  std::vector<std::string> texts;
  for (SourceRange cell : cellsIn(buffer->text()))
    texts.push_back(buffer->text(cell).str());
  EXPECT_EQ(texts, std::vector<std::string>({"x = 1\ny = 2", "", "z = 3\n"}));
}

TEST_F(NotebookTest, TextOfOtherKindsIsNoCells) {
  EXPECT_FALSE(isOfCells("{\"cells\": []}"));
  EXPECT_TRUE(cellsIn("x = 1").empty());
}

TEST_F(NotebookTest, CellsOfOtherLanguagesAreEmpty) {
  std::vector<Document> cells;
  cells.emplace_back("a", "r", 1, "x <- 1");
  cells.emplace_back("b", "shellscript", 1, "%%bash\nls");
  notebook.splice(0, 0, std::move(cells));
  std::string text = notebook.text();
  std::vector<SourceRange> found = cellsIn(text);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found[0].empty());
  EXPECT_EQ(found[1].size(), 9u);
}

TEST_F(NotebookTest, QuestionsAreMovedIntoTheTextAndAnswersBack) {
  open({"x = 1\ny = 2", "z = 3"});
  Object params{{"textDocument", Object{{"uri", "b"}}},
                {"position", toJSON(Position{0, 4})}};
  Object moved = places().toNotebook(params, "b");
  // A line above each cell, and two of the first.
  EXPECT_EQ(moved.getObject("position")->getInteger("line"), 4);
  EXPECT_EQ(moved.getObject("textDocument")->getString("uri"),
            llvm::StringRef(Uri));

  Value answer = Object{{"contents", "text"}, {"range", rangeAt(4)}};
  places().toCell(answer, "b");
  EXPECT_EQ(answer, Value(Object{{"contents", "text"}, {"range", rangeAt(0)}}));
}

TEST_F(NotebookTest, WhatLiesInOtherCellsIsLeftOutOrGoesThere) {
  open({"x = 1\ny = 2", "z = 3"});
  Value answer = Array{
      Object{{"range", rangeAt(2)}},
      Object{{"range", rangeAt(4)},
             {"location", Object{{"uri", Uri}, {"range", rangeAt(2)}}},
             {"other", Object{{"uri", "file:///o"}, {"range", rangeAt(9)}}}}};
  places().toCell(answer, "b");
  EXPECT_EQ(
      answer,
      Value(Array{Object{
          {"range", rangeAt(0)},
          {"location", Object{{"uri", "a"}, {"range", rangeAt(1)}}},
          {"other", Object{{"uri", "file:///o"}, {"range", rangeAt(9)}}}}}));
}

TEST_F(NotebookTest, EditsAreSplitByCells) {
  open({"x = 1\ny = 2", "z = 3"});
  auto edits = [] {
    return Array{Object{{"range", rangeAt(1)}, {"newText", "1"}},
                 Object{{"range", rangeAt(4)}, {"newText", "2"}}};
  };
  Value changes = Object{{"changes", Object{{Uri, edits()}}}};
  places().toCell(changes, "a");
  const Object *byCell = changes.getAsObject()->getObject("changes");
  EXPECT_EQ(byCell->size(), 2u);
  EXPECT_EQ(*byCell->get("b"),
            Value(Array{Object{{"range", rangeAt(0)}, {"newText", "2"}}}));

  Value versioned = Object{
      {"documentChanges",
       Array{Object{{"textDocument", Object{{"uri", Uri}, {"version", 7}}},
                    {"edits", edits()}}}}};
  places().toCell(versioned, "a");
  const Array *list = versioned.getAsObject()->getArray("documentChanges");
  ASSERT_EQ(list->size(), 2u);
  EXPECT_EQ(*(*list)[0].getAsObject()->get("textDocument"),
            Value(Object{{"uri", "a"}, {"version", 1}}));
}

TEST_F(NotebookTest, WhatSpeaksOfTheFileStandsInTheFirstCell) {
  open({"x = 1", "z = 3"});
  Array all{Object{{"range", rangeAt(0)}}, Object{{"range", rangeAt(3)}}};
  EXPECT_EQ(places().diagnosticsByCell(all)["a"].size(), 1u);
  EXPECT_EQ(places().diagnosticsByCell(all)["b"].size(), 1u);
}

} // namespace
