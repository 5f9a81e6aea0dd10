//===- CompilerIdentity.h - What machine code depends on --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_COMPILERIDENTITY_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_COMPILERIDENTITY_H

#include <string>

namespace trainlint::cpu {

/// What machine code depends on beside the program: this build, by the file
/// that it is in, the processor, and oneDNN, whose kernels are chosen when
/// a program is compiled.
const std::string &compilerIdentity();

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_COMPILERIDENTITY_H
