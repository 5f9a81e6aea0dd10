//===- Branches.cpp - The arms of branches --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Evaluator.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// Longer paths are cut: what they say more excludes no value that is left.
static constexpr size_t LongestPath = 64;

unsigned Evaluator::addBranch(Node at, unsigned arms) {
  branches.push_back({placeOf(at), arms, std::nullopt});
  return branches.size() - 1;
}

void Evaluator::constrain(PathStep step) {
  for (PathStep &known : path) {
    if (known.branch == step.branch) {
      known.arms &= step.arms;
      return;
    }
  }
  if (path.size() < LongestPath)
    path.push_back(step);
}

/// What a flag is compared with, if that is written out: `== "tpu"`; empty for
/// other expressions.
static StringRef comparedWith(Node comparison) {
  if (!comparison.is(NodeKind::ComparisonOperator))
    return {};
  Node flag = comparison.firstChild(), last;
  bool isName = flag.is(NodeKind::Identifier) ||
                (flag.is(NodeKind::Attribute) &&
                 flag.child(Field::Object).is(NodeKind::Identifier));
  for (Node part : comparison.children())
    last = part;
  bool isWritten = last.is(NodeKind::String) || last.is(NodeKind::Integer) ||
                   last.is(NodeKind::None);
  if (!isName || !isWritten || last == flag)
    return {};
  return comparison.text().drop_front(flag.range().end - flag.range().begin);
}

/// Conditions on one flag go one way, wherever they stand. A flag is known by
/// its default and by where it is defined.
unsigned Evaluator::branchOfFlag(const Value &value, Node at) {
  StringRef compared = comparedWith(at);
  const Value *flag = compared.empty() ? &value : evaluate(at.firstChild());
  if (!flag->isUnknown() || !flag->fallback)
    return addBranch(at, 2);
  auto [known, isNew] = flagBranches.try_emplace(
      {flag->fallback, flag->place.range.begin, compared}, 0);
  if (isNew)
    known->second = addBranch(at, 2);
  return known->second;
}

Evaluator::Condition Evaluator::conditionOf(const Value *value, Node at) {
  auto truthOf = [&](const Value *one) -> const Value * {
    std::optional<bool> truth = one->truth();
    return truth ? factory.boolean(*truth, one->place)
                 : factory.unknown(one->place);
  };
  Condition condition;
  const Value *truth = lift(value, truthOf);
  condition.known = truth->truth();
  if (condition.known)
    return condition;

  // A condition on what an earlier branch chose goes as that branch did.
  if (truth->kind == ValueKind::Choice) {
    uint32_t whenTrue = 0, whenFalse = 0;
    bool isDecided = true;
    for (auto [number, arm] : llvm::enumerate(truth->arms)) {
      std::optional<bool> holds = arm->truth();
      isDecided &= holds.has_value();
      whenTrue |= uint32_t(!holds || *holds) << number;
      whenFalse |= uint32_t(!holds || !*holds) << number;
    }
    if (isDecided) {
      condition.branch = truth->branch;
      condition.whenTrue.push_back({truth->branch, whenTrue});
      condition.whenFalse.push_back({truth->branch, whenFalse});
      return condition;
    }
    condition.whenTrue.push_back({truth->branch, whenTrue});
    condition.whenFalse.push_back({truth->branch, whenFalse});
  }

  unsigned branch = branchOfFlag(*value, at);
  condition.branch = branch;
  condition.whenTrue.insert(condition.whenTrue.begin(), {branch, 1});
  condition.whenFalse.insert(condition.whenFalse.begin(), {branch, 2});
  const Value *fallback = truth->fallback;
  if (std::optional<bool> usual = fallback ? fallback->truth() : std::nullopt) {
    branches[branch].defaultArms = *usual ? 1 : 2;
    (*usual ? condition.whenFalse : condition.whenTrue)
        .push_back({DefaultsBranch, 1});
  }
  return condition;
}

