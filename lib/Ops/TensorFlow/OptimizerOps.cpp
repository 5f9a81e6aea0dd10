//===- OptimizerOps.cpp - Ops that train variables ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Optimizers.h"
#include "Ops/TensorFlow/Operators.h"
#include "Ops/TensorFlow/PartialRows.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::ComparisonDirection;
using stablehlo::ProgramBuilder;
using stablehlo::Updated;

namespace {
/// An update as a formula sees it: inputs have the numbers that they have in
/// the op for dense gradients.
struct Update {
  OpCall &node;
  ProgramBuilder &p;
  Value parameter;
  llvm::SmallVector<Value, 3> slots;
  Value gradient;
  llvm::SmallVector<unsigned> inputs;

  Value number(unsigned input) { return node.input(inputs[input]); }
  /// A scalar input, for each element of the parameter.
  Value all(unsigned input) {
    return p.broadcastTo(number(input), ProgramBuilder::shapeOf(parameter));
  }
  bool isNesterov() { return node.getBool("use_nesterov"); }
};

struct Form {
  /// The slots follow the variable.
  unsigned slots;
  /// The number of the gradient, and of all inputs.
  unsigned gradient, inputs;
  Updated (*formula)(Update &update);
};
} // namespace

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

static Updated descend(Update &u) {
  return {stablehlo::descend(u.p, u.parameter, u.gradient, u.number(1)), {}};
}

static Updated momentum(Update &u) {
  return stablehlo::applyMomentum(u.p, u.parameter, u.slots[0], u.gradient,
                                  u.number(2), u.number(4), u.isNesterov());
}

static Updated kerasMomentum(Update &u) {
  return stablehlo::applyKerasMomentum(u.p, u.parameter, u.slots[0], u.gradient,
                                       u.number(2), u.number(4),
                                       u.isNesterov());
}

static Updated adam(Update &u) {
  stablehlo::AdamNumbers numbers;
  numbers.beta1Power = u.number(3);
  numbers.beta2Power = u.number(4);
  numbers.rate = u.number(5);
  numbers.beta1 = u.number(6);
  numbers.beta2 = u.number(7);
  numbers.epsilon = u.number(8);
  return stablehlo::applyAdam(u.p, u.parameter, u.slots[0], u.slots[1],
                              u.gradient, numbers, u.isNesterov());
}

static stablehlo::RmsPropNumbers rmsNumbers(Update &u, unsigned first) {
  return {u.number(first), u.number(first + 1), u.number(first + 2),
          u.number(first + 3)};
}

static Updated rmsProp(Update &u) {
  return stablehlo::applyRmsProp(u.p, u.parameter, u.slots[0], u.slots[1],
                                 u.gradient, rmsNumbers(u, 3));
}

static Updated centeredRmsProp(Update &u) {
  return stablehlo::applyCenteredRmsProp(u.p, u.parameter, u.slots[0],
                                         u.slots[1], u.slots[2], u.gradient,
                                         rmsNumbers(u, 4));
}

static Updated adagrad(Update &u) {
  Value rate = u.number(2);
  return stablehlo::applyAdagrad(u.p, u.parameter, u.slots[0], u.gradient, rate,
                                 u.p.like(rate, 0));
}

/// The newer one adds its epsilon to the root.
static Updated adagradWithEpsilon(Update &u) {
  auto &p = u.p;
  Value sum = p.add(u.slots[0], p.multiply(u.gradient, u.gradient));
  Value change =
      p.divide(p.multiply(u.gradient, u.all(2)), p.add(p.sqrt(sum), u.all(3)));
  return {p.subtract(u.parameter, change), {sum}};
}

static Updated adadelta(Update &u) {
  auto &p = u.p;
  Value rho = u.all(4), rest = p.subtract(p.like(rho, 1), rho);
  Value epsilon = u.all(5);
  auto move = [&](Value mean, Value value) {
    return p.add(p.multiply(mean, rho),
                 p.multiply(p.multiply(value, value), rest));
  };
  Value sum = move(u.slots[0], u.gradient);
  Value change = p.multiply(p.multiply(p.sqrt(p.add(u.slots[1], epsilon)),
                                       p.rsqrt(p.add(sum, epsilon))),
                            u.gradient);
  return {p.subtract(u.parameter, p.multiply(change, u.all(3))),
          {sum, move(u.slots[1], change)}};
}

