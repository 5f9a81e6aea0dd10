//===- Operators.cpp - What operators give --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Evaluator.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::python;

const Value *Evaluator::evaluateBinary(Node expression) {
  const Value *left = evaluate(expression.child(Field::Left));
  const Value *right = evaluate(expression.child(Field::Right));
  return binary(expression.child(Field::Operator).text(), left, right,
                placeOf(expression));
}

const Value *Evaluator::binary(StringRef op, const Value *left,
                               const Value *right, Place place) {
  return lift(left, right, [&](const Value *a, const Value *b) {
    return binaryKnown(op, a, b, place);
  });
}

static std::optional<double> numberOf(const Value &value) {
  if (value.kind == ValueKind::Integer)
    return value.integer;
  if (value.kind == ValueKind::Float)
    return value.real;
  return std::nullopt;
}

const Value *Evaluator::binaryKnown(StringRef op, const Value *left,
                                    const Value *right, Place place) {
  if (op == "%" && left->kind == ValueKind::Text)
    return left->isTemplate ? joinTexts({}, place, /*isOpen=*/true)
                            : formatPercent(left, right, place);
  // A path that is divided by a name is longer.
  if (op == "/" && left->kind == ValueKind::Text)
    return joinTexts({left, factory.text("/", place), right}, place);
  if (op == "+" &&
      (left->kind == ValueKind::Text || right->kind == ValueKind::Text)) {
    auto mayBeText = [](const Value *value) {
      return value->kind == ValueKind::Text || value->isUnknown() ||
             value->kind == ValueKind::Object || value->kind == ValueKind::Name;
    };
    if (mayBeText(left) && mayBeText(right))
      return joinTexts({left, right}, place);
    return factory.unknown(place);
  }
  const Value *a = contents(left), *b = contents(right);
  if (op == "+" && a->isSequence() && a->kind == b->kind &&
      a->items.size() + b->items.size() <= LongestList) {
    llvm::SmallVector<const Value *, 8> items(a->items);
    llvm::append_range(items, b->items);
    Value *sum = factory.make(a->kind, place);
    sum->items = factory.keep(llvm::ArrayRef<const Value *>(items));
    sum->isOpen = a->isOpen || b->isOpen;
    return a->kind == ValueKind::List ? stored(sum) : sum;
  }
  if (op == "+" && (a->isSequence() || b->isSequence())) {
    Value *sum = factory.make(a->isSequence() ? a->kind : b->kind, place);
    sum->isOpen = true;
    return sum;
  }
  if (op == "*" && a->isSequence() && b->isInteger() && b->integer >= 0 &&
      a->items.size() * uint64_t(std::min<int64_t>(b->integer, LongestList)) <=
          LongestList &&
      b->integer <= int64_t(LongestList)) {
    llvm::SmallVector<const Value *, 8> items;
    for (int64_t i = 0; i < b->integer; ++i)
      llvm::append_range(items, a->items);
    Value *product = factory.make(a->kind, place);
    product->items = factory.keep(llvm::ArrayRef<const Value *>(items));
    product->isOpen = a->isOpen;
    return a->kind == ValueKind::List ? stored(product) : product;
  }
  if (a->isInteger() && b->isInteger()) {
    int64_t result;
    if (op == "+" && !llvm::AddOverflow(a->integer, b->integer, result))
      return factory.integer(result, place);
    if (op == "-" && !llvm::SubOverflow(a->integer, b->integer, result))
      return factory.integer(result, place);
    if (op == "*" && !llvm::MulOverflow(a->integer, b->integer, result))
      return factory.integer(result, place);
    bool divides = b->integer > 0 && a->integer >= 0;
    if (op == "//" && divides)
      return factory.integer(a->integer / b->integer, place);
    if (op == "%" && divides)
      return factory.integer(a->integer % b->integer, place);
    if (op == "**" && b->integer >= 0 && b->integer < 63 && a->integer == 2)
      return factory.integer(int64_t(1) << b->integer, place);
    if (op == "<<" && a->integer == 1 && b->integer >= 0 && b->integer < 62)
      return factory.integer(int64_t(1) << b->integer, place);
  }
  std::optional<double> x = numberOf(*a), y = numberOf(*b);
  if (x && y) {
    Value *real = factory.make(ValueKind::Float, place);
    if (op == "+")
      real->real = *x + *y;
    else if (op == "-")
      real->real = *x - *y;
    else if (op == "*")
      real->real = *x * *y;
    else if (op == "/" && *y != 0)
      real->real = *x / *y;
    else
      return factory.unknown(place);
    // Whole numbers that were too large for that are not followed.
    return op == "/" || !a->isInteger() || !b->isInteger()
               ? real
               : factory.unknown(place);
  }
  return factory.unknown(place);
}

const Value *Evaluator::evaluateBoolean(Node expression) {
  bool isAnd = expression.child(Field::Operator).text() == "and";
  const Value *left = evaluate(expression.child(Field::Left));
  std::optional<bool> truth =
      left->storage ? contents(left)->truth() : left->truth();
  if (truth && *truth != isAnd)
    return left;
  const Value *right = evaluate(expression.child(Field::Right));
  return lift(left, right,
              [&](const Value *a, const Value *b) -> const Value * {
                std::optional<bool> known = contents(a)->truth();
                if (known)
                  return *known == isAnd ? b : a;
                // Whatever the left one is, both are false, or both are true.
                std::optional<bool> other = contents(b)->truth();
                if (other && *other != isAnd)
                  return isAnd ? factory.boolean(false, placeOf(expression))
                               : unknown(expression);
                return unknown(expression);
              });
}

