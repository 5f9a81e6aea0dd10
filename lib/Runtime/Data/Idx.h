//===- Idx.h - Files of MNIST's format --------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_IDX_H
#define TRAINLINT_RUNTIME_DATA_IDX_H

#include "Runtime/Data/ExampleTable.h"

namespace trainlint::data {

/// True if a file begins as one of this format: two bytes of zero, a known
/// element type, and one dimension or more.
bool isIdx(llvm::StringRef file);

/// Finds the array of an IDX file: unsigned and signed bytes, 16-bit and 32-bit
/// integers, floats and doubles, most significant byte first. Fails for what is
/// no such file, and unless it is exactly as long as its dimensions say.
llvm::Expected<StoredArray> readIdxHeader(const FileBytes &file);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_IDX_H
