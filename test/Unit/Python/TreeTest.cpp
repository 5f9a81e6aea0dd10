//===- TreeTest.cpp - Tests of the syntax of Python -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Python/Tree.h"
#include "Text/Python/TreeMemory.h"
#include "gtest/gtest.h"
#include <thread>

using namespace trainlint;
using namespace trainlint::python;
using llvm::StringRef;

static StringRef nameOf(NodeKind kind) {
  static const char *names[] = {
      "Other",
      "Error",
#define PYTHON_NODE(Name, Spelling) #Name,
#include "Text/Python/Nodes.def"
  };
  return names[static_cast<size_t>(kind)];
}

/// The tree below a node: `Call(Identifier ArgumentList(Integer))`.
static std::string print(Node node) {
  std::string out = nameOf(node.kind()).str();
  std::string below;
  for (Node child : node.children())
    below += (below.empty() ? "" : " ") + print(child);
  return below.empty() ? out : out + "(" + below + ")";
}

static std::string parsed(StringRef text) {
  std::unique_ptr<Tree> tree = Tree::parse(text);
  return tree ? print(tree->root()) : "null";
}

TEST(PythonTree, Kinds) {
  EXPECT_EQ(parsed(""), "Module");
  EXPECT_EQ(parsed("f(1, x=None)"),
            "Module(ExpressionStatement(Call(Identifier ArgumentList(Integer "
            "KeywordArgument(Identifier None)))))");
  // Operators have a field, and no kind of their own.
  EXPECT_EQ(parsed("a + b"), "Module(ExpressionStatement(BinaryOperator("
                             "Identifier Other Identifier)))");
  EXPECT_EQ(parsed("print 'a'"), "Module(PrintStatement(String(StringStart "
                                 "StringContent StringEnd)))");
}

TEST(PythonTree, FieldsAndWays) {
  std::unique_ptr<Tree> tree = Tree::parse("if a:\n  b = c.d\nelse:\n  e\n");
  Node root = tree->root();
  Node statement = root.firstChild();
  ASSERT_TRUE(statement.is(NodeKind::IfStatement));
  EXPECT_FALSE(root.parent());
  EXPECT_FALSE(root.nextSibling());
  EXPECT_FALSE(statement.nextSibling());
  EXPECT_EQ(statement.parent(), root);
  EXPECT_EQ(statement.child(Field::Condition).text(), "a");
  EXPECT_FALSE(statement.child(Field::Cause));
  Node block = statement.child(Field::Consequence);
  EXPECT_TRUE(block.nextSibling().is(NodeKind::ElseClause));
  Node assignment = block.firstChild().child(NodeKind::Assignment);
  EXPECT_EQ(assignment.child(Field::Right).child(Field::Attribute).text(), "d");
  EXPECT_EQ(assignment.range(), (SourceRange{8, 15}));
  unsigned count = 0;
  for (Node node : block.subtree()) {
    EXPECT_TRUE(block.range().contains(node.range().begin));
    ++count;
  }
  EXPECT_EQ(count, 7u);
}

TEST(PythonTree, Comments) {
  std::unique_ptr<Tree> tree = Tree::parse("# a\nf( # b\n  1, \\\n  2)\n");
  ASSERT_EQ(tree->comments().size(), 2u);
  EXPECT_EQ(tree->text(tree->comments()[0]), "# a");
  EXPECT_EQ(tree->text(tree->comments()[1]), "# b");
  // What continues a line is no argument.
  EXPECT_EQ(print(tree->root()), "Module(ExpressionStatement(Call(Identifier "
                                 "ArgumentList(Integer Integer))))");
}

TEST(PythonTree, BrokenTexts) {
  std::unique_ptr<Tree> tree = Tree::parse("f(1\n<<<<<<< mine\nx = 2\n");
  EXPECT_TRUE(tree->hasErrors());
  EXPECT_FALSE(Tree::parse("x = 2\n")->hasErrors());
  // What is missing has no text.
  tree = Tree::parse("x = \n");
  EXPECT_TRUE(tree->hasErrors());
  for (StringRef text :
       {"\xFF\xFE\0a\0", "x = '\xE9'", "\0x = 1", "\xEF\xBB\xBF", "'''", "\\",
        "(((", "\r\r\n\r", "f'{a", "f'{'"})
    EXPECT_TRUE(Tree::parse(text)) << text.str();
}

TEST(PythonTree, EncodingsAndLineEnds) {
  StringRef expected = "Module(ExpressionStatement(Assignment(Identifier "
                       "Integer)) PassStatement)";
  EXPECT_EQ(parsed("\xEF\xBB\xBFx = 1\npass"), expected);
  EXPECT_EQ(parsed("x = 1\r\npass\r\n"), expected);
  // Latin-1.
  EXPECT_EQ(parsed("x = 1 # \xE9t\xE9\npass"), expected);
}

static std::string repeated(StringRef text, unsigned count) {
  std::string out;
  for (unsigned i = 0; i < count; ++i)
    out += text;
  return out;
}

TEST(PythonTree, Bounds) {
  EXPECT_EQ(parsed(std::string(Tree::MostBytes + 1, ' ')), "null");
  // As deep as the text is long.
  EXPECT_TRUE(Tree::parse(repeated("not ", 100'000) + "x"));
  EXPECT_TRUE(Tree::parse(repeated("(", 5'000) + "x" + repeated(")", 5'000)));
  // More children than 16 bits count.
  EXPECT_TRUE(Tree::parse(repeated("else:\n", 40'000)));
  // The parser would copy all dots for each of them.
  EXPECT_EQ(parsed(repeated(".", 100'000)), "null");
}

TEST(PythonTree, PlacesOfCells) {
  markdown::BlockText mapping;
  StringRef file = "[\"a\\n\", \"b()\"]";
  mapping.addWritten(file, {2, 3});
  mapping.addMeaning("\n", {3, 5});
  mapping.addWritten(file, {9, 12});
  std::unique_ptr<Tree> tree = Tree::parse(mapping.text(), &mapping);
  Node call = tree->root().firstChild().nextSibling().firstChild();
  ASSERT_TRUE(call.is(NodeKind::Call));
  EXPECT_EQ(call.range(), (SourceRange{2, 5}));
  EXPECT_EQ(call.place(), (SourceRange{9, 12}));
}

TEST(PythonTree, EditedTexts) {
  std::string text = repeated("def f(a):\n  return a + 1 # b\n", 300);
  std::string first = parsed(text);
  TreeMemory memory;
  EXPECT_EQ(parsed(text), first);
  EXPECT_EQ(parsed(text), first);
  // A name, an argument more, a line less, a text that is broken, and another.
  size_t middle = text.find("return", text.size() / 2);
  auto check = [&] {
    std::string again;
    std::thread([&] { again = parsed(text); }).join();
    EXPECT_EQ(parsed(text), again);
  };
  text.insert(middle + 7, "b");
  check();
  text.insert(middle + 8, "(1, x=2).c - ");
  check();
  text.erase(text.rfind('\n', middle), 5);
  check();
  text.insert(middle, "'''");
  check();
  text = repeated("x = {'a': [1, 2]}\n", 400);
  check();
}
