//===- Jit.h - Machine code of a program ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_JIT_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_JIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>

namespace trainlint::cpu {

/// Machine code in memory. It can be called from any thread as long as this
/// lives.
class MachineCode {
public:
  virtual ~MachineCode();
  /// Links the object files of a program, which another process may have
  /// compiled.
  static llvm::Expected<std::unique_ptr<MachineCode>>
  link(llvm::ArrayRef<std::string> objects);
  virtual llvm::Expected<void *> find(llvm::StringRef function) = 0;
  virtual int64_t byteSize() const = 0;
};

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_JIT_H
