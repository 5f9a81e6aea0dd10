//===- OwnFileTest.cpp - Files that nobody else can have written ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/OwnFile.h"
#include "TestHelpers.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

static void setMode(const std::string &path, mode_t mode) {
  ASSERT_EQ(::chmod(path.c_str(), mode), 0);
}

static mode_t modeOf(const std::string &path) {
  struct stat status = {};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

static std::string contentsOf(const std::string &path,
                              Secrecy secrecy = Secrecy::None) {
  auto file = readOwnFile(path, /*limit=*/100, secrecy);
  if (!file)
    return llvm::toString(file.takeError());
  return *file ? (*file)->getBuffer().str() : "<none>";
}

TEST(OwnFile, FoldersAreMadeForTheUserAlone) {
  TempFolder folder;
  EXPECT_EQ(llvm::cantFail(makeOwnFolder(folder.path("a/b"))),
            folder.path("a/b"));
  EXPECT_EQ(modeOf(folder.path("a")), 0700u);
  EXPECT_EQ(modeOf(folder.path("a/b")), 0700u);
  // A link to it is as good.
  ASSERT_EQ(::symlink("a/b", folder.path("link").c_str()), 0);
  EXPECT_EQ(llvm::cantFail(makeOwnFolder(folder.path("link"))),
            folder.path("a/b"));
}

TEST(OwnFile, FoldersOfOthers) {
  TempFolder folder;
  std::string inner = llvm::cantFail(makeOwnFolder(folder.path("a/b")));
  setMode(inner, 0770);
  EXPECT_EQ(messageOf(makeOwnFolder(inner)),
            "`" + inner + "` can be written by its group");
  setMode(inner, 01777);
  EXPECT_EQ(messageOf(makeOwnFolder(inner)),
            "`" + inner + "` can be written by everybody");
  setMode(inner, 0755);
  EXPECT_EQ(messageOf(makeOwnFolder(inner)), "");
  // Whoever may write above can put another one in its place.
  setMode(folder.path("a"), 0777);
  EXPECT_EQ(messageOf(makeOwnFolder(inner)),
            "`" + folder.path("a") + "` can be written by everybody");
  setMode(folder.path("a"), 01777);
  EXPECT_EQ(messageOf(makeOwnFolder(inner)), "");
  if (::geteuid() != 0)
    return;
  ASSERT_EQ(::chown(folder.path("a").c_str(), 4711, 0), 0);
  EXPECT_EQ(messageOf(makeOwnFolder(inner)),
            "`" + folder.path("a") +
                "` belongs to another user, of number 4711");
}

TEST(OwnFile, WhatIsNoFolder) {
  TempFolder folder;
  std::string file = folder.write("file", "text");
  EXPECT_EQ(messageOf(makeOwnFolder(file)), "`" + file + "` is no folder");
  EXPECT_EQ(messageOf(makeOwnFolder(folder.path("file/below"))),
            "`" + folder.path("file/below") +
                "` cannot be made: Not a directory");
}

TEST(OwnFile, FilesAreWrittenForTheUserAlone) {
  TempFolder folder;
  std::string file = folder.path("file");
  EXPECT_EQ(contentsOf(file), "<none>");
  EXPECT_EQ(messageOf(replaceOwnFile(file, "one")), "");
  EXPECT_EQ(modeOf(file), 0600u);
  EXPECT_EQ(messageOf(replaceOwnFile(file, "two")), "");
  EXPECT_EQ(contentsOf(file, Secrecy::Secret), "two");
  EXPECT_FALSE(llvm::cantFail(createOwnFile(file, "three")));
  EXPECT_EQ(contentsOf(file), "two");
  EXPECT_TRUE(llvm::cantFail(createOwnFile(folder.path("new"), "four")));
  EXPECT_EQ(contentsOf(folder.path("new"), Secrecy::Secret), "four");
  EXPECT_EQ(modeOf(folder.path("new")), 0600u);
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"file", "new"}));
}

TEST(OwnFile, FilesOfOthers) {
  TempFolder folder;
  std::string file = folder.write("file", "text");
  setMode(file, 0644);
  EXPECT_EQ(contentsOf(file), "text");
  EXPECT_EQ(contentsOf(file, Secrecy::Secret),
            "`" + file + "` can be read by others");
  setMode(file, 0664);
  EXPECT_EQ(contentsOf(file), "`" + file + "` can be written by its group");
  setMode(file, 0602);
  EXPECT_EQ(contentsOf(file), "`" + file + "` can be written by everybody");
  setMode(file, 0600);
  std::string link = folder.path("link");
  ASSERT_EQ(::symlink("file", link.c_str()), 0);
  EXPECT_EQ(contentsOf(link), "`" + link + "` is a link");
  if (::geteuid() != 0)
    return;
  ASSERT_EQ(::chown(file.c_str(), 4711, 0), 0);
  EXPECT_EQ(contentsOf(file),
            "`" + file + "` belongs to another user, of number 4711");
}

TEST(OwnFile, WhatIsNoFile) {
  TempFolder folder;
  EXPECT_EQ(contentsOf(folder.path()),
            "`" + folder.path() + "` is no regular file");
  std::string pipe = folder.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(contentsOf(pipe), "`" + pipe + "` is no regular file");
  std::string large = folder.write("large", std::string(101, 'x'));
  setMode(large, 0600);
  EXPECT_EQ(contentsOf(large),
            "`" + large + "` has 101 bytes, and at most 100 are read");
}
