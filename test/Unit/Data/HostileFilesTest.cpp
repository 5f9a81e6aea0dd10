//===- HostileFilesTest.cpp - Files that mean harm ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/SafeTensors.h"
#include "Runtime/Data/Example.h"
#include "Runtime/Data/Idx.h"
#include "Runtime/Data/RecordFile.h"
#include "Runtime/Tensor/Npy.h"
#include "TestHelpers.h"
#include "llvm/Support/Endian.h"
#include <functional>

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

namespace {
/// A reader of bytes: what it says of them, empty if it takes them.
using Reader = std::function<std::string(StringRef)>;
} // namespace

static std::string npy(StringRef bytes) {
  return messageOf(run::readNpy(bytes));
}
static std::string idx(StringRef bytes) {
  return messageOf(data::readIdxHeader(data::FileBytes::inMemory(bytes)));
}
static std::string tensors(StringRef bytes) {
  return messageOf(checkpoints::readTensorFile(bytes));
}
static std::string records(StringRef bytes) {
  return messageOf(data::indexRecords(
      data::FileBytes::inMemory(bytes),
      [](int64_t, StringRef record) -> llvm::Error {
        auto example = data::readExample(record);
        return example ? llvm::Error::success() : example.takeError();
      }));
}

static std::string npyFile(StringRef header, size_t size) {
  std::string out = "\x93NUMPY\x02";
  out.push_back(0);
  char length[4];
  llvm::support::endian::write32le(length, header.size());
  return out + std::string(length, 4) + header.str() + std::string(size, 1);
}

static std::string npyOf(StringRef descr, StringRef shape, size_t size = 24) {
  return npyFile(("{'descr': '" + descr +
                  "', 'fortran_order': True, 'shape': (" + shape + "), }")
                     .str(),
                 size);
}

static std::string tensorFile(StringRef header, size_t size = 0) {
  char length[8];
  llvm::support::endian::write64le(length, header.size());
  return std::string(length, 8) + header.str() + std::string(size, 1);
}

static std::string tensor(StringRef name, StringRef shape, int64_t begin,
                          int64_t end) {
  return ("\"" + name + "\":{\"dtype\":\"F32\",\"shape\":[" + shape +
          "],\"data_offsets\":[" + llvm::Twine(begin) + "," + llvm::Twine(end) +
          "]}")
      .str();
}

static std::string idxFile(std::vector<uint32_t> sizes, size_t bytes) {
  std::string out = {0, 0, 0x0D, static_cast<char>(sizes.size())};
  for (uint32_t size : sizes) {
    char written[4];
    llvm::support::endian::write32be(written, size);
    out.append(written, 4);
  }
  return out + std::string(bytes, 1);
}

static std::string recordFile() {
  // An example with the feature "a": [1, 2], packed.
  StringRef example("\x0a\x0d\x0a\x0b\x0a\x01\x61\x12\x06\x1a\x04\x0a\x02\x01"
                    "\x02",
                    15);
  std::string out;
  data::appendRecord(out, example);
  data::appendRecord(out, example);
  return out;
}

/// Cuts a file at each byte, and changes each byte. Whatever is said of it has
/// to be short enough to be read.
static void checkCopies(const std::string &file, Reader read) {
  ASSERT_EQ(read(file), "");
  auto check = [&](StringRef copy) { EXPECT_LT(read(copy).size(), 2000u); };
  for (size_t size = 0; size < file.size(); ++size) {
    // Sanitizers see what is read beyond the end of a copy of its own.
    std::vector<char> cut(file.begin(), file.begin() + size);
    check(StringRef(cut.data(), cut.size()));
  }
  for (size_t at = 0; at < file.size(); ++at)
    for (unsigned char byte :
         {0x00, 0x01, 0x20, 0x2d, 0x39, 0x7f, 0x80, 0xff}) {
      std::string changed = file;
      changed[at] = byte;
      check(changed);
    }
}

TEST(HostileFiles, CutAndChanged) {
  checkCopies(npyOf("<f4", "2, 3"), npy);
  checkCopies(npyOf(">i2", "3, 4"), npy);
  checkCopies(idxFile({2, 3}, 24), idx);
  checkCopies(tensorFile("{" + tensor("a", "2,3", 0, 24) + "," +
                             tensor("b", "", 24, 28) + "}",
                         28),
              tensors);
  checkCopies(recordFile(), records);
}

