//===- FoldNodes.cpp - Nodes whose inputs are known -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs compute shapes, axes and conditions as they compute everything else.
// What follows from known numbers is worked out here, since the program needs
// it while it is built. What moves elements is left to the families, which see
// whether an axis is known.
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Literal.h"
#include "Ops/TensorFlow/OpCall.h"
#include "Support/LLVM.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::tensorflow;

/// More elements are computed by the program.
static constexpr int64_t MaxFoldedElements = 1 << 14;

using RealFunction = double (*)(double, double);
using IntegerFunction = int64_t (*)(int64_t, int64_t);

namespace {
struct BinaryFold {
  IntegerFunction integers = nullptr;
  RealFunction reals = nullptr;
  /// The result is a boolean.
  bool isTest = false;
};
} // namespace

static int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }

static int64_t truncatedQuotient(int64_t a, int64_t b) {
  return b == 0 || (b == -1 && a == INT64_MIN) ? 0 : a / b;
}

static int64_t flooredQuotient(int64_t a, int64_t b) {
  int64_t quotient = truncatedQuotient(a, b);
  return b != 0 && quotient * b != a && (a < 0) != (b < 0) ? quotient - 1
                                                           : quotient;
}

static BinaryFold binaryFold(StringRef op) {
  using I = int64_t;
  using R = double;
  if (op == "Add" || op == "AddV2")
    return {[](I a, I b) { return wrap(uint64_t(a) + uint64_t(b)); },
            [](R a, R b) { return a + b; }};
  if (op == "Sub")
    return {[](I a, I b) { return wrap(uint64_t(a) - uint64_t(b)); },
            [](R a, R b) { return a - b; }};
  if (op == "Mul")
    return {[](I a, I b) { return wrap(uint64_t(a) * uint64_t(b)); },
            [](R a, R b) { return a * b; }};
  if (op == "RealDiv" || op == "Div" || op == "TruncateDiv")
    return {truncatedQuotient, [](R a, R b) { return a / b; }};
  if (op == "FloorDiv")
    return {flooredQuotient, [](R a, R b) { return std::floor(a / b); }};
  if (op == "FloorMod")
    return {[](I a, I b) {
              return wrap(uint64_t(a) -
                          uint64_t(flooredQuotient(a, b)) * uint64_t(b));
            },
            [](R a, R b) { return a - std::floor(a / b) * b; }};
  if (op == "Mod" || op == "TruncateMod")
    return {[](I a, I b) {
      return wrap(uint64_t(a) -
                  uint64_t(truncatedQuotient(a, b)) * uint64_t(b));
    }};
  if (op == "Maximum")
    return {[](I a, I b) { return std::max(a, b); },
            [](R a, R b) { return std::max(a, b); }};
  if (op == "Minimum")
    return {[](I a, I b) { return std::min(a, b); },
            [](R a, R b) { return std::min(a, b); }};
  if (op == "Less")
    return {[](I a, I b) -> I { return a < b; },
            [](R a, R b) -> R { return a < b; }, true};
  if (op == "LessEqual")
    return {[](I a, I b) -> I { return a <= b; },
            [](R a, R b) -> R { return a <= b; }, true};
  if (op == "Greater")
    return {[](I a, I b) -> I { return a > b; },
            [](R a, R b) -> R { return a > b; }, true};
  if (op == "GreaterEqual")
    return {[](I a, I b) -> I { return a >= b; },
            [](R a, R b) -> R { return a >= b; }, true};
  if (op == "Equal")
    return {[](I a, I b) -> I { return a == b; },
            [](R a, R b) -> R { return a == b; }, true};
  if (op == "NotEqual")
    return {[](I a, I b) -> I { return a != b; },
            [](R a, R b) -> R { return a != b; }, true};
  if (op == "LogicalAnd")
    return {[](I a, I b) -> I { return a && b; }};
  if (op == "LogicalOr")
    return {[](I a, I b) -> I { return a || b; }};
  return {};
}

static mlir::DenseElementsAttr foldBinary(const BinaryFold &fold, Literal a,
                                          Literal b) {
  std::optional<Integers> shape = broadcastShape(a.shape, b.shape);
  if (!shape || a.element != b.element || (a.isReal() && !fold.reals))
    return {};
  auto spread = [&](const Literal &numbers) {
    size_t offset = shape->size() - numbers.shape.size();
    return numbers.gather(*shape, [&](llvm::ArrayRef<int64_t> indices) {
      int64_t number = 0;
      for (auto [i, size] : llvm::enumerate(numbers.shape))
        number = number * size + (size == 1 ? 0 : indices[offset + i]);
      return number;
    });
  };
  a = spread(a);
  b = spread(b);
  Literal result;
  result.shape = *shape;
  result.element = fold.isTest
                       ? mlir::IntegerType::get(a.element.getContext(), 1)
                       : a.element;
  for (int64_t i = 0, count = result.count(); i != count; ++i) {
    if (!a.isReal())
      result.integers.push_back(fold.integers(a.integers[i], b.integers[i]));
    else if (fold.isTest)
      result.integers.push_back(fold.reals(a.reals[i], b.reals[i]) != 0);
    else
      result.reals.push_back(fold.reals(a.reals[i], b.reals[i]));
  }
  return result.toAttribute();
}

