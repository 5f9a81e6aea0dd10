//===- MessageReader.cpp - Messages of a client ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/MessageReader.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

using namespace trainlint;
using namespace trainlint::lsp;

/// No text that is checked is larger than 16 MiB, and JSON may write each byte
/// as six.
static constexpr uint64_t LargestMessage = 128 << 20;
/// Of a header nothing is known that is longer.
static constexpr size_t LongestHeader = 1 << 12;

/// Reads up to the end of a line; false at the end of the input.
bool MessageReader::readLine(std::string &line) {
  line.clear();
  for (int c = std::getc(in); c != EOF; c = std::getc(in)) {
    if (c == '\n')
      return true;
    if (line.size() < LongestHeader)
      line += static_cast<char>(c);
  }
  return false;
}

/// Memory grows with what arrives, not with what was announced.
bool MessageReader::readBytes(size_t length, std::string &text) {
  constexpr size_t Step = 1 << 16;
  text.clear();
  while (text.size() < length) {
    size_t begin = text.size();
    text.resize(std::min(length, begin + Step));
    size_t wanted = text.size() - begin;
    if (std::fread(text.data() + begin, 1, wanted, in) != wanted)
      return false;
  }
  return true;
}

std::optional<std::string> MessageReader::next() {
  std::string line, text;
  std::optional<uint64_t> length;
  while (readLine(line)) {
    StringRef header = StringRef(line).trim();
    if (header.consume_front_insensitive("content-length:")) {
      uint64_t number = 0;
      bool usable = !header.trim().getAsInteger(10, number) && number > 0 &&
                    number <= LargestMessage;
      length = usable ? std::optional(number) : std::nullopt;
      continue;
    }
    if (!header.empty() || !length)
      continue;
    if (!readBytes(*length, text))
      return std::nullopt;
    return text;
  }
  return std::nullopt;
}

/// True if no value lies in more than `limit` arrays and objects.
static bool isFlat(StringRef text, unsigned limit) {
  unsigned depth = 0;
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (quoted) {
      if (c == '\\')
        ++at;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > limit)
        return false;
    } else if (c == ']' || c == '}') {
      depth -= depth > 0;
    }
  }
  return true;
}

llvm::Expected<llvm::json::Value> lsp::parseMessage(StringRef text) {
  constexpr unsigned DeepestNesting = 200;
  if (!isFlat(text, DeepestNesting))
    return llvm::createStringError("nested too deep");
  return llvm::json::parse(text);
}
