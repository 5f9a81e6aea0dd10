//===- MessageReader.cpp - Messages in either encoding --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Protobuf/MessageReader.h"
#include "Support/LLVM.h"
#include "Text/Protobuf/TextScalar.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Endian.h"
#include <limits>

using namespace trainlint;
using namespace trainlint::proto;

double Field::floating() const { return llvm::bit_cast<double>(bits); }

static uint64_t bitsOf(double value) { return llvm::bit_cast<uint64_t>(value); }

std::optional<Message> proto::wholeFile(StringRef file, Encoding encoding,
                                        FirstProblem &problem) {
  if (file.size() > std::numeric_limits<uint32_t>::max()) {
    problem = Problem{0, "files of more than 4 GiB are not read"};
    return std::nullopt;
  }
  SourceRange range = {0, static_cast<uint32_t>(file.size())};
  if (encoding == Encoding::Text && file.starts_with(ByteOrderMark))
    range.begin = ByteOrderMark.size();
  return Message{{range}, /*depth=*/0};
}

MessageReader::MessageReader(ReadContext &context, const MessageType &type,
                             Message message, Detail detail)
    : context(context), type(type), message(std::move(message)), detail(detail),
      wire(context.file, {}, context.problem),
      text(context.file, {}, context.problem),
      run(context.file, {}, context.problem) {
  openPart();
}

void MessageReader::openPart() {
  if (part == message.parts.size())
    return;
  SourceRange range = message.parts[part++];
  if (context.encoding == Encoding::Binary)
    wire = WireReader(context.file, range, context.problem, message.depth);
  else
    text = TextReader(context.file, range, context.problem, message.depth);
}

bool MessageReader::fail(uint32_t offset, const llvm::Twine &text) {
  if (!context.problem)
    context.problem = Problem{offset, text.str()};
  return false;
}

bool MessageReader::next(Field &field) {
  while (!context.problem) {
    bool found = context.encoding == Encoding::Binary ? nextBinary(field)
                                                      : nextText(field);
    if (found)
      return true;
    if (context.problem || part == message.parts.size())
      return false;
    openPart();
  }
  return false;
}

static bool isAsciiByte(char c) { return (c & 0x80) == 0; }

/// True for ASCII, which almost all strings are.
static bool isAscii(StringRef text) {
  const char *cursor = text.begin();
  for (; text.end() - cursor >= 8; cursor += 8) {
    if (llvm::support::endian::read64le(cursor) & 0x8080808080808080)
      return false;
  }
  return std::all_of(cursor, text.end(), isAsciiByte);
}

bool MessageReader::checkUtf8(const Field &field) {
  if (field.type->kind != FieldKind::String || isAscii(field.text))
    return true;
  const auto *begin = field.text.bytes_begin();
  if (llvm::isLegalUTF8String(&begin, field.text.bytes_end()))
    return true;
  return fail(field.value.begin, "the string is not UTF-8");
}

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

/// The value of an encoded number, of which a small type takes the low bits.
static uint64_t decodeNumber(FieldKind kind, uint64_t bits) {
  switch (kind) {
  case FieldKind::Int32:
  case FieldKind::Enum:
    return static_cast<int64_t>(static_cast<int32_t>(bits));
  case FieldKind::UInt32:
    return static_cast<uint32_t>(bits);
  case FieldKind::Bool:
    return bits != 0;
  case FieldKind::Float:
    return bitsOf(llvm::bit_cast<float>(static_cast<uint32_t>(bits)));
  default:
    return bits;
  }
}

/// The number of values in packed bytes: of varints, that of their last bytes.
static uint32_t countPacked(StringRef bytes, WireType wire) {
  switch (wire) {
  case WireType::Fixed32:
    return bytes.size() / 4;
  case WireType::Fixed64:
    return bytes.size() / 8;
  default:
    return llvm::count_if(bytes, isAsciiByte);
  }
}

/// To be called while numbers of a packed field are left.
bool MessageReader::nextPacked(Field &field) {
  field = runField;
  field.value.begin = run.offset();
  uint64_t bits = 0;
  if (!run.readNumber(wireType(field.type->kind), bits))
    return false;
  field.value.end = run.offset();
  field.bits = decodeNumber(field.type->kind, bits);
  return true;
}