const Value *Evaluator::evaluateConditional(Node expression) {
  llvm::SmallVector<Node, 3> parts(expression.children().begin(),
                                   expression.children().end());
  if (parts.size() != 3)
    return unknown(expression);
  Condition condition = conditionOf(evaluate(parts[1]), parts[1]);
  if (condition.known)
    return evaluate(*condition.known ? parts[0] : parts[2]);
  // As a function that returns on both arms.
  const Value *outer = returned;
  auto armOf = [&](Node part) {
    return [this, part] {
      returned = evaluate(part);
      return Flow::Return;
    };
  };
  Arm arms[] = {{condition.whenTrue, armOf(parts[0])},
                {condition.whenFalse, armOf(parts[2])}};
  Flow flow = fork(condition.branch, arms);
  const Value *result = flow == Flow::Return ? returned : unknown(expression);
  returned = outer;
  return result;
}

const Value *Evaluator::evaluateNamed(Node expression) {
  const Value *value = evaluate(expression.child(Field::Value));
  if (Node name = expression.child(Field::Name))
    assignName(name, name.text(), value);
  return value;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

const Value *Evaluator::evaluateComparison(Node expression) {
  llvm::SmallVector<Node, 2> operands;
  for (Node part : expression.children())
    if (part.field() != Field::Operators)
      operands.push_back(part);
  if (operands.size() != 2) {
    for (Node operand : operands)
      (void)evaluate(operand);
    return unknown(expression);
  }
  const Value *left = evaluate(operands[0]), *right = evaluate(operands[1]);
  // `not in` and `is not` are two words.
  StringRef op =
      expression.text()
          .slice(operands[0].range().end - expression.range().begin,
                 operands[1].range().begin - expression.range().begin)
          .trim();
  return lift(left, right,
              [&](const Value *a, const Value *b) -> const Value * {
                std::optional<bool> holds = compareKnown(op, a, b);
                return holds ? factory.boolean(*holds, placeOf(expression))
                             : unknown(expression);
              });
}

/// Whether two values are equal; nothing if that is not known.
static std::optional<bool> areEqual(const Value &a, const Value &b) {
  auto isKnown = [](const Value &value) {
    switch (value.kind) {
    case ValueKind::None:
    case ValueKind::Bool:
    case ValueKind::Integer:
    case ValueKind::Float:
      return true;
    case ValueKind::Text:
      return !value.isTemplate;
    default:
      return false;
    }
  };
  if (!isKnown(a) || !isKnown(b))
    return std::nullopt;
  std::optional<double> x = numberOf(a), y = numberOf(b);
  if (x && y)
    return *x == *y;
  if (a.kind != b.kind)
    return a.kind == ValueKind::Bool || b.kind == ValueKind::Bool
               ? std::nullopt
               : std::optional<bool>(false);
  return isSame(&a, &b);
}

std::optional<bool> Evaluator::compareKnown(StringRef op, const Value *left,
                                            const Value *right) {
  const Value *a = contents(left), *b = contents(right);
  auto negated = [](std::optional<bool> value) -> std::optional<bool> {
    return value ? std::optional<bool>(!*value) : std::nullopt;
  };
  if (op == "==" || op == "!=" || op == "<>") {
    std::optional<bool> equal = areEqual(*a, *b);
    return op == "==" ? equal : negated(equal);
  }
  if (op.starts_with("is")) {
    bool isNegated = op.ends_with("not");
    auto isDefinite = [](const Value &value) {
      return value.kind != ValueKind::Unknown &&
             value.kind != ValueKind::Object && value.kind != ValueKind::Name &&
             value.kind != ValueKind::Choice;
    };
    std::optional<bool> same;
    if ((a->isNone() && isDefinite(*b)) || (b->isNone() && isDefinite(*a)))
      same = a->isNone() && b->isNone();
    else if (a->kind == ValueKind::Bool && b->kind == ValueKind::Bool)
      same = a->boolean == b->boolean;
    return isNegated ? negated(same) : same;
  }
  if (op.ends_with("in")) {
    std::optional<bool> holds;
    if (a->isText() && b->isText()) {
      // Texts that conditions look into are short.
      if (a->text.size() + b->text.size() < LongestList)
        holds = b->text.contains(a->text);
    } else if (b->isSequence() && !b->isOpen) {
      holds = false;
      for (const Value *item : b->items) {
        std::optional<bool> equal = areEqual(*a, *item);
        if (!equal) {
          holds = std::nullopt;
          break;
        }
        if (*equal) {
          holds = true;
          break;
        }
      }
    } else if (b->isDict() && !b->isOpen && a->isText()) {
      holds = b->find(a->text) != nullptr;
    }
    return op.starts_with("not") ? negated(holds) : holds;
  }
  std::optional<double> x = numberOf(*a), y = numberOf(*b);
  if (!x || !y)
    return std::nullopt;
  if (op == "<")
    return *x < *y;
  if (op == "<=")
    return *x <= *y;
  if (op == ">")
    return *x > *y;
  if (op == ">=")
    return *x >= *y;
  return std::nullopt;
}