TEST(HostileFiles, NpyHeaders) {
  std::string tooMany = "its shape has more elements than any computer";
  std::string unreadable = "its header cannot be read";
  EXPECT_EQ(npy(npyOf("<f4", "2, 3")), "");
  EXPECT_EQ(npy(npyOf("<f4", "4611686018427387904, 4")), tooMany);
  EXPECT_EQ(npy(npyOf("<f4", "4611686018427387904, 4611686018427387904")),
            tooMany);
  // Their parts would have a size even where the whole has none.
  EXPECT_EQ(npy(npyOf("<f4", "0, 4611686018427387904, 4611686018427387904")),
            tooMany);
  EXPECT_EQ(npy(npyOf("<f4", "-2, -3")), unreadable);
  EXPECT_EQ(npy(npyOf("<f4", "99999999999999999999999")), unreadable);
  std::string ones;
  for (int i = 0; i < 64; ++i)
    ones += "1,";
  EXPECT_EQ(npy(npyOf("<f4", ones)), "");
  EXPECT_EQ(npy(npyOf("<f4", ones + "1,")), unreadable);
  EXPECT_LT(npy(npyOf(std::string(1 << 18, 'f'), "2, 3")).size(), 500u);
  EXPECT_LT(npy(npyOf("V" + std::string(1 << 18, '9'), "2, 3")).size(), 500u);
  EXPECT_EQ(npy(npyFile(std::string(3 << 20, ' '), 0)), unreadable);
  EXPECT_EQ(npy(StringRef("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)),
            "it is cut off");
}

TEST(HostileFiles, IdxHeaders) {
  EXPECT_EQ(idx(idxFile({2, 3}, 24)), "");
  EXPECT_EQ(idx(idxFile(std::vector<uint32_t>(127, 1), 4)), "");
  std::string tooMany = "its shape has more elements than any computer";
  EXPECT_EQ(idx(idxFile(std::vector<uint32_t>(127, UINT32_MAX), 4)), tooMany);
  EXPECT_EQ(idx(idxFile({0, UINT32_MAX, UINT32_MAX, UINT32_MAX}, 0)), tooMany);
}

TEST(HostileFiles, TensorHeaders) {
  auto header = [](const std::string &text, size_t size = 0) {
    return tensors(tensorFile("{" + text + "}", size));
  };
  EXPECT_EQ(header(""), "");
  EXPECT_EQ(header(tensor("a", "1", 0, 4) + "," + tensor("b", "1", 2, 6), 6),
            "tensor `b` begins at byte 2 instead of 4");
  EXPECT_EQ(header(tensor("a", "1", 0, 4) + "," + tensor("b", "1", 0, 4), 4),
            "tensor `b` begins at byte 0 instead of 4");
  EXPECT_EQ(header(tensor("a", "0", 0, 0) + "," + tensor("a", "1", 0, 4), 4),
            "tensor `a` is defined twice");
  EXPECT_EQ(header(tensor("a", "1", 4, 0)),
            "tensor `a` has offsets that are no range");
  EXPECT_EQ(header(tensor("a", "1", -4, 0)),
            "tensor `a` has offsets that are no range");
  std::string none = "tensor `a` has a shape that none can have";
  EXPECT_EQ(header(tensor("a", "-1", 0, 4)), none);
  EXPECT_EQ(header(tensor("a", "4611686018427387904,4", 0, 0)), none);
  EXPECT_EQ(header(tensor("a", "0,4611686018427387904,4", 0, 0)), none);
  EXPECT_EQ(header(tensor("a", "1.5", 0, 4)), none);
  std::string ones = "1";
  for (int i = 1; i < 1'000'000; ++i)
    ones += ",1";
  EXPECT_EQ(header(tensor("a", ones, 0, 4), 4), none);
  EXPECT_LT(header(tensor(std::string(3 << 20, 'n'), "-1", 0, 4)).size(), 500u);
  EXPECT_LT(header("\"a\":{\"dtype\":\"" + std::string(3 << 20, 'F') +
                   "\",\"shape\":[],\"data_offsets\":[0,4]}")
                .size(),
            500u);
  EXPECT_EQ(tensors(StringRef("\xff\xff\xff\xff\xff\xff\xff\x7f{", 9)),
            "it is no safetensors file");
}

TEST(HostileFiles, MoreTensorsThanThereAre) {
  std::string some, many;
  for (int i = 0; i < 100'000; ++i)
    some += (i ? "," : "") + tensor("t" + std::to_string(i), "0", 0, 0);
  EXPECT_EQ(tensors(tensorFile("{" + some + "}")), "");
  for (int i = 0; i < 5; ++i)
    many += some + ",";
  EXPECT_EQ(tensors(tensorFile("{" + many + tensor("last", "0", 0, 0) + "}")),
            "its header has more than 2000000 values");
  EXPECT_EQ(tensors(tensorFile("{\"a\":[" + std::string(4 << 20, '[') + "}")),
            "its header has more than 2000000 values");
}

TEST(HostileFiles, RecordsThatAreNotThere) {
  // A length has a checksum, which does not make it true.
  for (uint64_t size :
       {uint64_t(1), uint64_t(1) << 40, UINT64_MAX, UINT64_MAX - 3}) {
    std::string file;
    data::appendRecord(file, "");
    std::string length(8, 0);
    llvm::support::endian::write64le(length.data(), size);
    std::string forged;
    data::appendRecord(forged, length);
    // The checksum of the record's bytes is the one that its length needs.
    file = length + forged.substr(forged.size() - 4);
    EXPECT_EQ(records(file), "record 0, at byte 0, is cut off");
    EXPECT_EQ(records(file + std::string(4, 0)),
              "record 0, at byte 0, is cut off");
  }
}
