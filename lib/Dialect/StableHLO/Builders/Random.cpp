//===- Random.cpp - Random tensors of keys --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Random.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

static constexpr double Pi = 3.14159265358979323846;

static mlir::Type wordType(ProgramBuilder &b, unsigned width) {
  return mlir::IntegerType::get(b.builder().getContext(), width,
                                mlir::IntegerType::Unsigned);
}

/// A tensor of two words that are known.
static Value words(ProgramBuilder &b, uint64_t first, uint64_t second) {
  mlir::Type word = wordType(b, 64);
  return b.constant(mlir::DenseElementsAttr::get(
      RankedTensorType::get({2}, word),
      {llvm::APInt(64, first), llvm::APInt(64, second)}));
}

Value stablehlo::deriveKey(ProgramBuilder &b, Value seed, uint64_t number) {
  // Multiples of an odd number are all different, and so are many of their
  // bits.
  constexpr uint64_t Odd = 0x9e3779b97f4a7c15;
  Value key = seed;
  if (ProgramBuilder::shapeOf(seed).empty()) {
    Value word = b.reshape(b.convert(seed, wordType(b, 64)), {1});
    Value parts[] = {word, b.like(word, 0)};
    key = b.concatenate(parts, 0);
  }
  return XorOp::create(b.builder(), b.location(), key.getType(), key,
                       words(b, number * Odd, 0));
}

static Value drawBits(ProgramBuilder &b, Value key, RankedTensorType type) {
  auto generator = RngBitGeneratorOp::create(
      b.builder(), b.location(), mlir::TypeRange{key.getType(), type}, key,
      RngAlgorithm::THREE_FRY);
  return generator.getOutput();
}

Value stablehlo::drawKeys(ProgramBuilder &b, Value key, int64_t count) {
  return drawBits(b, key, RankedTensorType::get({count, 2}, wordType(b, 64)));
}

/// Numbers from [0, 1) with all bits that the type has, of f32 or f64.
static Value drawUnit(ProgramBuilder &b, Value key, ArrayRef<int64_t> shape,
                      mlir::FloatType element) {
  unsigned width = element.getWidth();
  unsigned precision = element.getFPMantissaWidth();
  auto type = RankedTensorType::get(shape, wordType(b, width));
  Value bits = drawBits(b, key, type);
  Value kept = ShiftRightLogicalOp::create(
      b.builder(), b.location(), type, bits, b.like(bits, width - precision));
  return b.scale(b.convert(kept, element), std::ldexp(1.0, -int(precision)));
}

/// The type that numbers are drawn in: smaller ones are rounded to their type
/// at the end.
static mlir::FloatType drawnType(ProgramBuilder &b, RankedTensorType type) {
  auto element = llvm::cast<mlir::FloatType>(type.getElementType());
  return element.isF64() ? element : b.builder().getF32Type();
}

static Value scaled(ProgramBuilder &b, Value value, double factor, double term,
                    RankedTensorType type) {
  Value moved = b.scale(value, factor);
  if (term != 0)
    moved = b.add(moved, b.like(moved, term));
  return b.convert(moved, type.getElementType());
}

Value stablehlo::drawUniform(ProgramBuilder &b, Value key,
                             RankedTensorType type, double low, double high) {
  Value unit = drawUnit(b, key, type.getShape(), drawnType(b, type));
  return scaled(b, unit, high - low, low, type);
}

Value stablehlo::drawNormal(ProgramBuilder &b, Value key, RankedTensorType type,
                            double mean, double deviation) {
  // The transform of Box and Muller, which takes two numbers for one.
  SmallVector<int64_t> shape = {2};
  shape.append(type.getShape().begin(), type.getShape().end());
  Value unit = drawUnit(b, key, shape, drawnType(b, type));
  auto part = [&](int64_t number) {
    SmallVector<int64_t> starts(shape.size(), 0);
    SmallVector<int64_t> limits(shape);
    starts[0] = number;
    limits[0] = number + 1;
    return b.reshape(b.slice(unit, starts, limits), type.getShape());
  };
  Value first = part(0);
  Value angle = b.scale(part(1), 2 * Pi);
  // 1 - u is never 0, unlike u.
  Value logarithm = b.log(b.subtract(b.like(first, 1), first));
  Value radius = b.sqrt(b.scale(logarithm, -2));
  Value wave = CosineOp::create(b.builder(), b.location(), angle.getType(),
                                angle, /*result_accuracy=*/nullptr);
  return scaled(b, b.multiply(radius, wave), deviation, mean, type);
}

