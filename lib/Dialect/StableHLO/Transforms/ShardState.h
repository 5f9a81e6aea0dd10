//===- ShardState.h - The state of a step in parts --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_SHARDSTATE_H
#define TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_SHARDSTATE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OwningOpRef.h"

namespace trainlint::stablehlo {

struct ShardOptions {
  int64_t replicas = 1;
  /// States of fewer elements stay whole: a collective for each would cost more
  /// than they take.
  int64_t smallest = 1024;
  /// True for a state that somebody besides the step needs; none are if empty.
  llvm::function_ref<bool(llvm::StringRef name)> isWhole = {};
};

/// Lets each replica keep a part of the optimizer's state, and update that part
/// of the parameters: gradients are summed by reduce_scatter, and new
/// parameters brought together by all_gather. What each element of the result
/// is stays the same. Changes the step module in place, and returns the names
/// of the states that are in parts, which the step's arguments and results say
/// by the attribute `trainlint.whole`; `@init` still gives all of them.
///
/// A state is kept in parts if nothing that replicas combine depends on it,
/// which excludes parameters, if it is the same on all of them, and if it is
/// used and made element by element.
llvm::SmallVector<std::string> shardState(mlir::ModuleOp step,
                                          const ShardOptions &options);

/// The type of a part: of dimension 0 if it can be shared evenly, or else of
/// the elements in their order. Either way a part follows the one before it in
/// memory.
mlir::RankedTensorType shardTypeOf(mlir::RankedTensorType whole,
                                   int64_t replicas);

/// A program that makes a whole tensor of the parts of all replicas, on each.
mlir::OwningOpRef<mlir::ModuleOp>
makeGatherProgram(mlir::RankedTensorType whole, int64_t replicas);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_SHARDSTATE_H
