//===- Places.cpp - Indices that inputs of nodes hold ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Places.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
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

FailureOr<int64_t> onnx::elementAxis(OpCall &call) {
  int64_t number = call.integer("axis", 0);
  std::optional<int64_t> axis = OpCall::dimension(number, call.rank());
  if (!axis)
    return call.fail(mismatch::axis(number, call.rank()));
  Shape shape = ProgramBuilder::shapeOf(call.constant(1));
  if (int64_t(shape.size()) != call.rank())
    return call.fail(mismatch::rank(shape, call.rank(), "indices"));
  return *axis;
}

LogicalResult onnx::checkElementIndices(OpCall &call, int64_t axis) {
  Shape shape = ProgramBuilder::shapeOf(call.constant(1));
  for (int64_t i : otherDimensions(call.rank(), axis)) {
    bool fits = !isKnown(shape[i]) || !isKnown(call.shape()[i]) ||
                shape[i] <= call.shape()[i];
    if (!fits)
      return call.fail("indices of shape " + mismatch::shapeText(shape) +
                       " exceed the input shape " +
                       mismatch::shapeText(call.shape()));
  }
  return checkIndices(call, 1, {axis});
}
