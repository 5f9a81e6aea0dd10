//===- IndexingGradients.cpp - Gradients of ops at computed indices -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// One slice
//===----------------------------------------------------------------------===//

static void differentiateDynamicSlice(DynamicSliceOp op, Pullback &p) {
  Value operand = op.getOperand();
  p.accumulate(operand, [&] {
    return DynamicUpdateSliceOp::create(
        p.builder(), p.location(), operand.getType(),
        p.zeros(operand.getType()), p.gradient(), op.getStartIndices());
  });
}

static void differentiateDynamicUpdateSlice(DynamicUpdateSliceOp op,
                                            Pullback &p) {
  mlir::OpBuilder &b = p.builder();
  Value operand = op.getOperand(), update = op.getUpdate();
  p.accumulate(operand, [&] {
    return DynamicUpdateSliceOp::create(b, p.location(), operand.getType(),
                                        p.gradient(), p.zeros(update.getType()),
                                        op.getStartIndices());
  });
  p.accumulate(update, [&] {
    return DynamicSliceOp::create(b, p.location(), update.getType(),
                                  p.gradient(), op.getStartIndices(),
                                  ProgramBuilder::shapeOf(update));
  });
}

//===----------------------------------------------------------------------===//
// Many slices
//===----------------------------------------------------------------------===//

/// The greatest place that a slice may begin at, for each index, in the shape
/// of the indices. Places that the type of the indices cannot hold are left
/// out.
static Value greatestStarts(Pullback &p, Value indices, int64_t vectorDimension,
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
  Value limits = p.integers(starts, element);
  bool isVector = vectorDimension <
                  static_cast<int64_t>(ProgramBuilder::shapeOf(indices).size());
  if (isVector)
    return p.broadcast(limits, ProgramBuilder::shapeOf(indices),
                       {vectorDimension});
  return p.broadcast(p.reshape(limits, {}), ProgramBuilder::shapeOf(indices),
                     {});
}

/// A scatter with a body that adds, or that takes the update.
static Value scatter(Pullback &p, Value operand, Value indices, Value updates,
                     ScatterDimensionsAttr numbers, bool sorted, bool unique,
                     bool adds) {
  mlir::OpBuilder &b = p.builder();
  auto op = ScatterOp::create(b, p.location(), operand.getType(), operand,
                              indices, updates, numbers, sorted, unique);
  mlir::Type element = ProgramBuilder::elementOf(operand);
  if (adds) {
    p.combine(op.getUpdateComputation(), element, Combination::Add);
    return op.getResult(0);
  }
  mlir::OpBuilder::InsertionGuard guard(b);
  auto scalar = mlir::RankedTensorType::get({}, element);
  mlir::Block *block =
      b.createBlock(&op.getUpdateComputation(), {}, {scalar, scalar},
                    {p.location(), p.location()});
  ReturnOp::create(b, p.location(), mlir::ValueRange(block->getArgument(1)));
  return op.getResult(0);
}

