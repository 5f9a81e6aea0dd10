//===- RecurrentLayers.cpp - Layers that go along a sequence --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/RecurrentLayers.h"
#include "Ops/Keras/Layers.h"
#include "Ops/Keras/Masks.h"
#include "Ops/Keras/RecurrentCells.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

namespace {
/// A cell that goes along a sequence. Its steps are written out one by one: so
/// every step is differentiated as it is.
class Recurrence {
public:
  Recurrence(LayerCall &call, Cell &cell)
      : call(call), cell(cell), b(call.builder), mask(maskOf(call)) {}

  FailureOr<Values> run(bool isReversed);

private:
  LogicalResult readSteps();
  FailureOr<Values> firstStates();
  LogicalResult takeSteps(Value projected, bool isBackward);
  void keepMasked(int64_t at, CellStep &next);

  LayerCall &call;
  Cell &cell;
  ProgramBuilder &b;
  /// Null if all steps count.
  Value mask;
  Values states;
  /// What the layer showed last, and in each step.
  Value shown;
  Values outputs;
};
} // namespace

LogicalResult Recurrence::readSteps() {
  if (call.rank() < 3)
    return call.fail(mismatch::rankBelow(call.shape(), 3));
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

/// What the states are before the first step.
FailureOr<Values> Recurrence::firstStates() {
  SmallVector<SmallVector<int64_t>> shapes = cell.stateShapes();
  Values given(llvm::ArrayRef<Value>(call.inputs).drop_front());
  if (given.empty()) {
    for (Shape shape : shapes)
      given.push_back(
          b.splat(RankedTensorType::get(shape, call.computeType), 0));
    return given;
  }
  if (given.size() != shapes.size())
    return call.fail("it has " + pluralize(int64_t(given.size()), "state") +
                     "; " + llvm::Twine(shapes.size()) + " required");
  for (auto [value, shape] : llvm::zip(given, shapes)) {
    auto type = RankedTensorType::get(shape, call.computeType);
    if (!mayEqual(ProgramBuilder::shapeOf(value), type.getShape()))
      return call.fail("the initial state has type " +
                       mismatch::typeText(value.getType()) + "; " +
                       mismatch::typeText(type) + " is required");
  }
  return given;
}

/// Lets a step that does not count change neither states nor what is shown.
void Recurrence::keepMasked(int64_t at, CellStep &next) {
  Value counts = b.at(mask, 1, at);
  auto choose = [&](Value now, Value old) {
    return b.select(b.broadcast(counts, ProgramBuilder::shapeOf(now), {0}), now,
                    old);
  };
  bool isHidden = call.settings.getBool("zero_output_for_mask", false);
  Value before = shown && !isHidden ? shown : b.like(next.output, 0);
  next.output = choose(next.output, before);
  for (auto [now, old] : llvm::zip(next.states, states))
    now = choose(now, old);
}

LogicalResult Recurrence::takeSteps(Value projected, bool isBackward) {
  // The types of all steps are those of one.
  int64_t steps = b.buildsOps() ? call.shape()[1] : 1;
  for (int64_t i = 0; i < steps; ++i) {
    int64_t at = isBackward ? steps - 1 - i : i;
    FailureOr<CellStep> next = cell.step(b.at(projected, 1, at), states);
    if (failed(next))
      return llvm::failure();
    if (mask)
      keepMasked(at, *next);
    shown = next->output;
    states = next->states;
    SmallVector<int64_t> shape(ProgramBuilder::shapeOf(shown));
    shape.insert(shape.begin() + 1, 1);
    outputs.push_back(b.reshape(shown, shape));
  }
  return llvm::success();
}

FailureOr<Values> Recurrence::run(bool isReversed) {
  SmallVector<int64_t> step(call.shape());
  if (failed(readSteps()))
    return llvm::failure();
  step.erase(step.begin() + 1);
  if (failed(cell.build(step)))
    return llvm::failure();
  FailureOr<Value> projected = cell.project(call.input());
  if (failed(projected))
    return llvm::failure();
  FailureOr<Values> first = firstStates();
  if (failed(first))
    return llvm::failure();
  states = *first;
  bool isBackward = call.settings.getBool("go_backwards", false) != isReversed;
  if (failed(takeSteps(*projected, isBackward)))
    return llvm::failure();
  Values results;
  if (!call.settings.getBool("return_sequences", false)) {
    results.push_back(shown);
  } else {
    SmallVector<int64_t> shape(ProgramBuilder::shapeOf(shown));
    shape.insert(shape.begin() + 1, call.shape()[1]);
    results.push_back(b.buildsOps() ? b.concatenate(outputs, 1)
                                    : b.unknown(RankedTensorType::get(
                                          shape, call.computeType)));
    setMask(call, results.front(), mask);
  }
  if (call.settings.getBool("return_state", false))
    results.append(states.begin(), states.end());
  return results;
}

/// A layer `RNN`, whose cell has settings of its own.
static FailureOr<Values> runNamedCell(LayerCall &call, bool isReversed) {
  std::optional<LayerCall> inner = callWithin(call, call.settings.get("cell"),
                                              call.path + "/cell", call.inputs);
  std::unique_ptr<Cell> cell = inner ? makeCell(*inner) : nullptr;
  if (!cell)
    return call.failSetting("cell", inner ? inner->className : "");
  FailureOr<Values> results = Recurrence(call, *cell).run(isReversed);
  (void)call.failAs(*inner);
  return results;
}

FailureOr<Values> keras::runRecurrent(LayerCall &call, bool isReversed) {
  if (call.className == "RNN")
    return runNamedCell(call, isReversed);
  return Recurrence(call, *makeCell(call)).run(isReversed);
}

static FailureOr<Values> recurrent(LayerCall &call) {
  return runRecurrent(call, /*isReversed=*/false);
}

bool keras::isRecurrent(StringRef className) {
  const LayerDefinition *definition = layerTable().find(className);
  return definition && definition->function == &recurrent;
}

void keras::addRecurrentLayers(LayerTable &table) {
  table.add(recurrent, {"ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D", "CuDNNGRU",
                        "CuDNNLSTM", "GRU", "LSTM", "RNN", "SimpleRNN"});
}
