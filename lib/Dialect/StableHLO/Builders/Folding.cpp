//===- Folding.cpp - Arithmetic on small tensors that are known -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

std::optional<Literal> ProgramBuilder::literalOf(Value value) const {
  if (abstract) {
    std::shared_ptr<const Literal> literal = abstract->literal(value);
    return literal ? std::optional(*literal) : std::nullopt;
  }
  mlir::DenseElementsAttr elements;
  if (!Literal::canHold(value.getType()) ||
      !mlir::matchPattern(value, mlir::m_Constant(&elements)))
    return std::nullopt;
  return Literal::read(elements);
}

Value ProgramBuilder::literal(const Literal &literal) {
  if (abstract)
    return abstract->add(literal, loc);
  return literal.isWhole() ? constant(literal.attribute()) : Value();
}

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

static bool isNumeric(Type type) {
  return mlir::getElementTypeOrSelf(type).isIntOrFloat();
}

Value ProgramBuilder::fold(ArrayRef<Value> operands, Type element,
                           IntegerFunction integers, RealFunction reals) {
  if (!isFolding || !Literal::canHold(operands.front().getType()))
    return {};
  SmallVector<Literal, 3> literals;
  for (Value operand : operands) {
    std::optional<Literal> literal = literalOf(operand);
    if (!literal || literal->type.getShape() != shapeOf(operands.front()))
      return {};
    literals.push_back(std::move(*literal));
  }
  Literal result;
  result.type = literals.front().type.clone(element);
  for (size_t i = 0, count = literals.front().size(); i < count; ++i) {
    bool areKnown = llvm::all_of(
        literals, [&](const Literal &literal) { return literal.isKnown(i); });
    if (literals.front().isReal()) {
      SmallVector<double, 3> numbers;
      for (const Literal &literal : literals)
        numbers.push_back(literal.reals[i]);
      double number = areKnown && reals ? reals(numbers) : std::nan("");
      if (!result.isReal())
        return {};
      result.reals.push_back(Literal::round(element, number));
      continue;
    }
    SmallVector<int64_t, 3> numbers;
    for (const Literal &literal : literals)
      numbers.push_back(literal.integers[i]);
    std::optional<int64_t> number =
        areKnown && integers ? integers(numbers) : std::nullopt;
    if (result.isReal())
      return {};
    result.integers.push_back(number && Literal::fits(element, *number)
                                  ? *number
                                  : Literal::UnknownInteger);
  }
  return literal(result);
}

Value ProgramBuilder::foldCompare(Value lhs, Value rhs,
                                  ComparisonDirection direction) {
  auto holds = [direction](auto left, auto right) {
    switch (direction) {
    case ComparisonDirection::EQ:
      return left == right;
    case ComparisonDirection::NE:
      return left != right;
    case ComparisonDirection::GE:
      return left >= right;
    case ComparisonDirection::GT:
      return left > right;
    case ComparisonDirection::LE:
      return left <= right;
    case ComparisonDirection::LT:
      return left < right;
    }
    llvm_unreachable("all directions are handled");
  };
  std::optional<Literal> left = isFolding ? literalOf(lhs) : std::nullopt;
  std::optional<Literal> right = left ? literalOf(rhs) : std::nullopt;
  if (!right || left->size() != right->size())
    return {};
  Literal result;
  result.type = left->type.clone(b.getI1Type());
  for (size_t i = 0; i < left->size(); ++i) {
    if (!left->isKnown(i) || !right->isKnown(i))
      result.integers.push_back(Literal::UnknownInteger);
    else if (left->isReal())
      result.integers.push_back(holds(left->reals[i], right->reals[i]));
    else
      result.integers.push_back(holds(left->integers[i], right->integers[i]));
  }
  return literal(result);
}

Value ProgramBuilder::foldSelect(Value condition, Value onTrue, Value onFalse) {
  std::optional<Literal> mask = isFolding ? literalOf(condition) : std::nullopt;
  std::optional<Literal> yes = mask ? literalOf(onTrue) : std::nullopt;
  std::optional<Literal> no = yes ? literalOf(onFalse) : std::nullopt;
  if (!no || mask->size() != yes->size() || yes->size() != no->size())
    return {};
  Literal result;
  result.type = yes->type;
  for (size_t i = 0; i < mask->size(); ++i) {
    const Literal &chosen = mask->integers[i] != 0 ? *yes : *no;
    bool isKnown = mask->isKnown(i);
    if (result.isReal())
      result.reals.push_back(isKnown ? chosen.reals[i] : std::nan(""));
    else
      result.integers.push_back(isKnown ? chosen.integers[i]
                                        : Literal::UnknownInteger);
  }
  return literal(result);
}

Value ProgramBuilder::foldConvert(Value value, Type element) {
  std::optional<Literal> from = isFolding ? literalOf(value) : std::nullopt;
  if (!from || !Literal::canHold(from->type.clone(element)))
    return {};
  Literal result;
  result.type = from->type.clone(element);
  for (size_t i = 0; i < from->size(); ++i) {
    bool isKnown = from->isKnown(i);
    if (result.isReal()) {
      double number = !isKnown         ? std::nan("")
                      : from->isReal() ? from->reals[i]
                                       : double(from->integers[i]);
      result.reals.push_back(Literal::round(element, number));
      continue;
    }
    std::optional<int64_t> number;
    if (isKnown && element.isInteger(1))
      number = from->isReal() ? from->reals[i] != 0 : from->integers[i] != 0;
    else if (isKnown && !from->isReal())
      number = from->integers[i];
    else if (isKnown && std::abs(from->reals[i]) < 0x1p62)
      number = static_cast<int64_t>(from->reals[i]);
    result.integers.push_back(number && Literal::fits(element, *number)
                                  ? *number
                                  : Literal::UnknownInteger);
  }
  return literal(result);
}

