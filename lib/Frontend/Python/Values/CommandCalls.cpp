//===- CommandCalls.cpp - Commands that programs run ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/CommandCalls.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// True for a function that hands a text to a shell.
static bool callsShell(const Call &call) {
  static constexpr llvm::StringLiteral shells[] = {"os.system",
                                                   "os.popen",
                                                   "subprocess.getoutput",
                                                   "subprocess.getstatusoutput",
                                                   "commands.getoutput",
                                                   "commands.getstatusoutput"};
  return llvm::is_contained(shells, call.callee);
}

bool python::runsCommand(const Call &call) {
  static constexpr llvm::StringLiteral programs[] = {
      "subprocess.run", "subprocess.call", "subprocess.check_call",
      "subprocess.check_output", "subprocess.Popen"};
  return callsShell(call) || llvm::is_contained(programs, call.callee);
}

const Value *python::commandOf(const Call &call) {
  if (!runsCommand(call))
    return nullptr;
  bool isShell = callsShell(call);
  const Value *command = call.value(isShell ? "cmd" : "args", 0);
  if (isShell && !command)
    command = call.value("command");
  if (!command)
    return nullptr;
  const Value *asks = call.value("shell");
  bool hasShell = isShell || (asks && asks->truth().value_or(false));
  if (command->kind == ValueKind::Text)
    return hasShell ? command : nullptr;
  return command->isSequence() && !hasShell ? command : nullptr;
}