static mlir::DenseElementsAttr foldCast(const Literal &from,
                                        mlir::Type element) {
  if (!element)
    return {};
  Literal to;
  to.shape = from.shape;
  to.element = element;
  for (int64_t i = 0, count = from.count(); i != count; ++i) {
    double real = from.isReal() ? from.reals[i] : double(from.integers[i]);
    if (to.isReal()) {
      to.reals.push_back(real);
      continue;
    }
    if (from.isReal() && !(std::abs(real) < 9e18))
      return {};
    int64_t integer = from.isReal() ? int64_t(real) : from.integers[i];
    to.integers.push_back(element.isInteger(1) ? real != 0 : integer);
  }
  return to.toAttribute();
}

/// Null if the op is none of one number.
static mlir::DenseElementsAttr foldUnary(StringRef op, Literal numbers) {
  bool isLogical = numbers.element.isInteger(1);
  if (op == "LogicalNot" && isLogical) {
    for (int64_t &number : numbers.integers)
      number = !number;
  } else if (op == "Neg" && !isLogical) {
    for (int64_t &number : numbers.integers)
      number = wrap(0 - uint64_t(number));
    for (double &number : numbers.reals)
      number = -number;
  } else if (op == "Abs" && !isLogical) {
    for (int64_t &number : numbers.integers)
      number = number < 0 ? wrap(0 - uint64_t(number)) : number;
    for (double &number : numbers.reals)
      number = std::abs(number);
  } else if (op == "Square" && !isLogical) {
    for (int64_t &number : numbers.integers)
      number = wrap(uint64_t(number) * uint64_t(number));
    for (double &number : numbers.reals)
      number *= number;
  } else if ((op == "Floor" || op == "Ceil" || op == "Sqrt") &&
             numbers.isReal()) {
    for (double &number : numbers.reals)
      number = op == "Floor"  ? std::floor(number)
               : op == "Ceil" ? std::ceil(number)
                              : std::sqrt(number);
  } else {
    return {};
  }
  return numbers.toAttribute();
}

/// `Prod`, `Sum`, `Max`, `Min`, `All`, `Any` of integers.
static mlir::DenseElementsAttr foldReduction(OpCall &node) {
  StringRef op = node.op();
  Literal numbers = Literal::of(node.inputs[0].constant);
  std::optional<Integers> axes = node.known(1);
  if (numbers.isReal() || !axes)
    return {};
  llvm::SmallVector<bool> isReduced(numbers.shape.size(), false);
  for (int64_t number : *axes) {
    std::optional<int64_t> axis = node.axis(number, numbers.rank());
    if (!axis)
      return {};
    isReduced[*axis] = true;
  }
  bool keeps = node.getBool("keep_dims", node.getBool("keepdims"));
  Literal result;
  result.element = numbers.element;
  Integers kept;
  for (auto [size, reduced] : llvm::zip(numbers.shape, isReduced)) {
    kept.push_back(reduced ? 1 : size);
    if (!reduced || keeps)
      result.shape.push_back(reduced ? 1 : size);
  }
  bool isMax = op == "Max", isMin = op == "Min";
  if ((isMax || isMin) && numbers.count() == 0)
    return {};
  int64_t first = op == "Prod" || op == "All" ? 1
                  : isMax                     ? INT64_MIN
                  : isMin                     ? INT64_MAX
                                              : 0;
  result.integers.assign(result.count(), first);
  Integers indices(numbers.shape.size(), 0);
  for (int64_t number : numbers.integers) {
    Integers to(indices);
    for (auto [index, reduced] : llvm::zip(to, isReduced))
      index = reduced ? 0 : index;
    int64_t &slot = result.integers[numberOf(to, kept)];
    if (op == "Prod")
      slot = wrap(uint64_t(slot) * uint64_t(number));
    else if (op == "Sum")
      slot = wrap(uint64_t(slot) + uint64_t(number));
    else if (isMax)
      slot = std::max(slot, number);
    else if (isMin)
      slot = std::min(slot, number);
    else
      slot = op == "All" ? slot && number : slot || number;
    for (size_t d = indices.size(); d-- != 0;) {
      if (++indices[d] != numbers.shape[d])
        break;
      indices[d] = 0;
    }
  }
  return result.toAttribute();
}

mlir::DenseElementsAttr tensorflow::foldNode(OpCall &node, unsigned output) {
  if (output != 0 || node.inputs.empty())
    return {};
  for (const StepValue &input : node.inputs) {
    if (!input.constant || !input.constant.getElementType().isIntOrFloat() ||
        input.constant.getNumElements() > MaxFoldedElements)
      return {};
  }
  StringRef op = node.op();
  Literal first = Literal::of(node.inputs[0].constant);
  if (op == "Cast")
    return foldCast(first, node.outputElement());
  if (op == "Prod" || op == "Sum" || op == "Max" || op == "Min" ||
      op == "All" || op == "Any")
    return foldReduction(node);
  if (node.inputs.size() == 1)
    return foldUnary(op, std::move(first));
  if (node.inputs.size() != 2)
    return {};
  BinaryFold fold = binaryFold(op);
  if (!fold.integers)
    return {};
  return foldBinary(fold, std::move(first),
                    Literal::of(node.inputs[1].constant));
}
