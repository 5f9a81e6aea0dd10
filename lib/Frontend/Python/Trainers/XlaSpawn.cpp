//===- XlaSpawn.cpp - Where PyTorch/XLA starts processes ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/XlaSpawn.h"
#include "Frontend/Python/Trainers/CallOrder.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

std::optional<XlaSpawn> python::asXlaSpawn(const Call &call) {
  if (call.callee == "torch_xla.distributed.xla_multiprocessing.spawn")
    return XlaSpawn{&call, /*isLaunch=*/false};
  if (call.callee == "torch_xla.launch" ||
      call.callee == "torch_xla.torch_xla.launch")
    return XlaSpawn{&call, /*isLaunch=*/true};
  return std::nullopt;
}

StringRef XlaSpawn::name() const { return spellingOf(*call); }

bool XlaSpawn::startsProcesses() const {
  if (call->isOpen)
    return false;
  if (isLaunch) {
    const Value *debugs = call->value("debug_single_process", 3);
    return !debugs || debugs->truth() == false;
  }
  const Argument *count = processCount();
  return !count || count->value->isNone() ||
         (count->value->isInteger() && count->value->integer != 1);
}

bool XlaSpawn::startsAnew() const {
  const Argument *method = startMethod();
  return startsProcesses() && (!method || (method->value->isText() &&
                                           method->value->text == "spawn"));
}
