//===- UriTest.cpp - Names of documents -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Uri.h"
#include "gtest/gtest.h"

using namespace trainlint::lsp;

namespace {

TEST(UriTest, ReadsPathsOfFiles) {
  EXPECT_EQ(pathOfUri("file:///a/b.yaml"), "/a/b.yaml");
  EXPECT_EQ(pathOfUri("file:/a/b.yaml"), "/a/b.yaml");
  EXPECT_EQ(pathOfUri("FILE://localhost/a"), "/a");
  EXPECT_EQ(pathOfUri("file:///a%20%C3%A9/b%2bc"), "/a \xC3\xA9/b+c");
  EXPECT_EQ(pathOfUri("file:///a%zz%2"), "/a%zz%2");
  EXPECT_EQ(pathOfUri("file:///a?q#f"), "/a");
}

TEST(UriTest, LeavesOtherNamesAlone) {
  for (llvm::StringRef uri :
       {"untitled:Untitled-1", "vscode-notebook-cell:/a.ipynb#W1", "", "file:",
        "file://", "file:a", "http://h/a", "file://server/a", "file:///a%00b"})
    EXPECT_EQ(pathOfUri(uri), "") << uri.str();
}

TEST(UriTest, WritesPathsOfFiles) {
  EXPECT_EQ(uriOfPath("/a b/\xC3\xA9.yaml"), "file:///a%20b/%C3%A9.yaml");
  EXPECT_EQ(uriOfPath("/a/../b/./c"), "file:///b/c");
  EXPECT_EQ(pathOfUri(uriOfPath("/x y/%41/#?")), "/x y/%41/#?");
}

} // namespace
