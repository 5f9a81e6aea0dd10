//===- RuntimeFunctions.h - Functions that programs call --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_RUNTIMEFUNCTIONS_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_RUNTIMEFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace trainlint::cpu {

struct RuntimeFunction {
  llvm::StringRef name;
  void *address;
};

/// All functions that machine code may call: those of the C library, those that
/// are too large to be emitted everywhere, collectives, and oneDNN's.
llvm::ArrayRef<RuntimeFunction> runtimeFunctions();

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_RUNTIMEFUNCTIONS_H
