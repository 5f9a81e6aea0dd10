//===- DataMovementRules.cpp - Parts of tensors that are moved ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Partition/ShardingRule.h"
#include "Support/MLIR.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

static unsigned rankOf(Value value) {
  return llvm::cast<RankedTensorType>(value.getType()).getRank();
}
static int64_t sizeOf(Value value, unsigned dim) {
  return llvm::cast<RankedTensorType>(value.getType()).getDimSize(dim);
}

/// Dimension i of the operand and dimension i of the result, where a predicate
/// says so.
static void addSameDims(Value result, ShardingRule &rule,
                        llvm::function_ref<bool(unsigned)> isSame) {
  for (unsigned dim = 0; dim < rankOf(result); ++dim)
    if (isSame(dim))
      rule.add({{0, dim}}, {{0, dim}});
}

/// Dimensions that are copied to may be tiled in any way.
static void addBroadcast(BroadcastInDimOp op, ShardingRule &rule) {
  SmallVector<int64_t> source(rankOf(op.getResult()), -1);
  for (auto [dim, target] : llvm::enumerate(op.getBroadcastDimensions()))
    source[target] = dim;
  for (unsigned dim = 0; dim < source.size(); ++dim) {
    if (source[dim] >= 0 &&
        sizeOf(op.getOperand(), source[dim]) == sizeOf(op.getResult(), dim))
      rule.add({{0, unsigned(source[dim])}}, {{0, dim}});
    else
      rule.add({}, {{0, dim}});
  }
}

/// Where dimensions are split or merged, the first of those on each side run
/// together: their tiles are the same elements, one after the other.
static void addReshape(ReshapeOp op, ShardingRule &rule) {
  Value from = op.getOperand(), to = op.getResult();
  unsigned i = 0, j = 0;
  auto skipOnes = [](Value value, unsigned &dim) {
    while (dim < rankOf(value) && sizeOf(value, dim) == 1)
      ++dim;
  };
  if (llvm::cast<RankedTensorType>(to.getType()).getNumElements() == 0)
    return;
  while (true) {
    skipOnes(from, i);
    skipOnes(to, j);
    if (i == rankOf(from) || j == rankOf(to))
      return;
    rule.add({{0, i}}, {{0, j}});
    int64_t left = sizeOf(from, i++), right = sizeOf(to, j++);
    while (left != right) {
      // Products of sizes that nobody can hold may wrap around.
      if (left < right ? i == rankOf(from) : j == rankOf(to))
        return;
      if (left < right)
        left *= sizeOf(from, i++);
      else
        right *= sizeOf(to, j++);
    }
  }
}

static void addConcatenate(ConcatenateOp op, ShardingRule &rule) {
  for (unsigned dim = 0; dim < rankOf(op.getResult()); ++dim) {
    if (dim == static_cast<unsigned>(op.getDimension()))
      continue;
    Factor factor;
    for (unsigned number = 0; number < op.getNumOperands(); ++number)
      factor.operands.push_back({number, dim});
    factor.results.push_back({0, dim});
    rule.factors.push_back(std::move(factor));
  }
}

void stablehlo::addDataMovementFactors(Operation *op, ShardingRule &rule) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](BroadcastInDimOp op) { addBroadcast(op, rule); })
      .Case([&](ReshapeOp op) { addReshape(op, rule); })
      .Case([&](ConcatenateOp op) { addConcatenate(op, rule); })
      .Case([&](TransposeOp op) {
        for (auto [dim, source] : llvm::enumerate(op.getPermutation()))
          rule.add({{0, unsigned(source)}}, {{0, unsigned(dim)}});
      })
      .Case([&](ReverseOp op) {
        addSameDims(op.getResult(), rule, [&](unsigned dim) {
          return !llvm::is_contained(op.getDimensions(), dim);
        });
      })
      .Case([&](PadOp op) {
        addSameDims(op.getResult(), rule, [&](unsigned dim) {
          return op.getEdgePaddingLow()[dim] == 0 &&
                 op.getEdgePaddingHigh()[dim] == 0 &&
                 op.getInteriorPadding()[dim] == 0;
        });
      })
      .Case([&](SliceOp op) {
        // Steps of another size would end in another place.
        addSameDims(op.getResult(), rule, [&](unsigned dim) {
          return op.getStartIndices()[dim] == 0 && op.getStrides()[dim] == 1 &&
                 op.getLimitIndices()[dim] == sizeOf(op.getOperand(), dim);
        });
      });
}
