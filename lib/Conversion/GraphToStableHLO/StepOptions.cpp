//===- StepOptions.cpp - Options of steps as people write them ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/GraphToStableHLO/LegaliseStep.h"

using namespace trainlint;
using llvm::StringRef;

llvm::Error step::readInputShape(StringRef text, StepOptions &options) {
  auto [name, sizes] = text.rsplit('=');
  llvm::SmallVector<int64_t> &shape = options.inputShapes[name];
  llvm::SmallVector<StringRef> words;
  sizes.split(words, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    if (word.getAsInteger(10, shape.emplace_back()) || shape.back() < 0)
      return llvm::createStringError("takes NODE=SIZE,SIZE, not `" + text +
                                     "`");
  }
  return llvm::Error::success();
}

llvm::Error step::readInitialValue(StringRef text, StepOptions &options) {
  auto [name, number] = text.rsplit('=');
  if (number.getAsDouble(options.initialValues[name]))
    return llvm::createStringError("takes VARIABLE=NUMBER, not `" + text + "`");
  return llvm::Error::success();
}
