//===- ProgramBuilder.cpp - Programs built op by op -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <complex>

using namespace trainlint;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static llvm::APFloat realOf(mlir::FloatType type, double number) {
  llvm::APFloat real(number);
  bool losesInfo = false;
  real.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
               &losesInfo);
  return real;
}

Value ProgramBuilder::constant(mlir::DenseElementsAttr elements) {
  if (!abstract)
    return ConstantOp::create(b, loc, elements);
  if (std::optional<Literal> literal = Literal::read(elements))
    return abstract->add(std::move(*literal), loc);
  return abstract->add(llvm::cast<RankedTensorType>(elements.getType()), loc);
}

Value ProgramBuilder::splat(Type type, double number) {
  auto tensor = llvm::cast<RankedTensorType>(type);
  Type element = tensor.getElementType();
  // What shapes are computed of has one dimension.
  if (abstract && (tensor.getRank() > 1 || !Literal::canHold(type)))
    return abstract->add(tensor, loc);
  if (auto real = llvm::dyn_cast<mlir::FloatType>(element))
    return constant(mlir::DenseElementsAttr::get(tensor, realOf(real, number)));
  if (auto complex = llvm::dyn_cast<mlir::ComplexType>(element)) {
    auto part = llvm::cast<mlir::FloatType>(complex.getElementType());
    return constant(mlir::DenseElementsAttr::get(
        tensor,
        std::complex<llvm::APFloat>(realOf(part, number), realOf(part, 0))));
  }
  llvm::APInt integer(element.getIntOrFloatBitWidth(),
                      static_cast<uint64_t>(static_cast<int64_t>(number)),
                      /*isSigned=*/true, /*implicitTrunc=*/true);
  return constant(mlir::DenseElementsAttr::get(tensor, integer));
}

Value ProgramBuilder::scalar(Type element, double number) {
  return splat(RankedTensorType::get({}, element), number);
}

Value ProgramBuilder::integers(ArrayRef<int64_t> numbers, Type element) {
  SmallVector<mlir::Attribute> elements;
  for (int64_t number : numbers)
    elements.push_back(b.getIntegerAttr(element, number));
  return constant(mlir::DenseElementsAttr::get(
      RankedTensorType::get({static_cast<int64_t>(numbers.size())}, element),
      elements));
}

