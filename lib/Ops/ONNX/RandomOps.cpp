//===- RandomOps.cpp - ONNX operators that draw numbers -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator draws with a key of its own, which differs in each step; seeds
// of the model are not looked at.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/Builders/Random.h"
#include "Ops/ONNX/ElementTypes.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Dropout
//===----------------------------------------------------------------------===//

namespace {
/// What of a value is left, and for each element whether it is.
struct Dropped {
  Value value;
  /// Null if the operator does not give it.
  Value mask;
};
} // namespace

/// Whether elements are dropped: where models are trained, and in their own
/// form where they ask for it by an input. None if that depends on data.
static std::optional<bool> isDropping(OpCall &call, unsigned modeInput) {
  if (call.form != ModelForm::Inference)
    return call.form == ModelForm::Training;
  if (!call.has(modeInput))
    return false;
  std::optional<IndexVector> mode = call.knownIntegers(modeInput);
  if (!mode || mode->size() != 1)
    return std::nullopt;
  return mode->front() != 0;
}

static FailureOr<Dropped>
dropElements(OpCall &call, Value x, unsigned ratioInput, unsigned modeInput) {
  ProgramBuilder &b = call.builder;
  std::optional<double> ratio = call.number("ratio", 0.5);
  if (call.has(ratioInput))
    ratio = call.knownNumber(ratioInput);
  bool isUnknown = !ratio || std::isnan(*ratio);
  if (!isUnknown && !(*ratio >= 0 && *ratio < 1))
    return call.fail(
        llvm::formatv("`ratio` is {0}, which is not in [0, 1)", *ratio).str());
  mlir::Type truth = b.builder().getI1Type();
  std::optional<bool> drops = isDropping(call, modeInput);
  bool isModeUnknown = !drops;
  if (isModeUnknown && failed(call.requireConstant(modeInput, "training_mode")))
    return llvm::failure();
  if (!isModeUnknown && *drops && isUnknown &&
      failed(call.requireConstant(ratioInput, "ratio")))
    return llvm::failure();
  if (!b.buildsOps())
    drops = false;
  if (!*drops || *ratio == 0)
    return Dropped{x, call.outputs > 1
                          ? b.splat(ProgramBuilder::typeOf(x).clone(truth), 1)
                          : Value()};
  Shape shape = ProgramBuilder::shapeOf(x);
  if (call.outputs == 1)
    return Dropped{dropout(b, call.drawKey(), x, *ratio, shape), Value()};
  Value kept = drawKept(b, call.drawKey(), *ratio, shape);
  Value grown = b.scale(x, 1 / (1 - *ratio));
  return Dropped{b.select(kept, grown, b.like(x, 0)), kept};
}

static LogicalResult dropoutOp(OpCall &call) {
  if (failed(call.expectInputs(1)) || failed(expectElements(call, 0, kFloat)))
    return llvm::failure();
  FailureOr<Dropped> dropped = dropElements(call, call.value(0), 1, 2);
  if (failed(dropped))
    return llvm::failure();
  call.addResult(dropped->value);
  // The first masks were numbers.
  if (dropped->mask)
    call.addResult(call.version < 10
                       ? call.builder.convert(dropped->mask, call.element(0))
                       : dropped->mask);
  return llvm::success();
}

