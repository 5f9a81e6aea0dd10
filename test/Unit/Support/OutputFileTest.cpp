//===- OutputFileTest.cpp - Tests of writing files ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/OutputFile.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::test;
namespace fs = llvm::sys::fs;

using Names = std::vector<std::string>;

TEST(OutputFileTest, CreatesAFile) {
  TempFolder folder;
  EXPECT_EQ(messageOf(writeFileAtomically(folder.path("new"), "text\n")), "");
  EXPECT_EQ(folder.read("new"), "text\n");
  EXPECT_EQ(folder.list(), Names{"new"});
}

TEST(OutputFileTest, ReplacesTheWholeContents) {
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

TEST(OutputFileTest, KeepsThePermissions) {
  TempFolder folder;
  for (unsigned mode : {0600u, 0640u, 0755u, 0666u}) {
    std::string file = folder.write("job.yaml", "old");
    ASSERT_FALSE(fs::setPermissions(file, static_cast<fs::perms>(mode)));
    OutputOptions options;
    options.keepsExecutable = true;
    EXPECT_EQ(messageOf(writeOutput(file, {"new"}, options)), "");
    llvm::ErrorOr<fs::perms> found = fs::getPermissions(file);
    ASSERT_TRUE(static_cast<bool>(found));
    EXPECT_EQ(static_cast<unsigned>(*found), mode);
    EXPECT_EQ(folder.read("job.yaml"), "new");
  }
}

TEST(OutputFileTest, AReportIsNoProgram) {
  TempFolder folder;
  std::string file = folder.write("report", "old");
  ASSERT_FALSE(fs::setPermissions(file, static_cast<fs::perms>(04755)));
  EXPECT_EQ(messageOf(writeFileAtomically(file, "new")), "");
  EXPECT_EQ(static_cast<unsigned>(*fs::getPermissions(file)), 0644u);
}

TEST(OutputFileTest, ANewPrivateFileIsForTheUserAlone) {
  TempFolder folder;
  OutputOptions options;
  options.isPrivate = true;
  EXPECT_EQ(messageOf(writeOutput(folder.path("key"), {"s"}, options)), "");
  EXPECT_EQ(static_cast<unsigned>(*fs::getPermissions(folder.path("key"))),
            0600u);
}

TEST(OutputFileTest, AReadOnlyFileStays) {
  TempFolder folder;
  std::string file = folder.write("job.yaml", "old");
  ASSERT_FALSE(fs::setPermissions(file, fs::owner_read));
  EXPECT_EQ(messageOf(writeFileAtomically(file, "new")),
            "'" + file + "': the file is read-only");
  EXPECT_EQ(folder.read("job.yaml"), "old");
}

TEST(OutputFileTest, NothingGoesBelowGit) {
  TempFolder folder;
  folder.write("r/.git/config", "");
  for (const char *name : {"r/.git/hook", "r/.GIT/hook", "r/x/../.git/hook"})
    EXPECT_EQ(messageOf(writeFileAtomically(folder.path(name), "x")),
              "'" + folder.path(name) + "': nothing is written below .git");
  ASSERT_FALSE(fs::create_link(folder.path("r/.git"), folder.path("r/link")));
  EXPECT_NE(messageOf(writeFileAtomically(folder.path("r/link/hook"), "x")),
            "");
  EXPECT_FALSE(fs::exists(folder.path("r/.git/hook")));
}

TEST(OutputFileTest, ALinkMustNotLeaveTheRepository) {
  TempFolder folder;
  folder.write("r/.git/config", "");
  std::string outside = folder.write("rc", "old");
  std::string link = folder.path("r/report");
  ASSERT_FALSE(fs::create_link(outside, link));
  EXPECT_NE(messageOf(writeFileAtomically(link, "new")), "");
  // One that leads to what is not there yet would make it.
  ASSERT_FALSE(fs::create_link(folder.path("absent"), folder.path("r/new")));
  EXPECT_NE(messageOf(writeFileAtomically(folder.path("r/new"), "new")), "");
  EXPECT_FALSE(fs::exists(folder.path("absent")));
  EXPECT_EQ(folder.read("rc"), "old");
  EXPECT_EQ(messageOf(writeFileAtomically(outside, "new")), "");
  EXPECT_EQ(folder.read("rc"), "new");
}

TEST(OutputFileTest, WhatWasChangedMeanwhileStays) {
  TempFolder folder;
  std::string file = folder.write("job.yaml", "old");
  OutputOptions options;
  options.replaces = stampAt(file);
  folder.write("job.yaml", "edited");
  EXPECT_EQ(messageOf(writeOutput(file, {"fixed"}, options)),
            "'" + file +
                "': the file was changed meanwhile, so it was left alone");
  EXPECT_EQ(folder.read("job.yaml"), "edited");
  options.replaces = stampAt(file);
  EXPECT_EQ(messageOf(writeOutput(file, {"fixed"}, options)), "");
  EXPECT_EQ(folder.read("job.yaml"), "fixed");
}

TEST(OutputFileTest, WritesThroughALink) {
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

TEST(OutputFileTest, AReaderKeepsTheOldText) {
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

TEST(OutputFileTest, AMissingFolderIsAnError) {
  TempFolder folder;
  std::string file = folder.path("missing/job.yaml");
  EXPECT_NE(messageOf(writeFileAtomically(file, "text")), "");
  EXPECT_EQ(folder.list(), Names{});
}

TEST(OutputFileTest, AFailureLeavesNothingBehind) {
  TempFolder folder;
  // A folder cannot be replaced with a file, which shows at the last step only.
  folder.write("taken/inside", "kept");
  EXPECT_NE(messageOf(writeFileAtomically(folder.path("taken"), "text")), "");
  EXPECT_EQ(folder.list(), Names{"taken"});
  EXPECT_EQ(folder.read("taken/inside"), "kept");
}
