//===- Literal.cpp - Small tensors whose elements are known ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Literal.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

bool Literal::isWhole() const {
  return llvm::all_of(llvm::seq<size_t>(0, size()),
                      [&](size_t index) { return isKnown(index); });
}

bool Literal::canHold(Type type) {
  auto tensor = llvm::dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return false;
  Type element = tensor.getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() > 64)
    return false;
  // The product of all sizes may be too large for an integer.
  int64_t count = 1;
  for (int64_t size : tensor.getShape()) {
    if (size > MostElements)
      return false;
    count *= size;
    if (count > MostElements)
      return false;
  }
  return true;
}

/// None for a number that is too large.
static std::optional<int64_t> integerOf(Type element,
                                        const llvm::APInt &number) {
  bool isSigned = !element.isUnsignedInteger() && !element.isInteger(1);
  if (isSigned) {
    int64_t result = number.getSExtValue();
    if (result == Literal::UnknownInteger)
      return std::nullopt;
    return result;
  }
  uint64_t positive = number.getZExtValue();
  if (positive > INT64_MAX)
    return std::nullopt;
  return positive;
}

std::optional<Literal> Literal::read(mlir::DenseElementsAttr elements) {
  auto type = llvm::dyn_cast<RankedTensorType>(elements.getType());
  if (!type || !canHold(type))
    return std::nullopt;
  Literal literal;
  literal.type = type;
  if (literal.isReal()) {
    for (const llvm::APFloat &number : elements.getValues<llvm::APFloat>())
      literal.reals.push_back(number.convertToDouble());
    return literal;
  }
  for (const llvm::APInt &number : elements.getValues<llvm::APInt>()) {
    std::optional<int64_t> integer = integerOf(type.getElementType(), number);
    if (!integer)
      return std::nullopt;
    literal.integers.push_back(*integer);
  }
  return literal;
}

mlir::DenseElementsAttr Literal::attribute() const {
  Type element = type.getElementType();
  SmallVector<mlir::Attribute> elements;
  for (double number : reals)
    elements.push_back(mlir::FloatAttr::get(element, number));
  for (int64_t number : integers)
    elements.push_back(mlir::IntegerAttr::get(
        element, llvm::APInt(element.getIntOrFloatBitWidth(),
                             static_cast<uint64_t>(number),
                             /*isSigned=*/true, /*implicitTrunc=*/true)));
  return mlir::DenseElementsAttr::get(type, elements);
}

bool Literal::fits(Type element, int64_t number) {
  unsigned width = element.getIntOrFloatBitWidth();
  if (element.isUnsignedInteger() || width == 1)
    return number >= 0 && (width >= 64 || (number >> width) == 0);
  return width >= 64 || llvm::isIntN(width, number);
}

double Literal::round(Type element, double number) {
  llvm::APFloat real(number);
  bool losesInfo = false;
  real.convert(llvm::cast<mlir::FloatType>(element).getFloatSemantics(),
               llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return real.convertToDouble();
}
