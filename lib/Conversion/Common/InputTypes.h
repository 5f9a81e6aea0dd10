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

/// An input of a model as its file has it.
struct DeclaredInput {
  llvm::StringRef name;
  mlir::Type type;
  mlir::Location loc;
  /// The names of its sizes, each perhaps empty, or nothing if none has one.
  llvm::SmallVector<llvm::StringRef> dimensions;
};

/// The type of an input whose sizes are all known: what the options say of it,
/// and else what the model says. Emits what nobody says. The batch size goes
/// before a first size that the model knows if that is one of a batch.
llvm::FailureOr<mlir::RankedTensorType>
resolveInput(const DeclaredInput &input, const ForwardOptions &options,
             bool isFirstBatch = true);

/// Takes over the sizes of names from the options that give shapes of inputs,
/// and the batch size if it has a name.
void takeNamedSizes(llvm::ArrayRef<DeclaredInput> inputs,
                    llvm::StringRef batchName, ForwardOptions &options);

/// Fails, and emits at `loc`, if the options name inputs or sizes that are not
/// there.
llvm::LogicalResult checkNames(llvm::ArrayRef<DeclaredInput> inputs,
                               const ForwardOptions &options,
                               mlir::Location loc);

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_COMMON_INPUTTYPES_H
