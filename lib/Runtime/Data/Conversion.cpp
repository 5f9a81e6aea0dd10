//===- Conversion.cpp - Elements of data as a step wants them -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Conversion.h"
#include "Support/HalfPrecision.h"
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

//===----------------------------------------------------------------------===//
// Numbers, some at a time
//===----------------------------------------------------------------------===//

/// How many elements are numbers between two types at once.
constexpr size_t BlockSize = 256;

template <typename Element, typename Number, typename Convert>
static void readEach(const char *elements, llvm::MutableArrayRef<Number> out,
                     Convert convert) {
  for (size_t i = 0; i < out.size(); ++i) {
    Element element;
    std::memcpy(&element, elements + i * sizeof(element), sizeof(element));
    out[i] = convert(element);
  }
}

template <typename Element, typename Number, typename Convert>
static void writeEach(llvm::ArrayRef<Number> numbers, char *out,
                      Convert convert) {
  for (size_t i = 0; i < numbers.size(); ++i) {
    Element element = convert(numbers[i]);
    std::memcpy(out + i * sizeof(element), &element, sizeof(element));
  }
}

/// Elements as numbers; integers become the nearest.
template <typename Number>
static void readNumbers(Buffer_Type type, const char *elements,
                        llvm::MutableArrayRef<Number> out) {
  auto asNumber = [](auto element) { return static_cast<Number>(element); };
  switch (type) {
  case Buffer_Type::F16:
    return readEach<uint16_t>(elements, out, fromHalf);
  case Buffer_Type::BF16:
    return readEach<uint16_t>(elements, out, fromBFloat16);
  case Buffer_Type::F32:
    return readEach<float>(elements, out, asNumber);
  case Buffer_Type::F64:
    return readEach<double>(elements, out, asNumber);
  case Buffer_Type::U64:
    return readEach<uint64_t>(elements, out, asNumber);
  default:
    for (size_t i = 0; i < out.size(); ++i)
      out[i] = static_cast<Number>(
          integerAt(type, elements + i * pjrt::elementBytes(type)));
  }
}

template <typename Number>
static void writeNumbers(Buffer_Type type, llvm::ArrayRef<Number> numbers,
                         char *out) {
  switch (type) {
  case Buffer_Type::F16:
    return writeEach<uint16_t>(numbers, out,
                               [](Number number) { return toHalf(number); });
  case Buffer_Type::BF16:
    return writeEach<uint16_t>(
        numbers, out, [](Number number) { return toBFloat16(number); });
  case Buffer_Type::F32:
    return writeEach<float>(
        numbers, out, [](Number number) { return static_cast<float>(number); });
  default:
    return writeEach<double>(numbers, out, [](Number number) {
      return static_cast<double>(number);
    });
  }
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
    if (llvm::Error error = out.apply(element, table.data() + byte * width)) {
      llvm::consumeError(std::move(error));
      return out;
    }
  }
  out.table = std::move(table);
  return out;
}

template <typename Number>
void Conversion::convertNumbers(llvm::ArrayRef<char> elements,
                                char *out) const {
  size_t step = pjrt::elementBytes(from), width = pjrt::elementBytes(to);
  Number block[BlockSize];
  for (size_t at = 0, count = elements.size() / step; at < count;
       at += BlockSize) {
    llvm::MutableArrayRef<Number> numbers(block,
                                          std::min(BlockSize, count - at));
    readNumbers(from, elements.data() + at * step, numbers);
    if (!scale.isNone())
      for (Number &number : numbers)
        number = scale.apply(number);
    writeNumbers<Number>(to, numbers, out + at * width);
  }
}

llvm::Error Conversion::convertIntegers(llvm::ArrayRef<char> elements,
                                        char *out) const {
  size_t step = pjrt::elementBytes(from), width = pjrt::elementBytes(to);
  for (size_t at = 0; at < elements.size(); at += step, out += width) {
    int64_t value = integerAt(from, &elements[at]);
    if (!holds(from, to, value))
      return llvm::createStringError(
          llvm::formatv("the value {0} is out of range for {1}", value,
                        pjrt::elementName(to)));
    std::memcpy(out, &value, width);
  }
  return llvm::Error::success();
}

llvm::Error Conversion::apply(llvm::ArrayRef<char> elements, char *out) const {
  if (isCopy()) {
    if (!elements.empty())
      std::memcpy(out, elements.data(), elements.size());
    return llvm::Error::success();
  }
  if (!table.empty()) {
    applyToBytes(elements, 1, out);
    return llvm::Error::success();
  }
  if (!isFloating(to))
    return convertIntegers(elements, out);
  // No float loses digits as one.
  bool fitsFloat = from == Buffer_Type::F16 || from == Buffer_Type::BF16 ||
                   from == Buffer_Type::F32;
  if (fitsFloat && scale.isNone())
    convertNumbers<float>(elements, out);
  else
    convertNumbers<double>(elements, out);
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
