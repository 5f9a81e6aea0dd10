//===- Conversion.h - Elements of data as a step wants them -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_CONVERSION_H
#define TRAINLINT_RUNTIME_DATA_CONVERSION_H

#include "Runtime/Pjrt/ElementTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace trainlint::data {

/// What becomes of bytes of images that are floating-point numbers to the
/// step: they are divided by one number, and another one is added. Then the
/// mean of a color is taken off, and what is left divided by its deviation.
struct ImageScale {
  double divisor = 255;
  double shift = 0;
  double mean = 0;
  double deviation = 1;

  /// Bytes stay the numbers that they are.
  static ImageScale none() { return {1, 0}; }

  bool isNone() const {
    return divisor == 1 && shift == 0 && mean == 0 && deviation == 1;
  }
  double apply(double number) const {
    return (number / divisor + shift - mean) / deviation;
  }
};

/// Turns elements of one type into another. Integers become floating-point
/// numbers, scaled as images are or not; floating-point numbers become
/// others; integers and booleans become integers that hold them.
class Conversion {
public:
  /// Fails for types that do not become one another: fractions do not become
  /// integers, and complex numbers and types of less than sixteen bits only
  /// become themselves.
  static llvm::Expected<Conversion> make(pjrt::abi::Buffer_Type from,
                                         pjrt::abi::Buffer_Type to,
                                         ImageScale scale = ImageScale::none());

  /// Writes as many elements as `from` holds. Fails for an integer that the
  /// wanted type cannot hold, and names it.
  llvm::Error apply(llvm::ArrayRef<char> from, char *to) const;

  /// The same for every `stride`th element, from the first on. Elements are
  /// bytes that all become something.
  void applyToBytes(llvm::ArrayRef<char> from, size_t stride, char *to) const;

private:
  Conversion(pjrt::abi::Buffer_Type from, pjrt::abi::Buffer_Type to,
             ImageScale scale)
      : from(from), to(to), scale(scale) {}

  bool isCopy() const { return from == to && scale.isNone(); }

  /// To floating-point numbers, which holds for all elements.
  template <typename Number>
  void convertNumbers(llvm::ArrayRef<char> elements, char *out) const;
  llvm::Error convertIntegers(llvm::ArrayRef<char> elements, char *out) const;

  pjrt::abi::Buffer_Type from, to;
  ImageScale scale;
  /// What each byte becomes, if an element is one byte and every byte becomes
  /// something.
  std::vector<char> table;
};

/// True for floating-point types that data can become.
bool isFloating(pjrt::abi::Buffer_Type type);
/// True for integers and booleans of whole bytes.
bool isInteger(pjrt::abi::Buffer_Type type);
/// The integer at a place; for types of isInteger.
int64_t integerAt(pjrt::abi::Buffer_Type type, const char *element);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_CONVERSION_H
