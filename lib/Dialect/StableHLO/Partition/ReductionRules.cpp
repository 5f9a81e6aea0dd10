//===- ReductionRules.cpp - Reductions and windows of parts ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Combiner.h"
#include "Dialect/StableHLO/IR/Splat.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Partition/ShardingRule.h"
#include "Support/MLIR.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// True for a constant of one number that a sum or a product leaves as it is.
static bool isNeutral(Value init, bool isSum) {
  if (auto value = floatOf(init))
    return isSum ? value->isZero() : value->isExactlyValue(1.0);
  mlir::DenseElementsAttr elements = splatOf(init);
  if (elements && llvm::isa<mlir::IntegerType>(elements.getElementType())) {
    auto value = elements.getSplatValue<llvm::APInt>();
    return isSum ? value.isZero() : value.isOne();
  }
  return false;
}

/// True if terms that start with the same number each may be combined by the
/// body. Sums count the number for each term; of maxima and the like it does
/// not matter how often a number is taken.
static bool canCombine(ReduceOp op) {
  if (op.getInputs().size() != 1)
    return false;
  Operation *applied = combiningOp(op.getBody());
  if (!applied || applied->getOperandTypes() !=
                      mlir::TypeRange{op.getInitValues()[0].getType(),
                                      op.getInitValues()[0].getType()})
    return false;
  auto element = llvm::cast<RankedTensorType>(op.getInitValues()[0].getType())
                     .getElementType();
  if (llvm::isa<MaximumOp, MinimumOp, AndOp, OrOp>(applied))
    return true;
  // Sums and products of booleans are `or` and `and`.
  if (llvm::isa<AddOp, MultiplyOp>(applied))
    return element.isInteger(1) ||
           isNeutral(op.getInitValues()[0], llvm::isa<AddOp>(applied));
  return false;
}

static void addReduce(ReduceOp op, ShardingRule &rule) {
  unsigned inputs = op.getInputs().size(), result = 0;
  int64_t rank = tileableType(op.getInputs()[0]).getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isReduced = llvm::is_contained(op.getDimensions(), dim);
    if (isReduced && !canCombine(op))
      continue;
    Factor factor;
    for (unsigned number = 0; number < inputs; ++number) {
      factor.operands.push_back({number, unsigned(dim)});
      if (!isReduced)
        factor.results.push_back({number, result});
    }
    rule.factors.push_back(std::move(factor));
    result += !isReduced;
  }
}

/// The entry of an optional list, which is a default value if there is none.
static int64_t entryOf(std::optional<ArrayRef<int64_t>> list, unsigned index,
                       int64_t byDefault) {
  return list ? (*list)[index] : byDefault;
}

/// True if a dimension is padded at either side.
static bool isPadded(mlir::DenseIntElementsAttr padding, unsigned dim) {
  if (!padding)
    return false;
  auto values = padding.getValues<int64_t>();
  return values[2 * dim] != 0 || values[2 * dim + 1] != 0;
}

/// Windows of one element, which lie beside each other.
static void addReduceWindow(ReduceWindowOp op, ShardingRule &rule) {
  unsigned inputs = op.getInputs().size();
  auto padding =
      llvm::cast_if_present<mlir::DenseIntElementsAttr>(op.getPaddingAttr());
  for (unsigned dim = 0; dim < op.getWindowDimensions().size(); ++dim) {
    if (op.getWindowDimensions()[dim] != 1 ||
        entryOf(op.getWindowStrides(), dim, 1) != 1 ||
        entryOf(op.getBaseDilations(), dim, 1) != 1 || isPadded(padding, dim))
      continue;
    Factor factor;
    for (unsigned number = 0; number < inputs; ++number) {
      factor.operands.push_back({number, dim});
      factor.results.push_back({number, dim});
    }
    rule.factors.push_back(std::move(factor));
  }
}

static void addSelectAndScatter(SelectAndScatterOp op, ShardingRule &rule) {
  auto padding =
      llvm::cast_if_present<mlir::DenseIntElementsAttr>(op.getPaddingAttr());
  int64_t rank = tileableType(op.getOperand()).getRank();
  for (unsigned dim = 0; dim < rank; ++dim)
    if (entryOf(op.getWindowDimensions(), dim, 1) == 1 &&
        entryOf(op.getWindowStrides(), dim, 1) == 1 && !isPadded(padding, dim))
      rule.add({{0, dim}, {1, dim}}, {{0, dim}});
}

static void addSort(SortOp op, ShardingRule &rule) {
  int64_t rank = tileableType(op.getInputs()[0]).getRank();
  int64_t sorted =
      op.getDimension() < 0 ? op.getDimension() + rank : op.getDimension();
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim == sorted)
      continue;
    Factor factor;
    for (unsigned number = 0; number < op.getInputs().size(); ++number) {
      factor.operands.push_back({number, unsigned(dim)});
      factor.results.push_back({number, unsigned(dim)});
    }
    rule.factors.push_back(std::move(factor));
  }
}

/// Features are normalized each for itself; what is inferred is computed
/// element by element.
static void addBatchNorm(Operation *op, unsigned feature, ShardingRule &rule) {
  auto rank = tileableType(op->getOperand(0)).getRank();
  Factor features;
  for (auto [number, operand] : llvm::enumerate(op->getOperands()))
    features.operands.push_back(
        {unsigned(number),
         tileableType(operand).getRank() == 1 && rank != 1 ? 0 : feature});
  for (auto [number, result] : llvm::enumerate(op->getResults()))
    features.results.push_back(
        {unsigned(number),
         tileableType(result).getRank() == 1 && rank != 1 ? 0 : feature});
  rule.factors.push_back(std::move(features));
  if (!llvm::isa<BatchNormInferenceOp>(op))
    return;
  for (unsigned dim = 0; dim < rank; ++dim)
    if (dim != feature)
      rule.add({{0, dim}}, {{0, dim}});
}

void stablehlo::addReductionFactors(Operation *op, ShardingRule &rule) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](ReduceOp op) { addReduce(op, rule); })
      .Case([&](ReduceWindowOp op) { addReduceWindow(op, rule); })
      .Case([&](SelectAndScatterOp op) { addSelectAndScatter(op, rule); })
      .Case([&](SortOp op) { addSort(op, rule); })
      .Case<BatchNormGradOp, BatchNormInferenceOp, BatchNormTrainingOp>(
          [&](auto op) { addBatchNorm(op, op.getFeatureIndex(), rule); });
}

mlir::Region *stablehlo::combinerOf(Operation *op) {
  auto reduce = llvm::dyn_cast<ReduceOp>(op);
  return reduce ? &reduce.getBody() : nullptr;
}
