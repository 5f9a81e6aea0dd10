//===- ExampleAxes.cpp - Where the examples of a batch are ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/ExampleAxes.h"
#include "Dialect/StableHLO/IR/Elementwise.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::ProgramBuilder;
using Kind = ExamplePlace::Kind;

void ExampleAxes::addInput(mlir::BlockArgument input) {
  llvm::ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(input);
  if (shape.empty())
    return;
  if (batch == 0)
    batch = shape.front();
  bool isBatch = batch != 0 && shape.front() == batch;
  places[input] =
      isBatch ? ExamplePlace::along({}) : ExamplePlace::mixedBy(nullptr);
}

const ExamplePlace &ExampleAxes::placeOf(Value value) {
  auto next = last ? std::next(last->getIterator()) : block.begin();
  for (; next != block.end(); ++next)
    visit(*next);
  return places[value];
}

void ExampleAxes::visit(mlir::Operation &op) {
  last = &op;
  if (op.getNumResults() == 0)
    return;
  ExamplePlace place = placeOfResult(op);
  for (Value result : op.getResults())
    places[result] = place;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

ExamplePlace ExampleAxes::join(mlir::Operation &op, mlir::ValueRange operands) {
  ExamplePlace joined;
  for (Value operand : operands) {
    ExamplePlace place = places.lookup(operand);
    if (place.kind == Kind::Constant)
      continue;
    bool differs = joined.kind == Kind::Axis && !(place.axis == joined.axis);
    if (place.kind == Kind::Mixed || differs)
      return differs ? ExamplePlace::mixedBy(&op) : place;
    joined = place;
  }
  return joined;
}

/// True if an op leaves the dimension of the examples as it is.
bool ExampleAxes::isWhole(Value operand, Value result,
                          const ExampleAxis &axis) const {
  llvm::ArrayRef<int64_t> from = ProgramBuilder::shapeOf(operand);
  llvm::ArrayRef<int64_t> to = ProgramBuilder::shapeOf(result);
  return from.size() == to.size() && from[axis.dimension] == to[axis.dimension];
}

static int64_t sizeOf(llvm::ArrayRef<int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                         std::multiplies<>());
}

/// In the order of their elements, `batch` blocks follow one another, over and
/// over; a dimension of the result may hold whole ones.
ExamplePlace ExampleAxes::placeOfReshape(mlir::Operation &op,
                                         const ExampleAxis &axis) {
  llvm::ArrayRef<int64_t> from = ProgramBuilder::shapeOf(op.getOperand(0));
  llvm::ArrayRef<int64_t> to = ProgramBuilder::shapeOf(op.getResult(0));
  int64_t block = axis.inner * sizeOf(from.drop_front(axis.dimension + 1));
  int64_t after = 1;
  for (int64_t dimension = int64_t(to.size()) - 1; dimension >= 0;
       --dimension) {
    int64_t size = to[dimension];
    bool isBelow = after * size <= block && batch > 1;
    if (isBelow) {
      after *= size;
      continue;
    }
    if (after == 0 || block == 0 || block % after != 0)
      break;
    int64_t inner = block / after;
    if (size % (inner * batch) != 0)
      break;
    return ExamplePlace::along({dimension, size / (inner * batch), inner});
  }
  return ExamplePlace::mixedBy(&op);
}

/// Batching dimensions come first, then the others of the left operand, then
/// those of the right one.
ExamplePlace ExampleAxes::placeOfContraction(mlir::Operation &op) {
  auto dot = llvm::cast<stablehlo::DotGeneralOp>(op);
  stablehlo::DotDimensionsAttr numbers = dot.getDotDimensionNumbers();
  llvm::ArrayRef<int64_t> batching[] = {numbers.getLhsBatchingDimensions(),
                                        numbers.getRhsBatchingDimensions()};
  llvm::ArrayRef<int64_t> contracting[] = {
      numbers.getLhsContractingDimensions(),
      numbers.getRhsContractingDimensions()};
  ExamplePlace joined;
  int64_t begin = int64_t(batching[0].size());
  for (unsigned side : {0U, 1U}) {
    Value operand = op.getOperand(side);
    ExamplePlace place = places.lookup(operand);
    int64_t rank = int64_t(ProgramBuilder::shapeOf(operand).size());
    int64_t own = begin;
    begin += rank - int64_t(batching[side].size() + contracting[side].size());
    if (place.kind == Kind::Constant)
      continue;
    if (place.kind == Kind::Mixed)
      return place;
    int64_t dimension = place.axis.dimension;
    if (llvm::is_contained(contracting[side], dimension))
      return ExamplePlace::mixedBy(&op);
    const int64_t *paired = llvm::find(batching[side], dimension);
    if (paired != batching[side].end()) {
      place.axis.dimension = paired - batching[side].begin();
    } else {
      for (int64_t i = 0; i < dimension; ++i)
        own += !llvm::is_contained(batching[side], i) &&
               !llvm::is_contained(contracting[side], i);
      place.axis.dimension = own;
    }
    if (joined.kind == Kind::Axis && !(joined.axis == place.axis))
      return ExamplePlace::mixedBy(&op);
    joined = place;
  }
  return joined;
}

