//===- GatherOps.cpp - Operators of ONNX that pick elements ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Ops/ONNX/Operators.h"
#include "Ops/ONNX/Places.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// A result of which only the type is known.
static LogicalResult setShape(OpCall &call, Shape shape) {
  return call.setResult(
      call.builder.unknown(ProgramBuilder::typeOf(call.value(0)).clone(shape)));
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

/// Elements of a list that is known, such as one size of a shape.
static Value foldGather(OpCall &call, int64_t axis, Shape shape) {
  std::optional<IndexVector> indices = call.knownIntegers(1);
  if (!indices)
    return {};
  Shape outer = call.shape(1);
  int64_t size = call.shape()[axis];
  return call.builder.foldMoved(
      {call.value(0)}, shape, [&](ArrayRef<int64_t> at) {
        int64_t number = 0;
        for (auto [index, count] :
             llvm::zip_equal(at.slice(axis, outer.size()), outer))
          number = number * count + index;
        int64_t index = (*indices)[number];
        ProgramBuilder::ElementSource source;
        source.index.append(at.begin(), at.begin() + axis);
        source.index.push_back(index < 0 ? index + size : index);
        source.index.append(at.begin() + axis + outer.size(), at.end());
        return source;
      });
}

static LogicalResult gather(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  SmallVector<int64_t> sizes(call.shape());
  int64_t number = call.integer("axis", 0);
  std::optional<int64_t> axis = OpCall::dimension(number, sizes.size());
  if (!axis)
    return call.fail(mismatch::axis(number, sizes.size()));
  if (failed(checkIndices(call, 1, {*axis})))
    return llvm::failure();
  Shape outer = ProgramBuilder::shapeOf(call.constant(1));
  SmallVector<int64_t> shape(sizes.begin(), sizes.begin() + *axis);
  shape.append(outer.begin(), outer.end());
  shape.append(sizes.begin() + *axis + 1, sizes.end());
  if (Value folded = foldGather(call, *axis, shape))
    return call.setResult(folded);
  if (!b.buildsOps())
    return setShape(call, shape);
  SmallVector<int64_t> offsets;
  for (int64_t i = 0; i < int64_t(shape.size()); ++i) {
    if (i < *axis || i >= *axis + int64_t(outer.size()))
      offsets.push_back(i);
  }
  sizes[*axis] = std::min<int64_t>(sizes[*axis], 1);
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(), offsets, /*collapsedSliceDims=*/{*axis},
      /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
      /*startIndexMap=*/{*axis}, /*indexVectorDim=*/outer.size());
  return call.setResult(b.gather(call.value(0),
                                 indicesFromStart(call, 1, {*axis}), shape,
                                 dimensions, sizes));
}

static LogicalResult gatherElements(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  FailureOr<int64_t> axis = elementAxis(call);
  if (failed(axis) || failed(checkElementIndices(call, *axis)))
    return llvm::failure();
  Shape shape = ProgramBuilder::shapeOf(call.constant(1));
  if (!b.buildsOps())
    return setShape(call, shape);
  int64_t rank = call.rank();
  SmallVector<int64_t> others = otherDimensions(rank, *axis);
  SmallVector<int64_t> limits(shape);
  limits[*axis] = call.shape()[*axis];
  Value x = b.slice(call.value(0), SmallVector<int64_t>(rank, 0), limits);
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(), /*offsetDims=*/{},
      /*collapsedSliceDims=*/{*axis}, /*operandBatchingDims=*/others,
      /*startIndicesBatchingDims=*/others, /*startIndexMap=*/{*axis},
      /*indexVectorDim=*/rank);
  return call.setResult(b.gather(x, indicesFromStart(call, 1, {*axis}), shape,
                                 dimensions, SmallVector<int64_t>(rank, 1)));
}

