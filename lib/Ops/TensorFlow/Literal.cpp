//===- Literal.cpp - Tensors that are known when building -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Literal.h"
#include "Ops/TensorFlow/OpCall.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

Literal Literal::of(mlir::DenseElementsAttr constant) {
  Literal numbers;
  numbers.shape.assign(constant.getType().getShape().begin(),
                       constant.getType().getShape().end());
  numbers.element = constant.getElementType();
  if (numbers.isReal()) {
    for (const llvm::APFloat &value : constant.getValues<llvm::APFloat>()) {
      llvm::APFloat wide = value;
      bool isInexact;
      wide.convert(llvm::APFloat::IEEEdouble(),
                   llvm::APFloat::rmNearestTiesToEven, &isInexact);
      numbers.reals.push_back(wide.convertToDouble());
    }
  } else {
    Integers integers = integersOf(constant);
    numbers.integers.assign(integers.begin(), integers.end());
  }
  return numbers;
}

mlir::DenseElementsAttr Literal::toAttribute() const {
  auto type = mlir::RankedTensorType::get(shape, element);
  if (auto real = llvm::dyn_cast<mlir::FloatType>(element)) {
    llvm::SmallVector<llvm::APFloat> values;
    for (double number : reals) {
      llvm::APFloat value(number);
      bool isInexact;
      value.convert(real.getFloatSemantics(),
                    llvm::APFloat::rmNearestTiesToEven, &isInexact);
      values.push_back(value);
    }
    return mlir::DenseElementsAttr::get(type, values);
  }
  llvm::SmallVector<llvm::APInt> values;
  for (int64_t number : integers)
    values.emplace_back(element.getIntOrFloatBitWidth(), number,
                        /*isSigned=*/false, /*implicitTrunc=*/true);
  return mlir::DenseElementsAttr::get(type, values);
}

void Literal::append(const Literal &other, int64_t number) {
  if (isReal())
    reals.push_back(other.reals[number]);
  else
    integers.push_back(other.integers[number]);
}

Literal Literal::gather(
    llvm::ArrayRef<int64_t> newShape,
    llvm::function_ref<int64_t(llvm::ArrayRef<int64_t>)> from) const {
  Literal result;
  result.shape.assign(newShape.begin(), newShape.end());
  result.element = element;
  llvm::SmallVector<int64_t> indices(newShape.size(), 0);
  int64_t total = result.count();
  for (int64_t i = 0; i != total; ++i) {
    result.append(*this, from(indices));
    for (size_t d = newShape.size(); d-- != 0;) {
      if (++indices[d] != newShape[d])
        break;
      indices[d] = 0;
    }
  }
  return result;
}

int64_t tensorflow::numberOf(llvm::ArrayRef<int64_t> indices,
                             llvm::ArrayRef<int64_t> shape) {
  int64_t number = 0;
  for (auto [index, size] : llvm::zip(indices, shape))
    number = number * size + index;
  return number;
}
