//===- Position.h - Places in the words of a client -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_POSITION_H
#define TRAINLINT_LSP_POSITION_H

#include "Support/SourceBuffer.h"
#include "llvm/Support/JSON.h"

namespace trainlint::lsp {

/// What a client counts within a line.
enum class PositionEncoding : uint8_t { Utf8, Utf16, Utf32 };

/// "utf-16".
llvm::StringRef spellingOf(PositionEncoding encoding);
std::optional<PositionEncoding> parsePositionEncoding(llvm::StringRef text);

/// A place between two characters; both numbers count from 0.
struct Position {
  int64_t line = 0;
  int64_t character = 0;
};

/// Half open.
struct Range {
  Position start;
  Position end;
};

/// The place of a byte offset, which is clamped to the end of the text.
Position positionOf(const SourceBuffer &buffer, uint32_t offset,
                    PositionEncoding encoding);

/// The byte offset of a place. As the protocol wants it, a character behind the
/// end of its line stands for that end; a line behind the last one stands for
/// the end of the text, and what points into the middle of a character for its
/// begin.
uint32_t offsetOf(const SourceBuffer &buffer, Position position,
                  PositionEncoding encoding);

Range rangeOf(const SourceBuffer &buffer, SourceRange range,
              PositionEncoding encoding);
/// The bytes of a range; an empty range where it ends before it begins.
SourceRange sourceRangeOf(const SourceBuffer &buffer, Range range,
                          PositionEncoding encoding);

/// True if a range has a place within it, at its begin or at its end, where a
/// cursor stands behind it.
inline bool holds(SourceRange range, uint32_t offset) {
  return range.begin <= offset && offset <= range.end;
}

llvm::json::Value toJSON(Position position);
llvm::json::Value toJSON(Range range);
bool fromJSON(const llvm::json::Value &value, Position &out,
              llvm::json::Path path);
bool fromJSON(const llvm::json::Value &value, Range &out,
              llvm::json::Path path);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_POSITION_H
