//===- Crc32c.h - The checksum of records and checkpoints -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_CRC32C_H
#define TRAINLINT_RUNTIME_DATA_CRC32C_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace trainlint::data {

/// CRC-32C (Castagnoli) of bytes, going on from the checksum of those before.
uint32_t crc32c(llvm::StringRef bytes, uint32_t before = 0);

/// The checksum as record files store it: turned and shifted, so that the
/// checksum of bytes that hold checksums still tells something.
uint32_t maskCrc32c(uint32_t checksum);
/// That of bytes.
uint32_t maskedCrc32c(llvm::StringRef bytes);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_CRC32C_H
