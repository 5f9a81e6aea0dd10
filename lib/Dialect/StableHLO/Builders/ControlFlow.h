//===- ControlFlow.h - Branches and loops built at once ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_CONTROLFLOW_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_CONTROLFLOW_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint::stablehlo {

using ValueList = llvm::SmallVector<mlir::Value>;
/// Builds what a region computes where the builder stands, and gives its
/// results. Fails after it has said why.
using RegionFunction =
    llvm::function_ref<llvm::FailureOr<ValueList>(mlir::ValueRange arguments)>;

// If only types are computed, each region is run once, and sizes that its
// values do not agree on are unknown.

/// What one of two branches gives, by a boolean. Both give the same types.
llvm::FailureOr<ValueList> branch(ProgramBuilder &b, mlir::Value condition,
                                  RegionFunction onTrue,
                                  RegionFunction onFalse);

/// What one of so many branches gives, by a number of i32, the last one for
/// those that none has. All give the same types.
llvm::FailureOr<ValueList>
choose(ProgramBuilder &b, mlir::Value number, size_t count,
       llvm::function_ref<llvm::FailureOr<ValueList>(size_t)> build);

/// The values after a body was run for as long as a condition, which is its one
/// result, holds. The body gives values of the types of the first ones.
llvm::FailureOr<ValueList> loop(ProgramBuilder &b, mlir::ValueRange first,
                                RegionFunction condition, RegionFunction body);

/// The part of a tensor at an index of a dimension, without that.
mlir::Value elementAt(ProgramBuilder &b, mlir::Value value, int64_t dimension,
                      mlir::Value index);
/// A tensor with another part at an index of its first dimension.
mlir::Value withElementAt(ProgramBuilder &b, mlir::Value value,
                          mlir::Value index, mlir::Value part);

/// A scalar, however large.
mlir::Value integerScalar(ProgramBuilder &b, int64_t number);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_CONTROLFLOW_H
