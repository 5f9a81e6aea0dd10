//===- RecurrentLayers.cpp - Layers that go along a sequence --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/RecurrentLayers.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

namespace {
/// A recurrent layer with its weights, whose steps are written out one by one:
/// so every step is differentiated as it is.
class Recurrence {
public:
  explicit Recurrence(KerasLowering &call)
      : call(call), b(call.builder), name(call.className) {}

  FailureOr<Values> run(bool isReversed);

private:
  llvm::LogicalResult read();
  llvm::LogicalResult makeWeights();
  /// The state after a step; its first value is the output.
  FailureOr<Values> step(Value projected, const Values &state);
  FailureOr<Values> lstm(Value projected, const Values &state);
  FailureOr<Values> gru(Value projected, const Values &state);

  Value columns(Value matrix, int64_t first, int64_t count = 1) {
    Shape shape = ProgramBuilder::shapeOf(matrix);
    SmallVector<int64_t> starts(shape.size(), 0);
    SmallVector<int64_t> limits(shape);
    starts.back() = first * units;
    limits.back() = (first + count) * units;
    return b.slice(matrix, starts, limits);
  }
  Value biased(Value value, Value bias) {
    return bias ? b.add(value,
                        b.broadcastTo(bias, ProgramBuilder::shapeOf(value)))
                : value;
  }
  FailureOr<Value> gate(Value value) {
    return call.activate(value, "recurrent_activation", "sigmoid");
  }

  KerasLowering &call;
  ProgramBuilder &b;
  StringRef name;
  int64_t units = 0;
  int64_t gates = 1;
  bool isResetAfter = false;
  Value kernel;
  Value recurrent;
  Value bias;
  /// Of a GRU that resets after its product.
  Value recurrentBias;
};
} // namespace

llvm::LogicalResult Recurrence::read() {
  if (failed(call.expectRank(3)))
    return llvm::failure();
  FailureOr<SmallVector<int64_t>> size = call.sizes("units", 1);
  if (failed(size))
    return llvm::failure();
  units = size->front();
  gates = name == "LSTM" ? 4 : name == "GRU" ? 3 : 1;
  isResetAfter = name == "GRU" && call.settings.getBool("reset_after", false);
  bool drops = call.settings.number("dropout", 0) != 0 ||
               call.settings.number("recurrent_dropout", 0) != 0;
  if (drops && call.isTraining)
    return call.fail("dropout within steps is not supported");
  for (StringRef key : {"stateful", "time_major"}) {
    if (call.settings.getBool(key, false))
      return call.failUnsupported(key);
  }
  // Each step is code of its own.
  constexpr int64_t MostSteps = 1024;
  if (call.shape()[1] < 1 || call.shape()[1] > MostSteps)
    return call.fail("sequences have " + llvm::Twine(call.shape()[1]) +
                     " steps; 1 to " + llvm::Twine(MostSteps) +
                     " are supported");
  return call.failIfSet("activity_regularizer");
}

llvm::LogicalResult Recurrence::makeWeights() {
  int64_t columnCount = gates * units;
  FailureOr<Value> made = call.weight("kernel", {call.shape()[2], columnCount},
                                      "kernel", "glorot_uniform");
  FailureOr<Value> madeRecurrent = call.weight(
      "recurrent_kernel", {units, columnCount}, "recurrent", "orthogonal");
  if (failed(made) || failed(madeRecurrent))
    return llvm::failure();
  kernel = *made;
  recurrent = *madeRecurrent;
  if (!call.settings.getBool("use_bias", true))
    return llvm::success();
  std::optional<Initializer> rest = readInitializer(
      call.settings.get("bias_initializer"), "zeros", b.builder().getContext());
  if (!rest)
    return call.failUnsupported("bias_initializer");
  Initializer own;
  // A network that forgets at first learns nothing of what is long ago.
  if (name == "LSTM" && call.settings.getBool("unit_forget_bias", true))
    own = [units = units, rest](ProgramBuilder &b, Value key,
                                RankedTensorType type) {
      auto typed = [&](int64_t count) {
        return RankedTensorType::get({count * units}, type.getElementType());
      };
      Value parts[] = {(*rest)(b, deriveKey(b, key, 1), typed(1)),
                       b.splat(typed(1), 1),
                       (*rest)(b, deriveKey(b, key, 2), typed(2))};
      return b.concatenate(parts, 0);
    };
  SmallVector<int64_t> shape = {columnCount};
  if (isResetAfter)
    shape.insert(shape.begin(), 2);
  FailureOr<Value> madeBias = call.weight("bias", shape, "bias", "zeros", own);
  if (failed(madeBias))
    return llvm::failure();
  bias = *madeBias;
  if (isResetAfter) {
    recurrentBias =
        b.reshape(b.slice(bias, {1, 0}, {2, columnCount}), {columnCount});
    bias = b.reshape(b.slice(bias, {0, 0}, {1, columnCount}), {columnCount});
  }
  return llvm::success();
}

