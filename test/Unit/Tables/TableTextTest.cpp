//===- TableTextTest.cpp - Tests of the text form of tables ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tables/TableText.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

static const StringRef Described = "# about: machines\n"
                                   "# source: a page\n"
                                   "# as-of: 2021-01-26\n"
                                   "# column name: text key\n"
                                   "# column cpus: integer?\n";

/// What is wrong with a table that has a description and then this text.
static std::string problemOf(StringRef rest) {
  return messageOf(parseTable("machines", (Described + rest).str()));
}

/// What is wrong with a table of one key column and one column of a type.
static std::string problemOfCell(StringRef type, StringRef cell) {
  std::string text = ("# about: x\n# source: x\n# as-of: 2021\n"
                      "# column name: text key\n# column value: " +
                      type + "\nname,value\na," + cell + "\n")
                         .str();
  return messageOf(parseTable("t", text));
}

TEST(TableTextTest, ReadsADescribedTable) {
  StringRef text = "# about: machines of the service\n"
                   "# source: a page, with a comma\n"
                   "# source: another: one\n"
                   "# as-of: 2021-01\n"
                   "# note: read this\n"
                   "#   and this\n"
                   "# note: and that\n"
                   "# column name: text key\n"
                   "# column kind: word(small|large)? -> kinds.name\n"
                   "# column counts: list(integer)\n"
                   "name,kind,counts\n"
                   "\n"
                   "zeta,small,1|2|4\r\n"
                   "# between the rows: nothing\n";
  // An unknown word is refused wherever it stands.
  EXPECT_EQ(messageOf(parseTable("machines", text)),
            "machines.csv:14: unknown word `between the rows` in the "
            "description");
  text = text.take_front(text.rfind("# between"));
  std::string more = text.str() + "alpha,,8";
  llvm::Expected<TableText> table = parseTable("machines", more);
  ASSERT_TRUE(static_cast<bool>(table)) << messageOf(table.takeError());
  EXPECT_EQ(table->name, "machines");
  EXPECT_EQ(table->about, "machines of the service");
  EXPECT_EQ(table->asOf, "2021-01");
  ASSERT_EQ(table->sources.size(), 2u);
  EXPECT_EQ(table->sources[0], "a page, with a comma");
  EXPECT_EQ(table->sources[1], "another: one");
  ASSERT_EQ(table->notes.size(), 2u);
  EXPECT_EQ(table->notes[0], "read this and this");
  EXPECT_EQ(table->notes[1], "and that");

  ASSERT_EQ(table->columns.size(), 3u);
  EXPECT_TRUE(table->columns[0].key);
  EXPECT_FALSE(table->columns[0].optional);
  EXPECT_EQ(table->columns[1].type, ColumnType::Word);
  EXPECT_TRUE(table->columns[1].optional);
  EXPECT_EQ(table->columns[1].words.size(), 2u);
  EXPECT_EQ(table->columns[1].referencedTable, "kinds");
  EXPECT_EQ(table->columns[1].referencedColumn, "name");
  EXPECT_EQ(table->columns[2].type, ColumnType::IntegerList);
  EXPECT_EQ(table->findColumn("counts"), 2u);
  EXPECT_FALSE(table->findColumn("count"));

  // Sorted by key, each with its line.
  ASSERT_EQ(table->rows.size(), 2u);
  EXPECT_EQ(table->rows[0].cells[0], "alpha");
  EXPECT_EQ(table->rows[0].cells[1], "");
  EXPECT_EQ(table->rows[0].line, 14u);
  EXPECT_EQ(table->rows[1].cells[0], "zeta");
  EXPECT_EQ(table->rows[1].cells[2], "1|2|4");
  EXPECT_EQ(table->rows[1].line, 13u);
}

TEST(TableTextTest, QuotesKeepCommasAndBlanks) {
  std::string text = (Described + "name,cpus\n\"a, b \",4\n c ,\n").str();
  llvm::Expected<TableText> table = parseTable("machines", text);
  ASSERT_TRUE(static_cast<bool>(table)) << messageOf(table.takeError());
  ASSERT_EQ(table->rows.size(), 2u);
  EXPECT_EQ(table->rows[0].cells[0], "a, b ");
  EXPECT_EQ(table->rows[0].cells[1], "4");
  EXPECT_EQ(table->rows[1].cells[0], "c");
}