Evaluator::Flow Evaluator::fork(unsigned branch, llvm::ArrayRef<Arm> arms) {
  struct Outcome {
    Flow flow;
    State::Changes changes;
    const Value *returned;
  };
  std::vector<Outcome> outcomes;
  std::vector<PathStep> before = path;
  State::Mark mark = state.mark();
  for (const Arm &arm : arms) {
    for (PathStep step : arm.steps)
      constrain(step);
    returned = nullptr;
    Flow flow = arm.run();
    outcomes.push_back({flow, state.changesSince(mark), returned});
    state.undo(mark);
    path = before;
  }

  auto goesOn = [](const Outcome &outcome) {
    return outcome.flow == Flow::Next;
  };
  unsigned count = llvm::count_if(outcomes, goesOn);
  if (count == 0) {
    // All arms return, or none comes to what follows.
    llvm::SmallVector<const Value *, 4> values(branches[branch].arms, nullptr);
    const Value *any = nullptr;
    for (auto [arm, outcome] : llvm::zip(arms, outcomes)) {
      if (outcome.flow != Flow::Return)
        continue;
      any = outcome.returned;
      for (size_t i = 0; i < values.size(); ++i)
        if (arm.steps.front().arms >> i & 1)
          values[i] = outcome.returned;
    }
    if (!any)
      return Flow::Leave;
    for (const Value *&value : values)
      value = value ? value : any;
    returned = factory.choice(branch, values);
    return Flow::Return;
  }

  uint32_t onward = 0;
  for (auto [arm, outcome] : llvm::zip(arms, outcomes)) {
    uint32_t own = arm.steps.front().arms;
    if (goesOn(outcome))
      onward |= own;
    else if (outcome.flow == Flow::Return)
      pendingReturns.push_back({branch, own, outcome.returned});
  }
  // What only one arm leads to holds from here on.
  for (auto [arm, outcome] : llvm::zip(arms, outcomes))
    if (count == 1 && goesOn(outcome))
      for (PathStep step : arm.steps)
        constrain(step);
  if (count != arms.size())
    constrain({branch, onward});

  State::Changes keys;
  for (const Outcome &outcome : outcomes)
    if (goesOn(outcome))
      for (const auto &change : outcome.changes)
        keys.insert({change.first, nullptr});
  for (const auto &[key, unused] : keys) {
    const Value *base = state.lookup(key);
    const Value *any = nullptr;
    llvm::SmallVector<const Value *, 4> values(branches[branch].arms, nullptr);
    for (auto [arm, outcome] : llvm::zip(arms, outcomes)) {
      if (!goesOn(outcome))
        continue;
      auto *found = outcome.changes.find(key);
      const Value *value =
          found == outcome.changes.end() ? base : found->second;
      // The condition of the arm may rule out what an earlier branch chose.
      value = value ? restricted(value, arm.steps) : factory.unknown({});
      any = any ? any : value;
      for (size_t i = 0; i < values.size(); ++i)
        if (arm.steps.front().arms >> i & 1)
          values[i] = value;
    }
    for (const Value *&value : values)
      value = value ? value : any;
    state.set(key, factory.choice(branch, values));
  }
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Alternatives
//===----------------------------------------------------------------------===//

/// What a value is if nobody says otherwise, used where the value is.
const Value *Evaluator::usualOf(const Value *value) {
  if (!value->fallback)
    return value;
  if (!value->use || value->fallback->storage)
    return value->fallback;
  Value *usual = factory.copy(*value->fallback);
  usual->use = value->use;
  return usual;
}

const Value *Evaluator::lift(const Value *value, Unary function) {
  return lift(value, value,
              [&](const Value *one, const Value *) { return function(one); });
}

const Value *Evaluator::lift(const Value *left, const Value *right,
                             Binary function, unsigned nesting) {
  const Value *choosing = left->kind == ValueKind::Choice    ? left
                          : right->kind == ValueKind::Choice ? right
                                                             : nullptr;
  if (!choosing) {
    const Value *result = function(left, right);
    auto mayBeUsual = [](const Value *value) {
      return !value->fallback || value->fallback->kind != ValueKind::Choice;
    };
    bool isUsual = !left->fallback && !right->fallback;
    bool mayDiffer = result->isUnknown() ||
                     (result->kind == ValueKind::Text && result->isTemplate);
    if (isUsual || !mayDiffer || result->fallback || !mayBeUsual(left) ||
        !mayBeUsual(right))
      return result;
    const Value *usual = function(usualOf(left), usualOf(right));
    if (usual->isUnknown())
      return result;
    Value *copy = factory.copy(*result);
    copy->fallback = usual;
    return copy;
  }
  static constexpr unsigned DeepestChoice = 8;
  if (nesting >= DeepestChoice || !spend())
    return factory.unknown(left->place);
  llvm::SmallVector<const Value *, 4> arms;
  for (size_t i = 0; i < choosing->arms.size(); ++i)
    arms.push_back(lift(restricted(left, choosing->branch, 1u << i),
                        restricted(right, choosing->branch, 1u << i), function,
                        nesting + 1));
  return factory.choice(choosing->branch, arms);
}
