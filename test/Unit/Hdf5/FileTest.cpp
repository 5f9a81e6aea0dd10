//===- FileTest.cpp - Tests of reading HDF5 -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Hdf5/File.h"
#include "Hdf5File.h"
#include "gtest/gtest.h"
#include <zlib.h>

using namespace trainlint;
using namespace trainlint::hdf5;
using llvm::StringRef;
using test::Hdf5File;

static std::string number(uint64_t value, unsigned size) {
  return Hdf5File::number(value, size);
}

/// Reads all of an object and of what is below it. Returns how many datasets it
/// has, and fails where something is damaged.
static llvm::Expected<unsigned> readAll(File &file, uint64_t object,
                                        unsigned depth) {
  auto attributes = file.attributes(object);
  if (!attributes)
    return attributes.takeError();
  for (const Attribute &attribute : *attributes) {
    auto strings = file.strings(attribute);
    if (!strings)
      llvm::consumeError(strings.takeError());
  }
  unsigned count = 0;
  auto dataset = file.dataset(object);
  if (!dataset)
    return dataset.takeError();
  if (*dataset) {
    std::string storage;
    auto bytes = file.read(**dataset, storage);
    if (!bytes)
      return bytes.takeError();
    EXPECT_EQ(bytes->size(), (*dataset)->byteSize());
    ++count;
  }
  auto links = file.links(object);
  if (!links)
    return links.takeError();
  for (const Link &link : *links) {
    if (depth == 0)
      break;
    auto below = readAll(file, link.address, depth - 1);
    if (!below)
      return below.takeError();
    count += *below;
  }
  return count;
}

/// What is wrong with a file; empty if it can be read.
static std::string problemOf(StringRef bytes, unsigned datasets = 0) {
  auto file = File::open(bytes);
  if (!file)
    return llvm::toString(file.takeError());
  auto count = readAll(**file, (*file)->root(), /*depth=*/8);
  if (!count)
    return llvm::toString(count.takeError());
  if (datasets != 0) {
    EXPECT_EQ(*count, datasets);
  }
  return "";
}

static std::string packed(StringRef text) {
  uLongf size = compressBound(text.size());
  std::string out(size, '\0');
  compress(reinterpret_cast<Bytef *>(out.data()), &size, text.bytes_begin(),
           text.size());
  out.resize(size);
  return out;
}

/// A dataset of 2x3 floats in chunks of 2x2, of which the second reaches over
/// the edge.
static uint64_t addChunked(Hdf5File &file, uint32_t chunkRows = 2) {
  auto floats = [](llvm::ArrayRef<float> values) {
    return std::string(reinterpret_cast<const char *>(values.data()),
                       values.size() * sizeof(float));
  };
  std::string first = packed(floats({1, 2, 4, 5}));
  std::string second = packed(floats({3, 9, 6, 9}));
  uint64_t places[] = {file.add(first), file.add(second)};
  auto entry = [&](const std::string &chunk, uint64_t column, uint64_t place) {
    return number(chunk.size(), 4) + number(0, 4) + number(0, 8) +
           number(column, 8) + number(0, 8) + number(place, 8);
  };
  uint64_t tree =
      file.add("TREE" + number(1, 2) + number(2, 2) + number(UINT64_MAX, 8) +
               number(UINT64_MAX, 8) + entry(first, 0, places[0]) +
               entry(second, 2, places[1]) + number(0, 32));
  return file.header(
      {{0x01, Hdf5File::space({2, 3})},
       {0x03, Hdf5File::float32()},
       {0x0B, number(1, 1) + number(1, 1) + number(0, 6) + number(1, 2) +
                  number(0, 2) + number(1, 2) + number(1, 2) + number(4, 4) +
                  number(0, 4)},
       {0x08, number(3, 1) + number(2, 1) + number(3, 1) + number(tree, 8) +
                  number(chunkRows, 4) + number(2, 4) + number(4, 4)}});
}