Value ProgramBuilder::iota(RankedTensorType type, int64_t dimension) {
  return make<IotaOp>(type, dimension);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value ProgramBuilder::add(Value lhs, Value rhs) {
  Value folded = fold(
      {lhs, rhs}, elementOf(lhs),
      [](ArrayRef<int64_t> of) -> std::optional<int64_t> {
        return llvm::checkedAdd(of[0], of[1]);
      },
      [](ArrayRef<double> of) { return of[0] + of[1]; });
  return folded ? folded : binary<AddOp>(lhs, rhs);
}
Value ProgramBuilder::subtract(Value lhs, Value rhs) {
  Value folded = fold(
      {lhs, rhs}, elementOf(lhs),
      [](ArrayRef<int64_t> of) -> std::optional<int64_t> {
        return llvm::checkedSub(of[0], of[1]);
      },
      [](ArrayRef<double> of) { return of[0] - of[1]; });
  return folded ? folded : binary<SubtractOp>(lhs, rhs);
}
Value ProgramBuilder::multiply(Value lhs, Value rhs) {
  Value folded = fold(
      {lhs, rhs}, elementOf(lhs),
      [](ArrayRef<int64_t> of) -> std::optional<int64_t> {
        return llvm::checkedMul(of[0], of[1]);
      },
      [](ArrayRef<double> of) { return of[0] * of[1]; });
  return folded ? folded : binary<MultiplyOp>(lhs, rhs);
}
Value ProgramBuilder::divide(Value lhs, Value rhs) {
  Value folded = fold(
      {lhs, rhs}, elementOf(lhs),
      [](ArrayRef<int64_t> of) -> std::optional<int64_t> {
        if (of[1] == 0)
          return std::nullopt;
        return of[0] / of[1];
      },
      [](ArrayRef<double> of) { return of[0] / of[1]; });
  return folded ? folded : binary<DivideOp>(lhs, rhs);
}
Value ProgramBuilder::maximum(Value lhs, Value rhs) {
  Value folded = fold(
      {lhs, rhs}, elementOf(lhs),
      [](ArrayRef<int64_t> of) -> std::optional<int64_t> {
        return std::max(of[0], of[1]);
      },
      [](ArrayRef<double> of) { return std::max(of[0], of[1]); });
  return folded ? folded : binary<MaximumOp>(lhs, rhs);
}
Value ProgramBuilder::minimum(Value lhs, Value rhs) {
  Value folded = fold(
      {lhs, rhs}, elementOf(lhs),
      [](ArrayRef<int64_t> of) -> std::optional<int64_t> {
        return std::min(of[0], of[1]);
      },
      [](ArrayRef<double> of) { return std::min(of[0], of[1]); });
  return folded ? folded : binary<MinimumOp>(lhs, rhs);
}
Value ProgramBuilder::power(Value lhs, Value rhs) {
  return binary<PowerOp>(lhs, rhs);
}

Value ProgramBuilder::scale(Value value, double factor) {
  return factor == 1 ? value : multiply(value, like(value, factor));
}

Value ProgramBuilder::negate(Value value) {
  Value folded = fold(
      {value}, elementOf(value),
      [](ArrayRef<int64_t> of) { return llvm::checkedSub<int64_t>(0, of[0]); },
      [](ArrayRef<double> of) { return -of[0]; });
  return folded ? folded : unary<NegateOp>(value);
}

Value ProgramBuilder::floor(Value value) {
  Value folded = fold({value}, elementOf(value), nullptr,
                      [](ArrayRef<double> of) { return std::floor(of[0]); });
  return folded ? folded : unary<FloorOp>(value);
}

Value ProgramBuilder::ceil(Value value) {
  Value folded = fold({value}, elementOf(value), nullptr,
                      [](ArrayRef<double> of) { return std::ceil(of[0]); });
  return folded ? folded : unary<CeilOp>(value);
}

Value ProgramBuilder::exponential(Value value) {
  return function<ExponentialOp>(value);
}
Value ProgramBuilder::log(Value value) { return function<LogOp>(value); }
Value ProgramBuilder::sqrt(Value value) { return function<SqrtOp>(value); }
Value ProgramBuilder::rsqrt(Value value) { return function<RsqrtOp>(value); }
Value ProgramBuilder::tanh(Value value) { return function<TanhOp>(value); }
Value ProgramBuilder::logistic(Value value) {
  return function<LogisticOp>(value);
}

Value ProgramBuilder::compare(Value lhs, Value rhs,
                              ComparisonDirection direction) {
  if (Value folded = foldCompare(lhs, rhs, direction))
    return folded;
  return make<CompareOp>(typeOf(lhs).clone(b.getI1Type()), lhs, rhs, direction,
                         /*compare_type=*/nullptr);
}

Value ProgramBuilder::select(Value condition, Value onTrue, Value onFalse) {
  if (Value folded = foldSelect(condition, onTrue, onFalse))
    return folded;
  return make<SelectOp>(typeOf(onTrue), condition, onTrue, onFalse);
}

Value ProgramBuilder::convert(Value value, Type element) {
  if (elementOf(value) == element)
    return value;
  if (Value folded = foldConvert(value, element))
    return folded;
  return make<ConvertOp>(typeOf(value).clone(element), value);
}

//===----------------------------------------------------------------------===//
// Arrangement
//===----------------------------------------------------------------------===//

Value ProgramBuilder::reshape(Value value, ArrayRef<int64_t> shape) {
  if (shapeOf(value) == shape)
    return value;
  if (Value folded = foldReshape(value, shape))
    return folded;
  return make<ReshapeOp>(typeOf(value).clone(shape), value);
}

Value ProgramBuilder::transpose(Value value, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return value;
  SmallVector<int64_t> shape;
  for (int64_t dimension : permutation)
    shape.push_back(shapeOf(value)[dimension]);
  Value folded = foldMoved({value}, shape, [&](ArrayRef<int64_t> at) {
    ElementSource source;
    source.index.resize(at.size());
    for (auto [from, to] : llvm::zip(at, permutation))
      source.index[to] = from;
    return source;
  });
  return folded ? folded
                : make<TransposeOp>(typeOf(value).clone(shape), value,
                                    permutation);
}

Value ProgramBuilder::broadcast(Value value, ArrayRef<int64_t> shape,
                                ArrayRef<int64_t> dimensions) {
  if (shapeOf(value) == shape &&
      llvm::equal(dimensions, llvm::seq<int64_t>(0, shape.size())))
    return value;
  Value folded = foldMoved({value}, shape, [&](ArrayRef<int64_t> at) {
    ElementSource source;
    for (auto [number, dimension] : llvm::enumerate(dimensions))
      source.index.push_back(shapeOf(value)[number] == 1 ? 0 : at[dimension]);
    return source;
  });
  return folded ? folded
                : make<BroadcastInDimOp>(typeOf(value).clone(shape), value,
                                         dimensions);
}

Value ProgramBuilder::broadcastTo(Value value, ArrayRef<int64_t> shape) {
  size_t added = shape.size() - shapeOf(value).size();
  return broadcast(value, shape,
                   llvm::to_vector(llvm::seq<int64_t>(added, shape.size())));
}

Value ProgramBuilder::slice(Value value, ArrayRef<int64_t> starts,
                            ArrayRef<int64_t> limits,
                            ArrayRef<int64_t> strides) {
  SmallVector<int64_t> steps(strides);
  steps.resize(starts.size(), 1);
  SmallVector<int64_t> shape;
  for (auto [start, limit, step] : llvm::zip_equal(starts, limits, steps))
    shape.push_back(isKnown(limit) && isKnown(start)
                        ? (limit - start + step - 1) / step
                        : ShapedType::kDynamic);
  bool isWhole = llvm::all_of(starts, [](int64_t start) { return start == 0; });
  if (isWhole && ArrayRef(shape) == shapeOf(value))
    return value;
  Value folded = foldMoved({value}, shape, [&](ArrayRef<int64_t> at) {
    ElementSource source;
    for (auto [index, start, step] : llvm::zip_equal(at, starts, steps))
      source.index.push_back(start + index * step);
    return source;
  });
  return folded ? folded
                : make<SliceOp>(typeOf(value).clone(shape), value, starts,
                                limits, steps);
}

Value ProgramBuilder::concatenate(mlir::ValueRange values, int64_t dimension) {
  if (values.size() == 1)
    return values.front();
  SmallVector<int64_t> shape(shapeOf(values.front()));
  shape[dimension] = 0;
  for (Value value : values) {
    int64_t size = shapeOf(value)[dimension];
    bool areKnown = isKnown(size) && isKnown(shape[dimension]);
    shape[dimension] =
        areKnown ? shape[dimension] + size : ShapedType::kDynamic;
    // What one operand leaves open another may say.
    for (auto [known, other] : llvm::zip(shape, shapeOf(value)))
      known = isKnown(known) || &known == &shape[dimension] ? known : other;
  }
  Value folded =
      foldMoved(llvm::to_vector(values), shape, [&](ArrayRef<int64_t> at) {
        ElementSource source = {0, SmallVector<int64_t>(at)};
        int64_t &place = source.index[dimension];
        while (place >= shapeOf(values[source.operand])[dimension])
          place -= shapeOf(values[source.operand++])[dimension];
        return source;
      });
  return folded ? folded
                : make<ConcatenateOp>(typeOf(values.front()).clone(shape),
                                      values, dimension);
}

Value ProgramBuilder::reverse(Value value, ArrayRef<int64_t> dimensions) {
  if (dimensions.empty())
    return value;
  Value folded = foldMoved({value}, shapeOf(value), [&](ArrayRef<int64_t> at) {
    ElementSource source = {0, SmallVector<int64_t>(at)};
    for (int64_t dimension : dimensions)
      source.index[dimension] = shapeOf(value)[dimension] - 1 - at[dimension];
    return source;
  });
  return folded ? folded : make<ReverseOp>(typeOf(value), value, dimensions);
}

Value ProgramBuilder::pad(Value value, double number, ArrayRef<int64_t> low,
                          ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
  auto isZero = [](int64_t count) { return count == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero) &&
      llvm::all_of(interior, isZero))
    return value;
  return padWith(value, scalar(elementOf(value), number), low, high, interior);
}
