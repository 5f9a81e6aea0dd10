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

Variables::Variables(const Script &script) {
  for (const Word &word : script.assignments) {
    auto [place, isNew] =
        assignments.try_emplace(StringRef(word.value).split('=').first, &word);
    // The same text again changes nothing.
    if (!isNew && place->second && place->second->value != word.value)
      place->second = nullptr;
  }
  for (StringRef name : script.changing)
    assignments[name] = nullptr;
}

Value Variables::valueOf(const Word &word, size_t begin, size_t end) const {
  return resolve(word, begin, end, 0);
}

Value Variables::resolve(const Word &word, size_t begin, size_t end,
                         unsigned depth) const {
  constexpr unsigned MaximalDepth = 8;
  Value value{"", word.part(begin, end), {}};
  size_t done = begin;
  for (const Expansion &expansion : word.expansions) {
    if (expansion.begin < begin || expansion.end > end)
      continue;
    const Word *assignment = assignments.lookup(expansion.name);
    if (!assignment || depth >= MaximalDepth)
      continue;
    size_t from = assignment->value.find('=') + 1;
    Value meant =
        resolve(*assignment, from, assignment->value.size(), depth + 1);
    bool isWhole = expansion.begin == begin && expansion.end == end;
    if (isWhole)
      return {meant.text, meant.range, word.part(begin, end)};
    value.text += word.value.substr(done, expansion.begin - done) + meant.text;
    done = expansion.end;
  }
  value.text += word.value.substr(done, end - done);
  return value;
}