/// Slices that begin outside are moved inside by a gather, but left out by a
/// scatter.
static void differentiateGather(GatherOp op, Pullback &p) {
  Value operand = op.getOperand();
  p.accumulate(operand, [&] {
    GatherDimensionsAttr n = op.getDimensionNumbers();
    Value indices = op.getStartIndices();
    Value limits =
        greatestStarts(p, indices, n.getIndexVectorDim(), n.getStartIndexMap(),
                       ProgramBuilder::shapeOf(operand), op.getSliceSizes());
    Value inside = ClampOp::create(p.builder(), p.location(), indices.getType(),
                                   p.like(indices, 0), indices, limits);
    auto numbers = ScatterDimensionsAttr::get(
        p.builder().getContext(), n.getOffsetDims(), n.getCollapsedSliceDims(),
        n.getOperandBatchingDims(), n.getStartIndicesBatchingDims(),
        n.getStartIndexMap(), n.getIndexVectorDim());
    return scatter(p, p.like(operand, 0), inside, p.gradient(), numbers,
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
static Value gatherUpdates(ScatterOp op, Pullback &p) {
  Value input = op.getInputs()[0], updates = op.getUpdates()[0];
  Value indices = op.getScatterIndices();
  ScatterDimensionsAttr n = op.getScatterDimensionNumbers();
  SmallVector<int64_t> sizes = windowSizes(input, updates, n);
  auto numbers = GatherDimensionsAttr::get(
      p.builder().getContext(), n.getUpdateWindowDims(),
      n.getInsertedWindowDims(), n.getInputBatchingDims(),
      n.getScatterIndicesBatchingDims(), n.getScatterDimsToOperandDims(),
      n.getIndexVectorDim());
  Value slices = GatherOp::create(p.builder(), p.location(), updates.getType(),
                                  p.gradient(), indices, numbers, sizes,
                                  op.getIndicesAreSorted());
  Value limits = greatestStarts(p, indices, n.getIndexVectorDim(),
                                n.getScatterDimsToOperandDims(),
                                ProgramBuilder::shapeOf(input), sizes);
  auto compare = [&](Value bound, ComparisonDirection direction) {
    return p.compare(indices, bound, direction);
  };
  Value inside =
      AndOp::create(p.builder(), p.location(),
                    compare(p.like(indices, 0), ComparisonDirection::GE),
                    compare(limits, ComparisonDirection::LE));
  bool isVector = n.getIndexVectorDim() <
                  static_cast<int64_t>(ProgramBuilder::shapeOf(indices).size());
  if (isVector)
    inside = p.reduce(inside, {n.getIndexVectorDim()}, Combination::And);
  SmallVector<int64_t> dimensions;
  for (int64_t d = 0, e = ProgramBuilder::shapeOf(updates).size(); d < e; ++d)
    if (!llvm::is_contained(n.getUpdateWindowDims(), d))
      dimensions.push_back(d);
  return p.select(
      p.broadcast(inside, ProgramBuilder::shapeOf(updates), dimensions), slices,
      p.like(updates, 0));
}

/// Whether a body takes the update and forgets what was there.
static bool replaces(mlir::Region &body) {
  mlir::Block &block = body.front();
  return block.getOperations().size() == 1 && block.getNumArguments() == 2 &&
         block.back().getOperand(0) == block.getArgument(1);
}

static llvm::LogicalResult differentiateScatter(ScatterOp op, Pullback &p) {
  if (op.getInputs().size() != 1)
    return p.emitUnsupported("it scatters to several tensors at once");
  mlir::Region &body = op.getUpdateComputation();
  bool adds = combinationOf(body) == Combination::Add;
  if (!adds && !replaces(body))
    return p.emitUnsupported(
        "it neither adds updates nor takes them as they are");
  if (!adds && !op.getUniqueIndices())
    return p.emitUnsupported(
        "its updates may replace each other, as `unique_indices` "
        "is not set");
  Value input = op.getInputs()[0], updates = op.getUpdates()[0];
  p.accumulate(input, [&] {
    if (adds)
      return p.gradient();
    return scatter(p, p.gradient(), op.getScatterIndices(), p.like(updates, 0),
                   op.getScatterDimensionNumbers(), op.getIndicesAreSorted(),
                   /*unique=*/true, /*adds=*/false);
  });
  p.accumulate(updates, [&] { return gatherUpdates(op, p); });
  return llvm::success();
}

void stablehlo::addIndexingGradients(GradientRegistry &registry) {
  registry.add<DynamicSliceOp>(differentiateDynamicSlice,
                               GradientRegistry::OfComplex);
  registry.add<DynamicUpdateSliceOp>(differentiateDynamicUpdateSlice,
                                     GradientRegistry::OfComplex);
  registry.add<GatherOp>(differentiateGather);
  registry.add<ScatterOp>(differentiateScatter);
}
