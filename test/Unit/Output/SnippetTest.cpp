//===- SnippetTest.cpp - Tests of the lines that findings show ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/Snippet.h"
#include "Output/Writer.h"
#include "TestHelpers.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
using namespace trainlint::test;

/// What is shown of a text for a finding at a range of it.
static std::string snippetOf(std::string text, SourceRange range) {
  std::unique_ptr<SourceBuffer> buffer = SourceBuffer::copy("text", text);
  std::string shown;
  llvm::raw_string_ostream os(shown);
  WriterOptions options;
  options.width = 80;
  printSnippet(os, *buffer, {{range, "here", /*primary=*/true}},
               Severity::Error, options);
  return shown;
}

TEST(SnippetTest, LabelsMayBeginInTheByteOrderMark) {
  std::string line = "\xef\xbb\xbf" + std::string(5000, 'x');
  for (uint32_t begin : {0, 1, 3}) {
    std::string shown = snippetOf(line, {begin, begin + 1});
    EXPECT_NE(shown.find("xxxx"), std::string::npos) << begin;
    EXPECT_NE(shown.find("^ here"), std::string::npos) << begin << shown;
    EXPECT_LT(shown.size(), 1000u);
  }
}

TEST(SnippetTest, ALongLineIsCutAroundItsLabel) {
  std::string shown = snippetOf(
      std::string(9000, 'a') + "B" + std::string(9000, 'c'), {9000, 9001});
  EXPECT_NE(shown.find("aBc"), std::string::npos);
  EXPECT_LT(shown.size(), 1000u);
}
