//===- PrintableJsonTest.cpp - Tests of printable JSON --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/PrintableJson.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace trainlint;
using llvm::StringRef;

namespace {

/// What comes out when the text goes in by pieces of a size.
std::string shown(StringRef text, size_t piece) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  PrintableJson json(stream);
  json.SetUnbuffered();
  for (; !text.empty(); text = text.drop_front(std::min(piece, text.size())))
    json << text.take_front(piece);
  return out;
}

TEST(PrintableJsonTest, EscapesWhatIsNotPrintable) {
  for (size_t piece : {1, 2, 3, 100}) {
    EXPECT_EQ(shown("[\"\xC3\xA4\xE2\x80\xAE\x7F\"]\n", piece),
              "[\"\xC3\xA4\\u202e\\u007f\"]\n");
    EXPECT_EQ(shown("\"\xF3\xA0\x81\x81\"", piece), "\"\\udb40\\udc41\"");
    EXPECT_EQ(shown("\"# ##[x] ###\"", piece),
              "\"# #\\u0023[x] #\\u0023\\u0023\"");
  }
}

TEST(PrintableJsonTest, KeepsTheValue) {
  // LLVM's parser takes the surrogates of some planes for those of others, so
  // that there is none of them here.
  std::string text = "a\x1B\xC2\x9B\xE2\x80\xAE\xEF\xBF\xBF##[x]";
  std::string out;
  llvm::raw_string_ostream stream(out);
  PrintableJson json(stream);
  json << llvm::json::Value(text);
  json.flush();
  auto parsed = llvm::json::parse(out);
  ASSERT_TRUE(static_cast<bool>(parsed));
  EXPECT_EQ(parsed->getAsString(), text);
}

} // namespace
