//===- LineMagics.cpp - The lines of a cell that are no Python ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A magic stands where a statement begins, or is all that a name is assigned.
// To know where that is, strings and brackets are followed as Python does.
//
//===----------------------------------------------------------------------===//

#include "Support/LLVM.h"
#include "Text/Python/Magics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

static bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

namespace {
class LineMagicReader {
public:
  explicit LineMagicReader(Cell &cell)
      : cell(cell), text(cell.masked), at(cell.body.begin) {}

  void read();

private:
  char peek(uint32_t offset) const {
    return offset < text.size() ? text[offset] : '\0';
  }
  uint32_t skipBlanks(uint32_t from) const {
    return std::min(text.find_first_not_of(" \t\f", from), text.size());
  }
  uint32_t lineEnd(uint32_t from) const {
    return std::min(text.find('\n', from), text.size());
  }

  bool readStatementMagic();
  bool readShell(SourceRange target, uint32_t begin);
  bool readLine(SourceRange target, uint32_t begin);
  bool readHelp(uint32_t begin);
  bool readBare(uint32_t begin);
  bool readAssigned(uint32_t statement);

  void skipStatement();
  void skipString();

  uint32_t magicEnd(uint32_t begin) const;
  /// Goes on behind the magic.
  void add(Magic::Kind kind, SourceRange target, uint32_t begin, StringRef name,
           uint32_t body);
  void mask(SourceRange range, StringRef replacement);

