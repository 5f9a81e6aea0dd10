//===- PatternOps.cpp - ONNX operators that make regular tensors ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges, windows of signals, and what is chosen by the places of elements.
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/ElementTypes.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// Fails unless an input has one element.
static LogicalResult expectOne(OpCall &call, unsigned input, StringRef name) {
  RankedTensorType type = call.type(input);
  bool isOne =
      type.getRank() <= 1 && !disagree(elementCount(type.getShape()), 1);
  if (isOne)
    return llvm::success();
  return call.fail(
      mismatch::shape("`" + name.str() + "`", type.getShape(), {}));
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// How many steps lead from the start to before the limit; none if there is no
/// such number.
static std::optional<double> countOf(mlir::Type element, double start,
                                     double limit, double step) {
  double distance = limit - start;
  if (llvm::isa<mlir::FloatType>(element))
    distance = Literal::round(element, distance);
  double count = std::ceil(distance / step);
  return std::isfinite(count) ? std::optional(std::max(count, 0.0))
                              : std::nullopt;
}

static LogicalResult rangeOfIntegers(OpCall &call, mlir::Type element,
                                     int64_t start, int64_t step,
                                     int64_t count) {
  ProgramBuilder &b = call.builder;
  if (count <= Literal::MostElements) {
    Literal literal;
    literal.type = RankedTensorType::get({count}, element);
    for (int64_t i = 0; i < count; ++i)
      literal.integers.push_back(start + i * step);
    return call.setResult(b.literal(literal));
  }
  Value places = b.iota(RankedTensorType::get({count}, element), 0);
  Value scaled = b.scale(places, double(step));
  return call.setResult(b.add(scaled, b.like(scaled, double(start))));
}

static LogicalResult range(OpCall &call) {
  static constexpr StringRef Names[] = {"start", "limit", "delta"};
  if (failed(call.expectInputs(3)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  mlir::Type element = call.type(0).getElementType();
  for (auto [input, name] : llvm::enumerate(Names)) {
    if (failed(expectElements(call, input, Numeric)) ||
        failed(expectOne(call, input, name)))
      return llvm::failure();
    if (call.type(input).getElementType() != element)
      return call.fail(
          mismatch::elements(element, call.type(input).getElementType()));
  }
  bool isFloat = llvm::isa<mlir::FloatType>(element);
  double numbers[3];
  for (auto [input, name] : llvm::enumerate(Names)) {
    std::optional<double> known = call.knownNumber(input);
    // Doubles have all integers up to a size.
    bool isExact = known && (isFloat || std::abs(*known) < 0x1p53);
    if (isExact && !std::isnan(*known)) {
      numbers[input] = *known;
      continue;
    }
    return call.failNotConstant(input, name, 1, element);
  }
  auto [start, limit, step] = numbers;
  if (step == 0)
    return call.fail("`delta` is 0");
  std::optional<double> steps = countOf(element, start, limit, step);
  if (!steps || *steps > 0x1p30)
    return call.failUnsupported("the range has too many elements");
  auto count = static_cast<int64_t>(*steps);
  if (!isFloat)
    return rangeOfIntegers(call, element, int64_t(start), int64_t(step), count);
  // Sums in small types lose what lies between their numbers.
  mlir::Type wide = element.isF64() ? element : b.builder().getF32Type();
  Value places = b.iota(RankedTensorType::get({count}, wide), 0);
  Value scaled = b.scale(places, step);
  return call.setResult(
      b.convert(b.add(scaled, b.like(scaled, start)), element));
}

//===----------------------------------------------------------------------===//
// Diagonals and triangles
//===----------------------------------------------------------------------===//

/// How far each element of a matrix is to the right of the diagonal.
static Value distanceFromDiagonal(ProgramBuilder &b, Shape matrix) {
  auto type = RankedTensorType::get(matrix, b.builder().getI64Type());
  Value row = b.iota(type, 0);
  return b.subtract(b.iota(type, 1), row);
}

/// No distance is greater.
static int64_t boundedDiagonal(int64_t number) {
  constexpr int64_t Most = int64_t(1) << 40;
  return std::clamp(number, -Most, Most);
}

static LogicalResult eyeLike(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  FailureOr<mlir::Type> given = elementAttribute(call, "dtype");
  if (failed(given) || (!*given && failed(expectElements(call, 0, AnyElement))))
    return llvm::failure();
  RankedTensorType type = call.type(0);
  if (type.getRank() != 2)
    return call.fail(mismatch::rank(type.getShape(), 2));
  ProgramBuilder &b = call.builder;
  Value distance = distanceFromDiagonal(b, type.getShape());
  Value diagonal =
      b.like(distance, double(boundedDiagonal(call.integer("k", 0))));
  Value isOn = b.compare(distance, diagonal, ComparisonDirection::EQ);
  return call.setResult(
      b.convert(isOn, *given ? *given : type.getElementType()));
}

static LogicalResult trilu(OpCall &call) {
  if (failed(call.expectInputs(1)) ||
      failed(expectElements(call, 0, AnyElement)))
    return llvm::failure();
  if (call.rank() < 2)
    return call.fail(mismatch::rankBelow(call.shape(), 2));
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  Shape shape = ProgramBuilder::shapeOf(x);
  Value distance = distanceFromDiagonal(b, shape.take_back(2));
  Value diagonal = b.like(distance, 0);
  if (call.has(1)) {
    if (failed(expectElements(call, 1, kInteger)) ||
        failed(expectOne(call, 1, "k")))
      return llvm::failure();
    std::optional<IndexVector> known = call.knownIntegers(1);
    if (known && known->size() == 1) {
      diagonal = b.like(distance, double(boundedDiagonal(known->front())));
    } else {
      Value number =
          b.convert(b.reshape(call.constant(1), {}), b.builder().getI64Type());
      diagonal = b.broadcastTo(number, ProgramBuilder::shapeOf(distance));
    }
  }
  bool isUpper = call.integer("upper", 1) != 0;
  Value isKept =
      b.compare(distance, diagonal,
                isUpper ? ComparisonDirection::GE : ComparisonDirection::LE);
  return call.setResult(
      b.select(b.broadcastTo(isKept, shape), x, b.like(x, 0)));
}

//===----------------------------------------------------------------------===//
// One of many
//===----------------------------------------------------------------------===//

/// The number of classes; unknown if it depends on data, which fails where it
/// has to be known.
static FailureOr<int64_t> classesOf(OpCall &call) {
  std::optional<double> known = call.knownNumber(1);
  if (!known || std::isnan(*known)) {
    if (failed(call.requireConstant(1, "depth")))
      return llvm::failure();
    return mlir::ShapedType::kDynamic;
  }
  if (*known < 0)
    return call.fail("`depth` is " + llvm::Twine(int64_t(*known)));
  if (*known > 0x1p30)
    return call.failUnsupported("`depth` is too large");
  return static_cast<int64_t>(*known);
}

static LogicalResult oneHot(OpCall &call) {
  if (failed(call.expectInputs(3)) ||
      failed(expectElements(call, 0, Numeric)) ||
      failed(expectElements(call, 1, Numeric)) ||
      failed(expectElements(call, 2, AnyElement)) ||
      failed(expectOne(call, 1, "depth")))
    return llvm::failure();
  RankedTensorType choices = call.type(2);
  bool areTwo = choices.getRank() == 1 && !disagree(choices.getDimSize(0), 2);
  if (!areTwo)
    return call.fail(mismatch::shape("`values`", choices.getShape(), {2}));
  int64_t rank = call.rank() + 1;
  int64_t number = call.integer("axis", -1);
  std::optional<int64_t> axis = OpCall::dimension(number, rank);
  if (!axis)
    return call.fail(mismatch::axis(number, rank));
  FailureOr<int64_t> classes = classesOf(call);
  if (failed(classes))
    return llvm::failure();
  SmallVector<int64_t> shape(call.shape());
  shape.insert(shape.begin() + *axis, *classes);
  if (failed(expectShape(call, shape)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  if (!b.buildsOps())
    return call.setResult(call.builder.unknown(
        RankedTensorType::get(shape, choices.getElementType())));
  // Negative places count from the end.
  Value places = b.convert(call.constant(0), b.builder().getI64Type());
  Value isNegative =
      b.compare(places, b.like(places, 0), ComparisonDirection::LT);
  Value moved = b.add(places, b.like(places, double(*classes)));
  places = b.select(isNegative, moved, places);
  SmallVector<int64_t> kept;
  for (int64_t i = 0; i < rank; ++i) {
    if (i != *axis)
      kept.push_back(i);
  }
  Value spread = b.broadcast(places, shape, kept);
  Value isChosen =
      b.compare(spread, b.iota(ProgramBuilder::typeOf(spread), *axis),
                ComparisonDirection::EQ);
  Value values = call.constant(2);
  Value off = b.reshape(b.slice(values, {0}, {1}), {});
  Value on = b.reshape(b.slice(values, {1}, {2}), {});
  on = b.broadcastTo(on, shape);
  off = b.broadcastTo(off, shape);
  return call.setResult(b.select(isChosen, on, off));
}

//===----------------------------------------------------------------------===//
// Windows of signals
//===----------------------------------------------------------------------===//

/// The sum of cosines with these factors, of no, one and two periods.
static Value waves(ProgramBuilder &b, Value angle, ArrayRef<double> factors) {
  Value sum = b.like(angle, factors.front());
  for (auto [number, factor] : llvm::enumerate(factors.drop_front())) {
    Value wave = b.function<CosineOp>(b.scale(angle, double(number + 1)));
    sum = b.add(sum, b.scale(wave, factor));
  }
  return sum;
}

static LogicalResult signalWindow(OpCall &call) {
  constexpr double Pi = 3.14159265358979323846;
  if (failed(call.expectInputs(1)) ||
      failed(expectElements(call, 0, kInteger)) ||
      failed(expectOne(call, 0, "size")))
    return llvm::failure();
  FailureOr<mlir::Type> given = elementAttribute(call, "output_datatype");
  if (failed(given))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  mlir::Type element = *given ? *given : mlir::Type(b.builder().getF32Type());
  std::optional<IndexVector> known = call.knownIntegers(0);
  if (!known)
    return call.failNotConstant(0, "size", 1, element);
  if (failed(expectShape(call, *known)))
    return llvm::failure();
  mlir::Type wide =
      element.isF64() ? element : mlir::Type(b.builder().getF32Type());
  int64_t size = known->front();
  bool isPeriodic = call.integer("periodic", 1) != 0;
  int64_t period = std::max<int64_t>(isPeriodic ? size : size - 1, 1);
  Value places = b.iota(RankedTensorType::get({size}, wide), 0);
  Value angle = b.scale(places, 2 * Pi / static_cast<double>(period));
  SmallVector<double> factors;
  if (call.op == "HannWindow")
    factors = {0.5, -0.5};
  else if (call.op == "HammingWindow")
    factors = {25.0 / 46, -21.0 / 46};
  else
    factors = {0.42, -0.5, 0.08};
  return call.setResult(b.convert(waves(b, angle, factors), element));
}

void onnx::addPatternOps(OpTable &table) {
  table.add(eyeLike, {"EyeLike"});
  table.add(oneHot, {"OneHot"});
  table.add(range, {"Range"});
  table.add(signalWindow, {"BlackmanWindow", "HammingWindow", "HannWindow"});
  table.add(trilu, {"Trilu"});
}
