//===- Variables.cpp - Values of shell variables --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Command/Variables.h"

using namespace trainlint;
using namespace trainlint::shell;
using llvm::StringRef;

Variables::Variables(const Script &script, llvm::ArrayRef<Word> environment)
    : environment(environment) {
  auto add = [&](const Word &word) {
    auto [place, isNew] =
        assignments.try_emplace(StringRef(word.value).split('=').first, &word);
    // The same text again changes nothing.
    if (!isNew && place->second && place->second->value != word.value)
      place->second = nullptr;
  };
  llvm::for_each(environment, add);
  llvm::for_each(script.assignments, add);
  for (StringRef name : script.changing)
    assignments[name] = nullptr;
  llvm::SmallVector<StringRef> names;
  for (const auto &entry : assignments)
    names.push_back(entry.first());
  for (StringRef name : names) {
    llvm::StringSet<> active;
    resolve(name, active);
  }
}

bool Variables::precedes(const Word *assignment, const Word &word) const {
  bool isEnvironment =
      assignment >= environment.begin() && assignment < environment.end();
  return isEnvironment || assignment->range.begin <= word.range.begin;
}

void Variables::resolve(StringRef name, llvm::StringSet<> &active) {
  const Word *assignment = assignments.lookup(name);
  // A text that grows without end is nobody's region.
  constexpr size_t Longest = 4096, MaximalDepth = 50;
  if (!assignment || values.contains(name) || active.size() > MaximalDepth ||
      !active.insert(name).second)
    return;
  for (const Expansion &expansion : assignment->expansions)
    resolve(expansion.name, active);
  active.erase(name);
  size_t begin = assignment->value.find('=') + 1;
  Value value = valueOf(*assignment, begin, assignment->value.size());
  if (value.text.size() <= Longest)
    values[name] = std::move(value);
}

Value Variables::valueOf(const Word &word, size_t begin, size_t end) const {
  Value value{"", word.part(begin, end), {}};
  size_t done = begin;
  for (const Expansion &expansion : word.expansions) {
    if (expansion.begin < begin || expansion.end > end)
      continue;
    auto known = values.find(expansion.name);
    const Word *assignment = assignments.lookup(expansion.name);
    // What is set further down is not known here.
    if (known == values.end() || !assignment || !precedes(assignment, word))
      continue;
    const Value &meant = known->second;
    if (expansion.begin == begin && expansion.end == end)
      return {meant.text, meant.range, word.part(begin, end)};
    value.text += word.value.substr(done, expansion.begin - done) + meant.text;
    done = expansion.end;
  }
  value.text += word.value.substr(done, end - done);
  return value;
}
