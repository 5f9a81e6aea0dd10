//===- GraphMemoryTest.cpp - Tests of graphs that are edited --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/GraphMemory.h"
#include "Driver/Compilation.h"
#include "Driver/Graphs/GraphContext.h"
#include "Support/WorkCounter.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace trainlint;
using namespace trainlint::tensorflow;
using llvm::StringRef;

namespace {

std::string nodeText(unsigned number) {
  std::string name = "n" + std::to_string(number);
  std::string before = "n" + std::to_string(number / 2);
  switch (number % 4) {
  case 0:
    return "node {\n  name: \"" + name +
           "\"\n  op: \"Placeholder\"\n"
           "  attr { key: \"dtype\" value { type: DT_FLOAT } }\n}\n";
  case 1:
    return "node < name: '" + name + "' op: 'Relu' input: '" + before +
           "'\n  attr { key: 'T' value { type: DT_FLOAT } } device: '/d' >;\n";
  case 2:
    return "# a comment: }\nnode: { op: 'Add' attr { key: 'T' value { type: "
           "DT_FLOAT } } name: '" +
           name + "' input: '" + before + ":0' input: '^n0' input: \"n1\" }\n";
  default:
    return "node { name: 'n\\x33" + std::to_string(number) +
           "' op: 'No' 'Op' attr { key: 'a' value { s: '}' } } input: '^n1' "
           "attr { key: 'b' value { i: 1 } } }\n";
  }
}

/// A graph with all that a text may have.
std::string graphText(unsigned nodes) {
  std::string text = "versions { producer: 26 bad_consumers: [1, 2] }\n";
  for (unsigned i = 0; i < nodes; ++i)
    text += nodeText(i);
  return text + "library { function { signature { name: 'f' } node_def { name: "
                "'x' op: 'Const' } } gradient { function_name: 'f' "
                "gradient_func: 'g' } }\n";
}

class Dump {
public:
  explicit Dump(const GraphFile &file) : file(file) {}

  std::string run() {
    if (file.problem)
      os << "problem " << file.problem->offset << file.problem->message << '\n';
    for (const MetaGraph &meta : file.metaGraphs)
      dump(meta);
    return std::move(out);
  }

private:
  void dump(SourceRange range) { os << range.begin << '-' << range.end << ' '; }
  void dump(const Name &name) {
    os << name.text << ' ';
    dump(name.range);
  }
  void dump(const proto::Number &number) {
    os << number.value << ' ';
    dump(number.range);
  }
  void dump(const NodeEntry &node) {
    os << node.name << ' ' << file.op(node) << ' ';
    dump(node.range);
    NodeDetails details;
    SourceRange attributes;
    llvm::BumpPtrAllocator strings;
    proto::ReadContext context = file.context(strings);
    os << file.readOutline(context, node, details, attributes);
    for (const Name &name : {details.name, details.op, details.device})
      dump(name);
    for (const NodeInput &input : details.inputs) {
      os << input.text << '|' << input.node << '|' << input.port << input.index
         << input.isControl;
      dump(input.range);
    }
    dump(attributes);
    os << '\n';
  }
  void dump(const MetaGraph &meta) {
    dump(meta.range);
    const Graph &graph = meta.graph;
    for (const NodeEntry &node : graph.nodes)
      dump(node);
    for (const FunctionEntry &function : graph.functions) {
      dump(function.name);
      dump(function.range);
      for (const NodeEntry &node : function.nodes)
        dump(node);
    }
    for (const Gradient &gradient : graph.gradients) {
      dump(gradient.function);
      dump(gradient.gradient);
    }
    const Versions &versions = graph.versions;
    for (const proto::Number &number :
         {versions.producer, versions.minConsumer, versions.deprecated})
      dump(number);
    for (const proto::Number &number : versions.badConsumers)
      dump(number);
    // In whatever order.
    std::set<StringRef> ops(file.ops.begin(), file.ops.end());
    for (StringRef op : ops)
      os << op << ' ';
  }

