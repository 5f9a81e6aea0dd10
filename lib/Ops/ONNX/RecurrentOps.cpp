//===- RecurrentOps.cpp - Recurrent networks of ONNX ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Ops/ONNX/Operators.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using mlir::RankedTensorType;
using mlir::Value;

namespace {
/// One direction of a network. Sequences are [steps, batch, ...].
class Recurrence {
public:
  Recurrence(OpCall &call, int64_t gates, int64_t units)
      : call(call), b(call.builder), gates(gates), units(units) {}

  /// Takes the weights of a direction.
  void takeWeights(int64_t direction);
  /// The outputs of all steps, [steps, batch, units].
  Value run(int64_t direction, bool isReversed);

  /// The output and, of an LSTM, the cell after the last step.
  SmallVector<Value, 2> state;

private:
  /// The part of a direction of an input, without that dimension.
  Value ofDirection(unsigned input, int64_t direction);
  Value initialState(unsigned input, int64_t direction);
  void step(Value projected);
  void stepOfGru(Value projected);
  Value gate(Value all, int64_t number, int64_t count = 1);
  Value biased(Value x, Value bias) {
    return bias ? b.add(x, b.broadcastTo(bias, ProgramBuilder::shapeOf(x))) : x;
  }

  OpCall &call;
  ProgramBuilder &b;
  int64_t gates;
  int64_t units;
  /// [inputs, gates * units] and [units, gates * units].
  Value kernel;
  Value recurrent;
  /// Of the inputs and of the state; null without any.
  Value bias;
  Value recurrentBias;
};
} // namespace

Value Recurrence::ofDirection(unsigned input, int64_t direction) {
  SmallVector<int64_t> starts(call.shape(input).size(), 0);
  SmallVector<int64_t> limits(call.shape(input));
  starts[0] = direction;
  limits[0] = direction + 1;
  return b.reshape(b.slice(call.value(input), starts, limits),
                   call.shape(input).drop_front());
}

void Recurrence::takeWeights(int64_t direction) {
  kernel = b.transpose(ofDirection(1, direction), {1, 0});
  recurrent = b.transpose(ofDirection(2, direction), {1, 0});
  if (!call.has(3))
    return;
  Value both = ofDirection(3, direction);
  bias = b.slice(both, {0}, {gates * units});
  recurrentBias = b.slice(both, {gates * units}, {2 * gates * units});
}

Value Recurrence::gate(Value all, int64_t number, int64_t count) {
  SmallVector<int64_t> starts(ProgramBuilder::shapeOf(all).size(), 0);
  SmallVector<int64_t> limits(ProgramBuilder::shapeOf(all));
  starts.back() = number * units;
  limits.back() = (number + count) * units;
  return b.slice(all, starts, limits);
}

Value Recurrence::initialState(unsigned input, int64_t direction) {
  auto type = RankedTensorType::get({call.shape()[1], units},
                                    ProgramBuilder::elementOf(call.value(0)));
  return call.has(input) ? ofDirection(input, direction) : b.splat(type, 0);
}

/// True if the first function that a network names is `Relu`.
static bool isRelu(OpCall &call) {
  auto names = call.attributes.getAs<mlir::ArrayAttr>("activations");
  return names && !names.empty() &&
         names[0] == mlir::StringAttr::get(names.getContext(), "Relu");
}

void Recurrence::stepOfGru(Value projected) {
  Value old = state[0];
  bool isAfter = call.integer("linear_before_reset", 0) != 0;
  Value past = biased(b.matmul(old, recurrent), recurrentBias);
  Value update = b.logistic(b.add(gate(projected, 0), gate(past, 0)));
  Value reset = b.logistic(b.add(gate(projected, 1), gate(past, 1)));
  Value hidden = isAfter ? b.multiply(reset, gate(past, 2))
                         : b.matmul(b.multiply(reset, old), gate(recurrent, 2));
  if (!isAfter && recurrentBias)
    hidden = biased(hidden, gate(recurrentBias, 2));
  Value candidate = b.tanh(b.add(gate(projected, 2), hidden));
  Value rest = b.subtract(b.like(update, 1), update);
  state[0] = b.add(b.multiply(rest, candidate), b.multiply(update, old));
}

void Recurrence::step(Value projected) {
  if (gates == 3)
    return stepOfGru(projected);
  Value all =
      b.add(projected, biased(b.matmul(state[0], recurrent), recurrentBias));
  if (gates == 1) {
    state[0] = isRelu(call) ? relu(b, all) : b.tanh(all);
    return;
  }
  // Input, output, forgetting and candidate.
  Value kept = b.multiply(b.logistic(gate(all, 2)), state[1]);
  Value added = b.multiply(b.logistic(gate(all, 0)), b.tanh(gate(all, 3)));
  state[1] = b.add(kept, added);
  state[0] = b.multiply(b.logistic(gate(all, 1)), b.tanh(state[1]));
}

