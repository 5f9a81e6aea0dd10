//===- IndexingGradients.cpp - Gradients of ops on computed places --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/ControlFlowOps.h"
#include "Dialect/StableHLO/IR/IndexingOps.h"
#include "Dialect/StableHLO/Transforms/GradientRules.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::Value;

//===----------------------------------------------------------------------===//
// One slice
//===----------------------------------------------------------------------===//

static void differentiateDynamicSlice(DynamicSliceOp op, Step &s) {
  Value operand = op.getOperand();
  s.give(operand, [&] {
    return DynamicUpdateSliceOp::create(
        s.builder(), s.location(), operand.getType(),
        s.zeros(operand.getType()), s.gradient(), op.getStartIndices());
  });
}

static void differentiateDynamicUpdateSlice(DynamicUpdateSliceOp op, Step &s) {
  mlir::OpBuilder &b = s.builder();
  Value operand = op.getOperand(), update = op.getUpdate();
  s.give(operand, [&] {
    return DynamicUpdateSliceOp::create(b, s.location(), operand.getType(),
                                        s.gradient(), s.zeros(update.getType()),
                                        op.getStartIndices());
  });
  s.give(update, [&] {
    return DynamicSliceOp::create(b, s.location(), update.getType(),
                                  s.gradient(), op.getStartIndices(),
                                  ProgramBuilder::shapeOf(update));
  });
}

//===----------------------------------------------------------------------===//
// Many slices
//===----------------------------------------------------------------------===//

/// The greatest place that a slice may begin at, for each index, in the shape
/// of the indices. Places that the type of the indices cannot hold are left
/// out.
static Value greatestStarts(Step &s, Value indices, int64_t vectorDimension,
                            ArrayRef<int64_t> dimensions,
                            ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
  auto element = ProgramBuilder::elementOf(indices);
  int64_t most = std::numeric_limits<int64_t>::max();
  if (auto integer = llvm::dyn_cast<mlir::IntegerType>(element))
    if (integer.getWidth() < 64)
      most = integer.isUnsigned() ? llvm::maxUIntN(integer.getWidth())
                                  : llvm::maxIntN(integer.getWidth());
  SmallVector<int64_t> starts;
  for (int64_t d : dimensions)
    starts.push_back(std::min(most, shape[d] - sizes[d]));
  Value limits = s.integers(starts, element);
  bool isVector = vectorDimension <
                  static_cast<int64_t>(ProgramBuilder::shapeOf(indices).size());
  if (isVector)
    return s.broadcast(limits, ProgramBuilder::shapeOf(indices),
                       {vectorDimension});
  return s.broadcast(s.reshape(limits, {}), ProgramBuilder::shapeOf(indices),
                     {});
}

/// A scatter with a body that adds, or that takes the update.
static Value scatter(Step &s, Value operand, Value indices, Value updates,
                     ScatterDimensionsAttr numbers, bool sorted, bool unique,
                     bool adds) {
  mlir::OpBuilder &b = s.builder();
  auto op = ScatterOp::create(b, s.location(), operand.getType(), operand,
                              indices, updates, numbers, sorted, unique);
  mlir::Type element = ProgramBuilder::elementOf(operand);
  if (adds) {
    s.combine(op.getUpdateComputation(), element, Combination::Add);
    return op.getResult(0);
  }
  mlir::OpBuilder::InsertionGuard guard(b);
  auto scalar = mlir::RankedTensorType::get({}, element);
  mlir::Block *block =
      b.createBlock(&op.getUpdateComputation(), {}, {scalar, scalar},
                    {s.location(), s.location()});
  ReturnOp::create(b, s.location(), mlir::ValueRange(block->getArgument(1)));
  return op.getResult(0);
}

/// Slices that begin outside are moved inside by a gather, but left out by a
/// scatter.
static void differentiateGather(GatherOp op, Step &s) {
  Value operand = op.getOperand();
  s.give(operand, [&] {
    GatherDimensionsAttr n = op.getDimensionNumbers();
    Value indices = op.getStartIndices();
    Value limits =
        greatestStarts(s, indices, n.getIndexVectorDim(), n.getStartIndexMap(),
                       ProgramBuilder::shapeOf(operand), op.getSliceSizes());
    Value inside = ClampOp::create(s.builder(), s.location(), indices.getType(),
                                   s.like(indices, 0), indices, limits);
    auto numbers = ScatterDimensionsAttr::get(
        s.builder().getContext(), n.getOffsetDims(), n.getCollapsedSliceDims(),
        n.getOperandBatchingDims(), n.getStartIndicesBatchingDims(),
        n.getStartIndexMap(), n.getIndexVectorDim());
    return scatter(s, s.like(operand, 0), inside, s.gradient(), numbers,
                   op.getIndicesAreSorted(), /*unique=*/false, /*adds=*/true);
  });
}

