//===- WindowSweep.h - The elements of windows ---------------- -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_CODEGEN_WINDOWSWEEP_H
#define TRAINLINT_BACKEND_CPU_CODEGEN_WINDOWSWEEP_H

#include "Backend/CPU/CodeGen/Lowering.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/Windows.h"

namespace trainlint::cpu {

/// The windows of an operation that was verified.
llvm::SmallVector<stablehlo::Window>
windowsOf(llvm::ArrayRef<int64_t> sizes,
          const stablehlo::WindowAttributes &attributes, Operation *op);

/// How many elements a window covers, which are called its taps.
int64_t tapsOf(llvm::ArrayRef<stablehlo::Window> windows);

/// So many have code of their own: no place is computed from data and nothing
/// branches, so that loops over windows become vectors.
inline constexpr int64_t mostUnrolledTaps = 16;

/// A tap of a window: an index that lies in the operand in any case, and
/// whether the element there belongs to the window, null if it always does.
struct Tap {
  llvm::SmallVector<Value> place;
  Value isInside;
};

/// The elements that a window covers, one after the other.
class WindowSweep {
public:
  /// `shape` is that of the operand, `counts` says how many windows there are.
  WindowSweep(Lowering &lowering, Location loc, llvm::ArrayRef<int64_t> shape,
              llvm::ArrayRef<int64_t> counts,
              llvm::ArrayRef<stablehlo::Window> windows)
      : lowering(lowering), loc(loc), shape(shape), counts(counts),
        windows(windows) {}

  /// What becomes of the carried values at an index of the operand.
  using Step = llvm::function_ref<llvm::SmallVector<Value>(ValueRange place,
                                                           ValueRange carried)>;

  /// Sweeps over the window at an index of the result. Padding is left out.
  llvm::SmallVector<Value> run(ValueRange origin, ValueRange carried,
                               Step step) {
    llvm::SmallVector<Value> offsets;
    return descend(origin, offsets, carried, step);
  }

  /// A tap by its number, of windows over operands without dilation.
  Tap tapOf(ValueRange origin, int64_t number);

private:
  llvm::SmallVector<Value> descend(ValueRange origin,
                                   llvm::SmallVector<Value> &offsets,
                                   ValueRange carried, Step step);
  llvm::SmallVector<Value> visit(ValueRange origin,
                                 llvm::ArrayRef<Value> offsets,
                                 ValueRange carried, Step step);

  Lowering &lowering;
  Location loc;
  llvm::ArrayRef<int64_t> shape, counts;
  llvm::ArrayRef<stablehlo::Window> windows;
};

/// Lowers the gradient of a maximum pool and its like.
llvm::LogicalResult lowerSelectAndScatter(Lowering &lowering,
                                          stablehlo::SelectAndScatterOp op);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_CODEGEN_WINDOWSWEEP_H
