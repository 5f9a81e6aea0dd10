//===- Hmac.h - Telling who wrote a message ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_HMAC_H
#define TRAINLINT_SUPPORT_HMAC_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace trainlint {

constexpr size_t HmacSize = 32;

/// HMAC-SHA-256 (RFC 2104) of the parts, one after the other. Who computes the
/// same bytes has the key. Parts of several messages have to be told apart by
/// what they hold: the places where one ends and the next begins do not count.
std::string hmacSha256(llvm::StringRef key,
                       llvm::ArrayRef<llvm::StringRef> parts);

/// Compares texts in a time that tells nothing about where they differ.
bool isSameSecret(llvm::StringRef left, llvm::StringRef right);

/// Bytes that nobody can guess, from the system.
llvm::Expected<std::string> randomBytes(size_t count);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_HMAC_H