  const GraphFile &file;
  std::string out;
  llvm::raw_string_ostream os{out};
};

std::string dumpOf(StringRef text) { return Dump(*readGraphFile(text)).run(); }

/// What the checks find.
std::string findingsIn(StringRef text) {
  GraphContext context;
  auto buffer = SourceBuffer::copy("graph.pbtxt", text);
  CheckSettings settings;
  Compilation compilation(context, *buffer, settings);
  CheckResult result = compilation.check();
  std::string out;
  for (const Finding &finding : result.findings)
    out += finding.message + " " + std::to_string(finding.place.range.begin) +
           "-" + std::to_string(finding.place.range.end) + "\n";
  return out;
}

/// An edit as somebody types it, and others that break and mend brackets.
void edit(std::string &text, std::mt19937 &random) {
  static const char *const Pieces[] = {
      "x",
      "1",
      "\"",
      "'",
      "{",
      "}",
      "<",
      ">",
      "[",
      "]",
      ",",
      ";",
      ":",
      "#",
      "\n",
      " ",
      "\\",
      "node { name: 'new' op: 'NoOp' }",
      "node [",
      "input: '^n2'",
      "}\nnode {",
      "node: [{name: 'l' op: 'NoOp'}, {op: 'NoOp' name: 'm'}]",
      "versions { producer: 27 }",
      "name: 'again'",
      "op: 'Other'"};
  size_t at = random() % (text.size() + 1);
  if (random() % 4 == 0)
    at = std::min(text.find("node", at), text.size());
  if (random() % 3 == 0)
    text.erase(at, 1 + random() % (random() % 8 ? 3 : 200));
  if (random() % 3 != 0)
    text.insert(std::min(at, text.size()),
                Pieces[random() % std::size(Pieces)]);
}

TEST(GraphMemoryTest, EditedTextsAreReadAsOthers) {
  GraphMemory memory;
  unsigned known = 0, findings = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    std::string good = graphText(20), text = good;
    for (unsigned step = 0; step < 60; ++step) {
      // Most texts are whole, so that much is remembered.
      if (random() % 3 == 0)
        text = good;
      edit(text, random);
      std::string fresh = dumpOf(text);
      if (!StringRef(fresh).starts_with("problem") && random() % 2)
        good = text;
      uint64_t before = work::NodeReads.value();
      std::string edited;
      {
        GraphMemory::Use use(memory);
        edited = dumpOf(text);
      }
      ASSERT_EQ(edited, fresh) << text;
      known += work::NodeReads.value() - before < 10;
      if (step % 12)
        continue;
      std::string expected = findingsIn(text);
      GraphMemory::Use use(memory);
      ASSERT_EQ(findingsIn(text), expected) << text;
      findings += !expected.empty();
    }
  }
  // The test tests something.
  EXPECT_GT(known, 500u);
  EXPECT_GT(findings, 50u);
}

TEST(GraphMemoryTest, AListThatIsTakenApartIsReadAsAWhole) {
  GraphMemory memory;
  GraphMemory::Use use(memory);
  EXPECT_FALSE(readGraphFile("node { name: 'a' op: 'NoOp' }\n"
                             "node: [{ name: 'b' }, { name: 'c' }]\n")
                   ->problem);
  // The bracket that closes the list is left.
  EXPECT_TRUE(readGraphFile("node { name: 'a' op: 'NoOp' }\n"
                            "node: { name: 'b' } node: { name: 'c' }]\n")
                  ->problem);
}

TEST(GraphMemoryTest, WhatIsEditedIsReadAgain) {
  GraphMemory memory;
  GraphMemory::Use use(memory);
  std::string text = graphText(1000);
  auto nodesRead = [&] {
    uint64_t before = work::NodeReads.value();
    EXPECT_FALSE(readGraphFile(text)->problem);
    return work::NodeReads.value() - before;
  };
  EXPECT_EQ(nodesRead(), 1001u);
  EXPECT_EQ(nodesRead(), 0u);
  // In a node, between nodes, a node more, and one less.
  text.insert(text.find("n500") + 4, "x");
  EXPECT_EQ(nodesRead(), 1u);
  size_t between = text.find("\nnode", text.size() / 2) + 1;
  text.insert(between, "# more\n");
  EXPECT_LE(nodesRead(), 1u);
  text.insert(between, nodeText(5000));
  EXPECT_LE(nodesRead(), 2u);
  text.erase(between, nodeText(5000).size());
  EXPECT_LE(nodesRead(), 1u);
  // What is around the nodes needs all of the text.
  text.insert(text.find("26"), "1");
  EXPECT_EQ(nodesRead(), 1001u);
  // A text with a problem changes nothing that is remembered.
  std::string whole = text;
  text.insert(text.find("n500"), "\n");
  EXPECT_TRUE(readGraphFile(text)->problem);
  text = whole;
  text.insert(text.find("n600") + 4, "y");
  EXPECT_EQ(nodesRead(), 1u);
}

} // namespace
