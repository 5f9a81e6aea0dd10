//===- Places.h - Indices that inputs of nodes hold -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_ONNX_PLACES_H
#define TRAINLINT_OPS_ONNX_PLACES_H

#include "Ops/ONNX/OpCall.h"

namespace trainlint::onnx {

/// Fails unless an input holds indices, and those that are known are inside of
/// the dimensions: their last dimension has an index for each of `axes`, or
/// all are of one axis.
llvm::LogicalResult checkIndices(OpCall &call, unsigned input,
                                 llvm::ArrayRef<int64_t> axes);

/// The indices of an input, where negative ones count from the ends of the
/// axes, as `checkIndices` takes them. Only if the sizes are known.
mlir::Value indicesFromStart(OpCall &call, unsigned input,
                             llvm::ArrayRef<int64_t> axes);

/// The axis of an operator whose second input has an index for each element of
/// its result. Fails unless the ranks of the inputs are the same.
llvm::FailureOr<int64_t> elementAxis(OpCall &call);

/// Fails if such indices are more than the input has along another axis, or
/// outside of theirs.
llvm::LogicalResult checkElementIndices(OpCall &call, int64_t axis);

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_PLACES_H
