//===- StoredProgram.h - Compiled programs as bytes -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_STOREDPROGRAM_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_STOREDPROGRAM_H

#include "Backend/CPU/Interface/Exchange.h"
#include "Backend/CPU/Interface/Program.h"

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

/// The program as bytes.
std::string writeStored(const StoredProgram &program);

/// The program of bytes that may come from anywhere. Every number is within the
/// range that the device takes; what the object file does when it is run cannot
/// be seen from here.
llvm::Expected<StoredProgram> parseStored(llvm::StringRef bytes);

/// Bytes that say who wrote them: only who has the key can make them, and for
/// one `identity` only. Who swaps two files makes neither valid.
std::string sealStored(llvm::StringRef bytes, llvm::StringRef key,
                       llvm::StringRef identity);

/// What was sealed, if it was sealed with this key for this identity.
llvm::Expected<llvm::StringRef> openStored(llvm::StringRef sealed,
                                           llvm::StringRef key,
                                           llvm::StringRef identity);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_STOREDPROGRAM_H
