//===- Elements.h - The elements of tensors in messages ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The messages for tensors of TensorFlow and of ONNX hold elements in the same
// two ways: as one run of bytes, or as single values in a field that depends on
// the type.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PROTOBUF_ELEMENTS_H
#define TRAINLINT_TEXT_PROTOBUF_ELEMENTS_H

#include "Text/Protobuf/MessageReader.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace trainlint::proto {

/// What the elements of a type are.
enum class ElementForm : uint8_t { Other, Signed, Unsigned, Real, String };

/// How the elements of a type are encoded.
struct ElementCoding {
  ElementForm form = ElementForm::Other;
  /// The field of single values; 0 if there is none.
  uint32_t valueField = 0;
  /// Of a real type.
  const llvm::fltSemantics *semantics = nullptr;
};

/// Where the elements of a tensor are.
struct Elements {
  ElementCoding coding;
  /// In bytes.
  unsigned size = 0;
  /// Decoded; no data if there are single values.
  llvm::StringRef content;

  bool areIntegers() const {
    return coding.form == ElementForm::Signed ||
           coding.form == ElementForm::Unsigned;
  }
  /// The integer that the low bits are, as many as an element has.
  int64_t integer(uint64_t bits) const;
  /// The real number that the low bits are.
  llvm::APFloat real(uint64_t bits) const;
  /// Calls `take` with the bits of each element of the content.
  void forEachInContent(llvm::function_ref<void(uint64_t)> take) const;
};

/// The single values in one field.
struct SingleValues {
  uint64_t count = 0;
  /// From the first to the last one.
  SourceRange range;

  /// Adds what an outline has of the field.
  void add(const Field &field);
};

/// Reads the field of bytes `number` of a message, of which an outline has the
/// range and, unless they have to be decoded, the bytes. False if there is a
/// problem, which is then in the context.
bool readBytes(ReadContext &context, const MessageType &type,
               const Message &message, uint32_t number, SourceRange range,
               llvm::StringRef &bytes);

} // namespace trainlint::proto

#endif // TRAINLINT_TEXT_PROTOBUF_ELEMENTS_H
