//===- BoundaryTest.cpp - Tests of where paths lead -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Boundary.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::test;
namespace fs = llvm::sys::fs;

TEST(BoundaryTest, ResolvesLinksAndWhatDoesNotExist) {
  TempFolder folder;
  folder.write("a/file", "");
  ASSERT_FALSE(fs::create_link(folder.path("a"), folder.path("to-a")));
  ASSERT_FALSE(fs::create_link("../absent/x", folder.path("a/dangling")));
  ASSERT_FALSE(fs::create_link("circle", folder.path("circle")));
  EXPECT_EQ(resolvePath(folder.path("to-a/file")), folder.path("a/file"));
  EXPECT_EQ(resolvePath(folder.path("to-a/../a/./file")),
            folder.path("a/file"));
  // The folder above is that of where a link leads.
  EXPECT_EQ(resolvePath(folder.path("to-a/..")), folder.path());
  EXPECT_EQ(resolvePath(folder.path("a/dangling")), folder.path("absent/x"));
  EXPECT_EQ(resolvePath(folder.path("absent/./y")), folder.path("absent/y"));
  EXPECT_EQ(resolvePath(folder.path("circle")), folder.path("circle"));
  EXPECT_EQ(resolvePath("/"), "/");
  EXPECT_EQ(resolvePath("/../.."), "/");
}

TEST(BoundaryTest, AnOverlongPathEnds) {
  std::string path;
  for (unsigned i = 0; i < 500'000; ++i)
    path += "/a";
  EXPECT_EQ(resolvePath(path), path);
}

TEST(BoundaryTest, ARepositoryIsTheNearestFolderWithGit) {
  TempFolder folder;
  folder.write("r/.git/config", "");
  folder.write("r/sub/deeper/file", "");
  EXPECT_EQ(repositoryOf(folder.path("r/sub/deeper")), folder.path("r"));
  EXPECT_EQ(repositoryOf(folder.path("r")), folder.path("r"));
  Boundary boundary = Boundary::around(folder.path("r/sub"));
  EXPECT_TRUE(boundary.isRepository());
  EXPECT_EQ(boundary.root(), folder.path("r"));
  EXPECT_TRUE(boundary.contains(folder.path("r")));
  EXPECT_TRUE(boundary.contains(folder.path("r/absent")));
  EXPECT_FALSE(boundary.contains(folder.path("r2")));
  EXPECT_FALSE(boundary.contains(folder.path("r/../x")));
  EXPECT_FALSE(boundary.contains(folder.path()));
  EXPECT_TRUE(Boundary::none().contains("/"));
}

TEST(BoundaryTest, WithoutARepositoryItIsTheFolder) {
  TempFolder folder;
  folder.write("a/file", "");
  Boundary boundary = Boundary::around(folder.path("a"));
  EXPECT_FALSE(boundary.isRepository());
  EXPECT_TRUE(boundary.contains(folder.path("a/file")));
  EXPECT_FALSE(boundary.contains(folder.path("file")));
}

TEST(BoundaryTest, ALinkOutIsTheRepositorysWord) {
  TempFolder folder;
  folder.write("r/.git/config", "");
  folder.write("r/file", "");
  folder.write("outside", "");
  ASSERT_FALSE(fs::create_link("../outside", folder.path("r/out")));
  ASSERT_FALSE(fs::create_link("file", folder.path("r/in")));
  ASSERT_FALSE(fs::create_link("r/file", folder.path("into")));
  EXPECT_EQ(linkOutOfRepository(folder.path("r/out")), folder.path("outside"));
  EXPECT_EQ(linkOutOfRepository(folder.path("r/in")), "");
  EXPECT_EQ(linkOutOfRepository(folder.path("r/file")), "");
  // What lies in no repository is the user's.
  EXPECT_EQ(linkOutOfRepository(folder.path("into")), "");
  EXPECT_EQ(linkOutOfRepository(folder.path("outside")), "");
}