static Updated adaMax(Update &u) {
  auto &p = u.p;
  Value beta1 = u.all(5), power = u.all(3);
  Value m = p.add(u.slots[0], p.multiply(p.subtract(u.gradient, u.slots[0]),
                                         p.subtract(p.like(beta1, 1), beta1)));
  Value magnitude = p.maximum(u.gradient, p.negate(u.gradient));
  Value v = p.maximum(p.multiply(u.all(6), u.slots[1]), magnitude);
  Value rate = p.divide(u.all(4), p.subtract(p.like(power, 1), power));
  Value change = p.multiply(rate, p.divide(m, p.add(v, u.all(7))));
  return {p.subtract(u.parameter, change), {m, v}};
}

/// Follow the regularized leader. `shrinkage` is null in its older form.
static Updated followLeader(Update &u, Value shrinkage, unsigned powerInput) {
  auto &p = u.p;
  Value rate = u.all(4), l1 = u.all(5), l2 = u.all(6),
        power = u.all(powerInput);
  Value gradient = u.gradient;
  if (shrinkage)
    gradient = p.add(gradient, p.scale(p.multiply(shrinkage, u.parameter), 2));
  Value sum = p.add(u.slots[0], p.multiply(u.gradient, u.gradient));
  auto raised = [&](Value x) { return p.power(x, p.negate(power)); };
  Value newRoot = raised(sum);
  Value sigma = p.divide(p.subtract(newRoot, raised(u.slots[0])), rate);
  Value linear =
      p.subtract(p.add(u.slots[1], gradient), p.multiply(sigma, u.parameter));
  Value quadratic = p.add(p.divide(newRoot, rate), p.scale(l2, 2));
  Value clipped = p.minimum(p.maximum(linear, p.negate(l1)), l1);
  Value parameter = p.divide(p.subtract(clipped, linear), quadratic);
  return {parameter, {sum, linear}};
}

static Updated ftrl(Update &u) { return followLeader(u, {}, 7); }
static Updated ftrlWithShrinkage(Update &u) {
  return followLeader(u, u.all(7), 8);
}

