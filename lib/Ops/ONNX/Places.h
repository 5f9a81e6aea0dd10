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

/// All dimensions of so many but one.
llvm::SmallVector<int64_t> allBut(int64_t rank, int64_t dimension);

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_PLACES_H