  Cell &cell;
  /// The masked text; what is in front of `at` may have changed.
  StringRef text;
  uint32_t at;
  /// The end of the last magic whose body was left as it is.
  uint32_t timedEnd = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Magics
//===----------------------------------------------------------------------===//

/// The end of a magic's last line; backslashes add lines.
uint32_t LineMagicReader::magicEnd(uint32_t begin) const {
  uint32_t end = lineEnd(begin);
  while (end < text.size() &&
         text.slice(begin, end).rtrim('\r').ends_with("\\"))
    end = lineEnd(end + 1);
  return begin + text.slice(begin, end).rtrim('\r').size();
}

/// Keeps the ends of lines, so that the text has as many as it had.
void LineMagicReader::mask(SourceRange range, StringRef replacement) {
  for (uint32_t i = range.begin; i < range.end; ++i)
    if (text[i] != '\n' && text[i] != '\r')
      cell.masked[i] = ' ';
  llvm::copy(replacement, cell.masked.begin() + range.begin);
}

void LineMagicReader::add(Magic::Kind kind, SourceRange target, uint32_t begin,
                          StringRef name, uint32_t body) {
  uint32_t end = magicEnd(begin);
  body = std::min(body, end);
  Magic magic;
  magic.kind = kind;
  magic.range = {target.empty() ? begin : target.begin, end};
  magic.target = cell.text.slice(target.begin, target.end);
  magic.name = name;
  magic.body = {body, end};
  cell.magics.push_back(magic);

  // What is timed is Python, but it is timed once.
  if (name == "time" && body < end && timedEnd < end) {
    mask({begin, body}, target.empty() ? "0;" : "");
    timedEnd = end;
    at = body;
    return;
  }
  bool isStatement = target.empty() && end - begin >= 4 &&
                     text.slice(begin, end).find('\n') >= 4;
  mask({begin, end}, isStatement ? "pass" : "0");
  at = end;
}

bool LineMagicReader::readShell(SourceRange target, uint32_t begin) {
  if (peek(begin) != '!' || peek(begin + 1) == '=')
    return false;
  uint32_t body = peek(begin + 1) == '!' ? begin + 2 : begin + 1;
  add(Magic::Kind::Shell, target, begin, "", skipBlanks(body));
  return true;
}

bool LineMagicReader::readLine(SourceRange target, uint32_t begin) {
  if (peek(begin) != '%')
    return false;
  uint32_t name = peek(begin + 1) == '%' ? begin + 2 : begin + 1;
  uint32_t end = name;
  while (isNameCharacter(peek(end)) || peek(end) == '.')
    ++end;
  if (end == name)
    return false;
  // `%env?` and `%%time?` ask for help.
  if (peek(end) == '?')
    return readHelp(begin);
  add(Magic::Kind::Line, target, begin, cell.text.slice(name, end),
      skipBlanks(end));
  return true;
}

bool LineMagicReader::readHelp(uint32_t begin) {
  add(Magic::Kind::Help, {}, begin, "", begin);
  return true;
}

/// What follows a word that is a magic without a sign, where no expression of
/// Python goes on like that.
static bool isBareMagic(StringRef name, StringRef rest) {
  if (name != "cd")
    return rest.starts_with("install ");
  static constexpr llvm::StringLiteral operators[] = {"and", "if",  "in",
                                                      "is",  "not", "or"};
  StringRef word = rest.take_while(isNameCharacter);
  return rest.starts_with("..") || rest.starts_with("~/") ||
         (!word.empty() && !llvm::is_contained(operators, word));
}

/// Notebooks take `pip install ...` and `cd ...` without the sign.
bool LineMagicReader::readBare(uint32_t begin) {
  for (StringRef name : {"pip", "pip3", "conda", "cd"}) {
    uint32_t end = begin + name.size();
    StringRef rest = text.substr(begin);
    if (!rest.consume_front(name) || !rest.consume_front(" ") ||
        !isBareMagic(name, rest.ltrim(" ")))
      continue;
    add(Magic::Kind::Line, {}, begin, cell.text.slice(begin, end),
        skipBlanks(end));
    return true;
  }
  return false;
}

/// Reads a magic that is a statement.
bool LineMagicReader::readStatementMagic() {
  uint32_t begin = skipBlanks(at);
  return readShell({}, begin) || readLine({}, begin) ||
         (peek(begin) == '?' && readHelp(begin)) || readBare(begin);
}

/// Reads a magic behind the equal sign at `at`.
bool LineMagicReader::readAssigned(uint32_t statement) {
  uint32_t begin = skipBlanks(at + 1);
  SourceRange target = {skipBlanks(statement), at};
  target.end =
      target.begin +
      text.slice(target.begin, std::max(target.begin, at)).rtrim().size();
  if (target.empty())
    return false;
  return readShell(target, begin) || readLine(target, begin);
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

/// Goes behind the string at `at`.
void LineMagicReader::skipString() {
  char quote = text[at];
  bool isTriple = peek(at + 1) == quote && peek(at + 2) == quote;
  at += isTriple ? 3 : 1;
  while (at < text.size()) {
    char c = text[at];
    if (c == '\\') {
      at += 2;
      continue;
    }
    if (c == '\n' && !isTriple)
      return;
    ++at;
    if (c != quote)
      continue;
    if (!isTriple)
      return;
    if (peek(at) == quote && peek(at + 1) == quote) {
      at += 2;
      return;
    }
  }
}

/// Goes to the line behind the statement at `at`. Reads the magics within.
void LineMagicReader::skipStatement() {
  uint32_t statement = at;
  unsigned depth = 0;
  bool isFirstLine = true;
  while (at < text.size()) {
    switch (text[at]) {
    case '#':
      at = lineEnd(at);
      continue;
    case '"':
    case '\'':
      skipString();
      continue;
    case '\\':
      isFirstLine = false;
      at += peek(at + 1) == '\r' ? 3 : 2;
      continue;
    case '(':
    case '[':
    case '{':
      ++depth;
      break;
    case ')':
    case ']':
    case '}':
      depth -= depth > 0;
      break;
    case '\n': {
      ++at;
      // A bracket that is never closed must not hide the commands below it.
      uint32_t next = skipBlanks(at);
      bool isCommand = peek(next) == '!' && peek(next + 1) != '=';
      if (depth == 0 || isCommand)
        return;
      isFirstLine = false;
      continue;
    }
    case '?': {
      uint32_t next = skipBlanks(at + 1);
      bool endsLine =
          next >= text.size() || text[next] == '\n' || text[next] == '\r';
      if (isFirstLine && depth == 0 && endsLine &&
          readHelp(skipBlanks(statement)))
        return;
      break;
    }
    case '=':
      if (depth == 0 && readAssigned(statement))
        return;
      break;
    default:
      break;
    }
    ++at;
  }
}

void LineMagicReader::read() {
  while (at < text.size())
    if (!readStatementMagic())
      skipStatement();
}

void python::readLineMagics(Cell &cell) { LineMagicReader(cell).read(); }
