//===- ForwardToStep.h - Steps that train models ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_FORWARDTOSTEP_FORWARDTOSTEP_H
#define TRAINLINT_CONVERSION_FORWARDTOSTEP_FORWARDTOSTEP_H

#include "Conversion/TrainingSettings/TrainingOptions.h"
#include "mlir/IR/BuiltinOps.h"

namespace trainlint {

/// Turns a forward module into a step module, in place: docs/training-models.md
/// shows both. `@forward` is replaced by `@main`, and `@init` gives the whole
/// state: parameters, what else the model keeps, the slots of the optimizer,
/// the number of steps. With several replicas gradients, metrics and what the
/// model keeps are means over all of them.
///
/// Fails if the module has not the form of a forward module, if labels cannot
/// belong to its outputs, or if it cannot be differentiated, which is emitted.
llvm::LogicalResult makeStep(mlir::ModuleOp module,
                             const TrainingOptions &options);

/// Registers the pass `stablehlo-make-step`.
void registerMakeStepPass();

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_FORWARDTOSTEP_FORWARDTOSTEP_H
