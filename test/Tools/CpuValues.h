//===- CpuValues.h - Values of buffers as text ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEST_TOOLS_CPUVALUES_H
#define TRAINLINT_TEST_TOOLS_CPUVALUES_H

#include "Backend/CPU/Interface/BufferType.h"
#include "llvm/Support/raw_ostream.h"

namespace trainlint::cpu {

/// Prints `tensor<2xf32> [1, 2.5]` on a line.
void printValue(llvm::raw_ostream &out, const BufferType &type,
                llvm::StringRef bytes);

} // namespace trainlint::cpu

#endif // TRAINLINT_TEST_TOOLS_CPUVALUES_H
