//===- BFloat16.h - Numbers rounded to bfloat16 -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compiled code calls where the processor has no instruction for it. LLVM
// knows these functions as __truncsfbf2 and __truncdfbf2, which the libgcc of
// Debian 12 does not have.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_INTERFACE_BFLOAT16_H
#define TRAINLINT_BACKEND_CPU_INTERFACE_BFLOAT16_H

#include "Support/HalfPrecision.h"

namespace trainlint::cpu {

/// A bfloat16 as a function returns it: in the lowest bytes of a vector
/// register. The oldest compiler that builds this has no type for it.
using ReturnedBFloat16 = uint16_t __attribute__((vector_size(16)));

/// To nearest, ties to even.
inline ReturnedBFloat16 floatToBFloat16(float number) {
  return ReturnedBFloat16{toBFloat16(number)};
}

/// The same, rounded once.
inline ReturnedBFloat16 doubleToBFloat16(double number) {
  return ReturnedBFloat16{toBFloat16(number)};
}

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_INTERFACE_BFLOAT16_H