/// Rows of a table that is the same for all, at places that examples name, or
/// places of what examples have.
ExamplePlace ExampleAxes::placeOfGather(mlir::Operation &op) {
  auto gather = llvm::cast<stablehlo::GatherOp>(op);
  stablehlo::GatherDimensionsAttr numbers = gather.getDimensionNumbers();
  ExamplePlace table = places.lookup(gather.getOperand());
  ExamplePlace indices = places.lookup(gather.getStartIndices());
  llvm::ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(gather.getResult());
  llvm::ArrayRef<int64_t> offsets = numbers.getOffsetDims();
  if (table.kind == Kind::Mixed || indices.kind == Kind::Mixed)
    return table.kind == Kind::Mixed ? table : indices;
  if (table.kind == Kind::Constant && indices.kind == Kind::Constant)
    return {};
  // Dimensions of the indices are those of the result that no slice has.
  auto ofIndices = [&](int64_t dimension) -> int64_t {
    if (dimension == numbers.getIndexVectorDim())
      return -1;
    int64_t wanted = dimension - (dimension > numbers.getIndexVectorDim());
    for (int64_t i = 0, seen = 0; i < int64_t(shape.size()); ++i) {
      if (!llvm::is_contained(offsets, i) && seen++ == wanted)
        return i;
    }
    return -1;
  };
  if (table.kind == Kind::Constant) {
    indices.axis.dimension = ofIndices(indices.axis.dimension);
    return indices.axis.dimension < 0 ? ExamplePlace::mixedBy(&op) : indices;
  }
  int64_t dimension = table.axis.dimension;
  const int64_t *paired =
      llvm::find(numbers.getOperandBatchingDims(), dimension);
  if (paired != numbers.getOperandBatchingDims().end()) {
    int64_t number = paired - numbers.getOperandBatchingDims().begin();
    int64_t other = numbers.getStartIndicesBatchingDims()[number];
    bool isSame = indices.kind == Kind::Constant ||
                  (indices.axis.dimension == other &&
                   indices.axis.outer == table.axis.outer &&
                   indices.axis.inner == table.axis.inner);
    table.axis.dimension = ofIndices(other);
    return isSame && table.axis.dimension >= 0 ? table
                                               : ExamplePlace::mixedBy(&op);
  }
  // A whole slice of the examples.
  int64_t own = 0;
  for (int64_t i = 0; i < dimension; ++i)
    own += !llvm::is_contained(numbers.getCollapsedSliceDims(), i) &&
           !llvm::is_contained(numbers.getOperandBatchingDims(), i);
  bool isWholeSlice =
      indices.kind == Kind::Constant &&
      !llvm::is_contained(numbers.getCollapsedSliceDims(), dimension) &&
      own < int64_t(offsets.size()) &&
      shape[offsets[own]] ==
          ProgramBuilder::shapeOf(gather.getOperand())[dimension];
  if (!isWholeSlice)
    return ExamplePlace::mixedBy(&op);
  table.axis.dimension = offsets[own];
  return table;
}

