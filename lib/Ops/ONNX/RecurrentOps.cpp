//===- RecurrentOps.cpp - Recurrent networks of ONNX ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Ops/ONNX/RecurrentCells.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

namespace {
/// The inputs of all three operators.
enum Input : unsigned {
  Sequences,
  Weights,
  StateWeights,
  Bias,
  Lengths,
  InitialOutput,
  InitialCell,
  Peepholes,
};

/// A network of one or two directions. Sizes may be unknown where only types
/// are computed.
class RecurrentNetwork {
public:
  explicit RecurrentNetwork(OpCall &call)
      : call(call), b(call.builder),
        kind(call.op == "LSTM"  ? CellKind::Lstm
             : call.op == "GRU" ? CellKind::Gru
                                : CellKind::Simple) {}

  LogicalResult read();
  LogicalResult setTypes();
  LogicalResult build();

private:
  LogicalResult readSizes();
  LogicalResult checkShapes();
  LogicalResult checkElements();
  LogicalResult checkLengths();
  LogicalResult readFunctions();
  bool areWhole();

  /// The part of a direction of an input, without that dimension.
  Value ofDirection(unsigned input, int64_t direction, int64_t dimension = 0);
  RecurrentCell cellOf(int64_t direction);
  Value initialState(unsigned input, int64_t direction);
  Value isWithin(int64_t step);
  Value run(RecurrentCell &cell, int64_t direction);

  int64_t gates() const { return int64_t(kind); }

  OpCall &call;
  ProgramBuilder &b;
  CellKind kind;
  int64_t directions = 1;
  bool isReversed = false;
  /// Batches are the first dimension, and not the second one.
  bool isBatchFirst = false;
  int64_t steps = 0, batch = 0, features = 0, units = 0;
  /// Of all directions.
  SmallVector<CellFunction> functions;
  std::optional<double> border;
};
} // namespace

//===----------------------------------------------------------------------===//
// Inputs and attributes
//===----------------------------------------------------------------------===//

LogicalResult RecurrentNetwork::readSizes() {
  StringRef direction = call.word("direction", "forward");
  if (direction != "forward" && direction != "reverse" &&
      direction != "bidirectional")
    return call.fail("`direction` is " + quoted(direction) +
                     "; forward, reverse or bidirectional is required");
  directions = direction == "bidirectional" ? 2 : 1;
  isReversed = direction == "reverse";
  isBatchFirst = call.integer("layout", 0) != 0;
  const std::tuple<unsigned, StringRef, int64_t> ranks[] = {
      {Sequences, "input", 3},       {Weights, "W", 3},
      {StateWeights, "R", 3},        {Bias, "B", 2},
      {Lengths, "sequence_lens", 1}, {InitialOutput, "initial_h", 3},
      {InitialCell, "initial_c", 3}, {Peepholes, "P", 2}};
  for (auto [input, name, rank] : ranks) {
    if (call.has(input) && call.rank(input) != rank)
      return call.fail(mismatch::rank(call.shape(input), rank, name));
  }
  steps = call.shape()[isBatchFirst ? 1 : 0];
  batch = call.shape()[isBatchFirst ? 0 : 1];
  features = call.shape()[2];
  units = call.shape(StateWeights)[2];
  if (!OpCall::maybeSize(units))
    return call.fail(mismatch::invalidShape(call.shape(StateWeights)));
  if (!call.attributes.contains("hidden_size"))
    return llvm::success();
  units = call.integer("hidden_size", 0);
  if (!OpCall::isSize(units) || units < 1)
    return call.fail("`hidden_size` is " + llvm::Twine(units));
  return llvm::success();
}

LogicalResult RecurrentNetwork::checkShapes() {
  int64_t width = isKnown(units) ? gates() * units : mlir::ShapedType::kDynamic;
  int64_t both = isKnown(units) ? 2 * width : width;
  int64_t seen = isKnown(units) ? 3 * units : units;
  SmallVector<int64_t> initial = {directions, batch, units};
  if (isBatchFirst)
    std::swap(initial[0], initial[1]);
  const std::tuple<unsigned, StringRef, IndexVector> shapes[] = {
      {Weights, "W", {directions, width, features}},
      {StateWeights, "R", {directions, width, units}},
      {Bias, "B", {directions, both}},
      {Lengths, "sequence_lens", {batch}},
      {InitialOutput, "initial_h", initial},
      {InitialCell, "initial_c", initial},
      {Peepholes, "P", {directions, seen}}};
  for (const auto &[input, name, shape] : shapes) {
    if (call.has(input) && !mayEqual(call.shape(input), shape))
      return call.fail(mismatch::shape(name, call.shape(input), shape));
  }
  // What one input leaves open another may say.
  if (!isKnown(batch) && call.has(Lengths))
    batch = call.shape(Lengths)[0];
  if (!isKnown(batch) && call.has(InitialOutput))
    batch = call.shape(InitialOutput)[isBatchFirst ? 0 : 1];
  if (!isKnown(units) && isKnown(call.shape(Weights)[1]))
    units = call.shape(Weights)[1] / gates();
  return llvm::success();
}

