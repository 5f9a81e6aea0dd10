//===- Jit.h - Machine code of a program ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_JIT_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_JIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace trainlint::cpu {

/// Machine code in memory. It can be called from any thread as long as this
/// lives.
class MachineCode {
public:
  virtual ~MachineCode();
  /// Optimizes a module for this computer and compiles it.
  static llvm::Expected<std::unique_ptr<MachineCode>>
  create(std::unique_ptr<llvm::Module> module,
         std::unique_ptr<llvm::LLVMContext> context, unsigned level);
  /// Links what `object` gave before, perhaps in another process.
  static llvm::Expected<std::unique_ptr<MachineCode>>
  load(llvm::StringRef object);
  virtual llvm::Expected<void *> find(llvm::StringRef function) = 0;
  virtual int64_t byteSize() const = 0;
  /// The object file that the code was linked from, after a function was found.
  virtual llvm::StringRef object() const = 0;
};

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_JIT_H
