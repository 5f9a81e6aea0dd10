//===- Library.h - oneDNN ---------------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CPU_LIBRARY_H
#define TRAINLINT_RUNTIME_CPU_LIBRARY_H

#include "Runtime/Cpu/RuntimeFunctions.h"

namespace trainlint::cpu {

/// The build has oneDNN.
bool hasLibrary();

/// What programs call of it; nothing without it.
llvm::ArrayRef<RuntimeFunction> libraryFunctions();

} // namespace trainlint::cpu

#endif // TRAINLINT_RUNTIME_CPU_LIBRARY_H
