//===- SortGradients.cpp - Gradients of sorted tensors --------------------===//
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

static int64_t dimensionOf(SortOp op) {
  int64_t rank = ProgramBuilder::shapeOf(op.getInputs()[0]).size();
  int64_t d = op.getDimension();
  return d < 0 ? d + rank : d;
}

/// The same sort that also tells where each element came from.
static SortOp sortWithPlaces(SortOp op, Pullback &p) {
  mlir::OpBuilder &b = p.builder();
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(op);
  auto type = mlir::RankedTensorType::get(
      ProgramBuilder::shapeOf(op.getInputs()[0]), b.getI32Type());
  SmallVector<Value> inputs(op.getInputs());
  inputs.push_back(p.iota(type, dimensionOf(op)));
  SmallVector<mlir::Type> types(op.getResultTypes());
  types.push_back(type);
  auto sorted = SortOp::create(b, p.location(), types, inputs,
                               op.getDimension(), op.getIsStable());
  mlir::IRMapping mapping;
  op.getComparator().cloneInto(&sorted.getComparator(), mapping);
  auto scalar = mlir::RankedTensorType::get({}, b.getI32Type());
  for (int i = 0; i < 2; ++i)
    sorted.getComparator().front().addArgument(scalar, p.location());
  return sorted;
}

/// Sorting gradients by the places that the elements came from takes each back.
static void differentiateSort(SortOp op, Pullback &p) {
  SmallVector<Value> inputs(op.getInputs());
  SmallVector<Value> gradients;
  SmallVector<unsigned> wanted;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    Value gradient = p.gradient(i);
    if (!gradient || !p.wants(input))
      continue;
    wanted.push_back(i);
    gradients.push_back(gradient);
  }
  if (wanted.empty())
    return;
  int64_t dimension = dimensionOf(op);
  SortOp sorted = sortWithPlaces(op, p);
  p.replaceWith(sorted.getResults().drop_back());

  mlir::OpBuilder &b = p.builder();
  SmallVector<Value> keyed = {sorted.getResults().back()};
  llvm::append_range(keyed, gradients);
  auto back =
      SortOp::create(b, p.location(), mlir::ValueRange(keyed).getTypes(), keyed,
                     dimension, /*is_stable=*/false);
  {
    mlir::OpBuilder::InsertionGuard guard(b);
    SmallVector<mlir::Type> types;
    for (Value value : keyed)
      types.append(
          2, mlir::RankedTensorType::get({}, ProgramBuilder::elementOf(value)));
    SmallVector<mlir::Location> locations(types.size(), p.location());
    mlir::Block *block =
        b.createBlock(&back.getComparator(), {}, types, locations);
    Value less = p.compare(block->getArgument(0), block->getArgument(1),
                           ComparisonDirection::LT);
    ReturnOp::create(b, p.location(), less);
  }
  for (auto [i, input] : llvm::enumerate(wanted))
    p.accumulate(inputs[input], back.getResult(i + 1));
}

void stablehlo::addSortGradients(GradientRegistry &registry) {
  registry.add<SortOp>(differentiateSort);
}
