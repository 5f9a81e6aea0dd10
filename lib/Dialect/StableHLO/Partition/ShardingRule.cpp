//===- ShardingRule.cpp - Dimensions that are tiled together --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Partition/ShardingRule.h"
#include "Dialect/StableHLO/IR/Elementwise.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// All operands and results of the shape of the first result run together.
static void addElementwiseFactors(Operation *op, ShardingRule &rule) {
  for (auto [dim, size] :
       llvm::enumerate(tileableType(op->getResult(0)).getShape())) {
    Factor factor;
    for (auto [number, operand] : llvm::enumerate(op->getOperands()))
      if (tileableType(operand).getRank() != 0)
        factor.operands.push_back({unsigned(number), unsigned(dim)});
    for (unsigned number = 0; number < op->getNumResults(); ++number)
      factor.results.push_back({number, unsigned(dim)});
    rule.factors.push_back(std::move(factor));
  }
}

/// Each operand is the result of its number.
static void addPassedFactors(Operation *op, ShardingRule &rule) {
  for (unsigned number = 0; number < op->getNumResults(); ++number)
    for (unsigned dim = 0, rank = tileableType(op->getResult(number)).getRank();
         dim < rank; ++dim)
      rule.add({{number, dim}}, {{number, dim}});
}

ShardingRule stablehlo::ruleOf(Operation *op) {
  ShardingRule rule;
  auto isTileable = [](Value value) { return bool(tileableType(value)); };
  if (op->getNumResults() == 0 ||
      !llvm::all_of(op->getOperands(), isTileable) ||
      !llvm::all_of(op->getResults(), isTileable))
    return rule;
  // Parameters of quantized tensors may belong to places.
  auto isQuantized = [](Value value) {
    return stablehlo::isQuantized(tileableType(value).getElementType());
  };
  if (llvm::any_of(op->getOperands(), isQuantized) ||
      llvm::any_of(op->getResults(), isQuantized))
    return rule;
  if (isElementwise(op)) {
    addElementwiseFactors(op, rule);
    return rule;
  }
  // Replicas add up elements of their own, whichever partition has them.
  if (llvm::isa<OptimizationBarrierOp, AllReduceOp>(op)) {
    addPassedFactors(op, rule);
    return rule;
  }
  addDataMovementFactors(op, rule);
  addContractionFactors(op, rule);
  addReductionFactors(op, rule);
  addIndexingFactors(op, rule);
  return rule;
}

//===----------------------------------------------------------------------===//
// Tilings
//===----------------------------------------------------------------------===//

namespace {
/// A tiling that a factor could have.
struct Candidate {
  unsigned factor;
  Tiling tiling;
  /// The elements of the tensors that are tiled so.
  int64_t weight;
  /// An operand is tiled so, and no sum is needed.
  bool isGiven;
};
} // namespace

/// True if all dimensions of a factor have tiles of one size.
static bool isEven(Operation *op, const Factor &factor, int64_t count) {
  auto isDivided = [&](Value value, unsigned dim) {
    int64_t size = tileableType(value).getDimSize(dim);
    return size > 0 && size % count == 0;
  };
  return llvm::all_of(factor.operands,
                      [&](DimPlace place) {
                        return isDivided(op->getOperand(place.value),
                                         place.dim);
                      }) &&
         llvm::all_of(factor.results, [&](DimPlace place) {
           return isDivided(op->getResult(place.value), place.dim);
         });
}

static SmallVector<Candidate>
candidatesOf(Operation *op, const ShardingRule &rule, FindSharding find) {
  SmallVector<Candidate> candidates;
  for (const auto &[number, factor] : llvm::enumerate(rule.factors)) {
    size_t first = candidates.size();
    auto consider = [&](Value value, unsigned dim, bool isGiven) {
      const Sharding *sharding = find(value);
      if (!sharding || !sharding->getDim(dim).isTiled())
        return;
      const Tiling &tiling = sharding->getDim(dim);
      int64_t weight = tileableType(value).getNumElements();
      for (Candidate &known : llvm::drop_begin(candidates, first))
        if (known.tiling == tiling) {
          known.weight += weight;
          known.isGiven |= isGiven;
          return;
        }
      if (isEven(op, factor, tiling.getCount()))
        candidates.push_back({unsigned(number), tiling, weight, isGiven});
    };
    for (DimPlace place : factor.operands)
      consider(op->getOperand(place.value), place.dim, !factor.isReduced());
    for (DimPlace place : factor.results)
      consider(op->getResult(place.value), place.dim, false);
  }
  return candidates;
}

SmallVector<Tiling> stablehlo::chooseTilings(Operation *op,
                                             const ShardingRule &rule,
                                             FindSharding find,
                                             int64_t partitions) {
  SmallVector<Tiling> tilings(rule.factors.size());
  SmallVector<Candidate> candidates = candidatesOf(op, rule, find);
  llvm::stable_sort(candidates, [](const Candidate &a, const Candidate &b) {
    if (a.isGiven != b.isGiven)
      return a.isGiven;
    return a.weight > b.weight;
  });
  SmallVector<Tiling> chosen;
  for (Candidate &candidate : candidates) {
    if (tilings[candidate.factor].isTiled())
      continue;
    chosen.push_back(candidate.tiling);
    if (isComplete(chosen, partitions))
      tilings[candidate.factor] = candidate.tiling;
    else
      chosen.pop_back();
  }
  return tilings;
}

template <typename Places>
static Sharding shardingOf(Value value, unsigned number,
                           const ShardingRule &rule, ArrayRef<Tiling> tilings,
                           int64_t partitions, Places places) {
  auto type = tileableType(value);
  SmallVector<Tiling> dims(type ? type.getRank() : 0);
  for (auto [factor, tiling] : llvm::zip_equal(rule.factors, tilings))
    for (DimPlace place : places(factor))
      if (place.value == number)
        dims[place.dim] = tiling;
  return Sharding(std::move(dims), partitions);
}

Sharding stablehlo::shardingOfOperand(Operation *op, unsigned number,
                                      const ShardingRule &rule,
                                      ArrayRef<Tiling> tilings,
                                      int64_t partitions) {
  return shardingOf(
      op->getOperand(number), number, rule, tilings, partitions,
      [](const Factor &factor) { return ArrayRef(factor.operands); });
}

Sharding stablehlo::shardingOfResult(Operation *op, unsigned number,
                                     const ShardingRule &rule,
                                     ArrayRef<Tiling> tilings,
                                     int64_t partitions) {
  return shardingOf(
      op->getResult(number), number, rule, tilings, partitions,
      [](const Factor &factor) { return ArrayRef(factor.results); });
}