/// The sizes of the slices that a scatter updates.
static SmallVector<int64_t> windowSizes(Value input, Value updates,
                                        ScatterDimensionsAttr n) {
  SmallVector<int64_t> sizes;
  auto window = n.getUpdateWindowDims().begin();
  for (int64_t d = 0, e = ProgramBuilder::shapeOf(input).size(); d < e; ++d) {
    bool isSingle = llvm::is_contained(n.getInsertedWindowDims(), d) ||
                    llvm::is_contained(n.getInputBatchingDims(), d);
    sizes.push_back(isSingle ? 1 : ProgramBuilder::shapeOf(updates)[*window++]);
  }
  return sizes;
}

/// What a scatter took from each update. Slices that it left out get zeros.
static Value gatherUpdates(ScatterOp op, Step &s) {
  Value input = op.getInputs()[0], updates = op.getUpdates()[0];
  Value indices = op.getScatterIndices();
  ScatterDimensionsAttr n = op.getScatterDimensionNumbers();
  SmallVector<int64_t> sizes = windowSizes(input, updates, n);
  auto numbers = GatherDimensionsAttr::get(
      s.builder().getContext(), n.getUpdateWindowDims(),
      n.getInsertedWindowDims(), n.getInputBatchingDims(),
      n.getScatterIndicesBatchingDims(), n.getScatterDimsToOperandDims(),
      n.getIndexVectorDim());
  Value slices = GatherOp::create(s.builder(), s.location(), updates.getType(),
                                  s.gradient(), indices, numbers, sizes,
                                  op.getIndicesAreSorted());
  Value limits = greatestStarts(s, indices, n.getIndexVectorDim(),
                                n.getScatterDimsToOperandDims(),
                                ProgramBuilder::shapeOf(input), sizes);
  auto compare = [&](Value bound, ComparisonDirection direction) {
    return s.compare(indices, bound, direction);
  };
  Value inside =
      AndOp::create(s.builder(), s.location(),
                    compare(s.like(indices, 0), ComparisonDirection::GE),
                    compare(limits, ComparisonDirection::LE));
  bool isVector = n.getIndexVectorDim() <
                  static_cast<int64_t>(ProgramBuilder::shapeOf(indices).size());
  if (isVector)
    inside = s.reduce(inside, {n.getIndexVectorDim()}, Combination::And);
  SmallVector<int64_t> dimensions;
  for (int64_t d = 0, e = ProgramBuilder::shapeOf(updates).size(); d < e; ++d)
    if (!llvm::is_contained(n.getUpdateWindowDims(), d))
      dimensions.push_back(d);
  return s.select(
      s.broadcast(inside, ProgramBuilder::shapeOf(updates), dimensions), slices,
      s.like(updates, 0));
}

/// Whether a body takes the update and forgets what was there.
static bool replaces(mlir::Region &body) {
  mlir::Block &block = body.front();
  return block.getOperations().size() == 1 && block.getNumArguments() == 2 &&
         block.back().getOperand(0) == block.getArgument(1);
}

static llvm::LogicalResult differentiateScatter(ScatterOp op, Step &s) {
  if (op.getInputs().size() != 1)
    return s.refuse("it scatters to several tensors at once");
  mlir::Region &body = op.getUpdateComputation();
  bool adds = combinationOf(body) == Combination::Add;
  if (!adds && !replaces(body))
    return s.refuse("it neither adds updates nor takes them as they are");
  if (!adds && !op.getUniqueIndices())
    return s.refuse("its updates may replace each other, as `unique_indices` "
                    "is not set");
  Value input = op.getInputs()[0], updates = op.getUpdates()[0];
  s.give(input, [&] {
    if (adds)
      return s.gradient();
    return scatter(s, s.gradient(), op.getScatterIndices(), s.like(updates, 0),
                   op.getScatterDimensionNumbers(), op.getIndicesAreSorted(),
                   /*unique=*/true, /*adds=*/false);
  });
  s.give(updates, [&] { return gatherUpdates(op, s); });
  return llvm::success();
}

void stablehlo::addIndexingGradients(GradientRules &rules) {
  rules.add<DynamicSliceOp>(differentiateDynamicSlice,
                            GradientRules::OfComplex);
  rules.add<DynamicUpdateSliceOp>(differentiateDynamicUpdateSlice,
                                  GradientRules::OfComplex);
  rules.add<GatherOp>(differentiateGather);
  rules.add<ScatterOp>(differentiateScatter);
}
