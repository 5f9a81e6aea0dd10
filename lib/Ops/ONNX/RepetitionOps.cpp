//===- RepetitionOps.cpp - Operators of ONNX that repeat elements ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// Repeats all of each dimension behind itself. There is a number for each
/// dimension, which may be unknown.
static Value repeat(ProgramBuilder &b, Value x, Shape counts) {
  SmallVector<int64_t> wide;
  SmallVector<int64_t> places;
  SmallVector<int64_t> result;
  for (auto [size, count] :
       llvm::zip_equal(ProgramBuilder::shapeOf(x), counts)) {
    result.push_back(elementCount({size, count}));
    if (count != 1)
      wide.push_back(count);
    places.push_back(wide.size());
    wide.push_back(size);
  }
  return b.reshape(b.broadcast(x, wide, places), result);
}

/// The form of opset 1: one number for one axis, each an input.
static LogicalResult tileAxis(OpCall &call) {
  if (failed(call.expectInputs(3)))
    return llvm::failure();
  std::optional<double> count = call.knownNumber(1);
  std::optional<double> number = call.knownNumber(2);
  if (!number || !count)
    return number ? call.failNotConstant(1, "tiles")
                  : call.failNotConstant(2, "axis");
  bool areSane = *count >= 0 && *count <= 0x1p30 && std::abs(*number) < 0x1p30;
  std::optional<int64_t> axis =
      areSane ? OpCall::dimension(static_cast<int64_t>(*number), call.rank())
              : std::nullopt;
  if (!axis)
    return call.fail("axis and tiles do not match the input shape " +
                     mismatch::shapeText(call.shape()));
  SmallVector<int64_t> counts(call.rank(), 1);
  counts[*axis] = static_cast<int64_t>(*count);
  return call.setResult(repeat(call.builder, call.value(0), counts));
}

static LogicalResult tile(OpCall &call) {
  if (call.version < 6)
    return tileAxis(call);
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  SmallVector<int64_t> lengths(call.shape(1));
  std::optional<IndexVector> counts = call.partialIntegers(1, "repeats");
  if (lengths.size() != 1)
    return call.fail(mismatch::rank(lengths, 1, "repeats"));
  bool fits = !disagree(lengths.front(), call.rank());
  for (int64_t count : counts.value_or(IndexVector()))
    fits &= count >= 0 || !isKnown(count);
  if (!fits && counts)
    return call.fail("repeats " + mismatch::shapeText(*counts) +
                     " cannot tile the input shape " +
                     mismatch::shapeText(call.shape()));
  if (!fits)
    return call.fail(mismatch::shape("repeats", lengths, {call.rank()}));
  if (!counts)
    return call.failNotConstant(1, "repeats", call.rank(), call.element());
  if (!llvm::all_of(*counts, OpCall::maybeSize))
    return call.failUnsupported("repeats " + mismatch::shapeText(*counts) +
                                " are too many");
  return call.setResult(repeat(call.builder, call.value(0), *counts));
}

static LogicalResult expand(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  Shape lengths = call.shape(1);
  std::optional<IndexVector> target = call.partialIntegers(1, "shape");
  if (!target && lengths.size() == 1 && OpCall::isSize(lengths.front()))
    return call.failNotConstant(
        1, "shape", std::max(lengths.front(), call.rank()), call.element());
  if (!target)
    return call.failNotConstant(1, "shape");
  if (llvm::any_of(*target,
                   [](int64_t size) { return isKnown(size) && size < 0; }))
    return call.fail(mismatch::invalidShape(*target));
  if (!llvm::all_of(*target, OpCall::maybeSize))
    return call.failUnsupported("shape " + mismatch::shapeText(*target) +
                                " is too large");
  SmallVector<int64_t> common(*target);
  if (!broadcastWith(common, call.shape()))
    return call.fail(mismatch::broadcast({call.shape(), *target}));
  return call.setResult(call.builder.broadcastTo(call.value(0), common));
}

void onnx::addRepetitionOps(OpTable &table) {
  table.add(tile, {"Tile"});
  table.add(expand, {"Expand"});
}
