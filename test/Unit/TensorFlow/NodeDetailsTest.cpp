//===- NodeDetailsTest.cpp - Tests of nodes and their attributes ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/TensorFlow/NodeDetails.h"
#include "Encode.h"
#include "TensorFlow/GraphHelpers.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using namespace trainlint::test;
using llvm::StringRef;
using proto::Encoding;

namespace {
/// The first node of a graph, with all that it says.
struct ReadNode : ReadGraph {
  explicit ReadNode(std::string inside)
      : ReadGraph("node {" + std::move(inside) + "}") {
    ok = readNode(context, graph().nodes.front().range, node);
  }
  /// The only attribute.
  const AttrValue &value() const { return node.attrs.front().value; }

  bool ok;
  NodeDetails node;
};
} // namespace

TEST(NodeDetailsTest, NamesInputsAndDevice) {
  ReadNode read("name: 'n' op: 'Add' input: ['x', \"y:1\"] input: '^c' "
                "device: '/gpu:0'");
  ASSERT_TRUE(read.ok);
  EXPECT_EQ(read.node.name.text, "n");
  EXPECT_EQ(read.text(read.node.device.range), "'/gpu:0'");
  ASSERT_EQ(read.node.inputs.size(), 3u);
  EXPECT_EQ(read.text(read.node.inputs[1].range), "\"y:1\"");
  EXPECT_EQ(read.node.inputs[1].node, "y");
  EXPECT_EQ(read.node.inputs[1].index, 1u);
  EXPECT_TRUE(read.node.inputs[2].isControl);
  EXPECT_EQ(read.node.inputs[2].node, "c");
}

TEST(NodeDetailsTest, InputsOfFunctionsNameOutputs) {
  auto spelled = [](StringRef text) {
    NodeInput input = parseInput(text, {});
    return ((input.isControl ? "^" : "") + input.node + "|" + input.port + "|" +
            llvm::Twine(input.index))
        .str();
  };
  EXPECT_EQ(spelled("n"), "n||0");
  EXPECT_EQ(spelled("n:2"), "n||2");
  EXPECT_EQ(spelled("n:out:2"), "n|out|2");
  EXPECT_EQ(spelled("n:out"), "n|out|0");
  EXPECT_EQ(spelled("^n:1"), "^n:1||0");
  EXPECT_EQ(spelled("n:"), "n||0");
  EXPECT_EQ(spelled(""), "||0");
  // Too large for a number of an output.
  EXPECT_EQ(spelled("n:99999999999"), "n|99999999999|0");
}

TEST(NodeDetailsTest, AttributesOfEachKind) {
  ReadNode read(R"(
    attr { key: "s" value { s: "a\001" } }
    attr { key: "i" value { i: -5 } }
    attr { key: "f" value { f: 0.1 } }
    attr { key: "b" value { b: true } }
    attr { key: "t" value { type: DT_BFLOAT16 } }
    attr { key: "sh" value { shape { dim { size: 2 name: "d" } } } }
    attr { key: "p" value { placeholder: "T" } }
    attr { key: "fn" value { func { name: "g"
        attr { key: "x" value { i: 1 } } attr { key: "x" value { i: 2 } } } } }
    attr { key: "l" value { list { i: [1, 2] i: 3 } } }
    attr { key: "none" value { } }
    attr { key: "absent" })");
  ASSERT_TRUE(read.ok);
  EXPECT_EQ(read.node.attr("s")->text, StringRef("a\1"));
  EXPECT_EQ(read.node.attr("i")->integer(), -5);
  EXPECT_EQ(read.text(read.node.attr("i")->range), "-5");
  EXPECT_EQ(read.node.attr("f")->floating(), double(0.1f));
  EXPECT_TRUE(read.node.attr("b")->boolean());
  EXPECT_EQ(read.node.attr("t")->type(), DataType::BFloat16);
  EXPECT_EQ(read.node.attr("p")->kind, AttrKind::Placeholder);
  EXPECT_EQ(read.node.attr("p")->text, "T");
  EXPECT_EQ(read.node.attr("none")->kind, AttrKind::None);
  EXPECT_EQ(read.node.attr("absent")->kind, AttrKind::None);
  EXPECT_EQ(read.node.attr("other"), nullptr);

  Shape shape;
  ASSERT_TRUE(readShape(read.context, read.node.attr("sh")->message, shape));
  ASSERT_EQ(shape.dimensions.size(), 1u);
  EXPECT_EQ(read.text(shape.dimensions[0].range), "2");
  EXPECT_EQ(shape.dimensions[0].name, "d");

  FuncValue func;
  ASSERT_TRUE(readFunc(read.context, read.node.attr("fn")->message, func));
  EXPECT_EQ(func.name.text, "g");
  ASSERT_EQ(func.attrs.size(), 1u);
  EXPECT_EQ(func.attrs[0].value.integer(), 2);

  llvm::SmallVector<AttrValue> elements;
  ASSERT_TRUE(readList(read.context, *read.node.attr("l"), elements));
  ASSERT_EQ(elements.size(), 3u);
  EXPECT_EQ(elements[1].integer(), 2);
  EXPECT_EQ(read.text(elements[1].range), "2");
}

