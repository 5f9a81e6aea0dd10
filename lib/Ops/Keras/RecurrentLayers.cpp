//===- RecurrentLayers.cpp - Layers that go along a sequence --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/RecurrentLayers.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Ops/Keras/Layers.h"
#include "Ops/Keras/Masks.h"
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
  explicit Recurrence(LayerCall &call)
      : call(call), b(call.builder), name(call.className),
        isCuda(name.consume_front("CuDNN")) {}

  FailureOr<Values> run(bool isReversed);

private:
  llvm::LogicalResult read();
  llvm::LogicalResult makeWeights();
  llvm::LogicalResult makeCudaBias(const Initializer &rest);
  /// The state after a step; its first value is the output.
  FailureOr<Values> step(Value projected, const Values &state);
  FailureOr<Values> takeSteps(Value projected, Values &state, bool isBackward);
  Value dropped(Value value, StringRef setting, Shape maskShape);
  Value keepMasked(int64_t at, Values &next, const Values &before, Value last);
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

  LayerCall &call;
  ProgramBuilder &b;
  /// `LSTM`, `GRU` or `SimpleRNN`.
  StringRef name;
  /// True for the layers of Keras 2 that had their kernels in cuDNN.
  bool isCuda;
  int64_t units = 0;
  int64_t gates = 1;
  bool isResetAfter = false;
  Value kernel;
  Value recurrent;
  Value bias;
  /// Of a GRU that resets after its product.
  Value recurrentBias;
  /// Null if all steps count.
  Value mask;
  /// What the layer showed last.
  Value shown;
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
  isResetAfter =
      name == "GRU" && (isCuda || call.settings.getBool("reset_after", false));
  for (StringRef key : {"stateful", "time_major"}) {
    if (call.settings.getBool(key, false))
      return call.failSetting(key);
  }
  // Each step is code of its own.
  constexpr int64_t MostSteps = 1024;
  int64_t steps = call.shape()[1];
  if (isKnown(steps) && (steps < 1 || steps > MostSteps)) {
    (void)call.failUnsupported("sequences have " + llvm::Twine(steps) +
                               " steps; 1 to " + llvm::Twine(MostSteps) +
                               " are supported");
    if (b.buildsOps())
      return llvm::failure();
  }
  return llvm::success();
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
  if (!rest && failed(call.failDetail("unsupported bias_initializer")))
    return llvm::failure();
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
  if (isCuda)
    return makeCudaBias(rest.value_or(Initializer()));
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

