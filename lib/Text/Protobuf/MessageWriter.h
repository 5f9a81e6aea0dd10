//===- MessageWriter.h - Writes Protobuf messages ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PROTOBUF_MESSAGEWRITER_H
#define TRAINLINT_TEXT_PROTOBUF_MESSAGEWRITER_H

#include "Text/Protobuf/WireReader.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

namespace trainlint::proto {

/// Writes the fields of a message, in the order in which they are given.
class MessageWriter {
public:
  MessageWriter &number(uint32_t field, uint64_t value) {
    tag(field, WireType::Varint);
    llvm::encodeULEB128(value, stream);
    return *this;
  }
  /// The same, left out if it is 0: what a reader takes where there is none.
  MessageWriter &nonZero(uint32_t field, uint64_t value) {
    return value == 0 ? *this : number(field, value);
  }
  MessageWriter &packed(uint32_t field, llvm::ArrayRef<int64_t> values) {
    MessageWriter numbers;
    for (int64_t value : values)
      llvm::encodeULEB128(value, numbers.stream);
    return bytes(field, numbers.take());
  }
  MessageWriter &fixed32(uint32_t field, uint32_t value) {
    tag(field, WireType::Fixed32);
    fixed(value);
    return *this;
  }
  MessageWriter &real32(uint32_t field, float value) {
    return fixed32(field, llvm::bit_cast<uint32_t>(value));
  }
  MessageWriter &real64(uint32_t field, double value) {
    tag(field, WireType::Fixed64);
    fixed(llvm::bit_cast<uint64_t>(value));
    return *this;
  }
  /// Text, or a message.
  MessageWriter &bytes(uint32_t field, llvm::StringRef value) {
    tag(field, WireType::Bytes);
    llvm::encodeULEB128(value.size(), stream);
    stream << value;
    return *this;
  }

  std::string take() { return std::move(text); }

private:
  void tag(uint32_t field, WireType type) {
    llvm::encodeULEB128(field << 3 | static_cast<uint32_t>(type), stream);
  }
  template <typename Number>
  void fixed(Number value) {
    llvm::support::endian::write(stream, value, llvm::endianness::little);
  }

  std::string text;
  llvm::raw_string_ostream stream{text};
};

} // namespace trainlint::proto

#endif // TRAINLINT_TEXT_PROTOBUF_MESSAGEWRITER_H
