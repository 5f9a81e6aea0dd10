//===- TensorBundleTest.cpp - Checkpoints of TensorFlow -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/TensorBundle.h"
#include "Runtime/Checkpoints/Snappy.h"
#include "Runtime/Checkpoints/SortedTable.h"
#include "Runtime/Data/Crc32c.h"
#include "TestHelpers.h"
#include "Text/Protobuf/MessageWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <list>

using namespace trainlint;
using namespace trainlint::checkpoints;
using namespace trainlint::test;
using llvm::StringRef;
using pjrt::abi::Buffer_Type;

using Entries = std::map<std::string, std::string>;

static Entries readTable(StringRef text) {
  auto entries = readSortedTable(text);
  EXPECT_TRUE(bool(entries)) << llvm::toString(entries.takeError());
  return entries ? *entries : Entries();
}

TEST(SortedTableTest, TablesOfManyBlocksReadAsTheyWereWritten) {
  Entries entries;
  for (unsigned i = 0; i < 30000; ++i)
    entries["layer_" + std::to_string(i * 7919 % 30000) + "/kernel"] =
        std::string(i % 40, char(i));
  std::string text = writeSortedTable(entries);
  EXPECT_GT(text.size(), 600u * 1024);
  EXPECT_EQ(readTable(text), entries);
  EXPECT_EQ(readTable(writeSortedTable({})), Entries());
}

TEST(SortedTableTest, DamageIsFound) {
  Entries entries = {{"", "header"}, {"a/bias", "1"}, {"a/kernel", "22"}};
  std::string text = writeSortedTable(entries);
  for (size_t size = 0; size < text.size(); ++size)
    EXPECT_TRUE(
        llvm::errorToBool(readSortedTable(text.substr(0, size)).takeError()));
  for (size_t place = 0; place < text.size(); ++place) {
    std::string damaged = text;
    damaged[place] ^= 0x41;
    auto read = readSortedTable(damaged);
    // What fills up the footer says nothing.
    if (read)
      EXPECT_EQ(*read, entries);
    else
      llvm::consumeError(read.takeError());
  }
}

TEST(SnappyTest, LiteralsAndCopiesAreUnpacked) {
  auto unpack = [](StringRef packed) {
    return unpackSnappy(packed).value_or("damaged");
  };
  EXPECT_EQ(unpack(StringRef("\0", 1)), "");
  EXPECT_EQ(unpack("\3\x08"
                   "abc"),
            "abc");
  // Copies of all sizes, of which one repeats itself.
  EXPECT_EQ(unpack(StringRef("\x0a\x08"
                             "abc\x0d\3",
                             7)),
            "abcabcabca");
  EXPECT_EQ(unpack(StringRef("\6\x08"
                             "abc\x0a\3\0",
                             8)),
            "abcabc");
  EXPECT_EQ(unpack(StringRef("\5\x08"
                             "abc\7\2\0\0\0",
                             10)),
            "abcbc");
  std::string longer(300, 'x');
  EXPECT_EQ(unpack(std::string("\xac\2\xf4\x2b\1", 5) + longer), longer);
  for (StringRef damaged :
       {StringRef(""), StringRef("\1"),
        StringRef("\3\x08"
                  "ab"),
        StringRef("\2\x08"
                  "abc"),
        StringRef("\7\x08"
                  "abc\x01\4"),
        StringRef("\7\x08"
                  "abc\x01\0",
                  7),
        StringRef("\7\x08"
                  "abc\x01"),
        StringRef("\xff\xff\xff\xff\x0f\0a", 7), StringRef("\5\xf0"),
        StringRef("\5\xfc\xff\xff\xff\xff"
                  "a")})
    EXPECT_EQ(unpackSnappy(damaged), std::nullopt) << llvm::toHex(damaged);
}

/// The blocks of a table one after the other, packed without gain.
static std::string packTable(StringRef table) {
  StringRef rest = table.drop_back(48);
  std::string out;
  auto pack = [&](const std::string &block) {
    std::string packed;
    llvm::raw_string_ostream bytes(packed);
    llvm::encodeULEB128(block.size(), bytes);
    bytes << '\xf4' << char(block.size() - 1) << char((block.size() - 1) >> 8)
          << block << '\1';
    uint32_t checksum = data::maskedCrc32c(packed);
    std::string handle;
    llvm::raw_string_ostream place(handle);
    llvm::encodeULEB128(out.size(), place);
    llvm::encodeULEB128(packed.size() - 1, place);
    out += packed;
    out.resize(out.size() + 4);
    llvm::support::endian::write32le(&out[out.size() - 4], checksum);
    return handle;
  };
  // One block of entries, none of metadata, and the index of one entry.
  const auto *footer = table.bytes_end() - 48;
  unsigned digits = 0;
  uint64_t metaOffset = llvm::decodeULEB128(footer, &digits);
  std::string content = pack(rest.take_front(metaOffset - 5).str());
  std::string meta = pack(std::string("\0\0\0\0\1\0\0\0", 8));
  std::string entry;
  llvm::raw_string_ostream text(entry);
  text << '\0' << '\1' << char(content.size()) << 'z' << content;
  std::string index = pack(entry + std::string("\0\0\0\0\1\0\0\0", 8));
  std::string end = meta + index;
  end.resize(40);
  return out + end + table.take_back(8).str();
}

