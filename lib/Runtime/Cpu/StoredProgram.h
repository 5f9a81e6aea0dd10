//===- StoredProgram.h - Compiled programs as bytes -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CPU_STOREDPROGRAM_H
#define TRAINLINT_RUNTIME_CPU_STOREDPROGRAM_H

#include "Runtime/Cpu/Exchange.h"
#include "Runtime/Cpu/Program.h"

namespace trainlint::cpu {

/// What compilation yields, without addresses: it can be kept in a file.
struct StoredProgram {
  llvm::SmallVector<BufferType> inputs, outputs;
  llvm::SmallVector<Donation> donations;
  int64_t arenaBytes = 0;
  std::string constants;
  std::vector<Exchange> exchanges;
  /// An object file.
  std::string object;
};

/// Bytes with a checksum.
std::string writeStored(const StoredProgram &program);

/// Nothing if the bytes are damaged, or those of something else.
std::optional<StoredProgram> readStored(llvm::StringRef bytes);

} // namespace trainlint::cpu

#endif // TRAINLINT_RUNTIME_CPU_STOREDPROGRAM_H
