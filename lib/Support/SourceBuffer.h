//===- SourceBuffer.h - Text with ranges and positions ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_SOURCEBUFFER_H
#define TRAINLINT_SUPPORT_SOURCEBUFFER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace trainlint {

/// What some editors write in front of UTF-8 text.
inline constexpr llvm::StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

/// A half-open range of byte offsets into one source buffer.
struct SourceRange {
  uint32_t begin = 0;
  uint32_t end = 0;

  uint32_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
  bool contains(uint32_t offset) const {
    return begin <= offset && offset < end;
  }
  /// True if the two ranges share a byte, or if one is empty and lies within
  /// or at the border of the other.
  bool touches(SourceRange other) const {
    return begin <= other.end && other.begin <= end;
  }
  friend bool operator==(SourceRange a, SourceRange b) {
    return a.begin == b.begin && a.end == b.end;
  }
};

/// The range of a part of a text in it.
inline SourceRange rangeIn(llvm::StringRef text, llvm::StringRef part) {
  uint32_t begin = part.data() - text.data();
  return {begin, begin + static_cast<uint32_t>(part.size())};
}

/// A place in a text: line and column count from 1, the column in bytes.
struct LineColumn {
  unsigned line = 1;
  unsigned column = 1;
};

class CellMap;

/// Whether a buffer has lines.
enum class BufferKind : uint8_t { Text, Binary };

/// One input: a display name and the text behind it. A line ends at LF, CR LF
/// or a lone CR, as editors count lines. A binary file is one line, in which
/// columns of all kinds count bytes.
///
/// The tables of lines and of characters are built on first use; any thread may
/// ask for positions.
class SourceBuffer {
public:
  SourceBuffer(std::string name, std::unique_ptr<llvm::MemoryBuffer> text,
               BufferKind kind = BufferKind::Text)
      : bufferName(std::move(name)), memory(std::move(text)), kind(kind) {}

  /// Copies `text`, for inputs that are no files.
  static std::unique_ptr<SourceBuffer> copy(llvm::StringRef name,
                                            llvm::StringRef text);

  /// The text of another buffer, which lives longer, with a table of lines of
  /// its own.
  static std::unique_ptr<SourceBuffer> view(const SourceBuffer &other);

  llvm::StringRef name() const { return bufferName; }
  bool isBinary() const { return kind == BufferKind::Binary; }
  llvm::StringRef text() const { return memory->getBuffer(); }
  llvm::StringRef text(SourceRange range) const {
    return text().slice(range.begin, range.end);
  }

  /// The place of a byte offset; an offset past the end is clamped to the end.
  LineColumn position(uint32_t offset) const;

  /// The byte offset of a place; a column past the end of its line is clamped
  /// to the end of the line, a line past the last one to the end of the text.
  uint32_t offset(LineColumn place) const;

  unsigned lineCount() const { return lines().size(); }
  /// The text of a line, counted from 1, without its terminator.
  llvm::StringRef line(unsigned number) const;
  /// The byte offset at which a line, counted from 1, begins.
  uint32_t lineStart(unsigned number) const { return lines()[number - 1]; }

  /// The column of a place in Unicode code points, from 1.
  unsigned codePointColumn(LineColumn place) const;
  /// The column of a place in UTF-16 code units, from 1.
  unsigned utf16Column(LineColumn place) const;

  /// The cells of a notebook, for what people read; null for other files, and
  /// until the notebook is read. Of several readings, by any thread, the first
  /// one sets them.
  const CellMap *cells() const { return cellsIfSet; }
  void setCells(std::shared_ptr<const CellMap> cells) const;

  /// A byte at which a character begins, and how many characters are in front
  /// of it on its line.
  struct Mark {
    uint32_t offset = 0;
    uint32_t codePoints = 0;
    uint32_t utf16 = 0;
  };
  /// A mark on the line of a place, not far in front of it: the start of the
  /// line unless that is long. From there columns are counted.
  Mark markBefore(LineColumn place) const;

private:
  const std::vector<uint32_t> &lines() const;
  void countLines() const;
  Mark count(LineColumn place) const;
  void markLongLines() const;

  std::string bufferName;
  std::unique_ptr<llvm::MemoryBuffer> memory;
  BufferKind kind;
  mutable std::once_flag linesAreCounted;
  mutable std::vector<uint32_t> lineStarts;
  /// Of long lines only, by their offset.
  mutable std::once_flag linesAreMarked;
  mutable std::vector<Mark> marks;
  mutable std::once_flag cellsAreSet;
  mutable std::shared_ptr<const CellMap> notebookCells;
  mutable std::atomic<const CellMap *> cellsIfSet = nullptr;
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_SOURCEBUFFER_H
