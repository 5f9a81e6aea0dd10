//===- MessageReader.h - Messages in either encoding ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PROTOBUF_MESSAGEREADER_H
#define TRAINLINT_TEXT_PROTOBUF_MESSAGEREADER_H

#include "Support/LocatedText.h"
#include "Text/Protobuf/MessageType.h"
#include "Text/Protobuf/TextReader.h"
#include "Text/Protobuf/WireReader.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"

namespace trainlint::proto {

enum class Encoding : uint8_t { Binary, Text };

/// What readers of one file share.
struct ReadContext {
  ReadContext(llvm::StringRef file, Encoding encoding,
              llvm::BumpPtrAllocator &arena)
      : file(file), encoding(encoding), arena(arena) {}

  /// The whole file, of at most 4 GiB.
  llvm::StringRef file;
  Encoding encoding;
  /// Owns the strings that had to be decoded; all others lie in the file.
  llvm::BumpPtrAllocator &arena;
  /// Once there is a problem, no reader goes on.
  FirstProblem problem;
};

/// The content of a message that was found and is not read yet. A message that
/// is given in several parts is read as if they followed one another, which is
/// how Protobuf merges them.
struct Message {
  llvm::SmallVector<SourceRange, 1> parts;
  /// How many messages it lies within.
  unsigned depth = 0;

  bool empty() const { return parts.empty(); }
};

/// One value of a field that a type has. Repeated numbers that are packed, and
/// lists in text, are so many fields.
struct Field {
  const FieldType *type = nullptr;
  /// The name in text, the tag in binary; several values can share one.
  SourceRange name;
  /// The value as it is written: what is between the brackets of a message,
  /// strings with their quotes, numbers as encoded.
  SourceRange value;
  /// A number as 64 bits: integers with their sign extended, the value of a
  /// `float` or `double` as the bits of a `double`. Of a word that an
  /// enumeration does not have, -1.
  uint64_t bits = 0;
  /// A string or bytes, decoded; of a number in text, how it is written.
  llvm::StringRef text;
  /// How many messages a message lies within.
  unsigned depth = 0;
  /// The number of values that lie packed in `value`; 0 for a single value.
  uint32_t packed = 0;

  uint32_t number() const { return type->number; }
  int64_t integer() const { return static_cast<int64_t>(bits); }
  bool boolean() const { return bits != 0; }
  double floating() const;
  Message message() const { return {{value}, depth}; }
};

/// Adds a part of a message that may be given in several.
inline void addPart(Message &message, const Field &field) {
  message.parts.push_back(field.value);
  message.depth = field.depth;
}

/// All of a file as one message, in text without a mark of the byte order. Of
/// more than 4 GiB, which are not read, none with a problem.
std::optional<Message> wholeFile(llvm::StringRef file, Encoding encoding,
                                 FirstProblem &problem);

using Name = LocatedText;

/// A whole number and where it is written; an empty range if it is not given.
struct Number {
  int64_t value = 0;
  SourceRange range;
};

inline Name nameOf(const Field &field) { return {field.text, field.value}; }
inline Number numberOf(const Field &field) {
  return {field.integer(), field.value};
}

/// How a single value of a kind is encoded in binary.
inline WireType wireType(FieldKind kind) {
  switch (kind) {
  case FieldKind::Float:
    return WireType::Fixed32;
  case FieldKind::Double:
    return WireType::Fixed64;
  case FieldKind::String:
  case FieldKind::Bytes:
  case FieldKind::Message:
    return WireType::Bytes;
  default:
    return WireType::Varint;
  }
}

/// How much of long values is looked at.
enum class Detail : uint8_t {
  /// Each number of a packed field is given, and bytes are decoded.
  Full,
  /// A packed field is given as one with the number of its values, and bytes
  /// with escapes have no text.
  Outline,
};

/// Walks over the fields of one message in either encoding. A field that the
/// type does not have is skipped, and so is, as in the protobuf library, one
/// whose encoding does not fit the type. In text, a value that does not fit is
/// a problem.
class MessageReader {
public:
  MessageReader(ReadContext &context, const MessageType &type, Message message,
                Detail detail = Detail::Full);

  /// Reads the next field. False at the end and at a problem, which is then in
  /// the context.
  bool next(Field &field);

private:
  bool nextBinary(Field &field);
  bool nextPacked(Field &field);
  bool acceptWire(const WireField &wire, Field &field);
  bool nextText(Field &field);
  bool acceptText(const TextField &text, Field &field);
  bool acceptNumber(const TextField &text, Field &field);
  bool acceptString(const TextField &text, Field &field);
  bool checkUtf8(const Field &field);
  bool fail(uint32_t offset, const llvm::Twine &message);
  void openPart();

  ReadContext &context;
  const MessageType &type;
  Message message;
  Detail detail;
  unsigned part = 0;
  WireReader wire;
  TextReader text;
  /// The numbers of a packed field.
  WireCursor run;
  Field runField;
};

} // namespace trainlint::proto

#endif // TRAINLINT_TEXT_PROTOBUF_MESSAGEREADER_H
