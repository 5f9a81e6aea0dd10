//===- Decimal.h - Reading decimal numbers ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_DECIMAL_H
#define TRAINLINT_SUPPORT_DECIMAL_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace trainlint {

/// Digits of a number that LLVM may be given: of tens of thousands behind the
/// point it writes beyond an array on its stack, up to LLVM 22 at least.
inline constexpr size_t MostDigits = 1000;

/// Reads a number as `StringRef::getAsDouble` does. Returns true if the text is
/// none, or has more than `MostDigits` characters.
bool readDecimal(llvm::StringRef text, double &number);

/// Where a text has a number with a point and more than `MostDigits` digits.
std::optional<size_t> findLongDecimal(llvm::StringRef text);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_DECIMAL_H
