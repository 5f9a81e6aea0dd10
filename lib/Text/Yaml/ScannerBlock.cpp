//===- ScannerBlock.cpp - Indentation, keys and indicators ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/LLVM.h"
#include "Support/Text.h"
#include "Text/Yaml/Scanner.h"
#include "Text/Yaml/ScannerImpl.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace trainlint;
using namespace trainlint::yaml;

//===----------------------------------------------------------------------===//
// White space
//===----------------------------------------------------------------------===//

void Scanner::skipComment() {
  uint32_t begin = cursor.offset();
  while (!cursor.atBreakOrEnd())
    cursor.advance();
  out.comments.push_back({begin, cursor.offset()});
}

void Scanner::skipToNextToken() {
  while (true) {
    // libyaml skips a byte order mark at the beginning of any line.
    if (cursor.column() == 0 &&
        byteOrderMarkLength(text.substr(cursor.offset())))
      cursor.advance();
    // A tab separates tokens, but it does not indent.
    while (cursor.at(' ') ||
           (cursor.at('\t') && (inFlow() || !simpleKeyAllowed)))
      cursor.advance();
    if (cursor.at('#'))
      skipComment();
    if (!cursor.atBreak())
      return;
    cursor.advanceLine();
    if (!inFlow())
      simpleKeyAllowed = true;
  }
}

//===----------------------------------------------------------------------===//
// Indentation
//===----------------------------------------------------------------------===//

void Scanner::unrollIndent(int column) {
  if (inFlow())
    return;
  while (indent > column) {
    push(TokenKind::BlockEnd, cursor.offset());
    indent = indents.pop_back_val();
  }
}

void Scanner::rollIndent(int column, TokenKind kind, size_t tokenIndex,
                         uint32_t offset) {
  if (inFlow() || indent >= column)
    return;
  indents.push_back(indent);
  indent = column;
  out.tokens.insert(out.tokens.begin() + tokenIndex,
                    Token{kind, ScalarStyle::Plain, {offset, offset}});
}

//===----------------------------------------------------------------------===//
// Simple keys
//===----------------------------------------------------------------------===//

/// True if a `:` at the cursor would still make `key` a key. Fails if nothing
/// but a key may stand at its place.
FailureOr<bool> Scanner::checkSimpleKey(SimpleKey &key) {
  constexpr unsigned LongestKey = 1024;
  if (!key.possible)
    return false;
  if (key.line == cursor.line() && cursor.index() <= key.index + LongestKey)
    return true;
  if (key.required)
    return dropSimpleKey();
  key.possible = false;
  return false;
}

LogicalResult Scanner::saveSimpleKey() {
  if (!simpleKeyAllowed)
    return success();
  if (failed(dropSimpleKey()))
    return failure();
  SimpleKey &key = keys.back();
  key.possible = true;
  key.required = !inFlow() && indent == static_cast<int>(cursor.column());
  key.tokenIndex = out.tokens.size();
  key.offset = cursor.offset();
  key.index = cursor.index();
  key.line = cursor.line();
  key.column = cursor.column();
  return success();
}

LogicalResult Scanner::dropSimpleKey() {
  SimpleKey &key = keys.back();
  if (key.possible && key.required) {
    // The whole line stands where a key belongs.
    StringRef line = text.substr(key.offset);
    line = line.take_front(line.find_first_of("\r\n"));
    size_t comment = line.find(" #");
    line = line.take_front(comment).rtrim();
    uint32_t end = key.offset + std::max<size_t>(line.size(), 1);
    return fail({"expected a key and `:` here",
                 {key.offset, std::min<uint32_t>(end, text.size())},
                 "",
                 {},
                 "write `key: value`, or indent the line if it continues the "
                 "value above"});
  }
  key.possible = false;
  return success();
}

//===----------------------------------------------------------------------===//
// Stream, directives and documents
//===----------------------------------------------------------------------===//

LogicalResult Scanner::scanStreamEnd() {
  if (inFlow()) {
    uint32_t open = flowStarts.back();
    bool sequence = text[open] == '[';
    uint32_t end = cursor.offset();
    return fail(
        {std::string("this ") + (sequence ? "`[`" : "`{`") + " is never closed",
         {open, open + 1},
         std::string("the text ends here without ") +
             (sequence ? "`]`" : "`}`"),
         {end, end}});
  }
  unrollIndent(-1);
  if (failed(dropSimpleKey()))
    return failure();
  simpleKeyAllowed = false;
  push(TokenKind::StreamEnd, cursor.offset());
  done = true;
  return success();
}

static bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '-';
}

static bool isUriCharacter(char c) {
  return isNameCharacter(c) || StringRef(";/?:@&=+$,.!~*'()[]%").contains(c);
}

