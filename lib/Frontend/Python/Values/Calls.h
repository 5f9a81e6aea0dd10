//===- Calls.h - What a program calls, and with what ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_VALUES_CALLS_H
#define TRAINLINT_FRONTEND_PYTHON_VALUES_CALLS_H

#include "Frontend/Python/Values/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace trainlint::python {

/// The arms of branches that lead to a place: a set of arms for each branch,
/// one bit each. Branches that are not named may go anywhere.
struct PathStep {
  unsigned branch;
  uint32_t arms;
};
using Path = llvm::ArrayRef<PathStep>;

/// True if what happens on the first path always happens on the second one, as
/// far as branches are known.
bool leadsTo(Path first, Path second);

struct Argument {
  /// Empty for a positional one.
  llvm::StringRef name;
  Place namePlace;
  /// Where it stands in the call; the value may be written elsewhere.
  Place place;
  const Value *value;
};

/// A call of a name of a library or of a method of an object, as often as it
/// was evaluated: a function's body once for each call of the function.
struct Call {
  Node node;
  /// Where the call stands.
  const SourceBuffer *buffer;
  /// `google.cloud.aiplatform.init`; of a method the name of the object's class
  /// and its own: `google.cloud.aiplatform.CustomJob.run`; of a method of what
  /// nobody knows only its own: `.step`.
  llvm::StringRef callee;
  /// Where the last part of the callee stands: `run`.
  Place calleePlace;
  /// The object whose method it is; null if there is none.
  const Value *receiver;
  llvm::ArrayRef<Argument> arguments;
  /// True if there are arguments that are not known: `*args`, `**kwargs`.
  bool isOpen;
  /// What it takes to come here.
  Path path;
  /// True if it may run any number of times, or not at all.
  bool isInLoop;
  /// The functions of the file around it; none at the level of the module.
  Node function;
  /// True if the functions around it are called somewhere in the file; else
  /// their parameters are not known.
  bool isReached;
  /// What the `with` statements around it have, from the outside.
  llvm::ArrayRef<const Value *> contexts;
  /// The cell that the call stands in.
  unsigned cell;

  Place place() const { return {buffer, node.place()}; }
  /// The argument with a name, or at a position counted from 0 if it has none;
  /// null if neither is given. A position of -1 takes the name only.
  const Argument *find(llvm::StringRef name, int position = -1) const;
  /// The value of it; null if it is not given.
  const Value *value(llvm::StringRef name, int position = -1) const {
    const Argument *found = find(name, position);
    return found ? found->value : nullptr;
  }
  unsigned positionalCount() const;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_VALUES_CALLS_H
