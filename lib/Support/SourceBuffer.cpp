//===- SourceBuffer.cpp - Text with ranges and positions ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/SourceBuffer.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace trainlint;

std::unique_ptr<SourceBuffer> SourceBuffer::copy(StringRef name,
                                                 StringRef text) {
  return std::make_unique<SourceBuffer>(
      name.str(), llvm::MemoryBuffer::getMemBufferCopy(text, name));
}

std::unique_ptr<SourceBuffer> SourceBuffer::view(const SourceBuffer &other) {
  auto same = std::make_unique<SourceBuffer>(
      other.bufferName,
      llvm::MemoryBuffer::getMemBuffer(other.memory->getMemBufferRef(),
                                       /*RequiresNullTerminator=*/false),
      other.kind);
  if (other.cells())
    same->setCells(other.notebookCells);
  return same;
}

void SourceBuffer::setCells(std::shared_ptr<const CellMap> cells) const {
  std::call_once(cellsAreSet, [&] {
    notebookCells = std::move(cells);
    cellsIfSet = notebookCells.get();
  });
}

const std::vector<uint32_t> &SourceBuffer::lines() const {
  std::call_once(linesAreCounted, [this] { countLines(); });
  return lineStarts;
}

void SourceBuffer::countLines() const {
  StringRef all = text();
  lineStarts.push_back(0);
  if (isBinary())
    return;
  // Nearly all texts end their lines with a line feed, which is found many
  // bytes at a time.
  if (!all.contains('\r')) {
    for (size_t end = all.find('\n'); end != StringRef::npos;
         end = all.find('\n', end + 1))
      lineStarts.push_back(end + 1);
    return;
  }
  for (uint32_t i = 0, e = all.size(); i < e; ++i) {
    if (all[i] == '\n' ||
        (all[i] == '\r' && (i + 1 == e || all[i + 1] != '\n')))
      lineStarts.push_back(i + 1);
  }
}

LineColumn SourceBuffer::position(uint32_t offset) const {
  offset = std::min<uint32_t>(offset, text().size());
  const std::vector<uint32_t> &starts = lines();
  auto next = llvm::upper_bound(starts, offset);
  unsigned line = next - starts.begin();
  return {line, offset - starts[line - 1] + 1};
}

uint32_t SourceBuffer::offset(LineColumn place) const {
  if (place.line == 0)
    return 0;
  if (place.line > lineCount())
    return text().size();
  uint32_t length = line(place.line).size();
  uint32_t column = place.column == 0 ? 0 : place.column - 1;
  return lineStart(place.line) + std::min(column, length);
}

StringRef SourceBuffer::line(unsigned number) const {
  const std::vector<uint32_t> &starts = lines();
  uint32_t begin = starts[number - 1];
  uint32_t end = number < starts.size() ? starts[number] : text().size();
  StringRef found = text().slice(begin, end);
  if (found.consume_back("\n"))
    found.consume_back("\r");
  else
    found.consume_back("\r");
  return found;
}

/// Continuation bytes of a UTF-8 sequence count for nothing.
static bool isContinuation(char c) { return (c & 0xC0) == 0x80; }

/// Counts a byte. Only a four-byte sequence lies outside the basic plane.
static void countByte(char c, SourceBuffer::Mark &mark) {
  if (isContinuation(c))
    return;
  ++mark.codePoints;
  mark.utf16 += (c & 0xF8) == 0xF0 ? 2 : 1;
}

/// How far marks of a line are apart, or a little more.
static constexpr uint32_t MarkDistance = 4096;

void SourceBuffer::markLongLines() const {
  StringRef all = text();
  for (unsigned number = 1; number <= lineCount(); ++number) {
    StringRef whole = line(number);
    if (whole.size() <= MarkDistance)
      continue;
    Mark next{lineStart(number), 0, 0};
    uint32_t last = next.offset, end = next.offset + whole.size();
    for (; next.offset < end; ++next.offset) {
      char c = all[next.offset];
      if (next.offset - last >= MarkDistance && !isContinuation(c)) {
        marks.push_back(next);
        last = next.offset;
      }
      countByte(c, next);
    }
  }
}

SourceBuffer::Mark SourceBuffer::markBefore(LineColumn place) const {
  uint32_t start = lineStart(place.line);
  if (place.column <= MarkDistance + 2 || isBinary())
    return {start, 0, 0};
  std::call_once(linesAreMarked, [this] { markLongLines(); });
  auto next = llvm::partition_point(marks, [&](const Mark &mark) {
    return mark.offset <= start + place.column - 1;
  });
  bool isOnLine = next != marks.begin() && std::prev(next)->offset >= start;
  return isOnLine ? *std::prev(next) : Mark{start, 0, 0};
}

SourceBuffer::Mark SourceBuffer::count(LineColumn place) const {
  Mark mark = markBefore(place);
  uint32_t end = lineStart(place.line) + place.column - 1;
  for (char c : text().slice(mark.offset, end))
    countByte(c, mark);
  // A byte order mark is in no column.
  if (place.line == 1 && end >= ByteOrderMark.size() &&
      text().starts_with(ByteOrderMark)) {
    --mark.codePoints;
    --mark.utf16;
  }
  return mark;
}

unsigned SourceBuffer::codePointColumn(LineColumn place) const {
  return isBinary() ? place.column : count(place).codePoints + 1;
}

unsigned SourceBuffer::utf16Column(LineColumn place) const {
  return isBinary() ? place.column : count(place).utf16 + 1;
}
