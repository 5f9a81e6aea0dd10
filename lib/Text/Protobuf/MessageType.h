//===- MessageType.h - Fields that messages may have ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PROTOBUF_MESSAGETYPE_H
#define TRAINLINT_TEXT_PROTOBUF_MESSAGETYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace trainlint::proto {

/// The types of values that messages are described with.
enum class FieldKind : uint8_t {
  Int32,
  Int64,
  UInt32,
  UInt64,
  Bool,
  Enum,
  Float,
  Double,
  /// UTF-8 text.
  String,
  Bytes,
  Message,
};

/// The number that a word of an enumeration stands for; none for other words.
using EnumWords = std::optional<int32_t> (*)(llvm::StringRef word);

struct MessageType;

/// One field of a type: its number in binary, its name in text.
struct FieldType {
  uint32_t number;
  llvm::StringLiteral name;
  FieldKind kind;
  bool repeated = false;
  /// The type of a message; null for other kinds.
  const MessageType *message = nullptr;
  /// The words of an enumeration; null for other kinds.
  EnumWords words = nullptr;
};

/// For tables of fields: one of a scalar kind, of a message, and of repeated
/// values.
constexpr FieldType one(uint32_t number, llvm::StringLiteral name,
                        FieldKind kind) {
  return {number, name, kind};
}
constexpr FieldType one(uint32_t number, llvm::StringLiteral name,
                        const MessageType &type) {
  return {number, name, FieldKind::Message, false, &type};
}
constexpr FieldType one(uint32_t number, llvm::StringLiteral name,
                        EnumWords words) {
  return {number, name, FieldKind::Enum, false, nullptr, words};
}
constexpr FieldType many(FieldType type) {
  type.repeated = true;
  return type;
}

/// The fields of a message, those first that are met most often.
struct MessageType {
  llvm::ArrayRef<FieldType> fields;

  /// Null if there is no such field.
  const FieldType *field(uint32_t number) const {
    for (const FieldType &type : fields) {
      if (type.number == number)
        return &type;
    }
    return nullptr;
  }
  const FieldType *field(llvm::StringRef name) const {
    for (const FieldType &type : fields) {
      if (type.name == name)
        return &type;
    }
    return nullptr;
  }
};

} // namespace trainlint::proto

#endif // TRAINLINT_TEXT_PROTOBUF_MESSAGETYPE_H
