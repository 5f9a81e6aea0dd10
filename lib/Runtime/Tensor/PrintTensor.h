//===- PrintTensor.h - Arrays as text ---------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TENSOR_PRINTTENSOR_H
#define TRAINLINT_RUNTIME_TENSOR_PRINTTENSOR_H

#include "Runtime/Tensor/HostTensor.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace trainlint::run {

/// Prints an array as NumPy does: brackets for each dimension, columns aligned,
/// and of more than a thousand elements only the three first and last of each
/// dimension.
void printTensor(llvm::raw_ostream &os, const HostTensor &tensor);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_TENSOR_PRINTTENSOR_H
