//===- ArgumentWords.cpp - The words that the SDK takes -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/ArgumentWords.h"
#include "Support/LLVM.h"

using namespace trainlint;

llvm::ArrayRef<StringRef> python::wordsOfArgument(StringRef name) {
  static const StringRef algorithms[] = {"grid", "random"};
  static const StringRef selections[] = {"best", "last"};
  static const StringRef scales[] = {"linear", "log", "reverse_log",
                                     "unspecified"};
  if (name == "search_algorithm")
    return algorithms;
  if (name == "measurement_selection")
    return selections;
  if (name == "scale")
    return scales;
  return {};
}