static std::string wholeFile() {
  Hdf5File file;
  uint64_t kernel = file.contiguous(Hdf5File::float32(), {2}, "abcdefgh");
  uint64_t chunks = addChunked(file);
  uint64_t group =
      file.group({{"kernel:0", kernel}, {"packed", chunks}},
                 {Hdf5File::attribute("names", Hdf5File::fixedString(4), {2},
                                      std::string("one\0four", 8))});
  auto config = file.variableText("model_config", "{\"a\": 1}");
  return file.finish(file.group(
      {{"layer", group}}, {config, Hdf5File::text("keras_version", "2.15")}));
}

TEST(Hdf5Test, GroupsAttributesAndDatasets) {
  std::string bytes = wholeFile();
  auto file = File::open(bytes);
  ASSERT_TRUE(bool(file)) << llvm::toString(file.takeError());
  File &read = **file;
  auto config = read.attribute(read.root(), "model_config");
  ASSERT_TRUE(config && *config);
  auto text = read.strings(**config);
  ASSERT_TRUE(bool(text));
  EXPECT_EQ(*text, std::vector<StringRef>{"{\"a\": 1}"});
  auto none = read.attribute(read.root(), "training_config");
  ASSERT_TRUE(bool(none));
  EXPECT_FALSE(*none);

  auto links = read.links(read.root());
  ASSERT_TRUE(bool(links));
  ASSERT_EQ(links->size(), 1u);
  EXPECT_EQ(links->front().name, "layer");
  auto names = read.attribute(links->front().address, "names");
  ASSERT_TRUE(names && *names);
  auto strings = read.strings(**names);
  ASSERT_TRUE(bool(strings));
  EXPECT_EQ(*strings, (std::vector<StringRef>{"one", "four"}));

  auto inner = read.links(links->front().address);
  ASSERT_TRUE(bool(inner));
  ASSERT_EQ(inner->size(), 2u);
  auto kernel = read.dataset((*inner)[0].address);
  ASSERT_TRUE(kernel && *kernel);
  EXPECT_EQ((*kernel)->type.text(), "float32");
  EXPECT_EQ((*kernel)->sizes, Sizes{2});
  std::string storage;
  auto data = read.read(**kernel, storage);
  ASSERT_TRUE(bool(data));
  EXPECT_EQ(*data, "abcdefgh");
  // It is where it is in the file.
  EXPECT_EQ(data->data() - bytes.data(), 96);

  auto chunks = read.dataset((*inner)[1].address);
  ASSERT_TRUE(chunks && *chunks);
  auto unpacked = read.read(**chunks, storage);
  ASSERT_TRUE(bool(unpacked)) << llvm::toString(unpacked.takeError());
  ASSERT_EQ(unpacked->size(), 24u);
  for (int i = 0; i < 6; ++i) {
    float value;
    memcpy(&value, unpacked->data() + 4 * i, 4);
    EXPECT_EQ(value, i + 1);
  }
}

TEST(Hdf5Test, BehindABlockOfTheUsers) {
  EXPECT_EQ(problemOf(std::string(512, 'x') + wholeFile(), 2), "");
  EXPECT_TRUE(isHdf5(std::string(512, 'x') + wholeFile()));
  EXPECT_FALSE(isHdf5(std::string(100, 'x') + wholeFile()));
}

