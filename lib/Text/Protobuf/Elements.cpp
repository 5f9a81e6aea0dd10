//===- Elements.cpp - The elements of tensors in messages -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Protobuf/Elements.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::proto;

int64_t Elements::integer(uint64_t bits) const {
  unsigned unused = 64 - 8 * size;
  bits <<= unused;
  return coding.form == ElementForm::Signed
             ? static_cast<int64_t>(bits) >> unused
             : static_cast<int64_t>(bits >> unused);
}

llvm::APFloat Elements::real(uint64_t bits) const {
  unsigned width = llvm::APFloat::getSizeInBits(*coding.semantics);
  return llvm::APFloat(*coding.semantics, llvm::APInt(64, bits).trunc(width));
}

/// The bits of one element in the content.
static uint64_t loadBits(const char *bytes, unsigned size) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < size; ++i)
    bits |= uint64_t(static_cast<uint8_t>(bytes[i])) << (8 * i);
  return bits;
}

void Elements::forEachInContent(llvm::function_ref<void(uint64_t)> take) const {
  for (size_t i = 0; i < content.size(); i += size)
    take(loadBits(content.data() + i, size));
}

void SingleValues::add(const Field &field) {
  if (count == 0)
    range.begin = field.value.begin;
  range.end = field.value.end;
  count += field.packed ? field.packed : 1;
}

bool proto::readBytes(ReadContext &context, const MessageType &type,
                      const Message &message, uint32_t number,
                      SourceRange range, StringRef &bytes) {
  if (bytes.data() || range.empty())
    return true;
  MessageReader reader(context, type, message);
  Field field;
  while (reader.next(field)) {
    if (field.number() == number)
      bytes = field.text;
  }
  return !context.problem;
}
