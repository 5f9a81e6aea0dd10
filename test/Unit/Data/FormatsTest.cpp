//===- FormatsTest.cpp - Files of data ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Crc32c.h"
#include "Runtime/Data/Example.h"
#include "Runtime/Data/Gzip.h"
#include "Runtime/Data/Idx.h"
#include "Runtime/Data/RecordFile.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::data;
using namespace trainlint::test;
using llvm::StringRef;
using namespace std::string_literals;

/// The shape of an array in a file, and the bytes of an example.
static std::string readIdx(StringRef text, int64_t example = 0) {
  FileBytes file = FileBytes::inMemory(text);
  auto array = readIdxHeader(file);
  if (!array)
    return llvm::toString(array.takeError());
  ArrayTable table(file, *array);
  Row row;
  EXPECT_EQ(messageOf(table.read(example, FieldUse(), row)), "");
  return array->shape.text() + " " + row.values.front().str();
}

TEST(Idx, ReadsBytesAndWiderNumbers) {
  std::string bytes = "\0\0\x08\x02\0\0\0\2\0\0\0\3abcdef"s;
  EXPECT_EQ(readIdx(bytes, 0), "tensor<2x3xui8> abc");
  EXPECT_EQ(readIdx(bytes, 1), "tensor<2x3xui8> def");
  std::string shorts = "\0\0\x0B\x01\0\0\0\2\1\2\3\4"s;
  EXPECT_EQ(readIdx(shorts, 0), "tensor<2xi16> \2\1");
  EXPECT_EQ(readIdx(shorts, 1), "tensor<2xi16> \4\3");
}

TEST(Idx, RefusesWhatIsDamaged) {
  EXPECT_EQ(readIdx("\0\0\x07\x01\0\0\0\0"s), "it is no IDX file");
  EXPECT_EQ(readIdx("\0\0\x08\x02\0\0\0\2"s), "it is cut off");
  EXPECT_EQ(readIdx("\0\0\x08\x01\0\0\0\3ab"s),
            "tensor<3xui8> needs 3 bytes, and there are 2");
  EXPECT_EQ(readIdx("\0\0\x08\x01\0\0\0\1ab"s),
            "tensor<1xui8> needs 1 bytes, and there are 2");
  std::string huge = "\0\0\x08\x04"s + std::string(16, '\xff');
  EXPECT_EQ(readIdx(huge), "its shape has more elements than any computer");
}

/// What a file unpacks to, or why it does not.
static std::string unpack(StringRef packed, uint64_t most) {
  auto text = unpackGzip(FileBytes::inMemory(packed), most);
  if (!text)
    return llvm::toString(text.takeError());
  Scratch scratch;
  return llvm::cantFail(text->read(0, text->size(), scratch)).str();
}

TEST(Gzip, RefusesWhatIsDamaged) {
  // `printf hello | gzip -n`
  std::string packed("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcb\x48\xcd\xc9"
                     "\xc9\x07\x00\x86\xa6\x10\x36\x05\x00\x00\x00",
                     25);
  EXPECT_EQ(unpack(packed, 100), "hello");
  EXPECT_EQ(unpack(packed + packed, 100), "hellohello");
  for (size_t size = 2; size < packed.size(); ++size)
    EXPECT_EQ(unpack(StringRef(packed).take_front(size), 100), "it is cut off")
        << size;
  packed[20] ^= 1;
  EXPECT_EQ(unpack(packed, 100), "it is damaged");
}

TEST(Gzip, DoesNotUnpackMoreThanIsAllowed) {
  // `head -c 1000000 /dev/zero | gzip -n9`, many members of it.
  std::string packed(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcb\x48\xcd\xc9\xc9\x07\x00\x86"
      "\xa6\x10\x36\x05\x00\x00\x00",
      25);
  std::string many;
  for (int member = 0; member < 20; ++member)
    many += packed;
  EXPECT_EQ(unpack(many, 49), "it unpacks to more than 49 bytes");
}

TEST(Crc32c, GivesTheKnownChecksums) {
  EXPECT_EQ(crc32c("123456789"), 0xE3069283u);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAu);
  EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62A8AB43u);
  EXPECT_EQ(crc32c("6789", crc32c("12345")), 0xE3069283u);
}

/// The records of a file as texts, or why it has none.
static std::vector<std::string> recordsOf(StringRef text) {
  FileBytes file = FileBytes::inMemory(text);
  std::vector<std::string> visited, read;
  auto places = indexRecords(file, [&](int64_t, StringRef record) {
    visited.push_back(record.str());
    return llvm::Error::success();
  });
  if (!places)
    return {"error: " + llvm::toString(places.takeError())};
  Scratch scratch;
  for (size_t number = 0; number + 1 < places->size(); ++number)
    read.push_back(
        llvm::cantFail(readRecord(file, *places, number, scratch)).str());
  EXPECT_EQ(visited, read);
  return read;
}

static bool isError(const std::vector<std::string> &records) {
  return records.size() == 1 && StringRef(records[0]).starts_with("error: ");
}

TEST(RecordFile, ReadsWhatItWrites) {
  std::string file;
  appendRecord(file, "one");
  appendRecord(file, "");
  appendRecord(file, "three");
  EXPECT_TRUE(isRecordFile(file));
  EXPECT_EQ(recordsOf(file), (std::vector<std::string>{"one", "", "three"}));
  EXPECT_TRUE(recordsOf("").empty());
}

TEST(RecordFile, FindsEveryDamage) {
  std::string file;
  appendRecord(file, "one");
  appendRecord(file, "three");
  for (size_t at = 0; at < file.size(); ++at) {
    std::string damaged = file;
    damaged[at] ^= 0x10;
    EXPECT_TRUE(isError(recordsOf(damaged))) << at;
  }
  for (size_t size = 1; size < file.size(); ++size) {
    bool isCut = isError(recordsOf(StringRef(file).take_front(size)));
    EXPECT_EQ(isCut, size != 19) << size;
  }
  file[13] ^= 1;
  EXPECT_EQ(recordsOf(file)[0],
            "error: record 0, at byte 0, does not have its checksum");
}

TEST(Example, ReadsAllKindsOfFeatures) {
  // {"b": bytes ["xy"], "f": float [1.0, 2.0], "i": int64 [3, -1]}
  std::string text =
      "\x0a\x37"
      "\x0a\x0b\x0a\x01"s
      "b\x12\x06\x0a\x04\x0a\x02xy"
      "\x0a\x11\x0a\x01"s
      "f\x12\x0c\x12\x0a\x0a\x08\0\0\x80\x3f\0\0\0\x40"s
      "\x0a\x15\x0a\x01"s
      "i\x12\x10\x1a\x0e\x08\x03\x0a\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"s;
  text[1] = static_cast<char>(text.size() - 2);
  auto example = readExample(text);
  ASSERT_TRUE(bool(example)) << messageOf(std::move(example));
  EXPECT_EQ(std::get<std::vector<StringRef>>(example->at("b")),
            std::vector<StringRef>{"xy"});
  EXPECT_EQ(std::get<std::vector<float>>(example->at("f")),
            (std::vector<float>{1, 2}));
  EXPECT_EQ(std::get<std::vector<int64_t>>(example->at("i")),
            (std::vector<int64_t>{3, -1}));
  for (size_t size = 1; size < text.size(); ++size)
    EXPECT_NE(messageOf(readExample(StringRef(text).take_front(size))), "")
        << size;
}
