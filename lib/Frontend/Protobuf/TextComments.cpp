//===- TextComments.cpp - Comments in messages in text --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Protobuf/TextComments.h"

using namespace trainlint;
using llvm::StringRef;

/// Takes a string with its quotes from the begin of a text. One that does not
/// end goes to the end of its line.
static StringRef takeString(StringRef &text) {
  char quote = text.front();
  size_t at = 1;
  while (at < text.size() && text[at] != quote && text[at] != '\n')
    at += text[at] == '\\' ? 2 : 1;
  at = std::min(at + 1, text.size());
  StringRef string = text.take_front(at);
  text = text.drop_front(at);
  return string;
}

/// The comment of a line, empty if it has none.
static StringRef commentOf(StringRef line) {
  while (!line.empty()) {
    line = line.drop_until(
        [](char c) { return c == '#' || c == '"' || c == '\''; });
    if (line.empty() || line.front() == '#')
      return line.rtrim('\r');
    takeString(line);
  }
  return line;
}

llvm::SmallVector<SourceRange> proto::commentsWith(StringRef word,
                                                   StringRef text) {
  llvm::SmallVector<SourceRange> comments;
  size_t found = text.find(word);
  while (found != StringRef::npos) {
    size_t begin = text.take_front(found).rfind('\n') + 1;
    size_t end = std::min(text.find('\n', found), text.size());
    StringRef comment = commentOf(text.slice(begin, end));
    if (comment.contains(word)) {
      uint32_t at = comment.data() - text.data();
      comments.push_back({at, at + static_cast<uint32_t>(comment.size())});
    }
    found = text.find(word, end);
  }
  return comments;
}

uint32_t proto::messageEnd(StringRef text, SourceRange line) {
  StringRef rest = text.drop_front(line.begin);
  auto place = [&] { return text.size() - rest.size(); };
  unsigned depth = 0;
  while (!rest.empty() && (depth > 0 || place() < line.end)) {
    char c = rest.front();
    if (c == '"' || c == '\'') {
      takeString(rest);
      continue;
    }
    if (c == '#') {
      rest = rest.drop_until([](char next) { return next == '\n'; });
      continue;
    }
    rest = rest.drop_front();
    if (c == '{' || c == '<' || c == '[')
      ++depth;
    if (c == '}' || c == '>' || c == ']') {
      // Of what began before the line.
      if (depth == 0)
        return line.end;
      --depth;
    }
  }
  return std::max<uint32_t>(place(), line.end);
}
