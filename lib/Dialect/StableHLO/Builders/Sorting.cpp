//===- Sorting.cpp - Elements in order ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

SmallVector<Value> ProgramBuilder::sort(mlir::ValueRange values,
                                        int64_t dimension,
                                        ComparisonDirection direction) {
  if (abstract) {
    SmallVector<Value> sorted;
    for (Value value : values)
      sorted.push_back(abstract->add(typeOf(value), loc));
    return sorted;
  }
  auto op = SortOp::create(b, loc, values.getTypes(), values, dimension,
                           /*is_stable=*/true);
  mlir::OpBuilder::InsertionGuard guard(b);
  SmallVector<mlir::Type> types;
  for (Value value : values)
    types.append(2, RankedTensorType::get({}, elementOf(value)));
  SmallVector<mlir::Location> places(types.size(), loc);
  mlir::Block *block = b.createBlock(&op.getComparator(), {}, types, places);
  ReturnOp::create(
      b, loc, compare(block->getArgument(0), block->getArgument(1), direction));
  return SmallVector<Value>(op.getResults());
}

Value ProgramBuilder::placeOfExtreme(Value value, int64_t dimension,
                                     Combination extreme, mlir::Type numbers,
                                     bool isLast) {
  ArrayRef<int64_t> shape = shapeOf(value);
  Value best =
      broadcast(reduce(value, {dimension}, extreme), shape,
                otherDimensions(static_cast<int64_t>(shape.size()), dimension));
  Value isBest = compare(value, best, ComparisonDirection::EQ);
  if (llvm::isa<mlir::FloatType>(elementOf(value)))
    isBest =
        binary<OrOp>(isBest, compare(value, value, ComparisonDirection::NE));
  auto type = RankedTensorType::get(shape, numbers);
  // What is not the best lies behind all that is.
  double behind = isLast ? -1 : static_cast<double>(shape[dimension]);
  Value place = select(isBest, iota(type, dimension), splat(type, behind));
  return reduce(place, {dimension},
                isLast ? Combination::Maximum : Combination::Minimum);
}
