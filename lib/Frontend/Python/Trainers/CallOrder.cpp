//===- CallOrder.cpp - What has run when a call runs ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/CallOrder.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

bool python::hasRunBefore(const Call &first, const Call &second) {
  // A body of a loop may run not once. Functions that nobody calls run in no
  // order.
  if (first.isInLoop)
    return false;
  bool inOneFunction = first.function == second.function;
  if (!inOneFunction && (!first.isReached || !second.isReached))
    return false;
  return llvm::all_of(first.path, [&](const PathStep &step) {
    return llvm::any_of(second.path, [&](const PathStep &other) {
      return other.branch == step.branch && (other.arms & ~step.arms) == 0;
    });
  });
}

StringRef python::spellingOf(const Call &call) {
  Node callee = call.node.child(Field::Function);
  return callee ? callee.text() : call.callee;
}
