//===- Calls.cpp - What a program calls, and with what --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Calls.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

const Argument *Call::find(llvm::StringRef name, int position) const {
  int index = 0;
  for (const Argument &argument : arguments) {
    if (argument.name.empty() ? index++ == position : argument.name == name)
      return &argument;
  }
  return nullptr;
}

unsigned Call::positionalCount() const {
  return llvm::count_if(arguments, [](const Argument &argument) {
    return argument.name.empty();
  });
}

bool python::leadsTo(Path first, Path second) {
  return llvm::all_of(first, [&](const PathStep &step) {
    return llvm::any_of(second, [&](const PathStep &other) {
      return other.branch == step.branch && (other.arms & ~step.arms) == 0;
    });
  });
}
