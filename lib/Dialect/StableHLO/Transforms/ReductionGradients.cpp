//===- ReductionGradients.cpp - Gradients of reductions -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/ReductionOps.h"
#include "Dialect/StableHLO/Transforms/GradientRules.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::Value;

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
  Value widen(Step &s, Value value) const {
    return s.broadcast(value, shape(), kept());
  }
};

} // namespace

static void differentiateSum(const Reduction &r, Step &s) {
  s.give(r.input, [&] { return r.widen(s, s.gradient()); });
  s.give(r.init, [&] { return s.sumOfAll(s.gradient()); });
}

/// Equal elements that win share the gradient evenly. Those that are no better
/// than the initial value get nothing.
static void differentiateExtreme(const Reduction &r, Combination combination,
                                 Step &s) {
  Value gradient = s.gradient();
  if (!isLimit(r.init, combination)) {
    Value init = s.broadcast(r.init, ProgramBuilder::shapeOf(gradient), {});
    Value isInit = s.compare(r.result, init, ComparisonDirection::EQ);
    Value zero = s.like(gradient, 0);
    s.give(r.init,
           [&] { return s.sumOfAll(s.select(isInit, gradient, zero)); });
    gradient = s.select(isInit, zero, gradient);
  }
  s.give(r.input, [&] {
    Value wins =
        s.compare(r.input, r.widen(s, r.result), ComparisonDirection::EQ);
    Value ones = s.convert(wins, ProgramBuilder::elementOf(r.input));
    Value share = s.divide(gradient, s.sum(ones, r.dimensions));
    return s.select(wins, r.widen(s, share), s.like(r.input, 0));
  });
}

/// Products of the elements before each one, or after each one, in a dimension:
/// dividing the product by an element would fail where one is zero.
static Value productsBeside(Step &s, Value value, int64_t dimension,
                            bool before) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(value);
  int64_t size = shape[dimension];
  WindowOptions window;
  window.sizes.assign(shape.size(), 1);
  window.padding.assign(shape.size(), {0, 0});
  window.sizes[dimension] = size;
  window.padding[dimension] = {before ? size : -1, before ? -1 : size};
  return s.reduceWindow(value, window, Combination::Multiply);
}

static void differentiateProduct(const Reduction &r, Step &s) {
  s.give(r.input, [&] {
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
      return s.like(r.input, 0);
    Value ordered = s.transpose(r.input, order);
    SmallVector<int64_t> orderedShape(ProgramBuilder::shapeOf(ordered));
    SmallVector<int64_t> flat(rows);
    flat.push_back(count);
    Value line = s.reshape(ordered, flat);
    int64_t last = rows.size();
    Value others = s.multiply(productsBeside(s, line, last, /*before=*/true),
                              productsBeside(s, line, last, /*before=*/false));
    Value factor = s.multiply(
        s.gradient(),
        s.broadcast(r.init, ProgramBuilder::shapeOf(s.gradient()), {}));
    SmallVector<int64_t> leading = llvm::to_vector(llvm::seq<int64_t>(0, last));
    Value slope = s.multiply(s.broadcast(factor, flat, leading), others);
    SmallVector<int64_t> back(order.size());
    for (auto [i, d] : llvm::enumerate(order))
      back[d] = i;
    return s.transpose(s.reshape(slope, orderedShape), back);
  });
  s.give(r.init, [&] {
    Value product = s.reduce(r.input, r.dimensions, Combination::Multiply);
    return s.sumOfAll(s.multiply(s.gradient(), product));
  });
}

static llvm::LogicalResult differentiateReduce(ReduceOp op, Step &s) {
  if (op.getInputs().size() != 1)
    return s.refuse("it reduces several tensors at once");
  std::optional<Combination> combination = combinationOf(op.getBody());
  Reduction r{op.getInputs()[0], op.getInitValues()[0], op.getResult(0),
              op.getDimensions()};
  if (r.input.getType() != ProgramBuilder::typeOf(r.input).clone(
                               ProgramBuilder::elementOf(r.result)))
    return s.refuse("its body works in another type than its operand has");
  if (!combination)
    return s.refuse("its body is not one of add, multiply, maximum, minimum");
  switch (*combination) {
  case Combination::Add:
    differentiateSum(r, s);
    break;
  case Combination::Multiply:
    differentiateProduct(r, s);
    break;
  default:
    differentiateExtreme(r, *combination, s);
  }
  return llvm::success();
}

void stablehlo::addReductionGradients(GradientRules &rules) {
  rules.add<ReduceOp>(differentiateReduce);
}
