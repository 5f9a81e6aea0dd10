//===- RegionVerifiers.h - Checks of the regions of ops ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_REGIONVERIFIERS_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_REGIONVERIFIERS_H

#include "Dialect/StableHLO/IR/StableHLODialect.h"

namespace trainlint::stablehlo {

/// The values that a region returns, or nothing, emitting that it does not end
/// with a return.
std::optional<mlir::OperandRange> returnedBy(Emit emit, mlir::Region &region,
                                             llvm::StringRef name);

/// Checks that a body combines two lists of scalars into one: with N element
/// types it takes `(tensor<E0>, ..., tensor<E0>, ...)` and returns
/// `(tensor<E0>, ...)`, where each type may be promoted to that of the body.
/// Replaces the types by those of the body. A region that is still empty, in an
/// op that is being built, leaves them.
llvm::LogicalResult checkReducer(Emit emit, mlir::Region &region,
                                 llvm::StringRef name,
                                 llvm::StringRef constraint,
                                 llvm::SmallVectorImpl<mlir::Type> &elements);

/// Checks that a body takes the given types of scalars and returns one scalar
/// boolean.
llvm::LogicalResult checkPredicate(Emit emit, mlir::Region &region,
                                   llvm::StringRef name,
                                   llvm::StringRef constraint,
                                   llvm::ArrayRef<mlir::Type> elements);

/// Checks the types of the arguments of a region.
llvm::LogicalResult checkArguments(Emit emit, mlir::Region &region,
                                   llvm::StringRef name,
                                   llvm::StringRef constraint,
                                   mlir::TypeRange types);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_REGIONVERIFIERS_H
