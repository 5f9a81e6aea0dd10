//===- CallOrder.cpp - What has run when a call runs ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/CallOrder.h"
#include "Frontend/Python/Trainers/Definitions.h"
#include "Support/LLVM.h"

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
  return leadsTo(first.path, second.path);
}

StringRef python::spellingOf(const Call &call) {
  Node callee = call.node.child(Field::Function);
  return callee ? callee.text() : call.callee;
}