/// Ops whose first operand has examples along an axis.
ExamplePlace ExampleAxes::placeOfMoved(mlir::Operation &op,
                                       const ExampleAxis &axis) {
  int64_t dimension = axis.dimension;
  ExamplePlace mixed = ExamplePlace::mixedBy(&op);
  auto moved = [&](int64_t to) {
    return ExamplePlace::along({to, axis.outer, axis.inner});
  };
  auto keptIf = [&](bool isKept) { return isKept ? moved(dimension) : mixed; };
  bool whole = isWhole(op.getOperand(0), op.getResult(0), axis);
  return llvm::TypeSwitch<mlir::Operation *, ExamplePlace>(&op)
      .Case([&](stablehlo::ReshapeOp) { return placeOfReshape(op, axis); })
      .Case([&](stablehlo::TransposeOp transpose) {
        llvm::ArrayRef<int64_t> order = transpose.getPermutation();
        return moved(llvm::find(order, dimension) - order.begin());
      })
      .Case([&](stablehlo::BroadcastInDimOp broadcast) {
        int64_t to = broadcast.getBroadcastDimensions()[dimension];
        bool isCopied =
            ProgramBuilder::shapeOf(broadcast.getOperand())[dimension] !=
            ProgramBuilder::shapeOf(broadcast.getResult())[to];
        return isCopied ? mixed : moved(to);
      })
      .Case([&](stablehlo::ReduceOp reduce) {
        int64_t removed = 0;
        for (int64_t reduced : reduce.getDimensions()) {
          if (reduced == dimension)
            return mixed;
          removed += reduced < dimension;
        }
        return moved(dimension - removed);
      })
      .Case([&](stablehlo::ConcatenateOp concatenate) {
        return keptIf(concatenate.getDimension() != dimension);
      })
      .Case([&](stablehlo::ReverseOp reverse) {
        return keptIf(!llvm::is_contained(reverse.getDimensions(), dimension));
      })
      .Case([&](stablehlo::SortOp sort) {
        int64_t along = int64_t(sort.getDimension());
        along +=
            along < 0 ? ProgramBuilder::typeOf(op.getOperand(0)).getRank() : 0;
        return keptIf(along != dimension);
      })
      .Case([&](stablehlo::SliceOp slice) {
        return keptIf(whole && slice.getStartIndices()[dimension] == 0);
      })
      .Case([&](stablehlo::PadOp pad) {
        return keptIf(whole && pad.getEdgePaddingLow()[dimension] == 0 &&
                      pad.getInteriorPadding()[dimension] == 0);
      })
      .Case<stablehlo::DynamicSliceOp, stablehlo::BatchNormInferenceOp>(
          [&](auto) { return keptIf(whole); })
      .Case([&](stablehlo::ReduceWindowOp window) {
        return keptIf(whole && window.getWindowDimensions()[dimension] == 1);
      })
      .Case([&](stablehlo::ConvolutionOp convolution) {
        stablehlo::ConvDimensionsAttr numbers =
            convolution.getDimensionNumbers();
        bool isKept = numbers.getInputBatchDimension() == dimension &&
                      convolution.getBatchGroupCount() == 1;
        return isKept ? moved(numbers.getOutputBatchDimension()) : mixed;
      })
      .Default([&](mlir::Operation *) { return mixed; });
}

ExamplePlace ExampleAxes::placeOfResult(mlir::Operation &op) {
  if (stablehlo::isElementwise(&op))
    return join(op, op.getOperands());
  if (llvm::isa<stablehlo::DotGeneralOp>(op))
    return placeOfContraction(op);
  if (llvm::isa<stablehlo::GatherOp>(op))
    return placeOfGather(op);
  llvm::SmallVector<Value> used(op.getOperands());
  for (mlir::Region &region : op.getRegions())
    region.walk([&](mlir::Operation *inner) {
      for (Value operand : inner->getOperands()) {
        if (operand.getParentBlock() == &block)
          used.push_back(operand);
      }
    });
  ExamplePlace place;
  bool isOfMany = llvm::isa<stablehlo::ConcatenateOp, stablehlo::ReduceOp,
                            stablehlo::SortOp>(op);
  for (auto [number, operand] : llvm::enumerate(used)) {
    ExamplePlace own = places.lookup(operand);
    if (own.kind == Kind::Constant)
      continue;
    if (own.kind == Kind::Mixed)
      return own;
    // What is not the first operand says how it is moved.
    bool isData = number == 0 || isOfMany;
    if (!isData || (place.kind == Kind::Axis && !(place.axis == own.axis)))
      return ExamplePlace::mixedBy(&op);
    place = own;
  }
  return place.kind == Kind::Axis ? placeOfMoved(op, place.axis) : place;
}

//===----------------------------------------------------------------------===//
// Examples first
//===----------------------------------------------------------------------===//

Value tensorflow::withExamplesFirst(ProgramBuilder &p, Value value,
                                    const ExampleAxis &axis, int64_t batch) {
  llvm::SmallVector<int64_t> shape(ProgramBuilder::shapeOf(value));
  if (axis.dimension == 0 && axis.outer == 1 && axis.inner == 1)
    return value;
  llvm::SmallVector<int64_t> apart(shape.begin(),
                                   shape.begin() + axis.dimension);
  if (axis.outer != 1)
    apart.push_back(axis.outer);
  auto place = int64_t(apart.size());
  apart.push_back(batch);
  if (axis.inner != 1)
    apart.push_back(axis.inner);
  apart.append(shape.begin() + axis.dimension + 1, shape.end());
  llvm::SmallVector<int64_t> order = {place};
  for (int64_t i = 0; i < int64_t(apart.size()); ++i) {
    if (i != place)
      order.push_back(i);
  }
  return p.transpose(p.reshape(value, apart), order);
}
