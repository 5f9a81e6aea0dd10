//===- ArgumentHelp.cpp - What arguments of the SDK mean ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/ArgumentHelp.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

StringRef python::helpOfArgument(StringRef name) {
  struct Help {
    StringRef name, text;
  };
  static constexpr Help All[] = {
#define SDK_ARGUMENT(name, text) {name, text},
#include "Frontend/Python/Jobs/ArgumentHelp.def"
  };
  for (const Help &help : All)
    if (help.name == name)
      return help.text;
  return "";
}
