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

/// One file after another, of which the first two are packed.
static std::string severalFiles() {
  auto record = [](StringRef name, StringRef text, uint32_t offset) {
    ZipFile file(text.str(), name == "c" ? 0 : Z_DEFLATED);
    file.name = name.str();
    file.offset = offset;
    return file;
  };
  std::string locals, directory;
  unsigned count = 0;
  for (auto [name, text] : {std::pair<StringRef, StringRef>{"a", "one"},
                            {"b", "two"},
                            {"c", "x"}}) {
    std::string whole = record(name, text, locals.size()).bytes();
    size_t at = whole.find("PK\1\2");
    directory += whole.substr(at, whole.find("PK\5\6") - at);
    locals += whole.substr(0, at);
    ++count;
  }
  return locals + directory + "PK\5\6" + number32(0) + number16(count) +
         number16(count) + number32(directory.size()) +
         number32(locals.size()) + number16(0);
}

TEST(ZipArchiveTest, AFileGetsAnotherContent) {
  std::string before = severalFiles();
  for (StringRef name : {"a", "b", "c"}) {
    std::string content(1000, 'y');
    auto after = zip::replaceEntry(before, name, content);
    ASSERT_TRUE(bool(after)) << llvm::toString(after.takeError());
    for (StringRef other : {"a", "b", "c"}) {
      auto text = zip::readEntry(*after, other, 4096);
      ASSERT_TRUE(bool(text)) << llvm::toString(text.takeError());
      auto old = zip::readEntry(before, other, 4096);
      ASSERT_TRUE(bool(old));
      EXPECT_EQ((*text)->getBuffer(),
                other == name ? StringRef(content) : (*old)->getBuffer());
    }
    // With the old content, which is stored by then, it is smaller again.
    auto back = zip::replaceEntry(*after, name, "two");
    ASSERT_TRUE(bool(back));
    EXPECT_EQ(after->size() - back->size(), content.size() - 3);
  }
  auto missing = zip::replaceEntry(before, "d", "");
  EXPECT_EQ(llvm::toString(missing.takeError()), "the archive has no d");
}

TEST(ZipArchiveTest, DamagedOnesGetNoOtherContent) {
  std::string before = severalFiles();
  for (size_t size = 0; size < before.size(); ++size)
    llvm::consumeError(
        zip::replaceEntry(StringRef(before).take_front(size), "b", "new")
            .takeError());
  for (size_t at = 0; at < before.size(); ++at)
    for (unsigned change : {1u, 0x80u, 0xFFu}) {
      std::string damaged = before;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      llvm::consumeError(zip::replaceEntry(damaged, "b", "new").takeError());
    }
}
