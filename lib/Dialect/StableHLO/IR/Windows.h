//===- Windows.h - Windows that move over tensors ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_WINDOWS_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_WINDOWS_H

#include "Dialect/StableHLO/IR/StableHLODialect.h"

namespace trainlint::stablehlo {

/// A window in one dimension. A size may be unknown.
struct Window {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t paddingLow = 0;
  int64_t paddingHigh = 0;
  int64_t baseDilation = 1;
  int64_t windowDilation = 1;
};

/// What a window that reaches so far needs before and behind the given size, so
/// that it takes a place at every `stride`-th element. An odd one is behind.
std::pair<int64_t, int64_t> samePadding(int64_t size, int64_t reach,
                                        int64_t stride);

/// How many places a window takes in a dimension of the given size; unknown if
/// a size is, or if it does not fit an integer.
int64_t windowCount(int64_t size, const Window &window);

/// The constraints on the parts of windows, each on the number of items and on
/// their sign where there are two; of padding there is one.
struct WindowConstraints {
  llvm::StringRef size[2], stride[2], baseDilation[2], windowDilation[2],
      padding, reversal;
};

/// The attributes of an op that make up its windows, any of which may be
/// missing.
struct WindowAttributes {
  std::optional<llvm::ArrayRef<int64_t>> strides, baseDilations,
      windowDilations;
  mlir::DenseIntElementsAttr padding;
  std::optional<llvm::ArrayRef<bool>> reversal;
};

/// Checks the attributes against each other and makes the windows.
llvm::FailureOr<llvm::SmallVector<Window>>
makeWindows(Emit emit, llvm::ArrayRef<int64_t> sizes,
            const WindowAttributes &attributes,
            const WindowConstraints &constraints);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_WINDOWS_H
