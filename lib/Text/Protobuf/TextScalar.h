//===- TextScalar.h - Values of Protobuf's text format ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PROTOBUF_TEXTSCALAR_H
#define TRAINLINT_TEXT_PROTOBUF_TEXTSCALAR_H

#include "Text/Protobuf/Problem.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace trainlint::proto {

/// Decodes one or more quoted strings, as `TextField::value` holds them, and
/// appends their bytes to `out`. `offset` is where they stand in the file.
/// False with a problem at an escape that does not exist.
bool decodeStrings(llvm::StringRef written, uint32_t offset,
                   llvm::SmallVectorImpl<char> &out, FirstProblem &problem);

/// The value of a decimal, hexadecimal or octal number with an optional sign;
/// none if it is no whole number or lies outside of the range of the type.
std::optional<int64_t> parseSigned(llvm::StringRef written, unsigned bits);
std::optional<uint64_t> parseUnsigned(llvm::StringRef written, unsigned bits);

/// The value of a decimal number, `inf`, `infinity` or `nan` with an optional
/// sign; what is too large is infinite. None for anything else.
std::optional<double> parseFloat(llvm::StringRef written);

/// `true`, `True`, `t`, `1` and their opposites.
std::optional<bool> parseBool(llvm::StringRef written);

} // namespace trainlint::proto

#endif // TRAINLINT_TEXT_PROTOBUF_TEXTSCALAR_H
