//===- Conversion.cpp - Elements of data as a step wants them -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Conversion.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::data;
using pjrt::abi::Buffer_Type;

namespace {
enum class Family { Other, Signed, Unsigned, Floating };
} // namespace

static Family familyOf(Buffer_Type type) {
  switch (type) {
  case Buffer_Type::S8:
  case Buffer_Type::S16:
  case Buffer_Type::S32:
  case Buffer_Type::S64:
    return Family::Signed;
  case Buffer_Type::PRED:
  case Buffer_Type::U8:
  case Buffer_Type::U16:
  case Buffer_Type::U32:
  case Buffer_Type::U64:
    return Family::Unsigned;
  case Buffer_Type::F16:
  case Buffer_Type::BF16:
  case Buffer_Type::F32:
  case Buffer_Type::F64:
    return Family::Floating;
  default:
    return Family::Other;
  }
}

bool data::isFloating(Buffer_Type type) {
  return familyOf(type) == Family::Floating;
}

bool data::isInteger(Buffer_Type type) {
  Family family = familyOf(type);
  return family == Family::Signed || family == Family::Unsigned;
}

int64_t data::integerAt(Buffer_Type type, const char *element) {
  size_t bytes = pjrt::elementBytes(type);
  uint64_t bits = 0;
  std::memcpy(&bits, element, bytes);
  unsigned unused = 64 - 8 * bytes;
  if (familyOf(type) == Family::Signed)
    return static_cast<int64_t>(bits << unused) >> unused;
  return static_cast<int64_t>(bits);
}

static double floatAt(Buffer_Type type, const char *element) {
  if (type == Buffer_Type::F32) {
    float value;
    std::memcpy(&value, element, sizeof(value));
    return value;
  }
  if (type == Buffer_Type::F64) {
    double value;
    std::memcpy(&value, element, sizeof(value));
    return value;
  }
  uint16_t bits;
  std::memcpy(&bits, element, sizeof(bits));
  llvm::APFloat value(type == Buffer_Type::F16 ? llvm::APFloat::IEEEhalf()
                                               : llvm::APFloat::BFloat(),
                      llvm::APInt(16, bits));
  return value.convertToDouble();
}

static void storeFloat(Buffer_Type type, double number, char *out) {
  if (type == Buffer_Type::F32) {
    float value = static_cast<float>(number);
    std::memcpy(out, &value, sizeof(value));
    return;
  }
  if (type == Buffer_Type::F64) {
    std::memcpy(out, &number, sizeof(number));
    return;
  }
  llvm::APFloat value(number);
  bool isInexact;
  value.convert(type == Buffer_Type::F16 ? llvm::APFloat::IEEEhalf()
                                         : llvm::APFloat::BFloat(),
                llvm::APFloat::rmNearestTiesToEven, &isInexact);
  uint16_t bits = value.bitcastToAPInt().getZExtValue();
  std::memcpy(out, &bits, sizeof(bits));
}

/// True if an integer of one type is one of another.
static bool holds(Buffer_Type from, Buffer_Type to, int64_t value) {
  bool isHuge = familyOf(from) == Family::Unsigned && value < 0;
  unsigned bits = to == Buffer_Type::PRED ? 1 : 8 * pjrt::elementBytes(to);
  if (familyOf(to) == Family::Unsigned) {
    if (isHuge)
      return bits == 64;
    return value >= 0 &&
           (bits == 64 || static_cast<uint64_t>(value) >> bits == 0);
  }
  if (isHuge)
    return false;
  int64_t cut =
      static_cast<int64_t>(static_cast<uint64_t>(value) << (64 - bits)) >>
      (64 - bits);
  return cut == value;
}

llvm::Expected<Conversion> Conversion::make(Buffer_Type from, Buffer_Type to,
                                            ImageScale scale) {
  Conversion out(from, to, scale);
  if (out.isCopy())
    return out;
  Family source = familyOf(from), target = familyOf(to);
  bool fits = source != Family::Other && target != Family::Other &&
              (source != Family::Floating || target == Family::Floating);
  if (!fits)
    return llvm::createStringError(
        llvm::formatv("elements of type {0} do not become {1}",
                      pjrt::elementName(from), pjrt::elementName(to)));
  if (pjrt::elementBytes(from) != 1)
    return out;
  size_t width = pjrt::elementBytes(to);
  std::vector<char> table(256 * width);
  for (unsigned byte = 0; byte < 256; ++byte) {
    char element = static_cast<char>(byte);
    if (llvm::Error error =
            out.applyOne(&element, table.data() + byte * width)) {
      llvm::consumeError(std::move(error));
      return out;
    }
  }
  out.table = std::move(table);
  return out;
}

llvm::Error Conversion::applyOne(const char *element, char *out) const {
  if (familyOf(from) == Family::Floating) {
    storeFloat(to, scaled(floatAt(from, element)), out);
    return llvm::Error::success();
  }
  int64_t value = integerAt(from, element);
  if (isFloating(to)) {
    bool isHuge = from == Buffer_Type::U64 && value < 0;
    double number = isHuge ? static_cast<double>(static_cast<uint64_t>(value))
                           : static_cast<double>(value);
    storeFloat(to, scaled(number), out);
    return llvm::Error::success();
  }
  if (!holds(from, to, value))
    return llvm::createStringError(llvm::formatv(
        "the value {0} is out of range for {1}", value, pjrt::elementName(to)));
  std::memcpy(out, &value, pjrt::elementBytes(to));
  return llvm::Error::success();
}

llvm::Error Conversion::apply(llvm::ArrayRef<char> elements, char *out) const {
  if (isCopy()) {
    if (!elements.empty())
      std::memcpy(out, elements.data(), elements.size());
    return llvm::Error::success();
  }
  size_t width = pjrt::elementBytes(to);
  if (!table.empty()) {
    for (char element : elements) {
      std::memcpy(out, &table[static_cast<unsigned char>(element) * width],
                  width);
      out += width;
    }
    return llvm::Error::success();
  }
  size_t step = pjrt::elementBytes(from);
  for (size_t at = 0; at < elements.size(); at += step, out += width)
    if (llvm::Error error = applyOne(&elements[at], out))
      return error;
  return llvm::Error::success();
}

void Conversion::applyToBytes(llvm::ArrayRef<char> elements, size_t stride,
                              char *out) const {
  size_t width = pjrt::elementBytes(to);
  for (size_t at = 0; at < elements.size(); at += stride)
    std::memcpy(out + at * width,
                &table[static_cast<unsigned char>(elements[at]) * width],
                width);
}