Value Recurrence::run(int64_t direction, bool isReversed) {
  state = {initialState(5, direction)};
  if (gates == 4)
    state.push_back(initialState(6, direction));
  Value projected = biased(b.dotGeneral(call.value(0), kernel, {2}, {0}), bias);
  int64_t steps = call.shape()[0];
  int64_t batch = call.shape()[1];
  int64_t width = gates * units;
  SmallVector<Value> outputs(steps);
  for (int64_t i = 0; i < steps; ++i) {
    int64_t at = isReversed ? steps - 1 - i : i;
    Value now = b.slice(projected, {at, 0, 0}, {at + 1, batch, width});
    step(b.reshape(now, {batch, width}));
    outputs[at] = b.reshape(state[0], {1, batch, units});
  }
  return b.concatenate(outputs, 0);
}

/// True if every sequence has all steps.
static bool areWhole(OpCall &call, unsigned input) {
  if (!call.has(input))
    return true;
  std::optional<IndexVector> lengths = call.knownIntegers(input);
  return lengths && llvm::all_of(*lengths, [&](int64_t length) {
           return length == call.shape()[0];
         });
}

/// True for the functions that a network has if it says nothing, and for a
/// simple one of `Relu`.
static bool hasUsualActivations(OpCall &call, int64_t gates,
                                int64_t directions) {
  auto names = call.attributes.getAs<mlir::ArrayAttr>("activations");
  if (!names)
    return true;
  SmallVector<llvm::StringRef> usual = {"Sigmoid", "Tanh", "Tanh"};
  if (gates == 3)
    usual = {"Sigmoid", "Tanh"};
  else if (gates == 1)
    usual = {isRelu(call) ? "Relu" : "Tanh"};
  if (names.size() != usual.size() * directions)
    return false;
  for (auto [number, name] : llvm::enumerate(names)) {
    auto word = llvm::dyn_cast<mlir::StringAttr>(name);
    if (!word || word.getValue() != usual[number % usual.size()])
      return false;
  }
  return true;
}

/// Why a network cannot be lowered; empty if it can.
static std::string problemOf(OpCall &call, int64_t gates, int64_t directions,
                             int64_t units) {
  // Each step is code of its own.
  constexpr int64_t MostSteps = 1024;
  for (unsigned input : {0, 1, 2}) {
    if (!call.has(input))
      return "input " + std::to_string(input) + " is missing";
  }
  if (call.shape().size() != 3)
    return mismatch::rank(call.shape(), 3);
  int64_t batch = call.shape()[1];
  int64_t width = gates * units;
  int64_t wanted[][3] = {{directions, width, call.shape()[2]},
                         {directions, width, units},
                         {directions, batch, units}};
  const int64_t wantedBias[] = {directions, 2 * width};
  const std::tuple<unsigned, const char *, Shape> shapes[] = {
      {1, "W", wanted[0]},
      {2, "R", wanted[1]},
      {3, "B", wantedBias},
      {5, "initial_h", wanted[2]},
      {6, "initial_c", wanted[2]}};
  for (auto [input, name, shape] : shapes) {
    if (call.has(input) && call.shape(input) != shape)
      return mismatch::shape(name, call.shape(input), shape);
  }
  for (const char *key : {"activation_alpha", "activation_beta", "clip"}) {
    if (call.attributes.contains(key))
      return std::string("`") + key + "` is not supported";
  }
  for (const char *key : {"input_forget", "layout"}) {
    if (call.integer(key, 0) != 0)
      return std::string("`") + key + "` is not supported";
  }
  if (!hasUsualActivations(call, gates, directions))
    return "only the default `activations` are supported";
  if (call.has(7))
    return "peepholes are not supported";
  if (!areWhole(call, 4))
    return "`sequence_lens` is not the full length of each sequence";
  if (call.shape()[0] < 1 || call.shape()[0] > MostSteps)
    return ("sequences have " + llvm::Twine(call.shape()[0]) + " steps; 1 to " +
            llvm::Twine(MostSteps) + " are supported")
        .str();
  return "";
}

static LogicalResult recurrent(OpCall &call) {
  int64_t gates = call.op == "LSTM" ? 4 : call.op == "GRU" ? 3 : 1;
  llvm::StringRef direction = call.word("direction", "forward");
  int64_t directions = direction == "bidirectional" ? 2 : 1;
  int64_t units = call.integer("hidden_size", 0);
  if (!OpCall::isSize(units) || units < 1)
    return call.fail("`hidden_size` is " + llvm::Twine(units));
  if (std::string problem = problemOf(call, gates, directions, units);
      !problem.empty())
    return call.fail(problem);
  ProgramBuilder &b = call.builder;
  int64_t steps = call.shape()[0];
  int64_t batch = call.shape()[1];
  SmallVector<Value> outputs;
  SmallVector<Value> last[2];
  for (int64_t number = 0; number < directions; ++number) {
    Recurrence recurrence(call, gates, units);
    recurrence.takeWeights(number);
    bool isReversed = number == 1 || direction == "reverse";
    outputs.push_back(b.reshape(recurrence.run(number, isReversed),
                                {steps, 1, batch, units}));
    for (auto [state, values] : llvm::zip(recurrence.state, last))
      values.push_back(b.reshape(state, {1, batch, units}));
  }
  call.addResult(b.concatenate(outputs, 1));
  for (const SmallVector<Value> &values : last) {
    if (!values.empty())
      call.addResult(b.concatenate(values, 0));
  }
  return llvm::success();
}

void onnx::addRecurrentOps(OpTable &table) {
  table.add(recurrent, {"GRU", "LSTM", "RNN"});
}
