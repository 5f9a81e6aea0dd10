//===- AtomicFileTest.cpp - Tests of replacing a file ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/AtomicFile.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::test;
namespace fs = llvm::sys::fs;

using Names = std::vector<std::string>;

TEST(AtomicFileTest, CreatesAFile) {
  TempFolder folder;
  EXPECT_EQ(messageOf(writeFileAtomically(folder.path("new"), "text\n")), "");
  EXPECT_EQ(folder.read("new"), "text\n");
  EXPECT_EQ(folder.list(), Names{"new"});
}

TEST(AtomicFileTest, ReplacesTheWholeContents) {
  TempFolder folder;
  std::string file = folder.write("job.yaml", "a much longer text than before");
  EXPECT_EQ(messageOf(writeFileAtomically(file, "short")), "");
  EXPECT_EQ(folder.read("job.yaml"), "short");
  EXPECT_EQ(messageOf(writeFileAtomically(file, "")), "");
  EXPECT_EQ(folder.read("job.yaml"), "");
  llvm::StringRef binary("a\0b\r\n", 5);
  EXPECT_EQ(messageOf(writeFileAtomically(file, binary)), "");
  EXPECT_EQ(folder.read("job.yaml"), binary);
  EXPECT_EQ(folder.list(), Names{"job.yaml"});
}

TEST(AtomicFileTest, KeepsThePermissions) {
  TempFolder folder;
  for (unsigned mode : {0600u, 0640u, 0755u, 0666u}) {
    std::string file = folder.write("job.yaml", "old");
    ASSERT_FALSE(fs::setPermissions(file, static_cast<fs::perms>(mode)));
    EXPECT_EQ(messageOf(writeFileAtomically(file, "new")), "");
    llvm::ErrorOr<fs::perms> found = fs::getPermissions(file);
    ASSERT_TRUE(static_cast<bool>(found));
    EXPECT_EQ(static_cast<unsigned>(*found), mode);
    EXPECT_EQ(folder.read("job.yaml"), "new");
  }
}

TEST(AtomicFileTest, WritesThroughALink) {
  TempFolder folder;
  std::string target = folder.write("elsewhere/target.yaml", "old");
  std::string link = folder.path("link.yaml");
  ASSERT_FALSE(fs::create_link(target, link));
  EXPECT_EQ(messageOf(writeFileAtomically(link, "new")), "");
  bool isLink = false;
  ASSERT_FALSE(fs::is_symlink_file(link, isLink));
  EXPECT_TRUE(isLink);
  EXPECT_EQ(folder.read("elsewhere/target.yaml"), "new");
  EXPECT_EQ(folder.read("link.yaml"), "new");
  EXPECT_EQ(folder.list(), (Names{"elsewhere", "link.yaml"}));
}

TEST(AtomicFileTest, AReaderKeepsTheOldText) {
  TempFolder folder;
  std::string file = folder.write("job.yaml", "old text");
  llvm::Expected<fs::file_t> open = fs::openNativeFileForRead(file);
  ASSERT_TRUE(static_cast<bool>(open)) << messageOf(open.takeError());
  EXPECT_EQ(messageOf(writeFileAtomically(file, "new")), "");
  auto seen = llvm::MemoryBuffer::getOpenFile(*open, file, /*FileSize=*/-1);
  ASSERT_TRUE(static_cast<bool>(seen));
  EXPECT_EQ((*seen)->getBuffer(), "old text");
  EXPECT_FALSE(fs::closeFile(*open));
}

TEST(AtomicFileTest, AMissingFolderIsAnError) {
  TempFolder folder;
  std::string file = folder.path("missing/job.yaml");
  EXPECT_NE(messageOf(writeFileAtomically(file, "text")), "");
  EXPECT_EQ(folder.list(), Names{});
}

TEST(AtomicFileTest, AFailureLeavesNothingBehind) {
  TempFolder folder;
  // A folder cannot be replaced with a file, which shows at the last step only.
  folder.write("taken/inside", "kept");
  EXPECT_NE(messageOf(writeFileAtomically(folder.path("taken"), "text")), "");
  EXPECT_EQ(folder.list(), Names{"taken"});
  EXPECT_EQ(folder.read("taken/inside"), "kept");
}
