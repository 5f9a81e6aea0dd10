//===- Convolutions.h - Convolutions ----------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_CODEGEN_CONVOLUTIONS_H
#define TRAINLINT_BACKEND_CPU_CODEGEN_CONVOLUTIONS_H

#include "Backend/CPU/CodeGen/Lowering.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/Windows.h"

namespace trainlint::cpu {

/// A convolution whose padding is known. `numbers` says where batch, features
/// and spatial dimensions are in each tensor.
struct Convolution {
  Location loc;
  Value lhs, rhs, result;
  stablehlo::ConvDimensionsAttr numbers;
  /// For each spatial dimension. The size is that of the kernel.
  llvm::SmallVector<stablehlo::Window> windows;
  llvm::SmallVector<bool> reversal;
  int64_t featureGroups = 1, batchGroups = 1;
};

/// Whether the window of a kernel has more elements than it takes places, as
/// that of a gradient of a kernel does. Sizes are known.
bool hasLargeWindow(stablehlo::ConvDimensionsAttr numbers, Value kernel,
                    Value result);

/// The kernel, reversed in some of its spatial dimensions.
Value turned(Lowering &lowering, const Convolution &convolution,
             llvm::ArrayRef<bool> turns);

/// Emits a call of oneDNN; false if it has no kernel for the convolution.
bool emitOneDnnConvolution(Lowering &lowering, const Convolution &convolution);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_CODEGEN_CONVOLUTIONS_H
