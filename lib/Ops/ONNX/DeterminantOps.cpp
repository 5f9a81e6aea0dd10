//===- DeterminantOps.cpp - Determinants by elimination -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Ops/Common/Accumulation.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

namespace {
/// Square matrices of one size, which shrink by a row and a column with each
/// step.
class Elimination {
public:
  Elimination(ProgramBuilder &b, Value matrices)
      : b(b), matrices(matrices),
        batch(ProgramBuilder::shapeOf(matrices).drop_back(2)),
        row(batch.size()) {}

  /// The products of the pivots, with their signs.
  Value determinants();

private:
  Value step();
  /// Copies what has the dimensions before a dimension and after it.
  Value along(Value value, Shape shape, int64_t dimension) {
    SmallVector<int64_t> dimensions;
    for (int64_t i = 0; i < int64_t(shape.size()); ++i) {
      if (i != dimension)
        dimensions.push_back(i);
    }
    return b.broadcast(value, shape, dimensions);
  }

  ProgramBuilder &b;
  Value matrices;
  SmallVector<int64_t> batch;
  /// The dimension of rows, behind which is that of columns.
  int64_t row;
};
} // namespace

Value Elimination::step() {
  Shape shape = ProgramBuilder::shapeOf(matrices);
  int64_t size = shape[row];
  if (size == 1)
    return b.reshape(matrices, batch);
  // The row with the greatest number in the first column changes places with
  // the first row.
  mlir::Type numbers = b.builder().getI32Type();
  Value place = b.placeOfExtreme(absolute(b, b.at(matrices, row + 1, 0)), row,
                                 Combination::Maximum, numbers);
  Shape column = shape.drop_back();
  Value rows = b.iota(RankedTensorType::get(column, numbers), row);
  Value isPivot =
      b.compare(rows, along(place, column, row), ComparisonDirection::EQ);
  isPivot = along(isPivot, shape, row + 1);
  Value pivots = b.sum(b.select(isPivot, matrices, b.like(matrices, 0)), row);
  Value first = along(b.at(matrices, row, 0), shape, row);
  Value others = b.part(b.select(isPivot, first, matrices), row, 1, size);

  Value pivot = b.at(pivots, row, 0);
  Value isZero = b.compare(pivot, b.like(pivot, 0), ComparisonDirection::EQ);
  Value divisor = b.select(isZero, b.like(pivot, 1), pivot);
  Value factors = b.at(others, row + 1, 0);
  factors =
      b.divide(factors, along(divisor, ProgramBuilder::shapeOf(factors), row));
  Value tail = b.part(others, row + 1, 1, size);
  Shape rest = ProgramBuilder::shapeOf(tail);
  matrices = b.subtract(
      tail, b.multiply(along(factors, rest, row + 1),
                       along(b.part(pivots, row, 1, size), rest, row)));
  Value isFirst = b.compare(place, b.like(place, 0), ComparisonDirection::EQ);
  return b.select(isFirst, pivot, b.negate(pivot));
}

Value Elimination::determinants() {
  int64_t size = ProgramBuilder::shapeOf(matrices)[row];
  mlir::Type element = ProgramBuilder::elementOf(matrices);
  if (size == 0)
    return b.splat(RankedTensorType::get(batch, element), 1);
  Value product = step();
  for (int64_t i = 1; i < size; ++i)
    product = b.multiply(product, step());
  return product;
}

static LogicalResult det(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  mlir::Type element = call.element();
  Shape shape = call.shape();
  if (!llvm::isa<mlir::FloatType>(element))
    return call.fail(mismatch::notFloat(element));
  if (shape.size() < 2)
    return call.fail(mismatch::rankBelow(shape, 2));
  int64_t size = shape.back();
  if (disagree(size, shape[shape.size() - 2]))
    return call.fail("the matrices of shape " + mismatch::shapeText(shape) +
                     " are not square");
  if (!b.buildsOps())
    return call.setResult(
        b.unknown(RankedTensorType::get(shape.drop_back(2), element)));
  // Each step has operations of its own.
  constexpr int64_t MostRows = 64;
  if (size > MostRows)
    return call.failUnsupported("matrices of more than " +
                                llvm::Twine(MostRows) +
                                " rows are not supported");
  Value result = Elimination(b, widen(b, x)).determinants();
  return call.setResult(b.convert(result, element));
}

void onnx::addDeterminantOps(OpTable &table) { table.add(det, {"Det"}); }