/// The first `%` that no two hexadecimal digits follow, or npos. The escapes
/// have to spell UTF-8, too.
static size_t findBadUriEscape(StringRef uri) {
  for (size_t at = uri.find('%'); at != StringRef::npos;) {
    std::string bytes;
    size_t next = at;
    while (uri.substr(next).starts_with("%")) {
      if (next + 2 >= uri.size() || !llvm::isHexDigit(uri[next + 1]) ||
          !llvm::isHexDigit(uri[next + 2]))
        return next;
      bytes +=
          static_cast<char>(llvm::hexFromNibbles(uri[next + 1], uri[next + 2]));
      next += 3;
    }
    const auto *begin = reinterpret_cast<const llvm::UTF8 *>(bytes.data());
    if (!llvm::isLegalUTF8String(&begin, begin + bytes.size()))
      return at;
    at = uri.find('%', next);
  }
  return StringRef::npos;
}

/// Checks the arguments of `%YAML` or `%TAG` and returns what was expected in
/// their place, or an empty text.
static StringRef checkDirective(StringRef name, StringRef arguments) {
  if (name == "YAML") {
    auto [major, minor] = arguments.split('.');
    auto isNumber = [](StringRef text) {
      return !text.empty() && text.size() <= 9 &&
             llvm::all_of(text, llvm::isDigit);
    };
    return isNumber(major) && isNumber(minor)
               ? ""
               : "expected a version such as `1.1` after `%YAML`";
  }
  StringRef handle =
      arguments.take_until([](char c) { return c == ' ' || c == '\t'; });
  StringRef prefix = arguments.drop_front(handle.size()).ltrim(" \t");
  bool validHandle =
      handle == "!" ||
      (handle.size() > 1 && handle.starts_with("!") && handle.ends_with("!") &&
       llvm::all_of(handle.drop_front().drop_back(), isNameCharacter));
  if (!validHandle || prefix.empty() || !llvm::all_of(prefix, isUriCharacter) ||
      findBadUriEscape(prefix) != StringRef::npos)
    return "expected a handle such as `!e!` and a prefix after `%TAG`";
  return "";
}

LogicalResult Scanner::scanDirective() {
  unrollIndent(-1);
  if (failed(dropSimpleKey()))
    return failure();
  simpleKeyAllowed = false;

  uint32_t begin = cursor.offset();
  while (!cursor.atBreakOrEnd() &&
         !(cursor.at('#') && text[cursor.offset() - 1] == ' '))
    cursor.advance();
  StringRef line = text.slice(begin, cursor.offset()).rtrim(" \t");
  SourceRange range{begin, begin + static_cast<uint32_t>(line.size())};
  if (cursor.at('#'))
    skipComment();

  StringRef name = line.drop_front().take_while(isNameCharacter);
  StringRef arguments = line.drop_front(1 + name.size()).ltrim(" \t");
  if (name != "YAML" && name != "TAG") {
    Problem problem{"unknown directive " + quoted(("%" + name).str()), range};
    problem.help = "a line that begins with `%` is a YAML directive";
    return fail(std::move(problem));
  }
  bool separated = line.drop_front(1 + name.size()).size() != arguments.size();
  StringRef expected = checkDirective(name, separated ? arguments : "");
  if (!expected.empty())
    return fail({expected.str(), range});
  out.tokens.push_back(
      {name == "YAML" ? TokenKind::VersionDirective : TokenKind::TagDirective,
       ScalarStyle::Plain, range});
  if (cursor.atBreak())
    cursor.advanceLine();
  return success();
}

LogicalResult Scanner::scanDocumentIndicator() {
  if (inFlow()) {
    uint32_t open = flowStarts.back();
    uint32_t begin = cursor.offset();
    return fail({std::string("this ") + (text[open] == '[' ? "`[`" : "`{`") +
                     " is never closed",
                 {open, open + 1},
                 "the document ends here",
                 {begin, begin + 3}});
  }
  unrollIndent(-1);
  if (failed(dropSimpleKey()))
    return failure();
  simpleKeyAllowed = false;
  uint32_t begin = cursor.offset();
  TokenKind kind =
      cursor.at('-') ? TokenKind::DocumentStart : TokenKind::DocumentEnd;
  cursor.advance(3);
  push(kind, begin);
  return success();
}

//===----------------------------------------------------------------------===//
// Flow collections
//===----------------------------------------------------------------------===//

LogicalResult Scanner::scanFlowStart(TokenKind kind) {
  if (failed(saveSimpleKey()))
    return failure();
  flowStarts.push_back(cursor.offset());
  keys.emplace_back();
  simpleKeyAllowed = true;
  uint32_t begin = cursor.offset();
  cursor.advance();
  push(kind, begin);
  return success();
}

LogicalResult Scanner::scanFlowEnd(TokenKind kind) {
  if (failed(dropSimpleKey()))
    return failure();
  if (inFlow()) {
    keys.pop_back();
    flowStarts.pop_back();
  }
  simpleKeyAllowed = false;
  uint32_t begin = cursor.offset();
  cursor.advance();
  push(kind, begin);
  return success();
}

