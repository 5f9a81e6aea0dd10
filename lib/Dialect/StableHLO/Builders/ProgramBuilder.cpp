//===- ProgramBuilder.cpp - Programs built op by op -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include <complex>

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::RankedTensorType;
using mlir::Type;
using mlir::Value;

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
  return ConstantOp::create(b, loc, elements);
}

Value ProgramBuilder::splat(Type type, double number) {
  auto tensor = llvm::cast<RankedTensorType>(type);
  Type element = tensor.getElementType();
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
  return IotaOp::create(b, loc, type, dimension);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value ProgramBuilder::add(Value lhs, Value rhs) {
  return binary<AddOp>(lhs, rhs);
}
Value ProgramBuilder::subtract(Value lhs, Value rhs) {
  return binary<SubtractOp>(lhs, rhs);
}
Value ProgramBuilder::multiply(Value lhs, Value rhs) {
  return binary<MultiplyOp>(lhs, rhs);
}
Value ProgramBuilder::divide(Value lhs, Value rhs) {
  return binary<DivideOp>(lhs, rhs);
}
Value ProgramBuilder::maximum(Value lhs, Value rhs) {
  return binary<MaximumOp>(lhs, rhs);
}
Value ProgramBuilder::minimum(Value lhs, Value rhs) {
  return binary<MinimumOp>(lhs, rhs);
}
Value ProgramBuilder::power(Value lhs, Value rhs) {
  return binary<PowerOp>(lhs, rhs);
}

Value ProgramBuilder::scale(Value value, double factor) {
  return factor == 1 ? value : multiply(value, like(value, factor));
}

Value ProgramBuilder::negate(Value value) { return unary<NegateOp>(value); }

Value ProgramBuilder::exponential(Value value) {
  return ExponentialOp::create(b, loc, value.getType(), value,
                               /*result_accuracy=*/nullptr);
}
Value ProgramBuilder::log(Value value) {
  return LogOp::create(b, loc, value.getType(), value,
                       /*result_accuracy=*/nullptr);
}
Value ProgramBuilder::sqrt(Value value) {
  return SqrtOp::create(b, loc, value.getType(), value,
                        /*result_accuracy=*/nullptr);
}
Value ProgramBuilder::rsqrt(Value value) {
  return RsqrtOp::create(b, loc, value.getType(), value,
                         /*result_accuracy=*/nullptr);
}
Value ProgramBuilder::tanh(Value value) {
  return TanhOp::create(b, loc, value.getType(), value,
                        /*result_accuracy=*/nullptr);
}
Value ProgramBuilder::logistic(Value value) {
  return LogisticOp::create(b, loc, value.getType(), value,
                            /*result_accuracy=*/nullptr);
}

Value ProgramBuilder::compare(Value lhs, Value rhs,
                              ComparisonDirection direction) {
  return CompareOp::create(b, loc, typeOf(lhs).clone(b.getI1Type()), lhs, rhs,
                           direction, /*compare_type=*/nullptr);
}

Value ProgramBuilder::select(Value condition, Value onTrue, Value onFalse) {
  return SelectOp::create(b, loc, onTrue.getType(), condition, onTrue, onFalse);
}

Value ProgramBuilder::convert(Value value, Type element) {
  if (elementOf(value) == element)
    return value;
  return ConvertOp::create(b, loc, typeOf(value).clone(element), value);
}

//===----------------------------------------------------------------------===//
// Arrangement
//===----------------------------------------------------------------------===//

Value ProgramBuilder::reshape(Value value, ArrayRef<int64_t> shape) {
  if (shapeOf(value) == shape)
    return value;
  return ReshapeOp::create(b, loc, typeOf(value).clone(shape), value);
}

Value ProgramBuilder::transpose(Value value, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return value;
  SmallVector<int64_t> shape;
  for (int64_t dimension : permutation)
    shape.push_back(shapeOf(value)[dimension]);
  return TransposeOp::create(b, loc, typeOf(value).clone(shape), value,
                             permutation);
}

Value ProgramBuilder::broadcast(Value value, ArrayRef<int64_t> shape,
                                ArrayRef<int64_t> dimensions) {
  if (shapeOf(value) == shape &&
      llvm::equal(dimensions, llvm::seq<int64_t>(0, shape.size())))
    return value;
  return BroadcastInDimOp::create(b, loc, typeOf(value).clone(shape), value,
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
    shape.push_back((limit - start + step - 1) / step);
  bool isWhole = llvm::all_of(starts, [](int64_t start) { return start == 0; });
  if (isWhole && ArrayRef(shape) == shapeOf(value))
    return value;
  return SliceOp::create(b, loc, typeOf(value).clone(shape), value, starts,
                         limits, steps);
}

Value ProgramBuilder::concatenate(mlir::ValueRange values, int64_t dimension) {
  if (values.size() == 1)
    return values.front();
  SmallVector<int64_t> shape(shapeOf(values.front()));
  shape[dimension] = 0;
  for (Value value : values)
    shape[dimension] += shapeOf(value)[dimension];
  return ConcatenateOp::create(b, loc, typeOf(values.front()).clone(shape),
                               values, dimension);
}

Value ProgramBuilder::reverse(Value value, ArrayRef<int64_t> dimensions) {
  if (dimensions.empty())
    return value;
  return ReverseOp::create(b, loc, value.getType(), value, dimensions);
}

Value ProgramBuilder::pad(Value value, double number, ArrayRef<int64_t> low,
                          ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
  SmallVector<int64_t> between(interior);
  between.resize(low.size(), 0);
  SmallVector<int64_t> shape;
  for (auto [size, before, after, gap] :
       llvm::zip_equal(shapeOf(value), low, high, between))
    shape.push_back(before + after + size +
                    gap * std::max<int64_t>(size - 1, 0));
  auto isZero = [](int64_t count) { return count == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero) &&
      ArrayRef(shape) == shapeOf(value))
    return value;
  return PadOp::create(b, loc, typeOf(value).clone(shape), value,
                       scalar(elementOf(value), number), low, high, between);
}