LogicalResult RecurrentNetwork::checkElements() {
  mlir::Type element = call.element();
  if (!llvm::isa<mlir::FloatType>(element))
    return call.fail(mismatch::notFloat(element));
  for (unsigned input :
       {Weights, StateWeights, Bias, InitialOutput, InitialCell, Peepholes}) {
    if (call.has(input) && call.element(input) != element)
      return call.fail(mismatch::elements(element, call.element(input)));
  }
  return llvm::success();
}

LogicalResult RecurrentNetwork::checkLengths() {
  if (!call.has(Lengths))
    return llvm::success();
  if (!llvm::isa<mlir::IntegerType>(call.element(Lengths)))
    return call.fail("`sequence_lens` has element type " +
                     mismatch::typeText(call.element(Lengths)) +
                     "; i32 is required");
  std::optional<IndexVector> lengths = call.knownIntegers(Lengths);
  for (int64_t length : lengths.value_or(IndexVector())) {
    if (length < 0 || (isKnown(steps) && length > steps))
      return call.fail("`sequence_lens` has " + llvm::Twine(length) +
                       "; the sequences have " +
                       (isKnown(steps) ? pluralize(steps, "step")
                                       : std::string("0 or more steps")));
  }
  return llvm::success();
}

LogicalResult RecurrentNetwork::readFunctions() {
  SmallVector<StringRef, 3> usual = {"Tanh"};
  if (kind == CellKind::Gru)
    usual = {"Sigmoid", "Tanh"};
  else if (kind == CellKind::Lstm)
    usual = {"Sigmoid", "Tanh", "Tanh"};
  SmallVector<StringRef> names;
  for (int64_t i = 0; i < directions; ++i)
    names.append(usual.begin(), usual.end());
  size_t count = names.size();
  if (auto given = call.words("activations"); given && !given->empty())
    names = *given;
  if (names.size() != count)
    return call.fail(
        "`activations` has " + pluralize(names.size(), "function") + "; " +
        llvm::Twine(count) + (count == 1 ? " is" : " are") + " required");
  SmallVector<double> alphas =
      call.numbers("activation_alpha").value_or(SmallVector<double>());
  SmallVector<double> betas =
      call.numbers("activation_beta").value_or(SmallVector<double>());
  // Numbers are for the functions that take some, in their order.
  size_t nextAlpha = 0, nextBeta = 0;
  for (StringRef name : names) {
    std::optional<CellFunction> function = CellFunction::find(name);
    if (!function)
      return call.fail("`activations` has " + quoted(name) +
                       ", which is no function of the standard");
    if (function->hasAlpha() && nextAlpha < alphas.size())
      function->alpha = alphas[nextAlpha++];
    if (function->hasBeta() && nextBeta < betas.size())
      function->beta = betas[nextBeta++];
    functions.push_back(*function);
  }
  if (call.attributes.contains("clip")) {
    border = call.number("clip", 0);
    if (!(*border > 0))
      return call.failUnsupported("`clip` is not positive");
  }
  return llvm::success();
}

LogicalResult RecurrentNetwork::read() {
  if (failed(call.expectInputs(3)))
    return llvm::failure();
  if (failed(readSizes()) || failed(checkShapes()) || failed(checkElements()) ||
      failed(checkLengths()))
    return llvm::failure();
  return readFunctions();
}