TEST(TableTextTest, IntegerKeysSortAsNumbers) {
  std::string text = "# about: x\n# source: x\n# as-of: 2021\n"
                     "# column count: integer key\ncount\n10\n9\n1\n";
  llvm::Expected<TableText> table = parseTable("t", text);
  ASSERT_TRUE(static_cast<bool>(table)) << messageOf(table.takeError());
  ASSERT_EQ(table->rows.size(), 3u);
  EXPECT_EQ(table->rows[0].cells[0], "1");
  EXPECT_EQ(table->rows[1].cells[0], "9");
  EXPECT_EQ(table->rows[2].cells[0], "10");
}

TEST(TableTextTest, ADescriptionHasToBeComplete) {
  auto without = [](StringRef line) {
    std::string text = (Described + "name,cpus\na,1\n").str();
    size_t begin = text.find(line.str());
    EXPECT_NE(begin, std::string::npos);
    text.erase(begin, text.find('\n', begin) + 1 - begin);
    return messageOf(parseTable("machines", text));
  };
  EXPECT_EQ(without("# source"), "machines.csv:1: no line `# source:` tells "
                                 "where the facts come from");
  EXPECT_EQ(without("# as-of"),
            "machines.csv:1: no line `# as-of:` tells the date of the facts");
  EXPECT_EQ(without("# about"),
            "machines.csv:1: no line `# about:` tells what a row says");
  EXPECT_EQ(messageOf(parseTable(
                "t", "# about: x\n# source: x\n# as-of: 2021\nname\n")),
            "t.csv:1: no line `# column` describes the columns");
  EXPECT_EQ(messageOf(parseTable("t", "# about: x\n# source: x\n# as-of: 2021\n"
                                      "# column name: text\nname\n")),
            "t.csv:1: no column is a key");
}

TEST(TableTextTest, MalformedDescriptions) {
  EXPECT_EQ(problemOf("# remark: x\n"),
            "machines.csv:6: unknown word `remark` in the description");
  EXPECT_EQ(problemOf("# as-of: yesterday\n"),
            "machines.csv:6: `yesterday` is not a date such as 2021-01-26");
  EXPECT_EQ(problemOf("# as-of: 2021-1\n"),
            "machines.csv:6: `2021-1` is not a date such as 2021-01-26");
  EXPECT_EQ(problemOf("# column size: huge\n"),
            "machines.csv:6: unknown column type `huge`");
  EXPECT_EQ(problemOf("# column size\n"),
            "machines.csv:6: unknown column type ``");
  EXPECT_EQ(problemOf("# column size: word(a|b\n"),
            "machines.csv:6: unknown column type `a|b`");
  EXPECT_EQ(problemOf("# column size: text keys\n"),
            "machines.csv:6: unknown word `keys` in the description of a "
            "column");
  EXPECT_EQ(problemOf("# column size: text -> sizes\n"),
            "machines.csv:6: a reference is written `-> table.column`");
  EXPECT_EQ(problemOf("# column cpus: integer\n"),
            "machines.csv:6: column `cpus` is described twice");
}

TEST(TableTextTest, MalformedRows) {
  EXPECT_EQ(problemOf(""), "machines.csv:5: the table has no header row");
  EXPECT_EQ(messageOf(parseTable("t", "")),
            "t.csv:1: the table has no header row");
  EXPECT_EQ(problemOf("name\n"), "machines.csv:6: the header has 1 columns, "
                                 "the table has 2");
  EXPECT_EQ(problemOf("cpus,name\n"), "machines.csv:6: column `cpus` stands "
                                      "where `name` belongs");
  EXPECT_EQ(problemOf("name,cpus\na\n"),
            "machines.csv:7: the row has 1 cells, the table has 2 columns");
  EXPECT_EQ(problemOf("name,cpus\na,1,\n"),
            "machines.csv:7: the row has 3 cells, the table has 2 columns");
  EXPECT_EQ(problemOf("name,cpus\n,1\n"), "machines.csv:7: column `name`, "
                                          "value ``: the cell is empty");
  EXPECT_EQ(problemOf("name,cpus\nb,1\na,2\nb,3\n"),
            "machines.csv:9: the key of this row is that of line 7");
  EXPECT_EQ(problemOf("name,cpus\n"), "");
}

TEST(TableTextTest, CellsHaveTheirTypes) {
  struct {
    StringRef type, good, bad, problem;
  } cases[] = {
      {"integer", "12", "1.5", "expected an integer that is not negative"},
      {"decimal", "3.75", "much", "expected a number that is not negative"},
      {"flag", "yes", "true", "expected yes or no"},
      {"date", "2021-01-26", "26.01.2021",
       "expected a date such as 2021-01-26"},
      {"word(gpu|tpu)", "tpu", "GPU", "expected gpu or tpu"},
      {"list(integer)", "1|2|4", "1|x",
       "expected integers with `|` between them"},
  };
  for (const auto &entry : cases) {
    EXPECT_EQ(problemOfCell(entry.type, entry.good), "");
    EXPECT_EQ(
        problemOfCell(entry.type, entry.bad),
        ("t.csv:7: column `value`, value `" + entry.bad + "`: " + entry.problem)
            .str());
    EXPECT_EQ(problemOfCell(entry.type, ""),
              "t.csv:7: column `value`, value ``: the cell is empty");
    EXPECT_EQ(problemOfCell((entry.type + "?").str(), ""), "");
  }
  EXPECT_EQ(problemOfCell("text", "anything at all"), "");
}

