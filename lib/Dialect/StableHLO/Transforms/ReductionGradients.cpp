//===- ReductionGradients.cpp - Gradients of reductions -------------------===//
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

namespace {

/// A reduction of one tensor.
struct Reduction {
  Value input, init, result;
  ArrayRef<int64_t> dimensions;

  ArrayRef<int64_t> shape() const { return ProgramBuilder::shapeOf(input); }

  SmallVector<int64_t> kept() const {
    SmallVector<int64_t> rest;
    for (int64_t d = 0, e = shape().size(); d < e; ++d)
      if (!llvm::is_contained(dimensions, d))
        rest.push_back(d);
    return rest;
  }

  /// A tensor like the result, in the shape of the input.
  Value widen(Pullback &p, Value value) const {
    return p.broadcast(value, shape(), kept());
  }
};

} // namespace

static void differentiateSum(const Reduction &r, Pullback &p) {
  p.accumulate(r.input, [&] { return r.widen(p, p.gradient()); });
  p.accumulate(r.init, [&] { return p.sumOfAll(p.gradient()); });
}

/// Equal elements that win share the gradient evenly. Those that are no better
/// than the initial value get nothing.
static void differentiateExtreme(const Reduction &r, Combination combination,
                                 Pullback &p) {
  Value gradient = p.gradient();
  if (!isLimit(r.init, combination)) {
    Value init = p.broadcast(r.init, ProgramBuilder::shapeOf(gradient), {});
    Value isInit = p.compare(r.result, init, ComparisonDirection::EQ);
    Value zero = p.like(gradient, 0);
    p.accumulate(r.init,
                 [&] { return p.sumOfAll(p.select(isInit, gradient, zero)); });
    gradient = p.select(isInit, zero, gradient);
  }
  p.accumulate(r.input, [&] {
    Value wins =
        p.compare(r.input, r.widen(p, r.result), ComparisonDirection::EQ);
    Value ones = p.convert(wins, ProgramBuilder::elementOf(r.input));
    Value share = p.divide(gradient, p.sum(ones, r.dimensions));
    return p.select(wins, r.widen(p, share), p.like(r.input, 0));
  });
}

/// Products of the elements before each one, or after each one, in a dimension:
/// dividing the product by an element would fail where one is zero.
static Value productsBeside(Pullback &p, Value value, int64_t dimension,
                            bool before) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(value);
  int64_t size = shape[dimension];
  WindowOptions window;
  window.sizes.assign(shape.size(), 1);
  window.padding.assign(shape.size(), {0, 0});
  window.sizes[dimension] = size;
  window.padding[dimension] = {before ? size : -1, before ? -1 : size};
  return p.reduceWindow(value, window, Combination::Multiply);
}

static void differentiateProduct(const Reduction &r, Pullback &p) {
  p.accumulate(r.input, [&] {
    // The reduced dimensions become one, which is the last.
    SmallVector<int64_t> order = r.kept(), rows;
    int64_t count = 1;
    for (int64_t d : r.kept())
      rows.push_back(r.shape()[d]);
    for (int64_t d : r.dimensions) {
      order.push_back(d);
      count *= r.shape()[d];
    }
    if (count == 0)
      return p.like(r.input, 0);
    Value ordered = p.transpose(r.input, order);
    SmallVector<int64_t> orderedShape(ProgramBuilder::shapeOf(ordered));
    SmallVector<int64_t> flat(rows);
    flat.push_back(count);
    Value line = p.reshape(ordered, flat);
    int64_t last = rows.size();
    Value others = p.multiply(productsBeside(p, line, last, /*before=*/true),
                              productsBeside(p, line, last, /*before=*/false));
    Value factor = p.multiply(
        p.gradient(),
        p.broadcast(r.init, ProgramBuilder::shapeOf(p.gradient()), {}));
    SmallVector<int64_t> leading = llvm::to_vector(llvm::seq<int64_t>(0, last));
    Value slope = p.multiply(p.broadcast(factor, flat, leading), others);
    SmallVector<int64_t> back(order.size());
    for (auto [i, d] : llvm::enumerate(order))
      back[d] = i;
    return p.transpose(p.reshape(slope, orderedShape), back);
  });
  p.accumulate(r.init, [&] {
    Value product = p.reduce(r.input, r.dimensions, Combination::Multiply);
    return p.sumOfAll(p.multiply(p.gradient(), product));
  });
}

static llvm::LogicalResult differentiateReduce(ReduceOp op, Pullback &p) {
  if (op.getInputs().size() != 1)
    return p.emitUnsupported("it reduces several tensors at once");
  std::optional<Combination> combination = combinationOf(op.getBody());
  Reduction r{op.getInputs()[0], op.getInitValues()[0], op.getResult(0),
              op.getDimensions()};
  if (r.input.getType() != ProgramBuilder::typeOf(r.input).clone(
                               ProgramBuilder::elementOf(r.result)))
    return p.emitUnsupported(
        "its body works in another type than its operand has");
  if (!combination)
    return p.emitUnsupported(
        "its body is not one of add, multiply, maximum, minimum");
  switch (*combination) {
  case Combination::Add:
    differentiateSum(r, p);
    break;
  case Combination::Multiply:
    differentiateProduct(r, p);
    break;
  default:
    differentiateExtreme(r, *combination, p);
  }
  return llvm::success();
}

void stablehlo::addReductionGradients(GradientRegistry &registry) {
  registry.add<ReduceOp>(differentiateReduce);
}