/// The inverse of the error function where it is less than 0.98, in Giles's
/// approximation of 2010.
static Value inverseError(ProgramBuilder &b, Value x) {
  constexpr double Coefficients[] = {
      2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
      -4.39150654e-06, 0.00021858087,  -0.00125372503,
      -0.00417768164,  0.246640727,    1.50140941};
  Value rest = b.subtract(b.like(x, 1), b.multiply(x, x));
  Value w = b.subtract(b.negate(b.log(rest)), b.like(x, 2.5));
  Value sum = b.like(x, Coefficients[0]);
  for (double coefficient : ArrayRef(Coefficients).drop_front())
    sum = b.add(b.multiply(sum, w), b.like(x, coefficient));
  return b.multiply(sum, x);
}

Value stablehlo::drawTruncatedNormal(ProgramBuilder &b, Value key,
                                     RankedTensorType type, double mean,
                                     double deviation) {
  const double border = std::erf(std::sqrt(2.0));
  Value unit = drawUnit(b, key, type.getShape(), drawnType(b, type));
  Value share = b.subtract(b.scale(unit, 2 * border), b.like(unit, border));
  return scaled(b, inverseError(b, share), std::sqrt(2.0) * deviation, mean,
                type);
}

/// The closest matrix with orthonormal rows, by the iteration of Newton and
/// Schulz: X' = 1.5 X - 0.5 X X^T X.
static Value orthonormalRows(ProgramBuilder &b, Value matrix) {
  // Enough for singular values of a ten thousandth of the greatest.
  constexpr double Rounds = 40;
  mlir::OpBuilder &builder = b.builder();
  Value norm = b.sqrt(b.sumOfAll(b.multiply(matrix, matrix)));
  Value start =
      b.divide(matrix, b.broadcastTo(norm, ProgramBuilder::shapeOf(matrix)));
  Value count = b.scalar(builder.getI32Type(), 0);
  SmallVector<mlir::Type> types = {count.getType(), start.getType()};
  auto loop = WhileOp::create(builder, b.location(), types,
                              mlir::ValueRange{count, start});
  SmallVector<mlir::Location> places(2, b.location());
  mlir::OpBuilder::InsertionGuard guard(builder);
  mlir::Block *condition =
      builder.createBlock(&loop.getCond(), {}, types, places);
  Value goesOn = b.compare(condition->getArgument(0),
                           b.like(condition->getArgument(0), Rounds),
                           ComparisonDirection::LT);
  ReturnOp::create(builder, b.location(), goesOn);
  mlir::Block *body = builder.createBlock(&loop.getBody(), {}, types, places);
  Value number = body->getArgument(0);
  Value x = body->getArgument(1);
  Value products = b.dotGeneral(x, x, {1}, {1});
  Value next = b.subtract(b.scale(x, 1.5), b.scale(b.matmul(products, x), 0.5));
  ReturnOp::create(builder, b.location(),
                   mlir::ValueRange{b.add(number, b.like(number, 1)), next});
  return loop.getResult(1);
}

Value stablehlo::drawOrthogonal(ProgramBuilder &b, Value key,
                                RankedTensorType type, double gain) {
  int64_t columns = type.getRank() == 0 ? 1 : type.getShape().back();
  int64_t rows = type.getNumElements() / std::max<int64_t>(columns, 1);
  bool isWide = rows <= columns;
  SmallVector<int64_t> shape = {std::min(rows, columns),
                                std::max(rows, columns)};
  Value drawn = drawNormal(
      b, key, RankedTensorType::get(shape, drawnType(b, type)), 0, 1);
  Value matrix = orthonormalRows(b, drawn);
  if (!isWide)
    matrix = b.transpose(matrix, {1, 0});
  return scaled(b, b.reshape(matrix, type.getShape()), gain, 0, type);
}
