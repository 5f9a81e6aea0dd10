//===- MessageReaderTest.cpp - Messages of a client -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/MessageReader.h"
#include "gtest/gtest.h"

using namespace trainlint::lsp;

namespace {

/// The messages of an input.
std::vector<std::string> messagesOf(llvm::StringRef input) {
  std::FILE *file = std::tmpfile();
  std::fwrite(input.data(), 1, input.size(), file);
  std::rewind(file);
  MessageReader reader(file);
  std::vector<std::string> out;
  while (std::optional<std::string> text = reader.next())
    out.push_back(std::move(*text));
  std::fclose(file);
  return out;
}

using Texts = std::vector<std::string>;

TEST(MessageReaderTest, ReadsMessages) {
  EXPECT_EQ(messagesOf("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n"
                       "Content-Type: x\r\n\r\nnull"),
            (Texts{"{}", "null"}));
  // Some write headers in other letters, or end lines in their own way.
  EXPECT_EQ(messagesOf("content-length:2\n\n{}"), Texts{"{}"});
}

TEST(MessageReaderTest, PassesOverWhatIsNoLength) {
  for (llvm::StringRef length :
       {"0", "-1", "x", "99999999999999999999", "1e3", "", "4294967296"})
    EXPECT_EQ(messagesOf(("Content-Length: " + length +
                          "\r\n\r\nContent-Length: 2\r\n\r\n{}")
                             .str()),
              Texts{"{}"})
        << length.str();
  EXPECT_EQ(messagesOf("\r\n\r\nnoise\r\nContent-Length: 1\r\n\r\n1"),
            Texts{"1"});
}

TEST(MessageReaderTest, EndsWithTheInput) {
  EXPECT_TRUE(messagesOf("").empty());
  EXPECT_TRUE(messagesOf("Content-Length: 2").empty());
  EXPECT_TRUE(messagesOf("Content-Length: 5\r\n\r\n{}").empty());
  // What was announced is not reserved before it comes.
  EXPECT_TRUE(messagesOf("Content-Length: 134217728\r\n\r\n{}").empty());
}

bool parses(llvm::StringRef text) {
  auto value = parseMessage(text);
  if (value)
    return true;
  llvm::consumeError(value.takeError());
  return false;
}

TEST(MessageReaderTest, RefusesDeepNesting) {
  auto nested = [](unsigned depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(parses(nested(200)));
  EXPECT_FALSE(parses(nested(201)));
  EXPECT_FALSE(parses(std::string(10'000'000, '[')));
  // Brackets in text count for nothing.
  EXPECT_TRUE(parses("\"\\\"" + std::string(5000, '[') + "\""));
}

TEST(MessageReaderTest, RefusesWhatIsNoJson) {
  for (llvm::StringRef text : {"", "{", "{\"a\":}", "\xFF", "nul", "[1,]"})
    EXPECT_FALSE(parses(text)) << text.str();
}

} // namespace
