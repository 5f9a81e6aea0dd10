//===- WireReader.h - Protobuf's binary encoding ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PROTOBUF_WIREREADER_H
#define TRAINLINT_TEXT_PROTOBUF_WIREREADER_H

#include "Support/SourceBuffer.h"
#include "Text/Protobuf/Problem.h"

namespace trainlint::proto {

/// How a value is encoded. The numbers are those of the encoding; a group has
/// two, and the one of its end (4) is never seen.
enum class WireType : uint8_t {
  Varint = 0,
  Fixed64 = 1,
  Bytes = 2,
  Group = 3,
  Fixed32 = 5,
};

/// One field as it is encoded. Offsets count from the start of the file.
struct WireField {
  uint32_t number = 0;
  WireType type = WireType::Varint;
  /// From the first byte of the tag to the end of the value; of a group, to
  /// the end of the tag that closes it.
  SourceRange range;
  /// The value without the tag: the content of bytes without their length and
  /// of a group without its end, the encoded number of other types.
  SourceRange value;
  /// The number of a varint or a fixed type, as raw bits.
  uint64_t bits = 0;
};

/// Walks over the encoded numbers of a range.
class WireCursor {
public:
  /// `file` is the whole file, of at most 4 GiB, and stays alive; problems are
  /// recorded in `problem` unless it has one already.
  WireCursor(llvm::StringRef file, SourceRange range, FirstProblem &problem)
      : base(file.data()), cursor(base + range.begin), end(base + range.end),
        problem(&problem) {}

  bool atEnd() const { return cursor == end; }
  uint32_t offset() const { return cursor - base; }

  /// Each reads one number and advances; false with a problem if the range
  /// ends within it or, for a varint, if it takes more than ten bytes.
  bool readVarint(uint64_t &bits);
  bool readFixed32(uint64_t &bits);
  bool readFixed64(uint64_t &bits);
  /// Reads one number of a type that is neither bytes nor a group.
  bool readNumber(WireType type, uint64_t &bits);

protected:
  /// Records a problem; ends the walk.
  bool fail(const char *place, const char *message);

  const char *base;
  const char *cursor;
  const char *end;
  FirstProblem *problem;

private:
  bool readLongVarint(uint64_t &bits);
};

/// Walks over the fields of one message. Nothing is copied; nested messages
/// are ranges, which another reader takes.
class WireReader : public WireCursor {
public:
  /// `depth` is how many messages the range lies within.
  WireReader(llvm::StringRef file, SourceRange range, FirstProblem &problem,
             unsigned depth = 0)
      : WireCursor(file, range, problem), depth(depth) {}

  /// Reads the next field. False at the end, and at a problem: a value that is
  /// cut off, a number that is too long, the field number 0, the wire types 6
  /// and 7, a group that does not end or was not begun, too deep a nesting.
  bool next(WireField &field);

private:
  bool readTag(uint32_t &tag);
  bool readLongTag(uint32_t &tag);
  bool readBytes(SourceRange &value);
  bool skipGroup(WireField &field);

  unsigned depth;
};

inline bool WireCursor::readVarint(uint64_t &bits) {
  if (cursor != end && static_cast<int8_t>(*cursor) >= 0) {
    bits = static_cast<uint8_t>(*cursor++);
    return true;
  }
  return readLongVarint(bits);
}

/// A tag of one byte, as those of almost all fields, is read here.
inline bool WireReader::readTag(uint32_t &tag) {
  constexpr int8_t Smallest = 1 << 3;
  if (cursor != end && static_cast<int8_t>(*cursor) >= Smallest) {
    tag = static_cast<uint8_t>(*cursor++);
    return true;
  }
  return readLongTag(tag);
}

inline bool WireReader::readBytes(SourceRange &value) {
  const char *begin = cursor;
  uint64_t size = 0;
  if (!readVarint(size))
    return false;
  if (size > static_cast<uint64_t>(end - cursor))
    return fail(begin, "the value is longer than what holds it");
  value = {offset(), static_cast<uint32_t>(offset() + size)};
  cursor += size;
  return true;
}

} // namespace trainlint::proto

#endif // TRAINLINT_TEXT_PROTOBUF_WIREREADER_H
