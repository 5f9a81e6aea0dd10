//===- Breakage.cpp - What broke the JSON of a notebook -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Notebook/Breakage.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::notebook;

/// The first line that Git writes around the sides of a merge; an empty range
/// if there is none. Within JSON no line begins so.
static SourceRange findMergeMark(StringRef text) {
  for (size_t at = 0; at < text.size();) {
    StringRef line = text.substr(at).split('\n').first.rtrim();
    for (StringRef mark : {"<<<<<<<", "=======", ">>>>>>>"}) {
      StringRef rest = line;
      if (rest.consume_front(mark) && (rest.empty() || rest[0] == ' '))
        return {static_cast<uint32_t>(at),
                static_cast<uint32_t>(at + line.size())};
    }
    size_t end = text.find('\n', at);
    if (end == StringRef::npos)
      break;
    at = end + 1;
  }
  return {};
}

/// The character at an offset, or nothing at the end of a line or of the text.
static SourceRange characterAt(StringRef text, uint32_t offset) {
  StringRef rest = text.substr(offset);
  if (rest.empty() || rest[0] == '\n' || rest[0] == '\r')
    return {offset, offset};
  uint32_t end = offset + 1;
  while (end < text.size() && (text[end] & 0xC0) == 0x80)
    ++end;
  return {offset, end};
}

namespace {
/// A place in a text, and what stands around it on its line.
struct Surroundings {
  Surroundings(StringRef text, uint32_t offset) {
    StringRef before = text.take_front(offset);
    size_t start = before.rfind('\n');
    lineBefore = before.substr(start == StringRef::npos ? 0 : start + 1);
    lineAfter = text.substr(offset).split('\n').first.rtrim();
    size_t content = before.find_last_not_of(" \t\r\n");
    previous = content == StringRef::npos ? '\0' : before[content];
    next = offset < text.size() ? text[offset] : '\0';
  }

  StringRef lineBefore;
  StringRef lineAfter;
  /// The last character before it that is no blank.
  char previous;
  char next;
};
} // namespace

/// What helps, given a place at which something else was expected.
static std::string helpFor(StringRef text, uint32_t offset, bool isKey) {
  if (text.substr(offset).trim().empty())
    return "the file ends in the middle of the notebook, as if it were cut off";
  Surroundings at(text, offset);
  bool closes = at.next == ']' || at.next == '}';
  bool opens = at.next == '"' || at.next == '[' || at.next == '{';
  bool beginsLine = at.lineBefore.trim().empty();
  if (at.previous == ',' && closes)
    return "remove the comma in front of it";
  if (beginsLine && opens)
    return "a comma is missing at the end of the line above";
  if (beginsLine && !closes && !isKey)
    return "lines of a cell stand in the file as texts: in quotes, with `\\n` "
           "at the end";
  // A text that ends at a quote which was meant to be in it.
  bool isText =
      at.lineBefore.ltrim().starts_with("\"") || at.lineBefore.contains(": \"");
  if (isText && at.lineBefore.rtrim().ends_with("\""))
    return "a quote within a text needs a backslash: `\\\"`";
  return "";
}

/// The same for a text that does not end where its line ends.
static std::string helpForText(StringRef text, uint32_t offset) {
  StringRef rest = text.substr(offset);
  if (rest.trim().empty() || rest.starts_with("\""))
    return "the file ends in the middle of a text, as if it were cut off";
  bool endsLine = rest[0] == '\n' || rest[0] == '\r';
  return endsLine ? "the text has no quote at its end" : "";
}

Problem notebook::explainBreakage(StringRef text, const json::Problem &found) {
  if (text.trim().empty())
    return {Problem::Kind::Empty, {}, "", ""};
  if (SourceRange mark = findMergeMark(text); !mark.empty())
    return {Problem::Kind::MergeMark, mark, text.substr(mark.begin, 7).str(),
            "finish the merge: keep one of the two sides, and none of the "
            "marks"};
  Problem problem{Problem::Kind::NotJson, characterAt(text, found.offset),
                  found.message, ""};
  StringRef message = found.message;
  if (message.starts_with("expected"))
    problem.help = helpFor(text, found.offset, message.contains("key"));
  else if (message.contains("string"))
    problem.help = helpForText(text, found.offset);
  return problem;
}
