//===- RecurrentCells.cpp - What happens in one step of a sequence --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/RecurrentCells.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

bool Cell::isDropping(StringRef setting) const {
  double rate = call.settings.number(setting, 0);
  return rate > 0 && rate < 1 && call.drawsNumbers();
}

Value Cell::dropped(Value value, StringRef setting, Value &mask) {
  if (!isDropping(setting))
    return value;
  if (!mask)
    mask = stablehlo::dropout(b, call.drawKey(), b.like(value, 1),
                              call.settings.number(setting, 0),
                              ProgramBuilder::shapeOf(value));
  return b.multiply(value, mask);
}

FailureOr<CellStep> keras::stepOfGates(LayerCall &call, Value gates,
                                       int64_t dimension, Value cell) {
  ProgramBuilder &b = call.builder;
  int64_t units = ProgramBuilder::shapeOf(gates)[dimension] / 4;
  auto part = [&](int64_t number) {
    return b.part(gates, dimension, number * units, (number + 1) * units);
  };
  bool isOld = call.kerasVersion < 3 &&
               StringRef(call.className).starts_with("ConvLSTM");
  auto gate = [&](int64_t number) {
    return call.activate(part(number), "recurrent_activation",
                         isOld ? "hard_sigmoid" : "sigmoid");
  };
  FailureOr<Value> in = gate(0);
  FailureOr<Value> forget = gate(1);
  FailureOr<Value> candidate = call.activate(part(2), "activation", "tanh");
  FailureOr<Value> out = gate(3);
  if (failed(in) || failed(forget) || failed(candidate) || failed(out))
    return llvm::failure();
  Value next = b.add(b.multiply(*forget, cell), b.multiply(*in, *candidate));
  FailureOr<Value> shown = call.activate(next, "activation", "tanh");
  if (failed(shown))
    return llvm::failure();
  Value output = b.multiply(*out, *shown);
  return CellStep{output, {output, next}};
}

LogicalResult Cell::makeKernels(Shape inputs, Shape states, Value &kernel,
                                Value &recurrent) {
  FailureOr<Value> made =
      call.weight("kernel", inputs, "kernel", "glorot_uniform");
  FailureOr<Value> madeRecurrent =
      call.weight("recurrent_kernel", states, "recurrent", "orthogonal");
  if (failed(made) || failed(madeRecurrent))
    return llvm::failure();
  kernel = *made;
  recurrent = *madeRecurrent;
  return llvm::success();
}

Initializer keras::forgetBias(LayerCall &call, int64_t gatesBefore) {
  std::optional<Initializer> rest =
      readInitializer(call.settings.get("bias_initializer"), "zeros",
                      call.builder.builder().getContext());
  // One that is not known is refused where the bias is made.
  if (!rest || !call.settings.getBool("unit_forget_bias", true))
    return {};
  return [gatesBefore, rest = *rest](ProgramBuilder &b, Value key,
                                     RankedTensorType type) {
    int64_t gates = gatesBefore + 3;
    int64_t units = type.getNumElements() / gates;
    auto typed = [&](int64_t count) {
      return RankedTensorType::get({count * units}, type.getElementType());
    };
    Value parts[] = {rest(b, deriveKey(b, key, 1), typed(gatesBefore)),
                     b.splat(typed(1), 1),
                     rest(b, deriveKey(b, key, 2), typed(2))};
    return b.concatenate(parts, 0);
  };
}

//===----------------------------------------------------------------------===//
// Cells behind each other
//===----------------------------------------------------------------------===//

namespace {
/// Cells of which each takes what the one before it gives.
class StackedCells final : public Cell {
public:
  using Cell::Cell;

  LogicalResult build(Shape step) override;
  FailureOr<Value> project(Value steps) override;
  SmallVector<SmallVector<int64_t>> stateShapes() const override;
  FailureOr<CellStep> step(Value projected, const Values &states) override;

private:
  LogicalResult add(mlir::Attribute setting);

