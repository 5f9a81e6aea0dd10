//===- StepOptions.cpp - Options of steps as people write them ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/LowerTrainingStep.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "Support/NamedShape.h"

using namespace trainlint;

llvm::Error tensorflow::readInputShape(StringRef text, StepOptions &options) {
  auto shape = parseNamedShape(text);
  if (!shape)
    return shape.takeError();
  options.inputShapes[shape->name] = std::move(shape->sizes);
  return llvm::Error::success();
}

llvm::Error tensorflow::readFeed(StringRef text, StepOptions &options) {
  auto [name, number] = text.rsplit('=');
  if (readDecimal(number, options.feeds[name]))
    return llvm::createStringError("takes NODE=NUMBER, not `" + text + "`");
  return llvm::Error::success();
}

llvm::Error tensorflow::readInitialValue(StringRef text, StepOptions &options) {
  auto [name, number] = text.rsplit('=');
  if (readDecimal(number, options.initialValues[name]))
    return llvm::createStringError("takes VARIABLE=NUMBER, not `" + text + "`");
  return llvm::Error::success();
}
