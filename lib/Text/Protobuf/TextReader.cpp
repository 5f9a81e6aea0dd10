//===- TextReader.cpp - Protobuf's text format ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Protobuf/TextReader.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include <array>
#include <cstring>

using namespace trainlint;
using namespace trainlint::proto;

static bool isBlank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' ||
         c == '\f';
}
static bool isWordStart(char c) { return llvm::isAlpha(c) || c == '_'; }
static bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_'; }
static bool isQuote(char c) { return c == '"' || c == '\''; }

bool TextReader::fail(const char *place, const char *message) {
  if (!*problem)
    *problem = Problem{static_cast<uint32_t>(place - base), message};
  cursor = end;
  return false;
}

/// The end of a comment's line.
static const char *endOfLine(const char *cursor, const char *end) {
  const void *found = std::memchr(cursor, '\n', end - cursor);
  return found ? static_cast<const char *>(found) : end;
}

void TextReader::skipBlanks() {
  while (cursor != end) {
    if (*cursor == '#')
      cursor = endOfLine(cursor, end);
    else if (isBlank(*cursor))
      ++cursor;
    else
      return;
  }
}

bool TextReader::consume(char c) {
  if (cursor == end || *cursor != c)
    return false;
  ++cursor;
  return true;
}

/// What may stand between the brackets of an extension's or a type's name.
static bool isNamePart(char c) {
  return isWordPart(c) || isBlank(c) || StringRef("./-~%+").contains(c);
}

bool TextReader::readName(TextField &field) {
  const char *begin = cursor;
  if (consume('[')) {
    while (cursor != end && isNamePart(*cursor))
      ++cursor;
    if (!consume(']'))
      return fail(begin, "the name in `[` does not end");
  } else if (isWordPart(*cursor)) {
    while (cursor != end && isWordPart(*cursor))
      ++cursor;
    // A number is a name only if it is nothing but one.
    if (llvm::isDigit(*begin) && !std::all_of(begin, cursor, llvm::isDigit))
      return fail(begin, "the name of a field begins with a digit");
  } else {
    return fail(begin, "the name of a field is expected");
  }
  field.name = StringRef(begin, cursor - begin);
  field.nameRange = {static_cast<uint32_t>(begin - base), offset()};
  return true;
}

bool TextReader::next(TextField &field) {
  while (!*problem) {
    skipBlanks();
    if (inList) {
      field.name = listName;
      field.nameRange = listNameRange;
      if (!readValue(field, listAfterColon))
        return false;
      skipBlanks();
      if (consume(','))
        return true;
      if (!consume(']'))
        return fail(cursor, "`,` or `]` is expected in a list");
      inList = false;
      return endField();
    }
    if (cursor == end || !readName(field))
      return false;
    skipBlanks();
    bool colon = consume(':');
    skipBlanks();
    if (!consume('['))
      return readValue(field, colon) && endField();
    skipBlanks();
    if (consume(']')) {
      endField();
      continue;
    }
    listName = field.name;
    listNameRange = field.nameRange;
    listAfterColon = colon;
    inList = true;
  }
  return false;
}

bool TextReader::peek(TextField &field) const {
  FirstProblem ignored;
  TextReader ahead = *this;
  ahead.problem = &ignored;
  ahead.skipBlanks();
  if (inList || ahead.cursor == end || !ahead.readName(field))
    return false;
  ahead.skipBlanks();
  bool colon = ahead.consume(':');
  ahead.skipBlanks();
  ahead.consume('[');
  ahead.skipBlanks();
  bool isMessage = ahead.consume('{') || ahead.consume('<');
  field.kind = isMessage ? TextKind::Message : TextKind::Word;
  field.value = {ahead.offset(), ahead.offset()};
  field.plain = false;
  return isMessage || colon;
}

/// One separator may follow a field.
bool TextReader::endField() {
  skipBlanks();
  if (!consume(','))
    consume(';');
  return true;
}

bool TextReader::readValue(TextField &field, bool afterColon) {
  if (cursor == end)
    return fail(cursor, "a value is expected");
  if (*cursor == '{' || *cursor == '<')
    return readMessage(field);
  if (!afterColon)
    return fail(cursor, "`:` or a message is expected");
  return isQuote(*cursor) ? readStrings(field) : readNumberOrWord(field);
}

bool TextReader::readMessage(TextField &field) {
  char open = *cursor++;
  field.kind = TextKind::Message;
  field.plain = false;
  field.value.begin = offset();
  if (!skipBrackets(open))
    return false;
  field.value.end = offset() - 1;
  return true;
}