static LogicalResult gatherND(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  SmallVector<int64_t> sizes(call.shape());
  Shape indices = ProgramBuilder::shapeOf(call.constant(1));
  int64_t rank = sizes.size();
  int64_t outerRank = indices.size();
  int64_t batch = call.integer("batch_dims", 0);
  if (outerRank < 1)
    return call.fail(mismatch::rankBelow(indices, 1, "indices"));
  int64_t length = indices.back();
  bool fits = batch >= 0 && batch < outerRank && batch <= rank &&
              (!isKnown(length) || length <= rank - batch);
  for (int64_t i = 0; fits && i < batch; ++i)
    fits = !disagree(indices[i], sizes[i]);
  if (!fits)
    return call.fail("indices of shape " + mismatch::shapeText(indices) +
                     " with " + llvm::Twine(batch) +
                     " batch dimensions do not match the input shape " +
                     mismatch::shapeText(sizes));
  if (!isKnown(length))
    return call.setUnknown();
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq(batch, batch + length));
  if (failed(checkIndices(call, 1, axes.empty() ? ArrayRef<int64_t>{0} : axes)))
    return llvm::failure();
  SmallVector<int64_t> shape(indices.drop_back());
  SmallVector<int64_t> offsets;
  for (int64_t i = batch + length; i < rank; ++i) {
    offsets.push_back(shape.size());
    shape.push_back(sizes[i]);
  }
  if (!b.buildsOps())
    return setShape(call, shape);
  SmallVector<int64_t> batching = llvm::to_vector(llvm::seq<int64_t>(0, batch));
  std::fill_n(sizes.begin(), batch + length, 1);
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(), offsets, /*collapsedSliceDims=*/axes,
      /*operandBatchingDims=*/batching, /*startIndicesBatchingDims=*/batching,
      /*startIndexMap=*/axes, /*indexVectorDim=*/outerRank - 1);
  return call.setResult(b.gather(call.value(0), indicesFromStart(call, 1, axes),
                                 shape, dimensions, sizes));
}

//===----------------------------------------------------------------------===//
// Elements along an axis
//===----------------------------------------------------------------------===//

static LogicalResult compress(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  if (!call.element(1).isInteger(1))
    return call.fail("condition has element type " +
                     mismatch::typeText(call.element(1)) + "; i1 is required");
  if (call.rank(1) != 1)
    return call.fail(mismatch::rank(call.shape(1), 1, "condition"));
  bool isFlat = !call.attributes.contains("axis");
  int64_t number = call.integer("axis", 0);
  std::optional<int64_t> axis =
      isFlat ? 0 : OpCall::dimension(number, call.rank());
  if (!axis)
    return call.fail(mismatch::axis(number, call.rank()));
  SmallVector<int64_t> shape(call.shape());
  if (isFlat)
    shape = {elementCount(call.shape())};
  std::optional<IndexVector> condition = call.knownIntegers(1);
  if (!condition && failed(call.requireConstant(1, "condition")))
    return llvm::failure();
  SmallVector<int64_t> places;
  for (auto [place, isTaken] :
       llvm::enumerate(condition.value_or(IndexVector()))) {
    if (isTaken != 0)
      places.push_back(place);
  }
  int64_t size = shape[*axis];
  if (isKnown(size) && !places.empty() && places.back() >= size)
    return call.failAtRun(mismatch::index(places.back(), *axis, size));
  if (!b.buildsOps()) {
    shape[*axis] = condition ? int64_t(places.size()) : ShapedType::kDynamic;
    return setShape(call, shape);
  }
  return call.setResult(b.take(b.reshape(call.value(0), shape), places, *axis));
}

static LogicalResult reverseSequence(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  int64_t time = call.integer("time_axis", 0);
  int64_t batch = call.integer("batch_axis", 1);
  Shape shape = call.shape();
  if (shape.size() < 2)
    return call.fail(mismatch::rankBelow(shape, 2));
  if (std::min(time, batch) != 0 || std::max(time, batch) != 1)
    return call.fail("`time_axis` is " + llvm::Twine(time) +
                     " and `batch_axis` is " + llvm::Twine(batch) +
                     "; 0 and 1 in any order are required");
  mlir::Type element = call.element(1);
  if (!element.isSignlessInteger(64))
    return call.fail("sequence_lens have element type " +
                     mismatch::typeText(element) + "; i64 is required");
  Shape lengths = ProgramBuilder::shapeOf(call.constant(1));
  if (lengths.size() != 1 || disagree(lengths.front(), shape[batch]))
    return call.fail(mismatch::shape("sequence_lens", lengths, {shape[batch]}));
  if (!b.buildsOps())
    return setShape(call, shape);
  auto type =
      ProgramBuilder::typeOf(call.constant(1)).clone(shape.take_front(2));
  Value places = b.iota(type, time);
  Value length = b.broadcast(call.constant(1), type.getShape(), {batch});
  Value last = b.subtract(length, b.like(length, 1));
  Value isInside = b.compare(places, length, ComparisonDirection::LT);
  places = b.select(isInside, b.subtract(last, places), places);
  SmallVector<int64_t> sizes(shape);
  std::fill_n(sizes.begin(), 2, 1);
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(),
      /*offsetDims=*/llvm::to_vector(llvm::seq<int64_t>(2, shape.size())),
      /*collapsedSliceDims=*/{time}, /*operandBatchingDims=*/{batch},
      /*startIndicesBatchingDims=*/{batch}, /*startIndexMap=*/{time},
      /*indexVectorDim=*/2);
  return call.setResult(
      b.gather(call.value(0), places, shape, dimensions, sizes));
}