/// Dropout of a sum with a bias, to which a residual is added: ONNX Runtime
/// fuses it in models that are trained.
static LogicalResult biasDropout(OpCall &call) {
  if (failed(call.expectInputs(2)) || failed(expectElements(call, 0, kFloat)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Shape shape = call.shape(0);
  if (call.rank(1) != 1)
    return call.fail(mismatch::rank(call.shape(1), 1, "bias"));
  for (unsigned i : {1U, 2U}) {
    if (!call.has(i))
      continue;
    SmallVector<int64_t> common(shape);
    if (!broadcastWith(common, call.shape(i)) || !mayEqual(common, shape))
      return call.fail(mismatch::broadcastTo(call.shape(i), shape));
    if (call.element(i) != call.element(0))
      return call.fail(mismatch::elements(call.element(0), call.element(i)));
  }
  Value sum = b.add(call.value(0), b.broadcastTo(call.value(1), shape));
  FailureOr<Dropped> dropped = dropElements(call, sum, 3, 4);
  if (failed(dropped))
    return llvm::failure();
  Value result = dropped->value;
  if (call.has(2))
    result = b.add(result, b.broadcastTo(call.value(2), shape));
  call.addResult(result);
  if (dropped->mask)
    call.addResult(dropped->mask);
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Distributions
//===----------------------------------------------------------------------===//

static LogicalResult drawInto(OpCall &call, Shape shape, mlir::Type element) {
  if (!llvm::isa<mlir::FloatType>(element))
    return call.fail(mismatch::notFloat(element));
  if (failed(expectShape(call, shape)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  if (!b.buildsOps())
    return call.setResult(
        call.builder.unknown(RankedTensorType::get(shape, element)));
  auto type = RankedTensorType::get(shape, element);
  bool isNormal = call.op.starts_with("RandomNormal");
  if (isNormal)
    return call.setResult(drawNormal(b, call.drawKey(), type,
                                     call.number("mean", 0),
                                     call.number("scale", 1)));
  return call.setResult(drawUniform(
      b, call.drawKey(), type, call.number("low", 0), call.number("high", 1)));
}

static LogicalResult draw(OpCall &call) {
  FailureOr<mlir::Type> element = elementAttribute(call, "dtype");
  if (failed(element))
    return llvm::failure();
  std::optional<IndexVector> shape = call.integers("shape");
  if (!shape)
    return call.failMissing("`shape` is missing");
  if (llvm::any_of(*shape, [](int64_t size) { return size < 0; }))
    return call.fail(mismatch::invalidShape(*shape));
  return drawInto(call, *shape,
                  *element ? *element : call.builder.builder().getF32Type());
}

static LogicalResult drawLike(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  FailureOr<mlir::Type> element = elementAttribute(call, "dtype");
  if (failed(element))
    return llvm::failure();
  RankedTensorType type = call.type(0);
  if (!*element && failed(expectElements(call, 0, AnyElement)))
    return llvm::failure();
  return drawInto(call, type.getShape(),
                  *element ? *element : type.getElementType());
}

/// 1 as often as the input says.
static LogicalResult bernoulli(OpCall &call) {
  if (failed(call.expectInputs(1)) || failed(expectElements(call, 0, kFloat)))
    return llvm::failure();
  FailureOr<mlir::Type> given = elementAttribute(call, "dtype");
  if (failed(given))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  mlir::Type element = *given ? *given : ProgramBuilder::elementOf(x);
  if (!b.buildsOps())
    return call.setResult(
        call.builder.unknown(RankedTensorType::get(call.shape(), element)));
  // Smaller types have too few numbers.
  if (!ProgramBuilder::elementOf(x).isF64())
    x = b.convert(x, b.builder().getF32Type());
  Value drawn = drawUniform(b, call.drawKey(), ProgramBuilder::typeOf(x));
  Value isOne = b.compare(drawn, x, ComparisonDirection::LT);
  return call.setResult(b.convert(isOne, element));
}

/// The sums of the columns up to each one.
static Value runningSums(ProgramBuilder &b, Value matrix) {
  int64_t columns = ProgramBuilder::shapeOf(matrix)[1];
  auto type =
      RankedTensorType::get({columns, columns}, b.builder().getI32Type());
  Value isBefore =
      b.compare(b.iota(type, 0), b.iota(type, 1), ComparisonDirection::LE);
  return b.matmul(matrix,
                  b.convert(isBefore, ProgramBuilder::elementOf(matrix)));
}

/// Draws classes by logarithms of their probabilities: the one in whose share
/// of all probabilities a number falls.
static LogicalResult multinomial(OpCall &call) {
  if (failed(call.expectInputs(1)) || failed(expectElements(call, 0, kFloat)))
    return llvm::failure();
  FailureOr<mlir::Type> given = elementAttribute(call, "dtype");
  if (failed(given))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  mlir::Type whole = b.builder().getI32Type();
  mlir::Type element = *given ? *given : whole;
  if (!element.isSignlessInteger(32) && !element.isSignlessInteger(64))
    return call.fail(mismatch::otherElement(element, "i32 or i64"));
  if (call.rank() != 2)
    return call.fail(mismatch::rank(call.shape(), 2));
  int64_t rows = call.shape()[0];
  int64_t classes = call.shape()[1];
  int64_t samples = call.integer("sample_size", 1);
  int64_t shape[] = {rows, samples};
  if (samples < 1)
    return call.fail(
        mismatch::sizes("sample_size", llvm::Twine(samples).str(), 1, 1));
  if (failed(expectShape(call, shape)))
    return llvm::failure();
  if (!b.buildsOps())
    return call.setResult(
        call.builder.unknown(RankedTensorType::get(shape, element)));
  if (classes == 0)
    return call.fail("there are no classes to draw from");
  Value x = b.convert(call.value(0), b.builder().getF32Type());
  Value shares = runningSums(b, softmax(b, x, 1));
  Value drawn =
      drawUniform(b, call.drawKey(), ProgramBuilder::typeOf(x).clone(shape));
  int64_t each[] = {rows, samples, classes};
  Value isBehind =
      b.compare(b.broadcast(drawn, each, {0, 1}),
                b.broadcast(shares, each, {0, 2}), ComparisonDirection::GE);
  Value drawnClass = b.sum(b.convert(isBehind, whole), {2});
  // Rounded shares may end before 1.
  Value last = b.like(drawnClass, double(classes - 1));
  return call.setResult(b.convert(b.minimum(drawnClass, last), element));
}

void onnx::addRandomOps(OpTable &table) {
  table.add(bernoulli, {"Bernoulli"});
  table.add(biasDropout, {"com.microsoft.BiasDropout"});
  table.add(dropoutOp, {"Dropout"});
  table.add(multinomial, {"Multinomial"});
  table.add(draw, {"RandomNormal", "RandomUniform"});
  table.add(drawLike, {"RandomNormalLike", "RandomUniformLike"});
}