static std::optional<Form> formOf(llvm::StringRef op) {
  op.consume_front("Resource");
  op.consume_front("Sparse");
  return llvm::StringSwitch<std::optional<Form>>(op)
      .Case("ApplyGradientDescent", Form{0, 2, 3, descend})
      .Case("ApplyMomentum", Form{1, 3, 5, momentum})
      .Case("ApplyKerasMomentum", Form{1, 3, 5, kerasMomentum})
      .Case("ApplyAdam", Form{2, 9, 10, adam})
      .Case("ApplyRMSProp", Form{2, 7, 8, rmsProp})
      .Case("ApplyCenteredRMSProp", Form{3, 8, 9, centeredRmsProp})
      .Case("ApplyAdagrad", Form{1, 3, 4, adagrad})
      .Case("ApplyAdagradV2", Form{1, 4, 5, adagradWithEpsilon})
      .Case("ApplyAdadelta", Form{2, 6, 7, adadelta})
      .Case("ApplyAdaMax", Form{2, 8, 9, adaMax})
      .Case("ApplyFtrl", Form{2, 3, 8, ftrl})
      .Case("ApplyFtrlV2", Form{2, 3, 9, ftrlWithShrinkage})
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// A gradient of rows as one of the whole variable, and which rows it has.
static LogicalResult spreadRows(Update &u, unsigned places, Value &touched) {
  OpCall &node = u.node;
  ProgramBuilder &p = u.p;
  llvm::ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(u.parameter);
  llvm::ArrayRef<int64_t> rows = ProgramBuilder::shapeOf(u.gradient);
  if (shape.empty() || rows.empty() || node.shape(places).size() != 1 ||
      node.shape(places)[0] != rows[0] ||
      rows.drop_front() != shape.drop_front())
    return node.fail(
        "gradient rows of shape " + mismatch::shapeText(rows) +
        " with indices of shape " + mismatch::shapeText(node.shape(places)) +
        " cannot update a variable of shape " + mismatch::shapeText(shape));
  Value indices = node.input(places);
  // No row is at the end of the variable.
  if (Value present = node.inputs[places].present)
    indices = withMissing(node, indices, present, double(shape[0]));
  auto vector =
      mlir::RankedTensorType::get({shape[0]}, p.builder().getF32Type());
  auto ones = mlir::RankedTensorType::get({rows[0]}, p.builder().getF32Type());
  Value counts =
      scatterAdd(node, p.splat(vector, 0), indices, p.splat(ones, 1), 1, false);
  u.gradient =
      scatterAdd(node, p.like(u.parameter, 0), indices, u.gradient, 1, false);
  u.gradient = node.context.meanGradient(p, u.gradient);
  counts = node.context.meanGradient(p, counts);
  touched =
      p.broadcast(p.compare(counts, p.like(counts, 0), ComparisonDirection::GT),
                  shape, {0});
  return llvm::success();
}

static LogicalResult failType(OpCall &node, const char *what, unsigned input) {
  return node.fail(llvm::Twine("the ") + what + " has type " +
                   mismatch::typeText(node.type(input)) +
                   "; the variable has " + mismatch::typeText(node.type(0)));
}

static LogicalResult update(OpCall &node) {
  std::optional<Form> form = formOf(node.op());
  bool isSparse = node.op().contains("Sparse");
  unsigned count = form->inputs + (isSparse ? 1 : 0);
  if (node.inputs.size() != count)
    return node.fail("it has " + pluralize(node.inputs.size(), "input") + "; " +
                     llvm::Twine(count) + " are required");
  Update u{node, node.builder, {}, {}, {}, {}};
  for (unsigned i = 0; i != count; ++i) {
    if (!node.inputs[i].isTensor())
      return node.failNotTensor(i);
    if (!isSparse || i != form->gradient + 1)
      u.inputs.push_back(i);
  }
  for (unsigned i = 0; i <= form->slots; ++i) {
    if (!node.inputs[i].variable)
      return node.failNotVariable(i);
    if (node.type(i) != node.type(0))
      return failType(node, "slot", i);
  }
  for (unsigned i = form->slots + 1; i != form->inputs; ++i) {
    unsigned input = u.inputs[i];
    if (node.element(input) != node.element(0))
      return node.fail(
          mismatch::elements(node.element(0), node.element(input)));
    if (i != form->gradient && !node.shape(input).empty())
      return node.failShape("input " + std::to_string(input), input, {});
  }
  u.parameter = node.input(0);
  for (unsigned i = 1; i <= form->slots; ++i)
    u.slots.push_back(node.input(i));
  u.gradient = node.input(form->gradient);
  Value touched;
  if (isSparse) {
    if (failed(spreadRows(u, form->gradient + 1, touched)))
      return llvm::failure();
  } else {
    if (node.type(form->gradient) != node.type(0))
      return failType(node, "gradient", form->gradient);
    u.gradient = node.context.meanGradient(node.builder, u.gradient);
  }
  Updated updated = form->formula(u);
  auto store = [&](unsigned input, Value value) {
    if (touched)
      value = node.builder.select(touched, value, node.input(input));
    return node.context.write(*node.inputs[input].variable, value, node.guards);
  };
  if (failed(store(0, updated.parameter)))
    return failWrite(node, 0);
  for (auto [i, slot] : llvm::enumerate(updated.slots)) {
    if (failed(store(i + 1, slot)))
      return failWrite(node, i + 1);
  }
  if (!node.outputs.empty())
    node.outputs[0] = node.inputs[0];
  return llvm::success();
}

void tensorflow::addOptimizerOps(OpTable &table) {
  for (llvm::StringRef op :
       {"ApplyGradientDescent", "ApplyMomentum", "ApplyKerasMomentum",
        "ApplyAdam", "ApplyRMSProp", "ApplyCenteredRMSProp", "ApplyAdagrad",
        "ApplyAdagradV2", "ApplyAdadelta", "ApplyAdaMax", "ApplyFtrl",
        "ApplyFtrlV2"}) {
    for (llvm::StringRef prefix :
         {"", "Resource", "Sparse", "ResourceSparse"}) {
      std::string name = (prefix + op).str();
      table.addForState(2, update, {name});
    }
  }
}
