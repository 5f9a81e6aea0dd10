//===- Variables.cpp - Values of shell variables --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Shell/Variables.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::shell;

void Assignments::add(const Word &word) {
  auto [place, isNew] =
      words.try_emplace(StringRef(word.value).split('=').first, &word);
  // The same text again changes nothing.
  if (!isNew && place->second && place->second->value != word.value)
    place->second = nullptr;
}

std::optional<const Word *> Assignments::find(StringRef name) const {
  auto found = words.find(name);
  return found == words.end() ? std::nullopt : std::optional(found->second);
}

Environment::Environment(std::vector<Word> given) : words(std::move(given)) {
  for (const Word &word : words)
    assignments.add(word);
}

Variables::Variables(const Script &script, const Environment *environment)
    : environment(environment) {
  for (const Word &word : script.assignments)
    assignments.add(word);
  for (StringRef name : script.changing)
    assignments.forget(name);
}

const Word *Variables::assignmentFor(StringRef name, const Word &word) const {
  std::optional<const Word *> outer, own = assignments.find(name);
  if (environment)
    outer = environment->find(name);
  if (!own)
    return outer.value_or(nullptr);
  if (outer) {
    bool isSame = *outer && *own && (*outer)->value == (*own)->value;
    return isSame ? *outer : nullptr;
  }
  // What is set further down is not known here.
  bool precedes = *own && (*own)->range.begin <= word.range.begin;
  return precedes ? *own : nullptr;
}

const Value *Variables::resolve(StringRef name, const Word &assignment,
                                llvm::StringSet<> &active) const {
  auto known = values.find(name);
  if (known == values.end()) {
    // A text that grows without end is nobody's region.
    constexpr size_t Longest = 4096, MaximalDepth = 50;
    if (active.size() > MaximalDepth || !active.insert(name).second)
      return nullptr;
    size_t begin = assignment.value.find('=') + 1;
    Value value = expand(assignment, begin, assignment.value.size(), active);
    active.erase(name);
    known = values.try_emplace(name).first;
    if (value.text.size() <= Longest)
      known->second = std::move(value);
  }
  return known->second ? &*known->second : nullptr;
}

Value Variables::expand(const Word &word, size_t begin, size_t end,
                        llvm::StringSet<> &active) const {
  Value value{"", word.part(begin, end), {}, word.isComputed};
  if (word.isComputed)
    value.range = word.range;
  size_t done = begin;
  for (const Expansion &expansion : word.expansions) {
    if (expansion.begin < begin || expansion.end > end)
      continue;
    const Word *assignment = assignmentFor(expansion.name, word);
    const Value *meant =
        assignment ? resolve(expansion.name, *assignment, active) : nullptr;
    if (!meant)
      continue;
    if (expansion.begin == begin && expansion.end == end)
      return {meant->text, meant->range, word.part(begin, end),
              meant->isComputed};
    value.isComputed |= meant->isComputed;
    value.text += word.value.substr(done, expansion.begin - done) + meant->text;
    done = expansion.end;
  }
  value.text += word.value.substr(done, end - done);
  return value;
}

Value Variables::valueOf(const Word &word, size_t begin, size_t end) const {
  llvm::StringSet<> active;
  return expand(word, begin, end, active);
}
