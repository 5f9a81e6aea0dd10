//===- ObjectGraphTest.cpp - The objects of a checkpoint ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/ObjectGraph.h"
#include "Runtime/Checkpoints/NamedVariables.h"
#include "Runtime/Checkpoints/SortedTable.h"
#include "Runtime/Data/Crc32c.h"
#include "TestHelpers.h"
#include "Text/Protobuf/MessageWriter.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"

using namespace trainlint;
using namespace trainlint::checkpoints;
using namespace trainlint::test;
using llvm::StringRef;
using proto::MessageWriter;

static std::string variable(StringRef fullName, StringRef key,
                            StringRef name = "VARIABLE_VALUE") {
  return MessageWriter()
      .bytes(1, MessageWriter()
                    .bytes(2, MessageWriter()
                                  .bytes(1, name)
                                  .bytes(2, fullName)
                                  .bytes(3, key)
                                  .take())
                    .take())
      .take();
}

/// An object that refers to another one.
static std::string object(uint64_t child) {
  return MessageWriter()
      .bytes(
          1,
          MessageWriter()
              .bytes(1, MessageWriter().number(1, child).bytes(2, "x").take())
              .bytes(3, MessageWriter().number(3, child).take())
              .take())
      .take();
}

TEST(ObjectGraphTest, VariablesAreFoundWithTheirNames) {
  std::string text =
      object(1) + variable("w", "a/.ATTRIBUTES/VARIABLE_VALUE") +
      variable("", "b") + variable("c", "") +
      variable("d", "d/.ATTRIBUTES/OBJECT_CONFIG_JSON", "OBJECT_CONFIG_JSON");
  auto read = readObjectGraph(text);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].key, "a/.ATTRIBUTES/VARIABLE_VALUE");
  EXPECT_EQ((*read)[0].fullName, "w");
  EXPECT_EQ((*read)[0].path, "a");
  EXPECT_EQ((*read)[1].key, "b");
  EXPECT_EQ((*read)[1].path, "");
}

TEST(ObjectGraphTest, WhatObjectsReferToDoesNotMatter) {
  for (uint64_t child : {uint64_t(0), uint64_t(7), ~uint64_t(0)}) {
    auto read = readObjectGraph(object(child) + variable("w", "k"));
    ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
    EXPECT_EQ(read->size(), 1u);
  }
}

TEST(ObjectGraphTest, WhatIsCutOffIsRefused) {
  std::string text = object(0) + variable("w", "k");
  size_t whole = 0;
  for (size_t size = 0; size < text.size(); ++size) {
    auto read = readObjectGraph(StringRef(text).take_front(size));
    if (read) {
      ++whole;
      continue;
    }
    EXPECT_TRUE(
        StringRef(llvm::toString(read.takeError())).contains("at byte"));
  }
  // Nothing, and the first object.
  EXPECT_EQ(whole, 2u);
}

namespace {
/// A checkpoint of objects whose variables are bytes.
struct Objects {
  std::unique_ptr<TensorBundle> open(StringRef graph,
                                     llvm::ArrayRef<StringRef> keys) {
    std::string data(4, '\0'), size(4, '\0');
    llvm::support::endian::write32le(size.data(), graph.size());
    llvm::support::endian::write32le(data.data(), data::maskedCrc32c(size));
    data += graph;
    uint32_t checksum = data::maskedCrc32c(size + data);
    uint8_t length[10];
    data.insert(0, reinterpret_cast<char *>(length),
                llvm::encodeULEB128(graph.size(), length));
    std::map<std::string, std::string> entries = {{"", "\x08\x01"}};
    entries[ObjectGraphKey.str()] = MessageWriter()
                                        .number(1, 7)
                                        .bytes(2, "")
                                        .number(5, data.size())
                                        .fixed32(6, checksum)
                                        .take();
    for (StringRef key : keys) {
      entries[key.str()] = MessageWriter()
                               .number(1, 4)
                               .bytes(2, "")
                               .number(4, data.size())
                               .number(5, 1)
                               .fixed32(6, data::maskedCrc32c(key.take_back(1)))
                               .take();
      data += key.back();
    }
    folder.write("m.ckpt.index", writeSortedTable(entries));
    folder.write(bundleDataPath("m.ckpt"), data);
    auto opened = TensorBundle::open(folder.path("m.ckpt"));
    EXPECT_TRUE(bool(opened)) << llvm::toString(opened.takeError());
    return std::move(*opened);
  }

  TempFolder folder;
};
} // namespace

TEST(NamedVariablesTest, TheGraphGoesBeforeNamesAndNamesBeforePaths) {
  Objects objects;
  std::string end = "/.ATTRIBUTES/VARIABLE_VALUE";
  std::string a = "a" + end, b = "b" + end, c = "c" + end, d = "d" + end;
  std::unique_ptr<TensorBundle> bundle = objects.open(
      variable("w", a) + variable("twice", b) + variable("twice", c) +
          variable("a", d) + variable("gone", "gone" + end) + variable("w", a),
      {a, b, c, d});
  auto named = NamedVariables::create(
      *bundle, {{"twice", b}, {"twice_1", c}, {"v", "gone" + end}});
  ASSERT_TRUE(bool(named)) << llvm::toString(named.takeError());
  EXPECT_TRUE(named->areObjects());
  EXPECT_EQ(named->keyOf("w"), a);
  EXPECT_EQ(named->keyOf("twice"), b);
  EXPECT_EQ(named->keyOf("twice_1"), c);
  EXPECT_EQ(named->keyOf("a"), d);
  EXPECT_EQ(named->keyOf("b"), b);
  EXPECT_EQ(named->keyOf("gone"), "");
  EXPECT_EQ(named->keyOf("v"), "");
  EXPECT_EQ(named->keyOf(""), "");
  EXPECT_EQ(named->nameOf(a), "w");
  EXPECT_EQ(named->keys().size(), 4u);

  auto unknown = NamedVariables::create(*bundle, {});
  ASSERT_TRUE(bool(unknown)) << llvm::toString(unknown.takeError());
  EXPECT_EQ(unknown->keyOf("twice"), "");
}

TEST(NamedVariablesTest, AStateTakesItsPartOfACheckpointOfObjects) {
  Objects objects;
  std::unique_ptr<TensorBundle> bundle =
      objects.open(variable("w", "kw") + variable("", "kv"), {"kw", "kv"});
  auto read =
      loadStateTensors(objects.folder.path("m.ckpt"), {"w", "other"}, {});
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_TRUE(read->mayHaveMore);
  ASSERT_EQ(read->loaded.file.tensors.size(), 1u);
  EXPECT_EQ(read->loaded.file.tensors["w"].bytes, "w");
  EXPECT_EQ(read->unused, std::vector<std::string>{"kv"});
}