TEST(TableTextTest, ADefinitionSuppliesTheColumns) {
  std::string text = (Described + "name,cpus\na,1\n").str();
  llvm::Expected<TableText> definition = parseTable("machines", text);
  ASSERT_TRUE(static_cast<bool>(definition));
  StringRef newer = "# source: a newer page\n# as-of: 2022\nname,cpus\nb,2\n";
  llvm::Expected<TableText> table = parseTable("machines", newer, &*definition);
  ASSERT_TRUE(static_cast<bool>(table)) << messageOf(table.takeError());
  EXPECT_EQ(table->columns.size(), 2u);
  EXPECT_EQ(table->asOf, "2022");
  // The date and the source are the file's own.
  EXPECT_NE(messageOf(parseTable("machines", "name,cpus\nb,2\n", &*definition)),
            "");
  EXPECT_NE(messageOf(parseTable("machines",
                                 "# source: x\n# as-of: 2022\ncpus,name\n2,b\n",
                                 &*definition)),
            "");
}

TEST(TableTextTest, NewerRowsReplaceThoseWithTheirKey) {
  std::string text = (Described + "name,cpus\nb,1\nd,1\n").str();
  llvm::Expected<TableText> table = parseTable("machines", text);
  ASSERT_TRUE(static_cast<bool>(table));
  std::string more = "# source: new\n# as-of: 2022\nname,cpus\n"
                     "e,9\nd,9\na,9\nc,9\n";
  llvm::Expected<TableText> newer = parseTable("machines", more, &*table);
  ASSERT_TRUE(static_cast<bool>(newer));
  overlayTable(*table, *newer);
  std::string rows;
  for (const TableRow &row : table->rows)
    rows += (row.cells[0] + row.cells[1] + " ").str();
  EXPECT_EQ(rows, "a9 b1 c9 d9 e9 ");
  EXPECT_EQ(table->asOf, "2022");
  ASSERT_EQ(table->sources.size(), 1u);
  EXPECT_EQ(table->sources[0], "new");
}

TEST(TableTextTest, References) {
  auto check = [](StringRef machines, StringRef kinds) {
    std::string head = "# about: x\n# source: x\n# as-of: 2021\n";
    std::string first = head +
                        "# column name: text key\n"
                        "# column kind: text? -> kinds.name\n" +
                        machines.str();
    std::string second = head + "# column name: text key\n" + kinds.str();
    std::vector<TableText> tables;
    tables.push_back(llvm::cantFail(parseTable("machines", first)));
    if (!kinds.empty())
      tables.push_back(llvm::cantFail(parseTable("kinds", second)));
    return messageOf(checkReferences(tables));
  };
  EXPECT_EQ(check("name,kind\na,gpu\nb,\n", "name\ngpu\n"), "");
  EXPECT_EQ(check("name,kind\na,gpu\nb,tpu\n", "name\ngpu\n"),
            "machines.csv:8: `tpu` is not in `kinds`");
  EXPECT_EQ(check("name,kind\na,gpu\n", ""),
            "machines.csv:1: column `kind` refers to `kinds.name`, which does "
            "not exist");
}

TEST(TableTextTest, ListItems) {
  EXPECT_EQ(listItems("1|2|4"), (llvm::SmallVector<StringRef>{"1", "2", "4"}));
  EXPECT_EQ(listItems("1"), (llvm::SmallVector<StringRef>{"1"}));
}

TEST(TableTextTest, Dates) {
  std::optional<DateParts> date = parseDate("2021-01-26");
  ASSERT_TRUE(date);
  EXPECT_EQ(date->year, 2021);
  EXPECT_EQ(date->month, 1);
  EXPECT_EQ(date->day, 26);
  for (StringRef text :
       {"", "2021", "2021-01", "2021-1-26", "2021-13-01", "2021-00-01",
        "2021-01-32", "2021-01-00", "2021/01/26", "2021-01-26 ", "2021-01-2x"})
    EXPECT_FALSE(parseDate(text)) << text.str();
}