//===----------------------------------------------------------------------===//
// NonZero
//===----------------------------------------------------------------------===//

/// Which elements of an input are not zero; none if they depend on data.
static std::optional<SmallVector<bool>> knownNonZeros(OpCall &call) {
  constexpr int64_t MostElements = 1 << 20;
  if (mlir::DenseElementsAttr elements = call.knownElements(0)) {
    if (elements.getNumElements() > MostElements)
      return std::nullopt;
    if (elements.getElementType().isInteger())
      return llvm::map_to_vector(
          elements.getValues<llvm::APInt>(),
          [](const llvm::APInt &number) { return !number.isZero(); });
    if (llvm::isa<mlir::FloatType>(elements.getElementType()))
      return llvm::map_to_vector(
          elements.getValues<llvm::APFloat>(),
          [](const llvm::APFloat &number) { return !number.isZero(); });
    return std::nullopt;
  }
  std::optional<Literal> literal = call.builder.literalOf(call.constant(0));
  if (!literal || !literal->isWhole())
    return std::nullopt;
  if (literal->isReal())
    return llvm::map_to_vector(literal->reals,
                               [](double number) { return number != 0; });
  return llvm::map_to_vector(literal->integers,
                             [](int64_t number) { return number != 0; });
}

/// Of constants only, as of the ones that exporters count with this operator.
static LogicalResult nonZero(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Shape shape = ProgramBuilder::shapeOf(call.constant(0));
  int64_t rank = shape.size();
  mlir::Type element = b.builder().getI64Type();
  std::optional<SmallVector<bool>> elements = knownNonZeros(call);
  constexpr llvm::StringLiteral Reason = "its result shape depends on data";
  if (!elements && b.buildsOps())
    return call.failUnsupported(Reason);
  if (!elements) {
    (void)call.requireLowering(Reason);
    return call.setResult(b.unknown(
        mlir::RankedTensorType::get({rank, ShapedType::kDynamic}, element)));
  }
  int64_t count = llvm::count(*elements, true);
  SmallVector<int64_t> places(rank * count);
  int64_t found = 0;
  for (auto [number, isNonZero] : llvm::enumerate(*elements)) {
    if (!isNonZero)
      continue;
    int64_t rest = number;
    for (int64_t axis = rank - 1; axis >= 0; --axis) {
      places[axis * count + found] = rest % shape[axis];
      rest /= shape[axis];
    }
    ++found;
  }
  auto type = mlir::RankedTensorType::get({rank, count}, element);
  if (b.buildsOps())
    return call.setResult(
        b.constant(mlir::DenseElementsAttr::get(type, ArrayRef(places))));
  if (!Literal::canHold(type))
    return call.setResult(b.unknown(type));
  Literal literal;
  literal.type = type;
  literal.integers.assign(places.begin(), places.end());
  return call.setResult(b.literal(literal));
}

void onnx::addGatherOps(OpTable &table) {
  table.add(gather, {"Gather"});
  table.add(gatherElements, {"GatherElements"});
  table.add(gatherND, {"GatherND"});
  table.add(compress, {"Compress"});
  table.add(reverseSequence, {"ReverseSequence"});
  table.add(nonZero, {"NonZero"});
  table.refuse("its result shape depends on data",
               {"NonMaxSuppression", "Unique"});
}
