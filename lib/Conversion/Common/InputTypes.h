//===- InputTypes.h - Sizes of a model's inputs -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_COMMON_INPUTTYPES_H
#define TRAINLINT_CONVERSION_COMMON_INPUTTYPES_H

#include "Ops/Common/ForwardOptions.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"

namespace trainlint {

/// The type of an input whose sizes are all known: what the options say of it,
/// and else what the model says. Emits at `loc` what nobody says. The batch
/// size goes before a first size that the model knows if that is one of a
/// batch.
llvm::FailureOr<mlir::RankedTensorType>
resolveInput(llvm::StringRef name, mlir::Type declared,
             const ForwardOptions &options, mlir::Location loc,
             bool isFirstBatch = true);

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_COMMON_INPUTTYPES_H