  struct Layer {
    // A cell has its settings there.
    std::unique_ptr<LayerCall> call;
    std::unique_ptr<Cell> cell;
  };
  SmallVector<Layer> layers;
  llvm::StringMap<unsigned> counts;
};
} // namespace

/// `LSTMCell` as files of weights write it.
static std::string snakeCase(StringRef name) {
  std::string result;
  for (auto [place, letter] : llvm::enumerate(name)) {
    bool isUpper = llvm::isUpper(letter);
    bool beginsWord =
        isUpper && place > 0 &&
        (!llvm::isUpper(name[place - 1]) ||
         (place + 1 < name.size() && llvm::isLower(name[place + 1])));
    if (beginsWord)
      result += '_';
    result += llvm::toLower(letter);
  }
  return result;
}

LogicalResult StackedCells::add(mlir::Attribute setting) {
  Layer layer;
  std::optional<LayerCall> inner =
      callWithin(call, setting, call.path, call.inputs);
  if (!inner)
    return call.failSetting("cells");
  std::string name = snakeCase(inner->className);
  unsigned number = counts[name]++;
  inner->path += "/" + name + (number ? "_" + std::to_string(number) : "");
  layer.call = std::make_unique<LayerCall>(std::move(*inner));
  layer.cell = makeCell(*layer.call);
  if (!layer.cell)
    return call.failSetting("cell", layer.call->className);
  layers.push_back(std::move(layer));
  return llvm::success();
}

LogicalResult StackedCells::build(Shape step) {
  std::optional<llvm::ArrayRef<mlir::Attribute>> list =
      listOf(call.settings.get("cells"));
  if (!list || list->empty())
    return call.failSetting("cells");
  // Versions before Keras 3 could turn them.
  if (call.settings.getBool("reverse_state_order", false))
    return call.failSetting("reverse_state_order");
  SmallVector<int64_t> shape(step);
  for (mlir::Attribute setting : *list) {
    if (failed(add(setting)))
      return llvm::failure();
    Layer &layer = layers.back();
    if (failed(layer.cell->build(shape)))
      return call.failAs(*layer.call);
    shape = layer.cell->stateShapes().front();
  }
  return llvm::success();
}

FailureOr<Value> StackedCells::project(Value steps) {
  FailureOr<Value> result = layers.front().cell->project(steps);
  if (failed(result))
    return call.failAs(*layers.front().call);
  return result;
}

SmallVector<SmallVector<int64_t>> StackedCells::stateShapes() const {
  // The output is that of the last one, but its states come last.
  SmallVector<SmallVector<int64_t>> shapes;
  for (const Layer &layer : layers)
    llvm::append_range(shapes, layer.cell->stateShapes());
  return shapes;
}

FailureOr<CellStep> StackedCells::step(Value projected, const Values &states) {
  CellStep result;
  llvm::ArrayRef<Value> left = states;
  for (Layer &layer : layers) {
    if (result.output) {
      SmallVector<int64_t> shape(ProgramBuilder::shapeOf(result.output));
      shape.insert(shape.begin() + 1, 1);
      FailureOr<Value> made =
          layer.cell->project(b.reshape(result.output, shape));
      if (failed(made))
        return call.failAs(*layer.call);
      projected = b.at(*made, 1, 0);
    }
    size_t count = layer.cell->stateShapes().size();
    FailureOr<CellStep> made =
        layer.cell->step(projected, Values(left.take_front(count)));
    if (failed(made))
      return call.failAs(*layer.call);
    left = left.drop_front(count);
    result.output = made->output;
    llvm::append_range(result.states, made->states);
  }
  return result;
}

std::unique_ptr<Cell> keras::makeCell(LayerCall &call) {
  if (call.className == "StackedRNNCells")
    return std::make_unique<StackedCells>(call);
  if (std::unique_ptr<Cell> cell = makeDenseCell(call))
    return cell;
  return makeConvolutionCell(call);
}
