//===- ActivationLayers.cpp - Functions as layers -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Ops/Keras/Layers.h"
#include "Ops/Keras/Masks.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// The first half of a dimension times the sigmoid of the second; none if it
/// has no halves.
static std::optional<Value> gatedLinear(ProgramBuilder &b, Value x,
                                        int64_t dimension) {
  int64_t size = ProgramBuilder::shapeOf(x)[dimension];
  if (!isKnown(size) || size % 2 != 0)
    return std::nullopt;
  Value gate = b.part(x, dimension, size / 2, size);
  return b.multiply(b.part(x, dimension, 0, size / 2), b.logistic(gate));
}

std::optional<Value> keras::applyActivation(ProgramBuilder &b, StringRef name,
                                            Value x, int64_t kerasVersion) {
  int64_t last = ProgramBuilder::typeOf(x).getRank() - 1;
  if (name == "linear")
    return x;
  if (name == "relu")
    return relu(b, x);
  if (name == "relu6")
    return clip(b, x, 0, 6);
  if (name == "sigmoid")
    return b.logistic(x);
  if (name == "tanh")
    return b.tanh(x);
  if (name == "softmax" && last >= 0)
    return softmax(b, x, last);
  if (name == "log_softmax" && last >= 0)
    return logSoftmax(b, x, last);
  if (name == "elu")
    return elu(b, x, 1);
  if (name == "selu")
    return selu(b, x);
  if (name == "gelu")
    return gelu(b, x, /*isApproximate=*/false);
  if (name == "softplus")
    return softplus(b, x);
  if (name == "softsign")
    return softsign(b, x);
  if (name == "swish" || name == "silu")
    return b.multiply(x, b.logistic(x));
  if (name == "mish")
    return b.multiply(x, b.tanh(softplus(b, x)));
  if (name == "exponential")
    return b.exponential(x);
  if (name == "celu")
    return elu(b, x, 1);
  if (name == "hard_tanh")
    return clip(b, x, -1, 1);
  if (name == "log_sigmoid")
    return b.negate(softplus(b, b.negate(x)));
  if (name == "tanh_shrink")
    return b.subtract(x, b.tanh(x));
  if (name == "soft_shrink")
    return b.subtract(x, clip(b, x, -0.5, 0.5));
  if (name == "hard_shrink") {
    Value size = b.maximum(x, b.negate(x));
    return b.select(b.compare(size, b.like(size, 0.5), ComparisonDirection::GT),
                    x, b.like(x, 0));
  }
  if (name == "squareplus") {
    Value square = b.multiply(x, x);
    return b.scale(b.add(x, b.sqrt(b.add(square, b.like(x, 4)))), 0.5);
  }
  if (name == "sparse_sigmoid")
    return clip(b, b.scale(b.add(x, b.like(x, 1)), 0.5), 0, 1);
  if (name == "sparse_plus") {
    Value half = b.scale(b.add(x, b.like(x, 1)), 0.5);
    Value bent = b.multiply(half, half);
    Value rising =
        b.select(b.compare(x, b.like(x, -1), ComparisonDirection::GT), bent,
                 b.like(x, 0));
    return b.select(b.compare(x, b.like(x, 1), ComparisonDirection::LT), rising,
                    x);
  }
  if (name == "sparsemax" && last >= 0)
    return sparsemax(b, x, last);
  if (name == "glu" && last >= 0)
    return gatedLinear(b, x, last);
  if (name == "leaky_relu")
    return leakyRelu(b, x, 0.2);
  // Keras 3 took the function of PyTorch.
  if (name == "hard_sigmoid" && kerasVersion < 3)
    return hardSigmoid(b, x, 0.2, 0.5);
  if (name == "hard_sigmoid")
    return hardSigmoid(b, x, 1.0 / 6, 0.5);
  if (name == "hard_silu" || name == "hard_swish")
    return b.multiply(x, hardSigmoid(b, x, 1.0 / 6, 0.5));
  return std::nullopt;
}

/// ReLU with a slope below a threshold and a greatest value.
static Value rectify(LayerCall &call) {
  ProgramBuilder &b = call.builder;
  const Settings &settings = call.settings;
  double slope = settings.number("negative_slope", 0);
  double threshold = settings.number("threshold", 0);
  Value x = call.input();
  Value border = b.like(x, threshold);
  Value below = b.scale(b.subtract(x, border), slope);
  Value result =
      threshold == 0 && slope == 0
          ? relu(b, x)
          : b.select(b.compare(x, border, ComparisonDirection::GE), x, below);
  std::optional<double> most = numberOf(settings.get("max_value"));
  return most ? b.minimum(result, b.like(result, *most)) : result;
}

static FailureOr<Values> parametricRelu(LayerCall &call) {
  SmallVector<int64_t> shape(call.shape().drop_front());
  SmallVector<int64_t> shared =
      call.settings.list("shared_axes").value_or(SmallVector<int64_t>());
  for (int64_t axis : shared) {
    std::optional<int64_t> dimension = call.dimension(axis);
    if (!dimension || *dimension == 0)
      return call.fail(mismatch::axis(axis, call.rank(), "shared_axes"));
    shape[*dimension - 1] = 1;
  }
  FailureOr<Value> alpha = call.weight("alpha", shape, "alpha", "zeros");
  if (failed(alpha))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.input();
  Value slope = b.broadcastTo(*alpha, call.shape());
  Value below = b.multiply(slope, b.minimum(x, b.like(x, 0)));
  return Values{b.add(relu(b, x), below)};
}

static FailureOr<Values> activation(LayerCall &call) {
  ProgramBuilder &b = call.builder;
  StringRef name = call.className;
  const Settings &settings = call.settings;
  if (name == "Activation") {
    FailureOr<Value> result = call.activate(call.input());
    if (failed(result))
      return llvm::failure();
    return Values{*result};
  }
  if (name == "PReLU")
    return parametricRelu(call);
  if (name == "ReLU")
    return Values{rectify(call)};
  if (name == "LeakyReLU")
    return Values{leakyRelu(
        b, call.input(),
        settings.number("negative_slope", settings.number("alpha", 0.3)))};
  if (name == "ELU")
    return Values{elu(b, call.input(), settings.number("alpha", 1))};
  if (name == "ThresholdedReLU") {
    Value x = call.input();
    Value border = b.like(x, settings.number("theta", 1));
    return Values{b.select(b.compare(x, border, ComparisonDirection::GT), x,
                           b.like(x, 0))};
  }
  if (maskOf(call))
    return call.failUnsupported("its input has a mask");
  SmallVector<int64_t> axes =
      settings.list("axis").value_or(SmallVector<int64_t>{-1});
  if (axes.size() != 1)
    return call.failUnsupported("`axis` is " + mismatch::shapeText(axes) +
                                "; one axis of rank " +
                                llvm::Twine(call.rank()) + " is required");
  std::optional<int64_t> axis = call.dimension(axes.front());
  if (!axis)
    return call.fail(mismatch::axis(axes.front(), call.rank()));
  return Values{softmax(b, call.input(), *axis)};
}

void keras::addActivationLayers(LayerTable &table) {
  table.add(
      activation,
      {"Activation", "ELU", "LeakyReLU", "PReLU", "ReLU", "ThresholdedReLU"},
      LayerTraits::PassesMask);
  table.add(activation, {"Softmax"});
}
