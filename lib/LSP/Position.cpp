//===- Position.cpp - Places in the words of a client ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Position.h"
#include "Support/LLVM.h"
#include <algorithm>

using namespace trainlint;
using namespace trainlint::lsp;

StringRef lsp::spellingOf(PositionEncoding encoding) {
  switch (encoding) {
  case PositionEncoding::Utf8:
    return "utf-8";
  case PositionEncoding::Utf16:
    return "utf-16";
  case PositionEncoding::Utf32:
    return "utf-32";
  }
  llvm_unreachable("unknown encoding");
}

std::optional<PositionEncoding> lsp::parsePositionEncoding(StringRef text) {
  for (PositionEncoding encoding :
       {PositionEncoding::Utf8, PositionEncoding::Utf16,
        PositionEncoding::Utf32}) {
    if (text == spellingOf(encoding))
      return encoding;
  }
  return std::nullopt;
}

/// The bytes of the character that begins with a byte. A byte that begins none
/// is a character by itself.
static unsigned lengthOfCharacter(unsigned char first) {
  if (first >= 0xF0)
    return 4;
  if (first >= 0xE0)
    return 3;
  return first >= 0xC0 ? 2 : 1;
}

/// What a character of so many bytes counts.
static unsigned unitsOf(unsigned length, PositionEncoding encoding) {
  switch (encoding) {
  case PositionEncoding::Utf8:
    return length;
  case PositionEncoding::Utf16:
    // Only four bytes lie outside the basic plane.
    return length == 4 ? 2 : 1;
  case PositionEncoding::Utf32:
    return 1;
  }
  llvm_unreachable("unknown encoding");
}

/// What the characters between the start of a line and a mark count.
static int64_t unitsBefore(const SourceBuffer::Mark &mark, uint32_t lineStart,
                           PositionEncoding encoding) {
  switch (encoding) {
  case PositionEncoding::Utf8:
    return mark.offset - lineStart;
  case PositionEncoding::Utf16:
    return mark.utf16;
  case PositionEncoding::Utf32:
    return mark.codePoints;
  }
  llvm_unreachable("unknown encoding");
}

Position lsp::positionOf(const SourceBuffer &buffer, uint32_t offset,
                         PositionEncoding encoding) {
  LineColumn place = buffer.position(offset);
  uint32_t lineStart = buffer.lineStart(place.line);
  SourceBuffer::Mark mark = buffer.markBefore(place);
  StringRef before =
      buffer.text().slice(mark.offset, lineStart + place.column - 1);
  Position out{place.line - 1, unitsBefore(mark, lineStart, encoding)};
  for (size_t at = 0; at < before.size();) {
    unsigned length = lengthOfCharacter(before[at]);
    if (at + length > before.size())
      break;
    out.character += unitsOf(length, encoding);
    at += length;
  }
  return out;
}

uint32_t lsp::offsetOf(const SourceBuffer &buffer, Position position,
                       PositionEncoding encoding) {
  if (position.line < 0)
    return 0;
  if (position.line >= buffer.lineCount())
    return buffer.text().size();
  StringRef line = buffer.line(position.line + 1);
  size_t at = 0;
  int64_t units = 0;
  while (at < line.size()) {
    unsigned length = lengthOfCharacter(line[at]);
    units += unitsOf(length, encoding);
    if (units > position.character)
      break;
    at = std::min<size_t>(at + length, line.size());
  }
  return buffer.lineStart(position.line + 1) + at;
}

Range lsp::rangeOf(const SourceBuffer &buffer, SourceRange range,
                   PositionEncoding encoding) {
  return {positionOf(buffer, range.begin, encoding),
          positionOf(buffer, range.end, encoding)};
}

SourceRange lsp::sourceRangeOf(const SourceBuffer &buffer, Range range,
                               PositionEncoding encoding) {
  uint32_t begin = offsetOf(buffer, range.start, encoding);
  uint32_t end = offsetOf(buffer, range.end, encoding);
  return {begin, std::max(begin, end)};
}

llvm::json::Value lsp::toJSON(Position position) {
  return llvm::json::Object{{"line", position.line},
                            {"character", position.character}};
}

llvm::json::Value lsp::toJSON(Range range) {
  return llvm::json::Object{{"start", toJSON(range.start)},
                            {"end", toJSON(range.end)}};
}

bool lsp::fromJSON(const llvm::json::Value &value, Position &out,
                   llvm::json::Path path) {
  llvm::json::ObjectMapper object(value, path);
  return object && object.map("line", out.line) &&
         object.map("character", out.character);
}

bool lsp::fromJSON(const llvm::json::Value &value, Range &out,
                   llvm::json::Path path) {
  llvm::json::ObjectMapper object(value, path);
  return object && object.map("start", out.start) && object.map("end", out.end);
}
