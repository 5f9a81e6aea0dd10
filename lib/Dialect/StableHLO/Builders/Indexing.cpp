//===- Indexing.cpp - Elements at places that are computed or listed ------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

Value ProgramBuilder::reals(ArrayRef<double> numbers, RankedTensorType type) {
  auto element = llvm::cast<mlir::FloatType>(type.getElementType());
  SmallVector<llvm::APFloat> rounded;
  for (double number : numbers) {
    llvm::APFloat real(number);
    bool losesInfo = false;
    real.convert(element.getFloatSemantics(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    rounded.push_back(real);
  }
  return constant(mlir::DenseElementsAttr::get(type, rounded));
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

Value ProgramBuilder::part(Value value, int64_t dimension, int64_t from,
                           int64_t to) {
  SmallVector<int64_t> starts(shapeOf(value).size(), 0);
  SmallVector<int64_t> limits(shapeOf(value));
  starts[dimension] = from;
  limits[dimension] = to;
  return slice(value, starts, limits);
}

Value ProgramBuilder::at(Value value, int64_t dimension, int64_t place) {
  SmallVector<int64_t> shape(shapeOf(value));
  shape.erase(shape.begin() + dimension);
  return reshape(part(value, dimension, place, place + 1), shape);
}

Value ProgramBuilder::take(Value value, ArrayRef<int64_t> places,
                           int64_t dimension) {
  SmallVector<int64_t> shape(shapeOf(value));
  SmallVector<int64_t> sizes = shape;
  shape[dimension] = places.size();
  sizes[dimension] = 1;
  if (abstract)
    return unknown(typeOf(value).clone(shape));
  SmallVector<int64_t> offsets;
  for (int64_t i = 0; i < int64_t(shape.size()); ++i) {
    if (i != dimension)
      offsets.push_back(i);
  }
  auto dimensions = GatherDimensionsAttr::get(
      b.getContext(), offsets, /*collapsedSliceDims=*/{dimension},
      /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
      /*startIndexMap=*/{dimension}, /*indexVectorDim=*/1);
  return gather(value, integers(places, b.getI64Type()), shape, dimensions,
                sizes);
}

Value ProgramBuilder::gather(Value value, Value places, ArrayRef<int64_t> shape,
                             GatherDimensionsAttr dimensions,
                             ArrayRef<int64_t> sizes) {
  // Of a dimension without elements no slice can be taken.
  if (!abstract && elementCount(shape) == 0)
    return splat(typeOf(value).clone(shape), 0);
  return make<GatherOp>(typeOf(value).clone(shape), value, places, dimensions,
                        sizes);
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

Value ProgramBuilder::scatter(Value value, Value places, Value updates,
                              ScatterDimensionsAttr dimensions,
                              std::optional<Combination> combination) {
  if (abstract)
    return unknown(typeOf(value));
  if (elementCount(shapeOf(updates)) == 0)
    return value;
  auto op = ScatterOp::create(b, loc, value.getType(), value, places, updates,
                              dimensions, /*indices_are_sorted=*/false,
                              /*unique_indices=*/!combination);
  mlir::Region &body = op.getUpdateComputation();
  if (combination) {
    combine(body, elementOf(value), *combination);
    return op.getResult(0);
  }
  mlir::OpBuilder::InsertionGuard guard(b);
  mlir::Type scalar = RankedTensorType::get({}, elementOf(value));
  mlir::Block *block = b.createBlock(&body, {}, {scalar, scalar}, {loc, loc});
  ReturnOp::create(b, loc, mlir::ValueRange(block->getArgument(1)));
  return op.getResult(0);
}

Value ProgramBuilder::padWith(Value value, Value scalar, ArrayRef<int64_t> low,
                              ArrayRef<int64_t> high,
                              ArrayRef<int64_t> interior) {
  SmallVector<int64_t> between(interior);
  between.resize(low.size(), 0);
  SmallVector<int64_t> shape;
  for (auto [size, before, after, gap] :
       llvm::zip_equal(shapeOf(value), low, high, between)) {
    bool areKnown = isKnown(size) && isKnown(before) && isKnown(after);
    shape.push_back(areKnown ? before + after + size +
                                   gap * std::max<int64_t>(size - 1, 0)
                             : mlir::ShapedType::kDynamic);
  }
  auto isZero = [](int64_t count) { return count == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero) &&
      ArrayRef(shape) == shapeOf(value))
    return value;
  auto sourceOf = [&](ArrayRef<int64_t> at) {
    ElementSource inside;
    for (auto [place, before, gap, size] :
         llvm::zip_equal(at, low, between, shapeOf(value))) {
      int64_t offset = place - before;
      bool isInside =
          offset >= 0 && offset % (gap + 1) == 0 && offset / (gap + 1) < size;
      if (!isInside)
        return ElementSource{1, {}};
      inside.index.push_back(offset / (gap + 1));
    }
    return inside;
  };
  if (Value folded = foldMoved({value, scalar}, shape, sourceOf))
    return folded;
  return make<PadOp>(typeOf(value).clone(shape), value, scalar, low, high,
                     between);
}
