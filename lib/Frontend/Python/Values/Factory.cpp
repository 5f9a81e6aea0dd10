//===- Factory.cpp - Makes values -----------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Factory.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// Values with more alternatives are not worth following.
static constexpr unsigned MostAlternatives = 16;

const Value *ValueFactory::unknown(Place place, const Value *fallback) {
  Value *value = make(ValueKind::Unknown, place);
  value->fallback = fallback;
  return value;
}

const Value *ValueFactory::text(StringRef text, Place place) {
  Value *value = make(ValueKind::Text, place);
  value->text = keep(text);
  return value;
}

const TextPart *ValueFactory::part(const TextPart &part, const Value *value,
                                   const Value *front) {
  auto *made = new (arena.Allocate<TextPart>()) TextPart(part);
  made->value = value;
  made->front = front;
  return made;
}

const Value *ValueFactory::boolean(bool truth, Place place) {
  Value *value = make(ValueKind::Bool, place);
  value->boolean = truth;
  return value;
}

const Value *ValueFactory::integer(int64_t number, Place place) {
  Value *value = make(ValueKind::Integer, place);
  value->integer = number;
  return value;
}

const Value *ValueFactory::name(StringRef dotted, Place place) {
  Value *value = make(ValueKind::Name, place);
  value->text = keep(dotted);
  return value;
}

bool python::isSame(const Value *a, const Value *b) {
  if (a == b)
    return true;
  if (a->kind != b->kind || a->storage || b->storage)
    return false;
  switch (a->kind) {
  case ValueKind::None:
    return true;
  case ValueKind::Bool:
    return a->boolean == b->boolean;
  case ValueKind::Integer:
    return a->integer == b->integer;
  case ValueKind::Float:
    return a->real == b->real;
  case ValueKind::Text:
    return !a->isTemplate && !b->isTemplate && a->text == b->text;
  case ValueKind::Name:
    return a->text == b->text;
  default:
    return false;
  }
}

unsigned python::countLeaves(const Value *value, unsigned limit) {
  if (value->kind != ValueKind::Choice)
    return 1;
  unsigned count = 0;
  for (const Value *arm : value->arms) {
    count += countLeaves(arm, limit - count);
    if (count >= limit)
      return limit;
  }
  return count;
}

const Value *ValueFactory::choice(unsigned branch,
                                  llvm::ArrayRef<const Value *> arms) {
  if (llvm::all_of(arms.drop_front(),
                   [&](const Value *arm) { return isSame(arm, arms.front()); }))
    return arms.front();
  // What is not known in any arm is not a choice.
  if (llvm::all_of(arms, [](const Value *arm) {
        return arm->isUnknown() && !arm->fallback;
      }))
    return arms.front();
  Value *value = make(ValueKind::Choice, arms.front()->place);
  value->branch = branch;
  llvm::SmallVector<const Value *, 4> chosen;
  for (auto [number, arm] : llvm::enumerate(arms))
    chosen.push_back(restricted(arm, branch, 1u << number));
  value->arms = keep(llvm::ArrayRef(chosen));
  if (countLeaves(value, MostAlternatives + 1) > MostAlternatives)
    return unknown(value->place);
  return value;
}

const Value *python::restricted(const Value *value, unsigned branch,
                                uint32_t arms) {
  while (value->kind == ValueKind::Choice && value->branch == branch &&
         llvm::has_single_bit(arms)) {
    unsigned arm = llvm::countr_zero(arms);
    if (arm >= value->arms.size())
      return value;
    value = value->arms[arm];
  }
  return value;
}

const Value *python::restricted(const Value *value, Path path) {
  for (bool changed = true; changed && value->kind == ValueKind::Choice;) {
    changed = false;
    for (const PathStep &step : path) {
      const Value *next = restricted(value, step.branch, step.arms);
      changed |= next != value;
      value = next;
    }
  }
  return value;
}
