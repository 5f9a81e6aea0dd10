//===- OptimizerOps.cpp - Steps of optimizers of ONNX ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

namespace {
/// A step on any number of tensors. Inputs are the rate, the number of the step
/// and lists of tensors: the weights, the gradients, then what is kept from
/// step to step. Outputs are the weights and what is kept.
class Step {
public:
  explicit Step(OpCall &call) : call(call), b(call.builder) {}

  LogicalResult run();

private:
  LogicalResult check();
  void adam(unsigned number);
  void adagrad(unsigned number);
  void momentum(unsigned number);
  /// The gradient with that of the norm of the weights.
  Value gradient(unsigned number);
  Value of(unsigned list, unsigned number) {
    return call.constant(2 + list * count + number);
  }
  /// A scalar in the type and shape of a value.
  Value spread(Value scalar, Value like);
  Value blend(Value old, Value latest, double share) {
    return b.add(b.scale(old, share), b.scale(latest, 1 - share));
  }

  OpCall &call;
  ProgramBuilder &b;
  unsigned lists = 0;
  unsigned count = 0;
  Value rate, step;
  SmallVector<Value> weights, first, second;
};
} // namespace

Value Step::spread(Value scalar, Value like) {
  Value converted = b.convert(scalar, ProgramBuilder::elementOf(like));
  return b.broadcastTo(converted, ProgramBuilder::shapeOf(like));
}

Value Step::gradient(unsigned number) {
  double factor = call.number("norm_coefficient", 0);
  Value given = of(1, number);
  return factor == 0 ? given : b.add(b.scale(of(0, number), factor), given);
}

void Step::adam(unsigned number) {
  double alpha = call.number("alpha", 0.9), beta = call.number("beta", 0.999);
  Value slope = gradient(number);
  Value mean = blend(of(2, number), slope, alpha);
  Value square = blend(of(3, number), b.multiply(slope, slope), beta);
  // What is known of means that began with zero. Of the first step nothing is.
  mlir::Type real = ProgramBuilder::elementOf(rate);
  Value steps = b.convert(step, real);
  auto share = [&](double base) {
    return b.subtract(b.like(steps, 1), b.power(b.like(steps, base), steps));
  };
  Value isLater = b.compare(steps, b.like(steps, 0), ComparisonDirection::GT);
  Value corrected =
      b.divide(b.multiply(rate, b.sqrt(share(beta))), share(alpha));
  Value adjusted = b.select(isLater, corrected, rate);
  Value root = b.sqrt(square);
  Value divisor = b.add(root, b.like(root, call.number("epsilon", 1e-6)));
  Value change = b.divide(b.multiply(spread(adjusted, mean), mean), divisor);
  weights.push_back(b.scale(b.subtract(of(0, number), change),
                            1 - call.number("norm_coefficient_post", 0)));
  first.push_back(mean);
  second.push_back(square);
}

void Step::adagrad(unsigned number) {
  mlir::Type real = ProgramBuilder::elementOf(rate);
  Value steps = b.scale(b.convert(step, real), call.number("decay_factor", 0));
  Value decayed = b.divide(rate, b.add(steps, b.like(steps, 1)));
  Value slope = gradient(number);
  Value square = b.add(of(2, number), b.multiply(slope, slope));
  Value root = b.sqrt(square);
  Value divisor = b.add(root, b.like(root, call.number("epsilon", 1e-6)));
  Value change = b.divide(b.multiply(spread(decayed, slope), slope), divisor);
  weights.push_back(b.subtract(of(0, number), change));
  first.push_back(square);
}

void Step::momentum(unsigned number) {
  double alpha = call.number("alpha", 0), beta = call.number("beta", 1);
  Value slope = gradient(number);
  Value steps = b.convert(step, ProgramBuilder::elementOf(rate));
  Value isLater = b.compare(steps, b.like(steps, 0), ComparisonDirection::GT);
  Value share = b.select(isLater, b.like(steps, beta), b.like(steps, 1));
  Value moved = b.add(b.scale(of(2, number), alpha),
                      b.multiply(spread(share, slope), slope));
  Value change = call.word("mode", "standard") == "nesterov"
                     ? b.add(slope, b.scale(moved, alpha))
                     : moved;
  weights.push_back(
      b.subtract(of(0, number), b.multiply(spread(rate, change), change)));
  first.push_back(moved);
}

LogicalResult Step::check() {
  if (failed(
          call.expectInputs(std::max<unsigned>(call.inputs.size(), 2 + lists))))
    return llvm::failure();
  unsigned given = call.inputs.size() - 2;
  if (given % lists != 0)
    return call.fail(pluralize(int64_t(given), "tensor") +
                     " cannot be split into " +
                     pluralize(int64_t(lists), "list"));
  count = given / lists;
  rate = call.constant(0);
  step = call.constant(1);
  for (unsigned i : {0, 1}) {
    // A vector of one element is taken for its number.
    Shape shape = call.shape(i);
    if (shape.size() > 1 || (shape.size() == 1 && disagree(shape[0], 1)))
      return call.fail(mismatch::shape(i == 0 ? "`R`" : "`T`", shape, {}));
  }
  if (!llvm::isa<mlir::FloatType>(ProgramBuilder::elementOf(rate)))
    return call.fail(mismatch::notFloat(ProgramBuilder::elementOf(rate)));
  for (unsigned number = 0; number < count; ++number) {
    Value weight = of(0, number);
    mlir::Type element = ProgramBuilder::elementOf(weight);
    if (!llvm::isa<mlir::FloatType>(element))
      return call.fail(mismatch::notFloat(element));
    for (unsigned list = 1; list < lists; ++list) {
      Value other = of(list, number);
      if (ProgramBuilder::elementOf(other) != element ||
          !mayEqual(ProgramBuilder::shapeOf(other),
                    ProgramBuilder::shapeOf(weight)))
        return call.fail(mismatch::types(weight.getType(), other.getType()));
    }
  }
  StringRef mode = call.word("mode", "standard");
  if (call.op == "Momentum" && mode != "standard" && mode != "nesterov")
    return call.fail("`mode` is \"" + mode +
                     "\"; standard or nesterov is required");
  return llvm::success();
}

LogicalResult Step::run() {
  lists = call.op == "Adam" ? 4 : 3;
  if (failed(check()))
    return llvm::failure();
  rate = b.reshape(rate, {});
  step = b.reshape(step, {});
  for (unsigned number = 0; number < count; ++number) {
    if (call.op == "Adam")
      adam(number);
    else if (call.op == "Adagrad")
      adagrad(number);
    else
      momentum(number);
  }
  for (const SmallVector<Value> *list : {&weights, &first, &second}) {
    for (Value value : *list)
      call.addResult(value);
  }
  return llvm::success();
}

static LogicalResult optimizerStep(OpCall &call) { return Step(call).run(); }

void onnx::addOptimizerOps(OpTable &table) {
  table.add(optimizerStep, {"ai.onnx.preview.training.Adagrad",
                            "ai.onnx.preview.training.Adam",
                            "ai.onnx.preview.training.Momentum"});
  table.refuse("the trainer finds gradients itself",
               {"ai.onnx.preview.training.Gradient"});
}
