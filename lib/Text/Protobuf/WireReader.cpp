//===- WireReader.cpp - Protobuf's binary encoding ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Protobuf/WireReader.h"
#include "llvm/Support/Endian.h"
#include <array>

using namespace trainlint;
using namespace trainlint::proto;

bool WireCursor::fail(const char *place, const char *message) {
  if (!*problem)
    *problem = Problem{static_cast<uint32_t>(place - base), message};
  cursor = end;
  return false;
}

bool WireCursor::readLongVarint(uint64_t &bits) {
  const char *begin = cursor;
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (cursor == end)
      return fail(begin, "the number is cut off");
    uint64_t byte = static_cast<uint8_t>(*cursor++);
    // Of the tenth byte one bit fits; the library drops the others, too.
    value |= (byte & 0x7F) << shift;
    if (byte < 0x80) {
      bits = value;
      return true;
    }
  }
  return fail(begin, "the number takes more than ten bytes");
}

bool WireCursor::readFixed32(uint64_t &bits) {
  if (end - cursor < 4)
    return fail(cursor, "the number is cut off");
  bits = llvm::support::endian::read32le(cursor);
  cursor += 4;
  return true;
}

bool WireCursor::readFixed64(uint64_t &bits) {
  if (end - cursor < 8)
    return fail(cursor, "the number is cut off");
  bits = llvm::support::endian::read64le(cursor);
  cursor += 8;
  return true;
}

bool WireCursor::readNumber(WireType type, uint64_t &bits) {
  switch (type) {
  case WireType::Fixed32:
    return readFixed32(bits);
  case WireType::Fixed64:
    return readFixed64(bits);
  default:
    return readVarint(bits);
  }
}

bool WireReader::readLongTag(uint32_t &tag) {
  const char *begin = cursor;
  uint64_t bits = 0;
  if (!readVarint(bits))
    return false;
  if (cursor - begin > 5)
    return fail(begin, "the tag of a field takes more than five bytes");
  tag = static_cast<uint32_t>(bits);
  if (tag >> 3 == 0)
    return fail(begin, "a field has the number 0");
  return true;
}

/// The type of the tag that ends a group.
static constexpr uint32_t GroupEnd = 4;

bool WireReader::skipGroup(WireField &field) {
  std::array<uint32_t, NestingLimit> open;
  unsigned count = 0;
  open[count++] = field.number;
  field.value.begin = offset();
  if (depth >= NestingLimit)
    return fail(base + field.range.begin, "messages nest too deeply");
  while (cursor != end) {
    const char *begin = cursor;
    uint32_t tag = 0;
    if (!readTag(tag))
      return false;
    uint64_t bits = 0;
    SourceRange bytes;
    switch (tag & 7) {
    case static_cast<uint32_t>(WireType::Bytes):
      if (!readBytes(bytes))
        return false;
      break;
    case static_cast<uint32_t>(WireType::Group):
      if (depth + count >= NestingLimit)
        return fail(begin, "messages nest too deeply");
      open[count++] = tag >> 3;
      break;
    case GroupEnd:
      if (open[--count] != tag >> 3)
        return fail(begin, "a group ends that was not begun");
      if (count == 0) {
        field.value.end = begin - base;
        return true;
      }
      break;
    case 6:
    case 7:
      return fail(begin, "a field has a type that does not exist");
    default:
      if (!readNumber(static_cast<WireType>(tag & 7), bits))
        return false;
    }
  }
  return fail(base + field.range.begin, "the group does not end");
}

bool WireReader::next(WireField &field) {
  if (cursor == end || *problem)
    return false;
  field.range.begin = offset();
  uint32_t tag = 0;
  if (!readTag(tag))
    return false;
  field.number = tag >> 3;
  field.type = static_cast<WireType>(tag & 7);
  switch (tag & 7) {
  case static_cast<uint32_t>(WireType::Bytes):
    if (!readBytes(field.value))
      return false;
    break;
  case static_cast<uint32_t>(WireType::Group):
    if (!skipGroup(field))
      return false;
    break;
  case GroupEnd:
    return fail(base + field.range.begin, "a group ends that was not begun");
  case 6:
  case 7:
    return fail(base + field.range.begin,
                "a field has a type that does not exist");
  default:
    field.value.begin = offset();
    if (!readNumber(field.type, field.bits))
      return false;
    field.value.end = offset();
  }
  field.range.end = offset();
  return true;
}