/// The new form, which h5py writes if it is asked to.
TEST(Hdf5Test, HeadersWithMessagesForLinks) {
  std::string head = "\x89HDF\r\n\x1A\n" + number(2, 1) + number(8, 1) +
                     number(8, 1) + number(0, 1) + number(0, 8) +
                     number(UINT64_MAX, 8);
  auto header = [](const std::string &messages) {
    return "OHDR" + number(2, 1) + number(0, 1) + number(messages.size(), 1) +
           messages + number(0, 4);
  };
  auto message = [](unsigned type, const std::string &content) {
    return number(type, 1) + number(content.size(), 2) + number(0, 1) + content;
  };
  auto file = [&](const std::string &messages) {
    std::string root = header(messages);
    return head + number(48 + root.size(), 8) + number(48, 8) + number(0, 4) +
           root;
  };
  auto link = [&](unsigned kind) {
    return message(6, number(1, 1) + number(8, 1) + number(kind, 1) +
                          number(5, 1) + "layer" + number(48, 8));
  };
  auto opened = [&](const std::string &bytes) {
    auto file = File::open(bytes);
    EXPECT_TRUE(bool(file));
    auto links = (*file)->links((*file)->root());
    EXPECT_TRUE(bool(links));
    return links->size();
  };
  EXPECT_EQ(opened(file(link(0))), 1u);
  // Links that lead elsewhere are none.
  EXPECT_EQ(opened(file(link(1) + link(0) + link(64))), 1u);
  EXPECT_EQ(problemOf(file(message(2, number(0, 2) + number(48, 16)))),
            "a group keeps its links in the dense form, which h5py writes with "
            "`libver='latest'` only, and which is not read");
  EXPECT_EQ(problemOf(file(message(0x15, number(0, 2) + number(48, 16)))),
            "an object keeps its attributes in the dense form, which h5py "
            "writes with `libver='latest'` only, and which is not read");
  // A group that holds itself is read as deep as somebody asks.
  EXPECT_EQ(problemOf(file(link(0))), "");
}

TEST(Hdf5Test, WhatIsCutOffIsRefused) {
  std::string bytes = wholeFile();
  for (size_t size = 8; size < bytes.size(); ++size) {
    std::string problem = problemOf(StringRef(bytes).take_front(size));
    EXPECT_NE(problem.find("the file is cut off"), std::string::npos)
        << size << ": " << problem;
  }
  EXPECT_EQ(problemOf(StringRef(bytes).take_front(7)),
            "the file has no signature of HDF5");
}

/// Where the superblock does not tell, the structures do.
TEST(Hdf5Test, WhatIsCutOffWithoutBeingSaid) {
  std::string bytes = wholeFile();
  bytes.replace(40, 8, number(0, 8));
  for (size_t size = 96; size < bytes.size(); ++size)
    EXPECT_NE(problemOf(StringRef(bytes).take_front(size)), "") << size;
}

TEST(Hdf5Test, AnyByteMayBeAnything) {
  std::string bytes = wholeFile();
  unsigned refused = 0;
  for (size_t at = 8; at < bytes.size(); ++at)
    for (unsigned change : {1u, 0x80u, 0xFFu, 0x5Au}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      refused += !problemOf(damaged).empty();
    }
  EXPECT_GT(refused, 200u);
}

TEST(Hdf5Test, SizesThatNobodyHas) {
  Hdf5File file;
  uint64_t place = file.add("abcd");
  uint64_t huge = file.header(
      {{0x01, Hdf5File::space({UINT64_MAX, UINT64_MAX})},
       {0x03, Hdf5File::float32()},
       {0x08, number(3, 1) + number(1, 1) + number(place, 8) + number(4, 8)}});
  EXPECT_EQ(problemOf(file.finish(huge)),
            "a dataset has more elements than a file can hold");

  Hdf5File outside;
  uint64_t large = outside.header(
      {{0x01, Hdf5File::space({1 << 20})},
       {0x03, Hdf5File::float32()},
       {0x08, number(3, 1) + number(1, 1) + number(96, 8) + number(4, 8)}});
  std::string bytes = outside.finish(large);
  EXPECT_EQ(problemOf(bytes), "the elements of a dataset lie outside of the "
                              "file: 4194304 bytes at 96 of " +
                                  std::to_string(bytes.size()));

  // Nothing was written, and zeros are not made without limit.
  Hdf5File empty;
  auto unwritten = [&](uint64_t count) {
    return empty.header({{0x01, Hdf5File::space({count})},
                         {0x03, Hdf5File::float32()},
                         {0x08, number(3, 1) + number(1, 1) +
                                    number(UINT64_MAX, 8) + number(0, 8)}});
  };
  uint64_t some = unwritten(100), many = unwritten(uint64_t(1) << 40);
  EXPECT_EQ(problemOf(Hdf5File(empty).finish(some), 1), "");
  EXPECT_NE(problemOf(empty.finish(many)).find("may give"), std::string::npos);
}

