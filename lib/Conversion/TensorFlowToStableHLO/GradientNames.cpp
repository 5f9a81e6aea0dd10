//===- GradientNames.cpp - What gradients are called ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/GradientNames.h"
#include "Support/LLVM.h"

using namespace trainlint;

bool tensorflow::isGradientName(StringRef name) {
  return name.contains("gradients") || name.contains(GradientTape);
}
