//===- TextComments.cpp - Comments in messages in text --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Protobuf/TextComments.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;

/// Takes a string with its quotes from the start of a text. One that does not
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

proto::MessageEnds::MessageEnds(StringRef text) : size(text.size()) {
  llvm::SmallVector<uint32_t> open;
  StringRef rest = text;
  while (true) {
    rest = rest.drop_until(
        [](char c) { return StringRef("\"'#{<[}>]").contains(c); });
    if (rest.empty())
      break;
    char c = rest.front();
    if (c == '"' || c == '\'') {
      takeString(rest);
      continue;
    }
    if (c == '#') {
      rest = rest.drop_until([](char next) { return next == '\n'; });
      continue;
    }
    uint32_t number = brackets.size();
    brackets.push_back({static_cast<uint32_t>(rest.data() - text.data()), 0});
    rest = rest.drop_front();
    if (c == '{' || c == '<' || c == '[')
      open.push_back(number);
    else if (!open.empty())
      brackets[open.pop_back_val()].closing = number;
  }
  for (uint32_t number : open)
    brackets[number].closing = brackets.size();
}

uint32_t proto::MessageEnds::endOf(SourceRange line) const {
  auto first = llvm::partition_point(brackets, [&](const Bracket &bracket) {
    return bracket.offset < line.begin;
  });
  size_t number = first - brackets.begin();
  while (number < brackets.size() && brackets[number].offset < line.end) {
    uint32_t closing = brackets[number].closing;
    // Of what began before the line.
    if (closing == 0)
      return line.end;
    if (closing == brackets.size())
      return size;
    if (brackets[closing].offset >= line.end)
      return brackets[closing].offset + 1;
    number = closing + 1;
  }
  return line.end;
}