bool TextReader::readStrings(TextField &field) {
  field.kind = TextKind::String;
  field.value.begin = offset();
  bool hasEscapes = false;
  if (!skipString(hasEscapes))
    return false;
  field.value.end = offset();
  field.plain = !hasEscapes;
  for (skipBlanks(); cursor != end && isQuote(*cursor); skipBlanks()) {
    if (!skipString(hasEscapes))
      return false;
    field.value.end = offset();
    field.plain = false;
  }
  return true;
}

bool TextReader::readNumberOrWord(TextField &field) {
  field.value.begin = offset();
  field.plain = false;
  if (consume('-'))
    skipBlanks();
  if (cursor != end && isWordStart(*cursor)) {
    field.kind = TextKind::Word;
    while (cursor != end && isWordPart(*cursor))
      ++cursor;
  } else {
    field.kind = TextKind::Number;
    if (!readNumber())
      return false;
  }
  field.value.end = offset();
  return true;
}

bool TextReader::readNumber() {
  const char *begin = cursor;
  auto digits = [&](bool (*isDigit)(char)) {
    const char *first = cursor;
    while (cursor != end && isDigit(*cursor))
      ++cursor;
    return cursor != first;
  };
  auto isDigit = [](char c) { return llvm::isDigit(c); };
  auto isHexDigit = [](char c) { return llvm::isHexDigit(c); };
  bool wellFormed = false;
  if (consume('0') && (consume('x') || consume('X'))) {
    wellFormed = digits(isHexDigit);
  } else {
    cursor = begin;
    wellFormed = digits(isDigit);
    if (consume('.'))
      wellFormed |= digits(isDigit);
    if (wellFormed && (consume('e') || consume('E'))) {
      if (!consume('-'))
        consume('+');
      wellFormed = digits(isDigit);
    }
    if (wellFormed && !consume('f'))
      consume('F');
  }
  if (!wellFormed && cursor == begin)
    return fail(begin, "a value is expected");
  if (!wellFormed || (cursor != end && (isWordPart(*cursor) || *cursor == '.')))
    return fail(begin, "the number is malformed");
  return true;
}

bool TextReader::skipString(bool &hasEscapes) {
  const char *begin = cursor;
  char quote = *cursor++;
  while (cursor != end) {
    char c = *cursor;
    if (c == quote) {
      ++cursor;
      return true;
    }
    if (c == '\n')
      break;
    if (c == '\\') {
      hasEscapes = true;
      if (++cursor == end || *cursor == '\n')
        break;
    }
    ++cursor;
  }
  return fail(begin, "the string does not end on its line");
}

namespace {
/// What a character means while brackets are matched.
enum class Mark : uint8_t { None, Open, Close, Quote, Comment };
} // namespace

static constexpr std::array<Mark, 256> makeMarks() {
  std::array<Mark, 256> marks{};
  for (unsigned char c : {'{', '<', '['})
    marks[c] = Mark::Open;
  for (unsigned char c : {'}', '>', ']'})
    marks[c] = Mark::Close;
  for (unsigned char c : {'"', '\''})
    marks[c] = Mark::Quote;
  marks[static_cast<unsigned char>('#')] = Mark::Comment;
  return marks;
}
static constexpr std::array<Mark, 256> Marks = makeMarks();

static char closing(char open) {
  return open == '{' ? '}' : open == '<' ? '>' : ']';
}

/// Moves behind the bracket that closes `open`, which was consumed.
bool TextReader::skipBrackets(char open) {
  // A list is in a message, and holds messages: it is at most every other one.
  std::array<char, 2 * NestingLimit + 2> expected;
  unsigned count = 0;
  unsigned messages = 1;
  const char *begin = cursor - 1;
  if (depth >= NestingLimit)
    return fail(begin, "messages nest too deeply");
  expected[count++] = closing(open);
  bool hasEscapes = false;
  while (cursor != end) {
    char c = *cursor;
    switch (Marks[static_cast<unsigned char>(c)]) {
    case Mark::None:
      // Most characters are; a loop of their own takes half as long.
      do
        ++cursor;
      while (cursor != end &&
             Marks[static_cast<unsigned char>(*cursor)] == Mark::None);
      break;
    case Mark::Open:
      if (c == '[' ? expected[count - 1] == ']'
                   : depth + messages >= NestingLimit)
        return fail(cursor, c == '[' ? "a list lies in a list"
                                     : "messages nest too deeply");
      messages += c != '[';
      expected[count++] = closing(c);
      ++cursor;
      break;
    case Mark::Close:
      if (c != expected[--count])
        return fail(cursor, "the bracket closes another one");
      messages -= c != ']';
      ++cursor;
      if (count == 0)
        return true;
      break;
    case Mark::Quote:
      if (!skipString(hasEscapes))
        return false;
      break;
    case Mark::Comment:
      cursor = endOfLine(cursor, end);
      break;
    }
  }
  return fail(begin, "the message does not end");
}
