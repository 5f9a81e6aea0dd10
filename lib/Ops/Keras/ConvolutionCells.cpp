//===- ConvolutionCells.cpp - Cells of images -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/Convolutions.h"
#include "Ops/Keras/RecurrentCells.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

namespace {
/// An LSTM whose products are convolutions.
class ConvolutionCell final : public Cell {
public:
  using Cell::Cell;

  LogicalResult build(Shape step) override;
  FailureOr<Value> project(Value steps) override;
  SmallVector<SmallVector<int64_t>> stateShapes() const override {
    return {stateShape, stateShape};
  }
  FailureOr<CellStep> step(Value projected, const Values &states) override;

private:
  static constexpr int64_t Gates = 4;

  FailureOr<Value> convolveGates(const Convolution &convolution, Value images,
                                 Value kernel, StringRef dropout,
                                 Value (&masks)[Gates]);

  std::optional<Convolution> input;
  int64_t filters = 0;
  Value kernel;
  Value recurrent;
  Value bias;
  SmallVector<int64_t> stateShape;
  /// Each gate has dropped other elements.
  Value inputMasks[Gates];
  Value stateMasks[Gates];
};
} // namespace

LogicalResult ConvolutionCell::build(Shape step) {
  FailureOr<Convolution> read = readConvolution(call, step);
  FailureOr<SmallVector<int64_t>> count = call.sizes("filters", 1);
  if (failed(read) || failed(count))
    return llvm::failure();
  auto isMoreThanOne = [](int64_t size) { return size > 1; };
  if (llvm::any_of(read->strides, isMoreThanOne) &&
      llvm::any_of(read->dilations, isMoreThanOne))
    return call.fail("`strides` " + mismatch::shapeText(read->strides) +
                     " and `dilation_rate` " +
                     mismatch::shapeText(read->dilations) +
                     " are both more than 1");
  input = *read;
  filters = count->front();
  if (failed(makeKernels(kernelShape(*input, input->channels, Gates * filters),
                         kernelShape(*input, filters, Gates * filters), kernel,
                         recurrent)))
    return llvm::failure();
  if (!call.settings.getBool("use_bias", true))
    return llvm::success();
  FailureOr<Value> madeBias = call.weight("bias", {Gates * filters}, "bias",
                                          "zeros", forgetBias(call, 1));
  if (failed(madeBias))
    return llvm::failure();
  bias = *madeBias;
  return llvm::success();
}

/// Convolves images for all gates at once, or for each with what it has not
/// dropped.
FailureOr<Value> ConvolutionCell::convolveGates(const Convolution &convolution,
                                                Value images, Value weights,
                                                StringRef dropout,
                                                Value (&masks)[Gates]) {
  if (!isDropping(dropout))
    return convolve(call, convolution, images, weights, 1);
  SmallVector<Value> gates;
  int64_t last = int64_t(ProgramBuilder::shapeOf(weights).size()) - 1;
  for (int64_t i = 0; i < Gates; ++i) {
    Value &mask = masks[i];
    if (!mask)
      (void)dropped(b.like(images, 1), dropout, mask);
    FailureOr<Value> made =
        convolve(call, convolution, b.multiply(images, mask),
                 b.part(weights, last, i * filters, (i + 1) * filters), 1);
    if (failed(made))
      return llvm::failure();
    gates.push_back(*made);
  }
  return b.concatenate(gates, convolution.layout.channel());
}

FailureOr<Value> ConvolutionCell::project(Value steps) {
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(steps));
  // All steps are images of one batch, but what is dropped is the same in each.
  SmallVector<int64_t> images = {productOf({shape[0], shape[1]})};
  images.append(shape.begin() + 2, shape.end());
  FailureOr<Value> made = llvm::failure();
  if (isDropping("dropout")) {
    SmallVector<Value> projected;
    for (int64_t i = 0; i < shape[1]; ++i) {
      FailureOr<Value> one = convolveGates(*input, b.at(steps, 1, i), kernel,
                                           "dropout", inputMasks);
      if (failed(one))
        return llvm::failure();
      SmallVector<int64_t> wide(ProgramBuilder::shapeOf(*one));
      wide.insert(wide.begin() + 1, 1);
      projected.push_back(b.reshape(*one, wide));
    }
    made = b.concatenate(projected, 1);
  } else {
    made = convolve(call, *input, b.reshape(steps, images), kernel, 1);
    if (failed(made))
      return llvm::failure();
    SmallVector<int64_t> split = {shape[0], shape[1]};
    split.append(ProgramBuilder::shapeOf(*made).begin() + 1,
                 ProgramBuilder::shapeOf(*made).end());
    made = b.reshape(*made, split);
  }
  Value result = *made;
  Shape wide = ProgramBuilder::shapeOf(result);
  int64_t channel = input->layout.channel();
  stateShape = {wide[0]};
  stateShape.append(wide.begin() + 2, wide.end());
  stateShape[channel] = filters;
  return bias ? b.add(result, b.broadcast(bias, wide, {channel + 1})) : result;
}

FailureOr<CellStep> ConvolutionCell::step(Value projected,
                                          const Values &states) {
  Convolution own = *input;
  own.strides.assign(own.strides.size(), 1);
  own.dilations.assign(own.dilations.size(), 1);
  own.padding = "same";
  FailureOr<Value> past =
      convolveGates(own, states[0], recurrent, "recurrent_dropout", stateMasks);
  if (failed(past))
    return llvm::failure();
  return stepOfGates(call, b.add(projected, *past), input->layout.channel(),
                     states[1]);
}

std::unique_ptr<Cell> keras::makeConvolutionCell(LayerCall &call) {
  if (!StringRef(call.className).starts_with("ConvLSTM"))
    return nullptr;
  return std::make_unique<ConvolutionCell>(call);
}
