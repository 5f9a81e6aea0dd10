//===- Updates.h - What a step makes of parameters --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Around the formula of an optimizer: gradients of several steps are summed up
// and limited, running means follow the parameters, and those are held to their
// constraints.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_UPDATES_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_UPDATES_H

#include "Dialect/StableHLO/Builders/Constraints.h"
#include "Dialect/StableHLO/Builders/Optimizers.h"

namespace trainlint::stablehlo {

/// The slot with the running mean of a parameter.
inline constexpr llvm::StringLiteral MeanSlot = "average";

/// The slots that an optimizer has for a parameter of a name: those of its
/// formula, then the mean, then the sum of gradients.
llvm::SmallVector<SlotDefinition, 3> slotsOf(const OptimizerOptions &optimizer,
                                             llvm::StringRef name,
                                             mlir::RankedTensorType type);

/// Where a step is among the updates.
struct UpdateTime {
  /// The updates before it, as a scalar of i64.
  mlir::Value updates;
  /// Whether it makes one, as a scalar; null if each step does.
  mlir::Value isUpdate;
};

/// `step` counts the steps before this one, as a scalar of i64.
UpdateTime updateTime(ProgramBuilder &b, const OptimizerOptions &optimizer,
                      mlir::Value step);

/// What an update takes for gradients, and the sums that the slots keep, of
/// which there are none if each step makes an update.
struct GatheredGradients {
  llvm::SmallVector<mlir::Value> gradients;
  llvm::SmallVector<mlir::Value> sums;
};

/// The means of the gradients of all steps since the last update, limited as
/// the optimizer says. `sums` are the slots so far.
GatheredGradients gatherGradients(ProgramBuilder &b,
                                  const OptimizerOptions &optimizer,
                                  const UpdateTime &time,
                                  mlir::ValueRange gradients,
                                  mlir::ValueRange sums);

/// The element type in which parameters of one are updated: f32 for narrower
/// floats, where 1 - 0.999 would be 0 and small changes would be lost between
/// operations.
mlir::Type updateElement(mlir::Type element);

/// Changes one parameter, if the step makes an update, and holds it to a
/// constraint, which may be null. `slots` are those of the formula and the
/// mean; `rate` is a scalar of the type in which it is updated.
Updated applyOptimizer(ProgramBuilder &b, const OptimizerOptions &optimizer,
                       mlir::Value parameter, mlir::ValueRange slots,
                       mlir::Value gradient, mlir::Value rate,
                       const UpdateTime &time,
                       const Constraint *constraint = nullptr);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_UPDATES_H