TEST(SortedTableTest, PackedBlocksAreRead) {
  Entries entries = {{"", "header"}, {"a/bias", "1"}, {"a/kernel", "22"}};
  std::string packed = packTable(writeSortedTable(entries));
  EXPECT_EQ(readTable(packed), entries);
  for (size_t size = 0; size < packed.size(); ++size)
    EXPECT_TRUE(
        llvm::errorToBool(readSortedTable(packed.substr(0, size)).takeError()));
}

namespace {
/// Files of checkpoints, with tensors of some types.
struct Bundle {
  Bundle() {
    auto add = [&](StringRef name, Buffer_Type type,
                   llvm::ArrayRef<int64_t> dims, std::string bytes) {
      contents.push_back(std::move(bytes));
      tensors[name.str()] = {{type, {dims.begin(), dims.end()}},
                             contents.back()};
    };
    add("dense/kernel", Buffer_Type::F32, {2, 3}, std::string(24, '\1'));
    add("dense/bias", Buffer_Type::F64, {0}, "");
    add("global_step", Buffer_Type::S64, {},
        std::string("\7\0\0\0\0\0\0\0", 8));
    add("half", Buffer_Type::BF16, {1, 1, 2}, "abcd");
  }

  std::string write(StringRef name, StringRef index, StringRef data) {
    folder.write(name.str() + ".index", index);
    folder.write(bundleDataPath(name), data);
    return folder.path(name);
  }
  std::string data(const TensorBundleText &text) {
    return llvm::join(text.bytes, "");
  }

  TempFolder folder;
  std::list<std::string> contents;
  std::map<std::string, TensorView> tensors;
};
} // namespace

TEST(TensorBundleTest, TensorsReadAsTheyWereWritten) {
  Bundle bundle;
  auto text = writeTensorBundle(bundle.tensors);
  ASSERT_TRUE(bool(text));
  std::string prefix =
      bundle.write("model.ckpt-7", text->index, bundle.data(*text));
  for (const std::string &path : {prefix, prefix + ".index"}) {
    ASSERT_TRUE(isTensorBundle(path));
    auto loaded = loadTensorBundle(path);
    ASSERT_TRUE(bool(loaded)) << llvm::toString(loaded.takeError());
    ASSERT_EQ(loaded->file.tensors.size(), bundle.tensors.size());
    for (const auto &[name, tensor] : bundle.tensors) {
      EXPECT_EQ(loaded->file.tensors[name].shape, tensor.shape) << name;
      EXPECT_EQ(loaded->file.tensors[name].bytes, tensor.bytes) << name;
    }
  }
}

static std::string problemOf(StringRef prefix) {
  auto loaded = loadTensorBundle(prefix);
  return loaded ? "" : llvm::toString(loaded.takeError());
}

TEST(TensorBundleTest, WhatContradictsItselfIsRefused) {
  Bundle bundle;
  auto text = writeTensorBundle(bundle.tensors);
  ASSERT_TRUE(bool(text));
  std::string data = bundle.data(*text);
  Entries entries = readTable(text->index);
  auto problem = [&](StringRef name, const Entries &changed) {
    return problemOf(bundle.write(name, writeSortedTable(changed), data));
  };
  auto with = [&](StringRef name, StringRef more) {
    Entries changed = entries;
    changed[name.str()] += more;
    return changed;
  };
  // A field that comes again replaces what was said before.
  EXPECT_TRUE(StringRef(problem("a", with("half", StringRef("\x28\x05", 2))))
                  .contains("bytes, which are not those of its shape"));
  EXPECT_TRUE(
      StringRef(problem("b", with("half", StringRef("\x20\xff\x7f", 3))))
          .contains("it lies outside of its file"));
  EXPECT_TRUE(StringRef(problem("c", with("half", StringRef("\x18\x05", 2))))
                  .contains("there is no such file"));
  EXPECT_TRUE(StringRef(problem("d", with("half", StringRef("\x3a\x00", 2))))
                  .contains("it is stored in slices"));
  EXPECT_TRUE(StringRef(problem("e", with("half", StringRef("\x08\x63", 2))))
                  .contains("its element type is not known"));
  EXPECT_TRUE(StringRef(problem("f", with("", StringRef("\x10\x01", 2))))
                  .contains("its numbers are big-endian"));
  Entries doubled = entries;
  for (char name = 'a'; name < 'z'; ++name)
    doubled[std::string("kernel_") + name] = entries["dense/kernel"];
  EXPECT_TRUE(
      StringRef(problem("g", doubled)).contains("it shares bytes with others"));
  // Text is no state.
  Entries texts = with("half", StringRef("\x08\x07", 2));
  EXPECT_EQ(problem("h", texts), "");
}

