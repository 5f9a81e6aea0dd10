//===- Library.h - oneDNN ---------------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library is loaded when the first program wants it: loading it takes
// longer than starting the device. Without it, or without its headers at build
// time, programs have kernels of their own.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CPU_LIBRARY_H
#define TRAINLINT_RUNTIME_CPU_LIBRARY_H

#include "Runtime/Cpu/RuntimeFunctions.h"
#include <cstdint>
#include <string>

namespace trainlint::cpu {

/// The library is there.
bool hasLibrary();

/// Which version of the library is there; empty without it.
std::string libraryVersion();

/// It has a fast kernel for a convolution.
bool takesConvolution(llvm::ArrayRef<int64_t> shape);

/// What programs call of it.
llvm::ArrayRef<RuntimeFunction> libraryFunctions();

/// Products of `batch` pairs of dense matrices: of `rows` x `sums` and `sums` x
/// `columns`, each possibly stored the other way round.
struct MatrixShape {
  int64_t batch, rows, columns, sums, leftTransposed, rightTransposed;
};

enum class ConvolutionKind : int64_t { Forward, BackwardData, BackwardWeights };

/// A convolution as training has it: `source` (batch, channels), `kernel`
/// (outputs, channels), `result` (batch, outputs), each with `spatial` further
/// dimensions. One of the three is what is computed. Followed by `spatial`
/// windows, then by the distances between elements in each dimension of the
/// source, the kernel and the result.
struct ConvolutionShape {
  int64_t kind, spatial, batch, channels, outputs, groups;
};
struct ConvolutionWindow {
  int64_t source, kernel, result, stride, dilation, paddingLow, paddingHigh;
};

} // namespace trainlint::cpu

#endif // TRAINLINT_RUNTIME_CPU_LIBRARY_H
