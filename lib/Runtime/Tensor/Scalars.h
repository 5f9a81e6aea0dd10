//===- Scalars.h - Numbers of every element type ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TENSOR_SCALARS_H
#define TRAINLINT_RUNTIME_TENSOR_SCALARS_H

#include "Runtime/Tensor/HostTensor.h"
#include <random>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace trainlint::run {

/// Prints one element: as few digits as tell a floating-point number from its
/// neighbors, `True` and `False`, complex numbers as `(1+2j)`.
void printElement(llvm::raw_ostream &os, pjrt::abi::Buffer_Type type,
                  const char *element);

/// Writes a random element: floating-point numbers between -1 and 1, integers
/// between 0 and 9, or less where the type has less.
void makeElement(std::mt19937_64 &random, pjrt::abi::Buffer_Type type,
                 char *element);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_TENSOR_SCALARS_H
