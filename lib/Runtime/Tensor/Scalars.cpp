//===- Scalars.cpp - Numbers of every element type ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Tensor/Scalars.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace trainlint;
using namespace trainlint::run;
using pjrt::abi::Buffer_Type;

/// How a floating-point type is encoded; null for other types.
static const llvm::fltSemantics *semanticsOf(Buffer_Type type) {
  switch (type) {
  case Buffer_Type::F16:
    return &llvm::APFloat::IEEEhalf();
  case Buffer_Type::F32:
  case Buffer_Type::C64:
    return &llvm::APFloat::IEEEsingle();
  case Buffer_Type::F64:
  case Buffer_Type::C128:
    return &llvm::APFloat::IEEEdouble();
  case Buffer_Type::BF16:
    return &llvm::APFloat::BFloat();
  case Buffer_Type::F8E5M2:
    return &llvm::APFloat::Float8E5M2();
  case Buffer_Type::F8E4M3FN:
    return &llvm::APFloat::Float8E4M3FN();
  case Buffer_Type::F8E4M3B11FNUZ:
    return &llvm::APFloat::Float8E4M3B11FNUZ();
  case Buffer_Type::F8E5M2FNUZ:
    return &llvm::APFloat::Float8E5M2FNUZ();
  case Buffer_Type::F8E4M3FNUZ:
    return &llvm::APFloat::Float8E4M3FNUZ();
  case Buffer_Type::F8E4M3:
    return &llvm::APFloat::Float8E4M3();
  case Buffer_Type::F8E3M4:
    return &llvm::APFloat::Float8E3M4();
  case Buffer_Type::F8E8M0FNU:
    return &llvm::APFloat::Float8E8M0FNU();
  case Buffer_Type::F4E2M1FN:
    return &llvm::APFloat::Float4E2M1FN();
  default:
    return nullptr;
  }
}

/// The bits of an element of at most eight bytes.
static uint64_t bitsAt(const char *element, size_t bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, element, bytes);
  return bits;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// The digits behind the point of a number with that many digits in all.
static int fractionDigits(double number, int digits) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.*e", digits - 1, number);
  int exponent = std::atoi(std::strchr(text, 'e') + 1);
  return std::max(0, digits - 1 - exponent);
}

static void printFloat(llvm::raw_ostream &os,
                       const llvm::fltSemantics &semantics, uint64_t bits) {
  unsigned width = llvm::APFloat::semanticsSizeInBits(semantics);
  llvm::APFloat value(semantics, llvm::APInt(64, bits).trunc(width));
  if (value.isNaN()) {
    os << "nan";
    return;
  }
  if (value.isInfinity()) {
    os << (value.isNegative() ? "-inf" : "inf");
    return;
  }
  bool isInexact;
  llvm::APFloat wide = value;
  wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
               &isInexact);
  double number = wide.convertToDouble();
  char text[48];
  int digits = 1;
  for (; digits < 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, number);
    llvm::APFloat read(semantics);
    auto status =
        read.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
    if (!status)
      llvm::consumeError(status.takeError());
    else if (read.bitwiseIsEqual(value))
      break;
  }
  // Without an exponent, as far as that is short.
  double size = std::abs(number);
  if (size == 0 || (size >= 1e-4 && size < 1e16))
    std::snprintf(text, sizeof(text), "%.*f", fractionDigits(number, digits),
                  number);
  os << text;
  if (llvm::StringRef(text).find_first_of(".e") == llvm::StringRef::npos)
    os << ".";
}

static bool isSigned(Buffer_Type type) {
  switch (type) {
  case Buffer_Type::S2:
  case Buffer_Type::S4:
  case Buffer_Type::S8:
  case Buffer_Type::S16:
  case Buffer_Type::S32:
  case Buffer_Type::S64:
    return true;
  default:
    return false;
  }
}

void run::printElement(llvm::raw_ostream &os, Buffer_Type type,
                       const char *element) {
  size_t bytes = pjrt::elementBytes(type);
  if (const llvm::fltSemantics *semantics = semanticsOf(type)) {
    if (!pjrt::isComplex(type)) {
      printFloat(os, *semantics, bitsAt(element, bytes));
      return;
    }
    os << "(";
    printFloat(os, *semantics, bitsAt(element, bytes / 2));
    uint64_t imaginary = bitsAt(element + bytes / 2, bytes / 2);
    if (!(imaginary >> (bytes * 4 - 1) & 1))
      os << "+";
    printFloat(os, *semantics, imaginary);
    os << "j)";
    return;
  }
  uint64_t bits = bitsAt(element, bytes);
  if (type == Buffer_Type::PRED)
    os << (bits ? "True" : "False");
  else if (isSigned(type))
    os << static_cast<int64_t>(bits << (64 - 8 * bytes)) /
              (int64_t(1) << (64 - 8 * bytes));
  else
    os << bits;
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

/// Writes a number as the nearest of a floating-point type.
static void storeFloat(const llvm::fltSemantics &semantics, double number,
                       char *element, size_t bytes) {
  llvm::APFloat value(number);
  bool isInexact;
  value.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &isInexact);
  uint64_t bits = value.bitcastToAPInt().getZExtValue();
  std::memcpy(element, &bits, bytes);
}

void run::makeElement(std::mt19937_64 &random, Buffer_Type type,
                      char *element) {
  size_t bytes = pjrt::elementBytes(type);
  if (const llvm::fltSemantics *semantics = semanticsOf(type)) {
    size_t parts = pjrt::isComplex(type) ? 2 : 1;
    for (size_t part = 0; part < parts; ++part) {
      // The standard's distributions differ between libraries.
      double number = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
      // A type of powers of two has no negative numbers.
      if (type == Buffer_Type::F8E8M0FNU)
        number = number < 0 ? -number : number;
      storeFloat(*semantics, number, element + part * bytes / parts,
                 bytes / parts);
    }
    return;
  }
  uint64_t most = 10;
  if (type == Buffer_Type::PRED || type == Buffer_Type::S2)
    most = 2;
  else if (type == Buffer_Type::U2)
    most = 4;
  else if (type == Buffer_Type::S4)
    most = 8;
  uint64_t bits = random() % most;
  std::memcpy(element, &bits, bytes);
}