bool MessageReader::acceptWire(const WireField &found, Field &field) {
  field.type = type.field(found.number);
  if (!field.type)
    return false;
  WireType wanted = wireType(field.type->kind);
  field.name = {found.range.begin, found.value.begin};
  field.value = found.value;
  field.packed = 0;
  if (found.type == wanted) {
    if (wanted != WireType::Bytes) {
      field.bits = decodeNumber(field.type->kind, found.bits);
      return true;
    }
    field.text = context.file.slice(found.value.begin, found.value.end);
    field.depth = message.depth + 1;
    if (field.type->kind == FieldKind::Message && field.depth > NestingLimit)
      return fail(found.range.begin, "messages nest too deeply");
    return checkUtf8(field);
  }
  if (found.type != WireType::Bytes || !field.type->repeated)
    return false;
  if (detail == Detail::Outline) {
    StringRef bytes = context.file.slice(found.value.begin, found.value.end);
    field.packed = countPacked(bytes, wanted);
    return field.packed > 0;
  }
  runField = field;
  run = WireCursor(context.file, found.value, context.problem);
  return !run.atEnd() && nextPacked(field);
}

bool MessageReader::nextBinary(Field &field) {
  if (!run.atEnd() && nextPacked(field))
    return true;
  WireField found;
  while (wire.next(found)) {
    if (acceptWire(found, field))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The nearest `float`, as a `double`.
static double rounded(double value) {
  constexpr double Largest = std::numeric_limits<float>::max();
  // Up to half a unit beyond the largest number rounds down to it.
  constexpr double Limit = 0x1.ffffffp127;
  if (value > Largest)
    return value < Limit ? Largest : std::numeric_limits<double>::infinity();
  if (value < -Largest)
    return value > -Limit ? -Largest : -std::numeric_limits<double>::infinity();
  return static_cast<float>(value);
}

/// The bits of a number or word of a kind; none if it does not fit.
static std::optional<uint64_t> parseNumber(const FieldType &type,
                                           StringRef written, TextKind kind) {
  bool isWord = kind == TextKind::Word;
  switch (type.kind) {
  case FieldKind::Bool:
    return parseBool(written);
  case FieldKind::Float:
  case FieldKind::Double: {
    std::optional<double> value = parseFloat(written);
    if (!value)
      return std::nullopt;
    return bitsOf(type.kind == FieldKind::Float ? rounded(*value) : *value);
  }
  case FieldKind::Enum:
    if (!isWord)
      return parseSigned(written, 32);
    // Newer programs have words that are not known here.
    return static_cast<int64_t>(type.words(written).value_or(-1));
  case FieldKind::Int32:
    return isWord ? std::nullopt : parseSigned(written, 32);
  case FieldKind::Int64:
    return isWord ? std::nullopt : parseSigned(written, 64);
  case FieldKind::UInt32:
    return isWord ? std::nullopt : parseUnsigned(written, 32);
  case FieldKind::UInt64:
    return isWord ? std::nullopt : parseUnsigned(written, 64);
  default:
    return std::nullopt;
  }
}

bool MessageReader::acceptNumber(const TextField &found, Field &field) {
  StringRef written = context.file.slice(found.value.begin, found.value.end);
  std::optional<uint64_t> bits = parseNumber(*field.type, written, found.kind);
  if (!bits)
    return fail(found.value.begin,
                "the value does not match the field `" + found.name + "`");
  field.bits = *bits;
  field.text = written;
  return true;
}

bool MessageReader::acceptString(const TextField &found, Field &field) {
  StringRef written = context.file.slice(found.value.begin, found.value.end);
  if (found.plain) {
    field.text = written.drop_front().drop_back();
    return checkUtf8(field);
  }
  if (detail == Detail::Outline && field.type->kind == FieldKind::Bytes) {
    field.text = StringRef();
    return true;
  }
  llvm::SmallString<128> decoded;
  if (!decodeStrings(written, found.value.begin, decoded, context.problem))
    return false;
  field.text = decoded.str().copy(context.arena);
  return checkUtf8(field);
}

bool MessageReader::acceptText(const TextField &found, Field &field) {
  field.name = found.nameRange;
  field.value = found.value;
  field.packed = 0;
  FieldKind kind = field.type->kind;
  bool isString = kind == FieldKind::String || kind == FieldKind::Bytes;
  bool isMessage = kind == FieldKind::Message;
  if ((found.kind == TextKind::Message) != isMessage ||
      (found.kind == TextKind::String) != isString)
    return fail(found.value.begin,
                "the value does not match the field `" + found.name + "`");
  if (isMessage) {
    field.depth = message.depth + 1;
    return true;
  }
  return isString ? acceptString(found, field) : acceptNumber(found, field);
}

bool MessageReader::nextText(Field &field) {
  TextField found;
  while (text.next(found)) {
    field.type = type.field(found.name);
    if (field.type)
      return acceptText(found, field);
  }
  return false;
}