LogicalResult Scanner::scanFlowEntry() {
  if (failed(dropSimpleKey()))
    return failure();
  simpleKeyAllowed = true;
  uint32_t begin = cursor.offset();
  cursor.advance();
  push(TokenKind::FlowEntry, begin);
  return success();
}

//===----------------------------------------------------------------------===//
// Block collections
//===----------------------------------------------------------------------===//

LogicalResult Scanner::scanBlockEntry() {
  uint32_t begin = cursor.offset();
  if (!inFlow()) {
    if (!simpleKeyAllowed)
      return fail({"a list item cannot begin in the middle of a line",
                   {begin, begin + 1},
                   "",
                   {},
                   "put the `-` on a line of its own, or quote the value"});
    rollIndent(cursor.column(), TokenKind::BlockSequenceStart,
               out.tokens.size(), begin);
  }
  if (failed(dropSimpleKey()))
    return failure();
  simpleKeyAllowed = true;
  cursor.advance();
  push(TokenKind::BlockEntry, begin);
  return success();
}

LogicalResult Scanner::scanKey() {
  uint32_t begin = cursor.offset();
  if (!inFlow()) {
    if (!simpleKeyAllowed)
      return fail({"`?` cannot introduce a key here",
                   {begin, begin + 1},
                   "",
                   {},
                   "quote the value that begins with `?`"});
    rollIndent(cursor.column(), TokenKind::BlockMappingStart, out.tokens.size(),
               begin);
  }
  if (failed(dropSimpleKey()))
    return failure();
  simpleKeyAllowed = !inFlow();
  cursor.advance();
  push(TokenKind::Key, begin);
  return success();
}

LogicalResult Scanner::scanValue() {
  uint32_t begin = cursor.offset();
  SimpleKey &key = keys.back();
  FailureOr<bool> isKey = checkSimpleKey(key);
  if (failed(isKey))
    return failure();
  if (*isKey) {
    size_t at = key.tokenIndex;
    out.tokens.insert(
        out.tokens.begin() + at,
        Token{TokenKind::Key, ScalarStyle::Plain, {key.offset, key.offset}});
    rollIndent(key.column, TokenKind::BlockMappingStart, at, key.offset);
    key.possible = false;
    simpleKeyAllowed = false;
  } else {
    if (!inFlow()) {
      if (!simpleKeyAllowed)
        return fail({"a second `:` in one value",
                     {begin, begin + 1},
                     "",
                     {},
                     "quote a value that holds `: `, and check that the line "
                     "is indented like its neighbors"});
      rollIndent(cursor.column(), TokenKind::BlockMappingStart,
                 out.tokens.size(), begin);
    }
    simpleKeyAllowed = !inFlow();
  }
  cursor.advance();
  push(TokenKind::Value, begin);
  return success();
}

//===----------------------------------------------------------------------===//
// Node properties
//===----------------------------------------------------------------------===//

LogicalResult Scanner::scanAnchorOrAlias() {
  if (failed(saveSimpleKey()))
    return failure();
  simpleKeyAllowed = false;
  uint32_t begin = cursor.offset();
  bool alias = cursor.at('*');
  cursor.advance();
  while (!cursor.atEnd() && isNameCharacter(cursor.peek()))
    cursor.advance();
  uint32_t end = cursor.offset();
  if (end == begin + 1)
    return fail(
        {std::string("expected a name after ") + (alias ? "`*`" : "`&`"),
         {begin, end},
         "",
         {},
         std::string("quote a value that begins with ") +
             (alias ? "`*`" : "`&`")});
  if (!cursor.atBlankBreakOrEnd() &&
      !StringRef("?:,]}%@`").contains(cursor.peek()))
    return fail({std::string(alias ? "an alias" : "an anchor") +
                     " may hold letters, digits, `_` and `-` only",
                 {begin, end + 1}});
  push(alias ? TokenKind::Alias : TokenKind::Anchor, begin);
  return success();
}

LogicalResult Scanner::scanTag() {
  if (failed(saveSimpleKey()))
    return failure();
  simpleKeyAllowed = false;
  uint32_t begin = cursor.offset();
  bool verbatim = cursor.peek(1) == '<';
  cursor.advance(verbatim ? 2 : 1);
  while (!cursor.atEnd() && isUriCharacter(cursor.peek()) &&
         (verbatim || !StringRef(",[]").contains(cursor.peek())))
    cursor.advance();
  SourceRange range{begin, cursor.offset()};
  if (verbatim) {
    if (!cursor.at('>') || range.size() == 2)
      return fail({"expected `>` at the end of the tag", range});
    cursor.advance();
  }
  if (findBadUriEscape(text.slice(range.begin, range.end)) != StringRef::npos)
    return fail(
        {"expected two hexadecimal digits after `%` in the tag", range});
  if (!cursor.atBlankBreakOrEnd() && !(inFlow() && cursor.at(',')))
    return fail({"expected white space after the tag",
                 range,
                 "",
                 {},
                 "quote a value that begins with `!`"});
  push(TokenKind::Tag, begin);
  return success();
}
