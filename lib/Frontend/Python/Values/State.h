//===- State.h - What names stand for while a program runs ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every write is remembered with what it replaced, so that the arms of a branch
// start alike: what one arm did is undone before the next one runs, and only
// what they changed is joined behind them.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_VALUES_STATE_H
#define TRAINLINT_FRONTEND_PYTHON_VALUES_STATE_H

#include "Frontend/Python/Values/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include <vector>

namespace trainlint::python {

/// A name in a scope, or the storage of a list, a dict or an object.
using StateKey = uint64_t;

inline StateKey variableKey(unsigned scope, unsigned name) {
  return (uint64_t(scope) << 32) | name;
}
/// Scope 0 is none.
inline StateKey storageKey(unsigned storage) { return storage; }

class State {
public:
  /// Null if the key has no value.
  const Value *lookup(StateKey key) const { return values.lookup(key); }
  /// Null forgets the key.
  void set(StateKey key, const Value *value) {
    const Value *&slot = values[key];
    log.emplace_back(key, slot);
    slot = value;
  }

  using Mark = size_t;
  Mark mark() const { return log.size(); }
  /// Each key once, with what it holds now.
  using Changes = llvm::MapVector<StateKey, const Value *>;
  Changes changesSince(Mark mark) const {
    Changes changes;
    for (size_t i = mark; i < log.size(); ++i)
      changes[log[i].first] = lookup(log[i].first);
    return changes;
  }
  void undo(Mark mark) {
    for (; log.size() > mark; log.pop_back())
      values[log.back().first] = log.back().second;
  }
  /// Forgets what was replaced, where nothing will be undone.
  void forgetHistory() { log.clear(); }

private:
  llvm::DenseMap<StateKey, const Value *> values;
  std::vector<std::pair<StateKey, const Value *>> log;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_VALUES_STATE_H
