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

const Value *python::commandOf(const Call &call) {
  static constexpr llvm::StringLiteral shells[] = {"os.system",
                                                   "os.popen",
                                                   "subprocess.getoutput",
                                                   "subprocess.getstatusoutput",
                                                   "commands.getoutput",
                                                   "commands.getstatusoutput"};
  static constexpr llvm::StringLiteral programs[] = {
      "subprocess.run", "subprocess.call", "subprocess.check_call",
      "subprocess.check_output", "subprocess.Popen"};
  bool isShell = llvm::is_contained(shells, call.callee);
  if (!isShell && !llvm::is_contained(programs, call.callee))
    return nullptr;
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
