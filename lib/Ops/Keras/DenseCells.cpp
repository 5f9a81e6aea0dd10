//===- DenseCells.cpp - Cells of vectors ----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/RecurrentCells.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

namespace {
/// `LSTM`, `GRU` and `SimpleRNN`, as layers, as cells, and as the layers of
/// Keras 2 that had their kernels in cuDNN.
class DenseCell final : public Cell {
public:
  DenseCell(LayerCall &call, StringRef name, bool isCuda)
      : Cell(call), name(name), isCuda(isCuda) {}

  LogicalResult build(Shape step) override;
  FailureOr<Value> project(Value steps) override;
  SmallVector<SmallVector<int64_t>> stateShapes() const override {
    return SmallVector<SmallVector<int64_t>>(name == "LSTM" ? 2 : 1,
                                             {batch, units});
  }
  FailureOr<CellStep> step(Value projected, const Values &states) override;

private:
  LogicalResult makeBias();
  LogicalResult makeCudaBias();
  FailureOr<CellStep> gru(Value projected, Value old);

  Value columns(Value matrix, int64_t first, int64_t count = 1) {
    int64_t last = int64_t(ProgramBuilder::shapeOf(matrix).size()) - 1;
    return b.part(matrix, last, first * units, (first + count) * units);
  }
  Value biased(Value value, Value by) {
    return by ? b.add(value, b.broadcastTo(by, ProgramBuilder::shapeOf(value)))
              : value;
  }
  FailureOr<Value> gate(Value value) {
    return call.activate(value, "recurrent_activation", "sigmoid");
  }

  StringRef name;
  bool isCuda;
  int64_t batch = 0;
  int64_t units = 0;
  int64_t gates = 1;
  bool isResetAfter = false;
  Value kernel;
  Value recurrent;
  Value bias;
  /// Of a GRU that resets after its product.
  Value recurrentBias;
  Value inputMask;
  Value stateMask;
};
} // namespace

LogicalResult DenseCell::build(Shape step) {
  if (step.size() != 2)
    return call.fail("steps of shape " + mismatch::shapeText(step) +
                     " are not vectors");
  FailureOr<SmallVector<int64_t>> size = call.sizes("units", 1);
  if (failed(size))
    return llvm::failure();
  batch = step[0];
  units = size->front();
  gates = name == "LSTM" ? 4 : name == "GRU" ? 3 : 1;
  isResetAfter =
      name == "GRU" && (isCuda || call.settings.getBool("reset_after", false));
  int64_t columnCount = gates * units;
  if (failed(makeKernels({step[1], columnCount}, {units, columnCount}, kernel,
                         recurrent)))
    return llvm::failure();
  if (!call.settings.getBool("use_bias", true))
    return llvm::success();
  return isCuda ? makeCudaBias() : makeBias();
}

LogicalResult DenseCell::makeBias() {
  int64_t columnCount = gates * units;
  SmallVector<int64_t> shape = {columnCount};
  if (isResetAfter)
    shape.insert(shape.begin(), 2);
  Initializer own = name == "LSTM" ? forgetBias(call, 1) : Initializer();
  FailureOr<Value> made = call.weight("bias", shape, "bias", "zeros", own);
  if (failed(made))
    return llvm::failure();
  bias = *made;
  if (isResetAfter) {
    recurrentBias = b.at(bias, 0, 1);
    bias = b.at(bias, 0, 0);
  }
  return llvm::success();
}

/// cuDNN has a bias for each of the two products, in one vector.
LogicalResult DenseCell::makeCudaBias() {
  int64_t count = gates * units;
  Initializer own = name == "LSTM" ? forgetBias(call, 5) : Initializer();
  FailureOr<Value> made =
      call.weight("bias", productOf({2, count}), "bias", "zeros", own);
  if (failed(made))
    return llvm::failure();
  bias = b.part(*made, 0, 0, count);
  recurrentBias = b.part(*made, 0, count, 2 * count);
  if (name == "LSTM")
    bias = b.add(bias, recurrentBias);
  return llvm::success();
}

FailureOr<Value> DenseCell::project(Value steps) {
  if (isDropping("dropout")) {
    if (!inputMask) {
      SmallVector<int64_t> shape(ProgramBuilder::shapeOf(steps));
      shape[1] = 1;
      auto type = ProgramBuilder::typeOf(steps).clone(shape);
      (void)dropped(b.splat(type, 1), "dropout", inputMask);
    }
    steps = b.multiply(
        steps, b.broadcastTo(inputMask, ProgramBuilder::shapeOf(steps)));
  }
  return biased(b.dotGeneral(steps, kernel, {2}, {0}), bias);
}

FailureOr<CellStep> DenseCell::gru(Value projected, Value old) {
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
  Value next = b.add(b.multiply(*update, old), b.multiply(rest, *candidate));
  return CellStep{next, {next}};
}

FailureOr<CellStep> DenseCell::step(Value projected, const Values &states) {
  Value old = dropped(states[0], "recurrent_dropout", stateMask);
  if (name == "GRU")
    return gru(projected, old);
  Value all = b.add(projected, b.matmul(old, recurrent));
  if (name == "LSTM")
    return stepOfGates(call, all, 1, states[1]);
  FailureOr<Value> result = call.activate(all, "activation", "tanh");
  if (failed(result))
    return llvm::failure();
  return CellStep{*result, {*result}};
}

std::unique_ptr<Cell> keras::makeDenseCell(LayerCall &call) {
  StringRef name = call.className;
  bool isCuda = name.consume_front("CuDNN");
  name.consume_back("Cell");
  if (name != "LSTM" && name != "GRU" && name != "SimpleRNN")
    return nullptr;
  return std::make_unique<DenseCell>(call, name, isCuda);
}