LogicalResult RecurrentNetwork::setTypes() {
  SmallVector<int64_t> all = {steps, directions, batch, units};
  SmallVector<int64_t> last = {directions, batch, units};
  if (isBatchFirst) {
    all = {batch, steps, directions, units};
    last = {batch, directions, units};
  }
  auto add = [&](Shape shape) {
    call.addResult(b.splat(RankedTensorType::get(shape, call.element()), 0));
  };
  add(all);
  add(last);
  if (kind == CellKind::Lstm)
    add(last);
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Value RecurrentNetwork::ofDirection(unsigned input, int64_t direction,
                                    int64_t dimension) {
  return b.at(call.value(input), dimension, direction);
}

Value RecurrentNetwork::initialState(unsigned input, int64_t direction) {
  if (call.has(input))
    return ofDirection(input, direction, isBatchFirst ? 1 : 0);
  return b.splat(RankedTensorType::get({batch, units}, call.element()), 0);
}

RecurrentCell RecurrentNetwork::cellOf(int64_t direction) {
  RecurrentCell cell(b, kind, units);
  size_t count = functions.size() / directions;
  cell.functions.assign(functions.begin() + direction * count,
                        functions.begin() + (direction + 1) * count);
  cell.border = border;
  cell.isResetLast = call.integer("linear_before_reset", 0) != 0;
  cell.couplesGates = call.integer("input_forget", 0) != 0;
  cell.weights = b.transpose(ofDirection(StateWeights, direction), {1, 0});
  if (call.has(Peepholes) && kind == CellKind::Lstm)
    cell.peepholes = ofDirection(Peepholes, direction);
  cell.state = {initialState(InitialOutput, direction)};
  if (kind == CellKind::Lstm)
    cell.state.push_back(initialState(InitialCell, direction));
  return cell;
}

/// True if every sequence is known to have all steps.
bool RecurrentNetwork::areWhole() {
  if (!call.has(Lengths))
    return true;
  std::optional<IndexVector> lengths = call.knownIntegers(Lengths);
  return lengths && llvm::all_of(*lengths, [&](int64_t length) {
           return length == steps;
         });
}

/// Whether a step is one of the sequence, for each element of a state.
Value RecurrentNetwork::isWithin(int64_t step) {
  Value lengths = call.constant(Lengths);
  Value holds = b.compare(lengths, b.like(lengths, double(step)),
                          ComparisonDirection::GT);
  return b.broadcast(holds, {batch, units}, {0});
}

/// The outputs of all steps, [steps, batch, units]. Leaves the cell in its last
/// state.
Value RecurrentNetwork::run(RecurrentCell &cell, int64_t direction) {
  Value kernel = b.transpose(ofDirection(Weights, direction), {1, 0});
  Value inputs = call.value(Sequences);
  if (isBatchFirst)
    inputs = b.transpose(inputs, {1, 0, 2});
  Value projected = b.dotGeneral(inputs, kernel, {2}, {0});
  int64_t width = gates() * units;
  if (call.has(Bias)) {
    Value both = ofDirection(Bias, direction);
    Value bias = b.slice(both, {0}, {width});
    cell.bias = b.slice(both, {width}, {2 * width});
    projected = b.add(projected,
                      b.broadcastTo(bias, ProgramBuilder::shapeOf(projected)));
  }
  bool isCut = !areWhole();
  bool isBackward = isReversed || direction == 1;
  SmallVector<Value> outputs(steps);
  for (int64_t i = 0; i < steps; ++i) {
    int64_t at = isBackward ? steps - 1 - i : i;
    Value now = b.slice(projected, {at, 0, 0}, {at + 1, batch, width});
    SmallVector<Value, 2> before = cell.state;
    cell.step(b.reshape(now, {batch, width}));
    Value output = cell.state[0];
    if (isCut) {
      // Behind its end a sequence stays as it is, and has no outputs.
      Value holds = isWithin(at);
      output = b.select(holds, output, b.like(output, 0));
      for (auto [state, old] : llvm::zip(cell.state, before))
        state = b.select(holds, state, old);
    }
    outputs[at] = b.reshape(output, {1, batch, units});
  }
  return b.concatenate(outputs, 0);
}

LogicalResult RecurrentNetwork::build() {
  // Each step is code of its own.
  constexpr int64_t MostSteps = 1024;
  if (steps < 1 || steps > MostSteps)
    return call.failUnsupported("sequences have " + llvm::Twine(steps) +
                                " steps; 1 to " + llvm::Twine(MostSteps) +
                                " are supported");
  SmallVector<Value> outputs;
  SmallVector<Value> last[2];
  for (int64_t direction = 0; direction < directions; ++direction) {
    RecurrentCell cell = cellOf(direction);
    outputs.push_back(
        b.reshape(run(cell, direction), {steps, 1, batch, units}));
    for (auto [state, values] : llvm::zip(cell.state, last))
      values.push_back(b.reshape(state, {1, batch, units}));
  }
  Value all = b.concatenate(outputs, 1);
  call.addResult(isBatchFirst ? b.transpose(all, {2, 0, 1, 3}) : all);
  for (const SmallVector<Value> &values : last) {
    if (values.empty())
      continue;
    Value state = b.concatenate(values, 0);
    call.addResult(isBatchFirst ? b.transpose(state, {1, 0, 2}) : state);
  }
  return llvm::success();
}

static LogicalResult recurrent(OpCall &call) {
  RecurrentNetwork network(call);
  if (failed(network.read()))
    return llvm::failure();
  return call.builder.buildsOps() ? network.build() : network.setTypes();
}

void onnx::addRecurrentOps(OpTable &table) {
  table.add(recurrent, {"GRU", "LSTM", "RNN"});
}
