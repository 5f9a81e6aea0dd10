//===- Places.cpp - Indices that inputs of nodes hold ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Places.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

LogicalResult onnx::checkIndices(OpCall &call, unsigned input,
                                 ArrayRef<int64_t> axes) {
  mlir::Type element = call.element(input);
  if (!element.isSignlessInteger(32) && !element.isSignlessInteger(64))
    return call.fail(mismatch::indices(element));
  std::optional<IndexVector> indices = call.partialIntegers(input);
  for (auto [number, index] :
       llvm::enumerate(indices.value_or(IndexVector()))) {
    int64_t axis = axes[number % axes.size()];
    int64_t size = call.shape()[axis];
    bool mayBeInside =
        !isKnown(index) || !isKnown(size) || (index >= -size && index < size);
    if (!mayBeInside)
      return call.failAtRun(mismatch::index(index, axis, size));
  }
  return llvm::success();
}

Value onnx::indicesFromStart(OpCall &call, unsigned input,
                             ArrayRef<int64_t> axes) {
  ProgramBuilder &b = call.builder;
  Value indices = call.constant(input);
  if (axes.empty())
    return indices;
  Value isNegative =
      b.compare(indices, b.like(indices, 0), ComparisonDirection::LT);
  SmallVector<int64_t> sizes;
  for (int64_t axis : axes)
    sizes.push_back(call.shape()[axis]);
  Value ends =
      sizes.size() == 1
          ? b.like(indices, static_cast<double>(sizes.front()))
          : b.broadcastTo(b.integers(sizes, ProgramBuilder::elementOf(indices)),
                          ProgramBuilder::shapeOf(indices));
  return b.select(isNegative, b.add(indices, ends), indices);
}

SmallVector<int64_t> onnx::allBut(int64_t rank, int64_t dimension) {
  SmallVector<int64_t> others;
  for (int64_t i = 0; i < rank; ++i) {
    if (i != dimension)
      others.push_back(i);
  }
  return others;
}
