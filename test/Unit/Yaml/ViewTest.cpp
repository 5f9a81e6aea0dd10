//===- ViewTest.cpp - Tests of aliases and merge keys ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/View.h"
#include "TestHelpers.h"
#include "Text/Yaml/Reader.h"
#include "mlir/IR/MLIRContext.h"

using namespace trainlint;
using namespace trainlint::yaml;
using llvm::StringRef;

namespace {
class ViewTest : public testing::Test {
protected:
  /// Reads a text and returns the view of its first document.
  View read(StringRef text) {
    buffer = SourceBuffer::copy("job.yaml", text);
    result = yaml::read(buffer->text());
    EXPECT_TRUE(result.stream->problems.empty()) << text.str();
    tree.emplace(*result.stream, *buffer, &context);
    return tree->resolve(result.stream->documents.front().root);
  }

  /// The entries of a mapping as "key=value key=value"; a value that is no
  /// scalar shows as its text.
  std::string entries(View mapping) {
    std::string out;
    for (const EntryView &entry : tree->entries(mapping)) {
      if (!out.empty())
        out += " ";
      out += keyText(entry).str() + "=";
      if (const auto *scalar = entry.value.as<ScalarNode>())
        out += scalar->value;
      else
        out += buffer->text(entry.value.node->range);
    }
    return out;
  }

  View at(View mapping, StringRef key) {
    return tree->find(mapping, key).value;
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::unique_ptr<SourceBuffer> buffer;
  ReadResult result;
  std::optional<TreeView> tree;
};
} // namespace

TEST_F(ViewTest, MappingsAndSequences) {
  View root = read("one: 1\ntwo: [a, b]\n");
  EXPECT_EQ(entries(root), "one=1 two=[a, b]");
  EXPECT_EQ(at(root, "one").as<ScalarNode>()->value, "1");
  EXPECT_FALSE(at(root, "three"));
  EXPECT_FALSE(tree->find(root, "three").key);
  EXPECT_EQ(tree->items(at(root, "two")).size(), 2u);
  // Nothing to find in what is no collection of that kind.
  EXPECT_TRUE(tree->items(root).empty());
  EXPECT_TRUE(tree->entries(at(root, "two")).empty());
  EXPECT_TRUE(tree->entries(View()).empty());
  EXPECT_FALSE(tree->find(View(), "one").key);
  EXPECT_FALSE(tree->hasAliases());
}

TEST_F(ViewTest, TheLastOfARepeatedKeyCounts) {
  View root = read("one: 1\ntwo: 2\none: 3\n");
  EXPECT_EQ(entries(root), "one=3 two=2");
}

TEST_F(ViewTest, KeysThatAreNoScalars) {
  View root = read("? [a, b]\n: 1\n? {c: d}\n: 2\none: 3\n");
  EXPECT_EQ(tree->entries(root).size(), 3u);
  EXPECT_EQ(at(root, "one").as<ScalarNode>()->value, "3");
}

TEST_F(ViewTest, AliasesStandForTheirAnchor) {
  View root = read("one: &a {x: 1}\ntwo: *a\n*a : 3\n");
  EXPECT_TRUE(tree->hasAliases());
  View one = at(root, "one"), two = at(root, "two");
  EXPECT_EQ(one.node, two.node);
  EXPECT_EQ(one.via, nullptr);
  ASSERT_NE(two.via, nullptr);
  EXPECT_EQ(two.via->alias->name, "a");
  EXPECT_EQ(two.via->outer, nullptr);
  EXPECT_EQ(entries(two), "x=1");
  // What lies below was reached through the alias, too.
  EXPECT_EQ(at(two, "x").via, two.via);
  EXPECT_EQ(at(one, "x").via, nullptr);
}

TEST_F(ViewTest, TheLastAnchorBeforeAnAliasCounts) {
  View root = read("one: &a 1\ntwo: *a\nthree: &a 3\nfour: *a\n");
  EXPECT_EQ(entries(root), "one=1 two=1 three=3 four=3");
}

TEST_F(ViewTest, AliasesWithinAliases) {
  View root = read("one: &a {x: 1}\ntwo: &b {y: *a}\nthree: *b\n");
  View x = at(at(at(root, "three"), "y"), "x");
  ASSERT_TRUE(x);
  ASSERT_TRUE(x.via && x.via->outer);
  EXPECT_EQ(x.via->alias->name, "a");
  EXPECT_EQ(x.via->outer->alias->name, "b");
  EXPECT_EQ(x.via->outer->outer, nullptr);
}

TEST_F(ViewTest, MergeKeysAddWhatIsMissing) {
  View root = read("base: &base {x: 1, y: 2}\n"
                   "own:\n"
                   "  <<: *base\n"
                   "  y: 3\n"
                   "  z: 4\n");
  // The own entries first, in their order.
  EXPECT_EQ(entries(at(root, "own")), "y=3 z=4 x=1");
  EXPECT_EQ(at(at(root, "own"), "x").via->alias->name, "base");
  EXPECT_EQ(at(at(root, "own"), "y").via, nullptr);
}

TEST_F(ViewTest, OfMergedMappingsTheFirstWins) {
  View root = read("a: &a {x: a, y: a}\n"
                   "b: &b {y: b, z: b}\n"
                   "list:\n"
                   "  <<: [*a, *b]\n"
                   "twice:\n"
                   "  <<: *b\n"
                   "  <<: *a\n"
                   "flow: {<<: {w: 1}, v: 2}\n");
  EXPECT_EQ(entries(at(root, "list")), "x=a y=a z=b");
  EXPECT_EQ(entries(at(root, "twice")), "y=b z=b x=a");
  EXPECT_EQ(entries(at(root, "flow")), "v=2 w=1");
}

TEST_F(ViewTest, MergesOfMerges) {
  View root = read("a: &a {x: a, y: a}\n"
                   "b: &b\n"
                   "  <<: *a\n"
                   "  y: b\n"
                   "c:\n"
                   "  <<: *b\n");
  EXPECT_EQ(entries(at(root, "c")), "y=b x=a");
}

TEST_F(ViewTest, AQuotedMergeKeyIsAKey) {
  View root = read("a: &a {x: 1}\nb:\n  \"<<\": *a\n");
  EXPECT_EQ(entries(at(root, "b")), "<<={x: 1}");
}

TEST_F(ViewTest, WhatCannotBeMergedAddsNothing) {
  View root = read("a:\n  <<: text\n  x: 1\nb:\n  <<: [1, [2]]\n  y: 1\n");
  EXPECT_EQ(entries(at(root, "a")), "x=1");
  EXPECT_EQ(entries(at(root, "b")), "y=1");
}

TEST_F(ViewTest, AMappingThatMergesItselfEnds) {
  View root = read("a: &a\n  <<: *a\n  x: 1\n");
  EXPECT_EQ(entries(at(root, "a")), "x=1");
}

TEST_F(ViewTest, LocationsNameTheAliases) {
  View root = read("one: &a {x: value}\ntwo: *a\n");
  SourceSet sources;
  sources.add(*buffer);
  View x = at(at(root, "two"), "x");
  mlir::Location location = tree->location(x);
  EXPECT_EQ(buffer->text(sources.resolve(location).range), "value");
  auto call = llvm::dyn_cast<mlir::CallSiteLoc>(location);
  ASSERT_TRUE(call);
  EXPECT_EQ(buffer->text(sources.resolve(call.getCaller()).range), "*a");
  EXPECT_FALSE(
      llvm::isa<mlir::CallSiteLoc>(tree->location(at(at(root, "one"), "x"))));
}