/// cuDNN has a bias for each of the two products, in one vector.
llvm::LogicalResult Recurrence::makeCudaBias(const Initializer &rest) {
  int64_t count = gates * units;
  Initializer own;
  if (name == "LSTM" && call.settings.getBool("unit_forget_bias", true))
    own = [units = units, rest](ProgramBuilder &b, Value key,
                                RankedTensorType type) {
      auto typed = [&](int64_t gates) {
        return RankedTensorType::get({gates * units}, type.getElementType());
      };
      Value parts[] = {rest(b, deriveKey(b, key, 1), typed(5)),
                       b.splat(typed(1), 1),
                       rest(b, deriveKey(b, key, 2), typed(2))};
      return b.concatenate(parts, 0);
    };
  FailureOr<Value> made =
      call.weight("bias", productOf({2, count}), "bias", "zeros", own);
  if (failed(made))
    return llvm::failure();
  bias = b.slice(*made, {0}, {count});
  recurrentBias = b.slice(*made, {count}, {2 * count});
  if (name == "GRU")
    return llvm::success();
  bias = b.add(bias, recurrentBias);
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

/// A value with some of its elements dropped, the same ones in every step.
Value Recurrence::dropped(Value value, StringRef setting, Shape maskShape) {
  double rate = call.settings.number(setting, 0);
  if (rate <= 0 || rate >= 1 || !call.drawsNumbers())
    return value;
  return stablehlo::dropout(b, call.drawKey(), value, rate, maskShape);
}

/// Lets a step that does not count change neither states nor what is shown.
Value Recurrence::keepMasked(int64_t at, Values &next, const Values &before,
                             Value last) {
  int64_t batch = call.shape()[0];
  Value counts = b.reshape(b.slice(mask, {0, at}, {batch, at + 1}), {batch});
  auto choose = [&](Value now, Value old) {
    return b.select(b.broadcast(counts, ProgramBuilder::shapeOf(now), {0}), now,
                    old);
  };
  Value result = choose(next.front(), last);
  for (auto [now, old] : llvm::zip(next, before))
    now = choose(now, old);
  return result;
}

/// What the layer shows after each step, [batch, 1, units].
FailureOr<Values> Recurrence::takeSteps(Value projected, Values &state,
                                        bool isBackward) {
  int64_t batch = call.shape()[0];
  int64_t width = gates * units;
  // The types of all steps are those of one.
  int64_t steps = b.buildsOps() ? call.shape()[1] : 1;
  Value kept = dropped(b.splat(state[0].getType(), 1), "recurrent_dropout",
                       ProgramBuilder::shapeOf(state[0]));
  bool isDropped =
      call.settings.number("recurrent_dropout", 0) > 0 && call.drawsNumbers();
  SmallVector<int64_t> limits = {batch, 0, width};
  Values outputs;
  shown = b.splat(state[0].getType(), 0);
  for (int64_t i = 0; i < steps; ++i) {
    int64_t at = isBackward ? steps - 1 - i : i;
    limits[1] = at + 1;
    Value now =
        b.reshape(b.slice(projected, {0, at, 0}, limits), {batch, width});
    Values before = state;
    if (isDropped)
      before[0] = b.multiply(before[0], kept);
    FailureOr<Values> next = step(now, before);
    if (failed(next))
      return llvm::failure();
    if (mask)
      shown = keepMasked(at, *next, state, shown);
    else
      shown = next->front();
    state = *next;
    outputs.push_back(b.reshape(shown, {batch, 1, units}));
  }
  return outputs;
}

FailureOr<Values> Recurrence::run(bool isReversed) {
  if (failed(read()) || failed(makeWeights()))
    return llvm::failure();
  int64_t batch = call.shape()[0];
  mask = maskOf(call);
  size_t states = name == "LSTM" ? 2 : 1;
  auto stateType = RankedTensorType::get({batch, units}, call.computeType);
  Values state(llvm::ArrayRef<Value>(call.inputs).drop_front());
  if (state.empty())
    state.assign(states, b.splat(stateType, 0));
  if (state.size() != states)
    return call.fail("it has " + pluralize(state.size(), "state") + "; " +
                     llvm::Twine(states) + " required");
  for (Value value : state) {
    if (!mayEqual(ProgramBuilder::shapeOf(value), stateType.getShape()))
      return call.fail("the initial state has type " +
                       mismatch::typeText(value.getType()) + "; " +
                       mismatch::typeText(stateType) + " is required");
  }

  Value input = dropped(call.input(), "dropout", {batch, 1, call.shape()[2]});
  Value projected = biased(b.dotGeneral(input, kernel, {2}, {0}), bias);
  bool isBackward = call.settings.getBool("go_backwards", false) != isReversed;
  FailureOr<Values> outputs = takeSteps(projected, state, isBackward);
  if (failed(outputs))
    return llvm::failure();
  Values results;
  if (!call.settings.getBool("return_sequences", false))
    results.push_back(shown);
  else if (b.buildsOps())
    results.push_back(b.concatenate(*outputs, 1));
  else
    results.push_back(b.unknown(RankedTensorType::get(
        {batch, call.shape()[1], units}, call.computeType)));
  if (call.settings.getBool("return_sequences", false))
    setMask(call, results.front(), mask);
  if (call.settings.getBool("return_state", false))
    results.append(state.begin(), state.end());
  return results;
}

FailureOr<Values> keras::runRecurrent(LayerCall &call, bool isReversed) {
  return Recurrence(call).run(isReversed);
}

static FailureOr<Values> recurrent(LayerCall &call) {
  return runRecurrent(call, /*isReversed=*/false);
}

bool keras::isRecurrent(StringRef className) {
  const LayerDefinition *definition = layerTable().find(className);
  return definition && definition->function == &recurrent;
}

void keras::addRecurrentLayers(LayerTable &table) {
  table.add(recurrent, {"CuDNNGRU", "CuDNNLSTM", "GRU", "LSTM", "SimpleRNN"});
}
