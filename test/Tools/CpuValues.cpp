//===- CpuValues.cpp - Values of buffers as text --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tools/CpuValues.h"
#include "llvm/Support/Format.h"
#include <cstring>

using llvm::raw_ostream;

namespace trainlint::cpu {

template <typename T>
static T read(const char *bytes) {
  T value;
  memcpy(&value, bytes, sizeof(T));
  return value;
}

static void printReal(raw_ostream &out, double value, int digits) {
  out << llvm::format("%.*g", digits, value);
}

static float fromHalf(uint16_t bits) {
  _Float16 value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

static float fromBFloat16(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  memcpy(&value, &wide, sizeof(value));
  return value;
}

static void printElement(raw_ostream &out, ElementType element,
                         const char *bytes) {
  switch (element) {
  case ElementType::Bool:
    out << (*bytes ? "true" : "false");
    return;
  case ElementType::I2:
  case ElementType::I4:
  case ElementType::I8:
    out << int(read<int8_t>(bytes));
    return;
  case ElementType::I16:
    out << read<int16_t>(bytes);
    return;
  case ElementType::I32:
    out << read<int32_t>(bytes);
    return;
  case ElementType::I64:
    out << read<int64_t>(bytes);
    return;
  case ElementType::U16:
    out << read<uint16_t>(bytes);
    return;
  case ElementType::U32:
    out << read<uint32_t>(bytes);
    return;
  case ElementType::U64:
    out << read<uint64_t>(bytes);
    return;
  case ElementType::BF16:
    return printReal(out, fromBFloat16(read<uint16_t>(bytes)), 4);
  case ElementType::F16:
    return printReal(out, fromHalf(read<uint16_t>(bytes)), 5);
  case ElementType::F32:
    return printReal(out, read<float>(bytes), 6);
  case ElementType::F64:
    return printReal(out, read<double>(bytes), 12);
  case ElementType::C64:
  case ElementType::C128: {
    auto part =
        element == ElementType::C64 ? ElementType::F32 : ElementType::F64;
    out << "(";
    printElement(out, part, bytes);
    out << ", ";
    printElement(out, part, bytes + byteSize(part));
    out << ")";
    return;
  }
  default:
    out << unsigned(read<uint8_t>(bytes));
  }
}

static void printFrom(raw_ostream &out, const BufferType &type,
                      size_t dimension, const char *&bytes) {
  if (dimension == type.dimensions.size()) {
    printElement(out, type.element, bytes);
    bytes += byteSize(type.element);
    return;
  }
  out << "[";
  for (int64_t i = 0; i < type.dimensions[dimension]; ++i) {
    out << (i ? ", " : "");
    printFrom(out, type, dimension + 1, bytes);
  }
  out << "]";
}

void printValue(raw_ostream &out, const BufferType &type,
                llvm::StringRef bytes) {
  out << type.text() << " ";
  const char *next = bytes.data();
  printFrom(out, type, 0, next);
  out << "\n";
}

} // namespace trainlint::cpu
