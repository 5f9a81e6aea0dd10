//===- ZipArchiveTest.cpp - Files within a ZIP archive --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/ZipArchive.h"
#include "TestHelpers.h"
#include "ZipFile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

/// The file in an archive, or why there is none.
static std::string unpack(StringRef archive) {
  auto entry = zip::readEntry(archive, "config.json", 8 << 20);
  return entry ? (*entry)->getBuffer().str()
               : llvm::toString(entry.takeError());
}

TEST(ZipArchiveTest, UnpacksAFile) {
  std::string text(5000, 'x');
  EXPECT_EQ(unpack(ZipFile(text).bytes()), text);
  EXPECT_EQ(unpack(ZipFile("{}", 0).bytes()), "{}");
  EXPECT_EQ(unpack(ZipFile("").bytes()), "");
  // Behind a comment of the archive.
  EXPECT_EQ(unpack(ZipFile("{}").bytes() + "a comment"), "{}");
}

TEST(ZipArchiveTest, TrustsNoSize) {
  ZipFile good(std::string(5000, 'x'));
  auto wrong = [&](llvm::function_ref<void(ZipFile &)> damage) {
    ZipFile file = good;
    damage(file);
    return unpack(file.bytes());
  };
  EXPECT_EQ(wrong([](ZipFile &file) { file.size = 4999; }),
            "config.json cannot be unpacked");
  EXPECT_EQ(wrong([](ZipFile &file) { file.size = 5001; }),
            "config.json cannot be unpacked");
  EXPECT_EQ(wrong([](ZipFile &file) { file.size = 0xFFFFFFFF; }),
            "config.json has 4294967295 bytes, and 8388608 are the most that "
            "are read");
  EXPECT_EQ(wrong([](ZipFile &file) { file.packedSize = 0xFFFFFFF0; }),
            "config.json lies outside of the archive");
  EXPECT_EQ(wrong([](ZipFile &file) { file.packedSize = 3; }),
            "config.json cannot be unpacked");
  EXPECT_EQ(wrong([](ZipFile &file) { file.offset = 0xFFFFFF00; }),
            "config.json lies outside of the archive");
  EXPECT_EQ(wrong([](ZipFile &file) { file.offset = 7; }),
            "config.json lies outside of the archive");
  EXPECT_EQ(wrong([](ZipFile &file) { file.checksum = 1; }),
            "config.json does not have the checksum of the archive");
  EXPECT_EQ(wrong([](ZipFile &file) { file.method = 12; }),
            "config.json cannot be unpacked");
  EXPECT_EQ(wrong([](ZipFile &file) { file.flags = 1; }),
            "config.json is encrypted");
  EXPECT_EQ(wrong([](ZipFile &file) { file.name = "other.json"; }),
            "the archive has no config.json");
}

TEST(ZipArchiveTest, EveryCutIsRefused) {
  std::string archive = ZipFile(std::string(500, 'x')).bytes();
  for (size_t size = 0; size < archive.size(); ++size) {
    std::vector<char> exact(archive.begin(), archive.begin() + size);
    EXPECT_NE(unpack(StringRef(exact.data(), size)), std::string(500, 'x'));
  }
}
