//===- SerializedExecutable.h - Executables as bytes ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_SERIALIZEDEXECUTABLE_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_SERIALIZEDEXECUTABLE_H

#include "Backend/CPU/Interface/CollectiveOp.h"
#include "Backend/CPU/Interface/Executable.h"

namespace trainlint::cpu {

/// What compilation yields, without addresses: it can be kept in a file.
struct SerializedExecutable {
  llvm::SmallVector<BufferType> inputs, outputs;
  llvm::SmallVector<Donation> donations;
  int64_t arenaBytes = 0;
  std::string constants;
  std::vector<CollectiveOp> collectives;
  /// Object files, which are linked together.
  std::vector<std::string> objects;
};

/// The program as bytes.
std::string writeExecutable(const SerializedExecutable &program);

/// The program of bytes that may come from anywhere. Every number is within the
/// range that the device takes; what the object file does when it is run cannot
/// be seen from here.
llvm::Expected<SerializedExecutable> parseExecutable(llvm::StringRef bytes);

/// Bytes that say who wrote them: only who has the key can make them, and for
/// one `identity` only. Who swaps two files makes neither valid.
std::string sealExecutable(llvm::StringRef bytes, llvm::StringRef key,
                           llvm::StringRef identity);

/// What was sealed, if it was sealed with this key for this identity.
llvm::Expected<llvm::StringRef> openSealed(llvm::StringRef sealed,
                                           llvm::StringRef key,
                                           llvm::StringRef identity);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_SERIALIZEDEXECUTABLE_H