//===----------------------------------------------------------------------===//
// Moved elements
//===----------------------------------------------------------------------===//

/// How far apart the elements of each dimension lie.
static SmallVector<int64_t> stridesOf(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

Value ProgramBuilder::foldMoved(
    ArrayRef<Value> operands, ArrayRef<int64_t> shape,
    llvm::function_ref<ElementSource(ArrayRef<int64_t>)> sourceOf) {
  if (!isFolding || !isNumeric(operands.front().getType()))
    return {};
  Literal result;
  result.type = RankedTensorType::get(shape, elementOf(operands.front()));
  if (!Literal::canHold(result.type))
    return {};
  SmallVector<Literal, 2> literals;
  SmallVector<SmallVector<int64_t>, 2> strides;
  for (Value operand : operands) {
    std::optional<Literal> literal = literalOf(operand);
    if (!literal)
      return {};
    strides.push_back(stridesOf(literal->type.getShape()));
    literals.push_back(std::move(*literal));
  }
  SmallVector<int64_t> index(shape.size(), 0);
  for (int64_t i = 0, count = elementCount(shape); i < count; ++i) {
    ElementSource source = sourceOf(index);
    const Literal &from = literals[source.operand];
    int64_t offset = 0;
    for (auto [at, stride] : llvm::zip(source.index, strides[source.operand]))
      offset += at * stride;
    if (result.isReal())
      result.reals.push_back(from.reals[offset]);
    else
      result.integers.push_back(from.integers[offset]);
    for (size_t dimension = shape.size(); dimension-- > 0;) {
      if (++index[dimension] < shape[dimension])
        break;
      index[dimension] = 0;
    }
  }
  return literal(result);
}

Value ProgramBuilder::foldReshape(Value value, ArrayRef<int64_t> shape) {
  std::optional<Literal> from = isFolding ? literalOf(value) : std::nullopt;
  if (!from)
    return {};
  from->type = from->type.clone(shape);
  if (!Literal::canHold(from->type) ||
      from->type.getNumElements() != int64_t(from->size()))
    return {};
  return literal(*from);
}

/// What nothing is combined to; none if it has no such number.
static std::optional<int64_t> combinedOfNone(Type element,
                                             Combination combination) {
  switch (combination) {
  case Combination::Add:
  case Combination::Or:
    return 0;
  case Combination::Multiply:
    return 1;
  case Combination::And:
    return element.isInteger(1) ? 1 : -1;
  case Combination::Maximum:
  case Combination::Minimum:
    return std::nullopt;
  }
  llvm_unreachable("all combinations are handled");
}

Value ProgramBuilder::foldReduce(Value value, ArrayRef<int64_t> dimensions,
                                 ArrayRef<int64_t> shape,
                                 Combination combination) {
  std::optional<Literal> from = isFolding ? literalOf(value) : std::nullopt;
  // Sums of floats depend on their order.
  if (!from || from->isReal())
    return {};
  Literal result;
  result.type = RankedTensorType::get(shape, elementOf(value));
  if (!Literal::canHold(result.type))
    return {};
  SmallVector<std::optional<int64_t>> sums(
      result.type.getNumElements(),
      combinedOfNone(elementOf(value), combination));
  SmallVector<bool> isReached(sums.size(), false);
  SmallVector<int64_t> strides = stridesOf(shapeOf(value));
  SmallVector<int64_t> outer = stridesOf(shape);
  for (size_t i = 0; i < from->size(); ++i) {
    int64_t place = 0;
    size_t next = 0;
    for (auto [dimension, stride] : llvm::enumerate(strides)) {
      int64_t at = (i / stride) % shapeOf(value)[dimension];
      if (!llvm::is_contained(dimensions, int64_t(dimension)))
        place += at * outer[next++];
    }
    std::optional<int64_t> number =
        from->isKnown(i) ? std::optional(from->integers[i]) : std::nullopt;
    std::optional<int64_t> &sum = sums[place];
    if (!isReached[place]) {
      isReached[place] = true;
      sum = number;
      continue;
    }
    if (!sum || !number) {
      sum = std::nullopt;
      continue;
    }
    switch (combination) {
    case Combination::Add:
      sum = llvm::checkedAdd(*sum, *number);
      break;
    case Combination::Multiply:
      sum = llvm::checkedMul(*sum, *number);
      break;
    case Combination::Maximum:
      sum = std::max(*sum, *number);
      break;
    case Combination::Minimum:
      sum = std::min(*sum, *number);
      break;
    case Combination::And:
      sum = *sum & *number;
      break;
    case Combination::Or:
      sum = *sum | *number;
      break;
    }
  }
  for (std::optional<int64_t> sum : sums)
    result.integers.push_back(sum && Literal::fits(elementOf(value), *sum)
                                  ? *sum
                                  : Literal::UnknownInteger);
  return literal(result);
}
