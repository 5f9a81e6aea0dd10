//===- OneDnn.h - oneDNN ----------------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// oneDNN is loaded when the first program wants it: loading it takes
// longer than starting the device. Without it, or without its headers at build
// time, programs have kernels of their own.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_ONEDNN_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_ONEDNN_H

#include "Backend/CPU/Runtime/RuntimeFunctions.h"
#include <string>

namespace trainlint::cpu {

/// oneDNN is there.
bool hasOneDnn();

/// Which version of oneDNN is there; empty without it.
std::string oneDnnVersion();

/// It has a fast kernel for a product of matrices of bf16.
bool supportsProduct(llvm::ArrayRef<int64_t> shape);

/// It has a fast kernel for a convolution.
bool supportsConvolution(llvm::ArrayRef<int64_t> shape);

/// What programs call of it.
llvm::ArrayRef<RuntimeFunction> oneDnnFunctions();

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_ONEDNN_H