FailureOr<Values> Recurrence::lstm(Value projected, const Values &state) {
  Value all = b.add(projected, b.matmul(state[0], recurrent));
  FailureOr<Value> in = gate(columns(all, 0));
  FailureOr<Value> forget = gate(columns(all, 1));
  FailureOr<Value> candidate =
      call.activate(columns(all, 2), "activation", "tanh");
  FailureOr<Value> out = gate(columns(all, 3));
  if (failed(in) || failed(forget) || failed(candidate) || failed(out))
    return llvm::failure();
  Value cell =
      b.add(b.multiply(*forget, state[1]), b.multiply(*in, *candidate));
  FailureOr<Value> shown = call.activate(cell, "activation", "tanh");
  if (failed(shown))
    return llvm::failure();
  return Values{b.multiply(*out, *shown), cell};
}

FailureOr<Values> Recurrence::gru(Value projected, const Values &state) {
  Value old = state[0];
  Value first =
      b.matmul(old, isResetAfter ? recurrent : columns(recurrent, 0, 2));
  if (isResetAfter)
    first = biased(first, recurrentBias);
  FailureOr<Value> update =
      gate(b.add(columns(projected, 0), columns(first, 0)));
  FailureOr<Value> reset =
      gate(b.add(columns(projected, 1), columns(first, 1)));
  if (failed(update) || failed(reset))
    return llvm::failure();
  Value past = isResetAfter
                   ? b.multiply(*reset, columns(first, 2))
                   : b.matmul(b.multiply(*reset, old), columns(recurrent, 2));
  FailureOr<Value> candidate =
      call.activate(b.add(columns(projected, 2), past), "activation", "tanh");
  if (failed(candidate))
    return llvm::failure();
  Value rest = b.subtract(b.like(*update, 1), *update);
  return Values{b.add(b.multiply(*update, old), b.multiply(rest, *candidate))};
}

FailureOr<Values> Recurrence::step(Value projected, const Values &state) {
  if (name == "LSTM")
    return lstm(projected, state);
  if (name == "GRU")
    return gru(projected, state);
  FailureOr<Value> result = call.activate(
      b.add(projected, b.matmul(state[0], recurrent)), "activation", "tanh");
  if (failed(result))
    return llvm::failure();
  return Values{*result};
}

FailureOr<Values> Recurrence::run(bool isReversed) {
  if (failed(read()) || failed(makeWeights()))
    return llvm::failure();
  int64_t batch = call.shape()[0];
  int64_t steps = call.shape()[1];
  size_t states = name == "LSTM" ? 2 : 1;
  auto stateType = RankedTensorType::get({batch, units}, call.computeType);
  Values state(llvm::ArrayRef<Value>(call.inputs).drop_front());
  if (state.empty())
    state.assign(states, b.splat(stateType, 0));
  if (state.size() != states)
    return call.fail("it has " + pluralize(state.size(), "state") + "; " +
                     llvm::Twine(states) + " required");
  for (Value value : state) {
    if (value.getType() != stateType)
      return call.fail("the initial state has type " +
                       mismatch::typeText(value.getType()) + "; " +
                       mismatch::typeText(stateType) + " is required");
  }

  Value projected = biased(b.dotGeneral(call.input(), kernel, {2}, {0}), bias);
  int64_t width = gates * units;
  bool isBackward = call.settings.getBool("go_backwards", false) != isReversed;
  SmallVector<Value> outputs;
  for (int64_t i = 0; i < steps; ++i) {
    int64_t at = isBackward ? steps - 1 - i : i;
    Value now = b.reshape(
        b.slice(projected, {0, at, 0}, {batch, at + 1, width}), {batch, width});
    FailureOr<Values> next = step(now, state);
    if (failed(next))
      return llvm::failure();
    state = *next;
    outputs.push_back(b.reshape(state[0], {batch, 1, units}));
  }
  Values results;
  if (call.settings.getBool("return_sequences", false))
    results.push_back(b.concatenate(outputs, 1));
  else
    results.push_back(state[0]);
  if (call.settings.getBool("return_state", false))
    results.append(state.begin(), state.end());
  return results;
}

FailureOr<Values> keras::runRecurrent(KerasLowering &call, bool isReversed) {
  return Recurrence(call).run(isReversed);
}

FailureOr<Values> keras::lowerRecurrent(KerasLowering &call) {
  return runRecurrent(call, /*isReversed=*/false);
}