TEST(TensorBundleTest, ReplacedTensorsLeaveAllElseAsItWas) {
  Bundle bundle;
  auto text = writeTensorBundle(bundle.tensors);
  ASSERT_TRUE(bool(text));
  std::string data = bundle.data(*text);
  std::string prefix = bundle.write("model.ckpt", text->index, data);
  auto opened = TensorBundle::open(prefix);
  ASSERT_TRUE(bool(opened)) << llvm::toString(opened.takeError());
  auto same =
      (*opened)->replace({{"half", "abcd"},
                          {"dense/bias", ""},
                          {"dense/kernel", StringRef(data).take_front(24)}});
  ASSERT_TRUE(bool(same)) << llvm::toString(same.takeError());
  EXPECT_EQ(same->index, text->index);
  ASSERT_EQ(same->data.size(), 1u);
  EXPECT_EQ(same->data[0].first, ".data-00000-of-00001");
  EXPECT_EQ(llvm::join(same->data[0].second, ""), data);

  auto changed = (*opened)->replace({{"half", "wxyz"}});
  ASSERT_TRUE(bool(changed)) << llvm::toString(changed.takeError());
  std::string other = bundle.write("other.ckpt", changed->index,
                                   llvm::join(changed->data[0].second, ""));
  auto loaded = loadTensorBundle(other);
  ASSERT_TRUE(bool(loaded)) << llvm::toString(loaded.takeError());
  bundle.tensors["half"].bytes = "wxyz";
  for (const auto &[name, tensor] : bundle.tensors)
    EXPECT_EQ(loaded->file.tensors[name].bytes, tensor.bytes) << name;

  EXPECT_EQ(llvm::toString((*opened)->replace({{"half", "ab"}}).takeError()),
            "cannot use `" + prefix +
                "`: tensor `half`: it has 4 bytes, and there are 2 now");
  EXPECT_EQ(llvm::toString((*opened)->replace({{"no", ""}}).takeError()),
            "cannot use `" + prefix + "`: tensor `no`: it is not there");
}

TEST(TensorBundleTest, TextIsReadWithItsChecksums) {
  Bundle bundle;
  std::string size("\5\0\0\0", 4);
  std::string stored(4, '\0');
  llvm::support::endian::write32le(stored.data(), data::maskedCrc32c(size));
  auto write = [&](StringRef name, std::string data, StringRef summed,
                   StringRef shape = "") {
    std::string entry = proto::MessageWriter()
                            .number(1, 7)
                            .bytes(2, shape)
                            .number(5, data.size())
                            .fixed32(6, data::maskedCrc32c(summed))
                            .take();
    return bundle.write(
        name, writeSortedTable({{"", std::string("\x08\x01")}, {"t", entry}}),
        data);
  };
  auto textOf = [](const std::string &prefix) -> std::string {
    auto opened = TensorBundle::open(prefix);
    EXPECT_TRUE(bool(opened)) << llvm::toString(opened.takeError());
    auto text = (*opened)->text("t");
    return text ? text->str() : llvm::toString(text.takeError());
  };
  std::string summed = size + stored + "words";
  EXPECT_EQ(textOf(write("a", "\5" + stored + "words", summed)), "words");
  for (std::string data : {"\5" + stored + "word", "\5" + stored.substr(1),
                           std::string("\xff"), std::string()})
    EXPECT_TRUE(StringRef(textOf(write("b", data, summed)))
                    .ends_with("its string is not as long as it says"));
  for (std::string data : {"\5" + stored + "wordz", "\5" + size + "words"})
    EXPECT_TRUE(StringRef(textOf(write("c", data, summed)))
                    .ends_with("it has another checksum"));
  EXPECT_TRUE(StringRef(textOf(write("d", "\5" + stored + "words", summed,
                                     StringRef("\x12\x02\x08\x01", 4))))
                  .ends_with("it is not one string"));
}