TEST(Hdf5Test, ChunksThatUnpackToFarMore) {
  Hdf5File file;
  EXPECT_EQ(problemOf(file.finish(addChunked(file, /*chunkRows=*/1 << 27))),
            "the chunks of a dataset are damaged");
  // One chunk of 16 MiB, which many entries of the tree unpack.
  Hdf5File bomb;
  constexpr uint64_t Size = 16 << 20;
  std::string chunk = packed(std::string(Size, '\0'));
  uint64_t place = bomb.add(chunk);
  std::string entries;
  constexpr unsigned Count = 1000;
  for (unsigned i = 0; i < Count; ++i)
    entries += number(chunk.size(), 4) + number(0, 20) + number(place, 8);
  uint64_t tree = bomb.add("TREE" + number(1, 2) + number(Count, 2) +
                           number(UINT64_MAX, 16) + entries + number(0, 24));
  uint64_t dataset = bomb.header(
      {{0x01, Hdf5File::space({Size / 4})},
       {0x03, Hdf5File::float32()},
       {0x0B, number(1, 1) + number(1, 1) + number(0, 6) + number(1, 2) +
                  number(0, 4) + number(0, 2)},
       {0x08, number(3, 1) + number(2, 1) + number(2, 1) + number(tree, 8) +
                  number(Size / 4, 4) + number(4, 4)}});
  EXPECT_EQ(problemOf(bomb.finish(dataset)),
            "structures of the file overlap each other");
}

/// Trees that hold themselves, and nodes that many trees share.
TEST(Hdf5Test, StructuresThatShareTheirParts) {
  Hdf5File file;
  uint64_t data = file.add(std::string(16, '\0'));
  uint64_t heap = file.add("HEAP" + number(0, 4) + number(16, 8) +
                           number(1, 8) + number(data, 8));
  uint64_t below = file.add("SNOD" + number(1, 2) + number(0, 2));
  for (unsigned level = 0; level < 40; ++level)
    below = file.add("TREE" + number(level << 8, 2) + number(2, 2) +
                     number(UINT64_MAX, 8) + number(UINT64_MAX, 8) +
                     number(0, 8) + number(below, 8) + number(0, 8) +
                     number(below, 8) + number(0, 8));
  uint64_t root = file.header({{0x11, number(below, 8) + number(heap, 8)}});
  EXPECT_EQ(problemOf(file.finish(root)),
            "structures of the file overlap each other");

  // A header whose continuation is itself.
  Hdf5File circle;
  uint64_t self = 96;
  EXPECT_EQ(circle.header({{0x10, number(self + 16, 8) + number(24, 8)}}),
            self);
  EXPECT_NE(problemOf(circle.finish(self)), "");
}

TEST(Hdf5Test, WhatIsNotRead) {
  Hdf5File external;
  uint64_t elsewhere =
      external.header({{0x01, Hdf5File::space({1})},
                       {0x03, Hdf5File::float32()},
                       {0x07, number(0, 16)},
                       {0x08, number(3, 1) + number(1, 1) + number(0, 16)}});
  EXPECT_EQ(problemOf(external.finish(elsewhere)),
            "the elements of a dataset are in other files");
  std::string bytes = wholeFile();
  bytes[8] = 9;
  EXPECT_EQ(problemOf(bytes),
            "the superblock has version 9, and 0 to 3 are read");
  bytes[8] = 0;
  bytes[13] = 4;
  EXPECT_EQ(problemOf(bytes),
            "offsets have 4 bytes and lengths 8, and 8 are read");
}