TEST(NodeDetailsTest, OfSeveralKindsTheLastHolds) {
  EXPECT_EQ(ReadNode("attr { key: 'a' value { i: 1 s: 'x' } }").value().kind,
            AttrKind::String);
  // Of one kind of message, the parts are put together.
  ReadNode read("attr { key: 'a' value { list { i: 1 } list { i: 2 } } }");
  llvm::SmallVector<AttrValue> elements;
  ASSERT_TRUE(readList(read.context, read.value(), elements));
  EXPECT_EQ(elements.size(), 2u);
  // But not if another kind stood between them.
  ReadNode apart(
      "attr { key: 'a' value { list { i: 1 } b: true list { i: 2 } } }");
  elements.clear();
  ASSERT_TRUE(readList(apart.context, apart.value(), elements));
  EXPECT_EQ(elements.size(), 1u);
}

TEST(NodeDetailsTest, OfEqualNamesTheLastHolds) {
  ReadNode read("attr { key: 'a' value { i: 1 } } attr { key: 'b' } "
                "attr { key: 'a' value { i: 2 } }");
  ASSERT_EQ(read.node.attrs.size(), 2u);
  EXPECT_EQ(read.node.attr("a")->integer(), 2);
  // Parts of the value of one entry are put together.
  ReadNode parts("attr { key: 'a' value { list { b: true } } "
                 "value { list { b: false } } }");
  llvm::SmallVector<AttrValue> elements;
  ASSERT_TRUE(readList(parts.context, parts.value(), elements));
  EXPECT_EQ(elements.size(), 2u);
}

TEST(NodeDetailsTest, WhatIsNotReadIsSkipped) {
  ReadNode read("name: 'n' experimental_debug_info { original_node_names: 'm' }"
                " experimental_type { type_id: TFT_PRODUCT } future: [1, 2]");
  EXPECT_TRUE(read.ok);
  EXPECT_EQ(read.node.name.text, "n");
}

TEST(NodeDetailsTest, AProblemShowsWhenItIsRead) {
  ReadNode read("name: 'n' attr { key: 'a' value { i: 'x' } }");
  EXPECT_EQ(read.problem(), "");
  EXPECT_FALSE(read.ok);
  EXPECT_EQ(read.laterProblem(), "43: the value does not match the field `i`");
  ReadNode escape("name: 'n' attr { key: 'a' value { s: '\\q' } }");
  EXPECT_FALSE(escape.ok);
}

TEST(NodeDetailsTest, BinaryValues) {
  std::string value = bytes(1, bytes(3, varint(1) + varint(2)) + number(3, 3));
  std::string attr = bytes(5, bytes(1, "a") + bytes(2, value));
  ReadGraph read(bytes(1, bytes(1, "n") + attr), graph::GraphFormat::GraphDef,
                 Encoding::Binary);
  NodeDetails node;
  ASSERT_TRUE(readNode(read.context, read.graph().nodes[0].range, node));
  llvm::SmallVector<AttrValue> elements;
  ASSERT_TRUE(readList(read.context, *node.attr("a"), elements));
  ASSERT_EQ(elements.size(), 3u);
  EXPECT_EQ(elements[1].integer(), 2);
  EXPECT_EQ(read.text(elements[1].range), "\x02");
}

TEST(NodeDetailsTest, ElementCounts) {
  auto count = [](std::initializer_list<int64_t> sizes) {
    Shape shape;
    for (int64_t size : sizes)
      shape.dimensions.push_back({size, {}, ""});
    return elementCount(shape);
  };
  EXPECT_EQ(count({}), 1u);
  EXPECT_EQ(count({2, 3}), 6u);
  EXPECT_EQ(count({2, 0}), 0u);
  EXPECT_EQ(count({2, -1}), std::nullopt);
  EXPECT_EQ(count({int64_t(1) << 40, int64_t(1) << 40}), std::nullopt);
  Shape unknown;
  unknown.unknownRank = true;
  EXPECT_EQ(elementCount(unknown), std::nullopt);
}
