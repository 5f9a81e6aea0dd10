//===- RecurrentCells.cpp - Steps of recurrent networks -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/RecurrentCells.h"
#include "Dialect/StableHLO/Builders/Activations.h"
#include "Support/MLIR.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

std::optional<CellFunction> CellFunction::find(StringRef name) {
  using Found = std::optional<CellFunction>;
  return llvm::StringSwitch<Found>(name)
      .CaseLower("affine", CellFunction{Kind::Affine, 1, 0})
      .CaseLower("elu", CellFunction{Kind::Elu, 1, 0})
      .CaseLower("hardsigmoid", CellFunction{Kind::HardSigmoid, 0.2, 0.5})
      .CaseLower("leakyrelu", CellFunction{Kind::LeakyRelu, 0.01, 0})
      .CaseLower("relu", CellFunction{Kind::Relu, 0, 0})
      .CaseLower("scaledtanh", CellFunction{Kind::ScaledTanh, 1, 1})
      .CaseLower("sigmoid", CellFunction{Kind::Sigmoid, 0, 0})
      .CaseLower("softplus", CellFunction{Kind::Softplus, 0, 0})
      .CaseLower("softsign", CellFunction{Kind::Softsign, 0, 0})
      .CaseLower("tanh", CellFunction{Kind::Tanh, 0, 0})
      .CaseLower("thresholdedrelu", CellFunction{Kind::ThresholdedRelu, 1, 0})
      .Default(std::nullopt);
}

bool CellFunction::hasAlpha() const {
  return hasBeta() || kind == Kind::Elu || kind == Kind::LeakyRelu ||
         kind == Kind::ThresholdedRelu;
}

bool CellFunction::hasBeta() const {
  return kind == Kind::Affine || kind == Kind::HardSigmoid ||
         kind == Kind::ScaledTanh;
}

Value CellFunction::apply(ProgramBuilder &b, Value x) const {
  switch (kind) {
  case Kind::Affine:
    return b.add(b.scale(x, alpha), b.like(x, beta));
  case Kind::Elu:
    return elu(b, x, alpha);
  case Kind::HardSigmoid:
    return hardSigmoid(b, x, alpha, beta);
  case Kind::LeakyRelu:
    return leakyRelu(b, x, alpha);
  case Kind::Relu:
    return relu(b, x);
  case Kind::ScaledTanh:
    return b.scale(b.tanh(b.scale(x, beta)), alpha);
  case Kind::Sigmoid:
    return b.logistic(x);
  case Kind::Softplus:
    return softplus(b, x);
  case Kind::Softsign:
    return softsign(b, x);
  case Kind::Tanh:
    return b.tanh(x);
  case Kind::ThresholdedRelu: {
    Value isKept = b.compare(x, b.like(x, alpha), ComparisonDirection::GE);
    return b.select(isKept, x, b.like(x, 0));
  }
  }
  llvm_unreachable("all kinds are handled");
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

Value RecurrentCell::gate(Value all, int64_t number) const {
  int64_t last = ProgramBuilder::typeOf(all).getRank() - 1;
  return b.part(all, last, number * units, (number + 1) * units);
}

Value RecurrentCell::biased(Value x, Value bias) const {
  return bias ? b.add(x, b.broadcastTo(bias, ProgramBuilder::shapeOf(x))) : x;
}

Value RecurrentCell::apply(unsigned function, Value x) const {
  Value kept = border ? clip(b, x, -*border, *border) : x;
  return functions[function].apply(b, kept);
}

Value RecurrentCell::peeking(Value gate, int64_t number, Value cell) const {
  if (!peepholes)
    return gate;
  Value weight = b.slice(peepholes, {number * units}, {(number + 1) * units});
  return b.add(
      gate,
      b.multiply(b.broadcastTo(weight, ProgramBuilder::shapeOf(cell)), cell));
}

void RecurrentCell::stepOfGru(Value projected) {
  Value old = state[0];
  Value past = biased(b.matmul(old, weights), bias);
  Value update = apply(0, b.add(gate(projected, 0), gate(past, 0)));
  Value reset = apply(0, b.add(gate(projected, 1), gate(past, 1)));
  Value hidden;
  if (isResetLast) {
    hidden = b.multiply(reset, gate(past, 2));
  } else {
    hidden = b.matmul(b.multiply(reset, old), gate(weights, 2));
    hidden = biased(hidden, bias ? gate(bias, 2) : Value());
  }
  Value candidate = apply(1, b.add(gate(projected, 2), hidden));
  Value rest = b.subtract(b.like(update, 1), update);
  Value added = b.multiply(rest, candidate);
  Value kept = b.multiply(update, old);
  state[0] = b.add(added, kept);
}

void RecurrentCell::stepOfLstm(Value projected) {
  Value past = biased(b.matmul(state[0], weights), bias);
  Value all = b.add(projected, past);
  Value cell = state[1];
  // Gates are those of input, output, forgetting and the candidate.
  Value taken = apply(0, peeking(gate(all, 0), 0, cell));
  Value left = couplesGates ? b.subtract(b.like(taken, 1), taken)
                            : apply(0, peeking(gate(all, 2), 2, cell));
  Value candidate = apply(1, gate(all, 3));
  Value kept = b.multiply(left, cell);
  Value added = b.multiply(taken, candidate);
  state[1] = b.add(kept, added);
  Value shown = apply(0, peeking(gate(all, 1), 1, state[1]));
  state[0] = b.multiply(shown, apply(2, state[1]));
}

void RecurrentCell::step(Value projected) {
  switch (kind) {
  case CellKind::Gru:
    return stepOfGru(projected);
  case CellKind::Lstm:
    return stepOfLstm(projected);
  case CellKind::Simple: {
    Value past = biased(b.matmul(state[0], weights), bias);
    state[0] = apply(0, b.add(projected, past));
    return;
  }
  }
}
